"""Read, check and write save files."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from ....diagnostics import Report, Source, did_you_mean
from ..codes import (
    AUTOMATIC_SAVED,
    CELL_SAVED_TWICE,
    OTHER_PLAYERS,
    SAVED_FRACTION,
    UNKNOWN_SAVED_CELL,
    UNKNOWN_SAVED_PHASE,
)
from ..read.elements import shown
from ..read.side_files import RawSave
from ..read.tree import Rules, Save, SavedNode, Word
from ..read.words import Words
from ..write import markup
from .cell_text import Counted, cell_text, read_cell


def read_save(raw: RawSave, source: Source, report: Report) -> Save | None:
    """A save with its cells parsed; None if it has errors."""
    before, counted = len(report.items), Counted()
    cells: dict[str, tuple[Word, SavedNode]] = {}
    for name, text in raw.cells:
        if name.text in cells:
            report.error(CELL_SAVED_TWICE, name.span, f"duplicate cell '{shown(name.text)}'")
        elif node := read_cell(name.text, text, source, report, counted):
            cells[name.text] = (name, node)
    words = Words(report)
    for score in (raw.score, *raw.others):
        # None for a text that is not a number, which the structure check has reported.
        if (words.number(score) or 0) % 1:
            message = f"expected a whole number of points, found '{shown(score.text)}'"
            report.error(SAVED_FRACTION, score.span, message)
    if any(d.severity == "error" for d in report.items[before:]):
        return None
    found = tuple(cells.values())
    return Save(raw.phase, raw.game, raw.file, raw.score, found, raw.span, raw.others)


def points_of(save: Save) -> tuple[int, ...]:
    """The points of each player of a save."""
    return tuple(int(Decimal(word.text)) for word in (save.score, *save.others))


def check_save(save: RawSave, rules: Rules, report: Report) -> None:
    """Check a save against the rules of its game."""
    phases = [phase.name.text for phase in rules.phases]
    if save.phase.text not in phases:
        message = f"unknown phase '{shown(save.phase.text)}'"
        help = did_you_mean(save.phase.text, phases) or f"expected {', '.join(phases)}"
        report.error(UNKNOWN_SAVED_PHASE, save.phase.span, message, help)
    elif any(phase.automatic and phase.name.text == save.phase.text for phase in rules.phases):
        message = f"cannot resume in automatic phase '{save.phase.text}'"
        report.error(AUTOMATIC_SAVED, save.phase.span, message)
    if len(save.others) >= rules.players:
        message = f"{len(save.others) + 1} scores in a game for {rules.players}"
        report.error(OTHER_PLAYERS, save.others[-1].span, message)
    known = {cell.name.text for cell in rules.cells}
    for name, _ in save.cells:
        if name.text not in known:
            message = f"unknown cell '{shown(name.text)}'"
            report.error(UNKNOWN_SAVED_CELL, name.span, message, did_you_mean(name.text, known))


# ---- writing -----------------------------------------------------------------------------------


def save_text(save: Save) -> str:
    """The text of a save file, which reads back as the same save."""
    return markup.document("save", _lines(save))


def _lines(save: Save) -> Iterator[str]:
    yield markup.element("phase", save.phase.text)
    yield markup.element("game", save.game)
    yield markup.element("file", save.file.text)
    yield markup.element("score", save.score.text)
    if save.others:
        inner = "".join(markup.element("score", score.text) for score in save.others)
        yield f"<others>{inner}</others>"
    yield "<cells>"
    for name, node in save.cells:
        cell = markup.element("cell", cell_text(node), markup.attribute("name", name.text))
        yield f"{markup.INDENT}{cell}"
    yield "</cells>"
