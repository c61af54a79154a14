"""Write the table of docs/arena.md: the built-in bots at games of many kinds.

python docs/arena_table.py [GAME...] [--deals N] [--bots A,B,...]     all games by default

Finished deals are kept in build/arena, so that an interrupted run goes on where it ended.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from pathlib import Path

import ludwright as lw
from ludwright.lab.arena_result import Arena, Standing

PAGE = Path(__file__).with_name("arena.md")
KEPT = Path(__file__).parent.parent / "build" / "arena"
BEGIN, END = "<!-- begin of the table: make arena -->", "<!-- end of the table -->"
SEED = 19_000_000  # of no run that anything was tuned with

# Games of many kinds. Where a match is many hands, the options make it short.
GAMES: dict[str, tuple[int, Mapping[str, object]]] = {
    "crazy-eights": (2, {}),
    "gin-rummy": (2, {}),
    "gops": (2, {}),
    "scopa": (2, {}),
    "durak": (2, {}),
    "go-fish": (2, {}),
    "switch": (2, {}),
    "thirty-one": (2, {}),
    "leduc-poker": (2, {}),
    "three-mens-morris": (2, {}),
    "hearts": (4, {"hands": 1}),
    "spades": (4, {"hands": 1}),
    "oh-hell": (4, {"hands": 1, "cards": 5}),
    "president": (3, {"rounds": 1}),
    "sevens": (3, {}),
}
FEWER = {"gin-rummy": 6}  # deals of games that take long
LEVELS = ["level-1", "level-2", "level-3", "level-4"]
BOTS = ["random", "greedy", *LEVELS]


def standing(each: Standing) -> str:
    """The rating of a bot with its interval."""
    if each.elo is None:
        return ""
    if each.name == "random":
        return "0"
    if each.elo_ci95 is None:
        return f"beyond {each.elo:+.0f}"
    low, high = each.elo_ci95
    return f"{each.elo:+.0f} ({low:+.0f} to {high:+.0f})"


def row(name: str, options: Mapping[str, object], found: Arena) -> str:
    """A line of the table."""
    said = "".join(f", {option}={value}" for option, value in options.items())
    cells = " | ".join(standing(each) for each in found.players)
    return f"| {name} for {found.seats}{said} | {found.deals:,} | {cells} |"


def play(name: str, bots: list[str], deals: int) -> str:
    """Play the arena of a game; returns its line."""
    seats, options = GAMES[name]
    KEPT.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()

    def progress(done: int, of: int) -> None:
        print(f"\r{name}: {done:,} of {of:,} deals ", end="", flush=True)

    found = lw.load(name, options).arena(
        bots, deals, SEED, seats=seats, out=KEPT / f"{name}.jsonl", progress=progress
    )
    print(f"{time.monotonic() - began:.0f} s")
    if found.interrupted:
        raise KeyboardInterrupt
    if found.broken:
        raise SystemExit(f"{name}: {found.broken.what}")
    return row(name, options, found)


def main() -> None:
    """Play the arenas and put their table into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", help="games of the table (default: all)")
    parser.add_argument("--deals", type=int, default=24, help="deals each, fewer of long games")
    parser.add_argument("--bots", default=",".join(BOTS), help="names, separated by commas")
    given = parser.parse_args()
    bots = given.bots.split(",")
    if unknown := [name for name in given.games if name not in GAMES]:
        parser.error(f"unknown game '{unknown[0]}'; known: {', '.join(GAMES)}")
    head = [f"| game | deals | {' | '.join(bots)} |", "|---" * (len(bots) + 2) + "|"]
    rows = [
        play(name, bots, min(given.deals, FEWER.get(name, given.deals)))
        for name in given.games or GAMES
    ]
    page = PAGE.read_text("utf-8")
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    table = "\n".join([BEGIN, "", *head, *rows, "", END])
    PAGE.write_text(before + table + after, "utf-8")


if __name__ == "__main__":
    main()
