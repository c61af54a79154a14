"""What evolution needs of a description: its mutations, and the program of a mutated text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ...machine.program import Program


class Change(Protocol):
    """A mutation of a text; `what` it does is for people."""

    @property
    def kind(self) -> str:
        """One of a few kinds of mutations."""

    @property
    def what(self) -> str:
        """What it does, for people."""

    def applied(self, text: str, /) -> str:
        """The mutated text."""


class Species(Protocol):
    """A description that evolves, as one text."""

    @property
    def original(self) -> str:
        """The text that all variants come from."""

    def changes(self, text: str, /) -> Sequence[Change]:
        """The mutations of a text."""

    def program(self, text: str, /) -> Program | str:
        """The program of a text, or why it is no game."""
