"""What a search may spend, and that it says so; and that it runs as plain Python too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludwright
from ludwright.machine import interpreter, native
from ludwright.solver.answers import IMPOSSIBLE, SOLVED, UNKNOWN, Answer, Limits
from ludwright.solver.exhaust import count
from ludwright.solver.general import search
from ludwright.solver.solve import replay, solve
from models import brute_force

TESTS = Path(__file__).parents[1]
HARD = 2  # a deal that takes a while


@pytest.fixture(scope="module")
def klondike() -> ludwright.Game:
    return ludwright.load("klondike")


def solved(game: ludwright.Game, seed: int, limits: Limits, **more: object) -> Answer:
    """What the general search says; solitaires of piles are otherwise searched on boards."""
    state, should_stop = game.table(seed=seed).state.copy(), more.get("should_stop")
    return search(game.definition, game.program(), state, limits, should_stop)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["cells", "stock", "deals"])
def test_few_states_make_no_answer_wrong(name: str) -> None:
    game = ludwright.loads(brute_force.GAMES[name], "sgdl")
    unknown = 0
    for seed in range(20):
        truth = solved(game, seed, Limits())
        assert truth.limit == ""
        for states in (1, 2, 3, 5, 8, 13, 21, 34):
            answer = solved(game, seed, Limits(states=states))
            assert answer.states <= states
            assert (answer.status, answer.limit) in ((truth.status, ""), (UNKNOWN, "states"))
            assert bool(answer.moves) == (answer.status == SOLVED)
            unknown += answer.status == UNKNOWN
    assert unknown > 20


def test_a_walk_that_is_cut_short_says_so() -> None:
    game = ludwright.loads(brute_force.GAMES["cells"], "sgdl")
    state = game.table(seed=1).state
    whole = count(game.definition, game.program(), state)
    part = count(game.definition, game.program(), state, Limits(states=10))
    assert (whole.limit, part.limit) == ("", "states")
    assert part.positions <= 10 < whole.positions


def test_no_time_is_no_answer(klondike: ludwright.Game) -> None:
    answer = solved(klondike, HARD, Limits(seconds=0))
    assert (answer.status, answer.limit) == (UNKNOWN, "time")


def test_time_is_kept(klondike: ludwright.Game) -> None:
    answer = solved(klondike, HARD, Limits(seconds=0.3))
    assert (answer.status, answer.limit) == (UNKNOWN, "time")
    assert 0.3 <= answer.seconds < 1.5


def test_memory_is_kept(klondike: ludwright.Game) -> None:
    answer = solved(klondike, HARD, Limits(seconds=20, memory=3 << 20))
    assert (answer.status, answer.limit) == (UNKNOWN, "memory")


@pytest.mark.quick(1)
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no way to measure memory")
@pytest.mark.parametrize(("way", "memory"), [("board", 30), ("board", 60), ("machine", 40)])
def test_a_process_does_not_grow_by_more_than_its_memory(way: str, memory: int) -> None:
    deal = ["klondike", "3", str(memory), way]
    done = subprocess.run(
        [sys.executable, str(TESTS / "tools" / "search_memory.py"), *deal],
        env={**os.environ, "PYTHONPATH": str(TESTS.parent / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    limit, grown = done.stdout.split()
    assert limit == "memory"
    assert memory / 3 < float(grown) <= memory


def test_depth_first_goes_on_where_memory_for_records_ends(klondike: ludwright.Game) -> None:
    """Records of so many positions would need more than a quarter of this."""
    answer = solved(klondike, HARD, Limits(seconds=20, states=60_000, memory=24 << 20))
    assert (answer.status, answer.limit) == (UNKNOWN, "states")


def test_whoever_is_asked_can_stop_it(klondike: ludwright.Game) -> None:
    heard: list[int] = []

    def should_stop(states: int) -> bool:
        heard.append(states)
        return len(heard) == 3

    answer = solved(klondike, HARD, Limits(), should_stop=should_stop)
    assert (answer.status, answer.limit) == (UNKNOWN, "stopped")
    assert heard == sorted(heard)
    assert heard[-1] == answer.states


def test_a_position_in_the_middle_of_a_game(klondike: ludwright.Game) -> None:
    table = klondike.table(seed=1)
    answer = solved(klondike, 1, Limits(states=200_000))
    assert answer.status == SOLVED
    for entry in answer.moves[:-20]:
        table.advance(entry)
    rest = solve(klondike.definition, klondike.program(), table.state)
    replay(table, rest)
    assert table.result().winners == (0,)


def test_a_game_that_is_over_needs_no_search() -> None:
    game = ludwright.loads(brute_force.GAMES["cells"], "sgdl")
    table = game.table(seed=3)
    replay(table, solved(game, 3, Limits()))
    answer = solve(game.definition, game.program(), table.state)
    assert (answer.status, answer.moves) == (SOLVED, ())
    walked = count(game.definition, game.program(), table.state)
    assert (walked.positions, walked.won, walked.shortest) == (1, 1, ())


def test_wrong_solutions_are_found_out() -> None:
    game = ludwright.loads(brute_force.GAMES["cells"], "sgdl")
    answer = solved(game, 3, Limits())
    for moves in (answer.moves[:-1], answer.moves[1:], (*answer.moves[:-1], (99,))):
        with pytest.raises(AssertionError):
            replay(game.table(seed=3), Answer(SOLVED, moves))


def test_compiled_and_uncompiled_searches_say_the_same() -> None:
    assert interpreter.COMPILED
    path = os.pathsep.join(str(folder) for folder in (TESTS.parent / "src", TESTS))
    done = subprocess.run(
        [sys.executable, "-W", "error", str(TESTS / "models" / "brute_force.py")],
        env={**os.environ, native.PLAIN: "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    report = brute_force.report()
    assert done.stdout.splitlines() == report
    assert any(SOLVED in line for line in report)
    assert any(IMPOSSIBLE in line for line in report)


def test_nobody_loads_the_searches_at_the_start() -> None:
    code = (
        "import sys, ludwright, ludwright.cli; print([x for x in sys.modules if 'solver.s' in x])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert done.stdout.strip() == "[]"
