"""What editors ask about a point of a text: what encloses it, and what may stand there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..diagnostics import Source

PLACEHOLDER = "zz_here"
"""A name for what is being typed, which a text is read with to see what is expected there."""

_BEFORE = re.compile(r"[\w-]*\Z")
_AFTER = re.compile(r"[\w-]*")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word of the language that may stand somewhere: its kind, and what it means if the tables
    of the reader say so."""

    name: str
    kind: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Cursor:
    """A point of a text: the kind of what is written there (`key`, `value`, `element`,
    `attribute`), the words that enclose it, the innermost first, and the words that fit."""

    kind: str
    parents: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()


FindCursor = Callable[[Source, int], Cursor | None]
"""What the grammar of a language says about an offset of a text, which may be broken."""


def word_at(text: str, offset: int) -> tuple[int, int]:
    """The word that an offset is in or at the end of, as a range of offsets."""
    # Names are short: a window keeps this independent of the length of a line.
    start = max(0, offset - 200)
    before = _BEFORE.search(text[start:offset])
    after = _AFTER.match(text, offset, offset + 200)
    assert before and after
    return start + before.start(), after.end()
