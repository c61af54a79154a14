"""Tables and the second model make the same gestures, legal and illegal, and stay alike."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludwright
from ludwright import pipeline
from models.rulexml.reader import read
from models.rulexml.side_by_side import Side, play

GAMES = {
    file
    for name, file in pipeline.library_games().items()
    if name.endswith(":rulexml") or (":" not in name and file.suffix == ".xml")
}
GESTURES = 120


@pytest.mark.quick(1)
@pytest.mark.parametrize("file", sorted(GAMES), ids=lambda file: file.stem)
def test_games_of_the_library_go_alike(file: Path) -> None:
    game, rules, rng = ludwright.load(file), read(file), random.Random(file.stem)
    made = seed = 0
    while made < GESTURES:
        side = Side(game, game.table(seed=seed), rules)
        made += play(side, rng, GESTURES - made, lists_every=60)
        seed += 1
        assert seed < GESTURES
