"""Files that people name on the command line: deals and records."""

from __future__ import annotations

from pathlib import Path

from ..disk import read_whole
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
        return read_whole(path, LARGEST_DEAL).decode()
    except OSError as error:
        raise TableError(f"the deal '{spec}' can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise TableError(f"the deal '{spec}' is not UTF-8 text") from None


def record_text(file: str) -> str:
    """The text of a record's file."""
    try:
        return read_whole(file, 4 * LARGEST_RECORD).decode()
    except OSError as error:
        raise not_a_record(f"'{file}' can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise not_a_record(f"'{file}' is not UTF-8 text") from None
