"""The laws that every game keeps, whichever language it was written in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..diagnostics import Diagnostic, Report, Span, did_you_mean
from . import codes
from . import nodes as n
from .control_flow import leaves, together
from .scope import WORDS, Problem, Scope, is_list
from .types import check
from .walk import children, walk

DEEPEST = 150
MOST_PLAYERS = 16
MOST_VARIABLES = 1024  # of one name
MOST_ARGUMENTS = 4  # of a call on the agenda
PLACES = ("top", "bottom")
SEES = ("all", "top", "count", "none")
SIZES = ("width", "height", "token_width", "token_height", "degree")
STEPS = ("step_up", "step_down")

Law = Callable[[Any, Scope], Iterator[Problem]]


def verify(game: n.GameDef) -> list[Diagnostic]:
    """Everything that is wrong with a game, in file order."""
    report = Report()
    problems = list(_problems(game))
    parents = _parents(game) if problems else {}
    for problem in problems:
        report.error(problem.code, _place(problem.node, parents), problem.message, problem.help)
    return report.sorted()


def _problems(game: n.GameDef) -> Iterator[Problem]:
    for law in GAME_LAWS:
        yield from law(game)
    scope = Scope.of(game)
    for node in walk(game):
        for node_law in (_words, _references, LAWS.get(type(node))):
            if node_law:
                yield from node_law(node, scope)
    deep = list(_too_deep(game))
    yield from deep or check(game)


def _parents(game: n.GameDef) -> dict[int, n.Node]:
    return {id(child): node for node in walk(game) for child in children(node)}


def _place(node: n.Node, parents: dict[int, n.Node]) -> Span | None:
    """The span of a node, or of the nearest one around it that has a span."""
    while node.span is None and id(node) in parents:
        node = parents[id(node)]
    return node.span


# ---- laws of the whole game --------------------------------------------------------------------


def _players(game: n.GameDef) -> Iterator[Problem]:
    if not 1 <= game.least_players <= game.most_players <= MOST_PLAYERS:
        told = f"{game.least_players} to {game.most_players} players"
        yield Problem(
            codes.PLAYERS, game, f"{told} cannot play: at least 1, at most {MOST_PLAYERS}"
        )


def _unique_things(game: n.GameDef) -> Iterator[Problem]:
    kinds: tuple[tuple[str, Iterable[Any]], ...] = (
        ("enums", game.enums),
        ("tables", game.tables),
        ("properties", game.properties),
        ("zones", game.zones),
        ("variables", game.variables),
        ("options", game.options),
        ("procedures", game.procedures),
        ("teams", game.teams),
        ("traits", game.traits),
        ("supplies", () if all(s.zone for s in game.supplies) else game.supplies),
    )
    for noun, things in kinds:
        yield from _twice(noun, things)


def _twice(noun: str, things: Iterable[Any]) -> Iterator[Problem]:
    seen: set[str] = set()
    for thing in things:
        if thing.name in seen:
            yield Problem(codes.TWICE, thing, f"two {noun} are named '{thing.name}'")
        seen.add(thing.name)


def _main(game: n.GameDef) -> Iterator[Problem]:
    main = next((p for p in game.procedures if p.name == "main"), None)
    if main is None:
        yield Problem(codes.MAIN, game, "there is no procedure 'main'")
    elif main.parameters:
        yield Problem(codes.MAIN, main, "the procedure 'main' has no parameters")


def _too_deep(game: n.GameDef) -> Iterator[Problem]:
    waiting: list[tuple[n.Node, int]] = [(game, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST:
            yield Problem(codes.DEEP, node, f"this is nested deeper than {DEEPEST} levels")
        else:
            waiting.extend((child, depth + 1) for child in children(node))


def _teams(game: n.GameDef) -> Iterator[Problem]:
    """Every seat that may play is in one team, and no team is empty."""
    least, most = game.least_players, min(game.most_players, MOST_PLAYERS)
    for number in range(most if game.teams else 0):
        found = [team for team in game.teams if number in team.seats]
        if not found:
            yield Problem(codes.TEAMS, game, f"player {number + 1} is in no team")
        elif len(found) > 1:
            names = " and ".join(f"'{team.name}'" for team in found)
            yield Problem(codes.TEAMS, found[1], f"player {number + 1} is in two teams: {names}")
    for team in game.teams:
        if not any(0 <= number < least for number in team.seats):
            told = f"nobody is in the team '{team.name}' if {least} play"
            yield Problem(codes.TEAMS, team, told)
        for number in dict.fromkeys(x for x in team.seats if not 0 <= x < MOST_PLAYERS):
            yield Problem(codes.RANGE, team, f"there is no seat {number}")


def _seed(game: n.GameDef) -> Iterator[Problem]:
    if game.seed is not None and not 0 <= game.seed < 2**63:
        yield Problem(codes.RANGE, game, "a seed is a whole number from 0 to 2^63 - 1")


GAME_LAWS = (_players, _seed, _unique_things, _main, _teams, leaves, together)


# ---- laws of one node --------------------------------------------------------------------------

ALLOWED: dict[type[n.Node], dict[str, tuple[str, ...]]] = {
    n.MoveToken: {"place": PLACES},
    n.MoveTop: {"place": PLACES},
    n.MoveBlock: {"place": PLACES},
    n.Create: {"place": PLACES},
    n.Mark: {"kind": ("turn", "phase")},
    n.Listener: {"when": ("before", "instead", "after")},
    n.Zone: {
        "owner_sees": SEES,
        "others_see": SEES,
        "face": ("up", "down", "keep"),
        "look": ("pile", "column", "row", "space"),
        "grows": ("", *n.DIRECTIONS),
    },
    n.VariableDef: {"audience": ("all", "owner", "none")},
}
"""The fields that take one of a few words."""


def _words(node: n.Node, scope: Scope) -> Iterator[Problem]:
    for field, allowed in ALLOWED.get(type(node), {}).items():
        word = getattr(node, field)
        if word not in allowed:
            told = f"{field} cannot be '{word}': {', '.join(allowed)}"
            yield Problem(codes.WORD, node, told, did_you_mean(word, allowed))


REFERENCES: dict[type[n.Node], tuple[str, str, str]] = {
    n.Symbol: ("enum", "enums", "enum"),
    n.Variable: ("name", "variables", "variable"),
    n.SetVariable: ("name", "variables", "variable"),
    n.OptionValue: ("name", "options", "option"),
    n.Lookup: ("table", "tables", "table"),
    n.ZoneAt: ("name", "zones", "zone"),
    n.ZonesNamed: ("name", "zones", "zone"),
    n.TeamNamed: ("name", "teams", "team"),
    n.PropertyOf: ("property", "properties", "property"),
    n.TraitOf: ("trait", "traits", "trait"),
    n.Neighbours: ("link", "links", "link"),
    n.Connected: ("link", "links", "link"),
    n.Call: ("procedure", "procedures", "procedure"),
    n.Later: ("procedure", "procedures", "procedure"),
    n.Table: ("enum", "enums", "enum"),
    n.SetProperty: ("property", "properties", "property"),
    n.Create: ("supply", "supplies", "supply"),
}
"""The fields that name a thing of the game: where it is found and what it is called."""


def _references(node: n.Node, scope: Scope) -> Iterator[Problem]:
    field, where, noun = REFERENCES.get(type(node), ("", "", ""))
    if field and getattr(node, field) not in (known := getattr(scope, where)):
        name = getattr(node, field)
        hint = did_you_mean(name, known)
        yield Problem(codes.UNKNOWN, node, f"there is no {noun} '{name}'", hint)


def _symbol(node: n.Symbol, scope: Scope) -> Iterator[Problem]:
    enum = scope.enums.get(node.enum)
    if enum and node.value not in scope.symbols[node.enum]:
        hint = did_you_mean(node.value, enum.values)
        yield Problem(codes.UNKNOWN, node, f"'{enum.name}' has no value '{node.value}'", hint)


def _hole(node: n.Hole, scope: Scope) -> Iterator[Problem]:
    yield Problem(codes.HOLE, node, "a part of the game is missing here")


def _integers(*fields: str) -> Law:
    """The law that numbers fit into 32 bits."""

    def law(node: n.Node, scope: Scope) -> Iterator[Problem]:
        for field in fields:
            value = getattr(node, field)
            for number in value if isinstance(value, tuple) else (value,):
                if isinstance(number, int) and not -(2**31) <= number < 2**31:
                    yield Problem(codes.RANGE, node, "this number does not fit into 32 bits")

    return law


def _seat(node: n.Seat, scope: Scope) -> Iterator[Problem]:
    if not 0 <= node.number < MOST_PLAYERS:
        yield Problem(codes.RANGE, node, f"there is no seat {node.number}")


def _zone_at(node: n.ZoneAt, scope: Scope) -> Iterator[Problem]:
    zone = scope.zones.get(node.name)
    if zone is None:
        return
    owned = zone.per_seat or zone.per_team
    if owned != (node.owner is not None):
        told = "needs an owner" if owned else "has no owner"
        yield Problem(codes.ZONE, node, f"the zone '{node.name}' {told}")
    if (zone.count > 1) != (node.index is not None):
        told = "needs an index" if zone.count > 1 else "has no index"
        yield Problem(codes.ZONE, node, f"the zone '{node.name}' {told}")


def _variable(node: n.Variable | n.SetVariable, scope: Scope) -> Iterator[Problem]:
    variable = scope.variables.get(node.name)
    kept = variable is not None and (variable.per_seat or variable.per_team)
    if variable and kept != (node.of is not None):
        needed = f"needs the {scope.owner_type(variable)}"
        told = needed if kept else "is not kept per seat"
        yield Problem(codes.VARIABLE, node, f"the variable '{node.name}' {told}")
    if variable and (variable.count > 1) != (node.index is not None):
        told = "needs an index" if variable.count > 1 else "has no index"
        yield Problem(codes.VARIABLE, node, f"the variable '{node.name}' {told}")


def _call(node: n.Call | n.Later, scope: Scope) -> Iterator[Problem]:
    procedure = scope.procedures.get(node.procedure)
    if node.procedure == "main":
        yield Problem(codes.MAIN, node, "the procedure 'main' is not called: play starts with it")
    if procedure and len(procedure.parameters) != len(node.arguments):
        wanted, got = len(procedure.parameters), len(node.arguments)
        told = f"'{node.procedure}' takes {wanted} arguments, not {got}"
        yield Problem(codes.ARGUMENTS, node, told)


def _later(node: n.Later, scope: Scope) -> Iterator[Problem]:
    yield from _call(node, scope)
    procedure = scope.procedures.get(node.procedure)
    if procedure and len(procedure.parameters) > MOST_ARGUMENTS:
        told = f"'{node.procedure}' takes more than {MOST_ARGUMENTS} arguments, so it cannot wait"
        yield Problem(codes.LATER, node, told)
    for parameter in procedure.parameters if procedure else ():
        if is_list(parameter.type):
            told = f"'{node.procedure}' takes the list '{parameter.name}', so it cannot wait"
            yield Problem(codes.LATER, node, told)


def _choice(node: n.Decide | n.TakeFirst, scope: Scope) -> Iterator[Problem]:
    if not node.actions:
        yield Problem(codes.ACTIONS, node, "there are no actions to choose from")


def _action(node: n.Action | n.Refusal, scope: Scope) -> Iterator[Problem]:
    yield from _twice("parameters", node.parameters)
    yield from _twice("notations", node.notations)
    for parameter in node.parameters:
        if parameter.items is None:
            told = f"there is no list to choose '{parameter.name}' from"
            yield Problem(codes.PARAMETER, parameter, told)


def _procedure(node: n.Procedure, scope: Scope) -> Iterator[Problem]:
    yield from _twice("parameters", node.parameters)
    for parameter in node.parameters:
        if parameter.items is not None:
            told = f"'{parameter.name}' is given by the caller, not chosen from a list"
            yield Problem(codes.PARAMETER, parameter, told)


def _ask(node: n.Ask, scope: Scope) -> Iterator[Problem]:
    yield from _twice("notations", node.notations)


def _run_length(node: n.RunLength, scope: Scope) -> Iterator[Problem]:
    if node.lower == node.upper:
        yield Problem(codes.TWICE, node, f"both tokens are named '{node.lower}'")


def _enum(node: n.Enum, scope: Scope) -> Iterator[Problem]:
    if node.name in WORDS or node.name.startswith("[") or not node.name:
        yield Problem(codes.RESERVED, node, f"an enum cannot be named '{node.name}'")
    for value, times in Counter(node.values).items():
        if times > 1:
            yield Problem(codes.TWICE, node, f"'{node.name}' has the value '{value}' twice")


def _set_property(node: n.SetProperty, scope: Scope) -> Iterator[Problem]:
    property = scope.properties.get(node.property)
    if property and not property.changing:
        told = f"the property '{node.property}' is fixed"
        yield Problem(codes.FIXED, node, told, "declare it with changing=True")


def _create(node: n.Create, scope: Scope) -> Iterator[Problem]:
    supply = scope.supplies.get(node.supply)
    if supply and supply.zone:
        told = f"'{node.supply}' is no pool: its tokens start in '{supply.zone}'"
        yield Problem(codes.SUPPLY, node, told)


def _supply(node: n.Supply, scope: Scope) -> Iterator[Problem]:
    zone = scope.zones.get(node.zone)
    if node.zone and zone is None:
        hint = did_you_mean(node.zone, scope.zones)
        yield Problem(codes.UNKNOWN, node, f"there is no zone '{node.zone}'", hint)
    if zone and (zone.per_seat or zone.per_team or zone.count != 1):
        told = f"'{node.name}' cannot start in '{node.zone}', which is not one zone"
        yield Problem(codes.SUPPLY, node, told)


def _zone(node: n.Zone, scope: Scope) -> Iterator[Problem]:
    if node.count < 1:
        yield Problem(codes.RANGE, node, f"there are {node.count} zones '{node.name}'")
    if node.branches < 0:
        yield Problem(codes.RANGE, node, f"there are {node.branches} branches of '{node.name}'")
    yield from _integers("count", "branches", "turned")(node, scope)
    yield from _owned(node, scope)


def _trait(node: n.Trait, scope: Scope) -> Iterator[Problem]:
    seen: set[tuple[str, int]] = set()
    for each in node.values:
        if (each.zone, each.index) in seen:
            told = f"'{node.name}' of '{each.zone}' is given twice"
            yield Problem(codes.TWICE, each, told)
        seen.add((each.zone, each.index))


def _trait_value(node: n.TraitValue, scope: Scope) -> Iterator[Problem]:
    yield from _integers("index", "value")(node, scope)
    zone = scope.zones.get(node.zone)
    if zone is None:
        hint = did_you_mean(node.zone, scope.zones)
        yield Problem(codes.UNKNOWN, node, f"there is no zone '{node.zone}'", hint)
    elif not 0 <= node.index < zone.count:
        told = f"there is no zone '{node.zone}' with the index {node.index}"
        yield Problem(codes.RANGE, node, told)


def _link(node: n.Link, scope: Scope) -> Iterator[Problem]:
    yield from _there(node, "link", node.zone_a, node.index_a, scope)
    yield from _there(node, "link", node.zone_b, node.index_b, scope)


def _spot(node: n.Spot, scope: Scope) -> Iterator[Problem]:
    yield from _integers("index", "x", "y")(node, scope)
    yield from _there(node, "spot", node.zone, node.index, scope)


def _look(node: n.Look, scope: Scope) -> Iterator[Problem]:
    yield from _integers(*SIZES, *STEPS)(node, scope)
    for field, least in [(name, 1) for name in SIZES] + [(name, 0) for name in STEPS]:
        if getattr(node, field) < least:
            told = f"{field} of a look is {getattr(node, field)}: at least {least}"
            yield Problem(codes.RANGE, node, told)
    for name, kind in ((node.anchor, "bool"), (node.rotation, "int")):
        property = scope.properties.get(name)
        if name and property is None:
            hint = did_you_mean(name, scope.properties)
            yield Problem(codes.UNKNOWN, node, f"there is no property '{name}'", hint)
        elif property and property.type != kind:
            told = f"{kind} is needed here, but '{name}' is {property.type}"
            yield Problem(codes.TYPE, node, told)


def _there(node: n.Node, what: str, name: str, index: int, scope: Scope) -> Iterator[Problem]:
    zone = scope.zones.get(name)
    if zone is None:
        hint = did_you_mean(name, scope.zones)
        yield Problem(codes.UNKNOWN, node, f"there is no zone '{name}'", hint)
    elif zone.per_seat or zone.per_team:
        yield Problem(codes.ZONE, node, f"a {what} cannot name '{name}', which has an owner")
    elif not 0 <= index < zone.count:
        yield Problem(codes.RANGE, node, f"there is no zone '{name}' with the index {index}")


def _owned(node: n.Zone | n.VariableDef, scope: Scope) -> Iterator[Problem]:
    if node.per_seat and node.per_team:
        told = f"'{node.name}' is kept per seat and per team: it can be only one of them"
        yield Problem(codes.TEAMS, node, told)
    if node.per_team and not scope.teams:
        yield Problem(codes.TEAMS, node, f"'{node.name}' is kept per team, but there are none")


def _needs_teams(node: n.Node, scope: Scope) -> Iterator[Problem]:
    if not scope.teams:
        yield Problem(codes.TEAMS, node, "there are no teams in this game")


def _variable_def(node: n.VariableDef, scope: Scope) -> Iterator[Problem]:
    yield from _owned(node, scope)
    if node.audience == "owner" and not (node.per_seat or node.per_team):
        yield Problem(codes.WORD, node, f"the variable '{node.name}' has no owner to see it")
    if not 1 <= node.count <= MOST_VARIABLES:
        told = f"there may be 1 to {MOST_VARIABLES} of '{node.name}', not {node.count}"
        yield Problem(codes.RANGE, node, told)
    if node.count > 1 and (node.per_seat or node.per_team):
        whom = "team" if node.per_team else "seat"
        told = f"'{node.name}' is kept per {whom}, so there cannot be {node.count} of it"
        yield Problem(codes.VARIABLE, node, told)
    if node.places and len(node.places) != node.count:
        told = f"there are {node.count} of '{node.name}', but {len(node.places)} places for them"
        yield Problem(codes.VARIABLE, node, told)
    for place in filter(None, node.places):
        yield from _there(node, "variable", place, 0, scope)


def _listener(node: n.Listener, scope: Scope) -> Iterator[Problem]:
    names = (node.token, node.source, node.target)
    for name in sorted({x for x in names if names.count(x) > 1}):
        yield Problem(codes.TWICE, node, f"two things are named '{name}'")
    for zone in (*node.sources, *node.targets):
        if zone not in scope.zones:
            hint = did_you_mean(zone, scope.zones)
            yield Problem(codes.UNKNOWN, node, f"there is no zone '{zone}'", hint)


LAWS: dict[type[n.Node], Law] = {
    n.Hole: _hole,
    n.Number: _integers("value"),
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
    n.Enum: _enum,
    n.Table: _integers("values"),
    n.Token: _integers("values"),
    n.Supply: _supply,
    n.Zone: _zone,
    n.Trait: _trait,
    n.TraitValue: _trait_value,
    n.Link: _link,
    n.Spot: _spot,
    n.Look: _look,
    n.VariableDef: _variable_def,
    n.Procedure: _procedure,
    n.Listener: _listener,
}
"""What else each kind of node must keep."""
