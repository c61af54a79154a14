"""Pinochle beside a second model of its rules, and melds from the rule books."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ludwright
from ludwright import Table
from models.pinochle import Pinochle, melds
from models.tricks import hands_of, play_hand


def auction(
    table: Table, rng: random.Random, dealer: int, lowest: int, forced: bool
) -> tuple[int, int]:
    """Bid at random; the bidder and the bid, or -1 if all have passed."""
    bidder, bid, passed, seat = -1, lowest - 10, set[int](), (dealer + 1) % 4
    while len(passed) < (3 if forced or bidder >= 0 else 4):
        if seat not in passed:
            assert table.decider == seat
            may = ["bid", "pass"] if bid < 600 else ["pass"]
            assert [str(move) for move in table.legal()] == may
            answer = "bid" if rng.random() < (0.4 if forced else 0.2) and bid < 600 else "pass"
            table.apply(answer)
            if answer == "bid":
                amounts = [a for a in range(bid + 10, bid + 101, 10) if a <= 600]
                assert [str(move) for move in table.legal()] == [str(a) for a in amounts]
                bidder, bid = seat, rng.choice(amounts)
                table.apply(str(bid))
            else:
                passed.add(seat)
        seat = (seat + 1) % 4
    return (dealer, lowest) if forced and bidder < 0 else (bidder, bid)


def play_game(seed: int, **options: object) -> Counter[str]:
    """A game beside the model; what happened in it."""
    game = ludwright.load("pinochle", options=options)
    lowest, forced = int(options.get("minimum", 250)), bool(options.get("forced", True))
    system, always = str(options.get("counters", "old")), bool(options.get("always_beat", True))
    table, rng, points, dealer = game.table(seed=seed), random.Random(seed), [0, 0], 3
    happened = Counter[str]()
    while True:
        hands = hands_of(table)
        assert [len(hand) for hand in hands] == [12] * 4
        bidder, bid = auction(table, rng, dealer, lowest, forced)
        dealer = (dealer + 1) % 4
        if bidder < 0:
            happened["thrown in"] += 1
            continue
        assert table.decider == bidder and [str(m) for m in table.legal()] == [*"SHDC"]
        trump = rng.choice("SHDC")
        table.apply(trump)
        meld = [melds(hand, trump)[0] for hand in hands]
        assert [table.variable("meld", seat) for seat in range(4)] == meld
        assert [sorted(hand) for hand in hands_of(table)] == [sorted(hand) for hand in hands]
        model = Pinochle(hands_of(table), bidder, trump, always)
        play_hand(table, model, rng)
        counted = model.counted(system)
        assert sum(counted) == 250
        for team in (0, 1):
            tricks = model.tricks[team] + model.tricks[team + 2]
            made = counted[team] + meld[team] + meld[team + 2] if tricks else 0
            is_set = bidder % 2 == team and made < bid
            happened["set" if is_set else "made"] += 1
            points[team] += -bid if is_set else made
        if max(points) >= 1500 or min(points) <= -1000:
            break
        assert [table.variable("points", team) for team in (0, 1)] == points
    result = table.result()
    best = bidder % 2 if min(points) >= 1500 else points.index(max(points))
    assert list(result.scores or ()) == points * 2
    assert list(result.winners) == [best, best + 2]
    return happened


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(8))
def test_pinochle_follows_its_rules(seed: int) -> None:
    happened = play_game(seed)
    happened += play_game(seed, minimum=100, forced=False, counters="simple", always_beat=False)
    happened += play_game(seed, minimum=150, counters="new")
    assert {"set", "made", "thrown in"} <= set(happened)


# Melds of the rule books, with spades as trumps.
MELDS = {
    "AS 10S KS QS JS": 150,
    "AS 10S KS QS JS KS QS": 150 + 40,
    "AS 10S KS QS JS KS": 150,
    "AS AS 10S 10S KS KS QS QS JS JS": 1500,
    "KS QS": 40,
    "KH QH": 20,
    "KH QH KH QH": 40,
    "9S 9S 9H": 20,
    "QS JD": 40,
    "QS JD QS JD": 300,
    "AS AH AD AC": 100,
    "KS KH KD KC": 80,
    "QS QH QD QC": 60,
    "JS JH JD JC": 40,
    "AS AH AD AC AS AH AD AC": 1000,
    "JS JH JD JC JS JH JD JC": 400,
    # The round house: kings and queens around, and a marriage in each suit.
    "KS KH KD KC QS QH QD QC": 240,
    "QS JD QH QD QC JS JH JC": 60 + 40 + 40,
}


@pytest.mark.parametrize("cards", MELDS)
def test_what_melds_count(cards: str) -> None:
    """Dealt to player 1, whose other cards add nothing: tens, and nines of other suits."""
    held = cards.split()
    pack = [rank + suit for rank in ("9", "J", "Q", "K", "10", "A") for suit in "SHDC"] * 2
    for card in held:
        pack.remove(card)
    fill = [card for card in pack if card in ("10H", "10D", "10C", "9H", "9D", "9C")]
    hand = [*held, *fill[: 12 - len(held)]]
    for card in fill[: 12 - len(held)]:
        pack.remove(card)
    deal = [card for i in range(12) for card in (hand[i], *pack[3 * i : 3 * i + 3])]
    table = ludwright.load("pinochle").table(deal={"stock": deal})
    for move in ("bid", "250", "pass", "pass", "pass", "S"):
        table.apply(move)
    assert table.variable("meld", 0) == MELDS[cards] == melds(hand, "S")[0]


def test_everybody_sees_the_melds() -> None:
    for seed in range(3):
        table = ludwright.load("pinochle").table(seed=seed, trace=True)
        hands = hands_of(table)
        for move in ("pass", "pass", "pass", "H"):
            table.apply(move)
        for seat in range(4):
            text = "\n".join(map(str, table.view((seat + 1) % 4).events()))
            for card in melds(hands[seat], "H")[1]:
                assert card in text
