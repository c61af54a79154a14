"""Is a program sound? Addresses in range, jumps on ops, tables inside: what the run loop relies on."""

from __future__ import annotations

from . import ops
from .program import Program, instructions
from .state import HEADER, P_CODE, P_SIZE


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
    if len(program.image) != size:
        wrong.append("the first state does not have the size the program says")
    if P_CODE not in starts:
        wrong.append("there is no code")
    return wrong


CHECKS = {
    "to": lambda program, starts, size, x: HEADER <= x < size,
    "at": lambda program, starts, size, x: HEADER <= x < size,
    "list": lambda program, starts, size, x: HEADER <= x < size,
    "*": lambda program, starts, size, x: HEADER <= x < size,
    "#": lambda program, starts, size, x: True,
    "jump": lambda program, starts, size, x: x in starts,
    "fail": lambda program, starts, size, x: x == 0 or x in starts,
    "table": lambda program, starts, size, x: program.code_end <= x < len(program.code),
}
