"""The value of every kind of expression, one small function each, after the node docstrings."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ludwright.gamedef import nodes as n

from .world import Failed, Fault, Hidden

if TYPE_CHECKING:
    from . import Oracle

Frame = dict[str, Any]
VALUES: dict[type[n.Expr], Callable[[Oracle, Any, Frame], Any]] = {}


def rule(kind: type[n.Expr]) -> Callable[[Any], Any]:
    """Enter a function as the meaning of a kind of expression."""

    def enter(function: Any) -> Any:
        VALUES[kind] = function
        return function

    return enter


def value(o: Oracle, node: n.Expr, frame: Frame) -> Any:
    """The raw value of an expression, or a list of raw values."""
    found = VALUES[type(node)](o, node, frame)
    if isinstance(found, list) and len(found) > o.longest[0]:
        o.longest[0] = len(found)
    return found


def values(o: Oracle, frame: Frame, *nodes: n.Expr | None) -> list[Any]:
    """The values of several expressions from the left; nothing for one that is left out."""
    return [None if node is None else value(o, node, frame) for node in nodes]


def need(raw: int) -> int:
    """A value that must not be nothing."""
    if raw == 0:
        raise Failed("nothing")
    return raw


def needed(o: Oracle, node: n.Expr, frame: Frame) -> int:
    """The value of an expression, which must not be nothing."""
    return need(value(o, node, frame))


def holds(o: Oracle, node: n.Expr, frame: Frame) -> bool:
    """Whether a test holds: a failure anywhere in it makes it false."""
    try:
        return bool(value(o, node, frame))
    except Failed:
        return False


def whole(number: int) -> int:
    """A computed number, which must fit in 32 bits."""
    if not -(2**31) <= number < 2**31:
        raise Fault("overflow")
    return number


# ---- values ------------------------------------------------------------------------------------


@rule(n.Number)
@rule(n.Truth)
def constant(o: Oracle, node: Any, frame: Frame) -> int:
    return int(node.value)


@rule(n.Symbol)
def symbol(o: Oracle, node: n.Symbol, frame: Frame) -> int:
    return o.things.symbol(node.enum, node.value)


@rule(n.Seat)
def seat(o: Oracle, node: n.Seat, frame: Frame) -> int:
    if not 0 <= node.number < o.things.players:
        raise Failed("seat")
    return node.number + 1


@rule(n.TeamNamed)
def team_named(o: Oracle, node: n.TeamNamed, frame: Frame) -> int:
    return o.things.team_names.index(node.name) + 1


@rule(n.Nothing)
def nothing(o: Oracle, node: n.Nothing, frame: Frame) -> int:
    return 0


@rule(n.Local)
def local(o: Oracle, node: n.Local, frame: Frame) -> Any:
    return frame[node.name]


def unless_known(o: Oracle) -> None:
    """A point beyond which nothing is tried out, because its asker may not know what is read."""
    if o.asker is not None and not (o.search and o.search.known):
        raise Hidden


@rule(n.Variable)
def variable(o: Oracle, node: n.Variable, frame: Frame) -> int:
    owner = which_one(o, node, frame)
    kept = o.things.variables[node.name]
    seers = o.things.teams[owner] if kept.per_team and owner is not None else [owner]
    if kept.audience == "none" or (kept.audience == "owner" and o.asker not in seers):
        unless_known(o)
    return o.world.variables[node.name, owner]


def which_one(o: Oracle, node: n.Variable | n.SetVariable, frame: Frame) -> int | None:
    """The number of the seat, or the index, that tells a variable from others of its name."""
    owner = owner_of(o, node.of, frame)
    if node.index is None:
        return owner
    index = value(o, node.index, frame)
    if not 0 <= index < o.things.variables[node.name].count:
        raise Failed
    return index


def owner_of(o: Oracle, node: n.Expr | None, frame: Frame) -> int | None:
    """The number of the seat or team something is kept for, None if it is kept once."""
    return None if node is None else needed(o, node, frame) - 1


@rule(n.OptionValue)
def option_value(o: Oracle, node: n.OptionValue, frame: Frame) -> int:
    return o.things.option_values[node.name]


@rule(n.Lookup)
def lookup(o: Oracle, node: n.Lookup, frame: Frame) -> int:
    return o.things.tables[node.table][needed(o, node.key, frame) - 1]


# ---- places, tokens, seats ---------------------------------------------------------------------


@rule(n.ZoneAt)
def zone_at(o: Oracle, node: n.ZoneAt, frame: Frame) -> int:
    owner, index = values(o, frame, node.owner, node.index)
    key = node.name, None if owner is None else need(owner) - 1, index or 0
    if key not in o.things.zone_numbers:
        raise Failed("index")
    return o.things.zone_numbers[key]


@rule(n.ZonesNamed)
def zones_named(o: Oracle, node: n.ZonesNamed, frame: Frame) -> list[int]:
    return o.things.zones_named(node.name)


@rule(n.Seats)
def seats(o: Oracle, node: n.Seats, frame: Frame) -> list[int]:
    return list(range(1, o.things.players + 1))


@rule(n.SeatAfter)
def seat_after(o: Oracle, node: n.SeatAfter, frame: Frame) -> int:
    start, steps = values(o, frame, node.seat, node.steps)
    return int((need(start) - 1 + steps) % o.things.players + 1)


@rule(n.NumberOf)
def number_of(o: Oracle, node: n.NumberOf, frame: Frame) -> int:
    return needed(o, node.seat, frame) - 1


@rule(n.Teams)
def teams(o: Oracle, node: n.Teams, frame: Frame) -> list[int]:
    return list(range(1, len(o.things.teams) + 1))


@rule(n.TeamOf)
def team_of(o: Oracle, node: n.TeamOf, frame: Frame) -> int:
    seat = needed(o, node.seat, frame) - 1
    return next(i for i, members in enumerate(o.things.teams, 1) if seat in members)


@rule(n.SeatsOf)
def seats_of(o: Oracle, node: n.SeatsOf, frame: Frame) -> list[int]:
    return [seat + 1 for seat in o.things.teams[needed(o, node.team, frame) - 1]]


@rule(n.OwnerOf)
def owner(o: Oracle, node: n.OwnerOf, frame: Frame) -> int:
    root = o.world.root(needed(o, node.zone, frame))
    number = o.things.places[root - 1].seat if root < o.things.first_branch else None
    return 0 if number is None else number + 1


@rule(n.IndexOf)
def index_of(o: Oracle, node: n.IndexOf, frame: Frame) -> int:
    return o.things.places[o.world.root(needed(o, node.zone, frame)) - 1].index


@rule(n.TraitOf)
def trait_of(o: Oracle, node: n.TraitOf, frame: Frame) -> int:
    place = o.things.places[o.world.root(needed(o, node.zone, frame)) - 1]
    trait = o.things.traits[node.trait]
    for each in trait.values:
        if (each.zone, each.index) == (place.zone.name, place.index):
            return o.things.raw(each.value, trait.type)
    raise Failed("no such trait")


@rule(n.TokensIn)
def tokens_in(o: Oracle, node: Any, frame: Frame) -> list[int]:
    return list(o.world.zones[needed(o, node.zone, frame)])


@rule(n.SizeOf)
def size_of(o: Oracle, node: n.SizeOf, frame: Frame) -> int:
    return len(tokens_in(o, node, frame))


@rule(n.TopOf)
def top_of(o: Oracle, node: n.TopOf, frame: Frame) -> int:
    return at(tokens_in(o, node, frame), 0)


@rule(n.BottomOf)
def bottom_of(o: Oracle, node: n.BottomOf, frame: Frame) -> int:
    tokens = tokens_in(o, node, frame)
    return at(tokens, len(tokens) - 1)


@rule(n.TokenAt)
def token_at(o: Oracle, node: n.TokenAt, frame: Frame) -> int:
    zone, position = values(o, frame, node.zone, node.position)
    return at(o.world.zones[need(zone)], position)


def at(tokens: list[int], position: int) -> int:
    """The token at a position, or nothing."""
    return tokens[position] if 0 <= position < len(tokens) else 0


@rule(n.ZoneOf)
def zone_of(o: Oracle, node: n.ZoneOf, frame: Frame) -> int:
    zone = o.world.zone_of(needed(o, node.token, frame))
    return 0 if zone in o.things.pools.values() else zone


@rule(n.Neighbours)
def neighbours(o: Oracle, node: n.Neighbours, frame: Frame) -> list[int]:
    return o.things.neighbours(needed(o, node.zone, frame), node.link)


@rule(n.Connected)
def connected(o: Oracle, node: n.Connected, frame: Frame) -> list[int]:
    start, within = values(o, frame, node.zone, node.within)
    away = {need(start): 0}
    for zone in (reached := [start]):
        for other in o.things.neighbours(zone, node.link):
            far = within is not None and away[zone] >= within
            if not far and other not in away and holds(o, node.where, frame | {node.name: other}):
                reached.append(other)
                away[other] = away[zone] + 1
    return reached[1:]


@rule(n.ChildAt)
def child_at(o: Oracle, node: n.ChildAt, frame: Frame) -> int:
    zone, direction = values(o, frame, node.zone, node.direction)
    return o.world.child(need(zone), direction)


@rule(n.ParentOf)
def parent_of(o: Oracle, node: n.ParentOf, frame: Frame) -> int:
    return o.world.hangs.get(needed(o, node.zone, frame), (0, -1))[0]


@rule(n.DirectionOf)
def direction_of(o: Oracle, node: n.DirectionOf, frame: Frame) -> int:
    return o.world.hangs.get(needed(o, node.zone, frame), (0, -1))[1]


@rule(n.RootOf)
def root_of(o: Oracle, node: n.RootOf, frame: Frame) -> int:
    return o.world.root(needed(o, node.zone, frame))


@rule(n.TreeOf)
def tree_of(o: Oracle, node: n.TreeOf, frame: Frame) -> list[int]:
    return o.world.tree(needed(o, node.zone, frame))


@rule(n.DeepestOf)
def deepest_of(o: Oracle, node: n.DeepestOf, frame: Frame) -> int:
    start = needed(o, node.zone, frame)
    steps = {z: o.world.depth(z) for z in o.world.tree(start)}
    return [z for z, depth in steps.items() if depth == max(steps.values())][-1]


@rule(n.PropertyOf)
def property_of(o: Oracle, node: n.PropertyOf, frame: Frame) -> int:
    token = needed(o, node.token, frame)
    known = o.world.known[token] & (o.known[token] if o.known else -1)
    if o.asker is not None and not known >> o.asker & 1 and node.property not in o.things.open:
        unless_known(o)
    if node.property in o.world.properties:
        return o.world.properties[node.property][token]
    return o.things.property_of(token, node.property)


@rule(n.IsFaceUp)
def is_face_up(o: Oracle, node: n.IsFaceUp, frame: Frame) -> int:
    return int(o.world.faces[needed(o, node.token, frame)])


@rule(n.RunLength)
def run_length(o: Oracle, node: n.RunLength, frame: Frame) -> int:
    tokens = tokens_in(o, node, frame)
    for position, token in enumerate(tokens):
        if not o.world.faces[token]:
            return position
        pair = {node.lower: token, node.upper: tokens[position - 1]}
        if position and not holds(o, node.where, frame | pair):
            return position
    return len(tokens)


# ---- arithmetic and logic ----------------------------------------------------------------------


def binary(kind: Any, compute: Callable[[int, int], int]) -> None:
    """Enter the meaning of a node with a left and a right part."""

    @rule(kind)
    def both(o: Oracle, node: Any, frame: Frame) -> int:
        left, right = values(o, frame, node.left, node.right)
        return whole(int(compute(left, right)))


def divisible(compute: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """A division that fails for a divisor of 0."""

    def divide(left: int, right: int) -> int:
        if right == 0:
            raise Failed("division by 0")
        return compute(left, right)

    return divide


binary(n.Add, operator.add)
binary(n.Subtract, operator.sub)
binary(n.Multiply, operator.mul)
binary(n.Divide, divisible(operator.floordiv))
binary(n.Modulo, divisible(operator.mod))
binary(n.Equal, operator.eq)
binary(n.Less, operator.lt)
binary(n.AtMost, operator.le)


@rule(n.And)
def every(o: Oracle, node: n.And, frame: Frame) -> int:
    return int(all(value(o, item, frame) for item in node.items))


@rule(n.Or)
def some(o: Oracle, node: n.Or, frame: Frame) -> int:
    return int(any(value(o, item, frame) for item in node.items))


@rule(n.Not)
def negation(o: Oracle, node: n.Not, frame: Frame) -> int:
    return int(not value(o, node.item, frame))


@rule(n.Exists)
def exists(o: Oracle, node: n.Exists, frame: Frame) -> int:
    return int(value(o, node.item, frame) != 0)


@rule(n.Conditional)
def conditional(o: Oracle, node: n.Conditional, frame: Frame) -> Any:
    return value(o, node.then if holds(o, node.test, frame) else node.otherwise, frame)


# ---- lists -------------------------------------------------------------------------------------


@rule(n.ListOf)
def list_of(o: Oracle, node: n.ListOf, frame: Frame) -> list[int]:
    return values(o, frame, *node.items)


@rule(n.Range)
def whole_range(o: Oracle, node: n.Range, frame: Frame) -> list[int]:
    low, high = values(o, frame, node.low, node.high)
    if high - low > o.BUDGET:
        raise Fault("budget")
    return list(range(low, high + 1))


def for_each_item(o: Oracle, node: Any, frame: Frame) -> list[tuple[int, Frame]]:
    """The items of a node's list, each with the frame in which the node's name is bound to it."""
    return [(item, frame | {node.name: item}) for item in value(o, node.items, frame)]


@rule(n.Filter)
def filtered(o: Oracle, node: n.Filter, frame: Frame) -> list[int]:
    return [i for i, inner in for_each_item(o, node, frame) if holds(o, node.where, inner)]


@rule(n.Each)
def each(o: Oracle, node: n.Each, frame: Frame) -> list[int]:
    return [value(o, node.value, inner) for _, inner in for_each_item(o, node, frame)]


@rule(n.Distinct)
def distinct(o: Oracle, node: n.Distinct, frame: Frame) -> list[int]:
    return list(dict.fromkeys(value(o, node.items, frame)))


@rule(n.Join)
def join(o: Oracle, node: n.Join, frame: Frame) -> list[int]:
    return [item for items in values(o, frame, *node.lists) for item in items]


@rule(n.Sorted)
def in_order(o: Oracle, node: n.Sorted, frame: Frame) -> list[int]:
    made = [(value(o, node.key, inner), i) for i, inner in for_each_item(o, node, frame)]
    return [item for _, item in sorted(made, key=lambda pair: pair[0])]


@rule(n.Reversed)
def from_the_last(o: Oracle, node: n.Reversed, frame: Frame) -> list[int]:
    return list(reversed(value(o, node.items, frame)))


@rule(n.Length)
def length(o: Oracle, node: n.Length, frame: Frame) -> int:
    return len(value(o, node.items, frame))


@rule(n.Item)
def item(o: Oracle, node: n.Item, frame: Frame) -> int:
    items, index = values(o, frame, node.items, node.index)
    if not 0 <= index < len(items):
        raise Failed("no item")
    return int(items[index])


@rule(n.Contains)
def contains(o: Oracle, node: n.Contains, frame: Frame) -> int:
    items, sought = values(o, frame, node.items, node.value)
    return int(sought in items)


@rule(n.Sum)
def total(o: Oracle, node: n.Sum, frame: Frame) -> int:
    return whole(sum(value(o, node.items, frame)))


def extreme(kind: Any, choose: Callable[[list[int]], int]) -> None:
    """Enter the meaning of a node that picks one number of a list."""

    @rule(kind)
    def pick(o: Oracle, node: Any, frame: Frame) -> int:
        items = value(o, node.items, frame)
        if not items:
            raise Failed("no item")
        return choose(items)


extreme(n.Largest, max)
extreme(n.Smallest, min)


@rule(n.AnyOf)
def any_of(o: Oracle, node: n.AnyOf, frame: Frame) -> int:
    return int(any(holds(o, node.where, inner) for _, inner in for_each_item(o, node, frame)))


@rule(n.AllOf)
def all_of(o: Oracle, node: n.AllOf, frame: Frame) -> int:
    return int(all(holds(o, node.where, inner) for _, inner in for_each_item(o, node, frame)))


# ---- combinations ------------------------------------------------------------------------------


def taken(items: list[int], selection: int) -> list[int]:
    """The items whose bits are set in a selection."""
    return [item for i, item in enumerate(items[:30]) if selection >> i & 1]


@rule(n.Subsets)
def subsets(o: Oracle, node: n.Subsets, frame: Frame) -> list[int]:
    items, least, most = values(o, frame, node.items, node.least, node.most)
    sizes = range(max(least, 0), min(most, len(items)) + 1)
    if len(items) > 30 or sum(math.comb(len(items), size) for size in sizes) > 65536:
        raise Fault("combinations")
    found = []
    for size in sizes:
        for places in itertools.combinations(range(len(items)), size):
            chosen = frame | {node.name: [items[i] for i in places]}
            if holds(o, node.where, chosen):
                found.append(sum(1 << i for i in places))
    return found


@rule(n.Selected)
def selected(o: Oracle, node: n.Selected, frame: Frame) -> list[int]:
    return taken(*values(o, frame, node.items, node.selection))


@rule(n.BestPartition)
def best_partition(o: Oracle, node: n.BestPartition, frame: Frame) -> list[int]:
    items, groups = values(o, frame, node.items, node.groups)
    weights = [value(o, node.weight, frame | {node.name: item}) for item in items]
    if len(items) > 20 or len(groups) > 4096:
        raise Fault("combinations")
    real = [g for g in groups if 0 < g < 1 << len(items)]

    def ways(at: int, used: int) -> Iterator[tuple[int, int, list[int], list[int]]]:
        """Every way to part the items from one on: lightness, size, where its groups stand."""
        if at == len(items):
            yield 0, 0, [], []
            return
        if used >> at & 1:
            yield from ways(at + 1, used)
            return
        for number, group in enumerate(real):
            if group & -group == 1 << at and not group & used:
                weight = sum(taken(weights, group))
                for light, size, order, made in ways(at + 1, used | group):
                    yield light - weight, size + 1, [number, *order], [group, *made]
        for light, size, order, made in ways(at + 1, used):
            yield light, size, [len(real), *order], made

    return min(ways(0, 0))[3]
