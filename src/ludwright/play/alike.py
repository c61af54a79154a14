"""Moves that choose alike: among tokens that nobody can tell apart, it does not matter which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..machine import state as m

if TYPE_CHECKING:
    from .choosing import Chooses
    from .moves import Move

Choice = tuple[object, ...]


def alike(table: Chooses, one: Move, other: Move) -> bool:
    """Whether two legal moves choose the same, or tokens in place of others that are the same."""
    return one == other or (one.site is other.site and _choice(table, one) == _choice(table, other))


def distinct(table: Chooses, moves: Sequence[Move]) -> Sequence[Move]:
    """The legal moves without those that are alike to an earlier one."""
    kinds = table.program.kinds
    if len(set(kinds)) == len(kinds):
        return moves
    found: dict[Choice, Move] = {}
    for move in moves:
        found.setdefault(_choice(table, move), move)
    return moves if len(found) == len(moves) else list(found.values())


def _choice(table: Chooses, move: Move) -> Choice:
    """What a move chooses, whichever of equal tokens it names."""
    values = move.info.chosen(table.entry(move)[1:]) if move.info else []
    chosen = [_token(table, x) if kind == "token" and x else x for x, kind in values]
    if move.info and move.info.sets is not None:
        return (move.action, frozenset(Counter(chosen).items()))
    return (move.action, *chosen)


def same_token(table: Chooses, one: int, other: int) -> bool:
    """Whether it makes no difference which of two tokens is chosen."""
    return _token(table, one) == _token(table, other)


def _token(table: Chooses, token: int) -> object:
    """All there is to say about a token that lies where places do not count and that the seat that
    decides can tell: its kind, who knows it, its zone, face and who sees it, and what changes about
    it. Any other is told by its number."""
    program, state = table.program, table.state
    tokens = int(program.code[m.P_TOKENS])
    zone = int(state[m.KNOWN + 3 * tokens + token])
    sight = int(program.code[int(program.code[m.P_SIGHT]) + m.SIGHT_WORDS * zone])
    decider = table.decider
    if decider is None or sight & m.ORDERED or not table.masks.identifies(state, token, decider):
        return token
    stretches = (m.KNOWN + tokens * k for k in (0, 3, 4, 5))
    changing = (info.address for info in program.properties.values())
    at = [start + token for start in (*stretches, *changing)]
    return (program.kinds[token], program.tokens[token], *state[at].tolist())
