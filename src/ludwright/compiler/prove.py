"""What cannot fail: so that nothing is tried out, and no failure awaited, where none can come.

Facts are gathered from tests that hold (a token whose property was read exists), from where names
get their values (an item of a zone's tokens exists) and from variables that never become nothing.
All of it errs on the safe side: what is not proved may fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.calls import circles, due_at
from ..gamedef.nodes import Block, Expr, GameDef, Statement
from ..gamedef.walk import children, walk


@dataclass(frozen=True)
class Facts:
    """What is known at a place: what exists, and which zones are not empty."""

    game: GameDef
    seats: int
    settled: frozenset[str] = frozenset()  # variables that are never nothing
    names: frozenset[str] = frozenset()  # local names that are not nothing, nor lists with it
    exprs: frozenset[Expr] = frozenset()  # expressions that are not nothing just now
    nonempty: frozenset[Expr] = frozenset()  # zones that hold a token just now
    ranges: dict[str, n.Range] = field(default_factory=dict)  # names and the numbers they are from
    circles: frozenset[str] = frozenset()  # procedures that may call themselves
    searched: bool = False  # options may be left out because of what comes after them
    answered: bool = False  # choices here may be answers that were given earlier

    def plus(self, test: Expr) -> Facts:
        """These facts and what follows from a test that holds."""
        exprs, zones = set(self.exprs), set(self.nonempty)
        for kind, expr in _follows(test):
            (exprs if kind == "exists" else zones).add(expr)
        return replace(self, exprs=frozenset(exprs), nonempty=frozenset(zones))

    def bind(self, name: str, exists: bool, numbers: n.Range | None = None) -> Facts:
        """These facts with a name bound anew: what was known by its old meaning is forgotten."""
        names = self.names | {name} if exists else self.names - {name}
        ranges = {k: v for k, v in self.ranges.items() if k != name and not _reads(v, name)}
        if numbers and not _reads(numbers, name):
            ranges[name] = numbers
        exprs = frozenset(expr for expr in self.exprs if not _reads(expr, name))
        nonempty = frozenset(zone for zone in self.nonempty if not _reads(zone, name))
        return replace(self, names=names, ranges=ranges, exprs=exprs, nonempty=nonempty)

    def changed(self) -> Facts:
        """What is still known after tokens or variables have changed."""
        return replace(self, exprs=frozenset(), nonempty=frozenset(), ranges={})


def _reads(expr: Expr, name: str) -> bool:
    return any(isinstance(part, n.Local) and part.name == name for part in walk(expr))


def facts_of(game: GameDef, seats: int) -> Facts:
    """What is known everywhere in a game for so many seats."""
    settled = {v.name for v in game.variables if not isinstance(v.initial, n.Nothing)}
    sets = [s for s in walk(game) if isinstance(s, n.SetVariable)]
    around = frozenset(circles(game))
    searched = any(isinstance(x, n.Action) and x.atomic for x in walk(game))
    while True:
        facts = Facts(game, seats, frozenset(settled), circles=around, searched=searched)
        loose = {s.name for s in sets if s.name in settled and not exists(s.value, facts)}
        if not loose:
            return facts
        settled -= loose


def _follows(test: Expr) -> Iterator[tuple[str, Expr]]:
    """What exists and which zones are not empty if a test holds."""
    if isinstance(test, n.And):
        for item in test.items:
            yield from _follows(item)
        return
    if isinstance(test, n.Exists):
        yield "exists", test.item
        if isinstance(test.item, n.TopOf | n.BottomOf):
            yield "nonempty", test.item.zone
    if isinstance(test, n.AnyOf) and isinstance(test.items, n.TokensIn):
        yield "nonempty", test.items.zone
    if zone := _counted(test):
        yield "nonempty", zone
    yield from _evaluated(test)


def _counted(test: Expr) -> Expr | None:
    """The zone that a comparison of its size with a number shows to be not empty."""
    if isinstance(test, n.Less | n.AtMost) and isinstance(test.right, n.SizeOf):
        least = 0 if isinstance(test, n.Less) else 1
        if isinstance(test.left, n.Number) and test.left.value >= least:
            return test.right.zone
    if isinstance(test, n.Not) and isinstance(test.item, n.Equal):
        sides = (test.item.left, test.item.right)
        for one, other in (sides, sides[::-1]):
            if isinstance(one, n.SizeOf) and other == n.Number(value=0):
                return one.zone
    if isinstance(test, n.Not) and isinstance(test.item, n.AtMost):
        left, right = test.item.left, test.item.right
        if isinstance(left, n.SizeOf) and isinstance(right, n.Number) and right.value >= 0:
            return left.zone
    return None


UNSURE = n.Each | n.Sorted | n.RunLength | n.Connected | n.Subsets | n.BestPartition
"""The expressions of which a part is evaluated as often as there are items: perhaps never."""


def _evaluated(expr: Expr) -> Iterator[tuple[str, Expr]]:
    """What must exist because an expression was evaluated as far as its parts that always are."""
    if isinstance(expr, n.PropertyOf | n.IsFaceUp | n.ZoneOf):
        yield "exists", expr.token
        if isinstance(expr.token, n.TopOf | n.BottomOf):
            yield "nonempty", expr.token.zone
    if isinstance(expr, n.TopOf | n.BottomOf | n.SizeOf | n.TokensIn | n.TokenAt):
        yield "exists", expr.zone
    strict = not isinstance(expr, n.Or | n.And | n.Conditional | n.AnyOf | n.AllOf | n.Filter)
    if strict:
        for child in children(expr):
            if isinstance(child, Expr) and not isinstance(expr, UNSURE):
                yield from _evaluated(child)


# ---- expressions -------------------------------------------------------------------------------


def exists(expr: Expr, facts: Facts) -> bool:
    """Whether an expression that does not fail is certainly not nothing."""
    if expr in facts.exprs:
        return True
    rule = EXISTS.get(type(expr))
    return rule(expr, facts) if rule else not isinstance(expr, n.Nothing | n.Hole)


def _token_exists(expr: Any, facts: Facts) -> bool:
    return expr.zone in facts.nonempty


def _either_exists(expr: n.Conditional, facts: Facts) -> bool:
    return exists(expr.then, facts) and exists(expr.otherwise, facts)


def _changes(name: str, facts: Facts) -> bool:
    return any(p.changing for p in facts.game.properties if p.name == name)


EXISTS: dict[type[Expr], Callable[[Any, Facts], bool]] = {
    n.Local: lambda e, facts: e.name in facts.names,
    n.Variable: lambda e, facts: e.name in facts.settled,
    n.TopOf: _token_exists,
    n.BottomOf: _token_exists,
    n.TokenAt: lambda e, facts: False,
    n.OwnerOf: lambda e, facts: False,
    n.ZoneOf: lambda e, facts: all(s.zone for s in facts.game.supplies),
    n.PropertyOf: lambda e, facts: not _changes(e.property, facts),
    n.ChildAt: lambda e, facts: False,
    n.ParentOf: lambda e, facts: False,
    n.Conditional: _either_exists,
    n.Item: lambda e, facts: items_exist(e.items, facts),
}


SURE = n.TokensIn | n.ZonesNamed | n.Seats | n.Range | n.Neighbours | n.Connected | n.TreeOf
"""The lists that never have nothing among their items."""


LISTS = (
    SURE | n.Filter | n.Each | n.Distinct | n.Join | n.Sorted | n.Reversed | n.Selected | n.ListOf
)


def is_sure(expr: Expr, facts: Facts) -> bool:
    """Whether a value is not nothing, or a list without nothing among its items."""
    if isinstance(expr, n.Conditional):
        return is_sure(expr.then, facts) and is_sure(expr.otherwise, facts)
    return items_exist(expr, facts) if isinstance(expr, LISTS) else exists(expr, facts)


def items_exist(items: Expr, facts: Facts) -> bool:
    """Whether no item of a list is nothing."""
    if isinstance(items, n.Local | n.Conditional):
        return is_sure(items, facts)
    if isinstance(items, n.Filter | n.Distinct | n.Sorted | n.Reversed | n.Selected):
        return items_exist(items.items, facts)
    if isinstance(items, n.Join):
        return all(items_exist(part, facts) for part in items.lists)
    if isinstance(items, n.ListOf):
        return all(exists(item, facts) for item in items.items)
    if isinstance(items, n.Each):
        inner = facts.bind(items.name, items_exist(items.items, facts))
        return exists(items.value, inner)
    return isinstance(items, SURE)


def can_fail(expr: Expr | None, facts: Facts) -> bool:
    """Whether evaluating an expression may fail."""
    if expr is None:
        return False
    rule = FAILS.get(type(expr))
    if rule and rule(expr, facts):
        return True
    if isinstance(expr, n.Filter | n.AnyOf | n.AllOf | n.Subsets | n.RunLength | n.Connected):
        parts = [c for c in children(expr) if isinstance(c, Expr) and c is not expr.where]
        return any(can_fail(part, facts) for part in parts)
    if isinstance(expr, n.Each | n.Sorted | n.BestPartition):
        inner = facts.bind(expr.name, items_exist(expr.items, facts))
        *parts, computed = (c for c in children(expr) if isinstance(c, Expr))
        return any(can_fail(part, facts) for part in parts) or can_fail(computed, inner)
    if isinstance(expr, n.Conditional):
        return can_fail(expr.then, facts.plus(expr.test)) or can_fail(expr.otherwise, facts)
    return any(can_fail(c, facts) for c in children(expr) if isinstance(c, Expr))


def _needs(*fields: str) -> Callable[[Any, Facts], bool]:
    def rule(expr: Any, facts: Facts) -> bool:
        return any(
            getattr(expr, name) is not None and not exists(getattr(expr, name), facts)
            for name in fields
        )

    return rule


def _no_zone(expr: n.ZoneAt, facts: Facts) -> bool:
    zone = next((z for z in facts.game.zones if z.name == expr.name), None)
    if zone is None or (expr.owner is not None and not exists(expr.owner, facts)):
        return True
    if expr.index is None:
        return False
    return not (isinstance(expr.index, n.Number) and 0 <= expr.index.value < zone.count)


def _zero(expr: n.Divide | n.Modulo, facts: Facts) -> bool:
    return not (isinstance(expr.right, n.Number) and expr.right.value != 0)


def _empty(expr: n.Largest | n.Smallest, facts: Facts) -> bool:
    return not may_not_be_empty(expr.items)


def may_not_be_empty(items: Expr) -> bool:
    """Whether a list certainly has an item."""
    if isinstance(items, n.Each | n.Distinct | n.Sorted | n.Reversed):
        return may_not_be_empty(items.items)
    if isinstance(items, n.Join):
        return any(may_not_be_empty(part) for part in items.lists)
    return isinstance(items, n.Seats | n.ZonesNamed) or (
        isinstance(items, n.ListOf) and bool(items.items)
    )


FAILS: dict[type[Expr], Callable[[Any, Facts], bool]] = {
    n.Hole: lambda e, facts: True,
    n.Seat: lambda e, facts: e.number >= facts.seats,
    n.Variable: _needs("of"),
    n.Lookup: _needs("key"),
    n.ZoneAt: _no_zone,
    n.SeatAfter: _needs("seat"),
    n.OwnerOf: _needs("zone"),
    n.IndexOf: _needs("zone"),
    n.TokensIn: _needs("zone"),
    n.SizeOf: _needs("zone"),
    n.TopOf: _needs("zone"),
    n.BottomOf: _needs("zone"),
    n.TokenAt: _needs("zone"),
    n.RunLength: _needs("zone"),
    n.Neighbours: _needs("zone"),
    n.Connected: _needs("zone"),
    n.ChildAt: lambda e, facts: not (exists(e.zone, facts) and isinstance(e.direction, n.Number)),
    n.ParentOf: _needs("zone"),
    n.DirectionOf: _needs("zone"),
    n.RootOf: _needs("zone"),
    n.TreeOf: _needs("zone"),
    n.ZoneOf: _needs("token"),
    n.PropertyOf: _needs("token"),
    n.IsFaceUp: _needs("token"),
    n.Divide: _zero,
    n.Modulo: _zero,
    n.Item: lambda e, facts: True,
    n.Largest: _empty,
    n.Smallest: _empty,
}


# ---- statements --------------------------------------------------------------------------------


def block_can_fail(block: Block, facts: Facts) -> bool:
    """Whether a statement of a block may fail outside of any Attempt."""
    for statement in block:
        if statement_can_fail(statement, facts):
            return True
        facts = after(statement, facts)
    return False


def after(statement: Statement, facts: Facts) -> Facts:
    """What is still known after a statement."""
    if isinstance(statement, n.Let):
        return facts.bind(statement.name, is_sure(statement.value, facts))
    if isinstance(statement, n.Mark):
        return facts
    facts = facts.changed()
    for inner in walk(statement):
        if isinstance(inner, n.Let | n.Roll | n.ForEach | n.Together):
            facts = facts.bind(inner.name, False)
        elif isinstance(inner, n.Ask):
            facts = facts.bind(inner.name, inner is statement and items_exist(inner.items, facts))
        elif isinstance(inner, n.Create | n.Grow):
            facts = facts.bind(inner.name, inner is statement)
    return facts


def statement_can_fail(statement: Statement, facts: Facts) -> bool:
    """Whether a statement may fail outside of any Attempt."""
    return STATEMENTS[type(statement)](statement, facts)


def _any_fails(*fields: str) -> Callable[[Any, Facts], bool]:
    return lambda node, facts: any(can_fail(getattr(node, name), facts) for name in fields)


def stands(zone: Expr, facts: Facts) -> bool:
    """Whether a zone, if it is one, has certainly not gone from its tree."""
    return isinstance(zone, n.ZoneAt) or not any(z.branches for z in facts.game.zones)


def _no_token(node: n.MoveToken, facts: Facts) -> bool:
    parts = (node.token, node.to)
    return not stands(node.to, facts) or any(
        can_fail(p, facts) or not exists(p, facts) for p in parts
    )


def _zones_fail(node: n.MoveTop | n.MoveBlock, facts: Facts) -> bool:
    parts = (node.source, node.to)
    return (
        not stands(node.to, facts)
        or can_fail(node.count, facts)
        or any(can_fail(p, facts) or not exists(p, facts) for p in parts)
    )


def _top_fails(node: n.MoveTop, facts: Facts) -> bool:
    if _zones_fail(node, facts):
        return True
    count = node.count
    if isinstance(count, n.Number) and count.value >= 0:
        there = count.value <= 1 and node.source in facts.nonempty
        return not (node.partial or count.value == 0 or there)
    return count != n.SizeOf(zone=node.source)


def _block_fails(node: n.MoveBlock, facts: Facts) -> bool:
    if _zones_fail(node, facts):
        return True
    return not (
        node.count is None
        or node.count == n.SizeOf(zone=node.source)
        or _within_run(node.count, node.source, facts)
    )


def _within_run(count: Expr, source: Expr, facts: Facts) -> bool:
    """Whether a count is `name + k`, the name up to `run or size of the source, less m`, k <= m."""
    if not (isinstance(count, n.Add) and isinstance(count.left, n.Local)):
        return False
    numbers = facts.ranges.get(count.left.name)
    if numbers is None or not isinstance(count.right, n.Number):
        return False
    low, high = numbers.low, numbers.high
    if not (isinstance(high, n.Subtract) and isinstance(high.right, n.Number)):
        return False
    counted = isinstance(high.left, n.RunLength | n.SizeOf) and high.left.zone == source
    least = low.value + count.right.value if isinstance(low, n.Number) else -1
    return counted and least >= 0 and count.right.value <= high.right.value


def _if_fails(node: n.If, facts: Facts) -> bool:
    return block_can_fail(node.then, facts.plus(node.test)) or block_can_fail(node.otherwise, facts)


def _together_fails(node: n.Together, facts: Facts) -> bool:
    inner = replace(after(node, facts), answered=True)
    inner = inner.bind(node.name, items_exist(node.seats, facts))
    return can_fail(node.seats, facts) or block_can_fail(node.body, inner)


def _loop_fails(node: n.While | n.ForEach, facts: Facts) -> bool:
    facts = after(node, facts)  # a later round starts from what an earlier one left
    if isinstance(node, n.ForEach):
        if can_fail(node.items, facts):
            return True
        facts = facts.bind(node.name, items_exist(node.items, facts))
    else:
        facts = facts.plus(node.test)
    return block_can_fail(node.body, facts)


def _call_fails(node: n.Call, facts: Facts) -> bool:
    if any(can_fail(a, facts) for a in node.arguments):
        return True
    called = next((p for p in facts.game.procedures if p.name == node.procedure), None)
    if called is None or called.name in facts.circles:
        return True
    inner = replace(facts.changed(), names=frozenset(), ranges={})
    for parameter, argument in zip(called.parameters, node.arguments, strict=False):
        inner = inner.bind(parameter.name, is_sure(argument, facts))
    return block_can_fail(called.body, inner)


def _later_fails(node: n.Later, facts: Facts) -> bool:
    sure = isinstance(node.count, n.Number) and node.count.value >= 1
    return not sure or any(can_fail(a, facts) for a in node.arguments)


def _boundary_fails(node: n.Boundary, facts: Facts) -> bool:
    due = due_at(facts.game).get(node.name, [])
    called = [p for p in facts.game.procedures if p.name in due]
    inner = replace(facts.changed(), names=frozenset(), ranges={})
    return any(p.name in facts.circles or block_can_fail(p.body, inner) for p in called)


def action_facts(action: n.Action, facts: Facts) -> Facts:
    """What is known when an action is carried out."""
    for parameter in action.parameters:
        items = parameter.items
        known = items is not None and items_exist(items, facts)
        numbers = items if isinstance(items, n.Range) and not facts.answered else None
        facts = facts.bind(parameter.name, known, numbers)
    # An answer given earlier may be none of today's options.
    return facts if facts.answered else facts.plus(action.guard)


def _actions_fail(actions: Iterable[n.Action], facts: Facts) -> bool:
    return any(block_can_fail(a.body, action_facts(a, facts.changed())) for a in actions)


def _ask_fails(node: n.Ask, facts: Facts) -> bool:
    fails = _no_decider(node, facts) or can_fail(node.items, facts)
    return fails or facts.searched or not may_not_be_empty(node.items)


def _no_decider(node: n.Ask | n.Decide, facts: Facts) -> bool:
    return facts.answered or can_fail(node.seat, facts) or not exists(node.seat, facts)


STATEMENTS: dict[type[Statement], Callable[[Any, Facts], bool]] = {
    n.Let: _any_fails("value"),
    n.SetVariable: lambda s, facts: (
        can_fail(s.value, facts)
        or can_fail(s.of, facts)
        or (s.of is not None and not exists(s.of, facts))
    ),
    n.Roll: lambda s, facts: (
        not (
            isinstance(s.low, n.Number)
            and isinstance(s.high, n.Number)
            and s.low.value <= s.high.value
        )
    ),
    n.MoveToken: _no_token,
    n.MoveTop: _top_fails,
    n.MoveBlock: _block_fails,
    n.Shuffle: lambda s, facts: can_fail(s.zone, facts) or not exists(s.zone, facts),
    n.Turn: _any_fails("token"),
    n.Show: _any_fails("token", "seats"),
    n.Hide: _any_fails("token", "seats"),
    n.SetProperty: lambda s, facts: (
        can_fail(s.token, facts) or can_fail(s.value, facts) or not exists(s.token, facts)
    ),
    n.Create: lambda s, facts: True,
    n.Destroy: lambda s, facts: True,
    n.Grow: lambda s, facts: True,
    n.Prune: lambda s, facts: True,
    n.MoveTree: lambda s, facts: True,
    n.If: _if_fails,
    n.While: _loop_fails,
    n.ForEach: _loop_fails,
    n.Leave: lambda s, facts: False,
    n.Call: _call_fails,
    n.Return: lambda s, facts: False,
    n.Later: _later_fails,
    n.Boundary: _boundary_fails,
    n.Attempt: lambda s, facts: block_can_fail(s.otherwise, after(s, facts)),
    n.Fail: lambda s, facts: True,
    n.Mark: lambda s, facts: False,
    n.EndGame: _any_fails("winners", "scores"),
    n.Decide: lambda s, facts: _no_decider(s, facts) or _actions_fail(s.actions, facts),
    n.TakeFirst: lambda s, facts: (
        _actions_fail(s.actions, facts) or block_can_fail(s.otherwise, facts)
    ),
    n.Ask: _ask_fails,
    n.Together: _together_fails,
}
