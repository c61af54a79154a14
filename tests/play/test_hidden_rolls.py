"""What is rolled in secret is told to nobody, and so is where a token went in among others."""

from __future__ import annotations

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.play.contract import contract
from ludwright.play.table import Table
from play.test_contract import DECK, ME, MINE
from play.test_secrets import LATER, WAIT, staged
from tools.tiny import loc, num


def roll(announced: bool) -> n.Roll:
    return n.Roll(name="r", low=num(0), high=num(1), announced=announced)


ROUNDS = n.Range(low=num(1), high=num(4))
KNOWN, HIDDEN = (
    staged(n.ForEach(name="i", items=ROUNDS, body=(WAIT, roll(announced), WAIT, LATER)))
    for announced in (True, False)
)


def told(made: n.GameDef, seed: int) -> list[tuple[int, ...]]:
    """The numbers that each seat has seen when the first one was rolled."""
    table = Table(compile_game(made, 2), seed=seed, trace=True)
    table.apply("1")
    rolled = [[e.values[0] for e in table.view(s).events() if e.kind == "roll"] for s in (0, 1)]
    return [tuple(x) for x in rolled]


def test_a_roll_is_seen_unless_it_is_secret() -> None:
    assert {tuple(told(KNOWN, seed)[0][:1]) for seed in range(8)} == {(0,), (1,)}
    assert [told(HIDDEN, seed) for seed in range(3)] == [[(), ()]] * 3


@pytest.mark.parametrize(
    ("low", "high", "sides"),
    [(num(1), num(6), 6), (num(0), num(3), 0), (num(1), n.Add(left=num(3), right=num(5)), 8)],
)
def test_a_roll_with_fixed_numbers_from_one_is_a_die(low: n.Expr, high: n.Expr, sides: int) -> None:
    made = staged(WAIT, n.Roll(name="r", low=low, high=high), WAIT, LATER)
    table = Table(compile_game(made, 2), seed=1, trace=True)
    table.apply("1")
    assert [e.values[1] for e in table.view(1).events() if e.kind == "roll"] == [sides]


def test_a_secret_roll_is_in_no_view_until_it_is_used() -> None:
    program = compile_game(HIDDEN, 2)
    tables = [Table(program, seed=1, deal={"deck": [f"T{i}" for i in range(8)]}) for _ in (0, 1)]
    for table in tables:
        table.apply("1")
    one, other = (table.state.copy() for table in tables)
    (at,) = {x.start for slots in program.live.values() for x in slots if x.name == "r"}
    other[at] = 1 - one[at]
    for seat in (0, 1):
        mine, yours = (Table(program, start=state).view(seat) for state in (one, other))
        assert mine.as_bytes() == yours.as_bytes()
    assert contract(program).breaches == ()


@pytest.mark.parametrize("above", [0, 1, 2])
def test_where_a_token_went_is_told_to_nobody(above: int) -> None:
    """Whatever its place, the same is told of it, and nobody knows any token of the deck."""
    give = n.Insert(token=n.TopOf(zone=MINE), to=DECK, above=num(above))
    table = Table(compile_game(staged(WAIT, give, WAIT), 2), seed=1, trace=True)
    card = table.zone("hand", 0)[-1]
    table.apply("1")
    mine, yours = ([e.text for e in table.view(seat).events()] for seat in (0, 1))
    assert mine == [f"{card}: player 1's hand -> deck"]
    assert len(yours) == 1 and card not in yours[0]
    assert [e.values[3] for e in table.events()] == [2]
    assert all(name is None for seat in (0, 1) for name in table.view(seat).zone("deck"))


def test_a_random_place_keeps_every_promise() -> None:
    give = n.Insert(token=n.TopOf(zone=MINE), to=DECK, above=loc("r"))
    draw = n.MoveTop(source=DECK, to=n.ZoneAt(name="hand", owner=ME))
    body = (WAIT, roll(announced=False), give, WAIT, draw)
    made = staged(n.ForEach(name="i", items=ROUNDS, body=body))
    assert contract(compile_game(made, 2)).breaches == ()
