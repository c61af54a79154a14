"""What a few visited positions say of a position: whether it can be won, and by which first move.

Cheaper than `solve`: solutions are neither shortened nor replayed, so a verdict is for choosing a
move among many, not for claims about a deal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..gamedef import nodes as n
from ..machine import api
from ..machine import state as m
from ..machine.program import Array, Program
from ..play.workspace import workspace
from . import search_kernel as kernel
from .answers import IMPOSSIBLE, SOLVED, Limits
from .general import search as search_machine
from .kernels import KERNELS, entry_point
from .pile_game import NotAPileGame
from .state_hash import HASH_WORDS, HIGH, LOW
from .static_facts import static_facts_of

Entry = tuple[int, ...]

_forget = entry_point(kernel.forget_in)
_key_of = entry_point(kernel.key_of)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A status as of an answer, and a first move, as in a table's log: if it is `solved`, that of a
    solution; if it is `unknown`, one towards the most promising position, if there is one."""

    status: str
    first: Entry | None = None


def verdict(
    definition: n.GameDef, program: Program, state: Array, on_board: int, on_machine: int
) -> Verdict:
    """What visiting so many positions tells: on a board, or where there is none by the machine."""
    if state[m.STATUS] == m.OVER:
        return Verdict(SOLVED if state[program.code[m.P_RESULTS]] else IMPOSSIBLE)
    if state[m.STATUS] != m.DECISION:
        return Verdict(IMPOSSIBLE)
    if KERNELS.are_compiled:
        from .board.verdict import verdict_on_board

        try:
            return Verdict(*verdict_on_board(definition, program, state, on_board))
        except NotAPileGame:
            pass
    answer = search_machine(definition, program, state, Limits(None, on_machine), None)
    return Verdict(answer.status, answer.moves[0] if answer.moves else None)


def after(program: Program, state: Array, entry: Entry) -> Array:
    """The state after a legal move from a state at a decision."""
    words = state.copy()
    words[m.PACE] = words[m.TURN_LIMIT] = 0
    api.choose(program.code, words, workspace(program), *entry)
    return words


def position_key(definition: n.GameDef, program: Program, state: Array) -> tuple[int, int]:
    """A key of a state at a decision: equal for positions from which the same can be won."""
    words, found = state.copy(), np.zeros(HASH_WORDS, np.uint64)
    code, places = KERNELS.program_words(program.code), static_facts_of(definition, program).places
    _forget(code, words, places)
    _key_of(found, code, words, places)
    return int(found[LOW]), int(found[HIGH])
