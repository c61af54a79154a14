"""The table of the second model of Rule XML: cards, nodes, and what can be done to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from models.rulexml.reader import DIRECTIONS, Kind, whole


@dataclass(eq=False)
class Card:
    """A card on the table."""

    kind: Kind
    up: bool = False
    rotation: Fraction = Fraction(0)

    def __str__(self) -> str:
        turned = f"@{float(self.rotation)}" if self.rotation else ""
        return f"{self.kind.name}{'+' if self.up else '-'}{'!' * self.kind.fixed}{turned}"


@dataclass(eq=False)
class Node:
    """A pile, from the bottom up, and what hangs from it."""

    cards: list[Card] = field(default_factory=list)
    kids: dict[str, Node] = field(default_factory=dict)
    parent: Node | None = None
    gone: bool = False  # it was empty and has been taken away
    name: str = ""  # of the cell, or the direction in which it hangs

    def child(self, direction: str) -> Node:
        """The node in that direction, made if need be."""
        if direction not in self.kids:
            self.kids[direction] = Node(parent=self, name=direction)
        return self.kids[direction]

    def root(self) -> Node:
        """The cell it belongs to."""
        return self if self.parent is None else self.parent.root()

    def path(self) -> str:
        """How it is called."""
        return self.name if self.parent is None else f"{self.parent.path()},{self.name}"

    def below(self) -> list[Node]:
        """Its children, in the order of the directions."""
        return [self.kids[direction] for direction in DIRECTIONS if direction in self.kids]

    def all(self) -> Iterator[Node]:
        """Itself and everything below, depth first."""
        yield self
        for kid in self.below():
            yield from kid.all()

    def depth(self) -> int:
        """How many steps its longest way down has."""
        return max((1 + kid.depth() for kid in self.below()), default=0)

    def leaf(self) -> Node:
        """The end of the longest way down, of equally long ones of the last."""
        deepest = self.depth() - 1
        longest = [kid for kid in self.below() if kid.depth() == deepest]
        return longest[-1].leaf() if longest else self

    def copy(self, parent: Node | None = None) -> Node:
        """The same once more, with cards of its own."""
        cards = [Card(card.kind, card.up, card.rotation) for card in self.cards]
        other = Node(cards, {}, parent, name=self.name)
        other.kids = {direction: kid.copy(other) for direction, kid in self.kids.items()}
        return other

    def peak(self, direction: str) -> Node:
        """As far as it goes in one direction."""
        return self.kids[direction].peak(direction) if direction in self.kids else self

    def count(self) -> int:
        """How many cards it and everything below has."""
        return sum(len(node.cards) for node in self.all())

    def top(self) -> Card | None:
        """Its own top card."""
        return self.cards[-1] if self.cards else None

    def grabbed(self) -> bool:
        """Whether it can be taken hold of: its top card is there and not fixed."""
        return bool(self.cards) and not self.cards[-1].kind.fixed

    def loose(self) -> list[Card]:
        """Its own cards that can be moved, from the bottom up."""
        return [card for card in self.cards if not card.kind.fixed]


@dataclass
class Packet:
    """Selected cards in the shape in which they will lie."""

    cards: list[Card]
    kids: dict[str, Packet] = field(default_factory=dict)

    def all(self) -> Iterator[Packet]:
        """Itself and everything below, depth first."""
        yield self
        for direction in DIRECTIONS:
            if direction in self.kids:
                yield from self.kids[direction].all()

    def everything(self) -> list[Card]:
        """All its cards, deeper ones later."""
        return [card for packet in self.all() for card in packet.cards]

    def peak(self, direction: str) -> Packet:
        """As far as it goes in one direction."""
        return self.kids[direction].peak(direction) if direction in self.kids else self


def as_plain(node: Node) -> dict[str, Any]:
    """A node as plain values."""
    plain: dict[str, Any] = {"cards": [str(card) for card in node.cards]}
    if node.kids:
        plain["kids"] = {kid.name: as_plain(kid) for kid in node.below()}
    return plain


def value_holds(text: str, card: Card | None, other: Card | None) -> bool:
    """Whether the value of a card is as a test says, next to that of the receiver."""
    number = whole(text)
    if number is None and text not in ("l", "g"):
        return True
    if card is None or other is None or card.kind.value is None or other.kind.value is None:
        return False
    more = card.kind.value - other.kind.value
    return more == number if number is not None else (more < 0 if text == "l" else more > 0)


def word_holds(tag: str, text: str, card: Card | None, other: Card | None) -> bool:
    """Whether a card's colour or suit is as a test says: a word, or compared with the receiver."""
    mine = getattr(card.kind, tag).lower() if card else ""
    if text not in ("=", "!"):
        return bool(mine) and mine == text.lower()
    theirs = getattr(other.kind, tag).lower() if other else ""
    return bool(mine and theirs) and (mine == theirs) == (text == "=")


def degrees(text: str) -> Fraction | None:
    """A number of degrees, or None for another text."""
    try:
        return Fraction(text)
    except ValueError:
        return None


def shape(node: Node, chosen: Callable[[Node], list[Card]]) -> Packet:
    """What is chosen from each pile of a node and below, in its shape."""
    return Packet(chosen(node), {kid.name: shape(kid, chosen) for kid in node.below()})


def at(target: Node, offset: str) -> Node:
    """Where an offset leads from a node."""
    if offset == "preserve" and target.parent is not None:
        return target.child(target.name)
    return target.child(offset) if offset in DIRECTIONS else target


def take_out(root: Node, packet: Packet) -> None:
    """Take the movable cards of a packet out of a tree."""
    gone = [card for card in packet.everything() if not card.kind.fixed]
    for node in root.all():
        node.cards = [card for card in node.cards if card not in gone]


def merge(packet: Packet, node: Node) -> None:
    """Lay the movable cards of a packet on a node, in its shape."""
    node.cards += [card for card in packet.cards if not card.kind.fixed]
    for direction, kid in packet.kids.items():
        if any(not card.kind.fixed for card in kid.everything()):
            merge(kid, node.child(direction))


def close_up(node: Node) -> None:
    """Let an only child take the place of an empty node."""
    if not node.cards and len(node.kids) == 1:
        (kid,) = node.kids.values()
        node.cards, node.kids = kid.cards, kid.kids
        kid.gone = True
        for below in node.below():
            below.parent = node


def arrange(node: Node, old: list[Card], new: list[Card]) -> None:
    """Put some cards of a pile into another order, the others stay where they are."""
    places = [n for n, card in enumerate(node.cards) if card in old]
    for place, card in zip(places, new, strict=True):
        node.cards[place] = card


def prune(node: Node, spared: list[Node]) -> None:
    """Remove what is empty below a node, but for some nodes."""
    for kid in node.below():
        prune(kid, spared)
        if not kid.cards and not kid.kids and kid not in spared:
            del node.kids[kid.name]
            kid.gone = True
