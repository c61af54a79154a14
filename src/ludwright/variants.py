"""Variants of games: compared with one another, or evolved from a description."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count, product
from pathlib import Path
from typing import TYPE_CHECKING

from . import pipeline
from .diagnostics import Diagnostic, Report, Source
from .disk import make_folder
from .game import Game, GameError
from .languages import LANGUAGES
from .languages.files import Files
from .languages.mutations import KINDS, Mutation
from .loading import load
from .machine.program import Program
from .play.errors import TableError

if TYPE_CHECKING:
    from .lab.compare import Comparison
    from .lab.evolve.evolve import Evolved
    from .lab.evolve.results import Naming
    from .lab.executor import Executor

TEXTS_KEPT = 32  # whose mutations are
ERRORS, WARNINGS = "it has errors", "it has new warnings"


class Described:
    """A description that evolves: its text without references to other files, where the language
    can write that, and how a mutated text becomes a program."""

    def __init__(self, game: Game, players: int | None = None, root: Path | None = None) -> None:
        loaded = game.loaded
        self.game, self.players, self.root = game, players, root
        self._tools = next(each.tools for each in LANGUAGES if each.name == loaded.language)
        source, report = loaded.sources[0], Report()
        text: str | None = source.text
        if self._tools.whole:
            text = self._tools.whole(source, report, Files(source, loaded.path, root))
        if text is None:
            raise GameError(loaded, report.sorted())
        self.original = text
        self._warnings = _codes(self._loaded(text).diagnostics)
        self._last: tuple[str, Program | str] = ("", "")
        self._changes = lru_cache(TEXTS_KEPT)(self._listed)

    @property
    def beside(self) -> dict[str, str]:
        """The files that a file of this text needs, by their paths from its folder."""
        if self._tools.whole:
            return {}
        # Those that come with a language have addresses; names in folders above are searched for.
        others = [each for each in self.game.loaded.sources[1:] if "://" not in each.name]
        return {_below(self.game.loaded.sources[0], each): each.text for each in others}

    def changes(self, text: str, /) -> Sequence[Mutation]:
        """The mutations of a text."""
        return self._changes(text)

    def _listed(self, text: str) -> Sequence[Mutation]:
        return tuple(self._tools.mutations(text)) if self._tools.mutations else ()

    def program(self, text: str, /) -> Program | str:
        """The program of a text, or why it is no game."""
        # A variant that is promising is asked for several times in a row.
        if self._last[0] != text:
            self._last = text, self._program(text)
        return self._last[1]

    def _program(self, text: str) -> Program | str:
        loaded = self._loaded(text)
        if loaded.failed:
            return ERRORS
        if _codes(loaded.diagnostics) - self._warnings:
            return WARNINGS
        try:
            return Game(loaded, self.game.options, self.game.called).program(self.players)
        except GameError:
            return ERRORS

    def _loaded(self, text: str) -> pipeline.Loaded:
        old = self.game.loaded
        name = old.sources[0].name
        return pipeline.loads(text, old.language, name, old.name, old.path, self.root)


def _codes(diagnostics: Sequence[Diagnostic]) -> Counter[str]:
    return Counter(each.code for each in diagnostics)


def _below(main: Source, other: Source) -> str:
    """The path of another file of a game, without the folders above that it was found in."""
    folder = posixpath.dirname(main.name)
    parts = posixpath.relpath(other.name, folder or ".").split("/")
    return "/".join(part for part in parts if part != "..")


def swept(
    games: Sequence[Game | str | Path],
    options: Mapping[str, Sequence[object]],
    root: str | Path | None = None,
) -> dict[str, Game]:
    """Games by the names that they have in a comparison: each game with each combination of values
    of options."""
    given = [each if isinstance(each, Game) else load(each, root=root) for each in games]
    called = [Path(each.called).name for each in given]
    # Two files may have the same name in different folders.
    full = [str(g) if isinstance(g, str | Path) else g.called for g in games]
    names = full if len(set(called)) < len(called) else called
    found: dict[str, Game] = {}
    for name, game in zip(names, given, strict=True):
        for values in product(*options.values()):
            more = dict(zip(options, values, strict=True))
            chosen = Game(game.loaded, {**game.options, **more}, game.called)
            title = " ".join((name, *(f"{key}={value}" for key, value in more.items())))
            found[_free(title, found)] = chosen
    return found


def _free(name: str, taken: Collection[str]) -> str:
    """A name that is not taken: the same variant may be there twice."""
    numbers = (f"{name} #{number}" for number in count(2))
    return next(each for each in chain([name], numbers) if each not in taken)


def compare(
    variants: Sequence[Game | str | Path],
    games: int,
    seed: int = 0,
    *,
    options: Mapping[str, Sequence[object]] | None = None,
    players: int | None = None,
    measures: Sequence[str] | None = None,
    bot: str = "random",
    against: str = "",
    jobs: int | None = None,
    engine: str | Executor = "threads",
    most: int = 10_000,
    root: str | Path | None = None,
    save: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Compare games, files or library games on paired seeds: game i of each has the same seed.

    With `options`, each of them is there with every combination of their values. `measures` are
    names of measures (default: all that games alone give); `players` is the number of players
    (default: the fewest of each, which must be the same). With `save`, games are appended to a
    file, and those in that file are not played again.
    """
    from .lab.compare import Competitor
    from .lab.compare import compare as run

    if isinstance(variants, str | Path | Game):
        raise TableError(f"expected games in a list, found {variants!r}")
    if wrong := [name for name, each in (options or {}).items() if isinstance(each, str | int)]:
        raise TableError(f"expected a list of values for the option '{wrong[0]}'")
    named = swept(variants, options or {}, root)
    competitors = [Competitor(name, game.program(players)) for name, game in named.items()]
    return run(
        competitors,
        games,
        seed,
        names=measures,
        bot=bot,
        against=against,
        jobs=jobs,
        engine=engine,
        most=most,
        save=save,
        progress=progress,
    )


