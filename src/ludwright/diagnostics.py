"""Diagnostics: problems with their code, location and help, as values instead of exceptions."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

ERROR, WARNING = "error", "warning"


@dataclass(frozen=True, slots=True)
class Span:
    """A range in one file; lines and columns count from 1, the end column is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


@dataclass(frozen=True, slots=True)
class Source:
    """A named text, whose lines diagnostics quote."""

    name: str
    text: str

    def line(self, number: int) -> str:
        """The text of a line; empty if there is no such line."""
        lines = self.text.splitlines()
        return lines[number - 1] if 0 < number <= len(lines) else ""

    @property
    def start(self) -> Span:
        """The first character of the file: the location of what has no better one."""
        return Span(self.name, 1, 1, 1, 2)


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of diagnostic: its stable code, a short title, its manual page and, where tools for
    the same language know it by another name, that name."""

    code: str
    title: str
    page: str
    alias: str = ""

    def as_json(self) -> dict[str, str]:
        """The machine-readable form."""
        return {"code": self.code, "title": self.title, "alias": self.alias, "page": self.page}


CODES: dict[str, Code] = {}
ALIASES: dict[str, Code] = {}
_DECLARED: dict[str, str] = {}  # the module and line of each code and alias


def declare(code: str, title: str, page: str, alias: str = "") -> Code:
    """Declare a diagnostic code, once, in the room that reports it."""
    caller = sys._getframe(1)
    here = f"{caller.f_globals['__name__']}:{caller.f_lineno}"
    for name in (code, alias):
        if name in _DECLARED:
            again = f"diagnostic {code}, declared in {here}"
            raise ValueError(f"{again}: duplicate '{name}', declared in {_DECLARED[name]}")
    _DECLARED.update({name: here for name in (code, alias) if name})
    CODES[code] = Code(code, title, " ".join(page.split()), alias)
    if alias:
        ALIASES[alias] = CODES[code]
    return CODES[code]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem with its location and help; `path` is the location in a document of nested parts
    (`doc.actions.0.phase`)."""

    code: str
    message: str
    span: Span | None
    severity: str = ERROR
    help: str = ""
    notes: tuple[str, ...] = ()
    path: str = ""

    @property
    def alias(self) -> str:
        """The name that other tools have for its code, if there is one."""
        return CODES[self.code].alias if self.code in CODES else ""

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form, with the same facts as the text."""
        at = self.span or Span("", 0, 0, 0, 0)
        return {
            "file": at.file,
            "line": at.line,
            "column": at.column,
            "end_line": at.end_line,
            "end_column": at.end_column,
            "severity": self.severity,
            "code": self.code,
            "alias": self.alias,
            "message": self.message,
            "help": self.help,
            "notes": list(self.notes),
            "path": self.path,
        }


@dataclass(slots=True)
class Report:
    """Collects diagnostics, so that all problems are reported in one run."""

    items: list[Diagnostic] = field(default_factory=list)

    def error(
        self, code: Code, span: Span | None, message: str, help: str = "", path: str = ""
    ) -> None:
        """Add an error."""
        self.items.append(Diagnostic(code.code, message, span, ERROR, help, path=path))

    def warning(
        self, code: Code, span: Span | None, message: str, help: str = "", path: str = ""
    ) -> None:
        """Add a warning."""
        self.items.append(Diagnostic(code.code, message, span, WARNING, help, path=path))

    @property
    def failed(self) -> bool:
        """Whether there is at least one error."""
        return any(d.severity == ERROR for d in self.items)

    def sorted(self) -> list[Diagnostic]:
        """All diagnostics in file order, without duplicates."""
        return sorted(dict.fromkeys(self.items), key=_location)


def _location(d: Diagnostic) -> tuple[str, int, int]:
    return (d.span.file, d.span.line, d.span.column) if d.span else ("", 0, 0)


def closest(name: str, known: Iterable[str]) -> list[str]:
    """Up to two of the known names that are similar to a name, the closest first."""
    folded: dict[str, str] = {}  # case does not count as a difference
    for candidate in known:
        folded.setdefault(candidate.casefold(), candidate)
    close = difflib.get_close_matches(name.casefold(), folded, n=2, cutoff=0.6)
    return [folded[c] for c in close]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint with the most similar of the known names; empty if none is similar."""
    close = closest(name, known)
    return "did you mean " + " or ".join(f"'{c}'" for c in close) + "?" if close else ""


def render(d: Diagnostic, sources: Iterable[Source] = ()) -> str:
    """The readable form: code, location, the line with carets, help and notes."""
    return "\n".join(_rendered(d, {s.name: s for s in sources}))


WIDEST = 120  # columns of a quoted line


def _window(line: str, span: Span) -> tuple[str, int, int]:
    """The part of a line to quote, and the offset and length of its carets."""
    # Carets of a span over several lines end with its first line.
    end = span.end_column if span.end_line == span.line else len(line) + 1
    start, length = span.column - 1, max(1, end - span.column)
    # Long lines are cut so that the start of the span is a third into the window.
    first = 0 if start < WIDEST * 2 // 3 else start - WIDEST // 3
    shown = line[first : first + WIDEST]
    left = "…" if first else ""
    right = "…" if first + WIDEST < len(line) else ""
    room = len(shown) - (start - first)
    return left + shown + right, len(left) + start - first, max(1, min(length, room))


def _rendered(d: Diagnostic, sources: dict[str, Source]) -> Iterator[str]:
    yield f"{d.severity}[{d.code}]: {d.message}"
    if d.span:
        yield f"  --> {d.span.file}:{d.span.line}:{d.span.column}"
        source = sources.get(d.span.file)
        line = source.line(d.span.line).replace("\t", " ") if source else ""
        if line:
            gutter = len(str(d.span.line))
            shown, before, length = _window(line, d.span)
            yield f"{'':{gutter}} |"
            yield f"{d.span.line} | {shown}"
            yield f"{'':{gutter}} | {'':{before}}{'^' * length}"
    if d.help:
        yield f"help: {d.help}"
    for note in d.notes:
        yield f"note: {note}"
