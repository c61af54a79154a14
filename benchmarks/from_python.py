"""Whole games from Python beside OpenSpiel's Python loop, and batches of tables."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from against_openspiel import LONGEST, PAIRS, Pair, missing

import ludwright as lw

ROUNDS = 5
SECONDS = 0.1  # of each measurement
BATCHES = (1, 64, 1024, 4096)

Loop = Callable[[int], int]
"""Plays for some rounds; returns how many games, or decisions, that were."""


def by_ids(table: lw.Table, rng: random.Random) -> Loop:
    """Whole games at one table, by the ids of moves."""

    def play(games: int) -> int:
        draw = rng.random
        for _ in range(games):
            table.reset(rng.getrandbits(40))
            made = 0
            while not table.over and made < LONGEST:
                ids = table.legal_ids()
                table.apply_id(ids[int(draw() * len(ids))])
                made += 1
            if table.over:
                table.result()
        return games

    return play


def by_moves(table: lw.Table, rng: random.Random) -> Loop:
    """Whole games at one table, by moves with their texts."""

    def play(games: int) -> int:
        draw = rng.random
        for _ in range(games):
            table.reset(rng.getrandbits(40))
            made = 0
            while not table.over and made < LONGEST:
                moves = table.legal()
                table.apply(moves[int(draw() * len(moves))])
                made += 1
            if table.over:
                table.result()
        return games

    return play


def theirs(pair: Pair, rng: random.Random) -> Loop:
    """Whole games of OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game(pair.theirs)

    def play(games: int) -> int:
        for _ in range(games):
            state = game.new_initial_state()
            if pair.opening is not None:
                state.apply_action(pair.opening)
            made = 0
            while not state.is_terminal() and made < LONGEST:
                made += _step(state, pair.players, rng)
            state.returns()
        return games

    return play


def _step(state: Any, players: int, rng: random.Random) -> int:
    """A chance node, a move, or a simultaneous move of OpenSpiel; returns the decisions made."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
        return 0
    draw = rng.random
    if state.is_simultaneous_node():
        legal = [state.legal_actions(seat) for seat in range(players)]
        state.apply_actions([moves[int(draw() * len(moves))] for moves in legal])
        return players
    moves = state.legal_actions()
    state.apply_action(moves[int(draw() * len(moves))])
    return 1


def batched(game: lw.Game, players: int, tables: int, threads: int = 1) -> Loop:
    """Random decisions at all tables of a batch, chosen with NumPy."""
    batch = game.batch(tables, seed=1, players=players, threads=threads)
    rng = np.random.default_rng(1)

    def play(rounds: int) -> int:
        made = 0
        for _ in range(rounds):
            choices = (rng.random(tables, np.float32) * batch.counts).astype(np.int64)
            np.minimum(choices, np.maximum(batch.counts - 1, 0), out=choices)
            made += int(np.count_nonzero(batch.counts))
            batch.step(choices)
        return made

    return play


def rates(loops: list[Loop]) -> list[float]:
    """How much each loop does per second of CPU time: in turns, the best of several rounds."""
    rounds = [1] * len(loops)
    for i, loop in enumerate(loops):
        while (taken := _timed(loop, rounds[i])[1]) < SECONDS / 4:
            rounds[i] *= 2
        rounds[i] = max(1, int(rounds[i] * SECONDS / taken))
    best = [0.0] * len(loops)
    for _ in range(ROUNDS):
        for i, loop in enumerate(loops):
            done, seconds = _timed(loop, rounds[i])
            best[i] = max(best[i], done / seconds)
    return best


def _timed(loop: Loop, rounds: int) -> tuple[int, float]:
    start = time.thread_time()
    done = loop(rounds)
    return done, max(time.thread_time() - start, 1e-9)


def whole_games(names: list[str]) -> None:
    """Print whole games per second, ours and theirs."""
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("skipped: open_spiel is not installed (the extra 'bench')")
        return
    print("| whole games from Python, games/s | by ids | by moves | OpenSpiel | ids | moves |")
    print("|---|---|---|---|---|---|")
    for pair in PAIRS:
        if (names and pair.ours not in names) or missing(pair):
            continue
        table = lw.load(pair.ours, pair.options).table(players=pair.players)
        rng = random.Random(1)
        ids, moves, other = rates([by_ids(table, rng), by_moves(table, rng), theirs(pair, rng)])
        name = f"{pair.ours}, {pair.players} players"
        ratios = f"{ids / other:.2f}x | {moves / other:.2f}x"
        print(f"| {name} | {ids:,.0f} | {moves:,.0f} | {other:,.0f} | {ratios} |", flush=True)


def batches(names: list[str]) -> None:
    """Print decisions per second in batches of several sizes, as Python sees them."""
    print(f"\n| decisions/s in batches of | {' | '.join(f'{size:,}' for size in BATCHES)} |")
    print("|---|" + "---|" * len(BATCHES))
    for pair in PAIRS:
        if names and pair.ours not in names:
            continue
        game = lw.load(pair.ours, pair.options)
        found = rates([batched(game, pair.players, size) for size in BATCHES])
        row = " | ".join(f"{rate:,.0f}" for rate in found)
        print(f"| {pair.ours}, {pair.players} players | {row} |", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Measure some or all games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="games of the library (default: all)")
    given = parser.parse_args(arguments)
    whole_games(given.names)
    batches(given.names)
    return 0


if __name__ == "__main__":
    sys.exit(main())
