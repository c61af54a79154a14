"""Kinds of values in a GameSpecDoc, and small expressions that its lowering is made of."""

from __future__ import annotations

from dataclasses import dataclass

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, TRUE, ZERO, not_
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


def local(bound: Bound) -> n.Local:
    """The name that something is bound to."""
    return n.Local(name=bound.local)


def refused(reason: str) -> n.Statement:
    """What can't be done after all."""
    return n.Fail(reason=reason)


def unless(test: n.Expr, reason: str) -> n.Block:
    """Nothing can be done unless a test holds."""
    if test == TRUE:
        return ()
    return (n.If(test=not_(test), then=(refused(reason),)),)


def nothing_of(kind: str) -> n.Expr:
    """What a name of a kind stands for before it has been given anything."""
    if kind == NUMBER:
        return ZERO
    return FALSE if kind == FLAG else n.Nothing(type=type_of(kind))
