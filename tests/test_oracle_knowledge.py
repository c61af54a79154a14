"""The oracle on who sees and knows which token: seat 0 is bit 1, seat 1 is bit 2."""

from __future__ import annotations

import pytest

from ludwright.gamedef import nodes as n
from tools.tiny import ME, PILE, PIT, knows, lies, loc, num, play, zone

HAND = n.ZoneAt(name="hand", owner=ME)
FELT = n.ZoneAt(name="felt")
ROOM = (
    zone("felt", face="up"),
    zone("pit", others_see="none"),
    zone("hand", per_seat=True, ordered=False, others_see="none", face="up"),
    zone("bag", others_see="none", ordered=False),
)


def top(of: n.Expr) -> n.Expr:
    return n.TopOf(zone=of)


def move(source: n.Expr, to: n.Expr, count: int = 1) -> n.Statement:
    return n.MoveTop(source=source, to=to, count=num(count))


@pytest.mark.parametrize(
    ("sight", "face", "shown"),
    [
        ("all", "up", [3, 3, 3]),
        ("top", "up", [3, 0, 0]),
        ("count", "up", [0, 0, 0]),
        ("none", "up", [0, 0, 0]),
        ("all", "down", [0, 0, 0]),
    ],
)
def test_what_is_shown_at_the_start_is_known(sight: str, face: str, shown: list[int]) -> None:
    o = play(tokens=3, zones=(zone("pile", others_see=sight, face=face),))
    assert (o.snapshot()["shown"], knows(o)) == (shown, shown)


def test_owner_and_others_see_by_their_own_words() -> None:
    zones = (zone("felt"), zone("hand", per_seat=True, others_see="top", face="up"))
    yours = n.ZoneAt(name="hand", owner=n.Seat(number=1))
    o = play(move(FELT, HAND, 2), move(FELT, yours, 2), zones=zones)
    # Each hand got two tokens, the later one on top: the owner sees both, the other the top.
    assert o.snapshot()["shown"] == [0b01, 0b11, 0b10, 0b11]


def test_turning_down_ends_shown_but_not_known() -> None:
    o = play(n.Turn(token=top(FELT), up=False), zones=ROOM)
    assert (o.snapshot()["shown"], knows(o)) == ([0, 3, 3, 3], [3, 3, 3, 3])


def test_turning_up_makes_known() -> None:
    o = play(n.Turn(token=top(PILE), up=True), zones=(zone("pile"),))
    assert knows(o) == [3, 0, 0, 0]


def test_a_token_from_an_ordered_zone_is_followed() -> None:
    # Seen on the felt, turned down there, then taken from a place that everybody can tell.
    o = play(n.Turn(token=top(FELT), up=False), move(FELT, PIT), zones=ROOM)
    assert (o.snapshot()["shown"][0], knows(o)[0]) == (0, 3)


def test_nobody_learns_from_a_hidden_move() -> None:
    zones = (zone("pile", face="down"), zone("pit", others_see="none"))
    assert knows(play(move(PILE, PIT), zones=zones)) == [0, 0, 0, 0]


def test_whoever_sees_a_token_arrive_knows_it() -> None:
    zones = (zone("pile", face="down", others_see="none"), *ROOM[2:])
    assert knows(play(move(PILE, HAND), zones=zones)) == [0b01, 0, 0, 0]


def test_a_token_out_of_an_unordered_zone_is_lost_with_the_others_there() -> None:
    # Seat 1 knew both tokens of the hand from the felt; one of them goes away unseen.
    o = play(move(FELT, HAND, 2), move(HAND, PIT), zones=ROOM)
    assert knows(o) == [0b01, 0b01, 0b11, 0b11]


def test_a_token_seen_to_leave_an_unordered_zone_costs_nothing() -> None:
    o = play(move(FELT, HAND, 2), move(HAND, FELT), zones=ROOM)
    assert knows(o) == [3, 3, 3, 3]


