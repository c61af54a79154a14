"""Lower conditions to expressions over the source and the target of a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.build import is_empty
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
)
from ..read.words import BASE
from .symbols import Symbols

SOURCE = n.Local(name="source")
TARGET = n.Local(name="target")
DEPTH = n.Local(name="depth")
LOWER, UPPER = "lower", "upper"
PILE = n.Local(name="pile")
RANK_NUMBER = "rank_number"
BASE_RANK = "base"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the words of a condition denote: the card that is placed on the destination, the size of
    its pile, the number of moved cards, and the test that these form a run."""

    symbols: Symbols
    source: n.Expr
    held: n.Expr
    moved: n.Expr
    is_run: Callable[[n.Expr], n.Expr]


def single(symbols: Symbols, source: str = "") -> Meaning:
    """The meaning for a single card, which is always a run, from piles of a name.

    The size of a draw pile includes all its parts, not only the window.
    """
    one = n.Number(value=1)
    held = next(symbols.sizes(source)) if source in symbols.draws else n.SizeOf(zone=SOURCE)
    return Meaning(symbols, n.TopOf(zone=SOURCE), held, one, lambda where: n.Truth(value=True))


def stack(symbols: Symbols) -> Meaning:
    """The meaning for the cards from the top down to a depth."""
    return Meaning(
        symbols,
        n.TokenAt(zone=SOURCE, position=DEPTH),
        n.SizeOf(zone=SOURCE),
        n.Add(left=DEPTH, right=n.Number(value=1)),
        lambda where: n.Less(left=DEPTH, right=run_length(where)),
    )


def run_length(where: n.Expr) -> n.RunLength:
    """The length of the run on top of the source."""
    return n.RunLength(zone=SOURCE, lower=LOWER, upper=UPPER, where=where)


def predicate(condition: Condition, meaning: Meaning) -> n.Expr:
    """The expression for a condition."""
    return _PREDICATES[type(condition)](condition, meaning)


def rest_of(condition: Condition | None, meaning: Meaning) -> n.Expr:
    """The expression for the rest of a condition; true if there is none."""
    return predicate(condition, meaning) if condition else n.Truth(value=True)


def split_run(condition: Condition) -> tuple[n.Expr, Condition | None]:
    """The part of a condition that must hold within the run in any case, and the rest.

    The first part bounds the length of the run, so the machine lists only runs that satisfy it.
    """
    modes, rest = _split(condition)
    parts = tuple(_in_run(mode) for mode in modes)
    if not parts:
        return n.Truth(value=True), rest
    return (parts[0] if len(parts) == 1 else n.And(items=parts)), rest


def _split(condition: Condition) -> tuple[list[PairTest], Condition | None]:
    if isinstance(condition, PairTest) and condition.of == "SRCSTACK":
        return [condition], None
    # Below OR, a run is only one alternative and bounds nothing.
    if not (isinstance(condition, Block) and condition.word == "AND"):
        return [], condition
    modes: list[PairTest] = []
    rest: list[Condition] = []
    for item in condition.items:
        taken, left = _split(item)
        modes += taken
        rest += [left] if left else []
    if len(rest) < 2:
        return modes, rest[0] if rest else None
    return modes, Block("AND", tuple(rest), condition.span)


# ---- one function per kind of condition --------------------------------------------------------


def _block(condition: Block, meaning: Meaning) -> n.Expr:
    # Counting piles is slow, so it comes last; the order does not change the result.
    quick_first = sorted(condition.items, key=lambda item: isinstance(item, CapacityTest))
    items = tuple(predicate(item, meaning) for item in quick_first)
    joined = n.And(items=items, span=condition.span)
    return joined if condition.word == "AND" else n.Or(items=items, span=condition.span)


def _size(condition: SizeTest, meaning: Meaning) -> n.Expr:
    sizes = {"DEST": n.SizeOf(zone=TARGET), "SRC": meaning.held, "SRCSTACK": meaning.moved}
    return _compared(condition.operator, sizes[condition.of], condition.number, condition.span)


def _whole(condition: WholeTest, meaning: Meaning) -> n.Expr:
    return n.Equal(left=meaning.moved, right=meaning.held, span=condition.span)


