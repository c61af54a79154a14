"""Statistics, solutions and deals as plain text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ..lab.equilibrium import Equilibrium
from ..lab.metrics import SeatStatistics, Statistics
from ..lab.solutions import Deal, Solution, Solutions, Summary
from ..lab.tree import Tree
from ..play.failures import FailedAction
from ..play.table import Table
from ..table.scene import scene_of
from .lines import scene_lines

if TYPE_CHECKING:
    from ..solver.exhaust import Reachable

MOST_FAILED = 8  # failed actions listed
LIMITS = {"time": "time limit", "states": "position limit", "memory": "memory limit"}


def statistics_lines(found: Statistics) -> Iterator[str]:
    """Statistics of many games."""
    ended = f"{found.finished:,} finished, {found.unfinished:,} unfinished"
    yield f"games       {found.games:,}: {ended}, {found.faulted:,} faulted"
    yield from map(_seat_line, found.seats)
    yield _length_line(found)
    if found.branching is not None:
        choice = f"{found.branching:.2f} legal moves on average"
        yield f"decisions   {found.decisions_per_game:.1f} per game, {choice}"
    speed = f"{found.decisions_per_second:,.0f} decisions/s, {found.turns_per_second:,.0f} turns/s"
    yield f"time        {found.seconds:.2f} s: {speed}"
    yield from failed_lines(found.failed_actions)
    yield from map(str, filter(None, found.bot_faults))
    if found.interrupted:
        yield "interrupted: only games finished by then are counted"


def _length_line(found: Statistics) -> str:
    """The length of games; unknown if most were cut off, because the others are not typical."""
    length, cut = found.length, f"{found.unfinished:,} games were cut off at {found.max_moves:,}"
    if length.mean is None:
        return f"length      unknown: {cut} moves"
    which = f" of the {found.finished:,} finished games" if found.unfinished else ""
    spread = f"5th percentile {length.p5}, median {length.p50}, 95th {length.p95}"
    return f"length      {length.mean:.1f} turns on average{which}; {spread}"


def failed_lines(failed: Sequence[FailedAction]) -> Iterator[str]:
    """The actions that failed most often."""
    for each in failed[:MOST_FAILED]:
        yield f"{each.count:>7,}x    {each}"
    if len(failed) > MOST_FAILED:
        yield f"            {len(failed) - MOST_FAILED} more actions failed less often"


def _seat_line(seat: SeatStatistics) -> str:
    low, high = (100 * limit for limit in seat.ci95)
    won = f"won {100 * seat.win_rate:.2f} % ({low:.2f} to {high:.2f} %)"
    shared = f", {seat.shared:,} shared with others" if seat.shared else ""
    score = "" if seat.mean_score is None else f", mean score {seat.mean_score:.2f}"
    return f"player {seat.seat + 1:<4} {won}{shared}{score}"


def tree_lines(tree: Tree) -> Iterator[str]:
    """The size of a game tree."""
    rows = {
        "chance": tree.chance,
        "decisions": tree.decisions,
        "terminals": tree.terminals,
        "information sets": sum(tree.information_sets),
    }
    yield from (f"{what:<17} {number:>9,}" for what, number in rows.items())


def equilibrium_lines(found: Equilibrium) -> Iterator[str]:
    """An equilibrium: what it is worth, and how exact it is."""
    for seat, value in enumerate(found.value):
        response = (
            f"   best response {found.best_response[seat]:.6f}" if found.best_response else ""
        )
        yield f"player {seat + 1:<2}  value {value:.6f}{response}"
    left = "unknown" if found.exploitability is None else f"{found.exploitability:.6f}"
    yield f"exploitability    {left}"
    yield f"iterations        {found.iterations:,}"
    yield f"information sets  {found.information_sets:,}"
    if found.nodes is not None:
        yield f"nodes             {found.nodes:,}"
    if not found.guaranteed:
        yield "no guarantee: convergence is proved for two players whose utilities add up to 0"
    if found.full:
        yield "stopped: the table of information sets is full; see --most"


# ---- solving -------------------------------------------------------------------------------------


def solution_lines(found: Solution, table: Table, notation: str, show_moves: bool) -> Iterator[str]:
    """The verdict on a deal, and the moves of its solution if asked for."""
    answer = found.answer
    moves = f"{len(answer.moves)} moves" if answer.moves else ""
    limit = f"{LIMITS.get(answer.limit, answer.limit)} reached" if answer.limit else ""
    spent = f"{answer.states:,} positions, {answer.seconds:.2f} s"
    parts = ", ".join(part for part in (moves, limit, spent) if part)
    yield f"{found.deal!s:<12} {answer.status:<10}  {parts}"
    if show_moves:
        texts = found.moves(table.program, notation)
        yield from (f"{number:>4}  {text}" for number, text in enumerate(texts, 1))


def counts_text(summary: Summary) -> str:
    """How many deals have which verdict."""
    counts = {"solved": summary.solved, "impossible": summary.impossible}
    counts["unknown"] = summary.unknown
    return ", ".join(f"{number:,} {status}" for status, number in counts.items())


def summary_lines(found: Solutions) -> Iterator[str]:
    """The summary of many deals."""
    summary = found.summary
    decided = f"{100 * summary.decided:.2f} % decided"
    yield f"\ndeals       {len(found.deals):,}: {counts_text(summary)}; {decided}"
    low, high = (100 * end for end in summary.ci95)
    # Deals that were not decided widen the interval in both directions.
    rest = "; unknown deals count as lost below and as won above" if summary.unknown else ""
    yield f"winnable    {low:.2f} to {high:.2f} % (95 % confidence{rest})"
    yield f"time        {found.seconds:.2f} s"
    if found.interrupted:
        yield "interrupted: only deals decided by then are counted"


def walked_json(deal: Deal, walked: Reachable, table: Table, notation: str) -> dict[str, Any]:
    """The result of an exhaustive search of a deal, as JSON."""
    shortest = None if walked.shortest is None else _texts(deal, walked, table, notation)
    found = {**deal.as_json(), **asdict(walked), "shortest": shortest}
    return {key: value for key, value in found.items() if key != "limit" or value}


def _texts(deal: Deal, walked: Reachable, table: Table, notation: str) -> list[str]:
    return deal.texts(table.program, walked.shortest or (), notation)


def counted_lines(deal: Deal, walked: Reachable, table: Table, notation: str) -> Iterator[str]:
    """How many positions a deal has, and how many are won or dead ends."""
    counts = f"{walked.positions:,} positions, {walked.won:,} of them won"
    yield f"{deal!s:<12} {counts}, {walked.dead_ends:,} dead ends{_cut_short(walked)}"


def longest_lines(deal: Deal, walked: Reachable, table: Table, notation: str) -> Iterator[str]:
    """The depth of a deal's deepest position, and a shortest solution."""
    far = f"{walked.positions:,} positions, the deepest after {walked.farthest} moves"
    texts = _texts(deal, walked, table, notation)
    won = f"shortest solution {len(texts)} moves" if walked.shortest is not None else "no solution"
    yield f"{deal!s:<12} {far}, {won}{_cut_short(walked)}"
    yield from (f"{number:>4}  {text}" for number, text in enumerate(texts, 1))


