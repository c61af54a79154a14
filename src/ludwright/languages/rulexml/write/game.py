"""A GameDef as Rule XML with a layout: files that may mean it, and whether they do, read again."""

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
from ..lower.game import FIXED, ROTATION, lower
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
    """The texts of files that mean this game; nothing if there are none, which is reported."""
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
    other = _difference(game, Source(f"{stem}.xml", text), Source(path, plan))
    if other:
        message = "Rule XML can't say this: what it would be read as differs here"
        report.error(codes.OTHERWISE, other.span or game.span, message)
    return None if other else Written(text, {path: plan})


# ---- what can't be a table of cells --------------------------------------------------------------


def _foreign(game: n.GameDef) -> Iterator[tuple[n.Node, str]]:
    """What no file can have, and what to say about it."""
    if game.least_players != game.most_players:
        yield game, f"the game is for {game.least_players} to {game.most_players} players"
    yield from uncommon(game)
    for zone in game.zones:
        if zone.count > 1 and not (zone.per_seat or zone.per_team):
            yield zone, f"there are {zone.count} zones called '{zone.name}'"
    if tuple(enum.name for enum in game.enums[:2]) != (PHASE, NAME):
        yield game, "the game does not go by phases"
    if tuple(each.name for each in game.properties[:2]) != (NAME, FIXED):
        yield game, "the cards are not told apart by names, and by whether they are fixed"
    for variable in game.variables:
        if variable.name not in (PHASE, SCORE) and not variable.inner:
            yield variable, f"the variable '{variable.name}' is neither a phase nor points"
    if len(game.supplies) != 1 or len(game.zones) < 3:
        yield game, "the cards do not lie in one deck at the start"
    if game.look is None:
        yield game, "nothing tells where things lie on the table"
    if not game.procedures or not game.procedures[0].body:
        yield game, "nothing happens in the game"


# ---- what can ------------------------------------------------------------------------------------


def _rules(game: n.GameDef, report: Report) -> Rules | None:
    """The rules of a game, or all that they can't say."""
    try:
        return _put_together(game, report)
    except NoFit as problem:
        _tell(problem, game, report)
    return None


def _tell(problem: NoFit, game: n.GameDef, report: Report) -> None:
    span = problem.node.span if problem.node else None
    report.error(problem.code, span or game.span, problem.message, problem.help)


def _put_together(game: n.GameDef, report: Report) -> Rules | None:
    shuffled, cells, turns = start_of(game)
    deck = deck_of(game, shuffled)
    bare = Rules(game.name, game.most_players, None, deck, cells, (), (), WRITTEN)
    groups = Groups(tuple(cell.name.text for cell in cells))
    found = list(phases_of(game, _static_table(bare, game), groups, turns))
    for each in found:
        if isinstance(each, NoFit):
            _tell(each, game, report)
    phases = tuple(each for each in found if isinstance(each, Phase))
    return replace(bare, groups=groups.all(), phases=phases)


def _static_table(rules: Rules, game: n.GameDef) -> StaticTable:
    """The table, as far as movements on it tell."""
    ways = frozenset(DIRECTIONS[number] for number in _directions(game))
    turning = any(each.name == ROTATION for each in game.properties)
    return replace(
        static_table(rules),
        ways={zone.name: ways if zone.branches else frozenset() for zone in game.zones},
        degree=game.look.degree if game.look and turning else 0,
    )


def _directions(game: n.GameDef) -> set[int]:
    """The directions in which something may hang: where all are gone through, or all that grow."""
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


# ---- read again ----------------------------------------------------------------------------------


class _Beside(Files):
    """Files that are not written yet."""

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
        """The one file that there is."""
        return self.other if name == self.other.name else None


def _difference(game: n.GameDef, rules: Source, layout: Source) -> n.Node | None:
    """Where a game differs from what its files mean; its name is that of its file, whatever that
    will be."""
    report = Report()
    again = lower(rules, report, _Beside(rules, layout))
    return game if report.failed or not again else difference(game, replace(again, name=game.name))
