"""Folding: a test of a token's fixed properties becomes a bit table, evaluated at compile time.

A test of one token may also read *keys*: expressions that change but have few values (the top card
of a zone, the current suit). For every combination of their values there is a row with a bit per
token; at run time the combination is the row number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..gamedef import nodes as n
from ..gamedef.walk import walk
from .layout import Layout

MOST_ROWS = 4096

# Evaluation is vectorised over all combinations. An expression has an array of values and one of
# outcomes (three-valued: a failure makes a test false, an overflow must stay a fault). The
# environment holds the tokens, then the keys.
WELL, FAILED, TOO_LARGE = range(3)
Values = tuple[Any, Any]
Env = list[Any]
Evaluate = Callable[[Env], Values]


@dataclass(frozen=True)
class Folded:
    """A test as a bit table: the expressions whose values number the rows, and the rows."""

    keys: tuple[n.Expr, ...]
    sizes: tuple[int, ...]
    words: int  # per row
    bits: tuple[int, ...]


Tables = dict[tuple[n.Expr, n.Expr, tuple[n.Expr, ...], tuple[int, ...]], Folded | None]


def fold(
    test: n.Expr,
    token: n.Expr,
    layout: Layout,
    domain: Callable[[n.Expr], int | None],
    done: Tables,
) -> Folded | None:
    """The test as a bit table over the tokens that `token` may be, or None.

    `domain` gives the number of values of an expression that may be a key, or None; `done` is a
    cache.
    """
    keys: list[n.Expr] = []
    evaluate = _compiled(test, token, layout, domain, keys)
    if evaluate is None:
        return None
    sizes = tuple(domain(key) or 0 for key in keys)
    rows = 1
    for size in sizes:
        rows *= size
    # The sizes of the keys multiply, and the table is part of the program.
    if rows > MOST_ROWS:
        return None
    case = (test, token, tuple(keys), sizes)
    if case not in done:
        done[case] = _evaluated(evaluate, *case[2:], len(layout.tokens))
    return done[case]


def fold_value(expr: n.Expr, token: n.Expr, layout: Layout) -> list[int] | None:
    """The expression's value by token, if that is all it depends on and it never fails, or None."""
    evaluate = _compiled(expr, token, layout, lambda key: None, [])
    if evaluate is None:
        return None
    values, went = evaluate([np.arange(1, len(layout.tokens) + 1)])
    return None if went.any() else [0, *(int(value) for value in values)]


