"""Stacked deals: a given order of cards in place of a shuffle; also Microsoft's numbered deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from ..machine import api
from ..machine import state as m
from ..machine.program import Array, Program
from .errors import TableError
from .inspect_state import tokens_in

MICROSOFT = "ms"  # the prefix of the number of a Microsoft deal


def stack_zone(program: Program, state: Array, zone: str, cards: Sequence[str]) -> None:
    """Put a zone in a given order, the first card on top; cards not named stay below."""
    number = program.zone_number(zone)
    order = tokens_in(program, state, number)[::-1]
    stacked: list[int] = []
    for card in cards:
        token = next((t for t in order if program.tokens[t].casefold() == card.casefold()), None)
        if token is None:
            raise TableError(f"unknown or duplicate card '{card}' in the deal of '{zone}'")
        order.remove(token)
        stacked.append(token)
    stacked += order
    # The free list area is where the machine itself writes the order of a shuffle.
    start = int(state[m.LIST_TOP])
    state[start : start + len(stacked)] = stacked
    api.relink(program.code, state, number, start, len(stacked))


def microsoft_deal(number: int) -> list[str]:
    """The cards of a numbered Microsoft deal, in the order they are dealt."""
    if not 0 < number < 2**31:
        raise TableError("Microsoft deals are numbered from 1 to 2,147,483,647")
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    cards = [rank + suit for rank in ranks for suit in "CDHS"]
    dealt = []
    while cards:
        # The generator of Microsoft's C runtime, on which these numbers depend.
        number = (214013 * number + 2531011) % 2**31
        chosen = (number >> 16) % len(cards)
        cards[chosen], cards[-1] = cards[-1], cards[chosen]
        dealt.append(cards.pop())
    return dealt


def by_rows(program: Program, zone: str, cards: Sequence[str]) -> list[str]:
    """The order of a zone that leads to a layout given row by row.

    Rows go across the piles of the family that is dealt most cards; the rest goes to the other
    piles in the order of the description. Where each position of the zone ends up is found by
    dealing once: the first move of a card shows it."""
    from .table import Table

    number = program.zone_number(zone)
    order = tokens_in(program, program.image, number)[::-1]
    names = [program.tokens[token] for token in order]
    if sorted(map(str.casefold, names)) != sorted(map(str.casefold, cards)):
        raise TableError(f"a numbered deal needs a pack of {len(cards)} cards in '{zone}'")
    piles: dict[int, list[int]] = {}
    for event in Table(program, deal={zone: names}, trace=True).events():
        if event.kind == "move" and event.values[1] == number and event.values[0] in order:
            piles.setdefault(event.values[2], []).append(order.index(event.values[0]))
            # Only the first move of a card is part of the deal.
            order[order.index(event.values[0])] = 0
    kept = [at for at, token in enumerate(order) if token]
    dealt = dict(zip((*_places(program, piles), *kept), cards, strict=True))
    return [dealt[at] for at in range(len(cards))]


def _places(program: Program, piles: Mapping[int, list[int]]) -> list[int]:
    """The positions of piles, by zone and from the bottom; those of the largest family by row."""
    families: dict[str, list[list[int]]] = {}
    for number in sorted(piles):
        zone = program.zones[number]
        families.setdefault(zone.name if zone else "", []).append(piles[number])
    several = [piles for piles in families.values() if len(piles) > 1]
    columns = max(several, key=lambda piles: sum(map(len, piles)), default=[])
    first = [at for row in zip_longest(*columns) for at in row if at is not None]
    others = (at for piles in families.values() for pile in piles for at in pile)
    return [*first, *(at for at in others if at not in set(first))]


def deal_of(program: Program, text: str) -> dict[str, list[str]]:
    """A deal given as card names separated by blanks or commas, or as `ms:NUMBER`."""
    filled = [
        zone.name
        for number, zone in enumerate(program.zones)
        if zone and zone.name in program.shuffled and tokens_in(program, program.image, number)
    ]
    if len(filled) != 1:
        known = ", ".join(filled or sorted(program.shuffled)) or "none"
        raise TableError(f"a deal needs exactly one shuffled zone with cards, found: {known}")
    kind, colon, number = text.strip().partition(":")
    if colon and kind == MICROSOFT:
        if not (number.isascii() and number.isdigit() and len(number) < 11):
            raise TableError(f"invalid deal '{text}'; expected {MICROSOFT}:NUMBER")
        return {filled[0]: by_rows(program, filled[0], microsoft_deal(int(number)))}
    return {filled[0]: text.replace(",", " ").split()}
