"""Players and zones of a GameSpecDoc as expressions."""

from __future__ import annotations

from collections.abc import Callable

from ....gamedef import nodes as n
from ...builders import number
from ..codes import lowering as codes
from ..read.tree import values as t
from . import terms
from .scope import (
    LOWERED,
    Environment,
    as_player,
    as_zone,
    bound_value,
    condition,
    first_of,
    value,
    zone,
    zones_by_id,
)
from .symbols import ACTIVE
from .terms import FLAG, NUMBER, PLAYER, TEXT, ZONE, Term, same, truth

SPACE = "space number"
"""The number of a zone among those that markers may lie in."""


# ---- players -----------------------------------------------------------------------------------


def player(around: Environment, who: t.Player) -> n.Expr:
    """The one player that is meant."""
    if who.kind == "id":
        return n.Seat(number=who.number)
    if who.kind == "chosen":
        assert who.name
        return as_player(around, bound_value(around, who.name), who.name.at)
    if who.kind == "allOther" and around.world.metadata.most == 2:
        return n.SeatAfter(seat=around.actor, steps=number(1))
    if who.kind in _ONE:
        return _ONE[who.kind](around)
    if who.kind == "allOther" and around.world.lost("metadata"):
        return n.Hole()
    around.world.error(
        codes.CARDINALITY, who.at, f"'{who.kind}' means several players, one is needed here"
    )
    return n.Hole()


_ONE: dict[str, Callable[[Environment], n.Expr]] = {
    "actor": lambda around: around.actor,
    "active": lambda around: n.Variable(name=ACTIVE),
    "left": lambda around: n.SeatAfter(seat=around.actor, steps=number(-1)),
    "right": lambda around: n.SeatAfter(seat=around.actor, steps=number(1)),
}


def players(around: Environment, who: t.Player) -> n.Expr:
    """The list of players that are meant."""
    if who.kind == "all":
        return n.Seats()
    if who.kind == "allOther":
        name = around.world.fresh("other")
        other = terms.negated(same(n.Local(name=name), around.actor))
        return n.Filter(items=n.Seats(), name=name, where=other)
    return n.ListOf(items=(player(around, who),), of="seat")


# ---- zones -------------------------------------------------------------------------------------


def _zone_named(around: Environment, sel: t.ZoneNamed) -> n.Expr:
    world = around.world
    found = world.zone(sel.base, owned=sel.owner is not None)
    if found is None:
        return n.Hole()
    owner = player(around, sel.owner) if sel.owner else None
    return n.ZoneAt(name=world.zone_name(found), owner=owner)


def _zone_worked(around: Environment, sel: t.ZoneWorked) -> n.Expr:
    if isinstance(sel.value, t.Concat):
        return _zone_of_parts(around, sel.value)
    if isinstance(sel.value, t.IfValue):
        return _zone_either(around, sel.value)
    return as_zone(around, value(around, sel.value), sel.at)


def _zone_either(around: Environment, choice: t.IfValue) -> n.Expr:
    """One zone or another: each is found for itself, so that no id is looked for."""
    ways = (t.ZoneWorked(each.at, each) for each in (choice.then, choice.otherwise))
    then, otherwise = (_zone_worked(around, way) for way in ways)
    return n.Conditional(test=condition(around, choice.when), then=then, otherwise=otherwise)


def _zone_of_parts(around: Environment, concat: t.Concat) -> n.Expr:
    """The zone whose id is put together from parts."""
    parts = [value(around, part) for part in concat.parts]
    choices = [
        (test, found)
        for name, found in zones_by_id(around.world)
        if (test := spells(around, parts, name)) != truth(False)
    ]
    return first_of(choices)


def spells(around: Environment, parts: list[Term], text: str) -> n.Expr:
    """Whether parts, one behind the other, are a text."""
    if not parts:
        return truth(text == "")
    first, rest = parts[0], parts[1:]
    if first.literal is not None:
        told = _written(first.literal)
        return spells(around, rest, text[len(told) :]) if text.startswith(told) else truth(False)
    ends = range(len(text) + 1) if rest else (len(text),)
    ways = []
    for end in ends:
        here = _is_written(around, first, text[:end])
        if here != truth(False):
            ways.append(terms.both(here, spells(around, rest, text[end:])))
    return terms.either(*ways)


def _written(scalar: t.Scalar) -> str:
    return str(scalar).lower() if isinstance(scalar, bool) else str(scalar)


def _is_written(around: Environment, term: Term, text: str) -> n.Expr:
    """Whether a value is written as a text."""
    world = around.world
    if term.kind in (NUMBER, PLAYER):
        if not text.removeprefix("-").isdecimal() or str(int(text)) != text:
            return truth(False)
        told = n.NumberOf(seat=term.expr) if term.kind == PLAYER else term.expr
        return same(told, number(int(text)))
    if term.kind == FLAG:
        if text not in ("true", "false"):
            return truth(False)
        return term.expr if text == "true" else terms.negated(term.expr)
    if term.kind == ZONE:
        found = world.zone_at(text) if ":" in text else None
        return same(term.expr, found) if found is not None else truth(False)
    if term.kind == TEXT and text in world.texts:
        return same(term.expr, world.text(text))
    return truth(False)


def space_number(around: Environment, sel: t.ZoneSel) -> n.Expr:
    """The number of a zone among those that markers may lie in."""
    world = around.world
    names = [world.zone_name(each) for each in world.spaces()]
    found = zone(around, sel)
    if isinstance(found, n.ZoneAt) and found.owner is None and found.name in names:
        return number(names.index(found.name))
    values: dict[str, t.Scalar] = {name: i for i, name in enumerate(names)}
    return n.TraitOf(zone=found, trait=world.trait(SPACE, "int", values))


LOWERED.update(
    {
        t.ZoneNamed: _zone_named,
        t.ZoneBound: lambda around, sel: as_zone(around, bound_value(around, sel.name), sel.at),
        t.ZoneWorked: _zone_worked,
    }
)
