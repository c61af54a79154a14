"""Views: a table as one seat may know it, with its observation history and possible worlds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ..belief.history import Knowledge, Steps
from ..machine import state as m
from ..machine.program import ActionInfo, Array, Program, SiteInfo
from ..machine.sites import PickInfo, values_of, words_of
from .belief import Belief
from .canonical_bytes import packed, unpacked
from .errors import TableError
from .events import Event
from .inspect_state import Result, Way, find_variable, tokens_in
from .move_text import Readership, all_pieces, mentioned
from .moves import Move, Moves, Written
from .observation import Masks, masks_of
from .observed import Observed, ObservedMove, ObservedParts
from .option_rows import choice_of, sizes_of
from .parse import parse
from .pictured import Pictured
from .set_options import set_number, set_of
from .setup import checked_seed
from .sight import Sight
from .text_rendering import Wording

if TYPE_CHECKING:
    from .record import EndedGame
    from .table import Table


EFFORT = 16  # to find the one world of a redeal


@dataclass(frozen=True, slots=True)
class Moment:
    """What a seat may know of one moment beside the state. `rows` are its options, with its labels
    for tokens. Where several items are picked, `items` are those to pick a set from, `picked` those
    picked already one by one, and `least` and `most` limit their number."""

    over: bool
    paused: bool
    prompt: str
    turns: int
    rows: Array | None
    items: tuple[int, ...]
    picked: tuple[int, ...]
    least: int
    most: int
    events: tuple[Event, ...]
    result: Result | None
    record: str | None  # of a game that is over


class View(Sight, Pictured):
    """A table as one seat knows it, at one moment. It holds only what that seat may know, and has
    no reference to anything else: it pickles to the same bytes in all worlds that are
    indistinguishable to the seat."""

    seat: int

    def __init__(
        self,
        wording: Wording,
        masks: Masks,
        observed: Observed,
        moment: Moment,
        ended: EndedGame | None = None,
    ) -> None:
        self.seat = observed.seat
        self.program: Program = wording.program
        self.names = wording.names
        self.decider = observed.decider
        self.over = moment.over
        self.paused = moment.paused
        self.prompt = moment.prompt
        self.turns = moment.turns
        self.masks = masks
        self._wording = wording
        self._observed = observed
        self._moment = moment
        self._ended = ended

    @cached_property
    def _contents(self) -> Moment:
        """The moment, with the record of a game that is over, which takes longer to write than all
        the rest of a view."""
        if self._ended is None:
            return self._moment
        return replace(self._moment, record=self._ended.record())

    @cached_property
    def _reading(self) -> Readership:
        return Readership(self.masks, self._wording, self._observed.shown)

    @cached_property
    def _moves(self) -> Sequence[Move]:
        return _offered(self._reading, self._moment)

    @cached_property
    def _written(self) -> Written:
        return {}

    def __reduce__(self) -> tuple[Any, ...]:
        # `replace` makes a program without cached values, which depend on what was looked at.
        return unpacked_view, (replace(self.program), self.names, self.as_bytes())

    def as_bytes(self) -> bytes:
        """The contents of the view as bytes: the same in all worlds that are indistinguishable to
        the seat."""
        return packed((self._observed.parts(), self._contents))

    def same_contents(self, other: View) -> bool:
        """Whether two views have the same contents, as `as_bytes` has them."""
        same = self._observed.same(other._observed)
        return same and packed(self._contents) == packed(other._contents)

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
        return bool(self.state.item(self.masks.columns.shown + token) >> self.seat & 1)

    def identifies(self, token: int) -> bool:
        """Whether the seat can identify a token: it sees it, or knows it where it is."""
        return self.masks.identifies(self.state, token, self.seat)

    def knows_token(self, token: int) -> bool:
        """Whether the seat knows a token, wherever it is."""
        return bool(self.state.item(m.KNOWN + token) >> self.seat & 1)

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

    # ---- the decision ----

    @property
    def site(self) -> SiteInfo | None:
        """The site at which this seat decides now."""
        deciding = self._moment.rows is not None
        return self.program.sites[self.state.item(m.SITE)] if deciding else None

    @property
    def written(self) -> Written:
        """The cache of texts of moves of this decision."""
        return self._written

    def reading(self) -> Readership:
        """The readership of moves of this decision, without anything hidden from the seat."""
        return self._reading

    def move(self, id: int) -> Move | None:
        """The legal move with a fixed id, if there is one."""
        moves = self._moves
        found = moves.index_of_id(id) if isinstance(moves, Offered) else -1
        return moves[found] if found >= 0 else None

    def parse(self, text: str) -> Move:
        """The legal move that a text means, in any of its notations."""
        return parse(self, text)

    @property
    def pick(self) -> PickInfo | None:
        """How several items are picked at this decision, if they are."""
        return self.site.pick if self.site else None

    def pick_items(self) -> list[int]:
        """The items to pick from, where a set of them is picked at once."""
        return [*self._moment.items]

    def picked_items(self) -> list[int]:
        """The items picked already, where they are picked one by one."""
        return [*self._moment.picked]

    def pick_sizes(self) -> tuple[int, int]:
        """The smallest and the largest number of items to pick."""
        return self._moment.least, self._moment.most

    def set_of_items(self, items: Sequence[int]) -> Move | None:
        """The move that picks these items at once, if it is legal."""
        found = self._moves.index_of_set(items) if isinstance(self._moves, Offered) else -1
        return self._moves[found] if found >= 0 else None

    def spans(self) -> list[tuple[int, int]]:
        """The legal moves in spans: the index of the first, and their number. Those of one span
        differ only in a number, or in the items of a set."""
        moves = self._moves
        return moves.spans() if isinstance(moves, Offered) else [(0, 1)] * len(moves)

    def chosen_by(self, move: Move) -> list[tuple[int, str]]:
        """The values that a legal move chooses, with their types; tokens by label."""
        return move.info.chosen(_raw(move.info, move)) if move.info else []

    def mentioned(self, move: Move) -> list[tuple[int, str]]:
        """The values in the text of a legal move, in its order, with their types; tokens by
        label."""
        if move.info is None:
            return []
        form = self._reading.wording.form(move.info)
        return mentioned(self._reading, form, _raw(move.info, move))

    # ---- the past ----

    def events(self) -> list[Event]:
        """The events since the last move as the seat saw them, if the table has a trace."""
        return [*self._moment.events]

    @property
    def steps(self) -> Sequence[ObservedMove]:
        """What the seat observed of each move so far."""
        return self._observed.steps

    def information(self) -> int:
        """A hash of everything that the seat observed and chose so far."""
        self._check_past()
        return self._observed.information

    def result(self) -> Result:
        """The result of the game."""
        if self._moment.result is None:
            raise TableError("the game is not over")
        return self._moment.result

    def record(self) -> str:
        """The record of the game; it reveals the whole deal, so it is available only after the
        end."""
        record = self._contents.record
        if record is None:
            raise TableError("the record reveals all cards: it is available after the game")
        return record

    def same(self, other: View) -> bool:
        """Whether two views have the same seat and state."""
        return self.seat == other.seat and bool((self.state == other.state).all())

    def _check_past(self) -> None:
        if not self._observed.remembers:
            raise TableError("this view was made without the past")

    @property
    def observed(self) -> Observed:
        """What the seat observed, as beliefs take it."""
        return self._observed

    @property
    def moment(self) -> Moment:
        """What the seat may know of this moment beside the state."""
        return self._moment

    def redeal(self, seed: int, *, by_past: bool = True) -> Table:
        """A table that continues from a random world: a state that agrees with the seat's
        observation history, which it keeps there.

        Its `evidence` is 1.0, or 0.0 if no world was found in which all moves of the past come out
        as the seat saw them. Without `by_past` a world need only agree with what the seat knows
        now. For many worlds of one view, or along a game, use a `Belief`.
        """
        from .table import Table

        self._check_past()
        belief = Belief(self.program, self.seat, checked_seed(seed), EFFORT)
        belief.observe(self._observed)
        (state,) = belief.worlds(1, by_past)
        return Table(
            self.program,
            names=self.names,
            start=state,
            evidence=belief.evidence,
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
        # The first row that ends behind the index; rows of one option and long ranges alike.
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

    def spans(self) -> list[tuple[int, int]]:
        """The index of the first option of each row, and their number."""
        ends = self._ends.tolist()
        return [(start, end - start) for start, end in pairwise([0, *ends])]

    def index_of_id(self, id: int) -> int:
        """The index of the move with a fixed id; -1 if it is not legal."""
        site = self._reading.wording.program.sites[int(self._reading.before[m.SITE])]
        known = 0 <= id < self._reading.wording.program.ids
        if not known or not len(self) or (found := choice_of(site, id)) is None:
            return -1
        action, operands = found
        info, rows = site.actions[action], self._rows
        if info.sets is not None:
            return self.index_of_set(operands)
        fits = rows[:, 0] == action + 1
        if info.is_range:
            fits &= (rows[:, 1] <= operands[0]) & (operands[0] <= rows[:, 2])
        else:
            fits &= (rows[:, 1 : 1 + len(operands)] == operands).all(axis=1)
        if not fits.any():
            return -1
        row = int(fits.argmax())
        # A row of several options ends with its highest number.
        above = int(rows[row, 2]) - operands[0] if info.is_range else 0
        return int(self._ends[row]) - 1 - above

    def index_of_set(self, items: Sequence[int]) -> int:
        """The index of the move that picks these items at once; -1 if it is not legal."""
        words = self._reading.before
        info = self._reading.wording.program.sites[int(words[m.SITE])].actions[0]
        if info.sets is None or not all(0 < item <= info.sets.values for item in items):
            return -1
        if not info.is_range:  # one row per set
            row = [1, *words_of(items, len(info.operands))]
            found = np.flatnonzero((self._rows[:, : len(row)] == row).all(axis=1))
            return int(found[0]) if len(found) else -1
        number = set_number(self._moment.items, self._moment.least, items)
        index = -1 if number is None or not len(self._rows) else number - int(self._rows[0, 1])
        return index if 0 <= index < len(self) else -1


def _raw(info: ActionInfo, move: Move) -> tuple[int, ...]:
    """The operands of a move as the machine has them: a set is a bit per item."""
    return move.operands if info.sets is None else words_of(move.operands, len(info.operands))


def _offered(reading: Readership, moment: Moment) -> Sequence[Move]:
    if moment.paused:
        return (Move(0, None, 0, (), reading.wording),)
    return () if moment.rows is None else Offered(reading, moment, moment.rows)


def unpacked_view(program: Program, names: tuple[str, ...], data: bytes) -> View:
    """The view with these contents."""
    masks = masks_of(program)
    parts, moment = unpacked(data, (ObservedParts, Steps, Knowledge, Moment, Event, Result))
    return View(Wording(program, names), masks, Observed.of(masks, parts), moment)
