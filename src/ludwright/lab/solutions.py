"""What came of solving deals: an answer for each, and what all of them come to."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from ..machine.program import Program
from ..play.stacked_deal import MICROSOFT, deal_of
from ..play.table import Table
from ..solver.answers import IMPOSSIBLE, SOLVED, UNKNOWN, Answer
from .metrics import wilson

Rows = tuple[tuple[int, ...], ...]

LONGEST_NAME = 20  # what is longer is not told in a line


@dataclass(frozen=True, slots=True)
class Deal:
    """Which deal of a game: that of a seed, or one given as a text, such as `ms:11982`."""

    seed: int = 0
    spec: str = ""

    def __str__(self) -> str:
        if len(self.spec) > LONGEST_NAME:
            return "given deal"
        return self.spec or f"seed {self.seed}"

    def table(self, program: Program) -> Table:
        """A table at which this deal is about to be played."""
        given = deal_of(program, self.spec) if self.spec else None
        return Table(program, seed=self.seed, deal=given)

    def texts(self, program: Program, moves: Rows, notation: str = "") -> list[str]:
        """Moves from the start of the deal on, as texts."""
        table, texts = self.table(program), []
        for entry in moves:
            texts.append(table.logged(entry).text(notation))
            table.advance(entry)
        return texts

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        return {"seed": self.seed} | ({"deal": self.spec} if self.spec else {})


def deal_called(spec: str) -> Deal:
    """The deal that a text gives; one with a number has that for its seed."""
    kind, _, number = spec.partition(":")
    numbered = kind == MICROSOFT and number.isascii() and number.isdigit() and len(number) < 11
    return Deal(int(number) if numbered else 0, spec)


@dataclass(frozen=True, slots=True)
class Solution:
    """One deal and what the search says of it."""

    deal: Deal
    answer: Answer

    @property
    def status(self) -> str:
        """Solved, impossible or unknown."""
        return self.answer.status

    def moves(self, program: Program, notation: str = "") -> list[str]:
        """The moves that win, as texts; none if the deal is not solved."""
        return self.deal.texts(program, self.answer.moves, notation)

    def as_json(self, program: Program, notation: str = "") -> dict[str, Any]:
        """The machine-readable form."""
        answer = self.answer
        found = self.deal.as_json() | {
            "status": answer.status,
            "moves": self.moves(program, notation),
            "states": answer.states,
            "seconds": round(answer.seconds, 6),
        }
        return found | ({"limit": answer.limit} if answer.limit else {})


@dataclass(frozen=True, slots=True)
class Summary:
    """How many deals came out how, which share is decided, and where the true rate lies: with
    95 % confidence between the ends of two intervals, with all unknown deals lost and won."""

    solved: int
    impossible: int
    unknown: int
    decided: float
    ci95: tuple[float, float]


def summary_of(counts: Counter[str]) -> Summary:
    """What some statuses come to."""
    solved, impossible, unknown = (counts[each] for each in (SOLVED, IMPOSSIBLE, UNKNOWN))
    deals = solved + impossible + unknown
    low, _ = wilson(solved, deals)
    _, high = wilson(solved + unknown, deals)
    decided = (solved + impossible) / deals if deals else 0.0
    return Summary(solved, impossible, unknown, decided, (low, high))


@dataclass(frozen=True)
class Solutions:
    """The deals in the order asked for; of an interrupted run those that were done by then."""

    program: Program
    deals: tuple[Solution, ...]
    seconds: float
    interrupted: bool = False
    doubted: int = 0  # saved answers that could not be believed, and were looked for again

    @property
    def summary(self) -> Summary:
        """What all deals come to."""
        return summary_of(Counter(each.status for each in self.deals))

    def as_json(self, notation: str = "") -> dict[str, Any]:
        """The machine-readable form; moves are texts in a notation."""
        found: dict[str, Any] = {
            "deals": [each.as_json(self.program, notation) for each in self.deals],
            "summary": asdict(self.summary),
        }
        return found | ({"interrupted": True} if self.interrupted else {})
