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
    """Whether the move is legal, then its conditions, each below the one it is part of."""
    lines = [f"'{found.text}' is {VERDICTS[found.legal]}"]
    truths: set[str] = set()
    for condition in found.conditions:
        lines += _lines(condition, 0, truths)
    return lines + [f"  ({MEANINGS[truth]})" for truth in MEANINGS if truth in truths]


def _lines(condition: Condition, depth: int, truths: set[str]) -> Iterator[str]:
    truths.add(condition.truth)
    where = f"  ({condition.place.file}:{condition.place.line})" if condition.place else ""
    mark = MARKS[condition.truth]
    yield f"  {mark} {'  ' * min(depth, DEEPEST)}{condition.text}{where}"
    for part in condition.parts:
        yield from _lines(part, depth + 1, truths)
