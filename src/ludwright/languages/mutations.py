"""Mutations of a description: small changes of its text that may make another game of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from ..diagnostics import Report, Source
from .files import Files

NUMBER, OPTION, DECK, RULE, WORD = "number", "option", "deck", "rule", "word"
KINDS = (NUMBER, OPTION, DECK, RULE, WORD)
"""What a mutation changes: a number, the default of an option, the cards or how they are dealt, a
rule or a part of one, or a word that has alternatives."""


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Text from one offset to another, replaced."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change of a text: its kind, what it does (for people), and its edits."""

    kind: str
    what: str
    edits: tuple[Edit, ...]

    def applied(self, text: str) -> str:
        """The changed text."""
        for edit in sorted(self.edits, reverse=True):
            text = text[: edit.start] + edit.text + text[edit.end :]
        return text


class Mutate(Protocol):
    """Lists the mutations of a text of a language that describes a game without errors."""

    def __call__(self, text: str, /) -> Iterable[Mutation]:
        """All of them, in the order of the text."""


class Whole(Protocol):
    """Writes a game that has parts in other files as one text of the same language."""

    def __call__(self, source: Source, report: Report, files: Files, /) -> str | None:
        """The text; None after an error."""


def near(number: int, least: int = 0) -> list[int]:
    """Other numbers like a number, none below the least (nor, for a negative one, above -1)."""
    found = (number - 1, number + 1, number // 2, 2 * number)
    if number < 0:
        return sorted({each for each in found if each < 0 and each != number})
    return sorted({each for each in found if each >= least and each != number})


def line_of(text: str, at: int) -> int:
    """The number of the line of an offset."""
    return text.count("\n", 0, at) + 1


def replaced(kind: str, text: str, start: int, end: int, new: str, name: str = "") -> Mutation:
    """The mutation that replaces a part of one line."""
    name = f"{name} " if name else ""
    what = f"line {line_of(text, start)}: {name}{text[start:end]} -> {new}"
    return Mutation(kind, what, (Edit(start, end, new),))


def removed(text: str, start: int, end: int, what: str, kind: str = RULE) -> Mutation:
    """The mutation that removes a part."""
    return Mutation(kind, f"line {line_of(text, start)}: remove {what}", (Edit(start, end, ""),))


def numbers(text: str, found: Iterable[re.Match[str]], least: int = 0) -> Iterator[Mutation]:
    """Other numbers in place of those that a pattern found as its group `number`."""
    for each in found:
        for new in near(int(each["number"]), least):
            yield replaced(NUMBER, text, *each.span("number"), str(new))


def blanked(text: str, pattern: re.Pattern[str]) -> str:
    """A text of the same length with blanks in place of what a pattern finds, line breaks kept."""
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


Alternatives = Callable[[str], Iterable[str]]


def words(
    text: str, found: Iterable[re.Match[str]], others: Alternatives, kind: str = WORD
) -> Iterator[Mutation]:
    """Other words in place of those that a pattern found as its group `word`."""
    for each in found:
        for new in others(each["word"]):
            yield replaced(kind, text, *each.span("word"), new)


def families(*listed: Iterable[str]) -> Alternatives:
    """The alternatives of a word: the others of the first family it belongs to."""
    known = [tuple(family) for family in listed]

    def others(word: str) -> Iterable[str]:
        family = next((each for each in known if word in each), ())
        return (each for each in family if each != word)

    return others
