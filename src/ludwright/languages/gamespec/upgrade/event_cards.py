"""The legacy form of event cards: a data asset `eventCardSet`, which becomes an event deck."""

from __future__ import annotations

from ...shapes import keys
from ..codes import sections as codes_sections
from ..read.assets import Asset
from ..read.cardflow import qualified
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
    """The event deck of a legacy set of cards; only one set is allowed."""
    if len(assets) > 1:
        message = f"duplicate set of event cards, first '{assets[0].id.text}'"
        c.error(codes_sections.CARD_SETS, assets[1].id.at, message)
        return ()
    # The caller guarantees at least one.
    (asset,) = assets
    fields = CARD_SET.read(c, asset.payload, asset.path)
    if fields is None:
        return ()
    help = "write a section 'eventDecks' instead"
    message = "event cards as a data asset are deprecated"
    c.warning(codes_sections.CARD_SET, asset.id.at, message, help)
    return (
        EventDeck(
            fields.at,
            asset.id,
            _zone(fields, "drawZone", _draw_pile(s)),
            _zone(fields, "discardZone", _played_slot(s)),
            cards_in(Events(c, scope, legacy=True), fields),
            fields.flag("shuffleOnSetup", codes_sections.DECK),
            fields.flag("reshuffle", codes_sections.DECK),
        ),
    )


def _zone(fields: Keyed, key: str, default: Name | None) -> Name:
    """A zone given by name, or the default of a card-driven turn order."""
    if fields.has(key):
        return qualified(fields.name(key, codes_sections.DECK))
    if default is None:
        message = f"missing '{key}' of the set of event cards"
        fields.c.error(codes_sections.DECK, fields.at, message, "add it to the payload")
    return default or Name("", fields.at)


def _played_slot(s: Sections) -> Name | None:
    return s.turn_order.played if isinstance(s.turn_order, CardDriven) else None


def _draw_pile(s: Sections) -> Name | None:
    """The only shared stack that is not a slot: by convention the draw pile of the cards."""
    if not isinstance(s.turn_order, CardDriven):
        return None
    order = s.turn_order
    slots = {order.played.text, order.lookahead.text, order.leader.text}
    stacks = [z for z in s.zones or () if z.ordering == "stack" and not z.owned]
    piles = [z for z in stacks if z.ids(1)[0] not in slots]
    return Name(piles[0].ids(1)[0], piles[0].at) if len(piles) == 1 else None
