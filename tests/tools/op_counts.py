"""Counts the ops that random play executes, exactly: the measure of the compiler's code.

    PYTHONPATH=src:tests python -m tools.op_counts              # all cases, beside their ceilings
    PYTHONPATH=src:tests python -m tools.op_counts GAME --hot   # this one, with its hottest ops
    PYTHONPATH=src:tests python -m tools.op_counts --write      # make the present counts ceilings

Games, seeds and the limits of decisions are fixed, so a count changes only with the code.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
CEILINGS = TESTS / "compiler" / "op_counts.txt"
SEED, GAMES, MOST = 7, 3, 100
# Games of many ops per decision are played for fewer.
SLOW = {
    "brackwater": (1, 10),
    "gin-rummy": (1, 60),
    "klondike:rulexml": (1, 30),
    "storm-the-gate": (1, 20),
    "texas-holdem": (1, 60),
}


@dataclass(frozen=True)
class Case:
    """A game of the library, set up in one way."""

    game: str
    players: int | None = None
    options: dict[str, object] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The game, and how it differs from what it is by default."""
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        seats = [f"players={self.players}"] if self.players else []
        return ", ".join((self.game, *seats, *chosen))


# Set up as in the benchmarks, beside the defaults of every game.
VARIANTS = (
    Case("hearts", 4, {"hands": 1, "passing": "none", "queen_breaks": True}),
    Case("spades", 4, {"hands": 1, "breaking": False}),
    Case("gops", 4, {"cards": 7, "prize_order": "descending"}),
    Case("oh-hell", 4, {"hands": 1, "cards": 5}),
    Case("crazy-eights", 4),
    Case("texas-holdem", 4),
)


def cases() -> tuple[Case, ...]:
    """Every game of the library in all its languages, then the variants."""
    from ludwright import pipeline

    # A game has a second name with its language; the first name of each file will do.
    files = {path: name for name, path in reversed(pipeline.library_games().items())}
    return (*(Case(name) for name in sorted(files.values())), *VARIANTS)


@dataclass(frozen=True)
class Count:
    """What random play executed."""

    decisions: int  # or turns, where nobody decides anything
    fetches: Counter[int]  # by address
    program: Any

    @property
    def ops(self) -> int:
        """All ops together."""
        return sum(self.fetches.values())

    @property
    def per_decision(self) -> float:
        """Ops per decision."""
        return self.ops / max(self.decisions, 1)


def count(case: Case) -> Count:
    """Play a case at random, and count."""
    import ludwright
    from ludwright.machine import advance
    from ludwright.machine.profile import profile

    program = ludwright.load(case.game, case.options).program(case.players)
    games, most = SLOW.get(case.game, (GAMES, MOST))
    found = profile(program, games, most, SEED)
    fetches = Counter({int(at): int(found.counts[at]) for at in found.counts.nonzero()[0]})
    decisions = int(found.results[:, advance.G_DECISIONS].sum())
    turns = int(found.results[:, advance.G_TURNS].sum())
    return Count(decisions or turns, fetches, program)


def ceilings() -> dict[str, float]:
    """The most ops per decision that each case may take."""
    lines = CEILINGS.read_text(encoding="utf-8").splitlines() if CEILINGS.is_file() else []
    split = (line.rpartition(": ") for line in lines)
    return {name: float(most) for name, _, most in split}


def hottest(found: Count, most: int = 40) -> Iterator[str]:
    """The ops that are executed most, by kind and by line of the source."""
    from ludwright.machine import ops

    program = found.program
    kinds: Counter[str] = Counter()
    lines: Counter[int] = Counter()
    for at, times in found.fetches.items():
        kinds[ops.NAMES[int(program.code[at])]] += times
        span = program.location(at)
        lines[span.line if span else 0] += times
    for title, counted in (("op", kinds), ("line", lines)):
        for what, times in counted.most_common(most):
            yield f"  {title} {what}: {times / max(found.decisions, 1):.1f}"


def main() -> None:
    """Print the counts of some cases or all, and write them if asked to."""
    names = {word for word in sys.argv[1:] if not word.startswith("--")}
    before, counted = ceilings(), {}
    for case in cases():
        if names and names.isdisjoint((case.game, case.name)):
            continue
        found = count(case)
        counted[case.name] = found.per_decision
        print(f"{case.name}: {found.per_decision:.1f} of {before.get(case.name, 0)}", flush=True)
        if "--hot" in sys.argv:
            print("\n".join(hottest(found)))
    if "--write" in sys.argv:
        kept = {case.name: before.get(case.name, 0.0) for case in cases()} | counted
        lines = (f"{name}: {each:.1f}\n" for name, each in kept.items())
        CEILINGS.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
