"""Descriptions to be read and changed in the workshop: starters, and those of library games."""

from __future__ import annotations

from functools import cache
from pathlib import PurePath
from typing import Any

from .. import pipeline
from ..languages import LANGUAGES
from ..languages.starters import starters
from .catalogue import catalogue


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
    """Small games, written out and explained, to begin with."""
    return [
        {
            "name": each.name,
            "title": each.title,
            "kind": each.kind,
            "language": each.language,
            "files": dict(each.files),
        }
        for language in LANGUAGES
        for each in starters(language).values()
    ]
