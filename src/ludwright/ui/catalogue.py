"""The list of library games, from the summaries in their folders: no game is loaded."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

LIBRARY = Path(__file__).parent.parent / "library"
ENTRY = "about.json"  # what `ludwright show GAME --json` prints, in the folder of each game


def catalogue() -> list[dict[str, Any]]:
    """The summaries of all library games, sorted by name."""
    files = sorted(LIBRARY.glob(f"*/{ENTRY}"))
    return [json.loads(file.read_text(encoding="utf-8")) for file in files]


def library_file(name: str) -> Path | None:
    """A file in the folder of a library game; the name may include a language, `klondike:sgdl`."""
    entry = LIBRARY / name.partition(":")[0] / ENTRY
    return entry if Path(name).name == name and entry.is_file() else None


def catalogue_lines(entries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """One line per game: name, title, number of players, genre and languages, in columns."""
    rows = [_row(entry) for entry in entries]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _row(entry: Mapping[str, Any]) -> tuple[str, ...]:
    least, most = entry["players"]
    players = str(least) if least == most else f"{least}-{most}"
    languages = ", ".join(entry["languages"])
    return entry["name"], entry["title"], players, entry["genre"], languages
