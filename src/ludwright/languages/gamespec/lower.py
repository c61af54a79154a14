"""From the sections of a GameSpecDoc to a GameDef."""

from __future__ import annotations

from ...diagnostics import Report
from ...gamedef.nodes import GameDef
from .spec import Sections


def lower_sections(sections: Sections, report: Report) -> GameDef | None:
    """The game that sections without errors describe."""
    return None
