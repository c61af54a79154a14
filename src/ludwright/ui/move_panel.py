"""The list beside the full-screen table: legal moves, or items to pick with a mark each."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..play.moves import Move
from .faces import Faces
from .selection import Picker
from .session import Session

MOST_LISTED = 500  # a longer list would make every key press slow
FRAME = 5  # columns for the border, padding and scroll bar


class MovePanel(OptionList, can_focus=False):
    """The moves or items that match what was typed, one of them selected."""

    def __init__(self, faces: Faces) -> None:
        super().__init__(id="moves", markup=False)
        self._faces = faces
        self.listed: list[Move] = []
        self.items: list[int] = []  # the indices of the listed items, while items are picked

    @property
    def wanted_width(self) -> int:
        """The columns that the longest line needs."""
        return FRAME + max((len(str(option.prompt)) for option in self.options), default=0)

    @property
    def lines(self) -> int:
        """How many lines can be selected: not the note that there are more moves."""
        return self.option_count if self.items else len(self.listed)

    def show_moves(self, session: Session, typed: str) -> None:
        """List the moves that match a text, and select an exact match or the numbered one."""
        self.items = []
        moves, number = session.moves(), session.number(typed)
        wanted = "" if number else folded(typed)
        rows = [(i, move, session.text(move)) for i, move in enumerate(moves[:MOST_LISTED], 1)]
        rows = [row for row in rows if wanted in folded(row[2])]
        self.listed = [move for _, move, _ in rows]
        numbered = session.numbered
        lines = [(f"{i:>2} " if numbered else " ") + self._faces.text(text) for i, _, text in rows]
        options = [Option(Content(line)) for line in lines]
        if len(moves) > MOST_LISTED:
            more = f"+{len(moves) - MOST_LISTED} more: type the number"
            options.append(Option(Content(more), disabled=True))
        self.clear_options().add_options(options)
        exact = (at for at, (_, _, text) in enumerate(rows) if folded(text) == wanted)
        chosen = number - 1 if number else next(exact, 0)
        self.highlighted = chosen if chosen < len(self.listed) else None

    def show_items(self, picker: Picker, typed: str, at: int = 0) -> None:
        """List the items that match a text; without one, also a last line that picks the marked."""
        wanted = folded(typed)
        self.listed = []
        texts = picker.asked.items
        self.items = [item for item, text in enumerate(texts) if wanted in folded(text)]
        lines = [self._faces.text(picker.line(item)) for item in self.items]
        lines += [] if wanted else [f"done: {picker.count}"]
        self.clear_options().add_options([Option(Content(line)) for line in lines])
        self.highlighted = min(at, len(lines) - 1) if lines else None

    def step(self, by: int) -> None:
        """Move the selection."""
        if self.lines:
            self.highlighted = min(max((self.highlighted or 0) + by, 0), self.lines - 1)

    def selected_move(self) -> Move | None:
        """The selected move."""
        at = self.highlighted
        return self.listed[at] if at is not None and at < len(self.listed) else None

    def select_move(self, move: Move | None) -> None:
        """Select a move, if it is listed."""
        if move in self.listed:
            self.highlighted = self.listed.index(move)


def folded(text: str) -> str:
    """A text for comparison: whitespace and case do not matter."""
    return " ".join(text.split()).casefold()
