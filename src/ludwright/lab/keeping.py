"""Answers of the solver in a file, a line of JSON each, so that a run can be taken up again."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from ..machine.program import Program
from ..play.errors import TableError
from ..solver.answers import STATUSES, Answer, Limits
from .solutions import Deal, Solution

FORMAT = 1
# What the first line says, and what it means if it differs.
HEAD = {
    "format": "in a format of another version",
    "game": "of another game",
    "options": "made with other options",
    "limits": "made with other limits",
    "digest": "of another version of this game",
}


class Kept:
    """A file of answers: those that are there already, and room for more at its end."""

    def __init__(self, path: Path, program: Program, limits: Limits) -> None:
        self.path = path
        self.head = {
            "format": FORMAT,
            "game": program.name,
            "options": dict(program.options),
            "limits": asdict(limits),
            "digest": program.digest,
        }
        self.known: dict[Deal, Solution] = {}
        try:
            self._read()
            self._file: IO[str] = path.open("a", encoding="utf-8")
        except OSError as error:
            raise TableError(f"'{path}' can't be used: {error.strerror}") from None
        except UnicodeDecodeError:
            raise TableError(f"'{path}' is not a file of answers") from None
        if not path.stat().st_size:
            self._write(self.head)

    def _read(self) -> None:
        """Take what is there; a last line that was cut short is cut off."""
        if not self.path.exists():
            return
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        head, *rows = whole.decode().splitlines() or [""]
        if data:
            self._compare(_object(head))
        for row in rows:
            found = _solution(_object(row))
            if found is None:
                raise TableError(f"'{self.path}' has a line that is no answer: {row[:60]}")
            self.known[found.deal] = found
        if whole != data:
            with self.path.open("r+b") as file:
                file.truncate(len(whole))

    def _compare(self, head: dict[str, Any]) -> None:
        if set(head) != set(HEAD):
            raise TableError(f"'{self.path}' is not a file of answers")
        for part, what in HEAD.items():
            if head[part] != self.head[part]:
                raise TableError(f"'{self.path}' is {what}: give another file")

    def add(self, solution: Solution) -> None:
        """Write an answer."""
        deal, answer = solution.deal, solution.answer
        self._write({"seed": deal.seed, "deal": deal.spec, **asdict(answer)})

    def _write(self, row: dict[str, Any]) -> None:
        self._file.write(json.dumps(row, separators=(",", ":")) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Be done with it."""
        self._file.close()


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _solution(row: dict[str, Any]) -> Solution | None:
    """The answer that a line holds, if it does."""
    try:
        moves = tuple(tuple(int(word) for word in entry) for entry in row["moves"])
        states, seconds = int(row["states"]), float(row["seconds"])
        answer = Answer(row["status"], moves, states, seconds, str(row["limit"]))
        deal = Deal(int(row["seed"]), str(row["deal"]))
    except (KeyError, TypeError, ValueError):
        return None
    return Solution(deal, answer) if answer.status in STATUSES else None
