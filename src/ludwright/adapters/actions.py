"""Actions: the moves of a game as numbers from 0, of which other worlds want a fixed amount.

Where a game has few ids, the action of a move is its id, and means the same in every position. Else
it is the number of an option of the decision at hand. Where nobody decides but the game goes on, as
in games without decisions, action 0 is `continue`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..machine.program import ActionInfo, Program
from ..play.errors import IllegalMove, InvalidMove, TableError
from ..play.moves import Move
from ..play.table import Table
from ..play.view import View
from .game import checked_program

Mask = np.ndarray[Any, np.dtype[np.int8]]

MOST_ACTIONS = 4096
CONTINUE_ID = -1  # the id of the move that ends a pause


class Actions:
    """The actions of a program. `count` is how many there are; `by_id` whether they are ids.

    Where actions are option numbers, a decision may have more options than `count`. Then as many of
    them, spread evenly over the list, are actions; `left_out` says how many are not."""

    def __init__(self, program: Program) -> None:
        self.program = checked_program(program)
        self.by_id = 0 < program.ids <= MOST_ACTIONS
        options = program.ids if self.by_id else _most_options(program)
        self.count = max(1, min(options, MOST_ACTIONS))

    def of(self, where: Table | View) -> list[int]:
        """The actions that are legal at a table, or for the seat of a view, in the order of its
        legal moves. None if the game is over, or if another seat decides."""
        self._check(where)
        if where.over:
            return []
        if where.paused:
            return [0]
        if self.by_id:
            return ids_of(where)
        return [*range(min(len(where.legal()), self.count))]

    def mask(self, where: Table | View) -> Mask:
        """By action: 1 if it is legal, else 0."""
        found = np.zeros(self.count, np.int8)
        found[self.of(where)] = 1
        return found

    def left_out(self, where: Table | View) -> int:
        """The number of legal moves that are no actions."""
        return 0 if self.by_id else max(0, len(where.legal()) - self.count)

    def move(self, action: object, where: Table | View) -> Move | int:
        """What an action means at a table or in a view: a legal move, or its id, as `Table.apply`
        takes it."""
        number = self.checked(action)
        self._check(where)
        if where.over:
            raise IllegalMove("the game is over: no action is legal")
        if where.paused:
            if number:
                raise self._illegal(number, where)
            return CONTINUE_ID
        if self.by_id:
            if isinstance(where, View) and where.move(number) is None:
                raise self._illegal(number, where)
            return number
        moves = where.legal()
        if number >= min(len(moves), self.count):
            raise self._illegal(number, where)
        return moves[self.option(number, len(moves))]

    def apply(self, action: object, table: Table) -> None:
        """Carry out an action at a table; a wrong one is refused and changes nothing."""
        move = self.move(action, table)
        try:
            if isinstance(move, int) and move >= 0:
                table.apply_id(move)
            else:
                table.apply(move)
        except IllegalMove:
            if not isinstance(move, int):
                raise
            raise self._illegal(move, table) from None

    def option(self, action: int, options: int) -> int:
        """The index of the option that an action means, where actions are option numbers."""
        return action * options // self.count if options > self.count else action

    def number(self, move: Move, where: Table | View) -> int:
        """The action of a legal move; where actions are option numbers, the nearest one."""
        if where.paused:
            return 0
        if self.by_id:
            return move.id
        options = len(where.legal())
        # The inverse of `option`: the smallest action whose option is not before this one.
        return move.index if options <= self.count else -(-move.index * self.count // options)

    def checked(self, action: object) -> int:
        """An action as a number of this game, legal or not."""
        if isinstance(action, np.ndarray) and action.ndim == 0:
            action = action.item()
        if isinstance(action, bool | np.bool) or not isinstance(action, int | np.integer):
            raise InvalidMove(f"expected the number of an action, found {action!r}")
        if not 0 <= action < self.count:
            raise InvalidMove(f"unknown action {action}; actions are 0 to {self.count - 1}")
        return int(action)

    def _check(self, where: Table | View) -> None:
        ours, theirs = (
            (each.sources, each.seats, each.options) for each in (self.program, where.program)
        )
        if ours != theirs:
            what = f"{self.program.name} for {self.program.seats}, with the same options"
            raise TableError(f"expected a table or view of {what}, found {where!r}")

    def _illegal(self, action: int, where: Table | View) -> IllegalMove:
        legal = self.of(where)
        some = ", ".join(map(str, legal[:8])) + (", ..." if len(legal) > 8 else "")
        what = "action is" if len(legal) == 1 else "actions are"
        return IllegalMove(f"action {action} is not legal now; the legal {what} {some or 'none'}")

    def __repr__(self) -> str:
        what = "ids" if self.by_id else "option numbers"
        return f"<Actions of {self.program.name}: {self.count} {what}>"


def ids_of(where: Table | View) -> list[int]:
    """The ids of the legal moves at a table or in a view."""
    if isinstance(where, Table):
        return where.legal_ids()
    return [move.id for move in where.legal()]


def _most_options(program: Program) -> int:
    """No decision of a program has more options than this: all ids of one site."""
    return max((sum(map(_ids, site.actions)) for site in program.sites.values()), default=1)


def _ids(info: ActionInfo) -> int:
    return math.prod(size for _, size in info.radix)
