"""Files of JSON lines that grow during a run and are resumed by the next."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..disk import open_plain

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
