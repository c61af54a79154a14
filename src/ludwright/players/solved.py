"""The player of a strategy file: it plays a computed equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..disk import TooLarge, read_whole
from ..machine.program import Program
from ..play.draws import Draws
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.view import View
from ..search.seat_information import reader_of
from ..search.strategy import LARGEST_STRATEGY, Strategy, StrategyError, read_strategy
from .faults import Faults

FINE = 1 << 40  # steps of a random number between 0 and 1
UNKNOWN = "an information set that the strategy does not have"


class Solved:
    """Chooses at random, as often as a strategy says. In an information set that the strategy does
    not have, all moves are equally likely; `faults` counts these as replaced."""

    def __init__(self, strategy: Strategy, name: str = "strategy") -> None:
        self.strategy = strategy
        self.faults = Faults(name)
        self._draws: dict[int, Draws] = {}

    def declines(self, program: Program) -> str:
        """Why it does not play a program; nothing if it does."""
        try:
            self.strategy.check(program)
        except StrategyError as error:
            return str(error)
        return ""

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Take a seat in the game that the strategy is for."""
        self.strategy.check(program)
        self._draws[seat] = Draws(seed)

    def end(self, result: Result) -> None:
        """Nothing to learn."""

    def choose(self, view: View) -> Move:
        """One of the legal moves."""
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        self.faults.decisions += 1
        reader, draws = reader_of(view.program), self._draws[view.seat]
        signs = reader.signs(view)
        ordered = sorted(set(signs))
        shares = self.strategy.sets.get(reader.key(view), ())
        if len(shares) != len(ordered):
            self.faults.replaced += 1
            self.faults.last = UNKNOWN
            return moves[draws.below(len(moves))]
        return moves[signs.index(ordered[_drawn(shares, draws)])]


def _drawn(shares: Sequence[float], draws: Draws) -> int:
    """An index, each as likely as its share."""
    left = draws.below(FINE) / FINE
    for index, share in enumerate(shares[:-1]):
        left -= share
        if left < 0:
            return index
    return len(shares) - 1


def solved_from(file: str | Path) -> Solved:
    """The player of a strategy file."""
    try:
        data = read_whole(file, LARGEST_STRATEGY)
    except TooLarge as error:
        raise StrategyError(f"'{file}' is not a strategy: {error.strerror}") from None
    except OSError as error:
        raise StrategyError(f"'{file}' cannot be read: {error.strerror}") from None
    try:
        return Solved(read_strategy(data.decode("utf-8")), str(file))
    except UnicodeDecodeError:
        raise StrategyError(f"'{file}' is not a strategy: not a text in UTF-8") from None
    except StrategyError as error:
        raise StrategyError(f"'{file}' is {error}") from None
