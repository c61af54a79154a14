"""Explicit card names: whether players can type them and whether they identify cards."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from ...yaml.read import Scalar
from .. import codes
from .cards import Card, complete_cards, display_name, display_properties
from .symbols import Symbols

LONGEST = 40
MARKS = "-_'.!?*#&%"
MOVES = ("none", "done")
"""What players type for an empty set, and to finish a selection."""


def check_names(symbols: Symbols, decks: Mapping[str, list[Card]]) -> None:
    """Report names that cannot be typed, and names that do not identify a kind of card."""
    # Copies of a card share one name node: report it once.
    for name in {id(card.name): card.name for each in decks.values() for card in each}.values():
        if name is not None:
            _check_text(symbols, name)
    kinds = list(_kinds(symbols, decks))
    symbols.card_names = frozenset(text.casefold() for _, _, text in kinds)
    _check_distinct(symbols, kinds)


def _check_text(symbols: Symbols, name: Scalar) -> None:
    text, message, hint = name.text, "", ""
    if not text.strip():
        message, hint = "empty card name", "remove the key, or give a name"
    elif len(text) > LONGEST:
        message = f"card name is longer than {LONGEST} characters"
    elif text.casefold() in MOVES:
        message, hint = (
            f"'{text}' is reserved: players type it as a move",
            "give the card another name",
        )
    elif any(character.isspace() for character in text):
        message = f"card name '{text}' contains spaces, which separate cards"
        hint = f"write '{'-'.join(text.split())}'"
    elif not _is_sign(text[0]):
        message = f"a card name cannot start with '{text[0]}'"
    elif wrong := [each for each in text if not _is_sign(each) and each not in MARKS]:
        message = f"a card name cannot contain {wrong[0]!a}"
    if message:
        hint = hint or f"use letters, digits, symbols and any of {MARKS}"
        symbols.error(codes.NAME, name.span, message, hint)


def _is_sign(character: str) -> bool:
    """Whether a character is a letter, a digit, or a symbol such as a star."""
    return character.isalnum() or unicodedata.category(character) in ("So", "Sc", "Mn", "Mc")


Kind = tuple[str, tuple[str, ...]]
"""The identity of a kind of card: its deck, and the value of each property."""


def _kinds(symbols: Symbols, decks: Mapping[str, list[Card]]) -> Iterator[tuple[Kind, Card, str]]:
    """Each kind of card with every name that it has; explicitly named cards come first."""
    found: dict[tuple[Kind, str], Card] = {}
    for deck, cards in decks.items():
        complete = complete_cards(symbols, cards)
        named = display_properties(symbols, complete)
        for card in complete:
            values = tuple(card.values[name].text for name in symbols.properties)
            found.setdefault(((deck, values), display_name(card, named)), card)
    ordered = sorted(found.items(), key=lambda each: each[1].name is None)
    yield from ((kind, card, text) for (kind, text), card in ordered)


def _check_distinct(symbols: Symbols, kinds: list[tuple[Kind, Card, str]]) -> None:
    names: dict[str, tuple[Kind, Card]] = {}
    texts: dict[Kind, tuple[str, Card]] = {}
    for kind, card, text in kinds:
        # An error needs a name that the file gives: names made from properties may coincide.
        other, first = names.setdefault(text.casefold(), (kind, card))
        given = card.name or first.name
        if other[1] != kind[1] and given is not None:
            message = f"duplicate card name '{given.text}': different cards need different names"
            symbols.error(
                codes.DUPLICATE, given.span, message, "give each kind of card its own name"
            )
        before, same = texts.setdefault(kind, (text, card))
        if before != text and (given := card.name or same.name) is not None:
            message = f"identical cards are named '{before}' and '{text}'"
            hint = "give them the same name, or a property that differs"
            symbols.error(codes.DUPLICATE, given.span, message, hint)
