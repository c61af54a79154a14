"""Stepping through a played game, forward and back, as one seat saw it."""

from __future__ import annotations

from ..play.table import Table
from .move_report import MoveReport, apply_and_report
from .standings import ending_of


class Replay:
    """A played game and the move it is at. A `sealed` one cannot change seats: the game is still in
    progress, and other seats would show hidden cards."""

    def __init__(
        self, table: Table, seat: int, notation: str = "", *, sealed: bool = False
    ) -> None:
        self.log = table.log
        self._played = table.copy()
        self.sealed = sealed
        self.seat = seat
        self.notation = notation
        self.table = table.restarted(trace=True)
        self.history: list[MoveReport] = []

    @property
    def progress(self) -> str:
        """How many of the moves have been replayed."""
        return f"move {len(self.history)} of {len(self.log)}"

    def forward(self) -> bool:
        """Replay the next move; false at the end."""
        if len(self.history) == len(self.log):
            return False
        move = self.table.logged(self.table.repeat(self._played))
        self.history.append(apply_and_report(self.table, move, self.seat, self.notation))
        return True

    def to_end(self) -> Replay:
        """Replay all remaining moves."""
        while self.forward():
            pass
        return self

    def back(self) -> bool:
        """Undo the last move; false at the start."""
        if not self.history:
            return False
        self.table.undo()
        self.history.pop()
        return True

    def sit(self, seat: int) -> bool:
        """Switch to another seat's view; false if sealed."""
        if self.sealed:
            return False
        # Reports depend on the seat, so the game so far is replayed for the new one.
        reached = len(self.history)
        self.seat = seat
        self.table = self.table.restarted(trace=True)
        self.history = []
        while len(self.history) < reached:
            self.forward()
        return True

    def ending(self) -> str:
        """How the game ended; empty before the end."""
        return ending_of(self.table) if self.table.over else ""
