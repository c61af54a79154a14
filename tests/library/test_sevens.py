"""Sevens beside a second model of its rules, which must agree at every decision."""

from __future__ import annotations

import random
from functools import cache

import pytest

import ludwright
from ludwright.play.events import story
from tools.lockstep import lock_step
from tools.tables import seen

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
ROWS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
PACK = [rank + suit for rank in RANKS for suit in "SHDC"]


@cache
def sevens(hold_back: bool = False) -> ludwright.Game:
    return ludwright.load("sevens", {"may_hold_back": hold_back})


class Rows:
    """The rules of Sevens once more, in plain Python."""

    def __init__(self, hands: list[list[str]]) -> None:
        self.hands = hands
        self.out = {"7D"}
        holder = next(seat for seat, hand in enumerate(hands) if "7D" in hand)
        hands[holder].remove("7D")
        self.current, self.passes = (holder + 1) % len(hands), 0

    def fits(self, card: str) -> bool:
        at = RANKS.index(card[:-1])
        near = [RANKS[i] + card[-1] for i in (at - 1, at + 1) if 0 <= i < 13]
        # On the low side only a higher neighbour counts, on the high side only a lower one.
        return card[0] == "7" or near[-1 if at < 6 else 0] in self.out

    def options(self) -> list[str]:
        return sorted(card for card in self.hands[self.current] if self.fits(card))

    def play(self, card: str | None) -> None:
        if card is None:
            self.passes += 1
        else:
            self.hands[self.current].remove(card)
            self.out.add(card)
            self.passes = 0
        if not self.over:
            self.current = (self.current + 1) % len(self.hands)

    @property
    def over(self) -> bool:
        return not all(self.hands) or self.passes >= 3 * len(self.hands)


def sit(players: int, seed: int, hold_back: bool) -> tuple[ludwright.Table, Rows]:
    pack = random.Random(seed).sample(PACK, 52)
    table = sevens(hold_back).table(players=players, seed=seed, deal={"pack": pack})
    return table, Rows([pack[seat::players] for seat in range(players)])


@pytest.mark.quick(3)
@pytest.mark.parametrize("hold_back", [False, True])
@pytest.mark.parametrize("players", range(3, 9))
def test_sevens_follows_its_rules(players: int, hold_back: bool) -> None:
    for seed in range(5):
        table, model = sit(players, seed, hold_back)
        rng = random.Random(seed)
        while not table.over:
            while not hold_back and not model.options():
                model.play(None)
            assert table.decider == model.current
            for suit, row in ROWS.items():
                cards = sorted((c for c in model.out if c[-1] == suit), key=PACK.index)
                assert table.zone(row) == cards
            for seat, hand in enumerate(model.hands):
                assert sorted(table.zone("hand", seat)) == sorted(hand)
            words = sorted(str(move) for move in table.legal())
            assert words == sorted(model.options() + ["pass"] * hold_back)
            choice = rng.choice(words)
            table.apply(choice)
            model.play(None if choice == "pass" else choice)
        assert model.over
        left = [len(hand) for hand in model.hands]
        result = table.result()
        assert list(result.scores or ()) == [-count for count in left]
        assert list(result.winners) == [s for s in range(players) if left[s] == min(left)]


def test_the_seven_of_diamonds_lies_there_and_the_next_player_begins() -> None:
    pack = [card for card in PACK if card != "7D"]
    for holder in range(4):
        deal = [*pack[:holder], "7D", *pack[holder:]]
        table = sevens(hold_back=True).table(players=4, deal={"pack": deal})
        assert table.zone("diamonds") == ["7D"]
        assert len(table.zone("hand", holder)) == 12
        assert all("7D" not in table.zone("hand", seat) for seat in range(4))
        assert table.decider == (holder + 1) % 4


def test_a_low_card_goes_to_the_low_end() -> None:
    pack = [card for card in PACK if card not in ("7D", "6D", "8D")]
    table = sevens().table(players=4, deal={"pack": ["7D", "6D", "8D", *pack]}, trace=True)
    table.apply("6D")
    assert table.zone("diamonds") == ["6D", "7D"]
    laid, sorting = story(table.program, table.events())
    assert laid == "player 2's hand -> diamonds   6D"
    assert sorting == "diamonds is put in another order"
    table.apply("8D")
    assert table.zone("diamonds") == ["6D", "7D", "8D"]
    assert len(story(table.program, table.events())) == 1


def test_whoever_may_hold_back_is_asked_without_a_card_that_fits() -> None:
    # The second player has no seven, no six and no eight, the third player has all of them.
    far = [card for card in PACK if card[:-1] not in ("6", "7", "8")]
    near = [card for card in PACK if card[:-1] in ("6", "8") or card[0] == "7"]
    near.remove("7D")
    rest = [*near, *far[13:]]
    hands = [["7D", *rest[13:25]], far[:13], rest[:13], rest[25:]]
    deal = [hands[i % 4][i // 4] for i in range(52)]
    table = sevens(hold_back=True).table(players=4, deal={"pack": deal})
    assert (table.decider, [str(move) for move in table.legal()]) == (1, ["pass"])
    # Nobody else can tell: the hand is hidden, and another hand would be asked the same way.
    assert seen(table, 0, "hand", 1) == [None] * 13
    table = sevens().table(players=4, deal={"pack": deal})
    assert table.decider == 2


def test_when_nobody_wants_to_play_the_fewest_cards_win() -> None:
    table = sevens(hold_back=True).table(players=3, seed=4)
    for _ in range(9):
        assert not table.over
        table.apply("pass")
    assert table.over
    left = [len(table.zone("hand", seat)) for seat in range(3)]
    assert list(table.result().winners) == [s for s in range(3) if left[s] == min(left)]


def test_machine_and_oracle_agree() -> None:
    game = sevens().definition
    for players in (3, 8):
        lock_step(game, players, players)


def test_games_come_to_an_end() -> None:
    for players in (3, 8):
        assert sevens().simulate(300, players=players).finished == 300
