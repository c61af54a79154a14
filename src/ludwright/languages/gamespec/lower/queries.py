"""Lower queries to lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....gamedef import nodes as n
from ....gamedef.build import ONE, TRUE, ZERO, and_, equals, minus, not_, number, or_, plus
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
from .terms import NUMBER, PLAYER, ROW, TEXT, TOKEN, ZONE, Bound, Term, Terms
from .values import row_field


def _in_zone(env: Environment, tree: t.TokensInZone) -> Terms:
    place = zone(env, tree.zone)
    tokens: n.Expr = n.TokensIn(zone=place)
    name = env.symbols.fresh("token")
    where = token_tests(env, n.Local(name=name), tree.tests)
    if where != TRUE:
        tokens = n.Filter(items=tokens, name=name, where=where)
    return Terms(tokens, TOKEN, zone=place, types=_types(env, tree.tests))


def _types(env: Environment, tests: tuple[t.TokenTest, ...]) -> frozenset[str] | None:
    """The types of tokens that can pass the tests; None if the tests do not restrict the type."""
    found: frozenset[str] | None = None
    for test in tests:
        # A declared property of that name hides the built-in one.
        if test.prop.text != "type" or env.symbols.things.declared("type"):
            continue
        literal = test.value.value if isinstance(test.value, t.Literal) else None
        asked = {"eq": frozenset({literal}), "in": frozenset(test.texts)}.get(test.op)
        if asked is not None and None not in asked:
            names = frozenset(str(x) for x in asked)
            found = names if found is None else found & names
    return found


def _near(env: Environment, tree: t.TokensNear) -> Terms:
    """The tokens in adjacent zones."""
    symbols = env.symbols
    near = neighbours(env, tree.zone)
    # GameDef has no join over a list of zones: filter the tokens of all linked zones instead.
    linked = sorted(
        {link.zone_a for link in symbols.links()}, key=[z.base for z in symbols.spaces()].index
    )
    tokens = tuple(n.TokensIn(zone=n.ZoneAt(name=name)) for name in linked)
    name = symbols.fresh("token")
    beside = n.Contains(items=near, value=n.ZoneOf(token=n.Local(name=name)))
    tests = token_tests(env, n.Local(name=name), tree.tests)
    where = and_(tests, beside)
    listed = n.Filter(items=n.Join(lists=tokens), name=name, where=where)
    return Terms(listed, TOKEN, types=_types(env, tree.tests))


def _ints(env: Environment, tree: t.Ints) -> Terms:
    """`intsInRange`: without further keys a Range, else a sorted list without duplicates."""
    least, most = amount(env, tree.least), amount(env, tree.most)
    if tree.step is None and not tree.always and tree.most_results is None:
        count = None
        if isinstance(least, n.Number) and isinstance(most, n.Number):
            count = max(0, most.value - least.value + 1)
        return Terms(n.Range(low=least, high=most), NUMBER, count)
    step = amount(env, tree.step) if tree.step else ONE
    last = n.Divide(left=minus(most, least), right=step)
    lists: list[n.Expr] = []
    if tree.most_results is not None:
        # Room for the greatest number and those of `always`; the rest is thinned evenly to fit.
        room = max(1, tree.most_results - 1 - len(tree.always))
        thinned = n.Divide(left=plus(last, number(room)), right=number(room))
        enough = n.Less(left=last, right=number(tree.most_results - len(tree.always)))
        every: n.Expr = n.Conditional(test=enough, then=ONE, otherwise=thinned)
        greatest = _stepped(env, least, step, last, last)
        lists.append(greatest)
    else:
        every = ONE
    first = _stepped(env, least, step, ZERO, n.Divide(left=last, right=every), every)
    lists.insert(0, first)
    if tree.always:
        listed = n.ListOf(items=tuple(amount(env, x) for x in tree.always), of="int")
        name = env.symbols.fresh("number")
        here = n.Local(name=name)
        inside = and_(n.AtMost(left=least, right=here), n.AtMost(left=here, right=most))
        lists.append(n.Filter(items=listed, name=name, where=inside))
    if len(lists) == 1:
        return Terms(first, NUMBER)
    name = env.symbols.fresh("number")
    joined = n.Distinct(items=n.Join(lists=tuple(lists)))
    # The bounds occur several times in it.
    env.symbols.fits(joined)
    return Terms(n.Sorted(items=joined, name=name, key=n.Local(name=name)), NUMBER)


def _stepped(
    env: Environment,
    least: n.Expr,
    step: n.Expr,
    low: n.Expr,
    high: n.Expr,
    every: n.Expr | None = None,
) -> n.Expr:
    """The numbers `least + k * every * step`, for k from `low` to `high`."""
    name = env.symbols.fresh("steps")
    steps: n.Expr = n.Local(name=name)
    if every is not None and every != ONE:
        steps = n.Multiply(left=steps, right=every)
    if step != ONE:
        steps = n.Multiply(left=steps, right=step)
    return n.Each(items=n.Range(low=low, high=high), name=name, value=plus(least, steps))


def _enums(env: Environment, tree: t.Enums) -> Terms:
    found = tuple(env.symbols.text(text) for text in tree.values)
    twice = len(set(found)) < len(found)
    return Terms(n.ListOf(items=found, of=terms.TEXTS), TEXT, len(found), repeats=twice)


def _where_zone(env: Environment, zones: n.Expr, where: t.Condition | None, most: int) -> Terms:
    if where is None:
        return Terms(zones, ZONE, most)
    name = env.symbols.fresh("zone")
    test = condition(env.with_name("$zone", Bound(name, ZONE)), where)
    return Terms(n.Filter(items=zones, name=name, where=test), ZONE, most)


def _zones(env: Environment, tree: t.Zones) -> Terms:
    symbols = env.symbols
    zones = symbols.ordered_zones()
    if tree.owner is None:
        most = sum(len(each.ids(symbols.metadata.most)) for each in zones)
        return _where_zone(env, symbols.all_zones(zones), tree.where, most)
    owned = [each for each in zones if each.owned]
    name = symbols.fresh("zone")
    owner = n.OwnerOf(zone=n.Local(name=name))
    theirs = n.Contains(items=players(env, tree.owner), value=owner)
    found = n.Filter(items=symbols.all_zones(owned), name=name, where=theirs)
    return _where_zone(env, found, tree.where, len(owned) * symbols.metadata.most)


def _spaces(env: Environment, tree: t.Spaces) -> Terms:
    spaces = [each for each in env.symbols.ordered_zones() if each.space]
    return _where_zone(env, env.symbols.all_zones(spaces), tree.where, len(spaces))


def _connected_zones(env: Environment, tree: t.ConnectedZones) -> Terms:
    reached = connected(env, tree.zone, tree.via, tree.depth)
    if tree.include_start:
        start = n.ListOf(items=(zone(env, tree.zone),), of="zone")
        reached = n.Join(lists=(start, reached))
    return Terms(reached, ZONE, len(env.symbols.zones))


def _bound_list(env: Environment, tree: t.BoundList) -> Terms:
    bound = bound_list(env, tree.name)
    if bound is None:
        return Terms(n.Hole(), terms.UNKNOWN)
    # Where the list comes from is not known here, so it may have duplicates.
    here = terms.local(bound)
    return Terms(here, bound.kind, zone=bound.zone, types=bound.types, repeats=True)


def _joined(env: Environment, tree: t.Joined) -> Terms:
    found = [items_of(env, source) for source in tree.sources]
    kind = found[0].kind if found else NUMBER
    for each in found[1:]:
        shared = common_kind(kind, each.kind)
        if shared is None:
            message = f"cannot join a list of {kind}s with a list of {each.kind}s"
            env.symbols.error(codes.TYPE_MISMATCH, tree.at, message)
            return Terms(n.Hole(), terms.UNKNOWN)
        kind = shared
    lists = tuple(as_list(env, each, kind, tree.at) for each in found)
    sizes = [each.most for each in found]
    most = None if None in sizes else sum(x for x in sizes if x is not None)
    return Terms(n.Join(lists=lists), kind, most, repeats=True)


def as_list(env: Environment, items: Terms, kind: str, at: t.Location) -> n.Expr:
    """A list whose items are converted to a kind."""
    if items.kind == kind:
        return items.expr
    name = env.symbols.fresh("item")
    converted = as_kind(env, Term(n.Local(name=name), items.kind), kind, at)
    return n.Each(items=items.expr, name=name, value=converted)


def _next_in_order(env: Environment, tree: t.NextInOrder) -> Terms:
    """Rotate the list to begin at `start`, filter it, and keep the first item."""
    symbols = env.symbols
    source = items_of(env, tree.source)
    start = as_kind(env, value(env, tree.start), source.kind, tree.start.at)
    step = symbols.fresh("steps")
    first = number(0 if tree.include_start else 1)
    # Seats rotate by arithmetic; other lists by searching the position of the start.
    if source.expr == n.Seats():
        last = minus(n.Length(items=n.Seats()), ONE)
        there: n.Expr = n.SeatAfter(seat=start, steps=n.Local(name=step))
    else:
        length = n.Length(items=source.expr)
        last = minus(length, ONE)
        place = symbols.fresh("place")
        found = equals(n.Item(items=source.expr, index=n.Local(name=place)), start)
        places = n.Range(low=ZERO, high=last)
        begin = n.Smallest(items=n.Filter(items=places, name=place, where=found))
        ahead = n.Modulo(left=n.Add(left=begin, right=n.Local(name=step)), right=length)
        there = n.Item(items=source.expr, index=ahead)
        present = n.Contains(items=source.expr, value=start)
        # A start that is not in the list gives an empty range, and hence no item.
        last = n.Conditional(test=present, then=last, otherwise=number(-1))
    turned = n.Each(items=n.Range(low=first, high=last), name=step, value=there)
    name = symbols.fresh(tree.bind.text)
    inside = env.with_name(tree.bind.text, Bound(name, source.kind))
    passing = n.Filter(items=turned, name=name, where=condition(inside, tree.where))
    symbols.fits(passing)
    # The bit mask 1 selects the first item, and nothing of an empty list.
    return Terms(n.Selected(items=passing, selection=ONE), source.kind, 1)


def _asset_rows(env: Environment, tree: t.AssetRows) -> Terms:
    symbols = env.symbols
    table = symbols.tables.get(tree.table.text)
    if table is None:
        return Terms(n.Hole(), terms.UNKNOWN)
    enum = symbols.rows(table)
    rows = [n.Symbol(enum=enum, value=str(i + 1)) for i in range(len(table.rows))]
    name = symbols.fresh("row")
    tests = [_row_test(env, n.Local(name=name), tree, test) for test in tree.tests]
    listed: n.Expr = n.ListOf(items=tuple(rows), of=enum)
    if tests:
        listed = n.Filter(items=listed, name=name, where=and_(*tests))
    return Terms(listed, ROW + table.id.text, len(rows))


def _row_test(env: Environment, row: n.Expr, tree: t.AssetRows, test: t.RowTest) -> n.Expr:
    field = row_field(env, row, tree.table.text, test.field)
    if test.value is not None:
        holds = equal(env, field, value(env, test.value), test.at)
    else:
        known = (env.symbols.term(x) for x in test.literals)
        holds = or_(*(equal(env, field, x, test.at) for x in known))
    return not_(holds) if test.op in ("neq", "notIn") else holds


_QUERIES: dict[type, Callable[[Environment, Any], Terms]] = {
    t.TokensInZone: _in_zone,
    t.TokensNear: _near,
    t.Ints: _ints,
    t.Enums: _enums,
    t.Players: lambda env, tree: Terms(n.Seats(), PLAYER, env.symbols.metadata.most),
    t.Zones: _zones,
    t.Spaces: _spaces,
    t.AdjacentZones: lambda env, tree: Terms(
        neighbours(env, tree.zone), ZONE, len(env.symbols.zones)
    ),
    t.ConnectedZones: _connected_zones,
    t.BoundList: _bound_list,
    t.Joined: _joined,
    t.NextInOrder: _next_in_order,
    t.AssetRows: _asset_rows,
}
LOWERED.update(_QUERIES)
