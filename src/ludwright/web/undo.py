"""Which moves may be taken back, and by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .journal import Moved


def moves_to_keep(moves: Sequence[Moved], seat: int, to: int | None) -> int | None:
    """How many moves remain if a seat takes back: up to its own last move, or to a number. None if
    there is nothing to take back."""
    if to is not None:
        return to if to < len(moves) else None
    own = [number for number, move in enumerate(moves) if move.made.seat == seat]
    if own:
        return own[-1]
    # In games that only pause nobody has moves of their own.
    paused = all(move.made.seat is None for move in moves)
    return len(moves) - 1 if moves and paused else None


def is_free(moves: Sequence[Moved], keep: int, person: int, people: Mapping[int, int]) -> bool:
    """Whether the moves after the first `keep` may be taken back without asking: alone always; with
    others if they are one's own, drew no chance and revealed nothing."""
    if len(set(people.values())) <= 1:
        return True
    back = moves[keep:]
    seats = {move.made.seat for move in back if move.made.seat is not None}
    own = all(people.get(seat, person) == person for seat in seats)
    return own and not any(move.secret for move in back)
