"""Simultaneous choices in any order: the same games as in the machine's order, and a seat sees
nothing of the choices of others."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations

import pytest

import ludwright as lw
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.walk import walk
from ludwright.play.errors import GameFault, IllegalMove, MoveError
from ludwright.play.open_rounds import OpenRounds
from ludwright.play.option_rows import Entry
from ludwright.play.table import Table
from shapes.test_flow_shapes import program as shape
from strategies import random_game
from tools import tiny
from tools.tiny import ME, loc, num

GAMES = [("gops", 2), ("gops", 5), ("hearts", 3), ("hearts", 5), ("sealed-bids", 3)]


@cache
def loaded(name: str) -> lw.Game:
    return lw.load(name)


def sit(name: str, players: int, seed: int = 3) -> Table:
    table = loaded(name).table(players=players, seed=seed)
    rng = random.Random(seed)
    while not OpenRounds(table):
        table.apply(rng.choice(table.legal_ids()))
    return table


def chosen(table: Table, rng: random.Random) -> Entry:
    return table.entry(table.legal()[rng.randrange(len(table.legal()))])


def answered(table: Table, order: Callable[[Sequence[int]], int], seed: float) -> OpenRounds:
    """The rounds of a table, answered by its seats in some order. What is answered in a round does
    not depend on the order."""
    rounds = OpenRounds(table)
    while rounds.waiting:
        seat = order(rounds.waiting)
        asked = rounds._asking(seat)
        assert asked is not None and asked.table is not None and asked.table.decider == seat
        draws = random.Random(f"{seed} {asked.number} {len(asked.answers)}")
        rounds.answer(seat, chosen(asked.table, draws))
    return rounds


def after(table: Table, rounds: OpenRounds) -> Table:
    rounds.make(table.carry_out)
    return table


# ---- every order is the same game ----------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_order_leads_to_the_same_game(name: str, players: int) -> None:
    table = sit(name, players)
    assert OpenRounds(table).waiting == tuple(range(players))
    keys, logs = set(), set()
    for ranks in permutations(range(players)):
        copy = table.copy()
        made = after(copy, answered(copy, lambda who, r=ranks: min(who, key=r.index), 7))
        keys.add(made.key())
        logs.add(tuple(made.log))
        assert len(made.log) == len(table.log) + players
    assert len(keys) == len(logs) == 1


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_record_is_that_of_the_machines_order(name: str, players: int) -> None:
    table = sit(name, players)
    plain = table.copy()
    rounds = answered(table, lambda who: who[-1], 1)
    for each in rounds._rounds:
        for entry in each.answers:
            plain.carry_out(entry)
    assert after(table, rounds).save() == plain.save() and table.key() == plain.key()


def test_whole_games_are_played_backwards() -> None:
    for name, players in GAMES:
        table, rng = loaded(name).table(players=players, seed=11), random.Random(name)
        played = 0
        while not table.over and len(table.log) < 150:
            if OpenRounds(table):
                after(table, answered(table, lambda who: who[-1], rng.random()))
                played += 1
            else:
                table.apply(rng.choice(table.legal_ids()))
        again = loaded(name).resume(table.save())
        assert played and again.key() == table.key()


def shapes_of(seed: int) -> tuple[Table, random.Random] | None:
    game, rng = random_game(seed), random.Random(seed)
    # Of the others, which are the most, compiling would take nearly all of the time.
    if not any(isinstance(each, n.Together) for each in walk(game)):
        return None
    try:
        return Table(compile_game(game, min(4, game.most_players)), seed=seed), rng
    except GameFault:
        return None


@pytest.mark.parametrize("first", range(0, 900, 300))
@pytest.mark.quick(1)
def test_random_games_are_the_same_in_any_order(first: int) -> None:
    """Bodies that ask several times, move cards, end the game, fail, or ask in branches."""
    seen: Counter[str] = Counter()
    for seed in range(first, first + 300):
        found = shapes_of(seed)
        if found is None:
            continue
        table, rng = found
        try:
            while not table.over and len(table.log) < 12:
                if OpenRounds(table):
                    _compare_orders(table, rng, seen)
                table.apply(rng.choice(table.legal()))
        except GameFault:
            seen["faults"] += 1
    assert seen["rounds"] > 10 and seen["reached"] > 10 and seen["longer"] > 2, seen


def _compare_orders(table: Table, rng: random.Random, seen: Counter[str]) -> None:
    number = rng.random()
    ends = []
    orders: list[Callable[[Sequence[int]], int]] = [
        lambda who: who[0],
        lambda who: who[-1],
        lambda who: sorted(who)[len(who) // 2],
        lambda who: min(who, key=lambda seat: (seat * 7) % 5),
    ]
    for order in orders:
        copy = table.copy()
        rounds = answered(copy, order, number)
        seen["longer"] += any(len(each.answers) > 1 for each in rounds._rounds)
        try:
            rounds.make(copy.carry_out)
        except GameFault:
            ends.append("fault")
            continue
        ends.append(str((copy.key(), copy.log)))
        seen["reached"] += len(copy.log) > len(table.log) + 1
    seen["rounds"] += 1
    assert len(set(ends)) == 1


# ---- what a seat sees ----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_seat_is_asked_as_in_its_turn(name: str, players: int) -> None:
    """Whatever the seats before it have chosen, and whether they have."""
    table, rng = sit(name, players), random.Random(5)
    rounds = OpenRounds(table)
    for seat in range(players):
        early = rounds.asking(seat)
        assert early is not None and table.decider == seat
        mine, then = early.view(seat), table.view(seat)
        assert [str(each) for each in mine.legal()] == [str(each) for each in then.legal()]
        assert mine.as_bytes() == then.as_bytes() and mine.information() == then.information()
        table.carry_out(chosen(table, rng))


def test_a_bot_can_look_at_other_worlds_early() -> None:
    table = sit("hearts", 4)
    early = OpenRounds(table).asking(2)
    assert early is not None
    world = early.view(2).redeal(1)
    assert world.decider == 2 and world.evidence
    assert table.view(0).decider == 0  # the histories come back


def test_a_choice_can_be_changed_until_all_are_in() -> None:
    table = sit("gops", 3)
    rounds = OpenRounds(table)
    asking = rounds.asking(1)
    assert asking is not None
    first, second = (asking.entry(asking.legal()[i]) for i in (0, 1))
    rounds.answer(1, first)
    assert rounds.waiting == (0, 2) and rounds.asking(1) is None
    with pytest.raises(IllegalMove):
        rounds.answer(1, second)
    for seat in (0, 2):
        with pytest.raises(MoveError):
            rounds.withdraw(seat)
    rounds.withdraw(1)
    assert rounds.waiting == (0, 1, 2)
    rounds.answer(1, second)
    for seat in (2, 0):
        other = rounds.asking(seat)
        assert other is not None
        rounds.answer(seat, other.entry(other.legal()[0]))
    rounds.make(table.carry_out)
    assert table.log[1] == second and not rounds.belongs_to(table)


def test_rounds_belong_to_a_moment() -> None:
    table = sit("gops", 2)
    rounds = OpenRounds(table)
    assert rounds.belongs_to(table) and not rounds.belongs_to(table.copy())
    table.apply(table.legal()[0])
    assert not rounds.belongs_to(table)
    table.undo()
    assert not rounds.belongs_to(table)


# ---- shapes --------------------------------------------------------------------------------------


def test_one_seat_alone_is_asked_in_its_turn() -> None:
    table = sit("gops", 2)
    table.apply(table.legal()[0])
    assert not OpenRounds(table) and table.together


def test_questions_that_follow_one_another_in_every_order() -> None:
    """Two questions to each of three seats, the second one after the effects of the first."""
    table, ends = Table(shape("together", 3), seed=1), set()
    for line in set(permutations([0, 0, 1, 1, 2, 2])):
        left, copy = [*line], table.copy()
        made = after(copy, answered(copy, lambda _, left=left: left.pop(0), 2))
        ends.add((made.key(), tuple(made.log)))
        assert len(made.log) >= 6
    assert len(ends) == 1


def asks(*body: n.Statement, seats: n.Expr | None = None, players: int = 3) -> Table:
    end = n.Ask(name="end", seat=ME, items=n.ListOf(items=(num(1),)))
    together = n.Together(name="s", seats=seats or n.Seats(), body=body)
    caught = n.Attempt(body=(together,), otherwise=(tiny.add(num(9)),))
    return Table(compile_game(tiny.game(caught, end, tokens=3), players))


def ask(name: str, seat: n.Expr, *numbers: int) -> n.Statement:
    items = n.ListOf(items=tuple(num(each) for each in numbers))
    return n.Ask(name=name, seat=seat, items=items)


def test_a_seat_that_is_asked_after_another_waits() -> None:
    """What it is asked may depend on that answer."""
    table = asks(ask("a", loc("s"), 1, 2), ask("b", ME, 3, 4), tiny.add(loc("b")))
    rounds = OpenRounds(table)
    assert rounds.waiting == (0, 1, 2)
    for seat, number in ((1, "1"), (0, "2"), (0, "3"), (0, "4")):
        asking = rounds.asking(seat)
        assert asking is not None
        rounds.answer(seat, asking.entry(asking.parse(number)))
    with pytest.raises(MoveError):
        rounds.withdraw(1)  # seat 0 has answered after it
    assert rounds.waiting == (2,)
    asking = rounds.asking(2)
    assert asking is not None
    rounds.answer(2, asking.entry(asking.parse("1")))
    assert rounds.waiting == (0,)
    rounds.withdraw(0)
    rounds.withdraw(0)
    rounds.withdraw(1)
    assert rounds.waiting == (0, 1)


def test_answers_after_rounds_that_fail_are_dropped() -> None:
    fails = n.If(test=n.Equal(left=loc("a"), right=num(2)), then=(n.Fail(reason="no"),))
    table = asks(ask("a", loc("s"), 1, 2), fails, tiny.add(loc("a")))
    for texts, x, made in ((("1", "1", "1"), 111, 3), (("1", "2", "1"), 9, 2)):
        copy = table.copy()
        rounds = OpenRounds(copy)
        for seat in (2, 1, 0):
            asking = rounds.asking(seat)
            assert asking is not None
            rounds.answer(seat, asking.entry(asking.parse(texts[seat])))
        assert rounds.waiting == ()
        rounds.make(copy.carry_out)
        assert (copy.variable("x"), len(copy.log)) == (x, made)


def test_a_round_behind_one_that_never_ends_waits() -> None:
    """Any legal choices do not lead there: only its seat knows how."""
    more = n.While(
        test=n.Equal(left=n.Variable(name="x"), right=num(0)),
        body=(ask("a", loc("s"), 0, 1), n.SetVariable(name="x", value=loc("a"))),
    )
    table = asks(more, players=2)
    assert not OpenRounds(table) and table.decider == 0
