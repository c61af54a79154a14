"""The JSON Schema: it accepts every document that is read without an error, and finds mistakes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from ludwright.languages.gamespec.reference import reference
from ludwright.languages.gamespec.tools import TOOLS
from ludwright.languages.gamespec.write.schema import OBSOLETE
from ludwright.languages.schema_words import words_at
from ludwright.pipeline import library_games
from samplers.gamespec import cards as sampled_cards
from samplers.gamespec import documents as sampled
from samplers.gamespec.planted_mistakes import MISTAKES, Mistake, long_document, planted
from tools.gamespec.documents import CARDS, MAPPED, SMALL, written
from tools.gamespec.trees import plain, read

DATA = Path(__file__).parents[2] / "data" / "gamespec"
LIBRARY = sorted({path for path in library_games().values() if path.suffix == ".md"})
SHOWN = sorted(DATA.glob("*.md"))
assert TOOLS.schema is not None
VALIDATOR = Draft7Validator(json.loads(TOOLS.schema()))


def merged(text: str) -> Any:
    """The sections of a text, as they are written."""
    document, report = read(text)
    assert not report.failed
    return {name: plain(tree) for name, tree in document.sections.items()}


def wrong(sections: Any) -> list[str]:
    """What does not fit, each with its path."""
    found = VALIDATOR.iter_errors(sections)
    return [f"{'.'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in found]


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(VALIDATOR.schema)


@pytest.mark.parametrize("path", [*LIBRARY, *SHOWN], ids=lambda path: path.stem)
def test_documents_fit(path: Path) -> None:
    assert wrong(merged(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("doc", [SMALL, CARDS, MAPPED], ids=["small", "cards", "mapped"])
def test_documents_of_the_tests_fit(doc: Any) -> None:
    assert wrong(merged(written(doc))) == []


def test_a_long_document_fits() -> None:
    assert wrong(merged(long_document())) == []


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", range(20))
def test_random_documents_fit(seed: int) -> None:
    assert wrong(merged(sampled.document(seed))) == []
    assert wrong(merged(sampled_cards.card_document(seed))) == []


KEYS = (
    *("CNL_COMPILER_MISSING_CAPABILITY", "CNL_VALIDATOR_UNKNOWN_KEY"),
    *("ACTION_PIPELINE_ATOMICITY_INVALID", "CNL_VALIDATOR_ENUM_VALUE_INVALID"),
    *("CNL_COMPILER_TURN_ORDER_UNSUPPORTED_TYPE", "CNL_VALIDATOR_SCORING_METHOD_INVALID"),
    *("CNL_VALIDATOR_METADATA_PLAYERS_RANGE_INVALID", "CNL_COMPILER_ZONE_VISIBILITY_INVALID"),
    *("CNL_VALIDATOR_TURN_STRUCTURE_PHASE_SHAPE_INVALID", "CNL_COMPILER_ZONE_OWNER_INVALID"),
    *("CNL_BOARD_MACRO_UNKNOWN", "CNL_COMPILER_BUILT_IN_INVALID"),
)
"""Mistakes that can be seen without knowing what else the document says."""
PLANTED = [mistake for mistake in MISTAKES if mistake.code in KEYS]


@pytest.mark.quick(9)
@pytest.mark.parametrize("mistake", PLANTED, ids=lambda m: m.new[:30])
def test_mistakes_in_keys_and_words_are_found(mistake: Mistake) -> None:
    assert len(PLANTED) >= 16
    text, _ = planted(long_document(), [mistake])
    assert wrong(merged(text)) != []


@pytest.mark.parametrize(
    "change",
    [
        {"metadata": None},
        {"zonez": []},
        {"zones": [{"id": "deck", "owner": "none", "visibility": "public"}]},
        {"zones": [{**SMALL["zones"][0], "colour": "red"}]},
        {"globalVars": {"gold": 1}},
        {"triggers": [{"event": {"type": "turnStart"}}]},
        {"constants": {"few": "two"}},
    ],
    ids=str,
)
def test_other_mistakes_are_found(change: dict[str, Any]) -> None:
    sections = {**merged(written(SMALL)), **change}
    assert len(wrong(sections)) == 1, "at its own location, not as one of many alternatives"


# ---- descriptions --------------------------------------------------------------------------------

TITLES = ("query", "payload", "zoneExpr", *OBSOLETE)
"""Keys that are no constructs of their own: what they hold is one."""


def said(node: Any, outer: frozenset[str] = frozenset()) -> Iterator[tuple[str, str]]:
    """The keys and words of a schema with what it says of them. `outer` are the keys described by
    what applies to the same value."""
    keys = node.get("properties", {})
    known = outer | {key for key, each in keys.items() if "description" in each}
    for key, each in keys.items():
        assert key in known or key in TITLES, key
        if "description" in each:
            yield key, each["description"]
        yield from said(each)
    for case in (node[name] for name in ("then", "else") if name in node):
        yield from said(case, known)
    for case in node.get("allOf", ()):
        for test in case.get("if", {}).get("properties", {}).values():
            yield test["const"], case["then"]["description"]
        yield from said(case, known)
    for name in ("items", "additionalProperties"):
        yield from said(node[name]) if isinstance(node.get(name), dict) else ()
    for each in node.get("definitions", {}).values():
        yield from said(each)


def test_keys_and_words_say_what_the_reference_says() -> None:
    constructs = reference().constructs
    # Of words without keys of their own, and of selectors, a schema has only lists.
    lists = {(c.name, c.meaning) for c in constructs if c.kind in ("value", "selector")}
    meant = {(c.name, c.meaning) for c in constructs}
    found = set(said(VALIDATOR.schema))
    assert found - meant == set()
    assert meant - lists - found == set()


def about(data: Any, *path: str | int, key: bool = True) -> dict[str, str]:
    return {each.name: each.about for each in words_at(VALIDATOR.schema, data, path, key)}


def test_descriptions_stand_where_the_constructs_do() -> None:
    by_id = {each.id: each.meaning for each in reference().constructs}
    assert about({})["zones"] == by_id["document.zones"]
    assert about({"zones": [{}]}, "zones", 0)["owner"] == by_id["zones.owner"]
    assert about({"setup": [{}]}, "setup", 0)["draw"] == by_id["effects.draw"]
    shift = {"setup": [{"shiftMarker": {}}]}
    assert about(shift, "setup", 0, "shiftMarker")["delta"] == by_id["effects.shiftMarker.delta"]
    order = {"turnOrder": {"type": ""}}
    words = about(order, "turnOrder", "type", key=False)
    assert words["roundRobin"] == by_id["turn-orders.roundRobin"]
