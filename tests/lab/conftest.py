"""Searches that tests count."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.solver import solve as solver
from ludwright.solver.answers import Answer

SOLVE = solver.solve


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list to which every search adds."""
    searches: list[int] = []

    def counted(*given: Any) -> Answer:
        searches.append(len(searches))
        return SOLVE(*given)

    monkeypatch.setattr(solver, "solve", counted)
    return searches
