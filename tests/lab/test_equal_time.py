"""Matches at equal time: the number of iterations that takes as long is found in spite of noise."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parents[2] / "benchmarks" / "players.py"


def on_the_line(tried: list[tuple[int, float]]) -> int:
    spec = importlib.util.spec_from_file_location("benchmark_of_players", FILE)
    assert spec is not None and spec.loader is not None
    module: Any = sys.modules.setdefault(spec.name, importlib.util.module_from_spec(spec))
    if not hasattr(module, "on_the_line"):
        spec.loader.exec_module(module)
    found = module.on_the_line(tried)
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("fixed", [0.0, 0.3, 0.7])
@pytest.mark.parametrize("wanted", [300, 1000, 5000])
def test_the_time_of_a_view_is_no_part_of_that_of_an_iteration(fixed: float, wanted: int) -> None:
    def took(iterations: int) -> float:
        return fixed + (1 - fixed) * iterations / wanted

    assert on_the_line([(count, took(count)) for count in (wanted // 2, 2 * wanted)]) == wanted
    draws = random.Random(wanted)
    for _ in range(50):
        noisy = [
            (count, took(count) * draws.uniform(0.97, 1.03)) for count in (200, 800, wanted, wanted)
        ]
        assert took(on_the_line(noisy)) == pytest.approx(1, abs=0.06)


def test_noise_that_makes_more_iterations_seem_faster_is_not_followed() -> None:
    """The trials of a machine that compiled during the first one."""
    assert 400 < on_the_line([(200, 0.9), (800, 0.5)]) < 3000
    assert on_the_line([(200, 0.5)]) == 400
