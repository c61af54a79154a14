"""Environments, the entry points that lower a part in one, and conversions between kinds."""

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
from .terms import (
    FLAG,
    NUMBER,
    PLAYER,
    TEXT,
    TEXTS,
    TOKEN,
    UNKNOWN,
    ZONE,
    Bound,
    Term,
    Terms,
    a_kind,
)

ZONE_ID = "zone id"
"""The trait that holds the id of a zone as a text."""

LOWERED: dict[type, Callable[[Environment, Any], Any]] = {}
"""The function that lowers each part: values to a Term, conditions and zones to expressions,
queries to Terms. Modules of this package add their own entries."""


@dataclass
class Environment:
    """The local names at one point, and who acts there. `entered` names the list of zones that
    tokens have entered, where triggers wait for any; `caps` limits choices: when, and how many."""

    symbols: Symbols
    names: dict[str, Bound] = field(default_factory=dict)
    actor: n.Expr = field(default_factory=lambda: n.Variable(name=ACTIVE))
    entered: str = ""
    caps: dict[str, tuple[n.Expr, int]] = field(default_factory=dict)

    def inside(self, **bound: Bound) -> Environment:
        """A nested environment: names bound in it are not visible in this one."""
        return replace(self, names={**self.names, **bound})

    def with_name(self, name: str, bound: Bound) -> Environment:
        """A nested environment with one more name, which need not be a Python identifier."""
        return replace(self, names={**self.names, name: bound})

    def find(self, name: str) -> Bound | None:
        """The binding of a name, with or without its `$`."""
        return self.names.get(name) or self.names.get(_other(name))


def _other(name: str) -> str:
    return name[1:] if name.startswith("$") else f"${name}"


HOLE = Term(n.Hole(), UNKNOWN)


# ---- parts -------------------------------------------------------------------------------------


def value(env: Environment, tree: t.Value) -> Term:
    """Lower a value."""
    if isinstance(tree, t.Hole):
        return HOLE
    # Constants are folded: fewer nodes, and a literal allows ids to be resolved statically.
    known = known_value(env.symbols, tree)
    made: Term = env.symbols.term(known) if known is not None else LOWERED[type(tree)](env, tree)
    return made


def condition(env: Environment, tree: t.Condition | None) -> n.Expr:
    """Lower a condition; an absent one is true."""
    if tree is None:
        return TRUE
    if isinstance(tree, t.Hole):
        return n.Hole(span=tree.at.span)
    made: n.Expr = LOWERED[type(tree)](env, tree)
    return made if made.span is not None else replace(made, span=tree.at.span)


def items_of(env: Environment, tree: t.Query) -> Terms:
    """Lower a query."""
    if isinstance(tree, t.Hole):
        return Terms(n.Hole(), UNKNOWN)
    made: Terms = LOWERED[type(tree)](env, tree)
    return made


def zone(env: Environment, tree: t.ZoneSel) -> n.Expr:
    """Lower a reference to a single zone."""
    if isinstance(tree, t.Hole):
        return n.Hole()
    made: n.Expr = LOWERED[type(tree)](env, tree)
    return made


def amount(env: Environment, tree: t.Value) -> n.Expr:
    """Lower a value that must be a number."""
    return as_number(env, value(env, tree), tree.at)


def bound_value(env: Environment, name: t.Name) -> Term:
    """The value of a name; reports an unbound name and a list."""
    bound = env.find(name.text)
    if bound is None:
        _report_unbound(env, name)
        return HOLE
    if bound.many:
        message = f"expected a single value, but '{name.text}' is a list"
        help = f"take its items one by one: forEach over {{query: binding, name: {name.text}}}"
        env.symbols.error(codes.TYPE_MISMATCH, name.at, message, help)
        return HOLE
    return bound.known or Term(terms.local(bound), bound.kind)


def bound_list(env: Environment, name: t.Name) -> Bound | None:
    """The list that a name denotes; reports an unbound name and a single value."""
    bound = env.find(name.text)
    if bound is not None and bound.many:
        return bound
    if bound is None:
        _report_unbound(env, name)
    elif bound.kind != UNKNOWN:
        message = f"expected a list, but '{name.text}' is {a_kind(bound.kind)}"
        env.symbols.error(codes.TYPE_MISMATCH, name.at, message)
    return None


def _report_unbound(env: Environment, name: t.Name) -> None:
    # In partial sections the effect that binds the name may have been dropped.
    if not env.symbols.partial:
        env.symbols.error(codes.TYPE_MISMATCH, name.at, f"unbound name '{name.text}'")


def token(env: Environment, name: t.Name) -> n.Expr:
    """The token that a name denotes."""
    return as_kind(env, bound_value(env, name), TOKEN, name.at)


# ---- kinds -------------------------------------------------------------------------------------


