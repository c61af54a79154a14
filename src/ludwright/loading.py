"""Where programs begin: games by name or text, what is wrong with a description, deals solved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from . import pipeline
from .diagnostics import Diagnostic
from .game import Game

if TYPE_CHECKING:
    from .lab.executor import Executor
    from .lab.solutions import Solutions, Summary


def load(
    name: str | Path,
    options: Mapping[str, object] | None = None,
    *,
    root: str | Path | None = None,
) -> Game:
    """A game of the library by name, or from a file. Files that it names must be below `root`
    (default: the folder of the game's file)."""
    return Game(pipeline.load(name, root), options or {}, Path(name).name)


def loads(text: str, language: str, options: Mapping[str, object] | None = None) -> Game:
    """A game from a text in the named language."""
    return Game(pipeline.loads(text, language), options or {})


def check(name: str | Path, *, root: str | Path | None = None) -> list[Diagnostic]:
    """All errors and warnings of a description, in file order. A file that is only a part of a
    game, such as a deck, is accepted, too."""
    loaded = pipeline.load(name, root)
    aside = pipeline.ONLY_PART.code if loaded.part else ""
    return [d for d in loaded.diagnostics if d.code != aside]


def solve(
    game: Game | str | Path,
    seeds: Iterable[int] = range(1, 2),
    *,
    deals: Iterable[str] = (),
    seconds: float | None = 10.0,
    states: int | None = None,
    memory: int = 2 << 30,
    jobs: int | None = None,
    engine: str | Executor = "threads",
    save: str | Path | None = None,
    short: bool | None = None,
    progress: Callable[[Summary, int, int], None] | None = None,
) -> Solutions:
    """Decide whether deals of a solitaire are winnable; see Game.solve."""
    return (game if isinstance(game, Game) else load(game)).solve(
        seeds,
        deals=deals,
        seconds=seconds,
        states=states,
        memory=memory,
        jobs=jobs,
        engine=engine,
        save=save,
        short=short,
        progress=progress,
    )
