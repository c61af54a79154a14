"""How a game ends that is played on at random, and what fails in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..machine import api
from ..machine import state as m
from ..machine.program import Program
from ..machine.workspace import workspace
from .draws import Draws
from .errors import fault
from .failures import Failures, add_failures, take_failures
from .option_rows import Entry
from .setup import PACES, natural_pace
from .workspace import larger_workspace


@dataclass(frozen=True, slots=True)
class RandomEnd:
    """A whole game: whether it ended, its decisions, and what failed."""

    finished: bool
    decisions: int
    failures: Failures


def play_on(
    program: Program, seed: int, log: Sequence[Entry], draws: Draws, most: int
) -> RandomEnd:
    """Repeat the moves of a log, and play on to the end, or to a limit of moves; raises the fault
    of a game that breaks."""
    code, state = program.code, program.image.copy()
    space = workspace(program, failures=True)
    failures: Failures = {}
    pace = PACES.index(natural_pace(program))
    stopped = int(api.INTERPRETER.begin_game(code, program.image, state, space, pace, seed))
    moves = decisions = 0
    while stopped > m.OVER and moves < most:
        status = stopped & 15
        if status == m.FAULTED:
            larger = larger_workspace(program, state, space)
            if state[m.FAULT] != m.FAULT_ROWS or larger is None:
                raise fault(program, state)
            add_failures(failures, take_failures(space))
            space = larger
            stopped = api.advance(code, state, space)
            continue
        decisions += status != m.PAUSED
        if moves < len(log):
            entry = log[moves]
            stopped = (api.choose if entry else api.advance)(code, state, space, *entry)
        else:
            if status != m.PAUSED:
                options = int(api.count_options(code, state, space))
                api.take_option(code, state, space, draws.below(options))
            stopped = api.advance(code, state, space)
        moves += 1
    add_failures(failures, take_failures(space))
    return RandomEnd(0 < stopped <= m.OVER, decisions, failures)
