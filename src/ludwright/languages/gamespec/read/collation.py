"""The order of ids in a GameSpecDoc: marks, then digits, then letters, whatever their case."""

from __future__ import annotations

_MARKS = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_RANKS = str.maketrans({mark: chr(rank) for rank, mark in enumerate(_MARKS, start=1)})


def collated(text: str) -> tuple[str, str]:
    """What an id is sorted by: marks (`_`, `-`, `:`), digits, letters; small before capital where
    nothing else differs."""
    return text.casefold().translate(_RANKS), text.swapcase()
