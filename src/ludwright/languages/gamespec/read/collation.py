"""The collation of ids: punctuation before digits before letters, regardless of case."""

from __future__ import annotations

# The order of ICU's root collation, which other implementations of the language sort ids by; it is
# observable in the order of zones and neighbours.
_MARKS = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_RANKS = str.maketrans({mark: chr(rank) for rank, mark in enumerate(_MARKS, start=1)})


def collated(text: str) -> tuple[str, str]:
    """The sort key of an id: punctuation (`_`, `-`, `:`), digits, letters; lower before upper case
    where nothing else differs."""
    return text.casefold().translate(_RANKS), text.swapcase()
