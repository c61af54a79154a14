"""Loops in expressions: what is hoisted, unswitched or never listed means the same, and is lean."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright import pipeline
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.machine import ops
from ludwright.machine import state as m
from ludwright.machine.program import instructions
from tools.lockstep import Machine, lock_step
from tools.tiny import ME, NO, PILE, PIT, TAKEN, YES, X, add, game, loc, num, put, rank

# The pile has the ranks 9, 8, 7 and 6, from the top; there is nothing in the pit.
TOKENS, NONE = n.TokensIn(zone=PILE), n.TokensIn(zone=PIT)
HIGH = n.Less(left=num(7), right=rank("t"))
TOP = n.PropertyOf(token=n.TopOf(zone=PILE), property="rank")
MISSING = n.PropertyOf(token=n.TopOf(zone=PIT), property="rank")
FAILS = n.Equal(left=MISSING, right=num(3))
LATE = n.Less(left=num(0), right=X)  # x is 1 when it is asked
CHANGING = n.Less(left=X, right=rank("t"))
LOW = n.Less(left=rank("t"), right=num(9))
NEVER = n.Less(left=rank("t"), right=num(0))
HELD = n.Conditional(test=FAILS, then=YES, otherwise=NO)


def some(where: n.Expr, items: n.Expr = TOKENS) -> n.Expr:
    return n.Filter(items=items, name="t", where=where)


def ranks(items: n.Expr) -> n.Statement:
    return n.ForEach(name="t", items=items, body=(add(rank("t")),))


def told(test: n.Expr) -> n.Statement:
    return add(n.Conditional(test=test, then=num(1), otherwise=num(0)))


def outcome(*body: n.Statement) -> int:
    """What is written behind the 1 in x, which the oracle agrees with."""
    tiny = game(put(num(1)), *body, n.Ask(name="end", seat=ME, items=TAKEN))
    for players in (1, 2):
        lock_step(tiny, players, 1, most=1)
    found = Machine(compile_game(tiny, 2), seed=1).snapshot()["variables"]["x", None]
    assert isinstance(found, int)
    return found


WHERE = {
    "a test that holds": (LATE, "9876"),
    "one that does not": (n.Not(item=LATE), ""),
    "one that fails": (FAILS, ""),
    "its opposite, which fails, too": (n.Not(item=FAILS), ""),
    "before one of the item": (n.And(items=(LATE, HIGH)), "98"),
    "behind it": (n.And(items=(HIGH, n.Not(item=LATE))), ""),
    "a failure behind it": (n.And(items=(HIGH, n.Not(item=FAILS))), ""),
    "a failure before an alternative": (n.Or(items=(FAILS, HIGH)), ""),
    "the opposite of that failure": (n.Or(items=(n.Not(item=FAILS), HIGH)), ""),
    "a failure behind an alternative": (n.Or(items=(HIGH, FAILS)), "98"),
    "a failure that is caught": (n.Or(items=(HELD, HIGH)), "98"),
    "its opposite": (n.And(items=(n.Not(item=HELD), HIGH)), "98"),
    "a failure selects the other test": (
        n.Conditional(test=FAILS, then=HIGH, otherwise=n.Not(item=HIGH)),
        "76",
    ),
    "what failed is asked again": (
        n.Conditional(test=FAILS, then=HIGH, otherwise=n.Or(items=(n.Not(item=FAILS), HIGH))),
        "",
    ),
    "two tests": (
        n.Conditional(
            test=LATE,
            then=n.Conditional(test=HELD, then=NO, otherwise=HIGH),
            otherwise=n.Not(item=HIGH),
        ),
        "98",
    ),
    "a static part before a changing one": (n.And(items=(HIGH, CHANGING)), "98"),
    "a static part behind it": (n.And(items=(CHANGING, HIGH)), "98"),
    "static parts on both sides": (n.And(items=(LOW, CHANGING, HIGH)), "8"),
    "a static part that never holds": (n.And(items=(CHANGING, NEVER)), ""),
    "a value": (n.Equal(left=rank("t"), right=n.Subtract(left=TOP, right=num(1))), "8"),
    "a value that fails": (n.Equal(left=rank("t"), right=MISSING), ""),
    "a list": (
        n.Contains(
            items=n.Each(items=TOKENS, name="u", value=n.Subtract(left=rank("u"), right=X)),
            value=rank("t"),
        ),
        "876",
    ),
}


@pytest.mark.parametrize(("where", "expected"), WHERE.values(), ids=WHERE)
def test_invariant_parts_of_a_filter(where: n.Expr, expected: str) -> None:
    count = len(expected)
    assert outcome(ranks(some(where))) == int(f"1{expected}")
    assert outcome(add(n.Length(items=some(where)))) == 10 + count
    assert outcome(told(n.AnyOf(items=TOKENS, name="t", where=where))) == 10 + (count > 0)
    assert outcome(told(n.AllOf(items=TOKENS, name="t", where=where))) == 10 + (count == 4)
    assert outcome(told(n.AllOf(items=NONE, name="t", where=where))) == 11


def test_static_parts_of_a_filter_are_one_op() -> None:
    mixed = n.And(items=(CHANGING, HIGH))
    for made in (some(mixed), some(mixed, n.Join(lists=(TOKENS, NONE)))):
        program = compile_game(game(put(num(1)), add(n.Length(items=made))))
        used = [op for _, op, _ in instructions(program)]
        assert ops.SELECT_TOKENS in used and ops.TOKENS not in used


def test_a_fault_before_a_static_part_remains_one() -> None:
    large = n.Less(left=n.Add(left=num(2**31 - 1), right=X), right=rank("t"))
    found = n.Length(items=some(n.And(items=(large, NEVER))))
    tiny = game(put(num(1)), add(found), n.Ask(name="end", seat=ME, items=TAKEN))
    lock_step(tiny, 1, 1, most=1)
    assert Machine(compile_game(tiny, 1), seed=1).status == "fault"


SEATS = n.Filter(items=n.Seats(), name="s", where=n.Not(item=n.Equal(left=loc("s"), right=ME)))
LISTS = {
    "of a filter": (n.Length(items=some(HIGH, some(n.Less(left=rank("t"), right=num(9))))), 11),
    "of joined lists": (n.Length(items=n.Join(lists=(TOKENS, n.ListOf(items=(), of="token")))), 14),
    "of seats": (n.Length(items=SEATS), 11),
    "of different values": (
        n.Length(
            items=n.Distinct(
                items=n.Each(
                    items=TOKENS, name="t", value=n.PropertyOf(token=loc("t"), property="suit")
                )
            )
        ),
        12,
    ),
    "the first of a filter": (
        n.PropertyOf(
            token=n.Item(
                items=some(n.Less(left=n.Multiply(left=rank("t"), right=X), right=num(9))),
                index=num(0),
            ),
            property="rank",
        ),
        18,
    ),
    "the first of some seats": (n.NumberOf(seat=n.Item(items=SEATS, index=num(0))), 11),
    "the sum of a written list": (n.Sum(items=n.ListOf(items=(X, num(2), X))), 14),
    "the largest of one": (n.Largest(items=n.ListOf(items=(X, num(2), num(-3)))), 12),
    "the smallest of one": (n.Smallest(items=n.ListOf(items=(X, num(2), X))), 11),
}


@pytest.mark.parametrize(("expr", "expected"), LISTS.values(), ids=LISTS)
def test_numbers_are_computed_without_lists(expr: n.Expr, expected: int) -> None:
    tried = n.Attempt(body=(add(expr),), otherwise=(add(num(0)),))  # alone, there is no other seat
    assert outcome(tried) == expected


def test_items_are_evaluated_even_if_none_is_kept() -> None:
    failing = n.ListOf(items=(n.Item(items=TOKENS, index=num(9)),))
    body = n.Let(name="l", value=n.Filter(items=failing, name="t", where=NO))
    assert outcome(n.Attempt(body=(body,), otherwise=(add(num(5)),))) == 15


def test_a_variable_keeps_its_value_if_an_item_is_missing() -> None:
    card = n.VariableDef(name="card", type="token", initial=n.Nothing(type="token"))
    beyond = n.SetVariable(name="card", value=n.Item(items=TOKENS, index=num(9)))
    tiny = game(
        n.SetVariable(name="card", value=n.TopOf(zone=PILE)),
        n.Attempt(body=(beyond,)),
        n.Ask(name="end", seat=ME, items=TAKEN),
    )
    lock_step(replace(tiny, variables=(*tiny.variables, card)), 1, 1)


# ---- the code ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hearts", "spades", "whist", "oh-hell"])
def test_the_cards_that_follow_suit_are_listed_without_loops(name: str) -> None:
    loaded = pipeline.load(name).game
    assert loaded is not None
    cards = compile_game(loaded, 4)
    for site, info in cards.sites.items():
        if info.prompt.startswith("Play a card"):
            start = int(cards.code[site + m.SITE_ROWS])
            names = [ops.NAMES[op] for at, op, _ in instructions(cards) if at >= start]
            names = names[: names.index("ROWS_END")]
            assert "ROWS_ZONE" in names
            assert not {"NEXT", "TOKENS", "NEW_LIST", "APPEND"} & set(names)
            return
    raise AssertionError("no card is played")
