"""What went wrong with bots that are programs of their own: counted, reported, and survived."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from .player import Player


@dataclass(slots=True)
class Faults:
    """The decisions of a bot, how often it was late, answered what is invalid, or died, and how
    many moves were made in its place; `last` says what happened last."""

    bot: str
    decisions: int = 0
    late: int = 0
    invalid: int = 0
    died: int = 0
    replaced: int = 0
    last: str = ""

    def add(self, other: Faults) -> None:
        """Add what was counted elsewhere."""
        self.decisions += other.decisions
        self.late += other.late
        self.invalid += other.invalid
        self.died += other.died
        self.replaced += other.replaced
        self.last = other.last or self.last

    def __bool__(self) -> bool:
        return bool(self.late or self.invalid or self.died or self.replaced)

    def __str__(self) -> str:
        times = "once" if self.died == 1 else f"{self.died:,} times"
        parts = [
            f"{self.late:,} {'move' if self.late == 1 else 'moves'} late" if self.late else "",
            f"{self.invalid:,} invalid" if self.invalid else "",
            f"died {times}" if self.died else "",
        ]
        made = f"{self.replaced:,} of {self.decisions:,} moves made for it"
        what = ", ".join(part for part in parts if part)
        return f"bot '{self.bot}': {f'{what}; ' if what else ''}{made}; last: {self.last}"

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        return asdict(self)


def faults_of(players: Iterable[Player]) -> list[Faults]:
    """What was counted of those players that can fail."""
    found = (getattr(player, "faults", None) for player in dict.fromkeys(players))
    return [each for each in found if isinstance(each, Faults)]


def totals(faults: Iterable[Faults]) -> list[Faults]:
    """The sums by bot."""
    found: dict[str, Faults] = {}
    for each in faults:
        found.setdefault(each.bot, Faults(each.bot)).add(each)
    return [*found.values()]