def _evaluated(
    evaluate: Evaluate, keys: tuple[n.Expr, ...], sizes: tuple[int, ...], tokens: int
) -> Folded | None:
    """The bits of a test, which is false where it fails; None if a number overflows, as that fault
    is left to the machine."""
    words = tokens // 32 + 1
    *values, token = np.indices((*sizes, tokens + 1)).reshape(len(sizes) + 1, -1)
    found, went = evaluate([token, *values])
    if (went == TOO_LARGE).any():
        return None
    rows = np.zeros((len(token) // (tokens + 1), 32 * words), bool)
    rows[:, : tokens + 1] = ((found != 0) & (went == WELL)).reshape(-1, tokens + 1)
    bits = np.packbits(rows, axis=1, bitorder="little").view("<i4")
    return Folded(keys, sizes, words, tuple(bits.ravel().tolist()))


def mentions(expr: n.Expr, part: n.Expr) -> bool:
    """Whether a part occurs in an expression."""
    return any(node == part for node in walk(expr))


def _compiled(
    expr: n.Expr,
    token: n.Expr,
    layout: Layout,
    domain: Callable[[n.Expr], int | None],
    keys: list[n.Expr],
) -> Evaluate | None:
    """A function that evaluates the expression, or None if it cannot be folded."""
    if expr == token:
        return lambda env: (env[0], _well(env))
    rule = RULES.get(type(expr))
    if rule is None or (isinstance(expr, n.PropertyOf) and expr.property in layout.changing):
        if mentions(expr, token) or domain(expr) is None:
            return None
        # Equal keys share a dimension of the table.
        if expr not in keys:
            keys.append(expr)
        at = 1 + keys.index(expr)
        return lambda env: (env[at], _well(env))
    parts = []
    for part in _operands(expr):
        compiled = _compiled(part, token, layout, domain, keys)
        if compiled is None:
            return None
        parts.append(compiled)
    return rule(expr, parts, layout)


def _operands(expr: n.Expr) -> Iterator[n.Expr]:
    if isinstance(expr, n.And | n.Or):
        yield from expr.items
    elif isinstance(expr, n.Not | n.Exists):
        yield expr.item
    elif isinstance(expr, n.PropertyOf):
        yield expr.token
    elif isinstance(expr, n.Largest | n.Smallest):
        # Only a literal list has parts; any other list is a part that cannot be folded.
        yield from expr.items.items if isinstance(expr.items, n.ListOf) else (expr.items,)
    elif isinstance(expr, n.Lookup):
        yield expr.key
    elif isinstance(expr, n.Conditional):
        yield from (expr.test, expr.then, expr.otherwise)
    elif isinstance(expr, n.Equal | n.Less | n.AtMost | n.Add | n.Subtract | n.Multiply):
        yield from (expr.left, expr.right)


Rule = Callable[[n.Expr, list[Evaluate], Layout], Evaluate]


def _constant(expr: n.Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
    value = layout.constant(expr)
    return lambda env: (np.full(len(env[0]), value, np.int64), _well(env))


def _well(env: Env) -> Any:
    return np.zeros(len(env[0]), np.int8)


def _property(expr: n.Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
    assert isinstance(expr, n.PropertyOf)
    table = layout.property_table(expr.property)
    return _entry(table, parts[0])


def _lookup(expr: n.Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
    assert isinstance(expr, n.Lookup)
    table = next(t for t in layout.game.tables if t.name == expr.table)
    return _entry([0, *table.values], parts[0])


def _entry(table: list[int], key: Evaluate) -> Evaluate:
    entries = np.array(table, np.int64)

    def evaluate(env: Env) -> Values:
        number, went = key(env)
        # Entry 0 stands for nothing, of which every property fails.
        there = (number > 0) & (number < len(entries))
        return entries[np.where(there, number, 0)], np.where((went == WELL) & ~there, FAILED, went)

    return evaluate


def _binary(compute: Callable[[Any, Any], Any]) -> Rule:
    def rule(expr: n.Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
        left, right = parts

        def evaluate(env: Env) -> Values:
            (one, first), (other, second) = left(env), right(env)
            result = compute(one, other).astype(np.int64)
            # The left operand is evaluated first, so its outcome takes precedence.
            went: Any = np.where(first == WELL, second, first)
            large = (went == WELL) & ((result < -(2**31)) | (result >= 2**31))
            return np.where(large, 0, result), np.where(large, TOO_LARGE, went)

        return evaluate

    return rule


def _joined(decides: bool) -> Rule:
    """Short-circuit evaluation, up to the first part that decides."""

    def rule(expr: n.Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
        def evaluate(env: Env) -> Values:
            went = _well(env)
            decided = np.zeros(len(went), bool)
            for part in parts:
                value, how = part(env)
                open_ = (went == WELL) & ~decided
                went = np.where(open_, how, went)
                decided |= open_ & (how == WELL) & ((value != 0) == decides)
            return (decided == decides).astype(np.int64), went

        return evaluate

    return rule


def _one(compute: Callable[[Any], Any]) -> Rule:
    def rule(expr: n.Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
        def evaluate(env: Env) -> Values:
            value, went = parts[0](env)
            return compute(value).astype(np.int64), went

        return evaluate

    return rule


def _conditional(expr: n.Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
    test, then, otherwise = parts

    def evaluate(env: Env) -> Values:
        (holds, how), (one, first), (other, second) = test(env), then(env), otherwise(env)
        yes = (how == WELL) & (holds != 0)
        went = np.where(yes, first, second)
        return np.where(yes, one, other), np.where(how == TOO_LARGE, TOO_LARGE, went)

    return evaluate


def _extreme(choose: Callable[[Any, Any], Any]) -> Rule:
    def rule(expr: n.Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
        def evaluate(env: Env) -> Values:
            if not parts:
                return env[0], _well(env) + np.int8(FAILED)
            best, went = parts[0](env)
            for part in parts[1:]:
                value, how = part(env)
                best, went = choose(best, value), np.where(went == WELL, how, went)
            return best, went

        return evaluate

    return rule


RULES: dict[type[n.Expr], Rule] = {
    n.Number: _constant,
    n.Truth: _constant,
    n.Symbol: _constant,
    n.Nothing: _constant,
    n.TeamNamed: _constant,
    n.PropertyOf: _property,
    n.Lookup: _lookup,
    n.Equal: _binary(lambda a, b: a == b),
    n.Less: _binary(lambda a, b: a < b),
    n.AtMost: _binary(lambda a, b: a <= b),
    n.Add: _binary(lambda a, b: a + b),
    n.Subtract: _binary(lambda a, b: a - b),
    n.Multiply: _binary(lambda a, b: a * b),
    n.And: _joined(decides=False),
    n.Or: _joined(decides=True),
    n.Not: _one(lambda value: value == 0),
    n.Exists: _one(lambda value: value != 0),
    n.Conditional: _conditional,
    n.Largest: _extreme(np.maximum),
    n.Smallest: _extreme(np.minimum),
}
