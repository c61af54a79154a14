"""Explicit chance: bags instead of shuffles, and the trees that come of it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import ludwright as lw
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.lab.tree import Tree, count_tree
from ludwright.play.draws import Draws
from ludwright.play.errors import TableError
from ludwright.play.table import Table
from tools.tables import PILES, action, decide, end
from tools.tiny import ME, PILE, PIT, loc, num


def told(*body: n.Statement, tokens: int = 3, players: int = 1, **zones: str) -> Table:
    """A table that tells chance, for a game with tokens T1, T2 ... in the pile."""
    pile = n.Zone(name="pile", **{"face": "down", "others_see": "count", **zones})  # type: ignore[arg-type]
    supply = tuple(n.Token(name=f"T{i}", values=(i,)) for i in range(1, tokens + 1))
    game = n.GameDef(
        name="told",
        most_players=2,
        properties=(n.Property(name="rank", type="int"),),
        supplies=(n.Supply(name="all", zone="pile", tokens=supply),),
        zones=(pile, *PILES[1:]),
        procedures=(n.Procedure(name="main", body=body),),
    )
    return Table(compile_game(game, players, chance=True))


def texts(table: Table) -> list[str]:
    return [str(move) for move in table.legal()]


def above(token: n.Expr, rank: int) -> n.Expr:
    return n.Less(left=num(rank), right=n.PropertyOf(token=token, property="rank"))


SHUFFLE = n.Shuffle(zone=PILE)
TAKE = n.MoveTop(source=PILE, to=PIT)


def test_kuhn_poker_has_the_tree_that_is_known() -> None:
    tree = count_tree(lw.load("kuhn-poker").table(chance=True))
    assert (tree.chance, tree.decisions, tree.terminals) == (4, 24, 30)
    assert sum(tree.information_sets) == 12


def value(table: Table) -> Fraction:
    """What the first seat wins on average if every outcome and every move is equally likely."""
    if table.over:
        return Fraction((table.result().scores or (0,))[0])
    total = Fraction(0)
    moves = len(table.legal())
    for i in range(moves):
        after = table.copy()
        after.apply(after.legal()[i])
        total += value(after)
    return total / moves


def test_the_outcomes_are_as_likely_as_shuffles_make_them() -> None:
    # Worked out by hand: half the lines of Kuhn poker that end by a fold favour the first seat.
    assert value(lw.load("kuhn-poker").table(chance=True)) == Fraction(1, 8)


def test_a_shuffle_decides_nothing_before_a_card_is_taken() -> None:
    t = told(SHUFFLE, decide(action("go")), TAKE, TAKE, TAKE, end(0))
    assert not t.chance and texts(t) == ["go"]
    t.apply("go")
    assert t.chance and t.decider is None
    assert texts(t) == ["draw T1", "draw T2", "draw T3"]
    t.apply("draw T2")
    assert texts(t) == ["draw T1", "draw T3"]
    t.apply("draw T3")
    # The last card is certain.
    assert t.over and t.zone("pit") == ["T2", "T3", "T1"]
    t.undo()
    t.apply("draw T1")
    assert t.zone("pit") == ["T2", "T1", "T3"]


def test_all_orders_come_out_once() -> None:
    def ends(t: Table) -> list[tuple[str, ...]]:
        if t.over:
            return [tuple(t.zone("pit"))]
        found = []
        for i in range(len(t.legal())):
            after = t.copy()
            after.apply(after.legal()[i])
            found += ends(after)
        return found

    t = told(SHUFFLE, n.MoveTop(source=PILE, to=PIT, count=num(4)), end(0), tokens=4)
    orders = ends(t)
    assert len(orders) == len(set(orders)) == 24


def test_only_as_much_is_settled_as_is_looked_at() -> None:
    tree = count_tree(told(SHUFFLE, TAKE, end(0), tokens=5))
    assert tree == Tree(chance=1, decisions=0, terminals=5, information_sets=(0,))
    empty = n.If(test=n.Exists(item=n.TopOf(zone=PILE)), then=(end(0),))
    assert count_tree(told(SHUFFLE, empty)).chance == 0
    high = above(n.TopOf(zone=PILE), 1)
    assert count_tree(told(SHUFFLE, n.If(test=high, then=(TAKE,)), end(0))).chance == 1
    any_high = n.AnyOf(items=n.TokensIn(zone=PILE), name="t", where=above(loc("t"), 1))
    assert count_tree(told(SHUFFLE, n.If(test=any_high, then=(TAKE,)), end(0))).chance == 1


def test_what_everybody_sees_is_settled_at_once() -> None:
    t = told(SHUFFLE, decide(action("go")), end(0), face="up", others_see="all")
    assert count_tree(t) == Tree(chance=1 + 3, decisions=6, terminals=6, information_sets=(6,))


def test_cards_put_back_are_known_until_the_next_shuffle() -> None:
    back = n.MoveTop(source=PIT, to=PILE)
    t = told(SHUFFLE, TAKE, back, TAKE, back, SHUFFLE, TAKE, end(0))
    t.apply("draw T2")
    # It was taken again from where it was put: no second draw before the second shuffle.
    assert texts(t) == ["draw T1", "draw T2", "draw T3"]


def test_the_bottom_and_a_chosen_card() -> None:
    bottom = n.MoveToken(token=n.BottomOf(zone=PILE), to=PIT)
    t = told(SHUFFLE, bottom, TAKE, end(0))
    t.apply("draw T3")
    t.apply("draw T1")
    assert t.over and t.zone("pit") == ["T3", "T1"] and t.zone("pile") == ["T2"]
    low = n.Filter(items=n.TokensIn(zone=PILE), name="c", where=n.Not(item=above(loc("c"), 2)))
    search = n.Ask(name="t", seat=ME, items=low)
    t = told(SHUFFLE, search, n.MoveToken(token=loc("t"), to=PIT), TAKE, end(0))
    assert not t.chance and len(t.legal()) == 2
    t.apply(t.legal()[1])
    assert texts(t) == ["draw T1", "draw T3"]


def test_a_roll_is_told_too() -> None:
    roll = n.Roll(name="r", low=num(2), high=num(4))
    taken = n.MoveTop(source=PILE, to=PIT, count=n.Subtract(left=loc("r"), right=num(1)))
    t = told(roll, taken, end(0))
    assert texts(t) == ["roll 2", "roll 3", "roll 4"]
    t.apply("roll 3")
    assert t.over and len(t.zone("pit")) == 2
    same = n.Roll(name="r", low=num(2), high=num(2))
    assert told(same, end(0)).over


def test_two_seats_tell_apart_what_they_were_dealt() -> None:
    hands = [n.ZoneAt(name="hand", owner=n.Seat(number=i)) for i in (0, 1)]
    deal = [n.MoveTop(source=PILE, to=hand) for hand in hands]
    asks = [decide(action("a"), action("b"), seat=n.Seat(number=i)) for i in (0, 1)]
    tree = count_tree(told(SHUFFLE, *deal, *asks, end(0), players=2))
    # 3 x 2 deals; the second seat hears what the first chose.
    assert tree == Tree(chance=4, decisions=6 + 12, terminals=24, information_sets=(3, 6))


@pytest.mark.parametrize("name", ["crazy-eights", "go-fish", "old-maid", "sealed-bids", "klondike"])
def test_library_games_can_be_played_with_chance_told(name: str) -> None:
    t = lw.load(name).table(chance=True)
    draws, kinds = Draws(5), Counter[bool]()
    while not t.over and sum(kinds.values()) < 400:
        moves = t.legal()
        kinds[t.chance] += 1
        t.apply(moves[draws.below(len(moves))])
        masks = t.masks
        lying = [c for zone in range(1, masks.z1) for c in masks.contents(t.state, zone)]
        assert sorted(lying) == list(range(1, masks.n1))
    assert min(kinds.values()) > 4


def test_what_is_no_tree_is_told() -> None:
    with pytest.raises(TableError, match="explicit chance"):
        count_tree(lw.load("kuhn-poker").table())
    with pytest.raises(TableError, match="more than 20 nodes"):
        count_tree(lw.load("kuhn-poker").table(chance=True), most=20)
    with pytest.raises(TableError, match="did not start from a seeded deal"):
        lw.load("kuhn-poker").table(chance=True).save()
    with pytest.raises(TableError, match="explicit chance"):
        lw.load("klondike").table(chance=True, deal={"deck": ["KH"]})
