"""The interface of players: they choose among the legal moves of their view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..machine import api
from ..machine.program import Program
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.table import Table
from ..play.view import View


class Player(Protocol):
    """Plays one seat, or several. All it gets is a view, so it cannot cheat."""

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Take a seat in a game that begins or is resumed. All randomness of the player comes from
        the seed; a player of several seats begins in each."""

    def choose(self, view: View) -> Move | int:
        """One of the legal moves of a view, or its fixed id; there is at least one."""

    def end(self, result: Result) -> None:
        """The game is over. If moves are taken back, it may continue and end again."""


class Blind:
    """A player that needs only the number of legal moves: making a view for it would be a waste."""

    def pick(self, count: int) -> int:
        """The index of one of `count` moves."""
        raise NotImplementedError

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Nothing to remember."""

    def choose(self, view: View) -> Move | int:
        """One of the legal moves."""
        moves = view.legal()
        return moves[self.pick(len(moves))]

    def end(self, result: Result) -> None:
        """Nothing to learn."""


def choice(player: Player, table: Table) -> Move:
    """The choice of a player for the seat that decides."""
    moves = table.legal()
    if isinstance(player, Blind):
        return moves[player.pick(len(moves))]
    assert table.decider is not None, "no seat is to decide"
    chosen = player.choose(table.view(table.decider))
    return chosen if isinstance(chosen, Move) else table.move(chosen)


def begin(table: Table, players: Sequence[Player]) -> None:
    """Let players take their seats. A player of several seats has one stream of random numbers for
    all of them; different players have different streams."""
    for seat, player in enumerate(players):
        # The stream belongs to the player, so its number is that of the player's first seat.
        first = next(i for i, each in enumerate(players) if each is player)
        seed = table.seed if first == 0 else int(api.mix(table.seed, first))
        player.begin(seat, table.program, seed)


def end(table: Table, players: Sequence[Player]) -> None:
    """Pass the result to the players."""
    # A player of several seats gets the result once.
    for player in dict.fromkeys(players):
        player.end(table.result())


def against_all(program: Program, player: Player, others: Player) -> list[Player]:
    """One player in the first seat, another in all other seats."""
    return [player, *[others] * (program.seats - 1)]


def play_on(table: Table, players: Player | Sequence[Player], most: int) -> None:
    """Let players, one per seat or one for all, play until the game is over or a limit of moves is
    reached."""
    seated = players if isinstance(players, Sequence) else [players] * table.program.seats
    begin(table, seated)
    made = 0
    while made < most and not table.over:
        seat = table.decider
        table.apply(table.legal()[0] if seat is None else choice(seated[seat], table))
        made += 1
    if table.over:
        end(table, seated)
