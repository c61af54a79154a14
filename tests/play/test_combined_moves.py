"""Moves that choose several cards at once: how they are written, read and kept from others."""

from __future__ import annotations

import pytest

from ludwright.gamedef import nodes as n
from ludwright.play.errors import IllegalMove, InvalidMove
from ludwright.play.table import Table
from tools.tables import PILE, PIT, loc, num, table
from tools.tiny import ME, rank

HAND = n.ZoneAt(name="hand", owner=ME)


def choosing(zone: n.Expr, *before: n.Statement) -> Table:
    """A table at which two or three cards of a zone are taken whose ranks (0, 1, 2, 3) make 3."""
    ranks = n.Each(items=loc("g"), name="t", value=rank("t"))
    three = n.Equal(left=n.Sum(items=ranks), right=num(3))
    least, most = num(2), num(3)
    ways = n.Subsets(items=loc("all"), least=least, most=most, name="g", where=three)
    taken = n.Selected(items=loc("all"), selection=loc("some"))
    return table(
        *before,
        n.Let(name="all", value=n.TokensIn(zone=zone)),
        n.Ask(
            name="some",
            seat=ME,
            items=ways,
            notations=(n.Notation(name="", parts=("take ", taken)),),
        ),
        n.ForEach(name="t", items=taken, body=(n.MoveToken(token=loc("t"), to=PIT),)),
        n.Ask(name="last", seat=ME, items=n.TokensIn(zone=PIT)),
        players=2,
    )


def test_they_are_written_as_sums() -> None:
    t = choosing(PILE)
    assert [str(move) for move in t.legal()] == [
        "take T1 + T4",
        "take T2 + T3",
        "take T1 + T2 + T3",
    ]
    t.apply("take t2 + t3")
    assert sorted(t.zone("pit")) == ["T2", "T3"] and t.zone("pile") == ["T4", "T1"]


def test_a_sum_that_is_not_offered_is_illegal_and_a_word_is_no_move() -> None:
    t = choosing(PILE)
    with pytest.raises(IllegalMove):
        t.apply("take T1 + T3")
    with pytest.raises(InvalidMove):
        t.apply("take T1 - T3")
    assert t.explain("take T1 + T3").legal is False


def test_who_cannot_tell_the_cards_does_not_read_them() -> None:
    down = n.MoveTop(source=PILE, to=PIT, count=num(4))
    deal = n.MoveTop(source=PIT, to=HAND, count=num(4))
    t = choosing(HAND, down, n.Shuffle(zone=PIT), deal)
    moves = t.legal()
    assert {frozenset(t.text(move, 0)[5:].split(" + ")) for move in moves} == {
        frozenset({"T1", "T4"}),
        frozenset({"T2", "T3"}),
        frozenset({"T1", "T2", "T3"}),
    }
    assert [t.text(move, 1) for move in moves] == ["take [] + []"] * 2 + ["take [] + [] + []"]
