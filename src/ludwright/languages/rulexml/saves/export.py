"""Export a position as a save file, keeping the notation of the save it was resumed from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import cast

from ....diagnostics import Report, Source, Span
from ....gamedef import nodes as n
from ...positions import Pile, Position, TokenState
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
    """The origin of a game: its static table, and the save it was resumed from, if any."""

    table: StaticTable
    cards: tuple[SavedCard, ...]  # by the numbers of their tokens
    save: Save | None
    nodes: dict[tuple[str, Way], SavedNode]  # of that save

    def node(self, cell: str, way: Way) -> SavedNode:
        """The node in the save, for its path, its deck and the order of its children; else a new
        one."""
        new = SavedNode(",".join((cell, *way)), NO_DECK, (), ())
        return self.nodes.get((cell, way), new)


def write_position(
    game: n.GameDef,
    position: Position,
    sources: Sequence[Source],
    file: str,
    report: Report,
) -> str | None:
    """The text of a save file. Names and unchanged numbers are written as in the save that the game
    was resumed from, if there was one."""
    origin = _origin(sources)
    # A list, not a generator: all cards that cannot be saved are reported.
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
        report.error(UNSAVED_NAME, card.span, f"'{shown(bad)}' contains a reserved character")
    return bad is None


def _origin(sources: Sequence[Source]) -> _Origin:
    """Read the files of a game again; they are known to have no errors."""
    # The first file of a type counts: reversed, it is the last one to be entered.
    kinds = {kind_of(source): source for source in reversed(sources)}
    rules = cast(Rules, read_file(kinds["rule"], Report()).file)
    deck = read_file(kinds["deck"], Report()).file if "deck" in kinds else None
    raw = read_file(sources[0], Report()).file
    save = read_save(raw, sources[0], Report()) if isinstance(raw, RawSave) else None
    # Without its folder, the rules file was read with an empty deck in place of the one it names.
    if isinstance(deck, Deck) and rules.deck.path:
        rules = replace(rules, deck=deck)
    table = static_table(rules, save)
    if save is None:
        return _Origin(table, tuple(map(_new_card, table.cards)), None, {})
    found = [(name.text, way, node) for name, root in save.cells for way, node in nodes_of(root)]
    # In the order of `start.cards`, which is that of the tokens.
    cards = tuple(card for _, _, node in found for card in reversed(node.cards))
    return _Origin(table, cards, save, {(name, way): node for name, way, node in found})


def _new_card(card: Card) -> SavedCard:
    value = "" if card.value is None else str(card.value)
    named = value + card.suit
    return SavedCard(
        card.name.text, False, "0.0", card.fixed, card.suit, card.color, named, value, named[:1]
    )


def _points(position: Position, save: Save | None, span: Span) -> Iterator[Word]:
    """The points of each player, as written in the save if they are unchanged."""
    before = zip(points_of(save), (save.score, *save.others), strict=True) if save else ()
    written = dict(enumerate(before))
    for seat, points in enumerate(position.variables["score"]):
        old, word = written.get(seat, (None, None))
        yield word if word and old == points else Word(f"{points}.0", span)


def _cells(position: Position, origin: _Origin) -> Iterator[tuple[str, SavedNode]]:
    """The cells of the save in their order, then all others that are not empty."""
    piles: dict[str, dict[Way, Pile]] = {}
    for pile in position.piles:
        way = tuple(DIRECTIONS[number] for number in pile.way)
        piles.setdefault(pile.name, {})[way] = pile
    names = [cell.name.text for cell in origin.table.rules.cells]
    before = [name.text for name, _ in origin.save.cells] if origin.save else names
    for name in before:
        yield name, _tree(name, piles[name], origin)
    for name in names:
        # The save omitted these cells because they were empty.
        if name not in before and any(pile.tokens for pile in piles[name].values()):
            yield name, _tree(name, piles[name], origin)


def _tree(cell: str, piles: dict[Way, Pile], origin: _Origin) -> SavedNode:
    """The tree of a cell, built from the leaves up."""
    below: dict[Way, dict[str, SavedNode]] = {way: {} for way in piles}
    # Longest paths first, so that the children of a node are complete; the root is the last.
    for way in sorted(piles, key=len, reverse=True):
        before = origin.node(cell, way)
        order = [*(direction for direction, _ in before.children), *DIRECTIONS]
        children = sorted(below[way].items(), key=lambda child: order.index(child[0]))
        cards = tuple(_card(state, origin) for state in piles[way].tokens)
        node = SavedNode(before.path, before.deck, cards, tuple(children))
        if not way:
            return node
        below[way[:-1]][way[-1]] = node
    raise KeyError(cell)


def _card(state: TokenState, origin: _Origin) -> SavedCard:
    """A card in its current state, with its rotation as written in the save if it is unchanged."""
    card, degree = origin.cards[state.token], origin.table.degree
    turned = state.values.get("rotation", 0)
    degrees = Decimal(int(turned or 0)) / degree if degree else Decimal(card.rotation)
    # Rotations are equal modulo a full turn, so the original notation is kept if it still fits.
    if (degrees - Decimal(card.rotation)) % AROUND:
        card = replace(card, rotation=_decimal(degrees))
    return replace(card, face_up=state.face_up)


def _decimal(number: Decimal) -> str:
    text = f"{number.normalize():f}"
    return text if "." in text else f"{text}.0"
