"""Where something stands in a GameSpecDoc, and values there of the kind that is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ....gamedef import nodes as n
from ...builders import number
from ..codes import lowering as codes
from ..read.tree import values as t
from . import terms
from .initial_tokens import known_value
from .symbols import ACTIVE, Symbols
from .terms import FLAG, NUMBER, PLAYER, TEXT, TEXTS, TOKEN, UNKNOWN, ZONE, Bound, Term, Terms, same

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

    world: Symbols
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


def value(around: Environment, tree: t.Value) -> Term:
    """Any value."""
    if isinstance(tree, t.Hole):
        return HOLE
    known = known_value(around.world, tree)
    made: Term = (
        around.world.term(known) if known is not None else LOWERED[type(tree)](around, tree)
    )
    return made


def condition(around: Environment, tree: t.Condition | None) -> n.Expr:
    """A test; what is not there holds."""
    if tree is None:
        return terms.truth(True)
    if isinstance(tree, t.Hole):
        return n.Hole(span=tree.at.span)
    made: n.Expr = LOWERED[type(tree)](around, tree)
    return made if made.span is not None else replace(made, span=tree.at.span)


def items_of(around: Environment, tree: t.Query) -> Terms:
    """The items of a query."""
    if isinstance(tree, t.Hole):
        return Terms(n.Hole(), UNKNOWN)
    made: Terms = LOWERED[type(tree)](around, tree)
    return made


def zone(around: Environment, tree: t.ZoneSel) -> n.Expr:
    """The one zone that is meant."""
    if isinstance(tree, t.Hole):
        return n.Hole()
    made: n.Expr = LOWERED[type(tree)](around, tree)
    return made


def amount(around: Environment, tree: t.Value) -> n.Expr:
    """A value that must be a number."""
    return as_number(around, value(around, tree), tree.at)


def bound_value(around: Environment, name: t.Name) -> Term:
    """What a name stands for, if it is one value."""
    bound = around.find(name.text)
    if bound is None:
        if not around.world.partial:
            message = f"'{name.text}' stands for nothing here"
            around.world.error(codes.TYPE_MISMATCH, name.at, message)
        return HOLE
    if bound.many:
        message = f"'{name.text}' is a list, a single value is needed here"
        around.world.error(codes.TYPE_MISMATCH, name.at, message)
        return HOLE
    return bound.known or Term(terms.local(bound), bound.kind)


def bound_list(around: Environment, name: t.Name) -> Bound | None:
    """The list that a name stands for."""
    bound = around.find(name.text)
    if bound is not None and bound.many:
        return bound
    if not around.world.partial if bound is None else bound.kind != UNKNOWN:
        around.world.error(codes.TYPE_MISMATCH, name.at, f"'{name.text}' is no list")
    return None


def token(around: Environment, name: t.Name) -> n.Expr:
    """The token that a name stands for."""
    return as_kind(around, bound_value(around, name), TOKEN, name.at)


# ---- kinds -------------------------------------------------------------------------------------


def as_number(around: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value that must be a number."""
    if term.kind == PLAYER:
        return n.NumberOf(seat=term.expr)
    return _of_kind(around, term, NUMBER, at)


def _of_kind(around: Environment, term: Term, kind: str, at: t.Location) -> n.Expr:
    if term.kind not in (kind, UNKNOWN):
        wanted = {FLAG: "truth"}.get(kind, kind)
        told = f"a {wanted} is needed, not a {term.kind}"
        around.world.error(codes.TYPE_MISMATCH, at, told)
        return n.Hole()
    return term.expr


def as_player(around: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value that must be a player."""
    if term.kind == PLAYER:
        return term.expr
    if isinstance(term.expr, n.Number) and 0 <= term.expr.value < around.world.metadata.most:
        return n.Seat(number=term.expr.value)
    if term.kind == TEXT:
        return _seat_of_text(around, term, at)
    return n.Item(items=n.Seats(), index=as_number(around, term, at))


def _seat_of_text(around: Environment, term: Term, at: t.Location) -> n.Expr:
    """The player whose number a text is."""
    numbers = _numbers(around.world)
    if isinstance(term.literal, str):
        if term.literal not in numbers:
            message = f"no player has the number '{term.literal}'"
            around.world.error(codes.TYPE_MISMATCH, at, message)
            return n.Hole()
        return n.Seat(number=int(term.literal))
    told = [(same(term.expr, around.world.text(x)), n.Seat(number=int(x))) for x in numbers]
    return first_of(told, "seat")


def _numbers(world: Symbols) -> list[str]:
    return [str(number) for number in range(world.metadata.most)]


def as_flag(around: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value that must be a truth."""
    return _of_kind(around, term, FLAG, at)


def as_text(around: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value that must be a text."""
    if term.kind == ZONE:
        return n.TraitOf(zone=term.expr, trait=_zone_ids(around.world))
    if term.kind == PLAYER:
        texts = tuple(around.world.text(x) for x in _numbers(around.world))
        return n.Item(items=n.ListOf(items=texts, of=TEXTS), index=n.NumberOf(seat=term.expr))
    return _of_kind(around, term, TEXT, at)


def _zone_ids(world: Symbols) -> str:
    ids = {}
    for zone in world.zones:
        if not zone.owned:
            ids[world.zone_name(zone)] = zone.ids(1)[0]
            world.text(zone.ids(1)[0])
    return world.trait(ZONE_ID, TEXTS, ids)


def as_kind(around: Environment, term: Term, kind: str, at: t.Location) -> n.Expr:
    """A value that must be of a kind."""
    if kind in (term.kind, UNKNOWN):
        return term.expr
    if kind == ZONE:
        return as_zone(around, term, at)
    wanted = {NUMBER: as_number, PLAYER: as_player, FLAG: as_flag, TEXT: as_text}.get(kind)
    return wanted(around, term, at) if wanted else _of_kind(around, term, kind, at)


def as_zone(around: Environment, term: Term, at: t.Location) -> n.Expr:
    """A value that must be a zone: one, or the text of its id."""
    world = around.world
    if term.kind == ZONE:
        return term.expr
    if isinstance(term.literal, str):
        found = world.zone_at(term.literal)
        if found is None:
            if not world.lost("zones"):
                world.error(codes.TYPE_MISMATCH, at, f"no zone has the id '{term.literal}'")
            return n.Hole()
        return found
    if term.kind != TEXT:
        return _of_kind(around, term, ZONE, at)
    choices = [(same(term.expr, world.text(name)), found) for name, found in zones_by_id(world)]
    return first_of(choices)


def zones_by_id(world: Symbols) -> list[tuple[str, n.Expr]]:
    """All zones with their ids."""
    world.spend(4 * len(world.zones))
    ids = [x for each in world.ordered_zones() for x in each.ids(world.metadata.most)]
    return [(name, found) for name in ids if (found := world.zone_at(name)) is not None]


def first_of(choices: Sequence[tuple[n.Expr, n.Expr]], kind: str = "zone") -> n.Expr:
    """The first whose test holds; fails if none does."""
    answer: n.Expr = n.Item(items=n.ListOf(items=(), of=kind), index=number(0))
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
