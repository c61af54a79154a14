"""The plots of a report, as SVG documents for light and dark pages; matplotlib is an extra."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from .along import Curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE, HIGH = 5.4, 2.7  # inches
ROW = 0.34  # inches per interval
BINS = 40
# Colours on light pages, and what becomes of them on dark ones.
INK, GRID, ACCENT, SOFT = "#24292f", "#d5d9de", "#1f57a8", "#a9c4e6"
DARK = {INK: "#d9dee4", GRID: "#3b424b", ACCENT: "#74aef5", SOFT: "#2f4a6d"}
SETTINGS = {
    "svg.hashsalt": "ludwright",  # ids in the file do not differ from run to run
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["Arial", "Helvetica", "DejaVu Sans", "sans-serif"],
    "font.size": 9,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": GRID,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8,
}
MISSING = "Plots are left out: they need matplotlib (pip install 'ludwright[plots]')."

Row = tuple[str, float, float | None, float | None]  # a label, a value and its interval


def available() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def interval_plot(rows: Sequence[Row], label: str, line: float | None = None) -> str:
    """Values with their intervals, below each other, and a line to compare them with."""

    def draw(axes: Axes) -> None:
        places = np.arange(len(rows))[::-1]
        for place, (_, value, low, high) in zip(places, rows, strict=True):
            if low is not None and high is not None:
                axes.plot([low, high], [place, place], color=ACCENT, linewidth=2.2)
            axes.plot([value], [place], "o", color=ACCENT, markersize=5)
        if line is not None:
            axes.axvline(line, color=INK, linewidth=0.8, linestyle="--")
        axes.set_yticks(places, [_plain(row[0]) for row in rows])
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.set_xlabel(label)
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)

    return _drawn(draw, max(1.3, ROW * len(rows) + 0.75))


def histogram(values: np.ndarray[Any, Any], label: str) -> str:
    """How many games have which value, with the mean and the median."""

    def draw(axes: Axes) -> None:
        low, high = int(values.min()), int(values.max())
        width = max(1, -(-(high - low + 1) // BINS))
        edges = np.arange(low, high + width + 1, width) - 0.5
        axes.hist(values, bins=edges.tolist(), color=SOFT, edgecolor=ACCENT, linewidth=0.5)
        mean, median = float(values.mean()), float(np.median(values))
        axes.axvline(mean, color=INK, linewidth=1, label=f"mean {mean:,.1f}")
        axes.axvline(median, color=INK, linewidth=1, linestyle=":", label=f"median {median:,.0f}")
        axes.set_xlabel(label)
        axes.set_ylabel("games")
        axes.grid(axis="y")
        _legend(axes)

    return _drawn(draw, HIGH)


def curve_plot(curve: Curve) -> str:
    """Options along the game, and the share of games that get so far."""

    def draw(axes: Axes) -> None:
        at = np.array(curve.starts)
        axes.fill_between(at, curve.lows, curve.highs, color=SOFT, label="10th to 90th percentile")
        axes.plot(at, curve.means, color=ACCENT, linewidth=1.8, label="mean")
        axes.set_xlabel("decision of the game")
        axes.set_ylabel("options")
        axes.set_ylim(bottom=0)
        axes.grid(axis="y")
        still = axes.twinx()
        still.plot(at, 100 * np.array(curve.reached), color=INK, linewidth=0.9, linestyle="--")
        still.set_ylabel("games that get here, %")
        still.set_ylim(0, 105)
        axes.plot([], [], color=INK, linewidth=0.9, linestyle="--", label="games that get here")
        _legend(axes)

    return _drawn(draw, HIGH)


def _legend(axes: Axes) -> None:
    """A legend above the plot, where it hides nothing."""
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, borderaxespad=0.2)


def _drawn(draw: Callable[[Axes], None], high: float) -> str:
    """The SVG document of a figure, the same bytes on every run."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # whatever the user has set for plots of their own
        matplotlib.rcParams.update(SETTINGS)
        figure = Figure(figsize=(WIDE, high), layout="constrained")
        draw(figure.subplots())
        written = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(written, format="svg", transparent=True, metadata=nothing)
    return _for_both(written.getvalue())


def _for_both(svg: str) -> str:
    """The document without its prologue, with other colours on dark pages."""
    rules = "".join(
        f'[style*="{kind}: {light}"]{{{kind}:{dark}!important}}'
        for light, dark in DARK.items()
        for kind in ("fill", "stroke")
    )
    style = f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
    body = svg[svg.index("<svg") :]
    return re.sub(r"(<svg[^>]*>)", lambda found: found[1] + style, body, count=1)


def _plain(words: str) -> str:
    """A text that matplotlib does not take for mathematics."""
    return words.replace("$", r"\$")
