"""Why a move may be made or not, as lines: every condition with whether it holds."""

from __future__ import annotations

from collections.abc import Iterator

from ..play.explain import Condition, Explanation

MARKS = {"yes": "yes", "no": "NO ", "hidden": "?  ", "fails": "!  "}
MEANINGS = {
    "hidden": "? = you can't know whether it holds",
    "fails": "! = it asks for something that is not there",
}
VERDICTS = {True: "legal", False: "not legal", None: "legal or not: you can't know"}
DEEPEST = 12  # levels that are indented


def explanation_lines(found: Explanation) -> list[str]:
    """Whether the move is legal, then its conditions by number, each below what it is part of."""
    told = [line for condition in found.conditions for line in _told(condition, 0)]
    width = len(str(len(told)))
    lines = [f"'{found.text}' is {VERDICTS[found.legal]}"]
    for number, (condition, depth) in enumerate(told, start=1):
        where = f"  ({condition.place.file}:{condition.place.line})" if condition.place else ""
        indent = "  " * min(depth, DEEPEST)
        mark = MARKS[condition.truth]
        lines.append(f"  {number:>{width}} {mark} {indent}{condition.text}{where}")
    truths = {condition.truth for condition, _ in told}
    return lines + [f"  ({MEANINGS[truth]})" for truth in MEANINGS if truth in truths]


def _told(condition: Condition, depth: int) -> Iterator[tuple[Condition, int]]:
    """A condition and its parts, in the order of their lines, and how far in each stands."""
    yield condition, depth
    for part in condition.parts:
        yield from _told(part, depth + 1)
