"""Backtraces: diagnostics in a macro are reported once, with notes on the calls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .....diagnostics import Code, Diagnostic
from ...codes import document as codes
from ..document import Call, Document

# Reported before expansion: their paths are those of the document as written, so `calls`, which is
# about the expanded document, does not apply.
_AS_WRITTEN = frozenset(each.code for each in vars(codes).values() if isinstance(each, Code))


def with_backtraces(document: Document, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics of an expanded document. An error in the body of a macro is found once per
    call; only the first is kept, with notes on the chain of calls and the number of others."""
    chains = [
        (found, () if found.code in _AS_WRITTEN else _call_chain(document, found.path))
        for found in diagnostics
    ]
    first_seen: dict[object, int] = {}
    kept: list[tuple[Diagnostic, tuple[Call, ...]]] = []
    repeats: list[int] = []
    for found, chain in chains:
        # Nodes of a macro keep the spans of its body, so repetitions agree in everything but path.
        key = (found.code, found.span, found.message)
        if chain and key in first_seen:
            repeats[first_seen[key]] += 1
            continue
        if chain:
            first_seen[key] = len(kept)
        kept.append((found, chain))
        repeats.append(0)
    return [
        _with_notes(found, chain, count)
        for (found, chain), count in zip(kept, repeats, strict=True)
    ]


def _call_chain(document: Document, path: str) -> tuple[Call, ...]:
    """The macro calls that produced the node at a path, the outermost first."""
    # Only the items that a call produced are recorded, so ask all ancestors of the node.
    calls = [document.calls.get(id(node), ()) for node in document.nodes(path)]
    return tuple(dict.fromkeys(call for each in calls for call in each))


def _with_notes(found: Diagnostic, chain: tuple[Call, ...], repeats: int) -> Diagnostic:
    # The innermost call first: it is nearest to the error.
    notes = [f"in the macro '{call.macro}', called in line {call.at.line}" for call in chain[::-1]]
    if repeats:
        notes.append(f"also at {repeats} other {'calls' if repeats > 1 else 'call'}")
    return replace(found, notes=(*found.notes, *notes)) if notes else found
