"""The laws of expressions, statements and procedures, one function per kind of node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..diagnostics import did_you_mean
from . import codes
from . import nodes as n
from .scope import Problem, Scope, is_list

MOST_PLAYERS = 16
MOST_ARGUMENTS = 4  # of a call on the agenda

Law = Callable[[Any, Scope], Iterator[Problem]]


def duplicates(noun: str, things: Iterable[Any]) -> Iterator[Problem]:
    """Report things of one kind that share a name."""
    seen: set[str] = set()
    for thing in things:
        if thing.name in seen:
            yield Problem(codes.TWICE, thing, f"duplicate {noun} '{thing.name}'")
        seen.add(thing.name)


def integers(*fields: str) -> Law:
    """The law that numbers fit into 32 bits."""

    def law(node: n.Node, scope: Scope) -> Iterator[Problem]:
        for field in fields:
            value = getattr(node, field)
            for number in value if isinstance(value, tuple) else (value,):
                if isinstance(number, int) and not -(2**31) <= number < 2**31:
                    yield Problem(codes.RANGE, node, "this number does not fit in 32 bits")

    return law


def _symbol(node: n.Symbol, scope: Scope) -> Iterator[Problem]:
    enum = scope.enums.get(node.enum)
    if enum and node.value not in scope.symbols[node.enum]:
        hint = did_you_mean(node.value, enum.values)
        yield Problem(codes.UNKNOWN, node, f"'{enum.name}' has no value '{node.value}'", hint)


def _hole(node: n.Hole, scope: Scope) -> Iterator[Problem]:
    yield Problem(codes.HOLE, node, "this part of the game could not be lowered")


def _seat(node: n.Seat, scope: Scope) -> Iterator[Problem]:
    # Seats beyond the actual number of players are allowed: the expression fails in play.
    if not 0 <= node.number < MOST_PLAYERS:
        yield Problem(
            codes.RANGE, node, f"invalid seat {node.number}; expected 0 to {MOST_PLAYERS - 1}"
        )


def _zone_at(node: n.ZoneAt, scope: Scope) -> Iterator[Problem]:
    zone = scope.zones.get(node.name)
    if zone is None:
        return
    owned = zone.per_seat or zone.per_team
    if owned != (node.owner is not None):
        message = "needs an owner" if owned else "has no owner"
        yield Problem(codes.ZONE, node, f"the zone '{node.name}' {message}")
    if (zone.count > 1) != (node.index is not None):
        message = "needs an index" if zone.count > 1 else "has no index"
        yield Problem(codes.ZONE, node, f"the zone '{node.name}' {message}")


def _variable(node: n.Variable | n.SetVariable, scope: Scope) -> Iterator[Problem]:
    variable = scope.variables.get(node.name)
    kept = variable is not None and (variable.per_seat or variable.per_team)
    if variable and kept != (node.of is not None):
        needed = f"needs the {scope.owner_type(variable)}"
        message = needed if kept else "is not kept per seat"
        yield Problem(codes.VARIABLE, node, f"the variable '{node.name}' {message}")
    if variable and (variable.count > 1) != (node.index is not None):
        message = "needs an index" if variable.count > 1 else "has no index"
        yield Problem(codes.VARIABLE, node, f"the variable '{node.name}' {message}")


def _call(node: n.Call | n.Later, scope: Scope) -> Iterator[Problem]:
    procedure = scope.procedures.get(node.procedure)
    if node.procedure == "main":
        yield Problem(
            codes.MAIN, node, "the procedure 'main' must not be called: play starts with it"
        )
    if procedure and len(procedure.parameters) != len(node.arguments):
        wanted, got = len(procedure.parameters), len(node.arguments)
        noun = "argument" if wanted == 1 else "arguments"
        message = f"'{node.procedure}' takes {wanted} {noun}, found {got}"
        yield Problem(codes.ARGUMENTS, node, message)


def _later(node: n.Later, scope: Scope) -> Iterator[Problem]:
    yield from _call(node, scope)
    procedure = scope.procedures.get(node.procedure)
    if procedure and len(procedure.parameters) > MOST_ARGUMENTS:
        message = (
            f"'{node.procedure}' takes more than {MOST_ARGUMENTS} arguments, so it cannot wait"
        )
        yield Problem(codes.LATER, node, message)
    for parameter in procedure.parameters if procedure else ():
        # Lists are in an area of the state that the next statement may reuse.
        if is_list(parameter.type):
            message = f"'{node.procedure}' takes the list '{parameter.name}', so it cannot wait"
            yield Problem(codes.LATER, node, message)


def _choice(node: n.Decide | n.TakeFirst, scope: Scope) -> Iterator[Problem]:
    if not node.actions:
        yield Problem(codes.ACTIONS, node, "a choice needs at least one action")


def _action(node: n.Action | n.Refusal, scope: Scope) -> Iterator[Problem]:
    yield from duplicates("parameter", node.parameters)
    yield from duplicates("notation", node.notations)
    for parameter in node.parameters:
        if parameter.items is None:
            message = f"missing list of items to choose '{parameter.name}' from"
            yield Problem(codes.PARAMETER, parameter, message)


def _procedure(node: n.Procedure, scope: Scope) -> Iterator[Problem]:
    yield from duplicates("parameter", node.parameters)
    for parameter in node.parameters:
        if parameter.items is not None:
            message = f"'{parameter.name}' is given by the caller, not chosen from a list"
            yield Problem(codes.PARAMETER, parameter, message)


def _ask(node: n.Ask, scope: Scope) -> Iterator[Problem]:
    yield from duplicates("notation", node.notations)


def _run_length(node: n.RunLength, scope: Scope) -> Iterator[Problem]:
    if node.lower == node.upper:
        yield Problem(codes.TWICE, node, f"both tokens are named '{node.lower}'")


def _set_property(node: n.SetProperty, scope: Scope) -> Iterator[Problem]:
    property = scope.properties.get(node.property)
    if property and not property.changing:
        message = f"the property '{node.property}' is fixed"
        yield Problem(codes.FIXED, node, message, "declare it with changing=True")


def _create(node: n.Create, scope: Scope) -> Iterator[Problem]:
    supply = scope.supplies.get(node.supply)
    if supply and supply.zone:
        message = f"tokens of '{node.supply}' cannot be created: they start in '{supply.zone}'"
        yield Problem(codes.SUPPLY, node, message)


def _needs_teams(node: n.Node, scope: Scope) -> Iterator[Problem]:
    if not scope.teams:
        yield Problem(codes.TEAMS, node, "this game has no teams")


NODES: dict[type[n.Node], Law] = {
    n.Hole: _hole,
    n.Number: integers("value"),
    n.Symbol: _symbol,
    n.Seat: _seat,
    n.Variable: _variable,
    n.SetVariable: _variable,
    n.ZoneAt: _zone_at,
    n.RunLength: _run_length,
    n.Teams: _needs_teams,
    n.TeamOf: _needs_teams,
    n.SeatsOf: _needs_teams,
    n.Call: _call,
    n.SetProperty: _set_property,
    n.Create: _create,
    n.Later: _later,
    n.Decide: _choice,
    n.TakeFirst: _choice,
    n.Ask: _ask,
    n.Action: _action,
    n.Refusal: _action,
    n.Procedure: _procedure,
}
"""The law of each kind of node that has one."""
