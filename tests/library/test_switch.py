"""Switch beside a second model of its rules, and the options of the base it inherits."""

from __future__ import annotations

import random
from collections.abc import Generator
from functools import cache

import pytest

import ludwright
from ludwright import Table
from tools.lockstep import lock_step

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
PACK = [rank + suit for rank in RANKS for suit in "SHDC"]
Question = tuple[int, list[str]]
"""Who is asked, and the possible answers."""


@cache
def game(name: str = "switch", most_draws: int = 1, reshuffle: bool = True) -> ludwright.Game:
    return ludwright.load(name, {"most_draws": most_draws, "reshuffle": reshuffle})


class Following:
    """The rules of Switch and of Crazy Eights once more: a talk of questions and answers. The draw
    pile is drawn from its start; how a new one was shuffled is what the game tells."""

    def __init__(
        self, pack: list[str], players: int, special: bool, draws: int, again: bool
    ) -> None:
        self.players, self.special = players, special
        self.draws, self.again = draws, again
        self.wild = "A" if special else "8"
        dealt = players * (7 if players == 2 else 5)
        self.hands = [pack[seat:dealt:players] for seat in range(players)]
        self.pile, self.stock = [pack[dealt]], pack[dealt + 1 :]
        self.told: list[str] = []
        self.mixed = False
        self.suit = self.pile[-1][-1]
        self.due = self.current = self.passes = 0
        self.step = 1

    def fits(self, card: str) -> bool:
        same = card[:-1] in (self.wild, self.pile[-1][:-1])
        return same or card[-1] == self.suit

    @property
    def over(self) -> bool:
        return not all(self.hands) or self.passes >= self.players

    def talk(self) -> Generator[Question, str, None]:
        while not self.over:
            jumps = yield from self.turn()
            if not self.over:
                self.current = (self.current + jumps * self.step) % self.players

    def turn(self) -> Generator[Question, str, int]:
        """One turn, and how many seats the next one is away."""
        mine = self.hands[self.current]
        if self.due:
            twos = [card for card in mine if card[0] == "2"]
            answer = yield self.current, [*twos, "draw"]
            if answer != "draw":
                return (yield from self.play(answer))
            got = [self.draw() for _ in range(self.due)]
            self.due, self.passes = 0, 0 if any(got) else self.passes + 1
            return 1
        if any(map(self.fits, mine)):
            answer = yield self.current, [card for card in mine if self.fits(card)]
            return (yield from self.play(answer))
        drawn = ""
        for _ in range(self.draws):
            if not any(map(self.fits, mine)):
                drawn = self.draw() or drawn
        self.passes = 0 if drawn else self.passes + 1
        if drawn and self.fits(drawn):
            answer = yield self.current, ["play it", "keep it"]
            if answer == "play it":
                return (yield from self.play(drawn))
        return 1

    def draw(self) -> str:
        """One card, if there is any."""
        if not self.stock and self.again:
            *self.stock, top = self.pile
            self.pile, self.mixed = [top], True
        if not self.stock:
            return ""
        card = self.told.pop(0)
        assert card in self.stock if self.mixed else card == self.stock[0]
        self.stock.remove(card)
        self.hands[self.current].append(card)
        return card

    def play(self, card: str) -> Generator[Question, str, int]:
        mine = self.hands[self.current]
        mine.remove(card)
        self.pile.append(card)
        self.suit, self.passes = card[-1], 0
        if card[:-1] == self.wild and mine:
            self.suit = yield self.current, ["S", "H", "D", "C"]
        if not self.special:
            return 1
        self.due += 2 if card[0] == "2" else 0
        if card[0] == "J" and self.players > 2:
            self.step = -self.step
        jumps = {"8": 2, "J": 0 if self.players == 2 else 1}
        return jumps.get(card[0], 1)

    def scores(self) -> list[int]:
        worth = {rank: min(10, number) for number, rank in enumerate(RANKS, 1)} | {self.wild: 50}
        return [-sum(worth[card[:-1]] for card in hand) for hand in self.hands]


def drawn(table: Table) -> list[str]:
    """The cards that have left the draw pile since the last choice."""
    moves = [event.text.split(": ") for event in table.events() if event.kind == "move"]
    return [card for card, way in moves if way.startswith("draw pile")]


def words(table: Table) -> set[str]:
    return {str(move) for move in table.legal()}


CASES = [("switch", 1, True), ("switch", 3, False), ("crazy-eights", 5, False)]


