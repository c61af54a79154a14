"""The moves a person is shown: equivalent ones once, those of a hand in its order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..game import Game
from ..play.equivalent_moves import alike, distinct
from ..play.inspect_state import tokens_in
from ..play.moves import Move
from ..play.picks import Picks, picks, picks_set
from ..play.table import Table
from ..table.hand_order import as_held

MOST_SORTED = 2000  # moves; in longer lists equivalent moves are not merged


class Listing:
    """Lists moves of a game for one person; the list of the last position is cached."""

    def __init__(self, game: Game | None) -> None:
        self._game = game
        self._places: dict[str, tuple[str, ...]] = {}
        self._last: tuple[Table, int, Sequence[Move]] | None = None

    def moves(self, table: Table, seat: int) -> Sequence[Move]:
        """The moves that a seat may choose."""
        at = len(table.log)  # a table changes only together with its log
        if self._last is None or self._last[0] is not table or self._last[1] != at:
            legal: Sequence[Move] = table.legal()
            if len(legal) <= MOST_SORTED and not picks_set(table):  # sets are not listed
                legal = _by_hand(table, seat, distinct(table, legal, self.places(table)))
            self._last = table, at, legal
        return self._last[2]

    def picks(self, table: Table, seat: int) -> Picks | None:
        """What a seat picks, where that is several items; those of its hand in its order."""
        asked = picks(table)
        if asked is None or not asked.at_once:
            return asked
        rank = {name: number for number, name in enumerate(_held(table, seat).values())}
        items = sorted(asked.items, key=lambda text: rank.get(text, len(rank)))
        return replace(asked, items=tuple(items))

    def representative(self, table: Table, seat: int, move: Move) -> Move:
        """The listed move that is equivalent to a legal one."""
        places = self.places(table)
        listed = (each for each in self.moves(table, seat) if alike(table, each, move, places))
        return next(listed, move)

    def places(self, table: Table) -> tuple[str, ...]:
        """The names of zones that are interchangeable, as proved from the rules."""
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
    """Moves, with those that name a card of the hand in the order of the hand. They are permuted
    among their own positions, action by action, so that all other moves stay where they are."""
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
    """The known cards in a seat's hand, each with its position there."""
    return {token: number for number, token in enumerate(_held(table, seat))}


def _held(table: Table, seat: int) -> dict[int, str]:
    """The known cards in a seat's hand, with their names, in the order of the hand."""
    program, state = table.program, table.state
    names = {
        token: program.tokens[token]
        for number, zone in enumerate(program.zones)
        if zone and zone.seat == seat and zone.look == "row"
        for token in tokens_in(program, state, number)
        if table.masks.identifies(state, token, seat)
    }
    held = as_held(table.program, [*names.values()])
    return dict(sorted(names.items(), key=lambda named: held.index(named[1])))


def _first_token(table: Table, move: Move) -> int:
    """The first token that a move names, or 0."""
    chosen = move.info.chosen(table.entry(move)[1:]) if move.info else []
    return next((value for value, kind in chosen if kind == "token"), 0)
