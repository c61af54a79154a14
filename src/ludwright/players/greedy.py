"""The greedy player: the move after which a few random games end best for it."""

from __future__ import annotations

from ..machine.program import Program
from ..play.errors import GameFault, MoveError, TableError
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.redeal import Draws
from ..play.table import Table
from ..play.view import View

WORLDS = 6
MOST_MOVES = 150  # of a random game
MOST_TRIED = 40  # moves that are looked at; of more, the first ones


class Greedy:
    """Looks one move ahead, in worlds that its seat can't rule out.

    After each move a random game is played to its end in every world; where those do not tell
    moves apart, it likes best what lets it see most cards.
    """

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Begin a stream of random numbers."""
        self._draws = Draws(seed)

    def end(self, result: Result) -> None:
        """There is nothing to learn."""

    def choose(self, view: View) -> Move:
        """The most promising of the moves, the first among equals."""
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        try:
            worlds = [view.redeal(self._draws.below(2**31 - 1)) for _ in range(WORLDS)]
        except TableError:
            return moves[0]  # no world to try moves in
        return max(moves[:MOST_TRIED], key=lambda move: self._promise(move.id, worlds, view))

    def _promise(self, move: int, worlds: list[Table], view: View) -> tuple[float, int]:
        won, seen = 0.0, 0
        for world in worlds:
            trial = world.copy()
            try:
                trial.apply(move)
                seen += int(trial.masks.shown(trial.state, view.seat).sum())
                won += self._outcome(trial, view.seat)
            except (MoveError, GameFault):
                continue  # not in this world
        return won, seen

    def _outcome(self, table: Table, seat: int) -> float:
        """What a random game from here is worth to a seat: its share of the victory."""
        for _ in range(MOST_MOVES):
            if table.over:
                break
            moves = table.legal()
            table.apply(moves[self._draws.below(len(moves))])
        winners = table.result().winners if table.over else ()
        return 1 / len(winners) if seat in winners else 0.0
