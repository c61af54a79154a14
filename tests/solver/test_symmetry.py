"""Which places are proved to be interchangeable, and which are rightly not."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludwright
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.claims import CLAIMS
from ludwright.gamedef.verify import verify
from ludwright.solver.static_facts import prepared
from ludwright.solver.symmetry import interchangeable
from models import brute_force

ME = n.Seat(number=0)
ZONES = n.ZonesNamed(name="place")
HERE, THERE = n.Local(name="source"), n.Local(name="target")
ALWAYS = n.Truth(value=True)
NONE = n.ListOf(items=(), of="seat")


def place(number: int) -> n.ZoneAt:
    return n.ZoneAt(name="place", index=n.Number(value=number))


def size_is(zone: n.Expr, size: int) -> n.Expr:
    return n.Equal(left=n.SizeOf(zone=zone), right=n.Number(value=size))


def height(zone: n.Expr) -> n.Expr:
    return n.TraitOf(zone=zone, trait="height")


def move(guard: n.Expr) -> n.Action:
    return n.Action(
        name="move",
        parameters=(
            n.Parameter(name="source", type="zone", items=ZONES),
            n.Parameter(name="target", type="zone", items=ZONES),
        ),
        guard=n.And(items=(n.Exists(item=n.TopOf(zone=HERE)), guard)),
        body=(n.MoveTop(source=HERE, to=THERE),),
        notations=(n.Notation(name="", parts=(n.IndexOf(zone=HERE), n.IndexOf(zone=THERE))),),
    )


def game(
    *loop: n.Statement,
    guard: n.Expr = ALWAYS,
) -> n.GameDef:
    """Three places, a stock, and a choice that moves a card between two places."""
    cards = tuple(n.Token(name=f"card {i}", values=(i,)) for i in range(6))
    first = tuple(
        n.MoveTop(source=n.ZoneAt(name="stock"), to=place(i), count=n.Number(value=i))
        for i in range(3)
    )
    decide = n.Decide(seat=ME, actions=(move(guard),))
    return n.GameDef(
        name="Places",
        properties=(n.Property(name="rank", type="int"),),
        supplies=(n.Supply(name="cards", zone="stock", tokens=cards),),
        zones=(n.Zone(name="place", count=3), n.Zone(name="stock")),
        procedures=(
            n.Procedure(
                name="main", body=(*first, n.While(test=n.Truth(value=True), body=(*loop, decide)))
            ),
        ),
    )


def proved(definition: n.GameDef) -> list[str]:
    assert verify(definition) == []
    program = compile_game(definition)
    return interchangeable(prepared(definition, program), program)


def over_if(test: n.Expr) -> n.Statement:
    return n.If(test=test, then=(n.EndGame(winners=NONE),))


def deal_to(zone: n.Expr) -> n.Statement:
    return n.MoveTop(source=n.ZoneAt(name="stock"), to=zone, partial=True)


EACH = n.Each(items=ZONES, name="z", value=n.SizeOf(zone=n.Local(name="z")))
SYMMETRIC: dict[str, n.GameDef] = {
    "nothing but moves": game(),
    "a deal before the first choice, place by place": game(),
    "a test of all, spelled out": game(
        over_if(n.And(items=tuple(size_is(place(i), 2) for i in (2, 0, 1))))
    ),
    "a test of any": game(
        over_if(n.AnyOf(items=ZONES, name="z", where=size_is(n.Local(name="z"), 3)))
    ),
    "a sum": game(over_if(n.Equal(left=n.Sum(items=EACH), right=n.Number(value=6)))),
    "the largest": game(over_if(n.Less(left=n.Number(value=3), right=n.Largest(items=EACH)))),
    "how many fit": game(
        over_if(
            n.Equal(
                left=n.Length(
                    items=n.Filter(items=ZONES, name="z", where=size_is(n.Local(name="z"), 0))
                ),
                right=n.Number(value=2),
            )
        )
    ),
    "by itself to an empty place": game(
        n.TakeFirst(
            actions=(
                n.Action(
                    name="fill",
                    parameters=(n.Parameter(name="z", type="zone", items=ZONES),),
                    guard=size_is(n.Local(name="z"), 0),
                    body=(deal_to(n.Local(name="z")),),
                ),
            )
        )
    ),
    "whether one fits, in a dry run": game(
        over_if(
            n.Possible(
                body=(
                    n.TakeFirst(
                        actions=(
                            n.Action(
                                name="fill",
                                parameters=(n.Parameter(name="z", type="zone", items=ZONES),),
                                guard=size_is(n.Local(name="z"), 1),
                            ),
                        ),
                        otherwise=(n.Fail(reason="none fits"),),
                    ),
                )
            )
        )
    ),
    "two places compared": game(guard=n.Not(item=n.Equal(left=HERE, right=THERE))),
}
LOPSIDED: dict[str, n.GameDef] = {
    "a test of one": game(over_if(size_is(place(1), 2))),
    "a test of two of three": game(
        over_if(n.And(items=(size_is(place(0), 2), size_is(place(2), 2))))
    ),
    "different tests": game(over_if(n.And(items=tuple(size_is(place(i), i) for i in range(3))))),
    "a card for each in order": game(*(deal_to(place(i)) for i in range(3))),
    "a loop": game(n.ForEach(name="z", items=ZONES, body=(deal_to(n.Local(name="z")),))),
    "a number in a rule": game(
        guard=n.AtMost(left=n.IndexOf(zone=HERE), right=n.IndexOf(zone=THERE))
    ),
    "the first of a list": game(
        guard=n.Equal(left=HERE, right=n.Item(items=ZONES, index=n.Number(value=0)))
    ),
    "a computed number": game(
        over_if(size_is(n.ZoneAt(name="place", index=n.SizeOf(zone=n.ZoneAt(name="stock"))), 1))
    ),
    "a list that is kept": game(
        n.Let(
            name="all", value=n.Filter(items=ZONES, name="z", where=size_is(n.Local(name="z"), 0))
        ),
        over_if(n.Equal(left=n.Length(items=n.Local(name="all")), right=n.Number(value=3))),
    ),
    "by itself to the first that fits": game(
        n.TakeFirst(
            actions=(
                n.Action(
                    name="fill",
                    parameters=(n.Parameter(name="z", type="zone", items=ZONES),),
                    guard=size_is(n.Local(name="z"), 1),
                    body=(deal_to(n.Local(name="z")),),
                ),
            )
        )
    ),
    "links": replace(
        game(), links=(n.Link(name="next", zone_a="place", zone_b="place", index_b=1),)
    ),
    "a trait": replace(
        game(guard=n.AtMost(left=height(HERE), right=height(THERE))),
        traits=(
            n.Trait(
                name="height",
                type="int",
                values=tuple(n.TraitValue(zone="place", index=i, value=i) for i in range(3)),
            ),
        ),
    ),
    "a place that is remembered": replace(
        game(n.SetVariable(name="last", value=place(0))),
        variables=(n.VariableDef(name="last", type="zone", initial=n.Nothing(type="zone")),),
    ),
}


@pytest.mark.parametrize("name", SYMMETRIC)
def test_places_that_are_interchangeable(name: str) -> None:
    assert proved(SYMMETRIC[name]) == ["place"]


@pytest.mark.parametrize("name", LOPSIDED)
def test_places_that_are_not(name: str) -> None:
    assert proved(LOPSIDED[name]) == []


def test_a_kind_without_claims_may_distinguish_places(monkeypatch: pytest.MonkeyPatch) -> None:
    definition = game()
    program = compile_game(definition)
    ready = prepared(definition, program)
    assert interchangeable(ready, program) == ["place"]
    monkeypatch.delitem(CLAIMS, n.Exists)
    assert interchangeable(ready, program) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cells", ["COLUMN", "FOUNDATION"]),
        ("stock", ["COLUMN", "FOUNDATION"]),
        ("runs", ["COLUMN", "FOUNDATION"]),
        ("deals", ["FOUNDATION"]),
        ("automatic", []),
    ],
)
def test_places_of_small_solitaires(name: str, expected: list[str]) -> None:
    definition = ludwright.loads(brute_force.GAMES[name], "sgdl").definition
    assert proved(definition) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("klondike", ["COLUMN", "FOUNDATION"]), ("spider", ["FOUNDATION"])],
)
def test_places_of_games_of_the_library(name: str, expected: list[str]) -> None:
    assert proved(ludwright.load(name).definition) == expected
