"""Values of a GameSpecDoc as expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....gamedef import nodes as n
from ...builders import number
from ..codes import lowering as codes
from ..read.tree import values as t
from . import terms
from .places import player, space_number, spells
from .scope import (
    HOLE,
    LOWERED,
    Environment,
    amount,
    as_kind,
    as_number,
    bound_value,
    common_kind,
    condition,
    items_of,
    token,
    value,
    zone,
)
from .symbols import ACTIVE, TURN, Symbols
from .terms import FLAG, NUMBER, PLAYER, ROW, TEXT, TEXTS, UNKNOWN, ZONE, Bound, Term, same, truth
from .things import KIND, has

# ---- values ------------------------------------------------------------------------------------


def _variable(around: Environment, name: str, defined: Any, of: n.Expr | None) -> Term:
    kind = FLAG if defined.type == "boolean" else NUMBER
    return Term(n.Variable(name=name, of=of), kind)


def _global_var(around: Environment, tree: t.GlobalVar) -> Term:
    defined = around.world.globals.get(tree.var.text)
    return _variable(around, tree.var.text, defined, None) if defined else HOLE


def _player_var(around: Environment, tree: t.PlayerVar) -> Term:
    defined = around.world.players.get(tree.var.text)
    if defined is None:
        return HOLE
    of = player(around, tree.player)
    return _variable(around, around.world.variable_name(defined), defined, of)


def token_prop(around: Environment, item: n.Expr, prop: t.Name) -> Term:
    """A property of a token; fails for one that does not have it."""
    things = around.world.things
    kind = things.kinds.get(prop.text)
    if kind is None and prop.text == "type":
        return _type_of(around.world, item)
    if kind is None:
        if not around.world.lost("token_types"):
            around.world.error(codes.TYPE_MISMATCH, prop.at, f"no token has '{prop.text}'")
        return HOLE
    found: n.Expr = n.PropertyOf(token=item, property=prop.text)
    if not things.everywhere(prop.text):
        there = n.PropertyOf(token=item, property=has(prop.text))
        missing = n.Item(items=n.ListOf(items=(), of=terms.type_of(kind)), index=number(0))
        found = n.Conditional(test=there, then=found, otherwise=missing)
    return Term(found, kind, seat=prop.text in things.seats)


def _type_of(world: Symbols, item: n.Expr) -> Term:
    types = world.things.types
    if len(types) == 1:
        return world.term(next(iter(types)))
    return Term(n.PropertyOf(token=item, property=KIND), TEXT)


def is_type(world: Symbols, item: n.Expr, name: str) -> n.Expr:
    """Whether a token is of a type."""
    kind = _type_of(world, item)
    return truth(kind.literal == name) if kind.literal else same(kind.expr, world.text(name))


def _marker(around: Environment, tree: t.MarkerState) -> Term:
    return Term(n.Variable(name=tree.marker.text, index=space_number(around, tree.space)), TEXT)


def _zone_prop(around: Environment, tree: t.ZoneProp) -> Term:
    world, prop = around.world, tree.prop.text
    values = {
        world.zone_name(each): told
        for each in world.zones
        if not each.owned and not isinstance(told := each.props.get(prop, ()), tuple)
    }
    kinds = {world.term(told).kind for told in values.values()}
    if len(kinds) != 1:
        told = "no zone has" if not kinds else "zones have different kinds of"
        if kinds or not world.lost("zones"):
            world.error(codes.TYPE_MISMATCH, tree.prop.at, f"{told} '{prop}'")
        return HOLE
    kind = kinds.pop()
    found = zone(around, tree.zone)
    if isinstance(found, n.ZoneAt) and found.name in values:
        return world.term(values[found.name])
    return Term(n.TraitOf(zone=found, trait=world.trait(prop, terms.type_of(kind), values)), kind)


def row_field(around: Environment, row: n.Expr, table: str, name: t.Name) -> Term:
    """A field of a row; rows that do not have it count as 0, false or no text."""
    world = around.world
    rows = world.tables[table].rows
    told = [row.get(name.text) for row in rows]
    kinds = {world.term(x).kind for x in told if x is not None}
    if len(kinds) != 1:
        message = "no row has" if not kinds else "rows have different kinds of"
        world.error(codes.TYPE_MISMATCH, name.at, f"{message} '{name.text}'")
        return HOLE
    kind = kinds.pop()
    texts = sorted({str(x) for x in told if isinstance(x, str)}) if kind == TEXT else []
    values = tuple(texts.index(x) if isinstance(x, str) else int(x or 0) for x in told)
    column = f"{table} {name.text}"
    enum = world.rows(world.tables[table])
    world.number_tables.setdefault(column, n.Table(name=column, enum=enum, values=values))
    found: n.Expr = n.Lookup(table=column, key=row)
    if kind == FLAG:
        return Term(same(found, number(1)), FLAG)
    if kind == TEXT:
        symbols = tuple(world.text(x) for x in texts)
        return Term(n.Item(items=n.ListOf(items=symbols, of=TEXTS), index=found), TEXT)
    return Term(found, NUMBER)


def _asset_field(around: Environment, tree: t.AssetField) -> Term:
    row = bound_value(around, tree.row)
    if row.kind == UNKNOWN:
        return HOLE
    if not row.kind.startswith(ROW) or tree.table.text not in around.world.tables:
        message = f"'{tree.row.text}' is no row of a table"
        around.world.error(codes.TYPE_MISMATCH, tree.row.at, message)
        return HOLE
    return row_field(around, row.expr, tree.table.text, tree.field)


def _arithmetic(around: Environment, tree: t.Arithmetic) -> Term:
    left, right = amount(around, tree.left), amount(around, tree.right)
    never_negative = _natural(around, tree.left) and _natural(around, tree.right)
    made = _SUMS[tree.op](left, right, never_negative)
    around.world.fits(made)
    return Term(made, NUMBER)


def _divided(left: n.Expr, right: n.Expr, natural: bool) -> n.Expr:
    down = n.Divide(left=left, right=right)
    if natural:
        return down
    alike = same(n.Less(left=left, right=number(0)), n.Less(left=right, right=number(0)))
    return n.Conditional(test=alike, then=down, otherwise=_up(left, right))


def _up(left: n.Expr, right: n.Expr) -> n.Expr:
    negative = n.Divide(left=terms.minus(number(0), left), right=right)
    return n.Subtract(left=number(0), right=negative)


_SUMS: dict[str, Callable[[n.Expr, n.Expr, bool], n.Expr]] = {
    "+": lambda left, right, _: terms.plus(left, right),
    "-": lambda left, right, _: terms.minus(left, right),
    "*": lambda left, right, _: n.Multiply(left=left, right=right),
    "/": _divided,
    "floorDiv": lambda left, right, _: n.Divide(left=left, right=right),
    "ceilDiv": lambda left, right, _: _up(left, right),
    "min": lambda left, right, _: terms.smaller(left, right),
    "max": lambda left, right, _: terms.larger(left, right),
}


def _natural(around: Environment, tree: t.Value) -> bool:
    """Whether a number is certain not to be negative."""
    if isinstance(tree, t.Literal):
        return isinstance(tree.value, int) and tree.value >= 0
    if isinstance(tree, t.GlobalVar | t.PlayerVar):
        known = around.world.globals if isinstance(tree, t.GlobalVar) else around.world.players
        return tree.var.text in known and known[tree.var.text].least >= 0
    if isinstance(tree, t.Arithmetic) and tree.op in ("+", "*", "/", "floorDiv", "min", "max"):
        return _natural(around, tree.left) and _natural(around, tree.right)
    counts = isinstance(tree, t.Aggregate) and tree.op == "count"
    return counts or isinstance(tree, t.ZoneCount | t.ActivePlayer | t.TurnCount)


def _aggregate(around: Environment, tree: t.Aggregate) -> Term:
    found = items_of(around, tree.query)
    if tree.op == "count":
        return Term(n.Length(items=found.expr), NUMBER)
    name = around.world.fresh(tree.bind.text if tree.bind else "item")
    bound = Bound(name, found.kind)
    item = Term(n.Local(name=name), found.kind)
    if tree.value is not None and tree.bind is not None:
        told = amount(around.with_name(tree.bind.text, bound), tree.value)
    elif tree.prop is not None:
        told = as_number(around, token_prop(around, item.expr, tree.prop), tree.prop.at)
    else:
        told = as_number(around, item, tree.query.at)
    numbers = found.expr
    if told != item.expr:
        numbers = n.Each(items=found.expr, name=name, value=told)
    if tree.op == "sum":
        return Term(n.Sum(items=numbers), NUMBER)
    best = n.Largest(items=numbers) if tree.op == "max" else n.Smallest(items=numbers)
    none = same(n.Length(items=found.expr), number(0))
    made = n.Conditional(test=none, then=number(0), otherwise=best)
    around.world.fits(made)
    return Term(made, NUMBER)


def _concat(around: Environment, tree: t.Concat) -> Term:
    """A text put together: one of those that the document knows."""
    parts = [value(around, part) for part in tree.parts]
    world = around.world
    choices = [
        (test, world.text(text))
        for text in tuple(world.texts)
        if (test := spells(around, parts, text)) != truth(False)
    ]
    answer: n.Expr = n.Item(items=n.ListOf(items=(), of=TEXTS), index=number(0))
    for test, text in reversed(choices):
        answer = n.Conditional(test=test, then=text, otherwise=answer)
    return Term(answer, TEXT)


def _if_value(around: Environment, tree: t.IfValue) -> Term:
    test = condition(around, tree.when)
    then, otherwise = value(around, tree.then), value(around, tree.otherwise)
    kind = common_kind(then.kind, otherwise.kind)
    if kind is None:
        message = f"one way it is a {then.kind}, the other a {otherwise.kind}"
        around.world.error(codes.TYPE_MISMATCH, tree.at, message)
        return HOLE
    chosen = n.Conditional(
        test=test,
        then=as_kind(around, then, kind, tree.then.at),
        otherwise=as_kind(around, otherwise, kind, tree.otherwise.at),
    )
    return Term(chosen, kind)


def _test(around: Environment, tree: t.Test) -> Term:
    return Term(condition(around, tree.condition), FLAG)


_VALUES: dict[type, Callable[[Environment, Any], Term]] = {
    t.Literal: lambda around, tree: around.world.term(tree.value),
    t.GlobalVar: _global_var,
    t.PlayerVar: _player_var,
    t.ZoneCount: lambda around, tree: Term(n.SizeOf(zone=zone(around, tree.zone)), NUMBER),
    t.TokenProp: lambda around, tree: token_prop(around, token(around, tree.token), tree.prop),
    t.TokenZone: lambda around, tree: Term(n.ZoneOf(token=token(around, tree.token)), ZONE),
    t.Binding: lambda around, tree: bound_value(around, tree.name),
    t.MarkerState: _marker,
    t.ZoneProp: _zone_prop,
    t.ActivePlayer: lambda around, tree: Term(n.Variable(name=ACTIVE), PLAYER),
    t.TurnCount: lambda around, tree: Term(n.Variable(name=TURN), NUMBER),
    t.AssetField: _asset_field,
    t.Arithmetic: _arithmetic,
    t.Aggregate: _aggregate,
    t.Concat: _concat,
    t.IfValue: _if_value,
    t.Test: _test,
}
LOWERED.update(_VALUES)
