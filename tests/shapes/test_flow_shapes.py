"""Shapes of flow, each in a small game: scripted play, and lock step of machine and oracle."""

from __future__ import annotations

import dataclasses
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import read, write
from ludwright.gamedef.verify import verify
from ludwright.machine import stack
from ludwright.machine import state as m
from ludwright.machine.program import Program
from ludwright.play.errors import GameFault
from ludwright.play.table import Table
from models import registers
from tools import tiny
from tools.lockstep import lock_step
from tools.tiny import ME, PILE, PIT, loc, num

HERE = Path(__file__).parent
NAMES = ["agenda", "atomic", "circle", "listeners", "together"]


@cache
def game(name: str) -> n.GameDef:
    read_game = read((HERE / f"{name}.txt").read_text(encoding="utf-8"), f"{name}.txt")
    assert isinstance(read_game, n.GameDef)
    return read_game


@cache
def program(name: str, players: int) -> Program:
    return compile_game(game(name), players)


def sit(name: str, players: int, *moves: str, **more: object) -> Table:
    table = Table(program(name, players), seed=1, **more)  # type: ignore[arg-type]
    for move in moves:
        table.apply(move)
    return table


def texts(table: Table) -> list[str]:
    return [str(move) for move in table.legal()]


def known(table: Table, card: str) -> int:
    """The seats that know a card, as a mask."""
    return int(table._state[m.KNOWN + table.program.tokens.index(card)])


@pytest.mark.parametrize("name", NAMES)
def test_shapes_are_games(name: str) -> None:
    assert verify(game(name)) == []


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", NAMES)
def test_machine_and_oracle_agree(name: str) -> None:
    ends: Counter[str] = Counter()
    for players in range(game(name).least_players, game(name).most_players + 1):
        for seed in range(40):
            walk = lock_step(game(name), players, seed)
            ends[walk.status] += 1
            ends["decisions"] += walk.decisions
    assert ends["over"] > 20
    assert ends["decisions"] > 50


# ---- together ------------------------------------------------------------------------------------


def test_each_seat_chooses_from_the_common_start() -> None:
    table = sit("together", 2)
    assert (table.decider, texts(table)) == (0, ["C", "B", "A"])
    table.apply("A")
    # In its own rehearsal the card is gone.
    assert texts(table) == ["give C", "give B", "grab"]
    table.apply("give B")
    assert (table.decider, texts(table)) == (1, ["F", "E", "D"])
    assert table.zone("hand", 0) == ["A", "B", "C"]
    assert known(table, "A") == known(table, "B") == 0b01
    assert table.variable("last") is None


def test_bodies_run_in_order_with_the_answers_given() -> None:
    table = sit("together", 2, "A", "give B", "D", "give E")
    assert table.variable("round") == 2
    assert table.zone("hand", 0) == ["C", "D", "E"]
    assert table.zone("hand", 1) == ["F", "A", "B"]
    assert known(table, "A") == known(table, "D") == 0b11
    assert known(table, "C") == 0b01
    assert table.variable("last") == 1
    assert all(table.variable("luck", seat) in range(1, 7) for seat in (0, 1))
    # A turn for each round of the game and one in each body; choices are counted once.
    assert table.turns == 4
    assert table._state[m.DECISIONS] == 4


def test_a_choice_that_became_impossible_fails_where_it_is_carried_out() -> None:
    table = sit("together", 2, "A", "grab", "D", "grab")
    assert table.variable("failed") == 1
    assert table.variable("last") == 0
    assert table.zone("hand", 0) == ["B", "C", "P", "D"]
    assert table.zone("hand", 1) == ["E", "F", "A"]
    assert texts(table.copy()) == ["D", "P", "C", "B"]


def test_the_end_of_the_game_is_real_only_when_carried_out() -> None:
    first = ("A", "give B", "D", "give E", "C", "give D", "F", "give A")
    table = sit("together", 2, *first, "E", "stop")
    assert (table.over, table.decider) == (False, 1)
    table.apply("B")
    table.apply("stop")
    assert table.result().winners == (0,)
    assert table.result().reason == "stopped"


