"""Lower the deal: named cards, random cards and the rest; or the cards of a save."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.build import ZERO, last_index
from ..read.tree import DIRECTIONS, NONE, RANDOM, REST, Cell, Dealt, SavedNode
from ..saves.start import nodes_of
from .static_table import StaticTable, ambiguous_names, dealt_way, named_cards, zone
from .take import CARD, TO, loose

NAME = "name"
"""The property of cards, and its enum, that holds their names."""


def deal(table: StaticTable) -> n.Block:
    """Deal to all cells, card by card. Named cards are set aside first, so that none of them is
    drawn at random; the cell that gets the rest is filled last."""
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
    """Set the first card with a name aside, below those already there: they are dealt in order."""
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
            # What is listed after the rest goes on top of it, so it must not be part of the rest.
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
    """Grow the next node, unless the card goes on the same one."""
    if way == NONE:
        return ()
    return (n.Grow(name=TO.name, zone=TO, direction=n.Number(value=DIRECTIONS.index(way))),)


def _given(card: Dealt, kept: bool, table: StaticTable) -> n.Block:
    """Deal one card to the node: from those set aside, or drawn at random from the undealt ones."""
    if kept or _is_named(card):
        return (n.MoveTop(source=n.ZoneAt(name=table.aside), to=TO, span=card.span),)
    chosen, token = _drawn(table)
    return (*chosen, n.MoveToken(token=token, to=TO, span=card.span))


def _drawn(table: StaticTable) -> tuple[n.Block, n.Expr]:
    """A random card that is not fixed: in a shuffled deck, simply the topmost one."""
    left = n.ZoneAt(name=table.undealt)
    # Fixed cards that are dealt by name have already been set aside.
    fixed = len([card for card in table.cards if card.fixed]) > _fixed_by_name(table)
    cards = loose(left, fixed)
    if table.rules.deck.shuffled:
        return (), n.Item(items=cards, index=ZERO) if fixed else n.TopOf(zone=left)
    last = last_index(cards)
    roll = n.Roll(name="drawn", low=ZERO, high=last)
    return (roll,), n.Item(items=cards, index=n.Local(name=roll.name))


def _fixed_by_name(table: StaticTable) -> int:
    """The number of fixed cards that are certainly dealt by name."""
    unsure = ambiguous_names(table.rules)
    named = [card for _, card in named_cards(table.rules)]
    return sum(card.fixed and card.name.text not in unsure for card in named)


def _saved_for_later(cards: tuple[Dealt, ...], table: StaticTable) -> Iterator[n.Statement]:
    """Set aside the cards that go on top of the rest, before the rest is dealt."""
    for card in cards:
        # Only the named cards among these are still aside. Moving the topmost to the bottom in
        # turn merges them with the drawn ones, in the order of the entries.
        if _is_named(card):
            yield _under(n.TopOf(zone=n.ZoneAt(name=table.aside)), table, card.span)
        else:
            chosen, token = _drawn(table)
            yield from chosen
            yield _under(token, table, card.span)


def _all_left(cell: Cell, card: Dealt, table: StaticTable) -> Iterator[n.Statement]:
    """Deal the rest of the deck to one pile, in its order."""
    left, up, rotation = n.ZoneAt(name=table.undealt), card.face == "u", _turned(cell, card)
    yield from _grown(dealt_way(cell, card.direction))
    # Face down without rotation is how tokens start: one statement moves them all.
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
    """Turn and rotate the card that was dealt last."""
    top = n.TopOf(zone=TO)
    if up:
        yield n.Turn(token=top, up=True, span=span)
    turned = table.turned(rotation)
    if turned:
        yield n.SetProperty(token=top, property="rotation", value=n.Number(value=turned), span=span)


# ---- saves -------------------------------------------------------------------------------------


def lay_out(table: StaticTable) -> Iterator[n.Statement]:
    """Place the cards of a save; the supply has them in exactly this order."""
    for name, start in table.position.cells if table.position else ():
        before: tuple[str, ...] | None = None  # the path of the last node that got cards
        for way, node in nodes_of(start):
            # An empty node is grown only on the way to one with cards: empty leaves are pruned.
            if node.cards:
                yield from _reached(zone(name.text), way, before, name.span)
                yield from _stacked(node, table, name.span)
                before = way


def _reached(
    cell: n.Expr, way: tuple[str, ...], before: tuple[str, ...] | None, span: Span
) -> Iterator[n.Statement]:
    """Grow the node at the end of a path, from the last node if the path continues from there."""
    if before is None or way[: len(before)] != before:
        yield n.Let(name=TO.name, value=cell, span=span)
        before = ()
    for direction in way[len(before) :]:
        yield from _grown(direction)


def _stacked(node: SavedNode, table: StaticTable, span: Span) -> Iterator[n.Statement]:
    for card in reversed(node.cards):
        yield n.MoveTop(source=n.ZoneAt(name=table.undealt), to=TO, span=span)
        yield from _shown(card.face_up, Decimal(card.rotation), table, span)
