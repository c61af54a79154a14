"""Descriptions to be read and changed in the workshop: starters, and those of library games."""

from __future__ import annotations

from functools import cache
from pathlib import Path, PurePath
from typing import Any

from .. import languages, pipeline
from ..languages import LANGUAGES
from ..languages.language import Language
from .catalogue import catalogue

STARTERS = Path(languages.__file__).parent


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
    """A small game for each language, written out and explained, to begin with."""
    return [_starter(language) for language in LANGUAGES]


def _starter(language: Language) -> dict[str, Any]:
    folder = STARTERS / language.name / "starter"
    # Parts of a game, such as `x.layout.xml`, have two endings: the description comes first.
    paths = sorted(folder.iterdir(), key=lambda path: (path.name.count("."), path.name))
    files = {path.name: path.read_text(encoding="utf-8") for path in paths}
    title = paths[0].stem.replace("-", " ").title()
    return {"name": paths[0].stem, "title": title, "language": language.name, "files": files}
