"""Statistics in plain lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from ..lab.metrics import SeatStatistics, Statistics
from ..lab.tree import Tree


def statistics_lines(found: Statistics) -> Iterator[str]:
    """What many games came to, for people."""
    ended = f"{found.finished:,} finished, {found.unfinished:,} unfinished"
    yield f"games       {found.games:,}: {ended}, {found.faulted:,} faulted"
    yield from map(_seat_line, found.seats)
    length = found.length
    if length.mean is not None:
        spread = f"5 % up to {length.p5}, half up to {length.p50}, 95 % up to {length.p95}"
        yield f"length      {length.mean:.1f} turns on average; {spread}"
    if found.branching is not None:
        choice = f"{found.branching:.2f} moves to choose from"
        yield f"decisions   {found.decisions_per_game:.1f} a game, {choice}"
    speed = f"{found.decisions_per_second:,.0f} decisions/s, {found.turns_per_second:,.0f} turns/s"
    yield f"time        {found.seconds:.2f} s: {speed}"
    if found.interrupted:
        yield "interrupted: only the games that were finished by then are counted"


def _seat_line(seat: SeatStatistics) -> str:
    low, high = (100 * limit for limit in seat.ci95)
    won = f"won {100 * seat.win_rate:.2f} % ({low:.2f} to {high:.2f} %)"
    shared = f", {seat.shared:,} shared with others" if seat.shared else ""
    score = "" if seat.mean_score is None else f", mean score {seat.mean_score:.2f}"
    return f"player {seat.seat + 1:<4} {won}{shared}{score}"


def tree_lines(tree: Tree) -> Iterator[str]:
    """The size of a game's tree, for people."""
    rows = {
        "chance": tree.chance,
        "decisions": tree.decisions,
        "terminals": tree.terminals,
        "information sets": sum(tree.information_sets),
    }
    yield from (f"{what:<17} {number:>9,}" for what, number in rows.items())
