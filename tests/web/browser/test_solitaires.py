"""Whole solitaires in the browser, by mouse and by keyboard, and what people expect around them."""

from __future__ import annotations

from functools import cache

import pytest

import ludwright as lw
from tools.web.person import Person


@cache
def solution(game: str, seed: int) -> tuple[str, ...]:
    """The texts of moves that win a deal."""
    found = lw.solve(game, [seed], seconds=20)
    deal = found.deals[0]
    assert deal.status == "solved"
    return tuple(str(move) for move in deal.moves(found.program))


def test_klondike_is_won_by_mouse(ada: Person) -> None:
    ada.table("klondike", seed=2)
    for text in solution("klondike", 2):
        move = next(each for each in ada.moves() if each["text"] == text)
        ada.by_mouse(move)
    assert ada.state["over"]
