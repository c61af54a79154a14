"""Why a move is legal or not, as lines: every condition, and whether it holds."""

from __future__ import annotations

from collections.abc import Iterator

from ..play.errors import IllegalMove, InvalidMove
from ..play.explain import Condition, Explanation
from ..play.table import Table
from .options import choose

MARKS = {"yes": "yes", "no": "NO ", "hidden": "?  ", "fails": "!  "}
MEANINGS = {
    "hidden": "? = you cannot know whether it holds",
    "fails": "! = it refers to something that does not exist",
}
VERDICTS = {
    True: "legal",
    False: "not legal",
    None: "legal or not: you cannot know",
}
DEEPEST = 12  # levels of indentation


def explain(
    table: Table, seat: int, *, text: str | None = None, index: int | None = None
) -> Explanation:
    """Why a move, given by its text or by its index among the seat's legal moves, is legal or not,
    as far as the seat may know."""
    if (text is None) == (index is None):
        raise InvalidMove("expected a text or an index")
    if table.decider != seat:
        raise IllegalMove("it is not your turn")
    if index is None:
        return table.explain(text or "", seat)
    return table.explain(choose(table.view(seat), index=index), seat)


def explanation_lines(found: Explanation) -> list[str]:
    """Whether the move is legal, then its conditions as a numbered, indented tree."""
    nested = [line for condition in found.conditions for line in _nested(condition, 0)]
    width = len(str(len(nested)))
    lines = [f"'{found.text}' is {VERDICTS[found.legal]}"]
    for number, (condition, depth) in enumerate(nested, start=1):
        where = f"  ({condition.place.file}:{condition.place.line})" if condition.place else ""
        indent = "  " * min(depth, DEEPEST)
        mark = MARKS[condition.truth]
        lines.append(f"  {number:>{width}} {mark} {indent}{condition.text}{where}")
    truths = {condition.truth for condition, _ in nested}
    return lines + [f"  ({MEANINGS[truth]})" for truth in MEANINGS if truth in truths]


def _nested(condition: Condition, depth: int) -> Iterator[tuple[Condition, int]]:
    """A condition and its parts in preorder, each with its nesting depth."""
    yield condition, depth
    for part in condition.parts:
        yield from _nested(part, depth + 1)
