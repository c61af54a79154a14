"""The order of ids: `_` before `-` before `:` before digits before letters, small before capital."""

from __future__ import annotations

Collation = tuple[tuple[tuple[int, str], ...], str]

_FIRST = {sign: place for place, sign in enumerate("_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$")}


def collation(text: str) -> Collation:
    """The key by which ids are sorted."""
    return tuple(_rank(letter) for letter in text.casefold()), text.swapcase()


def _rank(letter: str) -> tuple[int, str]:
    if letter.isspace():
        return 0, letter
    if letter.isalpha():
        return 100, letter
    if letter.isdigit():
        return 99, letter
    return 1 + _FIRST.get(letter, len(_FIRST)), letter
