"""Gin Rummy beside a second model of its rules, which must agree at every decision."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from functools import cache

import pytest

import ludwright
from tools.lockstep import lock_step
from tools.tables import seen

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
Cards = frozenset[str]


def place(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


def worth(cards: Cards) -> int:
    return sum(min(place(card), 10) for card in cards)


def is_meld(cards: Cards) -> bool:
    places = sorted(map(place, cards))
    suited = len({card[-1] for card in cards}) == 1
    run = suited and places == list(range(places[0], places[0] + len(places)))
    return len(cards) >= 3 and (len(set(places)) == 1 or run)


@cache
def melds(cards: Cards) -> list[Cards]:
    """All sets and runs of three cards or more, however long."""
    found: list[Cards] = []
    for rank in RANKS:
        same = [card for card in cards if card[:-1] == rank]
        found += [frozenset(x) for k in (3, 4) for x in itertools.combinations(same, k)]
    for suit in "SHDC":
        held = sorted((card for card in cards if card[-1] == suit), key=place)
        stretches = (held[i:j] for i, j in itertools.combinations(range(len(held) + 1), 2))
        found += [frozenset(x) for x in stretches if is_meld(frozenset(x))]
    return found


@cache
def deadwood(cards: Cards) -> int:
    """What is left at least when some cards are melded: by trying everything."""
    if not cards:
        return 0
    first = min(cards)
    left = [worth(frozenset({first})) + deadwood(cards - {first})]
    left += [deadwood(cards - meld) for meld in melds(cards) if first in meld]
    return min(left)


def chosen(text: str) -> Cards:
    return frozenset(text.split(" + "))


class Gin:
    """A hand of Gin Rummy once more, in plain Python, with a table that is played along."""

    def __init__(self, table: ludwright.Table, rng: random.Random, starter: int) -> None:
        self.table, self.rng, self.current = table, rng, starter
        self.hands = [frozenset(table.zone("hand", seat)) for seat in (0, 1)]
        self.stock, self.discards = table.zone("stock"), table.zone("discards")
        self.taken = ""
        self.limit = int(table.variable("limit"))
        self.laid: list[Cards] = []
        self.seen: Counter[str] = Counter()

    @property
    def hand(self) -> Cards:
        return self.hands[self.current]

    def choose(self, *options: str, likely: str = "") -> str:
        """Check what the table offers, and choose."""
        assert self.table.decider == self.current
        offered = {str(move): chosen(str(move)) for move in self.table.legal()}
        assert len(offered) == len(options)
        assert set(offered.values()) == {chosen(option) for option in options}
        wanted = chosen(likely if likely and self.rng.random() < 0.8 else self.rng.choice(options))
        text = next(text for text, cards in offered.items() if cards == wanted)
        self.table.apply(text)
        return text

    def can_go(self, hand: Cards) -> list[str]:
        """The cards without which one may knock."""
        cards = sorted(hand - {self.taken})
        return [card for card in cards if deadwood(hand - {card}) <= self.limit]

    def take(self, source: list[str], open_card: bool) -> None:
        card = source.pop()
        self.hands[self.current] |= {card}
        self.taken = card if open_card else ""

    def play(self) -> list[int]:
        """Play a hand; the points it brings."""
        offers = 2
        while True:
            declined = offers == 0
            if offers > 0:
                offers -= 1
                if self.choose("take", "pass") == "pass":
                    self.current = 1 - self.current
                    continue
                self.take(self.discards, True)
            elif len(self.stock) == 2:
                self.taken = self.discards[-1]
                knock = ["knock"] if self.can_go(self.hand | {self.taken}) else []
                if self.choose("pass", *knock, likely="".join(knock)) == "pass":
                    self.seen["wall"] += 1
                    return [0, 0]
                self.seen["last chance"] += 1
                self.take(self.discards, True)
                return self.knock()
            else:
                sources = ["stock"] if declined else ["stock", "discards"]
                helps = deadwood(self.hand | {self.discards[-1]}) < deadwood(self.hand)
                likely = "discards" if helps and not declined else "stock"
                closed = self.choose(*sources, likely=likely) == "stock"
                self.take(self.stock if closed else self.discards, not closed)
            offers = -1
            if self.discard():
                return self.knock()
            self.current = 1 - self.current

    def discard(self) -> bool:
        """Discard a card, or knock."""
        cards = sorted(self.hand - {self.taken})
        knock = ["knock"] if self.can_go(self.hand) else []
        best = min(cards, key=lambda card: deadwood(self.hand - {card}))
        likely = best if not knock or self.rng.random() < 0.5 else "knock"
        card = self.choose(*cards, *knock, likely=likely)
        if card == "knock":
            return True
        self.hands[self.current] -= {card}
        self.discards.append(card)
        return False

    def knock(self) -> list[int]:
        card = self.choose(*self.can_go(self.hand))
        self.hands[self.current] -= {card}
        while short := [meld for meld in melds(self.hand) if len(meld) <= 5]:
            fits = [m for m in short if deadwood(self.hand - m) <= self.limit]
            done = ["done"] if worth(self.hand) <= self.limit else []
            best = min(fits, key=lambda m: deadwood(self.hand - m), default=frozenset())
            written = [" + ".join(meld) for meld in fits]
            answer = self.choose(*written, *done, likely=" + ".join(best) if not done else "")
            if answer == "done":
                self.seen["kept a meld"] += 1
                break
            self.laid.append(chosen(answer))
            self.hands[self.current] -= chosen(answer)
        return self.lay_off()

    def lay_off(self) -> list[int]:
        knocker, other = self.current, 1 - self.current
        self.current = other
        while self.hands[knocker]:
            fits = [c for c in self.hand if any(is_meld(meld | {c}) for meld in self.laid)]
            if not fits:
                break
            card = self.choose(*fits, "done")
            if card == "done":
                break
            self.seen["laid off"] += 1
            # A run comes first: there the next card may go on.
            at = [i for i, meld in enumerate(self.laid) if is_meld(meld | {card})]
            at.sort(key=lambda i: len({c[:-1] for c in self.laid[i]}) == 1)
            self.laid[at[0]] |= {card}
            self.hands[other] -= {card}
        mine, theirs = worth(self.hands[knocker]), deadwood(self.hands[other])
        points = [0, 0]
        if not self.hands[knocker]:
            self.seen["gin"] += 1
            points[knocker] = theirs + 25
        elif mine < theirs:
            self.seen["knock"] += 1
            points[knocker] = theirs - mine
        else:
            self.seen["undercut"] += 1
            points[other] = mine - theirs + 25
        return points


def match(seed: int, hands: int, **options: int | bool) -> Counter[str]:
    """Play some hands beside the model; what happened in them."""
    rng, points, seen = random.Random(seed), [0, 0], Counter[str]()
    options |= {"hands": hands}
    table = ludwright.load("gin-rummy", options).table(seed=seed)
    for number in range(1, 100):
        model = Gin(table, rng, (number - 1) % 2)
        upcard = min(place(model.discards[-1]), 10)
        wild = 0 if upcard == 1 else upcard
        assert model.limit == (wild if options.get("oklahoma") else options.get("knock_card", 10))
        points = [a + b for a, b in zip(points, model.play(), strict=True)]
        seen += model.seen
        if number == hands or max(points) >= 100:
            break
        assert not table.over
        assert [table.variable("points", seat) for seat in (0, 1)] == points
    result = table.result()
    assert table.over and list(result.scores or ()) == points
    assert list(result.winners) == [seat for seat in (0, 1) if points[seat] == max(points)]
    return seen


@pytest.mark.quick(1)
@pytest.mark.parametrize("matches", [1, 3])
def test_gin_rummy_follows_its_rules(matches: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(matches):
        happened += match(seed, 0)
    happened += match(3, 10, knock_card=0)
    happened += match(4, 5, oklahoma=True)
    everything = {"wall", "gin", "knock", "undercut", "laid off"}
    assert set(happened) >= everything


def hand_of(upcard: str) -> ludwright.Table:
    """A table where player 1 has three sets and a king, and player 2 nothing that goes together."""
    first = ["AS", "AH", "AD", "2S", "2H", "2D", "3S", "3H", "3D", "KS"]
    second = ["AC", "2C", "5C", "4S", "4H", "8D", "8C", "QS", "QH", "KD"]
    dealt = [card for pair in zip(first, second, strict=True) for card in pair]
    return ludwright.load("gin-rummy").table(deal={"stock": [*dealt, upcard]})


def test_gin_scores_all_that_is_left_and_a_bonus() -> None:
    table = hand_of("3C")
    for move in ("take", "knock", "KS"):
        table.apply(move)
    for cards in ({"AS", "AH", "AD"}, {"2S", "2H", "2D"}, {"3S", "3H", "3D", "3C"}):
        table.apply(next(move for move in table.legal() if chosen(str(move)) == cards))
    # The aces and twos of player 2 would fit, but nothing is laid off on gin.
    left = 1 + 2 + 5 + 4 + 4 + 8 + 8 + 10 + 10 + 10
    assert table.result().scores == (left + 25, 0)


def test_cards_are_laid_off_on_a_knock() -> None:
    table = hand_of("9H")
    table.apply("take")
    assert "knock" in map(str, table.legal())  # without the king a nine is left
    table.apply("knock")
    table.apply("KS")
    for rank in "A23":
        cards = {f"{rank}{suit}" for suit in "SHD"}
        table.apply(next(move for move in table.legal() if chosen(str(move)) == cards))
    assert {str(move) for move in table.legal()} == {"AC", "2C", "done"}
    table.apply("2C")
    table.apply("AC")
    assert table.result().scores == (5 + 4 + 4 + 8 + 8 + 10 + 10 + 10 - 9, 0)


def test_what_was_taken_may_not_go_back_at_once() -> None:
    table = hand_of("9C")
    table.apply("take")
    assert "9C" not in map(str, table.legal())


def test_the_hands_are_open_once_somebody_knocks() -> None:
    table = hand_of("4D")
    table.apply("take")
    assert seen(table, 0, "hand", 1) == [None] * 10
    table.apply("knock")
    table.apply("KS")
    assert None not in seen(table, 0, "hand", 1)
    assert None not in seen(table, 1, "hand", 0)


@pytest.mark.quick(1)
@pytest.mark.parametrize("hands", [1, 3])
def test_machine_and_oracle_agree(hands: int) -> None:
    lock_step(ludwright.load("gin-rummy").definition, 2, hands, most=90)
