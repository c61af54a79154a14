"""The addresses of a state's columns for Python: needs no compiled code, so commands that only
check or rewrite texts start without it."""

from __future__ import annotations

from typing import NamedTuple

from . import state as m


class Columns(NamedTuple):
    """The address of each column, and of the word behind the last one."""

    known: int
    next: int
    previous: int
    zone: int
    face: int
    shown: int
    top: int
    bottom: int
    size: int
    end: int


def columns_of(tokens: int, zones: int) -> Columns:
    """The columns of states with tokens and zones below these numbers."""
    zone_columns = m.KNOWN + m.TOKEN_COLUMNS * tokens
    return Columns(
        *(m.KNOWN + column * tokens for column in range(m.TOKEN_COLUMNS)),
        *(zone_columns + column * zones for column in range(m.ZONE_COLUMNS + 1)),
    )
