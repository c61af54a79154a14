"""The frame of all full-screen tables: title, cards, a side with lists, messages, timer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from ..play.table import Table
from ..table.move_report import MoveReport
from ..table.scene import scene_of
from .faces import Faces, Line
from .layout import lay_out
from .widgets import Drawing, Page, history_lines

LEAST = (60, 16)
SIDE = (42, 50)  # the lists' share of the width in percent, and the columns they usually need
PARTS = ("title", "middle", "message", "prompt", "keys", "small")  # ids, from top to bottom
MESSAGE_LINES = 2  # longer messages get a page
PACE = 1.0  # seconds between automatic steps


class TableScreen(Screen[None]):
    """A title, the cards, a side with lists, a message, a prompt and a line of keys."""

    CSS = """
    TableScreen { layout: vertical; }
    #title { height: 1; background: $primary-background; text-style: bold; padding: 0 1; }
    #middle { height: 1fr; }
    #felt { width: 1fr; height: 100%; padding: 0 1; }
    #side { width: 42%; min-width: 28; height: 100%; border-left: solid $primary; }
    #moves {
        height: auto; max-height: 65%; border: none; padding: 0; background: $background;
        scrollbar-size-vertical: 1;
    }
    #moves > .option-list--option-highlighted { text-style: bold reverse; }
    #history { height: 1fr; border-top: solid $primary; padding: 0 1; }
    #keys { height: 1; padding: 0 1; }
    #message { height: auto; min-height: 1; max-height: 3; padding: 0 1; }
    #prompt { height: auto; max-height: 3; padding: 0 1; }
    #message { color: $warning; }
    #prompt { text-style: bold; }
    #keys { color: $text-muted; }
    #small { display: none; width: 100%; height: 100%; content-align: center middle; }
    """
    keys_line = ""

    def __init__(self, colour: bool) -> None:
        super().__init__()
        self.faces = Faces(signs=colour)
        self.commands: dict[str, Callable[[], None]] = {}
        self._clock: Timer | None = None

    # ---- supplied by each kind of table ----

    @property
    def table(self) -> Table:
        """The table to draw."""
        raise NotImplementedError

    @property
    def seat(self) -> int:
        """The seat whose view is shown."""
        raise NotImplementedError

    @property
    def history(self) -> Sequence[MoveReport]:
        """The moves so far."""
        raise NotImplementedError

    def tick(self) -> None:
        """Take an automatic step."""
        raise NotImplementedError

    def question(self) -> str:
        """The text of the prompt line."""
        raise NotImplementedError

    # ---- drawing ----

    def compose(self) -> ComposeResult:
        """Create all parts."""
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield Drawing(self.draw_table, id="felt")
            with Vertical(id="side"):
                yield from self.side()
        yield Static(id="message", markup=False)
        yield Static(id="prompt", markup=False)
        yield Static(self.keys_line, id="keys", markup=False)
        yield Static(id="small", markup=False)

    def side(self) -> ComposeResult:
        """The parts beside the cards."""
        yield Drawing(self.draw_history, id="history")

    def on_mount(self) -> None:
        """Draw for the first time."""
        self.update()

    def on_resize(self, event: events.Resize) -> None:
        """Replace everything by a note if the terminal is too small."""
        width, height = event.size
        small = width < LEAST[0] or height < LEAST[1]
        for part in (each for each in self.children if each.id in PARTS):  # but not a tooltip
            part.display = (part.id == "small") == small
        self.widen_side(0)
        needs = f"the table needs at least {LEAST[0]}x{LEAST[1]}"
        self.query_one("#small", Static).update(f"The terminal is {width}x{height}: {needs}.")

    def widen_side(self, wanted: int) -> None:
        """Give the lists the columns their texts need, within their share of the screen."""
        share, usual = SIDE
        most = self.size.width * share // 100
        self.query_one("#side").styles.width = min(most, max(usual, wanted))

    def draw_table(self, width: int, height: int) -> list[Line]:
        """Lay out the cards."""
        return lay_out(scene_of(self.table.view(self.seat)), width, height, self.faces)

    def draw_history(self, width: int, height: int) -> list[Line]:
        """Lay out the last moves."""
        return history_lines(self.history, width, height, self.faces)

    def update(self, message: str = "") -> None:
        """Redraw everything, with a message."""
        table = self.table
        seat = f"you are {table.names[self.seat]}" if table.program.seats > 1 else ""
        turn = f"turn {table.turns}" if table.turns else ""
        parts = [f"{table.program.name}, seed {table.seed}", seat, turn]
        self.query_one("#title", Static).update(" · ".join(filter(None, parts)))
        for drawing in self.query(Drawing):
            drawing.redraw()
        self.query_one("#prompt", Static).update(self.question())
        self.say(message)

    def say(self, message: str) -> None:
        """Show a message, or clear it; a long one gets a page."""
        lines = message.splitlines()
        if len(lines) > 1 or len(message) > MESSAGE_LINES * (self.size.width - 2) > 0:
            self.app.push_screen(Page("", lines))
            message = ""
        self.query_one("#message", Static).update(self.faces.text(message))

    # ---- automatic steps ----

    @property
    def running(self) -> bool:
        """Whether steps are automatic."""
        return self._clock is not None

    def run_on(self) -> None:
        """Start or stop automatic steps."""
        if self.running:
            self.stop("stopped")
        else:
            self._clock = self.set_interval(PACE, self.tick)
            self.say("running: a stops")

    def stop(self, message: str = "") -> None:
        """Stop automatic steps, and show a message."""
        if self._clock:
            self._clock.stop()
            self._clock = None
        self.say(message)
