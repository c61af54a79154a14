"""A folder of results with any number of runs: `<table>/digest=<digest>/run=<run>/<part>`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..play.errors import TableError
from .parts import FORMATS, damage
from .tables import RUNS, TABLES

PART = "part-{:06d}"
PATTERN = "digest=*/run=*/part-*"


@dataclass(frozen=True, slots=True)
class Damaged:
    """A file that was left out."""

    path: Path
    why: str

    def __str__(self) -> str:
        return f"skipped '{self.path}': {self.why}"


@dataclass(frozen=True, slots=True)
class Results:
    """The files of a folder that are whole, by table and format, and those left out."""

    folder: Path
    files: dict[str, dict[str, list[Path]]]
    damaged: tuple[Damaged, ...]


def digest_of(sources: str) -> str:
    """The digest of a game in the names of folders."""
    return sources[:16]


def part_path(folder: Path, table: str, digest: str, run: str, part: int, format: str) -> Path:
    """Where a part of a table is."""
    where = folder / table / f"digest={digest}" / f"run={run}"
    return where / f"{PART.format(part)}.{format}"


def results_in(folder: str | Path) -> Results:
    """The files of a folder of results."""
    # An absolute path: the database that reads the files is confined to them.
    top = Path(folder).absolute()
    if not (top / RUNS.name).is_dir():
        what = "not a folder of results" if top.exists() else "not found"
        raise TableError(
            f"'{folder}' is {what}; 'ludwright collect GAME --games N --out {folder}' makes one"
        )
    found: dict[str, dict[str, list[Path]]] = {}
    damaged: list[Damaged] = []
    for table in TABLES:
        found[table] = {format: [] for format in FORMATS}
        for path in sorted((top / table).glob(PATTERN)):
            format = path.suffix[1:]
            if format in FORMATS:
                if why := damage(path):
                    damaged.append(Damaged(path.relative_to(top), why))
                else:
                    found[table][format].append(path)
    return Results(top, found, tuple(damaged))


def parts_of(folder: Path, digest: str, run: str) -> set[str]:
    """The formats of the files that a run has."""
    where = f"*/digest={digest}/run={run}/part-*"
    return {path.suffix[1:] for path in folder.glob(where)} & {*FORMATS}
