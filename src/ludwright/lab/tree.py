"""Count the nodes of a small game's tree: chance nodes, decisions, terminals, information sets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..play.errors import TableError
from ..play.table import Table

MOST_NODES = 1_000_000

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Tree:
    """The number of nodes by kind, and of information sets by seat."""

    chance: int
    decisions: int
    terminals: int
    information_sets: tuple[int, ...]


def count_tree(table: Table, most: int = MOST_NODES, progress: Progress | None = None) -> Tree:
    """Traverse the tree below a table with explicit chance, depth first by apply and undo."""
    if not table.program.chance and not table.over:
        raise TableError("counting the tree needs explicit chance: use table(chance=True)")
    counts = {"chance": 0, "decisions": 0, "terminals": 0}
    seen: list[set[int]] = [set() for _ in range(table.program.seats)]
    path: list[int] = []  # the next move to try at each node of the current path
    while True:
        if not path or path[-1] == 0:  # first visit
            nodes = sum(counts.values())
            if nodes >= most:
                raise TableError(f"the tree has more than {most:,} nodes")
            if progress and nodes % 1000 == 0:
                progress(nodes)
            kind = "terminals" if table.over else "chance" if table.chance else "decisions"
            counts[kind] += 1
            if table.decider is not None and not table.over:
                seen[table.decider].add(table.information(table.decider))
            if not path:
                path.append(0)
        moves = table.legal()
        if path[-1] < len(moves) and not table.over:
            table.apply(moves[path[-1]])
            path[-1] += 1
            path.append(0)
        else:
            path.pop()
            if not path:
                break
            table.undo()
    return Tree(**counts, information_sets=tuple(len(each) for each in seen))
