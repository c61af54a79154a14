"""Durak beside a second model of its rules, which must agree at every decision."""

from __future__ import annotations

import random
from collections.abc import Generator
from functools import cache

import pytest

import ludwright
from tools.lockstep import lock_step
from tools.tables import seen

RANKS = [*map(str, range(6, 11)), "J", "Q", "K", "A"]
PACK = [rank + suit for rank in RANKS for suit in "SHDC"]
Question = tuple[int, list[str]]
"""Who is asked, and the possible answers."""


@cache
def durak(all_throw_in: bool = True) -> ludwright.Game:
    return ludwright.load("durak", {"all_throw_in": all_throw_in})


class Fooling:
    """The rules of Durak once more, in plain Python: a talk of questions and answers. The stock
    is drawn from its start."""

    def __init__(self, pack: list[str], players: int, all_throw_in: bool) -> None:
        self.trump, self.players, self.all_throw_in = pack[-1][-1], players, all_throw_in
        dealt = 6 * players
        self.hands = [pack[seat:dealt:players] for seat in range(players)]
        self.stock = pack[dealt:]
        self.table: list[str] = []
        self.beaten = 0

    def after(self, seat: int) -> int:
        """The next seat that holds cards."""
        round_ = [(seat + step) % self.players for step in range(1, self.players + 1)]
        return next(other for other in round_ if self.hands[other])

    def beats(self, card: str, other: str) -> bool:
        if card[-1] == other[-1]:
            return RANKS.index(card[:-1]) > RANKS.index(other[:-1])
        return card[-1] == self.trump

    def first(self) -> int:
        trumps = [
            (RANKS.index(card[:-1]), seat)
            for seat, hand in enumerate(self.hands)
            for card in hand
            if card[-1] == self.trump
        ]
        return min(trumps)[1] if trumps else 0

    def talk(self) -> Generator[Question, str, None]:
        attacker = self.first()
        while sum(map(bool, self.hands)) > 1 or self.stock:
            defender = self.after(attacker)
            taken = yield from self.bout(attacker, defender)
            if taken:
                self.hands[defender] += self.table
            else:
                self.beaten += len(self.table)
            self.table = []
            seats = [(attacker + step) % self.players for step in range(self.players)]
            for seat in [*(s for s in seats if s != defender), defender]:
                while len(self.hands[seat]) < 6 and self.stock:
                    self.hands[seat].append(self.stock.pop(0))
            if sum(map(bool, self.hands)) > 1:
                follows = (defender + taken) % self.players
                attacker = follows if self.hands[follows] else self.after(follows)

    def bout(self, attacker: int, defender: int) -> Generator[Question, str, bool]:
        limit, attacks, taking = min(6, len(self.hands[defender])), 1, False
        attack = yield attacker, self.hands[attacker]
        self.lay(attacker, attack)
        while True:
            if not taking:
                can = [card for card in self.hands[defender] if self.beats(card, attack)]
                answer = yield defender, [*can, "take"]
                taking = answer == "take"
                if not taking:
                    self.lay(defender, answer)
            thrown = None
            if attacks < limit:
                thrown = yield from self.throw_in(attacker, defender)
            if thrown is None:
                return taking
            attack, attacks = thrown, attacks + 1

    def throw_in(self, attacker: int, defender: int) -> Generator[Question, str, str | None]:
        there = {card[:-1] for card in self.table}
        for step in range(self.players if self.all_throw_in else 1):
            seat = (attacker + step) % self.players
            if seat == defender or not self.hands[seat]:
                continue
            answer = yield seat, [*(c for c in self.hands[seat] if c[:-1] in there), "pass"]
            if answer != "pass":
                self.lay(seat, answer)
                return answer
        return None

    def lay(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.table.append(card)


@pytest.mark.quick(1)
@pytest.mark.parametrize("all_throw_in", [True, False])
@pytest.mark.parametrize("players", range(2, 7))
def test_durak_follows_its_rules(players: int, all_throw_in: bool) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        pack = rng.sample(PACK, 36)
        table = durak(all_throw_in).table(players=players, seed=seed, deal={"stock": pack})
        model = Fooling(pack, players, all_throw_in)
        talk = model.talk()
        asked: Question | None = next(talk)
        while asked is not None:
            seat, answers = asked
            assert table.decider == seat
            assert sorted(map(str, table.legal())) == sorted(answers)
            assert sorted(table.zone("attack") + table.zone("defence")) == sorted(model.table)
            assert table.zone("stock")[::-1] == model.stock
            assert len(table.zone("beaten")) == model.beaten
            for other, hand in enumerate(model.hands):
                assert sorted(table.zone("hand", other)) == sorted(hand)
            answer = rng.choice(sorted(answers))
            table.apply(answer)
            try:
                asked = talk.send(answer)
            except StopIteration:
                asked = None
        assert table.over
        assert list(table.result().winners) == [s for s in range(players) if not model.hands[s]]


def dealt(*hands: str, rest: str = "") -> dict[str, list[str]]:
    """A pack from which these hands of six are dealt, and whose stock ends with these cards."""
    held, last = [hand.split() for hand in hands], rest.split()
    used = {card for hand in held for card in hand} | {*last}
    first = [held[number % len(held)][number // len(held)] for number in range(6 * len(held))]
    return {"stock": [*first, *(card for card in PACK if card not in used), *last]}


HANDS = ("6S 7S 8S 9S 10S 6H", "7H JS QS KS AS 8H", "6D 7D 8D 9D 10D JD")


def test_the_last_card_of_the_stock_makes_trumps_and_all_see_it() -> None:
    table = durak().table(players=3, deal=dealt(*HANDS, rest="6C"))
    assert table.variable("trump") == "C"
    for seat in range(3):
        assert seen(table, seat, "stock") == ["6C", *[None] * 17]
    # Nobody holds a club, so the first player begins.
    assert table.decider == 0


def test_the_lowest_trump_attacks_first() -> None:
    table = durak().table(players=3, deal=dealt(*HANDS, rest="9H"))
    # Hearts: the first player has the six, the second the seven and the eight.
    assert table.decider == 0
    table = durak().table(players=3, deal=dealt(HANDS[2], HANDS[1], HANDS[0], rest="9H"))
    assert table.decider == 2


def test_a_trump_beats_other_suits_and_ranks_beat_their_own() -> None:
    table = durak().table(players=3, deal=dealt(*HANDS, rest="9H"))
    table.apply("10S")
    # Higher spades, and hearts, which are trumps.
    assert {str(move) for move in table.legal()} == {"7H", "JS", "QS", "KS", "AS", "8H", "take"}


def test_the_others_may_throw_in_what_lies_there_and_the_defender_takes_all() -> None:
    hands = ("6S 7C 8S 9S 10S 6H", "7H JS QS KS AS 8H", "6D 7D 8D 9D 10D JD")
    table = durak().table(players=3, deal=dealt(*hands, rest="9C"))
    # The first player has the lowest trump, the seven of clubs, and attacks with spades.
    table.apply("6S")
    table.apply("take")
    assert (table.decider, {str(m) for m in table.legal()}) == (0, {"6H", "pass"})
    table.apply("6H")
    # Again from the attacker on, who has no six left.
    assert (table.decider, [str(m) for m in table.legal()]) == (0, ["pass"])
    table.apply("pass")
    assert (table.decider, {str(m) for m in table.legal()}) == (2, {"6D", "pass"})
    table.apply("6D")
    for _ in range(2):
        table.apply("pass")
    assert {"6S", "6H", "6D"} <= {*table.zone("hand", 1)}
    assert [len(table.zone("hand", seat)) for seat in range(3)] == [6, 9, 6]
    # Whoever takes does not attack: it is the third player's turn.
    assert table.decider == 2


def test_whoever_beats_everything_attacks_next() -> None:
    table = durak().table(players=3, deal=dealt(*HANDS, rest="9H"))
    for word in ("10S", "JS", "pass", "pass"):
        table.apply(word)
    assert len(table.zone("beaten")) == 2
    assert seen(table, 0, "beaten") == [None] * 2
    assert table.decider == 1


def test_machine_and_oracle_agree() -> None:
    for players in (2, 6):
        lock_step(durak().definition, players, players, most=200)


def test_games_come_to_an_end() -> None:
    for players in (2, 6):
        assert durak().simulate(300, players=players).finished == 300
