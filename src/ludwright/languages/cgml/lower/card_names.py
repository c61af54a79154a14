"""The names that cards are given: whether players can type them and tell cards apart by them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from ...yaml.read import Scalar
from .. import codes
from .cards import Card, called, complete_cards, naming
from .symbols import Symbols

LONGEST = 40
MARKS = "-_'.!?*#&%"
MOVES = ("none", "done")
"""What players type for an empty set, and to end picking."""


def check_names(world: Symbols, decks: Mapping[str, list[Card]]) -> None:
    """Complain about names that cannot be typed, or that say too little or too much."""
    for name in {id(card.name): card.name for each in decks.values() for card in each}.values():
        if name is not None:
            _check_text(world, name)
    kinds = list(_kinds(world, decks))
    world.called = frozenset(text.casefold() for _, _, text in kinds)
    _check_distinct(world, kinds)


def _check_text(world: Symbols, name: Scalar) -> None:
    text, message, hint = name.text, "", ""
    if not text.strip():
        message, hint = "the name of a card is empty", "leave the key out, or give a name"
    elif len(text) > LONGEST:
        message = f"the name of a card has at most {LONGEST} characters"
    elif text.casefold() in MOVES:
        message, hint = f"'{text}' is a move of its own", "give the card another name"
    elif any(character.isspace() for character in text):
        message = f"the name '{text}' has blanks, which separate cards"
        hint = f"write '{'-'.join(text.split())}'"
    elif not _is_sign(text[0]):
        message = f"a name can't start with '{text[0]}'"
    elif wrong := [each for each in text if not _is_sign(each) and each not in MARKS]:
        message = f"the name of a card can't contain {wrong[0]!a}"
    if message:
        hint = hint or f"use letters, digits, symbols and any of {MARKS}"
        world.error(codes.NAME, name.span, message, hint)


def _is_sign(character: str) -> bool:
    """Whether a character is a letter, a digit, or a symbol such as a star."""
    return character.isalnum() or unicodedata.category(character) in ("So", "Sc", "Mn", "Mc")


Kind = tuple[str, tuple[str, ...]]
"""What tells kinds of cards apart: the deck, and the value of each property."""


def _kinds(world: Symbols, decks: Mapping[str, list[Card]]) -> Iterator[tuple[Kind, Card, str]]:
    """Each kind of card with every name that it has; cards that are given one come first."""
    found: dict[tuple[Kind, str], Card] = {}
    for deck, cards in decks.items():
        complete = complete_cards(world, cards)
        named = naming(world, complete)
        for card in complete:
            values = tuple(card.values[name].text for name in world.properties)
            found.setdefault(((deck, values), called(card, named)), card)
    ordered = sorted(found.items(), key=lambda each: each[1].name is None)
    yield from ((kind, card, text) for (kind, text), card in ordered)


def _check_distinct(world: Symbols, kinds: list[tuple[Kind, Card, str]]) -> None:
    names: dict[str, tuple[Kind, Card]] = {}
    texts: dict[Kind, tuple[str, Card]] = {}
    for kind, card, text in kinds:
        other, first = names.setdefault(text.casefold(), (kind, card))
        given = card.name or first.name
        if other[1] != kind[1] and given is not None:
            message = f"two different cards are called '{given.text}'"
            world.error(codes.TWICE, given.span, message, "give each kind of card its own name")
        before, same = texts.setdefault(kind, (text, card))
        if before != text and (given := card.name or same.name) is not None:
            message = f"cards with the same properties are called '{before}' and '{text}'"
            hint = "give them the same name, or a property in which they differ"
            world.error(codes.TWICE, given.span, message, hint)
