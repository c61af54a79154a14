"""Results in notebooks: tables of figures and small charts, without times, which vary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..markup import html as h
from ..markup.charts import Interval, intervals, shares
from .arena_result import Arena
from .metrics import SeatStatistics, Statistics
from .solutions import Solutions, Summary

WIDTH = 480  # pixels
MOST_DEALS = 20  # listed


def percent(value: float, digits: int = 1) -> str:
    """A share in percent."""
    return f"{100 * value:.{digits}f} %"


def spread(low: float, high: float, digits: int = 1) -> str:
    """An interval of shares in percent."""
    return f"{100 * low:.{digits}f} to {percent(high, digits)}"


def _share(label: str, rate: float, ends: tuple[float, float]) -> Interval:
    return Interval(label, 100 * rate, 100 * ends[0], 100 * ends[1], percent(rate))


# ---- statistics ----------------------------------------------------------------------------------


def statistics_svg(found: Statistics) -> str:
    """The share of games that each seat won, with its interval."""
    rows = [_share(f"player {seat.seat + 1}", seat.win_rate, seat.ci95) for seat in found.seats]
    return intervals(rows, "games won, with 95 % intervals", " %")


def statistics_html(found: Statistics) -> str:
    """Statistics as a chart and tables."""
    head = ("player", "won", "95 % interval", "shared", "lost", "mean score")
    seats = h.table(head, map(_seat_row, found.seats))
    chart = h.image(statistics_svg(found), "games won, with 95 % intervals", WIDTH)
    rest = h.table(("measure", "value"), _statistics_rows(found))
    return h.tag("div", "\n".join((chart, seats, rest)))


def _seat_row(seat: SeatStatistics) -> tuple[object, ...]:
    score = "" if seat.mean_score is None else f"{seat.mean_score:.2f}"
    won = percent(seat.win_rate, 2), spread(*seat.ci95, 2)
    return seat.seat + 1, *won, f"{seat.shared:,}", f"{seat.losses:,}", score


def _statistics_rows(found: Statistics) -> Iterator[tuple[str, str]]:
    counts = ("games", "finished", "unfinished", "faulted")
    yield from ((name, f"{getattr(found, name):,}") for name in counts)
    length = found.length
    if length.mean is not None:
        yield "mean length in turns", f"{length.mean:.1f}"
        yield "5th percentile, median, 95th", f"{length.p5}, {length.p50}, {length.p95}"
    if found.branching is not None:
        yield "decisions per game", f"{found.decisions_per_game:.1f}"
        yield "legal moves per decision", f"{found.branching:.2f}"
    if found.interrupted:
        yield "interrupted", "only games finished by then are counted"


# ---- solutions -----------------------------------------------------------------------------------


def solutions_svg(found: Solutions) -> str:
    """How many deals are winnable, unknown and impossible, as one bar."""
    return shares([*_counted(found.summary)], "deals by answer")


def solutions_html(found: Solutions) -> str:
    """The answers as a bar, a summary, and a table of the first deals."""
    summary = found.summary
    chart = h.image(solutions_svg(found), "deals by answer", WIDTH)
    said = f"winnable: {spread(*summary.ci95)} (95 % interval), {percent(summary.decided)} decided"
    rows = (
        (each.deal, each.status, len(each.answer.moves) or "", f"{each.answer.states:,}")
        for each in found.deals[:MOST_DEALS]
    )
    deals = h.table(("deal", "answer", "moves", "positions"), rows)
    left = len(found.deals) - MOST_DEALS
    more = h.tag("div", f"and {left:,} more deals") if left > 0 else ""
    return h.tag("div", "\n".join((chart, h.tag("div", h.text(said)), deals, more)))


def _counted(summary: Summary) -> Iterator[tuple[str, int]]:
    yield "winnable", summary.solved
    yield "unknown", summary.unknown
    yield "impossible", summary.impossible


# ---- arenas --------------------------------------------------------------------------------------


def arena_svg(found: Arena) -> str:
    """The share of victory of each bot, with its interval."""
    rows = [_share(each.name, each.rate, each.ci95) for each in found.players]
    return intervals(rows, "share of victory, with 95 % intervals", " %")


def arena_html(found: Arena) -> str:
    """An arena as a chart and tables."""
    chart = h.image(arena_svg(found), "share of victory, with 95 % intervals", WIDTH)
    head = ("bot", "won", "95 % interval", "utility", "Elo")
    rows = (
        (
            each.name,
            percent(each.rate),
            spread(*each.ci95),
            f"{each.score:+.3f}",
            "" if each.elo is None else f"{each.elo:+.0f}",
        )
        for each in found.players
    )
    pairs = (
        (
            f"{each.first} - {each.second}",
            f"{each.difference:+.3f}",
            f"{each.ci95[0]:+.3f} to {each.ci95[1]:+.3f}" if each.ci95 else "",
        )
        for each in found.differences
    )
    played = Counter({"deals": found.deals, "games": found.games})
    said = ", ".join(f"{number:,} {what}" for what, number in played.items())
    tables = (
        h.table(head, rows),
        h.table(("difference", "utility a game", "95 % interval"), pairs),
    )
    return h.tag("div", "\n".join((chart, h.tag("div", h.text(said)), *tables)))
