"""Observations: what a seat may know of a state. The rest is blanked, hidden tokens get labels.

`belief/mask.py` explains masked states. A redeal is the same state with its hidden tokens in
another order.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from ..belief import mask as kernel
from ..belief.audience_table import LIST
from ..belief.kernels import KERNELS, entry_point
from ..belief.mask_table import (
    M_BACKS,
    R_ITEMS,
    R_TYPE,
    RECORD_WORDS,
    X_BLANKS,
    X_BLANKS_AT,
    X_HELD,
    X_HELD_AT,
    X_NAMES,
    X_NAMES_AT,
    mask_table,
    scratch_memory,
)
from ..machine import state as m
from ..machine.program import Array, Program
from .program_cache import PerProgram

LEAST_ROOM = 256  # records of each kind in scratch memory

_masked = entry_point(kernel.masked)
_names = entry_point(kernel.names)
_blanks = entry_point(kernel.blanks)
_classes = entry_point(kernel.classes)
_references = entry_point(kernel.references)
_relabelled = entry_point(kernel.relabelled)


class Scratch(threading.local):
    """Memory that masking works in, of each thread."""

    def __init__(self, program: Program) -> None:
        self.program, self.room = program, LEAST_ROOM
        self.memory = scratch_memory(program, self.room)

    def grow(self) -> None:
        """Make room for more records."""
        self.room *= 4
        self.memory = scratch_memory(self.program, self.room)


# Not a part of Masks, which views lead to: it has the labels of hidden tokens.
scratch_of = PerProgram(Scratch)


class Masks:
    """The observations of the states of one program."""

    def __init__(self, program: Program) -> None:
        code = program.code
        self.program = program
        self.n1, self.z1 = int(code[m.P_TOKENS]), int(code[m.P_ZONES])
        self.columns = program.columns
        self.size = int(code[m.P_SIZE])
        self.table = mask_table(program)
        self.code = KERNELS.program_words(code)
        sight = int(code[m.P_SIGHT])
        flags = [int(code[sight + zone * m.SIGHT_WORDS]) for zone in range(self.z1)]
        self.unordered = [z for z in range(1, self.z1) if not flags[z] & m.ORDERED]
        # Numbers instead of texts: the backs of tokens, as kernels compare them.
        self.backs = self.table[self.table[M_BACKS] :][: self.n1].astype(np.intp)
        self.variables_at = int(code[m.P_RESULTS]) + m.RESULT_WORDS * program.seats
        self.answers = int(code[m.P_ANSWERS])
        self.image = self._first_words()

    def _first_words(self) -> Array:
        """The initial words; checkpoints have copies of the constants, too."""
        code, words = self.program.code, self.program.image.copy()
        first, end = self.columns.next, int(code[m.P_LISTS_END])
        for k in range(int(code[m.P_CHECKPOINT_COUNT])):
            at = int(code[m.P_CHECKPOINTS]) + k * (end - first)
            words[at : at + end - first] = words[first:end]
        return words

    def within(self, run: Callable[[Array], int]) -> Array:
        """The scratch memory, once a kernel had room enough in it."""
        scratch = scratch_of(self.program)
        while run(scratch.memory) != kernel.DONE:
            scratch.grow()
        return scratch.memory

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
        found = np.empty(self.n1, np.int32)
        self.within(
            lambda scratch: _names(self.code, self.image, self.table, state, scratch, seat, found)
        )
        return found

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
        return self._masked(state, seat, 0)

    def joined(self, state: Array, seat: int) -> tuple[Array, Array]:
        """A masked state to redeal: while simultaneous answers are collected, before the first."""
        return self._masked(state, seat, 1)

    def _masked(self, state: Array, seat: int, joined: int) -> tuple[Array, Array]:
        words, labels = np.empty(self.size, np.int32), np.empty(self.n1, np.int32)
        given = (self.code, self.image, self.table, state)
        self.within(lambda scratch: _masked(*given, scratch, seat, joined, words, labels))
        return words, labels

    def blanks(self, words: Array, seat: int) -> list[int]:
        """The variables and registers in use that are hidden from a seat."""
        scratch = self.within(lambda scratch: _blanks(self.code, self.table, words, scratch, seat))
        found: list[int] = scratch[scratch[X_BLANKS_AT] :][: scratch[X_BLANKS]].tolist()
        return found

    def lists(self, words: Array) -> set[int]:
        """The first words, with the lengths, of the lists that registers in use refer to."""
        scratch = self.within(lambda scratch: _references(self.code, self.table, words, scratch))
        held = scratch[scratch[X_HELD_AT] :][: scratch[X_HELD] * RECORD_WORDS]
        records = held.reshape(-1, RECORD_WORDS)
        found: list[int] = records[records[:, R_TYPE] >= LIST, R_ITEMS].tolist()
        return {at for at in found if at}

    def naming(self, words: Array) -> list[int]:
        """The words that refer to tokens, in variables and registers, now and in checkpoints."""
        scratch = self.within(lambda scratch: _references(self.code, self.table, words, scratch))
        return sorted({*scratch[scratch.item(X_NAMES_AT) :][: scratch.item(X_NAMES)].tolist()})

    def classes(self, words: Array, seat: int) -> list[int]:
        """By label of a masked state: the first label from which a seat cannot distinguish it,
        because it does not know the order of the zone that both are in."""
        found = np.empty(self.n1, np.int32)
        given = (self.code, self.table, words)
        self.within(lambda scratch: _classes(*given, scratch, seat, found))
        numbers: list[int] = found.tolist()
        return numbers

    def relabel(self, words: Array, labels: Array) -> None:
        """Replace tokens by their labels everywhere; knowledge, faces and sight stay with
        positions."""
        given: Any = np.ascontiguousarray(labels, np.int32)
        self.within(lambda scratch: _relabelled(self.code, self.table, words, given, scratch))


masks_of = PerProgram(Masks)
