"""The file of an evolution: one finished evaluation per line, so that a run can be resumed."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from ...machine.program import Program
from ...play.semantics import SEMANTICS
from ..estimates import Estimate
from ..json_lines import RunFile, is_kind
from .evaluation import Evaluation, Rejected, Setting

# The fields of the first line, and how to report one that differs.
HEAD = {
    "game": "for another game",
    "options": "made with other options",
    "seats": "for another number of players",
    "goals": "for other goals",
    "seed": "made with another seed",
    "games": "made with another number of games",
    "bots": "made with other bots",
    "max_moves": "made with another move limit",
    "sources": "for another version of this game",
    "semantics": "made by another version of Ludwright",
}

Result = Evaluation | Rejected


class EvolutionFile(RunFile):
    """Finished evaluations by text and number of games, open for appending. It only saves work: a
    run that is resumed makes the same variants again, and finds what it knows of them here."""

    kind, item, fields = "an evolution", "evaluation", HEAD
    remedy = "use another folder"

    def __init__(self, path: Path, program: Program, setting: Setting) -> None:
        self._known: dict[tuple[str, int], Result] = {}
        head = {
            "game": program.name,
            "options": dict(program.options),
            "seats": program.seats,
            "goals": [goal.text for goal in setting.goals],
            "seed": setting.seed,
            "games": setting.games,
            "bots": [setting.bot, setting.against],
            "max_moves": setting.most,
            "sources": program.sources,
            "semantics": SEMANTICS,
        }
        super().__init__(path, head)

    def take(self, row: dict[str, Any]) -> bool:
        """Take over an evaluation."""
        found = _result(row)
        if found is not None:
            self._known[found[0]] = found[1]
        return found is not None

    def known(self, text: str, games: int) -> Result | None:
        """What is known of a text: that it is no variant, or what so many games show."""
        rejected = self._known.get((text, 0))
        return rejected or self._known.get((text, games))

    def add(self, text: str, result: Result) -> None:
        """Append a result for a text, which is named by its digest."""
        row: dict[str, Any] = {"text": text}
        if isinstance(result, Rejected):
            row["rejected"] = result.reason
        else:
            row["games"] = result.games
            row["cell"] = result.cell
            row["measured"] = {name: _row(each) for name, each in result.measured.items()}
            row["flaws"] = result.flaws
        self._write(row)
        self._known[text, result.games if isinstance(result, Evaluation) else 0] = result


def _row(estimate: Estimate) -> dict[str, Any]:
    return {key: value for key, value in asdict(estimate).items() if key != "parts"}


def _result(row: dict[str, Any]) -> tuple[tuple[str, int], Result] | None:
    """The result in a parsed line, or None if it is malformed."""
    text, games = row.get("text"), row.get("games")
    if not isinstance(text, str):
        return None
    if set(row) == {"text", "rejected"} and isinstance(row["rejected"], str):
        return (text, 0), Rejected(row["rejected"])
    if set(row) != {"text", "games", "cell", "measured", "flaws"} or not is_kind(games, int):
        return None
    try:
        length, branching = row["cell"]
        measured = {str(name): Estimate(**each) for name, each in row["measured"].items()}
        flaws = {str(kind): str(what) for kind, what in row["flaws"].items()}
    except (TypeError, ValueError, AttributeError):
        return None
    numbers = [n for each in measured.values() for n in (each.value, each.low, each.high)]
    if not all(each is None or is_kind(each, float) for each in numbers):
        return None
    if not all(each is None or is_kind(each, int) for each in (length, branching)):
        return None
    return (text, int(row["games"])), Evaluation(row["games"], (length, branching), measured, flaws)
