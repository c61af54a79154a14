"""A file of solver answers, one JSON object per line, so that a run can be resumed."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..disk import Lines, write_whole
from ..machine.program import Program
from ..play.errors import TableError
from ..play.semantics import SEMANTICS
from ..solver.answers import SOLVED, STATUSES, Answer, Limits
from .json_lines import complete_lines, is_kind, json_line, parsed
from .solutions import Deal, Solution
from .verify_solution import wins

FORMAT = 2
OLDER = 1  # identifies a game by the digest of its compiled program
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
        lines = complete_lines(self.path, json_line(self.head))
        first, size = next(lines, (b"", 0))
        if not size:
            return 0, True
        present, trusted = self._compare(parsed(first))
        for row, size in lines:  # noqa: B007 - the size is that of all lines
            found = _solution(parsed(row))
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
        format = head["format"] if is_kind(head.get("format"), int) else 0
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
        write_whole(self.path, "".join(json_line(row) + "\n" for row in (self.head, *rows)))

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
            self._file.add(json_line(row))
        except OSError as error:
            raise TableError(f"cannot write '{self.path}': {error.strerror}") from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _row(solution: Solution) -> dict[str, Any]:
    deal = solution.deal
    return {"seed": deal.seed, "deal": deal.spec, **asdict(solution.answer)}


def _solution(row: dict[str, Any]) -> Solution | None:
    """The answer in a parsed line, or None if it is malformed."""
    wanted = {"seed": int, "deal": str, "status": str, "moves": list, "states": int, "limit": str}
    if set(row) != {*wanted, "seconds"} or not all(
        is_kind(row[key], wanted[key]) for key in wanted
    ):
        return None
    seconds, moves = row["seconds"], row["moves"]
    if not (is_kind(seconds, float) or is_kind(seconds, int)) or not 0 <= seconds < math.inf:
        return None
    if not 0 <= row["seed"] < 2**63 or row["states"] < 0 or row["status"] not in STATUSES:
        return None
    if not all(_is_entry(entry) for entry in moves) or (moves and row["status"] != SOLVED):
        return None
    entries = tuple(tuple(entry) for entry in moves)
    answer = Answer(row["status"], entries, row["states"], float(seconds), row["limit"])
    return Solution(Deal(row["seed"], row["deal"]), answer)


def _is_entry(entry: object) -> bool:
    """Whether a value has the form of a log entry: a non-empty list of 32-bit integers."""
    words = entry if isinstance(entry, list) else []
    return bool(words) and all(is_kind(word, int) and -(2**31) <= word < 2**31 for word in words)
