"""Small charts as SVG documents, on paper of their own: readable on light and dark pages alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from .html import text

WIDTH = 480
LEFT, RIGHT = 130, 70  # room for labels and values
ROW, AXIS, MARGIN = 26, 30, 14
TOP = 36  # below the title
BAR = 34
TICKS = 5
LONGEST = 20  # letters of a label
PAPER, INK, FAINT, ACCENT = "#fffefa", "#26272b", "#c9c5b6", "#1f57a8"
COLOURS = ("#2f7d4f", "#c9c5b6", "#b3202b")

Across = Callable[[float], float]  # where a value is on the scale


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its interval, and how it is written; no interval if nothing is known."""

    label: str
    value: float
    low: float | None
    high: float | None
    written: str


def intervals(rows: Sequence[Interval], title: str, unit: str = "") -> str:
    """Estimates below each other on one scale, each with its interval."""
    ends = [end for row in rows for end in (row.value, row.low, row.high) if end is not None]
    ticks = nice_ticks(min(ends, default=0.0), max(ends, default=1.0))
    low, high = ticks[0], ticks[-1]

    def across(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    bottom = TOP + ROW * len(rows)
    parts = [_tick(across(each), bottom, f"{each:.6g}{unit}") for each in ticks]
    for number, row in enumerate(rows):
        parts.append(_interval(row, across, TOP + ROW * (number + 0.5)))
    return _document(bottom + AXIS, title, "".join(parts))


def shares(parts: Sequence[tuple[str, int]], title: str) -> str:
    """Numbers of things that add up to a whole, as one bar, each with its label below."""
    whole = sum(count for _, count in parts) or 1
    x, markup = float(MARGIN), []
    step = (WIDTH - 2 * MARGIN) / max(1, len(parts))
    for number, (label, count) in enumerate(parts):
        colour = COLOURS[number % len(COLOURS)]
        wide = count / whole * (WIDTH - 2 * MARGIN)
        if count:
            markup.append(_box(x, TOP, wide, BAR, colour))
        x += wide
        left = MARGIN + number * step
        markup.append(_box(left, TOP + BAR + 12, 10, 10, colour))
        markup.append(_text(f"{count:,} {label}", left + 16, TOP + BAR + 21, "start"))
    return _document(TOP + BAR + 36, title, "".join(markup))


def nice_ticks(low: float, high: float) -> list[float]:
    """Round numbers, evenly spaced, the first at most `low` and the last at least `high`."""
    span = high - low or abs(high) or 1.0
    rough = span / TICKS
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * each for each in (1, 2, 5, 10) if unit * each >= rough)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def _interval(row: Interval, across: Across, y: float) -> str:
    label = row.label if len(row.label) <= LONGEST else f"{row.label[: LONGEST - 1]}…"
    return "".join([*_drawn(row, across, y), _text(label, LEFT - 12, y + 4, "end")])


def _drawn(row: Interval, across: Across, y: float) -> Iterator[str]:
    if row.low is not None and row.high is not None:
        left, right = across(row.low), across(row.high)
        yield _line(left, y, right, y, ACCENT, 2.5)
        yield _line(left, y - 5, left, y + 5, ACCENT, 1.5)
        yield _line(right, y - 5, right, y + 5, ACCENT, 1.5)
    yield f'<circle cx="{across(row.value):.1f}" cy="{y:.1f}" r="4" fill="{ACCENT}"/>'
    yield _text(row.written, WIDTH - MARGIN, y + 4, "end")


def _tick(x: float, bottom: float, written: str) -> str:
    return _line(x, TOP, x, bottom, FAINT, 1) + _text(written, x, bottom + 16, "middle")


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, wide: float) -> str:
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" '
        f'stroke="{colour}" stroke-width="{wide:g}"/>'
    )


def _box(x: float, y: float, wide: float, high: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:g}" fill="{colour}"/>'


def _text(words: str, x: float, y: float, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" text-anchor="{anchor}" '
        f'fill="{INK}">{text(words)}</text>'
    )


def _document(height: float, title: str, markup: str) -> str:
    heading = _text(title, MARGIN, 22, "start")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" '
        f'font-family="Arial, Helvetica, sans-serif"><title>{text(title)}</title>'
        f'<rect width="{WIDTH}" height="{height:g}" rx="6" fill="{PAPER}"/>{heading}{markup}</svg>'
    )
