"""Edits of single entries of a YAML text: removed, repeated, exchanged."""

from __future__ import annotations

import re

from .concrete import Branch, Entry, Written

Replacement = tuple[int, int, str]  # start and end of the old text, new text

_COMMENT = re.compile(r"[ \t]*#[^\n]*\n")


def without(text: str, branch: Branch, number: int) -> Replacement | None:
    """The edit that removes an entry; None for the only one, and where it shares its line with
    what stays. The comments directly above an entry in block style go with it."""
    if len(branch.entries) < 2:
        return None
    entry = branch.entries[number]
    if not branch.flow:
        span = _lines(text, entry)
        return span and (_above(text, span[0]), span[1], "")
    if number + 1 < len(branch.entries):
        return entry.start, branch.entries[number + 1].start, ""
    return branch.entries[number - 1].value.end, entry.value.end, ""


def repeated(text: str, branch: Branch, number: int) -> Replacement | None:
    """The edit that repeats an item of a list; None where that is not possible."""
    entry = branch.entries[number]
    if branch.mapping or _anchored(entry.value):
        return None
    if branch.flow:
        return entry.value.end, entry.value.end, f", {text[entry.start : entry.value.end]}"
    span = _lines(text, entry)
    if span is None:
        return None
    lines = text[slice(*span)]
    return span[1], span[1], lines if lines.endswith("\n") else f"\n{lines}"


def exchanged(text: str, branch: Branch, number: int) -> tuple[Replacement, Replacement] | None:
    """The edits that exchange an item of a list with the next one; None where that is not
    possible."""
    first, second = branch.entries[number : number + 2]
    if branch.mapping or _anchored(first.value) or _anchored(second.value):
        return None
    spans = [(each.start, each.value.end) for each in (first, second)]
    if not branch.flow:
        lines = [_lines(text, each) for each in (first, second)]
        if None in lines or not text.endswith("\n"):
            return None
        spans = [span for span in lines if span]
    (a, b), (c, d) = spans
    return (a, b, text[c:d]), (c, d, text[a:b])


def _lines(text: str, entry: Entry) -> tuple[int, int] | None:
    """The lines of an entry; None if something stands before it on its first line."""
    begin = text.rfind("\n", 0, entry.start) + 1
    if text[begin : entry.start].strip():
        return None
    end = text.find("\n", entry.value.end)
    return begin, len(text) if end < 0 else end + 1


def _above(text: str, begin: int) -> int:
    """Where the comments start that are directly above a line."""
    while begin:
        before = text.rfind("\n", 0, begin - 1) + 1
        if not _COMMENT.fullmatch(text[before:begin]):
            break
        begin = before
    return begin


def _anchored(node: Written) -> bool:
    """Whether a node or a part of it has an anchor, which must not be repeated or moved."""
    if "&" in node.properties:
        return True
    return isinstance(node, Branch) and any(_anchored(entry.value) for entry in node.entries)
