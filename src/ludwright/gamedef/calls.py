"""Which procedures call which, and which call themselves in a circle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import nodes as n
from .nodes import GameDef, Node
from .walk import walk


def called_by(*nodes: Node) -> list[str]:
    """The procedures that are called directly from these nodes, each once, in reading order."""
    calls = (x.procedure for node in nodes for x in walk(node) if isinstance(x, n.Call))
    return list(dict.fromkeys(calls))


def call_graph(game: GameDef) -> dict[str, list[str]]:
    """For each procedure those that it calls and that exist."""
    names = {p.name for p in game.procedures}
    return {p.name: [c for c in called_by(p) if c in names] for p in game.procedures}


def reached(graph: Mapping[str, Iterable[str]], start: Iterable[str]) -> set[str]:
    """These procedures and all that they call, also through others."""
    found: set[str] = set()
    waiting = [name for name in start if name in graph]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(graph[name])
    return found


def circles(game: GameDef) -> dict[str, frozenset[str]]:
    """For each procedure that may call itself: all that it calls and that call it."""
    graph = call_graph(game)
    below = {name: reached(graph, calls) for name, calls in graph.items()}
    return {
        name: frozenset(other for other in inside if name in below[other])
        for name, inside in below.items()
        if name in inside
    }


def rehearsed(game: GameDef) -> set[str]:
    """The procedures that are called from the body of a Together."""
    bodies = [x for x in walk(game) if isinstance(x, n.Together)]
    return reached(call_graph(game), called_by(*bodies)) if bodies else set()
