"""Corrections: what the help of a diagnostic says to write instead, where that helps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..diagnostics import ERROR, Diagnostic, Report, Source
from ..languages.files import Files
from .analysis import Analysis, Document, analysed
from .text import Lines

MOST_TRIED = 6
_QUOTED = re.compile(r"'([^'\n]+)'")
_MEANT = re.compile(r"^did you mean ('.+')\?$")
_WRITE = re.compile(r"\b(?:write|use) '([^'\n]+)'$")


@dataclass(frozen=True, slots=True)
class Fix:
    """A new text for a range of offsets."""

    title: str
    start: int
    end: int
    new: str


def fixes(document: Document, diagnostic: Diagnostic, now: Analysis) -> tuple[Fix, ...]:
    """The corrections of a diagnostic in a document that make it disappear and cause no error."""
    found = []
    for fix in [*_proposed(document.lines, diagnostic)][:MOST_TRIED]:
        text = document.source.text
        tried = analysed(document.with_text(text[: fix.start] + fix.new + text[fix.end :]))
        if _better(tried, now, diagnostic):
            found.append(fix)
    return tuple(found)


def _better(tried: Analysis, now: Analysis, fixed: Diagnostic) -> bool:
    """Whether one diagnostic less is left, and not one error more."""
    before = [d for d in now.diagnostics if d.code == fixed.code]
    after = [d for d in tried.diagnostics if d.code == fixed.code]
    errors = [sum(d.severity == ERROR for d in each.diagnostics) for each in (tried, now)]
    # What an error hid may come to light, but not in its place.
    return len(after) < len(before) and errors[0] <= errors[1]


def _proposed(lines: Lines, diagnostic: Diagnostic) -> Iterator[Fix]:
    if diagnostic.span is None:
        return
    start, end = lines.range(diagnostic.span)
    written = lines.text[start:end]
    meant = _MEANT.match(diagnostic.help)
    said = _WRITE.search(diagnostic.help)
    news = _QUOTED.findall(meant[1]) if meant else [said[1]] if said else []
    # The message quotes what is wrong: it may be a part of what the location covers.
    olds = [old for old in _QUOTED.findall(diagnostic.message) if old and written.count(old) == 1]
    for new in news:
        for old in [*olds[:1], *([written] if written not in olds[:1] else [])]:
            at = start + written.index(old)
            if new != old and "\n" not in old:
                yield Fix(f"Write '{new}'", at, at + len(old), new)


def formatted(document: Document) -> str | None:
    """The text as the formatter writes it; None if it cannot or there is none."""
    write = document.language.tools.format
    return write(document.source, Report()) if write else None


def migrated(document: Document) -> str | None:
    """The text in the newest version of its language; None if it is already."""
    migrate = document.language.tools.migrate
    if migrate is None:
        return None
    report = Report()
    source = Source(document.source.name, document.source.text)
    files = Files(source, document.path, desk=document.desk)
    found = migrate(source, report, files)
    changed = found is not None and found.text != document.source.text
    return found.text if found and changed and found.changes and not report.failed else None
