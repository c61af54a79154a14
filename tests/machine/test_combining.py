"""Selections of list items and the best way to part a list: by hand, and against the oracle."""

from __future__ import annotations

import random

import pytest

from ludwright.gamedef import nodes as n
from ludwright.machine import ops
from ludwright.machine.program import instructions
from tools.lockstep import Machine, compile_game, lock_step
from tools.tiny import ME, PILE, YES, game, loc, num, put, rank

TOKENS = n.TokensIn(zone=PILE)


def numbers(*values: int) -> n.ListOf:
    return n.ListOf(items=tuple(num(v) for v in values), of="int")


def listed(items: n.Expr, tokens: int = 10) -> list[int]:
    """The numbers of a list, as the machine offers them; the oracle must offer the same."""
    tiny = game(n.Ask(name="pick", seat=ME, items=items), tokens=tokens)
    lock_step(tiny, 2, 1)
    return [number for _, number in Machine(compile_game(tiny, 2), seed=1).options()]


def fault_of(expr: n.Expr, tokens: int = 4) -> str:
    """What is wrong when an expression is evaluated; the oracle must say the same."""
    tiny = game(put(n.Length(items=expr)), tokens=tokens)
    lock_step(tiny, 2, 1)
    shot = Machine(compile_game(tiny, 2), seed=1).snapshot()
    return str(shot["result"][2]) if shot["status"] == "fault" else ""


def subsets(items: n.Expr, least: int, most: int, where: n.Expr = YES) -> n.Subsets:
    return n.Subsets(items=items, least=num(least), most=num(most), name="g", where=where)


def sums_to(total: int) -> n.Expr:
    return n.Equal(left=n.Sum(items=loc("g")), right=num(total))


def best(items: n.Expr, *groups: int) -> n.BestPartition:
    return n.BestPartition(items=items, groups=numbers(*groups), name="i", weight=loc("i"))


# ---- selections ----------------------------------------------------------------------------------


def test_selections_come_by_size_and_then_by_their_earlier_items() -> None:
    assert listed(subsets(numbers(5, 6, 7), 0, 3)) == [0, 1, 2, 4, 3, 5, 6, 7]
    two_of_four = [0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100]
    assert listed(subsets(numbers(1, 1, 1, 1), 2, 2)) == two_of_four


def test_the_test_sees_the_items_of_a_selection() -> None:
    # 1 2 3 4 5: the ways to make 7 with two or three of them.
    found = listed(subsets(numbers(1, 2, 3, 4, 5), 2, 3, sums_to(7)))
    assert found == [0b10010, 0b01100, 0b01011]


def test_a_test_over_cards_is_worked_out_from_tables() -> None:
    ranks = n.Each(items=loc("g"), name="t", value=rank("t"))
    nine = n.Equal(left=n.Sum(items=ranks), right=num(9))
    # Ranks are 9 8 7 6 5 4 3 2 1 0 from the top.
    found = listed(subsets(TOKENS, 1, 2, nine))
    assert found == [1 << 0, 1 << 0 | 1 << 9, 1 << 1 | 1 << 8, 1 << 2 | 1 << 7, *REST]


REST = (1 << 3 | 1 << 6, 1 << 4 | 1 << 5)


def one_of(value: n.Expr) -> n.Expr:
    """Whether all tokens of a selection give the same value."""
    each = n.Each(items=loc("g"), name="t", value=value)
    return n.Equal(left=n.Length(items=n.Distinct(items=each)), right=num(1))


SUITED = one_of(n.PropertyOf(token=loc("t"), property="suit"))
HIGH = one_of(n.AtMost(left=rank("t"), right=num(4)))
LONG = n.Less(left=num(2), right=n.Length(items=loc("g")))
DIVIDED = one_of(n.Divide(left=rank("t"), right=num(2)))


def chosen(test: n.Expr, then: n.Expr, otherwise: n.Expr) -> n.Conditional:
    return n.Conditional(test=test, then=then, otherwise=otherwise)


NO = n.Truth(value=False)


@pytest.mark.parametrize(
    ("where", "narrow"),
    [
        (SUITED, True),
        (n.Or(items=(SUITED, HIGH)), True),
        (n.And(items=(n.Or(items=(SUITED, HIGH)), LONG)), True),
        (n.And(items=(LONG, SUITED, HIGH)), True),
        (n.Or(items=(n.And(items=(SUITED, HIGH)), n.And(items=(HIGH, LONG)))), True),
        (n.Or(items=(SUITED, LONG)), False),
        (chosen(SUITED, YES, NO), True),
        (n.Or(items=(chosen(LONG, HIGH, NO), chosen(HIGH, LONG, NO))), True),
        (chosen(SUITED, YES, LONG), False),
        (chosen(SUITED, NO, YES), False),
        (n.Not(item=SUITED), False),
        (DIVIDED, False),
    ],
)
@pytest.mark.parametrize("sizes", [(0, 3), (1, 8), (3, 4), (0, -1), (5, 2)])
def test_what_all_must_share_narrows_the_search(
    where: n.Expr, narrow: bool, sizes: tuple[int, int]
) -> None:
    found = subsets(TOKENS, *sizes, where)
    listed(found, tokens=8)  # as the oracle does
    code = compile_game(game(n.Ask(name="pick", seat=ME, items=found), tokens=8), 2)
    assert (ops.NEXT_ALIKE in {op for _, op, _ in instructions(code)}) is narrow


