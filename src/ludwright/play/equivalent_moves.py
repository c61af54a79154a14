"""Equivalent moves: they differ only in which of equal tokens, or of empty zones, they choose."""

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
    """Whether two legal moves are equal, or choose interchangeable tokens or empty zones."""
    if one == other or one.site is not other.site:
        return one == other
    empty = empty_places(table, places)
    return _choice(table, one, empty) == _choice(table, other, empty)


def distinct(table: Chooses, moves: Sequence[Move], places: Collection[str] = ()) -> Sequence[Move]:
    """The legal moves without those that are equivalent to an earlier one; zones of a name in
    `places` are interchangeable."""
    kinds, empty = table.program.kinds, empty_places(table, places)
    if len(set(kinds)) == len(kinds) and len(empty) < 2:
        return moves
    found: dict[Choice, Move] = {}
    for move in moves:
        found.setdefault(_choice(table, move, empty), move)
    return moves if len(found) == len(moves) else list(found.values())


def empty_places(table: Chooses, places: Collection[str]) -> dict[int, str]:
    """The names of interchangeable zones, by number, that the deciding seat knows to be empty, if
    there are two of a name: swapping these does not change the position."""
    tops = table.program.columns.top
    found = {
        number: zone.name
        for number, zone in enumerate(table.program.zones)
        if zone and zone.name in places and table.decider not in zone.uncounted
        if not int(table.state[tops + number])
    }
    names = list(found.values())
    return {number: name for number, name in found.items() if names.count(name) > 1}


def _choice(table: Chooses, move: Move, empty: Mapping[int, str]) -> Choice:
    """What a move chooses, up to the choice among equal tokens and empty zones."""
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
    """Whether two tokens are interchangeable."""
    return _token(table, one) == _token(table, other)


def _token(table: Chooses, token: int) -> object:
    """All facts about a token in an unordered zone that the deciding seat can identify: its kind,
    who knows it, its zone, face, who sees it, and its changing properties. Any other token is only
    equal to itself."""
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
