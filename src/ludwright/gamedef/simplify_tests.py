"""Simplify fail-safe tests (see `failsafe.py`) where their safeguards make no difference.

`without_safeguards` uses what is known at a test: that nothing in it can fail or be nothing.
`relaxed` uses its context: a failure makes the whole enclosing test false anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from . import nodes as n
from .block_fallibility import action_facts, after
from .claims import CLAIMS
from .failsafe import held, met
from .fallibility import Facts, can_fail, exists, facts_of, inside, items_exist
from .walk import BINDERS, rebuild, with_parts

Rule = Callable[[Any, Facts], Any]

TESTS: dict[type[n.Node], str] = {kind: each.test for kind, each in CLAIMS.items() if each.test}
"""The fields that are tests: a failure inside makes them false."""


# ---- by the context of a test -------------------------------------------------------------------


def relaxed(game: n.GameDef) -> n.GameDef:
    """The game with plain tests wherever the enclosing test is false if they fail."""

    def change(node: n.Node) -> n.Node:
        name = TESTS.get(type(node))
        if name is None or (held(getattr(node, name)) is None and not _joins(getattr(node, name))):
            return node
        return replace(node, **{name: _relaxed(getattr(node, name))})  # type: ignore[arg-type]

    return rebuild(game, change)


def _joins(test: n.Expr) -> bool:
    return isinstance(test, n.And | n.Or)


def _relaxed(test: n.Expr) -> n.Expr:
    inner = held(test)
    if inner is not None:
        return _relaxed(inner)
    if isinstance(test, n.And):
        return replace(test, items=tuple(_relaxed(item) for item in test.items))
    # Only the last part: if an earlier one failed, the later ones would not be tried.
    if isinstance(test, n.Or) and test.items:
        return replace(test, items=(*test.items[:-1], _relaxed(test.items[-1])))
    return test


# ---- by what is known --------------------------------------------------------------------------


def without_safeguards(game: n.GameDef) -> n.GameDef:
    """The game without safeguards that are never needed, for any number of seats."""
    # More seats only make more references valid.
    facts = facts_of(game, game.least_players)
    return replace(
        game,
        procedures=tuple(replace(p, body=_block(p.body, facts)) for p in game.procedures),
        listeners=tuple(_listener(each, facts) for each in game.listeners),
    )


def _listener(listener: n.Listener, facts: Facts) -> n.Listener:
    for name in (listener.token, listener.source, listener.target):
        facts = facts.bind(name, True)
    test = _expr(listener.test, facts)
    return replace(listener, test=test, body=_block(listener.body, facts.plus(test)))


def _block(block: n.Block, facts: Facts) -> n.Block:
    done = []
    for statement in block:
        done.append(_rule(statement)(statement, facts))
        facts = after(statement, facts)
    return tuple(done)


def _rule(statement: n.Statement) -> Rule:
    return STATEMENTS.get(type(statement), _statement)


def _statement(node: n.Node, facts: Facts) -> Any:
    """Any node: its expressions are evaluated first, its blocks after all that it may change."""
    inner: list[Facts] = []

    def change(child: n.Node) -> n.Node:
        if isinstance(child, n.Expr):
            return _expr(child, facts)
        if not inner:
            inner.append(after(node, facts) if isinstance(node, n.Statement) else facts)
        if isinstance(child, n.Statement):
            return cast(n.Node, _rule(child)(child, inner[0]))
        return cast(n.Node, _statement(child, inner[0]))

    return with_parts(node, change)


def _if(node: n.If, facts: Facts) -> n.If:
    test = _expr(node.test, facts)
    known = facts if can_fail(test, facts) else facts.plus(n.Not(item=test))
    then, otherwise = _block(node.then, facts.plus(test)), _block(node.otherwise, known)
    return replace(node, test=test, then=then, otherwise=otherwise)


def _while(node: n.While, facts: Facts) -> n.While:
    facts = after(node, facts)  # the test is evaluated again after each iteration
    test = _expr(node.test, facts)
    return replace(node, test=test, body=_block(node.body, facts.plus(test)))


def _for_each(node: n.ForEach, facts: Facts) -> n.ForEach:
    items, later = _expr(node.items, facts), after(node, facts)
    inner = later.bind(node.name, items_exist(items, facts))
    return replace(node, items=items, body=_block(node.body, inner))


def _attempt(node: n.Attempt, facts: Facts) -> n.Attempt:
    otherwise = _block(node.otherwise, after(node, facts))
    return replace(node, body=_block(node.body, facts), otherwise=otherwise)


def _actions(node: n.Decide | n.TakeFirst, facts: Facts) -> Any:
    done = tuple(_action(each, facts) for each in node.actions)
    otherwise = None if node.otherwise is None else _block(node.otherwise, facts)
    changed: Any = replace(node, actions=done, otherwise=otherwise)  # type: ignore[arg-type]
    if isinstance(node, n.Decide):
        return replace(changed, seat=_expr(node.seat, facts))
    return changed


def _action(action: n.Action, facts: Facts) -> n.Action:
    inner, parameters = facts, []
    for parameter in action.parameters:
        items = None if parameter.items is None else _expr(parameter.items, inner)
        parameters.append(replace(parameter, items=items))
        inner = inner.bind(parameter.name, items is not None and items_exist(items, inner))
    guard = _expr(action.guard, inner)
    made = replace(action, parameters=tuple(parameters), guard=guard)
    return replace(made, body=_block(action.body, action_facts(made, facts.changed())))


STATEMENTS: dict[type[n.Statement], Rule] = {
    n.If: _if,
    n.While: _while,
    n.ForEach: _for_each,
    n.Attempt: _attempt,
    n.Decide: _actions,
    n.TakeFirst: _actions,
}
"""The statements in whose parts more is known than after all that they may change."""


# ---- expressions -------------------------------------------------------------------------------


def _expr(expr: n.Expr, facts: Facts) -> n.Expr:
    rule = RULES.get(type(expr))
    if rule:
        return rule(expr, facts)
    if type(expr) in BINDERS:
        return _binder(expr, facts)
    return cast(n.Expr, with_parts(expr, lambda child: _expr(cast(n.Expr, child), facts)))


def _binder(expr: Any, facts: Facts) -> n.Expr:
    body, inner = getattr(expr, BINDERS[type(expr)][1]), inside(expr, facts)

    def change(child: n.Node) -> n.Node:
        return _expr(cast(n.Expr, child), inner if child is body else facts)

    return cast(n.Expr, with_parts(expr, change))


def _joined(expr: n.And | n.Or, facts: Facts) -> n.Expr:
    """Each part is evaluated only if all before it held (And) or did not (Or)."""
    items = []
    for item in expr.items:
        items.append(_expr(item, facts))
        facts = facts.plus(items[-1] if isinstance(expr, n.And) else n.Not(item=items[-1]))
    return replace(expr, items=tuple(items))


def _possible(expr: n.Possible, facts: Facts) -> n.Expr:
    return replace(expr, body=_block(expr.body, facts))


def _conditional(expr: n.Conditional, facts: Facts) -> n.Expr:
    test = _expr(expr.test, facts)
    asked = test.item if isinstance(test, n.Exists) else None
    if asked and isinstance(expr.otherwise, n.Nothing) and not _may_lack(asked, facts):
        return _expr(expr.then, facts)
    if held(expr) is not None:
        test = _meeting(test, facts)
        return replace(expr, test=test) if can_fail(test, facts) or met(test) else test
    known = facts if can_fail(test, facts) else facts.plus(n.Not(item=test))
    then, otherwise = _expr(expr.then, facts.plus(test)), _expr(expr.otherwise, known)
    return replace(expr, test=test, then=then, otherwise=otherwise)


def _may_lack(expr: n.Expr, facts: Facts) -> bool:
    return can_fail(expr, facts) or not exists(expr, facts)


def _meeting(test: n.Expr, facts: Facts) -> n.Expr:
    """A comparison that tests for nothing only the values that may be."""
    last = met(test)
    if last is None:
        return test
    assert isinstance(test, n.And)
    there = [each for each in test.items[:-1] if isinstance(each, n.Exists)]
    open_ = tuple(each for each in there if not exists(each.item, facts))
    # Something never equals nothing, so one side that exists is enough.
    if isinstance(last, n.Equal) and (exists(last.left, facts) or exists(last.right, facts)):
        open_ = ()
    return replace(test, items=(*open_, last)) if open_ else last


RULES: dict[type[n.Expr], Callable[[Any, Facts], n.Expr]] = {
    n.And: _joined,
    n.Or: _joined,
    n.Conditional: _conditional,
    n.Possible: _possible,
}
"""The expressions of which some parts are evaluated only for certain values of others."""
