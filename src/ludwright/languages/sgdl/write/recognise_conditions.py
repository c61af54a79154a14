"""Recognise the conditions behind expressions: lower every plausible condition and compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.walk import walk
from ..lower.predicates import BASE_RANK, Meaning, predicate
from ..lower.symbols import Symbols
from ..read.conditions import ConditionContext
from ..read.tree import (
    Block,
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
from ..read.words import BASE, NUMBERED_MODES, OPERATORS, RANK_MODES, RANKS, SUIT_MODES
from .conditions import condition_text

NOWHERE = Span("", 1, 1, 1, 1)
MODES = {"suit": SUIT_MODES, "rank": RANK_MODES}


def recognized(expr: n.Expr, meaning: Meaning, context: ConditionContext) -> Condition | None:
    """The condition that is lowered to an expression, if one allowed here is."""
    allowed = context.subjects + context.extended
    # A guess counts only if lowering it gives exactly this expression, so guesses may be generous.
    for guesses in GUESSES:
        for guess in guesses(expr, meaning.symbols):
            if predicate(guess, meaning) == expr and condition_text(guess).split()[0] in allowed:
                return guess
    if not isinstance(expr, n.And | n.Or):
        return None
    # A PILE test over several piles is an And or Or as well, so blocks are tried after single
    # conditions.
    found = [recognized(item, meaning, context) for item in expr.items]
    items = tuple(item for item in found if item)
    word = "AND" if isinstance(expr, n.And) else "OR"
    return Block(word, items, NOWHERE) if items and len(items) == len(found) else None


# ---- plausible single conditions, by the nodes that occur in an expression ---------------------


def _sizes(expr: n.Expr, symbols: Symbols) -> Iterator[Condition]:
    for number in _numbers(expr):
        for operator in OPERATORS:
            for of in ("DEST", "SRCSTACK", "SRC"):
                yield SizeTest(of, operator, number, NOWHERE)


def _wholes(expr: n.Expr, symbols: Symbols) -> Iterator[Condition]:
    yield WholeTest(NOWHERE)


def _cards(expr: n.Expr, symbols: Symbols) -> Iterator[Condition]:
    inside = list(walk(expr))
    # In order of occurrence, which is the order of the set: lowering keeps it.
    values = tuple(dict.fromkeys(value for node in inside for value in _value(node)))
    for kind in dict.fromkeys(node.property for node in inside if isinstance(node, n.PropertyOf)):
        for of in ("SRC", "DEST"):
            for denied in (False, True):
                yield CardTest(of, kind, values, NOWHERE, denied=denied)


def _value(node: n.Node) -> Iterator[str]:
    if isinstance(node, n.Symbol):
        yield node.value
    elif isinstance(node, n.Variable) and node.name == BASE_RANK:
        yield BASE


def _pairs(expr: n.Expr, symbols: Symbols) -> Iterator[Condition]:
    for kind, modes in MODES.items():
        for mode in modes:
            numbers = range(1, len(RANKS)) if mode in NUMBERED_MODES else (1,)
            for number in numbers:
                for of in ("DESTSRC", "SRCSTACK", "PAIR"):
                    yield PairTest(of, kind, mode, NOWHERE, number, symbols.cycle)


def _piles(expr: n.Expr, symbols: Symbols) -> Iterator[Condition]:
    names = _names(walk(expr), (*symbols.piles, *symbols.draws))
    for number in _numbers(expr) if names else ():
        for operator in OPERATORS:
            for every in (True, False):
                yield PileTest(every, names, operator, number, NOWHERE)
            yield CountTest(names, operator, number, NOWHERE)


def _capacities(expr: n.Expr, symbols: Symbols) -> Iterator[Condition]:
    if isinstance(expr, n.AtMost) and isinstance(expr.right, n.Multiply):
        cells = _names(walk(expr.right.left), symbols.piles)
        columns = _names(walk(expr.right.right), symbols.piles)
        if cells and columns:
            yield CapacityTest(cells, columns, NOWHERE)


def _names(nodes: Iterable[n.Node], known: Iterable[str]) -> tuple[Word, ...]:
    """The known names of piles that occur among some nodes, in order."""
    found = dict.fromkeys(node.name for node in nodes if isinstance(node, n.ZoneAt | n.ZonesNamed))
    return tuple(Word(name, NOWHERE) for name in found if name in known)


def _numbers(expr: n.Expr) -> list[int]:
    """The numbers in an expression that may be a size."""
    numbers = (node.value for node in walk(expr) if isinstance(node, n.Number))
    return list(dict.fromkeys(number for number in numbers if number >= 0))


GUESSES: tuple[Callable[[n.Expr, Symbols], Iterator[Condition]], ...] = (
    _sizes,
    _wholes,
    _cards,
    _pairs,
    _piles,
    _capacities,
)
"""Generators of plausible conditions, the cheap ones first."""
