"""Tests over cards as bit tables: every bit against the same test worked out in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from ludwright.compiler.emitter import Emitter
from ludwright.compiler.fold import MOST_ROWS, Folded, fold, fold_value
from ludwright.compiler.layout import Layout
from ludwright.gamedef import nodes as n

SUITS = ("spades", "hearts", "clubs", "diamonds")
DECK = [(rank, suit) for suit in SUITS for rank in range(1, 14)]
RED = ("hearts", "diamonds")

GAME = n.GameDef(
    name="cards",
    least_players=2,
    most_players=2,
    enums=(n.Enum(name="suit", values=SUITS),),
    tables=(n.Table(name="colour", enum="suit", values=(0, 1, 0, 1)),),
    properties=(n.Property(name="rank", type="int"), n.Property(name="suit", type="suit")),
    supplies=(
        n.Supply(
            name="deck",
            zone="stock",
            tokens=tuple(n.Token(name=f"{r} {s}", values=(r, s)) for r, s in DECK),
        ),
    ),
    zones=(n.Zone(name="stock"), n.Zone(name="pile"), n.Zone(name="hand", per_seat=True)),
    variables=(
        n.VariableDef(name="asked", type="suit", initial=n.Nothing(type="suit")),
        n.VariableDef(name="who", type="seat", initial=n.Nothing(type="seat")),
        n.VariableDef(name="x", type="int", initial=n.Number(value=0)),
    ),
    procedures=(n.Procedure(name="main"),),
)
LAYOUT = Layout(GAME, 2)

CARD, ASKED = n.Local(name="card"), n.Variable(name="asked")
PILE = n.ZoneAt(name="pile")
TOP = n.TopOf(zone=PILE)
ASKED_VALUES: tuple[str | None, ...] = (None, *SUITS)
CARDS: tuple[tuple[int, str] | None, ...] = (None, *DECK)  # a raw value is a place in these


def num(value: int) -> n.Expr:
    return n.Number(value=value)


def rank(token: n.Expr) -> n.Expr:
    return n.PropertyOf(token=token, property="rank")


def suit(token: n.Expr) -> n.Expr:
    return n.PropertyOf(token=token, property="suit")


def colour(token: n.Expr) -> n.Expr:
    return n.Lookup(table="colour", key=suit(token))


def equal(left: n.Expr, right: n.Expr) -> n.Expr:
    return n.Equal(left=left, right=right)


def folded(test: n.Expr) -> Folded | None:
    """The test over CARD as the compiler folds it in this game."""
    e = Emitter(GAME, LAYOUT)
    with e.bound("card", 0, "token"):
        return e.context.fold(test, CARD)


def bit(table: Folded, keys: tuple[int, ...], token: int) -> bool:
    """What a table says: the row by its keys, the last one counting fastest, then the bit."""
    row = 0
    for key, size in zip(keys, table.sizes, strict=True):
        row = row * size + key
    return bool(table.bits[row * table.words + token // 32] >> (token % 32) & 1)


def test_same_suit_as_asked_or_same_rank_as_the_top_or_an_eight() -> None:
    wild, follows = equal(rank(CARD), num(8)), equal(suit(CARD), ASKED)
    table = folded(n.Or(items=(wild, follows, equal(rank(CARD), rank(TOP)))))
    assert table is not None
    assert (table.keys, table.sizes) == ((ASKED, TOP), (5, 53))
    for (i, asked), (j, top), (k, card) in product(
        enumerate(ASKED_VALUES), enumerate(CARDS), enumerate(CARDS)
    ):
        # Without a top the last part fails, and with it the test, if it comes to that.
        fits = card is not None and (
            card[0] == 8 or card[1] == asked or (top is not None and card[0] == top[0])
        )
        assert bit(table, (i, j), k) == fits, (asked, top, card)


def test_other_colour_and_one_lower_or_a_king_on_nothing() -> None:
    empty = n.Not(item=n.Exists(item=TOP))
    lower = equal(n.Add(left=rank(CARD), right=num(1)), rank(TOP))
    other = n.Not(item=equal(colour(CARD), colour(TOP)))
    king = n.And(items=(empty, equal(rank(CARD), num(13))))
    table = folded(n.Or(items=(king, n.And(items=(other, lower)))))
    assert table is not None
    assert (table.keys, table.sizes) == ((TOP,), (53,))
    for (j, top), (k, card) in product(enumerate(CARDS), enumerate(CARDS)):
        if card is None:
            fits = False
        elif top is None:
            fits = card[0] == 13
        else:
            fits = (card[1] in RED) != (top[1] in RED) and card[0] == top[0] - 1
        assert bit(table, (j,), k) == fits, (top, card)


EVERY = {
    "a failure below Not makes the whole test false": (
        n.Not(item=equal(rank(CARD), num(1))),
        lambda card: card is not None and card[0] != 1,
    ),
    "And goes only as far as needed": (
        n.Not(item=n.And(items=(n.Exists(item=CARD), n.Less(left=rank(CARD), right=num(5))))),
        lambda card: card is None or card[0] >= 5,
    ),
    "a failing test of a Conditional is false": (
        equal(
            n.Conditional(
                test=equal(suit(CARD), n.Symbol(enum="suit", value="clubs")),
                then=rank(CARD),
                otherwise=num(7),
            ),
            num(7),
        ),
        lambda card: card is None or card[1] != "clubs" or card[0] == 7,
    ),
    "at most, difference and product": (
        n.AtMost(
            left=n.Multiply(left=rank(CARD), right=num(3)),
            right=n.Subtract(left=num(20), right=rank(CARD)),
        ),
        lambda card: card is not None and card[0] * 3 <= 20 - card[0],
    ),
    "the largest and the smallest of written values": (
        equal(
            n.Largest(items=n.ListOf(items=(rank(CARD), num(10)), of="int")),
            n.Smallest(items=n.ListOf(items=(rank(CARD), num(12)), of="int")),
        ),
        lambda card: card is not None and max(card[0], 10) == min(card[0], 12),
    ),
    "no suit equals no suit": (
        equal(n.Nothing(type="suit"), suit(CARD)),
        lambda card: False,
    ),
    "what holds for nothing too": (n.Truth(value=True), lambda card: True),
}


@pytest.mark.parametrize(("test", "fits"), EVERY.values(), ids=EVERY)
def test_every_card_and_none(test: n.Expr, fits: Callable[[tuple[int, str] | None], bool]) -> None:
    table = folded(test)
    assert table is not None and table.keys == ()
    assert [bit(table, (), k) for k in range(53)] == [fits(card) for card in CARDS]


HUGE = num(2**31 - 1)
SIZE = n.SizeOf(zone=n.ZoneAt(name="pile"))
HAND = n.TokensIn(zone=n.ZoneAt(name="hand", owner=n.Seat(number=0)))
REFUSED = {
    "a number that changes": equal(rank(CARD), n.Variable(name="x")),
    "a size": equal(rank(CARD), SIZE),
    "a list": n.Contains(items=HAND, value=CARD),
    "a list that does not read the card": n.Contains(items=HAND, value=TOP),
    "where the card lies": n.IsFaceUp(token=CARD),
    "what may fail": equal(TOP, n.TopOf(zone=n.ZoneAt(name="hand", owner=n.Variable(name="who")))),
    "a seat that does not play": equal(n.Variable(name="who"), n.Seat(number=2)),
    "division": equal(n.Divide(left=rank(CARD), right=num(2)), num(3)),
    "a number that gets too large": n.Less(left=n.Add(left=HUGE, right=rank(CARD)), right=HUGE),
    "the largest of a list that is not written out": n.Less(
        left=n.Largest(items=n.Each(items=HAND, name="each", value=rank(n.Local(name="each")))),
        right=rank(CARD),
    ),
}


@pytest.mark.parametrize("test", REFUSED.values(), ids=REFUSED)
def test_what_is_refused(test: n.Expr) -> None:
    assert folded(test) is None


def test_an_overflow_that_is_never_reached_is_none() -> None:
    never = n.Less(left=rank(CARD), right=num(0))
    table = folded(n.And(items=(never, n.Less(left=n.Add(left=HUGE, right=HUGE), right=HUGE))))
    assert table is not None and not any(table.bits)


@pytest.mark.parametrize(("size", "fits"), [(64, True), (65, False)])
def test_there_are_not_too_many_rows(size: int, fits: bool) -> None:
    one, other = n.Variable(name="one"), n.Variable(name="other")
    test = n.Or(items=(equal(suit(CARD), one), equal(suit(CARD), other)))
    table = fold(test, CARD, LAYOUT, lambda key: size, {})
    assert MOST_ROWS == 64 * 64
    assert (table is not None) == fits
    assert table is None or len(table.bits) == 64 * 64 * table.words


def test_values_by_token() -> None:
    worth = n.Conditional(
        test=equal(rank(CARD), num(8)),
        then=num(50),
        otherwise=n.Smallest(items=n.ListOf(items=(num(10), rank(CARD)), of="int")),
    )
    assert fold_value(worth, CARD, LAYOUT) == [
        0,
        *(50 if rank == 8 else min(10, rank) for rank, _ in DECK),
    ]
    assert fold_value(suit(CARD), CARD, LAYOUT) == [0, *(SUITS.index(s) + 1 for _, s in DECK)]


@pytest.mark.parametrize(
    "value",
    [
        n.Variable(name="x"),
        n.Add(left=rank(CARD), right=rank(TOP)),
        n.Add(left=HUGE, right=rank(CARD)),
        n.Largest(items=n.ListOf(items=(), of="int")),
        n.Lookup(table="colour", key=n.Nothing(type="suit")),
    ],
    ids=["changes", "reads another card", "gets too large", "fails", "fails for nothing"],
)
def test_values_that_are_refused(value: n.Expr) -> None:
    assert fold_value(value, CARD, LAYOUT) is None


def test_a_property_that_changes_does_not_fold() -> None:
    rank_changes = n.Property(name="rank", type="int", changing=True)
    game = replace(GAME, properties=(rank_changes, GAME.properties[1]))
    e = Emitter(game, Layout(game, 2))
    with e.bound("card", 0, "token"):
        assert e.context.fold(equal(suit(CARD), ASKED), CARD) is not None
        assert e.context.fold(n.Less(left=rank(CARD), right=num(3)), CARD) is None
    assert fold_value(suit(CARD), CARD, e.layout) is not None
    assert fold_value(rank(CARD), CARD, e.layout) is None


@pytest.mark.parametrize(
    "items",
    [
        n.Join(lists=(n.TokensIn(zone=PILE), n.TokensIn(zone=n.ZoneAt(name="stock")))),
        n.Sorted(items=n.TokensIn(zone=PILE), name="card", key=rank(CARD)),
        n.Reversed(items=n.TokensIn(zone=PILE)),
    ],
)
def test_a_test_folds_whatever_the_order_of_the_list(items: n.Expr) -> None:
    e = Emitter(GAME, LAYOUT)
    where = equal(suit(CARD), n.Symbol(enum="suit", value="clubs"))
    assert e.context.fold_items(n.Filter(items=items, name="card", where=where)) is not None
