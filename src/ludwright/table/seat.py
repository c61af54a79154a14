"""A seat's side of a table: what it is asked and what it can choose, from its view alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from ..play.equivalent_moves import alike
from ..play.errors import InvalidMove
from ..play.moves import Move
from ..play.picks import Picks, how_many, options, set_move
from ..play.view import View
from .move_list import listed_moves, listed_picks
from .scene import Scene, scene_of
from .standings import ending_of

MOST_INSPECTED = 60  # moves inspected to decide whether moves can be called by number


class Seat:
    """Somebody in a seat, at one moment. Zones with a name in `places` are interchangeable, so that
    moves that differ in them alone are listed once."""

    def __init__(self, view: View, notation: str = "", places: Collection[str] = ()) -> None:
        self.view = view
        self.notation = notation
        self._places = places

    @property
    def mine(self) -> bool:
        """Whether the game waits for this seat: for a choice, or to continue after a pause."""
        return self.view.paused or self.view.decider == self.view.seat

    @property
    def waits(self) -> bool:
        """Whether there is nothing to choose, only to continue."""
        # Others may have played many moves without a decision of this seat.
        return self.view.paused or not (self.mine or self.view.over)

    def question(self) -> str:
        """The prompt: what the seat has to decide."""
        if self.view.over:
            return self.ending()
        if self.waits:
            return "enter = continue"
        prompt, picks = self.view.prompt or "your move", self.picks()
        if picks is None:
            return prompt
        picked = "" if picks.at_once else f", {len(picks.chosen)} picked"
        return f"{prompt} (pick {how_many(picks)}{picked})"

    def ending(self) -> str:
        """How the game ended."""
        return ending_of(self.view)

    @cached_property
    def scene(self) -> Scene:
        """The table as the seat sees it."""
        return scene_of(self.view)

    def hides_cards(self) -> bool:
        """Whether there are cards that the seat does not see."""
        return any(card is None for place in self.scene.places for card in place.cards)

    # ---- moves ----

    def picks(self) -> Picks | None:
        """The items to pick from, where the decision is about several items."""
        return listed_picks(self.view)

    def moves(self) -> Sequence[Move]:
        """The moves to choose from; of equivalent moves only one."""
        return self._listed if self.mine else ()

    @cached_property
    def _listed(self) -> Sequence[Move]:
        return listed_moves(self.view, self._places)

    def listed(self, move: Move) -> Move:
        """The listed move that is equivalent to a legal one."""
        same = (each for each in self._listed if alike(self.view, each, move, self._places))
        return next(same, move)

    def text(self, move: Move) -> str:
        """A move in the person's notation."""
        return move.text(self.notation)

    @property
    def numbered(self) -> bool:
        """Whether moves can be called by number: not if moves are numbers themselves (bids, ranks),
        nor if items are picked."""
        picks = self.picks()
        if picks is not None and picks.at_once:
            return False
        shown = self.moves()[:MOST_INSPECTED]
        return not any(self.text(move).lstrip("-").isdecimal() for move in shown)

    def number(self, text: str) -> int:
        """The move number, from 1, that a text denotes; 0 if it is none."""
        if not text.isdecimal() or not self.numbered:
            return 0
        # isdecimal accepts digits of every script; and int() of very long texts is slow.
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        return number if number <= len(self.moves()) else 0

    def find(self, text: str) -> Move:
        """The move with this number or text; empty text means to continue after a pause."""
        moves = self.moves()
        if number := self.number(text):
            return moves[number - 1]
        if moves and text.isdecimal() and self.numbered and not self.means_a_move(text):
            raise InvalidMove(f"no move {text}; the moves are numbered 1 to {len(moves)}")
        return self.view.parse(text) if text or not (self.waits and moves) else moves[0]

    def means_a_move(self, text: str) -> bool:
        """Whether a text is a legal move as it is, without answers."""
        return bool(options(self.view, text))

    def set_of(self, items: Collection[str]) -> Move:
        """The legal move that picks items, given by their texts."""
        return set_move(self.view, items)
