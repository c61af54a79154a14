"""What a trial copies is enough: nothing else of a state can make a difference to it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludwright
from ludwright.machine import api, lookahead, ops
from ludwright.machine import state as m
from ludwright.machine.program import Program
from ludwright.play import contract
from ludwright.play.table import Table
from tools.gamespec.tables import action, actions, document, game_of, legal, sit

GARBAGE = -(2**31) + 7


def registers(program: Program) -> list[int]:
    """The words that ops write and that are neither data nor constants."""
    code, at, found = program.code.tolist(), m.P_CODE, set()
    first, past = code[m.P_REGISTERS], code[m.P_ATTEMPTS]
    while at < program.code_end:
        spec = ops.SPECS[code[at]]
        for i in range(1, ops.width(code, at)):
            if spec.operand(i - 1)[0] in ("to", "both") and first <= code[at + i] < past:
                found.add(code[at + i])
        at += ops.width(code, at)
    return sorted(found)


def spoil_trials(table: Table, words: list[int]) -> int:
    """Overwrite the registers of all states that trials have used; returns how many there are."""
    space, code = table._space, table.program.code
    levels = int(space[m.W_TRIALS])
    for level in range(levels):
        space[lookahead.level_at(code, space, level) + np.array(words)] = GARBAGE
    return levels


@pytest.mark.parametrize("name", ["brackwater", "texas-holdem", "president", "scopa", "gin-rummy"])
def test_trials_read_nothing_that_earlier_ones_left(name: str) -> None:
    table, rng = ludwright.load(name).table(seed=3), random.Random(3)
    words, spoilt = registers(table.program), 0
    for _ in range(60):
        if table.over:
            break
        options = [str(move) for move in table.legal()]
        spoilt += spoil_trials(table, words)
        count = api.list_rows(table._code, table._state, table._space)
        assert count == table._rows
        assert [str(move) for move in table.legal()] == options
        table.apply(rng.choice(table.legal()))
    assert spoilt or not table.program.code[m.P_LOOKAHEAD]


def brief_contract(text: str) -> list[contract.Tested]:
    """Of games in which such an operation is taken back several times."""
    return game_of(text).contract(games=2, most=50)


CHOSEN = "{ chooseOne: { bind: $n, options: { query: intsInRange, min: 1, max: 2 } } }"
PAID = "{ if: { when: { op: '>', left: { ref: gvar, var: x }, right: 9 }, then: [], else: [%s] } }"
STUCK = PAID % "{ chooseOne: { bind: $none, options: { query: enums, values: [] } } }"


def test_an_operation_that_is_too_long_to_be_searched_is_taken_back() -> None:
    effects = ["{ addVar: { scope: global, var: x, delta: 1 } }", *[CHOSEN] * 12, STUCK]
    text = document(actions(action("long", *effects), action("short")))
    assert legal(sit(text)) == ["long", "short"]
    table = sit(text, "long")
    for _ in range(12):
        if legal(table) != ["1", "2"]:
            break
        table.apply("1")
    # Once all ways are seen to fail, the whole operation is undone, and no longer offered.
    assert legal(table) == ["short"]
    assert table.variable("x") == 0
    table.apply("short")
    assert legal(table) == ["long", "short"]
    again = game_of(text).resume(table.save())
    assert (again.key(), legal(again)) == (table.key(), legal(table))
    assert not [breach for each in brief_contract(text) for breach in each.breaches]


def test_games_go_on_after_an_operation_is_taken_back() -> None:
    text = document(actions(action("long", *[CHOSEN] * 12, STUCK), action("short")))
    assert game_of(text).simulate(4, seed=1, most=60, jobs=1).faulted == 0


CHOICE = "{ chooseOne: { bind: $m, options: { query: intsInRange, min: 1, max: 2 } } }"
SECOND = "{ op: '==', left: { ref: binding, name: $m }, right: 2 }"


@pytest.mark.parametrize("attempts", [0, 1])
def test_a_choice_inside_an_operation_that_is_too_long_is_taken_back(attempts: int) -> None:
    """The operation is proved by its first choice; the search of the second is cut off."""
    long = f"{{ if: {{ when: {SECOND}, then: [{', '.join([*[CHOSEN] * 12, STUCK])}], else: [] }} }}"
    effects = [*["{ addVar: { scope: global, var: x, delta: 1 } }"] * (1 + attempts), CHOICE, long]
    text = document(actions(action("long", *effects), action("short")))
    table = sit(text, "long")
    assert legal(table) == ["1", "2"]
    table.apply("2")
    for _ in range(12):
        if legal(table) == ["1"]:
            break
        table.apply("1")
    # The choice is made again without what failed, and the operation goes on.
    assert legal(table) == ["1"]
    assert table.variable("x") == 1 + attempts
    again = game_of(text).resume(table.save())
    assert (again.key(), legal(again)) == (table.key(), legal(table))
    table.apply("1")
    assert legal(table) == ["long", "short"] and table.variable("x") == 1 + attempts
    assert game_of(text).simulate(20, seed=1, most=60, jobs=1).faulted == 0
    assert not [breach for each in brief_contract(text) for breach in each.breaches]


def test_options_after_one_that_is_too_long_are_searched_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide = CHOSEN.replace("max: 2", "max: 37")
    table = sit(document(actions(action("long", *[wide] * 5, STUCK))), "long")
    tried: list[int] = []
    start = lookahead.start_trial
    monkeypatch.setattr(lookahead, "start_trial", lambda *a: (tried.append(a[4]), start(*a)))
    code, words, space = (memoryview(x) for x in (table._code, table._state, table._space))
    space[m.W_ROWS] = len(legal(table))
    lookahead.filter_rows(code, words, space)
    assert space[m.W_ROWS] == 37
    # Each option is a trial of its own, and the last trial of each is not run any more.
    assert len(tried) == 2 * 37 + m.LOOKAHEAD_TRIALS + 36 * m.LATER_TRIALS
