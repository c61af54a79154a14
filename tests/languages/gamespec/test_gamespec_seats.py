"""Players beside numbers and texts: documents of both eras compare them with `0` and with `'0'`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludwright.diagnostics import Report, Source
from ludwright.languages.gamespec.front_end import read_check_lower
from ludwright.loading import loads
from samplers.gamespec.documents import written
from tools.gamespec.documents import ACTION, SMALL
from tools.gamespec.trees import named

SHOWN = Path(__file__).parents[2] / "data" / "gamespec" / "small"
ACTIVE = {"ref": "activePlayer"}
FIRST: list[Any] = [
    0,
    "0",
    {"ref": "binding", "name": "$number"},
    {"ref": "binding", "name": "$text"},
]
"""What means the first player, who is active."""
OTHERS: list[Any] = [1, "1", 7, "7", "00", "+0", " 0", "", "first"]


def document(when: Any, before: list[Any], types: Any = ()) -> str:
    """A game in which `go` is possible if a condition holds for the first player."""
    done = {"setVar": {"scope": "global", "var": "gold", "value": 9}}
    asked = {"if": {"when": when, "then": [done]}}
    names = [("$number", 0), ("$text", "0"), ("$mine", ACTIVE)]
    naming = [{"bindValue": {"bind": name, "value": value}} for name, value in names]
    go = {**ACTION, "id": "go", "effects": [*naming, *before, asked]}
    return written({**SMALL, "tokenTypes": [*SMALL["tokenTypes"], *types], "actions": [go]})


def holds(when: Any, before: list[Any] | None = None, types: Any = ()) -> bool:
    table = loads(document(when, before or [], types), "gamespec").table(players=2, seed=1)
    table.apply("go")
    return table.variable("gold") == 9


@pytest.mark.quick(7)
@pytest.mark.parametrize("player", [ACTIVE, {"ref": "binding", "name": "$mine"}], ids=str)
@pytest.mark.parametrize("other", [*FIRST, *OTHERS], ids=str)
def test_a_player_is_the_one_with_that_number(player: Any, other: Any) -> None:
    is_first = any(other is each for each in FIRST)
    for left, right in ((player, other), (other, player)):
        assert holds({"op": "==", "left": left, "right": right}) == is_first
    assert holds({"op": "!=", "left": player, "right": other}) != is_first


@pytest.mark.parametrize("kind", ["int", "string"])
@pytest.mark.parametrize("given", [ACTIVE, {"ref": "binding", "name": "$mine"}], ids=str)
def test_a_property_that_holds_players_is_one_of_them(kind: str, given: Any) -> None:
    types = [{"id": "flag", "props": {"seat": kind}}]
    made = {"createToken": {"type": "flag", "zone": "deck", "props": {"seat": given}}}
    for other in (ACTIVE, *FIRST, 1, "1", "00"):
        tokens = {
            "query": "tokensInZone",
            "zone": "deck",
            "filter": [{"prop": "seat", "eq": other}],
        }
        found = {"aggregate": {"op": "count", "query": tokens}}
        wanted = 0 if other in (1, "1", "00") else 1
        assert holds({"op": "==", "left": found, "right": wanted}, [made], types)


@pytest.mark.parametrize(
    "options", [{"query": "players"}, {"query": "enums", "values": ["0", "1"]}]
)
def test_a_player_may_be_among_texts_and_a_text_among_players(options: Any) -> None:
    some = {"chooseN": {"bind": "$some", "options": options, "n": 1}}
    listed = {"ref": "binding", "name": "$some"}
    for item in (ACTIVE, "0", "1"):
        when = {"op": "in", "item": item, "set": listed}
        game = loads(document(when, [some]), "gamespec")
        for pick, first in ((0, True), (1, False)):
            table = game.table(players=2, seed=1)
            table.apply("go")
            table.apply(table.legal()[pick])
            assert (table.variable("gold") == 9) == (first == (item != "1"))


@pytest.mark.parametrize("bound", [0, "0", ACTIVE], ids=str)
def test_a_player_is_selected_by_a_number_or_a_text(bound: Any) -> None:
    naming = {"bindValue": {"bind": "$who", "value": bound}}
    fame = {"setVar": {"scope": "pvar", "player": {"chosen": "$who"}, "var": "fame", "value": 3}}
    read = {"ref": "pvar", "player": "$who", "var": "fame"}
    assert holds({"op": "==", "left": read, "right": 3}, [naming, fame])
    lying = {"ref": "zoneCount", "zone": "hand:$who"}
    assert holds({"op": "==", "left": lying, "right": 0}, [naming])


def test_a_text_that_is_no_player_is_told_of() -> None:
    def codes(when: Any, *before: Any) -> list[str]:
        report = Report()
        read_check_lower(Source("x.md", document(when, list(before))), report)
        return [named(x) for x in report.items]

    assert codes({"op": "==", "left": ACTIVE, "right": "7"}) == ["CNL_COMPILER_NEVER_EQUAL"]
    assert codes({"op": "==", "left": ACTIVE, "right": "1"}) == []
    naming = {"bindValue": {"bind": "$who", "value": "nobody"}}
    fame = {"setVar": {"scope": "pvar", "player": "$who", "var": "fame", "value": 3}}
    assert codes(True, naming, fame) == []  # nobody can tell what a name stands for


def test_a_document_that_asks_for_the_text_of_a_player_plays() -> None:
    game = loads((SHOWN / "active-text.md").read_text(encoding="utf-8"), "gamespec")
    table = game.table(players=2, seed=1)
    for _ in range(3):
        assert table.decider == 0
        table.apply("go")
    assert table.over
