"""Nothing is half added: what is declared in one place has its other parts in the others."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

import pytest

from ludwright.compiler import dispatch, emit_statements, link, liveness  # noqa: F401
from ludwright.gamedef import block_fallibility, empty_choices, expression_types, nodes, types
from ludwright.gamedef.claims import CHOOSES, CLAIMS
from ludwright.gamedef.english import PHRASES
from ludwright.gamedef.walk import KINDS
from ludwright.machine import ops
from oracle.expressions import VALUES
from oracle.statements import EFFECTS
from tools.sources import MODULES, SRC, text, tree
from tools.sources import nodes as nodes_of


@cache
def names_in(path: Path) -> Counter[str]:
    """How often each name is read in a module, alone (`X`) or of another module (`codes.X`)."""
    return Counter(
        node.id if isinstance(node, ast.Name) else node.attr
        for node in nodes_of(tree(path))
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
    )


def used_names(paths: Iterable[Path]) -> set[str]:
    """The names that are read in some modules."""
    return set().union(*map(names_in, paths))


# ---- diagnostics ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Declared:
    """A diagnostic code, as its declaration spells it."""

    path: Path
    name: str
    code: str
    title: str
    page: str
    alias: str = ""


def declarations() -> Iterator[Declared]:
    for path in DECLARING:
        for node in nodes_of(tree(path)):
            match node:
                case ast.Assign([ast.Name(name)], ast.Call(ast.Name("declare"), texts, named)):
                    alias = {str(each.arg): ast.literal_eval(each.value) for each in named}
                    yield Declared(path, name, *map(ast.literal_eval, texts), **alias)


# All modules are read when tests are collected, which is too often to parse all of them.
DECLARING = [path for path in MODULES if "declare" in text(path)]
DECLARED = list(declarations())


def test_every_call_of_declare_is_a_plain_assignment() -> None:
    # Otherwise the tests below would not see the code.
    calls = sum(names_in(path)["declare"] for path in DECLARING)
    assert calls == len(DECLARED) > 0


def test_every_code_is_declared_once() -> None:
    names = [name for d in DECLARED for name in (d.code, d.alias) if name]
    assert [name for name, n in Counter(names).items() if n > 1] == []


def test_codes_have_one_form_and_a_manual_page() -> None:
    for d in DECLARED:
        assert re.fullmatch(r"[A-Z]{2}\d{3}", d.code), d
        assert re.fullmatch(r"|[A-Z]+(_[A-Z0-9]+)+", d.alias), d
        assert d.title.strip() and not d.title.endswith("."), d
        assert len(d.page.split()) >= 6 and d.page.rstrip().endswith((".", "`", ")")), d


def home(path: Path) -> Path:
    """The folder whose modules report the codes of a module; `codes/` is part of its language."""
    return path.parents[1] if path.parent.name == "codes" else path.parent


@pytest.mark.parametrize("folder", sorted({home(d.path) for d in DECLARED}), ids=lambda p: p.name)
def test_every_declared_code_is_raised(folder: Path) -> None:
    used = used_names(folder.rglob("*.py"))
    assert [d.code for d in DECLARED if home(d.path) == folder and d.name not in used] == []


def test_no_diagnostic_has_an_undeclared_code() -> None:
    known = {d.code for d in DECLARED}
    for path in MODULES:
        for node in nodes_of(tree(path)):
            if isinstance(node, ast.Constant) and re.fullmatch(r"[A-Z]{2}\d{3}", str(node.value)):
                assert node.value in known, f"{path.relative_to(SRC)}:{node.lineno}"


# ---- nodes and ops -------------------------------------------------------------------------------


def kinds(base: type[nodes.Node]) -> set[type[nodes.Node]]:
    """The kinds of node below a base; those with kinds below themselves are no nodes of a game."""
    below = {k for k in vars(nodes).values() if isinstance(k, type) and issubclass(k, base)}
    return {k for k in below if not any(k in other.__mro__[1:] for other in below)}


EXPRESSIONS, STATEMENTS = kinds(nodes.Expr) - {nodes.Hole}, kinds(nodes.Statement)


def test_every_node_has_a_meaning_in_the_oracle() -> None:
    assert set(VALUES) == EXPRESSIONS
    assert set(EFFECTS) == STATEMENTS


def test_every_node_says_what_holds_for_it() -> None:
    assert {kind for kind in CLAIMS if issubclass(kind, nodes.Expr)} == EXPRESSIONS
    assert {kind for kind in CLAIMS if issubclass(kind, nodes.Statement)} == STATEMENTS


def test_every_node_has_code() -> None:
    # Options have their values put in before code is made.
    assert set(dispatch.VALUES) == EXPRESSIONS - {nodes.OptionValue}
    assert set(emit_statements.STATEMENTS) == STATEMENTS


@pytest.mark.parametrize(
    "rules", [liveness.RULES, empty_choices.STATEMENTS], ids=["alive", "offers"]
)
def test_what_has_blocks_or_binds_names_is_looked_into(rules: dict[type, object]) -> None:
    """The others only read: a default will do for them."""
    for kind in STATEMENTS - set(rules):
        assert not CLAIMS[kind].binds and CHOOSES not in CLAIMS[kind].flags, kind
        assert not [f.name for f in fields(kind) if "Block" in str(f.type)], kind


def test_every_statement_is_typed_and_proved() -> None:
    assert set(types.STATEMENTS) == set(block_fallibility.STATEMENTS) == STATEMENTS


def test_every_expression_has_a_type() -> None:
    assert set(expression_types.EXPRESSIONS) == EXPRESSIONS | {nodes.Hole}


def test_every_expression_can_be_said() -> None:
    assert set(PHRASES) == EXPRESSIONS | {nodes.Hole}


COMPLETE = {
    "compiler/emit_lists.py VALUES",
    "compiler/emit_statements.py STATEMENTS",
    "compiler/emit_subsets.py VALUES",
    "compiler/emit_tokens.py TOKENS",
    "compiler/emit_values.py VALUES",
    "gamedef/block_fallibility.py STATEMENTS",
    "gamedef/english.py PHRASES",
    "gamedef/expression_types.py EXPRESSIONS",
    "gamedef/types.py STATEMENTS",
    "gamedef/types.py THINGS",
}
"""Tables with a rule for every kind; the tests above compare those that are filled in one place."""

DEFAULTS = {
    "checks/setup_feasible.py STATEMENTS": "the check gives up",
    "checks/setup_feasible.py VALUES": "the value is unknown",
    "compiler/emit_explanations.py JOINED": "one condition, without parts",
    "compiler/emit_tests.py BRANCHES": "a jump on the value",
    "compiler/fold.py RULES": "not folded",
    "compiler/liveness.py RULES": "all names inside are read, none is bound",
    "compiler/passes.py SIMPLER": "unchanged",
    "gamedef/empty_choices.py STATEMENTS": "no effect on lists: fewer warnings",
    "gamedef/english.py AMONG": "one of the list",
    "gamedef/fallibility.py EXISTS": "the claims, without which it may be nothing",
    "gamedef/fallibility.py FAILS": "the claims, without which it may fail",
    "gamedef/information_flow.py RULES": "depends on all parts, and passes their tokens on",
    "gamedef/intervals.py BOUNDS": "any number",
    "gamedef/intervals.py TRUTHS": "depends on the state",
    "gamedef/nonempty.py RULES": "the claims, without which it may be empty",
    "gamedef/simplify_tests.py RULES": "only its parts are simplified",
    "gamedef/simplify_tests.py STATEMENTS": "what is inside runs after all it may change",
    "gamedef/verify.py ALLOWED": "no field takes keywords",
    "gamedef/verify.py REFERENCES": "no field refers to a declaration",
    "gamedef/verify_declarations.py DECLARATIONS": "no law",
    "gamedef/verify_nodes.py NODES": "no law",
}
"""Tables with rules for some kinds, and what holds for a kind that a table does not know."""


def tables_by_kind(room: str) -> Iterator[str]:
    """The dictionaries of a room that are keyed by kinds of nodes."""
    names = {f"n.{kind.__name__}" for kind in KINDS.values()}
    for path in sorted((SRC / room).rglob("*.py")):
        for node in tree(path).body:
            target = node.targets[0] if isinstance(node, ast.Assign) else node
            target = getattr(node, "target", target)
            value = getattr(node, "value", None)
            keys = value.keys if isinstance(value, ast.Dict) else []
            if any(ast.unparse(key) in names for key in keys if key):
                yield f"{room}/{path.name} {getattr(target, 'id', target)}"


def test_every_table_is_complete_or_has_a_safe_default() -> None:
    rooms = ("gamedef", "compiler", "checks")
    assert {table for room in rooms for table in tables_by_kind(room)} == COMPLETE | set(DEFAULTS)


@pytest.mark.parametrize("room", ["compiler", "machine"])
def test_every_op_is_emitted_and_run(room: str) -> None:
    used = used_names(p for p in (SRC / room).rglob("*.py") if p.name != "ops.py")
    # No program may reach STOP, so no compiler needs to emit it.
    missing = {name for name in ops.NAMES.values() if name not in used}
    assert missing <= ({"STOP"} if room == "compiler" else set())


def test_every_op_has_operands_of_known_kinds_and_a_sentence() -> None:
    assert sorted(ops.NAMES) == list(range(len(ops.SPECS)))
    for spec in ops.SPECS:
        assert set(spec.operands) <= {"to", "at", "list", "#", "jump", "fail", "table", "*"}, spec
        assert spec.does.endswith("."), spec
        named = [name for name in spec.names if name]
        assert len(set(named)) == len(named), f"{spec}: two operands have the same name"
