"""Conditions that are only there as expressions: found again by trying what may have been said."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...diagnostics import Span
from ...gamedef.nodes import And, Expr, Number, Or, Symbol, ZoneAt
from ...gamedef.walk import walk
from .places import Places
from .predicates import Meaning, predicate
from .tree import DRAW, Block, CardTest, Condition, PairTest, PileTest, SizeTest, Word
from .words import OPERATORS, RANK_MODES, SUIT_MODES

NOWHERE = Span("", 1, 1, 1, 1)
MODES = {"suit": SUIT_MODES, "rank": RANK_MODES}


def recognized(expr: Expr, meaning: Meaning) -> Condition | None:
    """The condition that means an expression, if there is one."""
    for guess in _guesses(expr, meaning.places):
        if predicate(guess, meaning) == expr:
            return guess
    return _block(expr, meaning)


def _block(expr: Expr, meaning: Meaning) -> Condition | None:
    if not isinstance(expr, And | Or):
        return None
    found = [recognized(item, meaning) for item in expr.items]
    items = tuple(item for item in found if item)
    word = "AND" if isinstance(expr, And) else "OR"
    return Block(word, items, NOWHERE) if items and len(items) == len(found) else None


def _guesses(expr: Expr, places: Places) -> Iterator[Condition]:
    """Single conditions that may mean an expression, by what occurs in it."""
    for guesses in GUESSES:
        yield from guesses(expr, places)


def _sizes(expr: Expr, places: Places) -> Iterator[Condition]:
    for number in _numbers(expr):
        for operator in OPERATORS:
            for of in ("DEST", "SRCSTACK"):
                yield SizeTest(of, operator, number, NOWHERE)


def _cards(expr: Expr, places: Places) -> Iterator[Condition]:
    symbols = [node for node in walk(expr) if isinstance(node, Symbol)]
    values = tuple(dict.fromkeys(symbol.value for symbol in symbols))
    for kind in dict.fromkeys(symbol.enum for symbol in symbols):
        for of in ("SRC", "DEST"):
            yield CardTest(of, kind, values, NOWHERE)


def _pairs(expr: Expr, places: Places) -> Iterator[Condition]:
    for kind, modes in MODES.items():
        for mode in modes:
            for of in ("DESTSRC", "SRCSTACK"):
                yield PairTest(of, kind, mode, NOWHERE)


def _piles(expr: Expr, places: Places) -> Iterator[Condition]:
    known = [*places.piles, *([DRAW] if places.stock else [])]
    zones = dict.fromkeys(node.name for node in walk(expr) if isinstance(node, ZoneAt))
    names = tuple(Word(name, NOWHERE) for name in zones if name in known)
    for number in _numbers(expr) if names else ():
        for operator in OPERATORS:
            for every in (True, False):
                yield PileTest(every, names, operator, number, NOWHERE)


def _numbers(expr: Expr) -> list[int]:
    """The numbers in an expression that may be a size."""
    numbers = (node.value for node in walk(expr) if isinstance(node, Number))
    return list(dict.fromkeys(number for number in numbers if number >= 0))


GUESSES: tuple[Callable[[Expr, Places], Iterator[Condition]], ...] = (
    _sizes,
    _cards,
    _pairs,
    _piles,
)
"""One function for each kind of single condition."""
