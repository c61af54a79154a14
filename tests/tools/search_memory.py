"""Searches a deal with little memory and prints how much the process has grown; for tests."""

from __future__ import annotations

import resource
import sys
import threading
from pathlib import Path

MEGABYTE = 1 << 20


def resident() -> int:
    """The bytes that this process has in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


class Watch(threading.Thread):
    """Looks every few milliseconds at how much is in memory, while searches run."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.done = threading.Event()
        self.peak = 0

    def run(self) -> None:
        """Keep the most that was seen."""
        while not self.done.wait(0.002):
            self.peak = max(self.peak, resident())


def main() -> None:
    """Solve a deal of a game: its name, a seed, megabytes, and whether by the general search."""
    import ludwright as lw
    from ludwright.solver import general
    from ludwright.solver.answers import Limits
    from ludwright.solver.solve import solve

    name, seed, memory, way = sys.argv[1:]
    search = {"board": solve, "machine": general.search}[way]
    game = lw.load(name)
    state = game.table(seed=int(seed)).state
    first = Limits(seconds=None, states=100)
    search(game.definition, game.program(), state, first, None)
    before, watch = resident(), Watch()
    watch.start()
    limits = Limits(seconds=None, memory=int(memory) * MEGABYTE)
    answer = search(game.definition, game.program(), state, limits, None)
    watch.done.set()
    print(answer.limit, (watch.peak - before) / MEGABYTE)


if __name__ == "__main__":
    main()
