"""Split text into lines of words and sets, without comments and blank lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from ....diagnostics import Report, Source, Span
from .. import codes
from .tree import Word

# Limits on hostile files; diagnostics beyond MOST_REPORTS would help nobody.
MOST_LINES = 5000
LONGEST_LINE = 2000
MOST_REPORTS = 200

BLOCKS = ("AND", "OR")
ONE_LEVEL = "one level is four blanks or one tab"

# A set (sets do not nest), a stray brace, or a word.
_ITEM = re.compile(r"\{[^{}]*\}|[{}]|[^\s{}]+")
# Tabs and groups of four blanks, in any mixture.
_LEVELS = re.compile(r"(?:\t| {4})*")
_PART = re.compile(r"[^,]+")
_GAP = re.compile(r",\s*(?:,|$)|^\s*(?:,|$)")  # an element of a set that is missing


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line without its comment and surrounding blanks; `indent` is its leading white space."""

    indent: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Item:
    """A word, or the words of a set in braces."""

    words: tuple[Word, ...]
    span: Span
    braced: bool = False

    @property
    def text(self) -> str:
        """The word, for messages and comparisons; a set compares unequal to all words."""
        return "{...}" if self.braced else self.words[0].text


@dataclass(frozen=True, slots=True)
class Line:
    """A line as items; a `broken` one has been reported, and only its first item is reliable."""

    level: int
    items: tuple[Item, ...]
    span: Span
    broken: bool = False

    @property
    def first(self) -> str:
        """The first word."""
        return self.items[0].text


def full(report: Report) -> bool:
    """Whether the limit on the number of diagnostics is reached."""
    return len(report.items) >= MOST_REPORTS


def shown(text: str) -> str:
    """A word in quotes, shortened if it is long."""
    return f"'{text}'" if len(text) <= 40 else f"'{text[:37]}...'"


def raw_lines(source: Source, report: Report) -> list[RawLine]:
    """The lines that are not blank, up to the limit."""
    # The limit counts lines with content only, so a long comment never exceeds it.
    lines = list(_raw_lines(source, report))
    if len(lines) > MOST_LINES:
        extra = lines[MOST_LINES].span
        report.error(codes.TOO_LARGE, extra, f"the file has more than {MOST_LINES} lines")
    return _widened(lines[:MOST_LINES], report)


def _widened(lines: list[RawLine], report: Report) -> list[RawLine]:
    """The lines as if indented by four blanks, if every block is indented by two: one mistake."""
    first = [
        (below, len(below.indent) - len(above.indent))
        for above, below in pairwise(lines)
        if above.text in BLOCKS and len(below.indent) > len(above.indent)
    ]
    if {step for _, step in first} != {2} or any("\t" in line.indent for line in lines):
        return lines
    message = "blocks are indented by two blanks"
    report.error(codes.BAD_INDENT, first[0][0].span, message, ONE_LEVEL)
    return [replace(line, indent=line.indent * 2) for line in lines]


def _raw_lines(source: Source, report: Report) -> Iterator[RawLine]:
    for number, whole in enumerate(source.text.splitlines(), 1):
        # The language has no strings, so every # starts a comment.
        code = whole.split("#", 1)[0].rstrip()
        text = code.lstrip()
        if not text:
            continue
        start = len(code) - len(text)
        span = Span(source.name, number, start + 1, number, len(code) + 1)
        if len(code) <= LONGEST_LINE:
            yield RawLine(code[:start], text, span)
        elif not full(report):
            message = f"the line is longer than {LONGEST_LINE} characters"
            report.error(codes.TOO_LARGE, span, message)


def split(raw: RawLine, report: Report) -> Line:
    """A line split into items, with its level of indentation."""
    level = _level(raw, report)
    items: list[Item] = []
    # A malformed line keeps the items before the problem: its first word still shows what it is.
    for match in _ITEM.finditer(raw.text):
        item = _item(raw, match, report)
        if item is None:
            whole = Item((Word(raw.text, raw.span),), raw.span)
            return Line(level, tuple(items) or (whole,), raw.span, broken=True)
        items.append(item)
    return Line(level, tuple(items), raw.span)


def _level(raw: RawLine, report: Report) -> int:
    if not _LEVELS.fullmatch(raw.indent):
        message = "indentation is not a multiple of four blanks"
        report.error(codes.BAD_INDENT, raw.span, message, ONE_LEVEL)
    # Rounded up: a line with too few blanks still belongs to the block above it.
    return -(-len(raw.indent.replace("\t", "    ")) // 4)


def _item(raw: RawLine, match: re.Match[str], report: Report) -> Item | None:
    span = _part(raw, match.start(), match.end())
    text = match.group()
    problem = _problem(raw.text, match)
    if problem:
        report.error(codes.BAD_SET, span, problem)
        return None
    if text[0] != "{":
        return Item((Word(text, span),), span)
    words = tuple(_words(raw, match.start() + 1, text[1:-1]))
    for word in words:
        if len(word.text.split()) > 1:
            message = f"missing comma in {shown(word.text)}"
            report.error(codes.BAD_SET, word.span, message)
            return None
    return Item(words, span, braced=True)


def _problem(line: str, match: re.Match[str]) -> str:
    text = match.group()
    if text == "{":
        return "unclosed or nested '{'"
    if text == "}":
        return "unmatched '}'"
    # `_ITEM` also splits `A{B}` and `{A}B`.
    if match.start() and not line[match.start() - 1].isspace():
        return "expected a blank before and after a set"
    if text[0] == "{":
        return "missing element in the set" if _GAP.search(text[1:-1]) else ""
    return "unexpected comma outside braces" if "," in text else ""


def _words(raw: RawLine, offset: int, inside: str) -> Iterator[Word]:
    for match in _PART.finditer(inside):
        text = match.group().strip()
        start = offset + match.start() + match.group().index(text)
        yield Word(text, _part(raw, start, start + len(text)))


def _part(raw: RawLine, start: int, end: int) -> Span:
    at = raw.span
    return Span(at.file, at.line, at.column + start, at.line, at.column + end)
