"""Lower references to players and zones."""

from __future__ import annotations

from collections.abc import Callable

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, ONE, and_, equals, not_, number, or_, truth
from ..codes import lowering as codes
from ..read.tree import values as t
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
from .terms import FLAG, NUMBER, PLAYER, TEXT, ZONE, Term

SPACE = "space number"
"""The trait that numbers the zones without owners, which hold markers."""


# ---- players -----------------------------------------------------------------------------------


def player(env: Environment, who: t.Player) -> n.Expr:
    """The player that a selector denotes."""
    if who.kind == "id":
        return n.Seat(number=who.number)
    if who.kind == "chosen":
        assert who.name
        return as_player(env, bound_value(env, who.name), who.name.at)
    # With two players, "all others" is a single player and may stand for one.
    if who.kind == "allOther" and env.symbols.metadata.most == 2:
        return n.SeatAfter(seat=env.actor, steps=ONE)
    if who.kind in _ONE:
        return _ONE[who.kind](env)
    if who.kind == "allOther" and env.symbols.lost("metadata"):
        return n.Hole()
    env.symbols.error(
        codes.CARDINALITY, who.at, f"expected one player, but '{who.kind}' denotes several"
    )
    return n.Hole()


_ONE: dict[str, Callable[[Environment], n.Expr]] = {
    "actor": lambda env: env.actor,
    "active": lambda env: n.Variable(name=ACTIVE),
    "left": lambda env: n.SeatAfter(seat=env.actor, steps=number(-1)),
    "right": lambda env: n.SeatAfter(seat=env.actor, steps=ONE),
}


def players(env: Environment, who: t.Player) -> n.Expr:
    """The list of players that a selector denotes."""
    if who.kind == "all":
        return n.Seats()
    if who.kind == "allOther":
        name = env.symbols.fresh("other")
        other = not_(equals(n.Local(name=name), env.actor))
        return n.Filter(items=n.Seats(), name=name, where=other)
    return n.ListOf(items=(player(env, who),), of="seat")


# ---- zones -------------------------------------------------------------------------------------


def _zone_named(env: Environment, sel: t.ZoneNamed) -> n.Expr:
    symbols = env.symbols
    found = symbols.zone(sel.base, owned=sel.owner is not None)
    if found is None:
        return n.Hole()
    owner = player(env, sel.owner) if sel.owner else None
    return n.ZoneAt(name=symbols.zone_name(found), owner=owner)


def _zone_worked(env: Environment, sel: t.ZoneWorked) -> n.Expr:
    if isinstance(sel.value, t.Concat):
        return _zone_of_parts(env, sel.value)
    if isinstance(sel.value, t.IfValue):
        return _zone_either(env, sel.value)
    return as_zone(env, value(env, sel.value), sel.at)


def _zone_either(env: Environment, choice: t.IfValue) -> n.Expr:
    """One zone or another. Resolving each branch by itself avoids a look-up of the id."""
    ways = (t.ZoneWorked(each.at, each) for each in (choice.then, choice.otherwise))
    then, otherwise = (_zone_worked(env, way) for way in ways)
    return n.Conditional(test=condition(env, choice.when), then=then, otherwise=otherwise)


def _zone_of_parts(env: Environment, concat: t.Concat) -> n.Expr:
    """The zone whose id is a concatenation: a chain of tests over all ids that could match."""
    parts = [value(env, part) for part in concat.parts]
    choices = [
        (test, found)
        for name, found in zones_by_id(env.symbols)
        if (test := spells(env, parts, name)) != FALSE
    ]
    return first_of(choices)


def spells(env: Environment, parts: list[Term], text: str) -> n.Expr:
    """Whether the concatenation of parts equals a text."""
    if not parts:
        return truth(text == "")
    first, rest = parts[0], parts[1:]
    if first.literal is not None:
        written = _written(first.literal)
        return spells(env, rest, text[len(written) :]) if text.startswith(written) else FALSE
    # Every split of the text between the first part and the rest; impossible ones fold away.
    ends = range(len(text) + 1) if rest else (len(text),)
    ways = []
    for end in ends:
        here = _is_written(env, first, text[:end])
        if here != FALSE:
            ways.append(and_(here, spells(env, rest, text[end:])))
    return or_(*ways)


def _written(scalar: t.Scalar) -> str:
    return str(scalar).lower() if isinstance(scalar, bool) else str(scalar)


def _is_written(env: Environment, term: Term, text: str) -> n.Expr:
    """Whether the text form of a value is a given text."""
    symbols = env.symbols
    if term.kind in (NUMBER, PLAYER):
        # Only the canonical spelling: neither "+1" nor "01".
        if not text.removeprefix("-").isdecimal() or str(int(text)) != text:
            return FALSE
        value = n.NumberOf(seat=term.expr) if term.kind == PLAYER else term.expr
        return equals(value, number(int(text)))
    if term.kind == FLAG:
        if text not in ("true", "false"):
            return FALSE
        return term.expr if text == "true" else not_(term.expr)
    if term.kind == ZONE:
        # The text form of a zone is its full id, with the owner: `river:none`.
        found = symbols.zone_at(text) if ":" in text else None
        return equals(term.expr, found) if found is not None else FALSE
    if term.kind == TEXT and symbols.may_be_text(text):
        return equals(term.expr, symbols.text(text))
    return FALSE


def space_number(env: Environment, sel: t.ZoneSel) -> n.Expr:
    """The number of a zone among those that hold markers."""
    symbols = env.symbols
    names = [symbols.zone_name(each) for each in symbols.spaces()]
    found = zone(env, sel)
    # A known zone needs no trait.
    if isinstance(found, n.ZoneAt) and found.owner is None and found.name in names:
        return number(names.index(found.name))
    values: dict[str, t.Scalar] = {name: i for i, name in enumerate(names)}
    return n.TraitOf(zone=found, trait=symbols.trait(SPACE, "int", values))


LOWERED.update(
    {
        t.ZoneNamed: _zone_named,
        t.ZoneBound: lambda env, sel: as_zone(env, bound_value(env, sel.name), sel.at),
        t.ZoneWorked: _zone_worked,
    }
)
