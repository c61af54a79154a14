"""Solving a patience on a board, and telling the moves in the words of the game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ..gamedef.nodes import GameDef
from ..machine.program import Array, Program
from ..play.looking import value_of
from . import board_search as s
from . import board_words as b
from .answers import IMPOSSIBLE, SOLVED, UNKNOWN, Answer, Asked, Limits
from .board_layout import Position, Rules, kinds_in, laid_out, placed
from .board_steps import BYTE, COUNT
from .patience import Patience, lasting_variables, patience
from .seen import grown, new_set

PROVED = b.PRUNE_SAFE | b.PRUNE_PARTS | b.PRUNE_RETURNS
SLICE = 50_000  # positions between two looks at the clock


class Tree:
    """A depth-first search under way."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules, self.position = rules, position
        last = len(rules.piles) - 1
        # How many cards of the stock are drawn at the start, and how many it has.
        self.stock = int(position.numbers[b.DRAWN]), int(position.numbers[b.B_SIZES + last])
        self.keys = new_set(1 << 16)
        self.moves = np.zeros(1 << 16, np.int64)
        self.done = np.zeros(1 << 16, np.int64)
        self.levels = np.zeros(1 << 14, np.int64)
        self.words = np.zeros(s.SEARCH_WORDS, np.int64)

    @property
    def seen(self) -> int:
        """How many positions were seen so far."""
        return int(self.words[s.SEEN])

    @property
    def memory(self) -> int:
        """How many bytes the search needs if what is full just now has to grow."""
        return 3 * int(self.keys.nbytes) + self.moves.nbytes + self.done.nbytes + self.levels.nbytes

    def run(self, most: int) -> int:
        """Look at so many more positions; how it stands then."""
        rules, position = self.rules, self.position
        until = self.seen + most
        while True:
            answer = s.search(
                rules.numbers,
                rules.masks,
                position.numbers,
                position.hashes,
                self.keys,
                self.moves,
                self.done,
                self.levels,
                self.words,
                until - self.seen,
            )
            if answer == s.FULL_KEYS:
                self.keys = grown(self.keys)
            elif answer == s.FULL_MOVES:
                self.moves = _doubled(self.moves)
            elif answer == s.FULL_DONE:
                self.done = _doubled(self.done)
            elif answer == s.FULL_DEPTH:
                self.levels = _doubled(self.levels)
            else:
                return int(answer)

    def path(self) -> list[int]:
        """The moves that lead from the start to where the search is."""
        return [
            int(self.moves[self.levels[s.LEVEL * level + s.L_LEFT]])
            for level in range(int(self.words[s.DEPTH]))
        ]


def _doubled(words: Any) -> Any:
    return np.concatenate([words, np.zeros_like(words)])


def search(
    definition: GameDef, program: Program, state: Array, limits: Limits, asked: Asked | None
) -> Answer:
    """Search a position; raises Otherwise if the game is no patience of piles."""
    game, kind_of = _game(definition, program, state)
    start = kinds_in(program, state, game, kind_of)
    rules = laid_out(game, start, PROVED)
    return _searched(Tree(rules, placed(program, state, rules, kind_of)), program, limits, asked)


def _game(definition: GameDef, program: Program, state: Array) -> tuple[Patience, list[int]]:
    """The game as a patience, and the kind of each token."""
    lasting = tuple(
        (name, value_of(program, state, name, None)) for name in lasting_variables(definition)
    )
    game = _read(definition, lasting)
    number = {kind: i for i, kind in enumerate(game.kinds)}
    tokens = [token for supply in definition.supplies for token in supply.tokens]
    return game, [0, *(number[token.values] for token in tokens)]


@lru_cache(maxsize=64)
def _read(definition: GameDef, lasting: tuple[tuple[str, Any], ...]) -> Patience:
    return patience(definition, dict(lasting))


def _searched(tree: Tree, program: Program, limits: Limits, asked: Asked | None) -> Answer:
    began = time.thread_time()
    answer, limit = s.GOING, ""
    while answer == s.GOING and not limit:
        most = SLICE if limits.states is None else min(SLICE, limits.states - tree.seen)
        answer = tree.run(most)
        limit = _limit(tree, limits, time.thread_time() - began, asked)
    seconds = time.thread_time() - began
    if answer == s.WON:
        moves = tuple(_entries(tree, program))
        return Answer(SOLVED, moves, tree.seen, seconds)
    if answer == s.EXHAUSTED:
        return Answer(IMPOSSIBLE, (), tree.seen, seconds)
    return Answer(UNKNOWN, (), tree.seen, seconds, limit)


def _limit(tree: Tree, limits: Limits, seconds: float, asked: Asked | None) -> str:
    if limits.seconds is not None and seconds >= limits.seconds:
        return "time"
    if limits.states is not None and tree.seen >= limits.states:
        return "states"
    if tree.memory >= limits.memory:
        return "memory"
    return "stopped" if asked and asked(tree.seen) else ""


def _entries(tree: Tree, program: Program) -> Iterator[tuple[int, ...]]:
    """The moves of a solution as a table's log has them; draws that a move takes for granted are
    spelled out."""
    R, stock = tree.rules.numbers, tree.rules.game.stock
    numbers = [program.zone_number(zone, None, index) for zone, index in tree.rules.piles]
    draw = (int(R[b.R_DRAW_ACTION]) + 1,)
    drawn, size = tree.stock
    for move in tree.path():
        kind, source, target = move & 3, move >> b.S_FROM & BYTE, move >> b.S_TO & BYTE
        count = move >> b.S_COUNT & COUNT
        rule = int(R[b.R_RULES]) + b.RULE_WORDS * (move >> b.S_RULE & BYTE)
        action = int(R[rule + b.RULE_ACTION]) + 1
        if kind == b.MOVE:
            depth = (count - 1,) if R[rule + b.RULE_RUN] else ()
            yield (action, numbers[source], numbers[target], *depth)
        elif kind == b.DRAW:
            drawn = _drawn_on(drawn, size, int(R[b.R_PER_DRAW]))
            yield draw
        elif stock and stock.waste:
            while drawn != count + 1:
                drawn = _drawn_on(drawn, size, stock.per_draw)
                yield draw
            yield (action, program.zone_number(stock.waste), numbers[target])
            drawn, size = count, size - 1


def _drawn_on(drawn: int, size: int, per_draw: int) -> int:
    return 0 if drawn == size else min(drawn + per_draw, size)
