"""Workspaces of tables: how many rows they get, and what is done when these are too few."""

from __future__ import annotations

from ..machine import state as m
from ..machine.program import Array, Program
from ..machine.workspace import workspace as workspace

MOST_ROWS = 1 << 20
EVENT_ROOM = 512


def larger_workspace(program: Program, state: Array, space: Array) -> Array | None:
    """A workspace for more option rows, with the state set back so that advancing lists them again;
    None if that does not help."""
    rows = 4 * int(space[m.W_CAPACITY])
    site = int(state[m.SITE])
    if rows > MOST_ROWS or not site:
        return None
    state[m.PC] = program.site_addresses[site]
    state[m.LIST_TOP] = state[m.KEPT_LISTS]
    counts = bool(space[m.W_FAILURES])
    return workspace(program, rows, int(space[m.W_EVENT_CAPACITY]), counts)
