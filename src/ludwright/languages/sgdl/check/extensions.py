"""Find the words of a file that require `$extended`."""

from __future__ import annotations

from collections.abc import Iterator

from ..read.tree import Block, Condition, File, Word


def extensions(file: File) -> Iterator[Word]:
    """All words of a file that belong to the extended language."""
    for pile in file.piles:
        yield from pile.extended_words
        yield from pile.layout.extended_words
    for draw in file.draws:
        yield from draw.extended_words
    for rule in file.moves + file.auto:
        yield from rule.extended_words
        yield from _in_condition(rule.condition)
    for ending in (file.win, file.lose):
        if ending:
            yield from _in_condition(ending)
    yield from file.extended_words


def _in_condition(condition: Condition) -> Iterator[Word]:
    if isinstance(condition, Block):
        for item in condition.items:
            yield from _in_condition(item)
    # Block and Broken have no such field.
    yield from getattr(condition, "extended_words", ())
