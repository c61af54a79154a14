"""The oracle on flow and choices, in tiny games whose outcome can be worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.gamedef import nodes as n
from oracle.rng import for_table
from tools.tiny import (
    FAILS,
    ME,
    NO,
    PILE,
    PIT,
    TAKEN,
    YES,
    add,
    lies,
    loc,
    num,
    play,
    put,
    rank,
    x,
    zone,
)

# ---- flow --------------------------------------------------------------------------------------


def test_for_each_makes_its_list_once() -> None:
    body = (n.MoveTop(source=PILE, to=PIT), add(rank("t")))
    o = play(n.ForEach(name="t", items=n.TokensIn(zone=PILE), body=body))
    assert (x(o), lies(o, "pit")) == (9876, [4, 3, 2, 1])


def test_leave_through_an_attempt_keeps_what_was_done() -> None:
    body = n.Attempt(body=(add(loc("i")), n.Leave()), rollback=True)
    o = play(n.ForEach(name="i", items=n.Range(low=num(1), high=num(5)), body=(body,)), add(num(7)))
    assert x(o) == 17


def test_return_ends_a_procedure_and_main_the_game() -> None:
    helper = n.Procedure(
        name="f",
        parameters=(n.Parameter(name="v", type="int"),),
        body=(n.While(test=YES, body=(add(loc("v")), n.Return())), add(num(9))),
    )
    call = n.Call(procedure="f", arguments=(num(4),))
    o = play(
        n.Let(name="v", value=num(2)),
        call,
        add(loc("v")),
        n.Return(),
        add(num(9)),
        helpers=(helper,),
    )
    assert (x(o), o.snapshot()["result"]) == (42, ([], None, "finished"))


def test_an_attempt_catches_what_fails_in_a_procedure() -> None:
    helper = n.Procedure(name="f", body=(add(num(1)), n.Fail(reason="no"), add(num(2))))
    body = (n.Call(procedure="f"), add(num(3)))
    for rollback, expected in ((False, 14), (True, 4)):
        attempt = n.Attempt(body=body, otherwise=(add(num(4)),), rollback=rollback)
        assert x(play(attempt, helpers=(helper,))) == expected


def test_end_game_passes_through_attempts() -> None:
    scores = n.Each(items=n.Seats(), name="s", value=n.Variable(name="score", of=loc("s")))
    last = n.Filter(items=n.Seats(), name="s", where=n.Not(item=n.Equal(left=loc("s"), right=ME)))
    end = n.EndGame(winners=last, scores=scores, reason="done")
    o = play(
        n.Attempt(body=(end,), otherwise=(put(num(1)),), rollback=True), put(num(2)), players=3
    )
    assert o.snapshot()["result"] == ([1, 2], [5, 5, 5], "done")
    assert x(o) == 0


def test_rollback_keeps_only_random_numbers_and_knowledge() -> None:
    rng = for_table(1)
    rolled = rng.integer(1, 6)
    body = (
        n.Mark(kind="turn"),
        n.Let(name="v", value=num(8)),
        n.Roll(name="r", low=num(1), high=num(6)),
        put(loc("r")),
        n.MoveTop(source=PILE, to=PIT),
        n.Turn(token=n.TopOf(zone=PILE), up=True),
        n.Fail(reason="no"),
    )
    start = n.Let(name="v", value=num(3))
    zones = (zone("pile"), zone("pit"))
    undone = play(start, n.Attempt(body=body, rollback=True), add(loc("v")), zones=zones)
    shot = undone.snapshot()
    assert (x(undone), shot["turns"], lies(undone, "pile")) == (3, 0, [1, 2, 3, 4])
    assert (shot["faces"], shot["shown"]) == ([False] * 4, [0] * 4)
    assert (shot["rng"][0], shot["known"]) == (rng.state, [0, 0b11, 0, 0])
    kept = play(start, n.Attempt(body=body), add(loc("v")), zones=zones)
    assert (x(kept), kept.snapshot()["turns"]) == (rolled * 10 + 8, 1)
    assert lies(kept, "pit") == [1]


def test_a_loop_without_end_uses_up_the_budget() -> None:
    assert play(n.While(test=YES, body=())).snapshot()["result"] == ([], None, "budget")


# ---- choices -----------------------------------------------------------------------------------


def decide(*actions: n.Action) -> n.Decide:
    return n.Decide(seat=n.Seat(number=1), actions=actions)


def do(*body: n.Statement, **more: Any) -> n.Action:
    return n.Action(name="do", body=body, **more)


def one_of(name: str, items: n.Expr) -> n.Parameter:
    return n.Parameter(name=name, type="int", items=items)


def test_options_run_through_the_last_parameter_first() -> None:
    up_to = n.Range(low=num(1), high=loc("a"))
    both = (one_of("a", n.Range(low=num(1), high=num(3))), one_of("b", up_to))
    odd = n.Not(item=n.Equal(left=loc("a"), right=n.Add(left=loc("b"), right=num(1))))
    o = play(decide(do(add(loc("a")), add(loc("b")), parameters=both, guard=odd), do()))
    assert (o.status, o.decider) == ("decision", 1)
    assert o.options() == [(0, 1, 1), (0, 2, 2), (0, 3, 1), (0, 3, 3), (1,)]
    with pytest.raises(ValueError, match="not an option"):
        o.choose((0, 2, 1))
    o.choose((0, 3, 1))
    assert (x(o), o.status, o.decider, o.options()) == (31, "over", None, [])


def test_what_a_dry_run_leaves_out() -> None:
    move = n.MoveTop(source=PILE, to=PIT, count=num(3))
    fail = n.Fail(reason="no")
    choice = n.Ask(name="q", seat=ME, items=TAKEN)
    o = play(
        decide(
            do(move, move),  # 0 fails at the second move
            do(move, n.Roll(name="r", low=num(1), high=num(2)), move),  # 1 stops at the draw
            do(n.Shuffle(zone=PILE), fail),  # 2 stops at the draw
            do(n.Shuffle(zone=PIT), fail),  # 3 draws nothing and fails
            do(choice, fail),  # 4 stops at the choice
            do(n.Mark(kind="phase"), fail),  # 5 stops at the mark
            do(n.Attempt(body=(fail,))),  # 6 is caught
            do(n.Attempt(body=(fail,), otherwise=(fail,))),  # 7 fails in what comes otherwise
            do(n.EndGame(winners=n.Seats()), fail),  # 8 ends before it fails
            do(n.Ask(name="q", seat=ME, items=n.ListOf(items=(), of="int"))),  # 9 cannot be asked
            do(guard=FAILS),  # 10
            do(decide(do(fail)), fail),  # 11 stops at the choice
        )
    )
    assert [row[0] for row in o.options()] == [1, 2, 4, 5, 6, 8, 11]
    assert (lies(o, "pile"), o.snapshot()["rng"][0]) == ([1, 2, 3, 4], for_table(1).state)


def test_without_an_option_the_game_is_stuck() -> None:
    o = play(n.Attempt(body=(decide(do(guard=NO)),), otherwise=(put(num(1)),)))
    assert (o.status, x(o), o.options()) == ("stuck", 0, [])


def test_take_first_carries_out_the_first_option_or_the_rest() -> None:
    pick = (one_of("a", n.Range(low=num(1), high=num(9))),)
    wants = n.Less(left=num(3), right=loc("a"))
    barred = do(n.Fail(reason="no"), parameters=pick)
    first = n.TakeFirst(actions=(barred, do(put(loc("a")), parameters=pick, guard=wants)))
    assert x(play(first)) == 4
    assert x(play(n.TakeFirst(actions=(barred,), otherwise=(put(num(6)),)))) == 6


def test_a_choice_in_nested_calls_goes_on_where_it_was_asked() -> None:
    inner = n.Procedure(
        name="inner",
        body=(n.Ask(name="q", seat=n.Seat(number=1), items=TAKEN), put(loc("q"))),
    )
    outer = n.Procedure(name="outer", body=(n.Call(procedure="inner"), add(num(1))))
    body = (n.Call(procedure="outer"), n.Fail(reason="no"))
    o = play(n.Attempt(body=body, otherwise=(add(num(5)),)), helpers=(inner, outer))
    assert (o.decider, o.options()) == (1, [(0, 4), (0, -7), (0, 4)])
    o.choose((0, 4))
    assert x(o) == 415


def test_rollback_reaches_back_over_a_choice() -> None:
    body = (
        n.MoveTop(source=PILE, to=PIT),
        n.Ask(name="v", seat=ME, items=TAKEN),
        n.If(test=n.Less(left=loc("v"), right=num(0)), then=(n.Fail(reason="no"),)),
    )
    for answer, expected in ((-7, (3, [])), (4, (4, [1]))):
        o = play(n.Let(name="v", value=num(3)), n.Attempt(body=body, rollback=True), put(loc("v")))
        assert lies(o, "pit") == [1]
        o.choose((0, answer))
        assert (x(o), lies(o, "pit")) == expected


def test_what_fails_after_a_draw_in_a_chosen_action_fails_the_decision() -> None:
    risky = do(n.Roll(name="r", low=num(1), high=num(2)), n.Fail(reason="no"))
    o = play(n.Attempt(body=(decide(risky),), otherwise=(put(num(2)),)))
    o.choose((0,))
    assert (o.status, x(o)) == ("over", 2)
