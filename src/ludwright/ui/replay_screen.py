"""A full-screen table that steps through a played game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult

from ..play.table import Table
from ..table.move_report import MoveReport
from ..table.playback import Replay
from .table_screen import TableScreen
from .widgets import Drawing

KEYS = "→ next · ← back · home/end · v other seat · a run/stop · q quit"


class ReplayScreen(TableScreen):
    """A played game, step by step."""

    keys_line = KEYS

    def __init__(self, replay: Replay, colour: bool, leave: Callable[[], None]) -> None:
        super().__init__(colour)
        self.replay = replay
        forward, back = self.forward, self.back
        # Several keys for each step, as readers of various programs expect.
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
        """The table at the current step."""
        return self.replay.table

    @property
    def seat(self) -> int:
        """The seat whose view is shown."""
        return self.replay.seat

    @property
    def history(self) -> Sequence[MoveReport]:
        """The moves up to the current step."""
        return self.replay.history

    def question(self) -> str:
        """The number of the move, and at the end the result."""
        return " · ".join(filter(None, (self.replay.progress, self.replay.ending())))

    def side(self) -> ComposeResult:
        """Only the history: there is nothing to choose."""
        history = Drawing(self.draw_history, id="history")
        history.styles.border_top = ("none", "black")  # there is no list above it
        yield history

    def on_key(self, event: events.Key) -> None:
        """Run the command of a key."""
        command = self.commands.get(event.key)
        if command:
            event.stop()
            event.prevent_default()
            command()

    def forward(self) -> None:
        """Show the next move."""
        self.update("" if self.replay.forward() else "this is the last position")

    def back(self) -> None:
        """Take back the last move."""
        self.update("" if self.replay.back() else "this is the first position")

    def all_the_way(self, step: Callable[[], bool]) -> None:
        """Go to the beginning or the end."""
        while step():
            pass
        self.update()

    def next_seat(self) -> None:
        """Switch to the next seat's view."""
        moved = self.replay.sit((self.seat + 1) % self.table.program.seats)
        self.update("" if moved else "other seats can be viewed once the game is over")

    def tick(self) -> None:
        """Show the next move automatically, until the last."""
        if self.replay.forward():
            self.update("running: a stops")
        else:
            self.stop("this is the last position")
