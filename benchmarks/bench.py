"""Compare Ludwright with its yardsticks: alternating measurements in one run, and their ratios."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np
from against_openspiel import LONGEST, PAIRS, Pair
from yardsticks import (
    LOOP,
    PGX_STEPS,
    Missing,
    Rate,
    c_klondike,
    c_klondike_fast,
    c_spider,
    c_war,
    openspiel_bots,
    openspiel_crazy_eights,
    openspiel_loop,
    openspiel_poker,
    openspiel_solitaire,
    pgx_batch,
)

import ludwright as lw
from ludwright.machine import advance, api, interpreter, native, tier
from ludwright.machine import state as m
from ludwright.machine.program import Program
from ludwright.play.workspace import workspace

ROUNDS = 5
SECONDS = 0.4  # of CPU time, about, that a measurement takes
TABLES = (1024, 4096)

Side = Callable[[int, int], Rate]
"""Something to measure, given a number of games and a seed."""
Reached = dict[str, dict[str, float]]
"""What native code reached: by part and game, its rate as a multiple of the yardstick's."""
BOTS, LOOPS, CONSTANT = "`evaluate_bots`", "the C++ loop", "the constant of the C++ loop"
OTHERS, BATCHES = "others", "pgx"

# ---- measuring -----------------------------------------------------------------------------------


def best(*sides: Side) -> list[Rate]:
    """The best of some measurements of each side, which take turns: the one that was least
    disturbed by other work on the machine."""
    games = [_enough(side) for side in sides]
    found: list[list[Rate]] = [[] for _ in sides]
    for seed in range(1, ROUNDS + 1):
        for side, count, rates in zip(sides, games, found, strict=True):
            rates.append(side(count, seed))
    return [max(rates, key=lambda rate: rate.moves_per_second) for rates in found]


def _enough(side: Side) -> int:
    """How many games a measurement needs."""
    games = 1
    while (took := side(games, 0).seconds) < SECONDS / 8:
        games *= 4
    return max(1, round(games * SECONDS / took))


def playouts(program: Program, native: bool, most: int) -> Side:
    """Random play inside the machine, by the interpreter or by the program's own native code.

    A move is a turn: in Klondike a decision, in War a battle, in Crazy Eights a card played or a
    forced draw or pass (OpenSpiel counts each of these as a move, and a draw before a play, too).
    """
    code = tier.tier_of(program).compile() if native else None
    if native and code is None:
        raise Missing("no native code here")
    play = code.playouts if code else api._playouts
    state, space = program.image.copy(), workspace(program, rows=4096)
    words = advance.G_SEATS + m.RESULT_WORDS * program.seats

    def side(games: int, seed: int) -> Rate:
        results = np.zeros(games * words, np.int32)
        start = time.thread_time()
        play(program.code, program.image, state, space, seed, 0, games, most, results)
        seconds = time.thread_time() - start
        table = results.reshape(games, words)
        moves, decisions = (
            int(table[:, column].sum()) for column in (advance.G_TURNS, advance.G_DECISIONS)
        )
        return Rate(program.name, moves, games, seconds, facts={"decisions": decisions})

    return side


def chosen(side: Side) -> Side:
    """The same with every decision counted as a move."""

    def measure(games: int, seed: int) -> Rate:
        played = side(games, seed)
        return replace(played, moves=int(played.facts["decisions"]))

    return measure


def from_python(game: str) -> Side:
    """Games of up to 200 moves by `legal` and `apply`, in a loop written in Python."""
    loaded = lw.load(game)

    def side(games: int, seed: int) -> Rate:
        moves = 0
        start = time.thread_time()
        for number in range(games):
            table = loaded.table(seed=seed * games + number)
            for i in range(200):
                if table.over:
                    break
                legal = table.legal()
                table.apply(legal[i % len(legal)])
                moves += 1
        return Rate(f"{game} from Python", moves, games, time.thread_time() - start)

    return side


def batch(game: str, tables: int, calls: int, seed: int) -> Rate:
    """Random moves at all tables of a batch, chosen by NumPy; finished tables begin again."""
    loaded = lw.load(game)
    if not hasattr(loaded, "batch"):
        raise Missing("this Ludwright has no `Game.batch`")
    tier.tier_of(loaded.program()).compile()
    stepped = loaded.batch(tables, seed=seed)
    rng = np.random.default_rng(seed)
    moves = games = 0
    start = time.thread_time()
    for _ in range(calls * PGX_STEPS):
        counts = stepped.counts
        running = int(np.count_nonzero(counts))
        moves += running
        games += tables - running
        stepped.step((rng.random(tables) * counts).astype(np.int64))
    return Rate(f"{game} in a batch", moves, games, time.thread_time() - start)


@cache
def program_of(game: str, players: int | None = None) -> Program:
    """The program of a game with its default options."""
    return lw.load(game).program(players)


# ---- tables --------------------------------------------------------------------------------------


