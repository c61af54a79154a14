"""Checks of the flow: does the game get anywhere?"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Report, declare
from ..gamedef import nodes as n
from ..gamedef.empty_choices import asks_uncaught, empty_offers
from ..gamedef.english import phrase
from ..gamedef.intervals import Certain
from .reachability import is_own, played

NO_END = declare(
    "CK201",
    "no way to end",
    """Nothing in the game ends it: there is no end of the game anywhere that play can get to, and
    what runs first never comes to its end. Say when the game is over and who has won.""",
)
NEVER_HOLDS = declare(
    "CK202",
    "a test that always comes out alike",
    """A test can never hold, or can never fail to hold, so that what depends on it is never done:
    a number is compared with one it can't reach, a card is asked for a value that no card has, or a
    variable is tested that nothing sets. Correct the test, or leave it out.""",
)
NO_OFFER = declare(
    "CK203",
    "a choice that may be empty",
    """Somebody is asked to choose from a list that may be empty, outside of anything that would
    deal with it: then the game breaks. Ask only if there is something to choose from.""",
)


def can_end(game: n.GameDef, report: Report) -> None:
    """Warn about a game that nothing ends."""
    main = next(p for p in game.procedures if p.name == "main")
    certain = Certain(game)
    ends = any(isinstance(x, n.EndGame) for part in played(game) for x in certain.living(part))
    loops = any(isinstance(s, n.While) and _is_endless(s, certain) for s in main.body)
    if loops and not ends:
        help = "say when the game is over, by a test that may come to hold"
        report.warning(NO_END, main.span or game.span, f"nothing ever ends '{game.name}'", help)


def _is_endless(loop: n.While, certain: Certain) -> bool:
    leaves = any(isinstance(x, n.Leave | n.Return) for x in certain.living(loop))
    return loop.test == n.Truth(value=True) and not leaves


def tests_differ(game: n.GameDef, report: Report) -> None:
    """Warn about tests on which something depends that is never done."""
    certain = Certain(game)
    for part in played(game):
        for node in certain.living(part):
            for test, holds in _tests(node):
                found = certain.always(test) if holds else certain.never(test)
                if found and is_own(test, game):
                    test = test if holds else _to_blame(test, certain)
                    word = "always" if holds else "never"
                    what = "what else there is" if holds else "what depends on it"
                    message = f"it is {word} so that {phrase(test)}: {what} is never done"
                    help = "correct the test, or leave it out"
                    report.warning(NEVER_HOLDS, test.span or node.span, message, help)


def _to_blame(test: n.Expr, certain: Certain) -> n.Expr:
    """The part of a test because of which it never holds."""
    while isinstance(test, n.And):
        test = next(item for item in test.items if certain.never(item))
    return test


def choices_are_filled(game: n.GameDef, report: Report) -> None:
    """Warn about questions that break the game if there is nothing to choose from."""
    for ask, caught in empty_offers(game) if asks_uncaught(game) else ():
        if not caught:
            message = f"there may be nothing to choose from: {phrase(ask.items)}"
            help = "ask only if there is something"
            report.warning(NO_OFFER, ask.span, message, help)


def _tests(node: n.Node) -> Iterator[tuple[n.Expr, bool]]:
    """The tests of a node, and how each must come out now and then."""
    if isinstance(node, n.If):
        yield from ((node.test, False),) if node.then else ()
        yield from ((node.test, True),) if node.otherwise else ()
    elif isinstance(node, n.While):
        yield node.test, False
    elif isinstance(node, n.Action):
        yield node.guard, False
    elif isinstance(node, n.Listener):
        yield node.test, False
    elif isinstance(node, n.Filter | n.AnyOf):
        yield node.where, False
