"""What a shell offers to complete: library games, files that are games, bots, measures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def offered(names: Callable[[], Iterable[str]]) -> Complete:
    """Completes one of some names."""

    def complete(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in names() if name.startswith(typed)]

    return complete


def _bots() -> Iterable[str]:
    from ..players import PLAYERS

    return PLAYERS


def _measures() -> Iterable[str]:
    from ..lab.measures import MEASURES

    return MEASURES


def games(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Library games, and folders and files that may be games."""
    from ..pipeline import library_games

    names = [name for name in library_games() if name.startswith(typed) and ":" not in name]
    return [CompletionItem(name) for name in (*names, *_files(typed))]


def _files(typed: str) -> Iterator[str]:
    from ..pipeline import language_of

    folder = typed.rpartition("/")[0]
    base = f"{folder}/" if "/" in typed else ""
    try:
        found = sorted(Path(base or ".").iterdir())
    except OSError:
        return
    for path in found:
        name = base + path.name
        hidden = path.name.startswith(".") and not typed.removeprefix(base).startswith(".")
        if not name.startswith(typed) or hidden:
            continue
        if path.is_dir():
            yield f"{name}/"
        elif language_of(path.name):
            yield name


bots, measures = offered(_bots), offered(_measures)
