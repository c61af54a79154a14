"""Choices that may have nothing to offer: lists that no test before them shows to be filled.

What is looked for are mistakes, so doubts are in favour of the game: a list counts as filled if a
test said so and nothing since then has certainly taken from it. Where a failure is caught, zones
and ranges of numbers count as filled too: that nobody is asked for a card without having one, or
for a number without one that fits, is often seen to elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from . import nodes as n
from .certain import Certain
from .nodes import Block, Expr, GameDef, Node, Statement
from .walk import BINDERS, children, substitute, walk

Facts = frozenset[Expr]
"""Lists that are certainly not empty, as `plain` writes them."""
NONE: Facts = frozenset()
ZONES = n.TokensIn(zone=n.Hole())
"""The fact that stands for all zones being filled."""
END = (n.EndGame, n.Return, n.Leave, n.Fail)


def empty_offers(game: GameDef) -> list[tuple[n.Ask, bool]]:
    """The questions whose list may be empty for all one can see, each with whether a failure there
    is caught."""
    look = _Look(game, Certain(game))
    look.procedure("main", NONE, False)
    for listener in game.listeners:
        look.block(listener.body, frozenset({ZONES}), True)
    return list(look.found.values())


def asks_uncaught(game: GameDef) -> bool:
    """Whether there is a question that does not stand inside of an Attempt."""
    waiting: list[Node] = [game]
    while waiting:
        node = waiting.pop()
        if isinstance(node, n.Ask):
            return True
        if isinstance(node, n.Attempt):
            waiting += node.otherwise
        elif not isinstance(node, Expr):
            waiting += children(node)
    return False


def plain(expr: Expr) -> Expr:
    """An expression with its inner names numbered, so that equal lists are equal."""
    return _plain(expr, 0)


def _plain(expr: Expr, depth: int) -> Expr:
    fields: dict[str, Any] = {}
    names, inside = BINDERS.get(type(expr), ((), ""))
    for name in type(expr).__dataclass_fields__:
        value = getattr(expr, name)
        if name == inside:
            fresh = {
                getattr(expr, old): n.Local(name=f"#{depth + at}") for at, old in enumerate(names)
            }
            fields.update({old: f"#{depth + at}" for at, old in enumerate(names)})
            fields[name] = _plain(substitute(value, fresh), depth + len(names))
        elif isinstance(value, Expr):
            fields[name] = _plain(value, depth)
        elif isinstance(value, tuple):
            fields[name] = tuple(_plain(v, depth) if isinstance(v, Expr) else v for v in value)
    return replace(expr, **fields)


# ---- what tests say ----------------------------------------------------------------------------


def said(test: Expr, holds: bool, certain: Certain) -> Iterator[Expr]:
    """The lists that are filled if a test comes out in one way."""
    if isinstance(test, n.Not):
        yield from said(test.item, not holds, certain)
    elif isinstance(test, n.And | n.Or):
        parts = [frozenset(said(item, holds, certain)) for item in test.items]
        every = isinstance(test, n.And) == holds
        yield from (NONE.union if every else NONE.union(*parts[:1]).intersection)(*parts)
    elif isinstance(test, n.AnyOf) and holds:
        yield from _passing(test, test.where)
    elif isinstance(test, n.AllOf) and not holds:
        yield from _passing(test, n.Not(item=test.where))
    elif isinstance(test, n.Contains) and holds:
        yield plain(test.items)
    elif isinstance(test, n.Exists) and holds and isinstance(test.item, n.TopOf | n.BottomOf):
        yield plain(n.TokensIn(zone=test.item.zone))
    elif isinstance(test, n.Less | n.AtMost | n.Equal):
        yield from _counted(test, holds, certain)


def _passing(test: n.AnyOf | n.AllOf, where: Expr) -> Iterator[Expr]:
    yield plain(n.Filter(items=test.items, name=test.name, where=where))
    yield plain(test.items)


def _counted(test: Any, holds: bool, certain: Certain) -> Iterator[Expr]:
    """A list whose length is at least 1 because it is compared with a number."""
    pairs = [(test.left, test.right), (test.right, test.left)]
    if isinstance(test, n.Equal):
        for size, other in pairs:
            low, high = certain.bounds(other)
            if (holds and low > 0) or (not holds and low == high == 0):
                yield from _measured(size)
        return
    small, large = pairs[0] if holds else pairs[1]
    least = 0 if isinstance(test, n.Less) == holds else 1
    if certain.bounds(small)[0] >= least:
        yield from _measured(large)


def _measured(size: Expr) -> Iterator[Expr]:
    if isinstance(size, n.SizeOf):
        yield plain(n.TokensIn(zone=size.zone))
    elif isinstance(size, n.Length):
        yield plain(size.items)


# ---- what is filled ----------------------------------------------------------------------------


def filled(items: Expr, facts: Facts, certain: Certain) -> bool:
    """Whether a list certainly has an item."""
    if plain(items) in facts:
        return True
    rule = FILLED.get(type(items))
    return rule is not None and rule(items, facts, certain)


def _filled_range(items: n.Range, facts: Facts, certain: Certain) -> bool:
    """Numbers up to the size of something that is filled, or between bounds that leave room."""
    first = certain.bounds(items.low)[1]
    if ZONES in facts or first <= certain.bounds(items.high)[0]:
        return True
    return first <= 1 and _is_positive(items.high, facts, certain)


def _is_positive(number: Expr, facts: Facts, certain: Certain) -> bool:
    """Whether a number is at least 1, also because it is the size of something that is filled."""
    if isinstance(number, n.Smallest) and isinstance(number.items, n.ListOf):
        return all(_is_positive(item, facts, certain) for item in number.items.items)
    sized = any(filled(x, facts, certain) for x in _measured(number))
    return sized or certain.bounds(number)[0] >= 1


def _filled_filter(items: n.Filter, facts: Facts, certain: Certain) -> bool:
    """A filter that lets everything through, or one of several values, or all seats but one; or
    what is best of all: what fits, or everything if nothing does."""
    where = items.where
    if certain.always(where) or _falls_back(items, where):
        return filled(items.items, facts, certain)
    if isinstance(items.items, n.Range):
        return ZONES in facts
    if isinstance(items.items, n.ListOf):
        fixed = (substitute(where, {items.name: item}) for item in items.items.items)
        return any(certain.always(test) for test in fixed)
    others = isinstance(where, n.Not) and isinstance(where.item, n.Equal)
    return others and isinstance(items.items, n.Seats) and certain.game.least_players > 1


def _falls_back(items: n.Filter, where: Expr) -> bool:
    """Whether a test lets everything through if there is nothing that fits."""
    if isinstance(where, n.Conditional):
        return _falls_back(items, where.then) and _falls_back(items, where.otherwise)
    if not isinstance(where, n.Or):
        return False
    parts = [plain(n.Filter(items=items.items, name=items.name, where=w)) for w in where.items]
    for part in where.items:
        none = part.item if isinstance(part, n.Not) else part
        if isinstance(part, n.Not) and isinstance(none, n.AnyOf):
            fits: Expr = n.Filter(items=none.items, name=none.name, where=none.where)
        elif isinstance(part, n.AllOf):
            fits = n.Filter(items=part.items, name=part.name, where=n.Not(item=part.where))
        else:
            continue
        if plain(fits) in parts:
            return True
    return False


def _inner(items: Any, facts: Facts, certain: Certain) -> bool:
    return filled(items.items, facts, certain)


def _either(items: n.Conditional, facts: Facts, certain: Certain) -> bool:
    return filled(items.then, facts | {*said(items.test, True, certain)}, certain) and filled(
        items.otherwise, facts | {*said(items.test, False, certain)}, certain
    )


FILLED: dict[type[Expr], Callable[[Any, Facts, Certain], bool]] = {
    n.ListOf: lambda items, facts, certain: bool(items.items),
    n.Seats: lambda items, facts, certain: True,
    n.ZonesNamed: lambda items, facts, certain: True,
    n.Hole: lambda items, facts, certain: True,
    n.TokensIn: lambda items, facts, certain: ZONES in facts,
    n.Range: _filled_range,
    n.Filter: _filled_filter,
    n.Each: _inner,
    n.Distinct: _inner,
    n.Sorted: _inner,
    n.Reversed: _inner,
    n.Join: lambda items, facts, certain: any(filled(x, facts, certain) for x in items.lists),
    n.Conditional: _either,
}


# ---- the walk ----------------------------------------------------------------------------------


@dataclass
class _Look:
    """A walk through a game that keeps in mind which lists are filled."""

    game: GameDef
    certain: Certain
    found: dict[int, tuple[n.Ask, bool]] = field(default_factory=dict)
    seen: dict[tuple[str, Facts, bool], Facts | None] = field(default_factory=dict)
    silent: int = 0

    def procedure(self, name: str, facts: Facts, caught: bool) -> Facts | None:
        """What is filled after a procedure; None if it does not come back."""
        case = (name, facts, caught)
        if case not in self.seen:
            self.seen[case] = facts  # for calls in a circle
            found = next((p for p in self.game.procedures if p.name == name), None)
            body = found.body if found else ()
            end = self.block(body, facts, caught)
            if end is None and found and any(isinstance(x, n.Return) for x in walk(found)):
                end = NONE
            self.seen[case] = end
        return self.seen[case]

    def block(self, block: Block, facts: Facts, caught: bool) -> Facts | None:
        """What is filled after a block; None if what follows it is not run."""
        now: Facts | None = facts
        for statement in block:
            if now is None:
                return None
            rule = STATEMENTS.get(type(statement), _other)
            now = rule(self, statement, now, caught)
        return now

    def said(self, test: Expr, holds: bool) -> Facts:
        """What a test that comes out in one way says."""
        return frozenset(said(test, holds, self.certain))

    def loop(self, body: Block, facts: Facts, more: Facts, caught: bool) -> Facts:
        """What is filled before and after each round of a loop."""
        self.silent += 1
        end = self.block(body, facts | more, caught)
        self.silent -= 1
        steady = facts if end is None else facts & end
        self.block(body, steady | more, caught)
        return steady


def _without(facts: Facts, name: str) -> Facts:
    """What is known after a name got another meaning."""
    return frozenset(f for f in facts if n.Local(name=name) not in walk(f))


def _both(one: Facts | None, other: Facts | None) -> Facts | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _bound(look: _Look, statement: Any, facts: Facts, caught: bool) -> Facts:
    return _without(facts, statement.name)


def _let(look: _Look, let: n.Let, facts: Facts, caught: bool) -> Facts:
    sure = filled(let.value, facts, look.certain)
    return _without(facts, let.name) | ({n.Local(name=let.name)} if sure else NONE)


def _ask(look: _Look, ask: n.Ask, facts: Facts, caught: bool) -> Facts:
    if not look.silent and not filled(ask.items, facts, look.certain):
        look.found.setdefault(id(ask), (ask, caught))
    known = _without(facts | {plain(ask.items)}, ask.name)
    return known | frozenset(_having(ask))


def _having(ask: n.Ask) -> Iterator[Expr]:
    """The items that have a value which was chosen among their values."""
    items = ask.items
    while isinstance(items, n.Distinct | n.Sorted | n.Reversed):
        items = items.items
    if isinstance(items, n.Each):
        answer = n.Local(name=ask.name)
        for left, right in ((items.value, answer), (answer, items.value)):
            same = n.Equal(left=left, right=right)
            yield plain(n.Filter(items=items.items, name=items.name, where=same))


def _set(look: _Look, statement: n.SetVariable, facts: Facts, caught: bool) -> Facts:
    name = statement.name
    return frozenset(
        f for f in facts if all(getattr(x, "name", "") != name for x in walk(f) if _is_variable(x))
    )


def _is_variable(node: n.Node) -> bool:
    return isinstance(node, n.Variable)


def _moved(look: _Look, move: Any, facts: Facts, caught: bool) -> Facts:
    """A zone that something was taken from may be empty; the one it came to is not."""
    source = move.token if isinstance(move, n.MoveToken) else move.source
    taken = {plain(x) for x in walk(source) if isinstance(x, n.ZoneAt)}
    left = frozenset(f for f in facts if taken.isdisjoint(walk(f)))
    some = isinstance(move, n.MoveToken) or (
        isinstance(move, n.MoveTop) and not move.partial and look.certain.bounds(move.count)[0] > 0
    )
    return left | ({plain(n.TokensIn(zone=move.to))} if some else NONE)


def _if(look: _Look, statement: n.If, facts: Facts, caught: bool) -> Facts | None:
    then = look.block(statement.then, facts | look.said(statement.test, True), caught)
    rest = look.block(statement.otherwise, facts | look.said(statement.test, False), caught)
    return _both(then, rest)


def _while(look: _Look, loop: n.While, facts: Facts, caught: bool) -> Facts | None:
    after = look.loop(loop.body, facts, look.said(loop.test, True), caught)
    return after | look.said(loop.test, False)


def _for_each(look: _Look, loop: n.ForEach, facts: Facts, caught: bool) -> Facts | None:
    return look.loop(loop.body, _without(facts, loop.name), frozenset({plain(loop.items)}), caught)


def _together(look: _Look, loop: n.Together, facts: Facts, caught: bool) -> Facts | None:
    return look.loop(loop.body, _without(facts, loop.name), NONE, caught)


def _attempt(look: _Look, attempt: n.Attempt, facts: Facts, caught: bool) -> Facts | None:
    end = look.block(attempt.body, facts | {ZONES}, True)
    if end is not None and not caught:
        end -= {ZONES}
    failed = facts if end is None else facts & end
    return _both(end, look.block(attempt.otherwise, failed, caught))


def _call(look: _Look, call: n.Call, facts: Facts, caught: bool) -> Facts | None:
    own = frozenset(f for f in facts if any(isinstance(x, n.Local) for x in walk(f)))
    end = look.procedure(call.procedure, facts - own, caught)
    return None if end is None else own | end


def _decide(look: _Look, choice: n.Decide | n.TakeFirst, facts: Facts, caught: bool) -> Facts:
    ends: list[Facts | None] = []
    for action in choice.actions:
        lists = frozenset(plain(p.items) for p in action.parameters if p.items is not None)
        known = facts
        for parameter in action.parameters:
            known = _without(known, parameter.name)
        known |= lists | look.said(action.guard, True)
        ends.append(look.block(action.body, known, caught))
    if isinstance(choice, n.TakeFirst):
        ends.append(look.block(choice.otherwise, facts, caught))
    return facts.intersection(*(end for end in ends if end is not None))


def _other(look: _Look, statement: Statement, facts: Facts, caught: bool) -> Facts | None:
    return None if isinstance(statement, END) else facts


STATEMENTS: dict[type[Statement], Callable[[_Look, Any, Facts, bool], Facts | None]] = {
    n.Let: _let,
    n.Roll: _bound,
    n.Create: _bound,
    n.Grow: _bound,
    n.Ask: _ask,
    n.SetVariable: _set,
    n.MoveToken: _moved,
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
