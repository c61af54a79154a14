"""The second model of the registers in use: a walk over the procedures under way in a state.

A site has a table of what is live there, the table leads to the word with the return address, and
in front of the code at that address is the table of the caller. A caller whose registers were saved
by a recursive call has them on the stack of these calls instead.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ludwright.machine import ops, stack, withheld
from ludwright.machine import state as m
from ludwright.machine.program import Array, Program, Slot


class Held(NamedTuple):
    """A register in use, and the words of the list it refers to: length and items."""

    slot: Slot
    items: range


class Frame(NamedTuple):
    """A procedure under way: its live registers, their addresses, the word with its return address
    (0 in main), and whether a recursive call has saved it."""

    live: tuple[Slot, ...]
    at: Sequence[int]
    returns: int
    pushed: bool


def live_registers(program: Program, state: Array) -> list[Slot]:
    """The live registers of a state that waits for a choice, innermost procedure first."""
    return [
        _moved(s, at) for f in _frames(program, state) for s, at in zip(f.live, f.at, strict=True)
    ]


def return_words(program: Program, state: Array) -> list[int]:
    """The words with the return addresses of procedures under way, now and after rollbacks."""
    kept = (_rollback_frames(program, state, k) for k in range(int(state[m.CHECKPOINTS])))
    frames = itertools.chain(_frames(program, state), *kept)
    return [frame.returns for frame in frames if frame.returns]


def held_registers(program: Program, state: Array) -> list[Held]:
    """Every register in use and argument on the agenda, now and in checkpoints of attempts."""
    shifts = stack.checkpoint_shifts(program, state)
    found = [x for f in _frames(program, state) for x in _held(state, f, 0)]
    for k, shift in enumerate(shifts):
        found += [x for f in _rollback_frames(program, state, k) for x in _held(state, f, shift)]
    for shift in (0, *shifts):
        found += [Held(slot, range(0)) for slot in _agenda_arguments(program, state, shift)]
    return found


def attempt_of(program: Program, state: Array, number: int) -> int:
    """The attempt to which the checkpoint of a number (from 0) belongs."""
    attempts = range(int(program.code[m.P_ATTEMPTS]), int(state[m.ATTEMPT_TOP]), m.ATTEMPT_WORDS)
    return next(at for at in attempts if state[at + m.T_CHECKPOINT] == number + 1)


def withheld_record(program: Program, state: Array) -> range:
    """The words in use of the record of withheld options, which belongs to the seat that chose
    them; the last of them may be under way."""
    code = program.code
    if not code[m.P_LOOKAHEAD]:
        return range(0)
    at = int(withheld.record_at(code))
    rows = min(int(state[at + m.H_COUNT]) + 1, m.MOST_WITHHELD)
    return range(at, at + m.H_ROWS + rows * int(code[m.P_WIDTH]))


def withheld_tokens(program: Program, state: Array) -> Iterator[int]:
    """The words in that record that refer to tokens."""
    record, width = withheld_record(program, state), int(program.code[m.P_WIDTH])
    site = program.sites.get(int(state[record.start + m.H_SITE])) if record else None
    for row in record[m.H_ROWS :: width] if site else ():
        operands = site.actions[int(state[row]) - 1].operands if site and state[row] > 0 else ()
        yield from (row + i for i, (_, kind, _) in enumerate(operands, 1) if kind == "token")


def _rollback_frames(program: Program, state: Array, number: int) -> Iterator[Frame]:
    """The procedures under way after a rollback, without those that a recursive call has saved:
    their registers are the same as now."""
    at = attempt_of(program, state, number)
    table = program.rollbacks[int(state[at + m.T_PC])]
    shift = stack.checkpoint_shifts(program, state)[number]
    frames = _chain(program, state, table, int(state[at + m.T_CALLS]), shift)
    return (frame for frame in frames if not frame.pushed)


def _agenda_arguments(program: Program, state: Array, shift: int) -> Iterator[Slot]:
    """The arguments of calls on the agenda."""
    agenda = int(program.code[m.P_AGENDA]) + shift
    for i in range(int(state[agenda]) if agenda > shift else 0):
        entry = agenda + 1 + i * m.DUE_WORDS
        for k, slot in enumerate(program.due[int(state[entry + m.DUE_PROCEDURE])]):
            yield _moved(slot, entry + m.DUE_ARGUMENTS + k)


def _frames(program: Program, state: Array) -> Iterator[Frame]:
    """The procedures under way, from the waiting site out to main; none at a pause."""
    code, pc = program.code, int(state[m.PC])
    table = int(code[state[m.SITE] + m.SITE_LIVE]) if state[m.SITE] else 0
    if not table and state[m.TOGETHER] and code[pc] == ops.ROUND:
        table = int(code[pc + 4])  # between two rounds
    return _chain(program, state, table, int(state[m.CALL_TOP]), 0)


def _chain(program: Program, state: Array, table: int, call: int, shift: int) -> Iterator[Frame]:
    """The procedures under way, from one with a table of what is live out to main."""
    pushed = False
    while table:
        live, returns = program.live[table], int(program.code[table])
        at: Sequence[int] = [slot.start + shift for slot in live]
        if pushed:
            at = range(call + 2, call + 2 + len(live))
        if returns:
            returns = call + 1 if pushed else returns + shift
        yield Frame(live, at, returns, pushed)
        back = int(state[returns]) if returns else 0
        table = int(program.code[back - 1]) if back else 0  # the last operand of its CALL
        pushed = bool(back and program.code[back] == ops.POP)
        call -= int(program.code[m.P_CALL_WORDS]) if pushed else 0


def _moved(slot: Slot, at: int) -> Slot:
    return slot if slot.start == at else replace(slot, start=at)


def _held(state: Array, frame: Frame, shift: int) -> Iterator[Held]:
    """The registers of a procedure, each with the list it refers to; a list with reserved words
    right behind its register is saved together with it."""
    for slot, at in zip(frame.live, frame.at, strict=True):
        items = int(state[at]) if slot.type.startswith("[") else 0
        if items:
            beside = frame.pushed and items == slot.start + 1
            items = at + 1 if beside else items + shift
        yield Held(_moved(slot, at), range(items, items + 1 + int(state[items]) if items else 0))
