"""Omaha beside a second model: four cards, of which two count, and bets up to the pot."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

import ludwright
from ludwright import Table
from models.holdem import BLINDS, PACK, STREETS, Strength, pots
from models.omaha import OmahaHand, of_two_and_three
from tools.lockstep import lock_step
from tools.tables import seen


@cache
def omaha() -> ludwright.Game:
    return ludwright.load("omaha")


def numbers(table: Table, name: str) -> list[int]:
    return [table.variable(name, seat) for seat in range(table.program.seats)]


def new_hand(table: Table, chips: list[int], button: int, number: int) -> OmahaHand:
    """The model at the start of a hand, with the cards of the table."""
    hands = [table.zone("hand", seat) for seat in range(table.program.seats)]
    assert {len(hand) for hand, mine in zip(hands, chips, strict=True) if mine} == {4}
    hand = OmahaHand(chips, button, hands, table.zone("deck")[::-1][:5])
    hand.begin(table.variable("smallBlind"), BLINDS[min(number // 10, len(BLINDS) - 1)])
    return hand


def compare(table: Table, hand: OmahaHand) -> None:
    """All that the model knows is so at the table."""
    assert table.decider == hand.speaker
    assert sorted(table.zone("board")) == sorted(hand.coming[: STREETS[hand.street]])
    assert numbers(table, "chips") == hand.chips
    assert numbers(table, "bet") == hand.bets
    assert numbers(table, "stake") == hand.stakes
    moves = list(table.legal())
    assert {move.name for move in moves} == hand.words()
    sizes = [int(str(move).split()[1]) for move in moves if move.name in ("bet", "raise")]
    if sizes:
        least, _, most = hand.sizes()
        assert sizes == sorted(set(sizes)) and len(sizes) <= 12
        assert (sizes[0], sizes[-1]) == (least, most)
        step = max(hand.big, 10 * -((least - most) // 90))
        assert set(sizes) - {most} == set(range(least, most + 1, step)) - {most}


def play(table: Table, rng: random.Random, weights: dict[str, int]) -> Counter[str]:
    """A whole game at random beside the model; how often what was done."""
    players = table.program.seats
    chips, button, number = [1000] * players, 0, 0
    done: Counter[str] = Counter()
    while True:
        hand = new_hand(table, chips, button, number)
        while hand.street != "over":
            compare(table, hand)
            moves = list(table.legal())
            [move] = rng.choices(moves, [weights.get(move.name, 1) for move in moves])
            done[move.name] += 1
            word, _, size = str(move).partition(" ")
            table.apply(move)
            hand.say(word, int(size or 0))
        chips, number = hand.settle(), number + 1
        done["compared"] += hand.out.count(False) > 1
        done["split"] += len(pots(hand.stakes, hand.out)) > 2
        assert numbers(table, "chips") == chips
        if sum(each > 0 for each in chips) == 1:
            break
        button = next(seat for seat in hand.around(button) if chips[seat])
        assert table.decider == button
        table.apply("deal")
    assert table.over
    assert list(table.result().scores or ()) == chips
    assert table.result().winners == (chips.index(sum(chips)),)
    return done


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_omaha_follows_its_rules(players: int, seed: int) -> None:
    weights = {"fold": 4, "check": 20, "call": 12} if seed % 2 else {"fold": 1, "call": 8}
    done = play(omaha().table(players=players, seed=seed), random.Random(seed), weights)
    assert {"fold", "call", "raise", "compared"} <= set(+done)


# ---- the size of the pot -------------------------------------------------------------------------


def sizes(table: Table, word: str) -> list[int]:
    return [int(str(move).split()[1]) for move in table.legal() if move.name == word]


def test_the_first_raise_is_to_three_and_a_half_big_blinds_at_most() -> None:
    # Blinds of 10 and 20: a call makes 50, and a raise by that is to 70.
    table = omaha().table(players=4, seed=1)
    assert sizes(table, "raise") == [40, 60, 70]
    table.apply("raise 70")
    # The pot is 100, and with a call of 70 it is 170: to 240.
    assert sizes(table, "raise")[-1] == 240


def test_after_the_flop_a_bet_is_the_pot_at_most() -> None:
    table = omaha().table(players=2, seed=1)
    table.apply("call")
    table.apply("check")
    assert sizes(table, "bet") == [20, 40]
    table.apply("bet 40")
    # 80 and a call of 40: by 120, up to 160.
    assert sizes(table, "raise")[-1] == 160


def test_who_has_less_than_the_pot_may_bet_everything() -> None:
    table = omaha().table(players=2, seed=1)
    for move in ("raise 60", "raise 180", "raise 540", "raise 1000", "call"):
        table.apply(move)
    assert sum(numbers(table, "chips")) == 2000 and len(table.zone("board")) in (0, 5)


# ---- what hands are worth ------------------------------------------------------------------------


def worth(hand: str, board: str) -> int:
    """What the game says of a hand of the first seat."""
    cards, shared = hand.split(), board.split()
    others = [card for card in PACK if card not in {*cards, *shared}][:4]
    rest = [card for card in PACK if card not in {*cards, *shared, *others}]
    table = omaha().table(players=2, deal={"deck": [*cards, *others, *shared, *rest]})
    table.apply("call")
    table.apply("check")
    for _ in range(6):
        table.apply("check")
    assert sorted(table.zone("board")) == sorted(shared)
    return int(table.variable("_worth", 0))


# From the best to the worst, where the hand alone or the board alone would tempt.
ORDER = [
    ("AS KS 2D 3C", "QS JS 10S 4H 4D"),  # a royal flush
    ("9H 9S AD KD", "9C 9D 2S 3H 4C"),  # four nines
    ("AS AH AD AC", "KS KH KD 2C 3C"),  # kings full of aces: only two of the aces count
    ("AS 2S 3D 4D", "KS QS 9S 5H 5D"),  # a flush with two spades
    ("AS 2D 3H 4C", "5S 6D 7H KC KD"),  # a straight, 3 4 5 6 7
    ("KS KD 2C 3H", "KH QD 9S 8C 4D"),  # three kings
    ("AS KD 4C 7H", "AD KC 2S 9H 10D"),  # two pairs
    ("AS 2D 3H 9C", "KS QS JS 4S 4D"),  # a pair: one spade is no flush
    ("AS 2D 6H 9C", "KS QD 8C 4S 3H"),  # no straight by one card
]


def test_hands_have_their_order() -> None:
    values = [worth(*each) for each in ORDER]
    assert all(better > worse for better, worse in pairwise(values))
    kinds = [of_two_and_three(hand.split(), board.split())[0] for hand, board in ORDER]
    assert kinds == [8, 7, 6, 5, 4, 3, 2, 1, 0]


def test_exactly_two_cards_of_the_hand_count() -> None:
    # The board alone is a royal flush, and a hand alone four aces.
    royal = "AS KS QS JS 10S"
    assert of_two_and_three(["2D", "3D", "4C", "5C"], royal.split())[0] == 0
    assert worth("2D 3D 4C 5C", royal) < worth("AD AC 4C 5C", royal)
    assert of_two_and_three(["AS", "AH", "AD", "AC"], ["2C", "3D", "7H", "9S", "JC"])[:2] == (1, 14)


def test_the_value_is_that_of_the_model() -> None:
    rng = random.Random(7)
    found: dict[int, set[Strength]] = {}
    few = [card for card in PACK if card[:-1] in ("A", "2", "3", "4", "5", "6")]
    for pack in (PACK, few):
        for _ in range(60):
            cards = rng.sample(pack, 9)
            value = worth(" ".join(cards[:4]), " ".join(cards[4:]))
            found.setdefault(value, set()).add(of_two_and_three(cards[:4], cards[4:]))
    assert all(len(same) == 1 for same in found.values())
    ordered = [strength for value in sorted(found) for strength in found[value]]
    assert ordered == sorted(ordered)
    assert len({strength[0] for strength in ordered}) >= 6


def test_hands_are_hidden_until_they_are_compared() -> None:
    table = omaha().table(players=2, seed=3)
    assert seen(table, 1, "hand", 0) == [None] * 4
    table.apply("raise 40")
    table.apply("fold")
    assert seen(table, 1, "hand", 0) == [None] * 4


def test_machine_and_oracle_agree() -> None:
    lock_step(omaha().definition, 3, 1, most=60)
