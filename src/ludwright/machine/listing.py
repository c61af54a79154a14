"""The listing of a program, for people: source line, address, op and operands of every op."""

from __future__ import annotations

from . import ops
from .program import Program, instructions

# How an operand of each kind is marked; plain numbers have #.
MARKS = {"to": "=@", "at": "@", "list": "@", "*": "@", "jump": ">", "fail": "!", "table": "t"}


def listing(program: Program) -> str:
    """The program, one line per op."""
    lines = []
    last = None
    for at, op, operands in instructions(program):
        span = program.place(at)
        line = str(span.line) if span and span.line != last else ""
        last = span.line if span else last
        kinds = ops.SPECS[op].operands
        shown = " ".join(_operand(kinds[min(i, len(kinds) - 1)], x) for i, x in enumerate(operands))
        lines.append(f"{line:>5} {at:7d}  {ops.NAMES[op].lower():<12} {shown}".rstrip())
    return "\n".join(lines)


def _operand(kind: str, value: int) -> str:
    return f"{MARKS.get(kind, '#')}{value}"
