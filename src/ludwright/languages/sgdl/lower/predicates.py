"""Conditions to expressions over the cards and piles that a rule speaks of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ....diagnostics import Span
from ....gamedef.nodes import (
    Add,
    And,
    AtMost,
    Conditional,
    Equal,
    Exists,
    Expr,
    Filter,
    Hole,
    Item,
    Length,
    Less,
    ListOf,
    Local,
    Lookup,
    Multiply,
    Not,
    Number,
    Or,
    PropertyOf,
    RunLength,
    SizeOf,
    Subtract,
    Symbol,
    TokenAt,
    TopOf,
    Truth,
    Variable,
    ZonesNamed,
)
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
from .symbols import Places

SOURCE = Local(name="source")
TARGET = Local(name="target")
DEPTH = Local(name="depth")
LOWER, UPPER = "lower", "upper"
PILE = Local(name="pile")
RANK_NUMBER = "rank_number"
BASE_RANK = "base"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the words of a condition stand for: the card that is to lie on the destination, how many
    cards its pile holds, how many move, and when the moved cards form a run."""

    places: Places
    source: Expr
    held: Expr
    moved: Expr
    is_run: Callable[[Expr], Expr]


def single(places: Places, source: str = "") -> Meaning:
    """The meaning for a single card, which is always a run, from piles of a name.

    Of a draw pile all parts count as its size, not only what it shows.
    """
    one = Number(value=1)
    held = next(places.sizes(source)) if source in places.draws else SizeOf(zone=SOURCE)
    return Meaning(places, TopOf(zone=SOURCE), held, one, lambda where: Truth(value=True))


def stack(places: Places) -> Meaning:
    """The meaning for the cards from the top down to a depth."""
    return Meaning(
        places,
        TokenAt(zone=SOURCE, position=DEPTH),
        SizeOf(zone=SOURCE),
        Add(left=DEPTH, right=Number(value=1)),
        lambda where: Less(left=DEPTH, right=run_length(where)),
    )


def run_length(where: Expr) -> RunLength:
    """How long the run on top of the source is."""
    return RunLength(zone=SOURCE, lower=LOWER, upper=UPPER, where=where)


def predicate(condition: Condition, meaning: Meaning) -> Expr:
    """The expression for a condition."""
    return _PREDICATES[type(condition)](condition, meaning)


def rest_of(condition: Condition | None, meaning: Meaning) -> Expr:
    """The expression for what is left of a condition, which may be nothing."""
    return predicate(condition, meaning) if condition else Truth(value=True)


def split_run(condition: Condition) -> tuple[Expr, Condition | None]:
    """What must hold within the moved run whatever else does, and the rest of the condition."""
    modes, rest = _split(condition)
    parts = tuple(_in_run(mode) for mode in modes)
    if not parts:
        return Truth(value=True), rest
    return (parts[0] if len(parts) == 1 else And(items=parts)), rest


def _split(condition: Condition) -> tuple[list[PairTest], Condition | None]:
    if isinstance(condition, PairTest) and condition.of == "SRCSTACK":
        return [condition], None
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


# ---- one function for each kind of condition ---------------------------------------------------


def _block(condition: Block, meaning: Meaning) -> Expr:
    # Counting piles takes longest and can wait, because the order decides nothing.
    quick_first = sorted(condition.items, key=lambda item: isinstance(item, CapacityTest))
    items = tuple(predicate(item, meaning) for item in quick_first)
    joined = And(items=items, span=condition.span)
    return joined if condition.word == "AND" else Or(items=items, span=condition.span)


def _size(condition: SizeTest, meaning: Meaning) -> Expr:
    sizes = {"DEST": SizeOf(zone=TARGET), "SRC": meaning.held, "SRCSTACK": meaning.moved}
    return _compared(condition.operator, sizes[condition.of], condition.number, condition.span)


def _whole(condition: WholeTest, meaning: Meaning) -> Expr:
    return Equal(left=meaning.moved, right=meaning.held, span=condition.span)


