"""The second model does what was recorded: it is the yardstick, so it is measured first."""

from __future__ import annotations

import random
from typing import Any

import pytest

from models.rulexml.game import Model
from models.rulexml.reader import LoadError, read
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
)


def model_of(case: dict[str, Any]) -> Model:
    """The game of a case."""
    return Model(read(file_of(case)), random.Random(1))


@pytest.mark.parametrize("case", SUITE, ids=lambda case: case["name"])
def test_moves_are_as_recorded(case: dict[str, Any]) -> None:
    if case["name"] in NOT_LOADED:
        with pytest.raises(LoadError, match=NOT_LOADED[case["name"]]):
            model_of(case)
        return
    for step in case["steps"]:
        model = model_of(case)
        assert model.position() == case["start"]
        model.put(step["before"])
        assert model.position() == step["before"]
        assert (model.make(gesture(step)), model.position()) == outcome(case, step)


@pytest.mark.parametrize("case", DEALS, ids=lambda case: case["name"])
def test_deals_are_as_recorded(case: dict[str, Any]) -> None:
    if case["name"] in NOT_LOADED:
        with pytest.raises(LoadError):
            model_of(case)
    elif case["name"] in RANDOM_DEALS:
        assert cards_of(model_of(case).position()) == cards_of(dealt(case))
    else:
        assert model_of(case).position() == dealt(case)
