"""The rules of games of tricks once more, for tests that compare them with the library."""

from __future__ import annotations

import random

from ludwright import Table

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class Hand:
    """The rules of tricks once more, in plain Python: one hand of cards."""

    def __init__(
        self, hands: list[list[str]], leader: int, trump: str = "", held_back: str = ""
    ) -> None:
        self.hands, self.trump, self.held_back = hands, trump, held_back
        self.breaking = True
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0] * len(hands)
        self.won: list[list[str]] = [[] for _ in hands]
        self.current = leader

    @property
    def over(self) -> bool:
        return not any(self.hands)

    def legal(self) -> list[str]:
        """The cards that may be played now."""
        hand = self.hands[self.current]
        if self.trick:
            lead = self.trick[0][1][-1]
            return [card for card in hand if card[-1] == lead] or hand
        return [card for card in hand if card[-1] != self.held_back] or hand

    def worth(self, card: str) -> tuple[bool, bool, int]:
        """What a card is worth in this trick: trumps first, then the suit that was led."""
        suit = card[-1]
        return suit == self.trump, suit == self.trick[0][1][-1], RANKS.index(card[:-1])

    def play(self, card: str) -> None:
        self.hands[self.current].remove(card)
        self.trick.append((self.current, card))
        if card[-1] == self.held_back and self.breaking:
            self.held_back = ""
        self.current = (self.current + 1) % len(self.hands)
        if len(self.trick) == len(self.hands):
            self.current = max(self.trick, key=lambda played: self.worth(played[1]))[0]
            self.tricks[self.current] += 1
            self.won[self.current] += [card for _, card in self.trick]
            self.trick = []


def hands_of(table: Table) -> list[list[str]]:
    return [table.zone("hand", seat) for seat in range(table.program.seats)]


def play_hand(table: Table, model: Hand, rng: random.Random) -> None:
    """One hand at random, in which table and model must agree at every card."""
    while not model.over:
        assert table.decider == model.current
        assert {str(move) for move in table.legal()} == set(model.legal())
        assert table.zone("trick") == [card for _, card in model.trick]
        card = rng.choice(sorted(model.legal()))
        table.apply(card)
        model.play(card)
