"""Queries of a GameSpecDoc as lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....gamedef import nodes as n
from ...builders import number
from ..codes import lowering as codes
from ..read.tree import values as t
from . import terms
from .conditions import connected, equal, neighbours, token_tests
from .places import players
from .scope import (
    LOWERED,
    Environment,
    amount,
    as_kind,
    bound_list,
    common_kind,
    condition,
    items_of,
    value,
    zone,
)
from .terms import NUMBER, PLAYER, ROW, TEXT, TOKEN, ZONE, Bound, Term, Terms, both, either, negated
from .values import row_field


def _in_zone(around: Environment, tree: t.TokensInZone) -> Terms:
    place = zone(around, tree.zone)
    tokens: n.Expr = n.TokensIn(zone=place)
    name = around.world.fresh("token")
    where = token_tests(around, n.Local(name=name), tree.tests)
    if where != terms.truth(True):
        tokens = n.Filter(items=tokens, name=name, where=where)
    return Terms(tokens, TOKEN, lies=place, types=_types(around, tree.tests))


def _types(around: Environment, tests: tuple[t.TokenTest, ...]) -> frozenset[str] | None:
    """The types that tokens can be of which pass these tests, if the tests ask for that."""
    found: frozenset[str] | None = None
    for test in tests:
        if test.prop.text != "type" or around.world.things.declared("type"):
            continue
        told = test.value.value if isinstance(test.value, t.Literal) else None
        asked = {"eq": frozenset({told}), "in": frozenset(test.texts)}.get(test.op)
        if asked is not None and None not in asked:
            names = frozenset(str(x) for x in asked)
            found = names if found is None else found & names
    return found


def _near(around: Environment, tree: t.TokensNear) -> Terms:
    """The tokens of neighbours: of all zones that have any, those that lie beside this one."""
    world = around.world
    near = neighbours(around, tree.zone)
    linked = sorted(
        {link.zone_a for link in world.links()}, key=[z.base for z in world.spaces()].index
    )
    lying = tuple(n.TokensIn(zone=n.ZoneAt(name=name)) for name in linked)
    name = world.fresh("token")
    beside = n.Contains(items=near, value=n.ZoneOf(token=n.Local(name=name)))
    tests = token_tests(around, n.Local(name=name), tree.tests)
    where = both(tests, beside)
    listed = n.Filter(items=n.Join(lists=lying), name=name, where=where)
    return Terms(listed, TOKEN, types=_types(around, tree.tests))


def _ints(around: Environment, tree: t.Ints) -> Terms:
    least, most = amount(around, tree.least), amount(around, tree.most)
    if tree.step is None and not tree.always and tree.most_results is None:
        count = None
        if isinstance(least, n.Number) and isinstance(most, n.Number):
            count = max(0, most.value - least.value + 1)
        return Terms(n.Range(low=least, high=most), NUMBER, count)
    step = amount(around, tree.step) if tree.step else number(1)
    last = n.Divide(left=terms.minus(most, least), right=step)
    lists: list[n.Expr] = []
    if tree.most_results is not None:
        room = max(1, tree.most_results - 1 - len(tree.always))
        thinned = n.Divide(left=terms.plus(last, number(room)), right=number(room))
        enough = n.Less(left=last, right=number(tree.most_results - len(tree.always)))
        every: n.Expr = n.Conditional(test=enough, then=number(1), otherwise=thinned)
        greatest = _stepped(around, least, step, last, last)
        lists.append(greatest)
    else:
        every = number(1)
    first = _stepped(around, least, step, number(0), n.Divide(left=last, right=every), every)
    lists.insert(0, first)
    if tree.always:
        told = n.ListOf(items=tuple(amount(around, x) for x in tree.always), of="int")
        name = around.world.fresh("number")
        here = n.Local(name=name)
        inside = both(n.AtMost(left=least, right=here), n.AtMost(left=here, right=most))
        lists.append(n.Filter(items=told, name=name, where=inside))
    if len(lists) == 1:
        return Terms(first, NUMBER)
    name = around.world.fresh("number")
    joined = n.Distinct(items=n.Join(lists=tuple(lists)))
    around.world.fits(joined)
    return Terms(n.Sorted(items=joined, name=name, key=n.Local(name=name)), NUMBER)


def _stepped(
    around: Environment,
    least: n.Expr,
    step: n.Expr,
    low: n.Expr,
    high: n.Expr,
    every: n.Expr | None = None,
) -> n.Expr:
    """The numbers that are so many steps above the least one."""
    name = around.world.fresh("steps")
    steps: n.Expr = n.Local(name=name)
    if every is not None and every != number(1):
        steps = n.Multiply(left=steps, right=every)
    if step != number(1):
        steps = n.Multiply(left=steps, right=step)
    return n.Each(items=n.Range(low=low, high=high), name=name, value=terms.plus(least, steps))


def _enums(around: Environment, tree: t.Enums) -> Terms:
    symbols = tuple(around.world.text(text) for text in tree.values)
    twice = len(set(symbols)) < len(symbols)
    return Terms(n.ListOf(items=symbols, of=terms.TEXTS), TEXT, len(symbols), repeats=twice)


def _where_zone(around: Environment, zones: n.Expr, where: t.Condition | None, most: int) -> Terms:
    if where is None:
        return Terms(zones, ZONE, most)
    name = around.world.fresh("zone")
    test = condition(around.with_name("$zone", Bound(name, ZONE)), where)
    return Terms(n.Filter(items=zones, name=name, where=test), ZONE, most)


def _zones(around: Environment, tree: t.Zones) -> Terms:
    world = around.world
    zones = world.ordered_zones()
    if tree.owner is None:
        most = sum(len(each.ids(world.metadata.most)) for each in zones)
        return _where_zone(around, world.all_zones(zones), tree.where, most)
    owned = [each for each in zones if each.owned]
    name = world.fresh("zone")
    owner = n.OwnerOf(zone=n.Local(name=name))
    theirs = n.Contains(items=players(around, tree.owner), value=owner)
    found = n.Filter(items=world.all_zones(owned), name=name, where=theirs)
    return _where_zone(around, found, tree.where, len(owned) * world.metadata.most)


def _spaces(around: Environment, tree: t.Spaces) -> Terms:
    spaces = [each for each in around.world.ordered_zones() if each.space]
    return _where_zone(around, around.world.all_zones(spaces), tree.where, len(spaces))


def _connected_zones(around: Environment, tree: t.ConnectedZones) -> Terms:
    reached = connected(around, tree.zone, tree.via, tree.depth)
    if tree.include_start:
        start = n.ListOf(items=(zone(around, tree.zone),), of="zone")
        reached = n.Join(lists=(start, reached))
    return Terms(reached, ZONE, len(around.world.zones))


def _bound_list(around: Environment, tree: t.BoundList) -> Terms:
    bound = bound_list(around, tree.name)
    if bound is None:
        return Terms(n.Hole(), terms.UNKNOWN)
    here = terms.local(bound)
    return Terms(here, bound.kind, lies=bound.lies, types=bound.types, repeats=True)


def _joined(around: Environment, tree: t.Joined) -> Terms:
    found = [items_of(around, source) for source in tree.sources]
    kind = found[0].kind if found else NUMBER
    for each in found[1:]:
        shared = common_kind(kind, each.kind)
        if shared is None:
            message = f"a list can't hold {kind}s and {each.kind}s"
            around.world.error(codes.TYPE_MISMATCH, tree.at, message)
            return Terms(n.Hole(), terms.UNKNOWN)
        kind = shared
    lists = tuple(as_list(around, each, kind, tree.at) for each in found)
    sizes = [each.most for each in found]
    most = None if None in sizes else sum(x for x in sizes if x is not None)
    return Terms(n.Join(lists=lists), kind, most, repeats=True)


def as_list(around: Environment, items: Terms, kind: str, at: t.Location) -> n.Expr:
    """A list whose items must be of a kind."""
    if items.kind == kind:
        return items.expr
    name = around.world.fresh("item")
    told = as_kind(around, Term(n.Local(name=name), items.kind), kind, at)
    return n.Each(items=items.expr, name=name, value=told)


def _next_in_order(around: Environment, tree: t.NextInOrder) -> Terms:
    world = around.world
    source = items_of(around, tree.source)
    start = as_kind(around, value(around, tree.start), source.kind, tree.start.at)
    step = world.fresh("steps")
    first = number(0 if tree.include_start else 1)
    if source.expr == n.Seats():
        last = terms.minus(n.Length(items=n.Seats()), number(1))
        there: n.Expr = n.SeatAfter(seat=start, steps=n.Local(name=step))
    else:
        length = n.Length(items=source.expr)
        last = terms.minus(length, number(1))
        place = world.fresh("place")
        found = terms.same(n.Item(items=source.expr, index=n.Local(name=place)), start)
        places = n.Range(low=number(0), high=last)
        begin = n.Smallest(items=n.Filter(items=places, name=place, where=found))
        ahead = n.Modulo(left=n.Add(left=begin, right=n.Local(name=step)), right=length)
        there = n.Item(items=source.expr, index=ahead)
        present = n.Contains(items=source.expr, value=start)
        last = n.Conditional(test=present, then=last, otherwise=number(-1))
    turned = n.Each(items=n.Range(low=first, high=last), name=step, value=there)
    name = world.fresh(tree.bind.text)
    inside = around.with_name(tree.bind.text, Bound(name, source.kind))
    passing = n.Filter(items=turned, name=name, where=condition(inside, tree.where))
    world.fits(passing)
    return Terms(n.Selected(items=passing, selection=number(1)), source.kind, 1)


def _asset_rows(around: Environment, tree: t.AssetRows) -> Terms:
    world = around.world
    table = world.tables.get(tree.table.text)
    if table is None:
        return Terms(n.Hole(), terms.UNKNOWN)
    enum = world.rows(table)
    rows = [n.Symbol(enum=enum, value=str(i + 1)) for i in range(len(table.rows))]
    name = world.fresh("row")
    tests = [_row_test(around, n.Local(name=name), tree, test) for test in tree.tests]
    listed: n.Expr = n.ListOf(items=tuple(rows), of=enum)
    if tests:
        listed = n.Filter(items=listed, name=name, where=both(*tests))
    return Terms(listed, ROW + table.id.text, len(rows))


def _row_test(around: Environment, row: n.Expr, tree: t.AssetRows, test: t.RowTest) -> n.Expr:
    field = row_field(around, row, tree.table.text, test.field)
    if test.value is not None:
        holds = equal(around, field, value(around, test.value), test.at)
    else:
        known = (around.world.term(x) for x in test.literals)
        holds = either(*(equal(around, field, x, test.at) for x in known))
    return negated(holds) if test.op in ("neq", "notIn") else holds


_QUERIES: dict[type, Callable[[Environment, Any], Terms]] = {
    t.TokensInZone: _in_zone,
    t.TokensNear: _near,
    t.Ints: _ints,
    t.Enums: _enums,
    t.Players: lambda around, tree: Terms(n.Seats(), PLAYER, around.world.metadata.most),
    t.Zones: _zones,
    t.Spaces: _spaces,
    t.AdjacentZones: lambda around, tree: Terms(
        neighbours(around, tree.zone), ZONE, len(around.world.zones)
    ),
    t.ConnectedZones: _connected_zones,
    t.BoundList: _bound_list,
    t.Joined: _joined,
    t.NextInOrder: _next_in_order,
    t.AssetRows: _asset_rows,
}
LOWERED.update(_QUERIES)
