"""Chance drawn anew: the next random numbers are others, and the game can still be repeated."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import ludwright as lw
from ludwright.gamedef import nodes as n
from ludwright.machine import state as m
from ludwright.play.draws import Draws
from ludwright.play.errors import GameFault, TableError
from ludwright.play.record import RecordError, read_record, transcript
from ludwright.play.replay import replay
from ludwright.play.table import COPY_EVERY, Table
from ludwright.table.playback import Replay
from tools.tables import action, decide, forever, table
from tools.tiny import PILE, X, num, put

Data = dict[str, Any]
game = cache(lw.load)
ROLLED = n.Roll(name="r", low=num(1), high=num(1000))


def words(seed: int) -> tuple[int, ...]:
    """Eight words of a generator, with an odd increment."""
    draws = Draws(seed)
    found = [draws.below(2**31) - 2**30 for _ in range(8)]
    return (*found[:4], found[4] | 1, *found[5:])


def dice() -> Table:
    """A game in which a roll is added to x, or nothing happens; the pile may be shuffled."""
    roll = (
        n.Roll(name="r", low=num(1), high=num(1000)),
        put(n.Add(left=X, right=n.Local(name="r"))),
    )
    acts = (action("roll", *roll), action("wait"), action("mix", n.Shuffle(zone=PILE)))
    broken = action("break", *roll, forever())
    return table(forever(decide(*acts, broken)), seed=1, trace=True)


def x_after(t: Table, *moves: str) -> int | bool | str | None:
    for move in moves:
        t.apply(move)
    return t.variable("x")


def test_the_next_move_takes_the_new_numbers() -> None:
    usual, other, same = dice(), dice(), dice()
    other.reseed(words(1))
    same.reseed(words(1))
    first = x_after(usual, "roll")
    assert x_after(other, "roll") != first
    assert other.variable("x") == x_after(same, "roll")
    assert other.reseeded == {0: words(1)} and usual.reseeded == {}


def test_words_that_no_move_used_leave_no_trace() -> None:
    usual, other = dice(), dice()
    other.reseed(words(1))
    usual.apply("wait")
    other.apply("wait")
    assert other.reseeded == {} and other.key() == usual.key()
    assert other.save() == usual.save() and '"chance"' not in other.save()
    # They wait for the next move that takes random numbers.
    assert x_after(other, "wait", "roll") != x_after(usual, "wait", "roll")
    assert other.reseeded == {2: words(1)}


@pytest.mark.parametrize("moves", [3, COPY_EVERY + 3])
def test_undo_takes_new_numbers_back_and_keeps_earlier_ones(moves: int) -> None:
    t = dice()
    sums = []
    for number in range(moves):
        sums.append((t.variable("x"), t.key()))
        if number % 2:
            t.reseed(words(number))
        t.apply("roll")
    for number in reversed(range(moves)):
        t.undo()
        assert (t.variable("x"), t.key()) == sums[number]
        assert t.reseeded == {k: words(k) for k in range(1, number, 2)}
    again = x_after(t, "roll")
    assert again == sums[1][0]


def test_a_move_taken_back_can_be_made_with_other_chance() -> None:
    t = dice()
    first = x_after(t, "roll")
    t.view(0)
    t.undo()
    t.reseed(words(5))
    assert x_after(t, "roll") != first
    # What a seat observed follows, though its choices were the same.
    assert t.view(0).variable("x") == t.variable("x")
    assert [event.text for event in t.view(0).events()] == [e.text for e in t.events()]


def test_copies_are_independent() -> None:
    t = dice()
    t.reseed(words(2))
    copy = t.copy()
    t.apply("roll")
    assert copy.reseeded == {} and x_after(copy, "roll") == t.variable("x")
    copy.undo()
    assert t.reseeded == {0: words(2)}
    assert t.copy().reseeded == t.reseeded


def test_a_fault_leaves_the_words_for_the_next_move() -> None:
    t, other = dice(), dice()
    for each in (t, other):
        each.reseed(words(3))
    key = t.key()
    with pytest.raises(GameFault):
        t.apply("break")
    assert t.key() == key and t.reseeded == {}
    assert x_after(t, "roll") == x_after(other, "roll")


def test_an_even_increment_is_made_odd() -> None:
    t = dice()
    t.reseed([0, 0, 0, 0, 2, 0, 0, 0])
    t.apply("roll")
    assert t.reseeded == {0: (0, 0, 0, 0, 3, 0, 0, 0)}


@pytest.mark.parametrize("wrong", [[], [1] * 7, ["a"] * 8, [1.5] * 8, None])
def test_words_that_are_no_generator_are_refused(wrong: Any) -> None:
    t = dice()
    with pytest.raises(TableError, match="eight words"):
        t.reseed(wrong)
    assert x_after(t, "roll") == x_after(dice(), "roll")


# ---- records -------------------------------------------------------------------------------------


def fresh_game(name: str, moves: int = 150, **settings: Any) -> Table:
    """A game in which chance is drawn anew before every move."""
    t, draws = game(name).table(seed=4, **settings), Draws(8)
    for number in range(moves):
        if t.over:
            break
        t.reseed(words(number))
        t.apply(t.legal()[draws.below(len(t.legal()))])
    return t


@pytest.mark.parametrize(
    ("name", "settings"),
    [("texas-holdem", {}), ("hearts", {"players": 3}), ("scopa", {}), ("storm-the-gate", {})],
)
def test_a_record_with_new_chance_goes_round(name: str, settings: dict[str, Any]) -> None:
    t = fresh_game(name, **settings)
    assert t.reseeded
    text = t.save()
    assert read_record(text).chance == tuple(sorted(t.reseeded.items()))
    again = game(name).resume(text)
    assert again.key() == t.key() and again.reseeded == t.reseeded and again.save() == text
    assert Replay(t, 0).to_end().table.key() == t.key()
    assert f"drawn anew for move {min(t.reseeded) + 1}" in transcript(t)
    for seat in range(t.program.seats):
        assert again.information(seat) == t.information(seat)
    last = len(t.log) - 1
    assert again.made_text(last) == t.made_text(last)
    assert [again.made_text(i, 0) for i in range(0, last, 9)] == [
        t.made_text(i, 0) for i in range(0, last, 9)
    ]


def test_seats_observe_and_redeal_as_without_new_chance() -> None:
    t, worlds = game("oh-hell").table(seed=4, players=3), 0
    draws = Draws(8)
    for number in range(60):
        if t.over:
            break
        for seat in range(3):
            view = t.view(seat)
            hidden = t.masks.masked(t.state, seat)[0][m.RNG : m.RNG + 8]
            assert not hidden.any() and not view.state[m.RNG : m.RNG + 8].any()
            there = view.redeal(number)
            worlds += there.evidence
            assert there.view(seat).as_bytes() == view.as_bytes()
        t.reseed(words(number))
        t.apply(t.legal()[draws.below(len(t.legal()))])
    assert worlds and t.reseeded


def change(*path: Any, value: Any) -> Callable[[Data], None]:
    def changed(data: Data) -> None:
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return changed


def twice(data: Data) -> None:
    data["chance"].append(data["chance"][-1])


def unused(data: Data) -> None:
    data["chance"] = [[0, list(words(1))], *data["chance"]]


def even(data: Data) -> None:
    data["chance"][0][1][4] &= ~1


def absent(data: Data) -> None:
    del data["chance"]


@pytest.mark.parametrize(
    ("forge", "code"),
    [
        (change("chance", value=5), "RC101"),
        (change("chance", value=None), "RC101"),
        (change("chance", value=[[1]]), "RC101"),
        (change("chance", value=[[1, [1] * 7]]), "RC101"),
        (change("chance", value=[[1, ["a"] * 8]]), "RC101"),
        (change("chance", value=[[1, [2**31] * 8]]), "RC101"),
        (change("chance", value=[[True, [1] * 8]]), "RC101"),
        (change("chance", 0, 0, value=-1), "RC111"),
        (change("chance", 0, 0, value=10**9), "RC111"),
        (change("chance", 0, 1, 0, value=12345), "RC107"),
        (twice, "RC111"),
        (unused, "RC111"),
        (even, "RC111"),
        (absent, "RC107"),
    ],
)
def test_forged_chance_is_refused(forge: Callable[[Data], None], code: str) -> None:
    t = dice()
    for number, move in enumerate(("wait", "roll", "mix", "wait", "roll")):
        t.reseed(words(number))
        t.apply(move)
    data = json.loads(t.save())
    assert replay(read_record(json.dumps(data)), t.program).key() == t.key()
    forge(data)
    with pytest.raises(RecordError) as caught:
        replay(read_record(json.dumps(data)), t.program)
    assert caught.value.diagnostic.code == code
