"""Is a program sound? Addresses, jumps and tables in range: what the run loop relies on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import ops
from .program import Program, instructions
from .state import (
    ACTION_CODE,
    ACTION_HEAD,
    ACTION_OPERANDS,
    ACTION_WORDS,
    HEADER,
    P_CODE,
    P_SIZE,
    SITE_ACTIONS,
    SITE_DECIDER,
    SITE_HEAD,
    SITE_NONE,
    SITE_ROWS,
)


def verify(program: Program) -> list[str]:
    """Everything that is wrong with a program; nothing if it may be run."""
    wrong: list[str] = []
    starts = {at for at, _, _ in instructions(program)}
    size = int(program.code[P_SIZE])
    for at, op, operands in instructions(program):
        kinds = ops.SPECS[op].operands
        for i, value in enumerate(operands):
            kind = kinds[min(i, len(kinds) - 1)]
            if not CHECKS[kind](program, starts, size, value):
                wrong.append(f"{at} {ops.NAMES[op]}: operand {i + 1} ({kind}) is {value}")
    for offset in program.sites:
        wrong.extend(_site(program, starts, size, offset))
    if len(program.image) != size:
        wrong.append("the first state does not have the size the program says")
    if P_CODE not in starts:
        wrong.append("there is no code")
    return wrong


Check = Callable[[Program, set[int], int, int], bool]


def _in_state(program: Program, starts: set[int], size: int, x: int) -> bool:
    return HEADER <= x < size


CHECKS: dict[str, Check] = {
    "to": _in_state,
    "at": _in_state,
    "list": _in_state,
    "*": _in_state,
    "#": lambda program, starts, size, x: True,
    "jump": lambda program, starts, size, x: x in starts,
    "fail": lambda program, starts, size, x: x == 0 or x in starts,
    "table": lambda program, starts, size, x: program.code_end <= x < len(program.code),
}


def _site(program: Program, starts: set[int], size: int, offset: int) -> Iterator[str]:
    """What is wrong with the record of a site."""
    code = program.code.tolist()
    entries = [code[offset + at] for at in (SITE_ROWS, SITE_NONE)]
    entries = [x for x in entries if x]
    addresses = [code[offset + SITE_DECIDER]]
    for number in range(code[offset + SITE_ACTIONS]):
        record = offset + SITE_HEAD + number * ACTION_WORDS
        entries.append(code[record + ACTION_CODE])
        count = abs(code[record + ACTION_OPERANDS])
        addresses += code[record + ACTION_HEAD : record + ACTION_HEAD + count]
    yield from (f"site {offset}: no op at {x}" for x in entries if x not in starts)
    yield from (f"site {offset}: no word {x}" for x in addresses if not HEADER <= x < size)
