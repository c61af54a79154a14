"""What runs find as plain data for a file, and back, exactly."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from zlib import compress, decompressobj, error

import numpy as np

from .estimates import Estimate
from .json_lines import is_kind

if TYPE_CHECKING:
    from .rows import Rows
    from .tallies import Tally

Column = np.ndarray[Any, Any]


def packed_rows(rows: Rows) -> dict[str, Any]:
    """The columns of rows as plain data."""
    return {name: _packed(np.ascontiguousarray(column)) for name, column in rows.columns.items()}


def unpacked_rows(packed: Any, like: Rows, count: int) -> Rows:
    """A number of rows that were packed, of the same program, bots and seed as others; a ValueError
    if they were not."""
    if set(packed) != set(like.columns):
        raise ValueError("other columns")
    columns = {
        name: _unpacked(packed[name], column, count) for name, column in like.columns.items()
    }
    return replace(like, columns=columns)


def _packed(column: Column) -> str:
    return b64encode(compress(column.tobytes(), 6)).decode()


def _unpacked(packed: str, like: Column, count: int) -> Column:
    shape = (count, *like.shape[1:])
    size = like.dtype.itemsize * int(np.prod(shape))
    try:
        data = decompressobj().decompress(b64decode(packed, validate=True), size + 1)
    except error:
        raise ValueError("not compressed") from None
    if len(data) != size:
        raise ValueError("another length")
    return np.frombuffer(data, like.dtype).reshape(shape)


def packed_estimate(estimate: Estimate) -> list[Any]:
    """An estimate as plain data."""
    e = estimate
    return [e.value, e.low, e.high, e.count, e.note, [list(part) for part in e.parts]]


def unpacked_estimate(packed: Any) -> Estimate:
    """The estimate that was packed; a ValueError if it was not."""
    value, low, high, count, note, parts = packed
    numbers = [
        each for each in (value, low, high, *(each for _, each in parts)) if each is not None
    ]
    if not all(is_kind(each, float) or is_kind(each, int) for each in numbers):
        raise ValueError("not a number")
    if not is_kind(count, int) or not all(is_kind(each, str) for each in (note, *dict(parts))):
        raise ValueError("not an estimate")
    return Estimate(value, low, high, count, note, tuple((name, each) for name, each in parts))


def packed_tally(tally: Tally) -> dict[str, Any]:
    """The totals of a chunk of games; of a fault, the number of its game."""
    return {
        "totals": tally.totals.tolist(),
        "turns": [list(pair) for pair in sorted(tally.turns().items())],
        "failures": [[at, *found] for at, found in sorted(tally.failures.items())],
        "fault": tally.first_fault[0] if tally.first_fault else None,
    }


def unpack_tally(packed: Any, into: Tally, code: int) -> int | None:
    """Put the totals that were packed into an empty tally of a program with `code` words of code;
    returns the game that broke. A ValueError if they are none."""
    totals, turns, failures = packed["totals"], packed["turns"], packed["failures"]
    numbers = [*totals, *(each for row in (*turns, *failures) for each in row)]
    broken: int | None = packed["fault"]
    if not all(is_kind(each, int) and abs(each) < 2**62 for each in numbers):
        raise ValueError("not a number")
    if len(totals) != len(into.totals) or not (broken is None or is_kind(broken, int)):
        raise ValueError("not a tally")
    into.totals[:] = totals
    for length, games in turns:
        if not 0 <= length < 2**31:
            raise ValueError("not a length")
        into.add_length(length, games)
    for at, count, cause in failures:
        if not (0 <= at < code and 0 <= cause < code):
            raise ValueError("not an address")
        into.failures[at] = count, cause
    return broken
