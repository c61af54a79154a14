"""Mutations of a Rule XML game: its numbers, its deal, its rules and words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...mutations import DECK, Mutation, blanked, families, numbers, removed, words

COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# Numbers of tests, movements and scores. Not those of players and of cards' own values.
VALUE = re.compile(
    r"<(?:num_cards|value|next_phase\b[^<>/]*)>(?P<number>-?\d+)</(?:num_cards|value|next_phase)>"
)
TESTS = re.compile(r"<(?P<name>suit|color)>(?P<word>[=!])</(?P=name)>")
FACES = re.compile(r"<(?P<name>is_faceup|flip_up|shuffle)>(?P<word>[yn])</(?P=name)>")
DEALT = re.compile(r"<card>[^<>,]*,(?P<word>[UD])\b[^<>]*</card>")
CARD = re.compile(r"<card>Rd,[UD]</card>")
RULE = re.compile(r"[ \t]*<rule\b[^<>]*(?<!/)>.*?</rule>[ \t]*\n?", re.DOTALL)
RULES = re.compile(r"<rules>.*?</rules>", re.DOTALL)

SIGNS, ANSWERS, SIDES = families("=!"), families("yn"), families("UD")


def mutations(text: str, /) -> Iterator[Mutation]:
    """All mutations of a text without errors; other files of the game stay as they are."""
    plain = blanked(text, COMMENT)
    for card in CARD.finditer(plain):
        yield removed(text, *card.span(), f"card {card[0][6:-7]}", DECK)
    yield from words(text, DEALT.finditer(plain), SIDES, DECK)
    yield from numbers(text, VALUE.finditer(plain))
    yield from words(text, TESTS.finditer(plain), SIGNS)
    yield from words(text, FACES.finditer(plain), ANSWERS)
    for phase in RULES.finditer(plain):
        rules = list(RULE.finditer(plain, *phase.span()))
        for rule in rules if len(rules) > 1 else ():
            yield removed(text, *rule.span(), "a rule")
