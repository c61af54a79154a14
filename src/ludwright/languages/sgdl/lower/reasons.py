"""The reasons that `why` prints for a move: the rule, the cards, and the conditions by line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.walk import rebuild, substitute
from ..read.tree import REMOVE, Block, Condition, MoveRule, PileTest
from ..write.conditions import condition_text
from .covers import free
from .predicates import DEPTH, LOWER, SOURCE, TARGET, UPPER, Meaning, predicate, single, stack
from .sentences import MOVED, REMOVED, STACKED, Wording, sentence, sized, spoken
from .symbols import Symbols

PLACE = n.Local(name="place")
EITHER = "in either order"
RULES = {
    ("MOVE", 2): "there is a rule for moving a card from {} to {}",
    ("MOVE_STACK", 2): "there is a rule for moving several cards from {} to {}",
    (REMOVE, 1): "there is a rule for removing a card from {}",
    (REMOVE, 2): "there is a rule for removing a pair of cards from {} and {}",
}
Pair = tuple[str, str]


def reason_for(condition: Condition, meaning: Meaning, words: Wording = MOVED) -> n.Reason:
    """A condition as a tree of reasons, each with its own test."""
    text, written = sentence(condition, words), condition_text(condition)
    if isinstance(condition, Block):
        parts = tuple(reason_for(item, meaning, words) for item in condition.items)
        every = condition.word == "AND"
        return n.Reason(text=text, written=written, parts=parts, every=every, span=condition.span)
    test = predicate(condition, meaning)
    if isinstance(condition, PileTest) and isinstance(test, n.And | n.Or):
        parts = _each_pile(condition, test, meaning.symbols)
        every = condition.every
        return n.Reason(text=text, written=written, parts=parts, every=every, span=condition.span)
    return n.Reason(text=text, written=written, test=test, span=condition.span)


def _each_pile(condition: PileTest, test: n.And | n.Or, symbols: Symbols) -> tuple[n.Reason, ...]:
    """A line for each pile below the line of the condition."""
    piles = [pile for word in condition.piles for pile in symbols.spoken(word.text)]
    return tuple(
        n.Reason(
            text=sized(pile, condition.operator, condition.number), test=one, span=condition.span
        )
        # `predicates._pile` makes one test per pile, in the same order.
        for pile, one in zip(piles, test.items, strict=True)
    )


def why_move(rule: MoveRule, pair: Pair, meaning: Meaning) -> tuple[n.Reason, ...]:
    """Why the top card may be moved, by itself or as a stack of one card."""
    cards = (
        n.Reason(text="there is a card to move", test=n.Exists(item=n.TopOf(zone=SOURCE))),
        n.Reason(text="it is face up", test=n.IsFaceUp(token=n.TopOf(zone=SOURCE))),
    )
    there = (there_is_a_rule(rule.kind, pair, True, rule.span), *_apart(pair))
    return (*there, *cards, *_uncovered(pair, meaning.symbols), reason_for(rule.condition, meaning))


def why_stack(rule: MoveRule, pair: Pair, symbols: Symbols) -> tuple[n.Reason, ...]:
    """Why several cards may be moved."""
    card = n.TokenAt(zone=SOURCE, position=PLACE)
    up = n.AllOf(
        items=n.Range(low=n.Number(value=0), high=DEPTH),
        name=PLACE.name,
        where=n.IsFaceUp(token=card),
    )
    cards = (
        n.Reason(
            text="the pile has that many cards",
            test=n.Less(left=DEPTH, right=n.SizeOf(zone=SOURCE)),
        ),
        n.Reason(text="all of them are face up", test=up),
    )
    # Each line has its own verdict, so the run is tested apart from the faces.
    meaning = replace(stack(symbols), is_run=_is_run)
    there = (there_is_a_rule(rule.kind, pair, True, rule.span), *_apart(pair))
    condition = reason_for(rule.condition, meaning, STACKED)
    return (*there, *cards, *_uncovered(pair, symbols), condition)


def why_remove(
    rule: MoveRule,
    pair: tuple[str, ...],
    symbols: Symbols,
    exchanged: Callable[[n.Node], n.Node] | None = None,
) -> tuple[n.Reason, ...]:
    """Why one or two cards may be removed; `exchanged` swaps the two, if their order is free."""
    which = ("the first card", "the second card") if len(pair) > 1 else ("the card",)
    cards = tuple(
        n.Reason(text=f"{card} is there and face up", test=n.IsFaceUp(token=n.TopOf(zone=end)))
        for card, end in zip(which, (SOURCE, TARGET), strict=False)
    )
    words = REMOVED if len(pair) > 1 else MOVED
    condition = reason_for(rule.condition, single(symbols), words)
    if exchanged:
        parts = (condition, cast(n.Reason, rebuild(cast(n.Node, condition), exchanged)))
        condition = n.Reason(text=EITHER, parts=parts, every=False, span=rule.span)
    there = there_is_a_rule(rule.kind, pair, True, rule.span)
    return (there, *_once(pair), *cards, *_uncovered(pair, symbols), condition)


def why_draw(possible: n.Expr, rule: Condition | None, symbols: Symbols) -> tuple[n.Reason, ...]:
    """Why cards may be drawn."""
    cards = n.Reason(text="there are cards to draw or to turn over", test=possible)
    return (cards, reason_for(rule, single(symbols))) if rule else (cards,)


def _is_run(fits: n.Expr) -> n.Expr:
    """Whether all neighbours among the moved cards fit.

    RunLength would stop at a card that is face down; that has a reason of its own.
    """
    above = n.Subtract(left=PLACE, right=n.Number(value=1))
    cards: dict[str, n.Expr] = {
        LOWER: n.TokenAt(zone=SOURCE, position=PLACE),
        UPPER: n.TokenAt(zone=SOURCE, position=above),
    }
    positions = n.Range(low=n.Number(value=1), high=DEPTH)
    return n.AllOf(items=positions, name=PLACE.name, where=substitute(fits, cards))


def _uncovered(pair: tuple[str, ...], symbols: Symbols) -> tuple[n.Reason, ...]:
    """That the piles are not covered, if they can be."""
    texts = ("the first pile is not covered", "the second pile is not covered")
    found = zip(pair, (SOURCE, TARGET), texts, strict=False)
    return tuple(
        n.Reason(text=text, test=test)
        for name, end, text in found
        for test in free(name, end, symbols)
    )


def _once(pair: tuple[str, ...]) -> tuple[n.Reason, ...]:
    if len(pair) < 2 or pair[0] != pair[1]:
        return ()
    test = n.Less(left=n.IndexOf(zone=SOURCE), right=n.IndexOf(zone=TARGET))
    return (n.Reason(text="the pile with the lower number is named first", test=test),)


def there_is_a_rule(
    kind: str, pair: tuple[str, ...], given: bool, span: Span | None = None
) -> n.Reason:
    """That the file has a rule for these names, or that it has none."""
    # One wording for both: `why` shows whether it is true.
    first, *second = map(spoken, pair)
    text = RULES[kind, len(pair)].format(first, *second)
    written = f"{kind} {' '.join(pair)}"
    return n.Reason(text=text, written=written, test=n.Truth(value=given), span=span)


def _apart(pair: Pair) -> tuple[n.Reason, ...]:
    test = n.Not(item=n.Equal(left=SOURCE, right=TARGET))
    return (n.Reason(text="the two piles differ", test=test),) if pair[0] == pair[1] else ()
