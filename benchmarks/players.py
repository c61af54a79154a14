"""Let our bots play against OpenSpiel's IS-MCTS: the same deals in lock step, at equal CPU time."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import ludwright as lw
from ludwright.disk import Lines
from ludwright.machine import api
from ludwright.play.moves import Move
from ludwright.play.table import Table
from ludwright.players import Player, maker_of
from ludwright.players.level import Level, settings_of

ROOT = Path(__file__).parent.parent
VARIANTS = Path(__file__).parent / "variants"
SEED, TRIAL_SEED = 1_900_000, 1_800_000  # of matches, and of the trials that set the time
TRIAL_DEALS, TRIAL_SECONDS = 3, 1.0  # of a trial: fewest deals, and least time of theirs
TRIALS, FIRST_TRIED, LEAST_ITERATIONS = 4, 200, 50
SLOPES = 8  # at least so much of our time is spent on iterations, at the most that were tried
# As OpenSpiel numbers them.
RANKS, HEARTS_SUITS, OH_HELL_SUITS = "23456789TJQKA", "CDHS", "CDSH"


@dataclass(frozen=True)
class Match:
    """A game of both libraries: how their chance is made to follow ours, and our moves theirs."""

    ours: str
    theirs: str
    seats: int
    uct_c: float  # of theirs: by the range of points
    chance: Callable[[Table, int], int]  # the outcome of their chance node of a number
    action: Callable[[str, Table], int]  # their action for the text of our move
    options: dict[str, object] = field(default_factory=dict)

    def load(self) -> lw.Game:
        """Our game."""
        variant = VARIANTS / f"{self.ours}-for-points.cgml"
        if variant.exists():
            return lw.load(variant, self.options, root=ROOT)
        return lw.load(self.ours, self.options)


def card(text: str, suits: str) -> int:
    """The number of a card in OpenSpiel's decks of 52."""
    return RANKS.index(text[:-1].replace("10", "T")) * 4 + suits.index(text[-1])


