"""The regions of a state behind its variables and registers, which have a size per program."""

from __future__ import annotations

from typing import NamedTuple

from ..gamedef import nodes as n
from ..gamedef.walk import walk
from ..machine import state as m
from ..machine.program import Slot
from .capacity import deepest_nesting, list_capacity, most_attempts, most_calls
from .emitter import Emitter


class Regions(NamedTuple):
    """The address where each region starts, in order; each ends where the next one starts."""

    attempts: int
    lists: int
    lists_end: int  # then scratch space for shuffling, a word per token; then withheld options
    checkpoints: int
    answers: int
    start: int  # the checkpoint that simultaneous answers are collected from
    calls: int
    dry_runs: int
    size: int  # of the whole state
    checkpoint_count: int
    call_words: int  # of a frame on the stack of recursive calls
    asks_together: bool  # if not, there are neither answers nor the checkpoint behind them

    def answer_slots(self) -> tuple[Slot, ...]:
        """The slots of simultaneous answers, if there are any."""
        if not self.asks_together:
            return ()
        return (
            Slot("answers", self.answers, self.start - self.answers, "word", "answers"),
            Slot("common start", self.start, self.calls - self.start, "word", "answers"),
        )


def regions_of(e: Emitter) -> Regions:
    """Lay out what follows the emitted words; only now is it known what the code needs."""
    n1 = len(e.layout.tokens) + 1
    has_atomic = any(isinstance(x, n.Action) and x.atomic for x in walk(e.game))
    attempts = len(e.code.words)
    # The outermost atomic action may be an attempt of its own.
    lists = attempts + m.ATTEMPT_WORDS * (most_attempts(e) + has_atomic)
    lists_end = lists + list_capacity(e, n1)
    withheld = m.H_ROWS + m.MOST_WITHHELD * e.code.widest if has_atomic else 0
    checkpoints = lists_end + n1 + withheld
    checkpoint_count = deepest_nesting(e.game, lambda x: isinstance(x, n.Attempt) and x.rollback)
    checkpoint_count += has_atomic
    # Checkpoints leave out what must survive a rollback: random numbers and what seats know.
    answers = checkpoints + checkpoint_count * (lists_end - (m.KNOWN + n1))
    asks_together = any(isinstance(x, n.Together) for x in walk(e.game))
    answer_words = m.A_HEAD + m.MOST_ANSWERS * (m.ANSWER_HEAD + e.code.widest)
    start = answers + answer_words if asks_together else answers
    # Collecting answers and dry runs leave no trace, so their checkpoints include `known`.
    full_checkpoint = lists_end - m.KNOWN
    calls = start + full_checkpoint if asks_together else start
    call_words = 3 + e.most_kept
    dry_runs = calls + (most_calls(e) * call_words if e.most_kept >= 0 else 0)
    depth = deepest_nesting(e.game, lambda x: isinstance(x, n.Possible))
    size = dry_runs + depth * (m.DRY_RUN_HEAD + full_checkpoint)
    return Regions(
        attempts,
        lists,
        lists_end,
        checkpoints,
        answers,
        start,
        calls,
        dry_runs,
        size,
        checkpoint_count,
        call_words,
        asks_together,
    )
