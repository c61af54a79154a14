"""A game from SGDL text, played by the oracle through the words that the public table uses too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludwright.diagnostics import Report, Source, render
from ludwright.gamedef import nodes as n
from ludwright.languages.sgdl.tools import TOOLS
from oracle import Oracle
from oracle.expressions import value
from oracle.statements import bind


class OracleTable:
    """The part of a table that these tests need, with moves as texts in the notation `sgdl`."""

    def __init__(self, game: n.GameDef, deal: list[str] | None) -> None:
        self.oracle = Oracle(game, 1, seed=1, stacked={} if deal is None else {"deck": deal})
        main = game.procedures[0].body[-1]
        assert isinstance(main, n.While)
        self.decide = next(s for s in main.body if isinstance(s, n.Decide))
        self.labels = {zone.name: zone for zone in game.zones}

    @property
    def over(self) -> bool:
        return self.oracle.status != "decision"

    @property
    def won(self) -> bool:
        return self.oracle.result == ([0], None, "won")

    def legal(self, notation: str = "sgdl") -> list[str]:
        return [self._text(row, notation) for row in self.oracle.options()]

    def apply(self, text: str) -> None:
        if self.over:
            raise ValueError("the game is over")
        for row in self.oracle.options():
            if text in self._texts(row):
                self.oracle.choose(row)
                return
        raise ValueError(f"not legal: {text}")

    def zone(self, name: str, index: int = 0) -> list[str]:
        """The names of the cards, bottom to top."""
        return [self.oracle.things.tokens[t - 1].name for t in self._tokens(name, index)]

    def face_up(self, name: str, index: int = 0) -> list[bool]:
        return [self.oracle.world.faces[t] for t in self._tokens(name, index)]

    def variable(self, name: str) -> int:
        return self.oracle.world.variables[name, None]

    def _tokens(self, name: str, index: int) -> list[int]:
        number = self.oracle.things.zone_numbers[name, None, index]
        return self.oracle.world.zones[number][::-1]

    def _text(self, row: tuple[int, ...], notation: str) -> str:
        names = [each.name for each in self.decide.actions[row[0]].notations]
        return self._texts(row)[names.index(notation)]

    def _texts(self, row: tuple[int, ...]) -> list[str]:
        action = self.decide.actions[row[0]]
        frame = bind(action, row[1:], {})
        texts = [each.parts for each in action.notations]
        return ["".join(self._part(part, frame) for part in parts) for parts in texts]

    def _part(self, part: str | n.Expr, frame: dict[str, Any]) -> str:
        if isinstance(part, str):
            return part
        number = value(self.oracle, part, frame)
        if isinstance(part, n.TopOf | n.TokenAt):
            return self.oracle.things.tokens[number - 1].name
        if isinstance(part, n.Local | n.ZoneAt):
            place = self.oracle.things.places[number - 1]
            several = place.zone.count > 1
            return f"{place.zone.label} {place.index + 1}" if several else place.zone.label
        return str(number)


def lowered(text: str) -> n.GameDef:
    """The game of a text that has nothing wrong with it (warnings aside)."""
    report = Report()
    source = Source("test.sgdl", text)
    game = TOOLS.game_of(source, report)
    assert not report.failed, "\n".join(render(d, [source]) for d in report.sorted())
    assert game is not None
    return game


@pytest.fixture
def lower() -> Callable[[str], n.GameDef]:
    return lowered


@pytest.fixture
def table() -> Callable[..., OracleTable]:
    """Sit down at a game: `table(text)` or `table(text, deal=[...])`, first card dealt first."""
    return lambda text, deal=None: OracleTable(lowered(text), deal)
