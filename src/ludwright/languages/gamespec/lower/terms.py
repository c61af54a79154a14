"""Kinds of values, and typed expressions while a GameSpecDoc is lowered."""

from __future__ import annotations

from dataclasses import dataclass

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, TRUE, ZERO, not_
from ..read.tree.values import Scalar

NUMBER, TEXT, FLAG, PLAYER, TOKEN, ZONE = "number", "text", "flag", "player", "token", "zone"
UNKNOWN = "unknown"
"""The kind of a value with an error. It is compatible with all kinds, to report each error once."""
ROW = "row of "
"""The prefix of the kinds of table rows; the id of the table follows."""

TEXTS = "text"
"""The enum of all texts."""
LINKS = "adjacent"
"""The name of the links between adjacent zones."""

# A kind without an entry (a row of a table) is the name of its enum.
TYPES = {NUMBER: "int", TEXT: TEXTS, FLAG: "bool", PLAYER: "seat", TOKEN: "token", ZONE: "zone"}


def type_of(kind: str) -> str:
    """The GameDef type of a kind."""
    return TYPES.get(kind, kind)


def a_kind(kind: str) -> str:
    """A kind in a message, with its article."""
    return "a boolean" if kind == FLAG else f"a {kind}"


@dataclass(frozen=True, slots=True)
class Term:
    """A value: expression and kind; for a constant its `literal`. `seat` marks a number or text
    that denotes a player."""

    expr: n.Expr
    kind: str
    literal: Scalar | None = None
    seat: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """A list of values of one kind, and what is known about it: its maximum length `most`, the
    `zone` that holds all its tokens, their possible `types`, whether it may have duplicates."""

    expr: n.Expr
    kind: str
    most: int | None = None
    zone: n.Expr | None = None
    types: frozenset[str] | None = None
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """What a name denotes: a local of a kind, or a list of that kind. For tokens, the `zone` they
    are in as long as nothing moves, and their possible `types`. A `known` constant needs no
    local."""

    local: str
    kind: str
    many: bool = False
    zone: n.Expr | None = None
    known: Term | None = None
    types: frozenset[str] | None = None


def local(bound: Bound) -> n.Local:
    """The local that a name is bound to."""
    return n.Local(name=bound.local)


def unless(test: n.Expr, reason: str) -> n.Block:
    """Fail unless a test holds."""
    if test == TRUE:
        return ()
    return (n.If(test=not_(test), then=(n.Fail(reason=reason),)),)


def nothing_of(kind: str) -> n.Expr:
    """The initial value of a local of a kind."""
    if kind == NUMBER:
        return ZERO
    return FALSE if kind == FLAG else n.Nothing(type=type_of(kind))
