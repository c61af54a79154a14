"""Capacities: how many words of lists, attempts, recursive calls and dry runs a program needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.call_graph import called_by, due_at
from ..gamedef.listeners import is_movement
from ..gamedef.walk import children, walk
from ..machine import ops
from ..machine import state as m
from .code import resolved
from .emit_context import SELECTIONS
from .emitter import Emitter

LISTED = 8  # words of lists for each nested recursive call, on top of the room for the first few
DEEPEST_ROLLBACKS = 15  # nested rollbacks in recursive calls
NAMED = n.TokensIn | n.Filter | n.Each | n.Join | n.Sorted  # lists as long as there are tokens


def _lists_that_stay(procedure: n.Procedure) -> int:
    """How many lists are bound outside loops, and so released only when the procedure ends."""
    waiting: list[n.Node] = [*procedure.body]
    found = 0
    while waiting:
        node = waiting.pop()
        found += isinstance(node, n.Let) and isinstance(node.value, NAMED)
        found += isinstance(node, n.Pick)
        if not isinstance(node, n.While | n.ForEach):
            waiting.extend(children(node))
    return (found + 1) // 2  # lists come in pairs, with the one they were chosen from


def list_capacity(e: Emitter, n1: int) -> int:
    """The size of the list area in words; 0 if the code makes no lists.

    A heuristic bound: more is a fault at run time, not an error."""
    makers = {
        ops.NEW_LIST,
        ops.LIST_OF,
        ops.TOKENS,
        ops.SELECT,
        ops.SELECT_TOKENS,
        ops.RANGE,
        ops.DISTINCT,
        ops.REVERSE,
        ops.TREE,
        ops.PRUNE_LEAVES,
    }
    makers |= {ops.SUBSETS, ops.SELECTED, ops.MAP, ops.PICKED, ops.TOPS}
    at, used = 0, False
    code = [resolved(word, 0) for word in e.code.ops]
    while at < len(code):
        used = used or code[at] in makers
        at += ops.width(code, at)
    stay = max(map(_lists_that_stay, e.game.procedures), default=0)
    joins = 1 + any(isinstance(x, n.Join) for x in walk(e.game)) + stay
    zones = len(e.layout.zones) if e.game.links or e.layout.has_trees else 0
    deep, recursive = (8, LISTED * most_calls(e)) if e.most_kept >= 0 else (1, 0)
    more = 4 * SELECTIONS if any(isinstance(x, n.Subsets) for x in walk(e.game)) else 0
    return deep * joins * max(128, 4 * n1, 4 * zones) + more + recursive if used else 0


def most_attempts(e: Emitter) -> int:
    """How many attempts may be active at once."""
    kinds = (n.Attempt, n.Together, n.Possible)

    def nested(node: n.Node) -> int:
        return isinstance(node, kinds) + max(map(nested, children(node)), default=0)

    again = [nested(p) for p in e.game.procedures if e.frames[p.name].cycle]
    most = sum(isinstance(x, kinds) for x in walk(e.game))
    return most + most_calls(e) * max(again, default=0)


def most_calls(e: Emitter) -> int:
    """How many recursive calls may be active at once. Generated movements do not count towards the
    limit; between two calls that do there are at most two, of several tokens and of each."""
    moves = any(is_movement(name) for name in e.frames)
    return (3 if moves else 1) * (m.DEEPEST_CALLS + 1)


def deepest_nesting(game: n.GameDef, counts: Callable[[n.Node], bool]) -> int:
    """How many of the nodes that count may be active at once, nested through calls.

    A depth-first search of the call graph. A cycle that contains such a node has no static
    bound: DEEPEST_ROLLBACKS are allowed then."""
    procedures, due = {p.name: p for p in game.procedures}, due_at(game)
    entered: list[str] = []
    again: set[str] = set()
    known: dict[str, int] = {}

    def depth(block: n.Block) -> int:
        return max((of(statement) for statement in block), default=0)

    def of(node: Any) -> int:
        inner = max((of(c) for c in children(node)), default=0)
        for name in called_by(due, node) if isinstance(node, n.Call | n.Boundary) else ():
            inner = max(inner, called(name))
        return inner + counts(node)

    def called(name: str) -> int:
        if name in entered:
            # Everything entered since is part of the cycle.
            again.update(entered[entered.index(name) :])
            return 0
        # Depths found while a cycle was open are incomplete, so they are not reused.
        if name in known and name not in again:
            return known[name]
        entered.append(name)
        known[name] = depth(procedures[name].body)
        entered.pop()
        return known[name]

    most = called("main")
    deeper = any(counts(x) for p in again for x in walk(procedures[p]))
    return most + (DEEPEST_ROLLBACKS if deeper else 0)
