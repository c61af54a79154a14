"""Which procedures may call themselves, found by following every call."""

from __future__ import annotations

import sys

from ludwright.gamedef import nodes as n
from ludwright.gamedef.walk import walk

# A call of a game is several calls here.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))


def cycles(game: n.GameDef) -> dict[str, set[str]]:
    """For each procedure those that it may call and that may call it."""
    waits = [x for x in walk(game) if isinstance(x, n.Later)]
    direct = {
        p.name: {x.procedure for x in walk(p) if isinstance(x, n.Call)}
        | {
            w.procedure
            for x in walk(p)
            if isinstance(x, n.Boundary)
            for w in waits
            if w.boundary == x.name
        }
        for p in game.procedures
    }
    below = {name: set(calls) for name, calls in direct.items()}
    for _ in direct:
        for name, calls in below.items():
            below[name] = calls.union(*(direct[c] for c in calls))
    return {name: {c for c in calls if name in below[c]} for name, calls in below.items()}
