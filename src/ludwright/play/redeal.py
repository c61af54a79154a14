"""Redeals: worlds that agree with a seat's observation history, sampled at random.

Only the observations of the seat are used. Tokens are placed where they may be, which is a random
perfect matching of tokens and labels. Then the history is checked: if an announced choice of
another seat would have been illegal, the world is rejected and another one is drawn. Where more
than tokens is hidden (choices that were not announced, variables of others), the moves since then
are replayed with these choices drawn anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..machine import api, stack
from ..machine import state as m
from ..machine.program import Array
from .observation import Masks
from .observed import Observed, ObservedMove
from .option_rows import Entry, entries_of, rows_in
from .set_options import Sets
from .workspace import workspace

MOST_DRAWN = 32  # worlds drawn before the last one is accepted although its history disagrees
ROWS = 1 << 14  # room for options; constant, as a table's own would reveal how many it needed
PLACES = [m.SITE, m.DECIDER, m.LIST_TOP, m.ATTEMPT_TOP, m.CHECKPOINTS, m.CALL_TOP]
SWAPS = 4  # per hidden token, where tokens may not be anywhere


@dataclass(frozen=True, slots=True)
class World:
    """A state that agrees with an observation; `evidence`: whether the history does, too."""

    state: Array
    evidence: bool


class Draws:
    """A seeded stream of random numbers."""

    def __init__(self, seed: int) -> None:
        self.words = np.zeros(8, np.int32)
        api.seed_words(self.words, 0, seed)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return int(api.below(self.words, 0, n))

    def shuffled(self, items: list[int]) -> list[int]:
        """The items in random order."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed


class Dealer:
    """Samples worlds from the observation of one seat at one moment."""

    def __init__(self, masks: Masks, observed: Observed) -> None:
        seat, words = observed.seat, observed.words
        announced = len(observed.steps) - observed.answered
        self.masks = masks
        self.seat = seat
        self.words = words
        self.shown = observed.shown
        self.decider = observed.decider
        self.steps = observed.steps[:announced]
        self.answers = observed.steps[
            announced:
        ]  # simultaneous, and not revealed to the others yet
        self.space = workspace(masks.program, ROWS)
        self.possible = observed.possible
        unknown = ~masks.known(words, seat)
        unknown[0] = False
        self.unknown: list[int] = np.flatnonzero(unknown).tolist()
        inner = observed.possible[np.ix_(self.unknown, self.unknown)]
        backs = masks.backs[self.unknown]
        # If any token may be anywhere, a shuffle is a uniform matching and needs no algorithm.
        self.free = bool((inner == (backs[:, None] == backs[None, :])).all())
        self.blanks = masks.blanks(words, seat)
        checked = (i for i, step in enumerate(self.steps) if self.blanks or self._announces(step))
        self.earliest = next(checked, len(self.steps))  # the first step that can refute a world

    def world(self, draws: Draws, by_past: bool = True) -> World | None:
        """A world; if none of those drawn agrees with the history, the last one, without evidence.
        Without `by_past` the history is used only where more than tokens is hidden. None if the
        options can be listed in no world."""
        found = None
        for _ in range(MOST_DRAWN):
            tokens = self.tokens(draws)
            state = self.dealt(self.words, tokens, draws)
            past = self.agreeing(tokens, draws) if by_past or self.blanks else [tokens]
            filled = bool(past) and (not self.blanks or self.fill(state, past, draws))
            self.seeded(state, draws)
            answered = self.answer(state, tokens, draws)
            if (options := self.options(state)) >= 0:
                # Without options the game would be over, and the seat would know that.
                found = World(state, filled and answered and options > 0)
                if found.evidence:
                    break
        return found

    def answer(self, state: Array, tokens: Array, draws: Draws) -> bool:
        """While simultaneous answers are collected, give those of the past: the seat's own as they
        were, others at random. False if that does not lead to what the seat sees now."""
        if not state[m.TOGETHER]:
            return True
        api.advance(self.masks.program.code, state, self.space)
        if not all(self._choose(step, state, tokens, draws) for step in self.answers):
            return False
        if state[m.STATUS] != m.DECISION or state[m.DECIDER] - 1 != self.decider:
            return False
        mine = self.decider == self.seat  # a seat that answers sees its own answers
        return not mine or bool((self.masks.masked(state, self.seat)[0] == self.shown).all())

    def options(self, state: Array) -> int:
        """The number of option rows of a state, ROWS if there are more; below 0 if listing them is
        a fault, which proves that the world is impossible."""
        if state[m.STATUS] != m.DECISION:
            return -1
        trial = state.copy()
        listed = int(api.list_rows(self.masks.program.code, trial, self.space))
        return ROWS if listed < 0 and trial[m.FAULT] == m.FAULT_ROWS else listed

    def seeded(self, state: Array, draws: Draws) -> Array:
        """Seed the state: its future is independent of the true one."""
        api.seed_state(state, draws.below(2**31 - 1))
        return state

    def dealt(self, words: Array, tokens: Array, draws: Draws) -> Array:
        """A masked state with tokens in place of labels, and unordered zones shuffled."""
        state = words.copy()
        self.masks.relabel(state, tokens)
        known, shown = self.masks.known(words, self.seat), self.masks.shown(words, self.seat)
        if not (known & ~shown).any():
            return state  # the tokens were already drawn in random order
        shown = self.masks.shown(state, self.seat)
        for zone in self.masks.unordered:
            contents = self.masks.contents(state, zone)
            unseen = [t for t in contents if not shown[t]]
            if len(unseen) > 1:
                order = iter(draws.shuffled(unseen))
                self.masks.link(state, zone, [t if shown[t] else next(order) for t in contents])
        return state

    # ---- placing tokens ----

    def tokens(self, draws: Draws) -> Array:
        """A token for each label, each of them possible."""
        tokens = np.arange(self.masks.n1, dtype=np.int32)
        if self.free:
            backs = self.masks.backs
            for back in {int(backs[label]) for label in self.unknown}:
                labels = [label for label in self.unknown if backs[label] == back]
                tokens[labels] = draws.shuffled(labels)
            return tokens
        for label, token in self._matched(draws).items():
            tokens[label] = token
        self._mix(tokens, draws)
        return tokens

    def _matched(self, draws: Draws) -> dict[int, int]:
        """A perfect matching of labels and tokens: Kuhn's algorithm, one augmenting path per label.
        Its random order does not make it uniform; `_mix` does the rest."""
        owner: dict[int, int] = {}
        for label in draws.shuffled(self.unknown):
            self._place(label, owner, set(), draws)
        return {label: token for token, label in owner.items()}

    def _place(self, label: int, owner: dict[int, int], tried: set[int], draws: Draws) -> bool:
        """Find an augmenting path: a token for a label, whose present label gets another token."""
        for token in draws.shuffled([t for t in self.unknown if self.possible[t, label]]):
            if token not in tried:
                tried.add(token)
                if token not in owner or self._place(owner[token], owner, tried, draws):
                    owner[token] = label
                    return True
        return False

    def _mix(self, tokens: Array, draws: Draws) -> None:
        """Swap tokens at random where that is possible: a Markov chain towards uniform
        matchings."""
        count = len(self.unknown)
        for _ in range(SWAPS * count):
            a, b = (self.unknown[draws.below(count)] for _ in range(2))
            s, t = tokens[a], tokens[b]
            if self.possible[s, b] and self.possible[t, a]:
                tokens[a], tokens[b] = t, s

    # ---- the history ----

    def agreeing(self, tokens: Array, draws: Draws) -> list[Array]:
        """The tokens by label at every moment of the history; empty if an announced choice of
        another seat was illegal then."""
        past = [tokens]
        for step in reversed(self.steps[self.earliest :]):
            before = self._earlier(step, past[-1], draws)
            if before is None or (self._announces(step) and not self._could(step, before)):
                return []
            past.append(before)
        return past[::-1]

    def _announces(self, step: ObservedMove) -> bool:
        """Whether another seat's choice was announced."""
        return step.row is not None and step.decider not in (None, self.seat)

    def fill(self, state: Array, past: list[Array], draws: Draws) -> bool:
        """Fill in what else is hidden: replay the history, and draw the choices that were not
        announced. False if that contradicts what the seat knows."""
        if not self.steps:
            return True
        run = self.seeded(self._at(0, past), draws)
        for i, step in enumerate(self.steps):
            if step.words[m.TOGETHER] and not run[m.SITE]:
                api.advance(self.masks.program.code, run, self.space)
            if not self._choose(step, run, past[i], draws):
                return False
            last = i + 1 == len(self.steps)
            after = state if last else self._at(i + 1, past)
            if run[m.TOGETHER] and step.words[m.TOGETHER]:
                continue  # others have not answered yet
            if not self._take_over(run, after):
                return False
            run = after
        return True

    def _choose(self, step: ObservedMove, run: Array, tokens: Array, draws: Draws) -> bool:
        """Make a choice that agrees with what the seat knows of it; False if there is none."""
        code = self.masks.program.code
        if step.decider is None:
            api.advance(code, run, self.space)
            return True
        if not run[m.SITE] or run[m.DECIDER] - 1 != step.decider:
            return False
        row = self._drawn(step, run, tokens, draws)
        if row is None:
            return False
        api.choose(code, run, self.space, *row)
        return True

    def _drawn(
        self, step: ObservedMove, run: Array, tokens: Array, draws: Draws
    ) -> Sequence[int] | None:
        """An option that agrees with what the seat knows of a choice; None if there is none."""
        rows = self._options(run)
        if isinstance(rows, Sets):
            announced = None if step.row is None else self._announced(step, tokens)
            return rows.drawn(announced, draws)
        if step.row is not None:
            rows = [row for row in rows if self._fits(row, run, step, tokens)]
        return rows[draws.below(len(rows))] if rows else None

    def _take_over(self, run: Array, after: Array) -> bool:
        """Copy the hidden words to a state; False if the replay has led elsewhere."""
        program = self.masks.program
        run = stack.before_answers(program, run)
        if not (run[PLACES] == after[PLACES]).all():
            return False
        blanks = self.masks.blanks(after, self.seat)
        public = np.ones(len(after), bool)
        public[blanks] = False
        words = slice(self.masks.variables_at, program.registers_at)
        if not (run[words] == after[words])[public[words]].all():
            return False
        blanks += self.masks.blanks(run, self.seat)  # hidden lists are masked as empty
        after[blanks] = run[blanks]
        after[m.RNG : m.RNG + 8] = run[m.RNG : m.RNG + 8]
        return True

    def _at(self, moment: int, past: list[Array]) -> Array:
        """The state at a moment of the history, with the tokens it had then."""
        state = self.steps[moment].words.copy()
        self.masks.relabel(state, past[moment])
        return state

    def _options(self, state: Array) -> list[Entry] | Sets:
        """Every option of a state."""
        program = self.masks.program
        site = program.sites[int(state[m.SITE])]
        listed = api.list_rows(program.code, state, self.space)
        if site.pick is not None and site.actions[0].sets is not None and site.actions[0].is_range:
            return Sets(program, state, self.space, listed)
        return [*entries_of(site, rows_in(program, self.space, listed))]

    def _earlier(self, step: ObservedMove, tokens: Array, draws: Draws) -> Array | None:
        """The tokens by label before a step, given those after it; None if that is impossible."""
        earlier = np.zeros_like(tokens)
        earlier[step.follows] = tokens
        earlier[0] = 0
        known = self.masks.known(step.words, self.seat)
        for starts, ends in step.mixed:
            there = {int(tokens[label]) for label in ends}
            fixed = [label for label in starts if known[label]]
            if not there.issuperset(fixed):
                return None
            earlier[fixed] = fixed
            for labels in self._by_back(label for label in starts if not known[label]):
                back = self.masks.backs[labels[0]]
                rest = [t for t in sorted(there - set(fixed)) if self.masks.backs[t] == back]
                if len(rest) != len(labels):
                    return None
                earlier[labels] = draws.shuffled(rest)
        if not (earlier[known] == np.flatnonzero(known)).all():
            return None
        return earlier

    def _by_back(self, labels: Any) -> list[list[int]]:
        found: dict[int, list[int]] = {}
        for label in labels:
            found.setdefault(int(self.masks.backs[label]), []).append(label)
        return list(found.values())

    def _could(self, step: ObservedMove, tokens: Array) -> bool:
        """Whether a choice was legal, as far as the seat knows it."""
        state = step.words.copy()
        self.masks.relabel(state, tokens)
        rows = self._options(state)
        if isinstance(rows, Sets):
            return rows.could(self._announced(step, tokens))
        return any(self._fits(row, state, step, tokens) for row in rows)

    def _announced(self, step: ObservedMove, tokens: Array) -> tuple[int | None, ...]:
        """What the seat knows of a choice, with tokens in place of labels in its own."""
        announced = step.row
        assert announced is not None
        if step.decider == self.seat:
            announced = (
                announced[0],
                *map(self._token, announced[1:], step.kinds, [tokens] * len(announced)),
            )
        return announced

    def _fits(self, row: Entry, state: Array, step: ObservedMove, tokens: Array) -> bool:
        """Whether an option agrees with what the seat knows of a choice."""
        announced = self._announced(step, tokens)
        action = self.masks.program.sites[int(state[m.SITE])].actions[row[0] - 1]
        values = [row[0], *(value for value, _ in action.chosen(row[1:]))]
        if len(announced) != len(values):
            return False
        if action.sets is not None:
            return {x for x in announced if x is not None} <= set(values) and announced[0] == row[0]
        return all(x is None or x == y for x, y in zip(announced, values, strict=True))

    def _token(self, value: int | None, kind: str, tokens: Array) -> int | None:
        return int(tokens[value]) if kind == "token" and value else value