def _cut_short(walked: Reachable) -> str:
    limit = LIMITS.get(walked.limit, walked.limit)
    return f" ({limit} reached: there may be more)" if limit else ""


def dealt_lines(table: Table, everything: bool) -> Iterator[str]:
    """A deal as the first seat sees it, or with all cards, those face down in brackets."""
    if not everything:
        yield from scene_lines(scene_of(table.view(0)))
        return
    zones = table.zones()
    placed = any(zone.spot for zone in zones)
    for zone in zones:
        which = (zone.name, zone.owner, zone.index)
        faces = table.face_up(*which, path=zone.path)
        cards = zip(table.zone(*which, path=zone.path), faces, strict=True)
        shown = " ".join(card if up else f"[{card}]" for card, up in cards)
        # Zones that only serve to deal are empty then: they are shuffled, or have no position.
        serves = zone.name in table.program.shuffled or (placed and not zone.spot)
        if shown or not serves:
            yield f"  {zone.label:<24} {shown or '-'}"


def dealt_json(table: Table, found: Solution | None, wanted: str | None) -> dict[str, Any]:
    """A deal with all its cards, from bottom to top, and its verdict, as JSON."""
    piles = []
    for zone in table.zones():
        which = (zone.name, zone.owner, zone.index)
        cards = table.zone(*which, path=zone.path)
        faces = table.face_up(*which, path=zone.path)
        contents = {"name": zone.label, "cards": cards, "face_up": faces}
        piles.append({"zone": zone.name, "index": zone.index, **contents})
    data: dict[str, Any] = {"game": table.game, "seed": table.seed, "piles": piles}
    if found:
        data |= {"status": found.status, "length": len(found.answer.moves)}
        data |= {"states": found.answer.states}
    return data | ({"difficulty": wanted} if wanted else {})


def found_lines(found: Solution, wanted: str | None, game: str) -> Iterator[str]:
    """The deal that was found, and how to play it."""
    answer = found.answer
    effort = f"{len(answer.moves)} moves, {answer.states:,} positions searched"
    yield f"winnable{f', {wanted}' if wanted else ''}: {effort}"
    yield f"play it:  ludwright play {game} --seed {found.deal.seed}"
