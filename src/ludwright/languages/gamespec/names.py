"""The order of names in GameSpecDocs: punctuation, digits, then letters whatever their case."""

from __future__ import annotations

_FIRST = {"_": 0, "-": 1, ":": 2}


def collation(text: str) -> tuple[tuple[tuple[int, str], ...], str]:
    """A key to sort names by."""
    return tuple(_rank(c) for c in text.casefold()), text.swapcase()


def _rank(character: str) -> tuple[int, str]:
    if character in _FIRST:
        return _FIRST[character], character
    if character.isdigit():
        return 4, character
    return (5 if character.isalpha() else 3), character
