"""What can be written at a point of a text: words of the language, and declared names.

The grammar knows which words fit. Which kind of name is expected is found by reading the text with
a placeholder at that point: whatever resolves the placeholder records what it takes it for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..languages.cursor import PLACEHOLDER, Cursor, word_at
from ..languages.names import FILE, Mention
from .analysis import Analysis, Document, analysed
from .hover import constructs, cursor_at

MOST = 500


@dataclass(frozen=True, slots=True)
class Completion:
    """A text that may replace a range of offsets: its kind, a detail, and what it means."""

    text: str
    kind: str
    start: int
    end: int
    about: str = ""


def completions(
    document: Document, offset: int, last: Analysis | None = None
) -> tuple[Completion, ...]:
    """What can be written at an offset; `last` is an older analysis of the document, for names in a
    text that cannot be read."""
    start, end = word_at(document.source.text, offset)
    typed = document.source.text[start:offset].casefold()
    found: dict[str, Completion] = {}
    cursor = cursor_at(document, offset)
    for each in (*_names(document, start, end, last), *_words(document, cursor, start, end)):
        tail = each.text[start - each.start :].casefold() if each.start < start else ""
        if typed in (tail or each.text.casefold()):
            found.setdefault(each.text, each)
    ranked = sorted(found.values(), key=lambda c: not c.text.casefold().startswith(typed))
    return tuple(ranked[:MOST])


def _words(document: Document, cursor: Cursor | None, start: int, end: int) -> Iterator[Completion]:
    if cursor is None:
        return
    for word in cursor.candidates:
        entries = constructs(document, word.name, cursor.parents)
        about = word.about or (entries[0].meaning if entries else "")
        yield Completion(word.name, word.kind, start, end, about)
    # The fixed values of the key or attribute that the cursor is the value of.
    for entry in (
        constructs(document, cursor.parents[0], cursor.parents[1:])
        if (cursor.kind in ("value", "text") and cursor.parents)
        else ()
    ):
        for value in entry.values:
            yield Completion(value, "value", start, end)


def _names(document: Document, start: int, end: int, last: Analysis | None) -> Iterator[Completion]:
    text = document.source.text
    with_placeholder = text[:start] + PLACEHOLDER + text[end:]
    tried = analysed(document.with_text(with_placeholder), checked=False)
    here = [m for m in tried.names if PLACEHOLDER in m.name and m.span.file == tried.file]
    if not here:
        # The text may be broken behind the cursor: what is before it is what counts.
        tried = analysed(document.with_text(text[:start] + PLACEHOLDER), checked=False)
        here = [m for m in tried.names if PLACEHOLDER in m.name and m.span.file == tried.file]
    for mention in here:
        if not mention.declares:
            yield from _expected(text, mention, tried, last, start, end)
    if not here and document.language.tools.cursor is None:
        # The line is too broken for a language without a grammar of points: any name may do.
        for each in (last or tried).names:
            if each.declares:
                yield Completion(each.name, each.kind, start, end)


def _expected(
    text: str, mention: Mention, tried: Analysis, last: Analysis | None, start: int, end: int
) -> Iterator[Completion]:
    """The names that fit where a reference is."""
    prefix = mention.name.partition(PLACEHOLDER)[0] if mention.kind != FILE else ""
    known = {name: "" for name in mention.known}
    for analysis in (tried, last):
        for each in analysis.declared(mention.kind, mention.scope) if analysis else ():
            if PLACEHOLDER not in each.name:
                known.setdefault(each.name, "")
    if mention.kind == FILE:
        start = _file_start(text, start)
    begin = start - len(prefix) if text[start - len(prefix) : start] == prefix else start
    for name in known:
        yield Completion(name, mention.kind, begin, end)


_IN_PATHS = "-_./:"


def _file_start(text: str, start: int) -> int:
    """Where the name of a file begins that an offset is in."""
    while start and (text[start - 1].isalnum() or text[start - 1] in _IN_PATHS):
        start -= 1
    return start
