"""Value ranges: bounds of the words that expressions can have in any state, as ids need them.

One interval per name, variable and changing property holds everything that is ever assigned to it,
wherever that is: the least solution of the assignments, with widening. Tokens, zones, seats, teams
and symbols are intervals of their numbers; a list is the interval of its items and its longest
length.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.claims import of as claims_of
from ..gamedef.intervals import ANYTHING, BOUNDS, Bounds, Intervals
from ..gamedef.walk import walk
from .layout import Layout
from .range_rules import EMPTY, LENGTHS, RULES, hull, join

WORD: Bounds = (-(1 << 31), (1 << 31) - 1)
Key = tuple[str, str]
"""A procedure and a local name; or one of these and a variable or a property."""
VARIABLE, PROPERTY = "variable: ", "property: "  # no procedure is called that
EXACT_CHANGES, MOST_CHANGES, NARROWING = 4, 8, 2


@dataclass(frozen=True)
class Known:
    """What a name can be: the bounds of its value or of its items, and how many items it has."""

    bounds: Bounds = EMPTY
    longest: float = 0

    def joined(self, other: Known) -> Known:
        """What is one or the other."""
        return Known(join((self.bounds, other.bounds)), max(self.longest, other.longest))

    def both(self, other: Known) -> Known:
        """What is both."""
        (a, b), (x, y) = self.bounds, other.bounds
        return Known((max(a, x), min(b, y)), min(self.longest, other.longest))


@dataclass(frozen=True)
class Source:
    """Where a name gets a value: in which procedure, and how to compute its range."""

    procedure: str
    reads: n.Node
    rule: Callable[[ValueRanges], Known]


class ValueRanges(Intervals):
    """The ranges of a prepared game."""

    def __init__(self, game: n.GameDef, layout: Layout) -> None:
        super().__init__(game)
        assert not game.listeners  # their assignments would be missed
        self._set(layout=layout, procedure="main", known={}, _solved=set())
        sources: dict[Key, list[Source]] = {}
        for procedure in game.procedures:
            for node in walk(procedure):
                for key, rule in _bindings(self, procedure.name, node):
                    sources.setdefault(key, []).append(Source(procedure.name, node, rule))
        numbers = {x.value for x in walk(game) if isinstance(x, n.Number)}
        steps = sorted({x + step for x in numbers | {0} for step in (-1, 0, 1)})
        self._set(_sources=sources, _steps=steps)

    layout: Layout
    procedure: str
    """Whose local names expressions read."""
    known: dict[Key, Known]
    _sources: dict[Key, list[Source]]
    _solved: set[Key]
    _steps: list[int]

    def _set(self, **values: object) -> None:
        # Intervals are frozen; what is added here is computed once.
        for name, value in values.items():
            object.__setattr__(self, name, value)

    # ---- asked by the compiler ----

    def digits(self, procedure: str, items: n.Expr | None, kind: str) -> tuple[int, int]:
        """The lowest word that an item of a list can be, and the number of words from there on."""
        count = self.layout.values_of(kind)
        domain = WORD if count is None else (0, count - 1)
        if items is not None:
            self._solve(procedure, items)
            domain = Known(self.bounds(items)).both(Known(domain)).bounds
        low, high = domain
        return (int(low), int(high - low) + 1) if low <= high else (0, 1)

    def most(self, procedure: str, number: n.Expr) -> float:
        """The largest value of a number."""
        self._solve(procedure, number)
        return self.bounds(number)[1]

    # ---- rules ----

    def bounds(self, expr: n.Expr) -> Bounds:
        """The bounds of a value as a word, or of the items of a list."""
        rule = RULES.get(type(expr)) or BOUNDS.get(type(expr))
        low, high = rule(self, expr) if rule else ANYTHING
        # Of empty ranges, sums may be undefined.
        return ANYTHING if math.isnan(low) or math.isnan(high) else (low, high)

    def longest(self, expr: n.Expr) -> float:
        """How many items a list has at most."""
        rule = LENGTHS.get(type(expr))
        return rule(self, expr) if rule else math.inf

    def of_name(self, name: str) -> Known:
        """What a local name can be."""
        return self.known.get((self.procedure, name), UNKNOWN)

    def of_variable(self, name: str) -> Bounds:
        """The bounds of a variable."""
        return self.known.get((VARIABLE, name), UNKNOWN).bounds

    def of_property(self, name: str) -> Bounds:
        """The bounds of a property."""
        if name in self.layout.changing:
            return self.known.get((PROPERTY, name), UNKNOWN).bounds
        return hull(self.layout.property_table(name)[1:])

    # ---- the solution ----

    def _solve(self, procedure: str, asked: n.Expr) -> None:
        """Find the ranges of everything that an expression depends on."""
        keys = self._needed(procedure, asked)
        if keys:
            for key in keys:
                self.known[key] = self._first(key)
            self._ascend(keys)
            for _ in range(NARROWING):
                for key in keys:
                    self.known[key] = self._next(key).both(self.known[key])
            self._solved.update(keys)
        self._set(procedure=procedure)

    def _needed(self, procedure: str, asked: n.Node) -> list[Key]:
        """The keys whose ranges are needed and not known yet; none that nothing is assigned to."""
        waiting, found = [*_read(procedure, asked)], dict[Key, None]()
        while waiting:
            key = waiting.pop()
            if key not in found and key not in self._solved and self._is_known(key):
                found[key] = None
                for source in self._sources.get(key, ()):
                    waiting += _read(source.procedure, source.reads)
        return [*reversed(found)]  # what others depend on comes first

    def _is_known(self, key: Key) -> bool:
        return key in self._sources or key[0] in (VARIABLE, PROPERTY)

    def _ascend(self, keys: list[Key]) -> None:
        changes = dict.fromkeys(keys, 0)
        changed = True
        while changed:
            changed = False
            for key in keys:
                old = self.known[key]
                new = old.joined(self._next(key))
                if new != old:
                    self.known[key] = self._widened(old, new, changes[key])
                    changes[key] += 1
                    changed = True

    def _widened(self, old: Known, new: Known, changes: int) -> Known:
        """After a few changes bounds move to the next number of the game; then without end."""
        if changes < EXACT_CHANGES:
            return new
        steps = self._steps if changes < MOST_CHANGES else []
        (a, b), (low, high) = old.bounds, new.bounds
        low = low if low == a else max((x for x in steps if x <= low), default=-math.inf)
        high = high if high == b else min((x for x in steps if x >= high), default=math.inf)
        longest = new.longest if new.longest == old.longest else math.inf
        return Known((low, high), longest)

    def _first(self, key: Key) -> Known:
        kind, name = key
        if kind == VARIABLE:
            variable = next(v for v in self.game.variables if v.name == name)
            return Known(hull([self.layout.constant(variable.initial)]))
        if kind == PROPERTY:
            return Known(hull(self.layout.property_table(name)[1:]))
        return Known()

    def _next(self, key: Key) -> Known:
        """What the assignments make of the ranges so far."""
        found = self._first(key)
        for source in self._sources.get(key, ()):
            self._set(procedure=source.procedure)
            found = found.joined(source.rule(self))
        return found


UNKNOWN = Known(ANYTHING, math.inf)


def _read(procedure: str, node: n.Node) -> Iterator[Key]:
    """The keys that are read in a node or below it."""
    for each in walk(node):
        if isinstance(each, n.Local):
            yield procedure, each.name
        elif isinstance(each, n.Variable):
            yield VARIABLE, each.name
        elif isinstance(each, n.PropertyOf):
            yield PROPERTY, each.property


# ---- what is assigned to names -------------------------------------------------------------------

Rule = Callable[[ValueRanges], Known]


def _bindings(c: ValueRanges, procedure: str, node: n.Node) -> Iterator[tuple[Key, Rule]]:
    """The names that a node gives values to."""
    if isinstance(node, n.SetVariable):
        yield (VARIABLE, node.name), _value(node.value)
    elif isinstance(node, n.SetProperty):
        yield (PROPERTY, node.property), _value(node.value)
    elif isinstance(node, n.Call | n.Later):
        called = next(p for p in c.game.procedures if p.name == node.procedure)
        for parameter, argument in zip(called.parameters, node.arguments, strict=True):
            yield (called.name, parameter.name), _value(argument)
    elif not (isinstance(node, n.Parameter) and node.items is None):
        facts = claims_of(type(node))
        default: Callable[[Any], Rule] = _item if facts.over else _unknown
        rule = BINDERS.get(type(node), default)
        for field in facts.binds:
            yield (procedure, getattr(node, field)), rule(node)


def _value(expr: n.Expr) -> Rule:
    return lambda c: Known(c.bounds(expr), c.longest(expr))


def _item(node: Any) -> Rule:
    items = getattr(node, claims_of(type(node)).over)
    return lambda c: Known(c.bounds(items))


def _unknown(node: n.Node) -> Rule:
    return lambda c: UNKNOWN


def _sublist(node: n.Pick | n.Subsets) -> Rule:
    def rule(c: ValueRanges) -> Known:
        most = min(c.longest(node.items), c.bounds(node.most)[1])
        return Known(c.bounds(node.items), max(most, 0))

    return rule


def _roll(node: n.Roll) -> Rule:
    return lambda c: Known((c.bounds(node.low)[0], c.bounds(node.high)[1]))


def _token(node: n.Node) -> Rule:
    return lambda c: Known((1, len(c.layout.tokens)))


BINDERS: dict[type[n.Node], Callable[[Any], Rule]] = {
    n.Let: lambda node: _value(node.value),
    n.Together: lambda node: lambda c: Known(c.bounds(node.seats)),
    n.Pick: _sublist,
    n.Subsets: _sublist,
    n.Roll: _roll,
    n.Create: _token,
    n.RunLength: _token,
}
