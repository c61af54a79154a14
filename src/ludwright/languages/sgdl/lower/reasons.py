"""Why cards may be moved, line by line as the file has it: the rule, the cards, its conditions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.walk import rebuild, substitute
from ..read.tree import Block, Condition, MoveRule, PileTest
from ..write.conditions import compared, said
from .covers import free
from .predicates import DEPTH, LOWER, SOURCE, TARGET, UPPER, Meaning, predicate, single, stack
from .symbols import Symbols

PLACE = n.Local(name="place")
EITHER = "in this order or the other"
Pair = tuple[str, str]


def told(condition: Condition, meaning: Meaning) -> n.Reason:
    """A condition as lines, each with its own truth."""
    if isinstance(condition, Block):
        parts = tuple(told(item, meaning) for item in condition.items)
        every = condition.word == "AND"
        return n.Reason(text=condition.word, parts=parts, every=every, span=condition.span)
    test = predicate(condition, meaning)
    if isinstance(condition, PileTest) and isinstance(test, n.And | n.Or):
        return _each_pile(condition, test, meaning.places)
    return n.Reason(text=said(condition), test=test, span=condition.span)


def _each_pile(condition: PileTest, test: n.And | n.Or, places: Symbols) -> n.Reason:
    """A line for each pile below the one that speaks of all of them."""
    piles = [pile for word in condition.piles for pile in places.texts(word.text)]
    size = compared(condition.operator, condition.number)
    parts = tuple(
        n.Reason(text=f"{pile} {size}", test=one, span=condition.span)
        for pile, one in zip(piles, test.items, strict=True)
    )
    every = condition.every
    return n.Reason(text=said(condition), parts=parts, every=every, span=condition.span)


def why_move(rule: MoveRule, pair: Pair, meaning: Meaning) -> tuple[n.Reason, ...]:
    """Why the top card may be moved; a stack of one card is the same."""
    cards = (
        n.Reason(text="there is a card to move", test=n.Exists(item=n.TopOf(zone=SOURCE))),
        n.Reason(text="it is face up", test=n.IsFaceUp(token=n.TopOf(zone=SOURCE))),
    )
    there = (there_is_a_rule(rule.kind, pair, True, rule.span), *_apart(pair))
    return (*there, *cards, *_uncovered(pair, meaning.places), told(rule.condition, meaning))


def why_stack(rule: MoveRule, pair: Pair, places: Symbols) -> tuple[n.Reason, ...]:
    """Why several cards may be moved."""
    card = n.TokenAt(zone=SOURCE, position=PLACE)
    up = n.AllOf(
        items=n.Range(low=n.Number(value=0), high=DEPTH),
        name=PLACE.name,
        where=n.IsFaceUp(token=card),
    )
    cards = (
        n.Reason(
            text="there are so many cards", test=n.Less(left=DEPTH, right=n.SizeOf(zone=SOURCE))
        ),
        n.Reason(text="all of them are face up", test=up),
    )
    meaning = replace(stack(places), is_run=_is_run)
    there = (there_is_a_rule(rule.kind, pair, True, rule.span), *_apart(pair))
    return (*there, *cards, *_uncovered(pair, places), told(rule.condition, meaning))


def why_remove(
    rule: MoveRule,
    pair: tuple[str, ...],
    places: Symbols,
    exchanged: Callable[[n.Node], n.Node] | None = None,
) -> tuple[n.Reason, ...]:
    """Why one or two cards may be removed, perhaps with the two exchanged."""
    which = ("the first card", "the second card") if len(pair) > 1 else ("the card",)
    cards = tuple(
        n.Reason(text=f"{card} is there and face up", test=n.IsFaceUp(token=n.TopOf(zone=end)))
        for card, end in zip(which, (SOURCE, TARGET), strict=False)
    )
    condition = told(rule.condition, single(places))
    if exchanged:
        parts = (condition, cast(n.Reason, rebuild(cast(n.Node, condition), exchanged)))
        condition = n.Reason(text=EITHER, parts=parts, every=False, span=rule.span)
    there = there_is_a_rule(rule.kind, pair, True, rule.span)
    return (there, *_once(pair), *cards, *_uncovered(pair, places), condition)


def why_draw(possible: n.Expr, rule: Condition | None, places: Symbols) -> tuple[n.Reason, ...]:
    """Why cards may be drawn."""
    cards = n.Reason(text="there are cards to draw or to turn over", test=possible)
    return (cards, told(rule, single(places))) if rule else (cards,)


def _is_run(fits: n.Expr) -> n.Expr:
    """Whether each two neighbours of the moved cards fit, face up or not."""
    above = n.Subtract(left=PLACE, right=n.Number(value=1))
    cards: dict[str, n.Expr] = {
        LOWER: n.TokenAt(zone=SOURCE, position=PLACE),
        UPPER: n.TokenAt(zone=SOURCE, position=above),
    }
    places = n.Range(low=n.Number(value=1), high=DEPTH)
    return n.AllOf(items=places, name=PLACE.name, where=substitute(fits, cards))


def _uncovered(pair: tuple[str, ...], places: Symbols) -> tuple[n.Reason, ...]:
    """That nothing lies on the piles, if that can be."""
    texts = ("nothing lies on the pile it comes from", "nothing lies on the other pile")
    found = zip(pair, (SOURCE, TARGET), texts, strict=False)
    return tuple(
        n.Reason(text=text, test=test)
        for name, end, text in found
        for test in free(name, end, places)
    )


def _once(pair: tuple[str, ...]) -> tuple[n.Reason, ...]:
    if len(pair) < 2 or pair[0] != pair[1]:
        return ()
    test = n.Less(left=n.IndexOf(zone=SOURCE), right=n.IndexOf(zone=TARGET))
    return (n.Reason(text="the pile that comes first is named first", test=test),)


def there_is_a_rule(
    kind: str, pair: tuple[str, ...], given: bool, span: Span | None = None
) -> n.Reason:
    """That there is a rule for two names."""
    text = f"there is a rule {kind} {' '.join(pair)}"
    return n.Reason(text=text, test=n.Truth(value=given), span=span)


def _apart(pair: Pair) -> tuple[n.Reason, ...]:
    test = n.Not(item=n.Equal(left=SOURCE, right=TARGET))
    return (n.Reason(text="the two piles differ", test=test),) if pair[0] == pair[1] else ()
