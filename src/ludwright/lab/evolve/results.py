"""The folder of an evolution: variants as files that play, what they changed, and an index."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from ...disk import read_whole, write_whole
from ...play.errors import TableError
from .evolve import Evolved, Result

EVALUATIONS, INDEX = "evaluations.jsonl", "index.json"
FORMAT = 1
LARGEST_INDEX = 50_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Naming:
    """How files are called: a stem and an ending; and the other files of the game, by their paths
    from the folder."""

    stem: str
    suffix: str
    beside: Mapping[str, str]

    def file(self, rank: int) -> str:
        """The file of the original (rank 0) or a result."""
        return f"{self.stem}-{rank or 'original'}{self.suffix}"

    def diff(self, rank: int) -> str:
        """The file with the difference of a result to the original."""
        return f"{self.stem}-{rank}.diff"


def check_folder(folder: Path) -> None:
    """Refuse a folder of other files: results are not to replace any of them."""
    if folder.exists() and not folder.is_dir():
        raise TableError(f"'{folder}' is not a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / EVALUATIONS).exists():
        raise TableError(f"'{folder}' has other files; name a new folder, or an empty one")


def read_index(folder: str | Path) -> Any:
    """The index of a folder of results."""
    return json.loads(read_whole(Path(folder) / INDEX, LARGEST_INDEX))


def write_results(folder: Path, evolved: Evolved, naming: Naming, game: str) -> dict[str, Any]:
    """Write the results of a run; returns the index."""
    for name, text in naming.beside.items():
        write_whole(folder / name, text)
    original = evolved.original.variant.text
    write_whole(folder / naming.file(0), original)
    for rank, result in enumerate(evolved.results, 1):
        write_whole(folder / naming.file(rank), result.variant.text)
        write_whole(folder / naming.diff(rank), difference(original, result, naming, rank))
    found = index(evolved, naming, game)
    write_whole(folder / INDEX, json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    return found


def difference(original: str, result: Result, naming: Naming, rank: int) -> str:
    """The unified difference of a result to the original, with its changes above."""
    head = "".join(f"# {change}\n" for change in result.variant.changes)
    lines = unified_diff(
        original.splitlines(keepends=True),
        result.variant.text.splitlines(keepends=True),
        naming.file(0),
        naming.file(rank),
    )
    return head + "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def index(evolved: Evolved, naming: Naming, game: str) -> dict[str, Any]:
    """The machine-readable form of a run."""
    setting = evolved.setting
    found: dict[str, Any] = {
        "format": FORMAT,
        "game": game,
        "goals": [goal.text for goal in setting.goals],
        "seed": setting.seed,
        "games": setting.games,
        "bot": setting.bot,
        "against": setting.against or setting.bot,
        "variants": evolved.made,
        "rejected": dict(evolved.rejected.most_common()),
        "original": {"file": naming.file(0), **_row(evolved.original)},
        "results": [
            {
                "file": naming.file(rank),
                "diff": naming.diff(rank),
                "changes": list(each.variant.changes),
                **_row(each),
            }
            for rank, each in enumerate(evolved.results, 1)
        ],
    }
    if evolved.interrupted:
        found["interrupted"] = True
    return found


def _row(result: Result) -> dict[str, Any]:
    measured = {name: each.as_json() for name, each in result.measured.items()}
    return {"reached": result.reached, "measures": measured}
