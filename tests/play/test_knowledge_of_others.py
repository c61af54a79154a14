"""What others know of hidden tokens is hidden, too: it would reveal where these come from."""

from __future__ import annotations

from itertools import product

import pytest

import ludwright as lw
from ludwright.play.table import Table

SEATS = 4


def dealt(game: lw.Game, order: list[str]) -> tuple[Table, list[list[str]]]:
    """A table at Hearts with this order of the stock, and the hands."""
    table = game.table(players=SEATS, seed=5, deal={"stock": order})
    return table, [[str(card) for card in table.zone("hand", seat)] for seat in range(SEATS)]


def exchanged(order: list[str], a: str, b: str) -> list[str]:
    """The same order with two cards in each other's place."""
    return [b if card == a else a if card == b else card for card in order]


def clubs(hand: list[str]) -> list[str]:
    """The clubs of a hand that need not be led."""
    return [card for card in hand if card.endswith("C") and card != "2C"]


def passed(table: Table, given: str, hands: list[list[str]]) -> None:
    """Let the first seat pass a card and two others, and the rest cards that are no clubs."""
    for seat in range(SEATS):
        others = [card for card in hands[seat] if not card.endswith("C")]
        table.apply({given, *others[:2]} if seat == 0 else set(others[:3]))


@pytest.mark.parametrize("seed", [5, 6, 9])
def test_nobody_sees_whether_a_card_that_is_played_was_passed(seed: int) -> None:
    game = lw.load("hearts")
    first = game.table(players=SEATS, seed=seed)
    order = [str(card) for seat in range(SEATS) for card in first.zone("hand", seat)]
    one, hands = dealt(game, order)
    # The first seat passes one of two clubs to the second one, who has the other one: afterwards
    # the hands are the same.
    own, theirs = next(product(clubs(hands[0]), clubs(hands[1])))
    other, exchanged_hands = dealt(game, exchanged(order, own, theirs))
    assert theirs in exchanged_hands[0] and exchanged_hands[2:] == hands[2:]
    passed(one, own, hands)
    passed(other, theirs, hands)
    assert sorted(one.zone("hand", 1)) == sorted(other.zone("hand", 1))
    told = False
    for _ in range(2 * SEATS):
        moves = [str(move) for move in one.legal()]
        move = own if one.decider == 1 and own in moves else moves[0]
        told = told or (one.decider == 1 and move == own)
        one.apply(move)
        other.apply(move)
        for watcher in (2, 3):
            assert one.view(watcher).as_bytes() == other.view(watcher).as_bytes()
            assert one.information(watcher) == other.information(watcher)
    assert told
    assert one.information(0) != other.information(0)  # who passed it does know
