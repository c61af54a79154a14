"""Checks of operands: is a comparison one of two things, and is a range of sizes not empty?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..diagnostics import Report, Span, declare
from ..gamedef import nodes as n
from ..gamedef.english import phrase
from ..gamedef.intervals import LITERALS, Intervals
from .reachability import is_own, played

SELF = declare(
    "CK205",
    "comparison of an expression with itself",
    """Both sides of a comparison are the same expression, so its result never changes. Perhaps one
    side should be about another card, pile or player: inside a test of each item, a name may denote
    the item where what is around it was meant. Correct one side, or remove the comparison.""",
)
NO_SIZE = declare(
    "CK206",
    "selection of no possible size",
    """A selection needs at least so many items and at most so many, but the most is always less
    than the least: there is none, and a choice of such a selection always fails. Exchange the two
    numbers, or correct one of them.""",
)


def sides_differ(game: n.GameDef, report: Report) -> None:
    """Warn about comparisons of an expression with itself."""
    for node in _reachable(game, n.Equal, n.Less, n.AtMost):
        # Two equal literals may stand for "always".
        if node.left == node.right and not isinstance(node.left, LITERALS):
            message = f"an expression is compared with itself: {phrase(node.left)}"
            help = "correct one side, or remove the comparison"
            report.warning(SELF, node.span or game.span, message, help)


def sizes_are_possible(game: n.GameDef, report: Report) -> None:
    """Warn about selections whose largest size is below their smallest one."""
    intervals = Intervals(game)
    for node in _reachable(game, n.Subsets, n.Pick):
        if intervals.bounds(node.most)[1] < intervals.bounds(node.least)[0]:
            least, most = phrase(node.least), phrase(node.most)
            message = f"no selection has at least {least} and at most {most} items"
            help = "exchange the numbers, or correct one of them"
            report.warning(NO_SIZE, node.span or game.span, message, help)


def _reachable(game: n.GameDef, *kinds: type[n.Node]) -> Iterator[Any]:
    """The game's own nodes of some kinds, one at each location: what is written once may be lowered
    to several places."""
    intervals = Intervals(game)
    seen = set[Span]()
    for part in played(game):
        for node in intervals.reachable(part):
            if isinstance(node, kinds) and node.span not in seen and is_own(node, game):
                seen |= {node.span} if node.span else set()
                yield node
