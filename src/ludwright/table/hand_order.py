"""The order in which a hand is shown everywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..machine.program import Program

CARD = re.compile(r"(?<!\w)(10|[1-9TJQKA])([CDHS])(?!\w)")
RANKS = ("A", "K", "Q", "J", "T", "10", *"987654321")


def held_order(program: Program, cards: Sequence[str | None]) -> tuple[int, ...]:
    """The indices of the cards of a hand in the order in which they are shown: playing cards by
    suit and rank, others in the order of their declaration, hidden ones last."""
    numbers = range(len(cards))
    known = [CARD.fullmatch(card or "") for card in cards]
    faces = [_suit_and_rank(card) for card in known if card]
    if len(faces) == len(cards):
        return tuple(sorted(numbers, key=faces.__getitem__))
    names = program.tokens
    # Of several tokens with one name the first counts, hence the reversed order.
    declared = {name: number for number, name in reversed(list(enumerate(names)))}
    declared[""] = len(names)  # tokens are counted from 1: the empty name stands for hidden cards
    return tuple(sorted(numbers, key=lambda i: declared.get(cards[i] or "", len(names))))


def as_held(program: Program, hand: Sequence[str | None]) -> tuple[str | None, ...]:
    """A hand in the order in which it is shown."""
    return tuple(hand[i] for i in held_order(program, hand))


def _suit_and_rank(card: re.Match[str]) -> tuple[int, int]:
    """A sort key: black and red suits alternate, high cards first."""
    return "SHCD".index(card[2]), RANKS.index(card[1])
