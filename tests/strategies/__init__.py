"""Random games that are valid and well typed, for Hypothesis or from a plain seed."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.walk import walk
from ludwright.machine.program import Program

from .flow import circle, listener
from .maker import Maker, Scope
from .statements import block, decide, tried

__all__ = ["games", "random_game", "random_program"]


def game(m: Maker) -> n.GameDef:
    """A whole game."""
    least = 1 + m.pick(2)
    m.most = least + m.pick(3)
    m.teams = teams(m, least) if m.rarely(2) else ()
    m.enums = tuple(
        n.Enum(name=name, values=tuple(f"{name}{i}" for i in range(2 + m.pick(3))))
        for name in ("Suit", "Mood")[: 1 + m.pick(2)]
    )
    m.properties = tuple(
        n.Property(name=f"is_{kind}", type=kind, open=kind == "bool")
        for kind in ["int", "bool", *(enum.name for enum in m.enums)]
    ) + tuple(n.Property(name=f"now_{kind}", type=kind, changing=True) for kind in ("int", "Suit"))
    m.tables = tuple(
        n.Table(
            name=f"worth_{enum.name}",
            enum=enum.name,
            values=tuple(m.pick(9) - 2 for _ in enum.values),
        )
        for enum in m.enums
    )
    m.zones = (
        zone(m, "deck", False, 1),
        *m.some(1, 3, lambda: zone(m, m.fresh("z"), bool(m.pick(2)), m.pick(3))),
        *(zone(m, m.fresh("t"), False, m.pick(3), True) for _ in m.teams[:1]),
    )
    m.traits = tuple(trait(m, kind) for kind in ("int", "bool", "Suit") if m.pick(3))
    m.links = tuple(m.some(1, 6, lambda: link(m, m.one(("path", "road")))))
    m.options = tuple(
        n.Option(name=f"set_{kind}", default=m.fixed_value(kind), allowed=())
        for kind in ("int", "bool", "Suit")
    )
    m.variables = (
        n.VariableDef(name="round", type="int", initial=n.Number(value=0)),
        *(variable(m, kind, False) for kind in m.scalars),
        *(variable(m, kind, True) for kind in m.scalars if m.pick(2)),
        *(several(m, kind) for kind in m.scalars if m.rarely(4)),
        *(variable(m, kind, False, True) for kind in m.scalars if m.teams and m.pick(2)),
    )
    stock = supplies(m)
    made = procedures(m)
    asks = not any(isinstance(x, n.Together) for p in made for x in walk(p))
    return n.GameDef(
        name="random",
        least_players=least,
        most_players=m.most,
        enums=m.enums,
        tables=m.tables,
        properties=m.properties,
        supplies=stock,
        zones=m.zones,
        links=m.links,
        spots=(n.Spot(zone="deck", x=150, y=25),),
        look=look(m) if m.rarely(2) else None,
        variables=m.variables,
        options=m.options,
        procedures=made,
        teams=m.teams,
        traits=m.traits,
        listeners=tuple(listener(m, asks) for _ in range(m.pick(3) if m.rarely(3) else 0)),
        payoff=m.one(("", *n.PAYOFFS)),
    )


def look(m: Maker) -> n.Look:
    """Some sizes, and properties to look at, if there are such."""
    kinds = {kind: [p.name for p in m.properties if p.type == kind] for kind in ("bool", "int")}
    return n.Look(
        width=100,
        height=60,
        token_width=1 + m.pick(9),
        token_height=12,
        step_up=m.pick(3),
        anchor=m.one(("", *kinds["bool"])),
        rotation=m.one(("", *kinds["int"])),
    )


def teams(m: Maker, least: int) -> tuple[n.Team, ...]:
    """Teams of all seats, none of them empty if the fewest play."""
    count = 1 + m.pick(least)
    seats = [i if i < count else m.pick(count) for i in range(m.most)]
    return tuple(
        n.Team(name=f"team{t}", seats=tuple(i for i, team in enumerate(seats) if team == t))
        for t in range(count)
    )


def zone(m: Maker, name: str, per_seat: bool, count: int, per_team: bool = False) -> n.Zone:
    """A zone with some visibility, order and face."""
    return n.Zone(
        name=name,
        per_seat=per_seat,
        per_team=per_team,
        count=max(count, 1),
        ordered=m.pick(3) != 2,
        owner_sees=m.one(("all", "top", "count", "none")),
        others_see=m.one(("all", "top", "count", "none")),
        face=m.one(("up", "keep", "down")),
        branches=m.one((0, 0, 1, 3)),
    )


def trait(m: Maker, kind: str) -> n.Trait:
    """Something that all zones have, or most."""
    whole = bool(m.pick(2))
    values = tuple(
        n.TraitValue(zone=z.name, index=i, value=getattr(m.fixed_value(kind), "value", 0))
        for z in m.zones
        for i in range(z.count)
        if whole or m.pick(4)
    )
    return n.Trait(name=f"how_{kind}", type=kind, values=values)


def link(m: Maker, name: str) -> n.Link:
    """A way between two zones without owners, perhaps the same."""
    ends = [m.one([z for z in m.zones if not (z.per_seat or z.per_team)]) for _ in range(2)]
    a, b = (m.pick(z.count) for z in ends)
    both = bool(m.pick(3))
    return n.Link(
        name=name, zone_a=ends[0].name, index_a=a, zone_b=ends[1].name, index_b=b, both=both
    )


def variable(m: Maker, kind: str, per_seat: bool, per_team: bool = False) -> n.VariableDef:
    """A variable of a type."""
    kept = "each" if per_seat else "team" if per_team else "one"
    return n.VariableDef(
        name=f"{kind}_{kept}",
        type=kind,
        initial=m.fixed_value(kind),
        per_seat=per_seat,
        per_team=per_team,
        audience=m.one(("all", "none", "owner") if per_seat or per_team else ("all", "none")),
    )


def several(m: Maker, kind: str) -> n.VariableDef:
    """A few variables of a type."""
    return replace(
        variable(m, kind, False), name=f"{kind}_many", count=2 + m.pick(2), inner=bool(m.pick(2))
    )


def supplies(m: Maker) -> tuple[n.Supply, ...]:
    """One or two supplies, 6 to 12 tokens, in zones that exist once, and up to two pools."""
    single = [z.name for z in m.zones if not (z.per_seat or z.per_team) and z.count == 1]
    made = [n.Supply(name="first", zone="deck", tokens=tuple(m.some(6, 9, lambda: token(m))))]
    if m.pick(2):
        tokens = tuple(m.some(1, 3, lambda: token(m)))
        made.append(n.Supply(name="second", zone=m.one(single), tokens=tokens))
    m.pools = ("spare", "more")[: m.pick(3)]
    for name in m.pools:
        tokens = m.some(1, 3, lambda: token(m))
        tokens = (
            [replace(each, values=tokens[0].values) for each in tokens] if m.pick(2) else tokens
        )
        made.append(n.Supply(name=name, zone="", tokens=tuple(tokens)))
    return tuple(made)


def token(m: Maker) -> n.Token:
    """A token with a value for each property."""
    return n.Token(
        name=m.fresh("T"),
        values=tuple(getattr(m.fixed_value(p.type), "value", 0) for p in m.properties),
    )


def procedures(m: Maker) -> tuple[n.Procedure, ...]:
    """Helpers, each of which may call those before it, and main."""
    made: tuple[n.Procedure, ...] = ()
    for _ in range(1 + m.pick(3)):
        parameters = tuple(
            n.Parameter(name=m.fresh("p"), type=f"[{kind}]" if m.rarely(5) else kind)
            for kind in m.some(0, 2, m.scalar)
        )
        scope = Scope({p.name: p.type for p in parameters}, calls=made)
        body = block(m, scope, 2, 1, 4)
        made += (n.Procedure(name=m.fresh("f"), parameters=parameters, body=body),)
    if m.rarely(3):
        made += (circle(m, made, block),)
    start = n.Procedure(name="main", body=main(m, Scope(calls=made, main=True)))
    return (start, *made) if m.pick(2) else (*made, start)


def main(m: Maker, scope: Scope) -> n.Block:
    """A setup, and rounds bounded by a counter that no Attempt inside can take back."""
    counter = n.Variable(name="round")
    step = n.SetVariable(name="round", value=n.Add(left=counter, right=n.Number(value=1)))
    inner = replace(scope, loop=True)
    parts = [
        tried(m, (decide(m, inner, 2), *block(m, inner, 2, 0, 2))),
        *m.some(1, 3, lambda: tried(m, block(m, inner, 3, 1, 3))),
        *block(m, inner, 0, 0, 1),
    ]
    rounds = n.While(
        test=n.Less(left=counter, right=n.Number(value=2 + m.pick(6))),
        body=(step, n.Mark(kind="turn"), tried(m, (n.Boundary(name="round"),)), *parts),
    )
    setup = [tried(m, block(m, scope, 1, 1, 2)) for _ in range(m.pick(3))]
    return (*deal(m), *setup, rounds, *block(m, scope, 1, 0, 1))


def deal(m: Maker) -> list[n.Statement]:
    """Tokens in most zones and something in the variables that started with nothing."""
    deck, made = n.ZoneAt(name="deck"), list[n.Statement]()
    for other in m.zones[1:]:
        name = m.fresh("z")
        move = n.MoveTop(source=deck, to=n.Local(name=name), count=n.Number(value=1), partial=True)
        all_such = n.ZonesNamed(name=other.name)
        made += [n.ForEach(name=name, items=all_such, body=(move,))] if m.pick(4) else []
    for kept in m.variables:
        if kept.type in ("token", "zone"):
            value: n.Expr = deck if kept.type == "zone" else n.TopOf(zone=deck)
            of: n.Expr | None = n.Seat(number=0) if kept.per_seat else None
            of = n.TeamOf(seat=n.Seat(number=0)) if kept.per_team else of
            index = n.Number(value=0) if kept.count > 1 else None
            made.append(n.SetVariable(name=kept.name, value=value, of=of, index=index))
    return made


def random_game(seed: int) -> n.GameDef:
    """The random game of a seed."""
    return game(Maker(random.Random(seed).randrange))


@cache
def random_program(seed: int) -> Program:
    """Its program: many tests play the first seeds, and compiling takes longer than playing."""
    return compile_game(random_game(seed))


@st.composite
def games(draw: st.DrawFn) -> n.GameDef:
    """Random games, for Hypothesis."""
    return game(Maker(lambda k: draw(st.integers(0, k - 1))))
