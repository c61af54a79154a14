"""A position, independent of language, for languages that can write positions to files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..diagnostics import Report, Source
from ..gamedef import nodes as n

# What a variable or property holds in a file: None where it is unset.
Value = int | bool | str | None


@dataclass(frozen=True, slots=True)
class TokenState:
    """A token in a position: its index among the tokens of all supplies, whether it is face up,
    and its changing properties."""

    token: int
    face_up: bool
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Pile:
    """A zone in a position: its name, owner and index; for a node of a tree, the directions that
    lead to it from the zone of that name; and its tokens from the top down."""

    name: str
    owner: int | None
    index: int
    way: tuple[int, ...]
    tokens: tuple[TokenState, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """All zones with their tokens, and all variables: one value, or one per seat, team or index."""

    piles: tuple[Pile, ...]
    variables: Mapping[str, tuple[Value, ...]]


class WritePosition(Protocol):
    """Writes a position as a file of a language, from which a game can be continued."""

    def __call__(
        self,
        game: n.GameDef,
        position: Position,
        sources: Sequence[Source],
        file: str,
        report: Report,
        /,
    ) -> str | None:
        """`sources` are the files of the game, its main file first; `file` is the path by which the
        new file can refer to that. Report what cannot be expressed, and return None then."""


@dataclass(frozen=True)
class Positions:
    """How a language stores positions: the suffix of the files, and a function to write one."""

    suffix: str
    write: WritePosition
