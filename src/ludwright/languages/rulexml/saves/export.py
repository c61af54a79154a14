"""A table as a save file: exactly what lies there, in the words of the file it came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import cast

from ....diagnostics import Report, Source, Span
from ....gamedef import nodes as n
from ...positions import Lying, Pile, Position
from ..codes import UNSAVED_NAME
from ..lower.static_table import StaticTable, static_table
from ..read.elements import shown
from ..read.files import kind_of, read_file
from ..read.side_files import RawSave
from ..read.tree import DIRECTIONS, Card, Deck, Rules, Save, SavedCard, SavedNode, Word
from .cell_text import RESERVED
from .file import points_of, read_save, save_text
from .start import nodes_of

SUFFIX = ".save.xml"
NO_DECK = "null"
AROUND = 360  # degrees

Way = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Origin:
    """What a game was made from: its table, and the save it went on from, if there was one."""

    table: StaticTable
    cards: tuple[SavedCard, ...]  # by the numbers of their tokens
    save: Save | None
    nodes: dict[tuple[str, Way], SavedNode]  # of that save

    def node(self, cell: str, way: Way) -> SavedNode:
        """How a node was called, and in which order others hung below it."""
        new = SavedNode(",".join((cell, *way)), NO_DECK, (), ())
        return self.nodes.get((cell, way), new)


def write_position(
    game: n.GameDef,
    position: Position,
    sources: Sequence[Source],
    file: str,
    report: Report,
) -> str | None:
    """The position as a save file. What did not change since another save stands as it did there;
    the game and its file are called as they were there, too."""
    origin = _origin(sources)
    if not all([_can_be_saved(card, report) for card in origin.table.cards]):
        return None
    save, span = origin.save, sources[0].start
    score, *others = _points(position, save, span)
    cells = _cells(position, origin)
    return save_text(
        Save(
            phase=Word(str(position.variables["phase"][0]), span),
            game=save.game if save else game.name,
            file=save.file if save else Word(file, span),
            score=score,
            cells=tuple((Word(name, span), node) for name, node in cells),
            span=span,
            others=tuple(others),
        )
    )


def _can_be_saved(card: Card, report: Report) -> bool:
    texts = (card.name.text, card.suit, card.color)
    bad = next((text for text in texts if any(mark in text for mark in RESERVED)), None)
    if bad is not None:
        report.error(UNSAVED_NAME, card.span, f"'{shown(bad)}' can't stand in a save")
    return bad is None


def _origin(sources: Sequence[Source]) -> _Origin:
    """What the files of a game say; they were read without errors before."""
    kinds = {kind_of(source): source for source in reversed(sources)}
    rules = cast(Rules, read_file(kinds["rule"], Report()).file)
    deck = read_file(kinds["deck"], Report()).file if "deck" in kinds else None
    raw = read_file(sources[0], Report()).file
    save = read_save(raw, sources[0], Report()) if isinstance(raw, RawSave) else None
    if isinstance(deck, Deck) and rules.deck.path:
        rules = replace(rules, deck=deck)
    table = static_table(rules, save)
    if save is None:
        return _Origin(table, tuple(map(_new_card, table.cards)), None, {})
    found = [(name.text, way, node) for name, root in save.cells for way, node in nodes_of(root)]
    cards = tuple(card for _, _, node in found for card in reversed(node.cards))
    return _Origin(table, cards, save, {(name, way): node for name, way, node in found})


def _new_card(card: Card) -> SavedCard:
    value = "" if card.value is None else str(card.value)
    named = value + card.suit
    return SavedCard(
        card.name.text, False, "0.0", card.fixed, card.suit, card.color, named, value, named[:1]
    )


def _points(position: Position, save: Save | None, span: Span) -> Iterator[Word]:
    """The points of each player, as they were written if they are the same."""
    before = zip(points_of(save), (save.score, *save.others), strict=True) if save else ()
    written = dict(enumerate(before))
    for seat, points in enumerate(position.variables["score"]):
        old, word = written.get(seat, (None, None))
        yield word if word and old == points else Word(f"{points}.0", span)


def _cells(position: Position, origin: _Origin) -> Iterator[tuple[str, SavedNode]]:
    """The cells that were saved before in their order, then all others that hold something."""
    piles: dict[str, dict[Way, Pile]] = {}
    for pile in position.piles:
        way = tuple(DIRECTIONS[number] for number in pile.way)
        piles.setdefault(pile.name, {})[way] = pile
    names = [cell.name.text for cell in origin.table.rules.cells]
    before = [name.text for name, _ in origin.save.cells] if origin.save else names
    for name in before:
        yield name, _tree(name, piles[name], origin)
    for name in names:
        if name not in before and any(pile.tokens for pile in piles[name].values()):
            yield name, _tree(name, piles[name], origin)


def _tree(cell: str, piles: dict[Way, Pile], origin: _Origin) -> SavedNode:
    """The nodes of a cell, put together from the deepest up."""
    below: dict[Way, dict[str, SavedNode]] = {way: {} for way in piles}
    for way in sorted(piles, key=len, reverse=True):
        before = origin.node(cell, way)
        order = [*(direction for direction, _ in before.children), *DIRECTIONS]
        children = sorted(below[way].items(), key=lambda child: order.index(child[0]))
        cards = tuple(_card(lying, origin) for lying in piles[way].tokens)
        node = SavedNode(before.path, before.deck, cards, tuple(children))
        if not way:
            return node
        below[way[:-1]][way[-1]] = node
    raise KeyError(cell)


def _card(lying: Lying, origin: _Origin) -> SavedCard:
    """A card as it lies; its rotation as it was written if it is the same."""
    card, degree = origin.cards[lying.token], origin.table.degree
    turned = lying.values.get("rotation", 0)
    degrees = Decimal(int(turned or 0)) / degree if degree else Decimal(card.rotation)
    if (degrees - Decimal(card.rotation)) % AROUND:
        card = replace(card, rotation=_decimal(degrees))
    return replace(card, face_up=lying.face_up)


def _decimal(number: Decimal) -> str:
    text = f"{number.normalize():f}"
    return text if "." in text else f"{text}.0"
