"""Compare the solver with published win rates, and measure its speed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import ludwright as lw
from ludwright.lab.solutions import Solutions, Summary

HEAD = (
    "| game | deals | solved | impossible | unknown | decided | winnable, 95 % "
    "| published | | positions/s | seconds |"
)


ALL = sorted(f"ms:{number}" for number in range(1, 32_001))


@dataclass(frozen=True, slots=True)
class Experiment:
    """A game, its deals, and the published win rate with its margin, in per cent."""

    game: str
    rate: float
    margin: float = 0.0
    microsoft: bool = False
    exact: str = ""  # the known result for all of Microsoft's first 32,000 deals
    won: int = 0  # the winnable ones among those
    lost: tuple[int, ...] = ()  # the only impossible ones

    def settings(self, first: int, last: int) -> dict[str, object]:
        """The deals to solve, as arguments of `solve`."""
        numbers = range(first, last + 1)
        return {"deals": [f"ms:{i}" for i in numbers]} if self.microsoft else {"seeds": numbers}


EXPERIMENTS = {
    "freecell": Experiment(
        "freecell", 99.997, 0.003, True, "all but #11982 of 32,000", 31_999, (11982,)
    ),
    "freecell-2-cells": Experiment("freecell-2-cells", 79.316, 0, True, "25,381 of 32,000", 25_381),
    "bakers-game": Experiment("bakers-game", 75.053, 0.028),
    "klondike": Experiment("klondike", 81.945, 0.084),
    "klondike-draw-1": Experiment("klondike-draw-1", 90.480, 0.116),
    "canfield": Experiment("canfield", 71.245, 0.031),
    "canfield-whole-piles": Experiment("canfield-whole-piles", 67.562, 0.034),
}


def verdict(experiment: Experiment, found: Solutions) -> str:
    """Whether the answers agree with what is published."""
    if experiment.lost:
        known = [f"ms:{number}" for number in experiment.lost]
        wrong = [
            each.deal.spec
            for each in found.deals
            if each.status == ("solved" if each.deal.spec in known else "impossible")
        ]
        return f"WRONG: {', '.join(wrong)}" if wrong else "agrees"
    if experiment.won and sorted(each.deal.spec for each in found.deals) == ALL:
        solved, _, unknown = counts(found.summary)
        return "agrees" if solved <= experiment.won <= solved + unknown else "WRONG"
    low, high = found.summary.ci95
    least, most = experiment.rate - experiment.margin, experiment.rate + experiment.margin
    return "inside" if 100 * low <= most and least <= 100 * high else "OUTSIDE"


def line(name: str, found: Solutions) -> str:
    """A line of the table."""
    experiment, summary = EXPERIMENTS[name], found.summary
    low, high = summary.ci95
    states = sum(each.answer.states for each in found.deals)
    seconds = sum(each.answer.seconds for each in found.deals)
    published = experiment.exact or f"{experiment.rate:.3f} +- {experiment.margin:.3f} %"
    cells = [
        name,
        f"{len(found.deals):,}",
        *(f"{count:,}" for count in counts(summary)),
        f"{100 * summary.decided:.2f} %",
        f"{100 * low:.2f} to {100 * high:.2f} %",
        published,
        verdict(experiment, found),
        f"{states / max(seconds, 1e-9):,.0f}",
        f"{seconds:,.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def counts(summary: Summary) -> tuple[int, int, int]:
    """The number of deals by status."""
    return summary.solved, summary.impossible, summary.unknown


def progress(summary: Summary, deals: int, states: int) -> None:
    """Report progress, in a terminal."""
    if sys.stderr.isatty():
        solved, impossible, unknown = counts(summary)
        done = solved + impossible + unknown
        text = f"{done:,} of {deals:,}: {solved:,} / {impossible:,} / {unknown:,}; {states:,}"
        print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)


def runs(given: argparse.Namespace) -> Iterator[str]:
    """Solve the deals of each game; yields a line for each."""
    for name in given.names or EXPERIMENTS:
        experiment = EXPERIMENTS[name]
        try:
            game = lw.load(experiment.game)
        except lw.GameError:
            yield f"| {name} | skipped: not in the library |"
            continue
        save = Path(given.save) / f"{name}.jsonl" if given.save else None
        found = game.solve(
            **experiment.settings(given.first, given.first + given.deals - 1),  # type: ignore[arg-type]
            seconds=given.time_limit,
            jobs=given.jobs,
            memory=given.memory << 20,
            save=save,
            progress=progress,
        )
        yield line(name, found)
        if found.interrupted:
            return


def main(arguments: list[str] | None = None) -> int:
    """Solve deals of some or all games, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help=f"any of {', '.join(EXPERIMENTS)} (default: all)")
    parser.add_argument("--deals", type=int, default=20, help="number of deals per game")
    parser.add_argument("--first", type=int, default=1, help="first seed or deal number")
    parser.add_argument("--time-limit", type=float, default=10.0, help="CPU seconds per deal")
    parser.add_argument("--memory", type=int, default=2048, help="megabytes per deal")
    parser.add_argument("--jobs", type=int, help="threads (default: one per core)")
    parser.add_argument("--save", help="folder for the answers; a second run resumes there")
    given = parser.parse_args(arguments)
    if unknown := set(given.names) - set(EXPERIMENTS):
        parser.error(f"unknown experiment: {', '.join(sorted(unknown))}")
    if given.save:
        Path(given.save).mkdir(parents=True, exist_ok=True)
    print(f"{HEAD}\n|{'---|' * (HEAD.count('|') - 1)}", flush=True)
    for each in runs(given):
        print(each, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
