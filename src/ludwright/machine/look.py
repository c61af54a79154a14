"""The look of a table: carried along for user interfaces; the machine never reads it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LookInfo:
    """Sizes in the unit in which the table is `width` wide; see the node Look."""

    width: int
    height: int
    token_width: int
    token_height: int
    step_up: int
    step_down: int
    picture_start: str
    picture_ending: str
    degree: int
    anchors: tuple[bool, ...]  # by token number: whether it only marks a position
    turned: tuple[int, ...]  # by token number: its initial rotation; empty if nothing is rotated
    rotation: str = ""  # the property with its current rotation, if that changes

    def picture(self, token: str) -> str:
        """The path of a token's picture."""
        return f"{self.picture_start}{token}{self.picture_ending}"
