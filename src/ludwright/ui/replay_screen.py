"""A full-screen table that shows a game that was played, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult

from ..play.table import Table
from .session import MoveReport, Replay
from .table_screen import TableScreen
from .widgets import Drawing

KEYS = "→ next · ← back · home/end · v other seat · a run/stop · q leave"


class ReplayScreen(TableScreen):
    """A game that was played, step by step."""

    keys_line = KEYS

    def __init__(self, replay: Replay, colour: bool, leave: Callable[[], None]) -> None:
        super().__init__(colour)
        self.replay = replay
        forward, back = self.forward, self.back
        self.commands = {
            **dict.fromkeys(("right", "down", "enter", "space", "n"), forward),
            **dict.fromkeys(("left", "up", "b", "backspace"), back),
            "home": lambda: self.all_the_way(self.replay.back),
            "end": lambda: self.all_the_way(self.replay.forward),
            "v": self.next_seat,
            "a": self.run_on,
            "question_mark": lambda: self.say(KEYS),
            **dict.fromkeys(("q", "escape"), leave),
        }

    @property
    def table(self) -> Table:
        """The table as it was."""
        return self.replay.table

    @property
    def seat(self) -> int:
        """Whose eyes it is seen with."""
        return self.replay.seat

    @property
    def history(self) -> Sequence[MoveReport]:
        """The moves up to here."""
        return self.replay.history

    def question(self) -> str:
        """How far it has come."""
        return " · ".join(filter(None, (self.replay.place, self.replay.ending())))

    def side(self) -> ComposeResult:
        """Only the moves: there is nothing to choose."""
        told = Drawing(self.draw_history, id="told")
        told.styles.border_top = ("none", "black")
        yield told

    def on_key(self, event: events.Key) -> None:
        """Step on or back."""
        command = self.commands.get(event.key)
        if command:
            event.stop()
            event.prevent_default()
            command()

    def forward(self) -> None:
        """The next move."""
        self.update("" if self.replay.forward() else "this is the last move")

    def back(self) -> None:
        """The move before."""
        self.update("" if self.replay.back() else "this is the beginning")

    def all_the_way(self, step: Callable[[], bool]) -> None:
        """To the beginning or the end."""
        while step():
            pass
        self.update()

    def next_seat(self) -> None:
        """See it with the eyes of the next seat."""
        moved = self.replay.sit((self.seat + 1) % self.table.program.seats)
        self.update("" if moved else "other seats are shown when the game is over")

    def tick(self) -> None:
        """The next move, until the last."""
        if self.replay.forward():
            self.update("running: a stops")
        else:
            self.stop("this is the last move")
