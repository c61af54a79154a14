"""The library's CGML games: stacked deals worked out by hand, and a second model of the rules."""

from __future__ import annotations

import random
from collections.abc import Generator
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest

import ludwright
from ludwright.diagnostics import Report, Source
from ludwright.gamedef import nodes as n
from ludwright.gamedef.walk import walk
from ludwright.languages.cgml.tools import TOOLS
from oracle import Oracle
from oracle.world import World

LIBRARY = Path(__file__).parents[3] / "src/ludwright/library"
HIGH, LOW = ("9", "10", "J", "Q", "K", "A"), ("2", "3", "4", "5", "6", "7")


def library(name: str) -> n.GameDef:
    text = (LIBRARY / name / f"{name}.cgml").read_text(encoding="utf-8")
    report = Report()
    game = TOOLS.game_of(Source(name, text), report)
    assert report.items == []
    assert game is not None
    return game


# ---- War ---------------------------------------------------------------------------------------


def war(first: list[str], second: list[str], face_down: int = 1) -> Oracle:
    """A game of War whose piles start with these cards, the rest so that the first player wins.

    In the rest every high card of the first player meets a low one of the second, and the
    eights meet cards that settle it."""
    high = [rank + suit for rank in HIGH for suit in "SHDC"] + ["8S", "8H"]
    low = ["8D", "8C"] + [rank + suit for rank in LOW for suit in "SHDC"]
    mine = [*first, *(card for card in high if card not in [*first, *second])]
    yours = [*second, *(card for card in low if card not in [*first, *second])]
    deal = [card for pair in zip(mine, yours, strict=True) for card in pair]
    return Oracle(library("war"), 2, 1, {"face_down": face_down}, {"pack": deal})


def test_war_without_a_war_takes_as_many_battles_as_cards() -> None:
    game = war([], [])
    assert (game.world.turns, game.result) == (26, ([0], [52, 0], "finished"))


@pytest.mark.parametrize(("face_down", "battles"), [(1, 24), (2, 23), (3, 22)])
def test_a_war_is_part_of_its_battle(face_down: int, battles: int) -> None:
    # With a king first there is no war; with an eight against an eight there is one, which costs
    # the second player the cards put face down and one more.
    first = ["KS", *["9S", "9H", "9D"][:face_down], "AS"]
    second = ["8D", *["2S", "2H", "2D"][:face_down], "3S"]
    game = war(first, second, face_down)
    assert (game.world.turns, game.result) == (26, ([0], [52, 0], "finished"))
    tied = war(["8S", *first[1:]], second, face_down)
    assert (tied.world.turns, tied.result) == (battles, ([0], [52, 0], "finished"))


def test_two_wars_in_one_battle() -> None:
    # Eights meet, a card each face down, eights meet again, a card each, and the ace decides.
    game = war(["8S", "9S", "8H", "9H", "AS"], ["8D", "2S", "8C", "2H", "3S"])
    assert (game.world.turns, game.result) == (22, ([0], [52, 0], "finished"))


def test_who_cannot_pay_for_a_war_loses() -> None:
    # The second player's last card is an eight that meets an eight.
    mine = [rank + suit for rank in HIGH for suit in "SHDC"] + ["8S", "8H"]
    yours = [rank + suit for rank in LOW for suit in "SHDC"] + ["8D", "8C"]
    mine[-2:] = ["8H", "8S"]
    yours[-2:], yours[0] = [yours[0], "8C"], "8D"
    deal = [card for pair in zip(mine, yours, strict=True) for card in pair]
    game = Oracle(library("war"), 2, 1, {}, {"pack": deal})
    assert game.world.turns == 26
    assert game.result == ([0], [50, 0], "can't go on with the war")


@pytest.mark.quick(1)
@pytest.mark.parametrize("games", [4_000, 20_000])
@pytest.mark.parametrize(("face_down", "published"), [(1, 440.9), (3, 236.0)])
def test_war_is_as_long_as_published(face_down: int, published: float, games: int) -> None:
    game = ludwright.load("war", options={"face_down": face_down})
    turns = [game.table(seed=seed).turns for seed in range(games)]
    assert abs(mean(turns) - published) < 4 * stdev(turns) / sqrt(len(turns))


def test_a_battle_is_small() -> None:
    """Speed: the loop of War must stay a few dozen nodes, without machinery for jumps."""
    main = library("war").procedures[0].body
    loop = next(s for s in main if isinstance(s, n.While) and s.test == n.Truth(value=True))
    assert sum(isinstance(node, n.Statement) for node in walk(loop)) < 30
    assert not any(isinstance(node, n.SetVariable | n.Variable) for node in walk(loop))


# ---- Crazy Eights ------------------------------------------------------------------------------

Question = tuple[str, int, list[str]]


