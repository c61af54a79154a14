"""Beliefs: worlds that agree with everything a seat has seen happen, sampled at random.

Only the seat's observations are used. The kernels walk through assignments of hidden tokens and
hidden choices, and replay the past in each (`belief/chain.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..belief import chain, units
from ..belief import past_table as t
from ..belief.kernels import entry_point
from ..machine import api
from ..machine import state as m
from ..machine.kernels import OPERATE, machine_for
from ..machine.program import Array, Program
from .errors import TableError
from .observation import Masks, masks_of
from .observed import Observed
from .past import Past
from .workspace import EVENT_ROOM, workspace

if TYPE_CHECKING:
    from .view import View

ROWS = 1 << 12  # room for options; constant, as a table's own would reveal how many it needed
SAMPLED = 16  # worlds drawn to find out which steps matter
DRAWN = 16  # worlds drawn at random for each step, for the same purpose
CHANGES = 6  # per hidden token, before the first world is taken
MOST_CHANGES = 6_000
STAGES = 8  # of rising prices of violations
PRICE = 0.02  # the factor of probability that a violation costs at the end
WORK, MANY = 40_000_000, 128  # words that tests may go through, for so many worlds
TEST_WORDS = 500  # as much work as a test takes, beside going through all words
CHECKS = 4  # worlds tested by their whole past, before that is done less often


class Belief:
    """What one seat believes: `update` it with views of the same game, and ask for worlds. The same
    view and seed give the same worlds. A larger `effort` searches longer where worlds are rare."""

    def __init__(self, program: Program, seat: int, seed: int, effort: int = 1) -> None:
        self.program = program
        self.seat = seat
        self.seed = seed
        self.effort = effort
        self.masks: Masks = masks_of(program)
        self.past = Past(self.masks, seat)
        self.evidence = 1.0  # the share of the worlds drawn last that agree with the whole past
        self._chain: Chain | None = None
        self._observed: Observed | None = None

    def update(self, view: View) -> None:
        """Take over what a view has; it may be one of another game, or after undo."""
        if view.seat != self.seat:
            raise TableError(f"expected a view of seat {self.seat}, found one of seat {view.seat}")
        self.observe(view.observed)

    def observe(self, observed: Observed) -> None:
        """See `update`."""
        if not observed.remembers:
            raise TableError("this view was made without the past")
        if observed.decider is None:
            raise TableError("nothing to redeal: no seat is to decide")
        self.past.extend(observed)
        self._observed = observed
        self._chain = None

    @property
    def tests(self) -> int:
        """The tests of steps made for the last observation: a measure of work."""
        return 0 if self._chain is None else self._chain.tests

    def worlds(self, count: int, by_past: bool = True) -> Array:
        """States that can be run, one per row, with generators of their own. Without `by_past` they
        need only agree with what the seat knows now, unless more than tokens is hidden."""
        if self._observed is None:
            raise TableError("nothing observed yet; call update first")
        if self._chain is None or self._chain.by_past != by_past:
            self._chain = Chain(self.past, self._observed, self.seed, by_past, self.effort)
        found, good = self._chain.worlds(count)
        self.evidence = good / count if count else 1.0
        return found


class Chain:
    """A chain of worlds at one moment, see `belief/chain.py`."""

    def __init__(
        self, past: Past, observed: Observed, seed: int, by_past: bool, effort: int
    ) -> None:
        self.by_past, self.effort = by_past, effort
        self.past, self.masks = past, past.masks
        self.program = self.masks.program
        # Without the past the present is all there is, unless more than tokens is hidden now.
        self._blank = any(self.masks.blanks(observed.words, observed.seat))
        first = 0 if by_past or self._blank else past.steps
        self._records, self._starts = past.records[first:], past.starts[first:]
        self._steps = past.steps - first
        self._settings = np.zeros(t.CHAIN_WORDS, np.int32)
        self._words = self._laid_out(observed)
        self._numbers = np.ones(t.F_PRICES + t.MOST_VIOLATIONS, np.float64)
        self._states = np.zeros(2 * int(self.program.code[m.P_SIZE]), np.int32)
        self._space = workspace(self.program, ROWS, EVENT_ROOM)
        self._random = np.zeros(8, np.int32)
        api.seed_words(self._random, 0, api.mix(seed, observed.information))
        # At a pause, a program's native code has no registers in the state.
        pauses = bool(observed.words[m.PACE])
        self._machine = OPERATE if pauses else machine_for(self.program, 0.0)
        self._drawn = np.zeros(8, np.int32)
        self._steps_that_matter(seed)
        self._begun = False

    # ---- the arrays ----

    def _laid_out(self, observed: Observed) -> Array:
        """The words of the chain, and in the settings where its arrays are."""
        masks, c = self.masks, self._settings
        words, n1, records = observed.words, self.masks.n1, len(self._records)
        known = masks.known(words, observed.seat)
        unknown = [x for x in np.flatnonzero(~known).tolist() if x]
        unknown.sort(key=lambda label: (int(masks.backs[label]), label))
        possible = observed.possible.astype(np.int32)
        c[t.C_STEPS], c[t.C_SEAT] = self._steps, observed.seat
        c[t.C_ANSWERS] = observed.answered
        c[t.C_DECIDER] = 1 + (-1 if observed.decider is None else observed.decider)
        c[t.C_VARIES] = any(record.varies for record in self._records)
        c[t.C_BLANK], c[t.C_UNKNOWN] = self._blank, len(unknown)
        zones = self._to_shuffle(words, known, observed.seat)
        c[t.C_ZONES] = len(zones)
        parts: list[tuple[int, Any]] = [
            (t.C_NOW, range(n1)),
            (t.C_TOKENS, np.zeros((self._steps + 1) * n1)),
            (t.C_PERMUTATIONS, self._identities()),
            (t.C_SEEDS, np.zeros(records)),
            (t.C_TESTED, np.zeros(records)),
            (t.C_HITS, np.zeros(records)),
            (t.C_POSSIBLE, possible.ravel()),
            (t.C_LABELS, unknown),
            (t.C_FREE, self._free(observed, unknown)),
            (t.C_CLASSES, self._records[self._steps].kinds),
            (t.C_GROUP_LIST, np.zeros(2 * sum(len(r.spans) for r in self._records))),
            (t.C_SLOTS, self._slots()),
            (t.C_CHOICE_LIST, np.zeros(records)),
            (t.C_ZONE_LIST, zones),
            (t.C_NUMBERS, range(n1)),
            *((field, np.zeros(n1)) for field in (t.C_GOAL, t.C_MARKS, t.C_REST)),
            (t.C_ROOM, np.zeros(4 * n1 + 8)),
            (t.C_UNDO, np.zeros(t.UNDO_WORDS)),
            (t.C_BACKS, masks.backs),
            (t.C_ORDER, np.zeros(records)),
        ]
        at = 0
        for field, part in parts:
            c[field] = at
            at += len(part)
        return np.concatenate([np.asarray(part, np.int32) for _, part in parts])

    def _part(self, field: int, count: int) -> Array:
        at = int(self._settings[field])
        return self._words[at : at + count]

    def _identities(self) -> list[int]:
        """The permutations, changing nothing yet."""
        found: list[int] = []
        for record in self._records:
            for _, length in record.spans:
                found += range(length)
        return found

    def _slots(self) -> Array:
        """By place of a permutation: its class."""
        found = np.zeros(self.past.permutations, np.int32)
        at = 0
        for record in self._records:
            for start, classes in record.places:
                found[at + start : at + start + len(classes)] = classes
            at += record.permutations
        return found

    def _free(self, observed: Observed, unknown: list[int]) -> list[int]:
        """The numbers of hidden labels of each back, if any of their tokens may be anywhere."""
        backs = self.masks.backs[unknown]
        inner = observed.possible[np.ix_(unknown, unknown)]
        free = bool((inner == (backs[:, None] == backs[None, :])).all())
        return [*(Counter(backs.tolist()).values() if free else ()), 0]

    def _to_shuffle(self, words: Array, known: Array, seat: int) -> list[int]:
        """The zones without order that have tokens which the seat knows but does not see."""
        masks = self.masks
        shown = masks.shown(words, seat)
        if not (known & ~shown)[1:].any():
            return []  # tokens were already drawn in random order
        return [zone for zone in masks.unordered if len(masks.contents(words, zone)) > 1]

    # ---- running ----

    def _arguments(self) -> tuple[Any, ...]:
        past, tables = self.past, self.past.tables
        return (
            *(self._machine, tables.code, past.words, self._starts, self._states, self._space),
            *(self._settings, self._words, self._numbers, tables.sites, tables.audience),
        )

    def _steps_that_matter(self, seed: int) -> None:
        """Find out which steps random worlds violate: others need no test."""
        c, steps = self._settings, self._steps
        tested, hits = self._part(t.C_TESTED, steps + 1), self._part(t.C_HITS, steps + 1)
        # Where more than tokens is hidden, a step cannot be tested without those before it.
        sequential = self._blank or any(x.words.item(t.H_BLANK_COUNT) for x in self._records)
        ways = {} if sequential else self._test_units(seed, tested)
        self._let_vary(0, ways)
        c[t.C_FIRST] = 0 if sequential else steps
        _sample_tests(*self._arguments(), SAMPLED, int(sequential), self._random)
        tested |= hits > 0
        tested[steps] |= bool(self._records[steps].masked[m.TOGETHER])
        matters = np.flatnonzero(tested[:steps])
        c[t.C_APART], c[t.C_ORDERED] = not sequential, len(matters)
        self._part(t.C_ORDER, steps)[: len(matters)] = matters[::-1]
        first = 0 if self._blank else int(matters[0]) if len(matters) else steps
        c[t.C_FIRST] = first
        self._let_vary(first, ways)

    def _test_units(self, seed: int, tested: Array) -> dict[int, int]:
        """Note which units of the past matter, each tested by itself; the result is by record what
        matters of its unit. Where labels were mixed in a way that is known, it is taken."""
        found: dict[int, int] = {}
        permutations = self._part(t.C_PERMUTATIONS, self.past.permutations)
        at = k = 0
        while k < self._steps:
            end = self.past.words.item(self._starts.item(k) + t.H_END)
            count = sum(record.permutations for record in self._records[k:end])
            here = permutations[at : at + count]
            matters, way = self.past.matters(k, partial(self._matters, seed, k, here))
            tested[k] = bool(matters & (units.RELEVANT | units.MIXTURE))
            if matters & units.KNOWN_WAY:
                here[:] = way
            found.update(dict.fromkeys(range(k, end), matters))
            at += count
            k = end
        return found

    def _matters(self, seed: int, k: int, way: Array, number: int) -> tuple[int, Array]:
        """What matters of the unit that begins at a record, and how its labels may have been mixed.
        Whether that was known leaves no trace: a world is the same, whenever the belief was
        updated."""
        api.seed_words(self._drawn, 0, api.mix(seed, number))
        seeds = self._part(t.C_SEEDS, len(self._records))
        before = way.copy()
        found = int(_unit_matters(*self._arguments(), k, DRAWN, self._drawn))
        known = way.copy()
        way[:], seeds[:] = before, 0
        return found, known

    def _let_vary(self, first: int, ways: Mapping[int, int]) -> None:
        """Let the groups and choices change that matter if the past is replayed from a record; in
        some records it matters where each token was, even in a zone without order."""
        shuffled: list[int] = []
        others: list[int] = []
        choices: list[int] = []
        slots = self._part(t.C_SLOTS, self.past.permutations)
        at = 0
        for k, record in enumerate(self._records):
            matters = ways.get(k, units.IRRELEVANT)
            known = matters & units.KNOWN_WAY
            groups = others if known else shuffled
            if k >= first:
                if matters & units.MIXTURE:
                    for start, length in record.spans:
                        groups += [at + start, length] if length > 1 else []
                        slots[at + start : at + start + length] = range(length)
                elif not known or matters & units.OTHER_WAYS:
                    for start, classes in record.places:
                        groups += [at + start, len(classes)]
                if record.varies or self._blank:
                    choices.append(k)
            at += record.permutations
        groups = shuffled + others
        self._settings[t.C_SHUFFLED] = len(shuffled) // 2
        self._settings[t.C_GROUPS] = len(groups) // 2
        self._settings[t.C_CHOICES] = len(choices)
        self._part(t.C_GROUP_LIST, len(groups))[:] = groups
        self._part(t.C_CHOICE_LIST, len(choices))[:] = choices

    def _set_prices(self, factor: float) -> None:
        prices = self._numbers[t.F_PRICES :]
        prices[:] = factor
        prices[0] = 1.0
        np.multiply.accumulate(prices, out=prices)

    def _begin(self, end: int) -> None:
        """Walk to a world that agrees with the past, by rising prices of violations, up to a number
        of tests."""
        c = self._settings
        places = int(self._part(t.C_GROUP_LIST, 2 * int(c[t.C_GROUPS]))[1::2].sum())
        size = int(c[t.C_UNKNOWN]) + places + int(c[t.C_CHOICES])
        changes = self.effort * min(CHANGES * size, MOST_CHANGES) if self._tests_any() else 0
        if not changes:
            self._set_prices(PRICE)
            _walk(*self._arguments(), 0, 0, self._random)
            return
        groups = int(c[t.C_GROUPS])
        for stage in range(1, STAGES + 1):
            self._set_prices(PRICE ** (stage / STAGES))
            # Ways that are known to be possible are not left while violations are cheap.
            c[t.C_GROUPS] = groups if stage == STAGES else c[t.C_SHUFFLED]
            share = (end - self.tests) // (STAGES + 1 - stage)
            _walk(*self._arguments(), changes // STAGES, share, self._random)

    def worlds(self, count: int) -> tuple[Array, int]:
        """Worlds, one per row, and how many of them agree with the whole past."""
        out = np.zeros((count, int(self.program.code[m.P_SIZE])), np.int32)
        budget = self.effort * WORK // (TEST_WORDS + out.shape[1]) * max(1, -(-count // MANY))
        end = self.tests + budget
        found = 0
        if not self._tests_any():
            found = self._take(out, 0, end, False)
        if found < count:
            if not self._begun:
                self._begin(end - budget // 2)
                self._begun = True
            found += self._take(out[found:], self._thin(), end, False)
        if 0 < found < count:
            self._repeat(out, found)
        elif not found:
            self._take(out, 1, end + budget + 2 * count * (self._steps + 1), True)
        return out, count if found else 0

    def _repeat(self, out: Array, found: int) -> None:
        """Fill up with copies of the worlds found, with other random numbers."""
        for i in range(found, len(out)):
            out[i] = out[i % found]
            number = api.below(self._random, 0, 1 << 30)
            api.seed_words(out[i], m.RNG, number)

    @property
    def tests(self) -> int:
        """The tests of steps so far."""
        return self._settings.item(t.C_TESTS)

    def _tests_any(self) -> bool:
        return bool(self._part(t.C_TESTED, self._steps + 1).any())

    def _take(self, out: Array, thin: int, end: int, anyway: bool) -> int:
        budget = max(end - self.tests, 0)
        return int(
            _take_worlds(
                *self._arguments(),
                *(out.reshape(-1), len(out), thin, budget, CHECKS, int(anyway), self._random),
            )
        )

    def _thin(self) -> int:
        """The changes between worlds: fewer if each exchanges many tokens."""
        unknown, pairs = self._settings.item(t.C_UNKNOWN), self._settings.item(t.C_EASE) // t.EASE
        return max(4, min(max(6, unknown // 4), 2 * unknown // (1 + pairs)))


_unit_matters = entry_point(units.unit_matters)
_sample_tests = entry_point(chain.sample_tests)
_walk = entry_point(chain.walk)
_take_worlds = entry_point(chain.take_worlds)
