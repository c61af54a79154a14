"""What the table of a GameSpecDoc and the second model once saw differently."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.loading import loads
from ludwright.play.table import Table
from models.gamespec import side_by_side
from samplers.gamespec.documents import written

Tree = Any
ONCE = [{"scope": "turn", "max": 1}]
TOKENS = {"query": "tokensInZone", "zone": "hand:actor"}
DIVIDED = {"op": "/", "left": 3, "right": {"ref": "gvar", "var": "zero"}}


def action(name: str, effects: list[Tree], **more: Any) -> Tree:
    plain = {"actor": "active", "phase": "main", "params": [], "cost": [], "limits": ONCE}
    return {"id": name, **plain, "effects": effects, **more}


def text(*actions: Tree, **sections: Any) -> str:
    """A document with a hand of one chip for each of two to four players."""
    public = {"visibility": "public", "ordering": "set"}
    make = {"type": "chip", "zone": "heap", "props": {"worth": 2}}
    late = {"op": ">=", "left": {"ref": "turnCount"}, "right": 9}
    doc = {
        "metadata": {"id": "small", "players": {"min": 2, "max": 4}},
        "globalVars": [
            {"name": "sum", "type": "int", "init": 5, "min": 0, "max": 9},
            {"name": "zero", "type": "int", "init": 0, "min": 0, "max": 9},
        ],
        "zones": [
            {"id": "heap", "owner": "none", **public},
            {"id": "hand", "owner": "player", **public},
        ],
        "tokenTypes": [{"id": "chip", "props": {"worth": "int"}}],
        "setup": [
            *[{"createToken": make}] * 4,
            {"draw": {"from": "heap", "to": "hand:each", "count": 1}},
        ],
        "turnStructure": {"phases": [{"id": "main"}]},
        "actions": list(actions),
        "terminal": {"conditions": [{"when": late, "result": {"type": "draw"}}]},
    }
    return written({**doc, **sections})


def table_of(document: str, players: int = 2) -> Table:
    """A table of a document, which the model sees in the same way in some games."""
    game = loads(document, "gamespec")
    for seed in range(3):
        side_by_side.play(game, document, players, seed)
    return game.table(players=players, seed=1)


def names(table: Table) -> list[str]:
    return [move.name for move in table.legal()]


def set_sum(value: Tree) -> Tree:
    return {"setVar": {"scope": "global", "var": "sum", "value": value}}


def test_two_limits_of_one_scope_count_a_move_once() -> None:
    limits = [{"scope": "game", "max": 3}, {"scope": "game", "max": 2}]
    table = table_of(text(action("go", [], limits=limits), action("rest", [])))
    table.apply("go")
    assert names(table) == ["go", "rest"]
    table.apply("go")
    assert names(table) == ["rest"]


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_is_stuck_when_all_who_play_have_been_passed(players: int) -> None:
    never = action("go", [], pre=False)
    table = table_of(text(never), players)
    assert table.over
    assert table.result().reason == "stuck"
    # Each phase of each player and one more has been passed, and each was a turn.
    assert table.variable("turn number") == players + 1


@pytest.mark.parametrize(
    "value",
    [
        DIVIDED,
        {"op": "max", "left": 0, "right": DIVIDED},
        {"op": "max", "left": DIVIDED, "right": 0},
        {"op": "min", "left": 0, "right": DIVIDED},
        {"op": "min", "left": DIVIDED, "right": {"ref": "gvar", "var": "sum"}},
    ],
)
def test_what_can_not_be_divided_fails_everywhere(value: Tree) -> None:
    table = table_of(text(action("go", [set_sum(value)]), action("rest", [])))
    assert names(table) == ["rest"]


def test_too_many_can_not_be_drawn_by_a_count_that_fails() -> None:
    draw = {"draw": {"from": "heap", "to": "hand:actor", "count": DIVIDED}}
    assert names(table_of(text(action("go", [draw]), action("rest", [])))) == ["rest"]


def test_a_new_token_is_not_counted_in_what_it_is_given() -> None:
    worth = {"op": "+", "left": {"zoneCount": "hand:actor"}, "right": 6}
    make = {"type": "chip", "zone": "hand:actor", "props": {"worth": worth}}
    top = {"aggregate": {"op": "max", "query": TOKENS, "prop": "worth"}}
    table = table_of(text(action("go", [{"createToken": make}, set_sum(top)])))
    table.apply("go")
    assert table.variable("sum") == 7


def test_a_destroyed_token_lies_nowhere() -> None:
    params = [{"name": "$one", "domain": TOKENS}, {"name": "$same", "domain": TOKENS}]
    here = {"ref": "tokenZone", "token": "$same"}
    effects = [
        {"destroyToken": {"token": "$one"}},
        {"moveToken": {"token": "$same", "from": here, "to": "heap"}},
    ]
    table = table_of(text(action("go", effects, params=params), action("rest", [])))
    assert names(table) == ["rest"]


def test_a_token_that_has_moved_on_does_not_lie_where_it_was_found() -> None:
    params = [{"name": "$one", "domain": TOKENS}]
    move = {"moveToken": {"token": "$one", "from": "hand:actor", "to": "heap"}}
    twice = action("twice", [move, move], params=params)
    table = table_of(text(action("once", [move], params=params), twice, action("rest", [])))
    assert names(table) == ["once", "rest"]


def test_without_a_plan_the_last_coup_card_ends_no_game_halfway() -> None:
    """The game is over when the turn that follows has begun, not before the next card is there."""
    public = {"visibility": "public", "ordering": "queue", "owner": "none"}
    slots = [{"id": name, **public} for name in ("shown", "ahead", "past")]
    pile = {**public, "id": "pile", "ordering": "stack"}
    card = {"type": "card", "zone": "pile"}
    flow = {
        "cardLifecycle": {"played": "shown:none", "lookahead": "ahead:none", "leader": "past:none"},
        "eligibility": {"factions": ["0", "1"], "overrideWindows": []},
        "optionMatrix": [],
        "passRewards": [],
        "durationWindows": [],
    }
    full = {"op": ">=", "left": {"ref": "gvar", "var": "sum"}, "right": 9}
    document = text(
        action("pass", [], limits=[]),
        action("operation", [set_sum(9), {"endTurn": {}}], limits=[]),
        metadata={"id": "small", "players": {"min": 2, "max": 2}},
        zones=[pile, *slots],
        tokenTypes=[{"id": "card", "props": {"isCoup": "boolean"}}],
        setup=[{"createToken": {**card, "props": {"isCoup": coup}}} for coup in (False, True)],
        turnOrder={"type": "cardDriven", "config": {"turnFlow": flow}},
        terminal={"conditions": [{"when": full, "result": {"type": "draw"}}]},
    )
    table = table_of(document)
    assert len(table.zone("shown")) == len(table.zone("ahead")) == 1
    table.apply("operation")
    assert table.over
    assert (len(table.zone("past")), len(table.zone("shown")), len(table.zone("ahead"))) == (
        1,
        1,
        0,
    )
