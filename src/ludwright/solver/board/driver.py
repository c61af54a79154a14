"""Drive the two searches on a board: run them in slices, and grow the tables that are full."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from ..growable import longer, zeros
from ..kernels import entry_point
from ..pile_game import NotAPileGame
from ..transposition_set import grown, new_set
from . import best_first as best
from . import dfs as deep
from . import words as b
from .layout import Position, Rules

_deepen, _approach = entry_point(deep.search), entry_point(best.search)

GOING, WON, EXHAUSTED, FULL = range(4)
UNBOUNDED = 1 << 62  # bytes


class BoardSearch(ABC):
    """A search from one position; `weight` is its share of the positions."""

    weight: int
    tables: tuple[str, ...]

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules, self.position = rules, position
        self.keys = new_set(1 << 14)
        self.left = UNBOUNDED

    def run(self, most: int, memory: int = UNBOUNDED) -> int:
        """Visit about `most` further positions. Returns GOING, WON, EXHAUSTED, or FULL if the
        tables would exceed `memory` bytes."""
        self.left = memory
        until = self.visited + most
        while True:
            outcome = self._outcome(self._run(until - self.visited))
            if outcome is not None:
                return outcome

    @property
    @abstractmethod
    def visited(self) -> int:
        """The number of positions visited."""

    @property
    def memory(self) -> int:
        """The bytes that the tables take."""
        return sum(int(getattr(self, name).nbytes) for name in self.tables)

    def _grow(self, *names: str) -> int | None:
        """Double some tables; FULL if there is no room. While the keys are rehashed, the old table
        and the new one coexist, so they need twice as much."""
        more = sum(int(getattr(self, name).nbytes) for name in names)
        if self.memory + more * (1 + ("keys" in names)) > self.left:
            return FULL
        for name in names:
            table = getattr(self, name)
            new = grown(table) if name == "keys" else longer(table, 2 * len(table))
            setattr(self, name, new)
        return None

    @abstractmethod
    def path(self) -> list[int]:
        """The moves of the solution found."""

    @abstractmethod
    def _run(self, most: int) -> int:
        """Run a slice; returns a code of the search's own."""

    @abstractmethod
    def _outcome(self, answer: int) -> int | None:
        """The outcome for a code; None if a table was grown and the search can continue."""


class DepthFirst(BoardSearch):
    """Depth first: of a visited position only the key is stored, so it gets furthest in memory."""

    weight = 2
    tables = ("keys", "moves", "done", "levels")

    def __init__(self, rules: Rules, position: Position) -> None:
        super().__init__(rules, position)
        self.moves = zeros(4 * rules.numbers[b.R_MOST_MOVES], np.int64)
        self.done = zeros(2 * b.DONE_WORDS * (1 + rules.numbers[b.R_MOST_DONE]), np.int64)
        self.levels = zeros(1 << 13, np.int64)
        self.words = zeros(deep.SEARCH_WORDS, np.int64)

    @property
    def visited(self) -> int:
        """The number of positions visited."""
        return int(self.words[deep.VISITED])

    def path(self) -> list[int]:
        """The moves from the start to the current position."""
        return [
            int(self.moves[self.levels[deep.LEVEL * level + deep.L_LEFT]])
            for level in range(int(self.words[deep.DEPTH]))
        ]

    def _run(self, most: int) -> int:
        rules, position = self.rules, self.position
        arrays = (rules.numbers, rules.masks, position.numbers, position.hashes, self.keys)
        return int(_deepen(*arrays, self.moves, self.done, self.levels, self.words, most))

    def _outcome(self, answer: int) -> int | None:
        full = {
            deep.FULL_KEYS: "keys",
            deep.FULL_MOVES: "moves",
            deep.FULL_DONE: "done",
            deep.FULL_DEPTH: "levels",
        }
        if answer in full:
            return self._grow(full[answer])
        return _settled(answer, deep.WON, deep.EXHAUSTED, deep.ENDLESS)


class BestFirst(BoardSearch):
    """Best first: stores every position on its open list."""

    weight = 1
    tables = ("keys", "nodes", "links")

    def __init__(self, rules: Rules, position: Position) -> None:
        super().__init__(rules, position)
        room = 1 << 14
        self.moves = zeros(rules.numbers[b.R_MOST_MOVES], np.int64)
        self.done = zeros(b.DONE_WORDS * (1 + rules.numbers[b.R_MOST_DONE]), np.int64)
        self.nodes = zeros(room * int(rules.numbers[b.R_NODE]), np.uint8)
        self.links = zeros(room * best.NODE, np.int64)
        self.buckets = np.full(best.BUCKETS, best.NONE, np.int64)
        self.words = zeros(best.BEST_WORDS, np.int64)
        start = b.B_SIZES + len(rules.piles) + (len(rules.piles) - 1) * int(rules.numbers[b.R_ROOM])
        self.first_stock = position.numbers[start:].copy()

    @property
    def visited(self) -> int:
        """The number of positions visited."""
        return int(self.words[best.VISITED])

    def path(self) -> list[int]:
        """The moves of the solution found."""
        return [*self._path_to(int(self.words[best.WON_AT])), int(self.words[best.WON_BY])]

    def path_to_best(self) -> list[int]:
        """The moves to the most promising of the positions on the open list; none if it is empty,
        or if that is the start."""
        filled = np.flatnonzero(self.buckets != best.NONE)
        return self._path_to(int(self.buckets[filled[0]])) if len(filled) else []

    def _path_to(self, node: int) -> list[int]:
        moves: list[int] = []
        while (parent := int(self.links[best.NODE * node + best.N_PARENT])) != best.NONE:
            moves.append(int(self.links[best.NODE * node + best.N_MOVE]))
            node = parent
        return moves[::-1]

    def _run(self, most: int) -> int:
        rules, position = self.rules, self.position
        arrays = (rules.numbers, rules.masks, position.numbers, position.hashes, self.keys)
        kept = (self.moves, self.done, self.nodes, self.links, self.buckets, self.first_stock)
        return int(_approach(*arrays, *kept, self.words, most))

    def _outcome(self, answer: int) -> int | None:
        if answer == best.FULL_KEYS:
            return self._grow("keys")
        if answer == best.FULL_NODES:
            return self._grow("nodes", "links")
        return _settled(answer, best.WON, best.EXHAUSTED, best.ENDLESS)


def _settled(answer: int, won: int, exhausted: int, endless: int) -> int:
    if answer == endless:
        raise NotAPileGame("automatic moves do not end within the bound of a board")
    return {won: WON, exhausted: EXHAUSTED}.get(answer, GOING)
