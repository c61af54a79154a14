"""Mistakes of seventy kinds in a long document: all are reported in one run, at their lines."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from ludwright.diagnostics import ALIASES, Diagnostic, Report, Source
from ludwright.languages.gamespec.front_end import read_check_lower
from samplers.gamespec.cards import card_document
from samplers.gamespec.documents import document, written
from samplers.gamespec.planted_mistakes import (
    MANY,
    MISTAKES,
    Mistake,
    changed,
    long_document,
    planted,
    spoiled,
    together,
)
from tools.gamespec.documents import ACTION, SMALL
from tools.gamespec.trees import named

SHOWN = Path(__file__).parents[2] / "data" / "gamespec" / "small"


def findings(text: str) -> list[Diagnostic]:
    report = Report()
    read_check_lower(Source("long.md", text), report)
    return report.sorted()


def test_nothing_is_wrong_with_the_document_itself() -> None:
    text = long_document()
    assert text.count("\n") > 2000
    assert findings(text) == []


def reported(text: str) -> list[tuple[int, str]]:
    return sorted((each.span.line, named(each)) for each in findings(text) if each.span)


def reported_exactly(mistakes: list[Mistake]) -> None:
    """All are found in one run, each once, at its line, and nothing else is reported."""
    text, expected = planted(long_document(), mistakes)
    assert len(expected) == len(mistakes)
    assert reported(text) == sorted(expected.items())


def test_mistakes_of_all_stages_are_reported_in_one_run() -> None:
    mistakes = [each for each in MISTAKES if not each.hides]
    families = {ALIASES[each.code].code[:3] for each in mistakes if each.code in ALIASES}
    assert len(mistakes) > 60 and families == {f"GS{i}" for i in (1, 2, 3, 4, 5, 7)}
    reported_exactly(mistakes)


@pytest.mark.quick(4)
@pytest.mark.parametrize("seed", range(12))
def test_some_mistakes_are_reported_in_one_run(seed: int) -> None:
    reported_exactly(together(seed))


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(12, 150))
def test_few_mistakes_are_reported_in_one_run(seed: int) -> None:
    reported_exactly(together(seed, 4))


@pytest.mark.quick(2)
@pytest.mark.parametrize("mistake", MISTAKES[::3], ids=lambda m: m.code)
def test_a_mistake_alone_is_one_diagnostic(mistake: Mistake) -> None:
    reported_exactly([mistake])


def test_a_mistake_in_a_macro_is_told_once_with_notes_about_its_calls() -> None:
    text = long_document()
    old, new = "setVar: {scope: global, var: v1,", "setVra: {scope: global, var: v1,"
    mistake = Mistake("CNL_COMPILER_MISSING_CAPABILITY", old, new)
    broken, expected = planted(text, [mistake])
    (told,) = findings(broken)
    assert told.span is not None and {told.span.line: named(told)} == expected
    # Every trigger calls `twice`, which calls `other` two times.
    calls = [text[: text.find(call)].count("\n") + 1 for call in ("{macro: other,", "macro: twice")]
    assert told.notes == (
        f"in the macro 'other', called in line {calls[0]}",
        f"in the macro 'twice', called in line {calls[1]}",
        f"also at {MANY * 2 - 1} other calls",
    )


# ---- one mistake, one error --------------------------------------------------------------------


def errors(text: str) -> list[tuple[str, int]]:
    return [(named(x), x.span.line) for x in findings(text) if x.severity == "error" and x.span]


def planted_anywhere(text: str, seed: int, most: int | None) -> None:
    """Spoil words and numbers of a document, each alone: that is the only thing reported."""
    doc = json.loads(text.partition("```yaml")[2].rpartition("```")[0])
    assert errors(written(doc)) == []
    ways = list(spoiled(doc))
    if most is not None:
        ways = random.Random(seed).sample(ways, most)
    for way, wrong in ways:
        found = errors(written(changed(doc, way, wrong)))
        assert len(found) == 1, (way, wrong, found)


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(10))
def test_a_mistake_anywhere_is_one_error(seed: int) -> None:
    planted_anywhere(document(seed), seed, 8)
    planted_anywhere(card_document(seed), seed, 4)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(8))
def test_every_mistake_is_one_error(seed: int) -> None:
    planted_anywhere(document(seed), seed, None)
    planted_anywhere(card_document(seed), seed, None)


SHOWS = {
    "cascade": [
        ("DATA_ASSET_SCHEMA_INVALID", 5),
        ("CNL_VALIDATOR_VARIABLE_RANGE_FIELDS_INVALID", 7),
        ("CNL_VALIDATOR_ENUM_VALUE_INVALID", 11),
    ],
    "wrong-kind": [("CNL_COMPILER_TYPE_MISMATCH", 6)],
    "bound-in-let": [("CNL_COMPILER_BINDING_UNBOUND", 20)],
}


@pytest.mark.parametrize("name", SHOWS)
def test_each_mistake_of_a_small_document_is_one_error_at_its_line(name: str) -> None:
    assert errors((SHOWN / f"{name}.md").read_text(encoding="utf-8")) == SHOWS[name]


def test_a_name_that_has_ended_is_told_with_its_line() -> None:
    (found,) = findings((SHOWN / "bound-in-let.md").read_text(encoding="utf-8"))
    assert "line 19" in found.help


def test_a_number_beyond_32_bits_is_told_as_such() -> None:
    told = findings((SHOWN / "cascade.md").read_text(encoding="utf-8"))
    assert [x.message for x in told if x.span and x.span.line == 7] == [
        "99999999999 does not fit into 32 bits"
    ]


LIST = {"ref": "binding", "name": "$some"}
AROUND: dict[str, Any] = {
    "a sum": {"op": "==", "left": {"op": "+", "left": LIST, "right": 1}, "right": 2},
    "a text": {"op": "==", "left": LIST, "right": "red"},
    "a truth": {"if": {"when": LIST, "then": True, "else": False}},
    "either": {"op": "==", "left": {"if": {"when": True, "then": LIST, "else": "x"}}, "right": "x"},
    "among": {"op": "in", "item": LIST, "set": LIST},
    "a sum of all": {
        "op": "<",
        "left": {
            "aggregate": {
                "op": "sum",
                "query": {"query": "players"},
                "bind": "$p",
                "valueExpr": LIST,
            }
        },
        "right": 3,
    },
}


@pytest.mark.parametrize("place", AROUND)
def test_a_value_of_the_wrong_kind_is_one_error_whatever_is_around_it(place: str) -> None:
    """A list where one value is needed: what it would have been is not guessed at."""
    some = {"chooseN": {"bind": "$some", "options": {"query": "players"}, "n": 1}}
    asked = {"if": {"when": AROUND[place], "then": []}}
    doc = {**SMALL, "actions": [{**ACTION, "params": [], "effects": [some, asked]}]}
    (found,) = findings(written(doc))
    assert named(found) == "CNL_COMPILER_TYPE_MISMATCH"
    assert "forEach over {query: binding, name: $some}" in found.help


def test_a_deck_of_which_no_card_can_happen_is_warned_of() -> None:
    (found,) = findings((SHOWN / "empty-deck.md").read_text(encoding="utf-8"))
    assert (named(found), found.severity) == ("CNL_COMPILER_EVENT_DECK_IDLE", "warning")
    assert found.span and found.span.line == 11


def test_a_card_that_no_token_stands_for_is_warned_of() -> None:
    text = (SHOWN / "empty-deck.md").read_text(encoding="utf-8")
    fair = text[text.index("{ id: fair") : text.index("]\nterminal")]
    cards = f"{fair}, {fair.replace('fair', 'storm', 1)}, {fair.replace('fair', 'wedding', 1)}"
    made = "".join(
        f"  - createToken: {{ type: card, zone: pile, props: {{ cardId: {name} }} }}\n"
        for name in ("fair", "weding", "recess")
    )
    kinds = f"tokenTypes: [{{ id: card, props: {{ cardId: string }} }}]\nsetup:\n{made}"
    found = findings(text.replace(fair, cards).replace("turnStructure", f"{kinds}turnStructure"))
    assert {named(each) for each in found} == {"CNL_COMPILER_EVENT_DECK_IDLE"}
    assert [each.message for each in found] == [
        "the card 'storm' is never played: no token has cardId: storm",
        "the card 'wedding' is never played: no token has cardId: wedding",
    ]
    assert found[0].help == "create a token in 'pile:none' with cardId: storm"
    assert found[1].help == "did you mean 'weding'?"
