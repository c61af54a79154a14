"""Hearts and Oh Hell beside a second model of their rules."""

from __future__ import annotations

import math
import random

import pytest

import ludwright
from ludwright import Table
from models.tricks import RANKS, Hand, hands_of, play_hand
from tools.lockstep import lock_step

# ---- Hearts --------------------------------------------------------------------------------------

LEFT, RIGHT, ACROSS, KEEP = 1, -1, 2, 0
ROUNDS = {3: (LEFT, RIGHT, KEEP), 4: (LEFT, RIGHT, ACROSS, KEEP), 5: (LEFT, RIGHT, KEEP)}


def worth(card: str) -> int:
    return 13 if card == "QS" else int(card[-1] == "H")


class Hearts(Hand):
    """A hand of Hearts: what is special about its first trick, and when hearts may be led."""

    def __init__(self, hands: list[list[str]], queen_breaks: bool) -> None:
        self.lowest = "3C" if len(hands) == 5 else "2C"
        leader = next(seat for seat, hand in enumerate(hands) if self.lowest in hand)
        super().__init__(hands, leader, held_back="H")
        self.queen_breaks = queen_breaks

    def legal(self) -> list[str]:
        cards = super().legal()
        if any(self.tricks):
            return cards
        if not self.trick:
            return [self.lowest]
        return [card for card in cards if not worth(card)] or cards

    def play(self, card: str) -> None:
        if card == "QS" and self.queen_breaks:
            self.held_back = ""
        super().play(card)

    def points(self) -> list[int]:
        taken = [sum(map(worth, cards)) for cards in self.won]
        return [26 - each for each in taken] if 26 in taken else taken


def pass_cards(table: Table, steps: int, rng: random.Random) -> list[list[str]]:
    """Everybody passes three cards on; the hands after that."""
    hands = hands_of(table)
    if steps == KEEP:
        return hands
    chosen = [rng.sample(hand, 3) for hand in hands]
    for seat, hand in enumerate(hands):
        assert table.decider == seat and len(table.legal()) == math.comb(len(hand), 3)
        # What one has passed on is nobody else's business yet.
        assert hands_of(table) == hands
        table.apply(chosen[seat] if seat % 2 else " + ".join(chosen[seat]))
    for seat, cards in enumerate(chosen):
        to = (seat + steps) % len(hands)
        hands[seat] = [card for card in hands[seat] if card not in cards]
        hands[to] = [*hands[to], *cards]
    assert [sorted(hand) for hand in hands_of(table)] == [sorted(hand) for hand in hands]
    return hands_of(table)


@pytest.mark.quick(1)
@pytest.mark.parametrize("queen", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_hearts_follows_its_rules(players: int, queen: bool) -> None:
    options = {"queen_breaks": queen, "target": 50}
    table = ludwright.load("hearts", options=options).table(players=players, seed=players)
    rng, points, hand = random.Random(players), [0] * players, 0
    while max(points) < 50:
        assert not table.over
        steps = ROUNDS[players][hand % len(ROUNDS[players])]
        hands = pass_cards(table, steps, rng)
        assert [len(each) for each in hands] == [52 // players] * players
        model = Hearts(hands, queen)
        play_hand(table, model, rng)
        points = [a + b for a, b in zip(points, model.points(), strict=True)]
        assert [table.variable("points", seat) for seat in range(players)] == points
        hand += 1
    result = table.result()
    assert list(result.scores or ()) == points
    assert list(result.winners) == [s for s, each in enumerate(points) if each == min(points)]


def test_who_takes_all_points_gives_them_to_the_others() -> None:
    # Player 1 has all clubs, which nobody else can follow, and so takes every trick.
    suits = [[f"{rank}{suit}" for rank in RANKS] for suit in "CDHS"]
    deal = [suits[seat][number] for number in range(13) for seat in range(4)]
    game = ludwright.load("hearts", options={"hands": 1, "passing": "none"})
    table = game.table(players=4, seed=1, deal={"stock": deal})
    play_hand(table, Hearts(hands_of(table), False), random.Random(1))
    result = table.result()
    assert (list(result.scores or ()), list(result.winners)) == ([0, 26, 26, 26], [0])


def test_the_jack_of_diamonds_takes_ten_points_off() -> None:
    game = ludwright.load("hearts", options={"hands": 1, "passing": "none", "jack_helps": True})
    for seed in range(6):
        table = game.table(players=4, seed=seed)
        model = Hearts(hands_of(table), False)
        play_hand(table, model, random.Random(seed))
        points = [p - 10 * ("JD" in won) for p, won in zip(model.points(), model.won, strict=True)]
        assert list(table.result().scores or ()) == points


# ---- Oh Hell -------------------------------------------------------------------------------------


def bids_of(table: Table, first: int, most: int, hook: bool, rng: random.Random) -> list[int]:
    seats = table.program.seats
    bids = [0] * seats
    for step in range(seats):
        seat = (first + step) % seats
        allowed = [*range(most + 1)]
        if hook and step == seats - 1 and most - sum(bids) >= 0:
            allowed.remove(most - sum(bids))
        assert table.decider == seat
        assert [str(move) for move in table.legal()] == [str(each) for each in allowed]
        bids[seat] = rng.choice(allowed)
        table.apply(str(bids[seat]))
    return bids


@pytest.mark.quick(2)
@pytest.mark.parametrize("hook", [True, False])
@pytest.mark.parametrize("players", [3, 4, 7])
def test_oh_hell_follows_its_rules(players: int, hook: bool) -> None:
    table = ludwright.load("oh-hell", options={"hook": hook}).table(players=players, seed=players)
    rng, points, dealer = random.Random(players), [0] * players, players - 1
    for size in range(min(10, 51 // players), 0, -1):
        leader = (dealer + 1) % players
        bids = bids_of(table, leader, size, hook, rng)
        (trump,) = table.zone("trump_card")
        model = Hand(hands_of(table), leader, trump[-1])
        assert [len(hand) for hand in model.hands] == [size] * players
        play_hand(table, model, rng)
        for seat, (mine, said) in enumerate(zip(model.tricks, bids, strict=True)):
            points[seat] += mine + (10 if mine == said else 0)
        assert [table.variable("points", seat) for seat in range(players)] == points
        dealer = leader
    result = table.result()
    assert list(result.scores or ()) == points
    assert list(result.winners) == [s for s, each in enumerate(points) if each == max(points)]


@pytest.mark.parametrize("name", ["hearts", "oh-hell"])
def test_machine_and_oracle_agree_over_several_hands(name: str) -> None:
    lock_step(ludwright.load(name).definition, 4, 5, most=130)
