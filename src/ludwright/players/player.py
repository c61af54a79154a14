"""What sits at a table: something that chooses among the moves of its view."""

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
    """Sits in one seat, or in several. A view is all it is given, so it can't peek."""

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Take a seat of a game that is about to begin, or goes on from somewhere. All chance that
        the player needs comes from the seed; one that sits in several seats begins in each."""

    def choose(self, view: View) -> Move | int:
        """One of the legal moves of a view, of which there is at least one, or its fixed id."""

    def end(self, result: Result) -> None:
        """The game is over. If the last move is taken back it may go on, and end once more."""


class Blind:
    """A player that needs to know nothing but how many moves there are: no view is made for it."""

    def pick(self, count: int) -> int:
        """The index of one of so many moves."""
        raise NotImplementedError

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """There is nothing to remember of a seat."""

    def choose(self, view: View) -> Move | int:
        """One of the legal moves."""
        moves = view.legal()
        return moves[self.pick(len(moves))]

    def end(self, result: Result) -> None:
        """There is nothing to learn."""


def choice(player: Player, table: Table) -> Move:
    """What a player that has begun chooses for the seat that decides."""
    moves = table.legal()
    if isinstance(player, Blind):
        return moves[player.pick(len(moves))]
    assert table.decider is not None, "nobody has to decide"
    chosen = player.choose(table.view(table.decider))
    return chosen if isinstance(chosen, Move) else table.move(chosen)


def begin(table: Table, players: Sequence[Player]) -> None:
    """Let players take their seats. Those that sit in several have one stream of random numbers,
    others have streams of their own."""
    for seat, player in enumerate(players):
        first = next(i for i, each in enumerate(players) if each is player)
        seed = table.seed if first == 0 else int(api.mix(table.seed, first))
        player.begin(seat, table.program, seed)


def end(table: Table, players: Sequence[Player]) -> None:
    """Let players know how the game ended."""
    for player in dict.fromkeys(players):
        player.end(table.result())


def against_all(program: Program, player: Player, others: Player) -> list[Player]:
    """A player in the first seat, and another one in all others."""
    return [player, *[others] * (program.seats - 1)]


def play_on(table: Table, players: Player | Sequence[Player], most: int) -> None:
    """Let players choose, one for each seat or one for all, until the game is over or so many moves
    were made."""
    seated = players if isinstance(players, Sequence) else [players] * table.program.seats
    begin(table, seated)
    made = 0
    while made < most and not table.over:
        seat = table.decider
        table.apply(table.legal()[0] if seat is None else choice(seated[seat], table))
        made += 1
    if table.over:
        end(table, seated)
