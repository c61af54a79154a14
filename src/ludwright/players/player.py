"""What sits at a table: something that chooses among the moves it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ..play.moves import Move
from ..play.table import Table
from ..play.view import View

Look = Callable[[], View]
"""A way to look at the table, for those who want to: a view is made when asked for."""


class Player(Protocol):
    """Chooses moves. It never sees the state of the game, so it can't peek."""

    def choose(self, moves: Sequence[Move], look: Look) -> Move:
        """One of the moves, of which there is at least one."""


def choice(player: Player, table: Table) -> Move:
    """What a player chooses for the seat that decides."""
    return player.choose(table.legal(), lambda: table.view(table.decider or 0))


def play_on(table: Table, player: Player, most: int, against: Player | None = None) -> None:
    """Let a player choose for all seats, or for the first one against another in all others, until
    the game is over or so many moves were made."""
    made = 0
    while made < most and not table.over:
        chooser = chooser_of(table, player, against)
        table.apply(table.legal()[0] if table.paused else choice(chooser, table))
        made += 1


def chooser_of(table: Table, player: Player, against: Player | None) -> Player:
    """Who decides now: a player, or who sits against it in all seats but the first."""
    return against if against and table.decider else player
