"""Solutions that wander are cut short, and win all the same."""

from __future__ import annotations

import pytest

from ludwright.lab.solutions import Deal
from ludwright.play.table import Table
from ludwright.solver.exhaust import longest
from ludwright.solver.shorten import shortened
from ludwright.solver.solve import solve
from tools.small_solitaires import WON, little

Rows = tuple[tuple[int, ...], ...]


def start() -> Table:
    return Deal(WON).table(little().program())


def wins(moves: Rows, table: Table | None = None) -> bool:
    """Whether moves are legal one after another, and win with the last."""
    table = table or start()
    for entry in moves:
        if table.over or not table.lists(entry):
            return False
        table.advance(entry)
    return table.over and table.result().winners == (0,)


def wandering() -> Rows:
    """A way to win that goes to and fro before every move, where it can."""
    table, moves = start(), []
    way = longest(little().definition, table.program, table.state).shortest
    assert way
    for entry in way:
        for there in table.legal():
            other = table.copy()
            other.apply(there)
            before = [
                m
                for m in map(other.entry, other.legal())
                if _after(other, m) == table.key("future")
            ]
            if before:
                moves += [table.entry(there), before[0]]
                break
        table.advance(entry)
        moves.append(entry)
    return tuple(moves)


def _after(table: Table, entry: tuple[int, ...]) -> int:
    other = table.copy()
    other.advance(entry)
    return other.key("future")


def test_what_goes_to_and_fro_is_cut_out() -> None:
    table, long = start(), wandering()
    shortest = longest(little().definition, table.program, table.state).shortest
    assert wins(long) and shortest and len(long) > len(shortest) + 4
    short = shortened(table.program, table.state, long)
    assert wins(short) and len(short) == len(shortest)


@pytest.mark.parametrize("effort", [0, 1, 30, 200, 1000])
def test_little_effort_is_no_harm(effort: int) -> None:
    table, long = start(), wandering()
    short = shortened(table.program, table.state, long, effort)
    assert wins(short) and len(short) <= len(long)


def test_the_position_it_starts_from_is_left_alone() -> None:
    table = start()
    before = table.state.copy()
    answer = solve(little().definition, table.program, table.state)
    assert wins(shortened(table.program, table.state, answer.moves))
    assert (table.state == before).all()


def test_moves_that_do_not_win_stay_as_they_are() -> None:
    table = start()
    assert shortened(table.program, table.state, ()) == ()
    one = (table.entry(table.legal()[0]),)
    assert shortened(table.program, table.state, one) == one
