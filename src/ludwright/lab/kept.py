"""Results of a run as they come, in a file: an interrupted run goes on from there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from ..disk import remove_file
from ..machine.program import Program
from ..play.errors import TableError
from ..play.semantics import SEMANTICS
from .json_lines import RunFile

Task = TypeVar("Task")
Found = TypeVar("Found")

# The fields of the first line, and how to report one that differs.
HEAD = {
    "run": "of another command",
    "games": "for other games, other options or another version of a game",
    "setting": "made with other settings",
    "versions": "made by another version of Ludwright or of a library",
}


class Kept:
    """What was found so far, by the name of its part; without a file nothing is kept. Names of
    parts of one section of a run begin with the name of the section."""

    def __init__(self, file: KeptFile | None, section: str = "") -> None:
        self._file = file
        self._section = section

    @property
    def keeps(self) -> bool:
        """Whether there is a file."""
        return self._file is not None

    def get(self, part: str) -> Any:
        """What was found before; None if nothing was."""
        return self._file.found.get(self._section + part) if self._file else None

    def add(self, part: str, found: Any) -> None:
        """Keep what was found."""
        if self._file:
            self._file.add(self._section + part, found)

    def under(self, section: str) -> Kept:
        """The parts of a section."""
        return Kept(self._file, f"{self._section}{section} ")

    def close(self, remove: bool = False) -> None:
        """Close the file, and remove it if that is wanted or if nothing is in it."""
        if self._file:
            self._file.close()
            if remove or not self._file.found:
                remove_file(self._file.path)


class KeptFile(RunFile):
    """The file of what was found, a part per line."""

    kind, item, fields = "results of a run", "result", HEAD

    def __init__(self, path: Path, head: Mapping[str, Any], remedy: str = "") -> None:
        self.found: dict[str, Any] = {}
        self.remedy = remedy or self.remedy
        self._lock = threading.Lock()
        super().__init__(path, head)

    def take(self, row: dict[str, Any]) -> bool:
        """Take over a part."""
        if set(row) != {"part", "found"} or not isinstance(row["part"], str):
            return False
        self.found[row["part"]] = row["found"]
        return True

    def add(self, part: str, found: Any) -> None:
        """Append a part."""
        with self._lock:
            self.found[part] = found
            self._write({"part": part, "found": found})


NOTHING = Kept(None)


def head_of(
    run: str,
    programs: Sequence[Program],
    setting: Mapping[str, Any],
    versions: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The first line of the file of a run."""
    return {
        "run": run,
        "games": [fingerprint(program) for program in programs],
        "setting": dict(setting),
        "versions": dict(versions or {"semantics": str(SEMANTICS)}),
    }


def fingerprint(program: Program) -> dict[str, Any]:
    """What the results of a game depend on, beside the setting."""
    return {
        "game": program.name,
        "sources": program.sources,
        "options": dict(program.options),
        "seats": program.seats,
        "code": program.digest,
    }


@contextmanager
def kept_in(
    save: str | Path | None, run: str, programs: Sequence[Program], setting: Mapping[str, Any]
) -> Iterator[Kept]:
    """The results of a run that are saved to a file, if one is named."""
    if save is None:
        yield NOTHING
        return
    named = [name for name in ("bot", "against") if not isinstance(setting[name], str)]
    if named:
        raise TableError(f"a run that is saved needs the name of a bot as '{named[0]}'")
    kept = Kept(KeptFile(Path(save), head_of(run, programs, setting)))
    try:
        yield kept
    finally:
        kept.close()


def known(
    kept: Kept,
    names: Mapping[Task, str],
    unpack: Callable[[Any, Task], Found],
) -> dict[Task, Found]:
    """What was kept of tasks, by their names."""
    found: dict[Task, Found] = {}
    for task, name in names.items():
        if (packed := kept.get(name)) is not None:
            try:
                found[task] = unpack(packed, task)
            except (ValueError, TypeError, KeyError, OverflowError):
                raise TableError(f"invalid result '{name}' in the saved run") from None
    return found
