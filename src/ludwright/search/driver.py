"""A search for the best move of a view: its arrays, its slices, and what they found.

The iterations are divided into slices, each with a tree and random numbers of its own, and the
edges of all trees are added up. So the result depends on the number of slices, not on that of
threads.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..machine import api, stack
from ..machine import state as m
from ..machine.kernels import machine_for
from ..machine.keys import mixed
from ..machine.program import Array, Program
from ..machine.rng import MASK64, finalize, mix
from ..machine.sites import words_of
from ..play.moves import Move
from ..play.view import View
from ..play.workspace import MOST_ROWS, workspace
from . import layout as y
from .bandits import find_edge
from .choosing import ROOT_NODE, STOP_SIGN
from .facts import Facts, facts_of
from .iterations import iterate
from .kernels import entry_point
from .signs import sign_of_item, sign_of_row

_iterate = entry_point(iterate)
_find_edge = entry_point(find_edge)
_sign_of_row = entry_point(sign_of_row)
_sign_of_item = entry_point(sign_of_item)

FEWEST_SLOTS, MOST_SLOTS = 1 << 10, 1 << 21
SLOTS = 4  # per iteration; more where several seats choose together
FEWEST_ROWS = 4096
FIRST_BATCH, TICK = 32, 0.05  # iterations; seconds of a batch
RATE = 10_000  # iterations per second, to estimate the work ahead
WIDEST = 3  # alternatives that are followed up where a set or a number is chosen step by step


@dataclass(frozen=True)
class Settings:
    """How to search.

    `explore` weighs the bonus of what was rarely chosen, `mix` is the share of random choices where
    seats choose together. `flat` grows no tree below the root; `hands` cuts games of many hands at
    the end of one. Playouts compare `averages` random options by move averages, in a share `greedy`
    of their choices; 0: none. Before that they look for the last good reply to the move before
    among `replies` options; 0: they do not.
    """

    iterations: int = 1000
    seconds: float | None = None
    worlds: int = 64
    explore: float = 0.7
    mix: float = 0.1
    observer: int = y.ROOT
    pooled: bool = False
    flat: bool = False
    averages: int = 0
    greedy: float = 0.8
    replies: int = 0
    hands: bool = True
    slices: int = 1
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Advice:
    """What a search found out about a move: its share of the visits (of a simultaneous choice: its
    probability), and the utility that it leads to."""

    move: Move
    share: float
    utility: float


class Slice:
    """One tree, with the arrays that it is grown in."""

    def __init__(
        self, facts: Facts, worlds: Array, settings: Settings, seat: int, seed: int, rows: int
    ) -> None:
        program = facts.program
        self.facts, self.worlds = facts, worlds
        self.state, self.space = worlds[0].copy(), workspace(program, rows)
        self.integers, self.fractions = facts.settings(worlds[0], settings.hands)
        wanted = SLOTS * (settings.iterations + 64) * (8 if facts.together else 1)
        slots = FEWEST_SLOTS
        while slots < min(wanted, MOST_SLOTS):
            slots *= 2
        self.keys = np.zeros(slots, np.uint64)
        self.counts = np.zeros(slots * y.V_WORDS, np.int64)
        self.sums = np.zeros(slots * y.W_WORDS)
        self.hashes = np.zeros(y.X_ALL, np.uint64)
        self.averages = np.zeros(2 * y.AVERAGES)
        self.flat = worlds.reshape(-1)
        self.done = 0
        g, f = self.integers, self.fractions
        g[y.G_SEAT], g[y.G_OBSERVER], g[y.G_POOLED] = seat, settings.observer, settings.pooled
        g[y.G_AVERAGES], g[y.G_MASK] = settings.averages, slots - 1
        g[y.G_FLAT], g[y.G_REPLIES] = settings.flat, settings.replies
        g[y.G_WORLDS], g[y.G_SEED] = len(worlds), seed
        f[y.F_EXPLORE], f[y.F_MIX], f[y.F_GREEDY] = settings.explore, settings.mix, settings.greedy

    def run(self, count: int, machine: int) -> int:
        """More iterations; returns how many came to a decision of the root."""
        facts = self.facts
        tables = (facts.code, self.flat, self.state, self.space, facts.forms, facts.audience)
        edges = (facts.utility, self.keys, self.counts, self.sums)
        own = (self.hashes, self.integers, self.fractions, self.averages)
        first = self.done
        self.done += count
        return int(_iterate(machine, *tables, *edges, *own, first, count))


class Search:
    """A search from the worlds that a seat holds possible."""

    def __init__(
        self, program: Program, seat: int, worlds: Array, settings: Settings, seed: int
    ) -> None:
        self.program, self.seat, self.settings = program, seat, settings
        self.facts = facts_of(program)
        rows = _rows_listed(program, worlds[0])
        if (worlds[:, m.TOGETHER] == m.COLLECTING).any():
            worlds = np.stack([_at_round(program, world, seat) for world in worlds])
        worlds = np.ascontiguousarray(worlds, np.int32)
        self.slices = [
            Slice(self.facts, worlds, settings, seat, int(mix(seed, number)), rows)
            for number in range(settings.slices)
        ]

    @property
    def iterations(self) -> int:
        """The number of iterations done."""
        return sum(each.done for each in self.slices)

    def run(self) -> None:
        """Do all iterations, or as many as there is time for."""
        settings = self.settings
        if settings.seconds is not None:
            self._run_timed(settings.seconds)
            return
        machine = machine_for(self.program, settings.iterations / RATE)
        share = -(-settings.iterations // len(self.slices))
        if settings.threads == 1 or len(self.slices) == 1:
            for each in self.slices:
                each.run(share, machine)
            return
        with ThreadPoolExecutor(settings.threads) as pool:
            list(pool.map(lambda each: each.run(share, machine), self.slices))

    def _run_timed(self, seconds: float) -> None:
        machine = machine_for(self.program, seconds)
        end = time.perf_counter() + seconds

        def work(each: Slice) -> None:
            size = FIRST_BATCH
            while (began := time.perf_counter()) < end:
                each.run(size, machine)
                took = time.perf_counter() - began
                size = size * 2 if took < TICK / 2 else max(1, size // 2) if took > TICK else size

        with ThreadPoolExecutor(self.settings.threads) as pool:
            list(pool.map(work, self.slices))

    # ---- what it found ----

    def advice(self, view: View) -> list[Advice]:
        """The moves of a view that were tried, with their shares, best first."""
        state, space = view.state.copy(), workspace(self.program, _rows_of(view))
        spans = view.spans()
        _write_rows(view, spans, space, int(self.program.code[m.P_WIDTH]))
        nodes = [self._root(world) for world in range(self._roots)]
        signs = [self._sign_of_row(state, space, row) for row in range(len(spans))]
        rows = self._shares(nodes, signs)
        if len(spans) == 1:
            rows = [(0, 1.0, rows[0][2] if rows else 0.0)]
        found: dict[int, Advice] = {}
        moves = view.legal()
        for row, share, utility in rows:
            start, count = spans[row]
            info = moves[start].info
            ahead = [int(finalize(node ^ signs[row])) for node in nodes]
            if info is None or not info.is_range or count == 1:
                options = [(start, share, utility)]
            elif info.sets is not None:
                options = [*self._sets(view, ahead, share, utility)]
            else:
                first = moves[start].operands[0]
                numbers = self._numbers(ahead, first, first + count - 1, share, utility)
                options = [(start + n - first, s, u) for n, s, u in numbers]
            for index, part, worth in options:
                found[index] = Advice(moves[index], part, worth)
        return sorted(found.values(), key=lambda each: -each.share)

    @property
    def _roots(self) -> int:
        """The number of root nodes: one per world, if worlds have trees of their own."""
        own = self.settings.observer == y.EVERYTHING
        return int(self.slices[0].integers[y.G_WORLDS]) if own else 1

    def _root(self, world: int) -> int:
        return int(mixed(int(ROOT_NODE), world))

    def _sign_of_row(self, state: Array, space: Array, row: int) -> int:
        facts = self.facts
        arrays = (facts.code, state, space, facts.forms, facts.audience)
        return int(_sign_of_row(*arrays, self.seat, row)) & MASK64

    def _shares(self, nodes: Sequence[int], signs: Sequence[int]) -> list[tuple[int, float, float]]:
        """The candidates of a node (of all trees) that were tried: number, share of the visits or
        weight in the average strategy, utility; those visited most first."""
        totals: list[list[float]] = []
        for number, sign in enumerate(signs):
            visits, worth, weight = 0, 0.0, 0.0
            for each in self.slices:
                for node in nodes:
                    slot = _find_edge(each.keys, each.integers, node, sign)
                    if slot >= 0:
                        visits += int(each.counts[slot * y.V_WORDS + y.V_VISITS])
                        worth += float(each.sums[slot * y.W_WORDS + y.W_WORTH])
                        weight += float(each.sums[slot * y.W_WORDS + y.W_AVERAGE])
            if visits:
                totals.append([number, weight if weight else visits, worth / visits, visits])
        whole = sum(weight for _, weight, *_ in totals) or 1.0
        ordered = sorted(totals, key=lambda each: (-each[1], -each[2]))
        return [(int(n), weight / whole, self._utility(mean)) for n, weight, mean, _ in ordered]

    @property
    def is_mixed(self) -> bool:
        """Whether the seat chooses together with others."""
        return bool(self.slices[0].worlds[0][m.SITE] == 0)

    def _utility(self, reward: float) -> float:
        fractions = self.slices[0].fractions
        return reward / float(fractions[y.F_SCALE]) + float(fractions[y.F_LOW + self.seat])

    def _numbers(
        self, nodes: Sequence[int], low: int, high: int, share: float, utility: float
    ) -> Iterator[tuple[int, float, float]]:
        """The numbers of a range that were tried."""
        if low == high:
            yield low, share, utility
            return
        size = high - low + 1
        parts = size if size <= y.NARROW else y.PARTS
        ends = [low + size * part // parts for part in range(parts + 1)]
        signs = [int(finalize(mixed(mixed(int(ROOT_NODE), a), b))) for a, b in pairwise(ends)]
        tried = self._shares(nodes, signs)
        if not tried:
            yield low + size // 2, share, utility
        for part, portion, worth in tried:
            ahead = [int(finalize(node ^ signs[part])) for node in nodes]
            yield from self._numbers(ahead, ends[part], ends[part + 1] - 1, share * portion, worth)

    def _sets(
        self, view: View, nodes: Sequence[int], share: float, utility: float
    ) -> Iterator[tuple[int, float, float]]:
        """The sets that were visited most: for each of the best first items, the best rest."""
        items = view.pick_items()
        info = view.legal()[0].info
        tokens = int(info is not None and info.names_tokens)
        state, facts = view.state, self.facts
        signs = [
            int(_sign_of_item(facts.code, state, facts.audience, item, self.seat, tokens)) & MASK64
            for item in items
        ]
        for first, portion, worth in self._next_items(view, nodes, items, signs, [])[:WIDEST]:
            taken = [] if first is None else [first]
            while first is not None:
                following = self._next_items(view, nodes, items, signs, taken)
                if not following:
                    break
                first, part, worth = following[0]
                portion *= part
                if first is not None:
                    taken.append(first)
            move = view.set_of_items(self._completed(view, items, taken))
            if move is not None:
                yield move.index, share * portion, worth

    def _next_items(
        self,
        view: View,
        nodes: Sequence[int],
        items: Sequence[int],
        signs: Sequence[int],
        taken: Sequence[int],
    ) -> list[tuple[int | None, float, float]]:
        """The ways to go on with a set that were tried; None: it is complete."""
        least, most = view.pick_sizes()
        if len(taken) >= min(most, len(items)):
            return []
        so_far = sum(signs[items.index(item)] for item in taken) & MASK64
        mark = int(finalize((so_far + len(taken) + 1) & MASK64))
        left: list[int | None] = [item for item in items if item not in taken]
        if len(taken) >= least:
            left.insert(0, None)
        candidates = [int(STOP_SIGN) if x is None else signs[items.index(x)] for x in left]
        here = [int(finalize(node ^ mark)) for node in nodes]
        if len(candidates) == 1:
            return [(left[0], 1.0, 0.0)]
        return [(left[n], share, utility) for n, share, utility in self._shares(here, candidates)]

    def _completed(self, view: View, items: Sequence[int], taken: list[int]) -> list[int]:
        """A set with as many items as are required."""
        least, _ = view.pick_sizes()
        rest = [item for item in items if item not in taken]
        return [*taken, *rest[: max(0, least - len(taken))]]


def _at_round(program: Program, world: Array, seat: int) -> Array:
    """A world before the answers of others in a round of simultaneous choices, unless the seat has
    answered in it: nobody knows them, so they are part of the search."""
    if world[m.TOGETHER] != m.COLLECTING:
        return world
    if any(answer.seat == seat for answer in stack.answers(program, world)):
        return world
    return stack.before_answers(program, world)


def _rows_listed(program: Program, world: Array) -> int:
    """Room for the option rows of a world, and of decisions to come."""
    rows = FEWEST_ROWS
    while rows < MOST_ROWS:
        state, space = world.copy(), workspace(program, rows)
        listed = api.list_rows(program.code, state, space)
        if listed >= 0 or state[m.FAULT] != m.FAULT_ROWS:
            break
        rows *= 4
    return rows


def _rows_of(view: View) -> int:
    return max(1024, len(view.spans()))


def _write_rows(view: View, spans: Sequence[tuple[int, int]], space: Array, width: int) -> None:
    """Write the options of a view as rows of a workspace, tokens by label."""
    moves = view.legal()
    space[m.W_ROWS] = len(spans)
    for row, (start, count) in enumerate(spans):
        move = moves[start]
        info = move.info
        assert info is not None
        words: Sequence[int] = move.operands
        if info.sets is not None:
            words = words_of(words, len(info.operands)) if not info.is_range else ()
        elif info.is_range:
            words = (move.operands[0], move.operands[0] + count - 1)
        at = m.W_DATA + row * width
        space[at : at + 1 + len(words)] = [move.action + 1, *words]
