"""Three Men's Morris: counts by hand, and a second model that also solves it."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

import ludwright
from ludwright import Table
from ludwright.lab.perft import perft
from ludwright.play.moves import Move
from tools.lockstep import lock_step

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
NEXT = {
    p: [q for q in range(9) if abs(p // 3 - q // 3) + abs(p % 3 - q % 3) == 1] for p in range(9)
}
CENTRE, CORNERS, EDGES = [4], [0, 2, 6, 8], [1, 3, 5, 7]

Points = frozenset[int]
Position = tuple[Points, Points]  # of the player to move, and of the other
Step = tuple[int | None, int]  # from a point, or from the reserve, to a point


@cache
def morris() -> ludwright.Game:
    return ludwright.load("three-mens-morris")


def steps(position: Position) -> list[Step]:
    mine, others = position
    taken = mine | others
    if len(mine) < 3:
        return [(None, to) for to in range(9) if to not in taken]
    return [(start, to) for start in sorted(mine) for to in NEXT[start] if to not in taken]


def after(position: Position, step: Step) -> Position:
    mine, others = position
    return others, mine - {step[0]} | {step[1]}


def lined(points: Points) -> bool:
    return any(points >= set(line) for line in LINES)


@cache
def solved() -> dict[Position, int]:
    """How many moves it takes if both play well: odd if the one to move wins, even if the other
    does; nobody can force positions that are not there."""
    start: Position = (frozenset(), frozenset())
    follow: dict[Position, list[Position]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position not in follow:
            over = lined(position[1])
            follow[position] = [] if over else [after(position, step) for step in steps(position)]
            assert over or follow[position]  # nobody is ever blocked
            waiting += follow[position]
    known = {position: 0 for position, nexts in follow.items() if not nexts}
    for depth in range(1, len(follow)):
        found = {}
        for position, nexts in follow.items():
            if position in known:
                continue
            ends = [known.get(each) for each in nexts]
            if any(end is not None and end % 2 == 0 for end in ends) or all(
                end is not None and end % 2 for end in ends
            ):
                found[position] = depth
        if not found:
            break
        known |= found
    return known


def read(table: Table) -> Position:
    """Where the stones lie: of the player to move, and of the other."""
    lying = [table.zone(f"cell_{p // 3}_{p % 3}") for p in range(9)]
    assert all(len(stones) < 2 for stones in lying)
    colours = [
        frozenset(p for p in range(9) if lying[p] and lying[p][0].startswith(colour))
        for colour in ("black", "white")
    ]
    return colours[table.decider], colours[1 - table.decider]


def options(table: Table) -> dict[Step, Move]:
    """The legal moves by what they do."""
    found: dict[Step, Move] = {}
    for move in table.legal():
        *start, to = (3 * int(r) + int(c) for r, c in re.findall(r"cell.(\d).(\d)", str(move)))
        assert move.name == ("move" if start else "place")
        found[start[0] if start else None, to] = move
    return found


def test_the_first_moves_are_counted_by_hand() -> None:
    # Stones are placed on any point that is empty, and nobody has three of them before the fifth.
    table = morris().table()
    assert perft(table, 5) == [9, 9 * 8, 9 * 8 * 7, 9 * 8 * 7 * 6, 9 * 8 * 7 * 6 * 5]


@pytest.mark.parametrize("seed", range(12))
def test_every_position_offers_what_the_model_says(seed: int) -> None:
    table, rng = morris().table(), random.Random(seed)
    position: Position = (frozenset(), frozenset())
    while not lined(position[1]):
        assert not table.over
        assert read(table) == position
        found = options(table)
        assert sorted(found, key=str) == sorted(steps(position), key=str)
        step = rng.choice(sorted(found, key=str))
        mover = table.decider
        table.apply(found[step])
        position = after(position, step)
    assert table.over
    assert table.result().winners == (mover,)


def test_the_centre_wins_in_nine_moves_and_an_edge_loses() -> None:
    known, start = solved(), (frozenset(), frozenset())
    assert known[start] == 9
    first = {to: known.get(after(start, (None, to))) for to in range(9)}
    assert {first[point] for point in CENTRE} == {8}
    assert {first[point] for point in CORNERS} == {None}
    assert {first[point] for point in EDGES} == {7}


@pytest.mark.parametrize("seed", range(6))
def test_whoever_plays_well_from_the_centre_wins_in_time(seed: int) -> None:
    table, rng, known = morris().table(), random.Random(seed), solved()
    moves = 0
    while not table.over:
        position, found = read(table), options(table)
        if table.decider == 0:
            best = [
                step for step in found if known.get(after(position, step)) == known[position] - 1
            ]
            table.apply(found[best[0]])
        else:
            table.apply(found[rng.choice(sorted(found, key=str))])
        moves += 1
    assert table.result().winners == (0,)
    assert moves <= 9


def test_machine_and_oracle_agree() -> None:
    for seed in range(3):
        lock_step(morris().definition, 2, seed)
