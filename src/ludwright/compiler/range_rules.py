"""Rules of value ranges: the bounds of each kind of expression, and the longest lists."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..gamedef import nodes as n
from ..gamedef.build import ZERO
from ..gamedef.intervals import ANYTHING, BOUNDS, Bounds
from ..gamedef.walk import substitute, walk

if TYPE_CHECKING:
    from .value_ranges import ValueRanges

EMPTY: Bounds = (math.inf, -math.inf)
TRUTH: Bounds = (0, 1)
MOST_SELECTED = 30  # items that a selection can be from


def join(parts: Iterable[Bounds]) -> Bounds:
    """The smallest interval that contains others."""
    found = [*parts]
    low = min((low for low, _ in found), default=math.inf)
    return low, max((high for _, high in found), default=-math.inf)


def hull(values: Iterable[int]) -> Bounds:
    """The smallest interval that contains some numbers."""
    return join((value, value) for value in values)


# ---- numbers -------------------------------------------------------------------------------------


def _arithmetic(c: ValueRanges, expr: n.Add | n.Subtract | n.Multiply) -> Bounds:
    # Of what never has a value, neither has the sum; -inf + inf would be undefined.
    if EMPTY in (c.bounds(expr.left), c.bounds(expr.right)):
        return EMPTY
    return BOUNDS[type(expr)](c, expr)


def _quotient(c: ValueRanges, expr: n.Divide) -> Bounds:
    (a, b), (x, y) = c.bounds(expr.left), c.bounds(expr.right)
    if EMPTY in ((a, b), (x, y)):
        return EMPTY
    if x < 1:
        return ANYTHING
    found = [_floor(one, other) for one in (a, b) for other in (x, y)]
    return min(found), max(found)


def _floor(one: float, other: float) -> float:
    """A quotient by a positive number, rounded down; both may be infinite."""
    if math.isinf(one):
        return one
    return float(-(one < 0)) if math.isinf(other) else int(one) // int(other)


def _either(c: ValueRanges, expr: n.Conditional) -> Bounds:
    then, otherwise, test = c.bounds(expr.then), c.bounds(expr.otherwise), expr.test
    # The smaller or the larger of two numbers.
    if isinstance(test, n.Less | n.AtMost) and EMPTY not in (then, otherwise):
        if (test.left, test.right) == (expr.then, expr.otherwise):
            return min(then[0], otherwise[0]), min(then[1], otherwise[1])
        if (test.right, test.left) == (expr.then, expr.otherwise):
            return max(then[0], otherwise[0]), max(then[1], otherwise[1])
    return join((then, otherwise))


def _extreme(c: ValueRanges, expr: n.Largest | n.Smallest) -> Bounds:
    if not isinstance(expr.items, n.ListOf):
        return c.bounds(expr.items)
    found = [c.bounds(item) for item in expr.items.items]
    best = max if isinstance(expr, n.Largest) else min
    if not found or EMPTY in found:
        return EMPTY
    return best(low for low, _ in found), best(high for _, high in found)


def _total(c: ValueRanges, expr: n.Sum) -> Bounds:
    low, high = c.bounds(expr.items)
    count = c.longest(expr.items)
    if low > high or count <= 0:
        return 0, 0
    # 0 times infinity is undefined.
    return (min(0, count * low) if low else 0), (max(0, count * high) if high else 0)


def _selections(c: ValueRanges, expr: n.Subsets) -> Bounds:
    items = min(c.longest(expr.items), MOST_SELECTED)
    least = max(c.bounds(expr.least)[0], 0)
    return (1 if least else 0), (1 << int(items)) - 1


def _run(c: ValueRanges, expr: n.RunLength) -> Bounds:
    return 0, min(len(c.layout.tokens), _strict_run(c, expr))


def _strict_run(c: ValueRanges, expr: n.RunLength) -> float:
    """The longest run in which a number, fixed for each token, goes up or down in equal steps."""
    parts = expr.where.items if isinstance(expr.where, n.And) else (expr.where,)
    found = math.inf
    for part in parts:
        if isinstance(part, n.Equal):
            (one, a), (other, b) = _shifted(part.left), _shifted(part.right)
            upper = substitute(other, {expr.lower: n.Local(name=expr.upper)})
            names = {x.name for x in walk(one) if isinstance(x, n.Local)}
            names_of_other = {x.name for x in walk(other) if isinstance(x, n.Local)}
            if names == {expr.lower} and names_of_other == {expr.upper}:
                upper = substitute(other, {expr.upper: n.Local(name=expr.lower)})
            elif names != {expr.upper} or names_of_other != {expr.lower}:
                continue
            if upper == one and a != b and _is_fixed(c, one):
                low, high = c.bounds(one)
                found = min(found, 1 + (high - low) // abs(a - b)) if low <= high else found
    return max(found, 1)


def _shifted(expr: n.Expr) -> tuple[n.Expr, int]:
    """A number as another one plus a constant."""
    if isinstance(expr, n.Add | n.Subtract) and isinstance(expr.right, n.Number):
        by = expr.right.value
        return expr.left, by if isinstance(expr, n.Add) else -by
    return expr, 0


def _is_fixed(c: ValueRanges, expr: n.Expr) -> bool:
    """Whether a value of a token never changes."""
    return all(
        isinstance(x, n.Lookup | n.Local)
        or (isinstance(x, n.PropertyOf) and x.property not in c.layout.changing)
        for x in walk(expr)
    )


# ---- zones, seats, symbols -----------------------------------------------------------------------


def _family(c: ValueRanges, expr: n.ZoneAt | n.ZonesNamed) -> Bounds:
    family = c.layout.families[expr.name]
    if isinstance(expr, n.ZoneAt) and expr.owner is None:
        low, high = c.bounds(expr.index or ZERO)
        return family.first + max(low, 0), family.first + min(high, family.zone.count - 1)
    numbers = family.numbers
    return numbers.start, numbers.stop - 1


def _tree(c: ValueRanges, expr: n.TreeOf | n.DeepestOf) -> Bounds:
    """A zone, or a branch of a tree whose zones are seen like it."""
    low, high = c.bounds(expr.zone)
    every = (c.layout.first_branch, c.layout.past_branches - 1)
    if low > high:
        return EMPTY
    if low < 0 or high >= c.layout.first_branch:
        return join([(low, high), every])
    looks = {c.layout.looks[number] for number in range(int(low), int(high) + 1)}
    grown = [c.layout.branches[look] for look in looks if look in c.layout.branches]
    return join([(low, high), *((each.start, each.stop - 1) for each in grown)])


def _trait(c: ValueRanges, expr: n.TraitOf) -> Bounds:
    trait = next(t for t in c.game.traits if t.name == expr.trait)
    return hull(c.layout.raw(each.value, trait.type) for each in trait.values)


def _symbol(c: ValueRanges, expr: n.Symbol | n.Seat | n.TeamNamed | n.Nothing) -> Bounds:
    return hull([c.layout.constant(expr)])


def _seats(c: ValueRanges, expr: n.Expr) -> Bounds:
    return 1, c.layout.seats


def _teams(c: ValueRanges, expr: n.Expr) -> Bounds:
    return 1, len(c.game.teams)


def _tokens(c: ValueRanges, expr: n.Expr) -> Bounds:
    # Never fewer than all: a token that is not known is called by any label.
    return 1, len(c.layout.tokens)


def _truth(c: ValueRanges, expr: n.Expr) -> Bounds:
    return TRUTH


def _same(c: ValueRanges, expr: Any) -> Bounds:
    return c.bounds(expr.items)


RULES: dict[type[n.Expr], Callable[[ValueRanges, Any], Bounds]] = {
    n.Truth: lambda c, e: (int(e.value), int(e.value)),
    **dict.fromkeys((n.Symbol, n.Seat, n.TeamNamed, n.Nothing), _symbol),
    n.Local: lambda c, e: c.of_name(e.name).bounds,
    n.Variable: lambda c, e: c.of_variable(e.name),
    n.PropertyOf: lambda c, e: c.of_property(e.property),
    **dict.fromkeys((n.ZoneAt, n.ZonesNamed), _family),
    **dict.fromkeys((n.TreeOf, n.DeepestOf), _tree),
    n.RootOf: lambda c, e: (1, c.layout.first_branch - 1),
    n.IndexOf: lambda c, e: (0, max((zone.count for zone in c.game.zones), default=1) - 1),
    n.TraitOf: _trait,
    **dict.fromkeys((n.Seats, n.SeatAfter, n.SeatsOf), _seats),
    n.NumberOf: lambda c, e: (0, c.layout.seats - 1),
    **dict.fromkeys((n.Teams, n.TeamOf), _teams),
    n.TokensIn: _tokens,
    n.RunLength: _run,
    **dict.fromkeys((n.Add, n.Subtract, n.Multiply), _arithmetic),
    n.Divide: _quotient,
    n.Conditional: _either,
    n.Length: lambda c, e: (0, c.longest(e.items)),
    **dict.fromkeys((n.Largest, n.Smallest), _extreme),
    n.Sum: _total,
    **dict.fromkeys((n.And, n.Or, n.Not, n.Equal, n.Less, n.AtMost, n.Exists), _truth),
    **dict.fromkeys((n.AnyOf, n.AllOf, n.Contains, n.Possible, n.IsFaceUp), _truth),
    # Lists: the bounds of their items.
    n.ListOf: lambda c, e: join(c.bounds(item) for item in e.items),
    n.Range: lambda c, e: (c.bounds(e.low)[0], c.bounds(e.high)[1]),
    n.Each: lambda c, e: c.bounds(e.value),
    n.Join: lambda c, e: join(c.bounds(part) for part in e.lists),
    **dict.fromkeys((n.Filter, n.Distinct, n.Sorted, n.Reversed, n.Item, n.Selected), _same),
    n.Subsets: _selections,
    n.BestPartition: lambda c, e: c.bounds(e.groups),
}


# ---- lengths -------------------------------------------------------------------------------------


def _filtered(c: ValueRanges, expr: n.Filter) -> float:
    """How many items of a list pass; of a zone's tokens, how many have one value of a property."""
    found = c.longest(expr.items)
    if isinstance(expr.items, n.TokensIn):
        parts = expr.where.items if isinstance(expr.where, n.And) else (expr.where,)
        for part in parts:
            if isinstance(part, n.Equal):
                for one, other in ((part.left, part.right), (part.right, part.left)):
                    found = min(found, _alike(c, expr.name, one, other))
    return found