def as_number(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value as a number; that of a player is the seat."""
    if term.kind == PLAYER:
        return n.NumberOf(seat=term.expr)
    return _of_kind(env, term, NUMBER, at)


def _of_kind(env: Environment, term: Term, kind: str, at: t.Location) -> n.Expr:
    if term.kind not in (kind, UNKNOWN):
        message = f"expected {a_kind(kind)}, found {a_kind(term.kind)}"
        env.symbols.error(codes.TYPE_MISMATCH, at, message)
        return n.Hole()
    return term.expr


def as_player(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value as a player: a number or text denotes one by number."""
    if term.kind == PLAYER:
        return term.expr
    # A constant seat is resolved now; whether it is in play is decided at run time.
    if isinstance(term.expr, n.Number) and 0 <= term.expr.value < env.symbols.metadata.most:
        return n.Seat(number=term.expr.value)
    if term.kind == TEXT:
        return _seat_of_text(env, term, at)
    # Fails at run time for a number beyond the seats in play.
    return n.Item(items=n.Seats(), index=as_number(env, term, at))


def _seat_of_text(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """The player whose number is the text."""
    numbers = env.symbols.seat_numbers
    if isinstance(term.literal, str):
        if term.literal not in numbers:
            message = f"unknown player number '{term.literal}'"
            env.symbols.error(codes.TYPE_MISMATCH, at, message)
            return n.Hole()
        return n.Seat(number=int(term.literal))
    seats = [(equals(term.expr, env.symbols.text(x)), n.Seat(number=int(x))) for x in numbers]
    return first_of(seats, "seat")


def as_flag(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value as a boolean."""
    return _of_kind(env, term, FLAG, at)


def as_text(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value as a text: a zone gives its id, a player its number."""
    if term.kind == ZONE:
        return n.TraitOf(zone=term.expr, trait=_zone_ids(env.symbols))
    if term.kind == PLAYER:
        texts = tuple(env.symbols.text(x) for x in env.symbols.seat_numbers)
        return n.Item(items=n.ListOf(items=texts, of=TEXTS), index=n.NumberOf(seat=term.expr))
    return _of_kind(env, term, TEXT, at)


def _zone_ids(symbols: Symbols) -> str:
    ids = {}
    # Zones of players share a name, and a trait has one value per name: they have no id here.
    for zone in symbols.zones:
        if not zone.owned:
            ids[symbols.zone_name(zone)] = zone.ids(1)[0]
            symbols.text(zone.ids(1)[0])
    return symbols.trait(ZONE_ID, TEXTS, ids)


def as_kind(env: Environment, term: Term, kind: str, at: t.Location) -> n.Expr:
    """A value that must be of a kind."""
    if kind in (term.kind, UNKNOWN):
        return term.expr
    if kind == ZONE:
        return as_zone(env, term, at)
    convert = {NUMBER: as_number, PLAYER: as_player, FLAG: as_flag, TEXT: as_text}.get(kind)
    return convert(env, term, at) if convert else _of_kind(env, term, kind, at)


def as_zone(env: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value as a zone; a text is its id."""
    symbols = env.symbols
    if term.kind == ZONE:
        return term.expr
    if isinstance(term.literal, str):
        found = symbols.zone_at(term.literal)
        if found is None:
            if not symbols.lost("zones"):
                symbols.error(codes.TYPE_MISMATCH, at, f"unknown zone '{term.literal}'")
            return n.Hole()
        return found
    if term.kind != TEXT:
        return _of_kind(env, term, ZONE, at)
    # A text that is only known at run time is compared with the ids of all zones.
    choices = [
        (equals(term.expr, symbols.text(name)), found) for name, found in zones_by_id(symbols)
    ]
    return first_of(choices)


def zones_by_id(symbols: Symbols) -> list[tuple[str, n.Expr]]:
    """All zones by id."""
    symbols.spend(4 * len(symbols.zones))
    ids = [x for each in symbols.ordered_zones() for x in each.ids(symbols.metadata.most)]
    return [(name, found) for name in ids if (found := symbols.zone_at(name)) is not None]


def first_of(choices: Sequence[tuple[n.Expr, n.Expr]], kind: str = "zone") -> n.Expr:
    """The first choice whose test holds; fails if none does."""
    # GameDef has no expression that fails: take an item of an empty list.
    answer: n.Expr = n.Item(items=n.ListOf(items=(), of=kind), index=ZERO)
    for test, found in reversed(choices):
        answer = n.Conditional(test=test, then=found, otherwise=answer)
    return answer


def common_kind(left: str, right: str) -> str | None:
    """The kind to which values of two kinds can both be converted; None if there is none."""
    if left == right or right == UNKNOWN:
        return left
    if left == UNKNOWN:
        return right
    # Players convert to numbers and texts, and texts to zones; there are no other conversions.
    if {left, right} == {NUMBER, PLAYER}:
        return NUMBER
    if {left, right} == {TEXT, PLAYER}:
        return TEXT
    return ZONE if {left, right} == {TEXT, ZONE} else None
