"""Rules that remove cards, one or two at a time, to actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.walk import rebuild
from ..read.pairs import ordered, pile_pairs
from ..read.tree import REMOVE, MoveRule
from .after_leaving import left
from .covers import free
from .predicates import SOURCE, TARGET, predicate, single
from .reasons import why_remove
from .score import scored
from .symbols import Symbols

NOTATION = "sgdl"


def remove_actions(rules: Iterable[MoveRule], places: Symbols) -> Iterator[n.Action]:
    """What may be removed: an action for each name, or for each two."""
    for rule in rules:
        if rule.kind == REMOVE and rule.to:
            heap = n.ZoneAt(name=rule.to.text)
            if rule.targets:
                for first, second, both in pile_pairs(rule, Counter(places.piles)):
                    yield _pair(rule, first, second, both, heap, places)
            else:
                yield from (_single(rule, word.text, heap, places) for word in rule.sources)


def _single(rule: MoveRule, name: str, heap: n.ZoneAt, places: Symbols) -> n.Action:
    test = predicate(rule.condition, single(places))
    people = (n.TopOf(zone=SOURCE), "  ", SOURCE, " -> ", heap)
    return n.Action(
        name="remove",
        parameters=(_parameter(SOURCE, name, places),),
        guard=n.And(items=(*_usable(SOURCE, name, places), test), span=rule.span),
        body=(*_taken(SOURCE, name, heap, places), *scored(places, REMOVE, name)),
        notations=(
            n.Notation(name="", parts=people),
            n.Notation(name=NOTATION, parts=("remove", *_text(SOURCE, name, places))),
        ),
        because=why_remove(rule, (name,), places),
        span=rule.span,
    )


def _pair(
    rule: MoveRule, first: str, second: str, both: bool, heap: n.ZoneAt, places: Symbols
) -> n.Action:
    test = predicate(rule.condition, single(places))
    turned = both and ordered(rule.condition)
    if turned:
        test = n.Or(items=(test, rebuild(test, exchanged)), span=rule.span)
    once = (
        (n.Less(left=n.IndexOf(zone=SOURCE), right=n.IndexOf(zone=TARGET)),)
        if first == second
        else ()
    )
    cards = (n.TopOf(zone=SOURCE), " + ", n.TopOf(zone=TARGET))
    # What takes least time is asked first.
    shown = n.IsFaceUp(token=n.TopOf(zone=TARGET))
    tests = (*_usable(SOURCE, first, places), *once, shown, test, *free(second, TARGET, places))
    return n.Action(
        name="remove",
        parameters=(_parameter(SOURCE, first, places), _parameter(TARGET, second, places)),
        guard=n.And(items=tests, span=rule.span),
        body=(
            *_taken(SOURCE, first, heap, places),
            *_taken(TARGET, second, heap, places),
            *scored(places, REMOVE, first, second),
        ),
        notations=(
            n.Notation(name="", parts=(*cards, "  ", SOURCE, ", ", TARGET, " -> ", heap)),
            n.Notation(
                name=NOTATION,
                parts=("remove", *_text(SOURCE, first, places), *_text(TARGET, second, places)),
            ),
        ),
        because=why_remove(rule, (first, second), places, exchanged if turned else None),
        span=rule.span,
    )


def exchanged(node: n.Node) -> n.Node:
    """A node in which the two piles have changed places."""
    other = {SOURCE.name: TARGET.name, TARGET.name: SOURCE.name}
    if isinstance(node, n.Local) and node.name in other:
        return replace(node, name=other[node.name])
    return node


def _parameter(pile: n.Local, name: str, places: Symbols) -> n.Parameter:
    return n.Parameter(name=pile.name, type="zone", items=places.sources(name))


def _usable(pile: n.Local, name: str, places: Symbols) -> tuple[n.Expr, ...]:
    return (n.IsFaceUp(token=n.TopOf(zone=pile)), *free(name, pile, places))


def _taken(pile: n.Local, name: str, heap: n.ZoneAt, places: Symbols) -> tuple[n.Statement, ...]:
    return (
        # There is a card, so that nothing can go wrong and no move has to be tried out.
        n.MoveTop(source=pile, to=heap, partial=True),
        *left(name, pile, places),
    )


def _text(pile: n.Local, name: str, places: Symbols) -> tuple[str | n.Expr, ...]:
    return (f" {name}",) if name in places.draws else (f" {name}[", n.IndexOf(zone=pile), "]")