def test_a_guard_that_held_when_chosen_may_not_hold_when_carried_out() -> None:
    take = n.MoveTop(source=PILE, to=PIT)
    catch = n.Attempt(body=(take,), otherwise=(tiny.add(num(7)),))
    there = n.Exists(item=n.TopOf(zone=PILE))
    choice = n.Decide(seat=loc("s"), actions=(n.Action(name="take", guard=there, body=(catch,)),))
    ask = n.Ask(name="end", seat=ME, items=n.ListOf(items=(num(1),)))
    small = tiny.game(n.Together(name="s", seats=n.Seats(), body=(choice,)), ask, tokens=1)
    lock_step(small, 3, 1)
    table = Table(compile_game(small, 3))
    for _ in range(3):
        table.apply("take")
    assert table.variable("x") == 77


def test_a_choice_that_nobody_was_asked_before_fails() -> None:
    empty = n.Not(item=n.Exists(item=n.TopOf(zone=PILE)))
    late = n.If(test=empty, then=(n.Ask(name="late", seat=loc("s"), items=n.Seats()),))
    caught = n.Attempt(body=(late,), otherwise=(tiny.add(num(7)),))
    first = n.Ask(name="first", seat=loc("s"), items=n.ListOf(items=(num(1), num(2))))
    move = n.MoveTop(source=PILE, to=PIT, partial=True)
    body = (caught, first, tiny.add(loc("first")), move)
    ask = n.Ask(name="end", seat=ME, items=n.ListOf(items=(num(1),)))
    small = tiny.game(n.Together(name="s", seats=n.Seats(), body=body), ask, tokens=1)
    lock_step(small, 2, 1)
    table = Table(compile_game(small, 2))
    table.apply("1")
    table.apply("2")
    assert table.variable("x") == 172


def test_too_many_answers_are_a_fault() -> None:
    ask = n.Ask(name="a", seat=loc("s"), items=n.ListOf(items=(num(1),)))
    body = (n.While(test=tiny.YES, body=(ask,)),)
    small = tiny.game(n.Together(name="s", seats=n.Seats(), body=body))
    table = Table(compile_game(small, 1))
    for _ in range(256):
        table.apply("1")
    with pytest.raises(GameFault) as caught:
        table.apply("1")
    assert caught.value.diagnostic.code == "RT131"


def test_rehearsals_leave_no_trace_and_make_no_pause() -> None:
    table = sit("together", 2, trace=True)
    for move in ("A", "give B", "D"):
        table.apply(move)
        assert table.events() == []
    table.apply("give E")
    moved = [event.text for event in table.events() if event.kind == "move"]
    assert [text.split(":")[0] for text in moved] == ["A", "B", "D", "E"]
    slow = sit("together", 2, pace="event")
    while slow.paused:
        slow.apply("continue")
    for move in ("A", "give B", "D"):
        slow.apply(move)
        assert not slow.paused
    slow.apply("give E")
    assert slow.paused


def test_answers_are_words_of_the_state() -> None:
    table = sit("together", 3, "A", "give B", "D")
    given = stack.answers(table.program, table._state)
    assert [(a.seat, a.action) for a in given] == [(0, 0), (0, 0), (1, 0)]
    letters = [table.program.tokens[a.operands[0]] for a in given]
    assert letters == ["A", "B", "D"]
    start = stack.common_start(table.program, table._state)
    place = table.program.columns.zone
    lies = [table.program.zones[start[place + i]] for i in range(1, 7)]
    assert [zone.seat for zone in lies if zone] == [0, 0, 0, 1, 1, 1]
    unanswered = sit("together", 3)
    assert stack.answers(unanswered.program, unanswered._state) == []
    slot = next(s for s in table.program.slots if s.name == "answers")
    assert slot.audience == "answers"


