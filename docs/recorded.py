"""The facts.json of library games: parts measured apart are merged into what is there."""

from __future__ import annotations

import json
from typing import Any

from ludwright.pipeline import LIBRARY

APART = ("honest", "levels")  # measured by docs/honest.py and docs/levels.py, in this order


def read(name: str) -> dict[str, Any]:
    """The facts of a game; none if there are none yet."""
    file = LIBRARY / name / "facts.json"
    found: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


def write(name: str, facts: dict[str, Any]) -> None:
    """Write the facts of a game. What was measured apart is kept if it is of the same description,
    and comes last."""
    before = read(name)
    kept = before if before.get("digest") == facts["digest"] else {}
    apart = {key: facts.get(key, kept.get(key)) for key in APART}
    rest = {key: value for key, value in facts.items() if key not in APART}
    whole = rest | {key: value for key, value in apart.items() if value is not None}
    file = LIBRARY / name / "facts.json"
    file.write_text(json.dumps(whole, indent=1) + "\n", "utf-8")


def add(name: str, part: str, measured: Any) -> None:
    """Write a part that was measured apart into the facts of a game."""
    assert part in APART
    write(name, read(name) | {part: measured})
