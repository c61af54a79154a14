"""The search for any game: depth first over the states of the machine."""

from __future__ import annotations

import time

from ..gamedef.nodes import GameDef
from ..machine import calls
from ..machine import state as m
from ..machine.program import Array, Program
from ..play.table import Table
from .answers import IMPOSSIBLE, SOLVED, UNKNOWN, Answer, Asked, Limits


def search(
    definition: GameDef, program: Program, start: Array, limits: Limits, asked: Asked | None
) -> Answer:
    """Look for a win, every position once."""
    began = time.thread_time()
    table = Table.at(program, start.copy(), ["player 1"])
    seen = {table.key("future")}
    ways = [0]

    def answer(status: str, limit: str = "") -> Answer:
        moves = tuple(table.log) if status == SOLVED else ()
        return Answer(status, moves, len(seen), time.thread_time() - began, limit)

    while ways:
        spent = time.thread_time() - began
        if limits.seconds is not None and spent > limits.seconds:
            return answer(UNKNOWN, "time")
        if limits.states is not None and len(seen) > limits.states:
            return answer(UNKNOWN, "states")
        if len(seen) % 100 == 0 and asked is not None and asked(len(seen)):
            return answer(UNKNOWN, "stopped")
        moves = table.legal()
        if table.over or ways[-1] == len(moves):
            ways.pop()
            if ways:
                table.undo()
            continue
        ways[-1] += 1
        table.apply(moves[ways[-1] - 1])
        if table.over and not table.stuck and 0 in table.result().winners:
            return answer(SOLVED)
        key = int(calls.key(program.code, table.state, m.FUTURE))
        if key in seen:
            table.undo()
        else:
            seen.add(key)
            ways.append(0)
    return answer(IMPOSSIBLE)
