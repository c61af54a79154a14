"""Files that people name on the command line: deals and records."""

from __future__ import annotations

from pathlib import Path

from ..play.errors import TableError
from ..play.record import LARGEST_RECORD, not_a_record

LARGEST_DEAL = 100_000  # bytes


def deal_text(spec: str) -> str:
    """The text of a deal: what the file of this name holds, or if there is none the name itself."""
    path = Path(spec)
    try:
        if not path.is_file():
            return spec
    except (OSError, ValueError):  # too long or too odd for a file's name
        return spec
    try:
        if path.stat().st_size <= LARGEST_DEAL:
            return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise TableError(f"the deal '{spec}' can't be read: {error}") from None
    raise TableError(f"the deal '{spec}' is larger than {LARGEST_DEAL:,} bytes")


def record_text(file: str) -> str:
    """The text of a record's file."""
    path = Path(file)
    try:
        if path.stat().st_size > 4 * LARGEST_RECORD:
            raise not_a_record(f"'{file}' is too large for a record")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise not_a_record(f"'{file}' can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise not_a_record(f"'{file}' is not UTF-8 text") from None
