"""Choices that may be empty: lists that no test before them proves to be nonempty.

This is a lint, so it prefers false negatives: a list counts as nonempty if a test said so and
nothing since then has certainly taken from it. Where a failure is caught, zones and ranges count as
nonempty too, because games often ensure that elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from . import nodes as n
from .claims import AS_FILLED, ENDS, SUBLIST, claimed
from .nonempty import NONE, ZONES, Facts, Lists, filled, sign
from .walk import children, walk


def empty_offers(game: n.GameDef) -> list[tuple[n.Ask, bool]]:
    """The Asks whose list may be empty, each with whether a failure there is caught."""
    look = _Look(game, Lists(game))
    look.procedure("main", NONE, False)
    for listener in game.listeners:
        look.block(listener.body, frozenset({ZONES}), True)
    return list(look.found.values())


def asks_uncaught(game: n.GameDef) -> bool:
    """Whether there is an Ask outside any Attempt."""
    waiting: list[n.Node] = [game]
    while waiting:
        node = waiting.pop()
        if isinstance(node, n.Ask):
            return True
        if isinstance(node, n.Attempt):
            waiting += node.otherwise
        elif not isinstance(node, n.Expr):
            waiting += children(node)
    return False


@dataclass
class _Look:
    """A forward walk through a game that tracks which lists are nonempty."""

    game: n.GameDef
    lists: Lists
    found: dict[int, tuple[n.Ask, bool]] = field(default_factory=dict)
    seen: dict[tuple[str, Facts, bool], Facts | None] = field(default_factory=dict)
    silent: int = 0

    def procedure(self, name: str, facts: Facts, caught: bool) -> Facts | None:
        """What is nonempty after a procedure; None if it does not return."""
        case = (name, facts, caught)
        if case not in self.seen:
            # A recursive call is assumed to change nothing; the entry also ends the recursion.
            self.seen[case] = facts
            found = next((p for p in self.game.procedures if p.name == name), None)
            body = found.body if found else ()
            end = self.block(body, facts, caught)
            # The end of the body is not reached, but a Return is, somewhere: nothing is known
            # there.
            if end is None and found and any(isinstance(x, n.Return) for x in walk(found)):
                end = NONE
            self.seen[case] = end
        return self.seen[case]

    def block(self, block: n.Block, facts: Facts, caught: bool) -> Facts | None:
        """What is nonempty after a block; None if what follows is unreachable."""
        now: Facts | None = facts
        for statement in block:
            if now is None:
                return None
            rule = STATEMENTS.get(type(statement), _other)
            now = rule(self, statement, now, caught)
        return now

    def loop(self, body: n.Block, facts: Facts, more: Facts, caught: bool) -> Facts:
        """What is nonempty before and after each iteration of a loop.

        Two rounds suffice: facts are only ever removed, and what one iteration removes is known
        after the first, silent one."""
        self.silent += 1
        end = self.block(body, facts | more, caught)
        self.silent -= 1
        steady = facts if end is None else facts & end
        self.block(body, steady | more, caught)
        return steady


def _without(facts: Facts, name: str) -> Facts:
    """What is known after a name is rebound."""
    return frozenset(fact for fact in facts if name not in fact.names)


def _both(one: Facts | None, other: Facts | None) -> Facts | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _bound(look: _Look, statement: Any, facts: Facts, caught: bool) -> Facts:
    return _without(facts, statement.name)


def _let(look: _Look, let: n.Let, facts: Facts, caught: bool) -> Facts:
    sure = filled(let.value, facts, look.lists)
    same = look.lists.fact(n.Local(name=let.name))
    return _without(facts, let.name) | ({same} if sure else NONE)


def _ask(look: _Look, ask: n.Ask, facts: Facts, caught: bool) -> Facts:
    if not look.silent and not filled(ask.items, facts, look.lists):
        look.found.setdefault(id(ask), (ask, caught))
    # Having got past the choice, its list was not empty.
    known = _without(facts | {look.lists.fact(ask.items)}, ask.name)
    return known | frozenset(map(look.lists.fact, _having(ask)))


def _having(ask: n.Ask) -> Iterator[n.Expr]:
    """The items that have the chosen value, if it was chosen among their values."""
    items = ask.items
    while claimed(items, SUBLIST) and claimed(items, AS_FILLED):
        items = items.items  # type: ignore[attr-defined]
    if isinstance(items, n.Each):
        answer = n.Local(name=ask.name)
        for left, right in ((items.value, answer), (answer, items.value)):
            same = n.Equal(left=left, right=right)
            yield n.Filter(items=items.items, name=items.name, where=same)


def _set(look: _Look, statement: n.SetVariable, facts: Facts, caught: bool) -> Facts:
    return frozenset(fact for fact in facts if statement.name not in fact.variables)


def _moved(look: _Look, move: Any, facts: Facts, caught: bool) -> Facts:
    """The source of a movement may be empty afterwards; the destination is not."""
    source = move.token if isinstance(move, n.MoveToken | n.Insert) else move.source
    # A source that no zone is named in, such as a local token, takes from no known zone here.
    taken = {sign(x) for x in walk(source) if isinstance(x, n.ZoneAt)}
    left = frozenset(fact for fact in facts if taken.isdisjoint(fact.zones))
    some = isinstance(move, n.MoveToken | n.Insert) or (
        isinstance(move, n.MoveTop) and not move.partial and look.lists.bounds(move.count)[0] > 0
    )
    return left | ({look.lists.fact(n.TokensIn(zone=move.to))} if some else NONE)


def _if(look: _Look, statement: n.If, facts: Facts, caught: bool) -> Facts | None:
    then = look.block(statement.then, facts | look.lists.said(statement.test, True), caught)
    rest = look.block(statement.otherwise, facts | look.lists.said(statement.test, False), caught)
    return _both(then, rest)


def _while(look: _Look, loop: n.While, facts: Facts, caught: bool) -> Facts | None:
    # A Leave may end the loop while its test holds. Believing the negated test anyway only costs a
    # warning.
    after = look.loop(loop.body, facts, look.lists.said(loop.test, True), caught)
    return after | look.lists.said(loop.test, False)


def _for_each(look: _Look, loop: n.ForEach, facts: Facts, caught: bool) -> Facts | None:
    return look.loop(
        loop.body, _without(facts, loop.name), frozenset({look.lists.fact(loop.items)}), caught
    )


def _together(look: _Look, loop: n.Together, facts: Facts, caught: bool) -> Facts | None:
    return look.loop(loop.body, _without(facts, loop.name), NONE, caught)


def _attempt(look: _Look, attempt: n.Attempt, facts: Facts, caught: bool) -> Facts | None:
    end = look.block(attempt.body, facts | {ZONES}, True)
    # The assumption about zones holds only as long as a failure would be caught.
    if end is not None and not caught:
        end -= {ZONES}
    failed = facts if end is None else facts & end
    return _both(end, look.block(attempt.otherwise, failed, caught))


def _call(look: _Look, call: n.Call, facts: Facts, caught: bool) -> Facts | None:
    # Facts about local names mean nothing to the callee, and survive the call.
    own = frozenset(fact for fact in facts if fact.names)
    end = look.procedure(call.procedure, facts - own, caught)
    return None if end is None else own | end


def _decide(look: _Look, choice: n.Decide | n.TakeFirst, facts: Facts, caught: bool) -> Facts:
    ends: list[Facts | None] = []
    for action in choice.actions:
        offered = (p.items for p in action.parameters if p.items is not None)
        known = facts
        for parameter in action.parameters:
            known = _without(known, parameter.name)
        # An option was taken, so each of its parameters had an item and its guard held.
        known |= {*map(look.lists.fact, offered)} | look.lists.said(action.guard, True)
        ends.append(look.block(action.body, known, caught))
    if choice.otherwise is not None:
        ends.append(look.block(choice.otherwise, facts, caught))
    return facts.intersection(*(end for end in ends if end is not None))


def _other(look: _Look, statement: n.Statement, facts: Facts, caught: bool) -> Facts | None:
    return None if claimed(statement, ENDS) else facts


STATEMENTS: dict[type[n.Statement], Callable[[_Look, Any, Facts, bool], Facts | None]] = {
    n.Let: _let,
    n.Roll: _bound,
    n.Pick: _bound,
    n.Create: _bound,
    n.Grow: _bound,
    n.Ask: _ask,
    n.SetVariable: _set,
    n.MoveToken: _moved,
    n.Insert: _moved,
    n.MoveTop: _moved,
    n.MoveBlock: _moved,
    n.If: _if,
    n.While: _while,
    n.ForEach: _for_each,
    n.Together: _together,
    n.Attempt: _attempt,
    n.Call: _call,
    n.Decide: _decide,
    n.TakeFirst: _decide,
}
