"""What is fixed about zones and seats: traits, numbers, how far apart; and places among tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from tools.lockstep import Machine, compile_game, lock_step
from tools.tiny import ME, PILE, PIT, add, game, loc, num, put, zone

CELLS = n.ZonesNamed(name="cell")
ZONES = (zone("pile", face="up"), zone("pit"), zone("hand", per_seat=True), zone("cell", count=5))
HEIGHT = n.Trait(
    name="height",
    type="int",
    values=(
        n.TraitValue(zone="pile", value=2),
        n.TraitValue(zone="hand", value=3),
        *(n.TraitValue(zone="cell", index=i, value=i + 4) for i in range(5)),
    ),
)
WAYS = tuple(
    n.Link(name="path", zone_a="cell", index_a=i, zone_b="cell", index_b=i + 1) for i in range(4)
)


def whole(*body: n.Statement, **more: Any) -> n.GameDef:
    return replace(game(*body, zones=ZONES), traits=(HEIGHT,), links=WAYS, **more)


def ends(made: n.GameDef, players: int = 3) -> dict[str, Any]:
    """The machine's state at the end of a game that the oracle plays alike."""
    assert not verify(made)
    lock_step(made, players, 1)
    found: dict[str, Any] = Machine(compile_game(made, players), 1).snapshot()
    return found


def x(*body: n.Statement) -> int:
    value: int = ends(whole(*body))["variables"]["x", None]
    return value


# ---- seats and traits ----------------------------------------------------------------------------


def test_seats_have_numbers() -> None:
    each = n.ForEach(name="s", items=n.Seats(), body=(add(n.NumberOf(seat=loc("s"))),))
    assert x(each) == 12
    after = n.SeatAfter(seat=n.Variable(name="who"), steps=num(4))
    who = n.VariableDef(name="who", type="seat", initial=n.Seat(number=1))
    made = whole(put(n.NumberOf(seat=after)))
    made = replace(made, variables=(*made.variables, who))
    assert ends(made)["variables"]["x", None] == 2


def height(of: n.Expr) -> n.Expr:
    return n.TraitOf(zone=of, trait="height")


def cell(index: n.Expr) -> n.Expr:
    return n.ZoneAt(name="cell", index=index)


@pytest.mark.parametrize(
    ("of", "value"),
    [
        (PILE, 2),
        (n.ZoneAt(name="hand", owner=n.Seat(number=2)), 3),
        (cell(num(3)), 7),
        (cell(n.Add(left=n.Variable(name="x"), right=num(2))), 6),
        (n.ZoneAt(name="hand", owner=n.SeatAfter(seat=ME, steps=n.Variable(name="x"))), 3),
        (PIT, 9),
        (n.ZoneOf(token=n.TopOf(zone=PIT)), 9),
        (cell(num(5)), 9),
    ],
)
def test_a_trait_is_read_or_fails(of: n.Expr, value: int) -> None:
    assert x(n.Attempt(body=(put(height(of)),), otherwise=(put(num(9)),))) == value


def test_a_trait_of_a_zone_that_a_list_gives() -> None:
    assert x(n.ForEach(name="z", items=CELLS, body=(add(height(loc("z"))),))) == 45678
    low = n.Less(left=height(loc("z")), right=num(6))
    kept = n.Filter(items=CELLS, name="z", where=low)
    assert x(n.ForEach(name="z", items=kept, body=(add(height(loc("z"))),))) == 45
    lying = n.ForEach(
        name="t",
        items=n.TokensIn(zone=PILE),
        body=(n.MoveToken(token=loc("t"), to=cell(num(1))), add(height(n.ZoneOf(token=loc("t"))))),
    )
    assert x(lying) == 5555


def test_a_branch_has_the_traits_of_its_root() -> None:
    tree = (n.Zone(name="pile", face="up"), n.Zone(name="cell", count=2, branches=3))
    grow = n.Grow(name="b", zone=cell(num(1)), direction=num(4))
    more = n.Grow(name="c", zone=loc("b"), direction=num(4))
    made = game(grow, more, put(height(loc("c"))), zones=tree)
    values = tuple(n.TraitValue(zone="cell", index=i, value=7 + i) for i in range(2))
    made = replace(made, traits=(n.Trait(name="height", type="int", values=values),))
    assert ends(made)["variables"]["x", None] == 8


def test_truths_and_symbols_are_traits_too() -> None:
    wet = n.Trait(name="wet", type="bool", values=(n.TraitValue(zone="cell", index=2, value=True),))
    ground = n.Trait(
        name="ground", type="suit", values=(n.TraitValue(zone="cell", index=2, value="black"),)
    )
    black = n.Equal(
        left=n.TraitOf(zone=loc("z"), trait="ground"), right=n.Symbol(enum="suit", value="black")
    )
    both = n.And(items=(n.TraitOf(zone=loc("z"), trait="wet"), black))
    found = n.Filter(items=CELLS, name="z", where=both)
    body = n.ForEach(name="z", items=found, body=(add(height(loc("z"))),))
    made = replace(whole(body), traits=(HEIGHT, wet, ground))
    assert ends(made)["variables"]["x", None] == 6