def _capacity(condition: CapacityTest, meaning: Meaning) -> Expr:
    """With c empty cells c + 1 cards can go at once, and each empty column doubles that."""
    span, most = condition.span, meaning.places.cards
    if meaning.moved == Number(value=1):
        return Truth(value=True, span=span)
    elsewhere = Not(item=Equal(left=PILE, right=TARGET))
    columns = _sum([_empty_piles(word.text, elsewhere) for word in condition.columns])
    free = _sum([_empty_piles(word.text) for word in condition.cells] + [Number(value=1)])
    piles = sum(meaning.places.piles[word.text] for word in condition.columns)
    # More than all cards never move, so that no power needs to be larger.
    powers = tuple(Number(value=min(2**empty, most)) for empty in range(piles + 1))
    doubled = Item(items=ListOf(items=powers, of="int"), index=columns)
    return AtMost(left=meaning.moved, right=Multiply(left=free, right=doubled), span=span)


def _empty_piles(name: str, *besides: Expr) -> Expr:
    """How many piles of a name are empty and pass further tests."""
    empty = Equal(left=SizeOf(zone=PILE), right=Number(value=0))
    where = And(items=(*besides, empty)) if besides else empty
    return Length(items=Filter(items=ZonesNamed(name=name), name=PILE.name, where=where))


def _sum(parts: list[Expr]) -> Expr:
    return reduce(lambda left, right: Add(left=left, right=right), parts)


def _card(condition: CardTest, meaning: Meaning) -> Expr:
    span = condition.span
    card = meaning.source if condition.of == "SRC" else TopOf(zone=TARGET)
    value = PropertyOf(token=card, property=condition.property)
    tests = tuple(
        Equal(left=value, right=_named(condition.property, each), span=span)
        for each in condition.values
    )
    one_of: Expr = tests[0] if len(tests) == 1 else Or(items=tests, span=span)
    one_of = Not(item=one_of, span=span) if condition.denied else one_of
    return one_of if condition.of == "SRC" else And(items=(Exists(item=card), one_of), span=span)


def _named(property: str, value: str) -> Expr:
    """A suit or a rank by its word; the base rank is only known after the deal."""
    return Variable(name=BASE_RANK) if value == BASE else Symbol(enum=property, value=value)


def _pair(condition: PairTest, meaning: Meaning) -> Expr:
    if condition.of == "SRCSTACK":
        return meaning.is_run(_in_run(condition))
    target = TopOf(zone=TARGET)
    fits = _fits(condition, target, meaning.source)
    return And(items=(Exists(item=target), fits), span=condition.span)


def _in_run(condition: PairTest) -> Expr:
    return _fits(condition, Local(name=LOWER), Local(name=UPPER))


def _fits(condition: PairTest, lower: Expr, upper: Expr) -> Expr:
    return MODES[condition.property, condition.mode](lower, upper, condition)


def _pile(condition: PileTest, meaning: Meaning) -> Expr:
    span = condition.span
    tests = tuple(
        _compared(condition.operator, size, condition.number, span)
        for word in condition.piles
        for size in meaning.places.sizes(word.text)
    )
    return And(items=tests, span=span) if condition.every else Or(items=tests, span=span)


def _count(condition: CountTest, meaning: Meaning) -> Expr:
    counts: list[Expr] = []
    for word in condition.piles:
        if word.text in meaning.places.piles:
            counts.append(_empty_piles(word.text))
            continue
        for size in meaning.places.sizes(word.text):
            empty = Equal(left=size, right=Number(value=0))
            counts.append(Conditional(test=empty, then=Number(value=1), otherwise=Number(value=0)))
    return _compared(condition.operator, _sum(counts), condition.number, condition.span)


def _broken(condition: Broken, meaning: Meaning) -> Expr:
    return Hole(span=condition.span)


