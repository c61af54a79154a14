"""The machine run as plain Python goes through the same states, word by word."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludwright
from ludwright.machine import jit
from tools import uncompiled

TESTS = Path(__file__).parents[1]


@pytest.mark.quick(1)
@pytest.mark.parametrize("last", [30, 80])
def test_compiled_and_uncompiled_games_are_the_same(last: int) -> None:
    assert jit.COMPILED
    path = os.pathsep.join(str(folder) for folder in (TESTS.parent / "src", TESTS))
    done = subprocess.run(
        [sys.executable, "-W", "error", str(TESTS / "tools" / "uncompiled.py"), str(last)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    plain = done.stdout.splitlines()
    assert plain == list(uncompiled.digests(last))
    assert len(plain) > 7 * last


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None  # as if it were not installed
import ludwright
from ludwright.machine.jit import COMPILED, cold
table = ludwright.load("crazy-eights").table(players=3, seed=5)
while not table.over:
    table.apply(table.legal()[-1])
print(COMPILED, cold(), table.key(), table.result())
"""


def test_without_numba_the_same_game_is_played() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=True
    )
    table = ludwright.load("crazy-eights").table(players=3, seed=5)
    while not table.over:
        table.apply(table.legal()[-1])
    assert done.stdout.strip() == f"False False {table.key()} {table.result()}"
