"""What in a file goes beyond the language as it first was: such files say `$extended`."""

from __future__ import annotations

from collections.abc import Iterator

from .tree import File, Word


def extensions(file: File) -> Iterator[Word]:
    """Every word of a file that only the extended language has."""
    yield from ()
