"""The standard streams, even when one is closed, full, or no longer read."""

from __future__ import annotations

import io
import os
import sys
from typing import BinaryIO, cast

STDIN, STDOUT, STDERR = 0, 1, 2
# How a stream that is closed is opened: reading and results fail when they are tried, messages go
# nowhere. Otherwise the next file that is opened would take its place.
CLOSED = (os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)


class Messages(io.TextIOWrapper):
    """A message stream that ignores write errors: work continues even if nobody reads."""

    def write(self, text: str) -> int:
        """Write a message, if possible."""
        try:
            return super().write(text)
        except OSError:
            redirect_to_null(STDERR)
            return len(text)

    def flush(self) -> None:
        """Flush, if possible."""
        try:
            super().flush()
        except OSError:
            redirect_to_null(STDERR)


def open_streams() -> None:
    """Ensure that all three streams exist and accept any text."""
    for number, flags in enumerate(CLOSED):
        try:
            os.fstat(number)
        except OSError:
            os.dup2(os.open(os.devnull, flags), number)
    sys.stdin = sys.stdin or io.TextIOWrapper(raw_stream(STDIN, "rb"), "utf-8")
    sys.stdout = sys.stdout or io.TextIOWrapper(raw_stream(STDOUT, "wb"), "utf-8")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            # Card names may have suit signs, which not every encoding has.
            stream.reconfigure(errors="backslashreplace")
    encoding = sys.stderr.encoding if sys.stderr else "utf-8"
    sys.stderr = Messages(
        raw_stream(STDERR, "wb"), encoding, errors="backslashreplace", line_buffering=True
    )


def raw_stream(number: int, mode: str) -> BinaryIO:
    """The byte stream of a number, which stays open for the life of the process."""
    return cast(BinaryIO, os.fdopen(number, mode, closefd=False))


def redirect_to_null(number: int) -> None:
    """Redirect a stream that cannot be written to the null device."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), number)


def flush_output() -> OSError | None:
    """Flush the output; returns the error, unless it is a closed pipe."""
    try:
        sys.stdout.flush()
    except OSError as error:
        redirect_to_null(STDOUT)
        return None if isinstance(error, BrokenPipeError) else error
    return None
