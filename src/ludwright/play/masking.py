"""What a seat may know of a state: everything else is blanked, tokens it can't tell get labels.

A masked state is a state in which the tokens that a seat can't tell from one another lie in the
order of their numbers, zone by zone. So it depends on nothing but what the seat may know, and it
can still be run: a redeal is the same state with these tokens in another order.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..machine import state as m
from ..machine.program import ActionInfo, Array, Program


class Masks:
    """Masks and labels for the states of one program."""

    def __init__(self, program: Program) -> None:
        code = program.code
        self.program = program
        self.n1, self.z1 = int(code[m.P_TOKENS]), int(code[m.P_ZONES])
        self.tops = m.KNOWN + 6 * self.n1
        self.bottoms = self.tops + self.z1
        self.grants, self.bags = int(code[m.P_GRANTS]), int(code[m.P_BAGS])
        sight = int(code[m.P_SIGHT])
        flags = [int(code[sight + zone * m.SIGHT_WORDS]) for zone in range(self.z1)]
        self.unordered = [z for z in range(1, self.z1) if not flags[z] & m.ORDERED]
        backs = sorted(set(program.backs))
        self.backs = np.array([backs.index(back) for back in program.backs])
        held = [slot for slot in program.slots if slot.start >= self.bottoms + 2 * self.z1]
        self.token_words = np.array(
            [at for s in held if s.type == "token" for at in range(s.start, s.start + s.count)],
            np.intp,
        )
        self.variables_at = int(code[m.P_RESULTS]) + 2 * program.seats
        self._hidden = [self._hidden_from(seat) for seat in range(program.seats)]
        self.snapshot_start = m.KNOWN + self.n1
        self.snapshot_size = int(code[m.P_LISTS_END]) - self.snapshot_start
        self.answers, self.start = int(code[m.P_ANSWERS]), int(code[m.P_START])

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
        return found

    # ---- tokens ----

    def known(self, words: Array, seat: int) -> Array:
        """By token: whether a seat can tell which one it is."""
        return (words[m.KNOWN : m.KNOWN + self.n1] >> seat & 1).astype(bool)

    def shown(self, words: Array, seat: int) -> Array:
        """By token: whether a seat sees it now."""
        start = m.KNOWN + 5 * self.n1
        return (words[start : start + self.n1] >> seat & 1).astype(bool)

    def lying(self, words: Array, zone: int) -> list[int]:
        """The tokens of a zone, from the top down."""
        after = m.KNOWN + self.n1
        tokens = []
        token = int(words[self.tops + zone])
        while token:
            tokens.append(token)
            token = int(words[after + token])
        return tokens

    def zone_of(self, words: Array, token: int) -> int:
        """The zone a token lies in."""
        return int(words[m.KNOWN + 3 * self.n1 + token])

    def identifies(self, words: Array, token: int, seat: int) -> bool:
        """Whether a seat can point at a token and say which one it is: it sees it, or knows it
        and can tell its place."""
        if int(words[m.KNOWN + 5 * self.n1 + token]) >> seat & 1:
            return True
        known = int(words[m.KNOWN + token]) >> seat & 1
        return bool(known) and self.zone_of(words, token) not in self.unordered

    def labelled(
        self, state: Array, info: ActionInfo, operands: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Operands with labels for the tokens that the deciding seat can't identify."""
        seat = int(state[m.DECIDER]) - 1
        if seat < 0:  # chance knows them all
            return operands
        kinds = [kind for _, kind, _ in info.operands]
        unknown = [
            kind == "token" and x > 0 and not self.identifies(state, x, seat)
            for x, kind in zip(operands, kinds, strict=True)
        ]
        if not any(unknown):
            return operands
        words, _ = self.masked(state, seat)
        return tuple(
            self._at_its_place(state, words, x) if blank else x
            for x, blank in zip(operands, unknown, strict=True)
        )

    def _at_its_place(self, state: Array, words: Array, token: int) -> int:
        """What lies in a masked state at the place where a token lies in the state."""
        zone = self.zone_of(state, token)
        return self.lying(words, zone)[self.lying(state, zone).index(token)]

    def link(self, words: Array, zone: int, tokens: list[int]) -> None:
        """Give the tokens of a zone an order, from the top down."""
        after, before = m.KNOWN + self.n1, m.KNOWN + 2 * self.n1
        words[self.tops + zone], words[self.bottoms + zone] = tokens[0], tokens[-1]
        for above, below in zip((0, *tokens), (*tokens, 0), strict=True):
            if above:
                words[after + above] = below
            if below:
                words[before + below] = above

    # ---- the whole state ----

    def masked(self, state: Array, seat: int) -> tuple[Array, Array]:
        """The state as a seat may know it, and the label that each token has there. What other
        seats have answered, while several are asked together, is not in it."""
        words = self._living(state)
        self._settle_unordered(words, seat)
        labels = self._labels(words, seat)
        self.relabel(words, labels)
        blanks = self.blanks(words, seat)
        words[blanks] = self.program.image[blanks]
        unknown = np.flatnonzero(~self.known(words, seat))
        for info in self.program.properties.values():
            words[info.address + unknown] = self.program.image[info.address + unknown]
        self._start_again(words)
        return words, labels

    def joined(self, state: Array, seat: int) -> tuple[Array, Array]:
        """A state to redeal: masked, and before the first answer where several are asked."""
        return self.masked(self.program.rejoined(state), seat)

    def blanks(self, words: Array, seat: int) -> list[int]:
        """The words beside tokens that a seat may not know: variables, and registers in use."""
        found = list(self._hidden[seat])
        known = self.known(words, seat)
        for slot in self.program.registers(words):
            if slot.audience == "all" or (
                slot.audience == "decider" and words[m.DECIDER] == seat + 1
            ):
                continue
            listed = slot.type.startswith("[")
            items = self._list_words(words, int(words[slot.start])) if listed else [slot.start]
            tokens = words[items[1:] if listed else items]
            if "token" not in slot.type or not known[tokens].all():
                found += items
        return found

    def _list_words(self, words: Array, items: int) -> range:
        """The words of a list: its length and its items."""
        return range(items, items + 1 + int(words[items])) if items else range(0)

    def _living(self, state: Array) -> Array:
        """What of a state is alive: no random numbers, no registers that nobody reads any more."""
        code, program = self.program.code, self.program
        words = program.image.copy()
        words[: m.RNG] = state[: m.RNG]
        words[m.ACTION : m.OPERANDS + m.MOST_OPERANDS] = 0
        words[m.KNOWN : program.registers_at] = state[m.KNOWN : program.registers_at]
        tries = int(code[m.P_TRIES])
        words[tries : state[m.TRY_TOP]] = state[tries : state[m.TRY_TOP]]
        registers = list(self._registers(state))
        calls = int(code[m.P_CALLS])
        words[calls : state[m.CALL_TOP]] = state[calls : state[m.CALL_TOP]]
        if agenda := int(code[m.P_AGENDA]):
            due = slice(agenda, agenda + 2 + m.MOST_DUE * m.DUE_WORDS + m.MOST_ARGUMENTS)
            words[due] = state[due]
        if state[m.TOGETHER]:
            head = slice(self.answers, self.answers + m.A_HEAD)
            words[head] = state[head]
        for shift in (0, *self._shifts(state)):
            if shift:
                start, end = self.snapshot_start + shift, program.registers_at + shift
                words[start:end] = state[start:end]
            for address in registers:
                words[address + shift] = state[address + shift]
            for word in self._lists(state, shift):
                words[word] = state[word]
        return words

    def _lists(self, words: Array, shift: int) -> Iterator[int]:
        """The words of all lists that are in use."""
        for slot in self.program.registers(words):
            if slot.type.startswith("["):
                items = int(words[slot.start + shift])
                yield from self._list_words(words, items + shift if items else 0)

    def _registers(self, state: Array) -> Iterator[int]:
        """The registers that matter in a state, and the places to return to."""
        yield from (slot.start for slot in self.program.registers(state))
        yield from self.program.return_places(state)

    def _shifts(self, words: Array) -> list[int]:
        """How far behind the words themselves each snapshot in use has its copies of them."""
        first = int(self.program.code[m.P_SNAPSHOTS]) - self.snapshot_start
        return [first + k * self.snapshot_size for k in range(int(words[m.SNAPSHOTS]))]

    def _settle_unordered(self, words: Array, seat: int) -> None:
        """Where order means nothing, put the tokens a seat does not see in an order that tells
        nothing: those it knows of by number, then the others by who knows them."""
        known, shown = self.known(words, seat), self.shown(words, seat)
        for zone in self.unordered:
            tokens = self.lying(words, zone)
            places = [i for i, token in enumerate(tokens) if not shown[token]]
            if len(places) > 1:
                unseen = [tokens[i] for i in places]
                masks = {t: int(words[m.KNOWN + t]) for t in unseen}
                unseen.sort(key=lambda t: (0, t) if known[t] else (1, masks[t]))
                for i, token in zip(places, unseen, strict=True):
                    tokens[i] = token
                self.link(words, zone, tokens)

    def _labels(self, words: Array, seat: int) -> Array:
        """The label of each token: its own number if the seat knows it, else by its place."""
        labels = np.arange(self.n1, dtype=np.int32)
        known = self.known(words, seat)
        if known[1:].all():
            return labels
        free = {
            back: iter([t for t in range(1, self.n1) if self.backs[t] == back and not known[t]])
            for back in set(self.backs[1:].tolist())
        }
        for zone in range(1, self.z1):
            for token in self.lying(words, zone):
                if not known[token]:
                    labels[token] = next(free[int(self.backs[token])])
        return labels

    def relabel(self, words: Array, labels: Array) -> None:
        """Put a token's label wherever its number stands; places keep who knows what lies there."""
        block = words[m.KNOWN : self.tops].reshape(6, self.n1)
        known = block[0].copy()
        block[0][labels] = known
        for start in (self.grants, self.bags):
            if start:
                row = words[start : start + self.n1]
                row[labels] = row.copy()
        for shift in (0, *self._shifts(words)):
            self._relabel_area(words, labels, shift)
        self._start_again(words)

    def _start_again(self, words: Array) -> None:
        """Where several seats are about to be asked, what they start from is what there is."""
        if words[m.TOGETHER] and not words[m.SITE]:
            length = int(self.program.code[m.P_LISTS_END]) - m.KNOWN
            words[self.start : self.start + length] = words[m.KNOWN : m.KNOWN + length]

    def _relabel_area(self, words: Array, labels: Array, shift: int) -> None:
        start = m.KNOWN + self.n1 + shift
        after, before, place, face, shown = words[start : start + 5 * self.n1].reshape(5, self.n1)
        for row in (after, before):
            row[labels] = labels[row]
        for row in (place, face, shown):
            row[labels] = row.copy()
        ends = slice(self.tops + shift, self.tops + 2 * self.z1 + shift)
        words[ends] = labels[words[ends]]
        at = self.token_words + shift
        words[at] = labels[words[at]]
        done = set()
        for slot in self.program.registers(words):
            if slot.type == "token":
                words[slot.start + shift] = labels[words[slot.start + shift]]
            elif slot.type == "[token]":
                items = int(words[slot.start + shift])
                if items and items not in done:
                    done.add(items)
                    here = slice(items + shift + 1, items + shift + 1 + int(words[items + shift]))
                    words[here] = labels[words[here]]
