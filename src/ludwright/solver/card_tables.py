"""Evaluate tests for given cards, to tabulate which cards fit on which.

An interpreter for the few expressions that rules about two cards use. An expression that depends on
anything else is undecided, and the caller treats its test in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..gamedef import nodes as n


class Undecided(Exception):
    """A test depends on more than the cards it is evaluated for."""


class Fails(Exception):
    """An expression fails; the test that contains it does not hold."""


@dataclass(frozen=True, slots=True)
class AtLeastOne:
    """A size that is only known to be positive."""


SOME = AtLeastOne()
NOTHING = None

Env = Mapping[n.Expr, Any]
Constants = Mapping[str, Any]


class CardEvaluator:
    """Evaluates the tests of a game for cards given by the values of their properties."""

    def __init__(self, game: n.GameDef, constants: Constants) -> None:
        self._properties = {p.name: i for i, p in enumerate(game.properties)}
        self._tables = {
            table.name: dict(zip(enum.values, table.values, strict=True))
            for table in game.tables
            for enum in game.enums
            if enum.name == table.enum
        }
        self._constants = constants

    def holds(self, test: n.Expr, env: Env) -> bool:
        """Whether a test holds. `env` maps whole expressions (the top of the target, its size) to
        cards, as tuples of property values or NOTHING, and to sizes."""
        try:
            return bool(self._value(test, env))
        except Fails:
            return False

    def _value(self, expr: n.Expr, env: Env) -> Any:
        rule = _RULES.get(type(expr))
        if rule is not None:
            return rule(self, expr, env)
        if expr not in env:
            raise Undecided
        return env[expr]

    def _truth(self, expr: n.Truth, env: Env) -> Any:
        return expr.value

    def _number(self, expr: n.Number, env: Env) -> Any:
        return expr.value

    def _symbol(self, expr: n.Symbol, env: Env) -> Any:
        return expr.value

    def _and(self, expr: n.And, env: Env) -> Any:
        return all(self._value(item, env) for item in expr.items)

    def _or(self, expr: n.Or, env: Env) -> Any:
        return any(self._value(item, env) for item in expr.items)

    def _not(self, expr: n.Not, env: Env) -> Any:
        return not self._value(expr.item, env)

    def _exists(self, expr: n.Exists, env: Env) -> Any:
        return self._value(expr.item, env) is not NOTHING

    def _property(self, expr: n.PropertyOf, env: Env) -> Any:
        card = self._value(expr.token, env)
        if card is NOTHING:
            raise Fails
        if expr.property not in self._properties:
            raise Undecided
        return card[self._properties[expr.property]]

    def _lookup(self, expr: n.Lookup, env: Env) -> Any:
        key = self._value(expr.key, env)
        if key is NOTHING:
            raise Fails
        return self._tables[expr.table][key]

    def _variable(self, expr: n.Variable, env: Env) -> Any:
        if expr.of or expr.index or expr.name not in self._constants:
            raise Undecided
        return self._constants[expr.name]

    def _equal(self, expr: n.Equal, env: Env) -> Any:
        left, right = self._value(expr.left, env), self._value(expr.right, env)
        if SOME in (left, right):
            if 0 in (left, right):
                return False  # a positive size is not 0
            raise Undecided
        return left == right

    def _less(self, expr: n.Less, env: Env) -> Any:
        return self._compared(expr, env, lambda a, b: a < b, 0)

    def _at_most(self, expr: n.AtMost, env: Env) -> Any:
        return self._compared(expr, env, lambda a, b: a <= b, 1)

    def _compared(
        self, expr: n.Less | n.AtMost, env: Env, test: Callable[[Any, Any], bool], least: int
    ) -> bool:
        """Compare two numbers; `least` is the largest x for which `x <op> 1` holds, and with it
        `x <op> size` for every positive size."""
        left, right = self._value(expr.left, env), self._value(expr.right, env)
        if right is SOME and left is not SOME and left <= least:
            return True
        if left is SOME and right is not SOME and right <= 1 - least:
            return False
        if SOME in (left, right):
            raise Undecided
        return test(left, right)

    def _conditional(self, expr: n.Conditional, env: Env) -> Any:
        return self._value(expr.then if self.holds(expr.test, env) else expr.otherwise, env)

    def _arithmetic(self, expr: Any, env: Env) -> Any:
        left, right = self._value(expr.left, env), self._value(expr.right, env)
        if SOME in (left, right):
            raise Undecided
        return _ARITHMETIC[type(expr)](left, right)


_ARITHMETIC: dict[type, Callable[[int, int], int]] = {
    n.Add: lambda a, b: a + b,
    n.Subtract: lambda a, b: a - b,
    n.Multiply: lambda a, b: a * b,
    n.Modulo: lambda a, b: a % b,
}
_RULES: dict[type, Callable[[CardEvaluator, Any, Env], Any]] = {
    n.Truth: CardEvaluator._truth,
    n.Number: CardEvaluator._number,
    n.Symbol: CardEvaluator._symbol,
    n.And: CardEvaluator._and,
    n.Or: CardEvaluator._or,
    n.Not: CardEvaluator._not,
    n.Exists: CardEvaluator._exists,
    n.PropertyOf: CardEvaluator._property,
    n.Lookup: CardEvaluator._lookup,
    n.Variable: CardEvaluator._variable,
    n.Equal: CardEvaluator._equal,
    n.Less: CardEvaluator._less,
    n.AtMost: CardEvaluator._at_most,
    n.Add: CardEvaluator._arithmetic,
    n.Subtract: CardEvaluator._arithmetic,
    n.Multiply: CardEvaluator._arithmetic,
    n.Modulo: CardEvaluator._arithmetic,
    n.Conditional: CardEvaluator._conditional,
}