def ratio(a: float, b: float) -> str:
    """A rate as a multiple or as a fraction of another."""
    return f"{a / b:.2f}x" if a >= b else f"1/{b / a:.2f}"


def against(rate: float, yardstick: float) -> list[str]:
    """The cells of a rate: itself and its ratio."""
    return [f"{rate:,.0f}", ratio(rate, yardstick)]


def heading(*columns: str) -> None:
    """Begin a table."""
    print(f"\n| {' | '.join(columns)} |\n|---{'|--:' * (len(columns) - 1)}|")


def row(*cells: str) -> None:
    """A line of a table."""
    print(f"| {' | '.join(cells)} |", flush=True)


def beside_openspiel(reached: Reached) -> None:
    """The games of both libraries, in games per second."""
    ours = ("interpreted", "of bots", "native code", "of bots", "of loop", "of constant")
    heading("games/s, one core", BOTS, "C++ loop", "constant", *ours, "moves a game")
    for pair in PAIRS:
        try:
            bots, slow, fast, *loop = best(*_sides(pair))
        except Missing as missing:
            row(pair.name, f"skipped: {missing}")
            continue
        theirs = {
            BOTS: bots.games_per_second,
            LOOPS: loop[0].games_per_second if loop else None,
            CONSTANT: pair.native,
        }
        interpreted, native = slow.games_per_second, fast.games_per_second
        for part, rate in theirs.items():
            if rate:
                reached[part][pair.name] = native / rate
        cells = [f"{rate:,.0f}" if rate else "" for rate in theirs.values()]
        cells += [f"{interpreted:,.0f}", ratio(interpreted, bots.games_per_second)]
        cells += [f"{native:,.0f}", *(ratio(native, r) if r else "" for r in theirs.values())]
        lengths = f"{slow.facts['decisions'] / slow.games:.1f} : {bots.moves / bots.games:.1f}"
        row(pair.name, *cells, lengths)


def _sides(pair: Pair) -> list[Side]:
    """Their bots, ours in both ways, and their loop if it is built."""

    def bots(games: int, seed: int) -> Rate:
        return openspiel_bots(pair.theirs, games, seed, pair.opening)

    def loop(games: int, seed: int) -> Rate:
        return openspiel_loop(pair.theirs, games, seed, pair.opening)

    program = lw.load(pair.ours, pair.options).program(pair.players)
    ours = [playouts(program, native, LONGEST) for native in (False, True)]
    return [bots, *ours, *([loop] if LOOP.exists() else [])]


@dataclass(frozen=True)
class Line:
    """A game beside a yardstick; a move of ours is a turn, or a decision."""

    title: str
    program: Program
    theirs: Side
    most: int = LONGEST
    by_decision: bool = False

    def ours(self) -> list[Side]:
        """Our sides."""
        sides = [playouts(self.program, native, self.most) for native in (False, True)]
        return [chosen(side) for side in sides] if self.by_decision else sides


def lines() -> Iterator[Line]:
    """Games beside programs in C, and beside OpenSpiel driven from Python."""
    yield Line("War, `war.c`", program_of("war"), c_war, most=100_000)
    klondike = program_of("klondike")
    yield Line("Klondike, `klondike_fast.c`", klondike, c_klondike_fast, most=200)
    yield Line("Klondike, `klondike.c`", klondike, c_klondike, most=200)
    yield Line("Spider, `spider.c`", program_of("spider"), c_spider, most=200)
    yield Line("Klondike, OpenSpiel from Python", klondike, openspiel_solitaire, most=200)
    title = "Crazy Eights for four, OpenSpiel from Python"
    yield Line(title, program_of("crazy-eights", 4), openspiel_crazy_eights)
    for game, players in (("texas-holdem", 2), ("texas-holdem", 6), ("brackwater", 4)):
        title = f"{game} for {players}, OpenSpiel's universal_poker from Python"
        poker = partial(openspiel_poker, players=players)
        yield Line(title, program_of(game, players), poker, by_decision=True)


def beside_others(reached: Reached) -> None:
    """Games beside all other yardsticks, in moves per second."""
    heading("moves/s, one core", "yardstick", "interpreted", "ratio", "native code", "ratio")
    for line in lines():
        try:
            rates = best(line.theirs, *line.ours())
        except Missing as missing:
            row(line.title, f"skipped: {missing}")
            continue
        yardstick, interpreted, native = (rate.moves_per_second for rate in rates)
        reached[OTHERS][line.title] = native / yardstick
        cells = [*against(interpreted, yardstick), *against(native, yardstick)]
        row(line.title, f"{yardstick:,.0f}", *cells)


