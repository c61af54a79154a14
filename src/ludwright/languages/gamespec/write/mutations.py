"""Mutations of a GameSpecDoc game: its numbers, the size of its decks, and words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...mutations import DECK, RULE, WORD, Mutation, blanked, families, numbers, words

FENCED = re.compile(r"^```ya?ml[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r"(?:(?<=\s)|^)#[^\n]*", re.MULTILINE)
# Where pieces are drawn, and how many play, makes no other game of it.
FIXED = re.compile(r"\b(?:spot|players|look|schemaVersion): *(?:\[[^\]\n]*\]|\{[^}\n]*\}|[^\s,}]+)")
VALUE = re.compile(r"(?<=[\w'\"]: )(?P<number>\d+)(?=[\s,}\]])")
COUNT = re.compile(r"\b(?:copies|count|total): (?P<number>\d+)(?=[\s,}\]])")
TEST = re.compile(r"\bop: '?(?P<word>==|!=|<=|>=|<|>|min|max|and|or)'?(?=[\s,}])")
ORDER = re.compile(r"\b(?:ordering|visibility): (?P<word>\w+)")

OTHERS = families(("<", "<=", ">", ">="), ("==", "!="), ("min", "max"), ("and", "or"))
KINDS = families(("stack", "queue", "set"), ("public", "owner", "hidden"))


def mutations(text: str, /) -> Iterator[Mutation]:
    """All mutations of a text without errors, in the order of its blocks."""
    for block in FENCED.finditer(text):
        start, end = block.span(1)
        # Offsets stay those of the whole text.
        plain = blanked(blanked(text[:end], COMMENT), FIXED)
        counts = list(COUNT.finditer(plain, start, end))
        sizes = {each.span("number") for each in counts}
        values = [v for v in VALUE.finditer(plain, start, end) if v.span("number") not in sizes]
        for each in numbers(text, counts, 1):
            yield Mutation(DECK, each.what, each.edits)
        yield from numbers(text, values)
        yield from words(text, TEST.finditer(plain, start, end), OTHERS, RULE)
        yield from words(text, ORDER.finditer(plain, start, end), KINDS, WORD)
