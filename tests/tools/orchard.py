"""A small game with trees: the same can hang in the same places though it grew otherwise."""

from __future__ import annotations

from ludwright.gamedef import nodes as n
from ludwright.machine import state as m
from ludwright.machine.program import Array, Program
from tools.tiny import ME, loc, num

SIDES = {"north": 0, "south": 4}


def orchard(*loop: n.Statement) -> n.GameDef:
    """Two roots below which cards are laid and taken away again, in any order; what else is done in
    each round comes first."""

    def lay(root: str, side: str) -> n.Action:
        there = n.ChildAt(zone=n.ZoneAt(name=root), direction=num(SIDES[side]))
        body = (
            n.Grow(name="new", zone=n.ZoneAt(name=root), direction=num(SIDES[side])),
            n.MoveTop(source=n.ZoneAt(name="hand"), to=loc("new")),
        )
        guard = n.Not(item=n.Exists(item=there))
        return n.Action(name=f"lay {root} {side}", guard=guard, body=body)

    def take(root: str, side: str) -> n.Action:
        there = n.ChildAt(zone=n.ZoneAt(name=root), direction=num(SIDES[side]))
        body = (
            n.Let(name="old", value=there),
            n.MoveTop(source=loc("old"), to=n.ZoneAt(name="hand")),
            n.Prune(zone=loc("old")),
        )
        return n.Action(name=f"take {root} {side}", guard=n.Exists(item=there), body=body)

    under = n.MoveTop(source=n.ZoneAt(name="hand"), to=n.ZoneAt(name="pit"))
    back = n.MoveTop(source=n.ZoneAt(name="pit"), to=n.ZoneAt(name="hand"), place="bottom")
    places = [(root, side) for root in ("oak", "elm") for side in SIDES]
    actions = (
        *(lay(*place) for place in places),
        *(take(*place) for place in places),
        n.Action(name="under", body=(under, back)),
    )
    tokens = tuple(n.Token(name=name, values=(i % 2,)) for i, name in enumerate("ABCD"))
    decide = n.Decide(seat=ME, actions=actions)
    return n.GameDef(
        name="orchard",
        properties=(n.Property(name="rank", type="int"),),
        zones=(
            n.Zone(name="oak", face="up", branches=2),
            n.Zone(name="elm", face="up", branches=2),
            n.Zone(name="hand", face="up"),
            n.Zone(name="pit", face="up"),
        ),
        supplies=(n.Supply(name="all", zone="hand", tokens=tokens),),
        procedures=(
            n.Procedure(
                name="main",
                body=(n.While(test=n.Truth(value=True), body=(*loop, decide)),),
            ),
        ),
    )


def hanging(program: Program, state: Array) -> tuple[object, ...]:
    """What lies where, with branches named by the way to them."""
    trees = int(program.code[m.P_TREES])
    parents, z1 = int(program.code[trees + m.TREE_PARENTS]), int(program.code[m.P_ZONES])

    def way(zone: int) -> tuple[int, ...]:
        above = int(state[parents + zone])
        return (*way(above), int(state[parents + z1 + zone])) if above else (zone,)

    piles: dict[tuple[int, ...], tuple[int, ...]] = {}
    for zone in range(1, z1):
        token, tokens = int(state[program.columns.top + zone]), []
        while token:
            tokens.append(token)
            token = int(state[program.columns.next + token])
        if tokens:
            piles[way(zone)] = tuple(tokens)
    return tuple(sorted(piles.items()))
