"""Nonempty lists: what tests imply about lists, and what follows from that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import nodes as n
from .claims import AS_FILLED, FILLED, claimed
from .intervals import Intervals
from .walk import BINDERS, FIELDS, substitute, walk

Sign = tuple[Any, ...]
"""An expression modulo the names it binds (de Bruijn levels): equal for equivalent lists."""


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """A list that is certainly not empty, and what it depends on. Interned: one object per list."""

    names: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    zones: frozenset[Sign] = frozenset()


Facts = frozenset[Fact]
NONE: Facts = frozenset()
ZONES = Fact()
"""The fact that all zones and ranges are nonempty."""


def sign(expr: n.Expr, inner: Mapping[str, str] | None = None) -> Sign:
    """The sign of an expression; `inner` numbers the names that enclosing expressions bind."""
    inner = inner or {}
    if isinstance(expr, n.Local):
        return ("Local", inner.get(expr.name, expr.name))
    binders, inside = BINDERS.get(type(expr), ((), ""))
    parts: list[object] = [type(expr).__name__]
    for name in FIELDS[type(expr)]:
        value, known = getattr(expr, name), inner
        # Bound names do not count: `#0`, `#1` ... stand for them in the body.
        if name in binders:
            continue
        if name == inside:
            bound = [getattr(expr, each) for each in binders]
            known = {**inner, **{each: f"#{len(inner) + at}" for at, each in enumerate(bound)}}
        if isinstance(value, n.Expr):
            parts.append(sign(value, known))
        elif isinstance(value, tuple):
            parts.append(tuple(sign(v, known) if isinstance(v, n.Expr) else v for v in value))
        else:
            parts.append(value)
    return tuple(parts)


@dataclass(frozen=True)
class Lists(Intervals):
    """What holds in every state of a game, and the facts about its lists."""

    facts: dict[Sign, Fact] = field(default_factory=dict)
    known: dict[int, tuple[n.Expr, Fact]] = field(default_factory=dict)
    tests: dict[tuple[int, bool], tuple[n.Expr, Facts]] = field(default_factory=dict)

    def fact(self, expr: n.Expr) -> Fact:
        """The fact that a list is nonempty."""
        if id(expr) not in self.known:
            # Keeping the expression keeps its id from being reused.
            self.known[id(expr)] = (expr, self.facts.setdefault(sign(expr), _fact(expr)))
        return self.known[id(expr)][1]

    def said(self, test: n.Expr, holds: bool) -> Facts:
        """What is filled if a test comes out in one way."""
        case = (id(test), holds)
        if case not in self.tests:
            self.tests[case] = (test, frozenset(map(self.fact, said(test, holds, self))))
        return self.tests[case][1]


def _fact(expr: n.Expr) -> Fact:
    parts = list(walk(expr))
    return Fact(
        frozenset(x.name for x in parts if isinstance(x, n.Local)),
        frozenset(x.name for x in parts if isinstance(x, n.Variable)),
        frozenset(sign(x) for x in parts if isinstance(x, n.ZoneAt)),
    )


# ---- what tests say ----------------------------------------------------------------------------


def said(test: n.Expr, holds: bool, lists: Lists) -> Iterator[n.Expr]:
    """The lists that are nonempty if a test has this value."""
    if isinstance(test, n.Not):
        yield from said(test.item, not holds, lists)
    elif isinstance(test, n.And | n.Or):
        parts = [{lists.fact(x): x for x in said(item, holds, lists)} for item in test.items]
        # A conjunction that holds, or a disjunction that does not, implies what any part does;
        # otherwise only what all parts imply is certain.
        every = isinstance(test, n.And) == holds
        for part in parts if every else parts[:1]:
            for fact, found in part.items():
                if every or all(fact in other for other in parts):
                    yield found
    elif isinstance(test, n.AnyOf) and holds:
        yield from _passing(test, test.where)
    elif isinstance(test, n.AllOf) and not holds:
        yield from _passing(test, n.Not(item=test.where))
    elif isinstance(test, n.Contains) and holds:
        yield test.items
    elif isinstance(test, n.Conditional) and holds and test.otherwise == n.Truth(value=False):
        yield from said(test.test, True, lists)
        yield from said(test.then, True, lists)
    elif isinstance(test, n.Exists) and holds and isinstance(test.item, n.TopOf | n.BottomOf):
        yield n.TokensIn(zone=test.item.zone)
    elif isinstance(test, n.Less | n.AtMost | n.Equal):
        yield from _counted(test, holds, lists)


def _passing(test: n.AnyOf | n.AllOf, where: n.Expr) -> Iterator[n.Expr]:
    yield n.Filter(items=test.items, name=test.name, where=where)
    yield test.items


def _counted(test: Any, holds: bool, lists: Lists) -> Iterator[n.Expr]:
    """A list whose length is at least 1 by a comparison with a number."""
    pairs = [(test.left, test.right), (test.right, test.left)]
    if isinstance(test, n.Equal):
        for size, other in pairs:
            low, high = lists.bounds(other)
            if (holds and low > 0) or (not holds and low == high == 0):
                yield from _measured(size)
        return
    small, large = pairs[0] if holds else pairs[1]
    # `not (a < b)` is `b <= a`: negation swaps the sides and the strictness.
    least = 0 if isinstance(test, n.Less) == holds else 1
    if lists.bounds(small)[0] >= least:
        yield from _measured(large)


def _measured(size: n.Expr) -> Iterator[n.Expr]:
    if isinstance(size, n.SizeOf):
        yield n.TokensIn(zone=size.zone)
    elif isinstance(size, n.Length):
        yield size.items


# ---- what is filled ----------------------------------------------------------------------------


def filled(items: n.Expr, facts: Facts, lists: Lists) -> bool:
    """Whether a list certainly has an item where these facts hold."""
    if lists.fact(items) in facts:
        return True
    if claimed(items, AS_FILLED):
        return filled(items.items, facts, lists)  # type: ignore[attr-defined]
    rule = RULES.get(type(items))
    return rule(items, facts, lists) if rule else claimed(items, FILLED)


def _filled_range(items: n.Range, facts: Facts, lists: Lists) -> bool:
    """Numbers up to the size of a nonempty list, or between bounds that do not cross."""
    first = lists.bounds(items.low)[1]
    if ZONES in facts or first <= lists.bounds(items.high)[0]:
        return True
    return first <= 1 and _is_positive(items.high, facts, lists)


def _is_positive(number: n.Expr, facts: Facts, lists: Lists) -> bool:
    """Whether a number is at least 1, for example as the size of a nonempty list."""
    if isinstance(number, n.Smallest) and isinstance(number.items, n.ListOf):
        return all(_is_positive(item, facts, lists) for item in number.items.items)
    sized = any(filled(x, facts, lists) for x in _measured(number))
    return sized or lists.bounds(number)[0] >= 1


def _filled_filter(items: n.Filter, facts: Facts, lists: Lists) -> bool:
    """A filter that accepts everything, or one of several values, or all seats but one; or one that
    accepts everything if nothing else would pass."""
    where = items.where
    if lists.always(where) or _falls_back(items, where):
        return filled(items.items, facts, lists)
    if isinstance(items.items, n.Range):
        return ZONES in facts
    if isinstance(items.items, n.ListOf):
        fixed = (substitute(where, {items.name: item}) for item in items.items.items)
        return any(lists.always(test) for test in fixed)
    # All seats but one: with two or more players, somebody is left.
    others = isinstance(where, n.Not) and isinstance(where.item, n.Equal)
    return others and isinstance(items.items, n.Seats) and lists.game.least_players > 1


def _falls_back(items: n.Filter, where: n.Expr) -> bool:
    """Whether a test accepts every item if no item passes its other part."""
    if isinstance(where, n.Conditional):
        return _falls_back(items, where.then) and _falls_back(items, where.otherwise)
    if not isinstance(where, n.Or):
        return False
    parts = [sign(n.Filter(items=items.items, name=items.name, where=w)) for w in where.items]
    for part in where.items:
        none = part.item if isinstance(part, n.Not) else part
        if isinstance(part, n.Not) and isinstance(none, n.AnyOf):
            fits: n.Expr = n.Filter(items=none.items, name=none.name, where=none.where)
        elif isinstance(part, n.AllOf):
            fits = n.Filter(items=part.items, name=part.name, where=n.Not(item=part.where))
        else:
            continue
        if sign(fits) in parts:
            return True
    return False


def _either(items: n.Conditional, facts: Facts, lists: Lists) -> bool:
    return filled(items.then, facts | lists.said(items.test, True), lists) and filled(
        items.otherwise, facts | lists.said(items.test, False), lists
    )


RULES: dict[type[n.Expr], Callable[[Any, Facts, Lists], bool]] = {
    n.ListOf: lambda items, facts, lists: bool(items.items),
    # Reported already.
    n.Hole: lambda items, facts, lists: True,
    n.TokensIn: lambda items, facts, lists: ZONES in facts,
    n.Range: _filled_range,
    n.Filter: _filled_filter,
    n.Join: lambda items, facts, lists: any(filled(x, facts, lists) for x in items.lists),
    n.Conditional: _either,
}
