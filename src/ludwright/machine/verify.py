"""Soundness of a program: addresses, jumps and tables are in range, as the run loop assumes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import ops
from . import state as m
from .program import Program, instructions


def verify(program: Program) -> list[str]:
    """Every problem with a program; none if it may be run."""
    wrong: list[str] = []
    starts = {at for at, _, _ in instructions(program)}
    size = int(program.code[m.P_SIZE])
    for at, op, operands in instructions(program):
        for i, value in enumerate(operands):
            kind, _ = ops.SPECS[op].operand(i)
            if not CHECKS[kind](program, starts, size, value):
                wrong.append(f"{at} {ops.NAMES[op]}: operand {i + 1} ({kind}) is {value}")
        if op == ops.JUMP_TABLE:
            wrong.extend(_targets(program, starts, operands[1]))
    for offset in program.sites:
        wrong.extend(_site(program, starts, size, offset))
    if len(program.image) != size:
        wrong.append(f"the initial state has {len(program.image)} words, not {size}")
    if m.P_CODE not in starts:
        wrong.append("missing code")
    return wrong


Check = Callable[[Program, set[int], int, int], bool]


def _in_state(program: Program, starts: set[int], size: int, x: int) -> bool:
    return m.HEADER <= x < size


CHECKS: dict[str, Check] = {
    "to": _in_state,
    "at": _in_state,
    "both": _in_state,
    "list": _in_state,
    "*": _in_state,
    "#": lambda program, starts, size, x: True,
    "jump": lambda program, starts, size, x: x in starts,
    "fail": lambda program, starts, size, x: x == 0 or x in starts,
    "table": lambda program, starts, size, x: program.code_end <= x < len(program.code),
}


def _targets(program: Program, starts: set[int], table: int) -> Iterator[str]:
    """Problems with a table of targets: the lowest value, how many there are, where each leads."""
    count = int(program.code[table + 1])
    targets = program.code[table + 2 : table + 2 + count].tolist()
    yield from (f"table {table}: no op at {x}" for x in targets if x not in starts)


def _site(program: Program, starts: set[int], size: int, offset: int) -> Iterator[str]:
    """Problems with the record of a site."""
    code = program.code.tolist()
    entries = [code[offset + at] for at in (m.SITE_ROWS, m.SITE_NONE)]
    entries = [x for x in entries if x]
    addresses = [code[offset + m.SITE_DECIDER]]
    for number in range(code[offset + m.SITE_ACTIONS]):
        record = offset + m.SITE_HEAD + number * m.ACTION_WORDS
        entries.append(code[record + m.ACTION_CODE])
        count = abs(code[record + m.ACTION_OPERANDS])
        addresses += code[record + m.ACTION_HEAD : record + m.ACTION_HEAD + count]
    yield from (f"site {offset}: no op at {x}" for x in entries if x not in starts)
    yield from (f"site {offset}: no word {x}" for x in addresses if not m.HEADER <= x < size)
