"""Text to lines: comments and blank lines go, words and sets in braces are told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ....diagnostics import Report, Source, Span
from .. import codes
from .tree import Word

MOST_LINES = 5000
LONGEST_LINE = 2000
MOST_REPORTS = 200

_ITEM = re.compile(r"\{[^{}]*\}|[{}]|[^\s{}]+")
_LEVELS = re.compile(r"(?:\t| {4})*")
_PART = re.compile(r"[^,]+")
_GAP = re.compile(r",\s*(?:,|$)|^\s*(?:,|$)")


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line without its comment and outer blanks; `indent` is what stood before it."""

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
        """The word as it is to be shown and compared; a set is no word."""
        return "{...}" if self.braced else self.words[0].text


@dataclass(frozen=True, slots=True)
class Line:
    """A line as items; a broken one was reported and only its first item can be relied on."""

    level: int
    items: tuple[Item, ...]
    span: Span
    broken: bool = False

    @property
    def first(self) -> str:
        """The first word."""
        return self.items[0].text


def full(report: Report) -> bool:
    """Whether so much is wrong that looking further helps nobody."""
    return len(report.items) >= MOST_REPORTS


def shown(text: str) -> str:
    """A word as messages quote it."""
    return f"'{text}'" if len(text) <= 40 else f"'{text[:37]}...'"


def raw_lines(source: Source, report: Report) -> list[RawLine]:
    """The lines that say something, up to the limit."""
    lines = list(_raw_lines(source, report))
    if len(lines) > MOST_LINES:
        extra = lines[MOST_LINES].span
        report.error(codes.TOO_LARGE, extra, f"a game has at most {MOST_LINES} lines")
    return lines[:MOST_LINES]


def _raw_lines(source: Source, report: Report) -> Iterator[RawLine]:
    for number, whole in enumerate(source.text.splitlines(), 1):
        code = whole.split("#", 1)[0].rstrip()
        text = code.lstrip()
        if not text:
            continue
        start = len(code) - len(text)
        span = Span(source.name, number, start + 1, number, len(code) + 1)
        if len(code) <= LONGEST_LINE:
            yield RawLine(code[:start], text, span)
        elif not full(report):
            report.error(codes.TOO_LARGE, span, f"a line has at most {LONGEST_LINE} characters")


def split(raw: RawLine, report: Report) -> Line:
    """A line cut into items, with its level of indentation."""
    level = _level(raw, report)
    items: list[Item] = []
    for match in _ITEM.finditer(raw.text):
        item = _item(raw, match, report)
        if item is None:
            whole = Item((Word(raw.text, raw.span),), raw.span)
            return Line(level, tuple(items) or (whole,), raw.span, broken=True)
        items.append(item)
    return Line(level, tuple(items), raw.span)


def _level(raw: RawLine, report: Report) -> int:
    if not _LEVELS.fullmatch(raw.indent):
        report.error(
            codes.BAD_INDENT,
            raw.span,
            "the indentation is not a whole number of levels",
            help="one level is four blanks or one tab",
        )
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
            message = f"a comma is missing in {shown(word.text)}"
            report.error(codes.BAD_SET, word.span, message)
            return None
    return Item(words, span, braced=True)


def _problem(line: str, match: re.Match[str]) -> str:
    text = match.group()
    if text == "{":
        return "this brace is not closed, or there is a brace inside of it"
    if text == "}":
        return "this brace was not opened"
    if match.start() and not line[match.start() - 1].isspace():
        return "there must be a blank before and after a set"
    if text[0] == "{":
        return "the set has an empty place" if _GAP.search(text[1:-1]) else ""
    return "commas only stand inside of braces" if "," in text else ""


def _words(raw: RawLine, offset: int, inside: str) -> Iterator[Word]:
    for match in _PART.finditer(inside):
        text = match.group().strip()
        start = offset + match.start() + match.group().index(text)
        yield Word(text, _part(raw, start, start + len(text)))


def _part(raw: RawLine, start: int, end: int) -> Span:
    at = raw.span
    return Span(at.file, at.line, at.column + start, at.line, at.column + end)
