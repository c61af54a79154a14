"""A player of solitaires in which all cards are open: it follows a solution of the solver."""

from __future__ import annotations

from ..machine import api
from ..machine import state as m
from ..machine.program import Array, Program
from ..machine.sites import words_of
from ..play.errors import TableError
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.table import Table
from ..play.view import View
from ..solver.answers import SOLVED, UNKNOWN, Limits
from ..solver.solve import NotSolvable, solve
from ..solver.verdict import Entry, after
from .solitaires import definition_of, why_no_solitaire

# Positions that a search may visit: the same everywhere, unlike seconds. Half as many after each
# search that found nothing, until it is not worth trying.
POSITIONS, FEWEST = 1_000_000, 1_000


def log_entry(move: Move) -> Entry:
    """A move as in a table's log, with tokens as the seat names them."""
    operands = move.operands
    if move.info is not None and move.info.sets is not None:
        operands = words_of(operands, len(move.info.operands))
    return (move.action + 1, *operands)


def is_open(view: View) -> bool:
    """Whether a seat knows everything: each token where it is, and every variable."""
    tokens = range(1, len(view.program.tokens))
    return all(view.identifies(each) for each in tokens) and not view.masks.blanks(
        view.state, view.seat
    )


class Follower:
    """Follows a solution as long as the views are those along it, and asks for another else."""

    def __init__(self, program: Program, positions: int = POSITIONS) -> None:
        self._program, self._definition = program, definition_of(program)
        self._positions = positions  # of the next search
        self._ahead: dict[int, Entry] = {}  # moves of the solution, by the exact key before each

    def move(self, view: View) -> Move | None:
        """The next move of a solution; None where none was found."""
        here = self._key(view.state)
        if here not in self._ahead and self._positions >= FEWEST:
            self._solve(view)
        entry = self._ahead.get(here)
        return next((move for move in view.legal() if log_entry(move) == entry), None)

    def _solve(self, view: View) -> None:
        program, state = self._program, view.state
        limits = Limits(None, self._positions)
        try:
            answer = solve(self._definition, program, state, limits)
        except NotSolvable:
            answer = None
        if answer is None or answer.status != SOLVED:
            # What cannot be won now cannot be won later.
            unknown = answer is not None and answer.status == UNKNOWN
            self._positions = self._positions // 2 if unknown else 0
            return
        self._ahead.clear()
        for entry in answer.moves:
            self._ahead[self._key(state)] = entry
            state = after(program, state, entry)

    def _key(self, state: Array) -> int:
        return int(api.key(self._program.code, state, m.EXACT))


class Solver:
    """Plays solitaires in which all cards are open, by solutions of the solver."""

    def declines(self, program: Program) -> str:
        """Why it does not play a program; nothing if it does."""
        return why_no_solitaire(program) or _why_not_open(program)

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Take the seat of a solitaire."""
        self._follower = Follower(program)

    def end(self, result: Result) -> None:
        """Nothing to learn."""

    def choose(self, view: View) -> Move:
        """The next move of a solution; the first that is legal, where none was found."""
        if not is_open(view):
            raise TableError(HIDDEN)
        moves = view.legal()
        return moves[0] if len(moves) == 1 else self._follower.move(view) or moves[0]


HIDDEN = "it plays solitaires in which all cards are open, and here some are hidden"


def _why_not_open(program: Program) -> str:
    """Whether some cards are hidden at the first decision; in which places does not depend on the
    deal."""
    table = Table(program)
    if table.over or table.decider is None:
        return "it plays games with decisions, and this one has none"
    return "" if is_open(table.view(table.decider, past=False)) else HIDDEN
