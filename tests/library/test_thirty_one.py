"""Thirty-One beside a second model of its rules: hands, knocks, lives."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

import ludwright
from ludwright import Table
from tools.lockstep import lock_step
from tools.tables import seen

POINTS = {"A": 11, "K": 10, "Q": 10, "J": 10, **{str(n): n for n in range(2, 11)}}
PACK = [rank + suit for suit in "CDHS" for rank in POINTS]


@cache
def thirty_one() -> ludwright.Game:
    return ludwright.load("thirty-one")


def worth(hand: list[str]) -> int:
    suits: Counter[str] = Counter()
    for card in hand:
        suits[card[-1]] += POINTS[card[:-1]]
    return max(suits.values(), default=0)


class Model:
    """The rules once more. Hands and discards are the table's own at the deal; what is drawn is
    told."""

    def __init__(self, players: int) -> None:
        self.lives = [3] * players
        self.turn = 0

    def deal(self, hands: list[list[str]], up: list[str], stock: int) -> None:
        self.hands, self.discards, self.stock = [list(h) for h in hands], list(up), stock
        self.knocker: int | None = None
        self.resting, self.taken = False, ""
        self.begin()

    def begin(self) -> None:
        """The turn of a player who is alive begins: is the hand over?"""
        self.skip()
        if self.resting:
            return
        if self.turn == self.knocker or self.stock == 0:
            self.compare()
            self.skip()
        elif worth(self.hands[self.turn]) == 31:
            self.thirty_one()

    def skip(self) -> None:
        while not self.lives[self.turn]:
            self.turn = self.after()

    def after(self) -> int:
        return (self.turn + 1) % len(self.lives)

    def thirty_one(self) -> None:
        self.resting = True
        for seat in range(len(self.lives)):
            if seat != self.turn and self.lives[seat]:
                self.lives[seat] -= 1

    def compare(self) -> None:
        self.resting = True
        alive = [seat for seat, lives in enumerate(self.lives) if lives]
        totals = {seat: worth(self.hands[seat]) for seat in alive}
        low = [seat for seat in alive if totals[seat] == min(totals.values())]
        if len(low) == len(alive):
            return
        for seat in low:
            loss = 1 if seat != self.knocker else 2 if low == [seat] else 0
            self.lives[seat] = max(0, self.lives[seat] - loss)

    @property
    def over(self) -> bool:
        return sum(lives > 0 for lives in self.lives) == 1

    def moves(self) -> list[str]:
        if self.resting:
            return ["deal"]
        hand = self.hands[self.turn]
        if len(hand) == 4:
            return sorted(f"discard {card}" for card in hand if card != self.taken)
        return sorted(["draw", "take"] + ["knock"] * (self.knocker is None))

    def do(self, move: str, drawn: str) -> None:
        """Anything but a deal; `drawn` is the card that came from the stock."""
        word, _, card = move.partition(" ")
        hand = self.hands[self.turn]
        if word == "draw":
            hand.append(drawn)
            self.stock -= 1
        elif word == "take":
            self.taken = self.discards.pop()
            hand.append(self.taken)
        else:
            if word == "knock":
                self.knocker = self.turn
            else:
                hand.remove(card)
                self.discards.append(card)
                self.taken = ""
                if worth(hand) == 31:
                    self.thirty_one()
            self.turn = self.after()
            self.begin()


def dealt(table: Table, model: Model) -> None:
    hands = [table.zone("hand", seat) for seat in range(len(model.lives))]
    model.deal(hands, table.zone("discards"), len(table.zone("stock")))


def play(table: Table, players: int, rng: random.Random) -> Counter[str]:
    """A random game, at every decision compared with the model; how often what was done."""
    model, done = Model(players), Counter[str]()
    dealt(table, model)
    while not table.over:
        assert not model.over
        assert table.decider == model.turn
        assert [table.variable("lives", seat) for seat in range(players)] == model.lives
        assert sorted(str(move) for move in table.legal()) == model.moves()
        for seat in range(players):
            assert sorted(table.zone("hand", seat)) == sorted(model.hands[seat])
        assert table.zone("discards")[-1:] == model.discards[-1:]
        # Somebody who never knocks lets us see the end of the stock.
        moves = [move for move in model.moves() if move != "knock" or rng.random() < 0.3]
        move = rng.choice(moves)
        done[move.split()[0]] += 1
        top = table.zone("stock")[-1]
        table.apply(move)
        if move == "deal":
            model.turn = model.after()
            dealt(table, model)
        else:
            model.do(move, top)
    assert model.over
    result = table.result()
    assert list(result.scores or ()) == model.lives
    assert list(result.winners) == [seat for seat, lives in enumerate(model.lives) if lives]
    return done


@pytest.mark.quick(1)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_thirty_one_follows_its_rules(players: int) -> None:
    done: Counter[str] = Counter()
    for seed in range(8):
        table = thirty_one().table(players=players, seed=seed)
        done += play(table, players, random.Random(seed))
    assert set(done) == {"draw", "take", "knock", "discard", "deal"}


def game(*cards: str, players: int = 2) -> Table:
    """A table with a stacked deal: three cards each, one turned up, then the stock."""
    rest = [card for card in PACK if card not in cards]
    return thirty_one().table(players=players, deal={"stock": [*cards, *rest]})


def test_whoever_is_dealt_thirty_one_shows_it_on_their_turn() -> None:
    table = game("2C", "3D", "4H", "AS", "KS", "QS", "9C")
    assert sorted(map(str, table.legal())) == ["draw", "knock", "take"]
    table.apply("knock")
    assert [table.variable("lives", seat) for seat in (0, 1)] == [2, 3]
    assert seen(table, 0, "hand", 1) and None not in seen(table, 0, "hand", 1)
    assert [str(move) for move in table.legal()] == ["deal"]


def test_a_knock_that_fails_costs_two_lives_and_a_tie_none() -> None:
    table = game("2C", "3D", "4H", "AS", "KS", "9D", "9C", "KC")
    for move in ("knock", "draw", "discard KC"):
        table.apply(move)
    assert [table.variable("lives", seat) for seat in (0, 1)] == [1, 3]
    # With three players: the knocker ties with another for the lowest, and only that one pays.
    table = game("2C", "2D", "4H", "4C", "3H", "2S", "AS", "KS", "9D", "9C", "2H", "5D", players=3)
    for move in ("knock", "draw", "discard 2H", "draw", "discard 5D"):
        table.apply(move)
    assert [table.variable("lives", seat) for seat in range(3)] == [3, 2, 3]


def test_a_card_taken_from_the_discards_is_not_put_back() -> None:
    table = game("2C", "3D", "4H", "AS", "KS", "9D", "9C")
    table.apply("take")
    assert sorted(map(str, table.legal())) == ["discard 2C", "discard 3D", "discard 4H"]
    for move in ("discard 2C", "draw", "discard 9D", "draw"):
        table.apply(move)
    assert "discard 9C" in map(str, table.legal())


def test_nobody_sees_the_cards_of_others_before_the_end() -> None:
    table = game("2C", "3D", "4H", "AS", "KS", "9D", "9C")
    assert seen(table, 1, "hand", 0) == [None] * 3
    assert table.variable("points", 0) == 0
    table.apply("knock")
    assert seen(table, 1, "hand", 0) == [None] * 3
    table.apply("draw")
    table.apply(next(m for m in table.legal() if m.name == "discard"))
    assert sorted(c or "" for c in seen(table, 1, "hand", 0)) == ["2C", "3D", "4H"]


def test_machine_and_oracle_agree() -> None:
    for players in (2, 4):
        lock_step(thirty_one().definition, players, players)