# ---- how far -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "within", "reached"),
    [(0, 0, 0), (0, -1, 0), (0, 1, 5), (0, 2, 56), (2, 1, 57), (2, 2, 5748), (2, 9, 5748)],
)
def test_what_is_so_many_links_away(start: int, within: int, reached: int) -> None:
    near = n.Connected(
        zone=cell(num(start)), link="path", name="z", where=n.Truth(value=True), within=num(within)
    )
    assert x(n.ForEach(name="c", items=near, body=(add(height(loc("c"))),))) == reached


def test_what_is_in_the_way_counts() -> None:
    """A ring of cells: round the other way it is too far."""
    last = n.Link(name="path", zone_a="cell", index_a=4, zone_b="cell", index_b=0)
    bar = n.Not(item=n.Equal(left=height(loc("z")), right=num(5)))
    for within, reached in ((1, 8), (2, 87), (3, 876)):
        near = n.Connected(zone=cell(num(0)), link="path", name="z", where=bar, within=num(within))
        made = whole(n.ForEach(name="c", items=near, body=(add(height(loc("c"))),)))
        made = replace(made, links=(*WAYS, last))
        assert ends(made)["variables"]["x", None] == reached


# ---- places among tokens -------------------------------------------------------------------------

TOP = n.TopOf(zone=PILE)


def insert(token: n.Expr, to: n.Expr, above: int, **more: Any) -> n.Insert:
    return n.Insert(token=token, to=to, above=num(above), **more)


@pytest.mark.parametrize(
    ("statement", "pile", "pit"),
    [
        (insert(TOP, PILE, 0), [1, 2, 3, 4], []),
        (insert(TOP, PILE, 2), [2, 3, 1, 4], []),
        (insert(TOP, PILE, 3), [2, 3, 4, 1], []),
        (insert(n.BottomOf(zone=PILE), PILE, 1), [1, 4, 2, 3], []),
        (insert(TOP, PIT, 0), [2, 3, 4], [1]),
        (insert(TOP, PILE, 4), [1, 2, 3, 4], []),
        (insert(TOP, PILE, -1), [1, 2, 3, 4], []),
        (insert(TOP, PIT, 1), [1, 2, 3, 4], []),
        (insert(n.TopOf(zone=PIT), PILE, 0), [1, 2, 3, 4], []),
        (insert(TOP, n.Nothing(type="zone"), 0), [1, 2, 3, 4], []),
    ],
)
def test_where_a_token_comes_to_lie(
    statement: n.Statement, pile: list[int], pit: list[int]
) -> None:
    zones = ends(whole(n.Attempt(body=(statement,))))["zones"]
    assert (zones["pile", None, 0], zones["pit", None, 0]) == (pile, pit)


def test_nobody_knows_where_it_went() -> None:
    """Two seats have seen all cards; those that then lie hidden among others are known no more."""
    hide = n.MoveBlock(source=PILE, to=PIT, count=num(3))
    made = game(
        hide, insert(TOP, PIT, 1), zones=(zone("pile", face="up"), zone("pit", face="down"))
    )
    assert not verify(made)
    found = ends(made, 2)
    assert found["zones"]["pit", None, 0] == [1, 4, 2, 3]
    assert found["known"] == [0, 0, 0, 0]
    kept = ends(game(hide, n.MoveTop(source=PILE, to=PIT), zones=made.zones), 2)
    assert kept["known"] == [3, 3, 3, 3]


def test_who_sees_only_the_top_sees_nothing_of_it() -> None:
    zones = (zone("pile"), zone("pit", others_see="top", face="up"))
    deal = n.MoveTop(source=PILE, to=PIT, count=num(2))
    found = ends(game(deal, insert(TOP, PIT, 1), zones=zones), 2)
    assert found["zones"]["pit", None, 0] == [2, 3, 1]
    assert (found["shown"], found["known"]) == ([0, 3, 0, 0], [0, 3, 0, 0])
    found = ends(game(deal, insert(TOP, PIT, 0), zones=zones), 2)
    assert (found["shown"], found["known"]) == ([0, 0, 3, 0], [0, 0, 3, 0])


def test_listeners_hear_it() -> None:
    heard = n.Listener(when="after", targets=("pit",), body=(add(num(1)),))
    away = n.Listener(
        when="instead",
        targets=("pit",),
        test=n.Equal(left=n.SizeOf(zone=PIT), right=num(1)),
        body=(n.MoveToken(token=loc("token"), to=cell(num(0)), quiet=True),),
    )
    body = (insert(TOP, PIT, 0), insert(TOP, PIT, 0), insert(TOP, PIT, 0, quiet=True))
    found = ends(whole(*body, listeners=(heard, away)))
    assert found["variables"]["x", None] == 1
    assert found["zones"]["cell", None, 0] == [2]
    assert found["zones"]["pit", None, 0] == [3, 1]