def evolve(
    game: Game | str | Path,
    goals: Sequence[str],
    *,
    out: str | Path | None = None,
    variants: int = 200,
    games: int = 10_000,
    seed: int = 0,
    players: int | None = None,
    kinds: Sequence[str] = KINDS,
    keep: int = 8,
    bot: str = "random",
    against: str = "",
    jobs: int | None = None,
    engine: str | Executor = "threads",
    most: int = 2000,
    root: str | Path | None = None,
    progress: Callable[[int, int, float], None] | None = None,
) -> Evolved:
    """Evolve a game towards goals such as `first_seat=0` or `turns=20..40`.

    As many `variants` are made by mutations of some `kinds`, and played for up to so many `games`;
    `keep` is the largest number of results. With `out`, these are written to a folder, with their
    differences to the original and an index; a run that was interrupted goes on from there.
    `progress` gets the variants made and in all, and the score of the best (0: all goals reached).
    """
    from .lab.evolve.evaluation import Setting
    from .lab.evolve.evolve import evolve as search
    from .lab.evolve.goals import parse_goal
    from .lab.evolve.results import EVALUATIONS, check_folder, write_results

    if isinstance(goals, str):
        raise TableError(f"expected goals in a list, as ['{goals}']")
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise TableError(f"unknown kind of change '{unknown[0]}'; expected {', '.join(KINDS)}")
    played = game if isinstance(game, Game) else load(game, root=root)
    asked = tuple(parse_goal(each) for each in goals)
    setting = Setting(asked, games, seed, bot, against, most, jobs, engine)
    described = Described(played, players, Path(root) if root else None)
    folder = Path(out) if out is not None else None
    if folder:
        check_folder(folder)
        make_folder(folder)
    found = search(
        described,
        setting,
        variants,
        kinds=frozenset(kinds),
        keep=keep,
        file=folder / EVALUATIONS if folder else None,
        progress=progress,
    )
    if folder:
        for name in described.beside:
            make_folder((folder / name).parent)
        write_results(folder, found, _naming(described), played.called)
    return found


def _naming(described: Described) -> Naming:
    from .lab.evolve.results import Naming

    main = Path(described.game.loaded.sources[0].name)
    return Naming(main.stem, main.suffix, described.beside)
