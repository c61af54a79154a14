"""How games end: checkpoints first, then conditions in order, and scores only through them."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.play.table import Result
from tools.gamespec.card_driven import Tree, action, add, sit
from tools.gamespec.plain import ONCE, compare, plain, scored, value

ACT = action("act", add(1), scored(2), limits=ONCE)
AT_ONE, AT_TWO = (compare(value("points"), ">=", n) for n in (1, 2))
SCORE = {"ref": "pvar", "player": "actor", "var": "score"}


def result(terminal: Tree, moves: int, *acts: Tree, **more: Any) -> Result | None:
    """How a game ends after some moves, if it does."""
    table = sit(plain(*(acts or (ACT,)), terminal=terminal, **more), *["act"] * moves)
    return table.result() if table.over else None


def end(when: Any, type: str, **more: Any) -> Tree:
    """An end condition."""
    return {"when": when, "result": {"type": type, **more}}


def test_the_first_condition_that_holds_counts() -> None:
    ends = [end(AT_TWO, "draw"), end(AT_ONE, "win", player="active"), end(AT_ONE, "draw")]
    ended = result({"conditions": ends}, 1)
    assert ended and ended.winners == (0,)


def test_without_a_condition_that_holds_the_game_goes_on() -> None:
    assert result({"conditions": []}, 3) is None
    assert result({"conditions": [end(AT_TWO, "draw")]}, 1) is None


@pytest.mark.parametrize("type, reason", [("draw", "draw"), ("lossAll", "loss")])
def test_nobody_wins_a_draw_or_a_loss(type: str, reason: str) -> None:
    ended = result({"conditions": [end(AT_ONE, type)]}, 1)
    assert ended and (ended.winners, ended.reason) == ((), reason)


@pytest.mark.parametrize("player, winner", [("0", 0), ("left", 2), ("right", 1), ({"id": 1}, 1)])
def test_who_wins_is_told_by_a_selector(player: Any, winner: int) -> None:
    ended = result({"conditions": [end(AT_ONE, "win", player=player)]}, 1)
    assert ended and ended.winners == (winner,)


def test_scores_rank_all_players() -> None:
    ends = [end(AT_TWO, "score")]
    high = {"conditions": ends, "scoring": {"method": "highest", "value": SCORE}}
    ended = result(high, 2)
    assert ended and (ended.winners, ended.scores) == ((0, 1), (2, 2, 0))
    low = {"conditions": ends, "scoring": {"method": "lowest", "value": SCORE}}
    ended = result(low, 2)
    assert ended and ended.winners == (2,)


def test_a_score_alone_ends_nothing() -> None:
    # The text falls back to the score when nothing else holds: that would end games at once.
    never = {"conditions": [], "scoring": {"method": "highest", "value": SCORE}}
    assert result(never, 3) is None


def check(timing: str, when: Any, faction: str = "2") -> Tree:
    """A checkpoint."""
    return {"id": f"c{faction}", "faction": faction, "timing": timing, "when": when}


def test_checkpoints_come_before_conditions() -> None:
    ends = [end(AT_ONE, "win", player="active")]
    ended = result({"conditions": ends, "checkpoints": [check("duringCoup", AT_ONE)]}, 1)
    assert ended and ended.winners == (2,)
    ended = result({"conditions": ends, "checkpoints": [check("duringCoup", AT_TWO)]}, 1)
    assert ended and ended.winners == (0,)


def test_the_last_checkpoint_ranks_by_margins() -> None:
    margins = [{"faction": "0", "value": 4}, {"faction": "1", "value": 7}]
    last = {"conditions": [], "checkpoints": [check("finalCoup", AT_ONE)], "margins": margins}
    ended = result(last, 1)
    assert ended and ended.winners == (1,)
    ended = result({**last, "ranking": {"order": "asc"}}, 1)
    assert ended and ended.winners == (0,)
    ended = result({**last, "margins": []}, 1)
    assert ended and ended.winners == (2,)


def test_the_end_is_looked_for_before_the_first_move() -> None:
    ended = result({"conditions": [end(compare(value("coin"), "==", 3), "draw")]}, 0)
    assert ended and ended.reason == "draw"


@pytest.mark.parametrize("order", ["asc", "desc"])
def test_of_equal_margins_the_first_name_counts(order: str) -> None:
    margins = [{"faction": name, "value": 4} for name in ("2", "0", "1")]
    last = {"conditions": [], "checkpoints": [check("finalCoup", AT_ONE)], "margins": margins}
    ended = result({**last, "ranking": {"order": order}}, 1)
    assert ended and (ended.winners, ended.scores) == ((0,), (4, 4, 4))


def test_margins_are_worked_out_at_the_end() -> None:
    whose = {"ref": "pvar", "player": "1", "var": "score"}
    margins = [{"faction": "0", "value": 1}, {"faction": "1", "value": whose}]
    last = {"conditions": [], "checkpoints": [check("finalCoup", AT_TWO)], "margins": margins}
    # The second player has 2 by then.
    ended = result(last, 2)
    assert ended and ended.winners == (1,)


def test_checkpoints_during_coups_come_before_the_last_ones() -> None:
    both = [check("finalCoup", AT_ONE, "0"), check("duringCoup", AT_ONE, "1")]
    ended = result({"conditions": [], "checkpoints": both}, 1)
    assert ended and (ended.winners, ended.reason) == ((1,), "c1")


def test_who_is_active_wins_also_behind_triggers() -> None:
    # The turn is over, so it is the next player who is active when the end is looked for.
    whose = compare({"ref": "activePlayer"}, "==", 1)
    ended = result({"conditions": [end(whose, "win", player="active")]}, 1)
    assert ended and ended.winners == (1,)
