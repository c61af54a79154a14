"""Random play with observations from Python: batches of ours, of pgx, and OpenSpiel's loop.

Every side chooses at random and has the observation of whoever decides, as a tensor, at every
decision. Sides play in turns, on one thread; times are CPU times. Each batch has its best size.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from against_openspiel import PAIRS, Pair, missing

import ludwright as lw
from ludwright.adapters.observation import Observer
from ludwright.machine.tier import tier_of

TABLES = (128, 256, 512, 1024, 2048, 4096)
PGX_TABLES = (1024, 4096, 16_384, 65_536)
PGX = {"kuhn-poker": "kuhn_poker", "leduc-poker": "leduc_holdem"}
PGX_CALL = """
import sys; sys.path.insert(0, sys.argv[1])
import yardsticks
for line in sys.stdin:
    name, tables, moves = line.split()
    calls = max(1, int(moves) // (int(tables) * yardsticks.PGX_STEPS))
    print(yardsticks.pgx_batch(name, int(tables), calls).moves_per_second, flush=True)
"""
PGX_MOVES = 4_000_000
TURNS = 3


class Ours:
    """A batch that is played on whenever it is its turn."""

    def __init__(self, pair: Pair, tables: int) -> None:
        game = lw.load(pair.ours, pair.options)
        tier_of(game.program(pair.players)).compile()
        self.batch = game.batch(tables, seed=1, players=pair.players)
        self._observer = Observer(game.program(pair.players))
        self._out = np.empty((tables, self._observer.size), np.float32)
        self._draws = np.empty(tables)
        self._choices = np.empty(tables, np.int64)
        self._rng = np.random.default_rng(1)
        self.games = self.moves = 0
        self.seconds = 0.0

    def play(self, seconds: float) -> None:
        """Play for some seconds of CPU time."""
        start = time.thread_time()
        while (spent := time.thread_time() - start) < seconds:
            for _ in range(20):
                self._step()
        self.seconds += spent

    def _step(self) -> None:
        batch = self.batch
        self._rng.random(out=self._draws)
        np.multiply(self._draws, batch.counts, out=self._draws)
        self._choices[:] = self._draws
        self.moves += np.count_nonzero(batch.counts)
        batch.step(self._choices)
        self.games += len(batch) - np.count_nonzero(batch.counts)
        self._observer.batch(batch, out=self._out)

    def fresh(self) -> None:
        """Begin to count."""
        self.games = self.moves = 0
        self.seconds = 0.0


class Theirs:
    """OpenSpiel's games, one after another."""

    def __init__(self, pair: Pair) -> None:
        import pyspiel

        self._pair, self._game = pair, pyspiel.load_game(pair.theirs)
        self._rng = random.Random(1)
        observes = self._game.get_type().provides_observation_tensor
        self._tensor = "observation_tensor" if observes else "information_state_tensor"
        self.games = 0
        self.seconds = 0.0

    def play(self, seconds: float) -> None:
        """Play for some seconds of CPU time."""
        start = time.thread_time()
        while (spent := time.thread_time() - start) < seconds:
            state = self._game.new_initial_state()
            if self._pair.opening is not None:
                state.apply_action(self._pair.opening)
            observe: Callable[[int], Any] = getattr(state, self._tensor)
            while not state.is_terminal():
                self._step(state, observe)
            self.games += 1
        self.seconds += spent

    def _step(self, state: Any, observe: Callable[[int], Any]) -> None:
        rng = self._rng
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        elif state.is_simultaneous_node():
            seats = range(self._pair.players)
            for seat in seats:
                observe(seat)
            state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in seats])
        else:
            observe(state.current_player())
            moves = state.legal_actions()
            state.apply_action(moves[rng.randrange(len(moves))])


def best_batch(pair: Pair, seconds: float) -> Ours:
    """The batch of the size that plays fastest."""
    found: list[tuple[float, Ours]] = []
    for tables in TABLES:
        batch = Ours(pair, tables)
        batch.play(seconds / 2)
        batch.fresh()
        batch.play(seconds)
        found.append((batch.moves / batch.seconds, batch))
    best = max(found, key=lambda each: each[0])[1]
    best.fresh()
    return best


def beside_openspiel(pair: Pair, seconds: float) -> str:
    """The line about one game beside OpenSpiel."""
    ours, theirs = best_batch(pair, seconds), Theirs(pair)
    for _ in range(TURNS):
        ours.play(seconds)
        theirs.play(seconds)
    mine, other = ours.games / ours.seconds, theirs.games / theirs.seconds
    size, tables = ours._observer.size, len(ours.batch)
    return (
        f"| {pair.name} | {size:,} | {tables:,} | {ours.moves / ours.seconds:,.0f} "
        f"| {mine:,.0f} | {other:,.1f} | {mine / other:,.1f}x |"
    )


def beside_pgx(pair: Pair, seconds: float, python: str) -> str:
    """The line about one game beside pgx, in a process of another Python."""
    arguments = [python, "-c", PGX_CALL, str(Path(__file__).parent)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(arguments, **pipes) as process:

        def theirs(tables: int) -> float:
            assert process.stdin and process.stdout
            process.stdin.write(f"{PGX[pair.ours]} {tables} {PGX_MOVES}\n")
            process.stdin.flush()
            return float(process.stdout.readline() or "nan")

        most = max(PGX_TABLES, key=theirs)
        ours, rates = best_batch(pair, seconds), []
        for _ in range(TURNS):
            ours.play(seconds)
            rates.append(theirs(most))
    mine, other = ours.moves / ours.seconds, sum(rates) / TURNS
    tables = len(ours.batch)
    sides = f"{tables:,} | {mine:,.0f} | {most:,} | {other:,.0f}"
    return f"| {pair.name} | {sides} | {mine / other:.2f}x |"


def main(arguments: list[str] | None = None) -> int:
    """Measure some or all games, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="games of the library (default: all)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each side's turn")
    parser.add_argument("--pgx", metavar="PYTHON", help="a Python in which pgx is installed")
    given = parser.parse_args(arguments)
    pairs = [pair for pair in PAIRS if not given.names or pair.ours in given.names]
    if given.pgx:
        print("| moves/s | our tables | ours | their tables | pgx | ratio |")
        print("|---|--:|--:|--:|--:|--:|")
        for pair in pairs:
            if pair.ours in PGX:
                print(beside_pgx(pair, given.seconds, given.pgx), flush=True)
        print()
    print("| game | numbers | tables | our moves/s | our games/s | OpenSpiel's games/s | ratio |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for pair in pairs:
        why = missing(pair)
        print(why or beside_openspiel(pair, given.seconds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
