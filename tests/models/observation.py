"""The second model of observations: what a seat may know of a state, by walks over its stack.

In a masked state the tokens that a seat cannot tell apart are sorted by number, zone by zone. So it
depends only on what the seat may know, and yet it is a valid state that can be run: a redeal is the
same state with these tokens in another order.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ludwright.machine import stack
from ludwright.machine import state as m
from ludwright.machine.program import Array, Program
from ludwright.play.program_cache import PerProgram

from . import registers


class Masks:
    """The observations of the states of one program."""

    def __init__(self, program: Program) -> None:
        code = program.code
        self.program = program
        self.n1, self.z1 = int(code[m.P_TOKENS]), int(code[m.P_ZONES])
        self.columns = program.columns
        self.grants, self.bags = int(code[m.P_GRANTS]), int(code[m.P_BAGS])
        sight = int(code[m.P_SIGHT])
        flags = [int(code[sight + zone * m.SIGHT_WORDS]) for zone in range(self.z1)]
        self.unordered = [z for z in range(1, self.z1) if not flags[z] & m.ORDERED]
        # Numbers instead of texts: labels are given out per back, many times per move.
        backs = sorted(set(program.backs))
        self.backs = np.array([backs.index(back) for back in program.backs])
        held = [slot for slot in program.slots if slot.start >= self.columns.end]
        self.token_words = np.array(
            [at for s in held if s.type == "token" for at in range(s.start, s.start + s.count)],
            np.intp,
        )
        self.variables_at = int(code[m.P_RESULTS]) + m.RESULT_WORDS * program.seats
        self._hidden = [self._hidden_from(seat) for seat in range(program.seats)]
        self.checkpoint_start = self.columns.next
        self.checkpoint_size = int(code[m.P_LISTS_END]) - self.checkpoint_start
        self.answers, self.start = int(code[m.P_ANSWERS]), int(code[m.P_START])
        self.image = self._first_words()

    def _first_words(self) -> Array:
        """The initial words; checkpoints have copies of the constants, too."""
        code, words = self.program.code, self.program.image.copy()
        first, size = self.checkpoint_start, self.checkpoint_size
        for k in range(int(code[m.P_CHECKPOINT_COUNT])):
            at = int(code[m.P_CHECKPOINTS]) + k * size
            words[at : at + size] = words[first : first + size]
        return words

    def _hidden_from(self, seat: int) -> list[int]:
        """The words of variables that a seat may not read."""
        found: list[int] = []
        for slot in self.program.slots:
            if not self.variables_at <= slot.start < self.program.registers_at:
                continue
            if slot.audience == "none":
                found += range(slot.start, slot.start + slot.count)
            elif slot.audience == "owner":
                found += [slot.start + i for i in range(slot.count) if i != seat]
            elif slot.audience == "team":
                teams = self.program.teams
                found += [slot.start + i for i, team in enumerate(teams) if seat not in team.seats]
        return found

    # ---- tokens ----

    def known(self, words: Array, seat: int) -> Array:
        """By token: whether a seat knows it."""
        return (words[m.KNOWN : m.KNOWN + self.n1] >> seat & 1).astype(bool)

    def shown(self, words: Array, seat: int, shift: int = 0) -> Array:
        """By token: whether a seat sees it, now or in a checkpoint."""
        start = self.columns.shown + shift
        return (words[start : start + self.n1] >> seat & 1).astype(bool)

    def contents(self, words: Array, zone: int, shift: int = 0) -> list[int]:
        """The tokens of a zone, from the top down."""
        after = self.columns.next + shift
        tokens = []
        token = int(words[self.columns.top + zone + shift])
        while token:
            tokens.append(token)
            token = int(words[after + token])
        return tokens

    def zone_of(self, words: Array, token: int) -> int:
        """The zone of a token."""
        return int(words[self.columns.zone + token])

    def identifies(self, words: Array, token: int, seat: int) -> bool:
        """Whether a seat can identify a token by its position: it sees it, or knows it in an
        ordered zone."""
        if words.item(self.columns.shown + token) >> seat & 1:
            return True
        known = words.item(m.KNOWN + token) >> seat & 1
        return bool(known) and self.zone_of(words, token) not in self.unordered

    def names(self, state: Array, seat: int) -> Array:
        """By token: the number by which a seat chooses it. That is its own if the seat can identify
        it, else the label at its position in the masked state; all are different."""
        words, names = self.masked(state, seat)
        for zone in self.unordered:
            names[self.contents(state, zone)] = self.contents(words, zone)
        place = state[self.columns.zone :][: self.n1]
        placed = self.known(state, seat) & ~np.isin(place, self.unordered)
        # What the seat can identify is chosen by its own number, in every world.
        sure = np.flatnonzero(self.shown(state, seat) | placed)
        names[sure] = sure
        return names

    def link(self, words: Array, zone: int, tokens: list[int], shift: int = 0) -> None:
        """Link the tokens of a zone in an order, from the top down."""
        after, before = self.columns.next + shift, self.columns.previous + shift
        ends = [self.columns.top + zone + shift, self.columns.bottom + zone + shift]
        words[ends] = tokens[0], tokens[-1]
        for above, below in zip((0, *tokens), (*tokens, 0), strict=True):
            if above:
                words[after + above] = below
            if below:
                words[before + below] = above

    # ---- the whole state ----

    def masked(self, state: Array, seat: int) -> tuple[Array, Array]:
        """The state as a seat may know it, without simultaneous answers of others, and the label of
        each token in it."""
        words = self.living(state)
        # Who else could identify a hidden token would reveal where it comes from.
        hidden = np.flatnonzero(~self.known(words, seat))
        hidden = hidden[hidden > 0]
        words[m.KNOWN + hidden] &= words[self.columns.shown + hidden]
        blanks = self.blanks(words, seat)
        # Blank before labelling: the labels of unordered tokens depend on which words name them.
        words[blanks] = self.image[blanks]
        self._settle_unordered(words, seat)
        labels = self._labels(words, seat)
        self.relabel(words, labels)
        self._settle_checkpoints(words, seat)
        unknown = np.flatnonzero(~self.known(words, seat))
        for info in self.program.properties.values():
            for shift in (0, *stack.checkpoint_shifts(self.program, words)):
                at = info.address + shift + unknown
                words[at] = self.image[at]
        self._start_again(words)
        return words, labels

    def joined(self, state: Array, seat: int) -> tuple[Array, Array]:
        """A masked state to redeal: while simultaneous answers are collected, before the first."""
        return self.masked(stack.before_answers(self.program, state), seat)

    def blanks(self, words: Array, seat: int) -> list[int]:
        """The variables and registers in use that are hidden from a seat."""
        shifts = (0, *stack.checkpoint_shifts(self.program, words))
        found = [at + shift for shift in shifts for at in self._hidden[seat]]
        known, decides = self.known(words, seat), words[m.DECIDER] == seat + 1
        for slot, listed in registers.held_registers(self.program, words):
            if slot.audience == "all" or (slot.audience == "decider" and decides):
                continue
            items = listed if slot.type.startswith("[") else [slot.start]
            tokens = words[items[1:] if listed else items]
            # Who knows the tokens knows the value, unless it is another seat's choice.
            others = slot.audience == "nobody" or (slot.audience == "chooser" and not decides)
            if others or "token" not in slot.type or not known[tokens].all():
                found += items
        withheld = registers.withheld_record(self.program, words)
        if withheld and words[withheld.start + m.H_SEAT] != seat + 1:
            found += withheld
        return found

    def living(self, state: Array) -> Array:
        """The live words of a state: no random numbers, no dead registers."""
        code, program = self.program.code, self.program
        words = self.image.copy()
        # Random numbers stay those of the image: whoever has them knows every later shuffle.
        words[: m.RNG] = state[: m.RNG]
        words[m.ACTION : m.OPERANDS + m.MOST_OPERANDS] = words[m.REASON] = 0
        words[m.KNOWN : self.checkpoint_start] = state[m.KNOWN : self.checkpoint_start]
        calls = int(code[m.P_CALLS])
        words[calls : state[m.CALL_TOP]] = state[calls : state[m.CALL_TOP]]
        if state[m.TOGETHER]:
            head = slice(self.answers, self.answers + m.A_HEAD)
            words[head] = state[head]
        for part in self._parts(state):
            words[part] = state[part]
        for slot, items in registers.held_registers(program, state):
            words[[slot.start, *items]] = state[[slot.start, *items]]
        returns = registers.return_words(program, state)
        words[returns] = state[returns]
        withheld = registers.withheld_record(program, state)
        words[withheld] = state[withheld]
        return words

    def _parts(self, state: Array) -> Iterator[slice]:
        """The words that are always live, now and in checkpoints: tokens, variables, attempts and
        the agenda."""
        code, program = self.program.code, self.program
        attempts, agenda = int(code[m.P_ATTEMPTS]), int(code[m.P_AGENDA])
        ends = [registers.attempt_of(program, state, k) for k in range(int(state[m.CHECKPOINTS]))]
        shifts = (0, *stack.checkpoint_shifts(program, state))
        for shift, end in zip(shifts, (int(state[m.ATTEMPT_TOP]), *ends), strict=True):
            yield slice(self.checkpoint_start + shift, program.registers_at + shift)
            yield slice(attempts + shift, end + shift)
            if agenda:
                yield slice(agenda + shift, agenda + shift + 1 + m.MOST_DUE * m.DUE_WORDS)

    def _settle_unordered(self, words: Array, seat: int) -> None:
        """Sort the unseen tokens of unordered zones, as their order would reveal something: known
        ones by number, then the others by what distinguishes them."""
        known, shown = self.known(words, seat), self.shown(words, seat)
        signs: dict[int, tuple[int, ...]] = {}
        for zone in self.unordered:
            tokens = self.contents(words, zone)
            if len(tokens) - sum(shown[tokens]) > 1:
                signs = signs or self._signs(words)
                keys = {t: (0, t) if known[t] else (1, *signs[t]) for t in tokens}
                self._settle(words, zone, tokens, shown, keys, 0)

    def _settle_checkpoints(self, words: Array, seat: int) -> None:
        """The same in checkpoints, where tokens are labelled already."""
        keys: dict[int, tuple[int, ...]] = {t: (t,) for t in range(self.n1)}
        for shift in stack.checkpoint_shifts(self.program, words):
            shown = self.shown(words, seat, shift)
            for zone in self.unordered:
                self._settle(words, zone, self.contents(words, zone, shift), shown, keys, shift)

    def _settle(
        self,
        words: Array,
        zone: int,
        tokens: list[int],
        shown: Array,
        keys: dict[int, tuple[int, ...]],
        shift: int,
    ) -> None:
        unseen = iter(sorted((t for t in tokens if not shown[t]), key=keys.__getitem__))
        settled = [t if shown[t] else next(unseen) for t in tokens]
        if settled != tokens:
            self.link(words, zone, settled, shift)

    def classes(self, words: Array, seat: int) -> dict[int, tuple[int, ...]]:
        """By label of a masked state, in unordered zones: what a seat distinguishes it by there.
        Labels of the same class are in an order that the seat does not know."""
        known, signs = self.known(words, seat), dict[int, tuple[int, ...]]()
        found: dict[int, tuple[int, ...]] = {}
        for zone in self.unordered:
            for label in self.contents(words, zone):
                signs = signs or ({} if known[label] else self._signs(words))
                found[label] = (zone, label) if known[label] else (zone, 0, *signs[label])
        return found

    def _signs(self, words: Array) -> dict[int, tuple[int, ...]]:
        """By token: what distinguishes it, beside its number and its position in an unordered
        zone."""
        n1 = self.n1
        known, *_, face, shown = words[m.KNOWN : self.columns.top].reshape(6, n1).tolist()
        grants = words[self.grants : self.grants + n1].tolist() if self.grants else known
        signs = [[int(self.backs[t]), known[t], face[t], shown[t], grants[t]] for t in range(n1)]
        for shift in stack.checkpoint_shifts(self.program, words):
            for zone in range(1, self.z1):
                for place, token in enumerate(self.contents(words, zone, shift)):
                    signs[token] += (zone, 0 if zone in self.unordered else place)
        for i, token in enumerate(words[self._naming(words)].tolist()):
            signs[token].append(i)
        return {t: tuple(s) for t, s in enumerate(signs)}

    def _naming(self, words: Array) -> Array:
        """The words that refer to tokens, in variables and registers, now and in checkpoints."""
        named: set[int] = set()
        for slot, items in registers.held_registers(self.program, words):
            if slot.type == "token":
                named.add(slot.start)
            elif slot.type == "[token]":
                named.update(items[1:])
        areas = [
            self.token_words + shift for shift in (0, *stack.checkpoint_shifts(self.program, words))
        ]
        named.update(registers.withheld_tokens(self.program, words))
        return np.concatenate([*areas, np.array(sorted(named), np.intp)])

    def _labels(self, words: Array, seat: int) -> Array:
        """The label of each token: its own number if the seat knows it; else the free numbers of
        its back in order of position, so that labels depend only on positions."""
        labels = np.arange(self.n1, dtype=np.int32)
        known = self.known(words, seat)
        # Nothing is hidden, as in most solitaires once all cards are up.
        if known[1:].all():
            return labels
        free = {
            back: iter([t for t in range(1, self.n1) if self.backs[t] == back and not known[t]])
            for back in set(self.backs[1:].tolist())
        }
        for zone in range(1, self.z1):
            for token in self.contents(words, zone):
                if not known[token]:
                    labels[token] = next(free[int(self.backs[token])])
        return labels

    def relabel(self, words: Array, labels: Array) -> None:
        """Replace tokens by their labels everywhere; knowledge, faces and sight stay with
        positions."""
        block = words[m.KNOWN : self.columns.top].reshape(6, self.n1)
        # Copied first, because labels permute the words that are read.
        known = block[0].copy()
        block[0][labels] = known
        for shift in (0, *stack.checkpoint_shifts(self.program, words)):
            self._relabel_area(words, labels, shift)
        at = self._naming(words)
        words[at] = labels[words[at]]
        self._start_again(words)

    def _start_again(self, words: Array) -> None:
        """Before the first simultaneous answer, make the checkpoint a copy of the state."""
        if words[m.TOGETHER] == m.COLLECTING and not words[m.SITE]:
            length = int(self.program.code[m.P_LISTS_END]) - m.KNOWN
            words[self.start : self.start + length] = words[m.KNOWN : m.KNOWN + length]

    def _relabel_area(self, words: Array, labels: Array, shift: int) -> None:
        start = m.KNOWN + self.n1 + shift
        after, before, place, face, shown = words[start : start + 5 * self.n1].reshape(5, self.n1)
        for row in (after, before):
            row[labels] = labels[row]
        for row in (place, face, shown):
            row[labels] = row.copy()
        ends = slice(self.columns.top + shift, self.columns.size + shift)
        words[ends] = labels[words[ends]]
        for first in (self.grants, self.bags):
            if first:
                row = words[first + shift : first + shift + self.n1]
                row[labels] = row.copy()


masks_of = PerProgram(Masks)
