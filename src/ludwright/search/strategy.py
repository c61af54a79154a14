"""Strategies as files: how often to choose what in each information set of a game."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..machine.program import Program
from ..play.errors import TableError
from ..play.semantics import SEMANTICS

FORMAT, VERSION = "ludwright strategy", 1
LARGEST_STRATEGY = 1 << 30  # bytes
DIGITS = 9  # of a probability
TOLERANCE = 1e-4  # of the sum of all probabilities of an information set

Sets = Mapping[int, Sequence[float]]


class StrategyError(TableError):
    """A strategy that cannot be read, or is for another game."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy for all seats of one game: by the hash of an information set (see
    `information.py`), the probability of each action, in the order of the actions' hashes."""

    game: str
    sources: str
    semantics: int
    players: int
    options: Mapping[str, Any]
    method: str
    iterations: int
    sets: Sets

    def as_text(self) -> str:
        """The strategy as JSON, a line for each field and information set."""
        fields: dict[str, Any] = {"format": FORMAT, "version": VERSION}
        fields |= {name: getattr(self, name) for name in FIELDS if name != "sets"}
        lines = [f' "{name}": {json.dumps(value)}' for name, value in fields.items()]
        sets = [
            f'  "{key:016x}": {json.dumps([round(p, DIGITS) for p in shares])}'
            for key, shares in sorted(self.sets.items())
        ]
        return "{\n" + ",\n".join([*lines, ' "sets": {\n' + ",\n".join(sets) + "\n }"]) + "\n}\n"

    def check(self, program: Program) -> None:
        """Refuse to play another game than the one the strategy is for."""
        mine = (self.sources, self.semantics, self.players, dict(self.options))
        if mine == (program.sources, SEMANTICS, program.seats, dict(program.options)):
            return
        if self.sources != program.sources:
            what = f"sources {self.sources or '-'}, this description has {program.sources or '-'}"
        elif self.semantics != SEMANTICS:
            what = f"semantics {self.semantics}, this version has {SEMANTICS}"
        elif self.players != program.seats:
            what = f"{self.players} players, this table has {program.seats}"
        else:
            what = f"options {dict(self.options)}, this table has {dict(program.options)}"
        raise StrategyError(f"the strategy is for '{self.game}' with {what}; compute it again")


def strategy_for(
    program: Program, game: str, method: str, iterations: int, sets: Sets
) -> Strategy:  # fmt: skip
    """The strategy for a program."""
    return Strategy(
        *(game, program.sources, SEMANTICS, program.seats, dict(program.options)),
        *(method, iterations, sets),
    )


def read_strategy(text: str) -> Strategy:
    """The strategy in a text."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise StrategyError("not a strategy: invalid JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise StrategyError(f"not a strategy: expected a JSON object of format '{FORMAT}'")
    if data.get("version") != VERSION:
        shown = str(data.get("version"))[:20]
        raise StrategyError(f"unknown version {shown} of strategies; this version reads {VERSION}")
    for name, kind in FIELDS.items():
        value = data.get(name)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise StrategyError(f"not a strategy: missing or invalid field '{name}'")
    sets = {_key(key): _shares(shares) for key, shares in data["sets"].items()}
    return Strategy(**{name: data[name] for name in FIELDS} | {"sets": sets})


FIELDS: dict[str, type] = {
    "game": str,
    "sources": str,
    "semantics": int,
    "players": int,
    "options": dict,
    "method": str,
    "iterations": int,
    "sets": dict,
}


def _key(text: str) -> int:
    try:
        if len(text) == 16:
            return int(text, 16)
    except ValueError:
        pass
    raise StrategyError(f"not a strategy: '{text[:20]}' is not the hash of an information set")


def _shares(values: Any) -> tuple[float, ...]:
    if not isinstance(values, list) or not values or not all(map(_is_share, values)):
        raise StrategyError("not a strategy: expected a list of probabilities for each set")
    if abs(math.fsum(values) - 1) > TOLERANCE:
        raise StrategyError("not a strategy: the probabilities of a set do not add up to 1")
    return tuple(map(float, values))


def _is_share(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1
