"""Fallibility of expressions: where nothing can fail, no trial and no checkpoint is needed.

A forward dataflow analysis. Facts come from tests that hold (a token whose property was read
exists), from what names are bound to (an item of a zone's tokens exists) and from variables that
never become nothing. It is conservative: whatever is not proved infallible may fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from . import nodes as n
from .build import last_index
from .call_graph import cycles
from .claims import AS_FILLED, FILLED, FOUND, LIST, PRESENT, STRICT, SUBLIST, SURE, TOTAL, claimed
from .claims import of as claims_of
from .walk import children, walk


@dataclass(frozen=True)
class Facts:
    """What is known at a program point: what exists, and which zones are not empty."""

    game: n.GameDef
    seats: int
    never_nothing: frozenset[str] = frozenset()  # variables
    names: frozenset[str] = frozenset()  # local names that are not nothing, nor lists with it
    exprs: frozenset[n.Expr] = frozenset()  # expressions that are not nothing just now
    nonempty: frozenset[n.Expr] = frozenset()  # zones that hold a token just now, lists with items
    ranges: dict[str, n.Range] = field(default_factory=dict)  # names and the numbers they are from
    cycles: frozenset[str] = frozenset()  # recursive procedures
    searched: bool = False  # a lookahead may leave out options because of later choices
    through: bool = False  # the question is whether some way through all choices can't fail
    answered: bool = False  # choices here may be collected answers

    def plus(self, test: n.Expr) -> Facts:
        """These facts and what follows from a test that holds."""
        exprs, zones = set(self.exprs), set(self.nonempty)
        for kind, expr in _follows(test):
            (exprs if kind == "exists" else zones).add(expr)
        return replace(self, exprs=frozenset(exprs), nonempty=frozenset(zones))

    def bind(self, name: str, exists: bool, numbers: n.Range | None = None) -> Facts:
        """These facts with a name rebound: facts about its old value are dropped."""
        # Anything that mentions the name spoke of its old value.
        names = self.names | {name} if exists else self.names - {name}
        ranges = {k: v for k, v in self.ranges.items() if k != name and not _reads(v, name)}
        if numbers and not _reads(numbers, name):
            ranges[name] = numbers
        exprs = frozenset(expr for expr in self.exprs if not _reads(expr, name))
        nonempty = frozenset(zone for zone in self.nonempty if not _reads(zone, name))
        return replace(self, names=names, ranges=ranges, exprs=exprs, nonempty=nonempty)

    def changed(self) -> Facts:
        """What is still known after tokens or variables have changed."""
        fixed = {name: numbers for name, numbers in self.ranges.items() if _is_fixed(numbers)}
        return replace(self, exprs=frozenset(), nonempty=frozenset(), ranges=fixed)


def _is_fixed(numbers: n.Range) -> bool:
    return isinstance(numbers.low, n.Number) and isinstance(numbers.high, n.Number)


def _reads(expr: n.Expr, name: str) -> bool:
    return any(isinstance(part, n.Local) and part.name == name for part in walk(expr))


def facts_of(game: n.GameDef, seats: int) -> Facts:
    """What is known everywhere in a game with this number of seats.

    Which variables are never nothing is a greatest fixpoint: assume it of all that start so, then
    drop those that an assignment contradicts, until none is left to drop."""
    never_nothing = {v.name for v in game.variables if not isinstance(v.initial, n.Nothing)}
    recursive = frozenset(cycles(game))
    searched = any(isinstance(x, n.Action) and x.atomic for x in walk(game))
    units = [_Unit(each) for each in (*game.procedures, *game.listeners)]
    while True:
        facts = Facts(game, seats, frozenset(never_nothing), cycles=recursive, searched=searched)
        loose = {name for unit in units for name in unit.loose(facts) if name in never_nothing}
        if not loose:
            return facts
        never_nothing -= loose


class _Unit:
    """What a procedure or listener assigns to variables, and what its own names are bound to."""

    def __init__(self, unit: n.Node) -> None:
        nodes = list(walk(unit))
        self.sets = [x for x in nodes if isinstance(x, n.SetVariable)]
        self.given = [x for x in nodes if isinstance(x, n.ForEach | n.Let)]
        names = {x.name for x in self.given}
        # A name that occurs in any other node may be bound there, so nothing is assumed about it.
        others = (x for x in nodes if not isinstance(x, n.ForEach | n.Let | n.Local))
        self.names = frozenset(names - {word for each in others for word in _words(each)})

    def loose(self, facts: Facts) -> Iterator[str]:
        """The variables that may be set to nothing, given the assumptions about all others."""
        while True:
            inside = replace(facts, names=self.names)
            wrong = {x.name for x in self.given if not _gives(x, inside)} & self.names
            if not wrong:
                break
            self.names -= wrong
        yield from (s.name for s in self.sets if not exists(s.value, inside))


def _words(node: n.Node) -> Iterator[str]:
    """All strings in the fields of a node, any of which may be a name."""
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, str))


def _gives(node: n.ForEach | n.Let, facts: Facts) -> bool:
    """Whether a name is certainly not bound to nothing."""
    if isinstance(node, n.ForEach):
        return items_exist(node.items, facts)
    return is_sure(node.value, facts)


def _follows(test: n.Expr) -> Iterator[tuple[str, n.Expr]]:
    """What exists and which zones are not empty where a test holds."""
    if isinstance(test, n.And):
        for item in test.items:
            yield from _follows(item)
        return
    if isinstance(test, n.Not) and isinstance(test.item, n.Not):
        yield from _follows(test.item.item)
        return
    # De Morgan: where a disjunction does not hold, none of its parts does.
    if isinstance(test, n.Not) and isinstance(test.item, n.Or):
        for item in test.item.items:
            yield from _follows(n.Not(item=item))
        return
    # A fail-safe test holds only if the test inside it does.
    if isinstance(test, n.Conditional) and test.otherwise == n.Truth(value=False):
        yield from _follows(test.test)
        yield from _follows(test.then)
        return
    if isinstance(test, n.Exists):
        yield "exists", test.item
        if isinstance(test.item, n.TopOf | n.BottomOf):
            yield "nonempty", test.item.zone
    if isinstance(test, n.AnyOf) and isinstance(test.items, n.TokensIn):
        yield "nonempty", test.items.zone
    if zone := _counted(test):
        yield "nonempty", zone
    if items := _filled(test):
        yield "nonempty", items
    yield from _evaluated(test)


def _counted(test: n.Expr) -> n.Expr | None:
    """The zone that a comparison of its size with a number proves not to be empty."""
    if isinstance(test, n.Less | n.AtMost) and isinstance(test.right, n.SizeOf):
        least = 0 if isinstance(test, n.Less) else 1
        if isinstance(test.left, n.Number) and test.left.value >= least:
            return test.right.zone
    if isinstance(test, n.Not) and isinstance(test.item, n.Equal):
        sides = (test.item.left, test.item.right)
        for one, other in (sides, sides[::-1]):
            if isinstance(one, n.SizeOf) and other == n.Number(value=0):
                return one.zone
    if isinstance(test, n.Not) and isinstance(test.item, n.Less | n.AtMost):
        least = 1 if isinstance(test.item, n.Less) else 0
        left, right = test.item.left, test.item.right
        if isinstance(left, n.SizeOf) and isinstance(right, n.Number) and right.value >= least:
            return left.zone
    return None


def _filled(test: n.Expr) -> n.Expr | None:
    """The list that a comparison of its length with a number proves to have items."""
    if not (isinstance(test, n.Less) and isinstance(test.right, n.Length)):
        return None
    some = isinstance(test.left, n.Number) and test.left.value >= 0
    return test.right.items if some else None


DIRECTED = tuple(n.Number(value=direction) for direction in range(len(n.DIRECTIONS)))


def _evaluated(expr: n.Expr) -> Iterator[tuple[str, n.Expr]]:
    """What must exist where an expression has been evaluated without failing.

    Only parts that are always evaluated count, hence STRICT."""
    for name in claims_of(type(expr)).needs:
        part = getattr(expr, name)
        yield "exists", part
        if isinstance(part, n.TopOf | n.BottomOf):
            yield "nonempty", part.zone
    if claimed(expr, STRICT):
        for child in children(expr):
            if isinstance(child, n.Expr):
                yield from _evaluated(child)


# ---- expressions -------------------------------------------------------------------------------


def exists(expr: n.Expr, facts: Facts) -> bool:
    """Whether an expression that does not fail is certainly not nothing."""
    if expr in facts.exprs:
        return True
    rule = EXISTS.get(type(expr))
    return rule(expr, facts) if rule else claimed(expr, PRESENT)


def _token_exists(expr: Any, facts: Facts) -> bool:
    return expr.zone in facts.nonempty


def _either_exists(expr: n.Conditional, facts: Facts) -> bool:
    return exists(expr.then, facts) and exists(expr.otherwise, facts)


def _changes(name: str, facts: Facts) -> bool:
    return any(p.changing for p in facts.game.properties if p.name == name)


EXISTS: dict[type[n.Expr], Callable[[Any, Facts], bool]] = {
    n.Local: lambda e, facts: e.name in facts.names,
    n.Variable: lambda e, facts: e.name in facts.never_nothing,
    n.TopOf: _token_exists,
    n.BottomOf: _token_exists,
    # Without supplies that start out of play, every token is always in a zone.
    n.ZoneOf: lambda e, facts: all(s.zone for s in facts.game.supplies),
    # The tokens of a game declare a value for every property; only an assignment can clear one.
    n.PropertyOf: lambda e, facts: not _changes(e.property, facts),
    n.Conditional: _either_exists,
    n.Item: lambda e, facts: items_exist(e.items, facts),
}
"""Rules for kinds about which more is known than their claims."""


def is_sure(expr: n.Expr, facts: Facts) -> bool:
    """Whether a value is not nothing, or a list without nothing among its items."""
    if isinstance(expr, n.Conditional):
        return is_sure(expr.then, facts) and is_sure(expr.otherwise, facts)
    # For a list the question is about its items; the list itself is never nothing.
    listed = claimed(expr, LIST) or claimed(expr, SURE)
    return items_exist(expr, facts) if listed else exists(expr, facts)


def items_exist(items: n.Expr, facts: Facts) -> bool:
    """Whether no item of a list is nothing."""
    if isinstance(items, n.Local | n.Conditional):
        return is_sure(items, facts)
    if claimed(items, SUBLIST):
        return items_exist(items.items, facts)  # type: ignore[attr-defined]
    if isinstance(items, n.Join):
        return all(items_exist(part, facts) for part in items.lists)
    if isinstance(items, n.ListOf):
        return all(exists(item, facts) for item in items.items)
    if isinstance(items, n.Each):
        return exists(items.value, inside(items, facts))
    return claimed(items, SURE)


def can_fail(expr: n.Expr | None, facts: Facts) -> bool:
    """Whether evaluating an expression may fail."""
    # What is known to exist has been evaluated before without failing.
    if expr is None or (facts.exprs and expr in facts.exprs):
        return False
    if FAILS.get(type(expr), _fails)(expr, facts):
        return True
    if isinstance(expr, n.Conditional):
        return can_fail(expr.then, facts.plus(expr.test)) or can_fail(expr.otherwise, facts)
    found = claims_of(type(expr))
    test = getattr(expr, found.test) if found.test else None  # what fails in it makes it false
    body = getattr(expr, found.scope) if found.scope else None
    return any(
        can_fail(part, inside(expr, facts) if part is body else facts)
        for part in children(expr)
        if isinstance(part, n.Expr) and part is not test
    )


def inside(expr: n.Expr, facts: Facts) -> Facts:
    """What is known where the names that an expression binds are visible."""
    found = claims_of(type(expr))
    sure = claimed(expr, FOUND)
    if found.over:
        sure = items_exist(getattr(expr, found.over), facts)
    for name in found.binds:
        facts = facts.bind(getattr(expr, name), sure)
    return facts


def _fails(expr: n.Expr, facts: Facts) -> bool:
    """Whether an expression may fail although its parts do not, by the claims of its kind."""
    if claimed(expr, TOTAL):
        return False
    needs = [getattr(expr, name) for name in claims_of(type(expr)).needs]
    return not needs or any(part is not None and not exists(part, facts) for part in needs)


def _no_zone(expr: n.ZoneAt, facts: Facts) -> bool:
    zone = next((z for z in facts.game.zones if z.name == expr.name), None)
    if zone is None or (expr.owner is not None and not exists(expr.owner, facts)):
        return True
    return expr.index is not None and not is_within(expr.index, zone.count)


def _no_trait(expr: n.TraitOf, facts: Facts) -> bool:
    trait = next((t for t in facts.game.traits if t.name == expr.trait), None)
    have = {(each.zone, each.index) for each in trait.values} if trait else set()
    zone = expr.zone
    among = [z for z in facts.game.zones if not isinstance(zone, n.ZoneAt) or z.name == zone.name]
    every = all((z.name, index) in have for z in among for index in range(z.count))
    return not (every and exists(zone, facts))


def no_variable(node: n.Variable | n.SetVariable, facts: Facts) -> bool:
    """Whether a reference to a variable may fail."""
    variable = next((v for v in facts.game.variables if v.name == node.name), None)
    if variable is None or (node.of is not None and not exists(node.of, facts)):
        return True
    return node.index is not None and not is_within(node.index, variable.count)


def is_within(index: n.Expr, count: int) -> bool:
    """Whether an index is a literal within range."""
    return isinstance(index, n.Number) and 0 <= index.value < count


def _zero(expr: n.Divide | n.Modulo, facts: Facts) -> bool:
    return not (isinstance(expr.right, n.Number) and expr.right.value != 0)


def _no_item(expr: n.Item, facts: Facts) -> bool:
    """Whether an index may be out of range: the first and the last are not, unless the list is
    empty."""
    items = expr.items
    last = last_index(items)
    if expr.index not in (n.Number(value=0), last):
        return True
    there = isinstance(items, n.TokensIn) and items.zone in facts.nonempty
    return not (there or items in facts.nonempty or certainly_nonempty(items))


def _empty(expr: n.Largest | n.Smallest, facts: Facts) -> bool:
    return not certainly_nonempty(expr.items)


def certainly_nonempty(items: n.Expr) -> bool:
    """Whether a list certainly has an item, whatever the state."""
    if claimed(items, AS_FILLED):
        return certainly_nonempty(items.items)  # type: ignore[attr-defined]
    if isinstance(items, n.Join):
        return any(certainly_nonempty(part) for part in items.lists)
    return claimed(items, FILLED) or (isinstance(items, n.ListOf) and bool(items.items))


FAILS: dict[type[n.Expr], Callable[[Any, Facts], bool]] = {
    n.Seat: lambda e, facts: e.number >= facts.seats,
    n.Variable: no_variable,
    n.ZoneAt: _no_zone,
    n.TraitOf: _no_trait,
    n.ChildAt: lambda e, facts: not (exists(e.zone, facts) and e.direction in DIRECTED),
    n.Divide: _zero,
    n.Modulo: _zero,
    n.Item: _no_item,
    n.Largest: _empty,
    n.Smallest: _empty,
}
"""Rules for kinds about which more is known than their claims."""
