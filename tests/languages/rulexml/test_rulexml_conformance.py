"""Tables do what was recorded, or what is recommended instead, case by case."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import ludwright
from models.rulexml.reader import read
from models.rulexml.recorded import (
    DEALS,
    NOT_LOADED,
    RANDOM_DEALS,
    SUITE,
    cards_of,
    dealt,
    file_of,
    gesture,
    outcome,
    save_text,
)
from models.rulexml.side_by_side import Side, ended, play, position_of

GESTURES = 25


@pytest.mark.parametrize("case", SUITE, ids=lambda case: case["name"])
def test_moves_are_as_recorded(case: dict[str, Any], tmp_path: Path) -> None:
    """Every step from the position before it, which is given as a save; and on from there, side
    by side with the model."""
    file = file_of(case)
    if case["name"] in NOT_LOADED:
        assert NOT_LOADED[case["name"]] in refusal(file)
        return
    rules = read(file)
    (tmp_path / file.name).write_text(file.read_text())
    saved = tmp_path / "before.save.xml"
    for step in case["steps"]:
        saved.write_text(save_text(step["before"], rules, file.name))
        game = ludwright.load(saved)
        table = game.table()
        assert position_of(game, table, rules) == step["before"]
        try:
            table.apply(gesture(step))
            result = ended(table)
        except ludwright.MoveError:
            result = "invalid"
        assert (result, position_of(game, table, rules)) == outcome(case, step)
        play(Side(game, table, rules), random.Random(case["name"]), GESTURES, lists_every=10)


@pytest.mark.parametrize("case", DEALS, ids=lambda case: case["name"])
def test_deals_are_as_recorded(case: dict[str, Any]) -> None:
    file = file_of(case)
    if case["name"] in NOT_LOADED:
        assert NOT_LOADED[case["name"]] in refusal(file)
        return
    game, rules = ludwright.load(file), read(file)
    position = position_of(game, game.table(), rules)
    if case["name"] in RANDOM_DEALS:
        assert cards_of(position) == cards_of(dealt(case))
    else:
        assert position == dealt(case)


def refusal(file: Path) -> str:
    """Why a file is not a game."""
    with pytest.raises(ludwright.GameError) as caught:
        ludwright.load(file)
    return str(caught.value)
