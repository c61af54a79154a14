"""Yardsticks: the same games hand-written in C, in OpenSpiel, and in batches of pgx.

Each yardstick takes a number of games and a seed and returns a Rate, so that a caller can alternate
between it and Ludwright on a machine whose speed varies. One that cannot run raises Missing. Times
are CPU times of one thread, which other work on the machine disturbs least.
"""

from __future__ import annotations

import argparse
import os
import random
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BUILD = HERE / "build"
LOOP = BUILD / "openspiel_loop"
COUNTED = 200  # games of OpenSpiel whose moves are counted
PGX_STEPS = 100  # of a batch in one call


class Missing(Exception):
    """A yardstick needs something that is not installed."""


@dataclass(frozen=True, slots=True)
class Rate:
    """What was played in how much time; chance nodes do not count as moves."""

    name: str
    moves: int
    games: int
    seconds: float
    chances: int = 0
    facts: dict[str, float] = field(default_factory=dict)

    @property
    def moves_per_second(self) -> float:
        """Players' moves (battles, in War) per second."""
        return self.moves / self.seconds

    @property
    def games_per_second(self) -> float:
        """Games, to their end or to the limit, per second."""
        return self.games / self.seconds

    def __str__(self) -> str:
        more = f" {self.chances:>11,} chance nodes" if self.chances else ""
        more += "".join(f"  {name} {value:g}" for name, value in self.facts.items())
        return (
            f"{self.name:<37} {self.moves_per_second:>12,.0f} moves/s"
            f" {self.games_per_second:>10,.1f} games/s {more}"
        )


# ---- C -------------------------------------------------------------------------------------------


def compiled(name: str) -> Path:
    """The program compiled from `name`.c, recompiled when its source is newer."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    if not shutil.which(compiler[0]):
        raise Missing(f"no C compiler ({compiler[0]}) for {name}.c")
    program = BUILD / name
    newest = max(p.stat().st_mtime for p in (HERE / f"{name}.c", HERE / "cards.h"))
    if not program.exists() or program.stat().st_mtime < newest:
        BUILD.mkdir(exist_ok=True)
        subprocess.run([*compiler, "-O2", "-o", program, HERE / f"{name}.c"], check=True)
    return program


def _run_c(title: str, name: str, *arguments: int) -> Rate:
    return _run(title, str(compiled(name)), *map(str, arguments))


def _run(title: str, *command: str) -> Rate:
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    facts = {key: float(value) for key, value in (line.split() for line in out.splitlines())}
    moves, games, seconds = (facts.pop(key) for key in ("moves", "games", "seconds"))
    return Rate(title, int(moves), int(games), seconds, facts=facts)


def c_war(games: int = 20_000, seed: int = 1, face_down: int = 1) -> Rate:
    """War in C; a move is a battle with all its wars."""
    return _run_c(f"C war, {face_down} face down", "war", games, face_down, seed)


def c_klondike(games: int = 20_000, seed: int = 1, max_moves: int = 200) -> Rate:
    """Random Klondike in C."""
    return _run_c("C klondike", "klondike", games, max_moves, seed)


def c_klondike_fast(games: int = 200_000, seed: int = 1, max_moves: int = 200) -> Rate:
    """Random Klondike in C on sets of cards, with the moves of the library's game."""
    return _run_c("C klondike_fast", "klondike_fast", games, max_moves, seed)


def c_spider(games: int = 20_000, seed: int = 1, max_moves: int = 200) -> Rate:
    """Random Spider in C."""
    return _run_c("C spider", "spider", games, max_moves, seed)


# ---- OpenSpiel -----------------------------------------------------------------------------------


@cache
def openspiel_game(spec: str) -> Any:
    """A game of OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        raise Missing(f"no open_spiel (the extra 'bench') for {spec}") from None
    if (name := spec.partition("(")[0]) not in pyspiel.registered_names():
        raise Missing(f"this OpenSpiel has no '{name}'")
    return pyspiel.load_game(spec)


def _ends(spec: str, games: int, seed: int, opening: int | None) -> Iterator[Any]:
    """The ends of games between uniform random bots, played by OpenSpiel's loop in C++."""
    game = openspiel_game(spec)
    import pyspiel

    bots = [pyspiel.make_uniform_random_bot(i, seed + i) for i in range(game.num_players())]
    begin, play = game.new_initial_state, pyspiel.evaluate_bots
    for own_seed in range(seed * games, (seed + 1) * games):
        state = begin()
        if opening is not None:
            state.apply_action(opening)
        play(state, bots, own_seed)
        yield state


@cache
def _moves_per_game(spec: str, opening: int | None) -> float:
    histories = [end.full_history() for end in _ends(spec, COUNTED, 0, opening)]
    moves = [each for history in histories for each in history if each.player >= 0]
    return len(moves) / COUNTED


def openspiel_bots(spec: str, games: int, seed: int = 1, opening: int | None = None) -> Rate:
    """`evaluate_bots`: a loop in C++, called once a game. An opening is the outcome of the first
    chance node. The number of moves is taken from other games."""
    moves = round(games * _moves_per_game(spec, opening))
    start = time.thread_time()
    for _ in _ends(spec, games, seed, opening):
        pass
    return Rate(f"OpenSpiel {spec}", moves, games, time.thread_time() - start)


