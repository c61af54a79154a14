"""How the levels of a game differ: adjacent ones play the same deals with exchanged seats."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..machine.program import Program
from ..play.table import Table
from ..players import TIMED
from ..players.budgets import SECONDS, clock_of, iterations_of
from ..players.level import Level
from ..players.uniform import Uniform
from ..search.facts import facts_of
from .arena import arena
from .executor import Executor

FIXED = (1, 2, 3, 4)  # levels with a fixed budget
TUNING, REPORTING = 0x7E57, 0x5EED  # seeds: what is tuned on some deals is reported on others
TIMED_GAMES, TIMED_POSITIONS, TIMED_MOVES = 2, 10, 400  # random games to time moves in
STEPS = (*((f"level-{each + 1}", f"level-{each}") for each in FIXED[:-1]), ("level-3", "greedy"))
CLOCKED = ("level-5", "level-4")
ORDER = (*STEPS, CLOCKED)

Progress = Callable[[str, int, int], None]  # a step, deals finished, deals in all


@dataclass(frozen=True, slots=True)
class Step:
    """The paired difference of the utilities of two bots, with its interval over deals, and the
    share of the games that the first won."""

    first: str
    second: str
    difference: float
    ci95: tuple[float, float]
    deals: int
    share: float

    @property
    def is_certain(self) -> bool:
        """Whether the first is better: the interval excludes 0."""
        return self.ci95[0] > 0

    def as_json(self) -> dict[str, Any]:
        """The step for facts."""
        rounded = [round(end, 4) for end in self.ci95]
        return {
            "first": self.first,
            "second": self.second,
            "difference": round(self.difference, 4),
            "ci95": rounded,
            "deals": self.deals,
            "share": round(self.share, 4),
            "certain": self.is_certain,
        }


def step(
    program: Program,
    first: str,
    second: str,
    deals: int,
    seed: int,
    jobs: int | None = 1,
    folder: Path | None = None,
    progress: Progress | None = None,
    engine: str | Executor = "threads",
) -> Step:
    """Two bots on the same deals, with exchanged seats; in a folder, finished deals are kept."""
    name = f"{first}-{second}"
    tick = None if progress is None else lambda done, of: progress(name, done, of)
    out = None
    if folder is not None:
        # Deals count only for the budgets that they were played with.
        budgets = "-".join(_budget(program, bot) for bot in (first, second))
        out = folder / f"{program.name}-{program.seats}-{name}-{budgets}-{seed:x}.jsonl"
    result = arena(
        program, (first, second), deals, seed, jobs=jobs, engine=engine, out=out, progress=tick
    )
    if result.interrupted:
        raise KeyboardInterrupt
    if result.broken is not None:
        raise result.broken.error
    found = result.difference(first, second)
    share = next(each.rate for each in result.players if each.name == first)
    # Without an interval, as after a single deal, nothing is certain.
    return Step(first, second, found.difference, found.ci95 or (-1e9, 1e9), found.deals, share)


def _budget(program: Program, bot: str) -> str:
    if bot in TIMED:
        return f"{clock_of(program):g}s"
    level = bot.removeprefix("level-")
    return str(iterations_of(program, int(level))) if level.isdigit() else bot


def seconds_per_move(program: Program, level: int, seed: int) -> float:
    """The mean CPU time of a decision of a level that has more than one option, at positions all
    along random games."""
    spent, asked = 0.0, 0
    every = max(1, round(facts_of(program).length / TIMED_POSITIONS))
    for game in range(TIMED_GAMES):
        table = Table(program, seed=seed + game)
        chooser, players = Uniform(), [Level(level) for _ in range(program.seats)]
        chooser.begin(0, program, seed + game)
        for seat, player in enumerate(players):
            player.begin(seat, program, seed + game)
        for number in range(TIMED_MOVES):
            if table.over:
                break
            moves, decider = table.legal(), table.decider
            if decider is not None and len(moves) > 1 and number % every == game % every:
                view = table.view(decider)
                began = time.thread_time()
                players[decider].choose(view)
                spent += time.thread_time() - began
                asked += 1
            table.apply(moves[chooser.pick(len(moves))])
    return spent / max(1, asked)


def equal_levels(steps: Iterable[dict[str, Any]]) -> list[list[str]]:
    """The adjacent levels of measured steps that may be equal: the interval of their difference
    includes 0."""
    return [
        [each["first"], each["second"]]
        for each in steps
        if each["second"].startswith("level-") and not each["certain"]
    ]


def levels_of(
    program: Program,
    deals: int = 200,
    seed: int = REPORTING,
    jobs: int = 1,
    pairs: Sequence[tuple[str, str]] = STEPS,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The levels of a game, as its facts have them: iterations per decision, which adjacent ones
    differ, level 3 against the greedy player, and the seconds that a move takes."""
    steps = [step(program, *pair, deals, seed, jobs, folder, progress).as_json() for pair in pairs]
    seconds = [round(seconds_per_move(program, level, seed), 4) for level in FIXED]
    return {
        "iterations": [iterations_of(program, level) for level in FIXED],
        "clock": clock_of(program),
        "players": program.seats,
        "options": dict(program.options),
        "seed": seed,
        "steps": steps,
        "equal": equal_levels(steps),
        "seconds": seconds,
    }


def merged(kept: dict[str, Any] | None, found: dict[str, Any]) -> dict[str, Any]:
    """The levels of a game's facts with what was found since: steps that were not measured again
    stay if they are of the same budgets, players and seed."""
    if not kept:
        return {"steps": [], "equal": []} | found
    steps = {(each["first"], each["second"]): each for each in kept.get("steps", ())}
    if any(kept.get(key) != found[key] for key in ("players", "options", "seed") if key in found):
        steps = {}
    changed = {
        f"level-{level}"
        for level, *counts in zip(FIXED, kept["iterations"], found["iterations"], strict=True)
        if counts[0] != counts[1]
    }
    if kept.get("clock", SECONDS) != found.get("clock", kept.get("clock", SECONDS)):
        changed.add(CLOCKED[0])
    steps = {pair: each for pair, each in steps.items() if not changed & {*pair}}
    steps |= {(each["first"], each["second"]): each for each in found.get("steps", ())}
    ordered = sorted(steps.values(), key=lambda each: ORDER.index((each["first"], each["second"])))
    whole = kept | found | {"steps": ordered, "equal": equal_levels(ordered)}
    if changed and "seconds" not in found:
        whole.pop("seconds", None)
    return whole
