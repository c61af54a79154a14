"""The call graph: which procedures call which, and which are recursive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import TypeVar

from . import nodes as n
from .claims import CHOOSES, may
from .walk import children, walk

Found = TypeVar("Found")


def _remembered(find: Callable[[n.GameDef], Found]) -> Callable[[n.GameDef], Found]:
    """Cache the answer for the last game: analyses ask about one game many times in a row."""
    # By identity: comparing whole games would cost more than the answer.
    last: list[tuple[n.GameDef, Found]] = []

    @wraps(find)
    def found(game: n.GameDef) -> Found:
        if not last or last[0][0] is not game:
            last[:] = [(game, find(game))]
        return last[0][1]

    return found


@_remembered
def due_at(game: n.GameDef) -> dict[str, list[str]]:
    """The procedures that may wait for each boundary, by its name."""
    found: dict[str, list[str]] = {}
    for node in walk(game):
        if isinstance(node, n.Later):
            waiting = found.setdefault(node.boundary, [])
            waiting.extend([] if node.procedure in waiting else [node.procedure])
    return found


def calls_of(game: n.GameDef) -> dict[str, list[n.Call | n.Later]]:
    """The calls of each procedure, immediate or on the agenda, by its name."""
    found: dict[str, list[n.Call | n.Later]] = {}
    for node in walk(game):
        if isinstance(node, n.Call | n.Later):
            found.setdefault(node.procedure, []).append(node)
    return found


def called_by(due: Mapping[str, list[str]], *nodes: n.Node) -> list[str]:
    """The procedures that these nodes call directly, each once, in reading order.

    A Boundary may make any call that waits for it."""
    calls: list[str] = []
    for node in (x for each in nodes for x in walk(each)):
        # A Later only queues its call; it is made at the Boundary.
        if isinstance(node, n.Call):
            calls.append(node.procedure)
        elif isinstance(node, n.Boundary):
            calls += due.get(node.name, [])
    return list(dict.fromkeys(calls))


@_remembered
def call_graph(game: n.GameDef) -> dict[str, list[str]]:
    """The existing procedures that each procedure calls."""
    names, due = {p.name for p in game.procedures}, due_at(game)
    return {p.name: [c for c in called_by(due, p) if c in names] for p in game.procedures}


def reached(graph: Mapping[str, Iterable[str]], start: Iterable[str]) -> set[str]:
    """These procedures and all that they call, directly or indirectly."""
    found: set[str] = set()
    waiting = [name for name in start if name in graph]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(graph[name])
    return found


def cycles(game: n.GameDef) -> dict[str, frozenset[str]]:
    """The strongly connected component of each recursive procedure."""
    graph = call_graph(game)
    # Transitive closure rather than Tarjan: the sets are needed anyway, and graphs are small.
    below = {name: reached(graph, calls) for name, calls in graph.items()}
    return {
        name: frozenset(other for other in inside if name in below[other])
        for name, inside in below.items()
        if name in inside
    }


def called_together(game: n.GameDef) -> set[str]:
    """The procedures that may be called from the body of a Together."""
    bodies = [x for x in walk(game) if isinstance(x, n.Together)]
    return reached(call_graph(game), called_by(due_at(game), *bodies)) if bodies else set()


def within_atomic(game: n.GameDef) -> set[str]:
    """The procedures that may be called from the body of an atomic action."""
    bodies = [s for x in walk(game) if isinstance(x, n.Action) and x.atomic for s in x.body]
    return reached(call_graph(game), called_by(due_at(game), *bodies)) if bodies else set()


def called_in_trials(game: n.GameDef) -> set[str]:
    """The procedures that may be called during the trial of an option."""
    actions = [x for x in walk(game) if isinstance(x, n.Action)]
    return reached(call_graph(game), called_by(due_at(game), *actions)) if actions else set()


def deciding_procedures(game: n.GameDef) -> set[str]:
    """The procedures in which a seat chooses, directly or in one that they call."""
    graph = call_graph(game)
    # `may`, not `claimed`: a kind without claims is taken to choose.
    own = {p.name for p in game.procedures if any(may(x, CHOOSES) for x in walk(p))}
    return {name for name in graph if not own.isdisjoint(reached(graph, [name]))}


def always_together(game: n.GameDef) -> bool:
    """Whether there are choices, and all of them are made simultaneously: none is reached outside a
    Together."""
    due, bodies = due_at(game), {p.name: p for p in game.procedures}
    waiting: list[n.Node] = [bodies["main"], *game.listeners]
    found: set[str] = {"main"}
    while waiting:
        node = waiting.pop()
        if isinstance(node, n.Together):
            continue
        if may(node, CHOOSES):
            return False
        called = [node.procedure] if isinstance(node, n.Call) else []
        called += due.get(node.name, []) if isinstance(node, n.Boundary) else []
        waiting += [bodies[name] for name in called if name in bodies and name not in found]
        found.update(called)
        waiting += children(node)
    return any(may(x, CHOOSES) for x in walk(game))
