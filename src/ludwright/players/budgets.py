"""How far a level searches: fixed per game, so that a level is the same player anywhere."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from .. import library
from ..disk import read_whole
from ..machine.program import Program
from ..search.facts import facts_of

FACTS, LARGEST = "facts.json", 1 << 20
# Of games without levels of their own: decisions of all playouts together at level 3, the fewest
# and the most iterations; what the levels have of them, and the least that
# level 1 has, each further level twice as many.
DECISIONS, FEWEST, MOST = 30_000, 25, 400
SHARES, LEAST = {1: 0.025, 2: 0.15, 3: 1.0, 4: 5.0}, 4
SECONDS = 2.0  # of the level that goes by the clock


def iterations_of(program: Program, level: int) -> int:
    """The iterations of a level from 1 to 4 per decision."""
    kept = _kept().get(program.sources, {}).get("iterations")
    if kept is not None:
        return int(kept[level - 1])
    whole = DECISIONS / max(1.0, facts_of(program).ahead)
    return max(LEAST << (level - 1), int(SHARES[level] * min(MOST, max(FEWEST, whole))))


def clock_of(program: Program) -> float:
    """The seconds of a decision of the level that goes by the clock."""
    return float(_kept().get(program.sources, {}).get("clock", SECONDS))


def measured_levels(program: Program) -> dict[str, Any]:
    """What the facts of a library game say of its levels; {} if the game is not in the library."""
    return dict(_kept().get(program.sources, {}))


def forget() -> None:
    """Read the budgets of library games again."""
    _kept.cache_clear()


@cache
def _kept() -> dict[str, dict[str, Any]]:
    """The levels of library games that have budgets of their own, by the digest of their
    sources."""
    found = {}
    for file in sorted(Path(str(library.__file__)).parent.glob(f"*/{FACTS}")):
        facts = json.loads(read_whole(file, LARGEST))
        if "levels" in facts:
            found[facts["digest"]] = facts["levels"]
    return found
