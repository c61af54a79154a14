"""Positions as editors count them: lines from 0, columns in units of the negotiated encoding."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from ..diagnostics import Span
from ..editing.text import Lines

_UNITS: dict[str, Callable[[str], int]] = {
    types.PositionEncodingKind.Utf8.value: lambda text: len(text.encode(errors="replace")),
    types.PositionEncodingKind.Utf16.value: lambda text: (
        len(text) + sum(char > "\uffff" for char in text)
    ),
    types.PositionEncodingKind.Utf32.value: len,
}


class Positions:
    """Converts between locations in code points and positions of one encoding."""

    def __init__(self, encoding: str = types.PositionEncodingKind.Utf16.value) -> None:
        self._units = _UNITS.get(encoding, _UNITS[types.PositionEncodingKind.Utf16.value])

    def units(self, text: str) -> int:
        """The length of a text as the editor counts it."""
        return self._units(text)

    def position(self, lines: Lines, line: int, column: int) -> types.Position:
        """A location, moved into the text if it is outside."""
        line = min(max(line, 1), len(lines.starts))
        before = lines.line(line)[: max(column - 1, 0)]
        return types.Position(line - 1, self._units(before))

    def range(self, lines: Lines, span: Span) -> types.Range:
        """The range of a span."""
        start = self.position(lines, span.line, span.column)
        end = self.position(lines, span.end_line, span.end_column)
        return types.Range(start, max(start, end, key=lambda at: (at.line, at.character)))

    def of_offsets(self, lines: Lines, start: int, end: int) -> types.Range:
        """The range of two offsets."""
        return types.Range(
            self.position(lines, *lines.place(start)), self.position(lines, *lines.place(end))
        )

    def offset(self, lines: Lines, at: types.Position) -> int:
        """The offset of a position; the nearest one if there is none."""
        if at.line >= len(lines.starts):
            return len(lines.text)
        line, left = lines.line(at.line + 1), at.character
        column = 0
        while column < len(line) and left >= self._units(line[column]):
            left -= self._units(line[column])
            column += 1
        return lines.offset(at.line + 1, column + 1)
