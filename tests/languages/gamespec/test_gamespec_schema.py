"""The JSON Schema: it accepts every document that is read without an error, and finds mistakes."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from ludwright.languages.gamespec.tools import TOOLS
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
