"""How a table looks to people: carried for those who draw it, never looked at by the machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LookInfo:
    """Sizes in one unit, of which the table is `width` wide; see the node Look for what they
    mean."""

    width: int
    height: int
    token_width: int
    token_height: int
    step_up: int
    step_down: int
    picture_start: str
    picture_ending: str
    degree: int
    anchors: tuple[bool, ...]  # by token number: whether it only marks a place
    turned: tuple[int, ...]  # by token number: its rotation at the start; none if there is none
    rotation: str = ""  # the property that tells it later, if it changes

    def picture(self, token: str) -> str:
        """Where the picture of a token is found."""
        return f"{self.picture_start}{token}{self.picture_ending}"
