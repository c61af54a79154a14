"""Spreads work over threads, processes or a cluster; its results do not depend on which.

Work is divided into numbered tasks, never by time. What is done to a task is a function, or work
whose workers hold something of their own, such as players (`Work`). Both are sent to other
processes by pickle, so functions are those of modules.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any, Protocol

from ..play.errors import TableError
from .engines import ENGINES
from .engines.work import Died, Do, Stopped

Take = Callable[[int, Any], object]
"""Gets the number of a task and its result, in the order of completion and never two at once; if
it returns something true, that is enough, and the run ends."""
Tick = Callable[[], None]

MOST_WORKERS = 1024
MOST_THREADS = 256
MOST_DEATHS = 3  # of workers, in one task
TICK = 0.1  # seconds between progress reports
AHEAD = 8  # tasks per worker that are done before results are asked for in their order


class Engine(Protocol):
    """Where workers are. `open` may be called by several threads at once."""

    name: str

    def workers(self) -> int:
        """The number of workers it has room for."""

    def prepare(self, work: Any) -> None:
        """Get ready for work, or refuse it."""

    def open(self, work: Any, has_ended: Callable[[], bool]) -> AbstractContextManager[Do]:
        """A worker, as a function that does a task or raises `Died`."""

    def interrupt(self) -> None:
        """End all workers at once, if they can be."""

    def close(self) -> None:
        """Let go what the engine holds."""


class Executor:
    """Does tasks with a number of workers of one engine, which are kept until it is closed."""

    def __init__(self, engine: Engine, jobs: int | None = None) -> None:
        if jobs is not None and jobs < 1:
            raise TableError("the number of jobs must be at least 1")
        self.engine = engine
        self._jobs = jobs

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers."""
        self.engine.close()

    @property
    def in_this_process(self) -> bool:
        """Whether work need not be sent anywhere."""
        return self.engine.name == "threads"

    def run(
        self, work: Any, tasks: Sequence[Any], take: Take, tick: Tick = lambda: None, most: int = 0
    ) -> bool:
        """Do all tasks; returns whether Ctrl-C ended it early. `tick` is called every now and then,
        and in the end; `most` limits the number of workers."""
        run = Run(work, tasks, take)
        try:
            with self._started(run, most) as is_running:
                while is_running(tick):
                    pass
        except KeyboardInterrupt:
            return True
        tick()
        return False

    def map(self, work: Any, tasks: Sequence[Any], tick: Tick = lambda: None) -> Iterator[Any]:
        """The results, in the order of the tasks. Ctrl-C ends it with KeyboardInterrupt; whoever
        catches that outside has all results before some task."""
        results: dict[int, Any] = {}
        run = Run(work, tasks, results.__setitem__)
        with self._started(run, 0, window=True) as is_running:
            for number in range(len(tasks)):
                while number not in results and is_running(tick):
                    pass
                run.wanted = number + 1
                yield results.pop(number)
            while is_running(tick):
                pass
        tick()

    @contextmanager
    def _started(
        self, run: Run, most: int, window: bool = False
    ) -> Iterator[Callable[[Tick], bool]]:
        """Threads that have tasks done; gives a function that waits for one, and returns whether
        any is left."""
        count = 0
        if run.tasks:
            self.engine.prepare(run.work)
            count = min(self._jobs or self.engine.workers(), len(run.tasks), most or MOST_WORKERS)
            count = min(count, MOST_THREADS if self.in_this_process else MOST_WORKERS)
        run.window = AHEAD * count if window else len(run.tasks)
        with ThreadPoolExecutor(max(1, count)) as pool:
            try:
                run.serving = count
                for _ in range(count):
                    pool.submit(run.serve, self.engine)
                yield run.wait
            finally:
                run.end()
                if run.serving:
                    self.engine.interrupt()


