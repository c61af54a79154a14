"""Dry runs in the middle of play: what they say, and that they leave nothing behind."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.play.contract import contract
from ludwright.play.table import Table
from tools.lockstep import Machine, compile_game, lock_step
from tools.tiny import FAILS, ME, PILE, PIT, YES, X, add, game, loc, num, put, zone

FAIL = n.Fail(reason="no")
TAKE = n.MoveTop(source=PILE, to=PIT)
ALL = n.MoveTop(source=PILE, to=PIT, count=num(4))
ROLL = n.Roll(name="r", low=num(1), high=num(2))
NUMBERS = n.Range(low=num(1), high=num(2))
NONE = n.Range(low=num(2), high=num(1))


def ask(items: n.Expr, name: str = "a", seat: n.Expr = ME) -> n.Ask:
    return n.Ask(name=name, seat=seat, items=items)


def can(*body: n.Statement) -> n.Expr:
    return n.Possible(body=body)


def if_(test: n.Expr, *then: n.Statement) -> n.If:
    return n.If(test=test, then=then)


def after(*body: n.Statement, **more: Any) -> dict[str, Any]:
    """The machine's state after a game that the oracle plays alike."""
    tiny = game(*body, **more)
    assert not verify(tiny)
    for seed in range(3):
        lock_step(tiny, 2, seed)
    found: dict[str, Any] = Machine(compile_game(tiny, 2), 1).snapshot()
    return found


def take_first(*actions: n.Action, otherwise: n.Block = ()) -> n.TakeFirst:
    return n.TakeFirst(actions=actions, otherwise=otherwise)


