"""Where something stands in a GameSpecDoc, and values there of the kind that is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ....gamedef import nodes as n
from ....gamedef.build import TRUE, ZERO, equals
from ..codes import lowering as codes
from ..read.tree import values as t
from . import terms
from .initial_tokens import known_value
from .symbols import ACTIVE, Symbols
from .terms import FLAG, NUMBER, PLAYER, TEXT, TEXTS, TOKEN, UNKNOWN, ZONE, Bound, Term, Terms

ZONE_ID = "zone id"
"""The id of a zone as a text."""

LOWERED: dict[type, Callable[[Environment, Any], Any]] = {}
"""What becomes of each part of a document: values are Terms, conditions expressions, queries lists
of Terms. The modules of this folder each add their own."""


@dataclass
class Environment:
    """Where something stands: what names stand for, who acts, and the name of the list of zones
    that tokens have entered, if that is kept; `caps` says how many of something may be chosen when
    a test holds."""

    symbols: Symbols
    names: dict[str, Bound] = field(default_factory=dict)
    actor: n.Expr = field(default_factory=lambda: n.Variable(name=ACTIVE))
    entered: str = ""
    caps: dict[str, tuple[n.Expr, int]] = field(default_factory=dict)

    def inside(self, **bound: Bound) -> Environment:
        """The same with more names; what is bound there is not seen here."""
        return replace(self, names={**self.names, **bound})

    def with_name(self, name: str, bound: Bound) -> Environment:
        """The same with one more name, whatever characters it has."""
        return replace(self, names={**self.names, name: bound})

    def find(self, name: str) -> Bound | None:
        """What a name stands for; with and without `$` it is the same."""
        return self.names.get(name) or self.names.get(_other(name))


def _other(name: str) -> str:
    return name[1:] if name.startswith("$") else f"${name}"


HOLE = Term(n.Hole(), UNKNOWN)


# ---- parts -------------------------------------------------------------------------------------


def value(env: Environment, tree: t.Value) -> Term:
    """Any value."""
    known = known_value(env.symbols, tree)
    made: Term = env.symbols.term(known) if known is not None else LOWERED[type(tree)](env, tree)
    return made


def condition(env: Environment, tree: t.Condition | None) -> n.Expr:
    """A test; what is not there holds."""
    if tree is None:
        return TRUE
    made: n.Expr = LOWERED[type(tree)](env, tree)
    return made if made.span is not None else replace(made, span=tree.at.span)


def items_of(env: Environment, tree: t.Query) -> Terms:
    """The items of a query."""
    made: Terms = LOWERED[type(tree)](env, tree)
    return made


def zone(env: Environment, tree: t.ZoneSel) -> n.Expr:
    """The one zone that is meant."""
    made: n.Expr = LOWERED[type(tree)](env, tree)
    return made


def amount(env: Environment, tree: t.Value) -> n.Expr:
    """A value that must be a number."""
    return as_number(env, value(env, tree), tree.at)


def bound_value(env: Environment, name: t.Name) -> Term:
    """What a name stands for, if it is one value."""
    bound = env.find(name.text)
    if bound is None:
        env.symbols.error(codes.TYPE_MISMATCH, name.at, f"'{name.text}' stands for nothing here")
        return HOLE
    if bound.many:
        message = f"'{name.text}' is a list, a single value is needed here"
        env.symbols.error(codes.TYPE_MISMATCH, name.at, message)
        return HOLE
    return bound.known or Term(terms.local(bound), bound.kind)


def token(env: Environment, name: t.Name) -> n.Expr:
    """The token that a name stands for."""
    return as_kind(env, bound_value(env, name), TOKEN, name.at)


# ---- kinds -------------------------------------------------------------------------------------


def as_number(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value that must be a number."""
    if term.kind == PLAYER:
        return n.NumberOf(seat=term.expr)
    return _of_kind(env, term, NUMBER, at)


def _of_kind(env: Environment, term: Term, kind: str, at: t.Location) -> n.Expr:
    if term.kind not in (kind, UNKNOWN):
        wanted = {FLAG: "truth"}.get(kind, kind)
        told = f"a {wanted} is needed, not a {term.kind}"
        env.symbols.error(codes.TYPE_MISMATCH, at, told)
        return n.Hole()
    return term.expr


