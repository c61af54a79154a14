"""Widgets of the full-screen table: drawn lines, the history, pages, and a colour filter."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.color import Color
from textual.containers import VerticalScroll
from textual.filter import LineFilter
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from ..table.move_report import YOU, MoveReport
from .faces import Faces, Line

MARK = re.compile(r" *(?:(?:yes|NO|\?|!) +)?")  # what may precede the text of a line
WIDEST_PAGE = 100  # columns, as in its CSS
PAGE_FRAME = 6  # columns for the border, padding and scroll bar
CLOSING = "↑↓ scroll · enter or esc close"
PAPER = "#f5f2e7"
STYLES = {
    "": Style(),
    "label": Style(color="#8fb8c9", bold=True),
    "red": Style(color="#c0152a", bgcolor=PAPER, bold=True),
    "black": Style(color="#14181c", bgcolor=PAPER, bold=True),
    "card": Style(color="#14181c", bgcolor=PAPER),
    "back": Style(color="#c9d6ee", bgcolor="#2b4a85"),
    "empty": Style(dim=True),
    "note": Style(color="#d9b25f"),
    "value": Style(color="#b9c4b9"),
    "you": Style(bold=True),
}
Draw = Callable[[int, int], Sequence[Line]]


class Drawing(Widget):
    """Lines of styled text, laid out for the size of the widget."""

    def __init__(self, draw: Draw, id: str) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._lines: Sequence[Line] = ()
        self._drawn_for: tuple[int, int] | None = None

    def redraw(self) -> None:
        """Lay out again, because something has changed."""
        self._drawn_for = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Render one line; the layout is computed once per size."""
        size = (self.size.width, self.size.height)
        if self._drawn_for != size:
            self._lines = self._draw(*size)
            self._drawn_for = size
        base = self.rich_style
        line = self._lines[y] if y < len(self._lines) else ()
        segments = [Segment(text, base + STYLES[style]) for text, style in line]
        return Strip(segments).adjust_cell_length(size[0], base)


class Colourless(LineFilter):
    """Removes all colours, but neither bold nor reverse."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Remove the colours of a line."""
        return [Segment(text, style and _plain(style), code) for text, style, code in segments]


def _plain(style: Style) -> Style:
    """A style without colours, but with the metadata that mouse clicks need."""
    return style.without_color + Style(meta=style.meta) if style.meta else style.without_color


def history_lines(
    history: Iterable[MoveReport], width: int, height: int, faces: Faces
) -> list[Line]:
    """The last moves, in as many lines as fit."""
    lines: list[Line] = []
    # From the end, because a game may have thousands of moves.
    for report in reversed(list(history)):
        if len(lines) >= height:
            break
        lines = [*_report_lines(report, width, faces), *lines]
    return lines[-height:] if height > 0 else []


def _report_lines(report: MoveReport, width: int, faces: Faces) -> Iterator[Line]:
    """A move and its effects; dots where the game only continued after a pause."""
    head = f"{report.who}: {faces.text(report.text)}" if report.who else "· · ·"
    style = "you" if report.who == YOU else ""
    yield from (((line, style),) for line in textwrap.wrap(head, width, subsequent_indent="  "))
    for text in report.lines:
        wrapped = textwrap.wrap(
            faces.text(text), width, initial_indent="  ", subsequent_indent="    "
        )
        yield from (((line, "value"),) for line in wrapped)


def folded(line: str, width: int) -> list[str]:
    """A line wrapped to a width; continuation lines are indented past its mark."""
    found = MARK.match(line)
    indent = " " * (2 + (found.end() if found else 0))
    width = max(width, 2 * len(indent))
    return textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


class Page(ModalScreen[str]):
    """A page of text; the key that closes it is its result."""

    DEFAULT_CSS = """
    Page { align: center middle; }
    Page > VerticalScroll {
        width: 90%; max-width: 100; height: auto; max-height: 90%;
        border: round $primary; padding: 0 1; background: $surface;
    }
    """

    def __init__(self, title: str, lines: Iterable[str], keys: str = CLOSING) -> None:
        super().__init__()
        self._heading = title
        self._keys = keys
        self._lines = list(lines)

    def compose(self) -> ComposeResult:
        """Create a frame with the text."""
        width = min(WIDEST_PAGE, self.app.size.width * 9 // 10) - PAGE_FRAME
        text = "\n".join(part for line in self._lines for part in folded(line, width))
        frame = VerticalScroll(Static(text, markup=False, id="page"))
        frame.border_title = self._heading
        frame.border_subtitle = self._keys
        yield frame

    def on_key(self, event: events.Key) -> None:
        """Scroll, or close the page."""
        frame = self.query_one(VerticalScroll)
        scrolls = {
            "up": frame.scroll_up,
            "down": frame.scroll_down,
            "pageup": frame.scroll_page_up,
            "pagedown": frame.scroll_page_down,
            "home": frame.scroll_home,
            "end": frame.scroll_end,
        }
        event.stop()
        event.prevent_default()
        if event.key in scrolls:
            scrolls[event.key](animate=False)
        else:
            self.dismiss(event.key)
