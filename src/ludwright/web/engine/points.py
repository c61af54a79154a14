"""What an editor asks about a point of an upload: what a word means, and what may be written.

Offsets count code points. Whatever the texts are, answers are small.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from ...diagnostics import Source
from ...editing.analysis import Document, analysed
from ...editing.completion import completions
from ...editing.hover import hover
from ...languages import LANGUAGES
from ...languages.files import Desk
from ..catalogue import blocks
from .games import Games, check_names, folder_of
from .interface import Completed, GameRef, Hovered, Item, TableFault

MOST_ITEMS = 200
LONGEST_ITEM = 200  # characters; a longer one is not offered
LONGEST_ABOUT = 600
LONGEST_HOVER = 6_000


def hover_at(_: Games, ref: Any, file: str, offset: int) -> Hovered:
    """What the word at an offset of a file means."""
    with _document(msgspec.convert(ref, GameRef), file) as document:
        found = hover(analysed(document, checked=False), document, offset)
        if found is None:
            return Hovered([], offset, offset)
        return Hovered(blocks(found.text[:LONGEST_HOVER]), *document.lines.range(found.span))


def complete_at(_: Games, ref: Any, file: str, offset: int) -> Completed:
    """What can be written at an offset of a file."""
    with _document(msgspec.convert(ref, GameRef), file) as document:
        found = [c for c in completions(document, offset) if len(c.text) <= LONGEST_ITEM]
    items = [
        Item(each.text, each.kind, each.about[:LONGEST_ABOUT], each.start, each.end)
        for each in found[:MOST_ITEMS]
    ]
    return Completed(items, len(found) > MOST_ITEMS)


@contextmanager
def _document(ref: GameRef, file: str) -> Iterator[Document]:
    """A file of an upload, as a part of the game if the upload mentions it."""
    language = next((each for each in LANGUAGES if each.name == ref.language), None)
    if language is None or file not in ref.files:
        raise TableFault(f"unknown file '{file[:80]}' of '{ref.language[:80]}'")
    check_names(ref)
    source, (main, *others) = Source(file, ref.files[file]), ref.files
    if not others:
        yield Document(language, source)
        return
    with folder_of(ref) as folder:
        desk = Desk(within=folder)
        owner = Document(language, Source(main, ref.files[main]), folder / main, desk)
        named = any(file in text for name, text in ref.files.items() if name != file)
        part = file != main and named
        yield Document(language, source, folder / file, desk, owner if part else None)
