"""The executor: the same bytes from every engine, and nothing lost by what dies on the way."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import ludwright as lw
from ludwright.gamedef import nodes as n
from ludwright.lab import executor as executor_module
from ludwright.lab.engines import ENGINES, ray
from ludwright.lab.executor import LARGEST_CHUNK, Executor, chunks, executor_of, in_order
from ludwright.lab.simulate import simulate
from ludwright.play.errors import TableError
from ludwright.players.first import First
from tools import tasks
from tools.second_bot import Second
from tools.small_solitaires import little
from tools.tables import action, decide, end, loc, num, program
from tools.timeless import timeless

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
game = cache(lw.load)


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with executor_of("processes", 2) as made:
        yield made


@pytest.fixture(params=["threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param == "processes":
        yield request.getfixturevalue("processes")
    else:
        with executor_of("threads", 2) as made:
            yield made


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """No native code of single games, which takes seconds to compile."""
    monkeypatch.setenv("LUDWRIGHT_TIER", "off")


# ---- the same results ----------------------------------------------------------------------------


ROLL = n.Roll(name="r", low=num(1), high=num(5))
UNLUCKY = n.If(test=n.Equal(left=loc("r"), right=num(1)), then=(n.Fail(reason="bad luck"),))
SPIN = program(ROLL, decide(action("go")), UNLUCKY, end())
LUCK = program(ROLL, decide(action("go")), n.Attempt(body=(UNLUCKY,), name="luck"), end())
Experiment = Callable[[Any], Any]
MEASURED = ["turns", "drama", "luck", "interchangeable", "dominant_opening"]
SLOW = {"an evolution", "a report"}


@dataclass
class Figures:
    """Estimates by name."""

    found: dict[str, Any]

    def as_json(self) -> Any:
        return {name: repr(each) for name, each in self.found.items()}


@dataclass
class Found:
    """The results of an evolution, and what was rejected."""

    evolved: Any

    def as_json(self) -> Any:
        results = [(each.text, repr(each.measured)) for each in self.evolved.results]
        original = repr(self.evolved.original.measured)
        return {"original": original, "results": results, "why": repr(self.evolved.rejected)}


@dataclass
class Page:
    """The text of a report."""

    given: dict[str, Any]

    def as_json(self) -> Any:
        with TemporaryDirectory() as folder:
            lw.report([game("kuhn-poker")], f"{folder}/page.html", games=40, seed=5, **self.given)
            return Path(folder, "page.html").read_text().replace(folder, "")


@dataclass
class Tables:
    """The files of a collection, but for the times."""

    given: dict[str, Any]

    def as_json(self) -> Any:
        with TemporaryDirectory() as folder:
            given = {"decisions_every": 500, "positions_every": 500, **self.given}
            game("kuhn-poker").collect(2500, 5, out=folder, **given)
            files = sorted(each for each in Path(folder).rglob("part-*") if each.is_file())
            tables = [each.relative_to(folder) for each in files]
            return {
                str(name): hashlib.sha256(each.read_bytes()).hexdigest()
                for name, each in zip(tables, files, strict=True)
                if name.parts[0] != "times"
            }


EXPERIMENTS: dict[str, Experiment] = {
    "random games": lambda given: game("crazy-eights").simulate(700, 5, **given),
    "games cut short": lambda given: game("war").simulate(150, 5, most=300, **given),
    "games that break": lambda given: simulate(SPIN, 300, 1, **given),
    "failed actions": lambda given: simulate(LUCK, 300, 1, **given),
    "bots": lambda given: game("leduc-poker").simulate(
        40, 5, bot="greedy", against="random", **given
    ),
    "a bot of another module": lambda given: game("leduc-poker").simulate(
        9, 5, bot=Second, **given
    ),
    "a bot that asks the solver": lambda given: little().simulate(
        2, 5, bot="hindsight", most=6, **given
    ),
    "an arena": lambda given: game("leduc-poker").arena(["greedy", "random", "first"], 12, **given),
    "a sequential test": lambda given: game("leduc-poker").arena(
        ["random", "first"], 400, stop=True, **given
    ),
    "solutions": lambda given: little().solve(range(1, 41), **given),
    "measures": lambda given: Figures(game("kuhn-poker").measure(200, 5, names=MEASURED, **given)),
    "a comparison": lambda given: lw.compare(
        ["kuhn-poker", "leduc-poker"], 1500, seed=5, measures=["turns", "branching"], **given
    ),
    "an evolution": lambda given: Found(
        lw.evolve("kuhn-poker", ["branching=2"], variants=4, games=300, kinds=["number"], **given)
    ),
    "a report": lambda given: Page(given),
    "tables": lambda given: Tables(given),
}


@cache
def outcome(name: str, **given: Any) -> bytes:
    of = EXPERIMENTS[name]
    return json.dumps(timeless(of(given).as_json())).encode()


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=[pytest.mark.deep] * (each in SLOW)) for each in EXPERIMENTS],
)
def test_engines_and_numbers_of_workers_change_no_byte(name: str, processes: Executor) -> None:
    one = outcome(name, jobs=1)
    assert one == outcome(name, jobs=2) == outcome(name, jobs=5)
    assert one == outcome(name, engine=processes)


def test_results_differ_where_they_should() -> None:
    # Else what is compared above might be nothing.
    found = [outcome(name, jobs=1) for name in EXPERIMENTS if name not in SLOW]
    assert len(set(found)) == len(found) and all(len(each) > 200 for each in found)


# ---- tasks ---------------------------------------------------------------------------------------


def test_results_come_in_the_order_of_their_tasks(executor: Executor) -> None:
    assert list(executor.map(tasks.squared, range(50))) == [i * i for i in range(50)]
    assert list(executor.map(tasks.late, range(30))) == list(range(30))
    assert list(executor.map(partial(pow, 2), [5])) == [32] and not list(executor.map(abs, []))


def test_each_result_is_taken_once_and_progress_ends_with_all(executor: Executor) -> None:
    found: dict[int, int] = {}
    seen: list[int] = []

    def take(number: int, result: int) -> None:
        assert number not in found
        found[number] = result

    assert not executor.run(tasks.squared, range(100), take, lambda: seen.append(len(found)))
    assert found == {i: i * i for i in range(100)} and seen[-1] == 100


def test_it_may_be_enough_before_all_is_done(executor: Executor) -> None:
    found: list[int] = []

    def take(_: int, result: float) -> bool:
        found.append(int(result))
        return True

    assert not executor.run(tasks.squared, range(1000), take)
    assert len(found) == 1
    assert list(executor.map(tasks.squared, range(3))) == [0, 1, 4], "it can still be used"


def test_results_that_nobody_asks_for_are_not_made() -> None:
    made: list[int] = []
    with executor_of("threads", 2) as executor:
        results = executor.map(lambda number: made.append(number), range(10_000))
        for _ in range(3):
            next(results)
        time.sleep(0.05)
        assert len(made) <= 3 + 2 * executor_module.AHEAD + 2
        results.close()  # type: ignore[attr-defined]


def test_processes_are_others_and_stay(processes: Executor) -> None:
    first = set(processes.map(tasks.where, range(20)))
    again = set(processes.map(tasks.where, range(20)))
    assert os.getpid() not in first and again <= first | again and len(first | again) <= 2


def test_what_tasks_print_is_no_answer(processes: Executor) -> None:
    assert list(processes.map(tasks.chatty, range(3))) == [0, 1, 2]


def test_workers_hold_something_of_their_own(executor: Executor, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    done = list(executor.map(tasks.Counted(notes), range(40)))
    # Each worker counts from one.
    assert sorted(done)[0] == 1 and sum(each == 1 for each in done) <= 2 and max(done) <= 40
    list(executor.map(tasks.squared, range(40)))  # other work: the former is let go
    assert notes.read_text().count("opened") <= 2
    if executor.in_this_process:
        assert notes.read_text().count("closed") == notes.read_text().count("opened")


def test_errors_are_those_of_the_task(executor: Executor) -> None:
    with pytest.raises(TableError, match="no 3") as caught:
        list(executor.map(tasks.refuse, range(50)))
    assert type(caught.value) is TableError
    assert list(executor.map(tasks.squared, range(3))) == [0, 1, 4], "it can still be used"


def test_a_result_that_cannot_be_sent_is_an_error(processes: Executor) -> None:
    with pytest.raises((RuntimeError, AttributeError), match="pickle"):
        list(processes.map(tasks.unsendable, range(2)))


# ---- chunks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("largest", [1, 7, LARGEST_CHUNK])
@pytest.mark.parametrize("items", [1, 2, 17, 1000, 123_457])
def test_chunks_cover_everything_once(items: int, largest: int) -> None:
    found = chunks(items, largest)
    assert [i for each in found for i in each] == list(range(items))
    assert all(1 <= len(each) <= largest for each in found)


def test_chunks_are_small_at_both_ends_and_few() -> None:
    found = chunks(10**9)
    assert sum(map(len, found)) == 10**9 and len(found[0]) == 1
    assert len(found) < 1.01 * 10**9 / LARGEST_CHUNK + 200
    for chunk in found:  # at most a small part of what was done before
        assert len(chunk) <= 1 + chunk.start / 16
    assert len(chunks(10**6)) < 600 and len(chunks(10**6)[-1]) <= 10**6 / 4096


def test_what_comes_early_waits() -> None:
    found: list[str] = []
    take = in_order(found.append)
    for number in (2, 0, 3, 1, 5):
        take(number, "abcdef"[number])
    assert found == [*"abcd"]


# ---- workers that die ----------------------------------------------------------------------------


def test_the_task_of_a_dead_worker_is_done_by_another(processes: Executor, tmp_path: Path) -> None:
    work = tasks.DieOnce(tmp_path, (3, 4, 17))
    assert list(processes.map(work, range(30))) == list(range(30))
    assert len(list(tmp_path.iterdir())) == 3, "they died"


def test_a_task_that_kills_its_workers_is_named(processes: Executor) -> None:
    with pytest.raises(TableError, match=r"task 4 of 9 \(3\) ended 3 workers: .* code -9"):
        list(processes.map(tasks.die, range(9)))
    assert list(processes.map(tasks.squared, range(3))) == [0, 1, 4], "it can still be used"


@pytest.mark.usefixtures("interpreted")
def test_workers_killed_in_mid_run_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor_module, "TICK", 0.01)
    killed: list[int] = []
    with executor_of("processes", 2) as executor:

        def kill(done: int, games: int) -> None:
            busy = [*executor.engine._busy]  # type: ignore[attr-defined]
            if busy and done and len(killed) < 2:
                killed.append(busy[0].process.pid)
                os.kill(killed[-1], signal.SIGKILL)

        found = game("klondike").simulate(300, 3, most=500, engine=executor, progress=kill)
    assert len(killed) == 2 and found.games == 300
    expected = game("klondike").simulate(300, 3, most=500)
    assert timeless(found.as_json()) == timeless(expected.as_json())


def test_workers_that_cannot_start_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false" if Path("/bin/false").exists() else "false")
    with executor_of("processes", 1) as executor, pytest.raises(TableError, match="no worker can"):
        list(executor.map(tasks.squared, range(2)))


# ---- Ctrl-C --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("interpreted")
def test_an_interrupt_ends_processes_and_keeps_what_is_done() -> None:
    started: list[int] = []
    with executor_of("processes", 2) as executor:

        def interrupt(done: int, games: int) -> None:
            if done:
                started.extend(each.process.pid for each in executor.engine._busy)  # type: ignore[attr-defined]
                raise KeyboardInterrupt

        found = game("klondike").simulate(50_000, 3, engine=executor, progress=interrupt)
        assert found.interrupted and 0 < found.games < 50_000 and started
        for pid in started:  # neither running nor waiting to be asked how they ended
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)
    expected = game("klondike").simulate(found.games, 3).as_json() | {"interrupted": True}
    assert timeless(found.as_json()) == timeless(expected)


def children(pid: int) -> list[int]:
    lists = Path(f"/proc/{pid}/task").glob("*/children")  # by the thread that started them
    return [int(each) for file in lists for each in file.read_text().split()]


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"  # in a container nobody may ask how orphans ended


def until(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@LINUX
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_command(how: signal.Signals) -> None:
    command = [sys.executable, "-m", "ludwright.cli", "simulate", "klondike", "--games", "1000000"]
    command += ["--engine", "processes", "--jobs", "2", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        until(lambda: len(children(process.pid)) == 2)
        workers = children(process.pid)
        if how == signal.SIGINT:
            time.sleep(1.5)
        process.send_signal(how)
        out, errors = process.communicate(timeout=30)
    until(lambda: not any(map(is_running, workers)))
    if how == signal.SIGINT:
        assert process.returncode == 130 and json.loads(out)["interrupted"] and not errors


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"engine": "spark"}, "unknown engine 'spark'; expected threads, processes, ray"),
        ({"jobs": 0}, "number of jobs must be at least 1"),
        ({"engine": "processes", "address": "auto"}, "takes no address"),
        ({"engine": "threads", "expose": True}, "takes no address"),
    ],
)
def test_impossible_executors_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(TableError, match=message):
        executor_of(**given)


def test_an_executor_has_its_own_number_of_workers(processes: Executor) -> None:
    with pytest.raises(TableError, match="number of jobs is that of the executor"):
        game("war").simulate(2, jobs=2, engine=processes)


def test_bots_that_cannot_be_sent_are_refused(processes: Executor) -> None:
    class Local(First):
        """A bot of no module."""

    leduc = game("leduc-poker")
    for bot, why in (
        (First(), "an object"),
        (Local, "no function or class of a module"),
        (lambda: First(), "no function or class of a module"),
        (f"cmd {sys.executable}", "time limits of its own"),
    ):
        with pytest.raises(TableError, match=f"cannot be sent to other processes: .*{why}"):
            leduc.simulate(2, bot=bot, engine=processes)
        with pytest.raises(TableError, match="use engine 'threads'"):
            leduc.arena([bot, "random"], 2, engine=processes)
    with pytest.raises(TableError, match="cannot be sent"):
        list(processes.map(lambda number: number, range(2)))


def test_every_engine_is_offered_on_the_command_line() -> None:
    from ludwright.cli.group import cli

    for command in ("simulate", "solve", "arena"):
        (option,) = [each for each in cli.commands[command].params if each.name == "engine"]
        assert list(option.type.choices) == list(ENGINES)  # type: ignore[attr-defined]


# ---- Ray, as far as it can be tested without it --------------------------------------------------


def test_ray_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "find_spec", lambda name: None)
    with pytest.raises(TableError, match=r"pip install 'ludwright\[ray\]'"):
        executor_of("ray")


def test_ray_is_not_exposed_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludwright.lab.engines import contained

    monkeypatch.setattr(ray, "find_spec", lambda name: object())
    monkeypatch.setattr(contained, "is_possible", lambda: False)
    with pytest.raises(TableError, match=r"all network interfaces.*--address.*--expose"):
        executor_of("ray")
    assert type(executor_of("ray", expose=True).engine) is ray.Cluster, "asked for, not started"


def test_an_address_where_nobody_listens_is_refused_at_once() -> None:
    began = time.monotonic()
    with pytest.raises(TableError, match=r"nobody: "):
        ray._check_answers("127.0.0.1:1", "nobody")
    assert time.monotonic() - began < 5
