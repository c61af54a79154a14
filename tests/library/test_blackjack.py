"""Blackjack beside a second model of its rules, and fixed strategies beside exact calculations."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

import ludwright
from ludwright import Table
from tools.lockstep import lock_step

Hand = list[str]


def worth(card: str) -> int:
    return {"A": 1, "J": 10, "Q": 10, "K": 10}.get(card[:-1]) or int(card[:-1])


def points(hand: Hand) -> tuple[int, bool]:
    """The points of a hand, and whether an ace counts eleven."""
    low = sum(map(worth, hand))
    soft = low <= 11 and any(card[0] == "A" for card in hand)
    return low + 10 * soft, soft


# ---- the rules ---------------------------------------------------------------------------------

Question = tuple[int, list[str]]


class Round:
    """A round of Blackjack once more; cards leave the end of the shoe."""

    def __init__(self, shoe: Hand, bets: list[int], hits_soft_17: bool) -> None:
        self.shoe, self.bets, self.hits = shoe, bets, hits_soft_17
        self.hands: list[list[tuple[Hand, int]]] = []  # by player: hands and what is at stake
        first = [shoe.pop() for _ in bets]
        self.dealer = [shoe.pop()]
        second = [shoe.pop() for _ in bets]
        self.start = [[a, b] for a, b in zip(first, second, strict=True)]

    def play(self) -> Generator[Question, str, None]:
        for seat, hand in enumerate(self.start):
            self.hands.append([])
            queue, split = [hand], False
            while queue:
                hand = queue.pop(0)
                stake = self.bets[seat]
                while points(hand)[0] < 21 and self.shoe:
                    words = ["hit", "stand"]
                    pair = len(hand) == 2 and worth(hand[0]) == worth(hand[1])
                    words += ["double"] * (len(hand) == 2)
                    words += ["split"] * (pair and not split and len(self.shoe) > 1)
                    word = yield seat, words
                    if word == "split":
                        split = True
                        queue = [[hand.pop()]]
                        hand.append(self.shoe.pop())
                        queue[0].append(self.shoe.pop())
                        if hand[0][0] == "A":
                            self.hands[seat].append((queue.pop(), self.bets[seat]))
                            break
                        continue
                    if word == "double":
                        stake *= 2
                    if word != "stand":
                        hand.append(self.shoe.pop())
                    if word != "hit":
                        break
                self.hands[seat].append((hand, stake))

    def draw(self) -> None:
        if all(points(hand)[0] > 21 for hands in self.hands for hand, _ in hands):
            return
        while self.shoe:
            total, soft = points(self.dealer)
            if total > 17 or (total == 17 and not (soft and self.hits)):
                break
            self.dealer.append(self.shoe.pop())

    def won(self, seat: int) -> int:
        return sum(self._won(hand, stake, seat) for hand, stake in self.hands[seat])

    def _won(self, hand: Hand, stake: int, seat: int) -> int:
        mine, theirs = points(hand)[0], points(self.dealer)[0]
        natural = len(hand) == 2 and mine == 21 and len(self.hands[seat]) == 1
        if mine > 21:
            return -stake
        if len(self.dealer) == 2 and theirs == 21:
            return 0 if natural else -stake
        if natural:
            return stake * 3 // 2
        if theirs > 21 or mine > theirs:
            return stake
        return 0 if mine == theirs else -stake


OPTIONS = [
    {"decks": 6},
    {"decks": 8, "highest_bet": 5, "soft_17": "hit"},
    {"decks": 4, "soft_17": "hit", "hands": 1},
]


@pytest.mark.quick(1)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("players", [1, 3, 7])
def test_blackjack_follows_its_rules(players: int, options: dict[str, object]) -> None:
    game = ludwright.load("blackjack", options)
    said: Counter[str] = Counter()
    for seed in range(12):
        rng = random.Random(seed)
        # The cards as they lie before the first of them is dealt; all rounds are dealt from them.
        shoe = game.table(players=players, seed=seed, pace="phase").zone("shoe")
        table = game.table(players=players, seed=seed)
        assert len(shoe) == 52 * int(str(options["decks"]))
        chips = [0] * players
        for _ in range(int(str(options.get("hands", 5)))):
            bets = [2] * players
            if "highest_bet" in options:
                for seat in range(players):
                    assert table.decider == seat
                    assert [str(move) for move in table.legal()] == ["1", "2", "3", "4", "5"]
                    bets[seat] = 2 * rng.randint(1, 5)
                    table.apply(str(bets[seat] // 2))
            round_ = Round(shoe, bets, "soft_17" in options)
            _follow(table, round_, rng, said)
            round_.draw()
            chips = [had + round_.won(seat) for seat, had in enumerate(chips)]
        assert table.over
        assert table.result().scores == tuple(chips)
        assert list(table.result().winners) == [s for s in range(players) if chips[s] > 0]
        assert (table.zone("dealer"), table.zone("shoe")) == (round_.dealer, shoe)
    assert min(said[word] for word in ("hit", "stand", "double")) > 3
    assert said["split"] or players == 1


def _follow(table: Table, round_: Round, rng: random.Random, said: Counter[str]) -> None:
    """Play a round in the model, and the same at the table."""
    asking = round_.play()
    question = next(asking, None)
    while question is not None:
        seat, words = question
        assert table.decider == seat
        assert table.zone("dealer") == round_.dealer
        assert [str(move) for move in table.legal()] == words
        word = "split" if "split" in words else rng.choice(words)
        said[word] += 1
        table.apply(word)
        try:
            question = asking.send(word)
        except StopIteration:
            question = None


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    ("dealt", "said", "scores"),
    [
        # Two cards for the player with the dealer's first between, then as they are drawn.
        ("AS 9H KS 9D", "", (3,)),  # a blackjack
        ("AS KH KS AD", "", (0,)),  # two blackjacks
        ("7S KH 7H AD", "stand", (-2,)),
        ("7S KH 7D 7C AD", "hit", (-2,)),  # 21 with three cards against a blackjack
        ("9S 6H 2S 10D KD KH", "double", (4,)),
        # The first hand makes 21 like the dealer, the second loses.
        ("9S 6H 9D 2D 2C KD 10S 5D", "split double stand", (-2,)),
        # Aces get one card each; 21 after a split is no blackjack.
        ("AS 6H AD KD KC KH 2S", "split", (4,)),
        # A ten and a king count the same.
        ("10S 6H KD 2D 9C 5D 5C KS", "split stand stand", (4,)),
        # Who goes over loses, and the dealer draws no more.
        ("10S 6H 6D KD", "hit", (-2,)),
    ],
)
def test_rounds_dealt_by_hand(dealt: str, said: str, scores: tuple[int, ...]) -> None:
    table = ludwright.load("blackjack", {"hands": 1}).table(deal={"shoe": dealt.split()})
    for word in said.split():
        assert not table.over
        table.apply(word)
    assert table.over
    assert table.result().scores == scores


@pytest.mark.parametrize(("does", "scores"), [("stand", (2,)), ("hit", (-2,))])
def test_what_the_dealer_does_with_a_soft_17(does: str, scores: tuple[int, ...]) -> None:
    game = ludwright.load("blackjack", {"hands": 1, "soft_17": does})
    table = game.table(deal={"shoe": ["10S", "6H", "8S", "AS", "4D"]})
    table.apply("stand")
    assert table.result().scores == scores


def test_a_shoe_that_is_half_empty_is_shuffled_again() -> None:
    table = ludwright.load("blackjack", {"decks": 1, "hands": 20}).table(players=3, seed=2)
    sizes, before = [], 52
    while not table.over:
        lying = ["shoe", "dealer", "discard_pile"]
        cards = [card for zone in lying for card in table.zone(zone)]
        hands = [("hand", seat) for seat in range(3)] + [("split_hand", seat) for seat in range(3)]
        cards += [card for zone, seat in hands for card in table.zone(zone, seat)]
        assert len(cards) == len(set(cards)) == 52
        size = len(table.zone("shoe"))
        if size > before:  # just dealt from a whole pack again
            assert (size, table.zone("discard_pile")) == (52 - 7, [])
            sizes.append(before)
        before = size
        table.apply(str(random.Random(size).choice(table.legal())))
    assert len(sizes) > 3 and max(sizes) < 26 + 20


# ---- fixed strategies --------------------------------------------------------------------------

DECKS = 8
RANKS = range(1, 11)  # court cards are tens
PACK = {rank: DECKS * (16 if rank == 10 else 4) for rank in RANKS}

Stands = Callable[[int, bool], bool]


def mimics_the_dealer(total: int, soft: bool) -> bool:
    return total >= 17


def never_goes_over(total: int, soft: bool) -> bool:
    return total >= 12


def counted(cards: tuple[int, ...]) -> tuple[int, bool]:
    low = sum(cards)
    soft = low <= 11 and 1 in cards
    return low + 10 * soft, soft


def final_hands(stands: Stands) -> dict[tuple[int, ...], float]:
    """How likely each hand of one player is in the end, as sorted cards."""
    found: Counter[tuple[int, ...]] = Counter()

    def draw(cards: tuple[int, ...], chance: float) -> None:
        if len(cards) >= 2 and (counted(cards)[0] >= 21 or stands(*counted(cards))):
            found[tuple(sorted(cards))] += chance
            return
        for rank in RANKS:
            left = PACK[rank] - cards.count(rank)
            draw((*cards, rank), chance * left / (52 * DECKS - len(cards)))

    draw((), 1.0)
    return found


def dealer_hands() -> Counter[tuple[int, ...]]:
    """In how many orders the dealer may come to each hand."""
    found: Counter[tuple[int, ...]] = Counter()

    def draw(cards: tuple[int, ...]) -> None:
        if len(cards) >= 2 and counted(cards)[0] >= 17:
            found[tuple(sorted(cards))] += 1
            return
        for rank in RANKS:
            draw((*cards, rank))

    draw(())
    return found


def expected(stands: Stands) -> dict[int, float]:
    """How likely it is to win so many chips with two at stake: every hand of the player beside
    every hand of the dealer, drawn from what the player's leaves in the shoe."""
    hands = final_hands(stands)
    sizes = np.array([len(hand) for hand in hands])
    left = np.array([[PACK[rank] - hand.count(rank) for rank in RANKS] for hand in hands], float)
    totals = np.array([counted(hand)[0] for hand in hands])
    naturals = (totals == 21) & (sizes == 2)
    found: Counter[int] = Counter()
    for dealer, orders in dealer_hands().items():
        chance = orders * np.array([*hands.values()])
        for number, rank in enumerate(dealer):
            drawn = dealer[:number].count(rank)
            chance *= (left[:, rank - 1] - drawn) / (52 * DECKS - sizes - number)
        theirs = counted(dealer)[0]
        blackjack = len(dealer) == 2 and theirs == 21
        lost = (totals > 21) | ((theirs <= 21) & (totals < theirs)) | (blackjack & ~naturals)
        even = ~lost & ((naturals & blackjack) | (~naturals & (totals == theirs)))
        won = ~lost & ~even
        for chips, which in ((-2, lost), (0, even), (3, won & naturals), (2, won & ~naturals)):
            found[chips] += float(chance[which].sum())
    return dict(found)