CASES: dict[str, tuple[bool, n.Block]] = {
    "nothing to do": (True, ()),
    "what fails": (False, (FAIL,)),
    "enough cards": (True, (ALL,)),
    "too few cards": (False, (TAKE, ALL)),
    "an expression that fails": (False, (put(n.Divide(left=num(1), right=X)),)),
    "a failure that is caught": (True, (n.Attempt(body=(FAIL,)), TAKE)),
    "a failure after a draw": (True, (ROLL, FAIL)),
    "a failure after a shuffle": (True, (n.Shuffle(zone=PILE), FAIL)),
    "a failure after a shuffle of nothing": (False, (n.Shuffle(zone=PIT), FAIL)),
    "a failure after a mark": (True, (n.Mark(kind="turn"), FAIL)),
    "the end of the game": (True, (n.EndGame(winners=n.Seats()), FAIL)),
    "something to choose": (True, (ask(NUMBERS), FAIL)),
    "nothing to choose": (False, (ask(NONE),)),
    "nothing to choose, and that is caught": (
        False,
        (n.Attempt(body=(ask(NONE),), otherwise=(FAIL,)),),
    ),
    "a decision": (True, (n.Decide(seat=ME, actions=(n.Action(name="go"),)), FAIL)),
    "a first option": (True, (take_first(n.Action(name="go"), otherwise=(FAIL,)),)),
    "no first option": (
        False,
        (take_first(n.Action(name="go", guard=FAILS), otherwise=(FAIL,)),),
    ),
    "a dry run inside": (False, (if_(can(TAKE), FAIL),)),
    "a dry run that fails inside": (True, (if_(can(FAIL), FAIL),)),
    "a question about what a dry run says": (
        True,
        (ask(n.Filter(items=NUMBERS, name="i", where=can(ask(NUMBERS, "b"), FAIL))), FAIL),
    ),
    "a question that a dry run answers with nothing": (
        False,
        (ask(n.Filter(items=NUMBERS, name="i", where=can(ask(NONE, "b")))),),
    ),
    "a rollback inside": (
        True,
        (n.Attempt(body=(ALL, FAIL), rollback=True), ALL),
    ),
    "several who choose": (
        True,
        (n.Together(name="s", seats=n.Seats(), body=(ask(NUMBERS, "b", loc("s")),)), FAIL),
    ),
    "several who can't choose": (
        False,
        (n.Together(name="s", seats=n.Seats(), body=(ask(NONE, "b", loc("s")),)),),
    ),
    "several who do something": (
        False,
        (
            n.Together(
                name="s", seats=n.Seats(), body=(n.MoveTop(source=PILE, to=PIT, count=num(3)),)
            ),
        ),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_can_be_done(case: str) -> None:
    expected, body = CASES[case]
    found = after(if_(can(*body), put(num(1))))
    assert found["variables"]["x", None] == int(expected)
    before = after()
    for part in ("zones", "known", "shown", "faces", "turns", "rng"):
        assert found[part] == before[part], part


HIDDEN = (zone("pile", others_see="none"), zone("pit"), zone("hand", per_seat=True))


def test_nothing_comes_to_be_known() -> None:
    show = n.Show(token=n.TopOf(zone=PILE), seats=n.Seats())
    turn = n.Turn(token=n.TopOf(zone=PIT), up=True)
    found = after(if_(can(show, TAKE, turn), put(num(1))), zones=HIDDEN)
    assert found["variables"]["x", None] == 1
    assert found["known"] == found["shown"] == [0] * 4


def test_names_and_lists_are_as_before() -> None:
    kept = n.Let(name="l", value=n.TokensIn(zone=PILE))
    inside = (n.Let(name="m", value=n.TokensIn(zone=PILE)), TAKE, n.Let(name="y", value=num(9)))
    loop = n.ForEach(
        name="k",
        items=NUMBERS,
        body=(if_(can(*inside), add(loc("k"))), add(n.Length(items=loc("l")))),
    )
    assert after(kept, loop)["variables"]["x", None] == 1424


def test_a_procedure_may_try_itself_out() -> None:
    deeper = n.Call(procedure="deep", arguments=(n.Subtract(left=loc("d"), right=num(1)),))
    body = (
        if_(n.Equal(left=loc("d"), right=num(0)), FAIL),
        if_(n.Not(item=can(deeper)), n.Return()),
        FAIL,
    )
    deep = n.Procedure(name="deep", parameters=(n.Parameter(name="d", type="int"),), body=body)
    # At 0 it fails, so at 1 it ends well, so at 2 it fails: it is the odd ones that can be done.
    odd = n.Filter(
        items=n.Range(low=num(0), high=num(5)),
        name="i",
        where=can(n.Call(procedure="deep", arguments=(loc("i"),))),
    )
    each = n.ForEach(name="j", items=odd, body=(add(loc("j")),))
    assert after(each, helpers=(deep,))["variables"]["x", None] == 135


def test_a_guard_may_try_something_out() -> None:
    guard = can(n.MoveTop(source=PILE, to=PIT, count=loc("k")))
    action = n.Action(
        name="take",
        parameters=(n.Parameter(name="k", type="int", items=n.Range(low=num(1), high=num(6))),),
        guard=guard,
        body=(n.MoveTop(source=PILE, to=PIT, count=loc("k")),),
    )
    tiny = game(*[n.Decide(seat=ME, actions=(action,))] * 2)
    for seed in range(4):
        lock_step(tiny, 2, seed)
    machine = Machine(compile_game(tiny, 2), 1)
    assert machine.options() == [(0, k) for k in range(1, 5)]
    machine.choose((0, 3))
    assert machine.options() == [(0, 1)]


LOW = n.Less(left=n.PropertyOf(token=n.TopOf(zone=PILE), property="rank"), right=num(8))


DRAWN = n.Less(left=n.PropertyOf(token=n.TopOf(zone=PIT), property="rank"), right=num(8))
LOOKS: dict[str, n.Block] = {
    "in the body": (if_(LOW, FAIL),),
    "in a procedure": (n.Call(procedure="dig"),),
    "in a card that only the dry run turned up": (
        TAKE,
        n.Turn(token=n.TopOf(zone=PIT), up=True),
        if_(DRAWN, FAIL),
    ),
    "in a dry run inside of that": (TAKE, if_(n.Not(item=can(if_(DRAWN, FAIL))), FAIL)),
    "in a card that it showed": (n.Show(token=n.TopOf(zone=PILE), seats=n.Seats()), if_(LOW, FAIL)),
}


@pytest.mark.parametrize("inside", LOOKS)
def test_a_trial_ends_at_what_a_dry_run_may_not_tell(inside: str) -> None:
    dig = n.Procedure(name="dig", body=(if_(LOW, FAIL),))
    looks = LOOKS[inside]
    action = n.Action(name="dig", body=(if_(n.Not(item=can(*looks)), FAIL),))
    tiny = game(
        n.Shuffle(zone=PILE),
        n.Decide(seat=ME, actions=(action, n.Action(name="pass"))),
        zones=HIDDEN,
        helpers=(dig,),
    )
    for seed in range(6):
        lock_step(tiny, 2, seed)
    # Whether it fails would tell what lies on top, so it is an option either way.
    assert {len(Machine(compile_game(tiny, 2), s).options()) for s in range(6)} == {2}


def test_options_that_a_dry_run_finds_in_hidden_cards_tell() -> None:
    actions = (n.Action(name="dig", guard=can(if_(LOW, FAIL))), n.Action(name="pass"))
    tiny = game(n.Shuffle(zone=PILE), n.Decide(seat=ME, actions=actions), zones=HIDDEN)
    breaches = contract(compile_game(tiny, 2), games=4).breaches
    assert {breach.code for breach in breaches} == {"CT106"}


def test_a_dry_run_of_what_one_sees_keeps_the_contract() -> None:
    own = n.TopOf(zone=n.ZoneAt(name="hand", owner=ME))
    low = n.Less(left=n.PropertyOf(token=own, property="rank"), right=num(8))
    zones = (
        zone("pile", others_see="none"),
        zone("pit"),
        zone("hand", per_seat=True, others_see="count", face="up"),
    )
    deal = n.MoveTop(source=PILE, to=n.ZoneAt(name="hand", owner=ME))
    actions = (
        n.Action(name="dig", guard=can(n.Call(procedure="dig"))),
        n.Action(name="pass", guard=YES),
    )
    tiny = game(
        n.Shuffle(zone=PILE),
        deal,
        n.Decide(seat=ME, actions=actions),
        zones=zones,
        helpers=(n.Procedure(name="dig", body=(if_(low, FAIL),)),),
    )
    assert contract(compile_game(tiny, 2), games=4).breaches == ()


@pytest.mark.parametrize("draw", [ROLL, n.MoveTop(source=PILE, to=PIT), put(num(1))])
def test_where_chance_is_told_a_dry_run_ends_at_what_is_open(draw: n.Statement) -> None:
    zones = (zone("pile", face="down"), zone("pit"))
    tiny = game(n.Shuffle(zone=PILE), if_(can(draw, FAIL), put(num(2))), zones=zones)
    found = Machine(compile_game(tiny, 2, chance=True), None).snapshot()
    # A card off the top of what was shuffled is not known yet, and neither is a die.
    assert found["variables"]["x", None] == (0 if isinstance(draw, n.SetVariable) else 2)
    assert found["status"] == "over"


def test_a_table_shows_and_records_nothing_of_a_dry_run() -> None:
    turn = n.Turn(token=n.TopOf(zone=PIT), up=True)
    body = (if_(can(TAKE, turn, put(num(3))), put(num(1))), ask(NUMBERS), if_(can(FAIL), FAIL))
    table = Table(compile_game(game(*body), 2), seed=1, trace=True)
    assert [event.kind for event in table.events()] == ["set"]
    table.apply(table.legal()[0])
    assert [event.kind for event in table.events() if event.kind != "mark"] == []
