"""The greedy player: it chooses the move with the best playouts."""

from __future__ import annotations

from ..machine.program import Program
from ..play.draws import Draws
from ..play.errors import GameFault, MoveError, TableError
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.table import Table
from ..play.view import View

WORLDS = 6
MOST_MOVES = 150  # of a playout
MOST_COMPARED = 40  # moves; of more, only the first ones are compared


class Greedy:
    """Looks one move ahead, in sampled worlds.

    Each move is followed by one playout in every world; ties are broken by the number of cards that
    it lets the seat see.
    """

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Begin a stream of random numbers."""
        self._draws = Draws(seed)

    def end(self, result: Result) -> None:
        """Nothing to learn."""

    def choose(self, view: View) -> Move:
        """The most promising move, the first of several."""
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        try:
            worlds = [view.redeal(self._draws.below(2**31 - 1)) for _ in range(WORLDS)]
        except TableError:
            return moves[0]  # no world agrees with what the seat knows
        return max(moves[:MOST_COMPARED], key=lambda move: self._promise(move.id, worlds, view))

    def _promise(self, move: int, worlds: list[Table], view: View) -> tuple[float, int]:
        won, seen = 0.0, 0
        for world in worlds:
            # All moves are compared in the same worlds, so that luck does not decide between them.
            table = world.copy()
            try:
                table.apply(move)
                seen += int(table.masks.shown(table.state, view.seat).sum())
                won += self._playout(table, view.seat)
            except (MoveError, GameFault):
                continue  # not legal in this world
        return won, seen

    def _playout(self, table: Table, seat: int) -> float:
        """The value of a playout to a seat: its share of the win."""
        for _ in range(MOST_MOVES):
            if table.over:
                break
            moves = table.legal()
            table.apply(moves[self._draws.below(len(moves))])
        winners = table.result().winners if table.over else ()
        return 1 / len(winners) if seat in winners else 0.0