def _alike(c: ValueRanges, name: str, one: n.Expr, other: n.Expr) -> float:
    if not (isinstance(one, n.PropertyOf) and one.token == n.Local(name=name)):
        return math.inf
    depends = any(isinstance(x, n.Local) and x.name == name for x in walk(other))
    if depends or one.property in c.layout.changing:
        return math.inf
    return max(Counter(c.layout.property_table(one.property)[1:]).values(), default=0)


def _distinct(c: ValueRanges, expr: n.Distinct) -> float:
    low, high = c.bounds(expr.items)
    return min(c.longest(expr.items), max(high - low + 1, 0))


def _of_range(c: ValueRanges, expr: n.Range) -> float:
    return max(c.bounds(expr.high)[1] - c.bounds(expr.low)[0] + 1, 0)


LENGTHS: dict[type[n.Expr], Callable[[ValueRanges, Any], float]] = {
    n.ListOf: lambda c, e: len(e.items),
    n.Local: lambda c, e: c.of_name(e.name).longest,
    n.Range: _of_range,
    n.TokensIn: lambda c, e: len(c.layout.tokens),
    n.ZonesNamed: lambda c, e: len(c.layout.families[e.name].numbers),
    **dict.fromkeys((n.Seats, n.SeatsOf), lambda c, e: c.layout.seats),
    n.Teams: lambda c, e: len(c.game.teams),
    **dict.fromkeys((n.TreeOf, n.Connected, n.Neighbours), lambda c, e: len(c.layout.zones)),
    **dict.fromkeys((n.Each, n.Sorted, n.Reversed, n.Selected), lambda c, e: c.longest(e.items)),
    n.Conditional: lambda c, e: max(c.longest(e.then), c.longest(e.otherwise)),
    n.Join: lambda c, e: sum(c.longest(part) for part in e.lists),
    n.Filter: _filtered,
    n.Distinct: _distinct,
}
