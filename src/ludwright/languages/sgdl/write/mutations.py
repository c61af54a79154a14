"""Mutations of an SGDL game: its numbers, its deal, its rules and words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from ...mutations import (
    DECK,
    Edit,
    Mutation,
    blanked,
    families,
    line_of,
    numbers,
    removed,
    words,
)
from ..read.words import FACES, OPERATORS, RANK_MODES, SUIT_MODES, UNLIMITED

COMMENT = re.compile(r"#[^\n]*")
DECKS = re.compile(r"DECK (?P<number>\d+)")
SECTION = re.compile(r"^\$(\w+)[^\n]*\n", re.MULTILINE)
PILE = re.compile(r"^[ \t]*(?P<name>\w+) (?P<number>\d+)(?!\S)[^\n]*\n?", re.MULTILINE)
RULES = re.compile(r"^(?P<name>MOVE|MOVE_STACK|DRAW|REMOVE)\b[^\n]*\n", re.MULTILINE)
VALUE = re.compile(r"(?:[<>=]=?|!=|Rank|distance|distance_wrap|ROTATE|DEAL) (?P<number>\d+)(?!\S)")
ROTATIONS = re.compile(rf"ROTATE \d+ (?P<word>{UNLIMITED}|\d+)(?!\S)")
WORD = re.compile(r"(?<!\S)(?P<word>[^\s{},]+)(?!\S)")

OTHERS = families(
    ("AND", "OR"), OPERATORS, FACES, SUIT_MODES,
    # Those that take a number, and those of the extended language, are not alternatives.
    RANK_MODES[:3], ("ascending_wrap", "descending_wrap"), ("distance", "distance_wrap"),
)  # fmt: skip
ROTATED = families((UNLIMITED, "0", "1", "2"))


def mutations(text: str, /) -> Iterator[Mutation]:
    """All mutations of a text without errors."""
    plain = blanked(text, COMMENT)
    sections = list(SECTION.finditer(plain))
    ends = [*(each.start() for each in sections[1:]), len(plain)]
    for section, end in zip(sections, ends, strict=True):
        start = section.end()
        if section[1] == "cards":
            yield from numbers(text, DECKS.finditer(plain, start, end), 1)
        elif section[1] == "initial":
            yield from _deal(text, list(PILE.finditer(plain, start, end)))
        elif section[1] == "moves":
            yield from _rules(text, list(RULES.finditer(plain, start, end)), end)
        if section[1] != "cards":
            yield from numbers(text, VALUE.finditer(plain, start, end))
            yield from words(text, ROTATIONS.finditer(plain, start, end), ROTATED)
            yield from words(text, WORD.finditer(plain, start, end), OTHERS)


def _deal(text: str, piles: list[re.Match[str]]) -> Iterator[Mutation]:
    """Cards dealt to another pile, as their number stays the same; a pile without cards more or
    less."""
    full = [each for each in piles if int(each["number"])]
    for one, other in permutations(full, 2):
        fewer, more = int(one["number"]) - 1, int(other["number"]) + 1
        edits = (Edit(*one.span("number"), str(fewer)), Edit(*other.span("number"), str(more)))
        first, second = line_of(text, one.start()), line_of(text, other.start())
        what = f"line {first}: a card of {one['name']} to {other['name']} of line {second}"
        yield Mutation(DECK, what, edits)
    for empty in piles:
        if not int(empty["number"]):
            yield removed(text, *empty.span(), f"pile {empty['name']}", DECK)
            what = f"line {line_of(text, empty.start())}: another pile {empty['name']}"
            yield Mutation(DECK, what, (Edit(empty.end(), empty.end(), empty[0]),))


def _rules(text: str, rules: list[re.Match[str]], end: int) -> Iterator[Mutation]:
    """A rule fewer, for rules of which there are several."""
    ends = [*(each.start() for each in rules[1:]), end]
    for rule, stop in zip(rules, ends, strict=True):
        if len(rules) > 1:
            yield removed(text, rule.start(), stop, f"rule {rule[0].strip()}")
