"""A terminal filled with a table: the application around the screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter

from ..play.errors import GameFault
from .play_screen import PlayScreen
from .replay_screen import ReplayScreen
from .session import Replay, Session
from .widgets import Colourless


class TableApp(App[None]):
    """A terminal filled with one table."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "quit", priority=True)]

    def __init__(self, seen: Session | Replay, colour: bool = True) -> None:
        super().__init__()
        self.seen = seen
        self.colour = colour
        self.fault: GameFault | None = None

    def on_mount(self) -> None:
        """Show the table."""
        if isinstance(self.seen, Session):
            self.push_screen(PlayScreen(self.seen, self.colour, self.exit, self.broke))
        else:
            self.push_screen(ReplayScreen(self.seen, self.colour, self.exit))

    def broke(self, fault: GameFault) -> None:
        """Leave a game that broke."""
        self.fault = fault
        self.exit()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Without colours, a filter that takes them away."""
        return super().get_line_filters() if self.colour else [Colourless()]


def play_on_screen(session: Session, colour: bool) -> None:
    """Play until the person leaves; what is left behind in the terminal is one line."""
    app = TableApp(session, colour)
    app.run()
    if app.fault:
        raise app.fault
    left = f"left after {len(session.table.log)} moves"
    print(f"{session.name}: {session.ending() if session.table.over else left}")


def replay_on_screen(replay: Replay, colour: bool) -> None:
    """Show a game that was played until the person leaves."""
    TableApp(replay, colour).run()
