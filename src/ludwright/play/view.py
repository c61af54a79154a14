"""Views: a table as one seat may know it, with its observation history and possible worlds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..machine import state as m
from ..machine.program import ActionInfo, Array, Program
from ..machine.sites import values_of, words_of
from .canonical_bytes import packed, unpacked
from .errors import TableError
from .events import Event
from .inspect_state import Result, Way, find_variable, tokens_in
from .move_text import Readership, all_pieces
from .moves import Move, Moves
from .observation import Masks, masks_of
from .observation_history import Observed, ObservedMove
from .option_rows import sizes_of
from .redeal import Dealer, Draws
from .set_options import set_of
from .setup import checked_seed
from .sight import Sight
from .text_rendering import Wording

if TYPE_CHECKING:
    from .table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """What a seat may know of one moment beside the state. `rows` are its options, with its labels
    for tokens; where one row stands for many sets, `items` are the items to pick from, and `least`
    is the smallest size of a set."""

    over: bool
    paused: bool
    prompt: str
    turns: int
    rows: Array | None
    items: tuple[int, ...]
    least: int
    events: tuple[Event, ...]
    result: Result | None
    record: str | None  # of a game that is over


class View(Sight):
    """A table as one seat knows it, at one moment. It holds only what that seat may know, and has
    no reference to anything else: it pickles to the same bytes in all worlds that are
    indistinguishable to the seat."""

    seat: int

    def __init__(self, wording: Wording, masks: Masks, observed: Observed, moment: Moment) -> None:
        self.seat = observed.seat
        self.program: Program = wording.program
        self.names = wording.names
        self.decider = observed.decider
        self.over = moment.over
        self.paused = moment.paused
        self.prompt = moment.prompt
        self.turns = moment.turns
        self._masks = masks
        self._observed = observed
        self._moment = moment
        self._moves = _offered(wording, masks, observed, moment)

    def __reduce__(self) -> tuple[Any, ...]:
        # `replace` makes a program without cached values, which depend on what was looked at.
        return unpacked_view, (replace(self.program), self.names, self.as_bytes())

    def as_bytes(self) -> bytes:
        """The contents of the view as bytes: the same in all worlds that are indistinguishable to
        the seat."""
        return packed((self._observed, self._moment))

    def __repr__(self) -> str:
        asked = "over" if self.over else "paused" if self.paused else f"seat {self.decider} decides"
        return f"<View of {self.program.name} from seat {self.seat}: {asked}>"

    @property
    def state(self) -> Array:
        """The words of the state, as far as the seat may know them."""
        return self._observed.shown

    # ---- what the seat sees ----

    def sees_token(self, token: int) -> bool:
        """Whether the seat sees a token now."""
        return bool(self.state.item(self._masks.columns.shown + token) >> self.seat & 1)

    def identifies(self, token: int) -> bool:
        """Whether the seat can identify a token: it sees it, or knows it where it is."""
        return self._masks.identifies(self.state, token, self.seat)

    def counts_cards(self, number: int) -> bool:
        """Whether the seat may know the number of cards in the zone with a number."""
        zone = self.program.zone_in(number, self.state)
        return zone is not None and self.seat not in zone.uncounted

    def hides(self, name: str, seat: int | None = None) -> bool:
        """Whether a variable is hidden from the seat."""
        info = find_variable(self.program, name)
        if info.audience != "owner":
            return info.audience == "none"
        owners = self.program.owners(info)
        return seat is None or self.seat not in owners[seat]

    def zone(
        self, name: str, which: int | None = None, index: int | None = None, *, path: Way = ()
    ) -> list[str | None]:
        """The cards of a zone from bottom to top; None for one that the seat cannot identify."""
        return [card.name for card in self.cards(self._zone(name, which, index, path))]

    def sees(
        self, name: str, which: int | None = None, index: int | None = None, *, path: Way = ()
    ) -> list[bool]:
        """Whether the seat sees each card of a zone now, from bottom to top."""
        tokens = tokens_in(self.program, self.state, self._zone(name, which, index, path))
        return [self.sees_token(token) for token in tokens]

    def counts(self, name: str, which: int | None = None, index: int | None = None) -> bool:
        """Whether the seat may know the number of cards in a zone."""
        return self.counts_cards(self._zone(name, which, index))

    def legal(self) -> Sequence[Move]:
        """The legal moves, if this seat decides; else nothing, not even their number."""
        return self._moves

    def events(self) -> list[Event]:
        """The events since the last move as the seat saw them, if the table has a trace."""
        return [*self._moment.events]

    def information(self) -> int:
        """A hash of everything that the seat observed and chose so far."""
        return self._observed.information

    def result(self) -> Result:
        """The result of the game."""
        if self._moment.result is None:
            raise TableError("the game is not over")
        return self._moment.result

    def record(self) -> str:
        """The record of the game; it reveals the whole deal, so it is available only after the
        end."""
        if self._moment.record is None:
            raise TableError("the record reveals all cards: it is available after the game")
        return self._moment.record

    def same(self, other: View) -> bool:
        """Whether two views have the same seat and state."""
        return self.seat == other.seat and bool((self.state == other.state).all())

    @cached_property
    def _dealer(self) -> Dealer:
        return Dealer(self._masks, self._observed)

    def redeal(self, seed: int, *, by_past: bool = True) -> Table:
        """A table that continues from a random world: a state that agrees with the seat's
        observation history, which it keeps there.

        Its `evidence` is false if in no world found all announced choices of others were legal.
        Without `by_past` a world need only agree with what the seat knows now.
        """
        from .table import Table

        if self.decider is None:
            raise TableError("nothing to redeal: no seat is to decide")
        world = self._dealer.world(Draws(checked_seed(seed)), by_past)
        if world is None:
            raise TableError("found no world that agrees with what this seat knows")
        return Table(
            self.program,
            names=self.names,
            start=world.state,
            evidence=world.evidence,
            observed=self._observed,
        )


class Offered(Moves):
    """The legal moves of a view, made from what the seat may know."""

    __slots__ = ("_ends", "_moment", "_reading", "_rows")

    def __init__(self, reading: Readership, moment: Moment, rows: Array) -> None:
        site = reading.wording.program.sites[int(reading.before[m.SITE])]
        self._reading = reading
        self._moment = moment
        self._rows = rows
        self._ends = np.cumsum(sizes_of(site, rows))  # of the options of each row
        super().__init__(int(self._ends[-1]) if len(rows) else 0)

    def _at(self, index: int) -> Move:
        words, wording = self._reading.before, self._reading.wording
        site = wording.program.sites[int(words[m.SITE])]
        row = int(np.searchsorted(self._ends, index, "right"))
        action, *values = self._rows[row].tolist()
        info = site.actions[action - 1]
        raw = tuple(values[: len(info.operands)])
        if info.is_range:
            number = values[1] + 1 - int(self._ends[row]) + index
            raw = (number,) if info.sets is None else self._set(info, number)
        pieces = all_pieces(self._reading, wording.form(info), raw)
        operands = raw if info.sets is None else values_of(raw)
        return Move(index, site, action - 1, operands, wording, pieces)

    def _set(self, info: ActionInfo, number: int) -> tuple[int, ...]:
        items = set_of(self._moment.items, self._moment.least, number)
        return words_of(items, len(info.operands))


def _offered(wording: Wording, masks: Masks, observed: Observed, moment: Moment) -> Sequence[Move]:
    if moment.paused:
        return (Move(0, None, 0, (), wording),)
    if moment.rows is None:
        return ()
    return Offered(Readership(masks, wording, observed.shown), moment, moment.rows)


def unpacked_view(program: Program, names: tuple[str, ...], data: bytes) -> View:
    """The view with these contents."""
    observed, moment = unpacked(data, (Observed, Moment, ObservedMove, Event, Result))
    return View(Wording(program, names), masks_of(program), observed, moment)
