"""Scopa beside a second model of its rules, which must agree at every decision."""

from __future__ import annotations

import itertools
import random

import pytest

import ludwright
from tools.lockstep import lock_step

RANKS = "A234567JHK"
PRIMES = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "H": 10, "K": 10}


def value(card: str) -> int:
    return RANKS.index(card[0]) + 1


def prime(cards: list[str]) -> int:
    """The sum of the best cards of all suits, 0 if one is missing."""
    best = [max((PRIMES[c[0]] for c in cards if c[1] == suit), default=0) for suit in "DCSB"]
    return sum(best) if all(best) else 0


def captures(card: str, table: list[str]) -> list[frozenset[str]]:
    """What a card may take: single cards first, sums only without them."""
    same = [frozenset({c}) for c in table if c[0] == card[0]]
    sizes = range(2, len(table) + 1)
    sums = [way for size in sizes for way in itertools.combinations(table, size)]
    return same or [frozenset(way) for way in sums if sum(map(value, way)) == value(card)]


class Sweeping:
    """The rules of Scopa once more, in plain Python, from the cards of a round on."""

    def __init__(self, players: int) -> None:
        self.points = [0] * players
        self.starter = 0

    def begin(self, table: ludwright.Table) -> None:
        """A round begins with what was dealt: chance is not modelled."""
        seats = range(len(self.points))
        self.hands = [table.zone("hand", seat) for seat in seats]
        self.table, self.stock = table.zone("table"), table.zone("stock")
        assert len(self.table) == 4 and sum(c[0] == "K" for c in self.table) < 3
        assert [len(hand) for hand in self.hands] == [3] * len(seats)
        self.taken: list[list[str]] = [[] for _ in seats]
        self.sweeps = [0] * len(seats)
        self.current = self.starter
        self.last = -1

    def play(self, card: str, capture: frozenset[str]) -> bool:
        """Make a move; whether the round is over."""
        self.hands[self.current].remove(card)
        over = not any(self.hands) and not self.stock
        if capture:
            self.table = [c for c in self.table if c not in capture]
            self.taken[self.current] += [card, *capture]
            self.last = self.current
            self.sweeps[self.current] += not self.table and not over
        else:
            self.table.append(card)
        self.current = (self.current + 1) % len(self.hands)
        if not any(self.hands) and self.stock:
            for _ in range(3):
                for hand in self.hands:
                    hand.append(self.stock.pop())
        return over

    def count(self) -> bool:
        """Count a round; whether the game is over."""
        self.taken[self.last] += self.table
        assert sum(map(len, self.taken)) == 40
        for kind in (
            [len(cards) for cards in self.taken],
            [sum(c[1] == "D" for c in cards) for cards in self.taken],
            [prime(cards) for cards in self.taken],
            ["7D" in cards for cards in self.taken],
        ):
            if kind.count(max(kind)) == 1:
                self.points[kind.index(max(kind))] += 1
        self.points = [a + b for a, b in zip(self.points, self.sweeps, strict=True)]
        self.starter = (self.starter + 1) % len(self.points)
        return max(self.points) >= 11 and self.points.count(max(self.points)) == 1


def chosen(text: str) -> frozenset[str]:
    return frozenset(text.split(" + "))


@pytest.mark.quick(1)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_scopa_follows_its_rules(players: int) -> None:
    ties = 0
    for seed in range(6):
        table, rng = ludwright.load("scopa").table(players=players, seed=seed), random.Random(seed)
        model, over = Sweeping(players), False
        while not table.over:
            assert not over
            model.begin(table)
            done = False
            while not done:
                assert table.decider == model.current
                assert sorted(table.zone("table")) == sorted(model.table)
                assert {str(move) for move in table.legal()} == set(model.hands[model.current])
                card = rng.choice(sorted(model.hands[model.current]))
                ways = captures(card, model.table)
                table.apply(card)
                if len(ways) > 1:
                    moves = list(map(str, table.legal()))
                    assert len(moves) == len(ways) and set(map(chosen, moves)) == set(ways)
                    text = rng.choice(moves)
                    ways = [chosen(text)]
                    table.apply(text)
                done = model.play(card, ways[0] if ways else frozenset())
            over = model.count()
            ties += model.points.count(max(model.points)) > 1
            assert [table.variable("points", seat) for seat in range(players)] == model.points
        assert over
        result = table.result()
        assert list(result.scores or ()) == model.points
        assert result.winners == (model.points.index(max(model.points)),)
    assert ties


def test_a_single_card_comes_before_a_sum_and_sums_are_offered() -> None:
    # The table is 3D 4C 5S 2B; player 1 holds 7D (3 + 4, 5 + 2), 5C (takes 5S only) and KD.
    deal = ["3D", "4C", "5S", "2B", "7D", "AS", "5C", "AB", "KD", "AC"]
    table = ludwright.load("scopa").table(deal={"stock": deal})
    assert {str(move) for move in table.legal()} == {"7D", "5C", "KD"}
    table.apply("7D")
    assert {chosen(str(m)) for m in table.legal()} == {chosen("3D + 4C"), chosen("5S + 2B")}
    table.undo()
    table.apply("5C")
    assert sorted(table.zone("taken", 0)) == ["5C", "5S"]


def test_the_table_is_dealt_again_with_three_kings() -> None:
    table = ludwright.load("scopa").table(deal={"stock": ["KD", "KC", "KS", "2B"]}, seed=3)
    assert sum(card[0] == "K" for card in table.zone("table")) < 3


@pytest.mark.parametrize("players", [2, 4])
def test_machine_and_oracle_agree(players: int) -> None:
    lock_step(ludwright.load("scopa").definition, players, 7, most=150)
