"""Which places are interchangeable: swapping what lies there changes nothing that can happen.

That is proved from the code that can run once somebody has decided, or the places count as
different. A proof says for every swap of two places of a name: whatever happens happens to the
swapped position in the same way. So the order of the places must not matter: lists of them may only
be asked questions to which order is no answer, numbers of places may occur only where all others
occur in the same way, and what the game does by itself must not go to the first place that fits,
unless all that fit are empty: those can be swapped without changing anything.
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

UNKEPT = {"zone", "[zone]", "any", "[any]"}
PASSING = (n.Filter, n.Each, n.Distinct, n.Join, n.Sorted, n.Reversed)
"""What makes another list of a list: it is used as that one may be used."""


def interchangeable(game: n.GameDef, program: Program) -> list[str]:
    """The names of zones whose places are interchangeable once somebody has decided; the game is
    as it was prepared for its program."""
    code = [without_texts(statement) for statement in after_first_choice(game)]
    nodes = [x for statement in code for x in walk(statement)]
    if _keeps_places(game, program) or any(may(x, RANKS) or may(x, TREES) for x in nodes):
        return []
    linked = {name for link in game.links for name in (link.zone_a, link.zone_b)}
    return [
        zone.name
        for zone in game.zones
        if zone.count > 1
        and not (zone.per_seat or zone.per_team or zone.branches or zone.name in linked)
        and _in_no_order(zone.name, code)
        and _first_is_empty(zone.name, nodes)
        and _same_when_swapped(zone, game, code, program.seats)
    ]


def after_first_choice(game: n.GameDef) -> list[n.Statement]:
    """All that can still run when somebody has decided: what `main` does from its first choice on,
    and the procedures that are called from there."""
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
    """A statement without what is only written for people."""

    def change(node: n.Node) -> n.Node:
        if isinstance(node, n.Action):
            return replace(node, notations=(), because=())
        if isinstance(node, n.Ask):
            return replace(node, notations=())
        return replace(node, refused=()) if isinstance(node, n.Decide) else node

    return cast(n.Statement, rebuild(cast(n.Node, statement), change))


def _keeps_places(game: n.GameDef, program: Program) -> bool:
    """Whether something may hold on to a place while somebody decides; or looks ahead, but only so
    far, which may depend on the order."""
    kinds = {variable.type for variable in game.variables}
    kinds |= {slot.type for slots in program.live.values() for slot in slots}
    return bool(kinds & UNKEPT) or bool(program.code[m.P_LOOKAHEAD])


# ---- lists of places -----------------------------------------------------------------------------


def _in_no_order(name: str, code: list[n.Statement]) -> bool:
    """Whether nothing depends on the order of the places in a list of them."""
    return all(_used_well(name, statement) for statement in code)


def _used_well(name: str, node: n.Node) -> bool:
    for child in children(node):
        if isinstance(child, n.Expr) and _is_list_of(name, child) and not _takes_any_order(node):
            return False
        of_these = isinstance(child, n.ZoneAt) and child.name == name
        if of_these and not isinstance(child.index, n.Number):  # type: ignore[attr-defined]
            return False
        if not _used_well(name, child):
            return False
    return True


def _is_list_of(name: str, expr: n.Expr) -> bool:
    """Whether an expression is a list in the order of the places of a name."""
    if isinstance(expr, n.ZonesNamed):
        return expr.name == name
    return isinstance(expr, PASSING) and any(
        _is_list_of(name, part) for part in children(expr) if isinstance(part, n.Expr)
    )


def _takes_any_order(node: n.Node) -> bool:
    return claimed(node, UNORDERED) or isinstance(node, (*PASSING, n.Parameter))


# ---- what happens by itself ----------------------------------------------------------------------


def _first_is_empty(name: str, nodes: list[n.Node]) -> bool:
    """Whether all that is done by itself with the first place that fits needs an empty one. A dry
    run does nothing with it: there it only counts whether there is one."""
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
    """Whether a guard holds only if a place is empty."""
    zone = n.Local(name=parameter)
    empty = (
        n.Not(item=n.Exists(item=n.TopOf(zone=zone))),
        is_empty(zone),
        n.Equal(left=ZERO, right=n.SizeOf(zone=zone)),
    )
    return any(condition in empty for condition in conditions(guard))


def conditions(guard: n.Expr) -> Iterator[n.Expr]:
    """What must hold, all of it, so that a guard holds."""
    if isinstance(guard, n.And):
        for item in guard.items:
            yield from conditions(item)
    elif guard != n.Truth(value=True):
        yield guard


# ---- places by their numbers ---------------------------------------------------------------------


def _same_when_swapped(zone: n.Zone, game: n.GameDef, code: list[n.Statement], seats: int) -> bool:
    """Whether the code means the same with any two neighbouring places swapped."""
    facts = facts_of(game, seats)

    def sorted_out(node: n.Node) -> n.Node:
        """A node with the parts in an order of their own whose order means nothing."""
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

    numbered = [statement for statement in code if _has_number(zone.name, statement)]
    before = [_rebuilt(statement, sorted_out) for statement in numbered]
    for first in range(zone.count - 1):
        swap = {first: first + 1, first + 1: first}

        def swapped(node: n.Node, swap: dict[int, int] = swap) -> n.Node:
            if isinstance(node, n.ZoneAt) and node.name == zone.name:
                index = cast(n.Number, node.index)
                number = swap.get(index.value, index.value)
                return replace(node, index=replace(index, value=number))
            return sorted_out(node)

        if [_rebuilt(statement, swapped) for statement in numbered] != before:
            return False
    return True


def _rebuilt(statement: n.Statement, change: object) -> n.Node:
    return rebuild(cast(n.Node, statement), change)  # type: ignore[arg-type]


def _has_number(name: str, statement: n.Statement) -> bool:
    return any(isinstance(x, n.ZoneAt) and x.name == name for x in walk(statement))
