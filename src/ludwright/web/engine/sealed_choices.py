"""Simultaneous choices at a hosted table: kept without effect until all seats have chosen."""

from __future__ import annotations

from collections.abc import Callable

from ...play.errors import GameFault, MoveError, TableError
from ...play.open_rounds import OpenRounds
from ...play.option_rows import Entry
from ...play.table import Table
from .interface import Made, Refused, TableFault


class SealedChoices:
    """The choices at one moment of a table, in the order in which they came; `still` says whether
    there was one since the last move."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rounds = OpenRounds(table)
        self.steps: list[Made] = []
        self.still = False

    def __bool__(self) -> bool:
        """Whether several seats choose here."""
        return bool(self._rounds)

    def belongs_to(self, table: Table) -> bool:
        """Whether these are the choices of a table where it stands."""
        return self._rounds.belongs_to(table)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that can choose now: one, or several where they choose together."""
        if self:
            return self._rounds.waiting
        return () if self._table.decider is None else (self._table.decider,)

    def asking(self, seat: int) -> Table:
        """The table as it is for a seat. Where several choose together, it asks this seat and has
        no choices but its own; a seat that has chosen sees that others are asked."""
        for each in (seat, *self._rounds.waiting):
            if found := self._rounds.asking(each):
                return found
        return self._table

    def texts(self, seat: int) -> list[str]:
        """What a seat has chosen."""
        return [step.text for step in self.steps if step.seat == seat]

    def keep(self, seat: int, entry: Entry) -> Made:
        """Keep a legal choice of a seat."""
        move = self.asking(seat).logged(entry)
        self._rounds.answer(seat, entry)
        self.steps.append(Made(seat, move.id, str(move)))
        self.still = True
        return self.steps[-1]

    def restore(self, step: Made) -> None:
        """Keep a choice of the journal again."""
        try:
            if step.seat not in self.waiting or step.seat is None:
                raise MoveError("this seat cannot choose now")
            self._rounds.answer(step.seat, _entry_of(self.asking(step.seat), step))
        except (MoveError, GameFault) as error:
            raise TableFault(f"choice '{step.text}' cannot be restored: {error}") from None
        self.steps.append(step)

    def withdraw(self, seat: int) -> None:
        """Drop the last choice of a seat, which can choose again."""
        try:
            self._rounds.withdraw(seat)
        except MoveError as error:
            raise Refused("invalid", str(error)) from None
        del self.steps[max(i for i, step in enumerate(self.steps) if step.seat == seat)]
        self.still = True

    def make(self, carry_out: Callable[[Entry], None]) -> None:
        """Let all choices be moves, in the order of the rules."""
        try:
            self._rounds.make(carry_out)
        except TableError as error:
            raise TableFault(str(error)) from None  # a part of them was made


def _entry_of(table: Table, step: Made) -> Entry:
    """The log entry of a choice of the journal: by its id if that still has the same text."""
    try:
        if str(move := table.move(step.id)) == step.text:
            return table.entry(move)
    except MoveError:
        pass
    return table.entry(table.parse(step.text))
