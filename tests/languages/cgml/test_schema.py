"""The JSON Schema is valid, up to date, and finds the same mistakes in the keys of a file as we."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from jsonschema.exceptions import ValidationError

from ludwright import pipeline
from ludwright.diagnostics import Diagnostic, Report, Source
from ludwright.languages.cgml.lower.operators import OPERATORS
from ludwright.languages.cgml.meanings.actions import ACTIONS
from ludwright.languages.cgml.meanings.expressions import OPERANDS
from ludwright.languages.cgml.read import load, shapes
from ludwright.languages.cgml.tools import TOOLS
from ludwright.languages.cgml.write.schema import INLINE
from ludwright.languages.files import Files
from ludwright.languages.yaml.read import Mapping, Scalar, Sequence, Tree, read_yaml
from tools.mdtest import Case, cases

FILE = Path(load.__file__).parents[1] / "cgml-1.3.schema.json"
# First, because no schema can be made without these sentences.
for words, known, table in (
    (shapes.ACTION_KEYS, ACTIONS, "actions.py ACTIONS"),
    (OPERATORS, OPERANDS, "expressions.py OPERANDS"),
):
    missing = ", ".join(sorted(set(words) - set(known)))
    assert not missing, f"add a sentence for {missing} to languages/cgml/meanings/{table}"
assert TOOLS.schema is not None
TEXT = TOOLS.schema()
VALIDATOR = Draft7Validator(json.loads(TEXT))
GAMES = sorted({path for path in pipeline.library_games().values() if path.suffix == ".cgml"})

# The codes of mistakes that a schema can see: keys, kinds, words, operators, actions, operands.
STRUCTURE = {"CG101", "CG102", "CG103", "CG104", "CG105", "CG202", "CG203", "CG305"}
# The same codes for what depends on other places of the file, which a schema can't see.
DEPENDS = (
    "discard pile",
    "only a variable with 'scope: per_player'",
    "not both",
)
# What is part of the language, so that the schema allows it, but can't be run; and what could not
# be upgraded from an older version, of which the schema knows nothing.
EITHER = ("CG401", "CG5")


def plain(tree: Tree) -> Any:
    """A tree as a schema sees it."""
    if isinstance(tree, Scalar):
        return tree.value
    if isinstance(tree, Sequence):
        return [plain(item) for item in tree.items]
    return {key.text: plain(value) for key, value in tree.entries if key.text[:1] != "\0"}


def merged(source: Source, files: Files | None = None) -> tuple[Tree | None, Report]:
    report = Report()
    return load.load(source, report, files or Files(source)), report


def lines(error: ValidationError, tree: Tree) -> Iterator[int]:
    """Where we would report what the schema reports."""
    for step in error.absolute_path:
        if isinstance(tree, Mapping):
            tree = next(value for key, value in tree.entries if key.text == step)
        elif isinstance(tree, Sequence):
            tree = tree.items[step]
    if error.validator == "additionalProperties" and isinstance(tree, Mapping):
        known = error.schema["properties"]
        yield from (key.span.line for key, _ in tree.entries if key.text not in known)
    else:
        yield tree.span.line


def leaves(error: ValidationError) -> Iterator[ValidationError]:
    """What is wrong in the end: alternatives and references are not it."""
    if error.context and error.validator != "oneOf":
        for inner in error.context:
            yield from leaves(inner)
    else:
        yield error


def seen(tree: Tree) -> set[int]:
    """The lines in which the schema finds something."""
    errors = VALIDATOR.iter_errors(plain(tree))
    return {line for each in errors for leaf in leaves(each) for line in lines(leaf, tree)}


def structural(found: Diagnostic) -> bool:
    return found.code in STRUCTURE and not any(part in found.message for part in DEPENDS)


# ---- the schema itself ---------------------------------------------------------------------------


def test_the_schema_is_valid() -> None:
    Draft7Validator.check_schema(json.loads(TEXT))


def test_the_file_is_what_is_made_from_the_tables() -> None:
    hint = "run: ludwright schema cgml > src/ludwright/languages/cgml/cgml-1.3.schema.json"
    assert FILE.read_text(encoding="utf-8") == TEXT, hint


def test_every_kind_is_checked_by_the_reader_or_defined_in_the_schema() -> None:
    tables = (*shapes.SECTIONS.values(), *shapes.WHOLES.values(), *shapes.ACTION_TABLES.values())
    kinds = {key.kind.strip("[]{}") for table in tables for key in table.keys if not key.words}
    assert kinds - {*INLINE} <= set(json.loads(TEXT)["definitions"])


# ---- agreement -----------------------------------------------------------------------------------


@pytest.mark.quick(7)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_game_of_the_library_agrees_with_it(path: Path) -> None:
    source = Source(path.name, path.read_text(encoding="utf-8"))
    tree, report = merged(source, Files(source, path, pipeline.LIBRARY))
    assert tree is not None and not report.failed
    assert seen(tree) == set()


CASES = cases(sorted(Path(__file__).parent.glob("*.md")), ["cgml"])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_schema_and_checker_find_the_same_mistakes_in_keys(case: Case) -> None:
    tree, _ = merged(Source(case.file, case.text))
    if tree is None:
        return  # not even YAML
    report = Report()
    TOOLS.game_of(Source(case.file, case.text), report)
    ours = {d.span.line for d in report.items if d.span and structural(d)}
    either = {d.span.line for d in report.items if d.span and d.code.startswith(EITHER)}
    assert seen(tree) - either == ours - either


def test_a_child_needs_only_what_it_changes() -> None:
    change = {"meta": {"players": {"max": 3}}, "rules": [{"id": "a", "disabled": True}]}
    assert VALIDATOR.is_valid({"inherit": "base.cgml", **change})
    assert not VALIDATOR.is_valid(change)
    assert not VALIDATOR.is_valid({"inherit": "base.cgml", "rules": [{"id": "a", "disable": True}]})


@pytest.mark.parametrize(
    ("definition", "valid"),
    [
        ({"disabled": False, "add": [1, 2]}, True),
        ({"disabled": True, "add": [1, 2]}, True),
        ({"disabled": False, "filter": [{"list": [1]}, {"value": True}], "as": "one"}, True),
        ({"disabled": True}, True),
        ({"disabled": "no", "add": [1, 2]}, False),
        ({"disabled": False, "add": [1, 2], "sub": [1, 2]}, False),
        ({"disabled": False, "ad": [1, 2]}, False),
        ({"disabled": False, "add": [1]}, False),
        ({"disabled": False, "add": [1, 2], "as": "one"}, False),
        ({"disabled": False}, False),
    ],
    ids=str,
)
def test_schema_and_checker_agree_on_a_disabled_definition(definition: Any, valid: bool) -> None:
    game = {
        "cgml_version": "1.3",
        "meta": {"name": "Test", "players": {"min": 2, "max": 2}},
        "components": {},
        "definitions": {"one": definition},
        "setup": [],
        "flow": {"states": {"Over": {}}, "initial_state": "Over"},
        "rules": [],
    }
    report = Report()
    TOOLS.game_of(Source("test.cgml", json.dumps(game)), report)
    assert (not report.failed, VALIDATOR.is_valid(game)) == (valid, valid)


@pytest.mark.quick(10)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_an_editor_sees_of_a_library_game_agrees_with_it(path: Path) -> None:
    tree = read_yaml(Source(path.name, path.read_text("utf-8")), Report(), frozenset(["!include"]))
    assert tree is not None and seen(tree) == set()
