"""A full-screen table with a list to choose from: by arrow keys, by typing or by mouse."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.widgets import OptionList

from ..play.errors import GameFault, MoveError
from ..play.moves import Move
from ..play.picks import how_many
from ..play.table import Table
from ..table.move_report import MoveReport
from .input_line import InputLine
from .move_panel import MOST_LISTED, MovePanel
from .selection import Picker
from .session import Session
from .table_screen import TableScreen
from .widgets import Drawing

FAR = 10**6
STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -FAR, "end": FAR}


class ChoiceScreen(TableScreen):
    """A table at which moves are selected, typed and made."""

    def __init__(self, session: Session, colour: bool, broke: Callable[[GameFault], None]) -> None:
        super().__init__(colour)
        self.session = session
        self.broke = broke
        self.line = InputLine()
        self.picker: Picker | None = None  # while items are picked together
        self.ended = False  # whether the end of the game was shown
        # These keys work while something is typed, too; those of `commands` do not.
        self.editing: dict[str, Callable[[], None]] = {
            **{key: partial(self.step, by) for key, by in STEPS.items()},
            "enter": self.enter,
            "escape": self.escape,
            "backspace": self.erase,
            "ctrl+h": self.erase,  # what some terminals send for backspace
        }

    @property
    def table(self) -> Table:
        """The table of the session, which undo and loading replace."""
        return self.session.table

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.session.seat

    @property
    def history(self) -> Sequence[MoveReport]:
        """The moves so far."""
        return self.session.history

    @property
    def moves(self) -> MovePanel:
        """The list of moves."""
        return self.query_one("#moves", MovePanel)

    def side(self) -> ComposeResult:
        """The moves to choose from, and the history below."""
        yield MovePanel(self.faces)
        yield Drawing(self.draw_history, id="history")

    def question(self) -> str:
        """The prompt and what was typed so far."""
        if self.table.over and not self.line.asks:
            return self.session.question()
        what = self.line.prompt if self.line.asks else self.session.question()
        if not self.line.asks:
            if self.picker:
                what += f", {self.picker.count}"
            elif len(self.session.moves()) > MOST_LISTED:
                what += f", 1 to {len(self.session.moves())}"
        return f"{what} > {self.line.text}{'_' if self.line.active else ''}"

    def on_mount(self) -> None:
        """Start: others may have the first moves."""
        super().on_mount()
        self.proceed()

    # ---- moves ----

    def proceed(self, message: str = "") -> None:
        """Let the others move, then show what can be chosen."""
        self.guarded(self.session.let_others_move)
        self.line.clear()
        picks = self.session.picks()
        self.picker = Picker(picks) if picks and picks.at_once else None
        self.list_moves()
        if self.table.over:
            self.stop()
        self.update(message)
        if self.table.over and not self.ended:
            self.show_end()
        self.ended = self.table.over

    def show_end(self) -> None:
        """Show how the game ended; called once, when it does."""
        raise NotImplementedError

    def guarded(self, step: Callable[[], object]) -> bool:
        """Do something that may be illegal, or break the game; whether it worked."""
        try:
            step()
        except MoveError as error:
            more = f"{error}; ctrl+w explains why"
            self.stop(more if self.line.text and len(more) < self.size.width - 1 else str(error))
            return False
        except GameFault as fault:
            self.broke(fault)
            return False
        return True

    def list_moves(self) -> None:
        """List the moves or items that match what was typed."""
        typed = "" if self.line.asks else self.line.text
        if self.picker:
            self.moves.show_items(self.picker, typed)
        else:
            self.moves.show_moves(self.session, typed)
            self.widen_side(self.moves.wanted_width)

    def pick(self, picker: Picker) -> None:
        """Mark the selected item; on the last line, pick all marked items."""
        at, items = self.moves.highlighted, self.moves.items
        if at is None:  # nothing matches what was typed, so that may be a whole set
            self.make(self.line.text)
        elif at == len(items):
            if picker.ready:
                self.make(picker.items)
            else:
                self.say(f"mark {how_many(picker.asked)} first: {picker.count}")
        elif not picker.toggle(items[at]):
            self.say(f"{picker.count}: unmark one first")
        else:
            self.line.clear()
            last = len(picker.asked.items)
            self.moves.show_items(picker, "", last if picker.full else items[at])
            self.update()

    def step(self, by: int) -> None:
        """Move the selection."""
        self.moves.step(by)

    def enter(self) -> None:
        """Make the selected or typed move, or answer what was asked."""
        if self.line.asks:
            act = self.line.answer()
            self.line_changed()
            act()
        elif self.picker:
            self.pick(self.picker)
        elif not self.table.over:
            self.make(self.moves.selected_move() or self.line.text)

    def make(self, move: Move | str | Collection[str]) -> None:
        """Make a move."""
        if self.guarded(lambda: self.session.make_compound(move)):
            self.proceed()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Make the move that was clicked on."""
        event.stop()
        if self.line.asks:
            return
        self.moves.highlighted = event.option_index
        if self.picker:
            self.pick(self.picker)
        elif move := self.moves.selected_move():
            self.make(move)

    def tick(self) -> None:
        """Continue automatically until there is a choice."""
        if not self.session.waits:
            self.stop()
        elif not self.line.asks:
            self.make("")
            if not self.table.over:
                self.say("running: a stops")

    # ---- typing ----

    def on_key(self, event: events.Key) -> None:
        """Run a command; once something is typed, letters are text."""
        key, letter = event.key, event.character
        command = self.editing.get(key)
        if command is None and not self.line.active:
            command = self.commands.get(key)
        event.stop()
        event.prevent_default()
        if command:
            command()
        elif letter and letter.isprintable():
            self.type(letter)

    def on_paste(self, event: events.Paste) -> None:
        """Type the pasted text."""
        event.stop()
        self.type(" ".join(event.text.split()))

    def type(self, text: str) -> None:
        """Add to the line."""
        self.line.add(text)
        self.line_changed()

    def erase(self) -> None:
        """Delete the last letter."""
        self.line.erase()
        self.line_changed()

    def clear_line(self) -> None:
        """Forget what was typed and asked."""
        self.line.clear()
        self.line_changed()

    def type_literally(self) -> None:
        """Take all letters as text, even command keys."""
        self.line.literal = True
        self.update()

    def line_changed(self) -> None:
        """Show the line and what matches it."""
        self.list_moves()
        self.update()

    def escape(self) -> None:
        """Clear the line."""
        self.clear_line()
