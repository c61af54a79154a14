"""Finishing a solitaire: the moves that are left when nothing has to be decided any more."""

from __future__ import annotations

from ..game import Game
from ..machine.program import Array
from ..play.errors import GameFault, TableError
from ..play.option_rows import Entry
from ..play.table import Table

MOST_MOVES = 500
MOST_COMPARED = 200  # legal moves; with more of them there is something to decide
FARTHEST = 1 << 30  # from the goal


def finishing(game: Game, table: Table) -> list[Entry]:
    """The log entries that finish a solitaire: up to a win if nothing is left to be decided, else
    as long as there is only one move."""
    return _homeward(game, table) or _forced(table)


def _forced(table: Table) -> list[Entry]:
    ahead, begun = table.copy(), len(table.log)
    while not ahead.over and len(ahead.legal()) == 1 and len(ahead.log) < begun + MOST_MOVES:
        ahead.apply(ahead.legal()[0])
    return ahead.log[begun:]


def _homeward(game: Game, table: Table) -> list[Entry]:
    """A line to a win, if it can be reached by moves that bring the goal closer whichever of them
    are preferred. Not if a card is unknown: luck does not finish a game."""
    program, masks, words = table.program, table.masks, table.state
    known = all(masks.identifies(words, token, 0) for token in range(1, masks.n1))
    if program.seats > 1 or table.over or not known:
        return []
    from ..solver.static_facts import static_facts_of

    goal = static_facts_of(game.definition, program).evaluation
    last = _descent(table, goal, last=True)
    return _descent(table, goal, last=False) if last else []


def _descent(table: Table, goal: Array, last: bool) -> list[Entry]:
    """The line of those moves that come closest to the goal, the first or the last of equal ones;
    empty if it does not win, or a move that is not forced comes no closer."""
    from ..solver.heuristic import estimate

    ahead, begun = table.copy(), len(table.log)
    while not ahead.over and len(ahead.log) < begun + MOST_MOVES:
        legal = ahead.legal()
        if len(legal) > MOST_COMPARED:
            return []
        best = FARTHEST if len(legal) == 1 else estimate(ahead.state, goal)
        closer: Table | None = None
        for move in (*reversed(legal),) if last else legal:
            trial = ahead.copy()
            try:
                trial.apply(move.id)
            except (GameFault, TableError):
                continue
            won = trial.over and bool(trial.result().winners)
            value = -1 if won else estimate(trial.state, goal)
            if value < best:
                best, closer = value, trial
        if closer is None:
            return []
        ahead = closer
    return ahead.log[begun:] if ahead.over and ahead.result().winners else []
