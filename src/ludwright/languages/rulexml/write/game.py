"""Write a GameDef as Rule XML with a layout, checked by a round trip."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ....diagnostics import Report, Source, Span
from ....gamedef import nodes as n
from ....gamedef.walk import walk
from ...files import Files, Shelf
from ...language import Written
from ...round_trip import difference, uncommon
from .. import codes
from ..lower.deal import NAME
from ..lower.game import FIXED, ROTATION, game_of
from ..lower.looks import WRITTEN, layout_of
from ..lower.phases import PHASE, SCORE
from ..lower.prune_trees import START
from ..lower.static_table import StaticTable, static_table
from ..lower.take import BELOW, SOURCE
from ..read.tree import DIRECTIONS, Phase, Rules
from .groups import Groups
from .printer import printed_layout, printed_rules
from .unlower_deal import deck_of, start_of
from .unlower_phases import phases_of
from .vocabulary import NoFit, word

LAYOUT = ".layout.xml"


def write(game: n.GameDef, report: Report, stem: str = "", /) -> Written | None:
    """The texts of files that describe this game; None, with a report, if there are none."""
    for node, message in _foreign(game):
        report.error(codes.NO_TABLE, node.span or game.span, message)
    rules = None if report.failed else _rules(game, report)
    layout = layout_of(game)
    if rules is None or layout is None or report.failed:
        return None
    stem = stem or re.sub(r"\W+", "-", game.name.casefold()).strip("-") or "game"
    path = f"{stem}{LAYOUT}"
    plan = printed_layout(layout)
    text = printed_rules(replace(rules, layout=word(path)))
    # The safety net: whatever was reconstructed wrongly is an error, never a wrong file.
    other = _difference(game, Source(f"{stem}.xml", text), Source(path, plan))
    if other:
        message = "Rule XML cannot express this: the game read back differs here"
        report.error(codes.OTHERWISE, other.span or game.span, message)
    return None if other else Written(text, {path: plan})


# ---- what is not a table of cells ----------------------------------------------------------------


def _foreign(game: n.GameDef) -> Iterator[tuple[n.Node, str]]:
    """The nodes that no Rule XML file can describe, each with a message."""
    if game.least_players != game.most_players:
        yield game, f"the game is for {game.least_players} to {game.most_players} players"
    yield from uncommon(game)
    for zone in game.zones:
        if zone.count > 1 and not (zone.per_seat or zone.per_team):
            yield zone, f"{zone.count} zones are named '{zone.name}'"
    if tuple(enum.name for enum in game.enums[:2]) != (PHASE, NAME):
        yield game, "the game is not organised in phases"
    if tuple(each.name for each in game.properties[:2]) != (NAME, FIXED):
        yield game, "the first properties of the cards are not 'name' and 'fixed'"
    for variable in game.variables:
        if variable.name not in (PHASE, SCORE) and not variable.inner:
            yield variable, f"variable '{variable.name}' is neither the phase nor the score"
    if len(game.supplies) != 1 or len(game.zones) < 3:
        yield game, "the cards do not start in a single deck"
    if game.look is None:
        yield game, "the game has no look"
    if not game.procedures or not game.procedures[0].body:
        yield game, "the game has no statements"


# ---- from GameDef to tree ------------------------------------------------------------------------


def _rules(game: n.GameDef, report: Report) -> Rules | None:
    """The rules of a game; None, with a report, if they cannot be expressed."""
    try:
        return _assemble(game, report)
    except NoFit as problem:
        _report(problem, game, report)
    return None


def _report(problem: NoFit, game: n.GameDef, report: Report) -> None:
    span = problem.node.span if problem.node else None
    report.error(problem.code, span or game.span, problem.message, problem.help)


def _assemble(game: n.GameDef, report: Report) -> Rules | None:
    shuffled, cells, turns = start_of(game)
    deck = deck_of(game, shuffled)
    bare = Rules(game.name, game.most_players, None, deck, cells, (), (), WRITTEN)
    groups = Groups(tuple(cell.name.text for cell in cells))
    found = list(phases_of(game, _static_table(bare, game), groups, turns))
    # All phases that cannot be expressed are reported, not only the first.
    for each in found:
        if isinstance(each, NoFit):
            _report(each, game, report)
    phases = tuple(each for each in found if isinstance(each, Phase))
    return replace(bare, groups=groups.all(), phases=phases)


def _static_table(rules: Rules, game: n.GameDef) -> StaticTable:
    """The static table, as far as it can be inferred from movements."""
    ways = frozenset(DIRECTIONS[number] for number in _directions(game))
    turning = any(each.name == ROTATION for each in game.properties)
    return replace(
        static_table(rules),
        ways={zone.name: ways if zone.branches else frozenset() for zone in game.zones},
        degree=game.look.degree if game.look and turning else 0,
    )


def _directions(game: n.GameDef) -> set[int]:
    """The directions in which cells may grow: those that some statement enumerates, or else all
    that are grown in."""
    through, grown = set(), set()
    for node in walk(game):
        match node:
            case (
                n.Grow(name=BELOW.name, direction=n.Number(value=number))
                | n.MoveTree(to=n.Local(name=START.name), direction=n.Number(value=number))
                | n.Let(name=SOURCE.name, value=n.ChildAt(direction=n.Number(value=number)))
            ):
                through.add(number)
            case n.Grow(direction=n.Number(value=number)):
                grown.add(number)
    return through or grown


# ---- round trip ----------------------------------------------------------------------------------


class _Beside(Files):
    """Files in memory, before they are written."""

    def __init__(self, main: Source, other: Source) -> None:
        super().__init__(main)
        self.other = other

    def read(
        self,
        name: str,
        at: Span,
        report: Report,
        bundled: Shelf | None = None,
        climbing: bool = False,
    ) -> Source | None:
        """The only other file."""
        return self.other if name == self.other.name else None


def _difference(game: n.GameDef, rules: Source, layout: Source) -> n.Node | None:
    """Where a game differs from the one read back; names are ignored, as files determine them."""
    report = Report()
    again = game_of(rules, report, _Beside(rules, layout))
    return game if report.failed or not again else difference(game, replace(again, name=game.name))
