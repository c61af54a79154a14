"""Compare card games with OpenSpiel's: length, branching factor, winners and speed."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean, stdev
from typing import Any

import ludwright as lw
from ludwright import pipeline

LONGEST = 10_000
"""Decisions after which a game is cut off."""
PART = 50
"""Games that one side plays before the other: alternating is fair on a busy machine."""
LONG = 30.0
"""Seconds after which the comparison of a slow game ends."""

SPEED = (
    "| games/s, one core | ours from Python | OpenSpiel from Python | ratio "
    "| ours by `simulate` | ratio |"
)


@dataclass(frozen=True)
class Pair:
    """A game of the library and its OpenSpiel counterpart, set up to agree as far as possible."""

    ours: str
    theirs: str
    players: int
    by_score: bool = False  # compare the first seat's scores instead of its wins
    options: dict[str, object] = field(default_factory=dict)
    differs: str = "nothing"
    opening: int | None = None  # the outcome of their first chance node, where it selects a rule
    # Games/s of a loop that is all C++, on a quiet core of another, slower machine: for those who
    # have not built one.
    native: float | None = None

    @property
    def name(self) -> str:
        """The game and its number of players."""
        return f"{self.ours}, {self.players} players"


PAIRS = [
    Pair("kuhn-poker", "kuhn_poker", 2, by_score=True, native=1_680_000),
    Pair("leduc-poker", "leduc_poker", 2, by_score=True, native=740_000),
    Pair(
        "gops",
        "goofspiel(returns_type=total_points)",
        2,
        by_score=True,
        native=79_000,
    ),
    Pair(
        "gops",
        "goofspiel(returns_type=total_points,players=4,num_cards=7,points_order=descending)",
        4,
        by_score=True,
        options={"cards": 7, "prize_order": "descending"},
    ),
    Pair(
        "go-fish",
        "go_fish",
        2,
        differs="theirs passes on if nobody else holds cards; ours stops after 50 dry turns",
        native=44_000,
    ),
    Pair(
        "crazy-eights",
        "crazy_eights(players=4,max_draw_cards=1,reshuffle=True,max_turns=10000)",
        4,
        differs="theirs may draw instead of playing, a card each turn; a random seat deals",
        native=26_100,
    ),
    Pair(
        "gin-rummy",
        "gin_rummy",
        2,
        differs="theirs may discard the card just taken from the discards, and asks for lay-offs",
        native=325,
    ),
    Pair(
        "spades",
        "spades(num_tricks=13)",
        4,
        by_score=True,
        options={"hands": 1, "breaking": False},
        native=39_900,
    ),
    Pair(
        "hearts",
        "hearts",
        4,
        options={"hands": 1, "passing": "none", "queen_breaks": True},
        opening=0,  # no cards are passed
        native=33_800,
    ),
    Pair(
        "oh-hell",
        "oh_hell(players=4,num_tricks_fixed=5)",
        4,
        by_score=True,
        options={"hands": 1, "cards": 5},
        differs="a random seat deals",
        native=61_000,
    ),
    Pair(
        "euchre",
        "euchre",
        4,
        options={"hands": 1, "stick_the_dealer": True},
        opening=3,  # the last seat deals
    ),
    Pair(
        "cribbage",
        "cribbage",
        2,
        options={"crib_flush": 4},
        differs="theirs counts the last show to its end",
    ),
]


@dataclass
class Played:
    """Measurements of random games, game by game; forced moves do not count as decisions."""

    decisions: list[int] = field(default_factory=list)
    options: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, widths: list[int], first: float) -> None:
        """Add a game, given the number of legal moves at each of its decisions."""
        real = [width for width in widths if width > 1]
        self.decisions.append(len(real))
        if real:
            self.options.append(mean(real))
        self.first.append(first)


def share(values: list[float]) -> float:
    """The first seat's share of a win that goes to the highest value."""
    return (values[0] == max(values)) / values.count(max(values))


# ---- playing -------------------------------------------------------------------------------------


def play_ours(pair: Pair, game: lw.Game, games: range, played: Played) -> None:
    """Play random games of the library, driven from Python by the numbers of moves."""
    rng = random.Random(games.start)
    table = game.table(players=pair.players)
    for seed in games:
        widths: list[int] = []
        start = time.thread_time()
        table.reset(seed)
        while not table.over and len(widths) < LONGEST:
            moves = table.legal_ids()
            widths.append(len(moves))
            table.apply_id(moves[rng.randrange(len(moves))])
        played.seconds += time.thread_time() - start
        if not table.over:
            played.add(widths, 0.0)
            continue
        result = table.result()
        won = (0 in result.winners) / max(1, len(result.winners))
        played.add(widths, float(result.scores[0]) if pair.by_score and result.scores else won)


