"""Solving a patience on a board, and telling the moves in the words of the game."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..gamedef.nodes import GameDef
from ..machine.program import Array, Program
from ..play.looking import value_of
from . import board_words as b
from .answers import IMPOSSIBLE, SOLVED, UNKNOWN, Answer, Asked, Limits
from .board_layout import kinds_in, laid_out, placed
from .board_running import EXHAUSTED, WON, BestFirst, DepthFirst, Search
from .board_steps import BYTE, COUNT
from .patience import Patience, lasting_variables, patience

PROVED = b.PRUNE_SAFE | b.PRUNE_PARTS | b.PRUNE_RETURNS
SLICE = 20_000  # positions between two looks at the clock
FIRST_SHARE = 200_000  # positions of the first turn, for a search of weight 1


def search(
    definition: GameDef, program: Program, state: Array, limits: Limits, asked: Asked | None
) -> Answer:
    """Search a position; raises Otherwise if the game is no patience of piles."""
    game, kind_of = _game(definition, program, state)
    start = kinds_in(program, state, game, kind_of)
    rules = laid_out(game, start, PROVED)
    searches = [
        kind(rules, placed(program, state, rules, kind_of)) for kind in (BestFirst, DepthFirst)
    ]
    return _searched(searches, program, limits, asked)


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


def _searched(
    searches: Sequence[Search], program: Program, limits: Limits, asked: Asked | None
) -> Answer:
    """Let the searches take turns, each time for longer, until one has the answer."""
    began = time.thread_time()
    seen, share = 0, FIRST_SHARE
    while True:
        for search in searches:
            until = search.seen + share * search.weight
            while search.seen < until:
                left = SLICE if limits.states is None else min(SLICE, limits.states - seen)
                before = search.seen
                outcome = search.run(min(left, until - before))
                seen += search.seen - before
                seconds = time.thread_time() - began
                if outcome == WON:
                    moves = tuple(_entries(search, program))
                    return Answer(SOLVED, moves, seen, seconds)
                if outcome == EXHAUSTED:
                    return Answer(IMPOSSIBLE, (), seen, seconds)
                limit = _limit(seen, sum(s.memory for s in searches), limits, seconds, asked)
                if limit:
                    return Answer(UNKNOWN, (), seen, seconds, limit)
        share *= 2


def _limit(seen: int, memory: int, limits: Limits, seconds: float, asked: Asked | None) -> str:
    if limits.seconds is not None and seconds >= limits.seconds:
        return "time"
    if limits.states is not None and seen >= limits.states:
        return "states"
    if memory >= limits.memory:
        return "memory"
    return "stopped" if asked and asked(seen) else ""


def _entries(search: Search, program: Program) -> Iterator[tuple[int, ...]]:
    """The moves of a solution as a table's log has them; draws that a move takes for granted are
    spelled out."""
    R, stock = search.rules.numbers, search.rules.game.stock
    numbers = [program.zone_number(zone, None, index) for zone, index in search.rules.piles]
    draw = (int(R[b.R_DRAW_ACTION]) + 1,)
    drawn, size = search.stock
    for move in search.path():
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
