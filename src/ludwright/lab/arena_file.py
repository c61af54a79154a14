"""The file of an arena: one finished deal per line, so that a run can be resumed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..machine.program import Program
from ..play.semantics import SEMANTICS
from .arena_result import ENDS, DealResult, GameResult, Setting
from .json_lines import RunFile, is_kind

Seating = tuple[int, ...]

# The fields of the first line, and how to report one that differs.
HEAD = {
    "game": "for another game",
    "options": "made with other options",
    "seats": "for another number of seats",
    "bots": "for other bots",
    "seed": "made with another seed",
    "max_moves": "made with another move limit",
    "sources": "for another version of this game",
    "semantics": "made by another version of Ludwright",
}


class ArenaFile(RunFile):
    """A file of deals, open for appending; `stored` are those it had at first."""

    kind, item, fields = "an arena", "deal", HEAD

    def __init__(
        self, path: Path, program: Program, setting: Setting, seatings: Sequence[Seating]
    ) -> None:
        self.stored: list[DealResult] = []
        self._seatings = list(seatings)
        head = {
            "game": program.name,
            "options": dict(program.options),
            "seats": program.seats,
            "bots": list(setting.bots),
            "seed": setting.seed,
            "max_moves": setting.max_moves,
            "sources": program.sources,
            "semantics": SEMANTICS,
        }
        super().__init__(path, head)

    def take(self, row: dict[str, Any]) -> bool:
        """Take over a deal."""
        found = _deal(row)
        if found is None or [game.seating for game in found.games] != self._seatings:
            return False
        self.stored.append(found)
        return True

    def add(self, deal: DealResult) -> None:
        """Append a deal."""
        self._write(asdict(deal))


def _deal(row: dict[str, Any]) -> DealResult | None:
    """The deal in a parsed line, or None if it is malformed."""
    games = row.get("games")
    if set(row) != {"deal", "games"} or not is_kind(row["deal"], int) or row["deal"] < 0:
        return None
    found = [_game(each) for each in games] if isinstance(games, list) else []
    whole = [each for each in found if each is not None]
    return DealResult(row["deal"], tuple(whole)) if whole and whole == found else None


def _game(row: Any) -> GameResult | None:
    if not isinstance(row, dict) or set(row) != set(GameResult.__slots__):
        return None
    seating, won, utilities = row["seating"], row["won"], row["utilities"]
    if not all(isinstance(each, list) for each in (seating, won, utilities)):
        return None
    whole = [*seating, *won, row["moves"]]
    if not all(is_kind(each, int) and each >= 0 for each in whole) or row["end"] not in ENDS:
        return None
    if any(side >= len(seating) for side in won) or len(utilities) != len(seating):
        return None
    if not all(isinstance(each, float) and math.isfinite(each) for each in utilities):
        return None
    return GameResult(tuple(seating), row["end"], tuple(won), tuple(utilities), row["moves"])
