"""A decision that may have no option, and what is done then."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from tools.lockstep import Machine, compile_game, lock_step
from tools.tiny import FAILS, ME, NO, PILE, PIT, X, add, game, loc, num, put

FAIL = n.Fail(reason="no")
TAKE = n.MoveTop(source=PILE, to=PIT)
EMPTY = n.Equal(left=n.SizeOf(zone=PILE), right=num(0))
NUMBERS = n.Range(low=num(1), high=num(2))


def act(*body: n.Statement, name: str = "go", **more: Any) -> n.Action:
    return n.Action(name=name, body=body, **more)


def decide(*actions: n.Action, otherwise: n.Block | None = (), **more: Any) -> n.Decide:
    return n.Decide(seat=ME, actions=actions, otherwise=otherwise, **more)


def ends(*body: n.Statement, **more: Any) -> dict[str, Any]:
    """The machine's state at the first decision or the end; the oracle plays alike all through."""
    tiny = game(*body, **more)
    assert not verify(tiny)
    for seed in range(3):
        lock_step(tiny, 2, seed)
    found: dict[str, Any] = Machine(compile_game(tiny, 2), 1).snapshot()
    return found


def x(found: dict[str, Any]) -> int:
    value: int = found["variables"]["x", None]
    return value


BARRED, OPEN = act(guard=NO), act(add(num(1)))
NONE = (add(num(7)),)

CASES: dict[str, tuple[str, int, n.Block]] = {
    "no option": ("over", 74, (decide(BARRED, otherwise=NONE), add(num(4)))),
    "a guard that fails": ("over", 7, (decide(act(guard=FAILS), otherwise=NONE),)),
    "nothing to do about it": ("over", 4, (decide(BARRED), add(num(4)))),
    "an option": ("decision", 0, (decide(BARRED, OPEN, otherwise=NONE), add(num(4)))),
    "a body that fails": ("over", 7, (decide(act(FAIL), otherwise=NONE),)),
    "a body that asks in vain": (
        "over",
        7,
        (
            decide(
                act(n.Ask(name="a", seat=ME, items=n.ListOf(items=(), of="int"))), otherwise=NONE
            ),
        ),
    ),
    "what fails instead": (
        "over",
        3,
        (n.Attempt(body=(decide(BARRED, otherwise=(FAIL,)),), otherwise=(add(num(3)),)),),
    ),
    "a loop that is left": (
        "over",
        5,
        (
            n.While(test=n.Truth(value=True), body=(decide(BARRED, otherwise=(n.Leave(),)),)),
            put(num(5)),
        ),
    ),
    "one after another": (
        "over",
        78,
        (decide(BARRED, otherwise=(*NONE, decide(BARRED, otherwise=(add(num(8)),)))),),
    ),
    "without it the game is stuck": ("stuck", 0, (decide(BARRED, otherwise=None), add(num(4)))),
    "a dry run of it": (
        "over",
        1,
        (
            n.If(test=n.Possible(body=(decide(OPEN, otherwise=(FAIL,)),)), then=(add(num(1)),)),
            n.If(test=n.Possible(body=(decide(BARRED, otherwise=(FAIL,)),)), then=(add(num(2)),)),
        ),
    ),
    "a dry run that goes on": (
        "over",
        1,
        (
            n.If(test=n.Possible(body=(decide(BARRED), TAKE)), then=(add(num(1)),)),
            n.If(test=n.Possible(body=(decide(BARRED), FAIL)), then=(add(num(2)),)),
        ),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_done(case: str) -> None:
    status, value, body = CASES[case]
    found = ends(*body)
    assert (found["status"], x(found)) == (status, value)


def test_it_is_asked_anew_each_time() -> None:
    turn = decide(act(TAKE, guard=n.Not(item=EMPTY)), otherwise=(add(num(1)), n.Leave()))
    machine = Machine(compile_game(game(n.While(test=n.Truth(value=True), body=(turn,))), 2), 1)
    for _ in range(4):
        assert machine.options() == [(0,)]
        machine.choose((0,))
    assert machine.status == "over"
    assert x(machine.snapshot()) == 1


def test_names_are_kept_for_what_is_done_instead() -> None:
    later = decide(act(guard=EMPTY), otherwise=(add(loc("v")),))
    found = ends(n.Let(name="v", value=num(6)), decide(BARRED, otherwise=(later,)))
    assert x(found) == 6


def test_an_option_that_leads_to_no_choice_is_tried_further() -> None:
    """A decision without an option is none: what comes instead is tried out, too."""
    inner = decide(BARRED, otherwise=(FAIL,))
    found = ends(decide(act(inner, name="a"), act(decide(BARRED), name="b"), otherwise=None))
    assert found["status"] == "decision"
    machine = Machine(compile_game(game(decide(act(inner), act(decide(BARRED)))), 2), 1)
    assert machine.options() == [(1,)]


def test_what_is_done_instead_may_finish_an_atomic_action() -> None:
    choice = decide(act(n.Ask(name="b", seat=ME, items=NUMBERS), FAIL), otherwise=NONE)
    ends_badly = decide(act(n.Ask(name="b", seat=ME, items=NUMBERS), FAIL), otherwise=(FAIL,))
    whole = decide(act(choice, name="good", atomic=True), act(ends_badly, name="bad", atomic=True))
    assert ends(whole)["status"] == "decision"
    machine = Machine(compile_game(game(whole), 2), 1)
    assert machine.options() == [(0,)]
    machine.choose((0,))
    assert (machine.status, x(machine.snapshot())) == ("over", 7)


def test_who_can_not_choose_together_with_others_does_something_else() -> None:
    first = n.Equal(left=loc("s"), right=ME)
    mine = n.Parameter(name="i", type="int", items=NUMBERS)
    body = n.Decide(
        seat=loc("s"),
        actions=(act(add(loc("i")), guard=first, parameters=(mine,)),),
        otherwise=(add(num(9)),),
    )
    together = n.Together(name="s", seats=n.Seats(), body=(body,))
    assert ends(together)["status"] == "decision"
    machine = Machine(compile_game(game(together), 2), 1)
    machine.choose((0, 2))
    assert (machine.status, x(machine.snapshot())) == ("over", 29)


def test_a_failure_is_seen_to_where_it_may_come() -> None:
    """Whether an action must be tried out depends on what is done instead, too."""
    sure = n.If(test=n.Less(left=X, right=num(9)), then=(put(num(1)),))
    found = ends(decide(act(sure, decide(BARRED, otherwise=(TAKE, TAKE, TAKE, TAKE, TAKE)))))
    assert (found["status"], x(found)) == ("over", 0)
