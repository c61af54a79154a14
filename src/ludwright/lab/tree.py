"""The whole tree of a small game, with chance told apart: how many nodes of each kind there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..play.errors import TableError
from ..play.table import Table

MOST_NODES = 1_000_000

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Tree:
    """How many nodes a game has, and for each seat what it can tell apart when it decides."""

    chance: int
    decisions: int
    terminals: int
    information_sets: tuple[int, ...]


def count_tree(table: Table, most: int = MOST_NODES, progress: Progress | None = None) -> Tree:
    """Walk through everything that can happen from here, at a table that tells chance."""
    if not table.program.chance and not table.over:
        raise TableError("a tree is counted at a table that tells chance: table(chance=True)")
    counts = {"chance": 0, "decisions": 0, "terminals": 0}
    seen: list[set[int]] = [set() for _ in range(table.program.seats)]
    ways: list[int] = []  # which move is next at each node on the way here
    while True:
        if not ways or ways[-1] == 0:  # here for the first time
            nodes = sum(counts.values())
            if nodes >= most:
                raise TableError(f"the tree has more than {most:,} nodes")
            if progress and nodes % 1000 == 0:
                progress(nodes)
            kind = "terminals" if table.over else "chance" if table.chance else "decisions"
            counts[kind] += 1
            if table.decider is not None and not table.over:
                seen[table.decider].add(table.information(table.decider))
            if not ways:
                ways.append(0)
        moves = table.legal()
        if ways[-1] < len(moves) and not table.over:
            table.apply(moves[ways[-1]])
            ways[-1] += 1
            ways.append(0)
        else:
            ways.pop()
            if not ways:
                break
            table.undo()
    return Tree(**counts, information_sets=tuple(len(each) for each in seen))
