"""Turn picks whose order is never read from sequences into sets, which have fewer options."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.walk import rebuild, walk

UNORDERED = n.Contains | n.Length | n.AnyOf | n.AllOf
"""Nodes whose result does not depend on the order of a list. A loop is not among them: it may move
the items one after another, and zones keep the order in which tokens arrive."""


def sets_where_possible(game: n.GameDef) -> n.GameDef:
    """The game with a set in place of every sequence whose order is never read."""

    def change(node: n.Node) -> n.Node:
        if not isinstance(node, n.Procedure):
            return node
        ordered = _read_in_order(node)

        def as_set(each: n.Node) -> n.Node:
            if isinstance(each, n.Pick) and each.name not in ordered:
                return replace(each, sequence=False)
            return each

        return rebuild(node, as_set)

    return rebuild(game, change)


def _read_in_order(procedure: n.Procedure) -> set[str]:
    """The names that are read where the order of a list may matter."""
    nodes = list(walk(procedure))
    # Conservative: a name is safe only if all of its reads are operands of UNORDERED nodes.
    reads = Counter(x.name for x in nodes if isinstance(x, n.Local))
    lists = [x.items for x in nodes if isinstance(x, UNORDERED)]
    harmless = Counter(x.name for x in lists if isinstance(x, n.Local))
    return {name for name, count in reads.items() if count > harmless[name]}
