"""Errors at a table: three kinds of bad move, impossible setups, and faults of games."""

from __future__ import annotations

from ..diagnostics import Diagnostic, declare, render
from ..machine import state as m
from ..machine.program import Array, Program
from .failures import recursive_calls

STOPPED = declare(
    "RT101", "the program stopped", "The machine reached code that should be unreachable: our bug."
)
BUDGET = declare(
    "RT102",
    "no decision reached",
    """The game ran for so long without a decision that it is probably in an endless loop. Look for
    a loop whose condition never becomes false.""",
)
OVERFLOW = declare(
    "RT103",
    "number too large",
    "A number left the range of 32 bits, about plus or minus two billion.",
)
FAILED = declare(
    "RT104",
    "an action failed",
    """An action could not be carried out (a missing card, a division by zero), and nothing handles
    the failure. Test for it first, or say what happens on failure.""",
)
LISTS = declare(
    "RT105",
    "lists too long",
    """More list items are in use at once than the machine has room for: lists of 100 items, and
    several lists of all tokens. A range of numbers may exceed that.""",
)
ATTEMPTS = declare(
    "RT106", "too many attempts", "Attempts are nested deeper than the machine supports."
)
ROWS = declare(
    "RT107", "too many options", "A decision has more options than the machine can list."
)
NO_TABLE = declare(
    "RT108",
    "not possible at this table",
    """A table cannot be set up as requested (a deal with unknown cards, the wrong number of names),
    or it lacks what it is asked for.""",
)
ANSWERS = declare(
    "RT131",
    "too many answers",
    """Several players choose at the same time, and one of them makes more choices than the machine
    can store. Look for a choice in a loop that may not end.""",
)
CALLS = declare(
    "RT132",
    "calls are nested too deeply",
    """Procedures or rules call one another recursively, more than 256 calls deep. The message names
    those of the cycle. Look for one that calls itself again although nothing has changed.""",
)
AGENDA = declare(
    "RT133",
    "too many postponed calls",
    """More than 64 calls are on the agenda. Look for one that is postponed again and again and
    never comes due.""",
)
COMBINATIONS = declare(
    "RT141",
    "too many combinations",
    """A list to choose several items from has more than 30 items (20 if it is partitioned), or
    there are more than 65536 combinations. Limit the number of items, or filter the list first.""",
)

FAULTS = {
    m.FAULT_STOP: (STOPPED, "the program reached code that should be unreachable"),
    m.FAULT_BUDGET: (BUDGET, "no decision after too many steps: probably an endless loop"),
    m.FAULT_OVERFLOW: (OVERFLOW, "a number is too large"),
    m.FAULT_FAILED: (FAILED, "an action could not be carried out"),
    m.FAULT_LISTS: (LISTS, "the lists in use are too long"),
    m.FAULT_ATTEMPTS: (ATTEMPTS, "attempts are nested too deeply"),
    m.FAULT_CHECKPOINTS: (ATTEMPTS, "attempts with a rollback are nested too deeply"),
    m.FAULT_ROWS: (ROWS, "a decision has too many options"),
    m.FAULT_ANSWERS: (ANSWERS, "too many simultaneous answers"),
    m.FAULT_AGENDA: (AGENDA, "the agenda is full"),
    m.FAULT_CALLS: (CALLS, "calls are nested too deeply"),
    m.FAULT_SUBSETS: (COMBINATIONS, "too many combinations to enumerate"),
}


class GameFault(RuntimeError):
    """A fault in the game itself; `diagnostic` says what is wrong, and where in its description."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(render(diagnostic))
        self.diagnostic = diagnostic

    def __reduce__(self) -> tuple[type[GameFault], tuple[Diagnostic]]:
        return type(self), (self.diagnostic,)


def fault(program: Program, state: Array) -> GameFault:
    """The fault at which a state has stopped, with its location in the description."""
    number, at, reason = int(state[m.FAULT]), int(state[m.PC]), int(state[m.REASON])
    code, message = FAULTS[number]
    # The reason may be left over from an earlier failure, unless this op has set it.
    if number == m.FAULT_FAILED and program.is_failure(at) and reason < len(program.reasons):
        message += f": {program.reasons[reason]}"
    if number in (m.FAULT_CALLS, m.FAULT_ATTEMPTS, m.FAULT_CHECKPOINTS):
        cycle = ", ".join(recursive_calls(program, state))
        message += f": recursion through {cycle}" if cycle else ""
    return GameFault(Diagnostic(code.code, message, program.location(at), help=code.page))


class TableError(ValueError):
    """A table cannot be set up as requested, or lacks what it is asked for."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(NO_TABLE.code, message, None)


class MoveError(ValueError):
    """A move that cannot be made."""


class InvalidMove(MoveError):
    """A value that is not a move of this game, whatever the position."""


class IllegalMove(MoveError):
    """A move of this game that is not legal now."""


def not_a_move(value: object) -> InvalidMove:
    """The error for an argument of the wrong type."""
    return InvalidMove(f"expected a move, its id or its text, found {value!r}")


class AmbiguousMove(MoveError):
    """A text that matches several moves."""
