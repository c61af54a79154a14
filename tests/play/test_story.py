"""What seats are told of the ways of cards: which ones they can tell, and between which places."""

from __future__ import annotations

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.play.events import story
from ludwright.play.table import Table
from tools.tiny import ME, game, num, zone

DECK, HAND, BAG, TABLE = (
    n.ZoneAt(name="deck"),
    n.ZoneAt(name="hand", owner=ME),
    n.ZoneAt(name="bag"),
    n.ZoneAt(name="table"),
)
ZONES = (
    zone("deck", face="down"),
    zone("hand", per_seat=True, face="up", others_see="count"),
    zone("bag", ordered=False, face="down"),
    zone("table"),
)
WAIT = n.Ask(name="wait", seat=ME, items=n.Range(low=num(1), high=num(2)))
LAY = n.MoveTop(source=DECK, to=TABLE)
TURN = n.Turn(token=n.TopOf(zone=TABLE), up=True)


def told(*body: n.Statement) -> tuple[list[str], list[str], Table]:
    """What each of two seats is told when a game has gone on, and the table."""
    made = game(WAIT, *body, WAIT, zones=ZONES)
    table = Table(compile_game(made, 2), trace=True)
    table.apply("1")
    one, other = (story(table.program, table.events(), seat) for seat in (0, 1))
    return one, other, table


def test_a_card_that_nobody_sees_is_hidden() -> None:
    one, other, table = told(LAY)
    assert one == other == ["deck -> table   []"]
    assert [event.text for event in table.view(0).events()] == ["[]: deck -> table"]


@pytest.mark.parametrize("order", [(LAY, TURN), (n.Turn(token=n.TopOf(zone=DECK), up=True), LAY)])
def test_a_card_that_is_turned_up_is_told_whenever_that_happens(
    order: tuple[n.Statement, ...],
) -> None:
    one, other, table = told(*order)
    assert one == other == ["deck -> table   T1"]
    ways = [event for event in table.view(1).events() if event.kind == "move"]
    assert [event.text for event in ways] == ["T1: deck -> table"]
    assert ways[0].values[0] == table.program.tokens.index("T1")


def test_a_card_that_is_shown_to_one_seat_is_told_to_that_one() -> None:
    seat = n.ListOf(items=(n.Seat(number=1),), of="seat")
    one, other, _ = told(LAY, n.Show(token=n.TopOf(zone=TABLE), seats=seat))
    assert one == ["deck -> table   []"] and other == ["deck -> table   T1"]


def test_a_card_is_followed_over_several_places() -> None:
    one, _, _ = told(LAY, n.MoveTop(source=TABLE, to=DECK), LAY, TURN)
    assert one == ["deck -> table   T1", "table -> deck   T1", "deck -> table   T1"]


def test_a_card_among_others_without_order_can_not_be_followed() -> None:
    put = n.MoveTop(source=DECK, to=BAG, count=num(2))
    shown = n.Turn(token=n.TopOf(zone=BAG), up=True)
    one, other, _ = told(put, shown)
    assert one == other == ["deck -> bag   [] []"]


def test_nobody_follows_a_card_through_a_shuffle() -> None:
    both = n.MoveTop(source=DECK, to=TABLE, count=num(2))
    one, _, _ = told(both, n.Shuffle(zone=TABLE), TURN)
    assert one == ["deck -> table   [] []", "table is shuffled"]


def test_nobody_follows_a_card_past_one_that_is_put_among_others() -> None:
    among = n.Insert(token=n.TopOf(zone=DECK), to=TABLE, above=num(1))
    one, _, _ = told(LAY, among, TURN)
    assert one == ["deck -> table   [] []"]
