"""The answers for a batch of deals, and their summary."""

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

LONGEST_NAME = 20  # longer specs are not shown


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal of a game, given by a seed or by a spec such as `ms:11982`."""

    seed: int = 0
    spec: str = ""

    def __str__(self) -> str:
        if len(self.spec) > LONGEST_NAME:
            return "given deal"
        return self.spec or f"seed {self.seed}"

    def table(self, program: Program) -> Table:
        """A table with this deal, before the first move."""
        given = deal_of(program, self.spec) if self.spec else None
        return Table(program, seed=self.seed, deal=given)

    def texts(self, program: Program, moves: Rows, notation: str = "") -> list[str]:
        """The texts of moves made from the start of the deal."""
        table, texts = self.table(program), []
        for entry in moves:
            texts.append(table.logged(entry).text(notation))
            table.advance(entry)
        return texts

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        return {"seed": self.seed} | ({"deal": self.spec} if self.spec else {})


def parse_deal(spec: str) -> Deal:
    """The deal for a spec; the number of a Microsoft deal also becomes its seed."""
    kind, _, number = spec.partition(":")
    numbered = kind == MICROSOFT and number.isascii() and number.isdigit() and len(number) < 11
    return Deal(int(number) if numbered else 0, spec)


@dataclass(frozen=True, slots=True)
class Solution:
    """A deal and the solver's answer."""

    deal: Deal
    answer: Answer

    @property
    def status(self) -> str:
        """`solved`, `impossible` or `unknown`."""
        return self.answer.status

    def moves(self, program: Program, notation: str = "") -> list[str]:
        """The texts of the solution's moves; none if the deal is not solved."""
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
    """The number of deals by status, the fraction decided, and a 95 % interval of the winnable
    fraction: from the lower end with all unknown deals lost to the upper end with all won."""

    solved: int
    impossible: int
    unknown: int
    decided: float
    ci95: tuple[float, float]


def summarize(counts: Counter[str]) -> Summary:
    """The summary of deals counted by status."""
    solved, impossible, unknown = (counts[each] for each in (SOLVED, IMPOSSIBLE, UNKNOWN))
    deals = solved + impossible + unknown
    low, _ = wilson(solved, deals)
    _, high = wilson(solved + unknown, deals)
    decided = (solved + impossible) / deals if deals else 0.0
    return Summary(solved, impossible, unknown, decided, (low, high))


@dataclass(frozen=True)
class Solutions:
    """The answers in the order of the deals; of an interrupted run, those found so far."""

    program: Program
    deals: tuple[Solution, ...]
    seconds: float
    interrupted: bool = False
    unverified: int = 0  # saved answers that could not be verified and were solved again

    @property
    def summary(self) -> Summary:
        """The summary of all deals."""
        return summarize(Counter(each.status for each in self.deals))

    def as_json(self, notation: str = "") -> dict[str, Any]:
        """The machine-readable form, with moves in a notation."""
        found: dict[str, Any] = {
            "deals": [each.as_json(self.program, notation) for each in self.deals],
            "summary": asdict(self.summary),
        }
        return found | ({"interrupted": True} if self.interrupted else {})

    def svg(self) -> str:
        """How many deals have which answer, as an SVG document."""
        from .showing import solutions_svg

        return solutions_svg(self)

    def _repr_html_(self) -> str:
        from .showing import solutions_html

        return solutions_html(self)