def dealt(table: Table, number: int, seats: int) -> str:
    """The card that is dealt as the one of a number, one to each player in turn."""
    return str(table.zone("hand", number % seats)[number // seats])


def leduc_chance(table: Table, number: int) -> int:
    """The card of a player, or the public one."""
    text = table.zone("board")[0] if number == 2 else table.zone("hand", number)[0]
    return "JQK".index(text[0]) * 2 + "SH".index(text[1])


def leduc_action(text: str, table: Table) -> int:
    """Fold, call or raise, which are pass and bet where nothing has been bet."""
    return {"fold": 0, "pass": 1, "call": 1, "bet": 2, "raise": 2}[text]


def hearts_chance(table: Table, number: int) -> int:
    """No cards are passed; then the deal."""
    return 0 if number == 0 else card(dealt(table, number - 1, 4), HEARTS_SUITS)


def oh_hell_chance(table: Table, number: int) -> int:
    """The number of cards, the dealer, the deal, the trump card."""
    cards = len(table.zone("hand", 0))
    if number < 2:
        return (cards, table.program.seats - 1)[number]
    if number == 2 + cards * table.program.seats:
        return card(table.zone("trump_card")[0], OH_HELL_SUITS)
    return card(dealt(table, number - 2, table.program.seats), OH_HELL_SUITS)


def oh_hell_action(text: str, table: Table) -> int:
    """A bid or a card."""
    return 52 + int(text) if text.isdigit() else card(text, OH_HELL_SUITS)


MATCHES = {
    "leduc": Match("leduc-poker", "leduc_poker", 2, 13.0, leduc_chance, leduc_action),
    "hearts": Match(
        "hearts",
        "hearts",
        4,
        10.0,
        hearts_chance,
        lambda text, table: card(text, HEARTS_SUITS),
        {"hands": 1, "passing": "none", "queen_breaks": True},
    ),
    "oh-hell": Match(
        "oh-hell",
        "oh_hell(players=3,num_tricks_fixed=17)",
        3,
        5.0,
        oh_hell_chance,
        oh_hell_action,
        {"hands": 1, "cards": 17},
    ),
}


# ---- one game ------------------------------------------------------------------------------------


@dataclass
class Spent:
    """The CPU time of one side, and its decisions among two or more moves."""

    seconds: float = 0.0
    moves: int = 0

    def add(self, seconds: float) -> None:
        """Add a move."""
        self.seconds += seconds
        self.moves += 1

    @property
    def per_move(self) -> float:
        """Milliseconds per move."""
        return 1000 * self.seconds / max(self.moves, 1)


class Step:
    """Both libraries at one deal. After every move their lists of legal moves are compared."""

    def __init__(self, match: Match, table: Table) -> None:
        import pyspiel

        self.match = match
        self.table = table
        self.state = pyspiel.load_game(match.theirs).new_initial_state()
        self._chances = 0
        self._follow()

    def _follow(self) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(self.match.chance(self.table, self._chances))
            self._chances += 1

    def legal(self) -> dict[int, Move]:
        """The legal moves by their actions."""
        moves = {self.match.action(move.text(), self.table): move for move in self.table.legal()}
        theirs = self.state.legal_actions()
        if sorted(moves) != sorted(theirs) or self.table.decider != self.state.current_player():
            raise SystemExit(f"{self.match.ours}: {sorted(moves)} is legal, theirs: {theirs}")
        return moves

    def apply(self, action: int, move: Move) -> None:
        """Make a move in both."""
        self.table.apply(move)
        self.state.apply_action(action)
        self._follow()

    def points(self) -> list[float]:
        """The points of each seat in theirs, more being better; ours differ by a constant."""
        points = [float(each) for each in self.state.returns()]
        ours = self.table.result().scores or ()
        sign = -1 if self.match.ours == "hearts" else 1
        if len({round(mine * sign - his, 6) for mine, his in zip(ours, points, strict=True)}) != 1:
            raise SystemExit(f"{self.match.ours}: points differ, {ours} and {points}")
        return points


class Sides:
    """The two sides of a match: how each chooses, and what it spent."""

    def __init__(self, match: Match, make: Callable[[], Player], given: Any) -> None:
        self.match = match
        self.make = make
        self.simulations, self.uct_c = given.simulations, given.uct_c or match.uct_c
        self.program = match.load().program(match.seats)
        self.ours, self.theirs = Spent(), Spent()

    def bot(self, seed: int) -> Any:
        """A bot of theirs."""
        import pyspiel

        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        return pyspiel.ISMCTSBot(
            seed, evaluator, self.uct_c, self.simulations, -1, final, False, False
        )

    def player(self, seat: int, seed: int) -> Player:
        """A player of ours."""
        made = self.make()
        made.begin(seat, self.program, seed)
        return made

    def play(self, deal: int, seating: Sequence[bool]) -> list[float]:
        """Play a deal, with our players in the seats that are true; returns the points."""
        seeds = [int(api.mix(deal, 1 + seat)) >> 33 for seat in range(self.match.seats)]
        step = Step(self.match, Table(self.program, seed=deal))
        sits: list[Any] = [
            self.player(seat, seeds[seat]) if ours else self.bot(seeds[seat])
            for seat, ours in enumerate(seating)
        ]
        while not step.table.over:
            moves = step.legal()
            seat = step.state.current_player()
            if len(moves) == 1:
                [action] = moves
            elif seating[seat]:
                action = self.ask_ours(step, sits[seat], moves)
            else:
                action = self.ask_theirs(step, sits[seat])
            step.apply(action, moves[action])
        return step.points()

    def ask_ours(self, step: Step, player: Player, moves: dict[int, Move]) -> int:
        """The choice of our player; its view is part of its time."""
        assert step.table.decider is not None
        began = time.thread_time()
        chosen = player.choose(step.table.view(step.table.decider))
        self.ours.add(time.thread_time() - began)
        number = chosen.id if isinstance(chosen, Move) else chosen
        return next(action for action, move in moves.items() if move.id == number)

    def ask_theirs(self, step: Step, bot: Any) -> int:
        """The choice of their bot."""
        began = time.thread_time()
        action = int(bot.step(step.state))
        self.theirs.add(time.thread_time() - began)
        return action


def seatings(seats: int) -> list[tuple[bool, ...]]:
    """All seatings that divide the seats as evenly as possible, each with its opposite."""
    sizes = sorted({seats // 2, seats - seats // 2})
    chosen = [set(each) for size in sizes for each in combinations(range(seats), size)]
    return [tuple(seat in each for seat in range(seats)) for each in chosen]


# ---- equal time ----------------------------------------------------------------------------------


def trial(match: Match, make: Callable[[], Player], given: Any) -> tuple[float, float]:
    """Milliseconds per move of ours and theirs, at positions that do not depend on what they
    choose: so trials differ in nothing but the settings of the players."""
    sides = Sides(match, make, given)
    deal = TRIAL_SEED
    while deal < TRIAL_SEED + TRIAL_DEALS or sides.theirs.seconds < TRIAL_SECONDS:
        step = Step(match, Table(sides.program, seed=deal))
        players = [sides.player(seat, deal) for seat in range(match.seats)]
        bot, rng = sides.bot(deal), random.Random(deal)
        while not step.table.over:
            moves = step.legal()
            if len(moves) > 1:
                sides.ask_theirs(step, bot)
                sides.ask_ours(step, players[step.state.current_player()], moves)
            action = rng.choice(list(moves))
            step.apply(action, moves[action])
        deal += 1
    return sides.ours.per_move, sides.theirs.per_move


def level(match: Match, iterations: int, more: dict[str, Any]) -> Callable[[], Player]:
    """Our search with a number of iterations, otherwise as level 4 unless something is set."""
    settings = settings_of(match.load().program(match.seats), 4)
    settings = replace(settings, iterations=iterations, **more)
    return lambda: Level(4, settings)


def on_the_line(tried: Sequence[tuple[int, float]]) -> int:
    """The iterations at which our moves take as long as theirs: where the line of least squares
    through the trials, of iterations and how many times as long ours took, comes to 1. A view and
    its worlds take their time without any iterations, so the line need not start at 0; but noise
    must not make it steeper than from there, nor falling."""
    most, longest = max(tried)
    xs, ys = fmean(x for x, _ in tried), fmean(y for _, y in tried)
    spread = sum((x - xs) ** 2 for x, _ in tried)
    slope = sum((x - xs) * (y - ys) for x, y in tried) / spread if spread else 0.0
    steepest = longest / most
    if slope < steepest / SLOPES:  # mostly noise
        slope = steepest
    return round(xs + (1 - ys) / min(slope, steepest))


def equal_iterations(match: Match, given: Any) -> int:
    """The number of iterations at which our moves take as long as theirs."""
    # The first games load and compile; they count for nothing.
    played(match, level(match, FIRST_TRIED, given.set), -1, given)
    tried: list[tuple[int, float]] = []
    wanted = FIRST_TRIED
    for _ in range(TRIALS):
        ours, theirs = trial(match, level(match, wanted, given.set), given)
        print(
            f"trial: {wanted} iterations, {ours:.2f} ms a move; theirs {theirs:.2f} ms", flush=True
        )
        tried.append((wanted, ours / theirs))
        # The second trial is far from the first, so that they show what an iteration takes.
        found = on_the_line(tried)
        wanted = min(max(found, LEAST_ITERATIONS), 8 * wanted)
        if len(tried) == 1:
            wanted = max(wanted, 4 * FIRST_TRIED)
    if found < LEAST_ITERATIONS:
        raise SystemExit(
            "our views and worlds alone take longer: more --simulations, fewer worlds?"
        )
    return wanted


# ---- a match -------------------------------------------------------------------------------------


def played(match: Match, make: Callable[[], Player], deal: int, given: Any) -> dict[str, Any]:
    """A deal in all seatings: the mean points of ours and theirs, and the times."""
    sides = Sides(match, make, given)
    ours, theirs = [], []
    for seating in seatings(match.seats):
        points = sides.play(SEED + deal, seating)
        ours.append(fmean(p for p, mine in zip(points, seating, strict=True) if mine))
        theirs.append(fmean(p for p, mine in zip(points, seating, strict=True) if not mine))
    spent = {
        side: [each.seconds, each.moves]
        for side, each in (("ours", sides.ours), ("theirs", sides.theirs))
    }
    return {"deal": deal, "difference": fmean(ours) - fmean(theirs), "spent": spent}


def summary(name: str, rows: Sequence[dict[str, Any]], who: str) -> str:
    """The result of a match so far."""
    differences = [row["difference"] for row in rows]
    error = stdev(differences) / sqrt(len(rows)) if len(rows) > 1 else float("nan")
    times = [
        1000
        * sum(row["spent"][side][0] for row in rows)
        / max(1, sum(row["spent"][side][1] for row in rows))
        for side in ("ours", "theirs")
    ]
    return (
        f"{name}, {who}: {len(rows)} deals, ours - theirs "
        f"{fmean(differences):+.2f} ± {1.96 * error:.2f} points a hand; "
        f"{times[0]:.1f} and {times[1]:.1f} ms a move"
    )


def stored(path: Path, head: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The head and the deals of a file; the given head if there is no file yet."""
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    whole = [json.loads(line) for line in lines if line.endswith("\n")]
    if not whole:
        return head, []
    if {k: v for k, v in whole[0].items() if k != "iterations"} != {
        k: v for k, v in head.items() if k != "iterations"
    } or head["iterations"] not in (None, whole[0]["iterations"]):
        raise SystemExit(f"'{path}' is of another match: {whole[0]}")
    return whole[0], whole[1:]


def run(name: str, given: Any) -> None:
    """Play a match and print its result."""
    match = MATCHES[name]
    head = {
        "match": name,
        "bot": given.bot,
        "set": given.set,
        "simulations": given.simulations,
        "uct_c": given.uct_c or match.uct_c,
        "iterations": given.iterations,
    }
    rows: list[dict[str, Any]] = []
    if given.out:
        head, rows = stored(Path(given.out), head)
    if given.bot == "search" and head["iterations"] is None:
        head["iterations"] = equal_iterations(match, given)
    make = (
        level(match, head["iterations"], given.set)
        if given.bot == "search"
        else maker_of(given.bot)
    )
    file = Lines(given.out) if given.out else None
    if file and not rows:
        file.cut(0)
        file.add(json.dumps(head))
    who = f"{given.bot} with {head['iterations']} iterations" if head["iterations"] else given.bot
    who += "".join(f", {name}={value}" for name, value in given.set.items())
    who += f" against {given.simulations} simulations, c = {head['uct_c']:g}"
    done = {row["deal"] for row in rows}
    for deal in range(given.deals):
        if deal in done:
            continue
        rows.append(played(match, make, deal, given))
        if file:
            file.add(json.dumps(rows[-1]))
        if len(rows) % 10 == 0 and len(rows) < given.deals:
            print(summary(name, rows, who), flush=True)
    print(summary(name, [row for row in rows if row["deal"] < given.deals], who), flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Play the matches that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("matches", nargs="*", help=f"of {', '.join(MATCHES)} (default: all)")
    parser.add_argument("--deals", type=int, default=400, help="each in all seatings")
    parser.add_argument("--bot", default="search", help="ours: search, or the name of a bot")
    parser.add_argument("--iterations", type=int, help="of ours (default: equal CPU time)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of our search"
    )
    parser.add_argument("--simulations", type=int, default=1000, help="of theirs, per move")
    parser.add_argument("--uct-c", type=float, help="of theirs (default: by the range of points)")
    parser.add_argument("--out", help="append deals to a file, and resume from it; for one match")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.matches if name not in MATCHES]:
        parser.error(f"unknown match '{unknown[0]}'; known: {', '.join(MATCHES)}")
    given.set = {
        name: json.loads(value) for name, _, value in (s.partition("=") for s in given.set)
    }
    if given.out and len(given.matches) != 1:
        parser.error("--out is for a single match")
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("skipped: open_spiel is not installed (the extra 'bench')")
        return 0
    for name in given.matches or MATCHES:
        run(name, given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
