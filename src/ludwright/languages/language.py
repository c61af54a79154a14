"""What a description language is to the rest of the house: a name, file endings, a way in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ..diagnostics import Report, Source
from ..gamedef.nodes import GameDef
from .files import Files


class Lower(Protocol):
    """Makes a game of a text; `files` reads the other files it names, if it may name any."""

    def __call__(
        self, source: Source, report: Report, files: Files | None = None, /
    ) -> GameDef | None:
        """Report what is wrong and return what is left."""


@dataclass(frozen=True)
class Language:
    """One description language; `schema` gives a JSON Schema for editors, where there is one."""

    name: str
    suffixes: tuple[str, ...]
    lower: Lower
    schema: Callable[[], str] | None = None
