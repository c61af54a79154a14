"""Lists and tests that fail do so where the game says, no earlier and no later."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from ludwright.gamedef import nodes as n
from tools.lockstep import Machine, compiled, lock_step
from tools.tiny import ME, PILE, YES, game, loc, num, put, rank, zone

TOP_OF_NONE = n.PropertyOf(token=n.TopOf(zone=n.ZoneAt(name="pit")), property="rank")
TOO_LARGE = n.Multiply(left=rank("t"), right=num(2**30))


def agree(tiny: n.GameDef, players: int = 2) -> Machine:
    """The machine at the start of a game that it plays like the oracle."""
    for seed in range(3):
        lock_step(tiny, players, seed)
    return Machine(compiled(tiny, players, {}), 1)


@pytest.mark.parametrize("position", range(5))
@pytest.mark.parametrize("least", [0, 1])
def test_a_sequence_fails_with_its_list(position: int, least: int) -> None:
    """The list is of items of the pile, from a position that grows with those picked."""
    at = n.Add(left=num(position), right=n.Length(items=loc("l")))
    item = n.Item(items=n.TokensIn(zone=PILE), index=at)
    pick = n.Pick(
        name="l",
        of="token",
        seat=ME,
        items=n.ListOf(items=(item,), of="token"),
        least=num(least),
        most=num(2),
        sequence=True,
    )
    machine = agree(game(n.Attempt(body=(pick, put(num(1))), otherwise=(put(num(2)),))))
    assert (machine.status == "over") == (position > 3)


@pytest.mark.parametrize("within", [None, *range(-1, 4)])
@pytest.mark.parametrize("there", [False, True])
def test_zones_connected_to_nothing_fail(within: int | None, there: bool) -> None:
    start = n.ZoneOf(token=n.TopOf(zone=PILE)) if there else n.Nothing(type="zone")
    near = n.Connected(
        zone=start,
        link="road",
        name="z",
        where=YES,
        within=None if within is None else num(within),
    )
    first, second = put(n.Length(items=near)), put(num(9))
    tiny = game(n.Attempt(body=(first,), otherwise=(second,)))
    links = tuple(
        n.Link(name="road", zone_a=a, zone_b=b) for a, b in (("pile", "pit"), ("pit", "cell"))
    )
    machine = agree(replace(tiny, links=links))
    reached = {None: 2, -1: 0, 0: 0, 1: 1, 2: 2, 3: 2}[within]
    assert machine.snapshot()["variables"]["x", None] == (reached if there else 9)


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("nested", [False, True])
def test_what_fails_for_all_items_keeps_nothing_from_stopping(
    order: tuple[int, ...], nested: bool
) -> None:
    """Of three parts of a test one fails for every item, one is a fault for the first."""
    fails = n.Less(left=num(0), right=TOP_OF_NONE)
    stops = n.Less(left=num(0), right=TOO_LARGE)
    parts = (fails, stops, n.Less(left=num(0), right=rank("t")))
    test: n.Expr = n.And(items=tuple(parts[i] for i in order))
    if nested:
        test = n.And(items=(YES, n.Equal(left=test, right=YES)))
    chosen = n.Filter(items=n.TokensIn(zone=PILE), name="t", where=test)
    machine = agree(game(put(n.Length(items=chosen))))
    assert machine.status == ("fault" if order.index(1) < order.index(0) else "over")


def test_the_sides_of_a_comparison_are_evaluated_in_order() -> None:
    sides = TOP_OF_NONE, TOO_LARGE
    for left, right in (sides, sides[::-1]):
        test = n.Less(left=left, right=right)
        machine = agree(
            game(put(n.Length(items=n.Filter(items=n.TokensIn(zone=PILE), name="t", where=test))))
        )
        assert machine.status == ("over" if left is TOP_OF_NONE else "fault")


@pytest.mark.parametrize("branches", [0, 1])
@pytest.mark.parametrize("owned", ["per_seat", "per_team", "count"])
def test_options_name_the_zones_of_each_owner(branches: int, owned: str) -> None:
    more = {"count": 2} if owned == "count" else {owned: True}
    zones = (zone("pile"), zone("home", face="down", branches=branches, **more))
    top = n.PropertyOf(token=n.TopOf(zone=loc("from")), property="rank")
    put_down = n.Action(
        name="put",
        parameters=(
            n.Parameter(name="from", type="zone", items=n.ListOf(items=(PILE,), of="zone")),
            n.Parameter(name="to", type="zone", items=n.ZonesNamed(name="home")),
        ),
        guard=n.AtMost(left=top, right=num(9)),
    )
    deal = n.ForEach(
        name="z",
        items=n.ZonesNamed(name="home"),
        body=(n.MoveTop(source=PILE, to=loc("z")),),
    )
    teams = (n.Team(name="odd", seats=(0, 2)), n.Team(name="even", seats=(1, 3)))
    tiny = game(deal, n.Decide(seat=ME, actions=(put_down,)), zones=zones)
    machine = agree(replace(tiny, least_players=2, teams=teams))
    assert machine.options() == [(0, 1, 2), (0, 1, 3)]
