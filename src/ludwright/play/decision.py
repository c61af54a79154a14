"""The current decision of a game: its options as moves, found by index, id or text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import SupportsIndex

import numpy as np

from ..machine import api
from ..machine import state as m
from ..machine.move_ids import Numbers
from ..machine.program import ActionInfo, Array, SiteInfo
from ..machine.sites import PickInfo, values_of, words_of
from . import option_rows
from .errors import IllegalMove, InvalidMove, MoveError, not_a_move
from .events import Event
from .explain import Explanation, explain
from .move_text import Readership, all_pieces, move_text
from .moves import CONTINUE, Move, Moves, Written
from .observation import Masks
from .option_rows import Entry
from .parse import how_many, parse
from .set_options import Sets, listed, set_at
from .standing import Stands
from .text_rendering import Wording

_option_ids = api.option_ids


def ids_room(count: int) -> memoryview:
    """Room for ids."""
    return memoryview(np.zeros(count, np.int64))  # type: ignore[arg-type]


class Kept:
    """What was computed for one decision: texts of its moves, labels of tokens for its seat, the
    last move that was made, all entries by id, and the events before it."""

    # Defaults of the class: one is made for every decision whose moves are looked at.
    written: Written | None = None
    names: Array | None = None
    made: tuple[Move, Entry] | None = None
    by_id: dict[int, Entry] | None = None
    read: list[Event] | None = None


class Chooses(Stands):
    """A state that may wait for a choice, whose options are listed in a workspace."""

    names: tuple[str, ...]
    _wording: Wording
    _space: Array
    _width: int
    _ranges: bool
    _id_table: Numbers
    _ids: memoryview  # room for the ids of the current options
    _kept: Kept | None = None  # discarded when the machine stops again
    _reading: Readership | None = None  # the seat that decides
    masks: Masks
    """What seats may know of this game's states."""

    def _now(self) -> Kept:
        """What was computed for the current decision."""
        if self._kept is None:
            self._kept = Kept()
        return self._kept

    # ---- options ----

    def legal(self) -> Moves:
        """The legal moves, in the order of the description; none when the game is over."""
        return Listed(self, self._now(), self._count())

    def option_rows(self) -> Array:
        """The options as the machine lists them; not for a seat, as it has the true tokens."""
        listed = self._rows if self._status in (m.DECISION, m.CHANCE) else 0
        return option_rows.rows_in(self.program, self._space, listed)

    def _count(self) -> int:
        status, rows = self._answer & 15, self._answer >> 4
        if status not in (m.DECISION, m.CHANCE):
            return int(status == m.PAUSED)
        # One row may stand for a whole range of numbers, or for millions of sets.
        if rows and self._ranges and status != m.CHANCE:
            return int(api.count_options(self._code, self._state, self._space))
        return rows

    def legal_ids(self) -> list[int]:
        """The fixed ids of the legal moves, in the same order."""
        if self._answer & 15 == m.DECISION:
            ids, room = self._ids, len(self._ids)
            count = _option_ids(self._code, self._state, self._space, self._id_table, ids, room)
            if 0 <= count <= room:
                return ids[:count].tolist()
            if count > room:
                self._ids = ids_room(2 * count)
                return self.legal_ids()
        return self._labelled_ids()

    def _labelled_ids(self) -> list[int]:
        """The same, with labels for tokens that the deciding seat cannot identify."""
        if self._status not in (m.DECISION, m.CHANCE):
            return [-1] * int(self.paused)
        actions = self.site.actions
        # Sets that share a row have to be unranked one by one.
        if any(info.sets for info in actions):
            entries = [self._entry_at(index) for index in range(self._count())]
        else:
            rows = option_rows.rows_in(self.program, self._space, self._rows)
            entries = [*option_rows.entries_of(self.site, rows)]
        infos = [actions[entry[0] - 1] for entry in entries]
        values = (self._values(info, entry[1:]) for info, entry in zip(infos, entries, strict=True))
        ids = [*map(option_rows.id_of, infos, values)]
        self._now().by_id = dict(zip(ids, entries, strict=True))
        return ids

    def _option(self, index: int) -> Move:
        """The legal move at an index."""
        entry = self._entry_at(index)
        move = self._move(index, entry)
        self._now().made = move, entry
        return move

    def _entry_at(self, index: int) -> Entry:
        """The log entry of the legal move at an index."""
        status = self._answer & 15
        if status not in (m.DECISION, m.CHANCE):
            return ()
        row, value = index, 0
        if self._ranges and status != m.CHANCE:
            row, value = api.row_of_option(self._code, self._state, self._space, index)
        start = m.W_DATA + row * self._width
        words = self._space[start : start + self._width].tolist()
        info = self.site.actions[words[0] - 1]
        if not info.is_range:
            return tuple(words[: 1 + len(info.operands)])
        if info.sets is not None:
            return (words[0], *set_at(self.program, self._state, self._space, value))
        return words[0], value

    def _move(self, index: int, entry: Entry) -> Move:
        """The move of a log entry, as the seat that decides knows it."""
        if not entry:
            return Move(index, None, 0, (), self._wording)
        site, action, raw = self.site, entry[0] - 1, entry[1:]
        info = site.actions[action]
        pieces = all_pieces(self.reading(), self._wording.form(info), raw)
        return Move(index, site, action, self._values(info, raw), self._wording, pieces)

    def _values(self, info: ActionInfo, raw: Entry) -> Entry:
        """The values that operands choose, with the deciding seat's labels for tokens; of a set, in
        ascending order."""
        if info.sets is None:
            tokens = self._wording.form(info).tokens
            return self._renamed(raw, tokens, tokens=False) if tokens else raw
        values = values_of(raw)
        if not info.names_tokens:
            return values
        return tuple(sorted(self._renamed(values, range(len(values)), tokens=False)))

    def _raw(self, info: ActionInfo, values: Entry) -> Entry:
        """The operands for values with the deciding seat's labels: the inverse of `_values`."""
        if info.sets is None:
            return self._renamed(values, self._wording.form(info).tokens, tokens=True)
        if not all(0 <= value <= info.sets.values for value in values):
            return ()
        if info.names_tokens:
            values = self._renamed(values, range(len(values)), tokens=True)
        return words_of(values, len(info.operands))

    def _renamed(self, operands: Entry, at: Iterable[int], tokens: bool) -> Entry:
        """Operands with some of the deciding seat's labels replaced by tokens, or the other way
        round."""
        seat = self._state.item(m.DECIDER) - 1
        if seat < 0:  # chance: nothing is hidden
            return operands
        found = list(operands)
        for i in at:
            value = found[i]
            if 0 < value < self.masks.n1 and not self.masks.identifies(self._state, value, seat):
                names = self._called()
                found[i] = names.tolist().index(value) if tokens else names.item(value)
        return tuple(found)

    def _called(self) -> Array:
        """By token: its label for the seat that decides."""
        kept = self._now()
        if kept.names is None:
            kept.names = self.masks.names(self._state, self._state.item(m.DECIDER) - 1)
        return kept.names

    def entry(self, move: Move) -> Entry:
        """The log entry of a legal move; not for a seat, as it may reveal hidden tokens."""
        kept = self._kept
        if kept is not None and kept.made is not None and kept.made[0] is move:
            return kept.made[1]
        if not isinstance(move, Move):
            raise not_a_move(move)
        if self.paused and move.site is None:
            return ()
        if self._status in (m.DECISION, m.CHANCE) and move.site is not None:
            found = self._entry_of(move.action, move.operands, move.site, move.index)
            if found:
                return found
        raise IllegalMove(f"that move is not legal here; {self.how_many()}")

    def _entry_of(self, action: int, operands: Entry, where: SiteInfo, index: int = -1) -> Entry:
        """The log entry of an option of a site, if the game waits there and the option is listed
        (probably at an index); else ()."""
        site = self.site
        # A move of an unpickled view has an equal site, but not this object.
        if where is not site:
            if action >= len(site.actions):
                return ()
            if where.actions[action].first_id != site.actions[action].first_id:
                return ()
        entry = (action + 1, *self._raw(site.actions[action], operands))
        # The usual case without a search: the move is from this list, so its row is known.
        if 0 <= index < self._rows and not self._ranges:
            start = m.W_DATA + index * self._width
            if self._space[start : start + len(entry)].tolist() == [*entry]:
                return entry
        return entry if self.lists(entry) else ()

    def logged(self, entry: Entry) -> Move:
        """The legal move of a log entry."""
        return self._move(-1, entry)

    def lists(self, entry: Entry) -> bool:
        """Whether a log entry is a legal move."""
        if not entry or self._status not in (m.DECISION, m.CHANCE):
            return self.paused and not entry
        site = self.site
        if not 1 <= entry[0] <= len(site.actions):
            return False
        info = site.actions[entry[0] - 1]
        if info.is_range and info.sets is not None:
            values = values_of(entry[1:])
            sets = Sets(self.program, self._state, self._space, self._rows)
            whole = len(entry) == 1 + len(info.operands)
            return (
                whole
                and words_of(values, len(entry) - 1) == entry[1:]
                and sets.could((entry[0], *values))
            )
        return option_rows.lists(
            site, option_rows.rows_in(self.program, self._space, self._rows), entry
        )

    def same(self, move: Move) -> list[Move]:
        """The legal move that is equal to a move of another table, or nothing."""
        try:
            return [self.logged(self.entry(move))]
        except IllegalMove:
            return []

    def find(self, fits: Callable[[Move], bool]) -> list[Move]:
        """The legal moves that satisfy a predicate."""
        return [*filter(fits, self.legal())]

    def move(self, id: int) -> Move:
        """The legal move with a fixed id."""
        return self._move(-1, self._entry_with(id))

    def _entry_with(self, id: int) -> Entry:
        """The log entry of the legal move with a fixed id."""
        if isinstance(id, bool) or not isinstance(id, SupportsIndex):
            raise not_a_move(id)
        id = index(id)
        by_id = self._kept.by_id if self._kept else None
        if by_id is not None and id in by_id:
            return by_id[id]
        if self.paused and id == -1:
            return ()
        if self._status in (m.DECISION, m.CHANCE) and id >= 0:
            found = option_rows.choice_of(self.site, id)
            if found and (entry := self._entry_of(*found, self.site)):
                return entry
        if -1 <= id < self.program.ids:
            raise IllegalMove(f"move {id} is not legal now; {self.how_many()}")
        raise InvalidMove(f"unknown move id {id}; {self.how_many()}")

    def how_many(self) -> str:
        """The number of legal moves, in words."""
        return how_many(self)

    def parse(self, text: str) -> Move:
        """The legal move that a text means, in any of its notations."""
        return parse(self, text)

    # ---- picks ----

    @property
    def pick(self) -> PickInfo | None:
        """How several items are picked at this decision, if they are."""
        return self.site.pick if self.decider is not None else None

    def pick_items(self) -> list[int]:
        """The items to pick from, where a set of them is picked at once."""
        return listed(self._state, self.pick.items) if self.pick and self.pick.items else []

    def picked_items(self) -> list[int]:
        """The items picked already, where they are picked one by one."""
        return listed(self._state, self.pick.chosen) if self.pick and self.pick.chosen else []

    def pick_sizes(self) -> tuple[int, int]:
        """The smallest and the largest number of items to pick."""
        if self.pick is None:
            return 0, 0
        return max(self._state.item(self.pick.least), 0), self._state.item(self.pick.most)

    def set_of_items(self, items: Sequence[int]) -> Move | None:
        """The move that picks these items at once, if it is legal."""
        entry = (1, *words_of(items, len(self.site.actions[0].operands)))
        return self.logged(entry) if self.lists(entry) else None

    def chosen_by(self, move: Move) -> list[tuple[int, str]]:
        """The values that a legal move chooses, with their types; not for a seat, as it may reveal
        hidden tokens."""
        return move.info.chosen(self.entry(move)[1:]) if move.info else []

    def explain(self, move: Move | str, seat: int | None = None) -> Explanation:
        """Why a move is legal or illegal now: its conditions, as far as a seat (by default the one
        that decides) may know their truth."""
        return explain(self, move, seat)

    def text(self, move: Move, seat: int | None = None, notation: str = "") -> str:
        """The text of a legal move for a seat (by default the one that decides); hidden cards are
        []."""
        return self._text(self.entry(move), self.reading(seat), notation)

    def reading(self, seat: int | None = None, after: Array | None = None) -> Readership:
        """The readership of moves of this decision: a seat, by default the one that decides. Not
        for a seat, as it holds the true state."""
        if seat is not None or after is not None:
            return Readership(self.masks, self._wording, self._state, after, seat)
        # Undo replaces the state array, so its identity tells whether the cache still applies.
        if self._reading is None or self._reading.before is not self._state:
            self._reading = Readership(self.masks, self._wording, self._state)
        return self._reading

    def _text(self, entry: Entry, reading: Readership, notation: str) -> str:
        if not entry:
            return CONTINUE
        return move_text(reading, self.site, entry[0] - 1, entry[1:], notation)

    @property
    def written(self) -> Written:
        """The cache of texts of moves of this decision."""
        kept = self._now()
        if kept.written is None:
            kept.written = {}
        return kept.written


class Listed(Moves):
    """The legal moves of a table's current decision."""

    __slots__ = ("_kept", "_table")

    def __init__(self, table: Chooses, kept: Kept, count: int) -> None:
        super().__init__(count)
        self._table = table
        self._kept = kept

    def _at(self, index: int) -> Move:
        if self._kept is not self._table._kept:
            raise MoveError("the table has moved on since this list of moves was made")
        return self._table._option(index)
