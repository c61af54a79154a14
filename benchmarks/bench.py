"""Compare Ludwright with its yardsticks: alternating measurements in one run, and their ratios."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from yardsticks import (
    Missing,
    Rate,
    c_klondike,
    c_spider,
    c_war,
    openspiel_crazy_eights,
    openspiel_poker,
    openspiel_solitaire,
)

import ludwright as lw
from ludwright.machine import advance, api
from ludwright.play.workspace import workspace

ROUNDS = 7


def playouts(game: str, players: int | None, games: int, seed: int, most: int) -> Rate:
    """Random play inside the machine, on one core.

    A move is a turn: in Klondike a decision, in War a battle, in Crazy Eights a card played or a
    forced draw or pass (OpenSpiel counts each of these as a move, and a draw before a play, too).
    """
    program = lw.load(game).program(players)
    state, space = program.image.copy(), workspace(program, rows=4096)
    words = advance.G_SEATS + 2 * program.seats
    results = np.zeros(games * words, np.int32)
    start = time.perf_counter()
    api.playouts(program.code, program.image, state, space, seed, 0, most, results)
    seconds = time.perf_counter() - start
    table = results.reshape(games, words)
    moves = int(table[:, advance.G_TURNS].sum())
    decisions = int(table[:, advance.G_DECISIONS].sum())
    return Rate(f"ludwright {game}", moves, games, seconds, facts={"decisions": decisions})


def chosen(game: str, players: int, games: int, seed: int) -> Rate:
    """Random play inside the machine, with every decision counted as a move."""
    played = playouts(game, players, games, seed, 100_000)
    return replace(played, moves=int(played.facts["decisions"]))


def from_python(game: str, moves: int, seed: int) -> Rate:
    """`legal` and `apply` of a table, in a loop written in Python."""
    loaded = lw.load(game)
    table = loaded.table(seed=seed)
    games = 1
    start = time.perf_counter()
    for i in range(moves):
        if table.over or i % 200 == 199:
            games += 1
            table = loaded.table(seed=seed + games)
        legal = table.legal()
        table.apply(legal[i % len(legal)])
    return Rate(f"{game} from Python", moves, games, time.perf_counter() - start)


def best(measure: Callable[[int], Rate]) -> Rate | str:
    """The fastest of several runs with different seeds, or why it cannot run."""
    try:
        return max((measure(seed) for seed in range(ROUNDS)), key=lambda r: r.moves_per_second)
    except Missing as missing:
        return str(missing)


def side_by_side(title: str, ours: Callable[[int], Rate], theirs: Callable[[int], Rate]) -> str:
    """A line of the table: alternating measurements, the best of each, and the ratio.

    The best run is the one least disturbed by other work on the machine.
    """
    mine: list[Rate] = []
    other: list[Rate] = []
    try:
        for seed in range(ROUNDS):
            mine.append(ours(seed))
            other.append(theirs(seed))
    except Missing as missing:
        return f"| {title} | | | skipped: {missing} |"
    a = max(r.moves_per_second for r in mine)
    b = max(r.moves_per_second for r in other)
    games = max(r.games_per_second for r in mine) / max(r.games_per_second for r in other)
    ratio = f"{a / b:.1f}x" if a >= b else f"1/{b / a:.1f}"
    by_games = f"{games:.1f}x" if games >= 1 else f"1/{1 / games:.1f}"
    return f"| {title} | {a:,.0f} | {b:,.0f} | {ratio} (by games {by_games}) |"


def seconds_of(arguments: list[str], **environment: str) -> float:
    """The wall time of a command."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "ludwright.cli", *arguments],
        check=True,
        capture_output=True,
        env={**os.environ, **environment},
    )
    return time.perf_counter() - start


def starts() -> list[str]:
    """Lines about the start-up time of commands."""
    game = ["perft", "klondike", "--seed", "1", "--depth", "1"]
    with tempfile.TemporaryDirectory() as folder:
        cold = seconds_of(game, LUDWRIGHT_CACHE=folder)
        warm = min(seconds_of(game, LUDWRIGHT_CACHE=folder) for _ in range(3))
    help_text = min(seconds_of(["--help"]) for _ in range(5))
    return [
        f"| first command, machine compiled | {cold:.1f} s |",
        f"| the same command later | {warm:.2f} s |",
        f"| `ludwright --help` | {help_text:.2f} s |",
    ]


def main() -> None:
    """Measure everything and print two tables."""
    print("| random play, one core | ludwright moves/s | yardstick moves/s | ratio |")
    print("|---|---|---|---|")

    def klondike(seed: int) -> Rate:
        return playouts("klondike", None, 3000, seed, 200)

    pairs = [
        (
            "War, against C",
            lambda seed: playouts("war", None, 4000, seed, 100_000),
            lambda seed: c_war(20_000, seed),
        ),
        ("Klondike, against C", klondike, lambda seed: c_klondike(4000, seed)),
        (
            "Spider, against C",
            lambda seed: playouts("spider", None, 2000, seed, 200),
            lambda seed: c_spider(4000, seed),
        ),
        (
            "Klondike, against OpenSpiel from Python",
            klondike,
            lambda seed: openspiel_solitaire(60, seed),
        ),
        (
            "Crazy Eights for four, against OpenSpiel from Python",
            lambda seed: playouts("crazy-eights", 4, 20_000, seed, 10_000),
            lambda seed: openspiel_crazy_eights(150, seed),
        ),
        (
            "Hold'em for two, against OpenSpiel's universal_poker from Python",
            lambda seed: chosen("texas-holdem", 2, 300, seed),
            lambda seed: openspiel_poker(300, seed, 2),
        ),
        (
            "Hold'em for six, against OpenSpiel's universal_poker from Python",
            lambda seed: chosen("texas-holdem", 6, 150, seed),
            lambda seed: openspiel_poker(150, seed, 6),
        ),
        (
            "Brackwater for four, against OpenSpiel's universal_poker for four from Python",
            lambda seed: chosen("brackwater", 4, 20, seed),
            lambda seed: openspiel_poker(150, seed, 4),
        ),
    ]
    for title, ours, theirs in pairs:
        print(side_by_side(title, ours, theirs), flush=True)
    print("\n| | |\n|---|---|")
    looped = best(lambda seed: from_python("klondike", 40_000, seed))
    if isinstance(looped, Rate):
        rate = f"{looped.moves_per_second:,.0f} moves/s"
        print(f"| `legal` + `apply` from Python, Klondike | {rate} |")
    words = len(lw.load("klondike").program().image)
    print(f"| a Klondike state | {4 * words:,} bytes |")
    for line in starts():
        print(line, flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
