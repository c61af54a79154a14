"""Reports: measure games, and write a page about them."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...disk import is_handle, open_plain, write_whole
from ...machine.program import Program
from ...play.errors import TableError
from ...play.semantics import SEMANTICS
from ..estimates import Estimate
from ..executor import Executor, executor_for
from ..kept import NOTHING, Kept, KeptFile, head_of
from ..provenance import version
from ..rows import check_batch
from .gather import Progress, Section, Setting, Subject, Work, gathered
from .page import GENERATOR, About, page
from .plots import available

REMEDY = "delete it, or write the report to another file"
PARTS = ".parts"  # what is added to the name of a report for the file of its parts
LIBRARIES = ("numpy", "matplotlib")
HEAD = 600  # bytes in which the page says what it is


@dataclass(frozen=True, slots=True)
class Report:
    """A report that was written: the page, and the figures in it by game."""

    path: Path
    command: str
    setting: Setting
    games: tuple[tuple[Program, str, dict[str, Estimate]], ...]
    html: str
    plots: bool  # whether there are any: matplotlib was installed

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        return {
            "command": self.command,
            "setting": asdict(self.setting),
            "plots": self.plots,
            "games": [
                {
                    "game": called,
                    "digest": program.sources,
                    "players": program.seats,
                    "options": dict(program.options),
                    "measures": {name: found.as_json() for name, found in measures.items()},
                }
                for program, called, measures in self.games
            ],
        }


def report(
    subjects: Sequence[Subject],
    path: str | Path,
    *,
    games: int = 1000,
    seed: int = 0,
    bot: str = "random",
    against: str = "",
    players: int | None = None,
    jobs: int | None = None,
    engine: str | Executor = "threads",
    most: int = 10_000,
    levels: bool = False,
    names: Sequence[str] = (),
    progress: Progress | None = None,
) -> Report:
    """Measure games and write a page about them.

    Each is played `games` times. What was found is kept in a file beside the page until the page is
    written, so that an interrupted report (KeyboardInterrupt) goes on. The same settings make the
    same bytes. `names` are those of the games in the command that the page shows.
    """
    if not subjects:
        raise TableError("a report needs at least one game")
    setting = Setting(games, seed, bot, against, most, levels, players)
    programs = [each.program(players) for each in subjects]
    for program in programs:
        check_batch(program, games, seed, most, [bot, *([against] if against else [])])
    path = Path(path)
    called = [*names] or [each.called for each in subjects]
    with executor_for(engine, jobs) as executor, _kept(path, programs, setting) as parts:
        works = [
            Work(called[i], program, setting, parts.under(str(i)), executor, progress)
            for i, program in enumerate(programs)
        ]
        sections = [gathered(work) for work in works]
        command = command_of(called, subjects, setting, path)
        text = page(sections, About(command, setting, versions()))
        write_whole(path, text)
    return _written(path, command, setting, sections, text)


@contextmanager
def _kept(path: Path, programs: Sequence[Program], setting: Setting) -> Iterator[Kept]:
    """The parts of a report. They are beside it; a pipe has nothing beside it."""
    parts = NOTHING
    if not _is_handle(path):
        head = head_of("report", programs, asdict(setting), dict(versions()))
        parts = Kept(KeptFile(path.with_name(path.name + PARTS), head, REMEDY))
    done = False
    try:
        yield parts
        done = True
    finally:
        parts.close(done)


def _is_handle(path: Path) -> bool:
    """Whether a path is a pipe or a device; one that cannot be written is refused before anything
    is played."""
    try:
        handle = is_handle(path)
        taken, there = path.is_dir(), path.absolute().parent.is_dir()
    except (OSError, ValueError):
        raise TableError(f"cannot write '{str(path)[:60]}': not a valid file name") from None
    if taken or not there:
        why = "it is a folder" if taken else "no such folder"
        raise TableError(f"cannot write '{path}': {why}")
    return handle


def is_report(name: str) -> bool:
    """Whether the file of a name is a report."""
    try:
        with open_plain(name) as file:
            return f'content="{GENERATOR}"'.encode() in file.read(HEAD)
    except (OSError, ValueError):
        return False


def _written(
    path: Path, command: str, setting: Setting, sections: Sequence[Section], text: str
) -> Report:
    games = tuple((each.program, each.called, each.measures) for each in sections)
    return Report(path, command, setting, games, text, available())


def command_of(
    called: Sequence[str], subjects: Sequence[Subject], setting: Setting, path: Path
) -> str:
    """The command that writes the same report. The number of jobs makes no difference to it."""
    at = setting
    words = ["ludwright", "report", *called, "--games", at.games, "--seed", at.seed]
    words += ["--bot", at.bot]
    words += ["--against", at.against] if at.against else []
    words += ["--players", at.players] if at.players is not None else []
    for name, value in subjects[0].options.items():
        words += ["--set", f"{name}={value}"]
    words += [
        "--max-moves",
        at.most,
        *(["--levels"] if at.levels else []),
        "--out",
        path if is_handle(path) else path.name,
    ]
    return shlex.join(map(str, words))


def versions() -> tuple[tuple[str, str], ...]:
    """The versions that figures and plots may depend on."""
    none = "not installed"
    found = [("Ludwright", version(missing=none)), ("semantics", str(SEMANTICS))]
    found.append(("Python", ".".join(platform.python_version_tuple()[:2])))
    return (*found, *((name, version(name, none)) for name in LIBRARIES))
