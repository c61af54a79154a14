"""Moves that choose alike: among equal tokens, or empty places of a kind, any is as good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from ..machine import state as m

if TYPE_CHECKING:
    from .decision import Chooses
    from .moves import Move

Choice = tuple[object, ...]


def alike(table: Chooses, one: Move, other: Move, places: Collection[str] = ()) -> bool:
    """Whether two legal moves choose the same, or tokens or empty places that are as good."""
    if one == other or one.site is not other.site:
        return one == other
    empty = empty_places(table, places)
    return _choice(table, one, empty) == _choice(table, other, empty)


def distinct(table: Chooses, moves: Sequence[Move], places: Collection[str] = ()) -> Sequence[Move]:
    """The legal moves without those that are alike to an earlier one; `places` names zones whose
    places are interchangeable."""
    kinds, empty = table.program.kinds, empty_places(table, places)
    if len(set(kinds)) == len(kinds) and len(empty) < 2:
        return moves
    found: dict[Choice, Move] = {}
    for move in moves:
        found.setdefault(_choice(table, move, empty), move)
    return moves if len(found) == len(moves) else list(found.values())


def empty_places(table: Chooses, places: Collection[str]) -> dict[int, str]:
    """The interchangeable places, by number, that are empty as the seat that decides can see, if
    there are two of a name: swapping those leaves the position as it is."""
    tops = m.KNOWN + 6 * int(table.program.code[m.P_TOKENS])
    found = {
        number: zone.name
        for number, zone in enumerate(table.program.zones)
        if zone and zone.name in places and table.decider not in zone.uncounted
        if not int(table.state[tops + number])
    }
    names = list(found.values())
    return {number: name for number, name in found.items() if names.count(name) > 1}


def _choice(table: Chooses, move: Move, empty: Mapping[int, str]) -> Choice:
    """What a move chooses, whichever of equal tokens and of empty places it names."""
    values = move.info.chosen(table.entry(move)[1:]) if move.info else []
    named: dict[int, tuple[str, int]] = {}
    chosen: list[object] = []
    for value, kind in values:
        if kind == "zone" and value in empty:
            chosen.append(named.setdefault(value, (empty[value], len(named))))
        else:
            chosen.append(_token(table, value) if kind == "token" and value else value)
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
    columns = program.columns
    zone = int(state[columns.zone + token])
    sight = int(program.code[int(program.code[m.P_SIGHT]) + m.SIGHT_WORDS * zone])
    decider = table.decider
    if decider is None or sight & m.ORDERED or not table.masks.identifies(state, token, decider):
        return token
    facts = (columns.known, columns.zone, columns.face, columns.shown)
    changing = (info.address for info in program.properties.values())
    at = [start + token for start in (*facts, *changing)]
    return (program.kinds[token], program.tokens[token], *state[at].tolist())
