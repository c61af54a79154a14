"""Reports about a game: the results of test play, and its summary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.kinds import kind_of
from ..lab.playtest import Played
from ..pipeline import library_games
from .report import failed_lines


def played_lines(played: Played) -> Iterator[str]:
    """The results of test play: how many games, how they ended, which actions failed."""
    counts = played.as_json()
    ends = ", ".join(f"{counts[how]:,} {how}" for how in ("finished", "unfinished", "faulted"))
    short = ", stopped by the time limit" if played.stopped_by == "time" else ""
    yield f"played {played.games:,} random games: {ends}{short}"
    tested = f"{counts['tested_moves']:,} moves in {counts['worlds']:,} other worlds"
    yield f"tested {tested}; {counts['decisions']:,} decisions in all"
    yield from failed_lines(played.failed_actions)


def about(definition: n.GameDef, name: str, language: str) -> dict[str, Any]:
    """The summary of a game; for a library game, with all languages it is written in."""
    known = (each.partition(":") for each in library_games())
    languages = [language for folder, _, language in known if folder == name and language]
    return {
        "name": name,
        "title": definition.name,
        "players": [definition.least_players, definition.most_players],
        "genre": kind_of(definition),
        "languages": languages or [language],
        "about": definition.about,
    }
