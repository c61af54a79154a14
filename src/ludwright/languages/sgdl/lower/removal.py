"""Rules that remove cards, one or two at a time, to actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ....gamedef.nodes import (
    Action,
    And,
    Expr,
    IndexOf,
    IsFaceUp,
    Less,
    Local,
    MoveTop,
    Node,
    Notation,
    Or,
    Parameter,
    Statement,
    TopOf,
    ZoneAt,
)
from ....gamedef.walk import rebuild
from ..read.pairs import ordered, pile_pairs
from ..read.tree import REMOVE, Rule
from .after_leaving import left
from .covers import free
from .predicates import SOURCE, TARGET, predicate, single
from .reasons import why_remove
from .score import scored
from .symbols import Places

NOTATION = "sgdl"


def remove_actions(rules: Iterable[Rule], places: Places) -> Iterator[Action]:
    """What may be removed: an action for each name, or for each two."""
    for rule in rules:
        if rule.kind == REMOVE and rule.to:
            heap = ZoneAt(name=rule.to.text)
            if rule.targets:
                for first, second, both in pile_pairs(rule, Counter(places.piles)):
                    yield _pair(rule, first, second, both, heap, places)
            else:
                yield from (_single(rule, word.text, heap, places) for word in rule.sources)


def _single(rule: Rule, name: str, heap: ZoneAt, places: Places) -> Action:
    test = predicate(rule.condition, single(places))
    people = (TopOf(zone=SOURCE), "  ", SOURCE, " -> ", heap)
    return Action(
        name="remove",
        parameters=(_parameter(SOURCE, name, places),),
        guard=And(items=(*_usable(SOURCE, name, places), test), span=rule.span),
        body=(*_taken(SOURCE, name, heap, places), *scored(places, REMOVE, name)),
        notations=(
            Notation(name="", parts=people),
            Notation(name=NOTATION, parts=("remove", *_text(SOURCE, name, places))),
        ),
        because=why_remove(rule, (name,), places),
        span=rule.span,
    )


def _pair(rule: Rule, first: str, second: str, both: bool, heap: ZoneAt, places: Places) -> Action:
    test = predicate(rule.condition, single(places))
    turned = both and ordered(rule.condition)
    if turned:
        test = Or(items=(test, rebuild(test, exchanged)), span=rule.span)
    once = (Less(left=IndexOf(zone=SOURCE), right=IndexOf(zone=TARGET)),) if first == second else ()
    cards = (TopOf(zone=SOURCE), " + ", TopOf(zone=TARGET))
    # What takes least time is asked first.
    shown = IsFaceUp(token=TopOf(zone=TARGET))
    tests = (*_usable(SOURCE, first, places), *once, shown, test, *free(second, TARGET, places))
    return Action(
        name="remove",
        parameters=(_parameter(SOURCE, first, places), _parameter(TARGET, second, places)),
        guard=And(items=tests, span=rule.span),
        body=(
            *_taken(SOURCE, first, heap, places),
            *_taken(TARGET, second, heap, places),
            *scored(places, REMOVE, first, second),
        ),
        notations=(
            Notation(name="", parts=(*cards, "  ", SOURCE, ", ", TARGET, " -> ", heap)),
            Notation(
                name=NOTATION,
                parts=("remove", *_text(SOURCE, first, places), *_text(TARGET, second, places)),
            ),
        ),
        because=why_remove(rule, (first, second), places, exchanged if turned else None),
        span=rule.span,
    )


def exchanged(node: Node) -> Node:
    """A node in which the two piles have changed places."""
    other = {SOURCE.name: TARGET.name, TARGET.name: SOURCE.name}
    if isinstance(node, Local) and node.name in other:
        return replace(node, name=other[node.name])
    return node


def _parameter(pile: Local, name: str, places: Places) -> Parameter:
    return Parameter(name=pile.name, type="zone", items=places.sources(name))


def _usable(pile: Local, name: str, places: Places) -> tuple[Expr, ...]:
    return (IsFaceUp(token=TopOf(zone=pile)), *free(name, pile, places))


def _taken(pile: Local, name: str, heap: ZoneAt, places: Places) -> tuple[Statement, ...]:
    return (
        # There is a card, so that nothing can go wrong and no move has to be tried out.
        MoveTop(source=pile, to=heap, partial=True),
        *left(name, pile, places),
    )


def _text(pile: Local, name: str, places: Places) -> tuple[str | Expr, ...]:
    return (f" {name}",) if name in places.draws else (f" {name}[", IndexOf(zone=pile), "]")