_PREDICATES: dict[type, Callable[[Any, Meaning], Expr]] = {
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


def _compared(operator: str, size: Expr, number: int, span: Span) -> Expr:
    return _COMPARISONS[operator](size, Number(value=number), span)


_COMPARISONS: dict[str, Callable[[Expr, Expr, Span], Expr]] = {
    "==": lambda a, b, span: Equal(left=a, right=b, span=span),
    "!=": lambda a, b, span: Not(item=Equal(left=a, right=b), span=span),
    "<": lambda a, b, span: Less(left=a, right=b, span=span),
    ">": lambda a, b, span: Less(left=b, right=a, span=span),
    "<=": lambda a, b, span: AtMost(left=a, right=b, span=span),
    ">=": lambda a, b, span: AtMost(left=b, right=a, span=span),
}


Fit = Callable[[Expr, Expr, PairTest], Expr]


def _same(property: str) -> Fit:
    def test(lower: Expr, upper: Expr, how: PairTest) -> Expr:
        left = PropertyOf(token=upper, property=property)
        return Equal(left=left, right=PropertyOf(token=lower, property=property), span=how.span)

    return test


def _other_color(lower: Expr, upper: Expr, how: PairTest) -> Expr:
    return Not(item=_same("color")(lower, upper, how), span=how.span)


def _rank(card: Expr) -> Expr:
    return Lookup(table=RANK_NUMBER, key=PropertyOf(token=card, property="rank"))


def _ascending(lower: Expr, upper: Expr, how: PairTest) -> Expr:
    return _stepping(lower, upper, (1,), how)


def _descending(lower: Expr, upper: Expr, how: PairTest) -> Expr:
    return _stepping(lower, upper, (-1,), how)


def _ascending_wrap(lower: Expr, upper: Expr, how: PairTest) -> Expr:
    return _stepping(lower, upper, (1, 1 - how.cycle), how)


def _descending_wrap(lower: Expr, upper: Expr, how: PairTest) -> Expr:
    return _stepping(lower, upper, (-1, how.cycle - 1), how)


def _distance(lower: Expr, upper: Expr, how: PairTest) -> Expr:
    return _stepping(lower, upper, (how.number, -how.number), how)


def _distance_wrap(lower: Expr, upper: Expr, how: PairTest) -> Expr:
    round = how.cycle - how.number
    return _stepping(lower, upper, (how.number, -how.number, round, -round), how)


def _stepping(lower: Expr, upper: Expr, steps: tuple[int, ...], how: PairTest) -> Expr:
    """Whether one of these steps leads from the rank of the lower card to that of the upper."""
    tests = tuple(
        Equal(left=_rank(upper), right=_stepped(lower, step), span=how.span)
        for step in dict.fromkeys(steps)
    )
    return tests[0] if len(tests) == 1 else Or(items=tests, span=how.span)


def _stepped(card: Expr, step: int) -> Expr:
    number = Number(value=abs(step))
    rank = _rank(card)
    return Add(left=rank, right=number) if step > 0 else Subtract(left=rank, right=number)


def _adding_to(total: int) -> Fit:
    def test(lower: Expr, upper: Expr, how: PairTest) -> Expr:
        both = Add(left=_rank(lower), right=_rank(upper))
        return Equal(left=both, right=Number(value=total), span=how.span)

    return test


MODES: dict[tuple[str, str], Fit] = {
    ("suit", "match"): _same("suit"),
    ("suit", "match_color"): _same("color"),
    ("suit", "alternate_color"): _other_color,
    ("rank", "ascending"): _ascending,
    ("rank", "descending"): _descending,
    ("rank", "equal"): _same("rank"),
    ("rank", "add_13"): _adding_to(13),
    ("rank", "add_14"): _adding_to(14),
    ("rank", "ascending_wrap"): _ascending_wrap,
    ("rank", "descending_wrap"): _descending_wrap,
    ("rank", "distance"): _distance,
    ("rank", "distance_wrap"): _distance_wrap,
}
"""How an upper card may fit a lower one, by what is compared and the word for it."""
