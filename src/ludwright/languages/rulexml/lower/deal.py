"""How the cards come to their cells: by name, at random, what is left; or as they were saved."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from ....diagnostics import Span
from ....gamedef import nodes as n
from ..read.tree import DIRECTIONS, NONE, RANDOM, REST, Cell, Dealt, SavedNode
from ..saves.start import nodes_of
from .static_table import StaticTable, dealt_way, named_cards, zone
from .take import CARD, ONE, TO, ZERO, loose

NAME = "name"
"""The property, and the enum, of the names that cards are dealt by."""


def deal(table: StaticTable) -> n.Block:
    """All cells, card by card. Cards with names are kept aside first, so that none is drawn at
    random; the cell that gets the rest is filled last."""
    deck, cells = table.rules.deck, table.rules.cells
    mixed = (n.Shuffle(zone=n.ZoneAt(name=table.undealt), span=deck.span),) if deck.shuffled else ()
    rest = [cell for cell in cells if REST in (card.name for card in cell.cards)]
    order = [*(cell for cell in cells if cell not in rest), *rest]
    names = tuple(_kept(card, table) for cell in order for card in cell.cards if _is_named(card))
    filled = tuple(done for cell in order for done in _filled(cell, table))
    return (*mixed, *names, *filled)


def _is_named(card: Dealt) -> bool:
    return card.name not in (RANDOM, REST)


def _kept(card: Dealt, table: StaticTable) -> n.Statement:
    """Lay the first card of a name under those that lie aside."""
    each = n.Local(name="each")
    name = n.PropertyOf(token=each, property=NAME)
    found = n.Filter(
        items=n.TokensIn(zone=n.ZoneAt(name=table.undealt)),
        name=each.name,
        where=n.Equal(left=name, right=n.Symbol(enum=NAME, value=card.name)),
    )
    return _under(n.Item(items=found, index=ZERO), table, card.span)


def _under(token: n.Expr, table: StaticTable, span: Span) -> n.Statement:
    return n.MoveToken(token=token, to=n.ZoneAt(name=table.aside), place="bottom", span=span)


def _filled(cell: Cell, table: StaticTable) -> Iterator[n.Statement]:
    if not cell.cards:
        return
    yield n.Let(name=TO.name, value=zone(cell.name.text), span=cell.span)
    past = False
    for number, card in enumerate(cell.cards):
        if card.name == REST:
            yield from _saved_for_later(cell.cards[number + 1 :], table)
            yield from _all_left(cell, card, table)
            past = True
            continue
        yield from _grown(dealt_way(cell, card.direction))
        yield from _given(card, past, table)
        yield from _shown(card.face == "u", _turned(cell, card), table, card.span)


def _turned(cell: Cell, card: Dealt) -> Decimal:
    return cell.rotation if card.rotation is None else card.rotation


def _grown(way: str) -> n.Block:
    """The next node, if the card does not lie on the same one."""
    if way == NONE:
        return ()
    return (n.Grow(name=TO.name, zone=TO, direction=n.Number(value=DIRECTIONS.index(way))),)


def _given(card: Dealt, kept: bool, table: StaticTable) -> n.Block:
    """One card on the node: from those aside or, drawn at random, from those not dealt."""
    if kept or _is_named(card):
        return (n.MoveTop(source=n.ZoneAt(name=table.aside), to=TO, span=card.span),)
    chosen, token = _drawn(table)
    return (*chosen, n.MoveToken(token=token, to=TO, span=card.span))


def _drawn(table: StaticTable) -> tuple[n.Block, n.Expr]:
    """A random card that is not fixed: the topmost one of a deck that was shuffled."""
    left = n.ZoneAt(name=table.undealt)
    fixed = len([card for card in table.cards if card.fixed]) > len(_fixed_names(table))
    cards = loose(left, fixed)
    if table.rules.deck.shuffled:
        return (), n.Item(items=cards, index=ZERO) if fixed else n.TopOf(zone=left)
    last = n.Subtract(left=n.Length(items=cards), right=ONE)
    roll = n.Roll(name="drawn", low=ZERO, high=last)
    return (roll,), n.Item(items=cards, index=n.Local(name=roll.name))


def _fixed_names(table: StaticTable) -> list[str]:
    return [card.name.text for _, card in named_cards(table.rules) if card.fixed]


def _saved_for_later(cards: tuple[Dealt, ...], table: StaticTable) -> Iterator[n.Statement]:
    """What lies above the rest of the deck is taken before that, in its order."""
    for card in cards:
        if _is_named(card):
            yield _under(n.TopOf(zone=n.ZoneAt(name=table.aside)), table, card.span)
        else:
            chosen, token = _drawn(table)
            yield from chosen
            yield _under(token, table, card.span)


def _all_left(cell: Cell, card: Dealt, table: StaticTable) -> Iterator[n.Statement]:
    """The rest of the deck, as it lies, on one pile."""
    left, up, rotation = n.ZoneAt(name=table.undealt), card.face == "u", _turned(cell, card)
    yield from _grown(dealt_way(cell, card.direction))
    if not up and not table.turned(rotation):
        yield n.MoveBlock(source=left, to=TO, span=card.span)
        return
    yield n.ForEach(
        name=CARD.name,
        items=n.Reversed(items=n.TokensIn(zone=left)),
        body=(n.MoveToken(token=CARD, to=TO), *_shown(up, rotation, table, card.span)),
        span=card.span,
    )


def _shown(up: bool, rotation: Decimal, table: StaticTable, span: Span) -> Iterator[n.Statement]:
    """How the card that was dealt last lies."""
    top = n.TopOf(zone=TO)
    if up:
        yield n.Turn(token=top, up=True, span=span)
    turned = table.turned(rotation)
    if turned:
        yield n.SetProperty(token=top, property="rotation", value=n.Number(value=turned), span=span)


# ---- as saved ----------------------------------------------------------------------------------


def lay_out(table: StaticTable) -> Iterator[n.Statement]:
    """The cards of a save, which lie in the order in which they are laid here."""
    for name, start in table.position.cells if table.position else ():
        before: tuple[str, ...] | None = None  # the way to where the last card was laid
        for way, node in nodes_of(start):
            if node.cards:
                yield from _reached(zone(name.text), way, before, name.span)
                yield from _stacked(node, table, name.span)
                before = way


def _reached(
    cell: n.Expr, way: tuple[str, ...], before: tuple[str, ...] | None, span: Span
) -> Iterator[n.Statement]:
    """The node at the end of a way: a chain goes on from where it has come to."""
    if before is None or way[: len(before)] != before:
        yield n.Let(name=TO.name, value=cell, span=span)
        before = ()
    for direction in way[len(before) :]:
        yield from _grown(direction)


def _stacked(node: SavedNode, table: StaticTable, span: Span) -> Iterator[n.Statement]:
    for card in reversed(node.cards):
        yield n.MoveTop(source=n.ZoneAt(name=table.undealt), to=TO, span=span)
        yield from _shown(card.face_up, Decimal(card.rotation), table, span)
