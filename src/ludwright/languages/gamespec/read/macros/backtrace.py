"""Findings inside of macros: told once, with the calls through which they came."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .....diagnostics import Code, Diagnostic
from ...codes import document as codes
from ..document import Call, Document

# Found before macros are gone: these have the paths of the document as it is written.
_AS_WRITTEN = frozenset(each.code for each in vars(codes).values() if isinstance(each, Code))


def noted(document: Document, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings of an expanded document. What is wrong with the text of a macro is found at each
    of its calls: it is told for the first one, with notes about the calls."""
    ways = [
        (found, () if found.code in _AS_WRITTEN else _way(document, found.path))
        for found in findings
    ]
    told: dict[object, int] = {}
    kept: list[tuple[Diagnostic, tuple[Call, ...]]] = []
    again: list[int] = []
    for found, way in ways:
        same = (found.code, found.span, found.message)
        if way and same in told:
            again[told[same]] += 1
            continue
        if way:
            told[same] = len(kept)
        kept.append((found, way))
        again.append(0)
    return [_with(found, way, more) for (found, way), more in zip(kept, again, strict=True)]


def _way(document: Document, path: str) -> tuple[Call, ...]:
    """The calls that what stands at a path came through, the outermost first."""
    calls = [document.calls.get(id(node), ()) for node in document.nodes(path)]
    return tuple(dict.fromkeys(call for each in calls for call in each))


def _with(found: Diagnostic, way: tuple[Call, ...], more: int) -> Diagnostic:
    notes = [f"in the macro '{call.macro}', called in line {call.at.line}" for call in way[::-1]]
    if more:
        notes.append(f"also at {more} other {'calls' if more > 1 else 'call'}")
    return replace(found, notes=(*found.notes, *notes)) if notes else found
