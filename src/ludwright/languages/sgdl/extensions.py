"""What in a file goes beyond the language as it first was: such files say `$extended`."""

from __future__ import annotations

from collections.abc import Iterator

from .tree import Block, Condition, File, Word


def extensions(file: File) -> Iterator[Word]:
    """Every word of a file that only the extended language has."""
    for pile in file.piles:
        yield from pile.later
    for rule in file.moves + file.auto:
        yield from _in_condition(rule.condition)
    if file.win:
        yield from _in_condition(file.win)


def _in_condition(condition: Condition) -> Iterator[Word]:
    if isinstance(condition, Block):
        for item in condition.items:
            yield from _in_condition(item)
    yield from getattr(condition, "later", ())
