"""Verify a game: the laws that every GameDef must keep, whichever language it came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..diagnostics import Diagnostic, Report, Span, did_you_mean
from . import codes
from . import nodes as n
from .control_flow import leaves, together
from .scope import Problem, Scope
from .types import check
from .verify_declarations import DECLARATIONS
from .verify_nodes import MOST_PLAYERS, NODES, duplicates
from .walk import children, walk

# The limit also protects the recursive passes of the compiler.
DEEPEST = 150
PLACES = ("top", "bottom")
SEES = ("all", "top", "count", "none")


def verify(game: n.GameDef) -> list[Diagnostic]:
    """All violations of the laws in a game, in file order."""
    report = Report()
    problems = list(_problems(game))
    parents = _parents(game) if problems else {}
    for problem in problems:
        report.error(problem.code, _span_of(problem.node, parents), problem.message, problem.help)
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
    # The type check recurses, so it is left out where that might exhaust the stack.
    yield from deep or check(game)


def _parents(game: n.GameDef) -> dict[int, n.Node]:
    return {id(child): node for node in walk(game) for child in children(node)}


def _span_of(node: n.Node, parents: dict[int, n.Node]) -> Span | None:
    """The span of a node, or of the nearest one around it that has a span."""
    # Generated nodes may have no span of their own.
    while node.span is None and id(node) in parents:
        node = parents[id(node)]
    return node.span


# ---- laws of the whole game --------------------------------------------------------------------


def _players(game: n.GameDef) -> Iterator[Problem]:
    if not 1 <= game.least_players <= game.most_players <= MOST_PLAYERS:
        given = f"{game.least_players} to {game.most_players} players"
        message = f"invalid number of players: {given}; expected a range within 1 to {MOST_PLAYERS}"
        yield Problem(codes.PLAYERS, game, message)


def _unique_things(game: n.GameDef) -> Iterator[Problem]:
    kinds: tuple[tuple[str, Iterable[Any]], ...] = (
        ("enum", game.enums),
        ("table", game.tables),
        ("property", game.properties),
        ("zone", game.zones),
        ("variable", game.variables),
        ("option", game.options),
        ("procedure", game.procedures),
        ("team", game.teams),
        ("trait", game.traits),
        # Nothing refers to a supply by its name unless it is out of play and can be created.
        ("supply", () if all(s.zone for s in game.supplies) else game.supplies),
    )
    for noun, things in kinds:
        yield from duplicates(noun, things)


def _main(game: n.GameDef) -> Iterator[Problem]:
    main = next((p for p in game.procedures if p.name == "main"), None)
    if main is None:
        yield Problem(codes.MAIN, game, "missing procedure 'main'")
    elif main.parameters:
        yield Problem(codes.MAIN, main, "the procedure 'main' must not have parameters")


def _too_deep(game: n.GameDef) -> Iterator[Problem]:
    waiting: list[tuple[n.Node, int]] = [(game, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST:
            yield Problem(codes.DEEP, node, f"nested more than {DEEPEST} levels deep")
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
        # A team must not be empty with the fewest players, nor therefore with more.
        if not any(0 <= number < least for number in team.seats):
            message = f"the team '{team.name}' is empty with {least} players"
            yield Problem(codes.TEAMS, team, message)
        for number in dict.fromkeys(x for x in team.seats if not 0 <= x < MOST_PLAYERS):
            yield Problem(
                codes.RANGE, team, f"invalid seat {number}; expected 0 to {MOST_PLAYERS - 1}"
            )


def _seed(game: n.GameDef) -> Iterator[Problem]:
    if game.seed is not None and not 0 <= game.seed < 2**63:
        yield Problem(codes.RANGE, game, "a seed must be a whole number from 0 to 2^63 - 1")


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
        "look": ("pile", "column", "row", "space", "none"),
        "grows": ("", *n.DIRECTIONS),
    },
    n.VariableDef: {"audience": ("all", "owner", "none")},
    n.GameDef: {"payoff": ("", *n.PAYOFFS)},
}
"""The fields that take one of a few words."""


def _words(node: n.Node, scope: Scope) -> Iterator[Problem]:
    for field, allowed in ALLOWED.get(type(node), {}).items():
        word = getattr(node, field)
        if word not in allowed:
            message = f"invalid {field} '{word}'; expected {', '.join(filter(None, allowed))}"
            yield Problem(codes.WORD, node, message, did_you_mean(word, allowed))


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
        yield Problem(codes.UNKNOWN, node, f"unknown {noun} '{name}'", hint)


LAWS = NODES | DECLARATIONS
