"""Equivalent moves: they differ only in which of equal tokens, or of empty zones, they choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from ..machine import state as m

if TYPE_CHECKING:
    from .moves import Move
    from .offers import Offers

Choice = tuple[object, ...]


def alike(offers: Offers, one: Move, other: Move, places: Collection[str] = ()) -> bool:
    """Whether two legal moves are equal, or choose interchangeable tokens or empty zones."""
    if one == other or one.site is not other.site:
        return one == other
    empty = empty_places(offers, places)
    return _choice(offers, one, empty) == _choice(offers, other, empty)


def distinct(offers: Offers, moves: Sequence[Move], places: Collection[str] = ()) -> Sequence[Move]:
    """The legal moves without those that are equivalent to an earlier one; zones of a name in
    `places` are interchangeable."""
    kinds, empty = offers.program.kinds, empty_places(offers, places)
    # All tokens differ and no two places are alike: nothing to merge, as in most games.
    if len(set(kinds)) == len(kinds) and len(empty) < 2:
        return moves
    found: dict[Choice, Move] = {}
    for move in moves:
        found.setdefault(_choice(offers, move, empty), move)
    return moves if len(found) == len(moves) else list(found.values())


def empty_places(offers: Offers, places: Collection[str]) -> dict[int, str]:
    """The names of interchangeable zones, by number, that the deciding seat knows to be empty, if
    there are two of a name: swapping these does not change the position."""
    tops = offers.program.columns.top
    found = {
        number: zone.name
        for number, zone in enumerate(offers.program.zones)
        if zone and zone.name in places and offers.decider not in zone.uncounted
        if not int(offers.state[tops + number])
    }
    # A single empty zone has nothing to be swapped with.
    names = list(found.values())
    return {number: name for number, name in found.items() if names.count(name) > 1}


def _choice(offers: Offers, move: Move, empty: Mapping[int, str]) -> Choice:
    """What a move chooses, up to the choice among equal tokens and empty zones."""
    named: dict[int, tuple[str, int]] = {}
    chosen: list[object] = []
    for value, kind in offers.chosen_by(move):
        if kind == "zone" and value in empty:
            # The first empty zone of a move is any of them; the second one is any other.
            chosen.append(named.setdefault(value, (empty[value], len(named))))
        else:
            chosen.append(_token(offers, value) if kind == "token" and value else value)
    if move.info and move.info.sets is not None:
        # A multiset: two equal tokens in a set are not the same as one.
        return (move.action, frozenset(Counter(chosen).items()))
    return (move.action, *chosen)


def same_token(offers: Offers, one: int, other: int) -> bool:
    """Whether two tokens are interchangeable."""
    return _token(offers, one) == _token(offers, other)


def _token(offers: Offers, token: int) -> object:
    """All facts about a token in an unordered zone that the deciding seat can identify: its kind,
    who knows it, its zone, face, who sees it, and its changing properties. Any other token is only
    equal to itself."""
    program, state = offers.program, offers.state
    columns = program.columns
    zone = int(state[columns.zone + token])
    sight = int(program.code[int(program.code[m.P_SIGHT]) + m.SIGHT_WORDS * zone])
    decider = offers.decider
    if decider is None or sight & m.ORDERED or not offers.masks.identifies(state, token, decider):
        return token
    facts = (columns.known, columns.zone, columns.face, columns.shown)
    changing = (info.address for info in program.properties.values())
    at = [start + token for start in (*facts, *changing)]
    return (program.kinds[token], program.tokens[token], *state[at].tolist())
