"""Texts by lines and columns: columns and offsets in code points, as diagnostics count them."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from ..diagnostics import Span

_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Lines:
    """A text whose lines end where editors end them; lines and columns count from 1."""

    text: str

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The offset of the start of each line."""
        return (0, *(each.end() for each in _BREAK.finditer(self.text)))

    def line(self, number: int) -> str:
        """A line without its end; empty if there is no such line."""
        if not 0 < number <= len(self.starts):
            return ""
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end].rstrip("\r\n")

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column; the nearest one if there is none."""
        if line < 1:
            return 0
        if line > len(self.starts):
            return len(self.text)
        return self.starts[line - 1] + min(max(column - 1, 0), len(self.line(line)))

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def range(self, span: Span) -> tuple[int, int]:
        """The offsets of a span."""
        start = self.offset(span.line, span.column)
        return start, max(start, self.offset(span.end_line, span.end_column))

    def span(self, file: str, start: int, end: int) -> Span:
        """The span of a range of offsets."""
        return Span(file, *self.place(start), *self.place(end))
