"""Event cards of a GameSpecDoc in the old way: a data asset that becomes a deck."""

from __future__ import annotations

from ...shapes import keys
from ..codes import sections as codes_sections
from ..read.assets import Asset
from ..read.cardflow import zone_named
from ..read.decks import Events, cards_in
from ..read.forms import ReadContext
from ..read.keyed import Keyed, Keys
from ..read.scope import Bindings
from ..read.tree.sections import CardDriven, EventDeck, Sections
from ..read.tree.values import Name

CARD_SET = Keys(
    "a set of event cards",
    codes_sections.DECK,
    keys(
        "cards: [old_card], drawZone?: name, discardZone?: name, shuffleOnSetup?: flag",
        "reshuffle?: flag",
    ),
)


def card_set_decks(
    c: ReadContext, assets: tuple[Asset, ...], scope: Bindings, s: Sections
) -> tuple[EventDeck, ...]:
    """The deck that the one old set of cards stands for."""
    if len(assets) > 1:
        message = f"there is already a set of event cards: '{assets[0].id.text}'"
        c.error(codes_sections.CARD_SETS, assets[1].id.at, message)
        return ()
    (asset,) = assets
    fields = CARD_SET.read(c, asset.payload, asset.path)
    if fields is None:
        return ()
    help = "write a section 'eventDecks'"
    message = "sets of event cards as data assets are written no more"
    c.warning(codes_sections.CARD_SET, asset.id.at, message, help)
    return (
        EventDeck(
            fields.at,
            asset.id,
            _zone(fields, "drawZone", _pile(s)),
            _zone(fields, "discardZone", _played(s)),
            cards_in(Events(c, scope, old=True), fields),
            fields.truth("shuffleOnSetup", codes_sections.DECK),
            fields.truth("reshuffle", codes_sections.DECK),
        ),
    )


def _zone(fields: Keyed, key: str, otherwise: Name | None) -> Name:
    """A zone that is named, or the one that cards of the turn order take."""
    if fields.has(key):
        return zone_named(fields.name(key, codes_sections.DECK))
    if otherwise is None:
        message = f"'{key}' must say which zone it is"
        fields.c.error(codes_sections.DECK, fields.at, message, "add it to the payload")
    return otherwise or Name("", fields.at)


def _played(s: Sections) -> Name | None:
    return s.turn_order.played if isinstance(s.turn_order, CardDriven) else None


def _pile(s: Sections) -> Name | None:
    """The only stack that is no slot."""
    if not isinstance(s.turn_order, CardDriven):
        return None
    order = s.turn_order
    slots = {order.played.text, order.lookahead.text, order.leader.text}
    stacks = [z for z in s.zones or () if z.ordering == "stack" and not z.owned]
    piles = [z for z in stacks if z.ids(1)[0] not in slots]
    return Name(piles[0].ids(1)[0], piles[0].at) if len(piles) == 1 else None
