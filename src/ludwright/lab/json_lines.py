"""Files of JSON lines that grow during a run and are resumed by the next."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..disk import Lines, open_plain
from ..play.errors import TableError

LONGEST_LINE = 10_000_000  # bytes


def json_line(row: dict[str, Any]) -> str:
    """A row as one line, without its end."""
    return json.dumps(row, separators=(",", ":"))


def parsed(line: bytes) -> dict[str, Any]:
    """The row in a line; empty if the line is malformed."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def is_kind(value: object, kind: type) -> bool:
    """Whether a value has a type; a truth value is no number here."""
    return isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool)


def complete_lines(path: Path, first: str) -> Iterator[tuple[bytes, int]]:
    """The lines of a file, each with the number of bytes up to its end. The last one is left out if
    it was cut short, and so is the first if it is the beginning of `first`: a killed run did that.
    """
    size = 0
    with open_plain(path) as file:
        for line in iter(lambda: file.readline(LONGEST_LINE), b""):
            if not line.endswith(b"\n") and (size or first.encode().startswith(line)):
                return
            size += len(line)
            yield line, size


class RunFile(ABC):
    """The file of a run, open for appending: a head that says which run it is, then a row for each
    thing that is done. `take` gets the rows that are there."""

    kind = ""  # what it is the file of
    item = ""  # what a row is
    format = 1
    fields: Mapping[str, str] = {}  # of the head, beside the format; how to report one that differs
    remedy = "use another file"  # instead of one that does not fit

    def __init__(self, path: Path, head: Mapping[str, Any]) -> None:
        self.path = path
        self._head: dict[str, Any] = {"format": self.format, **head}
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

    @abstractmethod
    def take(self, row: dict[str, Any]) -> bool:
        """Take over a row that is there; returns whether it is valid."""

    def _read(self) -> int:
        """Read the rows; returns the bytes of complete lines."""
        lines = complete_lines(self.path, json_line(self._head))
        first, size = next(lines, (b"", 0))
        if not size:
            return 0
        self._compare(parsed(first))
        for line, end in lines:
            if not self.take(parsed(line)):
                shown = line[:60].decode(errors="replace").strip()
                raise TableError(f"invalid {self.item} in '{self.path}': {shown}")
            size = end
        return size

    def _compare(self, head: dict[str, Any]) -> None:
        format = head["format"] if is_kind(head.get("format"), int) else 0
        if set(head) != set(self._head) or format != self.format:
            new = format > self.format
            what = "in a newer format" if new else f"not a file of {self.kind}"
            raise TableError(f"'{self.path}' is {what}")
        for part, what in self.fields.items():
            theirs, ours = head[part], self._head[part]
            if theirs == ours:
                continue
            if isinstance(theirs, dict) and isinstance(ours, dict):
                differ = [name for name in ours if theirs.get(name) != ours[name]]
                what += f" ({', '.join(differ)})" if differ else ""
            verb = "was" if what.startswith("made") else "is"
            raise TableError(f"'{self.path}' {verb} {what}; {self.remedy}")

    def _write(self, row: dict[str, Any]) -> None:
        try:
            self._file.add(json_line(row))
        except OSError as error:
            raise TableError(f"cannot write '{self.path}': {error.strerror}") from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()
