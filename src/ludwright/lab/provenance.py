"""Where rows come from: the row of a run in the table `runs`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import metadata
from typing import Any

from ..machine.program import Program
from ..play.semantics import SEMANTICS
from .tables import SCHEMA


def version(package: str = "ludwright", missing: str = "") -> str:
    """The version of a package; ours is missing, too, if it runs from its sources."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return missing


def options_text(program: Program) -> str:
    """The options of a program, as JSON."""
    return json.dumps(dict(program.options), sort_keys=True)


def run_row(
    program: Program, *, game: str, games: int, command: str, bots: Sequence[str], **rest: Any
) -> dict[str, Any]:
    """The row of a run; what it leaves out is null."""
    row = {
        "schema": SCHEMA,
        "version": version(),
        "semantics": SEMANTICS,
        "game": game,
        "sources": program.sources,
        "options": options_text(program),
        "players": program.seats,
        "bots": [*bots],
        "games": games,
        "command": command,
    }
    unknown = dict.fromkeys(("seed", "max_moves", "decisions_every", "positions_every", "part"))
    return unknown | row | rest
