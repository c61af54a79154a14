"""Lower values to expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....gamedef import nodes as n
from ....gamedef.build import (
    FALSE,
    ONE,
    ZERO,
    equals,
    maximum,
    minimum,
    minus,
    opposite,
    plus,
    truth,
)
from ..codes import lowering as codes
from ..read.tree import sections
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
from .terms import FLAG, NUMBER, PLAYER, ROW, TEXT, TEXTS, UNKNOWN, ZONE, Bound, Term, a_kind
from .things import KIND, has


def _variable(name: str, defined: sections.VarDef, of: n.Expr | None) -> Term:
    kind = FLAG if defined.type == "boolean" else NUMBER
    return Term(n.Variable(name=name, of=of), kind)


def _global_var(env: Environment, tree: t.GlobalVar) -> Term:
    # An unknown name has been reported by `check/definitions.py`.
    defined = env.symbols.globals.get(tree.var.text)
    return _variable(tree.var.text, defined, None) if defined else HOLE


def _player_var(env: Environment, tree: t.PlayerVar) -> Term:
    defined = env.symbols.players.get(tree.var.text)
    if defined is None:
        return HOLE
    of = player(env, tree.player)
    return _variable(env.symbols.variable_name(defined), defined, of)


def token_prop(env: Environment, item: n.Expr, prop: t.Name) -> Term:
    """A property of a token; fails if the token lacks it."""
    things = env.symbols.things
    kind = things.kinds.get(prop.text)
    if kind is None and prop.text == "type":
        return _type_of(env.symbols, item)
    if kind is None:
        if not env.symbols.lost("token_types"):
            env.symbols.error(codes.TYPE_MISMATCH, prop.at, f"unknown token property '{prop.text}'")
        return HOLE
    found: n.Expr = n.PropertyOf(token=item, property=prop.text)
    if not things.everywhere(prop.text):
        there = n.PropertyOf(token=item, property=has(prop.text))
        # An item of an empty list: the expression that fails.
        missing = n.Item(items=n.ListOf(items=(), of=terms.type_of(kind)), index=ZERO)
        found = n.Conditional(test=there, then=found, otherwise=missing)
    return Term(found, kind, seat=prop.text in things.seats)


def _type_of(symbols: Symbols, item: n.Expr) -> Term:
    types = symbols.things.types
    # With a single type no property is stored for it.
    if len(types) == 1:
        return symbols.term(next(iter(types)))
    return Term(n.PropertyOf(token=item, property=KIND), TEXT)


def is_type(symbols: Symbols, item: n.Expr, name: str) -> n.Expr:
    """Whether a token is of a type."""
    kind = _type_of(symbols, item)
    return truth(kind.literal == name) if kind.literal else equals(kind.expr, symbols.text(name))


def _marker(env: Environment, tree: t.MarkerState) -> Term:
    return Term(n.Variable(name=tree.marker.text, index=space_number(env, tree.space)), TEXT)


def _zone_prop(env: Environment, tree: t.ZoneProp) -> Term:
    symbols, prop = env.symbols, tree.prop.text
    values = {
        symbols.zone_name(each): given
        for each in symbols.zones
        if not each.owned and not isinstance(given := each.props.get(prop, ()), tuple)
    }
    kinds = {symbols.term(given).kind for given in values.values()}
    if len(kinds) != 1:
        mixed = f"zones have values of different types for '{prop}'"
        message = mixed if kinds else f"unknown zone property '{prop}'"
        if kinds or not symbols.lost("zones"):
            symbols.error(codes.TYPE_MISMATCH, tree.prop.at, message)
        return HOLE
    kind = kinds.pop()
    found = zone(env, tree.zone)
    # Traits are static, so that of a known zone is a constant.
    if isinstance(found, n.ZoneAt) and found.name in values:
        return symbols.term(values[found.name])
    return Term(n.TraitOf(zone=found, trait=symbols.trait(prop, terms.type_of(kind), values)), kind)


def row_field(env: Environment, row: n.Expr, table: str, name: t.Name) -> Term:
    """A field of a row; where it is missing it is 0, false or the first text."""
    symbols = env.symbols
    rows = symbols.tables[table].rows
    fields = [row.get(name.text) for row in rows]
    kinds = {symbols.term(x).kind for x in fields if x is not None}
    if len(kinds) != 1:
        message = f"rows have values of different types for '{name.text}'"
        symbols.error(
            codes.TYPE_MISMATCH, name.at, message if kinds else f"unknown field '{name.text}'"
        )
        return HOLE
    kind = kinds.pop()
    texts = sorted({str(x) for x in fields if isinstance(x, str)}) if kind == TEXT else []
    # Tables hold numbers only: a text is stored as an index into the sorted list of texts.
    values = tuple(texts.index(x) if isinstance(x, str) else int(x or 0) for x in fields)
    column = f"{table} {name.text}"
    enum = symbols.rows(symbols.tables[table])
    symbols.number_tables.setdefault(column, n.Table(name=column, enum=enum, values=values))
    found: n.Expr = n.Lookup(table=column, key=row)
    if kind == FLAG:
        return Term(equals(found, ONE), FLAG)
    if kind == TEXT:
        listed = tuple(symbols.text(x) for x in texts)
        return Term(n.Item(items=n.ListOf(items=listed, of=TEXTS), index=found), TEXT)
    return Term(found, NUMBER)


def _asset_field(env: Environment, tree: t.AssetField) -> Term:
    row = bound_value(env, tree.row)
    if row.kind == UNKNOWN:
        return HOLE
    if not row.kind.startswith(ROW) or tree.table.text not in env.symbols.tables:
        message = f"'{tree.row.text}' is not a row of a table"
        env.symbols.error(codes.TYPE_MISMATCH, tree.row.at, message)
        return HOLE
    return row_field(env, row.expr, tree.table.text, tree.field)


def _arithmetic(env: Environment, tree: t.Arithmetic) -> Term:
    left, right = amount(env, tree.left), amount(env, tree.right)
    # Lets division skip the case distinction on signs.
    never_negative = _natural(env, tree.left) and _natural(env, tree.right)
    made = _SUMS[tree.op](left, right, never_negative)
    env.symbols.fits(made)
    return Term(made, NUMBER)


def _divided(left: n.Expr, right: n.Expr, natural: bool) -> n.Expr:
    """Division that truncates towards zero; n.Divide rounds down."""
    down = n.Divide(left=left, right=right)
    if natural:
        return down
    # Rounding down truncates where the signs agree; else round up.
    alike = equals(n.Less(left=left, right=ZERO), n.Less(left=right, right=ZERO))
    return n.Conditional(test=alike, then=down, otherwise=_up(left, right))


def _up(left: n.Expr, right: n.Expr) -> n.Expr:
    """Division that rounds up: -(-a // b)."""
    return opposite(n.Divide(left=minus(ZERO, left), right=right))


_SUMS: dict[str, Callable[[n.Expr, n.Expr, bool], n.Expr]] = {
    "+": lambda left, right, _: plus(left, right),
    "-": lambda left, right, _: minus(left, right),
    "*": lambda left, right, _: n.Multiply(left=left, right=right),
    "/": _divided,
    "floorDiv": lambda left, right, _: n.Divide(left=left, right=right),
    "ceilDiv": lambda left, right, _: _up(left, right),
    "min": lambda left, right, _: minimum(left, right),
    "max": lambda left, right, _: maximum(left, right),
}


def _natural(env: Environment, tree: t.Value) -> bool:
    """Whether a number is certainly not negative."""
    if isinstance(tree, t.Literal):
        return isinstance(tree.value, int) and tree.value >= 0
    if isinstance(tree, t.GlobalVar | t.PlayerVar):
        known = env.symbols.globals if isinstance(tree, t.GlobalVar) else env.symbols.players
        return tree.var.text in known and known[tree.var.text].least >= 0
    if isinstance(tree, t.Arithmetic) and tree.op in ("+", "*", "/", "floorDiv", "min", "max"):
        # Without `-`, whose result may be negative.
        return _natural(env, tree.left) and _natural(env, tree.right)
    counts = isinstance(tree, t.Aggregate) and tree.op == "count"
    return counts or isinstance(tree, t.ZoneCount | t.ActivePlayer | t.TurnCount)


def _aggregate(env: Environment, tree: t.Aggregate) -> Term:
    found = items_of(env, tree.query)
    if tree.op == "count":
        return Term(n.Length(items=found.expr), NUMBER)
    name = env.symbols.fresh(tree.bind.text if tree.bind else "item")
    bound = Bound(name, found.kind)
    item = Term(n.Local(name=name), found.kind)
    if tree.value is not None and tree.bind is not None:
        number = amount(env.with_name(tree.bind.text, bound), tree.value)
    elif tree.prop is not None:
        number = as_number(env, token_prop(env, item.expr, tree.prop), tree.prop.at)
    else:
        number = as_number(env, item, tree.query.at)
    numbers = found.expr
    if number != item.expr:
        numbers = n.Each(items=found.expr, name=name, value=number)
    if tree.op == "sum":
        return Term(n.Sum(items=numbers), NUMBER)
    best = n.Largest(items=numbers) if tree.op == "max" else n.Smallest(items=numbers)
    # Of an empty list the minimum and the maximum are 0, where GameDef would fail.
    none = equals(n.Length(items=found.expr), ZERO)
    made = n.Conditional(test=none, then=ZERO, otherwise=best)
    env.symbols.fits(made)
    return Term(made, NUMBER)


def _concat(env: Environment, tree: t.Concat) -> Term:
    """A concatenation, as a choice among all texts of the document; fails if it is none of them."""
    parts = [value(env, part) for part in tree.parts]
    symbols = env.symbols
    choices = [
        (test, symbols.text(text))
        for text in tuple(symbols.texts)
        if (test := spells(env, parts, text)) != FALSE
    ]
    answer: n.Expr = n.Item(items=n.ListOf(items=(), of=TEXTS), index=ZERO)
    for test, text in reversed(choices):
        answer = n.Conditional(test=test, then=text, otherwise=answer)
    return Term(answer, TEXT)


def _if_value(env: Environment, tree: t.IfValue) -> Term:
    test = condition(env, tree.when)
    then, otherwise = value(env, tree.then), value(env, tree.otherwise)
    kind = common_kind(then.kind, otherwise.kind)
    if kind is None:
        message = f"'then' is {a_kind(then.kind)}, but 'else' is {a_kind(otherwise.kind)}"
        env.symbols.error(codes.TYPE_MISMATCH, tree.at, message)
        return HOLE
    chosen = n.Conditional(
        test=test,
        then=as_kind(env, then, kind, tree.then.at),
        otherwise=as_kind(env, otherwise, kind, tree.otherwise.at),
    )
    return Term(chosen, kind)


def _test(env: Environment, tree: t.Test) -> Term:
    return Term(condition(env, tree.condition), FLAG)


_VALUES: dict[type, Callable[[Environment, Any], Term]] = {
    t.Literal: lambda env, tree: env.symbols.term(tree.value),
    t.GlobalVar: _global_var,
    t.PlayerVar: _player_var,
    t.ZoneCount: lambda env, tree: Term(n.SizeOf(zone=zone(env, tree.zone)), NUMBER),
    t.TokenProp: lambda env, tree: token_prop(env, token(env, tree.token), tree.prop),
    t.TokenZone: lambda env, tree: Term(n.ZoneOf(token=token(env, tree.token)), ZONE),
    t.Binding: lambda env, tree: bound_value(env, tree.name),
    t.MarkerState: _marker,
    t.ZoneProp: _zone_prop,
    t.ActivePlayer: lambda env, tree: Term(n.Variable(name=ACTIVE), PLAYER),
    t.TurnCount: lambda env, tree: Term(n.Variable(name=TURN), NUMBER),
    t.AssetField: _asset_field,
    t.Arithmetic: _arithmetic,
    t.Aggregate: _aggregate,
    t.Concat: _concat,
    t.IfValue: _if_value,
    t.Test: _test,
}
LOWERED.update(_VALUES)
