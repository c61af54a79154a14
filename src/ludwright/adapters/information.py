"""Information states: a name for everything that a seat has observed and chosen so far."""

from __future__ import annotations

from ..play.view import View


def information_string(view: View) -> str:
    """A text that is equal exactly where the seat's information is: a hash of all it observed and
    chose, in order."""
    return f"{view.program.name}, seat {view.seat + 1}, information {view.information():016x}"
