"""Fold what is static: a test over a token's fixed properties becomes rows of bits.

A test on one token may also read things that change but have few values (the top card of a zone,
a suit in force). For every combination of their values there is a row with a bit per token, worked
out here by evaluating the test; at run time the combination is the number of the row.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..gamedef import nodes as n
from ..gamedef.nodes import Expr
from ..gamedef.walk import walk
from .layout import Layout

MOST_ROWS = 4096

Env = list[int]  # the token, then the values that number the rows
Evaluate = Callable[[Env], int]


class Failed(Exception):
    """An expression failed while a test was worked out."""


class Overflow(Exception):
    """A number got too large while a test was worked out: that fault is left to the machine."""


@dataclass(frozen=True)
class Folded:
    """A test as a bit table: the expressions whose values number the rows, and the rows."""

    keys: tuple[Expr, ...]
    sizes: tuple[int, ...]
    words: int  # per row
    bits: tuple[int, ...]


Tables = dict[tuple[Expr, Expr, tuple[Expr, ...], tuple[int, ...]], Folded | None]


def fold(
    test: Expr,
    token: Expr,
    layout: Layout,
    domain: Callable[[Expr], int | None],
    done: Tables,
) -> Folded | None:
    """The test as a bit table over the tokens that `token` may be, or None.

    `domain` gives the number of values of an expression that changes but cannot fail, or None;
    `done` keeps what was worked out before.
    """
    keys: list[Expr] = []
    evaluate = _compiled(test, token, layout, domain, keys)
    if evaluate is None:
        return None
    sizes = tuple(domain(key) or 0 for key in keys)
    rows = 1
    for size in sizes:
        rows *= size
    if rows > MOST_ROWS:
        return None
    case = (test, token, tuple(keys), sizes)
    if case not in done:
        try:
            done[case] = _worked_out(evaluate, *case[2:], len(layout.tokens))
        except Overflow:
            done[case] = None
    return done[case]


def fold_value(expr: Expr, token: Expr, layout: Layout) -> list[int] | None:
    """The expression's value by token, if that is all it depends on and it never fails, or None."""
    evaluate = _compiled(expr, token, layout, lambda key: None, [])
    if evaluate is None:
        return None
    try:
        return [0, *(int(evaluate([i + 1])) for i in range(len(layout.tokens)))]
    except (Failed, Overflow):
        return None


def _worked_out(
    evaluate: Evaluate, keys: tuple[Expr, ...], sizes: tuple[int, ...], tokens: int
) -> Folded:
    words = tokens // 32 + 1
    bits: list[int] = []
    for values in itertools.product(*(range(size) for size in sizes)):
        row = [0] * words
        env: Env = [0, *values]
        for number in range(tokens + 1):
            env[0] = number
            if _holds(evaluate, env):
                row[number >> 5] |= 1 << (number & 31)
        bits += [w - (1 << 32) if w >> 31 else w for w in row]
    return Folded(keys, sizes, words, tuple(bits))


def _holds(evaluate: Evaluate, env: Env) -> bool:
    try:
        return bool(evaluate(env))
    except Failed:
        return False


def mentions(expr: Expr, part: Expr) -> bool:
    """Whether an expression has a part."""
    return any(node == part for node in walk(expr))


def _compiled(
    expr: Expr,
    token: Expr,
    layout: Layout,
    domain: Callable[[Expr], int | None],
    keys: list[Expr],
) -> Evaluate | None:
    """A function that evaluates the expression, or None if it cannot be folded."""
    if expr == token:
        return lambda env: env[0]
    rule = RULES.get(type(expr))
    if rule is None or (isinstance(expr, n.PropertyOf) and expr.property in layout.changing):
        if mentions(expr, token) or domain(expr) is None:
            return None
        if expr not in keys:
            keys.append(expr)
        at = 1 + keys.index(expr)
        return lambda env: env[at]
    parts = []
    for part in _operands(expr):
        compiled = _compiled(part, token, layout, domain, keys)
        if compiled is None:
            return None
        parts.append(compiled)
    return rule(expr, parts, layout)


def _operands(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, n.And | n.Or):
        yield from expr.items
    elif isinstance(expr, n.Not | n.Exists):
        yield expr.item
    elif isinstance(expr, n.PropertyOf):
        yield expr.token
    elif isinstance(expr, n.Largest | n.Smallest):
        # Only a list that is written out has parts; any other one is no part that can be folded.
        yield from expr.items.items if isinstance(expr.items, n.ListOf) else (expr.items,)
    elif isinstance(expr, n.Lookup):
        yield expr.key
    elif isinstance(expr, n.Conditional):
        yield from (expr.test, expr.then, expr.otherwise)
    elif isinstance(expr, n.Equal | n.Less | n.AtMost | n.Add | n.Subtract | n.Multiply):
        yield from (expr.left, expr.right)


Rule = Callable[[Expr, list[Evaluate], Layout], Evaluate]


def _constant(expr: Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
    value = layout.constant(expr)
    return lambda env: value


def _property(expr: Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
    assert isinstance(expr, n.PropertyOf)
    table = layout.property_table(expr.property)
    return _entry(table, parts[0])


def _lookup(expr: Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
    assert isinstance(expr, n.Lookup)
    table = next(t for t in layout.game.tables if t.name == expr.table)
    return _entry([0, *table.values], parts[0])


def _entry(table: list[int], key: Evaluate) -> Evaluate:
    def evaluate(env: Env) -> int:
        number = key(env)
        if not 0 < number < len(table):
            raise Failed
        return table[number]

    return evaluate


def _binary(compute: Callable[[int, int], int]) -> Rule:
    def rule(expr: Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
        left, right = parts

        def evaluate(env: Env) -> int:
            result = compute(left(env), right(env))
            if not -(2**31) <= result < 2**31:
                raise Overflow
            return result

        return evaluate

    return rule


def _and(expr: Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
    return lambda env: all(part(env) for part in parts)


def _or(expr: Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
    return lambda env: any(part(env) for part in parts)


def _conditional(expr: Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
    test, then, otherwise = parts

    def evaluate(env: Env) -> int:
        try:
            holds = test(env)
        except Failed:
            holds = 0
        return then(env) if holds else otherwise(env)

    return evaluate


def _extreme(choose: Callable[[list[int]], int]) -> Rule:
    def rule(expr: Expr, parts: list[Evaluate], layout: Layout) -> Evaluate:
        def evaluate(env: Env) -> int:
            values = [part(env) for part in parts]
            if not values:
                raise Failed
            return choose(values)

        return evaluate

    return rule


RULES: dict[type[Expr], Rule] = {
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
    n.And: _and,
    n.Or: _or,
    n.Not: lambda expr, parts, layout: lambda env: not parts[0](env),
    n.Exists: lambda expr, parts, layout: lambda env: parts[0](env) != 0,
    n.Conditional: _conditional,
    n.Largest: _extreme(max),
    n.Smallest: _extreme(min),
}