def test_moving_within_an_unordered_zone_follows_the_same_rule() -> None:
    again = n.MoveToken(token=top(HAND), to=HAND, place="bottom")
    assert knows(play(move(FELT, HAND, 2), again, zones=ROOM)) == [0b01, 0b01, 0b11, 0b11]


def test_the_next_top_becomes_known_when_it_is_exposed() -> None:
    zones = (zone("pile", face="up", others_see="top"), ROOM[1])
    o = play(move(PILE, PIT), zones=zones)
    assert (o.snapshot()["shown"], knows(o)) == ([0, 3, 0, 0], [3, 3, 0, 0])


def test_a_block_on_top_goes_lowest_first_and_to_the_bottom_highest_first() -> None:
    zones = (zone("pile", face="up", others_see="top"), ROOM[1])
    for place, known in (("top", [3, 0, 3, 0]), ("bottom", [3, 3, 3, 0])):
        block = n.MoveBlock(source=PILE, to=PIT, count=num(2), place=place)
        assert knows(play(block, zones=zones)) == known


def test_shuffling_ends_known_for_all_who_do_not_see_the_tokens() -> None:
    down = n.ForEach(
        name="t", items=n.TokensIn(zone=FELT), body=(n.Turn(token=loc("t"), up=False),)
    )
    assert knows(play(down, n.Shuffle(zone=FELT), zones=ROOM)) == [0, 0, 0, 0]
    assert knows(play(n.Shuffle(zone=FELT), zones=ROOM)) == [3, 3, 3, 3]
    assert knows(play(down, n.Shuffle(zone=FELT), tokens=1, zones=ROOM)) == [3]


def test_after_a_shuffle_only_the_top_in_sight_is_known() -> None:
    o = play(n.Shuffle(zone=PILE), zones=(zone("pile", face="up", others_see="top"),))
    expected = [3 if token == lies(o, "pile")[0] else 0 for token in (1, 2, 3, 4)]
    assert (o.snapshot()["shown"], knows(o)) == (expected, expected)


def seats(*numbers: int) -> n.Expr:
    return n.ListOf(items=tuple(n.Seat(number=i) for i in numbers), of="seat")


def test_a_shown_token_is_seen_and_known_by_those_alone() -> None:
    o = play(n.Show(token=top(PILE), seats=seats(1)), zones=(zone("pile"),))
    assert (o.snapshot()["shown"], knows(o)) == ([2, 0, 0, 0], [2, 0, 0, 0])


def test_hiding_ends_shown_but_not_known() -> None:
    o = play(n.Hide(token=top(FELT), seats=seats(0)), zones=ROOM)
    assert (o.snapshot()["shown"], knows(o)) == ([2, 3, 3, 3], [3, 3, 3, 3])


def test_what_was_granted_ends_when_the_token_moves_or_is_turned() -> None:
    show, hide = n.Show(token=top(FELT), seats=seats(0, 1)), n.Hide(token=top(FELT), seats=seats(0))
    assert play(show, move(FELT, PIT), zones=ROOM).snapshot()["shown"] == [0, 3, 3, 3]
    again = (n.Turn(token=top(FELT), up=False), n.Turn(token=top(FELT), up=True))
    assert play(hide, *again, zones=ROOM).snapshot()["shown"] == [3, 3, 3, 3]


def test_what_was_granted_stays_when_other_tokens_come_and_go() -> None:
    zones = (zone("pile", others_see="top", face="up"), zone("pit"))
    show = n.Show(token=n.TokenAt(zone=PILE, position=num(1)), seats=seats(0))
    # The second becomes the top, which all see, and is covered again: seat 0 sees it still.
    o = play(show, move(PILE, PIT), move(PIT, PILE), zones=zones)
    assert o.snapshot()["shown"] == [3, 1, 0, 0]


def test_a_shuffle_ends_what_was_granted() -> None:
    show = n.Show(token=top(PILE), seats=seats(0, 1))
    o = play(show, n.Shuffle(zone=PILE), zones=(zone("pile"),))
    assert (o.snapshot()["shown"], knows(o)) == ([0] * 4, [0] * 4)
