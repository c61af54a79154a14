"""Parts that a value has several times are computed once, and mean the same."""

from __future__ import annotations

import random

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.machine import ops
from ludwright.machine.program import instructions
from tools.lockstep import Machine, lock_step
from tools.tiny import ME, PILE, PIT, TAKEN, X, add, game, loc, num, put, rank

# The pile has the ranks 9, 8, 7 and 6, from the top; there is nothing in the pit.
TOP = n.PropertyOf(token=n.TopOf(zone=PILE), property="rank")
MISSING = n.PropertyOf(token=n.TopOf(zone=PIT), property="rank")
LOW = n.And(  # x is 1
    items=(n.Less(left=rank("t"), right=num(8)), n.Less(left=X, right=rank("t")))
)
COUNT = n.Length(items=n.Filter(items=n.TokensIn(zone=PILE), name="t", where=LOW))


def tiny(value: n.Expr) -> n.GameDef:
    tried = n.Attempt(body=(add(value),), otherwise=(add(num(0)),))
    return game(put(num(1)), tried, n.Ask(name="end", seat=ME, items=TAKEN))


def either(test: n.Expr, then: n.Expr, otherwise: n.Expr) -> n.Expr:
    return n.Conditional(test=test, then=then, otherwise=otherwise)


def plus(*items: n.Expr) -> n.Expr:
    first, *rest = items
    return n.Add(left=first, right=plus(*rest)) if rest else first


def less(left: n.Expr, right: n.Expr) -> n.Expr:
    return n.Less(left=left, right=right)


VALUES = {
    "twice": (n.Subtract(left=plus(COUNT, COUNT), right=num(1)), 13),
    "in a test, then as a value": (either(less(COUNT, num(3)), COUNT, num(9)), 12),
    "in a test and its opposite": (
        either(
            less(COUNT, num(0)),
            num(9),
            n.Divide(left=num(8), right=either(less(COUNT, num(0)), num(9), COUNT)),
        ),
        14,
    ),
    "a failure": (plus(MISSING, MISSING), 10),
    "a failure of a test": (either(n.Equal(left=MISSING, right=MISSING), num(1), num(2)), 12),
    "a failure that is not reached": (
        either(less(num(5), X), plus(MISSING, MISSING), num(3)),
        13,
    ),
    "a failure of a test, then of the value": (
        plus(either(less(MISSING, num(3)), num(1), num(2)), MISSING),
        10,
    ),
    "where its name is bound anew": (
        n.Sum(
            items=n.Each(
                items=n.ListOf(items=(num(1), num(2))),
                name="i",
                value=n.Subtract(
                    left=n.Modulo(left=n.Multiply(left=loc("i"), right=TOP), right=num(5)),
                    right=n.Sum(
                        items=n.Each(
                            items=n.ListOf(items=(num(1),)),
                            name="i",
                            value=n.Modulo(left=n.Multiply(left=loc("i"), right=TOP), right=num(5)),
                        )
                    ),
                ),
            )
        ),
        9,
    ),
}


@pytest.mark.parametrize(("value", "expected"), VALUES.values(), ids=VALUES)
def test_values_with_repeated_parts(value: n.Expr, expected: int) -> None:
    made = tiny(value)
    lock_step(made, 2, 1, most=1)
    assert Machine(compile_game(made, 2), seed=1).snapshot()["variables"]["x", None] == expected


def test_a_repeated_part_is_computed_once() -> None:
    found = [op for _, op, _ in instructions(compile_game(tiny(plus(COUNT, COUNT, COUNT)), 2))]
    assert sum(op in (ops.COUNT_TOKENS, ops.COUNT_ITEMS, ops.NEXT) for op in found) == 1


@pytest.mark.parametrize("seed", range(20))
def test_random_values_of_a_few_parts(seed: int) -> None:
    rng = random.Random(seed)
    few = (COUNT, TOP, MISSING, X, num(2), loc("i"))

    def value(depth: int) -> n.Expr:
        kind = rng.randrange(6) if depth else 9
        if kind < 2:
            return n.Add(left=value(depth - 1), right=value(depth - 1))
        if kind == 2:
            return n.Divide(left=value(depth - 1), right=value(depth - 1))
        if kind == 3:
            test = less(value(depth - 1), value(depth - 1))
            return either(test, value(depth - 1), value(depth - 1))
        if kind == 4:
            items = n.ListOf(items=(value(depth - 1), num(3)))
            return n.Sum(items=n.Each(items=items, name="i", value=value(depth - 1)))
        return rng.choice(few)

    bound = [n.Let(name="i", value=num(4)), n.Let(name="j", value=value(4))]
    body = (put(num(1)), n.Attempt(body=(*bound, put(value(5)))))
    lock_step(game(*body, n.Ask(name="end", seat=ME, items=TAKEN)), 2, 1, most=1)
