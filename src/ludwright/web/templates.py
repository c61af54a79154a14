"""The descriptions of library games, to be read and changed in the workshop."""

from __future__ import annotations

from functools import cache
from pathlib import PurePath
from typing import Any

from .. import pipeline
from ..languages import LANGUAGES
from .catalogue import catalogue

LEAST = 600  # characters of a template; shorter ones show too little of a language


def source_of(name: str) -> dict[str, Any] | None:
    """The description of a library game: its language and its files, the first one being the
    description itself. What is built into a language, or shared by several games, is left out."""
    if name not in pipeline.library_games():
        return None
    loaded = pipeline.load(name, checked=False)
    short = name.partition(":")[0]
    title = catalogue().get(short, {}).get("title", short)
    main, *others = loaded.sources
    beside = {each.name: each.text for each in others if _is_beside(each.name)}
    files = {PurePath(main.name).name: main.text, **beside}
    return {"name": name, "title": title, "language": loaded.language, "files": files}


def _is_beside(name: str) -> bool:
    return PurePath(name).name == name


@cache
def templates() -> list[dict[str, Any]]:
    """A small game for each language: the shortest one in which there is something to decide, and
    which needs no files of other games."""
    found = []
    for language in LANGUAGES:
        games = (n for n in pipeline.library_games() if n.endswith(f":{language.name}"))
        for name in sorted(games, key=_size):
            short = name.partition(":")[0]
            decides = catalogue()[short]["facts"].get("branching")
            if decides and _size(name) >= LEAST and (source := source_of(name)) and _whole(source):
                found.append(source)
                break
    return found


def _size(name: str) -> int:
    return pipeline.library_games()[name].stat().st_size


def _whole(source: dict[str, Any]) -> bool:
    """Whether a description has all its files with it."""
    loaded = pipeline.load(source["name"], checked=False)
    own = [each.name for each in loaded.sources if "://" not in each.name]
    return len(own) == len(source["files"])
