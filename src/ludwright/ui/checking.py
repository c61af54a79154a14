"""What there is to say about games: what playing them brings to light, and what they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..gamedef.nodes import GameDef
from ..lab.checking import Played
from .report import failed_lines


def played_lines(played: Played) -> Iterator[str]:
    """How much a game was played to test it, how the games ended, and which actions failed."""
    counts = played.as_json()
    ends = ", ".join(f"{counts[how]:,} {how}" for how in ("finished", "unfinished", "faulted"))
    short = "; there was no time for more" if played.stopped_by == "time" else ""
    yield f"played {played.games:,} games at random: {ends}{short}"
    tested = f"{counts['tested_moves']:,} moves in {counts['worlds']:,} other worlds"
    yield f"tested {tested}; {counts['decisions']:,} decisions in all"
    yield from failed_lines(played.failed_actions)


def about(name: str, game: GameDef, names: Sequence[str]) -> dict[str, Any]:
    """What the list of the library says of a game; the names tell the languages it is in."""
    return {
        "name": name,
        "title": game.name,
        "players": [game.least_players, game.most_players],
        "genre": game.genre,
        "languages": [each.partition(":")[2] for each in names if each.startswith(f"{name}:")],
        "about": game.about,
    }
