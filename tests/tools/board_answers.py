"""What every search says of a deal: boards with any pruning on or off, the machine, a slow walk."""

from __future__ import annotations

from dataclasses import dataclass

import ludwright as lw
from ludwright.play.table import Table
from ludwright.solver import general
from ludwright.solver.answers import IMPOSSIBLE, SOLVED, UNKNOWN, Limits
from ludwright.solver.board.driver import EXHAUSTED, WON, BestFirst, DepthFirst
from ludwright.solver.board.solve import PROVED, Board
from ludwright.solver.pile_game import NotAPileGame
from models import brute_force

WAYS = tuple([(0, True)] + [(options, False) for options in (0, 1, 2, 4, 16, PROVED)])
"""Prunings, and whether all piles and cards are told apart."""


@dataclass(frozen=True)
class Said:
    """Answers by who gave them, without those who came to none; and why there is no board."""

    answers: dict[str, str]
    otherwise: str = ""


def said(game: lw.Game, table: Table, states: int, walked: int) -> Said:
    """What all say of the position of a table, within so many positions."""
    answers, otherwise = on_boards(game, table, states)
    limits = Limits(seconds=None, states=states)
    given = (game.definition, game.program(), table.state.copy(), limits, None)
    answers["machine"] = general.search(*given).status
    truth = brute_force.winnable(table, walked)
    answers["walk"] = UNKNOWN if truth is None else SOLVED if truth else IMPOSSIBLE
    return Said({who: what for who, what in answers.items() if what != UNKNOWN}, otherwise)


def on_boards(game: lw.Game, table: Table, states: int) -> tuple[dict[str, str], str]:
    """The answers of boards, or why there are none."""
    found = {}
    try:
        board = Board(game.definition, game.program(), table.state)
        for options, exact in WAYS:
            rules = board.rules(options, exact)
            for kind in (DepthFirst, BestFirst):
                outcome = kind(rules, board.position(rules)).run(states)
                status = {WON: SOLVED, EXHAUSTED: IMPOSSIBLE}.get(outcome, UNKNOWN)
                found[f"{kind.__name__} {options} {exact}"] = status
    except NotAPileGame as why:
        return {}, str(why)
    return found, ""
