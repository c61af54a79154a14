"""Why a move may be made or not, as lines: every condition with whether it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol


class Place(Protocol):
    """Where in a description something is written."""

    @property
    def file(self) -> str:
        """The name of the file."""

    @property
    def line(self) -> int:
        """The line, from 1."""


class Condition(Protocol):
    """A condition of a move: what it says, whether it holds, and what it is made of."""

    @property
    def text(self) -> str:
        """What it says."""

    @property
    def truth(self) -> str:
        """`yes`, `no`, or another word of MARKS."""

    @property
    def place(self) -> Place | None:
        """Where it is written."""

    @property
    def parts(self) -> Sequence[Condition]:
        """The conditions it is made of."""


class Explanation(Protocol):
    """What is said about a move."""

    @property
    def text(self) -> str:
        """The move."""

    @property
    def legal(self) -> bool:
        """Whether the move may be made."""

    @property
    def conditions(self) -> Sequence[Condition]:
        """All its conditions."""


MARKS = {"yes": "yes", "no": "NO ", "hidden": "?  ", "fails": "!  ", "unknown": "-  "}
MEANINGS = {
    "hidden": "? = you can't know whether it holds",
    "fails": "! = it asks for something that is not there",
    "unknown": "- = was not looked at",
}
DEEPEST = 12  # levels that are indented


def explanation_lines(found: Explanation) -> list[str]:
    """Whether the move is legal, then its conditions, each below the one it is part of."""
    lines = [f"'{found.text}' is {'legal' if found.legal else 'not legal'}"]
    truths: set[str] = set()
    for condition in found.conditions:
        lines += _lines(condition, 0, truths)
    return lines + [f"  ({MEANINGS[truth]})" for truth in MEANINGS if truth in truths]


def _lines(condition: Condition, depth: int, truths: set[str]) -> Iterator[str]:
    truths.add(condition.truth)
    where = f"   {condition.place.file}:{condition.place.line}" if condition.place else ""
    mark = MARKS.get(condition.truth, condition.truth)
    yield f"  {mark} {'  ' * min(depth, DEEPEST)}{condition.text}{where}"
    for part in condition.parts:
        yield from _lines(part, depth + 1, truths)
