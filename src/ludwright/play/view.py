"""What a seat may know of a table: what it sees, what it remembers, and worlds that fit both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..machine.program import Array, Program
from .errors import TableError
from .events import Event, as_seen, recognised
from .looking import Looks, Way, changing_values, find_variable, tokens_in, value_of
from .moves import Move
from .past import Past
from .redeal import Dealer, Draws

if TYPE_CHECKING:
    from .table import Result, Table


class View(Looks):
    """A table as one seat knows it, at one moment. It holds no more than that seat may know."""

    def __init__(self, table: Table, past: Past, dealer: Dealer) -> None:
        seat = past.seat
        self.seat = seat
        self.program: Program = table.program
        self.names = table.names
        self.decider = table.decider
        self.over = table.over
        self.paused = table.paused
        self.prompt = table.prompt if table.decider == seat else ""
        self.turns = table.turns
        self._words = dealer.shown
        self.information = past.information(dealer.shown)
        self._dealer = dealer
        self._result = table.result() if table.over else None
        self._record = table.save() if table.over and table.whole else None
        happened = recognised(self.program, table.events())
        seen = (as_seen(event, seat, self.program) for event in happened)
        self._events = [event for event in seen if event]
        mine = table.decider == seat or table.paused
        self._moves: Sequence[Move] = table.legal() if mine else ()

    @property
    def state(self) -> Array:
        """The words of the state, as far as the seat may know them."""
        return self._words

    def zone(
        self,
        name: str,
        which: int | None = None,
        index: int | None = None,
        *,
        path: Way = (),
    ) -> list[str | None]:
        """The cards of a zone from bottom to top; None for one that the seat can't tell."""
        number = self._zone(name, which, index, path)
        if not self.counts(name, which, index):
            return []
        tokens = tokens_in(self.program, self.state, number)
        masks = self._dealer.masks
        return [
            self.program.tokens[t] if masks.identifies(self.state, t, self.seat) else None
            for t in tokens
        ]

    def sees(
        self,
        name: str,
        which: int | None = None,
        index: int | None = None,
        *,
        path: Way = (),
    ) -> list[bool]:
        """Whether the seat sees each card of a zone now, from bottom to top."""
        tokens = tokens_in(self.program, self.state, self._zone(name, which, index, path))
        shown = self._dealer.masks.shown(self.state, self.seat)
        return [bool(shown[t]) for t in tokens]

    def changed(
        self, name: str, which: int | None = None, index: int | None = None
    ) -> list[dict[str, int | bool | str | None]]:
        """What changes about each card of a zone that the seat can tell, as it is now, from bottom
        to top."""
        tokens = tokens_in(self.program, self.state, self._zone(name, which, index))
        masks = self._dealer.masks
        return [
            changing_values(self.program, self.state, t)
            if masks.identifies(self.state, t, self.seat)
            else {}
            for t in tokens
        ]

    def counts(self, name: str, which: int | None = None, index: int | None = None) -> bool:
        """Whether the seat may know how many cards lie in a zone."""
        zone = self.program.zones[self._zone(name, which, index)]
        return zone is not None and self.seat not in zone.uncounted

    def hides(self, name: str, seat: int | None = None) -> bool:
        """Whether the seat may not read a variable."""
        info = find_variable(self.program, name)
        if info.audience != "owner":
            return info.audience == "none"
        owners = self.program.owners(info)
        return seat is None or self.seat not in owners[seat]

    def variable(
        self, name: str, seat: int | None = None, index: int | None = None
    ) -> int | bool | str | None:
        """The value of a variable that the seat may read."""
        value = value_of(self.program, self.state, name, seat, index)
        if self.hides(name, seat):
            raise TableError(f"seat {self.seat} may not read '{name}'")
        return value

    def legal(self) -> Sequence[Move]:
        """The legal moves if it is this seat's turn; else none, not even how many there are."""
        return self._moves

    def events(self) -> list[Event]:
        """What the seat saw happen since the last move, if the table keeps a trace."""
        return self._events

    def result(self) -> Result:
        """How the game ended."""
        if self._result is None:
            raise TableError("the game is not over")
        return self._result

    def record(self) -> str:
        """The record of the game, which holds the whole deal: nobody gets it before the end."""
        if self._record is None:
            raise TableError("the record tells all cards: it is for after the game")
        return self._record

    def same(self, other: View) -> bool:
        """Whether two views show the same."""
        return self.seat == other.seat and bool((self.state == other.state).all())

    def redeal(self, seed: int, *, by_past: bool = True) -> Table:
        """A table that goes on from a world this seat can't rule out, chosen at random.

        Its `evidence` is false if no such world was found in which all that others were seen to
        choose was possible. Without `by_past` only what the seat knows now counts.
        """
        from .table import Table

        if self.decider is None:
            raise TableError("there is nothing to redeal: nobody has to decide")
        world = self._dealer.world(Draws(seed), by_past)
        if world is None:
            raise TableError("no world was found that this seat can't rule out")
        return Table.at(self.program, world.state, self.names, evidence=world.evidence)
