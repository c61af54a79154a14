"""Searches a deal with little memory and prints how much the process has grown; for tests."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

MEGABYTE = 1 << 20


def resident() -> int:
    """The bytes that this process has in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def main() -> None:
    """Solve a deal of a game: its name, a seed, megabytes, and whether by the general search."""
    import ludwright as lw
    from ludwright.solver import general
    from ludwright.solver.answers import Limits
    from ludwright.solver.solving import solve

    name, seed, memory, way = sys.argv[1:]
    search = {"board": solve, "machine": general.search}[way]
    game = lw.load(name)
    state = game.table(seed=int(seed)).state
    first = Limits(seconds=None, states=100)
    search(game.definition, game.program(), state, first, None)
    before = resident()
    limits = Limits(seconds=None, memory=int(memory) * MEGABYTE)
    answer = search(game.definition, game.program(), state, limits, None)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(answer.limit, (peak - before) / MEGABYTE)


if __name__ == "__main__":
    main()
