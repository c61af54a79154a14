"""The same deal of Klondike in two languages."""

from __future__ import annotations

import ludwright
from ludwright.play.table import Table

ANCHORS = ("gap", "base", "spot")
Piles = dict[str, list[tuple[str, bool]]]


def sgdl_piles(table: Table) -> Piles:
    """All piles in SGDL: cards from the bottom up, and whether they are face up."""
    names = {"DRAW": "stock", "WASTE": "waste", "COLUMN": "column", "FOUNDATION": "home"}
    found: Piles = {}
    for zone in table.zones():
        if zone.name in names:
            count = f" {zone.index + 1}" if zone.name in ("COLUMN", "FOUNDATION") else ""
            cards = table.zone(zone.name, zone.index)
            faces = table.face_up(zone.name, zone.index)
            found[f"{names[zone.name]}{count}"] = list(zip(cards, faces, strict=True))
    return found


def as_undealt(game: ludwright.Game, piles: Piles) -> list[str]:
    """The deck that gives these piles: columns are dealt one after another, then the stock."""
    columns = [card for number in range(1, 8) for card, _ in piles[f"column {number}"]]
    stock = [card for card, _ in reversed(piles["stock"])]
    tokens = [token.name for supply in game.definition.supplies for token in supply.tokens]
    anchors = [name for name in tokens if name in ANCHORS]
    return [*anchors, *columns, *stock]
