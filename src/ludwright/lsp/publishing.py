"""Diagnostics as editors receive them: for each file, from all open games that include it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types

from ..diagnostics import CODES, ERROR, Diagnostic, Span
from ..editing.analysis import Analysis
from ..editing.text import Lines
from ..pipeline import ONLY_PART
from .positions import Positions
from .workspace import uri_of

EXPLAIN = "ludwright:/explain/"
"""The address of manual pages, for clients that open them with the command `ludwright.explain`."""
SOURCE = "ludwright"
_AT = re.compile(r"(?P<file>[^\s'\"]+):(?P<line>\d+):(?P<column>\d+)")

Published = dict[str, list[types.Diagnostic]]


def by_file(uri: str, analysis: Analysis, positions: Positions, pages: bool) -> Published:
    """The diagnostics of a text and of the files that it includes, by URI; the list of the text
    itself may be empty. For a part of a game, only its own count."""
    found: Published = {uri: []}
    for each in analysis.diagnostics:
        # A deck is no game, and need not be one in an editor.
        if each.code == ONLY_PART.code:
            continue
        file = each.span.file if each.span else analysis.file
        home = uri if file == analysis.file else _uri(analysis, file)
        if home == uri or (home and analysis.document.owner is None):
            lines = analysis.sources.get(file, analysis.document.lines)
            found.setdefault(home, []).append(
                translated(each, uri, lines, analysis, positions, pages)
            )
    return found


def _uri(analysis: Analysis, file: str) -> str:
    path = analysis.path(file)
    return uri_of(path) if path else ""


def translated(
    diagnostic: Diagnostic,
    uri: str,
    lines: Lines,
    analysis: Analysis,
    positions: Positions,
    pages: bool,
) -> types.Diagnostic:
    """A diagnostic for an editor."""
    error = diagnostic.severity == ERROR
    help = f"\nhelp: {diagnostic.help}" if diagnostic.help else ""
    known = pages and diagnostic.code in CODES
    page = types.CodeDescription(f"{EXPLAIN}{diagnostic.code}.md") if known else None
    span = diagnostic.span or Span(analysis.file, 1, 1, 1, 2)
    return types.Diagnostic(
        range=positions.range(lines, span),
        message=diagnostic.message + help,
        severity=types.DiagnosticSeverity.Error if error else types.DiagnosticSeverity.Warning,
        code=diagnostic.code,
        code_description=page,
        source=SOURCE,
        related_information=[*_related(diagnostic, uri, analysis, positions)] or None,
    )


def _related(
    diagnostic: Diagnostic, uri: str, analysis: Analysis, positions: Positions
) -> Iterator[types.DiagnosticRelatedInformation]:
    """The notes, each where it points to, or else where the diagnostic is."""
    for note in diagnostic.notes:
        at = _AT.search(note)
        span = diagnostic.span
        if at and at["file"] in analysis.sources:
            line, column = int(at["line"]), int(at["column"])
            span = Span(at["file"], line, column, line, column + 1)
        if span is None or span.file not in analysis.sources:
            continue
        home = uri if span.file == analysis.file else _uri(analysis, span.file)
        if home:
            place = types.Location(home, positions.range(analysis.sources[span.file], span))
            yield types.DiagnosticRelatedInformation(place, note)


class Board:
    """What was published for each file, by the open text that it is from."""

    def __init__(self) -> None:
        self._from: dict[str, Published] = {}

    def put(self, uri: str, found: Published) -> set[str]:
        """Replace what one text contributes; the files whose diagnostics have changed."""
        before = self._from.get(uri, {})
        self._from[uri] = found
        changed = {each for each in before.keys() | found if before.get(each) != found.get(each)}
        return changed | {uri}

    def drop(self, uri: str) -> set[str]:
        """Forget a text; the files whose diagnostics have changed."""
        return {*self._from.pop(uri, {})} | {uri}

    def of(self, uri: str) -> list[types.Diagnostic]:
        """All diagnostics of a file, each once."""
        found: list[types.Diagnostic] = []
        for each in self._from.values():
            found += [d for d in each.get(uri, []) if d not in found]
        return found