def test_keys_tell_answers_apart() -> None:
    ways = [("A", "give B"), ("B", "give A"), ("A", "give C"), ("A", "grab")]
    for kind in ("exact", "position", "future"):
        keys = {sit("together", 2, *way).key(kind) for way in ways}
        assert len(keys) == len(ways)


def test_choices_together_survive_undo_and_copies() -> None:
    moves = ("A", "give B", "D", "give E")
    table = sit("together", 2)
    seen = [(table.key(), texts(table))]
    for move in moves:
        table.apply(move)
        seen.append((table.key(), texts(table)))
    other = table.copy()
    for before in reversed(seen[:-1]):
        table.undo()
        assert (table.key(), texts(table)) == before
    assert (other.key(), texts(other)) == seen[-1]


# ---- circles -------------------------------------------------------------------------------------


def test_a_procedure_calls_itself() -> None:
    assert sit("circle", 1).variable("product") == 720


def test_names_are_kept_for_each_call() -> None:
    table = sit("circle", 1, "31", "22", "11")
    live = registers.live_registers(table.program, table._state)
    # The innermost first: main has none of these names.
    for name, values in {"mine": [10, 20, 30], "left": [1, 1, 2, 2, 3], "step": [2, 1, 1]}.items():
        found = [int(table._state[slot.start]) for slot in live if slot.name == name]
        assert found == values, name


def test_a_name_of_an_earlier_round_is_kept_through_a_call() -> None:
    # `late` is bound below the call, so what it holds there is from the round before.
    two = n.Equal(left=loc("i"), right=num(2))
    more = n.Less(left=num(0), right=loc("left"))
    again = n.Call(procedure="p", arguments=(n.Subtract(left=loc("left"), right=num(1)),))
    step = n.Let(name="i", value=n.Add(left=loc("i"), right=num(1)))
    rounds = n.While(
        test=tiny.YES,
        body=(
            step,
            n.If(test=two, then=(n.If(test=more, then=(again,)), n.Leave())),
            n.Let(name="late", value=loc("left")),
        ),
    )
    body = (n.Let(name="i", value=num(0)), rounds, tiny.add(loc("late")))
    p = n.Procedure(name="p", parameters=(n.Parameter(name="left", type="int"),), body=body)
    ask = n.Ask(name="end", seat=ME, items=n.ListOf(items=(num(1),)))
    start = n.Call(procedure="p", arguments=(num(3),))
    small = tiny.game(start, ask, helpers=(p,))
    lock_step(small, 1, 1)
    # Written innermost first, each its own number.
    assert Table(compile_game(small)).variable("x") == 123


def test_lists_are_kept_for_each_call() -> None:
    # A list that is bound again in a loop has a place of its own, which each call fills anew.
    less = n.Subtract(left=loc("left"), right=num(1))
    shorter = n.Filter(items=loc("own"), name="e", where=n.Less(left=loc("e"), right=loc("left")))
    more = n.If(
        test=n.Less(left=num(0), right=loc("left")),
        then=(n.Call(procedure="p", arguments=(less, loc("own"))),),
    )
    each = n.ForEach(
        name="i",
        items=n.Range(low=num(1), high=num(2)),
        body=(n.Let(name="own", value=shorter), more, tiny.add(n.Length(items=loc("own")))),
    )
    given = n.Let(name="own", value=loc("given"))
    told = tiny.add(n.Length(items=loc("given")))
    parameters = (n.Parameter(name="left", type="int"), n.Parameter(name="given", type="[int]"))
    p = n.Procedure(name="p", parameters=parameters, body=(given, each, told))
    numbers = n.Range(low=num(0), high=num(3))
    start = n.Call(procedure="p", arguments=(num(1), numbers))
    ask = n.Ask(name="end", seat=ME, items=n.ListOf(items=(num(1),)))
    small = tiny.game(start, ask, helpers=(p,))
    lock_step(small, 1, 1)
    # Twice: the inner call tells 0, 0 and 1, the outer 1; at last the outer was given 4.
    assert Table(compile_game(small)).variable("x") == int("001100114")


