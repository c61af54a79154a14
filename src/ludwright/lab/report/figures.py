"""The figures of a game in a report, each with the numbers that it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...markup import html as h
from ..estimates import Estimate, bounded_mean
from ..row_measures import victories
from ..rows import Rows
from .along import MOST, Curve
from .gather import Section
from .plots import Row, available, curve_plot, histogram, interval_plot

WIDTH = 560  # pixels
PERCENTILES = (0, 5, 25, 50, 75, 95, 100)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure: a title, the picture (none without matplotlib), a text that stands for it, and its
    numbers as a table."""

    title: str
    svg: str
    alt: str
    table: str = ""

    def markup(self) -> str:
        """The figure as markup."""
        if not self.svg:
            return ""
        shown = h.image(self.svg, self.alt, WIDTH)
        return h.tag("figure", shown + h.tag("figcaption", h.text(self.title)))


def figures_of(section: Section) -> list[Drawing]:
    """The figures of a game."""
    return [*_figures(section)]


def _figures(section: Section) -> Iterator[Drawing]:
    title = f"A table of {section.program.name} in the middle of a game"
    yield Drawing(title, section.picture, title)
    if len(set(section.rows.sides)) > 1:
        yield _fairness(section.rows)
    if section.rows["over"].any():
        yield _length(section.rows)
    if section.along:
        yield _along(section.along)
    if section.levels:
        yield _ladder(section.levels)


def sides_of(rows: Rows) -> list[tuple[str, Estimate]]:
    """Each side's mean share of the victory, over the games that ended."""
    shares = victories(rows)
    found = []
    for side in range(shares.shape[1]):
        seats = [str(seat + 1) for seat, of in enumerate(rows.sides) if of == side]
        name = f"player {seats[0]}" if len(seats) == 1 else f"players {', '.join(seats)}"
        found.append((name, bounded_mean(shares[:, side])))
    return found


def _fairness(rows: Rows) -> Drawing:
    title = "Share of the victory by seat"
    shown = [_in_percent(name, each) for name, each in sides_of(rows) if each.value is not None]
    games = f"{int(rows['over'].sum()):,}"
    table = h.table(
        ("player", "share of the victory, %", "95 % interval", "games"),
        (
            (name, _two(value), f"{_two(low)} to {_two(high)}", games)
            for name, value, low, high in shown
        ),
    )
    alt = "; ".join(f"{name} {_two(value)} %" for name, value, _, _ in shown)
    svg = ""
    if available() and shown:
        svg = interval_plot(shown, "share of the victory, % (line: equal)", 100 / len(shown))
    return Drawing(title, svg, f"{title}: {alt}", table)


def _in_percent(name: str, found: Estimate) -> Row:
    assert found.value is not None, "a side has a share of some games"
    low, high = (None if end is None else 100 * end for end in (found.low, found.high))
    return name, 100 * found.value, low, high


def _two(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _length(rows: Rows) -> Drawing:
    decides = bool(rows["decisions"].any())
    unit = "decisions" if decides else "turns"
    values = rows[unit][rows["over"]]
    title = f"Length of the games that ended, in {unit}"
    points = np.percentile(values, PERCENTILES, method="nearest")
    pairs = [(f"{p} %", f"{int(v):,}") for p, v in zip(PERCENTILES, points, strict=True)]
    table = h.table(("share of the games", f"at most this many {unit}"), pairs)
    alt = f"{title}: mean {values.mean():.1f}, from {values.min():,} to {values.max():,}"
    return Drawing(title, histogram(values, unit) if available() else "", alt, table)


def _along(curve: Curve) -> Drawing:
    title = f"Options along the game, in {curve.games:,} games"
    if curve.cut:
        title += f": their first {MOST:,} decisions"
    columns = (curve.starts, curve.means, curve.lows, curve.highs, curve.reached)
    table = h.table(
        ("from decision", "mean options", "10th percentile", "90th", "games that get here, %"),
        (
            (f"{start:,}", f"{mean:.2f}", f"{low:.1f}", f"{high:.1f}", f"{100 * reached:.0f}")
            for start, mean, low, high, reached in zip(*columns, strict=True)
        ),
    )
    alt = f"{title}: {curve.means[0]:.1f} at the first decision, {curve.means[-1]:.1f} at the last"
    return Drawing(title, curve_plot(curve) if available() else "", alt, table)


def _ladder(steps: Sequence[dict[str, Any]]) -> Drawing:
    title = "Each level against the one below: utility a game"
    rows: list[Row] = [
        (f"{step['first']} - {step['second']}", step["difference"], *step["ci95"]) for step in steps
    ]
    alt = "; ".join(f"{row[0]} {row[1]:+.3f}" for row in rows)
    svg = interval_plot(rows, "difference in utility", 0.0) if available() else ""
    return Drawing(title, svg, f"{title}: {alt}")