@pytest.mark.quick(2)
@pytest.mark.parametrize(("name", "draws", "again"), CASES)
@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_it_follows_its_rules(name: str, draws: int, again: bool, players: int) -> None:
    for seed in range(8):
        rng = random.Random(seed)
        pack = rng.sample(PACK, 52)
        deal = {"draw_pile": pack}
        table = game(name, draws, again).table(players=players, seed=seed, deal=deal, trace=True)
        model = Following(pack, players, name == "switch", draws, again)
        talk = model.talk()
        model.told = drawn(table)[1 + players * (7 if players == 2 else 5) :]
        asked: Question | None = next(talk)
        while asked is not None:
            seat, answers = asked
            assert model.told == []
            assert table.decider == seat
            assert sorted(map(str, table.legal())) == sorted(answers)
            for each, hand in enumerate(model.hands):
                assert sorted(table.zone("hand", each)) == sorted(hand)
            assert table.zone("discard_pile") == model.pile
            answer = rng.choice(sorted(answers))
            table.apply(answer)
            model.told = drawn(table)
            try:
                asked = talk.send(answer)
            except StopIteration:
                asked = None
        assert table.over
        scores, result = model.scores(), table.result()
        assert list(result.scores or ()) == scores
        assert list(result.winners) == [s for s in range(players) if scores[s] == max(scores)]


def stacked(top: str, *hands: str) -> dict[str, list[str]]:
    """A deal in which hands have these cards, among others, and the first discard."""
    size = 7 if len(hands) == 2 else 5
    wanted = [hand.split() for hand in hands]
    used = {top, *(card for hand in wanted for card in hand)}
    rest = [card for card in PACK if card not in used]
    full = [[*hand, *(rest.pop() for _ in range(size - len(hand)))] for hand in wanted]
    dealt = (hand[number] for number in range(size) for hand in full)
    return {"draw_pile": [*dealt, top, *rest]}


def play(table: Table, text: str) -> None:
    for word in text.split():
        table.apply(word)


def test_twos_add_up_until_somebody_draws() -> None:
    table = game().table(players=3, deal=stacked("3S", "2S", "2H", "4D"))
    play(table, "2S")
    assert (table.decider, words(table)) == (1, {"2H", "draw"})
    play(table, "2H")
    # Also asked without a two, so that nobody can tell.
    assert (table.decider, words(table)) == (2, {"draw"})
    play(table, "draw")
    assert len(table.zone("hand", 2)) == 9
    # That was the turn of the third player; hearts are to follow.
    assert (table.decider, table.variable("suit_to_follow")) == (0, "H")


def test_an_eight_passes_over_the_next_player() -> None:
    table = game().table(players=3, deal=stacked("3S", "8S", "4S", "5S"))
    play(table, "8S")
    assert table.decider == 2


def test_a_jack_switches_the_direction() -> None:
    table = game().table(players=3, deal=stacked("3S", "JS", "4S", "5S 6S"))
    play(table, "JS")
    assert table.decider == 2
    play(table, "5S")
    assert table.decider == 1


@pytest.mark.parametrize("card", ["8S", "JS"])
def test_with_two_players_one_goes_on(card: str) -> None:
    table = game().table(players=2, deal=stacked("3S", f"{card} 5S", "4S"))
    play(table, card)
    assert (table.decider, "5S" in words(table)) == (0, True)


def test_an_ace_fits_everywhere_and_names_the_suit() -> None:
    table = game().table(players=3, deal=stacked("3S", "AH 4S", "5D 5S", "6D"))
    assert "AH" in words(table)
    play(table, "AH")
    assert (table.decider, words(table)) == (0, {"S", "H", "D", "C"})
    play(table, "D")
    assert table.decider == 1
    assert "5D" in words(table) and "5S" not in words(table)


@pytest.mark.parametrize(("draws", "decider", "sizes"), [(3, 1, [10, 9]), (5, 0, [12, 7])])
def test_cards_are_drawn_until_one_fits(draws: int, decider: int, sizes: list[int]) -> None:
    # Only the fifth card of the draw pile goes with the three of diamonds.
    far = [c for c in PACK if c[-1] != "D" and c[0] not in "38"]
    pack = [*far[:14], "3D", *far[14:18], "4D", *far[18:]]
    table = game("crazy-eights", draws).table(players=2, deal={"draw_pile": pack})
    assert (table.decider, words(table)) == (decider, {"play it", "keep it"})
    assert [len(table.zone("hand", seat)) for seat in range(2)] == sizes


def test_machine_and_oracle_agree() -> None:
    for players in (2, 3, 7):
        lock_step(game().definition, players, players, most=150)


def test_games_come_to_an_end() -> None:
    for players in (2, 7):
        assert game().simulate(300, players=players).finished == 300
