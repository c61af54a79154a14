"""Finishing a solitaire: the moves that are left when nothing has to be decided any more."""

from __future__ import annotations

from ..game import Game
from ..play.errors import GameFault, TableError
from ..play.option_rows import Entry
from ..play.table import Table

MOST_MOVES = 500
MOST_COMPARED = 200  # legal moves; with more of them there is something to decide


def finishing(game: Game, table: Table) -> list[Entry]:
    """The log entries that finish a solitaire: up to a win if every move on the way brings the goal
    closer, else as long as there is only one."""
    return _homeward(game, table) or _forced(table)


def _forced(table: Table) -> list[Entry]:
    ahead, begun = table.copy(), len(table.log)
    while not ahead.over and len(ahead.legal()) == 1 and len(ahead.log) < begun + MOST_MOVES:
        ahead.apply(ahead.legal()[0])
    return ahead.log[begun:]


def _homeward(game: Game, table: Table) -> list[Entry]:
    """A line on which each move that is not forced lowers the distance from the goal; empty if
    there is none, or if a card is not known: luck does not finish a game."""
    program, masks, words = table.program, table.masks, table.state
    known = all(masks.identifies(words, token, 0) for token in range(1, masks.n1))
    if program.seats > 1 or table.over or not known:
        return []
    from ..solver.heuristic import estimate
    from ..solver.static_facts import static_facts_of

    goal = static_facts_of(game.definition, program).evaluation
    ahead, begun = table.copy(), len(table.log)
    while not ahead.over and len(ahead.log) < begun + MOST_MOVES:
        legal = ahead.legal()
        here, best, found = estimate(ahead.state, goal), None, ahead
        if len(legal) > MOST_COMPARED:
            return []
        for move in legal:
            trial = ahead.copy()
            try:
                trial.apply(move.id)
            except (GameFault, TableError):
                continue
            value = estimate(trial.state, goal)
            won = trial.over and bool(trial.result().winners)
            if won or len(legal) == 1 or value < (here if best is None else best):
                best, found = -1 if won else value, trial
            if won:
                break
        if found is ahead:
            return []
        ahead = found
    return ahead.log[begun:] if ahead.over and ahead.result().winners else []
