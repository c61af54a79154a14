"""Texts of moves: which legal move one denotes, and what is wrong if it denotes none."""

from __future__ import annotations

from .equivalent_moves import alike
from .errors import AmbiguousMove, IllegalMove, InvalidMove, not_a_move
from .moves import Move, looks_like_a_move, normal
from .offers import Offers
from .picks import asked_for, items_in, options, picks_set, set_move


def parse(offers: Offers, text: str) -> Move:
    """The legal move that a text means, in any of its notations."""
    if not isinstance(text, str):
        raise not_a_move(text)
    if picks_set(offers):
        return set_move(offers, items_in(offers, text))
    found = options(offers, text)
    # Equal cards have equal texts; any of them will do, unless they differ in some other way.
    if len(found) > 1 and not all(alike(offers, move, found[0]) for move in found):
        raise AmbiguousMove(f"'{text}' matches {len(found)} moves: give its number")
    if found:
        return found[0]
    if looks_like_a_move(offers.program, normal(text)):
        raise IllegalMove(f"'{text}' is not legal now; {how_many(offers)}")
    raise InvalidMove(f"'{text}' is not a move of this game; {how_many(offers)}")


def how_many(offers: Offers) -> str:
    """The number of legal moves, in words."""
    if offers.over:
        return "the game is over"
    if picks_set(offers):
        return asked_for(offers)
    count = len(offers.legal())
    return f"there are {count} legal moves" if count != 1 else "there is 1 legal move"
