"""Lower conditions to boolean expressions."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, and_, equals, not_, number, or_, truth
from ..codes import lowering as codes
from ..read.tree import values as t
from . import terms
from .places import spells
from .scope import (
    LOWERED,
    Environment,
    amount,
    as_flag,
    as_kind,
    bound_list,
    common_kind,
    condition,
    value,
    zone,
)
from .terms import LINKS, NUMBER, PLAYER, TEXT, ZONE, Bound, Term, a_kind
from .things import has
from .values import token_prop


def equal(env: Environment, left: Term, right: Term, at: t.Location) -> n.Expr:
    """Whether two values are equal. Values of different kinds never are, with a warning."""
    if _mixes_seats(left, right):
        return _same_seat(env, left, right, at)
    kind = common_kind(left.kind, right.kind)
    if kind is None:
        message = f"{a_kind(left.kind)} never equals {a_kind(right.kind)}"
        env.symbols.warn(codes.NEVER_EQUAL, at, message)
        return FALSE
    if left.literal is not None and right.literal is not None:
        return truth(left.literal == right.literal)
    # Resolve a literal id now instead of comparing with the ids of all zones.
    if kind == ZONE and left.kind != right.kind:
        text, place = (left, right) if left.kind == TEXT else (right, left)
        if isinstance(text.literal, str):
            found = env.symbols.zone_at(text.literal)
            return FALSE if found is None else equals(place.expr, found)
    return equals(as_kind(env, left, kind, at), as_kind(env, right, kind, at))


def _mixes_seats(left: Term, right: Term) -> bool:
    """Whether a player is compared with a text: a text of digits denotes the player by number."""
    kinds = {left.kind, right.kind}
    return kinds == {TEXT, PLAYER} or (kinds == {TEXT, NUMBER} and (left.seat or right.seat))


def _same_seat(env: Environment, left: Term, right: Term, at: t.Location) -> n.Expr:
    seats = env.symbols.seat_numbers
    found = or_(*(and_(*(spells(env, [x], seat) for x in (left, right))) for seat in seats))
    if found == FALSE:
        text = left if left.kind == TEXT else right
        message = f"unknown player number {text.literal!r}: the comparison is always false"
        env.symbols.warn(codes.NEVER_EQUAL, at, message, f"the players are {', '.join(seats)}")
    return found


def _compare(env: Environment, tree: t.Compare) -> n.Expr:
    if tree.op in ("==", "!="):
        held = _equal(env, tree)
        return held if tree.op == "==" else not_(held)
    left, right = amount(env, tree.left), amount(env, tree.right)
    if tree.op in (">", ">="):
        left, right = right, left
    if tree.op in ("<", ">"):
        return n.Less(left=left, right=right)
    return n.AtMost(left=left, right=right)


def _equal(env: Environment, tree: t.Compare) -> n.Expr:
    """Compare; a concatenation is matched against a literal on the other side."""
    # Matching the literal needs no enumeration of all texts that the concatenation may yield.
    for whole, other in ((tree.left, tree.right), (tree.right, tree.left)):
        if isinstance(whole, t.Concat) and isinstance(other, t.Literal):
            parts = [value(env, part) for part in whole.parts]
            return spells(env, parts, str(other.value))
    return equal(env, value(env, tree.left), value(env, tree.right), tree.at)


def _among(env: Environment, tree: t.Among) -> n.Expr:
    bound = bound_list(env, tree.set)
    if bound is None:
        return n.Hole()
    return contained(env, terms.local(bound), bound.kind, value(env, tree.item), tree.at)


def contained(env: Environment, items: n.Expr, kind: str, item: Term, at: t.Location) -> n.Expr:
    """Whether a list contains a value."""
    if _mixes_seats(Term(items, kind), item):
        name = env.symbols.fresh("item")
        where = _same_seat(env, Term(n.Local(name=name), kind), item, at)
        return where if where == FALSE else n.AnyOf(items=items, name=name, where=where)
    if common_kind(kind, item.kind) is None:
        message = f"a list of {kind}s never contains {a_kind(item.kind)}"
        env.symbols.warn(codes.NEVER_EQUAL, at, message)
        return FALSE
    if kind == PLAYER and item.kind == NUMBER:
        # By number: converting the item to a seat would fail if nobody has that number.
        name = env.symbols.fresh("player")
        here = equals(n.NumberOf(seat=n.Local(name=name)), item.expr)
        return n.AnyOf(items=items, name=name, where=here)
    return n.Contains(items=items, value=as_kind(env, item, kind, at))


def neighbours(env: Environment, sel: t.ZoneSel) -> n.Expr:
    """The zones adjacent to a zone."""
    if not env.symbols.linked():
        return n.ListOf(items=(), of="zone")
    return n.Neighbours(zone=zone(env, sel), link=LINKS)


def connected(
    env: Environment, start: t.ZoneSel, via: t.Condition | None, depth: int | None
) -> n.Expr:
    """The zones reachable from a zone."""
    if not env.symbols.linked():
        return n.ListOf(items=(), of="zone")
    name = env.symbols.fresh("zone")
    there = env.with_name("$zone", Bound(name, ZONE))
    steps = None if depth is None else number(depth)
    where = condition(there, via)
    return n.Connected(zone=zone(env, start), link=LINKS, name=name, where=where, within=steps)


def _linked(env: Environment, tree: t.Linked) -> n.Expr:
    reached = connected(env, tree.start, tree.via, tree.depth)
    return n.Contains(items=reached, value=zone(env, tree.goal))


def _adjacent(env: Environment, tree: t.Adjacent) -> n.Expr:
    return n.Contains(items=neighbours(env, tree.left), value=zone(env, tree.right))


def _prop_includes(env: Environment, tree: t.PropIncludes) -> n.Expr:
    symbols, prop = env.symbols, tree.prop.text
    lists = {
        symbols.zone_name(each): values
        for each in symbols.zones
        if not each.owned and isinstance(values := each.props.get(prop), tuple)
    }
    if not lists:
        if not symbols.lost("zones"):
            symbols.error(
                codes.TYPE_MISMATCH, tree.prop.at, f"no zone has a list property '{prop}'"
            )
        return n.Hole()
    found, wanted = zone(env, tree.zone), value(env, tree.value)
    ways = []
    # Traits are scalars: a list property becomes one boolean trait per item that occurs.
    for item in dict.fromkeys(item for values in lists.values() for item in values):
        name = f"{prop} includes {item}"
        symbols.trait(name, "bool", {each: item in values for each, values in lists.items()})
        is_it = equal(env, wanted, symbols.term(item), tree.at)
        ways.append(and_(is_it, n.TraitOf(zone=found, trait=name)))
    return or_(*ways)


# ---- filters -----------------------------------------------------------------------------------


def token_tests(env: Environment, item: n.Expr, tests: tuple[t.TokenTest, ...]) -> n.Expr:
    """Whether a token passes all tests. A test of a property that the token lacks is false."""
    return and_(*(_token_test(env, item, test) for test in tests))


def _token_test(env: Environment, item: n.Expr, test: t.TokenTest) -> n.Expr:
    things = env.symbols.things
    found = token_prop(env, item, test.prop)
    # Unwrap the presence check of `token_prop`, which fails: here absence means false, see below.
    if isinstance(found.expr, n.Conditional):
        found = dataclasses.replace(found, expr=found.expr.then)
    if test.value is not None:
        holds = equal(env, found, value(env, test.value), test.at)
    else:
        holds = or_(*(spells(env, [found], text) for text in test.texts))
    if test.op in ("neq", "notIn"):
        holds = not_(holds)
    prop = test.prop.text
    if prop not in things.kinds or things.everywhere(prop):
        return holds
    return and_(n.PropertyOf(token=item, property=has(prop)), holds)


def _holds(env: Environment, tree: t.Holds) -> n.Expr:
    return as_flag(env, value(env, tree.value), tree.at)


_CONDITIONS: dict[type, Callable[[Environment, Any], n.Expr]] = {
    t.Always: lambda env, tree: truth(tree.truth),
    t.Every: lambda env, tree: and_(*(condition(env, arg) for arg in tree.args)),
    t.Some: lambda env, tree: or_(*(condition(env, arg) for arg in tree.args)),
    t.Not: lambda env, tree: not_(condition(env, tree.arg)),
    t.Compare: _compare,
    t.Among: _among,
    t.Adjacent: _adjacent,
    t.Linked: _linked,
    t.PropIncludes: _prop_includes,
    t.Holds: _holds,
}
LOWERED.update(_CONDITIONS)
