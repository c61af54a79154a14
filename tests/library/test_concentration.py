"""Concentration beside a second model of its rules, and what a perfect memory makes of it."""

from __future__ import annotations

import random
from math import sqrt
from statistics import mean, stdev

import pytest

import ludwright
from ludwright import Table
from tools.lockstep import lock_step

RED = "HD"


def kind(card: str) -> tuple[str, bool]:
    """What makes two cards a pair: rank and colour."""
    return card[:-1], card[-1] in RED


# ---- the rules ---------------------------------------------------------------------------------


class Pairs:
    """The rules of Concentration once more; places count from 0."""

    def __init__(self, cards: list[str], players: int) -> None:
        self.cards, self.found = cards, [0] * players
        self.gone: set[int] = set()
        self.up: list[int] = []
        self.current, self.moves = 0, 1

    def places(self) -> list[int]:
        waiting = self.up if len(self.up) == 1 else []
        return [i for i in range(len(self.cards)) if i not in self.gone and i not in waiting]

    def turn_up(self, place: int) -> None:
        if len(self.up) == 2:
            self.up = []
        self.up.append(place)
        if len(self.up) == 1:
            return
        first, second = (kind(self.cards[each]) for each in self.up)
        self.moves += 1
        if first == second:
            self.gone |= set(self.up)
            self.found[self.current] += 1
            self.up = []
        else:
            self.current = (self.current + 1) % len(self.found)
        if len(self.gone) == len(self.cards) - 2:
            self.gone = set(range(len(self.cards)))
            self.found[self.current] += 1


@pytest.mark.quick(1)
@pytest.mark.parametrize("players", [1, 2, 3, 6])
@pytest.mark.parametrize("pairs", [5, 10, 26])
def test_concentration_follows_its_rules(players: int, pairs: int) -> None:
    table = ludwright.load("concentration", {"pairs": pairs}).table(players=players, seed=players)
    cards = table.zone("layout")
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    pack = [(rank, colour) for rank in ranks for colour in (True, False)][:pairs]
    assert sorted(map(kind, cards)) == sorted(pack * 2)
    model, rng = Pairs(cards, players), random.Random(pairs)
    while not table.over:
        assert table.decider == model.current
        assert [int(str(move)) - 1 for move in table.legal()] == model.places()
        shown = [i in model.gone or i in model.up for i in range(len(cards))]
        assert table.face_up("layout") == shown
        place = rng.choice(model.places())
        table.apply(str(place + 1))
        model.turn_up(place)
        assert [table.variable("pairs_found", seat) for seat in range(players)] == model.found
    assert len(model.gone) == 2 * pairs and table.zone("layout") == cards
    result = table.result()
    assert result.scores == (tuple(model.found) if players > 1 else (model.moves,))
    best = max(model.found)
    assert list(result.winners) == [s for s in range(players) if model.found[s] == best]


def test_everybody_sees_a_card_as_long_as_it_is_up() -> None:
    deal = ["AH", "2S", "AD", "2C", "AS", "AC", "3H", "2D", "2H", "3D"]
    table = ludwright.load("concentration", {"pairs": 5}).table(players=2, deal={"layout": deal})
    left = table.zone("layout")
    table.apply("1")
    assert all(table.view(seat).sees("layout") == [True] + [False] * 9 for seat in (0, 1))
    table.apply("2")
    # No pair: both stay up while the next player chooses, who may choose one of them.
    assert table.decider == 1
    assert table.view(0).sees("layout") == [True] * 2 + [False] * 8
    table.apply("2")
    assert table.view(0).sees("layout") == [False, True] + [False] * 8
    # It was seen, so one can know it.
    assert table.view(0).zone("layout")[:3] == [left[0], left[1], None]


def test_without_memory_the_square_of_the_pairs_is_needed() -> None:
    # With k pairs left the second card fits one time in 2k - 1: that many moves a pair, summed up.
    games = 2_000
    for pairs in (5, 10):
        statistics = ludwright.load("concentration", {"pairs": pairs}).simulate(games, seed=1)
        found = statistics.seats[0].mean_score
        assert found is not None
        variance = sum((2 * k - 1) * (2 * k - 2) for k in range(1, pairs + 1))
        assert abs(found - pairs**2) < 4 * sqrt(variance / games)


# ---- with a perfect memory ---------------------------------------------------------------------


class Memory:
    """Remembers every card that its view has shown, by place, and nothing else."""

    def __init__(self, rng: random.Random) -> None:
        self.cards: dict[int, str] = {}
        self.rng = rng

    def choose(self, table: Table) -> list[int]:
        """The next place to turn up, or the next two if that shows nothing new."""
        view = table.view(0)
        shown = zip(view.zone("layout"), view.sees("layout"), strict=True)
        self.cards |= {i: card for i, (card, up) in enumerate(shown) if up and card}
        free = [int(str(move)) - 1 for move in view.legal()]
        known = {place: kind(self.cards[place]) for place in free if place in self.cards}
        if "second" in view.prompt:
            first = kind(self.cards[int(view.variable("first_place") or 0) - 1])
            fitting = [place for place, each in known.items() if each == first]
        else:
            whole = list(known.values())
            fitting = [place for place, each in known.items() if whole.count(each) == 2]
            fitting = [place for place in fitting if known[place] == known[fitting[0]]]
        fresh = [place for place in free if place not in self.cards]
        return fitting or [self.rng.choice(fresh)]


@pytest.mark.deep
@pytest.mark.parametrize(
    ("pairs", "published", "games"), [(5, 7.5524, 200), (10, 15.6217, 80), (26, 41.4435, 25)]
)
def test_a_perfect_memory_needs_as_many_moves_as_published(
    pairs: int, published: float, games: int
) -> None:
    game = ludwright.load("concentration", {"pairs": pairs})
    moves = []
    for seed in range(games):
        table, memory = game.table(players=1, seed=seed), Memory(random.Random(seed))
        while not table.over:
            for place in memory.choose(table):
                table.apply(str(place + 1))
        moves.append((table.result().scores or (0,))[0])
    assert abs(mean(moves) - published) < 4 * stdev(moves) / sqrt(games)


def test_machine_and_oracle_agree() -> None:
    game = ludwright.load("concentration").definition
    for players in (1, 4):
        lock_step(game, players, players)
