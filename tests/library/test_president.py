"""President beside a second model of its rules, which must agree at every decision."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator
from functools import cache
from itertools import combinations

import pytest

import ludwright
from tools.lockstep import lock_step
from tools.tables import seen

RANKS = [*map(str, range(3, 11)), "J", "Q", "K", "A", "2"]
PACK = [rank + suit for rank in RANKS for suit in "SHDC"]
Question = tuple[int, str, set[str]]
"""Who is asked, what for, and the possible answers."""


@cache
def president(rounds: int = 3) -> ludwright.Game:
    return ludwright.load("president", {"rounds": rounds})


def value(card: str) -> int:
    return RANKS.index(card[:-1])


class Ruling:
    """The rules of President once more, in plain Python: a talk of questions and answers. Which
    cards were dealt is looked up in the game."""

    def __init__(self, table: ludwright.Table, players: int, rounds: int) -> None:
        self.game, self.players, self.rounds = table, players, rounds
        self.points = [0] * players
        self.hands: list[list[str]] = []

    def deal(self) -> None:
        self.hands = [self.game.zone("hand", seat) for seat in range(self.players)]

    def talk(self) -> Generator[Question, str, None]:
        self.deal()
        current = next(seat for seat, hand in enumerate(self.hands) if "3C" in hand)
        for number in range(self.rounds):
            places = yield from self.round(current)
            for place, seat in enumerate(places):
                self.points[seat] += self.players - 1 - place
            if number < self.rounds - 1:
                yield from self.exchange(places)
                current = places[0]

    def round(self, current: int) -> Generator[Question, str, list[int]]:
        places: list[int] = []
        passed: set[int] = set()
        last, size, top = None, 0, -1
        while len(places) < self.players - 1:
            if current == last:
                passed, last, size, top = set(), None, 0, -1
            hand = self.hands[current]
            if hand and current not in passed:
                counts = Counter(card[:-1] for card in hand)
                if not size:
                    rank = yield current, "Choose a rank to lead", set(counts)
                    size = int(
                        (yield current, "Choose how many", {*map(str, range(1, counts[rank] + 1))})
                    )
                else:
                    beat = {r for r in counts if RANKS.index(r) > top and counts[r] >= size}
                    rank = yield current, "Beat", beat | {"pass"}
                if rank == "pass":
                    passed.add(current)
                else:
                    last, top = current, RANKS.index(rank)
                    self.play(current, rank, size)
                    if not self.hands[current]:
                        places.append(current)
            current = (current + 1) % self.players
        return [*places, *({*range(self.players)} - {*places})]

    def play(self, seat: int, rank: str, size: int) -> None:
        """Which of the cards alike they are does not matter."""
        held = [card for card in self.hands[seat] if card[:-1] == rank]
        for card in held[:size]:
            self.hands[seat].remove(card)

    def exchange(self, places: list[int]) -> Generator[Question, str, None]:
        """The game has dealt anew and made the first gift already; the others come one by one."""
        self.deal()
        for number in range(2 if self.players >= 4 else 1):
            ruler, subject = places[number], places[-1 - number]
            if number:
                best = sorted(self.hands[subject], key=value)[-1]
                self.hands[subject].remove(best)
                self.hands[ruler].append(best)
                mine = [ranks(hand) for hand in self.hands]
                self.deal()  # which of several best cards it was does not matter
                assert mine == [ranks(hand) for hand in self.hands]
            sets = combinations(sorted(self.hands[ruler]), 2 - number)
            gifts = yield ruler, "Give", {" + ".join(each) for each in sets}
            for card in gifts.split(" + "):
                self.hands[ruler].remove(card)
                self.hands[subject].append(card)


def ranks(cards: list[str]) -> list[str]:
    return sorted(card[:-1] for card in cards)


@pytest.mark.quick(1)
@pytest.mark.parametrize("players", range(3, 8))
def test_president_follows_its_rules(players: int) -> None:
    for seed in range(4):
        table = president().table(players=players, seed=seed)
        model, rng = Ruling(table, players, 3), random.Random(seed)
        talk = model.talk()
        asked: Question | None = next(talk)
        while asked is not None:
            seat, what, answers = asked
            words = {" + ".join(sorted(str(move).split(" + "))) for move in table.legal()}
            assert (table.decider, table.prompt[: len(what)]) == (seat, what)
            assert words == answers
            for hand in range(players):
                assert ranks(table.zone("hand", hand)) == ranks(model.hands[hand])
            answer = rng.choice(sorted(words))
            table.apply(answer)
            asked = next_question(talk, answer)
        assert table.over
        result = table.result()
        assert list(result.scores or ()) == model.points
        best = max(model.points)
        assert list(result.winners) == [s for s in range(players) if model.points[s] == best]


def next_question(talk: Generator[Question, str, None], answer: str) -> Question | None:
    try:
        return talk.send(answer)
    except StopIteration:
        return None


def stacked(*hands: str) -> dict[str, list[str]]:
    """A deal in which hands start with these cards; the rest goes round as it comes."""
    wanted = [hand.split() for hand in hands]
    rest = [card for card in PACK if not any(card in hand for hand in wanted)]
    whole: list[str] = []
    for number in range(52):
        hand = wanted[number % len(wanted)]
        whole.append(hand.pop(0) if hand else rest.pop())
    return {"pack": whole}


def play(table: ludwright.Table, text: str) -> None:
    for word in text.split():
        table.apply(word)


def test_a_pair_is_beaten_by_a_higher_pair_only() -> None:
    deal = stacked("3C 4S 4H", "5S 5H 6D KS KH", "6S 6H")
    table = president(1).table(players=3, deal=deal)
    play(table, "4 2")
    assert table.decider == 1
    words = {str(move) for move in table.legal()}
    assert {"5", "K", "pass"} <= words and "4" not in words
    play(table, "K")
    assert ranks(table.zone("table")) == ["4", "4", "K", "K"]
    assert table.variable("cards_to_play") == 2


def test_who_has_passed_waits_until_somebody_leads() -> None:
    deal = stacked("3C 4S", "5S", "6S")
    table = president(1).table(players=3, deal=deal)
    play(table, "4 1 pass")
    # The second player passed: the third and the first go on without.
    assert table.decider == 2
    play(table, "6")
    assert table.decider == 0
    play(table, "pass")
    # Nobody is left to beat the six: the table is cleared, and the third player leads.
    assert (table.decider, table.zone("table"), len(table.zone("discards"))) == (2, [], 2)
    assert table.prompt.startswith("Choose a rank to lead")


def test_gifts_are_seen_by_two_players_only() -> None:
    game = president(2)
    for seed in range(5):
        table, rng = game.table(players=4, seed=seed, trace=True), random.Random(seed)
        while not table.prompt.startswith("Give"):
            table.apply(rng.choice(table.legal()))
        ruler = table.decider
        assert ruler is not None
        sizes = [len(table.zone("hand", seat)) for seat in range(4)]
        subject = sizes.index(11)
        assert sizes[ruler] == 15
        # The two best cards of the last player came to the first, who may give any two back.
        got = [event.text.partition(":")[0] for event in table.events() if event.kind == "move"][
            -2:
        ]
        assert {*got} <= {*table.zone("hand", ruler)}
        assert min(map(value, got)) >= max(map(value, table.zone("hand", subject)))
        other = next(seat for seat in range(4) if seat not in (ruler, subject))
        move = table.legal()[0]
        assert (table.text(move, other), table.text(move, ruler)) == ("(hidden)", str(move))
        assert len(table.legal()) == 15 * 14 // 2
        table.apply(move)
        assert [len(table.zone("hand", seat)) for seat in (ruler, subject)] == [13, 13]
        assert seen(table, other, "hand", subject) == [None] * 13


def test_machine_and_oracle_agree() -> None:
    for players in (3, 7):
        lock_step(president(2).definition, players, players, most=200)


def test_games_come_to_an_end() -> None:
    for players in (3, 7):
        assert president().simulate(200, players=players).finished == 200
