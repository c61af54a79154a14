"""Tiny games for tests, written as nodes: a few zones, tokens 1 to 4, a variable x."""

from __future__ import annotations

from typing import Any

from ludwright.gamedef import nodes as n
from oracle import Oracle

YES, NO = n.Truth(value=True), n.Truth(value=False)
FAILS = n.Equal(
    left=n.Divide(left=n.Number(value=1), right=n.Number(value=0)), right=n.Number(value=0)
)
PILE, PIT, X = n.ZoneAt(name="pile"), n.ZoneAt(name="pit"), n.Variable(name="x")
ME = n.Seat(number=0)


def num(value: int) -> n.Number:
    return n.Number(value=value)


def loc(name: str) -> n.Local:
    return n.Local(name=name)


def put(value: n.Expr) -> n.Statement:
    return n.SetVariable(name="x", value=value)


def rank(name: str) -> n.Expr:
    return n.PropertyOf(token=loc(name), property="rank")


def zone(name: str, **more: Any) -> n.Zone:
    return n.Zone(name=name, **more)


TABLE = (zone("pile", face="up"), zone("pit"), zone("hand", per_seat=True), zone("cell", count=3))


def game(
    *body: n.Statement,
    tokens: int = 4,
    zones: tuple[n.Zone, ...] = TABLE,
    helpers: tuple[n.Procedure, ...] = (),
) -> n.GameDef:
    """A game with tokens 1, 2 ... from the top of the first zone, whose rank is 10 minus that."""
    suits = ("red", "black")
    supply = n.Supply(
        name="all",
        zone=zones[0].name,
        tokens=tuple(
            n.Token(name=f"T{i}", values=(10 - i, suits[i % 2])) for i in range(1, tokens + 1)
        ),
    )
    return n.GameDef(
        name="tiny",
        least_players=1,
        most_players=4,
        enums=(n.Enum(name="suit", values=suits),),
        tables=(n.Table(name="worth", enum="suit", values=(7, 8)),),
        properties=(n.Property(name="rank", type="int"), n.Property(name="suit", type="suit")),
        supplies=(supply,),
        zones=zones,
        variables=(
            n.VariableDef(name="x", type="int", initial=num(0)),
            n.VariableDef(name="score", type="int", initial=num(5), per_seat=True),
        ),
        options=(n.Option(name="limit", default=num(3)),),
        procedures=(*helpers, n.Procedure(name="main", body=body)),
    )


def play(
    *body: n.Statement, players: int = 2, seed: int = 1, options: Any = None, **more: Any
) -> Oracle:
    """A tiny game being played by the oracle."""
    stacked = more.pop("stacked", None)
    return Oracle(game(*body, **more), players, seed, options, stacked)


def lies(o: Oracle, name: str, seat: int | None = None, index: int = 0) -> list[int]:
    return o.snapshot()["zones"][name, seat, index]


def x(o: Oracle) -> int:
    return o.snapshot()["variables"]["x", None]


def knows(o: Oracle) -> list[int]:
    return o.snapshot()["known"]


TAKEN = n.ListOf(items=(num(4), num(-7), num(4)))


def add(value: n.Expr) -> n.Statement:
    """Write a digit behind those of x, so that x tells in which order things happened."""
    return put(n.Add(left=n.Multiply(left=X, right=num(10)), right=value))
