"""Lower REMOVE rules, for one or two cards, to actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.walk import rebuild
from ..read.pairs import ordered, pile_pairs
from ..read.tree import REMOVE, MoveRule
from .after_leaving import after_leaving
from .covers import free
from .predicates import SOURCE, TARGET, predicate, single
from .reasons import why_remove
from .score import add_points
from .symbols import Symbols

NOTATION = "sgdl"


def remove_actions(rules: Iterable[MoveRule], symbols: Symbols) -> Iterator[n.Action]:
    """An action for each name, or for each pair of names."""
    for rule in rules:
        if rule.kind == REMOVE and rule.to:
            heap = n.ZoneAt(name=rule.to.text)
            if rule.targets:
                for first, second, both in pile_pairs(rule, Counter(symbols.piles)):
                    yield _pair(rule, first, second, both, heap, symbols)
            else:
                yield from (_single(rule, word.text, heap, symbols) for word in rule.sources)


def _single(rule: MoveRule, name: str, heap: n.ZoneAt, symbols: Symbols) -> n.Action:
    test = predicate(rule.condition, single(symbols))
    people = (n.TopOf(zone=SOURCE), "  ", SOURCE, " -> ", heap)
    return n.Action(
        name="remove",
        parameters=(_parameter(SOURCE, name, symbols),),
        guard=n.And(items=(*_usable(SOURCE, name, symbols), test), span=rule.span),
        body=(*_taken(SOURCE, name, heap, symbols), *add_points(symbols, REMOVE, name)),
        notations=(
            n.Notation(name="", parts=people),
            n.Notation(name=NOTATION, parts=("remove", *_text(SOURCE, name, symbols))),
        ),
        because=why_remove(rule, (name,), symbols),
        span=rule.span,
    )


def _pair(
    rule: MoveRule, first: str, second: str, both: bool, heap: n.ZoneAt, symbols: Symbols
) -> n.Action:
    test = predicate(rule.condition, single(symbols))
    turned = both and ordered(rule.condition)
    # The rule names both orders and its condition depends on the order: either may hold.
    if turned:
        test = n.Or(items=(test, rebuild(test, exchanged)), span=rule.span)
    # Two piles of one name: every pair of cards is listed once, in the order of the piles.
    once = (
        (n.Less(left=n.IndexOf(zone=SOURCE), right=n.IndexOf(zone=TARGET)),)
        if first == second
        else ()
    )
    cards = (n.TopOf(zone=SOURCE), " + ", n.TopOf(zone=TARGET))
    # Tests are in order of increasing cost.
    shown = n.IsFaceUp(token=n.TopOf(zone=TARGET))
    tests = (*_usable(SOURCE, first, symbols), *once, shown, test, *free(second, TARGET, symbols))
    return n.Action(
        name="remove",
        parameters=(_parameter(SOURCE, first, symbols), _parameter(TARGET, second, symbols)),
        guard=n.And(items=tests, span=rule.span),
        body=(
            *_taken(SOURCE, first, heap, symbols),
            *_taken(TARGET, second, heap, symbols),
            *add_points(symbols, REMOVE, first, second),
        ),
        notations=(
            n.Notation(name="", parts=(*cards, "  ", SOURCE, ", ", TARGET, " -> ", heap)),
            n.Notation(
                name=NOTATION,
                parts=("remove", *_text(SOURCE, first, symbols), *_text(TARGET, second, symbols)),
            ),
        ),
        because=why_remove(rule, (first, second), symbols, exchanged if turned else None),
        span=rule.span,
    )


def exchanged(node: n.Node) -> n.Node:
    """A node with the two piles exchanged."""
    other = {SOURCE.name: TARGET.name, TARGET.name: SOURCE.name}
    if isinstance(node, n.Local) and node.name in other:
        return replace(node, name=other[node.name])
    return node


def _parameter(pile: n.Local, name: str, symbols: Symbols) -> n.Parameter:
    return n.Parameter(name=pile.name, type="zone", items=symbols.sources(name))


def _usable(pile: n.Local, name: str, symbols: Symbols) -> tuple[n.Expr, ...]:
    return (n.IsFaceUp(token=n.TopOf(zone=pile)), *free(name, pile, symbols))


def _taken(pile: n.Local, name: str, heap: n.ZoneAt, symbols: Symbols) -> tuple[n.Statement, ...]:
    return (
        # The guard ensures that there is a card. With `partial` the statement is infallible as
        # well, so the machine needs no trial of the action.
        n.MoveTop(source=pile, to=heap, partial=True),
        *after_leaving(name, pile, symbols),
    )


def _text(pile: n.Local, name: str, symbols: Symbols) -> tuple[str | n.Expr, ...]:
    return (f" {name}",) if name in symbols.draws else (f" {name}[", n.IndexOf(zone=pile), "]")
