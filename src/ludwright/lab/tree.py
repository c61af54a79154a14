"""Count the nodes of a small game's tree: chance nodes, decisions, terminals, information sets."""

from __future__ import annotations

from dataclasses import dataclass

from ..play.errors import TableError
from ..play.table import Table
from ..search.game_tree import GameTree
from ..search.walk import Progress

MOST_NODES = 1_000_000


@dataclass(frozen=True, slots=True)
class Tree:
    """The number of nodes by kind, and of information sets by seat."""

    chance: int
    decisions: int
    terminals: int
    information_sets: tuple[int, ...]


def count_tree(table: Table, most: int = MOST_NODES, progress: Progress | None = None) -> Tree:
    """Unfold the tree below a table with explicit chance."""
    if not table.program.chance and not table.over:
        raise TableError("counting the tree needs explicit chance: use table(chance=True)")
    tree = GameTree(table.program, table.state, most, progress, strict=False)
    return Tree(
        chance=tree.chance,
        decisions=tree.size - tree.terminals - tree.chance,
        terminals=tree.terminals,
        information_sets=tuple(tree.sets_of(seat) for seat in range(tree.seats)),
    )
