"""Liveness of local names at decisions and calls: a backward dataflow analysis.

Only live names are part of a position; any other register holds a leftover.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.walk import walk

Names = frozenset[str]
NONE: Names = frozenset()


def live_names(procedure: n.Procedure) -> dict[int, Names]:
    """The live names at each statement that waits, by its identity; for an Attempt, those that are
    live after it failed."""
    work = _Alive()
    work.block(procedure.body, NONE, NONE, NONE)
    return work.found


def _reads(*nodes: n.Node | None) -> Names:
    """The names that are read in some nodes."""
    return frozenset(x.name for node in nodes if node for x in walk(node) if isinstance(x, n.Local))


def _listed(items: n.Expr) -> Names:
    return frozenset({items.name}) if isinstance(items, n.Local) else NONE


class _Alive:
    """Walks the statements of a procedure backwards.

    `after` is live after a statement, `leave` at the target of Leave, `fail` at that of a failure.
    """

    def __init__(self) -> None:
        self.found: dict[int, Names] = {}

    def block(self, block: n.Block, after: Names, leave: Names, fail: Names) -> Names:
        """What is live at the start of a block."""
        for statement in reversed(block):
            rule = RULES.get(type(statement), _plain)
            # Any statement may fail, so what is read then is live before each of them.
            after = rule(self, statement, after, leave, fail) | fail
        return after

    def wait(self, statement: n.Statement, names: Names) -> Names:
        """Record what is live while a statement waits."""
        self.found[id(statement)] = self.found.get(id(statement), NONE) | names
        return names

    def loop(
        self, body: n.Block, name: str, after: Names, fail: Names, listed: Names = NONE
    ) -> Names:
        """What is live at the start of an iteration, as a fixpoint. A list that has a name is read
        in every iteration."""
        names, before = after | listed, None
        while names != before:
            before = names
            names |= self.block(body, names, after, fail) - {name}
        return names


Rule = Callable[[_Alive, Any, Names, Names, Names], Names]


def _plain(a: _Alive, s: n.Statement, after: Names, leave: Names, fail: Names) -> Names:
    return after | _reads(s)


def _binds(a: _Alive, s: Any, after: Names, leave: Names, fail: Names) -> Names:
    return _plain(a, s, after - {s.name}, leave, fail)


def _ask(a: _Alive, s: n.Ask, after: Names, leave: Names, fail: Names) -> Names:
    shown = _reads(*s.notations)
    return a.wait(s, (after | shown) - {s.name} | _reads(s.items) | fail) | _reads(s.seat)


def _pick(a: _Alive, s: n.Pick, after: Names, leave: Names, fail: Names) -> Names:
    given = _reads(s.items, s.least, s.most)
    return a.wait(s, (after - {s.name}) | given | fail) | _reads(s.seat)


def _if(a: _Alive, s: n.If, after: Names, leave: Names, fail: Names) -> Names:
    blocks = (a.block(b, after, leave, fail) for b in (s.then, s.otherwise))
    return _reads(s.test).union(*blocks)


def _while(a: _Alive, s: n.While, after: Names, leave: Names, fail: Names) -> Names:
    # The loop may end after each test, so what follows is live throughout.
    return a.loop(s.body, "", after | _reads(s.test), fail)


def _for_each(a: _Alive, s: n.ForEach, after: Names, leave: Names, fail: Names) -> Names:
    return a.loop(s.body, s.name, after, fail, _listed(s.items)) | _reads(s.items)


def _together(a: _Alive, s: n.Together, after: Names, leave: Names, fail: Names) -> Names:
    names = a.loop(s.body, s.name, after, fail, _listed(s.seats))
    return a.wait(s, names | fail) | _reads(s.seats)


def _attempt(a: _Alive, s: n.Attempt, after: Names, leave: Names, fail: Names) -> Names:
    otherwise = a.wait(s, a.block(s.otherwise, after, leave, fail) | fail)
    # A failure in the body continues in `otherwise`.
    return a.block(s.body, after, leave, fail | otherwise)


def _choice(a: _Alive, s: n.Decide | n.TakeFirst, after: Names, leave: Names, fail: Names) -> Names:
    names = fail
    for action in s.actions:
        own = frozenset(p.name for p in action.parameters)
        # A parameter is bound only if its action is chosen, so an outer name may survive.
        names |= after & own
        lists = (p.items for p in action.parameters)
        read = _reads(action.guard, *lists, *action.notations, *action.because)
        names |= (read | a.block(action.body, after, leave, fail)) - own
        # The first list is evaluated before any parameter is bound, so an equal name in it is an
        # outer one.
        names |= _reads(*(p.items for p in action.parameters[:1]))
    if s.otherwise is not None:
        names |= a.block(s.otherwise, after, leave, fail)
    for refusal in s.refused if isinstance(s, n.Decide) else ():
        named = frozenset(p.name for p in refusal.parameters)
        names |= _reads(*refusal.notations, *refusal.because) - named
    if isinstance(s, n.Decide):
        names |= _reads(s.picking)
    return a.wait(s, names) | (_reads(s.seat) if isinstance(s, n.Decide) else NONE)


def _call(a: _Alive, s: n.Call | n.Boundary, after: Names, leave: Names, fail: Names) -> Names:
    # Not the arguments: they have been copied to the registers of the callee by then.
    a.wait(s, after | fail)
    return _plain(a, s, after, leave, fail)


def _end(a: _Alive, s: n.Statement, after: Names, leave: Names, fail: Names) -> Names:
    return _plain(a, s, NONE, leave, fail)


RULES: dict[type[n.Statement], Rule] = {
    n.Let: _binds,
    n.Roll: _binds,
    n.Create: _binds,
    n.Grow: _binds,
    n.Ask: _ask,
    n.Pick: _pick,
    n.If: _if,
    n.While: _while,
    n.ForEach: _for_each,
    n.Together: _together,
    n.Attempt: _attempt,
    n.Decide: _choice,
    n.TakeFirst: _choice,
    n.Call: _call,
    n.Boundary: _call,
    n.Leave: lambda a, s, after, leave, fail: leave,
    n.Return: _end,
    n.EndGame: _end,
    n.Fail: _end,
}
"""What is live before each kind of statement; for all others, whatever is read in them."""
