"""Checks of progress: can the game end, be won, and can every test and choice change anything?"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Report, declare
from ..gamedef import nodes as n
from ..gamedef.empty_choices import asks_uncaught, empty_offers
from ..gamedef.english import phrase
from ..gamedef.intervals import Intervals
from .reachability import is_own, played

NO_END = declare(
    "CK201",
    "game that never ends",
    """No reachable statement ends the game, and its main loop never exits. Define when the game is
    over and who has won.""",
)
NEVER_HOLDS = declare(
    "CK202",
    "condition that is always true or always false",
    """A condition has the same value every time, so what depends on the other value is unreachable:
    a number is compared with one it cannot reach, a card with a value that no card has, or a
    variable is tested that is never set. Correct the condition, or remove it.""",
)
NO_OFFER = declare(
    "CK203",
    "choice that may be empty",
    """A player is asked to choose from a list that may be empty, and nothing handles that failure:
    the game stops with a fault. Ask only if there is something to choose from.""",
)


NO_WINNER = declare(
    "CK207",
    "game that nobody wins",
    """The game ends, but every end is one without winners and without scores, so that no move is
    better than another. Define who wins when the game is over.""",
)


def can_end(game: n.GameDef, report: Report) -> None:
    """Warn about a game that never ends."""
    main = next(p for p in game.procedures if p.name == "main")
    intervals = Intervals(game)
    ends = any(isinstance(x, n.EndGame) for part in played(game) for x in intervals.reachable(part))
    # `main` ends the game when it returns, unless an endless loop prevents that.
    loops = any(isinstance(s, n.While) and _is_endless(s, intervals) for s in main.body)
    if loops and not ends:
        help = "define when the game is over, by a condition that can become true"
        report.warning(NO_END, main.span or game.span, f"'{game.name}' never ends", help)


def can_be_won(game: n.GameDef, report: Report) -> None:
    """Warn about a game that ends, but always without winners and scores."""
    intervals = Intervals(game)
    nodes = (node for part in played(game) for node in intervals.reachable(part))
    ends = [node for node in nodes if isinstance(node, n.EndGame)]
    if ends and all(end.winners == NOBODY and end.scores is None for end in ends):
        help = "define who wins when the game is over"
        report.warning(NO_WINNER, game.span, f"nobody ever wins '{game.name}'", help)


NOBODY = n.ListOf(items=(), of="seat")


def _is_endless(loop: n.While, intervals: Intervals) -> bool:
    leaves = any(isinstance(x, n.Leave | n.Return) for x in intervals.reachable(loop))
    return loop.test == n.Truth(value=True) and not leaves


def tests_differ(game: n.GameDef, report: Report) -> None:
    """Warn about tests that make something unreachable."""
    intervals = Intervals(game)
    for part in played(game):
        for node in intervals.reachable(part):
            for test, holds in _tests(node):
                found = intervals.always(test) if holds else intervals.never(test)
                # A library component may serve many games, in some of which a test of it is
                # constant.
                if found and is_own(test, game):
                    # Point at the smallest part that is false, not at the whole conjunction.
                    test = test if holds else _to_blame(test, intervals)
                    value, what = ("true", "the else branch") if holds else ("false", "its branch")
                    message = f"condition is always {value} ({phrase(test)}): {what} is unreachable"
                    help = "correct the condition, or remove it"
                    report.warning(NEVER_HOLDS, test.span or node.span, message, help)


def _to_blame(test: n.Expr, intervals: Intervals) -> n.Expr:
    """The part of a test because of which it never holds."""
    while isinstance(test, n.And):
        test = next(item for item in test.items if intervals.never(item))
    return test


def choices_are_nonempty(game: n.GameDef, report: Report) -> None:
    """Warn about choices that are a fault if their list is empty."""
    # The cheap test first: most games have no Ask outside an Attempt.
    for ask, caught in empty_offers(game) if asks_uncaught(game) else ():
        if not caught:
            message = f"the list to choose from may be empty: {phrase(ask.items)}"
            help = "test first that it is not empty"
            report.warning(NO_OFFER, ask.span, message, help)


def _tests(node: n.Node) -> Iterator[tuple[n.Expr, bool]]:
    """The tests of a node, each with the constant value that would be a mistake."""
    if isinstance(node, n.If):
        # A branch without statements loses nothing by being unreachable.
        yield from ((node.test, False),) if node.then else ()
        # A conjunction of nothing is no condition that anybody wrote.
        constant = isinstance(node.test, n.And) and not node.test.items
        yield from ((node.test, True),) if node.otherwise and not constant else ()
    elif isinstance(node, n.While):
        yield node.test, False
    elif isinstance(node, n.Action):
        yield node.guard, False
    elif isinstance(node, n.Listener):
        yield node.test, False
    elif isinstance(node, n.Filter | n.AnyOf):
        yield node.where, False
