"""What lies on a table, in no language's words, for languages that have files of positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..diagnostics import Report, Source
from ..gamedef import nodes as n

Value = int | bool | str | None


@dataclass(frozen=True, slots=True)
class Lying:
    """A token in a position: its number among those of all supplies (from 0), whether it is face
    up, and its changing properties."""

    token: int
    face_up: bool
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Pile:
    """A zone in a position: its name, the number of its owner and its own, the directions (by
    number) to it if it hangs below the one of that name, and its tokens from the top down."""

    name: str
    owner: int | None
    index: int
    way: tuple[int, ...]
    tokens: tuple[Lying, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """All that lies on a table, and every variable: its value, or one per seat, team or number."""

    piles: tuple[Pile, ...]
    variables: Mapping[str, tuple[Value, ...]]


class WritePosition(Protocol):
    """Writes a position in the form that a language has for it, as a file to go on from."""

    def __call__(
        self,
        game: n.GameDef,
        position: Position,
        sources: Sequence[Source],
        file: str,
        report: Report,
        /,
    ) -> str | None:
        """`sources` are what the game was read from, its own file first; `file` is how the new file
        can name that. Report what can't be said, and then return nothing."""


@dataclass(frozen=True)
class Positions:
    """How a language keeps positions: how the names of such files end, and what writes them."""

    suffix: str
    write: WritePosition
