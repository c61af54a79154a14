"""The public view: what every seat sees now, for spectators."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..machine.program import Array, Program
from .inspect_state import find_variable
from .sight import SeenCard, Sight

if TYPE_CHECKING:
    from .table import Table


class PublicView(Sight):
    """A table as everybody sees it. It has no labels of hidden cards and no past: a card that all
    seats know but not all see is hidden, and nothing can be followed from one view to the next."""

    seat = None

    def __init__(self, table: Table) -> None:
        self.program: Program = table.program
        self.names = table.names
        self.decider = table.decider
        self.over = table.over
        self.paused = table.paused
        self._everybody = (1 << self.program.seats) - 1
        # Any seat's observation will do, as only what all of them see is read from it. While seats
        # choose together it is the state before the first answer.
        self._unordered = table.masks.unordered
        self._shown = table.masks.columns.shown
        self._state, _ = table.masks.joined(table.state, 0)

    @property
    def state(self) -> Array:
        """The words of the state as a seat observes them, random numbers excluded."""
        return self._state

    def sees_token(self, token: int) -> bool:
        """Whether every seat sees a token now."""
        return int(self._state[self._shown + token]) & self._everybody == self._everybody

    def identifies(self, token: int) -> bool:
        """Whether every seat sees a token now: what is only known is not public."""
        return self.sees_token(token)

    def knows_token(self, token: int) -> bool:
        """Whether every seat sees a token now."""
        return self.sees_token(token)

    def counts_cards(self, number: int) -> bool:
        """Whether every seat may know the number of cards in the zone with a number."""
        zone = self.program.zone_in(number, self._state)
        return zone is not None and not zone.uncounted

    def hides(self, name: str, seat: int | None = None) -> bool:
        """Whether a variable is hidden from any seat."""
        info = find_variable(self.program, name)
        if info.audience != "owner" or seat is None:
            return info.audience != "all"
        return len(self.program.owners(info)[seat]) < self.program.seats

    def cards(self, number: int) -> list[SeenCard]:
        """The cards of the zone with a number; hidden ones without a label. Of hidden cards in a
        zone without an order, the backs are sorted: a seat's order could reveal what it knows."""
        found = [
            c if c.seen else SeenCard(0, c.name, False, c.anchor, c.back)
            for c in super().cards(number)
        ]
        if number not in self._unordered:
            return found
        backs = iter(sorted(card.back for card in found if not card.seen))
        return [card if card.seen else replace(card, back=next(backs)) for card in found]
