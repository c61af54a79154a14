"""A program that was tampered with is found out before it is run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.machine import ops
from ludwright.machine import state as m
from ludwright.machine.program import Program, instructions
from ludwright.machine.verify import verify
from strategies import random_game


@pytest.fixture(scope="module")
def program() -> Program:
    return compile_game(random_game(3))


def changed(program: Program, at: int, word: int) -> Program:
    code = program.code.copy()
    code[at] = word
    return replace(program, code=code)


def places(program: Program, kind: str) -> list[int]:
    """The words of the code that hold an operand of a kind."""
    return [
        at + 1 + i
        for at, op, operands in instructions(program)
        for i in range(min(len(operands), len(ops.SPECS[op].operands)))
        if ops.SPECS[op].operands[i] == kind
    ]


def test_a_compiled_program_is_sound(program: Program) -> None:
    assert verify(program) == []


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("to", (-1, 0, 10**6)),
        ("at", (-1, 0, 10**6)),
        ("list", (-1, 10**6)),
        ("jump", (0, m.P_CODE + 1, 10**6)),
        ("fail", (-1, m.P_CODE + 1)),
        ("table", (0, 10**6)),
    ],
)
def test_every_kind_of_operand_is_checked(program: Program, kind: str, words: Any) -> None:
    at = places(program, kind)[0]
    assert [len(verify(changed(program, at, word))) for word in words] == [1] * len(words)


def test_sites_are_checked(program: Program) -> None:
    site = next(iter(program.sites))
    first_action = site + m.SITE_HEAD
    for at in (site + m.SITE_DECIDER, site + m.SITE_ROWS, first_action + m.ACTION_CODE):
        assert len(verify(changed(program, at, 5))) == 1


def test_the_first_state_has_the_right_size(program: Program) -> None:
    assert len(verify(replace(program, image=program.image[:-1]))) == 1
