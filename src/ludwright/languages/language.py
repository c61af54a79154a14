"""What a description language is to the rest of the house: a name, file endings, a way in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..diagnostics import Report, Source
from ..gamedef.nodes import GameDef


@dataclass(frozen=True)
class Language:
    """One description language; `lower` reports what is wrong and returns what is left."""

    name: str
    suffixes: tuple[str, ...]
    lower: Callable[[Source, Report], GameDef | None]
