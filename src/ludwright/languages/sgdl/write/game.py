"""Write a GameDef as SGDL, checked by a round trip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....diagnostics import Report, Source, declare
from ....gamedef import nodes as n
from ...language import Written
from ...round_trip import difference, uncommon
from ..codes import NOT_EXTENDED
from ..lower.game import game_of
from .printer import printed
from .unlower import file_of

FOREIGN = declare(
    "SG501",
    "cannot be described in SGDL",
    """SGDL describes games for one player with decks of cards that are dealt to piles. The message
    names a part of the game that SGDL has no notion of.""",
)
ROUND_TRIP = declare(
    "SG503",
    "round trip differs",
    """The closest SGDL file, when read again, is a different game. The location is where the two
    first differ.""",
)
PROPERTIES = ("rank", "suit", "color")


def write(game: n.GameDef, report: Report, stem: str = "", /) -> Written | None:
    """The text of a file that describes this game; None, with a report, if there is none."""
    for node, message in _foreign(game):
        report.error(FOREIGN, node.span or game.span, message)
    file = None if report.failed else file_of(game, report)
    if file is None or report.failed:
        return None
    # `$extended` is only written if reading the text without it asks for it.
    text = printed(replace(file, extended=None))
    again, problems = _read(text)
    if any(found.code == NOT_EXTENDED.code for found in problems.items):
        text = printed(file)
        again, problems = _read(text)
    other = game if problems.failed else difference(game, again)
    if other:
        message = "SGDL cannot express this: the game read back differs here"
        report.error(ROUND_TRIP, other.span or game.span, message)
    return None if other else Written(text)


def _foreign(game: n.GameDef) -> Iterator[tuple[n.Node, str]]:
    """The nodes that no SGDL file can describe, each with a message."""
    least, most = game.least_players, game.most_players
    if (least, most) != (1, 1):
        yield game, f"the game is for {f'{least} to {most}' if least < most else least} players"
    yield from uncommon(game)
    for procedure in game.procedures[1:2]:
        yield procedure, f"the game has a further procedure '{procedure.name}'"
    if tuple(p.name for p in game.properties) != PROPERTIES:
        yield game, "the properties of the cards are not rank, suit and color"
    elif len(game.supplies) != 1:
        yield game, "the cards do not start in a single deck"
    if not game.procedures or not game.procedures[0].body:
        yield game, "the game has no statements"


def _read(text: str) -> tuple[n.GameDef | None, Report]:
    report = Report()
    return game_of(Source("written", text), report), report
