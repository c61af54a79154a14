"""The moves that a person is shown: equal ones once, those of a hand in its order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..game import Game
from ..play.equivalent_moves import alike, distinct
from ..play.inspect_state import tokens_in
from ..play.moves import Move
from ..play.picks import Picks, picks, picks_set
from ..play.table import Table
from .faces import Faces
from .scene import as_held

MOST_SORTED = 2000  # moves; longer lists stay as they are


class Listing:
    """Lists moves for one person at the tables of a game."""

    def __init__(self, game: Game | None) -> None:
        self._game = game
        self._places: dict[str, tuple[str, ...]] = {}
        self._last: tuple[Table, int, Sequence[Move]] | None = None

    def moves(self, table: Table, seat: int) -> Sequence[Move]:
        """What a seat may choose, listed once for each position."""
        at = len(table.log)
        if self._last is None or self._last[0] is not table or self._last[1] != at:
            legal: Sequence[Move] = table.legal()
            if len(legal) <= MOST_SORTED and not picks_set(table):  # nobody is shown all sets
                legal = _by_hand(table, seat, distinct(table, legal, self.places(table)))
            self._last = table, at, legal
        return self._last[2]

    def picks(self, table: Table, seat: int) -> Picks | None:
        """What a seat picks, where that is several items; those that it holds, in their order."""
        asked = picks(table)
        if asked is None or not asked.at_once:
            return asked
        rank = {name: number for number, name in enumerate(_held(table, seat).values())}
        items = sorted(asked.items, key=lambda text: rank.get(text, len(rank)))
        return replace(asked, items=tuple(items))

    def representative(self, table: Table, seat: int, move: Move) -> Move:
        """The move of the list that stands for a legal one."""
        places = self.places(table)
        listed = (each for each in self.moves(table, seat) if alike(table, each, move, places))
        return next(listed, move)

    def places(self, table: Table) -> tuple[str, ...]:
        """The zones whose places are interchangeable, as is proved from the rules."""
        program = table.program
        if self._game is None or not any(zone and zone.index for zone in program.zones):
            return ()
        if program.digest not in self._places:
            from ..solver.static_facts import prepared
            from ..solver.symmetry import interchangeable

            game = prepared(self._game.definition, program)
            self._places[program.digest] = tuple(interchangeable(game, program))
        return self._places[program.digest]


def _by_hand(table: Table, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    """Moves with those of an action that name cards of a hand in the order in which these are held,
    in the places that they have in the list."""
    rank = _ranks(table, seat)
    places: dict[int, list[int]] = {}
    for number, move in enumerate(moves if rank else ()):
        if _first_token(table, move) in rank:
            places.setdefault(move.action, []).append(number)
    found = list(moves)
    for numbers in places.values():
        held = sorted(numbers, key=lambda number: rank[_first_token(table, moves[number])])
        for number, other in zip(numbers, held, strict=True):
            found[number] = moves[other]
    return found if places else moves


def _ranks(table: Table, seat: int) -> dict[int, int]:
    """The cards in a seat's hand that it knows, each with its place as it is held."""
    return {token: number for number, token in enumerate(_held(table, seat))}


def _held(table: Table, seat: int) -> dict[int, str]:
    """The cards in a seat's hand that it knows, with their names, as they are held."""
    program, state = table.program, table.state
    names = {
        token: program.tokens[token]
        for number, zone in enumerate(program.zones)
        if zone and zone.seat == seat and zone.look == "row"
        for token in tokens_in(program, state, number)
        if table.masks.identifies(state, token, seat)
    }
    held = Faces().in_hand(as_held(table, [*names.values()]))
    return dict(sorted(names.items(), key=lambda named: held.index(named[1])))


def _first_token(table: Table, move: Move) -> int:
    """The first card that a move names, or 0."""
    chosen = move.info.chosen(table.entry(move)[1:]) if move.info else []
    return next((value for value, kind in chosen if kind == "token"), 0)
