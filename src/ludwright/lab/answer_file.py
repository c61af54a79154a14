"""Answers of the solver in a file, a line of JSON each, so that a run can be taken up again."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..disk import Lines, open_plain, write_whole
from ..machine.program import Program
from ..play.errors import TableError
from ..play.semantics import SEMANTICS
from ..solver.answers import SOLVED, STATUSES, Answer, Limits
from .solutions import Deal, Solution
from .verify_solution import wins

FORMAT = 2
OLDER = 1  # names a game by its program, as the compiler of its time made it
LONGEST_LINE = 10_000_000  # bytes
# What the first line says, and what it means if it differs.
HEAD = {
    "game": "of another game",
    "options": "made with other options",
    "limits": "made with other limits",
    "sources": "of another version of this game",
}
FIELDS = {OLDER: {"format", *HEAD, "digest"} - {"sources"}, FORMAT: {"format", *HEAD, "semantics"}}


class Kept:
    """A file of answers: those that are there already, and room for more at its end.

    What a file says is solved is believed after its moves were made; what it says is impossible
    only if it was found with the same sources and semantics.
    """

    def __init__(self, path: Path, program: Program, limits: Limits) -> None:
        self.path = path
        self.program = program
        self.head = {
            "format": FORMAT,
            "game": program.name,
            "sources": program.sources,
            "semantics": SEMANTICS,
            "options": dict(program.options),
            "limits": asdict(limits),
        }
        self.doubted = 0  # answers that were there, but could not be believed
        self._known: dict[Deal, Solution] = {}
        try:
            size, present = self._read() if path.exists() else (0, True)
            if not present:
                self._rewrite()
            self._file = Lines(path)
            if present:
                self._file.cut(size)
        except OSError as error:
            raise TableError(f"'{path}' can't be used: {error.strerror}") from None
        if not size:
            self._write(self.head)

    def _read(self) -> tuple[int, bool]:
        """Take what is there; how many bytes of whole lines there are, a last one that was cut
        short left out, and whether they are as this version writes them."""
        with open_plain(self.path) as file:
            first = file.readline(LONGEST_LINE)
            if not first.endswith(b"\n") and _line(self.head).encode().startswith(first):
                return 0, True
            present, trusted = self._compare(_object(first))
            size = len(first)
            for row in iter(lambda: file.readline(LONGEST_LINE), b""):
                if not row.endswith(b"\n"):
                    break
                found, size = _solution(_object(row)), size + len(row)
                if found is None:
                    shown = row[:60].decode(errors="replace").strip()
                    raise TableError(f"'{self.path}' has a line that is no answer: {shown}")
                if trusted or found.status == SOLVED:
                    self._known[found.deal] = found
                else:
                    self.doubted += 1
        return size, present

    def _compare(self, head: dict[str, Any]) -> tuple[bool, bool]:
        """Whether the first line is as this version writes it, and whether all that follows can be
        believed; if it is of something else, that is an error."""
        format = head["format"] if _is(head.get("format"), int) else 0
        if set(head) != FIELDS.get(format):
            new = format > FORMAT
            what = "in a format of another version" if new else "not a file of answers"
            raise TableError(f"'{self.path}' is {what}")
        for part, what in HEAD.items():
            if part in head and head[part] != self.head[part]:
                raise TableError(f"'{self.path}' is {what}: give another file")
        if format == OLDER:
            return False, bool(head["digest"] == self.program.digest)
        same = bool(head["semantics"] == SEMANTICS)
        return same, same

    def _rewrite(self) -> None:
        """Bring a file that another version wrote up to date."""
        rows = (_row(each) for each in self._known.values())
        write_whole(self.path, "".join(_line(row) + "\n" for row in (self.head, *rows)))

    def believed(self, deals: Iterable[Deal]) -> dict[Deal, Solution]:
        """The answers to some deals, as far as they are there and hold."""
        found = {deal: self._known[deal] for deal in deals if deal in self._known}
        held = {deal: each for deal, each in found.items() if self._holds(each)}
        self.doubted += len(found) - len(held)
        return held

    def _holds(self, solution: Solution) -> bool:
        if solution.status != SOLVED:
            return True
        start = solution.deal.table(self.program).state
        return wins(self.program, start, solution.answer.moves)

    def add(self, solution: Solution) -> None:
        """Write an answer."""
        self._write(_row(solution))

    def _write(self, row: dict[str, Any]) -> None:
        try:
            self._file.add(_line(row))
        except OSError as error:
            raise TableError(f"'{self.path}' can't be written: {error.strerror}") from None

    def close(self) -> None:
        """Be done with it."""
        self._file.close()


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":"))


def _row(solution: Solution) -> dict[str, Any]:
    deal = solution.deal
    return {"seed": deal.seed, "deal": deal.spec, **asdict(solution.answer)}


def _object(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _solution(row: dict[str, Any]) -> Solution | None:
    """The answer that a line holds, if it does."""
    wanted = {"seed": int, "deal": str, "status": str, "moves": list, "states": int, "limit": str}
    if set(row) != {*wanted, "seconds"} or not all(_is(row[key], wanted[key]) for key in wanted):
        return None
    seconds, moves = row["seconds"], row["moves"]
    if not (_is(seconds, float) or _is(seconds, int)) or not 0 <= seconds < math.inf:
        return None
    if not 0 <= row["seed"] < 2**63 or row["states"] < 0 or row["status"] not in STATUSES:
        return None
    if not all(_is_entry(entry) for entry in moves) or (moves and row["status"] != SOLVED):
        return None
    entries = tuple(tuple(entry) for entry in moves)
    answer = Answer(row["status"], entries, row["states"], float(seconds), row["limit"])
    return Solution(Deal(row["seed"], row["deal"]), answer)


def _is(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def _is_entry(entry: object) -> bool:
    """Whether something may be what a log has of a move."""
    words = entry if isinstance(entry, list) else []
    return bool(words) and all(_is(word, int) and -(2**31) <= word < 2**31 for word in words)
