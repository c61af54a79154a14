"""Measure the levels of library games, and write them into their facts.json.

python docs/levels.py GAME...      the steps from level to level, and level 3 against greedy
python docs/levels.py --table      seconds per move of all games with decisions, written nowhere

--iterations 10,60,400,2000   first make these the budgets of levels 1 to 4; measured steps between
                              other budgets are dropped
--clock SECONDS               ... and these the seconds of a move of level 5
--budgets                     no more than that
--timed                       also level 5 against level 4
--only FIRST,SECOND           this step only, such as level-5,level-4
--deals N (200), --players K, --set OPTION=VALUE, --jobs N (1)
--tuning                      print only, on deals of their own

Deals are kept in build/levels as they are finished, so a run can be interrupted and resumed; remove
the folder when the search has changed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import recorded

import ludwright as lw
from ludwright.lab.levels import (
    CLOCKED,
    FIXED,
    REPORTING,
    STEPS,
    TUNING,
    levels_of,
    merged,
    seconds_per_move,
)
from ludwright.pipeline import library_games
from ludwright.players.budgets import forget, iterations_of

KEPT = Path(__file__).parent.parent / "build" / "levels"
ALLOWED = {3: 0.2, 4: 1.0}  # seconds per move


def main() -> None:
    """Measure the named games one after another; what is done is kept if interrupted."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*")
    parser.add_argument("--iterations", type=_budgets)
    parser.add_argument("--clock", type=float)
    parser.add_argument("--budgets", action="store_true")
    parser.add_argument("--timed", action="store_true")
    parser.add_argument("--only", type=lambda text: tuple(text.split(",")))
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--players", type=int)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tuning", action="store_true")
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    if given.table:
        table(given.games or [name for name in library_games() if ":" not in name])
        return
    for name in given.games:
        if given.iterations or given.clock:
            set_budgets(name, given.iterations, given.clock)
        if not given.budgets:
            measure(name, given)


def measure(name: str, given: argparse.Namespace) -> None:
    """Measure the levels of a game, and add them to its facts."""
    options = {key: _value(text) for key, _, text in (s.partition("=") for s in given.set)}
    program = lw.load(name, options).program(given.players)
    pairs = (given.only,) if given.only else (*STEPS, CLOCKED) if given.timed else STEPS
    seed = TUNING if given.tuning else REPORTING
    KEPT.mkdir(parents=True, exist_ok=True)
    found = levels_of(program, given.deals, seed, given.jobs, pairs, KEPT, _progress(name))
    print(name, json.dumps(found), flush=True)
    if not given.tuning:
        _write(name, merged(recorded.read(name).get("levels"), found))


def set_budgets(name: str, iterations: list[int] | None, clock: float | None) -> None:
    """Make these the budgets of a game's levels."""
    program = lw.load(name).program()
    counts = iterations or [iterations_of(program, level) for level in FIXED]
    new = {"iterations": counts, **({} if clock is None else {"clock": clock})}
    _write(name, merged(recorded.read(name).get("levels"), new))


def table(names: list[str]) -> None:
    """Print the seconds per move of levels 3 and 4 at the fewest players; slow ones are marked."""
    for name in names:
        program = lw.load(name).program()
        began = time.process_time()
        if not any(site.actions for site in program.sites.values()):
            continue
        counts = [iterations_of(program, level) for level in FIXED]
        cells = []
        for level, most in ALLOWED.items():
            seconds = seconds_per_move(program, level, TUNING)
            cells.append(f"{seconds:8.3f}{' !' if seconds > most else '  '}")
        spent = time.process_time() - began
        print(f"{name:24}{program.seats:3} {''.join(cells)}  {counts}  {spent:.0f} s", flush=True)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _budgets(text: str) -> list[int]:
    counts = [int(each) for each in text.split(",")]
    if len(counts) != len(FIXED) or counts != sorted(counts) or counts[0] < 1:
        raise argparse.ArgumentTypeError(
            f"expected {len(FIXED)} growing numbers, as 10,60,400,2000"
        )
    return counts


def _progress(name: str) -> Any:
    def tick(step: str, done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{name}: {step} {done} of {of} deals ", end="", file=sys.stderr, flush=True)
        elif done and done % 20 == 0:
            print(f"{name}: {step} {done} of {of} deals", file=sys.stderr, flush=True)

    return tick


def _write(name: str, levels: dict[str, Any]) -> None:
    recorded.add(name, "levels", levels)
    forget()


if __name__ == "__main__":
    main()