def _capacity(condition: CapacityTest, meaning: Meaning) -> n.Expr:
    """With c empty cells, c + 1 cards can move at once; each empty column doubles that."""
    span, most = condition.span, meaning.symbols.cards
    # A single card needs no intermediate piles.
    if meaning.moved == n.Number(value=1):
        return n.Truth(value=True, span=span)
    # The destination cannot be an intermediate pile, even if it is an empty column.
    elsewhere = n.Not(item=n.Equal(left=PILE, right=TARGET))
    columns = _sum([_empty_piles(word.text, elsewhere) for word in condition.columns])
    free = _sum([_empty_piles(word.text) for word in condition.cells] + [n.Number(value=1)])
    piles = sum(meaning.symbols.piles[word.text] for word in condition.columns)
    # No more than all cards can move, so larger powers are not needed (and might overflow).
    powers = tuple(n.Number(value=min(2**empty, most)) for empty in range(piles + 1))
    doubled = n.Item(items=n.ListOf(items=powers, of="int"), index=columns)
    return n.AtMost(left=meaning.moved, right=n.Multiply(left=free, right=doubled), span=span)


def _empty_piles(name: str, *besides: n.Expr) -> n.Expr:
    """The number of piles of a name that are empty and pass further tests."""
    empty = is_empty(PILE)
    where = n.And(items=(*besides, empty)) if besides else empty
    return n.Length(items=n.Filter(items=n.ZonesNamed(name=name), name=PILE.name, where=where))


def _sum(parts: list[n.Expr]) -> n.Expr:
    return reduce(lambda left, right: n.Add(left=left, right=right), parts)


def _card(condition: CardTest, meaning: Meaning) -> n.Expr:
    span = condition.span
    card = meaning.source if condition.of == "SRC" else n.TopOf(zone=TARGET)
    value = n.PropertyOf(token=card, property=condition.property)
    tests = tuple(
        n.Equal(left=value, right=_named(condition.property, each), span=span)
        for each in condition.values
    )
    one_of: n.Expr = tests[0] if len(tests) == 1 else n.Or(items=tests, span=span)
    one_of = n.Not(item=one_of, span=span) if condition.denied else one_of
    return (
        # The source always has a card; on an empty destination the property would fail.
        one_of if condition.of == "SRC" else n.And(items=(n.Exists(item=card), one_of), span=span)
    )


def _named(property: str, value: str) -> n.Expr:
    """A suit or a rank; the base rank is a variable, as it is only known after the deal."""
    return n.Variable(name=BASE_RANK) if value == BASE else n.Symbol(enum=property, value=value)


def _pair(condition: PairTest, meaning: Meaning) -> n.Expr:
    if condition.of == "SRCSTACK":
        return meaning.is_run(_in_run(condition))
    target = n.TopOf(zone=TARGET)
    fits = _fits(condition, target, meaning.source)
    return n.And(items=(n.Exists(item=target), fits), span=condition.span)


def _in_run(condition: PairTest) -> n.Expr:
    return _fits(condition, n.Local(name=LOWER), n.Local(name=UPPER))


def _fits(condition: PairTest, lower: n.Expr, upper: n.Expr) -> n.Expr:
    return MODES[condition.property, condition.mode](lower, upper, condition)


def _pile(condition: PileTest, meaning: Meaning) -> n.Expr:
    span = condition.span
    tests = tuple(
        _compared(condition.operator, size, condition.number, span)
        for word in condition.piles
        for size in meaning.symbols.sizes(word.text)
    )
    return n.And(items=tests, span=span) if condition.every else n.Or(items=tests, span=span)


def _count(condition: CountTest, meaning: Meaning) -> n.Expr:
    counts: list[n.Expr] = []
    for word in condition.piles:
        # A draw pile is a single pile in several zones, so it counts as 0 or 1.
        if word.text in meaning.symbols.piles:
            counts.append(_empty_piles(word.text))
            continue
        for size in meaning.symbols.sizes(word.text):
            empty = n.Equal(left=size, right=n.Number(value=0))
            counts.append(
                n.Conditional(test=empty, then=n.Number(value=1), otherwise=n.Number(value=0))
            )
    return _compared(condition.operator, _sum(counts), condition.number, condition.span)


def _broken(condition: Broken, meaning: Meaning) -> n.Expr:
    return n.Hole(span=condition.span)


_PREDICATES: dict[type, Callable[[Any, Meaning], n.Expr]] = {
    Block: _block,
    SizeTest: _size,
    WholeTest: _whole,
    CapacityTest: _capacity,
    CardTest: _card,
    PairTest: _pair,
    PileTest: _pile,
    CountTest: _count,
    Broken: _broken,
}


