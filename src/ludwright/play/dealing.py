"""Stacked deals: a given order of cards instead of a shuffle."""

from __future__ import annotations

from collections.abc import Sequence

from ..machine import calls
from ..machine import state as m
from ..machine.program import Array, Program
from .errors import TableError


def stack_zone(program: Program, state: Array, zone: str, cards: Sequence[str]) -> None:
    """Put a zone in a given order, the first named on top; cards not named stay below them."""
    number = program.zone_number(zone)
    order = _tokens(program, state, number)
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
    known, shown = m.KNOWN, m.KNOWN + 5 * int(program.code[m.P_TOKENS])
    for token in stacked:
        state[known + token] &= state[shown + token]


def _tokens(program: Program, state: Array, zone: int) -> list[int]:
    n1 = int(program.code[m.P_TOKENS])
    after, top = m.KNOWN + n1, m.KNOWN + 6 * n1
    tokens = []
    token = int(state[top + zone])
    while token:
        tokens.append(token)
        token = int(state[after + token])
    return tokens