def test_calls_have_a_deepest_level() -> None:
    table = sit("circle", 1)
    while "256" not in texts(table):
        table.apply(table.legal()[0])
    with pytest.raises(GameFault) as caught:
        table.apply("257")
    assert caught.value.diagnostic.code == "RT132"
    line = caught.value.diagnostic.span.line if caught.value.diagnostic.span else 0
    written = (HERE / "circle.txt").read_text(encoding="utf-8").splitlines()
    assert 'Call(procedure="fall"' in written[line - 1]
    table.apply("256")
    assert table.over


def test_keys_tell_apart_what_outer_calls_hold() -> None:
    # Only the answer kept by the outermost call differs.
    ways = [("31", "21"), ("32", "21"), ("31", "22")]
    for kind in ("exact", "position", "future"):
        assert len({sit("circle", 1, *way).key(kind) for way in ways}) == 3


# ---- listeners -----------------------------------------------------------------------------------


def test_listeners_act_before_and_after_a_movement() -> None:
    table = sit("listeners", 1)
    assert table.variable("heard") == 0  # the deal was quiet
    table.apply("draw 2")
    # B is drawn; C is thrown away before it is drawn, which is heard as another movement.
    assert table.zone("hand", 0) == ["A", "B"]
    assert table.zone("pit") == ["C"]
    assert table.variable("heard") == 23


def test_a_listener_asks_and_acts_instead_of_a_movement() -> None:
    table = sit("listeners", 1, "draw 2", "throw A")
    assert (table.decider, texts(table)) == (0, ["no", "yes"])
    table.apply("yes")
    assert (table.zone("safe"), table.zone("pit")) == (["A"], ["C"])
    assert table.variable("heard") == 23
    assert table.variable("thrown") == 1


def test_what_a_replacement_did_is_undone_with_the_rest() -> None:
    table = sit("listeners", 1, "draw 2", "throw A", "yes", "throw B", "yes")
    assert table.zone("safe") == ["A"]
    assert (table.variable("thrown"), table.variable("undone")) == (1, 1)
    assert table.zone("hand", 0) == []
    assert table.zone("deck")[0] == "B"
    # Having failed, it listens again; what it moves itself is not replaced.
    table.apply("draw 1")
    table.apply("throw D")
    assert texts(table) == ["no", "yes"]
    table.apply("no")
    assert table.zone("pit") == ["C", "D"]
    assert table.variable("heard") == 2344


def test_listeners_hear_what_listeners_do() -> None:
    table = sit("listeners", 1, "draw 2", "draw 2")
    # E draws one more card.
    assert table.zone("hand", 0) == ["A", "B", "D", "E", "F"]
    assert table.variable("heard") == 23456
    before = table.key()
    table.apply("back")
    assert table.zone("deck") == ["H", "G", "A", "B", "D", "E", "F"]
    table.undo()
    assert table.key() == before


def test_the_rest_is_failed_and_heard_in_an_attempt() -> None:
    table = sit("listeners", 1, "draw 2", "draw 2", "throw D", "no")
    assert table.variable("heard") == 234564
    table.apply("throw E")
    table.apply("no")  # a third card in the pit: all of it is undone
    assert table.variable("heard") == 234564
    assert table.zone("pit") == ["C", "D"]
    assert table.zone("deck")[0] == "E"


def test_a_listener_that_failed_listens_again() -> None:
    on = n.MoveToken(token=loc("token"), to=loc("target"))
    body = (tiny.add(num(1)), on, n.Fail(reason="no"))
    move = n.Attempt(body=(n.MoveTop(source=PILE, to=PIT),), otherwise=(tiny.add(num(2)),))
    ask = n.Ask(name="end", seat=ME, items=n.ListOf(items=(num(1),)))
    small = dataclasses.replace(
        tiny.game(move, move, ask), listeners=(n.Listener(when="instead", body=body),)
    )
    lock_step(small, 1, 1)
    table = Table(compile_game(small, 1))
    assert table.variable("x") == 1212
    assert table.zone("pit") == ["T1", "T2"]


