"""The start of a game from a save: its cards, its trees and its fixed cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from ....diagnostics import Span
from ..read.tree import Card, Save, SavedCard, SavedNode, Word

Ways = Mapping[str, frozenset[str]]
"""For each cell, the directions in which it may grow."""


@dataclass(frozen=True, slots=True)
class Start:
    """The facts that hold before the first move."""

    ways: Ways
    anchored: frozenset[str]
    rotations: tuple[Decimal, ...]


def nodes_of(start: SavedNode) -> Iterator[tuple[tuple[str, ...], SavedNode]]:
    """A node and all its descendants in preorder, each with its path."""
    waiting: list[tuple[tuple[str, ...], SavedNode]] = [((), start)]
    while waiting:
        way, node = waiting.pop()
        yield way, node
        # Reversed, as the last one is popped first: children keep their order.
        waiting += reversed([((*way, direction), child) for direction, child in node.children])


def start(position: Save) -> Start:
    """The facts that a save implies."""
    trees = {name.text: list(nodes_of(root)) for name, root in position.cells}
    cards = {
        name: [card for _, node in tree for card in node.cards] for name, tree in trees.items()
    }
    return Start(
        ways={name: frozenset(w for way, _ in tree for w in way) for name, tree in trees.items()},
        anchored=frozenset(name for name, held in cards.items() if any(c.fixed for c in held)),
        rotations=tuple(Decimal(card.rotation) for held in cards.values() for card in held),
    )


def cards(position: Save) -> tuple[Card, ...]:
    """The cards of a save, in the order in which `lower.deal.lay_out` places them."""
    return tuple(
        _card(card, name.span)
        for name, root in position.cells
        for _, node in nodes_of(root)
        for card in reversed(node.cards)
    )


def _card(card: SavedCard, span: Span) -> Card:
    value = int(card.value) if card.value.lstrip("+-").isdigit() else None
    return Card(Word(card.name, span), value, card.color, card.suit, card.fixed, span)
