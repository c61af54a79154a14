"""Cribbage beside a second model of its rules, and counts that are known."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import pytest

import ludwright
from ludwright import Table
from models.cribbage import RANKS, Cribbage, of_ranks, show
from tools.lockstep import lock_step
from tools.tables import seen

PACK = [f"{rank}{suit}" for suit in "SHDC" for rank in RANKS]


def hands_of(table: Table) -> list[list[str]]:
    return [table.zone("hand", seat) for seat in range(table.program.seats)]


def points_of(table: Table) -> list[int]:
    return [table.variable("points", seat) for seat in range(table.program.seats)]


def lay_away(table: Table, rng: random.Random) -> tuple[list[list[str]], list[str]]:
    """Everybody lays cards away; the hands and the crib after that."""
    hands, crib = hands_of(table), table.zone("crib")
    players = len(hands)
    assert [len(hand) for hand in hands] == [6 if players == 2 else 5] * players
    for seat in range(players):
        assert table.decider == seat
        count = 2 if players == 2 else 1
        assert len(table.legal()) == comb(len(hands[seat]), count)
        chosen = rng.sample(hands[seat], count)
        crib += chosen
        hands[seat] = [card for card in hands[seat] if card not in chosen]
        table.apply(" + ".join(chosen))
    return hands, crib


def play(table: Table, model: Cribbage, rng: random.Random, done: Counter[str]) -> None:
    while not model.over:
        assert table.decider == model.current
        assert {str(move) for move in table.legal()} == model.legal()
        assert sorted(table.zone("sequence")) == sorted(model.sequence)
        assert points_of(table) == model.points
        move = rng.choice(sorted(model.legal()))
        before = sum(model.points)
        table.apply(move)
        model.apply(move)
        done["go" if move == "go" else str(sum(model.points) - before)] += 1


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("target", "crib_flush"), [(61, 4), (121, 5)])
def test_cribbage_follows_its_rules(players: int, target: int, crib_flush: int, seed: int) -> None:
    options = {"target": target, "crib_flush": crib_flush}
    table = ludwright.load("cribbage", options=options).table(players=players, seed=seed)
    rng, points, dealer, done = random.Random(seed), [0] * players, 0, Counter[str]()
    while True:
        hands, crib = lay_away(table, rng)
        [starter] = table.zone("starter")
        model = Cribbage(hands, crib, starter, dealer, points, target)
        play(table, model, rng, done)
        counted = [] if model.won else model.count(crib_flush)
        assert points_of(table) == model.points
        if model.won:
            break
        around = [(dealer + 1 + step) % players for step in range(players)]
        assert [table.variable("counted", seat) for seat in around] == counted[:-1]
        assert table.variable("crib_counted") == counted[-1]
        dealer = (dealer + 1) % players
        assert table.decider == dealer
        assert seen(table, dealer, "crib") == table.zone("crib")
        table.apply("deal")
    result = table.result()
    assert list(result.scores or ()) == points
    assert list(result.winners) == [seat for seat in range(players) if points[seat] >= target]
    behind = target - min(points)
    assert result.reason == (
        "double skunk" if behind > 60 else "skunk" if behind > 30 else "finished"
    )
    assert done["go"] and done["2"] and done["0"]


# ---- stacked deals -------------------------------------------------------------------------------


def stacked(first: str, second: str, starter: str, **options: object) -> Table:
    """Six cards for each player, of which the last two go to the crib; player 1 deals."""
    hands = [first.split(), second.split()]
    deal = [hands[number % 2][number // 2] for number in range(12)] + [starter]
    game = ludwright.load("cribbage", options={"hands": 1, **options})
    rest = [card for card in PACK if card not in deal]
    table = game.table(seed=1, deal={"stock": [*deal, *rest]})
    for hand in hands:
        table.apply(" + ".join(hand[4:]))
    assert table.zone("starter") == [starter]
    return table


def pegging(table: Table, moves: str) -> list[list[int]]:
    """The points of both players after each move."""
    found = []
    for move in moves.split():
        table.apply(move)
        found.append(points_of(table))
    return found


def counts(table: Table) -> list[int]:
    """What both hands and the crib are worth, whatever is played."""
    while table.zone("hand", 0) or table.zone("hand", 1):
        table.apply(table.legal()[0])
    return [*(table.variable("counted", seat) for seat in (0, 1)), table.variable("crib_counted")]


def test_the_best_hand_is_worth_29() -> None:
    table = stacked("5S 5H 5D JC AS 9S", "2H 4H 6H 8H 3C KD", "5C")
    # The others have 4 5 6 and 2 8 5 or 4 6 5 for fifteen, and a flush; the crib K 5 and A 9 5.
    assert counts(table) == [29, 3 + 4 + 4, 4]


def test_a_crib_of_one_suit_needs_the_starter_to_be_a_flush() -> None:
    cards = ("AC 3D 6H 9S 2H 4H", "AD 3C 6S 9D 8H QH")
    assert counts(stacked(*cards, "KS"))[2] == 0
    assert counts(stacked(*cards, "KH"))[2] == 5
    assert counts(stacked(*cards, "KS", crib_flush=4))[2] == 4
    # In a hand four cards are enough.
    assert counts(stacked("2H 4H 8H QH AC 3D", "AD 3C 6S 9D 10S JD", "KS"))[0] == 4


def test_fifteens_pairs_and_runs_in_the_play() -> None:
    table = stacked("7S 8S 6S 2S KC KD", "8D 7D 9D 2D QC QD", "AC")
    # 8, then 15 for two; a pair; the pair of eights makes 30; nobody has an ace.
    assert pegging(table, "8D 7S 7D") == [[0, 0], [2, 0], [2, 2]]
    # 8 7 7 8 is no run, and nothing fits on 30: a point for the last card.
    assert pegging(table, "8S go") == [[2, 2], [3, 2]]
    assert pegging(table, "9D 6S 2D") == [[3, 2], [5, 2], [5, 2]]


def test_runs_in_any_order() -> None:
    table = stacked("4S 6S KC QC AD AH", "5D 3D 7D 2D JC JD", "9C")
    # 5, 4: nothing; 3: three in a run; 6: four in a run; 2: five; 20 so far. 7 would be 27.
    assert pegging(table, "5D 4S 3D 6S 2D") == [[0, 0], [0, 0], [0, 3], [4, 3], [4, 8]]
    # The king makes 30, on which nothing fits.
    assert pegging(table, "KC go") == [[4, 8], [5, 8]]


def test_thirty_one_ends_a_sequence_with_two_points() -> None:
    table = stacked("KS JS AS 2S 3C 3D", "QD AD 5D 6D 8C 8D", "9C")
    assert pegging(table, "QD KS AD JS") == [[0, 0], [0, 0], [0, 0], [2, 0]]
    # The next sequence begins with player 2, from zero.
    assert table.zone("sequence") == [] and table.decider == 1
    assert pegging(table, "5D AS 6D") == [[2, 0]] * 3


def test_a_jack_as_the_starter_is_worth_two_points_to_the_dealer() -> None:
    table = stacked("KS JS AS 2S 3C 3D", "QD AD 5D 6D 8C 8D", "JC")
    assert points_of(table) == [2, 0]


def test_cards_laid_away_are_hidden_until_the_show() -> None:
    table = stacked("KS JS AS 2S 3C 3D", "QD AD 5D 6D 8C 8D", "9C")
    assert [seen(table, seat, "crib") for seat in (0, 1)] == [[None] * 4] * 2
    assert not any("8C" in str(event) for event in table.view(0).events())


# ---- what is known of all hands --------------------------------------------------------------


def multisets() -> Iterator[tuple[tuple[int, ...], int]]:
    """The ranks of five cards, and how many sets of five cards have them."""
    for ranks in combinations_with_replacement(range(1, 14), 5):
        held = Counter(ranks).values()
        if max(held) <= 4:
            yield ranks, prod(comb(4, count) for count in held)


def test_the_mean_of_all_hands_is_that_of_the_literature() -> None:
    # 12,994,800 hands with their starters are worth 4.7692 on average, as published.
    ranks = Fraction(sum(of_ranks(each) * ways for each, ways in multisets()), comb(52, 5))
    four_of_a_suit = Fraction(4 * comb(13, 4), comb(52, 4))
    flush = four_of_a_suit * (4 + Fraction(9, 48))
    nobs = 4 * Fraction(1, 52) * Fraction(4, 1) * Fraction(12, 51)
    assert round(float(ranks + flush + nobs), 4) == 4.7692


def test_no_hand_is_worth_19_or_25_to_27() -> None:
    worths = {of_ranks(ranks) for ranks, _ in multisets()}
    assert not worths & {19, 25, 26, 27, 29} and max(worths) == 28
    # With the jack of the starter's suit: the famous hand.
    assert show(["5S", "5H", "5D", "JC"], "5C") == 29


def test_machine_and_oracle_agree_over_several_hands() -> None:
    for players in (2, 3):
        lock_step(ludwright.load("cribbage").definition, players, 5, most=60)
