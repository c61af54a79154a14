"""What is statically known about a table: where trees may grow and where fixed cards may be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from ....gamedef import nodes as n
from ..read.tree import DIRECTIONS, NONE, REST, Card, Cell, Dest, GestureRule, Rules, Save
from ..saves import start as saved
from ..saves.start import Start, Ways
from .endpoints import CLICK, Reach, gestures
from .looks import degree_of, turn_of

SHAPED = ("", "*", "h", "t", "b", "r", *DIRECTIONS)
"""The selections that keep the shape of a tree when they move."""


@dataclass(frozen=True, slots=True)
class StaticTable:
    """Static facts about a table: its cards and, for each cell, what may happen there."""

    rules: Rules
    cards: tuple[Card, ...]
    ways: Ways
    anchored: frozenset[str]  # the cells that may hold fixed cards
    degree: int  # units per degree of the property `rotation`; 0 if there are no rotations
    undealt: str
    aside: str
    position: Save | None = None

    def deep(self, cells: Iterable[str]) -> bool:
        """Whether any of these cells may have nodes below its root."""
        return any(self.ways[cell] for cell in cells)

    def forked(self, cell: str) -> bool:
        """Whether a node of the cell may have several children."""
        return len(self.ways[cell]) > 1

    def fixed(self, cells: Iterable[str]) -> bool:
        """Whether any of these cells may hold fixed cards."""
        return any(cell in self.anchored for cell in cells)

    @property
    def directions(self) -> tuple[int, ...]:
        """All directions in which any cell may grow."""
        used = {way for ways in self.ways.values() for way in ways}
        return tuple(number for number, word in enumerate(DIRECTIONS) if word in used)

    def turned(self, degrees: Decimal | None) -> int:
        """An angle in the unit of the property `rotation`."""
        return turn_of(degrees or Decimal(0), self.degree) if self.degree else 0


def zone(cell: str) -> n.ZoneAt:
    """The root of a cell."""
    return n.ZoneAt(name=cell)


def zones(cells: Iterable[str]) -> n.Expr:
    """The roots of some cells."""
    return n.ListOf(items=tuple(zone(cell) for cell in cells), of="zone")


def static_table(rules: Rules, position: Save | None = None) -> StaticTable:
    """The table of a rules file, with the cards of its deal or of a save."""
    rules = _without_empty_rest(rules)
    names = {cell.name.text for cell in rules.cells}
    start = saved.start(position) if position else _start(rules)
    return StaticTable(
        rules=rules,
        cards=saved.cards(position) if position else rules.deck.cards,
        ways=_ways(rules, start.ways),
        anchored=start.anchored,
        degree=degree_of((*start.rotations, *_rotations(rules))),
        undealt=_free("undealt", names),
        aside=_free("aside", names),
        position=position,
    )


def _without_empty_rest(rules: Rules) -> Rules:
    """The rules without the entry for the rest if no cards are left for it: it would only grow an
    empty node."""
    dealt = [card for cell in rules.cells for card in cell.cards if card.name != REST]
    if len(dealt) < len(rules.deck.cards):
        return rules
    cells = (
        replace(cell, cards=tuple(card for card in cell.cards if card.name != REST))
        for cell in rules.cells
    )
    return replace(rules, cells=tuple(cells))


def _free(name: str, taken: set[str]) -> str:
    return name if name not in taken else _free(f"{name}_", taken)


def _start(rules: Rules) -> Start:
    """The facts after the deal. Fixed cards are dealt by name or with the rest, and never move."""
    named, unsure = named_cards(rules), ambiguous_names(rules)
    anchored = {cell.name.text for cell, card in named if card.fixed or card.name.text in unsure}
    # Fixed cards that no entry names go to the rest, as `Rd` never draws them.
    sure = [card for _, card in named if card.fixed and card.name.text not in unsure]
    if len(sure) < sum(card.fixed for card in rules.deck.cards):
        anchored |= {cell.name.text for cell in rules.cells if REST in (c.name for c in cell.cards)}
    return Start(
        ways={
            cell.name.text: frozenset(dealt_way(cell, card.direction) for card in cell.cards)
            - {NONE}
            for cell in rules.cells
        },
        anchored=frozenset(anchored),
        rotations=tuple(
            cell.rotation if card.rotation is None else card.rotation
            for cell in rules.cells
            for card in cell.cards
        ),
    )


def named_cards(rules: Rules) -> list[tuple[Cell, Card]]:
    """The cards that are dealt by name, with their cells, from a deck that is not shuffled."""
    left = list(rules.deck.cards)
    found = []
    for cell in rules.cells:
        for entry in cell.cards:
            card = next((card for card in left if card.name.text == entry.name), None)
            if card:
                left.remove(card)
                found.append((cell, card))
    return found


def ambiguous_names(rules: Rules) -> frozenset[str]:
    """The names of both fixed and loose cards of a shuffled deck: dealt by name, it may be any."""
    if not rules.deck.shuffled:
        return frozenset()
    loose = {card.name.text for card in rules.deck.cards if not card.fixed}
    return frozenset(card.name.text for card in rules.deck.cards if card.fixed) & loose


def _rotations(rules: Rules) -> Iterable[Decimal]:
    """The angles by which actions rotate cards."""
    return (dest.rotation for rule in _rules(rules) for _, dest in _dests(rule) if dest.rotation)


def _rules(rules: Rules) -> Iterable[GestureRule]:
    return (rule for phase in rules.phases for rule in phase.rules)


def _dests(rule: GestureRule) -> Iterable[tuple[str, Dest]]:
    for act in rule.actions:
        for subject, dest in (("r", act.receiver), ("m", act.mover), ("d", act.donor)):
            if dest is not None:
                yield subject, dest


def dealt_way(cell: Cell, direction: str) -> str:
    """The direction in which a card of a cell is dealt."""
    return direction or cell.fan


def _ways(rules: Rules, start: Ways) -> Ways:
    """The directions in which each cell may grow: a fixpoint over all movements.

    The sets only ever grow and are bounded by the eight directions, so the iteration terminates.
    """
    found = {cell.name.text: start.get(cell.name.text, frozenset()) for cell in rules.cells}
    flows = list(_flows(rules))
    while True:
        before = dict(found)
        for sources, targets, dest in flows:
            # A movement brings its offset and, if it keeps the shape, all ways of its sources.
            brought = {dest.offset} & set(DIRECTIONS)
            if dest.num_cards in SHAPED and not dest.collapse:
                brought |= {way for source in sources for way in found[source]}
            # Within one cell nothing travels, so nothing new grows there.
            for target in targets:
                found[target] |= brought if sources != (target,) else frozenset()
        if found == before:
            return found


def _flows(rules: Rules) -> Iterable[tuple[tuple[str, ...], tuple[str, ...], Dest]]:
    """The movements between cells: sources, targets, and what is moved."""
    for phase in rules.phases:
        for rule in () if phase.automatic else phase.rules:
            for reach in gestures(rules, phase, rule):
                for subject, dest in _dests(rule):
                    sources = left_cells(reach, subject, dest)
                    if sources and not stays(rules, reach, subject, dest):
                        yield sources, target_cells(rules, reach, dest), dest


def stays(rules: Rules, reach: Reach, subject: str, dest: Dest) -> bool:
    """Whether the destination of cards is certainly their own cell."""
    word = destination(rules, dest)
    # A drag never ends in its own cell: mover and donor share a cell, the receiver has another.
    own = reach.gesture == CLICK or (subject == "r") is (word == "r")
    return word in ("r", "m", "d") and own


def left_cells(reach: Reach, subject: str, dest: Dest) -> tuple[str, ...]:
    """The cells that cards are taken from: those of the subject without exceptions."""
    exempt = {word.text.casefold() for word in dest.excepted}
    cells = subject_cells(reach, subject)
    return tuple(cell for cell in cells if cell.casefold() not in exempt)


def subject_cells(reach: Reach, subject: str) -> tuple[str, ...]:
    """The cells that the receiver, the mover or the donor may be in."""
    return reach.targets if subject == "r" else reach.donors


def destination(rules: Rules, dest: Dest) -> str:
    """`m`, `d`, `r` (also for unknown names), or the name of a cell."""
    word = dest.destination.text if dest.destination else "r"
    known = word in ("m", "d") or any(cell.name.text == word for cell in rules.cells)
    return word if known else "r"


def target_cells(rules: Rules, reach: Reach, dest: Dest) -> tuple[str, ...]:
    """The cells that a destination may be in."""
    word = destination(rules, dest)
    return subject_cells(reach, word) if word in ("m", "d", "r") else (word,)
