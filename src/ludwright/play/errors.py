"""What can go wrong at a table: three kinds of bad move, bad set-ups, and games that break."""

from __future__ import annotations

from ..diagnostics import Diagnostic, declare, render
from ..machine import state as m
from ..machine.program import Array, Program
from .failures import calls_in_circle

STOPPED = declare(
    "RT101", "the program stopped", "The machine came to a place no program may reach: our fault."
)
BUDGET = declare(
    "RT102",
    "no decision in sight",
    """So many steps went by without anybody being asked anything that an effect must be going
    round in circles. Look for a loop whose condition never becomes false.""",
)
OVERFLOW = declare(
    "RT103", "number too large", "A number went beyond the range of 32 bits, about two billion."
)
FAILED = declare(
    "RT104",
    "an action failed",
    """Something could not be carried out (a card that is not there, a division by zero), and
    nothing says what to do then. Test for it first, or say what happens on failure.""",
)
LISTS = declare(
    "RT105",
    "lists too long",
    """More list items were in use at once than the machine has room for. There is room for lists of
    100 items, and for several lists of all tokens; a range of numbers may be longer than that.""",
)
TRIES = declare("RT106", "too many attempts", "Attempts are nested deeper than the machine allows.")
ROWS = declare(
    "RT107", "too many options", "A decision has more options than the machine can list."
)
NO_TABLE = declare(
    "RT108",
    "not possible at this table",
    """A table was asked for that can't be set up (a deal with cards that are not there, a wrong
    number of names), or a table was asked for something it does not have.""",
)
ANSWERS = declare(
    "RT131",
    "too many answers",
    """While several players choose at the same time, more choices are made than the machine can
    keep until all have answered. Look for a choice in a loop that need not end.""",
)
CALLS = declare(
    "RT132",
    "calls are nested too deeply",
    """Procedures or rules set each other off in a circle, deeper than 256 calls. The message names
    those of the circle. Look for one that sets itself off without anything having changed.""",
)
AGENDA = declare(
    "RT133",
    "too much is put off",
    """More than 64 things wait for their time. Look for one that is put on the agenda again and
    again without its time ever coming.""",
)
COMBINATIONS = declare(
    "RT141",
    "too many combinations",
    """A list to choose several items from has more than 30 items (20, if it is to be parted), or
    there are more than 65536 ways to choose. Say how many items may be chosen at most, or leave out
    first what can't be part of it.""",
)

FAULTS = {
    m.FAULT_STOP: (STOPPED, "the program came to a place it should not reach"),
    m.FAULT_BUDGET: (BUDGET, "nothing was decided for too many steps: an effect goes on forever"),
    m.FAULT_OVERFLOW: (OVERFLOW, "a number became too large"),
    m.FAULT_FAILED: (FAILED, "an action could not be carried out"),
    m.FAULT_LISTS: (LISTS, "the lists in use became too long"),
    m.FAULT_ATTEMPTS: (TRIES, "attempts are nested too deeply"),
    m.FAULT_CHECKPOINTS: (TRIES, "attempts that undo are nested too deeply"),
    m.FAULT_ROWS: (ROWS, "a decision has too many options"),
    m.FAULT_ANSWERS: (ANSWERS, "too many answers are given at the same time"),
    m.FAULT_AGENDA: (AGENDA, "the agenda is full"),
    m.FAULT_CALLS: (CALLS, "calls are nested too deeply"),
    m.FAULT_SUBSETS: (COMBINATIONS, "there are too many combinations to go through"),
}


class GameFault(RuntimeError):
    """The game itself broke while it ran; `diagnostic` says what, and where in its description."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(render(diagnostic))
        self.diagnostic = diagnostic


def fault(program: Program, state: Array) -> GameFault:
    """The fault at which a state has stopped, at its place in the description."""
    number, at, reason = int(state[m.FAULT]), int(state[m.PC]), int(state[m.REASON])
    code, message = FAULTS[number]
    # The reason belongs to this failure only if it was an explicit one at this place.
    if number == m.FAULT_FAILED and program.is_failure(at) and reason < len(program.reasons):
        message += f": {program.reasons[reason]}"
    if number in (m.FAULT_CALLS, m.FAULT_ATTEMPTS, m.FAULT_CHECKPOINTS):
        circle = ", ".join(calls_in_circle(program, state))
        message += f": they are set off in a circle by {circle}" if circle else ""
    return GameFault(Diagnostic(code.code, message, program.place(at), help=code.page))


class TableError(ValueError):
    """A table can't be set up as asked, or asked for something it does not have."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(NO_TABLE.code, message, None)


class MoveError(ValueError):
    """A move that can't be made."""


class InvalidMove(MoveError):
    """A text that is no move of this game at all."""


class IllegalMove(MoveError):
    """A move of this game that may not be made now."""


class AmbiguousMove(MoveError):
    """A text that fits several moves."""
