"""A file of solver answers, one JSON object per line, so that a run can be resumed."""

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
OLDER = 1  # identifies a game by the digest of its compiled program
LONGEST_LINE = 10_000_000  # bytes
# The fields of the first line, and how to report one that differs.
HEAD = {
    "game": "for another game",
    "options": "made with other options",
    "limits": "made with other limits",
    "sources": "for another version of this game",
}
FIELDS = {OLDER: {"format", *HEAD, "digest"} - {"sources"}, FORMAT: {"format", *HEAD, "semantics"}}


class AnswerFile:
    """A file of answers, open for appending.

    A stored solution is trusted once it has been replayed; `impossible` and `unknown` cannot be
    checked, and are trusted only if they were found with the same sources and semantics.
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
        self.unverified = 0  # stored answers that could not be verified
        self._stored: dict[Deal, Solution] = {}
        try:
            size, present = self._read() if path.exists() else (0, True)
            if not present:
                self._rewrite()
            self._file = Lines(path)
            if present:
                self._file.cut(size)
        except OSError as error:
            raise TableError(f"cannot open '{path}': {error.strerror}") from None
        if not size:
            self._write(self.head)

    def _read(self) -> tuple[int, bool]:
        """Read the answers. Returns the bytes of complete lines (the last one may be cut short if a
        run was killed), and whether the file is in the current format."""
        with open_plain(self.path) as file:
            first = file.readline(LONGEST_LINE)
            # A first line that was cut short is the start of an empty file.
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
                    raise TableError(f"invalid answer in '{self.path}': {shown}")
                if trusted or found.status == SOLVED:
                    self._stored[found.deal] = found
                else:
                    self.unverified += 1
        return size, present

    def _compare(self, head: dict[str, Any]) -> tuple[bool, bool]:
        """Whether the first line is in the current format, and whether answers without a solution
        can be trusted. It is an error if the file belongs to another game or run."""
        format = head["format"] if _is(head.get("format"), int) else 0
        if set(head) != FIELDS.get(format):
            new = format > FORMAT
            what = "in a newer format" if new else "not an answer file"
            raise TableError(f"'{self.path}' is {what}")
        for part, what in HEAD.items():
            if part in head and head[part] != self.head[part]:
                raise TableError(f"'{self.path}' is {what}; use another file")
        if format == OLDER:
            return False, bool(head["digest"] == self.program.digest)
        same = bool(head["semantics"] == SEMANTICS)
        return same, same

    def _rewrite(self) -> None:
        """Rewrite a file of an older version in the current format."""
        rows = (_row(each) for each in self._stored.values())
        write_whole(self.path, "".join(_line(row) + "\n" for row in (self.head, *rows)))

    def verified_answers(self, deals: Iterable[Deal]) -> dict[Deal, Solution]:
        """The stored answers to some deals, without solutions that do not replay."""
        found = {deal: self._stored[deal] for deal in deals if deal in self._stored}
        held = {deal: each for deal, each in found.items() if self._holds(each)}
        self.unverified += len(found) - len(held)
        return held

    def _holds(self, solution: Solution) -> bool:
        if solution.status != SOLVED:
            return True
        start = solution.deal.table(self.program).state
        return wins(self.program, start, solution.answer.moves)

    def add(self, solution: Solution) -> None:
        """Append an answer."""
        self._write(_row(solution))

    def _write(self, row: dict[str, Any]) -> None:
        try:
            self._file.add(_line(row))
        except OSError as error:
            raise TableError(f"cannot write '{self.path}': {error.strerror}") from None

    def close(self) -> None:
        """Close the file."""
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
    """The answer in a parsed line, or None if it is malformed."""
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
    """Whether a value has the form of a log entry: a non-empty list of 32-bit integers."""
    words = entry if isinstance(entry, list) else []
    return bool(words) and all(_is(word, int) and -(2**31) <= word < 2**31 for word in words)
