"""The moves a person is shown: equivalent ones once, those of a hand in its order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ..game import Game
from ..machine.program import Program
from ..play.equivalent_moves import distinct
from ..play.moves import Move
from ..play.picks import Picks, picks, picks_set
from ..play.view import View
from .hand_order import held_order

MOST_SORTED = 2000  # moves; in longer lists equivalent moves are not merged


def listed_moves(
    view: View, places: Collection[str] = (), moves: Sequence[Move] | None = None
) -> Sequence[Move]:
    """The legal moves of a view, or some of them, as a person is shown them; zones with a name in
    `places` are interchangeable."""
    found = view.legal() if moves is None else moves
    if len(found) > MOST_SORTED or picks_set(view):  # sets are not listed
        return found
    return _by_hand(view, distinct(view, found, places))


def listed_picks(view: View) -> Picks | None:
    """What a seat picks, where that is several items; those of its hand in its order."""
    asked = picks(view)
    if asked is None or not asked.at_once:
        return asked
    rank = {view.program.tokens[token]: number for token, number in hand_ranks(view).items()}
    items = sorted(asked.items, key=lambda text: rank.get(text, len(rank)))
    return replace(asked, items=tuple(items))


def hand_ranks(view: View) -> dict[int, int]:
    """The known cards in the seat's hand, each with its position in the order that is shown."""
    held = [
        card
        for number, zone in enumerate(view.program.zones)
        if zone and zone.seat == view.seat and zone.look == "row"
        for card in view.cards(number)
        if card.name is not None
    ]
    order = held_order(view.program, [card.name for card in held])
    return {held[index].label: number for number, index in enumerate(order)}


def _by_hand(view: View, moves: Sequence[Move]) -> Sequence[Move]:
    """Moves, with those that name a card of the hand in the order of the hand. They are permuted
    among their own positions, action by action, so that all other moves stay where they are."""
    rank = hand_ranks(view)
    places: dict[int, list[int]] = {}
    first = [_first_token(view, move) for move in moves] if rank else []
    for number, token in enumerate(first):
        if token in rank:
            places.setdefault(moves[number].action, []).append(number)
    found = list(moves)
    for numbers in places.values():
        held = sorted(numbers, key=lambda number: rank[first[number]])
        for number, other in zip(numbers, held, strict=True):
            found[number] = moves[other]
    return found if places else moves


def _first_token(view: View, move: Move) -> int:
    """The first token that a move names, or 0."""
    return next((value for value, kind in view.chosen_by(move) if kind == "token"), 0)


class Interchangeable:
    """The names of zones of a game that are interchangeable, as proved from its rules: facts of the
    description, so they reveal nothing."""

    def __init__(self, game: Game | None) -> None:
        self._game = game
        self._found: dict[str, tuple[str, ...]] = {}

    def __call__(self, program: Program) -> tuple[str, ...]:
        """Those of the game for a number of players."""
        if self._game is None or not any(zone and zone.index for zone in program.zones):
            return ()
        if program.digest not in self._found:
            from ..solver.static_facts import prepared
            from ..solver.symmetry import interchangeable

            game = prepared(self._game.definition, program)
            self._found[program.digest] = tuple(interchangeable(game, program))
        return self._found[program.digest]
