"""Parse the DRAW lines of `$initial`: draw piles that deal, rotate, or gather other piles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ....diagnostics import Report, Span, did_you_mean
from .. import codes
from . import words
from .lines import Item, Line
from .tree import DRAW, Deal, Draw, ExtendedWords, Gather, Rotate, Word

REFILL = "REFILL"


@dataclass(frozen=True, slots=True)
class _Start:
    """The part that all DRAW lines have in common."""

    name: str
    count: int | None
    line_index: int
    span: Span
    extended_words: ExtendedWords


def draw_name(line: Line) -> Word | None:
    """The name of a draw pile, if its line has one."""
    # A name is only recognised in front of a number or a known kind, so that a misspelt kind after
    # a number is not mistaken for part of a named pile.
    items = line.items
    if len(items) < 4 or items[2].text in DRAWS or items[1].text.isdigit():
        return None
    named = items[2].text.isdigit() or items[3].text in DRAWS
    return items[1].words[0] if named and not items[1].braced else None


def read_draw(line: Line, line_index: int, report: Report) -> Draw | None:
    """A draw pile; `line_index` is the number of pile lines before it."""
    name = draw_name(line)
    items = line.items[2 if name else 1 :]
    if len(items) < 2:
        message = f"expected DRAW <number of cards> followed by {words.any_of(list(DRAWS)[:2])}"
        report.error(codes.BAD_DRAW, line.span, message)
        return None
    count = words.number(items[0], 0, words.LARGEST, report)
    kind = words.choice(items[1], DRAWS, codes.BAD_DRAW, "kind of draw pile", report)
    if (name and not _good_name(name, report)) or kind is None:
        return None
    extended = (*((name,) if name else ()), *(items[1].words if kind == "GATHER" else ()))
    start = _Start(name.text if name else DRAW, count, line_index, line.span, extended)
    return DRAWS[kind](start, items[2:], report)


def _good_name(name: Word, report: Report) -> bool:
    if name.text == DRAW:
        message = "a draw pile cannot be named DRAW; that is the one without a name"
        report.error(codes.BAD_DRAW, name.span, message)
    elif set(name.text) & words.NOT_IN_NAMES:
        report.error(codes.BAD_DRAW, name.span, words.BAD_NAME)
    else:
        return True
    return False


def _deal(start: _Start, items: tuple[Item, ...], report: Report) -> Draw | None:
    if len(items) != 1:
        report.error(codes.BAD_DRAW, start.span, "expected DEAL <piles>")
        return None
    good = words.distinct(items[0].words, report)
    if not good or start.count is None:
        return None
    return Deal(
        start.count, items[0].words, start.line_index, start.span, start.name, start.extended_words
    )


def _rotate(start: _Start, items: tuple[Item, ...], report: Report) -> Draw | None:
    refill = items[3].words if len(items) == 4 and items[3].text == REFILL else ()
    if len(items) != (4 if refill else 3):
        message = (
            "expected ROTATE <cards per draw> <window> <redeals>, optionally followed by REFILL"
        )
        help = did_you_mean(items[3].text, [REFILL]) if len(items) == 4 else ""
        span = items[3].span if len(items) > 3 else start.span
        report.error(codes.BAD_DRAW, span, message, help)
        return None
    before = len(report.items)
    per_draw = words.number(items[0], 1, words.LARGEST, report)
    window = _or_unlimited(items[1], 1, report)
    redeals = _or_unlimited(items[2], 0, report)
    if refill and items[1].text == words.UNLIMITED:
        message = "REFILL has no effect on an unlimited window"
        report.error(codes.REFILL_UNUSED, items[3].span, message, help="remove REFILL")
    # A window or redeals of None may be a valid U, so errors are recognised by the report.
    if start.count is None or per_draw is None or len(report.items) > before:
        return None
    count, line_index, span, name = start.count, start.line_index, start.span, start.name
    extended = (*start.extended_words, *refill)
    return Rotate(count, per_draw, window, redeals, line_index, span, name, bool(refill), extended)


def _gather(start: _Start, items: tuple[Item, ...], report: Report) -> Draw | None:
    if len(items) != 3:
        message = "expected GATHER <piles> <cards per pile> <redeals>"
        report.error(codes.BAD_DRAW, start.span, message)
        return None
    before = len(report.items)
    if start.count:
        message = f"a GATHER pile starts with 0 cards, not {start.count}"
        report.error(codes.BAD_DRAW, start.span, message)
    words.distinct(items[0].words, report)
    packet = words.number(items[1], 1, words.LARGEST, report)
    times = _or_unlimited(items[2], 1, report)
    # As in _rotate, None may be a valid U.
    if packet is None or start.count is None or len(report.items) > before:
        return None
    piles = items[0].words
    return Gather(
        0, piles, packet, times, start.line_index, start.span, start.name, start.extended_words
    )


def _or_unlimited(item: Item, least: int, report: Report) -> int | None:
    unlimited = item.text == words.UNLIMITED
    return None if unlimited else words.number(item, least, words.LARGEST, report)


DRAWS: dict[str, Callable[[_Start, tuple[Item, ...], Report], Draw | None]] = {
    "DEAL": _deal,
    "ROTATE": _rotate,
    "GATHER": _gather,
}
