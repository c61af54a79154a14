"""Iterations per CPU second of a search beside random play in the same run; worlds per CPU second.

python benchmarks/search.py [GAME:PLAYERS...]
"""

from __future__ import annotations

import sys
import time

import ludwright as lw
from ludwright.lab.simulate import simulate
from ludwright.play.belief import Belief
from ludwright.players.uniform import Uniform
from ludwright.search.driver import Search, Settings
from ludwright.search.layout import DECIDER, G_DECISIONS, ROOT

GAMES = (
    "crazy-eights:4", "hearts:4", "spades:4", "oh-hell:4", "scopa:2", "durak:2", "gops:2",
    "gin-rummy:2", "go-fish:2", "texas-holdem:2", "leduc-poker:2",
)  # fmt: skip
ITERATIONS, POSITIONS, EVERY = 2_000, 4, 5
GAMES_BELIEVED, WORLDS, WANTED_POSITIONS = 8, 200, 40


def rates(name: str, players: int, observer: int) -> tuple[float, float]:
    """Iterations and decisions per CPU second, from positions along a random game."""
    table = lw.load(name).table(players=players, seed=3)
    chooser = Uniform()
    chooser.begin(0, table.program, 4)
    done, decisions, spent, seen = 0, 0, 0.0, 0
    while not table.over and seen < POSITIONS:
        moves = table.legal()
        if table.decider is not None and len(moves) > 1 and len(table.log) % EVERY == 0:
            view = table.view(table.decider)
            belief = Belief(table.program, view.seat, 9)
            belief.update(view)
            settings = Settings(ITERATIONS, observer=observer)
            search = Search(table.program, view.seat, belief.worlds(8), settings, 1)
            began = time.thread_time()
            search.run()
            spent += time.thread_time() - began
            done += search.iterations
            decisions += int(search.slices[0].integers[G_DECISIONS])
            seen += 1
        table.apply(moves[chooser.pick(len(moves))])
    return done / spent, decisions / spent


def beliefs(name: str, players: int) -> tuple[float, float, float, int]:
    """Worlds per CPU second, the share that agrees with the whole past, milliseconds to take over a
    view, and at how many positions: all choices of one seat, its belief kept along random games."""
    spent, updating, agreed, seen = 0.0, 0.0, 0.0, 0
    for game in range(GAMES_BELIEVED):
        table = lw.load(name).table(players=players, seed=100 + game)
        chooser, belief = Uniform(), Belief(table.program, 0, 9)
        chooser.begin(0, table.program, game)
        while not table.over and seen < WANTED_POSITIONS * (game + 1) // GAMES_BELIEVED:
            moves = table.legal()
            if table.decider == 0 and len(moves) > 1:
                view = table.view(0)
                began = time.thread_time()
                belief.update(view)
                updated = time.thread_time()
                belief.worlds(WORLDS)
                spent += time.thread_time() - updated
                updating += updated - began
                agreed += belief.evidence
                seen += 1
            table.apply(moves[chooser.pick(len(moves))])
    return WORLDS * seen / spent, agreed / seen, 1000 * updating / seen, seen


def main() -> None:
    """Print the tables, a row per game."""
    print(f"{'game':<18}{'SO its/s':>12}{'MO its/s':>12}{'decisions/s':>14}{'of random play':>16}")
    for each in sys.argv[1:] or GAMES:
        name, _, players = each.partition(":")
        program = lw.load(name).program(int(players or 2))
        so, inside = rates(name, program.seats, ROOT)
        mo, _ = rates(name, program.seats, DECIDER)
        played = simulate(program, 300, 1, jobs=1)
        share = inside / (played.decisions / played.seconds)
        print(f"{each:<18}{so:>12,.0f}{mo:>12,.0f}{inside:>14,.0f}{share:>15.0%}", flush=True)
    print(f"\n{'game':<18}{'worlds/s':>12}{'agree':>8}{'update, ms':>12}{'positions':>11}")
    for each in sys.argv[1:] or GAMES:
        name, _, players = each.partition(":")
        rate, agree, update, seen = beliefs(name, int(players or 2))
        print(f"{each:<18}{rate:>12,.0f}{agree:>8.0%}{update:>12.2f}{seen:>11}", flush=True)


if __name__ == "__main__":
    main()
