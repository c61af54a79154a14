"""Offers: what a decision offers to the seat that decides, at a table or in its view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from ..machine.program import Array, Program
from ..machine.sites import PickInfo

if TYPE_CHECKING:
    from .move_text import Readership
    from .moves import Move, Written
    from .observation import Masks


class Offers(Protocol):
    """A decision with its options. A table has true tokens, a view the seat's labels for them;
    whatever is computed from an offer never mixes the two."""

    @property
    def program(self) -> Program:
        """The game."""

    @property
    def state(self) -> Array:
        """The words of the state, or of what a seat may know of it."""

    @property
    def masks(self) -> Masks:
        """What seats may know of this game's states."""

    @property
    def decider(self) -> int | None:
        """The seat that decides now."""

    @property
    def over(self) -> bool:
        """Whether the game has ended, or nobody can move."""

    @property
    def pick(self) -> PickInfo | None:
        """How several items are picked at this decision, if they are."""

    @property
    def written(self) -> Written:
        """The cache of texts of moves of this decision."""

    def legal(self) -> Sequence[Move]:
        """The legal moves."""

    def reading(self) -> Readership:
        """The readership of moves of this decision: the seat that decides."""

    def chosen_by(self, move: Move) -> list[tuple[int, str]]:
        """The values that a legal move chooses, with their types."""

    def pick_items(self) -> list[int]:
        """The items to pick from, where a set of them is picked at once."""

    def picked_items(self) -> list[int]:
        """The items picked already, where they are picked one by one."""

    def pick_sizes(self) -> tuple[int, int]:
        """The smallest and the largest number of items to pick."""

    def set_of_items(self, items: Sequence[int]) -> Move | None:
        """The move that picks these items at once, if it is legal."""
