"""Prove which zones are interchangeable: swapping their contents changes nothing that can happen.

Zones here are the instances of one declaration (`column 1` to `column 7`). The proof looks at the
code that can run after the first decision, and shows for every swap of two instances that each
outcome corresponds to an outcome of the swapped position. So their order must not matter: lists of
them may only be used in ways that ignore order, a constant index may occur only where all others
occur alike, and automatic moves must not prefer the first zone that fits, unless every zone that
fits is empty. Zones for which the proof fails count as different.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from ..gamedef import nodes as n
from ..gamedef.build import ZERO, is_empty
from ..gamedef.call_graph import call_graph, called_by, due_at, reached
from ..gamedef.claims import CHOOSES, RANKS, TREES, UNORDERED, claimed, may
from ..gamedef.fallibility import can_fail, facts_of
from ..gamedef.walk import children, rebuild, walk
from ..machine import state as m
from ..machine.program import Program

ZONE_TYPES = {"zone", "[zone]", "any", "[any]"}
PASSING = (n.Filter, n.Each, n.Distinct, n.Join, n.Sorted, n.Reversed)
"""Nodes that turn a list into another one, which is then subject to the same restrictions."""


def interchangeable(game: n.GameDef, program: Program) -> list[str]:
    """The names of zones whose instances are interchangeable after the first decision; the game
    must be the prepared one of its program."""
    code = [without_texts(statement) for statement in after_first_choice(game)]
    nodes = [x for statement in code for x in walk(statement)]
    if _holds_zones(game, program) or any(may(x, RANKS) or may(x, TREES) for x in nodes):
        return []
    linked = {name for link in game.links for name in (link.zone_a, link.zone_b)}
    return [
        zone.name
        for zone in game.zones
        if zone.count > 1
        and not (zone.per_seat or zone.per_team or zone.branches or zone.name in linked)
        and _order_is_ignored(zone.name, code)
        and _first_is_empty(zone.name, nodes)
        and _same_when_swapped(zone, game, code, program.seats)
    ]


def after_first_choice(game: n.GameDef) -> list[n.Statement]:
    """The code that can run after the first decision: the statements of `main` from the first one
    that chooses, and all procedures reachable from there."""
    procedures = {p.name: p for p in game.procedures}
    graph, due = call_graph(game), due_at(game)

    def chooses(statement: n.Statement) -> bool:
        called = reached(graph, called_by(due, statement))
        blocks = [statement, *(s for name in called for s in procedures[name].body)]
        return any(may(x, CHOOSES) for block in blocks for x in walk(block))

    body = procedures["main"].body
    first = next((i for i, statement in enumerate(body) if chooses(statement)), len(body))
    left = list(body[first:])
    called = reached(graph, called_by(due, *left))
    return left + [s for name in called for s in procedures[name].body]


def without_texts(statement: n.Statement) -> n.Statement:
    """A statement without notations and explanations, which play no part in the game."""

    def change(node: n.Node) -> n.Node:
        if isinstance(node, n.Action):
            return replace(node, notations=(), because=())
        if isinstance(node, n.Ask):
            return replace(node, notations=())
        return replace(node, refused=()) if isinstance(node, n.Decide) else node

    return cast(n.Statement, rebuild(cast(n.Node, statement), change))


def _holds_zones(game: n.GameDef, program: Program) -> bool:
    """Whether a variable or a live register may hold a zone at a decision; or there is lookahead,
    whose bounds may make it depend on the order of zones."""
    kinds = {variable.type for variable in game.variables}
    kinds |= {slot.type for slots in program.live.values() for slot in slots}
    return bool(kinds & ZONE_TYPES) or bool(program.code[m.P_LOOKAHEAD])


# ---- lists of zones ------------------------------------------------------------------------------


def _order_is_ignored(name: str, code: list[n.Statement]) -> bool:
    """Whether nothing depends on the order of a list of these zones."""
    return all(_ignores_order(name, statement) for statement in code)


def _ignores_order(name: str, node: n.Node) -> bool:
    for child in children(node):
        if isinstance(child, n.Expr) and _is_list_of(name, child) and not _takes_any_order(node):
            return False
        of_these = isinstance(child, n.ZoneAt) and child.name == name
        if of_these and not isinstance(child.index, n.Number):  # type: ignore[attr-defined]
            return False
        if not _ignores_order(name, child):
            return False
    return True


def _is_list_of(name: str, expr: n.Expr) -> bool:
    """Whether an expression is a list in the order of these zones."""
    if isinstance(expr, n.ZonesNamed):
        return expr.name == name
    return isinstance(expr, PASSING) and any(
        _is_list_of(name, part) for part in children(expr) if isinstance(part, n.Expr)
    )


def _takes_any_order(node: n.Node) -> bool:
    return claimed(node, UNORDERED) or isinstance(node, (*PASSING, n.Parameter))


# ---- automatic moves -----------------------------------------------------------------------------


def _first_is_empty(name: str, nodes: list[n.Node]) -> bool:
    """Whether every automatic move to the first zone that fits requires it to be empty. In a dry
    run it only matters whether there is such a zone, not which."""
    dry = [x for node in nodes if isinstance(node, n.Possible) for x in walk(node)]
    unmade = {id(x) for x in dry}
    return all(
        _needs_empty(action.guard, parameter.name)
        for node in nodes
        if isinstance(node, n.TakeFirst) and id(node) not in unmade
        for action in node.actions
        for parameter in action.parameters
        if _mentions(name, parameter)
    )


def _mentions(name: str, node: n.Node) -> bool:
    return any(isinstance(x, n.ZonesNamed | n.ZoneAt) and x.name == name for x in walk(node))


def _needs_empty(guard: n.Expr, parameter: str) -> bool:
    """Whether a guard requires the zone of a parameter to be empty."""
    zone = n.Local(name=parameter)
    empty = (
        n.Not(item=n.Exists(item=n.TopOf(zone=zone))),
        is_empty(zone),
        n.Equal(left=ZERO, right=n.SizeOf(zone=zone)),
    )
    return any(condition in empty for condition in conditions(guard))


def conditions(guard: n.Expr) -> Iterator[n.Expr]:
    """The conjuncts of a guard."""
    if isinstance(guard, n.And):
        for item in guard.items:
            yield from conditions(item)
    elif guard != n.Truth(value=True):
        yield guard


# ---- zones by constant indices -------------------------------------------------------------------


def _same_when_swapped(zone: n.Zone, game: n.GameDef, code: list[n.Statement], seats: int) -> bool:
    """Whether the code is equivalent under every swap of neighbouring zones: these generate all
    permutations."""
    facts = facts_of(game, seats)

    def normalized(node: n.Node) -> n.Node:
        """A node with its commutative operands sorted, so that equivalent code compares equal."""
        if isinstance(node, n.And | n.Or) and not any(can_fail(x, facts) for x in node.items):
            return replace(node, items=tuple(sorted(node.items, key=repr)))
        unordered = claimed(node, UNORDERED) or isinstance(node, n.Parameter)
        if unordered and isinstance(getattr(node, "items", None), n.ListOf):
            items = node.items  # type: ignore[attr-defined]
            listed = replace(items, items=tuple(sorted(items.items, key=repr)))
            return replace(node, items=listed)  # type: ignore[call-arg]
        if isinstance(node, n.Decide):
            return replace(node, actions=tuple(sorted(node.actions, key=repr)))
        return node

    indexed = [statement for statement in code if _has_index(zone.name, statement)]
    before = [_rebuilt(statement, normalized) for statement in indexed]
    for first in range(zone.count - 1):
        swap = {first: first + 1, first + 1: first}

        def swapped(node: n.Node, swap: dict[int, int] = swap) -> n.Node:
            if isinstance(node, n.ZoneAt) and node.name == zone.name:
                index = cast(n.Number, node.index)
                number = swap.get(index.value, index.value)
                return replace(node, index=replace(index, value=number))
            return normalized(node)

        if [_rebuilt(statement, swapped) for statement in indexed] != before:
            return False
    return True


def _rebuilt(statement: n.Statement, change: object) -> n.Node:
    return rebuild(cast(n.Node, statement), change)  # type: ignore[arg-type]


def _has_index(name: str, statement: n.Statement) -> bool:
    return any(isinstance(x, n.ZoneAt) and x.name == name for x in walk(statement))
