"""What sits at a table: something that chooses among the moves it is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..play.moves import Move
from ..play.table import Table


class Player(Protocol):
    """Chooses moves. It never sees the state of the game, so it can't peek."""

    def choose(self, moves: Sequence[Move]) -> Move:
        """One of the moves, of which there is at least one."""


def play_on(table: Table, player: Player, most: int) -> None:
    """Let a player choose for all seats until the game is over or so many moves were made."""
    made = 0
    while made < most and not table.over:
        moves = table.legal()
        table.apply(moves[0] if table.paused else player.choose(moves))
        made += 1
