"""Simultaneous choices in any order: a seat can answer before the seats asked ahead of it.

While answers are collected, every round begins at the same checkpoint (`machine/together.py`), so
what a round asks does not depend on the answers of other rounds. Each is opened on a copy of the
table in which earlier rounds have any legal answers, whatever their seats choose, and its own
answers are kept until the table itself gets there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..machine import stack
from ..machine import state as m
from .errors import GameFault, IllegalMove, MoveError, TableError
from .option_rows import Entry
from .table import Table

MOST_AHEAD = 256  # answers given in place of seats, to open later rounds


@dataclass
class Round:
    """A round that can be answered now. `table` asks its next question; None if it has no more."""

    number: int
    start: Table
    table: Table | None
    answers: list[Entry] = field(default_factory=list)

    def answer(self, entry: Entry) -> None:
        """Answer its question."""
        assert self.table is not None
        self.answers.append(entry)
        self.table = _after(self.table, entry, self.number)

    def withdraw(self) -> None:
        """Drop its last answer."""
        answers = self.answers[:-1]
        self.answers, self.table = [], self.start
        for entry in answers:
            self.answer(entry)


class OpenRounds:
    """The rounds of simultaneous choices that seats can answer now, and their answers so far; none
    unless several seats can choose. A round that is not open waits until the table gets there."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._moment = table._log.moment
        rounds = [*_opened(table)]
        several = len({each.start.decider for each in rounds}) > 1
        self._rounds = rounds if several else []
        self._given: list[tuple[int, Round]] = []  # seats in the order of their answers

    def __bool__(self) -> bool:
        return bool(self._rounds)

    def belongs_to(self, table: Table) -> bool:
        """Whether these are the rounds of a table where it stands."""
        return table is self._table and table._log.moment == self._moment

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that still have to choose."""
        seats = (each.table.decider for each in self._rounds if each.table is not None)
        return tuple(dict.fromkeys(seat for seat in seats if seat is not None))

    def asking(self, seat: int) -> Table | None:
        """A table that asks a seat its next question; None if it has answered all."""
        found = self._asking(seat)
        return found.table if found else None

    def _asking(self, seat: int) -> Round | None:
        asked = (each for each in self._rounds if each.table and each.table.decider == seat)
        return next(asked, None)

    def answer(self, seat: int, entry: Entry) -> None:
        """Keep the answer of a seat to its next question."""
        found = self._asking(seat)
        if found is None or found.table is None or not found.table.lists(entry):
            raise IllegalMove("that move is not legal here")
        found.answer(entry)
        self._given.append((seat, found))

    def withdraw(self, seat: int) -> None:
        """Drop the last answer of a seat, unless another seat has answered after it in the same
        round."""
        own = [i for i, (each, _) in enumerate(self._given) if each == seat]
        later = self._given[own[-1] + 1 :] if own else []
        if not own or any(each is self._given[own[-1]][1] for _, each in later):
            raise MoveError("no choice to take back")
        self._given.pop(own[-1])[1].withdraw()

    def make(self, carry_out: Callable[[Entry], None]) -> None:
        """Let somebody carry out the answers at the table, in its order. If the rules end the
        rounds early, the remaining answers are dropped."""
        given = _count(self._table)
        for each in self._rounds:
            for entry in each.answers:
                table = self._table
                if (_round(table), _count(table)) != (each.number, given):
                    return
                if not table.lists(entry):
                    raise TableError("a simultaneous choice depends on another one")
                carry_out(entry)
                given += 1


def _opened(table: Table) -> list[Round]:
    """The rounds from where a table stands on, as far as they can be reached."""
    rounds: list[Round] = []
    ahead, number = table, _round(table)
    for _ in range(MOST_AHEAD):
        if not number or ahead.over:
            break
        if not rounds or rounds[-1].number != number:
            rounds.append(Round(number, ahead, ahead))
        given, ahead = _count(ahead), ahead.branch()
        try:
            ahead.carry_out(ahead.entry(ahead.legal()[0]))
        except (GameFault, TableError):
            break
        number = _round(ahead) if _count(ahead) > given else 0
    return rounds


def _after(table: Table, entry: Entry, number: int) -> Table | None:
    """The table after an answer, if the same round asks more."""
    given, ahead = _count(table), table.branch()
    try:
        ahead.carry_out(entry)
    except (GameFault, TableError):
        return None  # the table itself will get there
    goes_on = _round(ahead) == number and _count(ahead) > given
    return ahead if goes_on and not ahead.over else None


def _round(table: Table) -> int:
    """The number of the round whose seat is asked; 0 if nobody is asked simultaneously."""
    state = table.state
    if table.decider is None or state[m.TOGETHER] != m.COLLECTING:
        return 0
    return int(state[int(table.program.code[m.P_ANSWERS]) + m.A_ROUND])


def _count(table: Table) -> int:
    """The number of answers that have no effect yet."""
    return len(stack.answers(table.program, table.state))
