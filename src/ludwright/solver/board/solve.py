"""Solving a patience on a board, and telling the moves in the words of the game."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from ...gamedef import nodes as n
from ...machine.program import Array, Program
from ...play.inspect_state import value_of
from ..answers import IMPOSSIBLE, SOLVED, UNKNOWN, Answer, Asked, Limits
from ..dominance import goal_of
from ..drop_scores import scoreless
from ..pile_game import Patience, lasting_variables, patience
from . import words as b
from .driver import FULL, GOING, WON, BestFirst, BoardSearch, DepthFirst
from .layout import Position, Rules, kinds_in, laid_out, placed
from .shorten import shortened
from .steps import BYTE, COUNT

T = TypeVar("T")

PROVED = b.PRUNE_SAFE | b.PRUNE_PARTS | b.PRUNE_RETURNS | b.PRUNE_LOST
SLICE = 20_000  # positions between two looks at the clock
FIRST_SHARE = 200_000  # positions of the first turn, for a search of weight 1


def search(
    definition: n.GameDef, program: Program, state: Array, limits: Limits, asked: Asked | None
) -> Answer:
    """Search a position; raises Otherwise if the game is no patience of piles."""
    board = Board(definition, program, state)
    rules = board.ruled(PROVED)
    searches = (kind(rules, board.placed(rules)) for kind in (BestFirst, DepthFirst))
    found, seen, limit = _found(searches, limits, asked)
    if isinstance(found, BoardSearch):
        moves = tuple(board.entries(found.path()))
        return Answer(SOLVED, moves, seen)
    return Answer(IMPOSSIBLE if found else UNKNOWN, (), seen, limit=limit)


class Board:
    """A position of a patience, ready to be searched."""

    def __init__(self, definition: n.GameDef, program: Program, state: Array) -> None:
        names = lasting_variables(definition)
        lasting = {name: value_of(program, state, name, None) for name in names}
        key = (id(definition), *lasting.values())
        self.game = _games.get(key, definition, lambda: patience(scoreless(definition), lasting))
        self.program, self.state = program, state
        number = {kind: i for i, kind in enumerate(self.game.kinds)}
        tokens = [token for supply in definition.supplies for token in supply.tokens]
        self.kind_of = [0, *(number[token.values] for token in tokens)]
        self.piles = kinds_in(program, state, self.game, self.kind_of)

    def ruled(self, options: int, exact: bool = False) -> Rules:
        """The rules with these prunings; `exact` tells all piles apart."""
        cards = Counter(kind for pile in self.piles.values() for kind in pile)
        goal = goal_of(self.game, cards.total())
        laid = tuple(tuple(pile) for (zone, _), pile in self.piles.items() if zone == goal)
        key = (id(self.game), options, exact, tuple(sorted(cards.items())), laid)
        return _rules.get(key, self.game, lambda: laid_out(self.game, self.piles, options, exact))

    def placed(self, rules: Rules) -> Position:
        """The position for a search by some rules."""
        return placed(self.program, self.state, rules, self.kind_of)

    def entries(self, way: list[int]) -> Iterator[tuple[int, ...]]:
        """The moves of a solution, made shorter, as a table's log has them; draws that a move takes
        for granted are spelled out."""
        rules = self.ruled(0, exact=True)
        start = self.placed(rules)
        R, stock, zone_number = rules.numbers, self.game.stock, self.program.zone_number
        numbers = [zone_number(zone, None, index) for zone, index in rules.piles]
        draw = (int(R[b.R_DRAW_ACTION]) + 1,)
        drawn = int(start.numbers[b.DRAWN])
        size = int(start.numbers[b.B_SIZES + len(rules.piles) - 1])
        for move in shortened(rules, start, way):
            kind, source, target = move & 3, move >> b.S_FROM & BYTE, move >> b.S_TO & BYTE
            count = move >> b.S_COUNT & COUNT
            if kind != b.DRAW:
                rule = self.game.rules[move >> b.S_RULE & BYTE]
                action = rule.action + 1
            if kind == b.MOVE:
                depth = (count - 1,) if rule.depth else ()
                yield (action, numbers[source], numbers[target], *depth)
            elif kind == b.DRAW:
                drawn = _drawn_on(drawn, size, int(R[b.R_PER_DRAW]))
                yield draw
            elif stock and stock.waste:
                while stock.redeals is None and drawn != count + 1:
                    drawn = _drawn_on(drawn, size, stock.per_draw)
                    yield draw
                yield (action, zone_number(stock.waste), numbers[target])
                drawn, size = count, size - 1


def _drawn_on(drawn: int, size: int, per_draw: int) -> int:
    return 0 if drawn == size else min(drawn + per_draw, size)


def _found(
    searches: Iterable[BoardSearch], limits: Limits, asked: Asked | None
) -> tuple[BoardSearch | bool, int, str]:
    """Let the searches take turns, each time for longer: the one that came to a win, or whether
    one saw all there is; how many positions were seen, and the limit that was met. Where memory
    gets short, all but the last are given up."""
    began = time.thread_time()
    seen, share = 0, FIRST_SHARE
    going = list(searches)
    while True:
        for search in going:
            until = search.seen + share * search.weight
            while search.seen < until:
                limit = _limit(limits, time.thread_time() - began, seen, asked)
                if limit:
                    return False, seen, limit
                most = until - search.seen if limits.states is None else limits.states - seen
                others = sum(each.memory for each in going if each is not search)
                before = search.seen
                outcome = search.run(min(SLICE, most, until - before), limits.tables - others)
                seen += search.seen - before
                if outcome == FULL and len(going) == 1:
                    return False, seen, "memory"
                if outcome == FULL:
                    del going[:-1]
                    break
                if outcome != GOING:
                    return (search if outcome == WON else True), seen, ""
        share *= 2


def _limit(limits: Limits, seconds: float, seen: int, asked: Asked | None) -> str:
    if limits.seconds is not None and seconds >= limits.seconds:
        return "time"
    if limits.states is not None and seen >= limits.states:
        return "states"
    return "stopped" if asked and asked(seen) else ""


class _Kept(Generic[T]):
    """What was worked out about objects that are costly to compare; the last few are kept."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._kept: dict[tuple[Any, ...], tuple[object, T]] = {}

    def get(self, key: tuple[Any, ...], about: object, make: Callable[[], T]) -> T:
        """What is known under a key that has the identity of an object in it."""
        known = self._kept.get(key)
        if known is None:
            if len(self._kept) >= self._most:
                self._kept.clear()
            known = self._kept[key] = about, make()
        return known[1]


_games: _Kept[Patience] = _Kept()
_rules: _Kept[Rules] = _Kept()
