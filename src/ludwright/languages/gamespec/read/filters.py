"""Reading filters: tests on properties of tokens or on fields of table rows."""

from __future__ import annotations

from dataclasses import dataclass

from ...shapes import Table, keys
from ...yaml.read import Mapping, Tree
from .forms import Fields, Form, Read, ReadContext, items_of, literal_of, text_of
from .scope import Bindings
from .tree.values import Location, Name, RowTest, Scalar, TokenTest, Value

OPS = ("eq", "neq", "in", "notIn")
_LISTS = ("in", "notIn")
_HELD = {"eq": "value", "neq": "value", "in": "[scalar]", "notIn": "[scalar]"}


@dataclass(frozen=True, slots=True)
class _Line:
    """One test of a filter, with a value (`eq`, `neq`) or literals (`in`, `notIn`)."""

    at: Location
    about: Name
    op: str
    value: Value | None = None
    literals: tuple[Scalar, ...] = ()


def token_tests_of(
    c: ReadContext, tree: Tree, path: str, scope: Bindings
) -> tuple[TokenTest, ...] | None:
    """A token filter: a conjunction of tests."""

    def read(tree: Tree, path: str, scope: Bindings) -> TokenTest | None:
        line = _line(c, tree, path, scope, "prop")
        if line is None:
            return None
        # `in` compares the text of a property, so `in: [1]` and `in: ['1']` are the same.
        texts = tuple(text_of(literal) for literal in line.literals)
        return TokenTest(line.at, line.about, line.op, line.value, texts)

    return items_of(c, tree, path, scope, read, "tests like {prop: name, eq: value}")


def row_tests_of(
    c: ReadContext, tree: Tree, path: str, scope: Bindings
) -> tuple[RowTest, ...] | None:
    """A row filter: a conjunction of tests."""

    def read(tree: Tree, path: str, scope: Bindings) -> RowTest | None:
        line = _line(c, tree, path, scope, "field")
        if line is None:
            return None
        return RowTest(line.at, line.about, line.op, line.value, line.literals)

    return items_of(c, tree, path, scope, read, "tests like {field: name, eq: value}")


def line_table(about: str, short: str = "") -> Table:
    """The keys of a test: the full form, or the short form with the operator as a key."""
    if short:
        return keys(f"{about}: name, {short}: {_HELD[short]}")
    return keys(f"{about}: name, op: {'|'.join(OPS)}, value: any")


def _line(c: ReadContext, tree: Tree, path: str, scope: Bindings, about: str) -> _Line | None:
    """A test in its full form (`op: eq, value: x`) or its short form (`eq: x`)."""
    short = next((op for op in OPS if isinstance(tree, Mapping) and tree.get(op)), "")
    if short and isinstance(tree, Mapping) and not tree.get("op"):
        form = Form(lambda f: _read_line(f, about, short, short), line_table(about, short))
    else:
        form = Form(lambda f: _read_line(f, about, f.word("op"), "value"), line_table(about))
    return form.read(c, tree, path, scope, "a test of a filter")


def _read_line(f: Fields, about: str, op: str, key: str) -> _Line:
    # Reported by `word`: without a valid operator the kind of the value is unknown.
    if op not in OPS:
        return _Line(f.at, f.name(about), op)
    if op not in _LISTS:
        return _Line(f.at, f.name(about), op, f.value(key))
    return _Line(f.at, f.name(about), op, None, f.items(key, _literal(f.c), "literals"))


def _literal(c: ReadContext) -> Read[Scalar]:
    return lambda tree, path, _: literal_of(c, tree, path)
