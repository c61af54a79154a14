"""Compare tables of Rule XML with the second model of the tests, on legal and illegal gestures."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

import ludwright
from ludwright import pipeline

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))

from models.rulexml.reader import read, read_text  # noqa: E402
from models.rulexml.side_by_side import Difference, Side, play  # noqa: E402
from strategies.rulexml import rules_file  # noqa: E402

LONGEST = 300  # gestures per game


def library() -> list[Path]:
    """The rules files of the library."""
    return sorted({file for file in pipeline.library_games().values() if file.suffix == ".xml"})


def gestures_of(file: Path, wanted: int, seed: int) -> tuple[Counter[str], int]:
    """Play games of a file until `wanted` gestures are made; returns their outcomes by kind, and
    the number of games."""
    game, rules, rng = ludwright.load(file), read(file), random.Random(f"{file.stem} {seed}")
    went: Counter[str] = Counter()
    games = 0
    while sum(went.values()) < wanted:
        side = Side(game, game.table(seed=seed + games), rules)
        left = min(LONGEST, wanted - sum(went.values()))
        play(side, rng, left, lists_every=100, went=went)
        games += 1
    return went, games


def random_files(first: int, count: int) -> list[str]:
    """The differences found in random files."""
    found = []
    for number in range(first, first + count):
        text = rules_file(random.Random(number))
        game = ludwright.Game(pipeline.loads(text, "rulexml", checked=False), {})
        side = Side(game, game.table(seed=number), read_text(text))
        try:
            play(side, random.Random(number), 40, lists_every=8)
        except Difference as difference:
            found.append(f"file {number}: {difference}")
    return found


def main() -> int:
    """Play, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", type=Path, help="rules files (default: the library's)")
    parser.add_argument("--gestures", type=int, default=33_000, help="number over all games")
    parser.add_argument(
        "--random", type=int, default=0, help="number of random files to try as well"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    files = options.names or library()
    total: Counter[str] = Counter()
    for file in files:
        start = time.perf_counter()
        went, games = gestures_of(file, -(-options.gestures // len(files)), options.seed)
        total += went
        outcomes = ", ".join(f"{count:,} {word}" for word, count in sorted(went.items()))
        print(f"{file.stem:24}{games:6,} games: {outcomes} ({time.perf_counter() - start:.0f} s)")
    print(f"{'all':24}{sum(total.values()):,} gestures, no difference, no card lost, no fault")
    differences = random_files(options.seed, options.random)
    print("\n".join(differences) or f"{options.random} random files, no difference")
    return bool(differences)


if __name__ == "__main__":
    sys.exit(main())
