"""A GameDef as SGDL: the file that may mean it, and whether that file, read again, does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....diagnostics import Report, Source, declare
from ....gamedef import nodes as n
from ...language import Written
from ...round_trip import difference, uncommon
from ..codes import NOT_EXTENDED
from ..lower.game import lower
from .printer import printed
from .unlower import file_of

NOT_A_PATIENCE = declare(
    "SG501",
    "not a game that SGDL can describe",
    """SGDL describes games of one player with packs of cards that are dealt to piles. What the
    message names can't be part of such a game.""",
)
OTHERWISE = declare(
    "SG503",
    "SGDL would mean something else",
    """What SGDL can say comes near to this, but read again it would be another game. The place is
    the first at which the two differ.""",
)
PROPERTIES = ("rank", "suit", "color")


def write(game: n.GameDef, report: Report, stem: str = "", /) -> Written | None:
    """The text of a file that means this game; nothing if there is none, which is reported."""
    for node, message in _foreign(game):
        report.error(NOT_A_PATIENCE, node.span or game.span, message)
    file = None if report.failed else file_of(game, report)
    if file is None or report.failed:
        return None
    text = printed(replace(file, extended=None))
    again, problems = _read(text)
    if any(found.code == NOT_EXTENDED.code for found in problems.items):
        text = printed(file)
        again, problems = _read(text)
    other = game if problems.failed else difference(game, again)
    if other:
        message = "SGDL can't say this: what it would be read as differs here"
        report.error(OTHERWISE, other.span or game.span, message)
    return None if other else Written(text)


def _foreign(game: n.GameDef) -> Iterator[tuple[n.Node, str]]:
    """What no file can have, and what to say about it."""
    least, most = game.least_players, game.most_players
    if (least, most) != (1, 1):
        yield game, f"the game is for {f'{least} to {most}' if least < most else least} players"
    yield from uncommon(game)
    for procedure in game.procedures[1:2]:
        yield procedure, "the game goes through more than piles and turns"
    if tuple(p.name for p in game.properties) != PROPERTIES:
        yield game, "the cards have other properties than rank, suit and color"
    elif len(game.supplies) != 1:
        yield game, "the cards do not lie in one deck at the start"
    if not game.procedures or not game.procedures[0].body:
        yield game, "nothing happens in the game"


def _read(text: str) -> tuple[n.GameDef | None, Report]:
    report = Report()
    return lower(Source("written", text), report), report