def play_theirs(pair: Pair, games: range, played: Played) -> None:
    """Play random games of OpenSpiel, driven from Python."""
    import pyspiel

    game = pyspiel.load_game(pair.theirs)
    rng = random.Random(games.start)
    for _ in games:
        widths: list[int] = []
        start = time.thread_time()
        state = game.new_initial_state()
        if pair.opening is not None:
            state.apply_action(pair.opening)
        while not state.is_terminal() and len(widths) < LONGEST:
            widths.extend(_step(state, pair.players, rng))
        played.seconds += time.thread_time() - start
        returns = list(state.returns())
        played.add(widths, returns[0] if pair.by_score else share(returns))


def _step(state: Any, players: int, rng: random.Random) -> Iterator[int]:
    """One step of a game: a chance node, a move, or a simultaneous move."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    elif state.is_simultaneous_node():
        legal = [state.legal_actions(seat) for seat in range(players)]
        yield from map(len, legal)
        state.apply_actions([rng.choice(moves) for moves in legal])
    else:
        moves = state.legal_actions()
        yield len(moves)
        state.apply_action(moves[rng.randrange(len(moves))])


# ---- comparing -----------------------------------------------------------------------------------


def compared(ours: list[float], theirs: list[float]) -> str:
    """Two means with their standard errors, and their difference in standard errors."""
    sides = [(mean(each), stdev(each) / sqrt(len(each))) for each in (ours, theirs)]
    (a, more), (b, less) = sides
    error = sqrt(more**2 + less**2)
    apart = f"{(a - b) / error:+.1f} σ" if error else "the same" if a == b else "not the same"
    return " | ".join([*(f"{value:.3f} ± {each:.3f}" for value, each in sides), apart])


def simulated(pair: Pair, game: lw.Game) -> float:
    """Games per second inside the machine; each batch is sized by the rate of the one before."""
    rate = 10.0
    for _ in range(3):
        batch = game.simulate(max(10, int(rate)), players=pair.players, seed=1, jobs=1)
        rate = batch.games / batch.seconds
    return rate


def compare(pair: Pair, games: int) -> tuple[list[str], str]:
    """The lines about one game: its statistics, and its speed."""
    ours, theirs = Played(), Played()
    game = lw.load(pair.ours, pair.options)
    play_ours(pair, game, range(1), Played())  # warm up: compile everything
    for start in range(0, games, PART):
        seeds = range(start, min(games, start + PART))
        play_ours(pair, game, seeds, ours)
        play_theirs(pair, seeds, theirs)
        if ours.seconds + theirs.seconds > LONG:
            break
    name = f"{pair.name}, {len(ours.first):,} games"
    measure = "mean score of seat 1" if pair.by_score else "wins of seat 1"
    lengths = compared([*ours.decisions], [*theirs.decisions])
    lines = [
        f"| {name} | decisions | {lengths} | {pair.differs} |",
        f"| | moves to choose from | {compared(ours.options, theirs.options)} | |",
        f"| | {measure} | {compared(ours.first, theirs.first)} | |",
    ]
    ours_rate, theirs_rate = (len(each.first) / each.seconds for each in (ours, theirs))
    inside = simulated(pair, game)
    speed = (
        f"| {name} | {ours_rate:,.0f} | {theirs_rate:,.0f} | {ours_rate / theirs_rate:.2f}x "
        f"| {inside:,.0f} | {inside / theirs_rate:.1f}x |"
    )
    return lines, speed


def missing(pair: Pair) -> str:
    """Why a pair cannot be compared, or an empty text."""
    import pyspiel

    theirs = pair.theirs.partition("(")[0]
    if theirs not in pyspiel.registered_names():
        return f"{pair.ours}: skipped, this OpenSpiel has no '{theirs}'"
    if pair.ours not in pipeline.library_games():
        return f"{pair.ours}: skipped, not in the library"
    return ""


def main(arguments: list[str] | None = None) -> int:
    """Compare some or all games and print two tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="games of the library (default: all)")
    parser.add_argument("--games", type=int, default=2000, help="number of games each")
    given = parser.parse_args(arguments)
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("skipped: open_spiel is not installed (the extra 'bench')")
        return 0
    speeds = []
    print("| game | | ours | OpenSpiel | apart | rules differ in |")
    print("|---|---|---|---|---|---|")
    skipped = []
    for pair in PAIRS:
        if given.names and pair.ours not in given.names:
            continue
        if why := missing(pair):
            skipped.append(why)
            continue
        lines, speed = compare(pair, given.games)
        print(*lines, sep="\n", flush=True)
        speeds.append(speed)
    print(f"\n{SPEED}\n|---|---|---|---|---|---|")
    print(*speeds, sep="\n")
    print(*skipped, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
