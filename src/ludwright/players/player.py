"""The interface of players: they choose among the legal moves of their view."""

from __future__ import annotations

from typing import Protocol

from ..machine.program import Program
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.view import View


class Player(Protocol):
    """Plays one seat, or several. All it gets is a view, so it cannot cheat.

    A player that holds something, such as a process, also has `close()`. One that does not play
    every program also has `declines(program)`, which says why; "" if it plays it.
    """

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Take a seat in a game that begins or is resumed, and forget the game before. All
        randomness of the player comes from the seed, which says nothing about the deal; a player of
        several seats begins in each."""

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
