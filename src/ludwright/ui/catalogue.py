"""The library as its folders describe themselves, read without reading a game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

LIBRARY = Path(__file__).parent.parent / "library"
ENTRY = "about.json"  # what `ludwright show GAME --json` prints, in the folder of each game


def catalogue() -> list[dict[str, Any]]:
    """What each game of the library says about itself, by name."""
    files = sorted(LIBRARY.glob(f"*/{ENTRY}"))
    return [json.loads(file.read_text(encoding="utf-8")) for file in files]


def library_file(name: str) -> Path | None:
    """Any file in the folder of a library game, which a language may follow: `klondike:sgdl`."""
    entry = LIBRARY / name.partition(":")[0] / ENTRY
    return entry if Path(name).name == name and entry.is_file() else None


def catalogue_lines(entries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """A line for each game: its name, its title, for how many, its kind and its languages."""
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