class Run:
    """The tasks of a run: which are left, which are done, and whether it has ended."""

    def __init__(self, work: Any, tasks: Sequence[Any], take: Take) -> None:
        self.work = work
        self.tasks = tasks
        self.wanted = 0  # the next result, where they are wanted in order
        self.window = len(tasks)  # how far tasks may be ahead of that
        self.serving = 0  # threads
        self._take = take
        self._left = deque(range(len(tasks)))
        self._deaths: Counter[int] = Counter()
        self._done_count = 0
        self._failed_starts = 0  # in a row
        self._ended = False
        self._error: BaseException | None = None
        self._changed = threading.Condition()
        self._is_news = False  # since the last wait
        self._ticked = time.monotonic()

    def has_ended(self) -> bool:
        """Whether no more tasks are to be done."""
        return self._ended

    def end(self) -> None:
        """Hand out no more tasks."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def wait(self, tick: Tick) -> bool:
        """Wait until something is done; returns whether there may be more."""
        with self._changed:
            self._changed.notify_all()  # results were taken: there may be room for more
            if not self._is_news:
                self._changed.wait(TICK)
            self._is_news = False
            if self._error:
                raise self._error
            is_left = self.serving > 0 and not self._ended
        if time.monotonic() - self._ticked >= TICK:
            self._ticked = time.monotonic()
            tick()
        return is_left

    def serve(self, engine: Engine) -> None:
        """Have tasks done by a worker, and by another one if it dies, until none is left."""
        error: BaseException | None = None
        try:
            while self._left and not self._ended:
                self._serve(engine)
        except Stopped:
            pass
        except BaseException as raised:
            error = raised
        with self._changed:
            self._error = self._error or error
            self._ended |= error is not None
            self.serving -= 1
            self._notify()

    def _serve(self, engine: Engine) -> None:
        """Have tasks done by one worker."""
        number = None
        try:
            with engine.open(self.work, self.has_ended) as do:
                while (number := self._next()) is not None:
                    self._done(number, do(self.tasks[number]))
        except Died as died:
            if not self._ended:
                self._again(number, died)

    def _next(self) -> int | None:
        """The next task, as soon as its result may be wanted."""
        with self._changed:
            while self._left and not self._ended:
                if self._left[0] < self.wanted + self.window:
                    return self._left.popleft()
                self._changed.wait(TICK)
        return None

    def _done(self, number: int, result: Any) -> None:
        with self._changed:
            self._failed_starts = 0
            if not self._ended:
                enough = self._take(number, result)
                self._done_count += 1
                self._ended = bool(enough) or self._done_count == len(self.tasks)
            self._notify()

    def _notify(self) -> None:
        self._is_news = True
        self._changed.notify_all()

    def _again(self, number: int | None, died: Died) -> None:
        """Put back the task of a worker that died."""
        with self._changed:
            if number is None:
                self._failed_starts += 1
                if self._failed_starts >= MOST_DEATHS:
                    raise TableError(f"no worker can be started: {died}")
                return
            self._deaths[number] += 1
            if self._deaths[number] >= MOST_DEATHS:
                what = f"task {number + 1} of {len(self.tasks)} ({self.tasks[number]!r:.60})"
                raise TableError(f"{what} ended {MOST_DEATHS} workers: {died}")
            self._left.appendleft(number)


def in_order(add: Callable[[Any], object]) -> Take:
    """Passes on results in the order of their numbers; what comes early waits."""
    early: dict[int, Any] = {}
    wanted = 0

    def take(number: int, result: Any) -> None:
        nonlocal wanted
        early[number] = result
        while wanted in early:
            add(early.pop(wanted))
            wanted += 1

    return take


def executor_of(
    engine: str = "threads",
    jobs: int | None = None,
    address: str | None = None,
    expose: bool = False,
) -> Executor:
    """An executor by the name of its engine, with a number of workers (default: one per core).

    Only `ray` has an `address`, that of a cluster. Without one it has a cluster of its own, in a
    network of its own; where that is impossible, `expose` permits it to listen on all interfaces.
    """
    if engine not in ENGINES:
        raise TableError(f"unknown engine '{engine}'; expected {', '.join(ENGINES)}")
    if engine != "ray" and (address is not None or expose):
        raise TableError(f"engine '{engine}' takes no address: only 'ray' uses the network")
    return Executor(ENGINES[engine](jobs, address, expose), jobs)


@contextmanager
def executor_for(engine: str | Executor, jobs: int | None) -> Iterator[Executor]:
    """An executor that is given, or one for a while by the name of its engine."""
    if not isinstance(engine, Executor):
        with closing(executor_of(engine, jobs)) as made:
            yield made
    elif jobs is not None:
        raise TableError("the number of jobs is that of the executor; give one of them")
    else:
        yield engine


# ---- chunks --------------------------------------------------------------------------------------

GROWTH, TAIL, LEAST = 16, 64, 4096
LARGEST_CHUNK = 16384


def chunks(items: int, largest: int = LARGEST_CHUNK) -> list[range]:
    """Divide a number of items, always alike: small chunks at first, so that early results come
    early, and small ones in the end, so that no worker waits long for another."""
    found, first = [], 0
    while first < items:
        left = items - first
        size = min(1 + first // GROWTH, max(1 + left // TAIL, items // LEAST), largest, left)
        found.append(range(first, first + size))
        first += size
    return found
