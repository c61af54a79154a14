"""After which choices an atomic action can certainly be completed."""

from __future__ import annotations

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.completion import Completion
from ludwright.gamedef.fallibility import facts_of
from ludwright.machine import state as m
from ludwright.play.table import Table
from tools import tiny
from tools.lockstep import lock_step
from tools.tiny import ME, num

TRUE = n.Truth(value=True)
X = n.Variable(name="x")
SET = n.SetVariable(name="x", value=num(3))
FAIL = n.If(test=n.Less(left=X, right=num(0)), then=(n.Fail(reason="no"),))
TWO = n.ListOf(items=(num(1), num(2)))
NONE = n.Filter(items=TWO, name="i", where=n.Less(left=n.Local(name="i"), right=X))
ASK = n.Ask(name="a", seat=ME, items=TWO)
MAYBE = n.Ask(name="b", seat=ME, items=NONE)


def let(number: int) -> n.Let:
    return n.Let(name="limit", value=num(number))


def fail_below(least: int) -> n.If:
    few = n.Less(left=n.Local(name="limit"), right=num(least))
    return n.If(test=few, then=(n.Fail(reason="too few"),))


def decide(*actions: n.Action, otherwise: n.Block | None = None) -> n.Decide:
    return n.Decide(seat=ME, actions=actions, otherwise=otherwise)


def go(*body: n.Statement, guard: n.Expr = TRUE) -> n.Action:
    return n.Action(name="go", body=body, guard=guard)


LESS = n.Less(left=X, right=num(1))
UNSURE = n.Less(left=n.Divide(left=num(1), right=X), right=num(1))
LOOP = n.While(
    test=n.Less(left=num(0), right=n.Length(items=NONE)),
    body=(
        decide(n.Action(name="take", parameters=(n.Parameter(name="p", type="int", items=NONE),))),
    ),
)


@pytest.mark.parametrize(
    ("rest", "sure"),
    [
        ((), True),
        ((SET,), True),
        ((FAIL,), False),
        ((SET, ASK), True),
        ((MAYBE,), False),
        ((n.If(test=n.Less(left=num(0), right=n.Length(items=NONE)), then=(MAYBE,)),), True),
        ((decide(go()),), True),
        ((decide(go(guard=LESS)),), False),
        ((decide(go(guard=LESS), otherwise=()),), True),
        ((decide(go(guard=LESS), go(guard=n.Not(item=LESS))),), True),
        ((decide(go(guard=UNSURE), go(guard=n.Not(item=UNSURE))),), False),
        ((decide(go(FAIL), go()),), True),
        ((decide(go(FAIL)),), False),
        ((LOOP,), True),
        ((let(2), fail_below(1)), True),
        ((let(2), fail_below(3)), False),
        ((let(2), SET, fail_below(1)), True),
        ((n.Call(procedure="safe"),), True),
        ((n.Call(procedure="unsafe"),), False),
        ((n.Attempt(body=(FAIL,)),), True),
    ],
)
def test_what_follows_a_choice(rest: n.Block, sure: bool) -> None:
    first = n.Ask(name="first", seat=ME, items=TWO)
    action = n.Action(name="act", atomic=True, body=(FAIL, first, *rest))
    helpers = tuple(n.Procedure(name=name, body=body) for name, body in CALLED.items())
    small = tiny.game(decide(action, n.Action(name="pass")), helpers=helpers)
    found = Completion(small, facts_of(small, 2))
    assert (found.is_sure(first), found.is_certain(action)) == (sure, False)
    for seed in range(3):
        lock_step(small, 2, seed)


CALLED: dict[str, n.Block] = {
    "safe": (SET,),
    "unsafe": (FAIL,),
}


def test_what_follows_a_call_counts_in_the_procedure() -> None:
    inner = n.Ask(name="inner", seat=ME, items=TWO)
    ask = n.Procedure(name="ask", body=(inner,))
    call = n.Call(procedure="ask")
    for bodies, sure in ((((call,),), True), (((call,), (call, FAIL)), False)):
        actions = [n.Action(name="act", atomic=True, body=body) for body in bodies]
        small = tiny.game(decide(*actions), helpers=(ask,))
        assert Completion(small, facts_of(small, 2)).is_sure(inner) is sure


def test_no_trial_where_nothing_can_fail() -> None:
    sure = n.Action(name="sure", atomic=True, body=(ASK, SET))
    table = Table(compile_game(tiny.game(decide(sure))))
    table.apply("sure")
    assert [str(move) for move in table.legal()] == ["1", "2"]
    assert table._space[m.W_TRIALS] == 0
