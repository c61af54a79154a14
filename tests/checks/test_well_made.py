"""Well made games are left alone: the library, and the games that the tests are made of."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ludwright import pipeline
from ludwright.checks import CHECKS, run_checks
from ludwright.diagnostics import Report
from ludwright.gamedef.canonical import read
from ludwright.gamedef.nodes import GameDef
from ludwright.gamedef.walk import walk

SHAPES = sorted((Path(__file__).parents[1] / "shapes").glob("*.txt"))
# A zone without any cards, and two games that go on as long as one likes.
TOLD = {"agenda": ["CK403"], "bush": ["CK201"], "recruits": ["CK201"]}


@pytest.mark.quick(4)
@pytest.mark.parametrize("name", [x for x in pipeline.library_games() if ":" in x])
def test_nothing_is_said_about_the_library(name: str) -> None:
    assert pipeline.load(name).diagnostics == ()


@pytest.mark.parametrize("path", SHAPES, ids=lambda path: path.stem)
def test_what_is_said_about_the_shapes_is_true(path: Path) -> None:
    game, report = read(path.read_text(encoding="utf-8")), Report()
    assert isinstance(game, GameDef)
    run_checks(game, report)
    assert [d.code for d in report.items] == TOLD.get(path.stem, [])


@pytest.mark.deep
def test_checks_take_no_time() -> None:
    # They run whenever a game is loaded. The least of several tries: the machine may be busy.
    names = [name for name in pipeline.library_games() if ":" not in name]
    games = [pipeline.load(name, checked=False).game for name in names]
    for check in CHECKS:
        for game in filter(None, games):
            tries = (_seconds(check, game) for _ in range(3))
            most = 0.05 + 2e-5 * sum(1 for _ in walk(game))
            assert any(seconds < most for seconds in tries), (check.__name__, game.name)


def _seconds(check: object, game: GameDef) -> float:
    start = time.process_time()
    check(game, Report())  # type: ignore[operator]
    return time.process_time() - start