@pytest.mark.quick(1)
@pytest.mark.parametrize("stands", [mimics_the_dealer, never_goes_over])
@pytest.mark.parametrize("games", [200, 600])
def test_a_fixed_strategy_wins_what_can_be_worked_out(stands: Stands, games: int) -> None:
    exact = expected(stands)
    assert sum(exact.values()) == pytest.approx(1)
    # Ten rounds never use up half of eight packs, so no round knows more than the first.
    game = ludwright.load("blackjack", {"decks": DECKS, "hands": 10})
    found: Counter[int] = Counter()
    for seed in range(games):
        table, chips = game.table(seed=seed, pace="turn"), [0]
        while not table.over:
            if not table.paused:
                table.apply("stand" if stands(*points(table.zone("hand", 0))) else "hit")
                continue
            if table.variable("rounds_played"):
                chips.append(int(str(table.variable("chips", 0))))
            table.apply("continue")
        chips += table.result().scores or ()
        found.update(after - before for before, after in pairwise(chips))
    rounds = found.total()
    assert rounds == 10 * games and set(found) == set(exact)
    for chips_won, share in exact.items():
        deviation = sqrt(share * (1 - share) / rounds)
        assert abs(found[chips_won] / rounds - share) < 4 * deviation, chips_won


def test_machine_and_oracle_agree() -> None:
    game = ludwright.load("blackjack").definition
    for players in (1, 3):
        for seed in range(2):
            lock_step(game, players, seed)
