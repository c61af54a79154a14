"""The cards of a deck type: templates and explicit cards, and their properties."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from ....diagnostics import Span, did_you_mean
from ....gamedef import nodes as n
from ...yaml.read import Mapping, Scalar, Tree
from .. import codes
from ..read import shapes
from ..read.shapes import Fields, head, is_text, read
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
    """A card as written: its properties, where, and the name it is given, if it is."""

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


def deck_type(world: Symbols, name: Scalar, node: Tree) -> DeckType:
    """Read a deck type."""
    kind = DeckType(name.text, name.span)
    fields = read(node, shapes.DECK_TYPE, f"deck type '{name.text}'", world.report)
    if fields is None:
        return kind
    defaults = _properties(world, fields.entries("default_properties"))
    for part in fields.items("composition"):
        for card in _composed(world, part):
            kind.cards.append(replace(card, values={**defaults, **card.values}))
    if len(kind.cards) > CARD_LIMIT:
        message = f"a deck has at most {CARD_LIMIT} cards"
        world.error(codes.NUMBER, fields.at("composition"), message)
        kind.cards = kind.cards[:CARD_LIMIT]
    kind.hierarchy = tuple(_scalars(world, fields.items("rank_hierarchy"), "a rank"))
    return kind


def _scalars(world: Symbols, nodes: tuple[Tree, ...], what: str) -> list[Scalar]:
    good = []
    for node in nodes:
        if isinstance(node, Scalar) and is_text(node):
            good.append(node)
        else:
            world.error(codes.SHAPE, head(node.span), f"{what} must be a text or a number")
    return good


def _properties(world: Symbols, entries: tuple[tuple[Scalar, Tree], ...]) -> dict[str, Scalar]:
    found = {}
    for key, value in entries:
        for scalar in _scalars(world, (value,), f"the property '{key.text}'"):
            found[key.text] = scalar
    return found


def _composed(world: Symbols, part: Tree) -> list[Card]:
    kind = part.get("type") if isinstance(part, Mapping) else None
    word = kind.text if isinstance(kind, Scalar) else ""
    shape = shapes.CARD if word == "card" else shapes.TEMPLATE
    fields = read(part, shape, "a part of the composition", world.report)
    if fields is None:
        return []
    cards = _explicit(world, fields) if word == "card" else _suits(world, fields)
    times = max(0, fields.whole("copies", 1)) * max(0, fields.whole("count", 1))
    if len(cards) * times > CARD_LIMIT:
        world.error(codes.NUMBER, head(part.span), f"a deck has at most {CARD_LIMIT} cards")
        return cards
    return cards * times


def _explicit(world: Symbols, fields: Fields) -> list[Card]:
    name = fields.get("name")
    values = _properties(world, fields.entries("properties"))
    return [Card(values, head(fields.span), name if isinstance(name, Scalar) else None)]


def _suits(world: Symbols, fields: Fields) -> list[Card]:
    span = head(fields.span)
    suits = _scalars(world, fields.items("suits"), "a suit") or [
        Scalar(span, suit, suit) for suit in STANDARD_SUITS
    ]
    ranks = _scalars(world, fields.items("values"), "a rank")
    colored = all(suit.text in COLORS for suit in suits)
    cards = []
    for suit in suits[:CARD_LIMIT]:
        color = {"color": Scalar(span, COLORS[suit.text], COLORS[suit.text])} if colored else {}
        cards += [Card({"rank": rank, "suit": suit, **color}, span) for rank in ranks[:CARD_LIMIT]]
    cards = cards[: CARD_LIMIT + 1]
    for key, value in fields.entries("properties"):
        cards = _given(world, cards, key, value)
    return cards


def _given(world: Symbols, cards: list[Card], key: Scalar, value: Tree) -> list[Card]:
    """The cards of a template with one more property: a fixed value, or one looked up for each."""
    if key.text in ("rank", "suit"):
        message = f"the template itself gives its cards the property '{key.text}'"
        world.error(codes.TWICE, key.span, message, "give the property another name")
        return cards
    if isinstance(value, Mapping):
        by, found = _table(world, cards, key, value)
    else:
        by, found = "", _properties(world, ((key, value),))
    # Where something is wrong, any value does: that is reported already.
    some = next(iter(found.values()), Scalar(key.span, "0", 0))
    values = (found.get(card.values[by].text if by else "", some) for card in cards)
    return [
        replace(card, values={**card.values, key.text: scalar})
        for card, scalar in zip(cards, values, strict=True)
    ]


def _table(
    world: Symbols, cards: list[Card], key: Scalar, node: Mapping
) -> tuple[str, dict[str, Scalar]]:
    """The property that a value depends on, and the value for each of its values."""
    fields = read(node, shapes.LOOKUP, f"the property '{key.text}'", world.report)
    by = fields.text("by") if fields else ""
    if fields is None or not by or fields.get("values") is None:
        return "", {}
    if any(by not in card.values for card in cards):
        message, hint = "the cards of this template have no color", "by rank or by suit?"
        world.error(codes.UNKNOWN, fields.at("by"), message, hint)
        return "", {}
    known = dict.fromkeys(card.values[by].text for card in cards)
    for name, _ in fields.entries("values"):
        if name.text not in known:
            hint = did_you_mean(name.text, known) or "one of: " + ", ".join([*known][:20])
            world.error(codes.LITERAL, name.span, f"the template has no {by} '{name.text}'", hint)
    values = _properties(world, fields.entries("values"))
    rest = fields.get("otherwise")
    default = _scalars(world, (rest,), "'otherwise'") if rest is not None else []
    listed = {name.text for name, _ in fields.entries("values")}
    lacking = [name for name in known if name not in listed]
    if lacking and rest is None:
        message = f"no '{key.text}' is given for the {by} '{lacking[0]}'"
        hint = f"add it to 'values', or add 'otherwise' for every other {by}"
        world.error(codes.PROPERTY_MISSING, head(fields.at("values")), message, hint)
    return by, {**{name: scalar for name in lacking for scalar in default}, **values}


# ---- properties --------------------------------------------------------------------------------


def properties(world: Symbols, kinds: list[DeckType]) -> None:
    """Find the properties that cards have, their types and their values."""
    cards = [card for kind in kinds for card in kind.cards]
    names = dict.fromkeys(name for card in cards for name in card.values)
    for name in names:
        found = [card.values[name] for card in cards if name in card.values]
        world.properties[name] = _type(world, name, found, kinds)
    for kind in kinds:
        lacking = [(card, name) for card in kind.cards for name in names if name not in card.values]
        for card, name in lacking[:1]:
            message = f"a card of '{kind.name}' has no property '{name}', others do"
            world.error(codes.PROPERTY_MISSING, card.span, message)
    _ranks(world, kinds)


def _type(world: Symbols, name: str, found: list[Scalar], kinds: list[DeckType]) -> str:
    if name != "rank" and all(type(scalar.value) is bool for scalar in found):
        return "bool"
    if name not in ("rank", "suit") and all(type(scalar.value) is int for scalar in found):
        return "int"
    enum = f"{name}_value" if name in TAKEN_TYPES else name
    values = dict.fromkeys(scalar.text for scalar in found)
    if name == "rank":
        ordered = dict.fromkeys(rank.text for kind in kinds for rank in kind.hierarchy)
        values = {**ordered, **values}
    world.enums[enum] = tuple(values)
    return enum


def _ranks(world: Symbols, kinds: list[DeckType]) -> None:
    """What is behind rank_value: the place of a rank in the hierarchy, from 1. It depends on the
    rank alone, or, if decks order their ranks differently, on the card."""
    ordered = [kind for kind in kinds if kind.hierarchy]
    if not ordered or "rank" not in world.properties:
        return
    for kind in ordered:
        _check_hierarchy(world, kind)
    hierarchies = {tuple(rank.text for rank in kind.hierarchy) for kind in ordered}
    world.ranks = BY_RANK if len(hierarchies) == 1 else BY_CARD
    if world.ranks == BY_CARD:
        _place_cards(world, kinds)


def _check_hierarchy(world: Symbols, kind: DeckType) -> None:
    ranks = [rank.text for rank in kind.hierarchy]
    twice = {rank for rank, times in Counter(ranks).items() if times > 1}
    for rank in kind.hierarchy:
        if rank.text in twice:
            world.error(codes.TWICE, rank.span, f"the rank '{rank.text}' is given twice")
            twice.discard(rank.text)
    for card in kind.cards:
        here = card.values.get("rank")
        if here and here.text not in ranks:
            message = f"the rank '{here.text}' is not in the rank_hierarchy"
            world.error(codes.UNKNOWN, here.span, message)


def _place_cards(world: Symbols, kinds: list[DeckType]) -> None:
    """Give every card its own rank value, as a property."""
    if BY_RANK in world.properties:
        message = f"the property '{BY_RANK}' is made from the different rank hierarchies"
        world.error(codes.TWICE, kinds[0].span, message, "give the property another name")
    world.properties[BY_RANK] = "int"
    for kind in kinds:
        if not kind.hierarchy:
            message = f"the deck type '{kind.name}' needs a rank_hierarchy, as the others have one"
            world.error(codes.PROPERTY_MISSING, kind.span, message)
        places = {rank.text: place for place, rank in enumerate(kind.hierarchy, 1)}
        for card in kind.cards:
            place = places.get(card.values["rank"].text, 0) if "rank" in card.values else 0
            card.values[BY_RANK] = Scalar(card.span, str(place), place)


def tables(world: Symbols) -> tuple[n.Table, ...]:
    """The table of rank values, if ranks have an order."""
    if world.ranks != BY_RANK:
        return ()
    ranks = world.enums[world.properties["rank"]]
    values = tuple(range(1, len(ranks) + 1))
    return (n.Table(name=world.ranks, enum=world.properties["rank"], values=values),)


def lengths(world: Symbols) -> tuple[n.Table, ...]:
    """The tables of how long texts and symbols are, where that is asked for."""
    every = {**world.enums, TEXT_TYPE: tuple(world.texts)}
    return tuple(
        n.Table(name=table, enum=enum, values=tuple(len(text) for text in every[enum]))
        for enum, table in world.lengths.items()
    )


# ---- tokens ------------------------------------------------------------------------------------


def tokens(world: Symbols, deck: str, cards: list[Card]) -> tuple[n.Token, ...]:
    """The cards of a deck with a value for every property and a name for people."""
    complete = complete_cards(world, cards)
    named = naming(world, complete)
    return tuple(
        n.Token(
            name=called(card, named) or deck,
            values=tuple(
                _value(card.values[name], kind) for name, kind in world.properties.items()
            ),
            span=card.span,
        )
        for card in complete
    )


def complete_cards(world: Symbols, cards: list[Card]) -> list[Card]:
    """The cards that have all properties; of the others it is reported that they lack one."""
    return [card for card in cards if all(name in card.values for name in world.properties)]


def called(card: Card, named: tuple[str, ...]) -> str:
    """The name of a card for people: as it is given, or made from some of its properties."""
    if card.name is not None:
        return card.name.text
    return "".join(card.values[name].text for name in named)


def naming(world: Symbols, cards: list[Card]) -> tuple[str, ...]:
    """Rank then suit, or the first property in which the cards differ."""
    if "rank" in world.properties and "suit" in world.properties:
        return ("rank", "suit")
    for name in world.properties:
        if len({card.values[name].text for card in cards}) > 1:
            return (name,)
    return tuple(world.properties)[:1]


def _value(scalar: Scalar, kind: str) -> int | bool | str:
    if kind in ("int", "bool") and isinstance(scalar.value, int):
        return scalar.value
    return scalar.text