class Eights:
    """The rules of Crazy Eights once more, in plain Python, without any luck of its own."""

    def __init__(self, hands: list[list[str]], draw: list[str], discard: list[str]) -> None:
        self.hands, self.draw, self.discard = hands, draw, discard
        self.follow: str | None = discard[0][-1]
        self.passes = self.current = 0
        self.shuffled: list[list[str]] = []

    def fits(self, card: str) -> bool:
        top = self.discard[0]
        return card[:-1] in ("8", top[:-1]) or card[-1] == self.follow

    def put(self, card: str) -> None:
        self.hands[self.current].remove(card)
        self.discard.insert(0, card)
        self.follow = None if card[:-1] == "8" else card[-1]

    def turn(self) -> Generator[Question, str, None]:
        hand, me = self.hands[self.current], self.current
        fitting = [card for card in hand if self.fits(card)]
        if fitting:
            self.put((yield "card", me, fitting))
            self.passes = 0
            return
        if not self.draw:
            self.discard, rest = self.discard[:1], self.discard[1:]
            self.draw = self.shuffled.pop(0) if len(rest) > 1 else rest
            assert sorted(self.draw) == sorted(rest)
        if not self.draw:
            self.passes += 1
            return
        self.passes = 0
        card = self.draw.pop(0)
        hand.insert(0, card)
        if self.fits(card) and (yield "text", me, ["play it", "keep it"]) == "play it":
            self.put(card)

    def play(self) -> Generator[Question, str, None]:
        while True:
            yield from self.turn()
            if not self.hands[self.current] or self.passes >= len(self.hands):
                return
            if self.follow is None:
                self.follow = yield "suit", self.current, ["S", "H", "D", "C"]
            self.current = (self.current + 1) % len(self.hands)

    def result(self) -> Any:
        def points(card: str) -> int:
            rank = card[:-1]
            return {"8": 50, "A": 1, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)

        scores = [-sum(map(points, hand)) for hand in self.hands]
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return (winners, scores, "finished")


class Seen:
    """What the oracle shows of a game of Crazy Eights, in names."""

    def __init__(self, players: int, seed: int, shuffles: list[list[str]]) -> None:
        self.oracle = Oracle(library("crazy-eights"), players, seed)
        self.shuffles = shuffles

    def name(self, token: int) -> str:
        return self.oracle.things.tokens[token - 1].name

    def zone(self, name: str, seat: int | None = None) -> list[str]:
        return [self.name(token) for token in self.oracle.snapshot()["zones"][name, seat, 0]]

    def said(self, kind: str, raw: int) -> str:
        if kind == "card":
            return self.name(raw)
        return str(self.oracle.things.enums[kind][raw - 1])


@pytest.fixture
def shuffles(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Every order that a shuffle has given, as it happens."""
    found: list[list[str]] = []
    real = World.shuffle

    def shuffle(world: World, zone: int) -> None:
        real(world, zone)
        if len(world.zones[zone]) > 1:
            found.append([world.things.tokens[t - 1].name for t in world.zones[zone]])

    monkeypatch.setattr(World, "shuffle", shuffle)
    return found


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", [0, 5, 10])
@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_crazy_eights_follows_its_rules(
    players: int, first: int, shuffles: list[list[str]]
) -> None:
    for seed in range(first, first + 5):
        shuffles.clear()
        compare(players, seed, shuffles)


def compare(players: int, seed: int, shuffles: list[list[str]]) -> None:
    """Play one game at random beside the model; they must agree at every decision."""
    seen, rng = Seen(players, seed, shuffles), random.Random(seed)
    order, count = shuffles.pop(0), 7 if players == 2 else 5
    hands = [order[seat : count * players : players][::-1] for seat in range(players)]
    start = count * players
    model = Eights(hands, order[start + 1 :], [order[start]])
    model.shuffled = shuffles
    steps, answer = model.play(), None
    while True:
        try:
            question = steps.send(answer) if answer else next(steps)
        except StopIteration:
            break
        kind, seat, options = question
        rows = seen.oracle.options()
        assert seen.oracle.decider == seat
        assert [seen.said(kind, row[1]) for row in rows] == options
        assert [seen.zone("hand", s) for s in range(players)] == model.hands
        assert (seen.zone("draw_pile"), seen.zone("discard_pile")) == (model.draw, model.discard)
        row = rng.choice(rows)
        answer = seen.said(kind, row[1])
        seen.oracle.choose(row)
    assert seen.oracle.result == model.result()


def test_a_blocked_game_is_won_by_the_fewest_points() -> None:
    # Two cards each, a king of spades on the table, and nothing to draw: both pass.
    deal = ["3C", "2H", "QD", "4H", "KS"]
    cards = ", ".join(
        f"{{type: card, properties: {{rank: {rank}, suit: {suit}, color: any}}}}"
        for rank, suit in deal
    )
    types = f"{{deck_types: {{standard_52_ace_low: {{composition: [{cards}]}}}}}}"
    text = (LIBRARY / "crazy-eights/crazy-eights.cgml").read_text(encoding="utf-8")
    text += f"components: {{component_types: {types}}}\nsetup: [{{id: deal, count: 2}}]\n"
    report = Report()
    game = TOOLS.game_of(Source("blocked", text), report)
    assert [d.message for d in report.sorted()] == []
    assert game is not None
    blocked = Oracle(game, 2, 1, {}, {"draw_pile": deal})
    assert (blocked.world.turns, blocked.result) == (2, ([1], [-13, -6], "finished"))


def test_hands_are_secret(shuffles: list[list[str]]) -> None:
    game = Oracle(library("crazy-eights"), 3, 5)
    zones = game.snapshot()["zones"]
    for seat in range(3):
        for token in zones["hand", seat, 0]:
            assert game.world.shown[token] == game.world.known[token] == 1 << seat
    assert all(game.world.known[token] == 0 for token in zones["draw_pile", None, 0])
    assert all(game.world.known[token] == 0b111 for token in zones["discard_pile", None, 0])