def as_player(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value that must be a player."""
    if term.kind == PLAYER:
        return term.expr
    if isinstance(term.expr, n.Number) and 0 <= term.expr.value < env.symbols.metadata.most:
        return n.Seat(number=term.expr.value)
    if term.kind == TEXT:
        return _seat_of_text(env, term, at)
    return n.Item(items=n.Seats(), index=as_number(env, term, at))


def _seat_of_text(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """The player whose number a text is."""
    numbers = _numbers(env.symbols)
    if isinstance(term.literal, str):
        if term.literal not in numbers:
            message = f"no player has the number '{term.literal}'"
            env.symbols.error(codes.TYPE_MISMATCH, at, message)
            return n.Hole()
        return n.Seat(number=int(term.literal))
    told = [(equals(term.expr, env.symbols.text(x)), n.Seat(number=int(x))) for x in numbers]
    return first_of(told, "seat")


def _numbers(symbols: Symbols) -> list[str]:
    return [str(number) for number in range(symbols.metadata.most)]


def as_flag(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value that must be a truth."""
    return _of_kind(env, term, FLAG, at)


def as_text(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value that must be a text."""
    if term.kind == ZONE:
        return n.TraitOf(zone=term.expr, trait=_zone_ids(env.symbols))
    if term.kind == PLAYER:
        texts = tuple(env.symbols.text(x) for x in _numbers(env.symbols))
        return n.Item(items=n.ListOf(items=texts, of=TEXTS), index=n.NumberOf(seat=term.expr))
    return _of_kind(env, term, TEXT, at)


def _zone_ids(symbols: Symbols) -> str:
    ids = {}
    for zone in symbols.zones:
        if not zone.owned:
            ids[symbols.zone_name(zone)] = zone.ids(1)[0]
            symbols.text(zone.ids(1)[0])
    return symbols.trait(ZONE_ID, TEXTS, ids)


def as_kind(env: Environment, term: Term, kind: str, at: t.Location) -> n.Expr:
    """A value that must be of a kind."""
    if kind == term.kind:
        return term.expr
    if kind == ZONE:
        return as_zone(env, term, at)
    wanted = {NUMBER: as_number, PLAYER: as_player, FLAG: as_flag, TEXT: as_text}.get(kind)
    return wanted(env, term, at) if wanted else _of_kind(env, term, kind, at)


def as_zone(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value that must be a zone: one, or the text of its id."""
    symbols = env.symbols
    if term.kind == ZONE:
        return term.expr
    if isinstance(term.literal, str):
        found = symbols.zone_at(term.literal)
        if found is None:
            symbols.error(codes.TYPE_MISMATCH, at, f"no zone has the id '{term.literal}'")
            return n.Hole()
        return found
    if term.kind != TEXT:
        return _of_kind(env, term, ZONE, at)
    choices = [
        (equals(term.expr, symbols.text(name)), found) for name, found in zones_by_id(symbols)
    ]
    return first_of(choices)


def zones_by_id(symbols: Symbols) -> list[tuple[str, n.Expr]]:
    """All zones with their ids."""
    symbols.spend(4 * len(symbols.zones))
    ids = [x for each in symbols.ordered_zones() for x in each.ids(symbols.metadata.most)]
    return [(name, found) for name in ids if (found := symbols.zone_at(name)) is not None]


def first_of(choices: Sequence[tuple[n.Expr, n.Expr]], kind: str = "zone") -> n.Expr:
    """The first whose test holds; fails if none does."""
    answer: n.Expr = n.Item(items=n.ListOf(items=(), of=kind), index=ZERO)
    for test, found in reversed(choices):
        answer = n.Conditional(test=test, then=found, otherwise=answer)
    return answer


def common_kind(left: str, right: str) -> str | None:
    """The kind that values of two kinds can both be taken for."""
    if left == right or right == UNKNOWN:
        return left
    if left == UNKNOWN:
        return right
    if {left, right} == {NUMBER, PLAYER}:
        return NUMBER
    if {left, right} == {TEXT, PLAYER}:
        return TEXT
    return ZONE if {left, right} == {TEXT, ZONE} else None
