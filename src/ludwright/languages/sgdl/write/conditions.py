"""Print conditions: single ones as text, trees as indented lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..read.tree import (
    Block,
    Broken,
    CapacityTest,
    CardTest,
    Condition,
    CountTest,
    PairTest,
    PileTest,
    SizeTest,
    WholeTest,
    Word,
)
from ..read.words import NOT_OF, NUMBERED_MODES

LEVEL = "    "


def condition_lines(condition: Condition, level: int = 0) -> Iterator[str]:
    """The lines of a condition, from a level of indentation."""
    yield LEVEL * level + condition_text(condition)
    if isinstance(condition, Block):
        for item in condition.items:
            yield from condition_lines(item, level + 1)


def condition_text(condition: Condition) -> str:
    """The text of a single condition; for a block, its AND or OR."""
    return _TEXTS[type(condition)](condition)


def names(words: Iterable[str]) -> str:
    """A name or a set of them."""
    found = list(words)
    return found[0] if len(found) == 1 else "{" + ", ".join(found) + "}"


def texts(words: Iterable[Word]) -> Iterator[str]:
    """The texts of words."""
    return (word.text for word in words)


def compared(operator: str, number: int) -> str:
    """A comparison of a size with a number."""
    # The shorter form of the same tree, so a round trip is not affected.
    return "Empty" if (operator, number) == ("==", 0) else f"Size {operator} {number}"


def _size(condition: SizeTest) -> str:
    if condition.of != "DEST":  # only DEST has the aspect Empty
        return f"{condition.of} Size {condition.operator} {condition.number}"
    return f"{condition.of} {compared(condition.operator, condition.number)}"


def _pile(condition: PileTest) -> str:
    start = f"PILE {'ALL' if condition.every else 'ANY'} {names(texts(condition.piles))}"
    return f"{start} {compared(condition.operator, condition.number)}"


def _card(condition: CardTest) -> str:
    denial = f"{NOT_OF} " if condition.denied else ""
    return f"{condition.of} {condition.property.capitalize()} {denial}{names(condition.values)}"


def _pair(condition: PairTest) -> str:
    number = f" {condition.number}" if condition.mode in NUMBERED_MODES else ""
    return f"{condition.of} {condition.property.capitalize()} {condition.mode}{number}"


def _whole(condition: WholeTest) -> str:
    return "SRCSTACK Whole"


def _capacity(condition: CapacityTest) -> str:
    cells, columns = names(texts(condition.cells)), names(texts(condition.columns))
    return f"SRCSTACK Capacity {cells} {columns}"


def _count(condition: CountTest) -> str:
    piles = names(texts(condition.piles))
    return f"PILE COUNT {piles} Empty {condition.operator} {condition.number}"


def _block(condition: Block) -> str:
    return condition.word


def _broken(condition: Broken) -> str:
    return "?"


_TEXTS: dict[type, Callable[[Any], str]] = {
    Block: _block,
    SizeTest: _size,
    CardTest: _card,
    PairTest: _pair,
    PileTest: _pile,
    WholeTest: _whole,
    CapacityTest: _capacity,
    CountTest: _count,
    Broken: _broken,
}
