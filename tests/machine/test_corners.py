"""Corners of the compiler in tiny games, by hand and against the oracle."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.gamedef import nodes as n
from tools.lockstep import Machine, compile_game, lock_step
from tools.tiny import ME, NO, PILE, PIT, TAKEN, YES, X, add, game, loc, num, put, rank, zone

TOKENS = n.TokensIn(zone=PILE)
ABSENT = n.Seat(number=2)  # two play
CELL = n.ZonesNamed(name="cell")
SHOWN = (zone("pile", face="up"), zone("pit", face="up"), zone("cell", count=3))


def outcome(*body: n.Statement, moves: tuple[tuple[int, ...], ...] = (), **more: Any) -> int:
    """The variable x after a tiny game, which the oracle plays in the same way."""
    tiny = game(*body, **more)
    for seed in range(3):
        lock_step(tiny, 2, seed)
    machine = Machine(compile_game(tiny, 2), seed=1)
    for move in moves:
        assert move in machine.options()
        machine.choose(move)
    found = machine.snapshot()["variables"]["x", None]
    assert isinstance(found, int)
    return found


def times(count: int) -> n.Expr:
    return n.Range(low=num(1), high=num(count))


def rounds(count: int, *body: n.Statement) -> n.Block:
    """A loop that makes no list."""
    step = n.Let(name="c", value=n.Add(left=loc("c"), right=num(1)))
    test = n.Less(left=loc("c"), right=num(count))
    return n.Let(name="c", value=num(0)), n.While(test=test, body=(step, *body))


def if_(test: n.Expr, *then: n.Statement) -> n.If:
    return n.If(test=test, then=then)


def attempt(*body: n.Statement, otherwise: n.Block = (), rollback: bool = False) -> n.Attempt:
    return n.Attempt(body=body, otherwise=otherwise, rollback=rollback)


def is_number(name: str, value: int) -> n.Expr:
    return n.Equal(left=loc(name), right=num(value))


FAIL = n.Fail(reason="no")
LENGTH = put(n.Length(items=loc("l")))
FIRST = add(n.Item(items=loc("l"), index=num(0)))

# ---- local lists -------------------------------------------------------------------------------


def shorter(by: str) -> n.Let:
    """The list l without the item that a name stands for."""
    where = n.Not(item=n.Equal(left=loc("i"), right=loc(by)))
    return n.Let(name="l", value=n.Filter(items=loc("l"), name="i", where=where))


def test_a_list_made_anew_in_a_loop_outlives_it() -> None:
    loop = n.ForEach(name="k", items=times(3), body=(shorter("k"), n.Let(name="d", value=TAKEN)))
    assert outcome(n.Let(name="l", value=times(5)), loop, LENGTH, FIRST) == 24


def test_a_list_bound_in_only_some_rounds_is_kept_for_the_others() -> None:
    bind = if_(is_number("k", 1), n.Let(name="l", value=n.Range(low=num(7), high=num(9))))
    other = n.Let(name="d", value=n.Distinct(items=TAKEN))
    loop = n.ForEach(name="k", items=times(4), body=(bind, other, FIRST))
    assert outcome(loop) == 7777


def test_a_list_bound_before_a_failure_is_kept() -> None:
    scratch = n.Let(name="d", value=n.Distinct(items=TAKEN))
    for rollback, expected in ((False, 3), (True, 5)):
        body = attempt(n.Let(name="l", value=times(3)), FAIL, rollback=rollback)
        start = n.Let(name="l", value=n.Distinct(items=times(5)))
        assert outcome(start, body, scratch, LENGTH) == expected


def test_lists_are_given_back_when_a_procedure_ends() -> None:
    bind = (n.Let(name="d", value=n.Distinct(items=times(20))), put(n.Length(items=loc("d"))))
    leave = each("k", n.Distinct(items=times(20)), if_(is_number("k", 2), put(num(2)), n.Return()))
    for body, expected in ((bind, 20), ((leave,), 2)):
        helper = n.Procedure(name="f", body=body)
        call = n.Call(procedure="f")
        assert outcome(*rounds(100, call), helpers=(helper,)) == expected


def test_a_list_is_there_as_long_as_it_is_an_argument() -> None:
    found = if_(is_number("k", 2), n.Return())
    helper = n.Procedure(
        name="f",
        parameters=(n.Parameter(name="l", type="[int]"),),
        body=(
            n.Let(name="d", value=n.Distinct(items=loc("l"))),
            LENGTH,
            each("k", loc("d"), found),
        ),
    )
    call = n.Call(procedure="f", arguments=(n.Distinct(items=times(20)),))
    assert outcome(*rounds(100, call), helpers=(helper,)) == 20


def each(name: str, items: n.Expr, *body: n.Statement) -> n.ForEach:
    return n.ForEach(name=name, items=items, body=body)


def test_lists_are_given_back_in_every_round() -> None:
    some = n.AnyOf(items=loc("l"), name="t", where=n.Equal(left=rank("t"), right=num(8)))
    start = n.Let(name="l", value=TOKENS)
    for body in (if_(some, put(num(7))), n.Let(name="d", value=TOKENS), attempt(start, FAIL)):
        assert outcome(start, *rounds(200, body), put(num(7))) == 7


def test_a_list_that_fails_in_an_action_is_given_back() -> None:
    none = n.Item(items=n.Distinct(items=times(9)), index=num(50))
    bad = n.Action(name="bad", parameters=(n.Parameter(name="a", type="int", items=up_to(none)),))
    good = n.Action(name="good", body=(put(num(1)),))
    first = n.TakeFirst(actions=(bad, good))
    assert outcome(*rounds(60, first)) == 1


def up_to(high: n.Expr) -> n.Expr:
    return n.Range(low=num(1), high=high)


# ---- seats that do not play --------------------------------------------------------------------


@pytest.mark.parametrize(
    "expr",
    [
        n.Equal(left=ABSENT, right=ABSENT),
        n.Not(item=n.Equal(left=ABSENT, right=ME)),
        n.AnyOf(items=n.ListOf(items=(ME, ABSENT)), name="s", where=YES),
        n.Not(item=n.AllOf(items=n.ListOf(items=(ME, ABSENT)), name="s", where=NO)),
        n.Contains(items=n.ListOf(items=(ME, ABSENT)), value=ME),
    ],
)
def test_reading_a_missing_seat_fails(expr: n.Expr) -> None:
    assert outcome(put(num(5)), if_(expr, put(num(6)))) == 5
    body = attempt(n.Let(name="b", value=expr), put(num(7)), otherwise=(put(num(8)),))
    assert outcome(body) == 8


def test_a_loop_over_a_missing_seat_does_not_start() -> None:
    seats = n.ListOf(items=(ME, ABSENT))
    assert outcome(attempt(each("s", seats, add(num(1))), otherwise=(add(num(9)),))) == 9


# ---- loops written out -------------------------------------------------------------------------


def test_a_name_is_read_after_the_loop_that_bound_it() -> None:
    inner = each("i", n.ListOf(items=(num(1), num(2))), add(loc("k")))
    outer = each("k", n.ListOf(items=(num(3), num(4))), inner)
    assert outcome(outer, add(loc("k"))) == 33444


def test_two_loops_may_use_one_name() -> None:
    loop = each("k", n.ListOf(items=(num(3), num(4))), add(loc("k")))
    assert outcome(loop, loop) == 3434


def test_a_run_may_use_the_name_of_the_loop() -> None:
    follows = n.Less(left=rank("z"), right=rank("u"))
    run = n.RunLength(zone=PILE, lower="z", upper="u", where=follows)
    assert outcome(each("z", CELL, add(run), add(n.IndexOf(zone=loc("z"))))) == 404142


# ---- what cannot fail --------------------------------------------------------------------------


def test_what_is_known_of_a_name_ends_when_it_is_bound_again() -> None:
    nothing = n.Let(name="t", value=n.Nothing(type="token"))
    use = attempt(put(rank("t")), otherwise=(put(num(3)),))
    start = n.Let(name="t", value=n.TopOf(zone=PILE))
    assert outcome(start, if_(n.Exists(item=loc("t")), nothing, use)) == 3
    empty = each("t", n.TokensIn(zone=PIT))
    assert outcome(nothing, empty, use) == 3
    sure = n.Let(name="t", value=n.Item(items=TOKENS, index=num(0)))
    bare = each("t", n.ListOf(items=(n.Nothing(type="token"),)))
    assert outcome(sure, bare, use) == 3


def test_what_is_known_of_a_run_ends_when_tokens_move() -> None:
    run = n.RunLength(zone=PILE, lower="l", upper="u", where=YES)
    depth = n.Parameter(name="d", type="int", items=up_to(n.Subtract(left=run, right=num(1))))
    count = n.Add(left=loc("d"), right=num(1))
    body = (
        n.MoveTop(source=PILE, to=PIT, partial=True),
        n.MoveBlock(source=PILE, to=PIT, count=count),
        put(loc("d")),
    )
    action = n.Action(name="both", parameters=(depth,), body=body)
    machine = Machine(compile_game(game(n.Decide(seat=ME, actions=(action,))), 2), seed=1)
    assert machine.options() == [(0, 1), (0, 2)]  # 3 would need five tokens, and there are four


def test_what_a_caller_knows_of_its_own_name_is_not_known_of_a_parameter() -> None:
    body = attempt(put(rank("q")), otherwise=(put(num(3)),))
    helper = n.Procedure(
        name="f",
        parameters=(n.Parameter(name="p", type="token"), n.Parameter(name="q", type="token")),
        body=(body,),
    )
    call = n.Call(procedure="f", arguments=(n.Item(items=TOKENS, index=num(0)), loc("p")))
    start = n.Let(name="p", value=n.Nothing(type="token"))
    assert outcome(start, call, helpers=(helper,)) == 3


def test_nobody_cannot_decide() -> None:
    nobody = n.Nothing(type="seat")
    choice = n.Decide(seat=nobody, actions=(n.Action(name="go"),))
    for statement in (choice, n.Ask(name="q", seat=nobody, items=n.Seats())):
        assert outcome(attempt(statement, otherwise=(put(num(4)),))) == 4


def test_a_block_of_fewer_than_none_fails() -> None:
    for count in (num(-1), n.Subtract(left=num(0), right=num(1)), n.Subtract(left=X, right=num(1))):
        move = n.MoveBlock(source=PILE, to=PIT, count=count)
        assert outcome(attempt(move, otherwise=(put(num(4)),))) == 4


def test_every_turn_counts() -> None:
    turn, phase = n.Mark(kind="turn"), n.Mark(kind="phase")
    tiny = game(turn, phase, turn, turn, n.If(test=YES, then=(turn,)), phase)
    lock_step(tiny, 2, 1)
    assert Machine(compile_game(tiny, 2), seed=1).snapshot()["turns"] == 4


# ---- options -----------------------------------------------------------------------------------


def test_each_number_of_a_range_is_tried_out() -> None:
    number = n.Parameter(name="k", type="int", items=times(6))
    move = n.MoveTop(source=PILE, to=PIT, count=loc("k"))
    action = n.Action(name="take", parameters=(number,), body=(move,))
    tiny = game(n.Decide(seat=ME, actions=(action,)))
    lock_step(tiny, 2, 1)
    machine = Machine(compile_game(tiny, 2), seed=1)
    assert machine.options() == [(0, k) for k in (1, 2, 3, 4)]


def test_a_parameter_hides_a_name_only_from_there_on() -> None:
    first = n.Parameter(name="a", type="int", items=up_to(loc("b")))
    second = n.Parameter(name="b", type="int", items=n.ListOf(items=(loc("a"),)))
    action = n.Action(name="go", parameters=(first, second), body=(add(loc("b")),))
    body = (n.Let(name="b", value=num(2)), n.Decide(seat=ME, actions=(action,)))
    lock_step(game(*body), 2, 1)
    assert Machine(compile_game(game(*body), 2), seed=1).options() == [(0, 1, 1), (0, 2, 2)]


def test_leaving_a_body_that_is_tried_out_counts_as_done() -> None:
    may_fail = n.MoveTop(source=PILE, to=PIT, count=X)
    leave = n.Action(name="leave", body=(may_fail, n.Leave()))
    loop = n.While(test=YES, body=(n.Decide(seat=ME, actions=(leave,)),))
    assert outcome(loop, put(num(1)), FAIL, moves=((0,),)) == 1
    back = n.Action(name="return", body=(may_fail, n.Return()))
    helper = n.Procedure(name="f", body=(n.Decide(seat=ME, actions=(back,)), FAIL))
    assert outcome(n.Call(procedure="f"), put(num(2)), FAIL, moves=((0,),), helpers=(helper,)) == 2


def test_a_row_of_bits_needs_no_number_that_is_too_large() -> None:
    square = n.Multiply(left=rank("t"), right=n.Number(value=2**29))
    where = n.Less(left=num(0), right=square)
    tiny = game(put(n.Length(items=n.Filter(items=TOKENS, name="t", where=where))))
    assert lock_step(tiny, 2, 1).status == "fault"


def test_runs_and_pairs_are_listed_as_the_loops_would() -> None:
    source, target = loc("a"), loc("b")
    follows = n.Less(left=rank("l"), right=rank("u"))
    run = n.RunLength(zone=source, lower="l", upper="u", where=follows)
    token = n.TokenAt(zone=source, position=loc("d"))
    zones = n.ListOf(items=(PILE, PIT))
    apart = n.Not(item=n.Equal(left=source, right=target))
    fits = n.Not(item=n.Exists(item=n.TopOf(zone=target)))
    odd = n.Equal(left=n.PropertyOf(token=token, property="rank"), right=num(7))
    parameters = (
        n.Parameter(name="a", type="zone", items=zones),
        n.Parameter(name="b", type="zone", items=CELL),
        n.Parameter(name="d", type="int", items=up_to(n.Subtract(left=run, right=num(1)))),
    )
    guard = n.And(items=(apart, fits, n.Or(items=(odd, n.Exists(item=token)))))
    action = n.Action(name="run", parameters=parameters, guard=guard)
    tiny = game(n.Decide(seat=ME, actions=(action,)), zones=SHOWN)
    lock_step(tiny, 2, 1)
    # Ranks fall by one down the pile, so that all four tokens are a run; the pit is empty.
    options = Machine(compile_game(tiny, 2), seed=1).options()
    assert options == [(0, 1, cell, depth) for cell in (3, 4, 5) for depth in (1, 2, 3)]


def test_what_the_agenda_does_for_a_hidden_card_leaves_no_option_out() -> None:
    # Whoever chooses to dig may not know the top of the pile: that it would fail is no secret told.
    zones = (zone("pile", others_see="count", face="down"), zone("pit"))
    low = n.Less(left=n.PropertyOf(token=n.TopOf(zone=PILE), property="rank"), right=num(9))
    due = n.Procedure(name="due", body=(if_(low, FAIL),))
    actions = (n.Action(name="dig", body=(n.Boundary(name="end"),)), n.Action(name="pass"))
    play = (
        n.Shuffle(zone=PILE),
        n.Later(boundary="end", procedure="due"),
        n.Decide(seat=ME, actions=actions),
    )
    tiny = game(*play, zones=zones, helpers=(due,))
    for seed in range(6):
        assert lock_step(tiny, 1, seed).decisions == 1
    assert len(Machine(compile_game(tiny, 1), 0).options()) == 2


def test_what_a_trial_itself_uncovers_tells_nothing() -> None:
    # Turning the card over fails for a low one; the player can't know that before.
    top = n.TopOf(zone=n.ZoneAt(name="deck"))
    low = n.Less(left=n.PropertyOf(token=top, property="worth"), right=n.Number(value=2))
    fails = n.If(test=low, then=(n.Fail(reason="too low"),))
    turn = n.Action(name="turn", body=(n.Turn(token=top, up=True), fails))
    ask = n.Decide(seat=n.Seat(number=0), actions=(turn, n.Action(name="pass")))
    cards = tuple(n.Token(name=f"card{i}", values=(i,)) for i in range(4))
    game = n.GameDef(
        name="peeking",
        most_players=2,
        properties=(n.Property(name="worth", type="int"),),
        supplies=(n.Supply(name="cards", zone="deck", tokens=cards),),
        zones=(n.Zone(name="deck", face="down"),),
        procedures=(
            n.Procedure(name="main", body=(n.Shuffle(zone=n.ZoneAt(name="deck")), ask, ask)),
        ),
    )
    for seed in range(8):
        machine = Machine(compile_game(game, 1), seed)
        assert machine.options() == [(0,), (1,)]
        lock_step(game, 1, seed)
