"""Stacked deals: a given order of cards instead of a shuffle, also Microsoft's numbered deals."""

from __future__ import annotations

from collections.abc import Sequence

from ..machine import calls
from ..machine import state as m
from ..machine.program import Array, Program
from .errors import TableError
from .looking import tokens_in


def stack_zone(program: Program, state: Array, zone: str, cards: Sequence[str]) -> None:
    """Put a zone in a given order, the first named on top; cards not named stay below them."""
    number = program.zone_number(zone)
    order = tokens_in(program, state, number)[::-1]
    stacked: list[int] = []
    for card in cards:
        token = next((t for t in order if program.tokens[t].casefold() == card.casefold()), None)
        if token is None:
            raise TableError(f"the deal names '{card}', but no such card is left in '{zone}'")
        order.remove(token)
        stacked.append(token)
    stacked += order
    start = int(state[m.LIST_TOP])
    state[start : start + len(stacked)] = stacked
    calls.relink(program.code, state, number, start, len(stacked))


def microsoft_deal(number: int) -> list[str]:
    """The cards of one of Microsoft's numbered deals, the first dealt first."""
    if not 0 < number < 2**31:
        raise TableError("Microsoft's deals are numbered from 1 to 2,147,483,647")
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    cards = [rank + suit for rank in ranks for suit in "CDHS"]
    dealt = []
    while cards:
        number = (214013 * number + 2531011) % 2**31
        chosen = (number >> 16) % len(cards)
        cards[chosen], cards[-1] = cards[-1], cards[chosen]
        dealt.append(cards.pop())
    return dealt


def deal_of(program: Program, text: str) -> dict[str, list[str]]:
    """A deal written as card names with blanks or commas between them, or as `ms:NUMBER`."""
    filled = [
        zone.name
        for number, zone in enumerate(program.zones)
        if zone and zone.name in program.shuffled and tokens_in(program, program.image, number)
    ]
    if len(filled) != 1:
        known = ", ".join(filled or sorted(program.shuffled)) or "there is none"
        raise TableError(f"a deal needs one zone that is shuffled at the start: {known}")
    kind, colon, number = text.strip().partition(":")
    if colon and kind == "ms":
        if not (number.isascii() and number.isdigit() and len(number) < 11):
            raise TableError(f"'{text}' is not a deal: ms: is followed by a number")
        return {filled[0]: microsoft_deal(int(number))}
    return {filled[0]: text.replace(",", " ").split()}
