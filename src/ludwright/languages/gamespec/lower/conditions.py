"""Conditions of a GameSpecDoc as tests."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from ....gamedef import nodes as n
from ...builders import number
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
from .terms import (
    LINKS,
    NUMBER,
    PLAYER,
    TEXT,
    ZONE,
    Bound,
    Term,
    both,
    either,
    negated,
    same,
    truth,
)
from .things import has
from .values import token_prop


def equal(around: Environment, left: Term, right: Term, at: t.Location) -> n.Expr:
    """Whether two values are the same; those of different kinds never are."""
    if _mixes_seats(left, right):
        return _same_seat(around, left, right, at)
    kind = common_kind(left.kind, right.kind)
    if kind is None:
        message = f"a {left.kind} and a {right.kind} are never the same"
        around.world.warn(codes.NEVER_EQUAL, at, message)
        return truth(False)
    if left.literal is not None and right.literal is not None:
        return truth(left.literal == right.literal)
    if kind == ZONE and left.kind != right.kind:
        text, place = (left, right) if left.kind == TEXT else (right, left)
        if isinstance(text.literal, str):
            found = around.world.zone_at(text.literal)
            return truth(False) if found is None else same(place.expr, found)
    return same(as_kind(around, left, kind, at), as_kind(around, right, kind, at))


def _mixes_seats(left: Term, right: Term) -> bool:
    """Whether a player is compared with a text: one that is written as his number means him."""
    kinds = {left.kind, right.kind}
    return kinds == {TEXT, PLAYER} or (kinds == {TEXT, NUMBER} and (left.seat or right.seat))


def _same_seat(around: Environment, left: Term, right: Term, at: t.Location) -> n.Expr:
    seats = [str(number) for number in range(around.world.metadata.most)]
    found = either(*(both(*(spells(around, [x], seat) for x in (left, right))) for seat in seats))
    if found == truth(False):
        text = left if left.kind == TEXT else right
        message = f"no player has the number {text.literal!r}: this is never so"
        around.world.warn(codes.NEVER_EQUAL, at, message, f"players are {', '.join(seats)}")
    return found


def _compare(around: Environment, tree: t.Compare) -> n.Expr:
    if tree.op in ("==", "!="):
        held = _equal(around, tree)
        return held if tree.op == "==" else negated(held)
    left, right = amount(around, tree.left), amount(around, tree.right)
    if tree.op in (">", ">="):
        left, right = right, left
    if tree.op in ("<", ">"):
        return n.Less(left=left, right=right)
    return n.AtMost(left=left, right=right)


def _equal(around: Environment, tree: t.Compare) -> n.Expr:
    """Texts that are put together are spelled out where the other side is written down."""
    for whole, other in ((tree.left, tree.right), (tree.right, tree.left)):
        if isinstance(whole, t.Concat) and isinstance(other, t.Literal):
            parts = [value(around, part) for part in whole.parts]
            return spells(around, parts, str(other.value))
    return equal(around, value(around, tree.left), value(around, tree.right), tree.at)


def _among(around: Environment, tree: t.Among) -> n.Expr:
    bound = bound_list(around, tree.set)
    if bound is None:
        return n.Hole()
    return contained(around, terms.local(bound), bound.kind, value(around, tree.item), tree.at)


def contained(around: Environment, items: n.Expr, kind: str, item: Term, at: t.Location) -> n.Expr:
    """Whether a value is among the items of a list."""
    if _mixes_seats(Term(items, kind), item):
        name = around.world.fresh("item")
        where = _same_seat(around, Term(n.Local(name=name), kind), item, at)
        return where if where == truth(False) else n.AnyOf(items=items, name=name, where=where)
    if common_kind(kind, item.kind) is None:
        message = f"a {item.kind} is never in a list of {kind}s"
        around.world.warn(codes.NEVER_EQUAL, at, message)
        return truth(False)
    if kind == PLAYER and item.kind == NUMBER:
        name = around.world.fresh("player")
        here = same(n.NumberOf(seat=n.Local(name=name)), item.expr)
        return n.AnyOf(items=items, name=name, where=here)
    return n.Contains(items=items, value=as_kind(around, item, kind, at))


def neighbours(around: Environment, sel: t.ZoneSel) -> n.Expr:
    """The zones beside a zone."""
    if not around.world.linked():
        return n.ListOf(items=(), of="zone")
    return n.Neighbours(zone=zone(around, sel), link=LINKS)


def connected(
    around: Environment, start: t.ZoneSel, via: t.Condition | None, depth: int | None
) -> n.Expr:
    """The zones that can be reached from a zone."""
    if not around.world.linked():
        return n.ListOf(items=(), of="zone")
    name = around.world.fresh("zone")
    there = around.with_name("$zone", Bound(name, ZONE))
    steps = None if depth is None else number(depth)
    where = condition(there, via)
    return n.Connected(zone=zone(around, start), link=LINKS, name=name, where=where, within=steps)


def _linked(around: Environment, tree: t.Linked) -> n.Expr:
    reached = connected(around, tree.start, tree.via, tree.depth)
    return n.Contains(items=reached, value=zone(around, tree.goal))


def _adjacent(around: Environment, tree: t.Adjacent) -> n.Expr:
    return n.Contains(items=neighbours(around, tree.left), value=zone(around, tree.right))


def _prop_includes(around: Environment, tree: t.PropIncludes) -> n.Expr:
    world, prop = around.world, tree.prop.text
    lists = {
        world.zone_name(each): told
        for each in world.zones
        if not each.owned and isinstance(told := each.props.get(prop), tuple)
    }
    if not lists:
        if not world.lost("zones"):
            world.error(codes.TYPE_MISMATCH, tree.prop.at, f"no zone has a list '{prop}'")
        return n.Hole()
    found, wanted = zone(around, tree.zone), value(around, tree.value)
    ways = []
    for item in dict.fromkeys(item for told in lists.values() for item in told):
        name = f"{prop} includes {item}"
        world.trait(name, "bool", {each: item in told for each, told in lists.items()})
        is_it = equal(around, wanted, world.term(item), tree.at)
        ways.append(both(is_it, n.TraitOf(zone=found, trait=name)))
    return either(*ways)


# ---- filters -----------------------------------------------------------------------------------


def token_tests(around: Environment, item: n.Expr, tests: tuple[t.TokenTest, ...]) -> n.Expr:
    """Whether a token passes all tests; what it does not have passes none."""
    return both(*(_token_test(around, item, test) for test in tests))


def _token_test(around: Environment, item: n.Expr, test: t.TokenTest) -> n.Expr:
    things = around.world.things
    found = token_prop(around, item, test.prop)
    if isinstance(found.expr, n.Conditional):
        found = dataclasses.replace(found, expr=found.expr.then)
    if test.value is not None:
        holds = equal(around, found, value(around, test.value), test.at)
    else:
        holds = either(*(spells(around, [found], text) for text in test.texts))
    if test.op in ("neq", "notIn"):
        holds = negated(holds)
    prop = test.prop.text
    if prop not in things.kinds or things.everywhere(prop):
        return holds
    return both(n.PropertyOf(token=item, property=has(prop)), holds)


def _holds(around: Environment, tree: t.Holds) -> n.Expr:
    return as_flag(around, value(around, tree.value), tree.at)


_CONDITIONS: dict[type, Callable[[Environment, Any], n.Expr]] = {
    t.Always: lambda around, tree: truth(tree.truth),
    t.Every: lambda around, tree: both(*(condition(around, arg) for arg in tree.args)),
    t.Some: lambda around, tree: either(*(condition(around, arg) for arg in tree.args)),
    t.Not: lambda around, tree: negated(condition(around, tree.arg)),
    t.Compare: _compare,
    t.Among: _among,
    t.Adjacent: _adjacent,
    t.Linked: _linked,
    t.PropIncludes: _prop_includes,
    t.Holds: _holds,
}
LOWERED.update(_CONDITIONS)
