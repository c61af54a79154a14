"""The file of an arena: one finished deal per line, so that a run can be resumed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..disk import Lines
from ..machine.program import Program
from ..play.errors import TableError
from ..play.semantics import SEMANTICS
from .arena_result import ENDS, DealResult, GameResult, Setting
from .json_lines import complete_lines, is_kind, json_line, parsed

Seating = tuple[int, ...]

FORMAT = 1
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


class ArenaFile:
    """A file of deals, open for appending; `stored` are those it had at first."""

    def __init__(
        self, path: Path, program: Program, setting: Setting, seatings: Sequence[Seating]
    ) -> None:
        self.path = path
        self.stored: list[DealResult] = []
        self._seatings = list(seatings)
        self._head = {
            "format": FORMAT,
            "game": program.name,
            "options": dict(program.options),
            "seats": program.seats,
            "bots": list(setting.bots),
            "seed": setting.seed,
            "max_moves": setting.max_moves,
            "sources": program.sources,
            "semantics": SEMANTICS,
        }
        try:
            size = self._read() if path.exists() else 0
            self._file = Lines(path)
            self._file.cut(size)
        except OSError as error:
            raise TableError(f"cannot open '{path}': {error.strerror}") from None
        except TableError:
            raise
        except ValueError:  # a name that no file can have
            raise TableError(f"cannot open '{path}': not a valid file name") from None
        if not size:
            self._write(self._head)

    def _read(self) -> int:
        """Read the deals; returns the bytes of complete lines."""
        lines = complete_lines(self.path, json_line(self._head))
        first, size = next(lines, (b"", 0))
        if not size:
            return 0
        self._compare(parsed(first))
        for row, end in lines:
            found = _deal(parsed(row))
            if found is None or [game.seating for game in found.games] != self._seatings:
                shown = row[:60].decode(errors="replace").strip()
                raise TableError(f"invalid deal in '{self.path}': {shown}")
            self.stored.append(found)
            size = end
        return size

    def _compare(self, head: dict[str, Any]) -> None:
        format = head["format"] if is_kind(head.get("format"), int) else 0
        if set(head) != set(self._head) or format != FORMAT:
            what = "in a newer format" if format > FORMAT else "not a file of an arena"
            raise TableError(f"'{self.path}' is {what}")
        for part, what in HEAD.items():
            if head[part] != self._head[part]:
                raise TableError(f"'{self.path}' is {what}; use another file")

    def add(self, deal: DealResult) -> None:
        """Append a deal."""
        self._write(asdict(deal))

    def _write(self, row: dict[str, Any]) -> None:
        try:
            self._file.add(json_line(row))
        except OSError as error:
            raise TableError(f"cannot write '{self.path}': {error.strerror}") from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()


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
