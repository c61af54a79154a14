"""Solve many deals of a game on all cores; answers do not depend on the number of threads."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ..gamedef import nodes as n
from ..machine.program import Program
from ..play.errors import TableError
from ..solver.answers import SOLVED, Answer, Limits
from .answer_file import AnswerFile
from .jobs import run_on_threads, thread_count
from .solutions import Deal, Solution, Solutions, Summary, summarize

# Called with the summary so far, the number of deals, and the positions visited in current ones.
Progress = Callable[[Summary, int, int], None]

STOPPED = "stopped"


class Batch:
    """A queue of deals from which threads take one after another."""

    def __init__(
        self,
        definition: n.GameDef,
        program: Program,
        deals: Sequence[Deal],
        limits: Limits,
        kept: AnswerFile | None,
        short: bool,
    ) -> None:
        self.definition = definition
        self.program = program
        self.limits = limits
        self.kept = kept
        self.short = short
        self._moves: dict[
            tuple[int, ...], tuple[int, ...]
        ] = {}  # interned: answers share equal moves
        known = kept.verified_answers(deals) if kept else {}
        self.done = dict(known)
        self.counts = Counter(each.status for each in self.done.values())
        self.left = [deal for deal in dict.fromkeys(deals) if deal not in known][::-1]
        self.stop = False
        self._in_progress: dict[int, int] = {}  # positions visited in the current deal, by thread
        self._lock = threading.Lock()

    @property
    def in_progress(self) -> int:
        """The positions visited in the deals being solved."""
        return sum(list(self._in_progress.values()))

    def work(self) -> None:
        """Solve deals until none is left."""
        while (deal := self._take()) is not None:
            answer = self._solve(deal)
            if answer.limit == STOPPED:
                return
            with self._lock:
                self.done[deal] = Solution(deal, answer)
                self.counts[answer.status] += 1
                if self.kept:
                    self.kept.add(self.done[deal])

    def _take(self) -> Deal | None:
        with self._lock:
            return self.left.pop() if self.left and not self.stop else None

    def _solve(self, deal: Deal) -> Answer:
        # Imported here: the searches take a minute to compile on first use.
        from ..solver.shorten import shortened
        from ..solver.solve import solve

        began = time.thread_time()
        state = deal.table(self.program).state
        answer = solve(self.definition, self.program, state, self.limits, self._should_stop)
        moves = answer.moves
        if answer.status == SOLVED and self.short:
            moves = shortened(self.program, state, moves)
        shared = tuple(self._moves.setdefault(entry, entry) for entry in moves)
        self._in_progress.pop(threading.get_ident(), None)
        return replace(answer, moves=shared, seconds=time.thread_time() - began)

    def _should_stop(self, states: int) -> bool:
        self._in_progress[threading.get_ident()] = states
        return self.stop


def solve_deals(
    definition: n.GameDef,
    program: Program,
    deals: Sequence[Deal],
    *,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    jobs: int | None = None,
    progress: Progress | None = None,
    save: str | Path | None = None,
    short: bool | None = None,
) -> Solutions:
    """Solve deals, each within the limits, on `jobs` threads (default: one per core).

    `short` shortens solutions (default: only if there is a single deal). With `save`, answers are
    appended to a file as they are found, and deals already in the file are not solved again. Ctrl-C
    ends the run early and keeps the answers found so far.
    """
    if not deals:
        raise TableError("no deals to solve")
    asked = thread_count(jobs, len(deals))
    began = time.perf_counter()
    kept = AnswerFile(Path(save), program, limits) if save is not None else None
    try:
        batch = Batch(
            definition, program, deals, limits, kept, len(deals) == 1 if short is None else short
        )

        def tick() -> None:
            if progress:
                progress(summarize(batch.counts), len(deals), batch.in_progress)

        threads = max(1, min(asked, len(batch.left)))
        interrupted = run_on_threads(batch, threads, tick)
    finally:
        if kept:
            kept.close()
    found = tuple(batch.done[deal] for deal in deals if deal in batch.done)
    unverified = kept.unverified if kept else 0
    return Solutions(program, found, time.perf_counter() - began, interrupted, unverified)
