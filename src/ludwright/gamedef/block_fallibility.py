"""Fallibility of statements and blocks, from that of the expressions in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from . import nodes as n
from .call_graph import due_at
from .claims import FOUND, claimed, is_declared
from .claims import of as claims_of
from .fallibility import (
    Facts,
    can_fail,
    certainly_nonempty,
    exists,
    is_sure,
    items_exist,
    no_variable,
)
from .walk import walk


def block_can_fail(block: n.Block, facts: Facts) -> bool:
    """Whether a statement of a block may fail outside any Attempt."""
    for statement in block:
        if statement_can_fail(statement, facts):
            return True
        facts = after(statement, facts)
    return False


def after(statement: n.Statement, facts: Facts) -> Facts:
    """What is still known after a statement.

    Any statement may change tokens and variables, so all but facts about names are dropped."""
    if isinstance(statement, n.Let):
        value = statement.value
        only = n.Range(low=value, high=value) if isinstance(value, n.Number) else None
        return facts.bind(statement.name, is_sure(value, facts), only)
    if isinstance(statement, n.Mark):
        return facts
    facts = facts.changed()
    for inner in walk(statement):
        if not isinstance(inner, n.Statement):
            continue
        if not is_declared(inner):  # it may bind any name
            facts = replace(facts, names=frozenset())
        for field in claims_of(type(inner)).binds:
            # What a nested statement binds may not have been bound at all.
            facts = facts.bind(getattr(inner, field), inner is statement and _finds(inner, facts))
    return facts


def _finds(statement: n.Statement, facts: Facts) -> bool:
    """Whether the name that a statement has bound is certainly not nothing."""
    if isinstance(statement, n.Ask | n.Pick):
        return items_exist(statement.items, facts)
    return claimed(statement, FOUND)


def statement_can_fail(statement: n.Statement, facts: Facts) -> bool:
    """Whether a statement may fail outside any Attempt."""
    rule = STATEMENTS.get(type(statement))
    return rule is None or rule(statement, facts)


def _any_fails(*fields: str) -> Callable[[Any, Facts], bool]:
    return lambda node, facts: any(can_fail(getattr(node, name), facts) for name in fields)


def stands(zone: n.Expr, facts: Facts) -> bool:
    """Whether a zone that is not nothing has certainly not been pruned."""
    # A ZoneAt is always a root; only branches can be pruned, which a name may outlive.
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
        # A nonempty zone has one token for certain, but not two.
        there = count.value <= 1 and node.source in facts.nonempty
        return not (node.partial or count.value == 0 or there)
    # Any other computed count may exceed what is there.
    return count != n.SizeOf(zone=node.source)


def _block_fails(node: n.MoveBlock, facts: Facts) -> bool:
    if _zones_fail(node, facts):
        return True
    return not (
        node.count is None
        or node.count == n.SizeOf(zone=node.source)
        or _at_most_all(node.count, node.source)
        or _within_run(node.count, node.source, facts)
    )


def _at_most_all(count: n.Expr, source: n.Expr) -> bool:
    """Whether a count is the minimum of a nonnegative number and the size of the source."""
    if not (isinstance(count, n.Conditional) and isinstance(count.test, n.Less)):
        return False
    less, size = count.test, n.SizeOf(zone=source)
    smaller = (less.left, less.right) == (count.then, count.otherwise)
    given = less.left if less.right == size else less.right if less.left == size else None
    return smaller and isinstance(given, n.Number) and given.value >= 0


def _within_run(count: n.Expr, source: n.Expr, facts: Facts) -> bool:
    """Whether a count is `name + k`, where name <= (run length or size of the source) - m, k <=
    m."""
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
    holds = _truth(node.test, facts)
    then = holds is not False and block_can_fail(node.then, facts.plus(node.test))
    return then or (holds is not True and block_can_fail(node.otherwise, facts))


def _truth(test: n.Expr, facts: Facts) -> bool | None:
    """The value of a comparison of numbers that are known, or None."""
    if isinstance(test, n.Not):
        inner = _truth(test.item, facts)
        return None if inner is None else not inner
    if not isinstance(test, n.Less | n.AtMost):
        return None
    (low, high), (least, most) = _bounds(test.left, facts), _bounds(test.right, facts)
    if isinstance(test, n.Less):
        return True if high < least else False if low >= most else None
    return True if high <= least else False if low > most else None


def _bounds(expr: n.Expr, facts: Facts) -> tuple[float, float]:
    numbers = facts.ranges.get(expr.name) if isinstance(expr, n.Local) else None
    low, high = (numbers.low, numbers.high) if numbers else (expr, expr)
    if isinstance(low, n.Number) and isinstance(high, n.Number):
        return low.value, high.value
    return -math.inf, math.inf


def _together_fails(node: n.Together, facts: Facts) -> bool:
    inner = replace(after(node, facts), answered=True)
    inner = inner.bind(node.name, items_exist(node.seats, facts))
    return can_fail(node.seats, facts) or block_can_fail(node.body, inner)


def _loop_fails(node: n.While | n.ForEach, facts: Facts) -> bool:
    if isinstance(node, n.ForEach) and can_fail(node.items, after(node, facts)):
        return True
    return block_can_fail(node.body, loop_facts(node, facts))


def loop_facts(node: n.While | n.ForEach, facts: Facts) -> Facts:
    """What is known at the start of any iteration of a loop."""
    facts = after(node, facts)  # an iteration starts from what the previous one left
    if isinstance(node, n.ForEach):
        return facts.bind(node.name, items_exist(node.items, facts))
    return facts.plus(node.test)


def _call_fails(node: n.Call, facts: Facts) -> bool:
    if any(can_fail(a, facts) for a in node.arguments):
        return True
    called = next((p for p in facts.game.procedures if p.name == node.procedure), None)
    # Recursive calls are not followed, so they are assumed to fail.
    if called is None or called.name in facts.cycles:
        return True
    # The callee has names of its own, and may be called from anywhere else as well.
    inner = replace(facts.changed(), names=frozenset(), ranges={})
    for parameter, argument in zip(called.parameters, node.arguments, strict=False):
        inner = inner.bind(parameter.name, is_sure(argument, facts))
    return block_can_fail(called.body, inner)


def _later_fails(node: n.Later, facts: Facts) -> bool:
    sure = isinstance(node.count, n.Number) and node.count.value >= 1
    return not sure or any(can_fail(a, facts) for a in node.arguments)


def _boundary_fails(node: n.Boundary, facts: Facts) -> bool:
    due = due_at(facts.game).get(node.name, [])
    # Which calls are due is only known in play, so each that may wait here counts.
    called = [p for p in facts.game.procedures if p.name in due]
    inner = replace(facts.changed(), names=frozenset(), ranges={})
    return any(p.name in facts.cycles or block_can_fail(p.body, inner) for p in called)


def action_facts(action: n.Action, facts: Facts) -> Facts:
    """What is known in the body of an action."""
    for parameter in action.parameters:
        items = parameter.items
        known = items is not None and items_exist(items, facts)
        numbers = items if isinstance(items, n.Range) and not facts.answered else None
        facts = facts.bind(parameter.name, known, numbers)
    # An answer was an option when it was collected; it need not be one any more.
    return facts if facts.answered else facts.plus(action.guard)


def _actions_fail(actions: Iterable[n.Action], facts: Facts) -> bool:
    return any(block_can_fail(a.body, action_facts(a, facts.changed())) for a in actions)


def _ask_fails(node: n.Ask, facts: Facts) -> bool:
    fails = _no_decider(node, facts) or can_fail(node.items, facts)
    return fails or facts.searched or not _has_items(node.items, facts)


def _has_items(items: n.Expr, facts: Facts) -> bool:
    return items in facts.nonempty or certainly_nonempty(items)


def _decide_fails(node: n.Decide, facts: Facts) -> bool:
    if _no_decider(node, facts):
        return True
    if facts.through:
        return not _offers(node, facts)
    return (
        (node.picking is not None and facts.searched)
        or _actions_fail(node.actions, facts)
        or block_can_fail(node.otherwise or (), facts)
    )


def _offers(node: n.Decide, facts: Facts) -> bool:
    """Whether there certainly is a way through a decision: an option whose body can't fail, or what
    is done without one."""
    if node.otherwise is not None and not block_can_fail(node.otherwise, facts):
        return True
    sure = [action for action in node.actions if _is_listed(action, facts)]
    guards = {
        action.guard
        for action in sure
        if not block_can_fail(action.body, action_facts(action, facts.changed()))
    }
    # One of them holds, or one of two that exclude each other.
    return n.Truth(value=True) in guards or any(n.Not(item=guard) in guards for guard in guards)


def _is_listed(action: n.Action, facts: Facts) -> bool:
    """Whether an action has an option whenever its guard holds, which does not fail."""
    lists = [p.items for p in action.parameters]
    if any(x is None or can_fail(x, facts) or not _has_items(x, facts) for x in lists):
        return False
    names = [p.name for p in action.parameters]
    return not (can_fail(action.guard, facts) or _mentions(action.guard, names))


def _mentions(expr: n.Expr, names: list[str]) -> bool:
    return any(isinstance(x, n.Local) and x.name in names for x in walk(expr))


def _pick_fails(node: n.Pick, facts: Facts) -> bool:
    least, most = node.least, node.most
    free = isinstance(least, n.Number) and least.value < 1
    above = isinstance(most, n.Length) or (isinstance(most, n.Number) and most.value >= 0)
    # A lookahead may leave out every option, which fails the statement.
    if node.sequence or facts.searched or not (free and above):
        return True
    return any(can_fail(part, facts) for part in (node.items, most)) or _no_decider(node, facts)


def _no_decider(node: n.Ask | n.Pick | n.Decide, facts: Facts) -> bool:
    return facts.answered or can_fail(node.seat, facts) or not exists(node.seat, facts)


STATEMENTS: dict[type[n.Statement], Callable[[Any, Facts], bool]] = {
    n.Let: _any_fails("value"),
    n.SetVariable: lambda s, facts: (
        can_fail(s.value, facts)
        or can_fail(s.of, facts)
        or can_fail(s.index, facts)
        or no_variable(s, facts)
    ),
    n.Roll: lambda s, facts: (
        not (
            isinstance(s.low, n.Number)
            and isinstance(s.high, n.Number)
            and s.low.value <= s.high.value
        )
    ),
    n.MoveToken: _no_token,
    # Whether these fail depends on numbers or on the state, which this analysis does not track.
    n.Insert: lambda s, facts: True,
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
    # A failure in the body is caught, after any part of it may have run.
    n.Attempt: lambda s, facts: block_can_fail(s.otherwise, after(s, facts)),
    # A final Fail stops the game with a fault instead of failing.
    n.Fail: lambda s, facts: not s.final,
    n.Mark: lambda s, facts: False,
    n.EndGame: _any_fails("winners", "scores"),
    n.Decide: _decide_fails,
    n.TakeFirst: lambda s, facts: (
        _actions_fail(s.actions, facts) or block_can_fail(s.otherwise, facts)
    ),
    n.Ask: _ask_fails,
    n.Pick: _pick_fails,
    n.Together: _together_fails,
}
