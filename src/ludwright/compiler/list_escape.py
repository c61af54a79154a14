"""Escape analysis of local lists: which ones outlive the loop iteration that makes them.

A list bound by Let stays in the list area until the iteration or the procedure ends. That is long
enough if it is bound once and read only by later statements of the same block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..gamedef import nodes as n
from ..gamedef.walk import FIELDS, walk


def escaping(procedure: n.Procedure) -> frozenset[str]:
    """The names bound in a loop to lists that another iteration, or what follows, may still
    read."""
    nodes = list(walk(procedure))
    # A name with two bindings may be read after either.
    binds = Counter(x.name for x in nodes if isinstance(x, n.Let | n.Pick | n.Parameter))
    reads = _reads(*nodes)
    found = set()
    for block in _looping(procedure, False):
        for i, statement in enumerate(block):
            if isinstance(statement, n.Let | n.Pick):
                name = statement.name
                later = _reads(*(x for each in block[i + 1 :] for x in walk(each)))
                # Any read that is not further down in this block may be in a later iteration.
                if binds[name] > 1 or later[name] != reads[name]:
                    found.add(name)
    return frozenset(found)


def _reads(*nodes: n.Node) -> Counter[str]:
    return Counter(x.name for x in nodes if isinstance(x, n.Local))


def _looping(node: n.Node, inside: bool) -> Iterator[n.Block]:
    """The blocks below a node that are inside a loop."""
    inside = inside or isinstance(node, n.While | n.ForEach | n.Together)
    for name in FIELDS[type(node)]:
        part = getattr(node, name)
        items = part if isinstance(part, tuple) else ()
        if inside and items and isinstance(items[0], n.Statement):
            yield items
        for item in items:
            if isinstance(item, n.Statement | n.Action):
                yield from _looping(item, inside)
