"""The selection of nodes and cards by one block of an action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ....gamedef import nodes as n
from ....gamedef.build import is_empty
from ..read.tree import DIRECTIONS, Dest
from . import reorder
from .conditions import is_fixed, root, unless
from .static_table import StaticTable
from .take import OWN, SOURCE, Take

PEAK = n.Local(name="peak")
# The part of each pile for the letters of `num_cards`; a number is `some`, a direction `whole`.
KINDS = {
    "": "whole",
    "*": "all",
    "h": "all",
    "d": "whole",
    "t": "top",
    "b": "bottom",
    "r": "random",
}
IN_PLACE = ("", *DIRECTIONS)
"""The selections whose nodes keep their position until they move."""


@dataclass(slots=True)
class Procedures:
    """The procedures that movements call, by name."""

    found: dict[str, n.Procedure] = field(default_factory=dict)

    def add(self, made: n.Procedure) -> str:
        """Add a procedure and return its name."""
        self.found[made.name] = made
        return made.name


@dataclass(frozen=True, slots=True)
class Movement:
    """One block of an action: the movement of a node that is in one of some cells."""

    dest: Dest
    node: n.Expr
    cells: tuple[str, ...]
    table: StaticTable
    procedures: Procedures

    @property
    def deep(self) -> bool:
        """Whether the node may have children."""
        return self.table.deep(self.cells)

    @property
    def kind(self) -> str:
        """The part that is taken of each pile."""
        return "some" if self.dest.num_cards.isdigit() else KINDS.get(self.dest.num_cards, "whole")

    def take(self) -> Take:
        """How cards are taken; `turn_in_place` covers what is turned before they move."""
        dest, faces = self.dest, {"y": "up", "n": "down"}
        here = dest.num_cards in IN_PLACE
        # `*` turns the whole cell; cards that are taken out count as a cell of their own.
        face = "up" if dest.flip_up == "*" and not here else faces.get(dest.flip_up, "")
        peak = None if here else peak_of(dest.flip_up)
        # A selection of one pile is its own peak in every direction.
        alone = not self.deep or dest.num_cards == "d" or dest.num_cards.isdigit()
        return Take(
            kind=self.kind,
            face=face,
            rotation=self.table.turned(dest.rotation),
            circle=360 * self.table.degree,
            fixed=self.table.fixed(self.cells),
            number=int(dest.num_cards) if dest.num_cards.isdigit() else 0,
            backwards=dest.shuffle == "rev",
            peak=OWN if peak is not None and alone else peak,
        )


def peak_of(word: str) -> int | None:
    """The direction to follow to the one card that is turned up, or None."""
    return OWN if word == "none" else DIRECTIONS.index(word) if word in DIRECTIONS else None


def shuffle(pile: n.Expr, cells: tuple[str, ...], movement: Movement) -> n.Block:
    """Shuffle a pile, keeping fixed cards in position."""
    made = reorder.shuffle_procedure(movement.table.fixed(cells), movement.table.aside)
    movement.procedures.add(made)
    return (reorder.call(made, pile),)


def at_head(movement: Movement, then: n.Block) -> Iterator[n.Statement]:
    """Apply statements to the root, or to its first child if the root is empty or has a fixed card
    at the bottom."""
    yield n.Let(name=SOURCE.name, value=root(movement.node, movement.cells, movement.table))
    there = _is_bare(SOURCE, movement.table.fixed(movement.cells))
    if not movement.deep:
        # No child to continue with: nothing is selected.
        yield n.If(test=unless(there), then=then)
        return
    chain: n.Block = ()
    # The first child in the order of directions, from north on.
    for direction in reversed(movement.table.directions):
        child = n.ChildAt(zone=SOURCE, direction=n.Number(value=direction))
        found = (n.Let(name=SOURCE.name, value=child), *then)
        chain = (n.If(test=n.Exists(item=child), then=found, otherwise=chain),)
    yield n.If(test=there, then=chain, otherwise=then)


def _is_bare(node: n.Expr, fixed: bool) -> n.Expr:
    empty = is_empty(node)
    return n.Or(items=(empty, is_fixed(n.BottomOf(zone=node)))) if fixed else empty


def find_peak(node: n.Expr, direction: int, deep: bool) -> n.Block:
    """Bind PEAK to the node reached by following a direction as far as possible."""
    start = n.Let(name=PEAK.name, value=node)
    if not deep or direction == OWN:
        return (start,)
    further = n.ChildAt(zone=PEAK, direction=n.Number(value=direction))
    go = n.Let(name=PEAK.name, value=further)
    return start, n.While(test=n.Exists(item=further), body=(go,))