def openspiel_loop(spec: str, games: int, seed: int = 1, opening: int | None = None) -> Rate:
    """A loop that is all C++; an opening is the outcome of the first chance node."""
    if not LOOP.exists():
        raise Missing("openspiel_loop.cc is not built")
    first = -1 if opening is None else opening
    return _run(f"C++ {spec}", str(LOOP), spec, str(games), str(seed), str(first))


def _run_openspiel(spec: str, games: int, seed: int, max_moves: int) -> Rate:
    game = openspiel_game(spec)
    rng = random.Random(seed)
    moves = chances = 0
    start = time.thread_time()
    for _ in range(games):
        state = game.new_initial_state()
        last = moves + max_moves
        while moves < last and not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                chances += 1
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
    seconds = time.thread_time() - start
    return Rate(f"OpenSpiel {spec}", moves, games, seconds, chances)


def openspiel_solitaire(games: int = 100, seed: int = 1, max_moves: int = 200) -> Rate:
    """OpenSpiel's Klondike, with its own limit of 150 steps, deals included, raised."""
    return _run_openspiel("solitaire(depth_limit=1000)", games, seed, max_moves)


def openspiel_crazy_eights(games: int = 100, seed: int = 1, players: int = 4) -> Rate:
    """OpenSpiel's Crazy Eights, with its own limit on the length of a game."""
    return _run_openspiel(f"crazy_eights(players={players})", games, seed, max_moves=10_000)


def openspiel_poker(games: int = 300, seed: int = 1, players: int = 2) -> Rate:
    """Hands of no-limit Hold'em in OpenSpiel; bets are the pot or all-in."""
    blinds = " ".join(["10", "20", *["0"] * (players - 2)])
    first = "2 1 1 1" if players == 2 else "3 1 1 1"
    spec = (
        f"universal_poker(betting=nolimit,numPlayers={players},numRounds=4,blind={blinds},"
        f"firstPlayer={first},numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
        f"stack={' '.join(['1000'] * players)},bettingAbstraction=fcpa)"
    )
    return _run_openspiel(spec, games, seed, max_moves=10_000)


# ---- pgx -----------------------------------------------------------------------------------------


@cache
def _pgx_stepper(name: str, tables: int) -> tuple[Any, Any]:
    """A fresh batch by a key, and a function that makes random moves at all its tables."""
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    try:
        import jax
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        raise Missing(f"no pgx for {name}") from None
    game = pgx.make(name)
    step = jax.vmap(auto_reset(game.step, game.init))

    def move(carried: Any, _: Any) -> Any:
        state, key = carried
        key, choice, fresh = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        chosen = jax.random.categorical(choice, logits, axis=-1)
        return (step(state, chosen, jax.random.split(fresh, tables)), key), state.terminated.sum()

    def moves(state: Any, key: Any) -> Any:
        return jax.lax.scan(move, (state, key), None, length=PGX_STEPS)

    fresh = jax.jit(lambda key: jax.vmap(game.init)(jax.random.split(key, tables)))
    return fresh, jax.jit(moves)


def pgx_batch(name: str, tables: int, calls: int, seed: int = 1) -> Rate:
    """Random moves at all tables of a batch of pgx, a hundred in one call; finished tables begin
    again. The time is that of all threads."""
    fresh, moves = _pgx_stepper(name, tables)
    import jax

    state, key = fresh(jax.random.key(seed)), jax.random.key(seed + 1)
    jax.block_until_ready(moves(state, key))  # compiled now
    games = 0
    start = time.process_time()
    for _ in range(calls):
        (state, key), ended = moves(state, key)
        games += int(ended.sum())
    seconds = time.process_time() - start
    return Rate(f"pgx {name}", calls * PGX_STEPS * tables, games, seconds)


def pgx_kuhn(games: int = 400_000, seed: int = 1, tables: int = 1024) -> Rate:
    """Kuhn poker in pgx; a game has 2.25 moves on average."""
    return pgx_batch("kuhn_poker", tables, max(1, round(2.25 * games / tables / PGX_STEPS)), seed)


YARDSTICKS: dict[str, Callable[..., Rate]] = {
    "c-war": c_war,
    "c-klondike": c_klondike,
    "c-klondike-fast": c_klondike_fast,
    "c-spider": c_spider,
    "openspiel-solitaire": openspiel_solitaire,
    "openspiel-crazy-eights": openspiel_crazy_eights,
    "openspiel-poker": openspiel_poker,
    "pgx-kuhn": pgx_kuhn,
}


def main(arguments: list[str] | None = None) -> int:
    """Run some or all yardsticks and print their rates."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help=f"any of {', '.join(YARDSTICKS)} (default: all)")
    parser.add_argument("--games", type=int, help="number of games each")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    if unknown := set(given.names) - set(YARDSTICKS):
        parser.error(f"unknown yardstick: {', '.join(sorted(unknown))}")
    some = {"games": given.games} if given.games else {}
    for name in given.names or YARDSTICKS:
        try:
            print(YARDSTICKS[name](seed=given.seed, **some), flush=True)
        except Missing as missing:
            print(f"{name}: skipped, {missing}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
