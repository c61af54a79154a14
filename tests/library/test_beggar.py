"""Beggar-My-Neighbour beside a second model of its rules, and two famous deals."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import ludwright
from tools.lockstep import lock_step

PRICES = {"J": 1, "Q": 2, "K": 3, "A": 4}
PACK = [rank + suit for rank in (*map(str, range(2, 11)), *"JQKA") for suit in "SHDC"]


class Begging:
    """The rules once more, in plain Python; piles are played from their start."""

    def __init__(self, piles: Sequence[Sequence[str]]) -> None:
        self.piles = [list(pile) for pile in piles]
        self.table: list[str] = []
        self.creditor: int | None = None
        self.owed = self.current = self.tricks = self.played = 0

    @property
    def over(self) -> bool:
        return self.creditor is None and sum(map(bool, self.piles)) == 1

    def turn(self) -> None:
        """What one player plays or pays; nothing without cards."""
        mine, seat = self.piles[self.current], self.current
        for _ in range(max(1, self.owed)):
            if not mine:
                break
            self.table.append(mine.pop(0))
            self.played += 1
            if (price := PRICES.get(self.table[-1][0], 0)) > 0:
                self.creditor, self.owed = seat, price
                break
        self.current = (seat + 1) % len(self.piles)
        others = any(pile for other, pile in enumerate(self.piles) if other != seat)
        if self.creditor is not None and (self.table[-1][0] not in PRICES or not others):
            self.piles[self.creditor] += self.table
            self.table, self.current, self.creditor, self.owed = [], self.creditor, None, 0
            self.tricks += 1


def dealt(pack: Sequence[str], players: int) -> list[list[str]]:
    return [[*pack[seat::players]] for seat in range(players)]


@pytest.mark.quick(1)
@pytest.mark.parametrize("players", range(2, 7))
def test_it_follows_its_rules(players: int) -> None:
    game = ludwright.load("beggar-my-neighbour")
    for seed in range(6):
        pack = random.Random(seed).sample(PACK, 52)
        table = game.table(players=players, deal={"pack": pack}, pace="turn")
        model = Begging(dealt(pack, players))
        while not table.over:
            assert not model.over
            assert [table.zone("pile", s)[::-1] for s in range(players)] == model.piles
            assert table.zone("table") == model.table
            assert table.variable("owed") == model.owed
            table.apply("continue")
            model.turn()
        assert model.over
        scores = [len(pile) for pile in model.piles]
        result = table.result()
        assert list(result.scores or ()) == scores
        assert list(result.winners) == [s for s in range(players) if scores[s]]
        assert table.variable("tricks") == model.tricks


def famous(*piles: str) -> list[str]:
    """A pack dealt into two piles in which only the cards that must be paid for matter."""
    rest = {rank: [card for card in PACK if card[:-1] == rank] for rank in PRICES}
    plain = [card for card in PACK if card[0] not in PRICES]
    taken = [[(rest.get(rank) or plain).pop() for rank in pile] for pile in piles]
    return [card for pair in zip(*taken, strict=True) for card in pair]


LONGEST = famous("---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---")
ENDLESS = famous("---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA")


def test_the_longest_game_that_is_known_to_end() -> None:
    """It has 1,164 tricks and 8,344 cards."""
    model = Begging(dealt(LONGEST, 2))
    while not model.over:
        model.turn()
    assert (model.tricks, model.played) == (1164, 8344)
    table = ludwright.load("beggar-my-neighbour").table(deal={"pack": LONGEST})
    assert table.over and table.variable("tricks") == 1164
    assert list(table.result().winners) == [s for s in range(2) if model.piles[s]]


def test_a_game_that_would_never_end_is_ended() -> None:
    """The piles come back: the same players hold the same cards in the same order."""
    model = Begging(dealt(ENDLESS, 2))
    seen = set()
    while (now := (model.current, *map(tuple, model.piles), *model.table)) not in seen:
        assert not model.over
        seen.add(now)
        model.turn()
    for most in (50, 2000):
        game = ludwright.load("beggar-my-neighbour", {"most_tricks": most})
        table = game.table(deal={"pack": ENDLESS})
        assert table.over and table.variable("tricks") == most
        piles = [len(table.zone("pile", seat)) for seat in range(2)]
        assert list(table.result().winners) == [s for s in range(2) if piles[s] == max(piles)]


def test_machine_and_oracle_agree() -> None:
    game = ludwright.load("beggar-my-neighbour").definition
    for players in (2, 3, 6):
        lock_step(game, players, players, most=200)


def test_games_come_to_an_end() -> None:
    for players in (2, 6):
        assert ludwright.load("beggar-my-neighbour").simulate(500, players=players).finished == 500
