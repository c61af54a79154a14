"""Compare the speed of one game in two languages: decisions a second of random play.

Both programs play in turns in one process, on one thread; the best of five rounds counts.
"""

from __future__ import annotations

import time

import ludwright as lw
from ludwright.lab.simulate import Batch
from ludwright.machine.tally import T_DECISIONS

PAIRS = (
    ("klondike:rulexml", "klondike:sgdl"),
    ("klondike-draw-1:rulexml", "klondike-draw-1:sgdl"),
    ("tri-peaks:rulexml", "tri-peaks:sgdl"),
)
ROUNDS, GAMES, MOST = 5, 1000, 300
LONG_GAME, LONG_GAMES, LONGEST = "freecell", 1000, 10_000


def played(game: lw.Game, games: int, most: int) -> tuple[float, int]:
    """The seconds of CPU time and the decisions of a number of random games."""
    batch = Batch(game.program(), games, 1, most, "random", "random")
    began = time.thread_time()
    batch.work()
    return time.thread_time() - began, batch.tally.total(T_DECISIONS)


def main() -> None:
    """Print a line per pair, and the time for a thousand long games."""
    print(f"decisions a second, random play, best of {ROUNDS}, one thread")
    for names in PAIRS:
        games = [lw.load(name) for name in names]
        rates = [0.0, 0.0]
        for _ in range(ROUNDS):
            for i, game in enumerate(games):
                seconds, decisions = played(game, GAMES, MOST)
                rates[i] = max(rates[i], decisions / seconds)
        one, other = (f"{name} {rate:,.0f}" for name, rate in zip(names, rates, strict=True))
        print(f"{one:40} {other:40} 1/{rates[1] / rates[0]:.2f}")
    seconds, decisions = played(lw.load(LONG_GAME), LONG_GAMES, LONGEST)
    print(f"{LONG_GAME}: {LONG_GAMES:,} random games, {decisions:,} decisions: {seconds:.2f} s")


if __name__ == "__main__":
    main()
