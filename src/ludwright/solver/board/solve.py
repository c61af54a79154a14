"""Solve a solitaire of piles on a board, and translate the solution to moves of the game."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from ...gamedef import nodes as n
from ...machine.program import Array, Program
from ...play.inspect_state import value_of
from ...play.table import Table
from ..answers import IMPOSSIBLE, SOLVED, UNKNOWN, Answer, Limits, ShouldStop
from ..cell_recognizer import CellGame, read_cell_game
from ..dominance import goal_of
from ..drop_scores import drop_scores
from ..pile_game import PileGame
from ..pile_recognizer import lasting_variables, read_pile_game
from . import words as b
from .driver import FULL, GOING, WON, BestFirst, BoardSearch, DepthFirst
from .layout import Position, Rules, build_position, build_rules, kinds_by_pile
from .shorten import shortened
from .sources import CellPiles, Entry, Source, ZonePiles, anchors, fixed_tokens
from .steps import BYTE, COUNT

T = TypeVar("T")

PROVED = b.PRUNE_SAFE | b.PRUNE_PARTS | b.PRUNE_RETURNS | b.PRUNE_LOST
SLICE = 20_000  # positions between two looks at the clock
FIRST_SHARE = 200_000  # positions of the first turn, for a search of weight 1


def search(
    definition: n.GameDef,
    program: Program,
    state: Array,
    limits: Limits,
    should_stop: ShouldStop | None,
) -> Answer:
    """Search a position; raises NotAPileGame if the game is not a solitaire of piles."""
    board = Board(definition, program, state)
    rules = board.rules(PROVED)
    searches = (kind(rules, board.position(rules)) for kind in (BestFirst, DepthFirst))
    found, visited, limit = _found(searches, limits, should_stop)
    if isinstance(found, BoardSearch):
        moves = tuple(board.entries(found.path()))
        return Answer(SOLVED, moves, visited)
    return Answer(IMPOSSIBLE if found else UNKNOWN, (), visited, limit=limit)


class Board:
    """A position of a solitaire of piles, ready to be searched."""

    def __init__(self, definition: n.GameDef, program: Program, state: Array) -> None:
        tokens = [token for supply in definition.supplies for token in supply.tokens]
        self.source = _source_of(definition, program, state)
        self.game = self.source.game
        self.program, self.state = program, state
        number = {kind: i for i, kind in enumerate(self.game.kinds)}
        self.kind_of = [0, *(number.get(token.values, -1) for token in tokens)]
        self.piles = kinds_by_pile(self.source, state, self.kind_of)
        if isinstance(self.source, CellPiles):
            self.source.check(state, self.piles)

    def rules(self, options: int, exact: bool = False) -> Rules:
        """The encoded rules with some prunings; `exact` distinguishes all piles and cards."""
        cards = Counter(kind for pile in self.piles.values() for kind in pile)
        goal = goal_of(self.game, cards.total())
        laid = tuple(tuple(pile) for (zone, _), pile in self.piles.items() if zone == goal)
        key = (id(self.game), options, exact, tuple(sorted(cards.items())), laid)
        return _rules.get(
            key, self.game, lambda: build_rules(self.game, self.piles, options, exact)
        )

    def position(self, rules: Rules) -> Position:
        """The position, encoded for a search by some rules."""
        return build_position(self.source, self.state, rules, self.kind_of)

    def entries(self, path: list[int]) -> Iterator[tuple[int, ...]]:
        """The moves of a shortened solution as in a table's log, with implied draws spelled out."""
        rules = self.rules(0, exact=True)
        start = self.position(rules)
        R, stock = rules.numbers, self.game.stock
        drawn = int(start.numbers[b.DRAWN])
        size = int(start.numbers[b.B_SIZES + len(rules.piles) - 1])
        table = Table(self.program, start=self.state)

        def made(entry: Entry) -> Entry:
            table.advance(entry)
            return entry

        for move in shortened(rules, start, path):
            kind, source, target = move & 3, move >> b.S_FROM & BYTE, move >> b.S_TO & BYTE
            count = move >> b.S_COUNT & COUNT
            if kind != b.DRAW:
                rule = self.game.rules[move >> b.S_RULE & BYTE]
            if kind == b.MOVE:
                ends = (rules.piles[source], rules.piles[target])
                yield made(self.source.move(table.state, rule, ends, count))
            elif kind == b.DRAW:
                drawn = _drawn_on(drawn, size, int(R[b.R_PER_DRAW]))
                yield made(self.source.draw(table.state))
            elif stock and stock.waste:
                while stock.redeals is None and drawn != count + 1:
                    drawn = _drawn_on(drawn, size, stock.per_draw)
                    yield made(self.source.draw(table.state))
                ends = ((stock.waste, 0), rules.piles[target])
                yield made(self.source.move(table.state, rule, ends, 1))
                drawn, size = count, size - 1


