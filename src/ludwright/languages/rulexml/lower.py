"""A rules file to a GameDef."""

from __future__ import annotations

from ...diagnostics import Report, Source
from ...gamedef.nodes import GameDef
from ..files import Files
from .check import check
from .reading import read_file
from .tree import Rules


def lower(source: Source, report: Report, files: Files | None = None) -> GameDef | None:
    """Make a game of a rules file."""
    found = read_file(source, report, files)
    if isinstance(found.file, Rules):
        check(found.file, found.layout, report, found.broken)
    return None