# ---- comparing sizes and cards -----------------------------------------------------------------


def _compared(operator: str, size: n.Expr, number: int, span: Span) -> n.Expr:
    return _COMPARISONS[operator](size, n.Number(value=number), span)


_COMPARISONS: dict[str, Callable[[n.Expr, n.Expr, Span], n.Expr]] = {
    "==": lambda a, b, span: n.Equal(left=a, right=b, span=span),
    "!=": lambda a, b, span: n.Not(item=n.Equal(left=a, right=b), span=span),
    "<": lambda a, b, span: n.Less(left=a, right=b, span=span),
    ">": lambda a, b, span: n.Less(left=b, right=a, span=span),
    "<=": lambda a, b, span: n.AtMost(left=a, right=b, span=span),
    ">=": lambda a, b, span: n.AtMost(left=b, right=a, span=span),
}


Fit = Callable[[n.Expr, n.Expr, PairTest], n.Expr]


def _same(property: str) -> Fit:
    def test(lower: n.Expr, upper: n.Expr, how: PairTest) -> n.Expr:
        left = n.PropertyOf(token=upper, property=property)
        return n.Equal(left=left, right=n.PropertyOf(token=lower, property=property), span=how.span)

    return test


def _other_color(lower: n.Expr, upper: n.Expr, how: PairTest) -> n.Expr:
    return n.Not(item=_same("color")(lower, upper, how), span=how.span)


def _rank(card: n.Expr) -> n.Expr:
    return n.Lookup(table=RANK_NUMBER, key=n.PropertyOf(token=card, property="rank"))


def _ascending(lower: n.Expr, upper: n.Expr, how: PairTest) -> n.Expr:
    return _differ_by(lower, upper, (1,), how)


def _descending(lower: n.Expr, upper: n.Expr, how: PairTest) -> n.Expr:
    return _differ_by(lower, upper, (-1,), how)


def _ascending_wrap(lower: n.Expr, upper: n.Expr, how: PairTest) -> n.Expr:
    return _differ_by(lower, upper, (1, 1 - how.cycle), how)


def _descending_wrap(lower: n.Expr, upper: n.Expr, how: PairTest) -> n.Expr:
    return _differ_by(lower, upper, (-1, how.cycle - 1), how)


def _distance(lower: n.Expr, upper: n.Expr, how: PairTest) -> n.Expr:
    return _differ_by(lower, upper, (how.number, -how.number), how)


def _distance_wrap(lower: n.Expr, upper: n.Expr, how: PairTest) -> n.Expr:
    round = how.cycle - how.number
    return _differ_by(lower, upper, (how.number, -how.number, round, -round), how)


def _differ_by(lower: n.Expr, upper: n.Expr, steps: tuple[int, ...], how: PairTest) -> n.Expr:
    """Whether the rank of the upper card differs from that of the lower by one of these steps."""
    tests = tuple(
        n.Equal(left=_rank(upper), right=_stepped(lower, step), span=how.span)
        # Steps coincide where the distance is half the cycle.
        for step in dict.fromkeys(steps)
    )
    return tests[0] if len(tests) == 1 else n.Or(items=tests, span=how.span)


def _stepped(card: n.Expr, step: int) -> n.Expr:
    number = n.Number(value=abs(step))
    rank = _rank(card)
    return n.Add(left=rank, right=number) if step > 0 else n.Subtract(left=rank, right=number)


def _sum_is(total: int) -> Fit:
    def test(lower: n.Expr, upper: n.Expr, how: PairTest) -> n.Expr:
        both = n.Add(left=_rank(lower), right=_rank(upper))
        return n.Equal(left=both, right=n.Number(value=total), span=how.span)

    return test


MODES: dict[tuple[str, str], Fit] = {
    ("suit", "match"): _same("suit"),
    ("suit", "match_color"): _same("color"),
    ("suit", "alternate_color"): _other_color,
    ("rank", "ascending"): _ascending,
    ("rank", "descending"): _descending,
    ("rank", "equal"): _same("rank"),
    ("rank", "add_13"): _sum_is(13),
    ("rank", "add_14"): _sum_is(14),
    ("rank", "ascending_wrap"): _ascending_wrap,
    ("rank", "descending_wrap"): _descending_wrap,
    ("rank", "distance"): _distance,
    ("rank", "distance_wrap"): _distance_wrap,
}
"""The test that an upper card fits a lower one, by property and mode."""
