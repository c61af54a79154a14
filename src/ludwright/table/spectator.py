"""What a spectator sees: a card only if every seat sees it now, and variables visible to all."""

from __future__ import annotations

from ..play.public_view import PublicView
from ..play.table import Table
from .scene import Scene, scene_of


def public_scene(table: Table) -> Scene:
    """The table as everybody sees it, without a seat of its own."""
    return scene_of(PublicView(table))
