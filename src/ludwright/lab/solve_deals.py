"""Solve many deals of a game on all cores: the same answers whatever the number of cores."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path

from ..gamedef import nodes as n
from ..machine.program import Program
from ..play.errors import TableError
from ..solver.answers import SOLVED, Answer, Limits
from .answer_file import Kept
from .simulate import MOST_THREADS, TICK
from .solutions import Deal, Solution, Solutions, Summary, summary_of

# Deals answered so far, deals in all, and positions seen in those that are under way.
Progress = Callable[[Summary, int, int], None]

STOPPED = "stopped"


class Batch:
    """The deals still to solve; several threads take one after another."""

    def __init__(
        self,
        definition: n.GameDef,
        program: Program,
        deals: Sequence[Deal],
        limits: Limits,
        kept: Kept | None,
        short: bool,
    ) -> None:
        self.definition = definition
        self.program = program
        self.limits = limits
        self.kept = kept
        self.short = short
        self._moves: dict[tuple[int, ...], tuple[int, ...]] = {}  # one copy of each that occurs
        known = kept.believed(deals) if kept else {}
        self.done = dict(known)
        self.counts = Counter(each.status for each in self.done.values())
        self.left = [deal for deal in dict.fromkeys(deals) if deal not in known][::-1]
        self.stop = False
        self._under_way: dict[int, int] = {}  # positions seen, by thread
        self._lock = threading.Lock()

    @property
    def under_way(self) -> int:
        """Positions seen in the deals that are being solved."""
        return sum(list(self._under_way.values()))

    def work(self) -> None:
        """Solve deal after deal until there is none left."""
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
        from ..solver.shorten import shortened
        from ..solver.solve import solve

        began = time.thread_time()
        state = deal.table(self.program).state
        answer = solve(self.definition, self.program, state, self.limits, self._asked)
        moves = answer.moves
        if answer.status == SOLVED and self.short:
            moves = shortened(self.program, state, moves)
        shared = tuple(self._moves.setdefault(entry, entry) for entry in moves)
        self._under_way.pop(threading.get_ident(), None)
        return replace(answer, moves=shared, seconds=time.thread_time() - began)

    def _asked(self, states: int) -> bool:
        self._under_way[threading.get_ident()] = states
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
    """Solve deals, each within the limits, all cores at once unless `jobs` says how many.

    Solutions are made shorter if `short` says so, or if it says nothing and there is one deal.
    With `save` each answer is written to a file as it comes, and deals that the file has already
    are not solved again. Ctrl-C ends the run early; what is finished by then is kept.
    """
    if not deals:
        raise TableError("there is no deal to solve")
    if jobs is not None and jobs < 1:
        raise TableError("there is at least one job")
    began = time.perf_counter()
    kept = Kept(Path(save), program, limits) if save is not None else None
    try:
        batch = Batch(
            definition, program, deals, limits, kept, len(deals) == 1 if short is None else short
        )
        interrupted = _run(batch, len(deals), jobs or os.cpu_count() or 1, progress)
    finally:
        if kept:
            kept.close()
    found = tuple(batch.done[deal] for deal in deals if deal in batch.done)
    doubted = kept.doubted if kept else 0
    return Solutions(program, found, time.perf_counter() - began, interrupted, doubted)


def _run(batch: Batch, deals: int, jobs: int, progress: Progress | None) -> bool:
    """Let threads work through a batch; whether it was interrupted."""
    threads = max(1, min(jobs, len(batch.left), MOST_THREADS))
    with ThreadPoolExecutor(threads) as pool:
        left = {pool.submit(batch.work) for _ in range(threads)}
        try:
            while left:
                done, left = wait(left, timeout=TICK, return_when=FIRST_EXCEPTION)
                for each in done:
                    each.result()
                if progress:
                    progress(summary_of(batch.counts), deals, batch.under_way)
        except KeyboardInterrupt:
            return True
        finally:
            batch.stop = True
    return False
