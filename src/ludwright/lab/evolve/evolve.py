"""Evolve a game towards goals: mutate, play, keep the best variant of each kind, repeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...machine import api
from ...machine.program import Program
from ...play.draws import Draws
from ...play.errors import TableError
from ..definition import Measure
from ..measures import MEASURES
from ..rows import check_batch
from .archive import Archive, Variant
from .degenerate import new_flaw
from .evaluation import (
    Evaluation,
    Rejected,
    Setting,
    breach,
    digest,
    evaluated,
    program_of,
    sizes,
)
from .evolution_file import EvolutionFile
from .goals import Measured, best_case, margin, reached, score, units_of
from .species import Change, Species

FRESH = 0xF2E54  # mixed into the seed of games that were not used to choose
BEST_FIRST = 2  # in one of so many cases, the best variant of all is mutated
TWO_CHANGES = 4  # in one of so many cases, there are two mutations at once
ATTEMPTS = 20  # at a text that was not made before
WEIGHTS = {"number": 4, "option": 3, "deck": 2, "rule": 2, "word": 1}
"""How often mutations are of a kind: those of numbers and options are fine adjustments, and
hardly ever break a game."""
RIVAL, AGAIN = "another variant of its kind is as good", "it was made before"
REPLACED = "a later variant of its kind is better"
FARTHER, MANY = "no closer to the goals than the original", "others are closer to the goals"

Progress = Callable[[int, int, float], None]  # variants made and in all, score of the best


@dataclass(frozen=True, slots=True)
class Result:
    """A variant that was kept, measured with fresh seeds; whether all goals are `reached`."""

    variant: Variant
    measured: Measured
    reached: bool


@dataclass(slots=True)
class Evolved:
    """What an evolution found: the original and the results, the best first; how many variants
    were made, and why so many of them were rejected."""

    setting: Setting
    original: Result
    results: list[Result]
    made: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    interrupted: bool = False


@dataclass(slots=True)
class _Search:
    """The state of a run; it depends on the seed alone, not on what the file already has."""

    species: Species
    setting: Setting
    measures: Sequence[Measure]
    file: EvolutionFile | None
    kinds: frozenset[str]
    draws: Draws
    archive: Archive = field(default_factory=Archive)
    seen: set[str] = field(default_factory=set)
    rejected: Counter[str] = field(default_factory=Counter)
    flaws: dict[str, str] = field(default_factory=dict)
    units: tuple[float, ...] = ()
    made: int = 0
    original: Variant | None = None

    # ---- evaluation ------------------------------------------------------------------------------

    def result(self, text: str, games: int) -> Evaluation | Rejected:
        """What so many games of a text show, from the file if it is there."""
        name = digest(text)
        found = self.file.known(name, games) if self.file else None
        if found is None:
            found = self._result(text, games)
            if self.file:
                self.file.add(name, found)
        return found

    def _result(self, text: str, games: int) -> Evaluation | Rejected:
        program = program_of(self.species, text, self.setting)
        if isinstance(program, Rejected):
            return program
        seed = self.setting.seed
        return evaluated(program, games, self.setting, self.measures, seed)

    def variant(self, number: int, text: str, changes: tuple[str, ...]) -> Variant | str:
        """A text as a variant, or why it is not worth keeping."""
        for games in sizes(self.setting.games):
            found = self.result(text, games)
            if isinstance(found, Rejected):
                return found.reason
            if flaw := new_flaw(found.flaws, self.flaws):
                return flaw
            hope = best_case(self.setting.goals, self.units, found.measured)
            if hope >= self.archive.to_beat(found.cell):
                return RIVAL
            # Worse than the original, it is only worth keeping as a step to others.
            if self.original and hope >= self.original.score:
                break
        assert isinstance(found, Evaluation), "there is at least one sample"
        if broken := self.breach(text):
            return broken
        return self.described(number, text, changes, found)

    def breach(self, text: str) -> str:
        """How a variant that is to be kept breaks the contract of all games."""
        program = program_of(self.species, text, self.setting)
        assert isinstance(program, Program), "it was played"
        broken = breach(program)
        if broken and self.file:
            self.file.add(digest(text), Rejected(broken))
        return broken

    def described(
        self, number: int, text: str, changes: tuple[str, ...], found: Evaluation
    ) -> Variant:
        """A variant with its score."""
        about = self.setting.goals, self.units, found.measured
        return Variant(
            number, text, changes, found.measured, score(*about), margin(*about), found.cell
        )

    def begin(self) -> None:
        """Evaluate the original."""
        text, games = self.species.original, self.setting.games
        found = self.result(text, games)
        if isinstance(found, Rejected):
            raise TableError(f"the game itself cannot be played: {found.reason}")
        for goal in self.setting.goals:
            if found.measured[goal.measure].value is None:
                note = found.measured[goal.measure].note
                raise TableError(f"'{goal.measure}' has no value for this game: {note}")
        self.flaws = dict(found.flaws)
        self.units = units_of(self.setting.goals, found.measured)
        self.original = self.described(0, text, (), found)
        self.archive.offer(self.original)
        self.seen.add(text)

    # ---- variation -------------------------------------------------------------------------------

    def step(self) -> None:
        """Make a variant, and keep it if it is the best of its kind."""
        for _ in range(ATTEMPTS):
            text, changes = self.mutant()
            if text not in self.seen:
                break
        else:
            self.rejected[AGAIN] += 1
            return
        self.seen.add(text)
        found = self.variant(self.made + 1, text, changes)
        if isinstance(found, str):
            self.rejected[found] += 1
            return
        before = self.archive.cells.get(found.cell)
        if not self.archive.offer(found):
            self.rejected[RIVAL] += 1
        elif before is not None and before.number:
            self.rejected[REPLACED] += 1

    def mutant(self) -> tuple[str, tuple[str, ...]]:
        """A mutated text of a variant that is kept, and all its changes."""
        ranked = self.archive.ranked()
        best = self.draws.below(BEST_FIRST) == 0
        parent = ranked[0] if best else ranked[self.draws.below(len(ranked))]
        text, changes = parent.text, parent.changes
        for _ in range(2 if self.draws.below(TWO_CHANGES) == 0 else 1):
            if change := self.drawn(text):
                text, changes = change.applied(text), (*changes, change.what)
        return text, changes

    def drawn(self, text: str) -> Change | None:
        """A mutation: first its kind, since there are many more of some than of others."""
        kinds: dict[str, list[Change]] = {}
        for each in self.species.changes(text):
            if each.kind in self.kinds:
                kinds.setdefault(each.kind, []).append(each)
        if not kinds:
            return None
        weighted = [kind for kind in sorted(kinds) for _ in range(WEIGHTS.get(kind, 1))]
        listed = kinds[weighted[self.draws.below(len(weighted))]]
        return listed[self.draws.below(len(listed))]


def evolve(
    species: Species,
    setting: Setting,
    variants: int,
    *,
    kinds: frozenset[str],
    keep: int = 8,
    file: Path | None = None,
    progress: Progress | None = None,
) -> Evolved:
    """Make variants of a game, and keep those that come closest to the goals.

    The result depends on the seed alone. With a file, finished evaluations are appended to it, and
    a run that was interrupted goes on from there. At most `keep` results, those that score best,
    are measured again with fresh seeds: as the best of many, the games that they were chosen by
    flatter them. Ctrl-C ends the search early.
    """
    program = _checked(species, setting, variants)
    measures = [MEASURES[name] for name in dict.fromkeys(g.measure for g in setting.goals)]
    records = EvolutionFile(file, program, setting) if file else None
    draws = Draws(int(api.mix(setting.seed, FRESH)))
    search = _Search(species, setting, measures, records, kinds, draws)
    try:
        search.begin()
        if not search.drawn(species.original):
            raise TableError("there is nothing to change in this description")
        interrupted = not _run(search, variants, progress)
        original, *results = list(_results(search, keep))
        results.sort(key=lambda each: (not each.reached, each.variant.score))
    finally:
        if records:
            records.close()
    return Evolved(setting, original, results, search.made, search.rejected, interrupted)


def _checked(species: Species, setting: Setting, variants: int) -> Program:
    """The program of the original, if everything asked for makes sense."""
    if variants < 1:
        raise TableError("the number of variants must be at least 1")
    if not setting.goals:
        raise TableError("name at least one goal")
    for goal in setting.goals:
        if MEASURES[goal.measure].source != "rows":
            raise TableError(f"'{goal.measure}' takes too long to be a goal")
    found = species.program(species.original)
    if isinstance(found, str):
        raise TableError(f"the game itself cannot be played: {found}")
    bots = {setting.bot, setting.against or setting.bot}
    check_batch(found, setting.games, setting.seed, setting.most, sorted(bots))
    return found


def _run(search: _Search, variants: int, progress: Progress | None) -> bool:
    """Make variants until there are enough; returns whether nothing interrupted that."""
    try:
        while search.made < variants:
            if progress:
                progress(search.made, variants, search.archive.ranked()[0].score)
            search.step()
            search.made += 1
    except KeyboardInterrupt:
        return False
    if progress:
        progress(search.made, variants, search.archive.ranked()[0].score)
    return True


def _results(search: _Search, keep: int) -> Iterator[Result]:
    """The original and the best variants that it is not one of, measured with fresh seeds."""
    setting, species, original = search.setting, search.species, search.original
    assert original is not None, "the search has begun"
    fresh = int(api.mix(setting.seed, FRESH + 1))
    ranked = search.archive.ranked()
    variants = [each for each in ranked if each.number]
    better = [each for each in variants if each.score < original.score]
    for reason, count in ((FARTHER, len(variants) - len(better)), (MANY, len(better) - keep)):
        if count > 0:
            search.rejected[reason] += count
    for variant in (original, *better[:keep]):
        name = f"{digest(variant.text)} fresh"
        known = search.file.known(name, setting.games) if search.file else None
        if not isinstance(known, Evaluation):
            program = program_of(species, variant.text, setting)
            assert isinstance(program, Program)
            known = evaluated(program, setting.games, setting, search.measures, fresh)
            if search.file:
                search.file.add(name, known)
        done = reached(setting.goals, known.measured)
        yield Result(variant, known.measured, done)
