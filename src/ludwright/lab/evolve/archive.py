"""The archive of evolution: the best variant for each kind of game, so that the results differ.

This is the scheme of MAP-Elites (Mouret and Clune 2015): variants compete only with those whose
games are about as long and have about as many options.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import floor, inf, log2

from ..rows import Rows
from .goals import Measured

PER_OCTAVE = 2
"""Steps of lengths, and of branching, for each doubling."""

Cell = tuple[int | None, int | None]  # of the length in turns, of the mean number of options


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant: its number in the run (0 is the original), its text, the changes that led from the
    original to it, what was measured, and its score (0 if all goals are reached) with its
    `margin`, about a standard error."""

    number: int
    text: str
    changes: tuple[str, ...]
    measured: Measured
    score: float
    margin: float
    cell: Cell


def cell_of(rows: Rows) -> Cell:
    """The kind of games that were played."""
    decisions = int(rows["decisions"].sum())
    options = int(rows["options"].sum()) / decisions if decisions else 0.0
    return _step(float(rows["turns"].mean())), _step(options)


def _step(value: float) -> int | None:
    return floor(PER_OCTAVE * log2(value)) if value > 0 else None


@dataclass(slots=True)
class Archive:
    """The best variant of each kind."""

    cells: dict[Cell, Variant] = field(default_factory=dict)

    def to_beat(self, cell: Cell) -> float:
        """The score below which a variant of a kind would be the best."""
        best = self.cells.get(cell)
        return inf if best is None else best.score

    def offer(self, variant: Variant) -> bool:
        """Keep a variant if it is the best of its kind. Where it has a rival, it must be better by
        its margin: else changes would pile up that make no difference."""
        if variant.cell in self.cells and variant.score + variant.margin >= self.to_beat(
            variant.cell
        ):
            return False
        self.cells[variant.cell] = variant
        return True

    def ranked(self) -> list[Variant]:
        """All that are kept, the best first; of equals the earlier."""
        return sorted(self.cells.values(), key=lambda each: (each.score, each.number))
