"""Players of five levels: tree search with a budget that is fixed per game, and their advice."""

from __future__ import annotations

from dataclasses import replace
from os import cpu_count

from ..machine.program import Program
from ..machine.rng import mix
from ..play.belief import Belief
from ..play.draws import Draws
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.view import View
from ..search.driver import Advice as Advice
from ..search.driver import Search, Settings
from ..search.layout import DECIDER
from .budgets import clock_of, iterations_of

WORLDS = {1: 4, 2: 16, 3: 64, 4: 128, 5: 256}
MOST_ITERATIONS, MOST_SLICES = 100_000, 8  # of the level without a fixed budget
TIMED = 5
PURE = 0.5  # simultaneous choices that are less likely than the likeliest by this factor are noise


def settings_of(program: Program, level: int, cores: int | None = None) -> Settings:
    """How a level searches a game; the one that goes by the clock uses a number of cores, or all
    of them."""
    # Seats that decide are told apart by what they know themselves: they play better for it where
    # much is bluff. Regret matching needs thousands of iterations to be better than UCB.
    settings = Settings(worlds=WORLDS[level], observer=DECIDER, mix=0.0)
    if level == TIMED:
        slices = min(cores or cpu_count() or 1, MOST_SLICES)
        timed = replace(settings, iterations=MOST_ITERATIONS, seconds=clock_of(program))
        return replace(timed, slices=slices, threads=slices)
    return replace(settings, iterations=iterations_of(program, level))


def consider(view: View, belief: Belief, settings: Settings) -> tuple[Search, int]:
    """Search the worlds that a belief holds possible at a view; also the seed."""
    # From what the seat saw, not from a count of moves: a game that is resumed goes on alike.
    seed = int(mix(belief.seed, view.information()))
    belief.update(view)
    worlds = belief.worlds(settings.worlds)
    search = Search(view.program, view.seat, worlds, settings, seed)
    search.run()
    return search, seed


def advise(view: View, level: int = 4, seed: int = 0, belief: Belief | None = None) -> list[Advice]:
    """What a level thinks of the legal moves of a view, best first: of each move that it tried its
    share of the visits and the utility that it leads to. A belief that was kept along the game
    saves time."""
    if len(view.legal()) == 0:
        return []
    kept = belief or Belief(view.program, view.seat, seed)
    return consider(view, kept, settings_of(view.program, level))[0].advice(view)


class Level:
    """Searches the worlds that its seat holds possible."""

    def __init__(self, level: int, settings: Settings | None = None) -> None:
        self.level = level
        self.settings = settings
        self.cores: int | None = None  # that it may use, if it goes by the clock
        self._beliefs: dict[int, Belief] = {}

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Take a seat, and believe nothing yet."""
        self._beliefs[seat] = Belief(program, seat, seed)

    def end(self, result: Result) -> None:
        """Nothing to learn."""

    def choose(self, view: View) -> Move:
        """The move visited most; where seats choose together, one drawn from the strategy found."""
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        settings = self.settings or settings_of(view.program, self.level, self.cores)
        search, seed = consider(view, self._beliefs[view.seat], settings)
        advice = search.advice(view)
        if not advice:
            return moves[0]  # no world came to a choice
        return drawn(advice, seed) if search.is_mixed else advice[0].move


def drawn(advice: list[Advice], seed: int) -> Move:
    """A move drawn by the shares of those that are no noise."""
    kept = [each for each in advice if each.share >= PURE * advice[0].share]
    left = sum(each.share for each in kept) * Draws(seed).below(1 << 30) / (1 << 30)
    for each in kept:
        left -= each.share
        if left < 0:
            return each.move
    return kept[0].move
