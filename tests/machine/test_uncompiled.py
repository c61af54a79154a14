"""The machine run as plain Python goes through the same states, word by word."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludwright
from ludwright.machine import interpreter, native
from tools import uncompiled

TESTS = Path(__file__).parents[1]


@pytest.mark.quick(1)
@pytest.mark.parametrize("last", [30, 80])
def test_compiled_and_uncompiled_games_are_the_same(last: int) -> None:
    assert interpreter.COMPILED
    path = os.pathsep.join(str(folder) for folder in (TESTS.parent / "src", TESTS))
    done = subprocess.run(
        [sys.executable, "-W", "error", str(TESTS / "tools" / "uncompiled.py"), str(last)],
        env={**os.environ, native.PLAIN: "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    plain = done.stdout.splitlines()
    assert plain == list(uncompiled.digests(last))
    assert len(plain) > 7 * last


WITHOUT = """
import sys
sys.modules["llvmlite"] = None  # as if it were not installed
import ludwright
from ludwright.machine.interpreter import COMPILED
table = ludwright.load("crazy-eights").table(players=3, seed=5)
while not table.over:
    table.apply(table.legal()[-1])
print(COMPILED, table.key(), table.result())
"""


def test_without_a_compiler_the_same_game_is_played() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    table = ludwright.load("crazy-eights").table(players=3, seed=5)
    while not table.over:
        table.apply(table.legal()[-1])
    assert done.stdout.strip() == f"False {table.key()} {table.result()}"
