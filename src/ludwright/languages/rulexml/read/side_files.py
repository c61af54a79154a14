"""Build the trees of layouts, saves, scores and styles from their elements."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from ....diagnostics import Report, Span
from ...names import refers
from .. import codes
from .elements import Element, shown
from .tree import LayoutFile, Scores, Style, Word
from .words import Words


@dataclass(frozen=True, slots=True)
class RawSave:
    """A save file with the text of its cells, not yet parsed."""

    phase: Word
    game: str
    file: Word
    score: Word
    cells: tuple[tuple[Word, Word], ...]
    span: Span
    others: tuple[Word, ...] = ()  # the scores of all players but the first


def layout(root: Element, report: Report) -> LayoutFile:
    """A layout; missing numbers, already reported, are 0."""
    words, nothing = Words(report), Element("", root.span, {})
    sizes = root.first("attributes") or nothing
    pictures = root.first("card_map") or nothing
    shown_cards = [each.text for each in (root.first("cards") or nothing).all("card")]
    for card in shown_cards:
        refers("card", card.text, card.span)
    places: dict[str, tuple[Word, Decimal, Decimal]] = {}
    for each in (root.first("cells") or nothing).all("cell"):
        name = each.attribute("name")
        refers("cell", name.text, name.span)
        if name.text in places:
            message = f"duplicate position of cell '{shown(name.text)}'; only the first counts"
            report.warning(codes.PLACED_TWICE, name.span, message)
        x, y = (words.number(each.word(axis)) or Decimal(0) for axis in ("x_val", "y_val"))
        places.setdefault(name.text, (name, x, y))
    size = {name: words.whole(sizes.word(name)) or 0 for name in SIZES}
    return LayoutFile(
        game=root.word("game").text,
        players=words.whole(sizes.word("players")) or 1,
        **size,
        cards=tuple(card.text for card in shown_cards),
        start=pictures.word("start").text,
        extension=pictures.word("extension").text,
        cells=tuple(places.values()),
        span=root.span,
    )


SIZES = ("screen_height", "card_width", "card_height", "face_down_offset", "face_up_offset")


def save(root: Element, report: Report) -> RawSave:
    """A save; the text of its cells is parsed later, by `saves.cell_text`."""
    cells, others = root.first("cells"), root.first("others")
    return RawSave(
        root.word("phase"),
        root.word("game").text,
        root.word("file"),
        root.word("score"),
        tuple((each.attribute("name"), each.text) for each in cells.all("cell")) if cells else (),
        root.span,
        tuple(each.text for each in others.all("score")) if others else (),
    )


def scores(root: Element, report: Report) -> Scores:
    """The scores of all games, as written; games are merged by their name in lower case."""
    games: dict[str, tuple[str, ...]] = {}
    for game in root.children:
        listed = (each.text.text for each in game.all("score"))
        games[game.name.lower()] = (*games.get(game.name.lower(), ()), *listed)
    return Scores(tuple(games.items()), root.span)


def style(root: Element, report: Report) -> Style:
    """A style: the look and sound of the table."""
    return Style(
        root.word("language").text,
        Words(report).whole(root.word("difficulty")) or 0,
        root.word("cards").text,
        root.word("sound").text == "1",
        root.word("table").text,
        root.word("dark").text == "1",
        root.span,
    )
