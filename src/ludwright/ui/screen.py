"""The full-screen application around the screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter

from ..play.errors import GameFault
from ..table.playback import Replay
from .play_screen import PlayScreen
from .replay_screen import ReplayScreen
from .session import Session
from .widgets import Colourless


class TableApp(App[None]):
    """A terminal that shows one table."""

    ENABLE_COMMAND_PALETTE = False
    # Priority, so that these quit from every screen and page, and while something is typed.
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
        """Quit because the game itself failed."""
        self.fault = fault
        self.exit()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Without colours, a filter that removes them."""
        return super().get_line_filters() if self.colour else [Colourless()]


def play_on_screen(session: Session, colour: bool) -> None:
    """Play until the person quits; afterwards the terminal shows one line."""
    app = TableApp(session, colour)
    app.run()
    if app.fault:  # raised only here, when the terminal has been restored
        raise app.fault
    moves = len(session.table.log)
    quit = f"quit after {moves} move{'' if moves == 1 else 's'}"
    print(f"{session.name}: {session.ending() if session.table.over else quit}")


def replay_on_screen(replay: Replay, colour: bool) -> None:
    """Step through a played game until the person quits."""
    TableApp(replay, colour).run()
