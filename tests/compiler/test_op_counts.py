"""No game takes more ops per decision than the ceiling that `op_counts.txt` has for it.

A change that takes fewer ops lowers the ceilings, and one that must take more raises them:

    PYTHONPATH=src:tests python -m tools.op_counts --write
"""

from __future__ import annotations

import pytest

from ludwright.machine import interpreter
from tools import op_counts

pytestmark = pytest.mark.skipif(not interpreter.COMPILED, reason="plain Python does not count ops")

CASES = {case.name: case for case in op_counts.cases()}


def test_every_case_has_a_ceiling() -> None:
    assert list(op_counts.ceilings()) == list(CASES)


@pytest.mark.quick(20)
@pytest.mark.parametrize("name", CASES)
def test_no_decision_takes_more_ops_than_it_may(name: str) -> None:
    found, most = op_counts.count(CASES[name]).per_decision, op_counts.ceilings()[name]
    assert found <= most + 0.05
    assert found >= 0.9 * most, "the ceiling can be lowered"
