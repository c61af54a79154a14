"""A description while it is being written: its problems, and what a change does to the game."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..diagnostics import Source, render
from ..game import Game, GameError
from ..lab.compare import Competitor, Contrast, compared
from ..lab.estimates import Estimate
from ..lab.measures import measures_named
from ..lab.rows import Rows, sample
from ..loading import load
from ..machine.program import Program
from ..play.contract import broken_promises
from ..play.errors import GameFault
from ..ui.check_report import played_lines
from ..ui.variant_lines import interval, number

# The figures of a game, in this order; those that do not make sense for it are left out.
FIGURES = (
    "turns",
    "decisions",
    "branching",
    "forced",
    "unfinished",
    "stuck",
    "drawn",
    "first_seat",
    "won",
)
CONTRACT_SECONDS = 2.0  # of play, for each number of players
LONGEST = 2000  # moves of a game
TINY = 1e-12  # what is left of sums that are equal
BEFORE, NOW = "before", "now"

Stamp = tuple[int, int]
"""The time and the size of a file: what is different after it was saved."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The games of one version of a description."""

    program: Program
    rows: Rows


class Watched:
    """A file, and the last version of it that could be played."""

    def __init__(
        self,
        file: str,
        options: Mapping[str, str],
        players: int | None,
        games: int,
        seed: int,
        root: str | None = None,
    ) -> None:
        self.file = file
        self._given = dict(options)
        self._players = players
        self._games, self._seed = games, seed
        self._root = root
        self._last: Trial | None = None
        self._stamps: dict[str, Stamp] = {}  # of the files that were read
        self.failed = False

    @property
    def is_changed(self) -> bool:
        """Whether the file, or one that it refers to, was saved since it was read."""
        return any(_stamp(file) != stamp for file, stamp in self._stamps.items())

    def look(self) -> Iterator[str]:
        """Check the file and try the game: what to print, as it is found."""
        self.failed = True
        self._stamps = {file: _stamp(file) for file in (self.file, *self._stamps)}
        try:
            game = load(self.file, self._given, root=self._root)
        except GameError as error:
            self._follow(error.sources)
            yield "\n\n".join(render(d, error.sources) for d in error.diagnostics)
            return
        self._follow(game.loaded.sources)
        for each in game.loaded.diagnostics:
            yield render(each, game.loaded.sources)
        if not game.loaded.diagnostics:
            yield f"{self.file}: fine"
        yield from self._played(game)

    def _follow(self, sources: Iterable[Source]) -> None:
        files = [self.file, *(each.name for each in sources if os.path.isfile(each.name))]
        self._stamps = {file: self._stamps.get(file) or _stamp(file) for file in files}

    def _played(self, game: Game) -> Iterator[str]:
        try:
            program = game.program(self._players)
            played = game.check_by_play(seconds=CONTRACT_SECONDS)
            breaches = broken_promises(played.tested)
            for each in breaches:
                yield render(each, game.loaded.sources)
            yield from played_lines(played)
            rows = sample(program, self._games, self._seed, most=LONGEST)
        except GameFault as fault:
            yield render(fault.diagnostic, game.loaded.sources)
            return
        except GameError as error:
            yield "\n\n".join(render(d, error.sources) for d in error.diagnostics)
            return
        self.failed = any(each.severity == "error" for each in breaches)
        yield from _figures(self._last, Trial(program, rows))
        self._last = Trial(program, rows)


def _stamp(file: str) -> Stamp:
    try:
        found = os.stat(file)
    except (OSError, ValueError):
        return 0, 0
    return found.st_mtime_ns, found.st_size


# ---- figures -------------------------------------------------------------------------------------


def _figures(last: Trial | None, now: Trial) -> Iterator[str]:
    """The figures of a game, or how they differ from those before."""
    games = f"{len(now.rows):,} random games"
    if last is None or last.program.seats != now.program.seats:
        yield f"{games}, {now.program.seats} players:" if now.program.seats > 1 else f"{games}:"
        yield from _table({name: interval(each) for name, each in _measured(now).items()})
        return
    same = _same(last.rows, now.rows)
    changed = {} if same else _changed(last, now)
    if changed:
        yield f"{games}, on the same seeds as before:"
        yield from _table(changed)
    elif same:
        yield f"{games}: the same as before"
    else:
        yield f"{games}: other games, but no figure changed"


def _same(one: Rows, other: Rows) -> bool:
    names = set(one.columns) | set(other.columns)
    return len(one) == len(other) and all(
        one[name].shape == other[name].shape and (one[name] == other[name]).all() for name in names
    )


def _measured(trial: Trial) -> dict[str, Estimate]:
    found = {
        each.name: each.refusal(trial.program) or each.estimate(trial.rows)
        for each in measures_named(FIGURES)
    }
    return {name: found[name] for name in FIGURES if found[name].value is not None}


def _changed(last: Trial, now: Trial) -> dict[str, str]:
    """The figures that differ, each with its difference."""
    variants = [Competitor(NOW, now.program), Competitor(BEFORE, last.program)]
    least = min(len(last.rows), len(now.rows))
    assert least == len(now.rows), "every version plays the same number of games"
    found = compared(variants, [now.rows, last.rows], measures_named(FIGURES), now.program.seats)
    by_name = {each.metric: each for each in found.differences if abs(each.difference) > TINY}
    return {
        name: _difference(by_name[name], found.measures[BEFORE][name], found.measures[NOW][name])
        for name in FIGURES
        if name in by_name
    }


def _difference(found: Contrast, before: Estimate, now: Estimate) -> str:
    low, high = (f"{'+' if each > 0 else ''}{number(each)}" for each in found.ci95)
    sure = f"{low} to {high}" if found.differ else f"{low} to {high}: may be chance"
    return f"{number(before.value)} -> {number(now.value)} ({sure})"


def _table(cells: Mapping[str, str]) -> Iterator[str]:
    wide = max(map(len, cells), default=0)
    for name, text in cells.items():
        yield f"  {name:<{wide}}  {text}"