def test_a_movement_that_nobody_hears_is_one_op() -> None:
    deaf = n.Listener(when="after", sources=("safe",), targets=("safe",), body=(n.Fail(reason=""),))
    plain = dataclasses.replace(game("listeners"), listeners=())
    heard = dataclasses.replace(plain, listeners=(deaf,))
    assert compile_game(heard).code.tolist() == compile_game(plain).code.tolist()


def test_a_chain_of_movements_is_bounded() -> None:
    back = n.MoveToken(token=n.Local(name="token"), to=n.Local(name="source"))
    endless = n.Listener(when="after", body=(back,))
    table = Table(compile_game(dataclasses.replace(game("listeners"), listeners=(endless,))))
    with pytest.raises(GameFault) as caught:
        table.apply("draw 1")
    assert caught.value.diagnostic.code == "RT132"


def test_what_listeners_keep_is_nobodys_business() -> None:
    table = sit("listeners", 1, "draw 1", trace=True)
    assert set(table.program.variables) == {"heard", "thrown", "undone", "turns"}
    table.apply("throw A")
    table.apply("no")
    assert [event.text for event in table.events()] == [
        "A: player 1's hand -> pit",
        "heard = 21",
        "turns = 3",
    ]


# ---- atomic actions ------------------------------------------------------------------------------


def test_an_atomic_action_is_offered_if_it_can_be_finished() -> None:
    # E cannot be refined, as nothing ranks higher; a gamble that fails is caught inside.
    buys = ["buy A", "buy B", "buy C", "buy D"]
    assert texts(sit("atomic", 1)) == [*buys, "work", "gamble", "wait"]
    plain = read(write(game("atomic")).replace("atomic=True", "atomic=False"))
    assert isinstance(plain, n.GameDef)
    assert "buy E" in [str(move) for move in Table(compile_game(plain)).legal()]


def test_inner_choices_are_offered_if_they_lead_to_the_end() -> None:
    table = sit("atomic", 1, "buy D")
    assert texts(table) == ["1"]  # only E ranks higher than D
    table.apply("1")
    assert texts(table) == ["E"]
    table.apply("E")
    assert texts(table) == ["keep", "swap A", "swap B", "swap C"]
    assert sit("atomic", 1, "buy B").legal()[-1].operands == (3,)
    # E is too dear here, and for one who has more it takes the one way that works.
    assert texts(sit("atomic", 1, "buy A", "1", "B")) == ["keep", "swap C", "swap D"]
    rich = sit("atomic", 1, "work", "work", "work", "buy A", "1", "B")
    assert texts(rich) == ["keep", "swap C", "swap D", "swap E"]
    rich.apply("swap E")
    assert texts(rich) == ["9"]
    rich.apply("9")
    assert rich.variable("money") == 1


def test_a_failure_caught_inside_is_no_dead_end() -> None:
    table = sit("atomic", 1, "gamble")
    assert texts(table) == ["1", "2", "3"]
    table.apply("1")
    assert table.variable("lost") == 1
    table = sit("atomic", 1, "gamble", "3")
    assert texts(table) == ["1", "2"]


def test_after_an_atomic_action_choices_are_free_again() -> None:
    table = sit("atomic", 1, "buy A", "1", "B", "keep")
    assert table._state[m.ATOMIC] == 0
    assert texts(table) == ["buy C", "work", "gamble", "wait"]


def test_an_atomic_action_that_fails_after_all_is_over() -> None:
    die = n.Roll(name="die", low=num(1), high=num(1))
    unlucky = n.Action(name="unlucky", atomic=True, body=(die, n.Fail(reason="bad luck")))
    ask = n.Ask(name="a", seat=ME, items=n.ListOf(items=(num(1),)))
    dead_end = n.Action(name="dead end", body=(ask, n.Fail(reason="no way")))
    small = tiny.game(
        n.Attempt(body=(n.Decide(seat=ME, actions=(unlucky,)),)),
        n.Decide(seat=ME, actions=(dead_end, n.Action(name="pass"))),
    )
    lock_step(small, 1, 1)
    table = Table(compile_game(small))
    table.apply("unlucky")
    assert texts(table) == ["dead end", "pass"]


