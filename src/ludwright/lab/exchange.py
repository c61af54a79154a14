"""Exchanged cards: which of them make a difference."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from ..machine import api
from ..machine.program import Program
from ..play.draws import Draws
from ..play.observation import masks_of
from ..play.setup import natural_pace
from ..play.table import Table
from .courses import Playouts, tokens_in_play
from .definition import Measure, Plan
from .estimates import Estimate, nothing, ratio
from .metrics import wilson
from .rows import Rows, chunks, in_chunks, rows_of

MOST_DEALS, FEWEST_DEALS, CHUNK = 500, 50, 10
PAIRS, PLAYOUTS = 4, 8  # pairs of a deal, and playouts of each before and after
WORK = 20_000_000  # decisions and turns of all of these
LEAST = 5  # exchanges of a card that is said to make no difference
EXCHANGES = 0x5A4B  # mixed into seeds
MOST_NAMED = 20
COMPARED = ("over", "turns", "decisions", "options", "winners", "scores")


@dataclass(slots=True)
class Exchanges:
    """By deal, how many pairs were tried, and how many made no difference; by card, how often it
    was tried, and how often that made a difference."""

    seed: int = 0
    pairs: list[int] = field(default_factory=list)
    same: list[int] = field(default_factory=list)
    tried: Counter[str] = field(default_factory=Counter)
    differed: Counter[str] = field(default_factory=Counter)
    interrupted: bool = False

    def add(self, other: Exchanges) -> None:
        """Add those of other deals."""
        self.pairs += other.pairs
        self.same += other.same
        self.tried.update(other.tried)
        self.differed.update(other.differed)


def exchanges_of(program: Program, seed: int, first: int, count: int, most: int) -> Exchanges:
    """Exchange cards in some deals of a batch, and compare the games that follow."""
    found, playouts = Exchanges(), Playouts(program, most)
    for number in range(first, first + count):
        own = int(api.mix(seed, number)) ^ EXCHANGES
        table = Table(program, seed=own ^ EXCHANGES, pace=natural_pace(program))
        tokens = np.flatnonzero(tokens_in_play(program, table.state)).tolist()
        found.pairs.append(0)
        found.same.append(0)
        if table.over or len({program.kinds[t] for t in tokens}) < 2:
            continue
        usual, draws = playouts.rows(table.state, own, PLAYOUTS), Draws(own)
        for _ in range(PAIRS):
            a = tokens[draws.below(len(tokens))]
            others = [t for t in tokens if program.kinds[t] != program.kinds[a]]
            b = others[draws.below(len(others))]
            exchanged = table.state.copy()
            labels = np.arange(len(program.tokens), dtype=np.int32)
            labels[[a, b]] = b, a
            masks_of(program).relabel(exchanged, labels)
            differs = not _same(usual, playouts.rows(exchanged, own, PLAYOUTS))
            names = {program.tokens[a], program.tokens[b]}
            found.pairs[-1] += 1
            found.same[-1] += not differs
            found.tried.update(names)
            found.differed.update(names if differs else ())
    return found


def _same(first: Rows, second: Rows) -> bool:
    return all((first[name] == second[name]).all() for name in COMPARED)


def exchanges(plan: Plan) -> Exchanges:
    """Exchange cards in the deals of a batch."""
    program, seed, most = plan.program, plan.seed, plan.most
    pilot = rows_of(program, seed, 0, min(16, plan.games), most=most)
    length = 1 + float((pilot["decisions"] + pilot["turns"]).mean())
    each = (1 + PAIRS) * PLAYOUTS * length
    number = min(plan.games, MOST_DEALS, max(FEWEST_DEALS, int(WORK / each)))

    def work(chunk: tuple[int, int]) -> Exchanges:
        return exchanges_of(program, seed, *chunk, most)

    tick = plan.told("cards")
    parts, interrupted = in_chunks(
        work, chunks(number, CHUNK), lambda e: len(e.pairs), number, plan.jobs, tick
    )
    found = Exchanges(seed, interrupted=interrupted)
    for part in parts:
        found.add(part)
    return found


def _interchangeable(found: Exchanges) -> Estimate:
    return ratio(np.array(found.same, float), np.array(found.pairs, float), found.seed)


def _idle(found: Exchanges) -> Estimate:
    usual = [card for card, tried in found.tried.items() if tried >= LEAST]
    if not usual:
        return nothing(f"no card was exchanged {LEAST} times", len(found.pairs))
    idle = sorted(card for card in usual if not found.differed[card])
    parts = tuple((card, None) for card in idle[:MOST_NAMED])
    rate = len(idle) / len(usual)
    return Estimate(rate, *wilson(len(idle), len(usual)), len(usual), parts=parts)


def _has_one_kind(program: Program) -> str:
    return "" if len(set(program.kinds[1:])) > 1 else "its cards are all alike"


EXCHANGE_MEASURES = (
    Measure(
        "interchangeable",
        "Exchanges that change nothing",
        "share of pairs",
        "Share of pairs of different cards whose exchange, before the first decision, leaves the "
        f"winners, scores, turns and options of {PLAYOUTS} random games from there the same, with "
        "the same random numbers; cards are drawn from all in play.",
        "",
        "bootstrap over deals",
        of=_interchangeable,
        source="cards",
        why_not=_has_one_kind,
    ),
    Measure(
        "idle_cards",
        "Cards that change nothing",
        "share of cards",
        f"Share of the cards none of whose exchanges with others, at least {LEAST}, changed "
        "anything, as above. The parts are these cards, at most 20.",
        "",
        "Wilson, with a card as the unit",
        of=_idle,
        source="cards",
        why_not=_has_one_kind,
    ),
)
