"""The parts of a report as they are found, in a file beside it: an interrupted report goes on."""

from __future__ import annotations

import threading
from base64 import b64decode, b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import compress, decompress

import numpy as np

from ...disk import Lines, remove_file
from ...play.errors import TableError
from ..estimates import Estimate
from ..json_lines import complete_lines, json_line, parsed
from ..rows import Rows

FORMAT = 1


class Parts:
    """What was found so far, by name. Without a path nothing is kept."""

    def __init__(self, path: Path | None, head: dict[str, Any]) -> None:
        self.path = path
        self._head = {"format": FORMAT, "report": head}
        self._found: dict[str, Any] = {}
        self._lock = threading.Lock()
        self._file: Lines | None = None
        if path is not None:
            try:
                self._open(path)
            except OSError as error:
                raise TableError(f"cannot write '{path}': {error.strerror}") from None

    def _open(self, path: Path) -> None:
        size = self._read(path) if path.exists() else 0
        self._file = Lines(path)
        self._file.cut(size)
        if not size:
            self._file.add(json_line(self._head))

    def _read(self, path: Path) -> int:
        """Read the parts; returns the bytes of complete lines."""
        lines = complete_lines(path, json_line(self._head))
        first, size = next(lines, (b"", 0))
        if not size:
            return 0
        if parsed(first) != parsed(json_line(self._head).encode()):
            raise TableError(
                f"'{path}' has the parts of another report; "
                "delete it, or write the report to another file"
            )
        for line, end in lines:
            row = parsed(line)
            if set(row) != {"part", "found"}:
                raise TableError(f"invalid part in '{path}'; delete the file")
            self._found[row["part"]], size = row["found"], end
        return size

    def get(self, part: str) -> Any:
        """What was found before; None if nothing was."""
        with self._lock:
            return self._found.get(part)

    def add(self, part: str, found: Any) -> None:
        """Keep what was found."""
        with self._lock:
            self._found[part] = found
            if self._file:
                self._file.add(json_line({"part": part, "found": found}))

    def close(self, done: bool) -> None:
        """Close the file, and remove it if the report is done or nothing is in it."""
        if self._file:
            self._file.close()
            if self.path and (done or not self._found):
                remove_file(self.path)


# ---- values as plain data ------------------------------------------------------------------------


def packed_rows(rows: Rows) -> dict[str, Any]:
    """The columns of rows as plain data."""
    return {name: _packed(np.ascontiguousarray(column)) for name, column in rows.columns.items()}


def unpacked_rows(packed: dict[str, Any], like: Rows) -> Rows:
    """The rows that were packed, of the same program, bots and seed as others."""
    return replace(like, columns={name: _unpacked(each) for name, each in packed.items()})


def _packed(column: np.ndarray[Any, Any]) -> list[Any]:
    data = b64encode(compress(column.tobytes(), 6)).decode()
    return [column.dtype.str, list(column.shape), data]


def _unpacked(packed: list[Any]) -> np.ndarray[Any, Any]:
    kind, shape, data = packed
    return np.frombuffer(decompress(b64decode(data)), np.dtype(kind)).reshape(shape)


def packed_estimate(estimate: Estimate) -> list[Any]:
    """An estimate as plain data, exactly."""
    e = estimate
    return [e.value, e.low, e.high, e.count, e.note, [list(part) for part in e.parts]]


def unpacked_estimate(packed: list[Any]) -> Estimate:
    """The estimate that was packed."""
    value, low, high, count, note, parts = packed
    return Estimate(value, low, high, count, note, tuple((name, each) for name, each in parts))
