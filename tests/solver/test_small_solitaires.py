"""Small solitaires, deal after deal: the searches agree with a slow walk over tables."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.game import Game
from ludwright.solver.answers import IMPOSSIBLE, SOLVED, Limits
from ludwright.solver.exhaust import count
from ludwright.solver.general import search
from ludwright.solver.solve import replay, solve
from ludwright.solver.state_hash import Y_GROUPS
from ludwright.solver.static_facts import static_facts_of
from models import brute_force

DEALS = 40


@pytest.fixture(scope="module", params=brute_force.GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return ludwright.loads(brute_force.GAMES[request.param], "sgdl")


@pytest.mark.parametrize("deals", [DEALS // 2, pytest.param(DEALS, marks=pytest.mark.deep)])
def test_answers_and_counts_are_those_of_a_slow_walk(game: Game, deals: int) -> None:
    statuses = set()
    for seed in range(DEALS - deals, DEALS):
        table = game.table(seed=seed)
        expected = brute_force.walk(table)
        assert expected is not None
        found = count(game.definition, game.program(), table.state)
        assert found.limit == ""
        shortest = None if found.shortest is None else len(found.shortest)
        numbers = (found.positions, found.won, found.dead_ends, found.farthest, shortest)
        assert brute_force.Found(*numbers) == expected, seed
        answer = solve(game.definition, game.program(), table.state)
        assert answer.status == (SOLVED if expected.won else IMPOSSIBLE), seed
        assert answer.states <= expected.positions
        statuses.add(answer.status)
    assert len(statuses) == 2  # so that both were tried


def test_solutions_can_be_played(game: Game) -> None:
    solved = 0
    for seed in range(3 * DEALS):
        table = game.table(seed=seed)
        answer = solve(game.definition, game.program(), table.state)
        if answer.status == SOLVED:
            replay(table, answer)
            assert brute_force.won(table)
            assert table.log == list(answer.moves)
            solved += 1
    assert solved > 5


def test_interchangeable_places_change_no_answer(game: Game) -> None:
    fewer = 0
    for seed in range(10 * DEALS):
        table = game.table(seed=seed)
        if not table.over:
            given = (game.definition, game.program(), table.state, Limits(), None)
            alike, apart = search(*given), search(*given, alike=False)
            assert alike.status == apart.status, seed
            if alike.status == IMPOSSIBLE:
                assert alike.states <= apart.states
                fewer += alike.states < apart.states
    program = game.program()
    places = static_facts_of(game.definition, program).places
    assert (fewer > 0) == bool(places[Y_GROUPS : Y_GROUPS + len(program.zones)].any())


def test_the_position_given_is_left_as_it_is(game: Game) -> None:
    table = game.table(seed=2)
    before = table.state.copy()
    solve(game.definition, game.program(), table.state)
    count(game.definition, game.program(), table.state)
    assert (table.state == before).all()