def _source_of(definition: n.GameDef, program: Program, state: Array) -> Source:
    """The piles of a game: its zones or, if trees may grow in it, its cells."""
    names = lasting_variables(definition)
    lasting = {name: value_of(program, state, name, None) for name in names}
    if not any(zone.branches for zone in definition.zones):
        values = (id(definition), *lasting.values())
        game = _games.get(values, definition, lambda: _read_piles(definition, lasting))
        return ZonePiles(program, game)
    held = anchors(definition, program, state)
    key: tuple[Any, ...] = (id(definition), *held.values())
    cells = _cells.get(key, definition, lambda: read_cell_game(drop_scores(definition), held))
    return CellPiles(program, cells.piles, cells, fixed_tokens(definition))


def _read_piles(definition: n.GameDef, lasting: dict[str, Any]) -> PileGame:
    return read_pile_game(drop_scores(definition), lasting)


def _drawn_on(drawn: int, size: int, per_draw: int) -> int:
    return 0 if drawn == size else min(drawn + per_draw, size)


def _found(
    searches: Iterable[BoardSearch], limits: Limits, should_stop: ShouldStop | None
) -> tuple[BoardSearch | bool, int, str]:
    """Run the searches in turns, doubling their shares each time. Returns the one that won, or
    whether one was exhausted; the number of positions visited; and the limit reached. When memory
    runs out, all but the last are dropped: depth first needs the least per position."""
    began = time.thread_time()
    visited, share = 0, FIRST_SHARE
    going = list(searches)
    while True:
        for search in going:
            until = search.visited + share * search.weight
            while search.visited < until:
                limit = _limit(limits, time.thread_time() - began, visited, should_stop)
                if limit:
                    return False, visited, limit
                most = until - search.visited if limits.states is None else limits.states - visited
                others = sum(each.memory for each in going if each is not search)
                before = search.visited
                outcome = search.run(min(SLICE, most, until - before), limits.tables - others)
                visited += search.visited - before
                if outcome == FULL and len(going) == 1:
                    return False, visited, "memory"
                if outcome == FULL:
                    del going[:-1]
                    break
                if outcome != GOING:
                    return (search if outcome == WON else True), visited, ""
        share *= 2


def _limit(limits: Limits, seconds: float, visited: int, should_stop: ShouldStop | None) -> str:
    if limits.seconds is not None and seconds >= limits.seconds:
        return "time"
    if limits.states is not None and visited >= limits.states:
        return "states"
    return "stopped" if should_stop and should_stop(visited) else ""


class _IdentityCache(Generic[T]):
    """A small cache keyed by identity, for objects that are costly to hash and compare.

    An entry holds on to its object: an id is only unique as long as the object lives.
    """

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._entries: dict[tuple[Any, ...], tuple[object, T]] = {}

    def get(self, key: tuple[Any, ...], about: object, make: Callable[[], T]) -> T:
        """The value for a key that contains the id of `about`; computed by `make` if missing."""
        known = self._entries.get(key)
        if known is None:
            if len(self._entries) >= self._most:
                self._entries.clear()
            known = self._entries[key] = about, make()
        return known[1]


_games: _IdentityCache[PileGame] = _IdentityCache()
_cells: _IdentityCache[CellGame] = _IdentityCache()
_rules: _IdentityCache[Rules] = _IdentityCache()