def test_suited_cards_by_hand() -> None:
    # T1 T3 T5 are black, T2 T4 red: of each three in a suit there is one, and of two four.
    assert listed(subsets(TOKENS, 2, 3, SUITED), tokens=5) == [
        *(0b00101, 0b10001, 0b01010, 0b10100),
        0b10101,
    ]


@pytest.mark.parametrize(
    ("least", "most", "count"), [(-3, 0, 1), (2, 1, 0), (4, 9, 0), (3, 9, 1), (1, -1, 0)]
)
def test_sizes_that_make_no_sense_select_nothing(least: int, most: int, count: int) -> None:
    assert len(listed(subsets(numbers(5, 6, 7), least, most))) == count


def test_a_failing_test_counts_as_false() -> None:
    first = n.Divide(left=num(1), right=n.Item(items=loc("g"), index=num(0)))
    where = n.Equal(left=first, right=num(1))
    assert listed(subsets(numbers(0, 1, 2), 1, 2, where)) == [0b010, 0b110]


def test_the_items_of_a_selection() -> None:
    items = numbers(5, 6, 7, 8)
    assert listed(n.Selected(items=items, selection=num(0b1010))) == [6, 8]
    assert listed(n.Selected(items=items, selection=num(0))) == []
    assert listed(n.Selected(items=items, selection=num(0b110000))) == []
    assert listed(n.Selected(items=items, selection=num(-2))) == [6, 7, 8]


def test_selections_can_be_kept_and_chosen() -> None:
    pick = n.Ask(name="pick", seat=ME, items=loc("ways"))
    taken = n.Selected(items=loc("all"), selection=loc("pick"))
    tiny = game(
        n.Let(name="all", value=numbers(3, 4, 5, 8)),
        n.Let(name="ways", value=subsets(loc("all"), 1, 3, sums_to(8))),
        pick,
        put(n.Length(items=taken)),
    )
    lock_step(tiny, 2, 1)
    machine = Machine(compile_game(tiny, 2), seed=1)
    assert machine.options() == [(0, 0b1000), (0, 0b0101)]
    machine.choose((0, 0b0101))
    assert machine.snapshot()["variables"]["x", None] == 2


def test_too_many_combinations_are_a_fault() -> None:
    many = n.Range(low=num(1), high=num(30))
    more = n.Range(low=num(1), high=num(31))
    no = n.Truth(value=False)
    assert fault_of(subsets(many, 1, 4, no)) == ""  # 31930 ways
    assert fault_of(subsets(many, 1, 5, no)) == "combinations"  # 174436
    assert fault_of(subsets(more, 1, 1, no)) == "combinations"
    assert fault_of(subsets(n.Range(low=num(1), high=num(16)), 0, 16, no)) == ""
    assert fault_of(subsets(n.Range(low=num(1), high=num(17)), 0, 17, no)) == "combinations"
    twenty = n.Range(low=num(1), high=num(20))
    assert fault_of(best(twenty, 1, 2)) == ""
    assert fault_of(best(n.Range(low=num(1), high=num(21)), 1, 2)) == "combinations"


# ---- parting a list ------------------------------------------------------------------------------


def test_the_heaviest_groups_win() -> None:
    # The pair in the middle weighs less than the two around it.
    assert listed(best(numbers(4, 3, 3, 4), 0b0110, 0b0011, 0b1100)) == [0b0011, 0b1100]
    assert listed(best(numbers(1, 9, 9, 1), 0b0110, 0b0001, 0b1000)) == [0b0001, 0b0110, 0b1000]


def test_as_few_groups_as_possible_then_the_earlier_ones() -> None:
    assert listed(best(numbers(1, 1, 1), 0b001, 0b010, 0b100, 0b111)) == [0b111]
    assert listed(best(numbers(2, 2, 2), 0b110, 0b101, 0b011)) == [0b101]
    assert listed(best(numbers(2, 2, 2), 0b110, 0b011, 0b101)) == [0b011]


def test_nothing_is_better_than_a_burden() -> None:
    assert listed(best(numbers(-1, 0, -1), 0b001, 0b010, 0b111)) == []
    assert listed(best(numbers(-1, 3), 0b11)) == [0b11]


def test_what_is_no_selection_is_no_group() -> None:
    assert listed(best(numbers(1, 2), 0, -1, 0b100, 0b110, 0b10)) == [0b10]
    assert listed(best(numbers(), 1, 2)) == []


def test_random_partitions_agree_with_the_oracle() -> None:
    rng = random.Random(5)
    for _ in range(30):
        size = rng.randint(1, 7)
        groups = [rng.randrange(1 << size) for _ in range(rng.randint(0, 9))]
        weights = [rng.randint(-1, 3) for _ in range(size)]
        listed(best(numbers(*weights), *groups))
