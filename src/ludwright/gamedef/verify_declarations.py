"""The laws of what a game declares: enums, supplies, zones, traits, links, variables, listeners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..diagnostics import did_you_mean
from . import codes
from . import nodes as n
from .scope import WORDS, Problem, Scope
from .verify_nodes import Law, integers

MOST_VARIABLES = 1024  # of one name
SIZES = ("width", "height", "token_width", "token_height", "degree")
STEPS = ("step_up", "step_down")


def _enum(node: n.Enum, scope: Scope) -> Iterator[Problem]:
    # Enum names share one namespace with the built-in types and list types.
    if node.name in WORDS or node.name.startswith("[") or not node.name:
        yield Problem(codes.RESERVED, node, f"an enum cannot be named '{node.name}'")
    for value, times in Counter(node.values).items():
        if times > 1:
            yield Problem(codes.TWICE, node, f"duplicate value '{value}' of enum '{node.name}'")


def _supply(node: n.Supply, scope: Scope) -> Iterator[Problem]:
    zone = scope.zones.get(node.zone)
    if node.zone and zone is None:
        hint = did_you_mean(node.zone, scope.zones)
        yield Problem(codes.UNKNOWN, node, f"unknown zone '{node.zone}'", hint)
    # A supply names its zone by text, without an owner or an index.
    if zone and (zone.per_seat or zone.per_team or zone.count != 1):
        message = f"'{node.name}' cannot start in '{node.zone}', of which there are several"
        yield Problem(codes.SUPPLY, node, message)


def _zone(node: n.Zone, scope: Scope) -> Iterator[Problem]:
    if node.count < 1:
        yield Problem(
            codes.RANGE,
            node,
            f"invalid count {node.count} of zone '{node.name}'; expected at least 1",
        )
    if node.branches < 0:
        yield Problem(
            codes.RANGE, node, f"invalid number of branches {node.branches} of zone '{node.name}'"
        )
    yield from integers("count", "branches", "turned")(node, scope)
    yield from _owned(node, scope)


def _trait(node: n.Trait, scope: Scope) -> Iterator[Problem]:
    seen: set[tuple[str, int]] = set()
    for each in node.values:
        if (each.zone, each.index) in seen:
            message = f"duplicate value of trait '{node.name}' for '{each.zone}'"
            yield Problem(codes.TWICE, each, message)
        seen.add((each.zone, each.index))


def _trait_value(node: n.TraitValue, scope: Scope) -> Iterator[Problem]:
    yield from integers("index", "value")(node, scope)
    zone = scope.zones.get(node.zone)
    if zone is None:
        hint = did_you_mean(node.zone, scope.zones)
        yield Problem(codes.UNKNOWN, node, f"unknown zone '{node.zone}'", hint)
    elif not 0 <= node.index < zone.count:
        message = f"zone '{node.zone}' has no index {node.index}"
        yield Problem(codes.RANGE, node, message)


def _link(node: n.Link, scope: Scope) -> Iterator[Problem]:
    yield from _there(node, "link", node.zone_a, node.index_a, scope)
    yield from _there(node, "link", node.zone_b, node.index_b, scope)


def _spot(node: n.Spot, scope: Scope) -> Iterator[Problem]:
    yield from integers("index", "x", "y")(node, scope)
    yield from _there(node, "spot", node.zone, node.index, scope)


def _look(node: n.Look, scope: Scope) -> Iterator[Problem]:
    yield from integers(*SIZES, *STEPS)(node, scope)
    for field, least in [(name, 1) for name in SIZES] + [(name, 0) for name in STEPS]:
        if getattr(node, field) < least:
            message = f"invalid {field} {getattr(node, field)}; expected at least {least}"
            yield Problem(codes.RANGE, node, message)
    for name, kind in ((node.anchor, "bool"), (node.rotation, "int")):
        property = scope.properties.get(name)
        if name and property is None:
            hint = did_you_mean(name, scope.properties)
            yield Problem(codes.UNKNOWN, node, f"unknown property '{name}'", hint)
        elif property and property.type != kind:
            message = f"expected a property of type {kind}, found '{name}' of type {property.type}"
            yield Problem(codes.TYPE, node, message)


def _there(node: n.Node, what: str, name: str, index: int, scope: Scope) -> Iterator[Problem]:
    zone = scope.zones.get(name)
    if zone is None:
        hint = did_you_mean(name, scope.zones)
        yield Problem(codes.UNKNOWN, node, f"unknown zone '{name}'", hint)
    elif zone.per_seat or zone.per_team:
        yield Problem(codes.ZONE, node, f"a {what} cannot name '{name}', which has an owner")
    elif not 0 <= index < zone.count:
        yield Problem(codes.RANGE, node, f"zone '{name}' has no index {index}")


def _owned(node: n.Zone | n.VariableDef, scope: Scope) -> Iterator[Problem]:
    if node.per_seat and node.per_team:
        message = f"'{node.name}' cannot be kept both per seat and per team"
        yield Problem(codes.TEAMS, node, message)
    if node.per_team and not scope.teams:
        yield Problem(
            codes.TEAMS, node, f"'{node.name}' is kept per team, but the game has no teams"
        )


def _variable_def(node: n.VariableDef, scope: Scope) -> Iterator[Problem]:
    yield from _owned(node, scope)
    if node.audience == "owner" and not (node.per_seat or node.per_team):
        yield Problem(codes.WORD, node, f"the variable '{node.name}' has no owner to see it")
    if not 1 <= node.count <= MOST_VARIABLES:
        message = f"invalid count {node.count} of '{node.name}'; expected 1 to {MOST_VARIABLES}"
        yield Problem(codes.RANGE, node, message)
    # The state has one array per variable, indexed by the owner or by a number, not both.
    if node.count > 1 and (node.per_seat or node.per_team):
        whom = "team" if node.per_team else "seat"
        message = f"'{node.name}' is kept per {whom}, so its count cannot be {node.count}"
        yield Problem(codes.VARIABLE, node, message)
    if node.places and len(node.places) != node.count:
        message = (
            f"the count of '{node.name}' is {node.count}, but it has {len(node.places)} places"
        )
        yield Problem(codes.VARIABLE, node, message)
    for place in filter(None, node.places):
        yield from _there(node, "variable", place, 0, scope)


def _listener(node: n.Listener, scope: Scope) -> Iterator[Problem]:
    names = (node.token, node.source, node.target)
    for name in sorted({x for x in names if names.count(x) > 1}):
        yield Problem(codes.TWICE, node, f"duplicate name '{name}'")
    for zone in (*node.sources, *node.targets):
        if zone not in scope.zones:
            hint = did_you_mean(zone, scope.zones)
            yield Problem(codes.UNKNOWN, node, f"unknown zone '{zone}'", hint)


DECLARATIONS: dict[type[n.Node], Law] = {
    n.Enum: _enum,
    n.Table: integers("values"),
    n.Token: integers("values"),
    n.Supply: _supply,
    n.Zone: _zone,
    n.Trait: _trait,
    n.TraitValue: _trait_value,
    n.Link: _link,
    n.Spot: _spot,
    n.Look: _look,
    n.VariableDef: _variable_def,
    n.Listener: _listener,
}
"""The law of each kind of declaration that has one."""
