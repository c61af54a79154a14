"""Solve many deals of a game on all cores; answers do not depend on the number of workers."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from ..gamedef import nodes as n
from ..machine.program import Program
from ..play.errors import TableError
from ..solver.answers import SOLVED, Answer, Limits
from .answer_file import AnswerFile
from .engines.work import Stopped
from .executor import Executor, executor_for
from .solutions import Deal, Solution, Solutions, Summary, summarize

# Called with the summary so far, the number of deals, and the positions visited in current ones.
Progress = Callable[[Summary, int, int], None]

STOPPED = "stopped"


@dataclass(frozen=True)
class Batch:
    """What all deals of a run have in common, as it is sent to each worker."""

    definition: n.GameDef
    program: Program
    limits: Limits
    short: bool
    # Positions visited in the current deal, by thread; known of workers in this process only.
    in_progress: dict[int, int] = field(default_factory=dict)

    @contextmanager
    def worker(self, has_ended: Callable[[], bool]) -> Iterator[Callable[[Deal], Answer]]:
        """Solves deals."""

        def should_stop(states: int) -> bool:
            self.in_progress[threading.get_ident()] = states
            return has_ended()

        yield partial(self._solve, should_stop=should_stop)

    def _solve(self, deal: Deal, should_stop: Callable[[int], bool]) -> Answer:
        # Imported here: the searches take a minute to compile on first use.
        from ..solver.shorten import shortened
        from ..solver.solve import solve

        began = time.thread_time()
        state = deal.table(self.program).state
        answer = solve(self.definition, self.program, state, self.limits, should_stop)
        self.in_progress.pop(threading.get_ident(), None)
        if answer.limit == STOPPED:
            raise Stopped
        moves = answer.moves
        if answer.status == SOLVED and self.short:
            moves = shortened(self.program, state, moves)
        return replace(answer, moves=moves, seconds=time.thread_time() - began)


class Answers:
    """The answers so far, kept in a file if there is one."""

    def __init__(self, deals: Sequence[Deal], kept: AnswerFile | None) -> None:
        self.done = dict(kept.verified_answers(deals)) if kept else {}
        self.left = [deal for deal in dict.fromkeys(deals) if deal not in self.done]
        self.counts = Counter(each.status for each in self.done.values())
        self._kept = kept
        self._moves: dict[tuple[int, ...], tuple[int, ...]] = {}  # equal ones are shared

    def take(self, number: int, answer: Answer) -> None:
        """Add the answer to one of the deals that were left."""
        deal = self.left[number]
        shared = tuple(self._moves.setdefault(entry, entry) for entry in answer.moves)
        self.done[deal] = Solution(deal, replace(answer, moves=shared))
        self.counts[answer.status] += 1
        if self._kept:
            self._kept.add(self.done[deal])


def solve_deals(
    definition: n.GameDef,
    program: Program,
    deals: Sequence[Deal],
    *,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    jobs: int | None = None,
    engine: str | Executor = "threads",
    progress: Progress | None = None,
    save: str | Path | None = None,
    short: bool | None = None,
) -> Solutions:
    """Solve deals, each within the limits, with `jobs` workers (default: one per core) of an
    `engine`: `threads`, `processes`, or an executor.

    `short` shortens solutions (default: only if there is a single deal). With `save`, answers are
    appended to a file as they are found, and deals already in the file are not solved again. Ctrl-C
    ends the run early and keeps the answers found so far.
    """
    if not deals:
        raise TableError("no deals to solve")
    began = time.perf_counter()
    batch = Batch(definition, program, limits, len(deals) == 1 if short is None else short)
    with ExitStack() as opened:
        executor = opened.enter_context(executor_for(engine, jobs))
        kept = None
        if save is not None:
            kept = opened.enter_context(closing(AnswerFile(Path(save), program, limits)))
        answers = Answers(deals, kept)

        def tick() -> None:
            if progress:
                visited = sum(list(batch.in_progress.values()))
                progress(summarize(answers.counts), len(deals), visited)

        interrupted = executor.run(batch, answers.left, answers.take, tick)
    found = tuple(answers.done[deal] for deal in deals if deal in answers.done)
    unverified = kept.unverified if kept else 0
    return Solutions(program, found, time.perf_counter() - began, interrupted, unverified)
