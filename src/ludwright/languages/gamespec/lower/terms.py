"""Kinds of values in a GameSpecDoc, and small expressions that its lowering is made of."""

from __future__ import annotations

from dataclasses import dataclass

from ....gamedef import nodes as n
from ...builders import number
from ..read.tree.values import Scalar

NUMBER, TEXT, FLAG, PLAYER, TOKEN, ZONE = "number", "text", "flag", "player", "token", "zone"
UNKNOWN = "unknown"
"""The kind of what could not be understood: it passes for any other, without further reports."""
ROW = "row of "
"""Kinds; a row's is followed by the id of its table."""

TEXTS = "text"
"""The enum of all texts."""
LINKS = "adjacent"
"""The name of the links between neighbours."""

WRITTEN = n.Number | n.Symbol | n.Truth
"""Values that are what they are."""

TYPES = {NUMBER: "int", TEXT: TEXTS, FLAG: "bool", PLAYER: "seat", TOKEN: "token", ZONE: "zone"}


def type_of(kind: str) -> str:
    """The type that values of a kind have."""
    return TYPES.get(kind, kind)


@dataclass(frozen=True, slots=True)
class Term:
    """A value: how it is worked out, its kind and, if it is written down, what it is; `seat` if it
    is a number or a text that stands for a player."""

    expr: n.Expr
    kind: str
    literal: Scalar | None = None
    seat: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """A list of values of one kind; `most` is how many there can be, if that is known; `lies` is
    the zone that all tokens of it lie in, if they do, and `types` are those they can be of; the
    same item may be there more than once if it `repeats`."""

    expr: n.Expr
    kind: str
    most: int | None = None
    lies: n.Expr | None = None
    types: frozenset[str] | None = None
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """What a name stands for: a local of this kind, or a list of them; for a token the zone it is
    known to lie in as long as nothing moves, and the types that it can be of; a value that is known
    needs no local."""

    local: str
    kind: str
    many: bool = False
    lies: n.Expr | None = None
    known: Term | None = None
    types: frozenset[str] | None = None


def truth(value: bool) -> n.Truth:
    """True or false."""
    return n.Truth(value=value)


def both(*items: n.Expr) -> n.Expr:
    """Whether all hold, without what always does."""
    told = tuple(item for item in items if item != truth(True))
    if any(item == truth(False) for item in told):
        return truth(False)
    if len(told) == 1:
        return told[0]
    return n.And(items=told) if told else truth(True)


def either(*items: n.Expr) -> n.Expr:
    """Whether one holds, without what never does."""
    told = tuple(item for item in items if item != truth(False))
    if any(item == truth(True) for item in told):
        return truth(True)
    if len(told) == 1:
        return told[0]
    return n.Or(items=told) if told else truth(False)


def negated(item: n.Expr) -> n.Expr:
    """Whether it does not hold."""
    if isinstance(item, n.Truth):
        return truth(not item.value)
    return item.item if isinstance(item, n.Not) else n.Not(item=item)


def same(left: n.Expr, right: n.Expr) -> n.Expr:
    """Whether two values are the same; of two that are written down that is known."""
    if isinstance(left, WRITTEN) and isinstance(right, WRITTEN):
        return truth(left == right)
    return n.Equal(left=left, right=right)


def plus(left: n.Expr, right: n.Expr) -> n.Expr:
    """A sum; of two numbers their sum."""
    if isinstance(left, n.Number) and isinstance(right, n.Number):
        return number(left.value + right.value)
    if number(0) in (left, right):
        return right if left == number(0) else left
    return n.Add(left=left, right=right)


def minus(left: n.Expr, right: n.Expr) -> n.Expr:
    """A difference; of two numbers their difference."""
    if isinstance(left, n.Number) and isinstance(right, n.Number):
        return number(left.value - right.value)
    return left if right == number(0) else n.Subtract(left=left, right=right)


SURE = (n.Number, n.Variable, n.Local, n.SizeOf)
"""What never fails."""


def smaller(left: n.Expr, right: n.Expr) -> n.Expr:
    """The smaller of two numbers. It fails if one does: a test that fails does not hold, so what
    may fail stands last."""
    if isinstance(left, n.Number) and isinstance(right, n.Number):
        return number(min(left.value, right.value))
    if isinstance(right, SURE) and not isinstance(left, SURE):
        left, right = right, left
    return n.Conditional(test=n.Less(left=left, right=right), then=left, otherwise=right)


def larger(left: n.Expr, right: n.Expr) -> n.Expr:
    """The larger of two numbers; it fails as the smaller one does."""
    if isinstance(left, n.Number) and isinstance(right, n.Number):
        return number(max(left.value, right.value))
    if isinstance(left, SURE) and not isinstance(right, SURE):
        left, right = right, left
    return n.Conditional(test=n.Less(left=left, right=right), then=right, otherwise=left)


def within(value: n.Expr, least: int, most: int) -> n.Expr:
    """A number, brought within bounds."""
    if isinstance(value, n.Number):
        return number(max(least, min(most, value.value)))
    return smaller(larger(value, number(least)), number(most))


def at_least(least: int, items: n.Expr) -> n.Expr:
    """Whether a list has so many items; for one of them it is enough to find it."""
    if least == 1 and isinstance(items, n.Filter):
        return n.AnyOf(items=items.items, name=items.name, where=items.where)
    return n.AtMost(left=n.Number(value=least), right=n.Length(items=items))


def local(bound: Bound) -> n.Local:
    """The name that something is bound to."""
    return n.Local(name=bound.local)


def refused(reason: str) -> n.Statement:
    """What can't be done after all."""
    return n.Fail(reason=reason)


def unless(test: n.Expr, reason: str) -> n.Block:
    """Nothing can be done unless a test holds."""
    if test == truth(True):
        return ()
    return (n.If(test=negated(test), then=(refused(reason),)),)


def nothing_of(kind: str) -> n.Expr:
    """What a name of a kind stands for before it has been given anything."""
    if kind == NUMBER:
        return number(0)
    return truth(False) if kind == FLAG else n.Nothing(type=type_of(kind))
