"""Expressions as English phrases."""

from __future__ import annotations

import pytest

from ludwright.gamedef import nodes as n
from ludwright.gamedef.english import phrase
from tools.tiny import ME, PILE, X, loc, num, rank

HAND = n.ZoneAt(name="hand", owner=n.Variable(name="next_one"))
SIZE, TOP = n.SizeOf(zone=PILE), n.TopOf(zone=PILE)
CARDS = n.TokensIn(zone=HAND)
RANKS = n.Each(items=CARDS, name="each_10", value=rank("each_10"))


ADDED = n.Add(left=X, right=num(2))
STEPS = n.Each(
    items=n.Range(low=num(0), high=n.Divide(left=X, right=num(3))),
    name="step 2",
    value=n.Add(left=num(2), right=n.Multiply(left=loc("step 2"), right=num(3))),
)


def ranked(name: str, value: n.Expr) -> n.Expr:
    """The cards of the pile with a rank."""
    return n.Filter(
        items=n.TokensIn(zone=PILE), name=name, where=n.Equal(left=rank(name), right=value)
    )


def is_x(value: int) -> n.Expr:
    return n.Equal(left=X, right=num(value))


def worth(key: n.Expr, table: str) -> n.Expr:
    return n.Lookup(table=table, key=key)


PHRASES: dict[str, n.Expr] = {
    "next one's hand": HAND,
    "cell 3": n.ZoneAt(name="cell", index=num(2)),
    "card": loc("card_5"),
    "the player after player 1": n.SeatAfter(seat=ME, steps=num(1)),
    "the player 2 seats after player 1": n.SeatAfter(seat=ME, steps=num(2)),
    "the seat number of player 1": n.NumberOf(seat=ME),
    "height of pile": n.TraitOf(zone=PILE, trait="height"),
    "the zones connected to pile by path where x is 3": n.Connected(
        zone=PILE, link="path", name="z", where=n.Equal(left=X, right=num(3))
    ),
    "the zones connected to pile by path where x is 3, within 2 steps": n.Connected(
        zone=PILE, link="path", name="z", where=n.Equal(left=X, right=num(3)), within=num(2)
    ),
    "x is less than 3": n.Less(left=X, right=num(3)),
    "x is more than 3": n.Less(left=num(3), right=X),
    "x is at least 3": n.AtMost(left=num(3), right=X),
    "the combinations of 2 to 3 of the cards in pile where the sum of rank of each of some is 15": (
        n.Subsets(
            items=n.TokensIn(zone=PILE),
            least=num(2),
            most=num(3),
            name="some",
            where=n.Equal(
                left=n.Sum(items=n.Each(items=loc("some"), name="t", value=rank("t"))),
                right=num(15),
            ),
        )
    ),
    "way of the cards in pile": n.Selected(items=n.TokensIn(zone=PILE), selection=loc("way")),
    "the best melds by rank of card": n.BestPartition(
        items=CARDS, groups=loc("melds"), name="card", weight=rank("card")
    ),
    "x is 0": n.Equal(left=num(0), right=X),
    "x is not 0": n.Not(item=n.Equal(left=X, right=num(0))),
    "the size of pile is 4": n.Equal(left=SIZE, right=num(4)),
    "card is in next one's hand": n.Contains(items=CARDS, value=loc("card")),
    "goal is a cell": n.Contains(items=n.ZonesNamed(name="cell"), value=loc("goal")),
    "goal is an open cell": n.Contains(items=n.ZonesNamed(name="open_cell"), value=loc("goal")),
    "who is a player": n.Contains(items=n.Seats(), value=loc("who")),
    "who is in red": n.Contains(items=n.SeatsOf(team=n.TeamNamed(name="red")), value=loc("who")),
    "it is a team": n.Contains(items=n.Teams(), value=loc("it")),
    "the team of player 1's bid": n.Variable(name="bid", of=n.TeamOf(seat=ME)),
    "x is 2 or 3": n.Contains(items=n.ListOf(items=(num(2), num(3))), value=X),
    "x is one of 2 to 3": n.Contains(items=n.Range(low=num(2), high=num(3)), value=X),
    "rank of each of the cards in next one's hand": RANKS,
    "x is rank of one of the cards in next one's hand": n.Contains(
        items=n.Distinct(items=RANKS), value=X
    ),
    "rank number of card": worth(rank("card"), "rank_number"),
    "worth of rank of card": worth(rank("card"), "worth"),
    "it can be carried out": n.Possible(body=()),
    "line number x + 1": n.Variable(name="line", index=X),
    "line 3": n.Variable(name="line", index=n.Number(value=2)),
    "there is a card": n.Exists(item=loc("card")),
    "there is no card": n.Not(item=n.Exists(item=loc("card"))),
    "there is an ace": n.Exists(item=loc("ace")),
    "there is a dealer": n.Exists(item=n.Variable(name="dealer")),
    "the zone of card exists": n.Exists(item=n.ZoneOf(token=loc("card"))),
    "the card at depth 2 in pile does not exist": n.Not(
        item=n.Exists(item=n.TokenAt(zone=PILE, position=num(2)))
    ),
    "card is face down": n.Not(item=n.IsFaceUp(token=loc("card"))),
    "not (x is less than 3)": n.Not(item=n.Less(left=X, right=num(3))),
    # Inner variables of GameSpecDoc begin with `_`; its lowering numbers names with a blank.
    "pot is at most 3": n.AtMost(left=n.Variable(name="_pot"), right=num(3)),
    "raise is 3": n.Equal(left=loc("raise 2"), right=num(3)),
    "raise, pick is 3": n.Equal(left=loc("raise 2, pick 5"), right=num(3)),
    "rank of card is rank of card 2": n.Equal(left=rank("card"), right=rank("card 2")),
    "rank of card is rank of card 3": n.Equal(left=rank("card"), right=rank("card_3")),
    "the number of the cards in pile where rank of card is the number of the cards in pile where "
    "rank of card is 3": n.Length(items=ranked("card_2", n.Length(items=ranked("card_3", num(3))))),
    "the number of the cards in pile where rank of card 2 is rank of card": n.Length(
        items=ranked("card_2", rank("card"))
    ),
    "x is 0 or 1 or 2 or 6 others": n.Contains(
        items=n.ListOf(items=tuple(num(i) for i in range(9))), value=X
    ),
    "(x + 2) x 3": n.Multiply(left=ADDED, right=num(3)),
    "x + 2 + x + 2": n.Add(left=ADDED, right=ADDED),
    "x - (x + 2)": n.Subtract(left=X, right=ADDED),
    "2 + 3 x x": n.Add(left=num(2), right=n.Multiply(left=num(3), right=X)),
    "6 / (3 / x)": n.Divide(left=num(6), right=n.Divide(left=num(3), right=X)),
    "x": n.Divide(left=X, right=num(1)),
    "(x is 2 or x is 3) and x is 4": n.And(
        items=(n.Or(items=(is_x(2), is_x(3))), is_x(4)),
    ),
    "2 + (each of 0 to x / 3) x 3": STEPS,
    "x is 2 + (one of 0 to x / 3) x 3": n.Contains(items=STEPS, value=X),
    "x is one of the listed values": n.Contains(items=n.Join(lists=(STEPS, STEPS)), value=X),
}

EMPTY = (
    n.Equal(left=SIZE, right=num(0)),
    n.Less(left=SIZE, right=num(1)),
    n.AtMost(left=SIZE, right=num(0)),
    n.Not(item=n.Exists(item=TOP)),
)
FILLED = (
    n.Not(item=n.Equal(left=num(0), right=SIZE)),
    n.Less(left=num(0), right=SIZE),
    n.AtMost(left=num(1), right=SIZE),
    n.Exists(item=TOP),
)


@pytest.mark.parametrize("text", PHRASES)
def test_phrase(text: str) -> None:
    assert phrase(PHRASES[text]) == text


def test_a_long_phrase_is_cut() -> None:
    words = phrase(n.And(items=tuple(is_x(i) for i in range(50)))).split()
    assert len(words) == 41 and words[-1] == "..."


def test_a_zone_is_empty_or_not() -> None:
    assert {phrase(expr) for expr in EMPTY} == {"pile is empty"}
    assert {phrase(expr) for expr in FILLED} == {"pile is not empty"}
