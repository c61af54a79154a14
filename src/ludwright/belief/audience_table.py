"""Who may read which words of a state, as one flat array that compiled loops can follow."""

from __future__ import annotations

import numpy as np

from ..machine import ops
from ..machine import state as m
from ..machine.program import Array, Program, Slot, instructions

# ---- the table: where the classes of tokens start (equal for tokens that never differ) and their
# backs, where the variables of each seat start, where places are numbered, the first table of live
# registers, how many offsets follow; then for each offset from there on where its registers are
# described ----
K_KINDS, K_BACKS, K_VARIABLES, K_PLACES, K_FIRST_LIVE, K_LIVE_OFFSETS, K_LIVE = range(7)
# ---- by address in the program: the number of a site, or of the call that returns there; so that
# equal places have equal numbers where chance is explicit, and in later versions ----
# ---- the variables of a seat: a count, then addresses; below 0 those that refer to tokens ----
# ---- the registers of a table: of each its audience and its type ----
REGISTER_WORDS = 2
# (Who knows the tokens that a register refers to knows the register, where it is for KNOWERS.)
ALL, DECIDER, CHOOSER, NOBODY, KNOWERS = range(5)
AUDIENCES = {"all": ALL, "decider": DECIDER, "chooser": CHOOSER, "nobody": NOBODY, "none": KNOWERS}
OPEN_TO = {"all", "owner", "team"}  # audiences of variables that somebody may read
PLAIN, TOKEN, LIST, TOKEN_LIST = range(4)
TYPES = {"token": TOKEN, "[token]": TOKEN_LIST}


def audience_table(program: Program) -> Array:
    """The table of a program."""
    first, last = min(program.live, default=0), max(program.live, default=-1)
    words = [0, 0, 0, 0, first, last + 1 - first, *[0] * (last + 1 - first)]
    for offset, registers in program.live.items():
        words[K_LIVE + offset - first] = len(words)
        for slot in registers:
            words += [AUDIENCES[slot.audience], _type(slot)]
    words[K_KINDS] = len(words)
    words += program.kinds or range(len(program.tokens))
    words[K_BACKS] = len(words)
    backs = sorted(set(program.backs))
    words += [backs.index(back) for back in program.backs]
    words[K_VARIABLES] = len(words)
    words += [0] * program.seats
    for seat in range(program.seats):
        words[words[K_VARIABLES] + seat] = len(words)
        readable = _readable(program, seat)
        words += [len(readable), *readable]
    words[K_PLACES] = len(words)
    words += _places(program)
    return np.array(words, np.int32)


def _type(slot: Slot) -> int:
    return TYPES.get(slot.type, LIST if slot.type.startswith("[") else PLAIN)


def _places(program: Program) -> list[int]:
    """The numbers of sites and of calls, by where they are and where they return to."""
    numbers = [0] * len(program.code)
    for number, site in enumerate(sorted(program.sites), 1):
        numbers[site] = number
    found = instructions(program)
    returns = [at + 1 + len(operands) for at, op, operands in found if op == ops.CALL]
    for number, at in enumerate(returns, 1):
        numbers[at] = number
    return numbers


def _readable(program: Program, seat: int) -> list[int]:
    """The words of variables that a seat may read; what belongs to tokens is not among them."""
    found = []
    of_tokens = {int(program.code[at]) for at in (m.P_GRANTS, m.P_BAGS)}
    first = int(program.code[m.P_RESULTS]) + m.RESULT_WORDS * program.seats
    for slot in program.slots:
        if first <= slot.start < program.registers_at and slot.audience in OPEN_TO:
            if slot.start in of_tokens:
                continue
            sign = -1 if slot.type == "token" else 1
            found += [
                sign * (slot.start + i) for i in range(slot.count) if _reads(program, slot, i, seat)
            ]
    return found


def _reads(program: Program, slot: Slot, index: int, seat: int) -> bool:
    """Whether a seat may read a word of a variable."""
    if slot.audience == "owner":
        return index == seat
    if slot.audience == "team":
        return seat in program.teams[index].seats
    return True