def beside_pgx(reached: Reached) -> None:
    """Batches of tables, in moves per second."""
    heading("moves/s of a batch, one core", "tables", "ours", "pgx", "ratio")
    for game, theirs in (("kuhn-poker", "kuhn_poker"), ("leduc-poker", "leduc_holdem")):
        for tables in TABLES:
            sides = [partial(batch, game, tables), partial(pgx_batch, theirs, tables)]
            try:
                ours, other = (rate.moves_per_second for rate in best(*sides))
            except Missing:
                row(game, f"{tables:,}", *map(_alone, sides), "")
                continue
            reached[BATCHES][f"{game}, {tables:,} tables"] = ours / other
            row(game, f"{tables:,}", f"{ours:,.0f}", f"{other:,.0f}", ratio(ours, other))


def _alone(side: Side) -> str:
    """One side's moves per second, or why it cannot run."""
    try:
        return f"{best(side)[0].moves_per_second:,.0f}"
    except Missing as missing:
        return f"skipped: {missing}"


def others() -> None:
    """Figures without a yardstick."""
    heading("", "")
    [looped] = best(from_python("klondike"))
    row(
        "`legal` + `apply` from Python, Klondike",
        f"{looped.moves_per_second:,.0f} moves/s",
    )
    row("a Klondike state", f"{4 * len(program_of('klondike').image):,} bytes")
    game = ["perft", "klondike", "--seed", "1", "--depth", "1"]
    with tempfile.TemporaryDirectory() as folder:
        cold = seconds_of(game, LUDWRIGHT_CACHE=folder)
        warm = min(seconds_of(game, LUDWRIGHT_CACHE=folder) for _ in range(ROUNDS))
    bitcode = "from bitcode" if native.MACHINE.shipped.exists() else "and its bitcode built"
    row(f"first command, machine compiled {bitcode}", f"{cold:.1f} s of CPU")
    row("the same command later", f"{warm:.2f} s of CPU")
    row("`ludwright --help`", f"{min(seconds_of(['--help']) for _ in range(ROUNDS)):.2f} s of CPU")


def seconds_of(arguments: list[str], **environment: str) -> float:
    """The CPU time of a command and all its processes."""
    before = os.times()
    subprocess.run(
        [sys.executable, "-m", "ludwright.cli", *arguments],
        check=True,
        capture_output=True,
        env={**os.environ, **environment},
    )
    after = os.times()
    return (
        after.children_user - before.children_user + after.children_system - before.children_system
    )


# ---- what is wanted ------------------------------------------------------------------------------

LESS = {"go-fish, 2 players": 1.5, "kuhn-poker, 2 players": 1.5}
WANTED: list[tuple[str, str, Callable[[str], float], bool]] = [
    ("3x {} in all games", BOTS, lambda _: 3.0, True),
    ("3x {} in most games", CONSTANT, lambda _: 3.0, False),
    ("3x {} in most games", LOOPS, lambda _: 3.0, False),
    ("2x {}, 1.5x in Go Fish and Kuhn", CONSTANT, lambda name: LESS.get(name, 2.0), True),
    ("2x {}, 1.5x in Go Fish and Kuhn", LOOPS, lambda name: LESS.get(name, 2.0), True),
    ("faster than {} in all batches", BATCHES, lambda _: 1.0, True),
]
"""What is wanted of native code, in which part, of each game, and of all games or of most."""
OF_C = {"War, `war.c`": 1 / 4, "Klondike, `klondike_fast.c`": 1 / 2}


def verdict(reached: Reached) -> None:
    """What native code is to reach, and what it has reached."""
    heading("wanted of native code", "reached", "missed by")
    for title, part, wanted, all_games in WANTED:
        found = reached[part]
        missed = [f"{name} {ratio(x, 1)}" for name, x in found.items() if x < wanted(name)]
        enough = not missed if all_games else 2 * len(missed) < len(found)
        if found:
            count = f"{len(found) - len(missed)} of {len(found)}"
            row(title.format(part), f"{_answer(enough)}, {count}", "; ".join(missed))
    for title, least in OF_C.items():
        if (x := reached[OTHERS].get(title)) is not None:
            row(f"{ratio(least, 1)} of C: {title}", f"{_answer(x >= least)}, {ratio(x, 1)}", "")


def _answer(truth: bool) -> str:
    return "yes" if truth else "no"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure everything, or some parts, and print the tables."""
    parts: dict[str, Callable[[Reached], None]] = {
        "openspiel": beside_openspiel,
        "others": beside_others,
        "batches": beside_pgx,
    }
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"any of {', '.join(parts)} (default: all)")
    given = parser.parse_args(arguments).parts
    if unknown := set(given) - parts.keys():
        parser.error(f"unknown part: {', '.join(sorted(unknown))}")
    print(f"Best of {ROUNDS}, in turns; CPU time of one thread.")
    if not interpreter.COMPILED:
        print("Everything below is plain Python: there is no compiler here.")
    reached: Reached = {part: {} for part in (BOTS, LOOPS, CONSTANT, OTHERS, BATCHES)}
    for part in given or parts:
        parts[part](reached)
    if not given:
        others()
    verdict(reached)


if __name__ == "__main__":
    main()
