"""Turns in play: round the table, in a fixed order, all at once; phases, limits and triggers."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.play.table import Table
from tools.gamespec.card_driven import Tree, action, add, legal, points, sit
from tools.gamespec.plain import ONCE, compare, note, plain, scored, value

ACT = action("act", add(1), limits=ONCE)


def deciders(text: str, *moves: str, players: int = 3) -> list[int | None]:
    """Who decides before each move, and after the last."""
    table = sit(text, players=players)
    found = [table.decider]
    for move in moves:
        table.apply(move)
        found.append(table.decider)
    return found


# ---- who is next ---------------------------------------------------------------------------------


def test_round_the_table_and_that_is_so_if_nothing_is_said() -> None:
    said = plain(ACT)
    unsaid = said.replace('"turnOrder"', '"nobody reads this"')
    assert deciders(said, *["act"] * 4) == deciders(unsaid, *["act"] * 4) == [0, 1, 2, 0, 1]


def test_a_fixed_order_is_followed_and_begins_anew() -> None:
    order = {"type": "fixedOrder", "order": ["2", "0", "1"]}
    assert deciders(plain(ACT, order=order), *["act"] * 4) == [2, 0, 1, 2, 0]


def test_a_fixed_order_may_have_one_or_some_players_twice() -> None:
    alone = {"type": "fixedOrder", "order": ["1"]}
    assert deciders(plain(ACT, order=alone), "act", "act") == [1, 1, 1]
    often = {"type": "fixedOrder", "order": ["1", "1", "0"]}
    assert deciders(plain(ACT, order=often), *["act"] * 3) == [1, 1, 0, 1]


def test_a_turn_goes_on_while_there_is_a_move() -> None:
    twice = action("act", add(1), limits=[{"scope": "turn", "max": 2}])
    assert deciders(plain(twice), *["act"] * 3) == [0, 0, 1, 1]


def test_a_turn_can_be_ended() -> None:
    free = action("act", {"endTurn": {}}, add(1))
    assert deciders(plain(free), "act", "act") == [0, 1, 2]
    # What stands behind it in the same move still happens.
    assert points(sit(plain(free), "act")) == 1


def test_players_without_a_move_are_passed_over() -> None:
    even = compare({"ref": "activePlayer"}, "!=", 1)
    assert deciders(plain(action("act", pre=even, limits=ONCE)), "act", "act") == [0, 2, 0]


def test_if_nobody_can_move_the_game_is_stuck() -> None:
    once = action("act", limits=[{"scope": "game", "max": 2}])
    table = sit(plain(once), "act", "act")
    assert table.over and table.result().reason == "stuck"
    assert table.result().winners == ()


def test_another_may_be_made_active() -> None:
    pick = action("act", {"setActivePlayer": {"player": "left"}}, limits=ONCE)
    assert deciders(plain(pick, action("wait", limits=ONCE)), "act")[1] == 2


# ---- all at once ---------------------------------------------------------------------------------

TOGETHER = {"type": "simultaneous"}
BID = {"name": "$n", "domain": {"query": "intsInRange", "min": 1, "max": 3}}
SHOWN = action(
    "bid",
    note({"ref": "binding", "name": "$n"}),
    scored({"ref": "binding", "name": "$n"}),
    params=[BID],
    limits=ONCE,
)


def test_all_are_asked_before_anything_happens() -> None:
    table = sit(plain(SHOWN, order=TOGETHER))
    for player, move in enumerate(("bid 3", "bid 1", "bid 2")):
        assert table.decider == player
        assert points(table, "seen") == 0
        table.apply(move)
    # Then all of it happens, by player, and all begins anew.
    assert points(table, "seen") == 312
    assert table.decider == 0


def test_nobody_sees_what_others_chose() -> None:
    one, other = (sit(plain(SHOWN, order=TOGETHER), move) for move in ("bid 3", "bid 1"))
    assert one.information(1) == other.information(1)
    assert one.information(0) != other.information(0)


def test_each_move_is_of_the_player_who_chose_it() -> None:
    table = sit(plain(SHOWN, order=TOGETHER), "bid 3", "bid 1", "bid 2")
    assert [table.variable("score", seat) for seat in range(3)] == [3, 1, 2]


# ---- phases --------------------------------------------------------------------------------------


def phased(*names: str, **more: Any) -> Tree:
    """Phases, the effects of which are told by their names."""
    phases = [{"id": name, **more.get(name, {})} for name in names]
    return {"turnStructure": {"phases": phases}}


def test_phases_follow_one_another_when_there_is_no_move() -> None:
    both = [action(name, note(i), phase=name, limits=ONCE) for i, name in enumerate(("b", "a"))]
    table = sit(plain(*both, **phased("a", "skipped", "b")))
    assert legal(table) == ["a"]
    table.apply("a")
    assert (legal(table), table.decider) == (["b"], 0)
    table.apply("b")
    assert (legal(table), table.decider) == (["a"], 1)


def test_an_action_may_be_in_several_phases() -> None:
    each = action("act", phase=["a", "c"], limits=[{"scope": "phase", "max": 1}])
    table = sit(plain(each, action("idle", phase="b", limits=ONCE), **phased("a", "b", "c")))
    assert [legal(table)] + [step(table, m) for m in ("act", "idle", "act")] == [
        ["act"],
        ["idle"],
        ["act"],
        ["act"],
    ]
    assert table.decider == 1


def step(table: Table, move: str) -> list[str]:
    """What can be chosen after a move."""
    table.apply(move)
    return legal(table)


def test_effects_happen_when_phases_begin_and_end() -> None:
    act = action("act", note(5), phase="a", limits=ONCE)
    more = {
        "a": {"onEnter": [note(1)], "onExit": [note(2)]},
        "b": {"onEnter": [note(3)], "onExit": [note(4)]},
    }
    table = sit(plain(act, **phased("a", "b", **more)))
    assert points(table, "seen") == 1
    table.apply("act")
    # Out of the first, into the second, in which there is no move, out of it, and the next turn.
    assert points(table, "seen") == 152341


def test_a_phase_can_be_gone_to_and_left() -> None:
    jump = action("jump", {"gotoPhaseExact": {"phase": "c"}}, phase="a", limits=ONCE)
    leave = action("leave", {"advancePhase": {}}, phase="a")
    rest = [action(name, phase=name, limits=ONCE) for name in ("b", "c")]
    text = plain(jump, leave, *rest, **phased("a", "b", "c"))
    assert legal(sit(text, "jump")) == ["c"]
    assert legal(sit(text, "leave")) == ["b"]


@pytest.mark.parametrize("scope, moves", [("turn", 1), ("phase", 2), ("game", 1)])
def test_limits_count_in_their_time(scope: str, moves: int) -> None:
    act = action("act", phase=["a", "b"], limits=[{"scope": scope, "max": 1}])
    idle = action("idle", phase="a", limits=[{"scope": "turn", "max": 1}])
    table = sit(plain(act, idle, **phased("a", "b")))
    found = 0
    while table.decider == 0:
        found += "act" in legal(table)
        table.apply("act" if "act" in legal(table) else "idle")
    assert found == moves
    assert ("act" in legal(table)) is (scope != "game")


# ---- triggers ------------------------------------------------------------------------------------


def trigger(event: Tree, *effects: Tree, **more: Any) -> Tree:
    """A trigger."""
    return {"event": event, "effects": list(effects), **more}


MAKE = {"createToken": {"type": "piece", "zone": "field", "props": {"name": "x", "rank": 1}}}
CARRY = {"draw": {"from": "field", "to": "camp", "count": 1}}


def test_triggers_follow_what_happens_in_the_order_they_are_written() -> None:
    triggers = [
        trigger({"type": "actionResolved", "action": "act"}, note(3)),
        trigger({"type": "tokenEntered", "zone": "camp"}, note(2)),
        trigger({"type": "turnEnd"}, note(4)),
        trigger({"type": "turnStart"}, note(5)),
        trigger({"type": "phaseEnter"}, note(6)),
    ]
    act = action("act", note(1), CARRY, limits=ONCE)
    table = sit(plain(act, triggers=triggers, setup=[MAKE]))
    assert points(table, "seen") == 56
    table.apply("act")
    assert points(table, "seen") == 56_1234_56


def test_conditions_of_triggers_know_what_it_is_about() -> None:
    which = compare({"ref": "binding", "name": "$action"}, "==", "b")
    late = trigger(
        {"type": "actionResolved"}, note(7), match=which, when=compare(value("coin"), "==", 3)
    )
    acts = [action(name, limits=ONCE) for name in ("a", "b")]
    table = sit(plain(*acts, triggers=[late]))
    table.apply("a")
    assert points(table, "seen") == 0
    table.apply("b")
    assert points(table, "seen") == 7


def test_triggers_may_set_off_others_so_deep() -> None:
    back = {"draw": {"from": "camp", "to": "field", "count": 1}}
    circle = [
        trigger({"type": "tokenEntered", "zone": "camp"}, add(1), back),
        trigger({"type": "tokenEntered", "zone": "field"}, add(1), CARRY),
    ]
    act = action("act", CARRY, limits=ONCE)
    deep = {"metadata": {"id": "g", "players": {"min": 3, "max": 3}, "maxTriggerDepth": 4}}
    # Depths 0 to 4 fire.
    assert points(sit(plain(act, triggers=circle, setup=[MAKE], **deep), "act")) == 5


def test_what_enters_inside_of_a_loop_is_told_too() -> None:
    each = {
        "forEach": {
            "bind": "$t",
            "over": {"query": "tokensInZone", "zone": "field"},
            "effects": [CARRY],
        }
    }
    count = trigger({"type": "tokenEntered", "zone": "camp"}, add(1))
    act = action("act", each, limits=ONCE)
    assert points(sit(plain(act, triggers=[count], setup=[MAKE] * 3), "act")) == 3
