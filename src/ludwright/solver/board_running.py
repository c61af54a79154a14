"""Two searches on a board, run piece by piece: each grows what is full and goes on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from . import board_best as best
from . import board_search as deep
from . import board_words as b
from .board_layout import Position, Rules
from .patience import Otherwise
from .seen import grown, new_set

GOING, WON, EXHAUSTED = range(3)


class Search(ABC):
    """A search under way from one position; `weight` says how much of the time it gets."""

    weight: int

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules, self.position = rules, position
        self.keys = new_set(1 << 14)

    def run(self, most: int) -> int:
        """Look at about so many more positions: GOING, WON or EXHAUSTED."""
        until = self.seen + most
        while True:
            outcome = self._outcome(self._run(until - self.seen))
            if outcome is not None:
                return outcome

    @property
    @abstractmethod
    def seen(self) -> int:
        """How many positions were seen so far."""

    @property
    @abstractmethod
    def memory(self) -> int:
        """How many bytes are needed if what is full just now has to grow."""

    @abstractmethod
    def path(self) -> list[int]:
        """The moves from the start to the win."""

    @abstractmethod
    def _run(self, most: int) -> int:
        """Search on; how it stands then."""

    @abstractmethod
    def _outcome(self, answer: int) -> int | None:
        """What an answer means; nothing if there is more room now and the search can go on."""


class DepthFirst(Search):
    """Goes down as far as it can, and remembers of what it saw only the keys."""

    weight = 2

    def __init__(self, rules: Rules, position: Position) -> None:
        super().__init__(rules, position)
        self.moves = np.zeros(4 * rules.numbers[b.R_MOST_MOVES], np.int64)
        self.done = np.zeros(2 * b.DONE_WORDS * (1 + rules.numbers[b.R_MOST_DONE]), np.int64)
        self.levels = np.zeros(1 << 13, np.int64)
        self.words = np.zeros(deep.SEARCH_WORDS, np.int64)

    @property
    def seen(self) -> int:
        """How many positions were seen so far."""
        return int(self.words[deep.SEEN])

    @property
    def memory(self) -> int:
        """How many bytes are needed if what is full just now has to grow."""
        return 3 * int(self.keys.nbytes) + self.moves.nbytes + self.done.nbytes + self.levels.nbytes

    def path(self) -> list[int]:
        """The moves from the start to where the search is."""
        return [
            int(self.moves[self.levels[deep.LEVEL * level + deep.L_LEFT]])
            for level in range(int(self.words[deep.DEPTH]))
        ]

    def _run(self, most: int) -> int:
        rules, position = self.rules, self.position
        arrays = (rules.numbers, rules.masks, position.numbers, position.hashes, self.keys)
        return int(deep.search(*arrays, self.moves, self.done, self.levels, self.words, most))

    def _outcome(self, answer: int) -> int | None:
        if answer == deep.FULL_KEYS:
            self.keys = grown(self.keys)
        elif answer == deep.FULL_MOVES:
            self.moves = _doubled(self.moves)
        elif answer == deep.FULL_DONE:
            self.done = _doubled(self.done)
        elif answer == deep.FULL_DEPTH:
            self.levels = _doubled(self.levels)
        else:
            return _settled(answer, deep.WON, deep.EXHAUSTED, deep.ENDLESS)
        return None


class BestFirst(Search):
    """Goes on from the position that looks nearest to a win, and keeps all it has not been to."""

    weight = 1

    def __init__(self, rules: Rules, position: Position) -> None:
        super().__init__(rules, position)
        room = 1 << 14
        self.moves = np.zeros(rules.numbers[b.R_MOST_MOVES], np.int64)
        self.done = np.zeros(b.DONE_WORDS * (1 + rules.numbers[b.R_MOST_DONE]), np.int64)
        self.nodes = np.zeros(room * int(rules.numbers[b.R_NODE]), np.uint8)
        self.links = np.zeros(room * best.NODE, np.int64)
        self.buckets = np.full(best.BUCKETS, best.NONE, np.int64)
        self.words = np.zeros(best.BEST_WORDS, np.int64)
        start = b.B_SIZES + len(rules.piles) + (len(rules.piles) - 1) * int(rules.numbers[b.R_ROOM])
        self.first_stock = position.numbers[start:].copy()

    @property
    def seen(self) -> int:
        """How many positions were seen so far."""
        return int(self.words[best.SEEN])

    @property
    def memory(self) -> int:
        """How many bytes are needed if what is full just now has to grow."""
        return 3 * int(self.keys.nbytes) + 3 * (self.nodes.nbytes + self.links.nbytes)

    def path(self) -> list[int]:
        """The moves from the start to the win."""
        moves = [int(self.words[best.WON_BY])]
        node = int(self.words[best.WON_AT])
        while (parent := int(self.links[best.NODE * node + best.N_PARENT])) != best.NONE:
            moves.append(int(self.links[best.NODE * node + best.N_MOVE]))
            node = parent
        return moves[::-1]

    def _run(self, most: int) -> int:
        rules, position = self.rules, self.position
        arrays = (rules.numbers, rules.masks, position.numbers, position.hashes, self.keys)
        kept = (self.moves, self.done, self.nodes, self.links, self.buckets, self.first_stock)
        return int(best.search(*arrays, *kept, self.words, most))

    def _outcome(self, answer: int) -> int | None:
        if answer == best.FULL_KEYS:
            self.keys = grown(self.keys)
        elif answer == best.FULL_NODES:
            self.nodes, self.links = _doubled(self.nodes), _doubled(self.links)
        else:
            return _settled(answer, best.WON, best.EXHAUSTED, best.ENDLESS)
        return None


def _settled(answer: int, won: int, exhausted: int, endless: int) -> int:
    if answer == endless:
        raise Otherwise("automatic moves go on for so long that the machine must judge them")
    return {won: WON, exhausted: EXHAUSTED}.get(answer, GOING)


def _doubled(words: Any) -> Any:
    return np.concatenate([words, np.zeros_like(words)])
