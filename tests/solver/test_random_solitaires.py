"""Random small solitaires: boards, the general search and a slow walk over tables say the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import ludwright as lw
from ludwright.machine import native
from ludwright.machine.interpreter import COMPILED
from ludwright.solver.answers import IMPOSSIBLE, SOLVED, UNKNOWN, Limits
from ludwright.solver.solve import solve
from samplers.solitaires import random_solitaire
from tools import checked_boards

if COMPILED:
    from tools.board_answers import said

pytestmark = pytest.mark.skipif(not COMPILED, reason="boards are only used where Numba compiles")

TESTS = Path(__file__).parents[1]
STATES, WALKED = 20_000, 300


def compare(seeds: range, deals: int) -> Counter[str]:
    """Ask all searches, and count what was compared."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        game = lw.loads(random_solitaire(seed), language="sgdl")
        for deal in range(deals):
            table = game.table(seed=deal)
            if table.over:
                continue
            found = said(game, table, STATES, WALKED)
            assert len(set(found.answers.values())) < 2, (seed, deal, found)
            limits = Limits(seconds=None, states=STATES)
            answer = solve(game.definition, game.program(), table.state, limits)
            assert answer.status in {UNKNOWN, *found.answers.values()}, (seed, deal)
            counts.update(set(found.answers.values()))
            counts["walked"] += "walk" in found.answers
            counts["on boards"] += not found.otherwise
    return counts


def test_all_searches_say_the_same() -> None:
    counts = compare(range(24), deals=2)
    assert counts["on boards"] > 15
    assert counts["walked"] > 20
    assert min(counts[SOLVED], counts[IMPOSSIBLE]) > 7


def test_a_pile_that_is_only_asked_about_is_on_the_board() -> None:
    assert compare(range(1904, 1905), deals=8)["on boards"] > 0


@pytest.mark.deep
@pytest.mark.parametrize("first", (0, *range(1000, 2500, 50)))
def test_all_searches_say_the_same_of_many_games(first: int) -> None:
    assert compare(range(first, first + 50), deals=8)["on boards"] > 50


def checked(first: int, last: int, deals: int) -> list[str]:
    """The report of boards whose every index is checked."""
    path = os.pathsep.join(str(folder) for folder in (TESTS.parent / "src", TESTS))
    done = subprocess.run(
        [
            sys.executable,
            str(TESTS / "tools" / "checked_boards.py"),
            *map(str, (first, last, deals)),
        ],
        env={**os.environ, native.PLAIN: "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_no_index_is_out_of_range() -> None:
    """The same positions are seen in plain Python, where arrays have ends."""
    found = checked(0, 8, 1)
    assert found == checked_boards.report(0, 8, 1)
    assert sum("[(" in line for line in found) > 4


@pytest.mark.deep
@pytest.mark.parametrize("first", (0, *range(3000, 3200, 25)))
def test_no_index_is_out_of_range_in_many_games(first: int) -> None:
    assert checked(first, first + 25, 3) == checked_boards.report(first, first + 25, 3)
