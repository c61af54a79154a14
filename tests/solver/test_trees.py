"""Games with trees: positions are the same whatever grew first."""

from __future__ import annotations

from collections import deque

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.machine.program import Program
from ludwright.play.table import Table
from ludwright.solver.answers import IMPOSSIBLE, SOLVED
from ludwright.solver.exhaust import count
from ludwright.solver.solve import solve
from tools.orchard import hanging, orchard
from tools.tiny import ME, num


def over_if(test: n.Expr) -> n.Statement:
    winners = n.ListOf(items=(ME,), of="seat")
    return n.If(test=test, then=(n.EndGame(winners=winners, reason="won"),))


def below(root: str, direction: int) -> n.Expr:
    child = n.ChildAt(zone=n.ZoneAt(name=root), direction=num(direction))
    return n.PropertyOf(token=n.TopOf(zone=child), property="rank")


def arrangements(program: Program) -> dict[object, int]:
    """How many moves each arrangement of cards takes, found by a slow walk over tables."""
    first = Table(program)
    distances: dict[object, int] = {hanging(program, first.state): 0}
    waiting = deque([first])
    while waiting:
        here = waiting.popleft()
        if here.over:
            continue
        for move in here.legal():
            after = here.copy()
            after.apply(move)
            what = hanging(program, after.state)
            if what not in distances:
                distances[what] = distances[hanging(program, here.state)] + 1
                waiting.append(after)
    return distances


def alike(what: object) -> object:
    """An arrangement with cards of equal rank alike: A and C, B and D."""
    return tuple((way, tuple(token % 2 for token in tokens)) for way, tokens in what)  # type: ignore[attr-defined]


@pytest.mark.parametrize("cards", [2, 3])
def test_each_arrangement_is_one_position(cards: int) -> None:
    """So many cards of a rank are to hang, of which there are two."""
    places = (("oak", 0), ("elm", 4), ("oak", 4))[:cards]
    goal = n.And(items=tuple(n.Equal(left=below(*at), right=num(1)) for at in places))
    game = orchard(over_if(goal))
    assert verify(game) == []
    program = compile_game(game)
    answer = solve(game, program, Table(program).state)
    assert answer.status == (SOLVED if cards == 2 else IMPOSSIBLE)
    expected = {alike(what) for what in arrangements(program)}
    walked = count(game, program, Table(program).state)
    assert walked.positions == len(expected)
    assert answer.states == len(expected) or answer.status == SOLVED
