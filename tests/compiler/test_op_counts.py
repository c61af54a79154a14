"""No game takes more ops per decision than the ceiling that `op_counts.txt` has for it.

A change that takes fewer ops lowers the ceilings, and one that must take more raises them:

    PYTHONPATH=src:tests python -m tools.op_counts --write
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from tools import op_counts

PARTS = 8
NAMES = [case.name for case in op_counts.cases()]


def test_every_case_has_a_ceiling() -> None:
    assert list(op_counts.ceilings()) == NAMES


@pytest.mark.quick(2)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_decision_takes_more_ops_than_it_may(part: int) -> None:
    names = NAMES[part::PARTS]
    # The machine has to run as plain Python, so not in this process.
    done = subprocess.run(
        [sys.executable, "-m", "tools.op_counts", *names],
        capture_output=True,
        text=True,
        check=True,
        env=op_counts.environment(),
    )
    split = (line.partition(" of ")[0].rpartition(": ") for line in done.stdout.splitlines())
    found = {name: float(number) for name, _, number in split}
    most = op_counts.ceilings()
    assert set(names) <= set(found)
    assert not {name: each for name, each in found.items() if each > most[name]}
    loose = {name: each for name, each in found.items() if each < 0.9 * most[name]}
    assert not loose, "the ceilings can be lowered"
