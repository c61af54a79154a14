"""The cards of a deck type: templates and explicit cards, and their properties."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from ....diagnostics import Span, did_you_mean
from ....gamedef import nodes as n
from ...yaml.read import Mapping, Scalar, Tree, head
from .. import codes
from ..read import shapes
from ..read.shapes import Fields, is_text, named, read
from .symbols import TEXT_TYPE, Symbols

STANDARD_SUITS = ("S", "H", "D", "C")
COLORS = {
    **dict.fromkeys(("H", "D", "hearts", "diamonds"), "red"),
    **dict.fromkeys(("S", "C", "spades", "clubs"), "black"),
}
CARD_LIMIT = 5_000
BY_RANK, BY_CARD = "rank_value", "card"
"""What a rank value depends on: the rank, through a table of this name, or the card."""
TAKEN_TYPES = (
    *("int", "bool", "seat", "team", "token", "zone", "any"),
    *("text", "face", "phase", "state"),
)


@dataclass(frozen=True, slots=True)
class Card:
    """A card as declared: its properties, its location, and its explicit name, if it has one."""

    values: dict[str, Scalar]
    span: Span
    name: Scalar | None = None


@dataclass(slots=True)
class DeckType:
    """The cards of a deck type and the order of its ranks."""

    name: str
    span: Span
    cards: list[Card] = field(default_factory=list)
    hierarchy: tuple[Scalar, ...] = ()


def deck_type(symbols: Symbols, name: Scalar, node: Tree) -> DeckType:
    """Read a deck type."""
    kind = DeckType(name.text, name.span)
    fields = read(node, shapes.DECK_TYPE, f"deck type '{name.text}'", symbols.report)
    if fields is None:
        return kind
    defaults = _properties(symbols, fields.entries("default_properties"))
    for part in fields.items("composition"):
        for card in _composed(symbols, part):
            # The card's own values override the defaults.
            kind.cards.append(replace(card, values={**defaults, **card.values}))
    if len(kind.cards) > CARD_LIMIT:
        message = f"the deck has more than {CARD_LIMIT} cards"
        symbols.error(codes.NUMBER, fields.at("composition"), message)
        kind.cards = kind.cards[:CARD_LIMIT]
    kind.hierarchy = tuple(_scalars(symbols, fields.items("rank_hierarchy"), "a rank"))
    return kind


def _scalars(symbols: Symbols, nodes: tuple[Tree, ...], what: str) -> list[Scalar]:
    good = []
    for node in nodes:
        if isinstance(node, Scalar) and is_text(node):
            good.append(node)
        else:
            symbols.error(codes.SHAPE, head(node.span), f"{what} must be text or a number")
    return good


def _properties(symbols: Symbols, entries: tuple[tuple[Scalar, Tree], ...]) -> dict[str, Scalar]:
    found = {}
    for key, value in entries:
        for scalar in _scalars(symbols, (value,), f"the property '{key.text}'"):
            found[key.text] = scalar
    return found


def _composed(symbols: Symbols, part: Tree) -> list[Card]:
    # Also if `type` is misspelt: read as the other kind, every further key would be an error.
    kind = named(part, "type", {*shapes.CARD.by_name, *shapes.TEMPLATE.by_name})
    word = kind.text if isinstance(kind, Scalar) else ""
    table = shapes.CARD if word == "card" else shapes.TEMPLATE
    fields = read(part, table, "a part of the composition", symbols.report)
    if fields is None:
        return []
    cards = _explicit(symbols, fields) if word == "card" else _suits(symbols, fields)
    times = max(0, fields.whole("copies", 1)) * max(0, fields.whole("count", 1))
    if len(cards) * times > CARD_LIMIT:
        symbols.error(codes.NUMBER, head(part.span), f"the deck has more than {CARD_LIMIT} cards")
        return cards
    return cards * times


def _explicit(symbols: Symbols, fields: Fields) -> list[Card]:
    name = fields.get("name")
    values = _properties(symbols, fields.entries("properties"))
    return [Card(values, head(fields.span), name if isinstance(name, Scalar) else None)]


def _suits(symbols: Symbols, fields: Fields) -> list[Card]:
    span = head(fields.span)
    suits = _scalars(symbols, fields.items("suits"), "a suit") or [
        Scalar(span, suit, suit) for suit in STANDARD_SUITS
    ]
    ranks = _scalars(symbols, fields.items("values"), "a rank")
    colored = all(suit.text in COLORS for suit in suits)
    cards = []
    for suit in suits[:CARD_LIMIT]:
        color = {"color": Scalar(span, COLORS[suit.text], COLORS[suit.text])} if colored else {}
        cards += [Card({"rank": rank, "suit": suit, **color}, span) for rank in ranks[:CARD_LIMIT]]
    # One card too many is enough for the limit to be reported.
    cards = cards[: CARD_LIMIT + 1]
    for key, value in fields.entries("properties"):
        cards = _given(symbols, cards, key, value)
    return cards


def _given(symbols: Symbols, cards: list[Card], key: Scalar, value: Tree) -> list[Card]:
    """The cards of a template with one more property, either fixed or looked up for each card."""
    if key.text in ("rank", "suit"):
        message = f"duplicate property '{key.text}': the template already sets it"
        symbols.error(codes.DUPLICATE, key.span, message, "give the property another name")
        return cards
    if isinstance(value, Mapping):
        by, found = _table(symbols, cards, key, value)
    else:
        by, found = "", _properties(symbols, ((key, value),))
    # After an error any value will do, so that the property exists and nothing else is reported.
    some = next(iter(found.values()), Scalar(key.span, "0", 0))
    values = (found.get(card.values[by].text if by else "", some) for card in cards)
    return [
        replace(card, values={**card.values, key.text: scalar})
        for card, scalar in zip(cards, values, strict=True)
    ]


def _table(
    symbols: Symbols, cards: list[Card], key: Scalar, node: Mapping
) -> tuple[str, dict[str, Scalar]]:
    """The property that determines a value, and the value for each of its values."""
    fields = read(node, shapes.LOOKUP, f"the property '{key.text}'", symbols.report)
    by = fields.text("by") if fields else ""
    if fields is None or not by or fields.get("values") is None:
        return "", {}
    if any(by not in card.values for card in cards):
        message, hint = "the cards of this template have no color", "use 'rank' or 'suit'"
        symbols.error(codes.UNKNOWN, fields.at("by"), message, hint)
        return "", {}
    known = dict.fromkeys(card.values[by].text for card in cards)
    for name, _ in fields.entries("values"):
        if name.text not in known:
            hint = did_you_mean(name.text, known) or "one of: " + ", ".join([*known][:20])
            symbols.error(
                codes.LITERAL, name.span, f"unknown {by} '{name.text}' in this template", hint
            )
    values = _properties(symbols, fields.entries("values"))
    rest = fields.get("otherwise")
    default = _scalars(symbols, (rest,), "'otherwise'") if rest is not None else []
    listed = {name.text for name, _ in fields.entries("values")}
    lacking = [name for name in known if name not in listed]
    if lacking and rest is None:
        message = f"missing value of '{key.text}' for the {by} '{lacking[0]}'"
        hint = f"add it to 'values', or add 'otherwise' for every other {by}"
        symbols.error(codes.PROPERTY_MISSING, head(fields.at("values")), message, hint)
    return by, {**{name: scalar for name in lacking for scalar in default}, **values}


# ---- properties --------------------------------------------------------------------------------


def properties(symbols: Symbols, kinds: list[DeckType]) -> None:
    """Collect the properties of all cards with their types and values."""
    cards = [card for kind in kinds for card in kind.cards]
    names = dict.fromkeys(name for card in cards for name in card.values)
    for name in names:
        found = [card.values[name] for card in cards if name in card.values]
        symbols.properties[name] = _type(symbols, name, found, kinds)
    for kind in kinds:
        lacking = [(card, name) for card in kind.cards for name in names if name not in card.values]
        # One error per deck type: usually the same property is missing everywhere.
        for card, name in lacking[:1]:
            message = f"a card of '{kind.name}' lacks the property '{name}', which other cards have"
            symbols.error(codes.PROPERTY_MISSING, card.span, message)
    _ranks(symbols, kinds)


def _type(symbols: Symbols, name: str, found: list[Scalar], kinds: list[DeckType]) -> str:
    # Ranks and suits are symbols even if all of them are numbers: 10 is a name there.
    if name != "rank" and all(type(scalar.value) is bool for scalar in found):
        return "bool"
    if name not in ("rank", "suit") and all(type(scalar.value) is int for scalar in found):
        return "int"
    # A property called `phase` or `text` must not redefine that type.
    enum = f"{name}_value" if name in TAKEN_TYPES else name
    values = dict.fromkeys(scalar.text for scalar in found)
    if name == "rank":
        ordered = dict.fromkeys(rank.text for kind in kinds for rank in kind.hierarchy)
        # The enum lists ranks in hierarchy order, so that rank_value can be a table over it.
        values = {**ordered, **values}
    symbols.enums[enum] = tuple(values)
    return enum


def _ranks(symbols: Symbols, kinds: list[DeckType]) -> None:
    """Prepare rank_value, the position of a rank in the hierarchy, from 1. It depends on the rank
    alone or, if deck types order their ranks differently, on the card."""
    ordered = [kind for kind in kinds if kind.hierarchy]
    if not ordered or "rank" not in symbols.properties:
        return
    for kind in ordered:
        _check_hierarchy(symbols, kind)
    # With a single hierarchy a table from ranks to numbers will do.
    hierarchies = {tuple(rank.text for rank in kind.hierarchy) for kind in ordered}
    symbols.ranks = BY_RANK if len(hierarchies) == 1 else BY_CARD
    if symbols.ranks == BY_CARD:
        _place_cards(symbols, kinds)


def _check_hierarchy(symbols: Symbols, kind: DeckType) -> None:
    ranks = [rank.text for rank in kind.hierarchy]
    twice = {rank for rank, times in Counter(ranks).items() if times > 1}
    for rank in kind.hierarchy:
        if rank.text in twice:
            symbols.error(codes.DUPLICATE, rank.span, f"duplicate rank '{rank.text}'")
            twice.discard(rank.text)
    for card in kind.cards:
        here = card.values.get("rank")
        if here and here.text not in ranks:
            message = f"rank '{here.text}' is missing from rank_hierarchy"
            symbols.error(codes.UNKNOWN, here.span, message)


def _place_cards(symbols: Symbols, kinds: list[DeckType]) -> None:
    """Give every card its rank value as a property."""
    if BY_RANK in symbols.properties:
        message = (
            f"property '{BY_RANK}' is reserved where deck types have different rank hierarchies"
        )
        symbols.error(codes.DUPLICATE, kinds[0].span, message, "give the property another name")
    symbols.properties[BY_RANK] = "int"
    for kind in kinds:
        if not kind.hierarchy:
            message = f"deck type '{kind.name}' needs a rank_hierarchy, like the others"
            symbols.error(codes.PROPERTY_MISSING, kind.span, message)
        places = {rank.text: place for place, rank in enumerate(kind.hierarchy, 1)}
        for card in kind.cards:
            place = places.get(card.values["rank"].text, 0) if "rank" in card.values else 0
            card.values[BY_RANK] = Scalar(card.span, str(place), place)


def tables(symbols: Symbols) -> tuple[n.Table, ...]:
    """The table of rank values, if ranks have an order."""
    if symbols.ranks != BY_RANK:
        return ()
    ranks = symbols.enums[symbols.properties["rank"]]
    values = tuple(range(1, len(ranks) + 1))
    return (n.Table(name=symbols.ranks, enum=symbols.properties["rank"], values=values),)


def lengths(symbols: Symbols) -> tuple[n.Table, ...]:
    """The tables of text lengths, for the types whose length is read."""
    every = {**symbols.enums, TEXT_TYPE: tuple(symbols.texts)}
    return tuple(
        n.Table(name=table, enum=enum, values=tuple(len(text) for text in every[enum]))
        for enum, table in symbols.lengths.items()
    )


# ---- tokens ------------------------------------------------------------------------------------


def tokens(symbols: Symbols, deck: str, cards: list[Card]) -> tuple[n.Token, ...]:
    """The cards of a deck with a value for every property and a display name."""
    complete = complete_cards(symbols, cards)
    named = display_properties(symbols, complete)
    return tuple(
        n.Token(
            name=display_name(card, named) or deck,
            values=tuple(
                _value(card.values[name], kind) for name, kind in symbols.properties.items()
            ),
            span=card.span,
        )
        for card in complete
    )


def complete_cards(symbols: Symbols, cards: list[Card]) -> list[Card]:
    """The cards that have all properties; the others have been reported."""
    return [card for card in cards if all(name in card.values for name in symbols.properties)]


def display_name(card: Card, named: tuple[str, ...]) -> str:
    """The display name of a card: explicit, or made from some of its properties."""
    if card.name is not None:
        return card.name.text
    return "".join(card.values[name].text for name in named)


def display_properties(symbols: Symbols, cards: list[Card]) -> tuple[str, ...]:
    """The properties that make up display names: rank and suit, or the first one that differs."""
    if "rank" in symbols.properties and "suit" in symbols.properties:
        return ("rank", "suit")
    for name in symbols.properties:
        if len({card.values[name].text for card in cards}) > 1:
            return (name,)
    return tuple(symbols.properties)[:1]


def _value(scalar: Scalar, kind: str) -> int | bool | str:
    if kind in ("int", "bool") and isinstance(scalar.value, int):
        return scalar.value
    return scalar.text
