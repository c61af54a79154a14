"""The names that a file declares and uses, for editors: piles, draw piles, and where they occur."""

from __future__ import annotations

from collections.abc import Iterator

from ...names import declares, refers
from ..read.tree import (
    DRAW,
    Block,
    CapacityTest,
    Condition,
    CountTest,
    Deal,
    File,
    Gather,
    MoveRule,
    PileTest,
    Word,
)

PILE, DRAW_PILE = "pile", "draw pile"


def record(file: File) -> None:
    """Record all names of piles, valid or not."""
    for pile in file.piles:
        declares(PILE, pile.name.text, pile.name.span)
        for at in pile.layout.covered_by:
            refers(PILE, at.name, at.span)
    draws = {draw.name for draw in file.draws}
    for draw in file.draws:
        if draw.name != DRAW:
            declares(DRAW_PILE, draw.name, draw.span)
    for word in _uses(file):
        if word.text != DRAW:
            refers(DRAW_PILE if word.text in draws else PILE, word.text, word.span)


def _uses(file: File) -> Iterator[Word]:
    for draw in file.draws:
        if isinstance(draw, Deal | Gather):
            yield from draw.piles
    for rule in (*file.moves, *file.auto):
        yield from _of_rule(rule)
    for ending in (file.win, file.lose):
        if ending is not None:
            yield from _of_condition(ending)
    for score in file.scores:
        yield from (*score.sources, *score.targets)


def _of_rule(rule: MoveRule) -> Iterator[Word]:
    yield from (*rule.sources, *rule.targets)
    if rule.to is not None:
        yield rule.to
    yield from _of_condition(rule.condition)


def _of_condition(condition: Condition) -> Iterator[Word]:
    if isinstance(condition, Block):
        for item in condition.items:
            yield from _of_condition(item)
    elif isinstance(condition, PileTest | CountTest):
        yield from condition.piles
    elif isinstance(condition, CapacityTest):
        yield from (*condition.cells, *condition.columns)