def test_atomic_choices_survive_undo() -> None:
    table = sit("atomic", 1)
    seen = []
    for move in ("buy C", "2", "E", "swap A"):
        seen.append((table.key(), texts(table)))
        table.apply(move)
    for before in reversed(seen):
        table.undo()
        assert (table.key(), texts(table)) == before


@pytest.mark.parametrize(("choices", "offered"), [(8, False), (9, True)])
def test_a_search_looks_so_far(choices: int, offered: bool) -> None:
    one = n.ListOf(items=(num(1),))
    asks = [n.Ask(name=f"a{i}", seat=ME, items=one) for i in range(choices)]
    deep = n.Action(name="deep", atomic=True, body=(*asks, n.Fail(reason="at last")))
    small = tiny.game(n.Decide(seat=ME, actions=(deep, n.Action(name="pass"))))
    lock_step(small, 1, 1)
    found = [str(move) for move in Table(compile_game(small)).legal()]
    assert found == ["deep", "pass"][not offered :]


def test_a_search_tries_so_much() -> None:
    many = n.Range(low=num(1), high=num(50))
    asks = [n.Ask(name=f"a{i}", seat=ME, items=many) for i in range(2)]
    deep = n.Action(name="deep", atomic=True, body=(*asks, n.Fail(reason="at last")))
    small = tiny.game(n.Decide(seat=ME, actions=(deep, n.Action(name="pass"))))
    assert [str(move) for move in Table(compile_game(small)).legal()] == ["deep", "pass"]


def _far_dead_end(*around: n.Statement) -> n.GameDef:
    """A game with an atomic action that fails, but further on than a search looks."""
    one = n.ListOf(items=(num(1),))
    asks = [n.Ask(name=f"a{i}", seat=ME, items=one) for i in range(10)]
    paid = n.SetVariable(name="x", value=num(1))
    deep = n.Action(name="deep", atomic=True, body=(paid, *asks, n.Fail(reason="at last")))
    also = n.Action(name="also", atomic=True, body=(paid, asks[0]))
    decide = n.Decide(seat=ME, actions=(deep, also, n.Action(name="pass")))
    return tiny.game(*around, decide, n.Decide(seat=ME, actions=(n.Action(name="end"),)))


def test_what_fails_after_a_search_was_cut_off_is_undone_and_withheld() -> None:
    small = _far_dead_end()
    for seed in range(6):
        lock_step(small, 1, seed)
    table = Table(compile_game(small))
    first = table.key()
    assert texts(table) == ["deep", "also", "pass"]
    table.apply("deep")
    assert texts(table) == ["1"]
    table.apply("1")  # from there on, every way is seen to fail
    assert texts(table) == ["also", "pass"]
    assert (table.variable("x"), table._state[m.ATOMIC]) == (0, 0)
    assert table.key() != first
    copied = table.copy()
    for each in (table, copied):
        each.apply("also")
        each.apply("1")
        assert (texts(each), each.variable("x")) == (["end"], 1)
    table.undo(2)
    assert texts(table) == ["also", "pass"]
    table.undo(2)
    assert (table.key(), texts(table)) == (first, ["deep", "also", "pass"])


def test_an_attempt_around_handles_what_fails_after_a_search_was_cut_off() -> None:
    decide, end = _far_dead_end().procedures[0].body[-2:]
    small = tiny.game(n.Attempt(body=(decide,), rollback=True), end)
    for seed in range(6):
        lock_step(small, 1, seed)
    table = Table(compile_game(small))
    table.apply("deep")
    table.apply("1")
    assert texts(table) == ["end"]


