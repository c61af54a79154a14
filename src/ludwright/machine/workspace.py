"""Workspaces: the scratch space of the machine, for options, events and trials."""

from __future__ import annotations

import numpy as np

from . import state as m
from .program import Array, Program

FEWEST_ROWS = 1024


def workspace(
    program: Program, rows: int = FEWEST_ROWS, events: int = 0, failures: bool = False
) -> Array:
    """Room for option rows, events, the states of trials, and optionally counts of failures."""
    size = int(program.code[m.P_SIZE])
    width = int(program.code[m.P_WIDTH])
    trial = size + m.W_DATA + rows * width
    # A lookahead nests trials, each with a state and a list of options of its own.
    trial += int(program.code[m.P_LOOKAHEAD]) * (size + m.W_DATA + m.LOOKAHEAD_ROWS * width)
    counted = m.W_DATA + rows * width + events * m.EVENT_WORDS + trial
    room = m.FAILURE_WORDS * program.code_end if failures else 0
    space = np.zeros(counted + room, np.int32)
    space[m.W_FAILURES] = counted if failures else 0
    space[m.W_CAPACITY] = rows
    space[m.W_EVENT_CAPACITY] = events
    space[m.W_TRACING] = int(events > 0)
    return space