def _far_dead_end_inside(choice: n.Statement, deep: n.Expr) -> n.GameDef:
    """A game with an atomic action that fails far on after one of its choices only."""
    one = n.ListOf(items=(num(1), num(2)))
    asks = [n.Ask(name=f"a{i}", seat=ME, items=one) for i in range(10)]
    paid = n.SetVariable(name="x", value=num(1))
    dead = n.If(test=deep, then=(*asks, n.Fail(reason="at last")))
    act = n.Action(name="act", atomic=True, body=(paid, choice, paid, dead))
    decide = n.Decide(seat=ME, actions=(act, n.Action(name="pass")))
    return tiny.game(decide, n.Decide(seat=ME, actions=(n.Action(name="end"),)))


CHOSEN = n.Local(name="chosen")
NUMBERS = n.ListOf(items=(num(1), num(2), num(3)))
TAKEN = n.SetVariable(name="x", value=CHOSEN)
SOME = n.Parameter(name="chosen", type="int", items=NUMBERS)
BETWEEN = n.Action(name="take", parameters=(SOME,), body=(TAKEN,))


@pytest.mark.parametrize(
    ("choice", "deep"),
    [
        (n.Ask(name="chosen", seat=ME, items=NUMBERS), n.Less(left=num(1), right=CHOSEN)),
        (
            n.Decide(seat=ME, actions=(BETWEEN,)),
            n.Less(left=num(1), right=n.Variable(name="x")),
        ),
    ],
)
def test_only_the_choice_that_was_cut_off_is_undone(choice: n.Statement, deep: n.Expr) -> None:
    small = _far_dead_end_inside(choice, deep)
    for seed in range(12):
        lock_step(small, 1, seed)


# ---- the agenda ----------------------------------------------------------------------------------


def test_an_effect_lasts_for_two_turns() -> None:
    table = sit("agenda", 1, "raise 1")
    assert table.variable("shield", 0) == 1
    table.apply("raise 2")
    # The first was torn down at the beginning of the third turn.
    assert (table.variable("shield", 0), table.variable("told")) == (2, 1)
    table.apply("raise 1")
    assert (table.variable("shield", 0), table.variable("told")) == (1, 12)


def test_what_is_undone_is_not_on_the_agenda() -> None:
    table = sit("agenda", 1, "raise 1", "raise 2", "try")
    assert table.variable("shield", 0) == 7
    table.apply("no")
    assert (table.variable("failed"), table.variable("shield", 0)) == (1, 0)
    table.apply("raise 1")
    table.apply("raise 1")
    assert table.variable("told") == 121


def test_calls_are_made_in_the_order_they_were_put_off() -> None:
    moves = ("raise 1", "raise 2", "try", "no")
    table = sit("agenda", 1, *moves)
    assert texts(table) == ["raise 1", "raise 2", "try", "ring 1", "ring 2"]  # not: ring 0
    for move in ("ring 2", "raise 1"):
        table.apply(move)
    # The bell rang, was put on the agenda again, and made the other boundary come.
    assert table.variable("told") == 1292
    table.apply("ring 1")
    assert table.variable("told") == 1292199
    for move in ("try", "yes", "raise 1"):
        table.apply(move)
    assert table.over
    assert table.variable("told") == 12921991


def test_the_agenda_is_part_of_keys_and_has_room_for_so_much() -> None:
    for kind in ("exact", "position", "future"):
        keys = {sit("agenda", 1, move, "raise 1").key(kind) for move in ("ring 1", "ring 2")}
        assert len(keys) == 2
    table = sit("agenda", 1, *["raise 1"] * 7)
    with pytest.raises(GameFault) as caught:
        table.apply("flood")
    assert caught.value.diagnostic.code == "RT133"


def test_what_must_not_happen_stops_the_game_through_every_attempt() -> None:
    fail = n.Attempt(body=(n.Fail(reason="no"),), otherwise=(n.Fail(reason="never", final=True),))
    attempts = n.Attempt(body=(tiny.add(num(1)), fail), otherwise=(tiny.add(num(2)),))
    small = tiny.game(attempts)
    lock_step(small, 1, 1)
    with pytest.raises(GameFault) as caught:
        Table(compile_game(small, 1))
    assert caught.value.diagnostic.code == "RT104"
    assert "never" in caught.value.diagnostic.message
