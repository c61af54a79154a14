"""Which properties a token has: written ones, worked out ones, and none."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.loading import loads
from models.gamespec import side_by_side
from samplers.gamespec.props import props_document
from tools.gamespec.tables import action, actions, document, legal, sit

DATA = Path(__file__).parents[2] / "data" / "gamespec" / "small"
PARTS = 4
"""Documents per test."""


def compared(seed: int) -> int:
    text = props_document(seed)
    game = loads(text, "gamespec")
    return side_by_side.play(game, text, 2, seed, most=60)


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", range(0, 24, PARTS))
def test_tokens_have_what_the_model_says(first: int) -> None:
    assert sum(compared(seed) for seed in range(first, first + PARTS)) > 10 * PARTS


@pytest.mark.deep
@pytest.mark.parametrize("first", range(24, 504, PARTS))
def test_tokens_have_what_the_model_says_at_length(first: int) -> None:
    for seed in range(first, first + PARTS):
        compared(seed)


def played(name: str, *moves: str) -> list[str]:
    """What can be done after some moves of a small document."""
    table = loads((DATA / f"{name}.md").read_text(encoding="utf-8"), "gamespec").table(
        players=2, seed=1
    )
    for move in moves:
        table.apply(move)
    return [str(move) for move in table.legal()]


@pytest.mark.parametrize("name", ["created-written", "created-worked"])
def test_a_created_token_has_what_it_was_given(name: str) -> None:
    assert len(played(name, "hire")) == 1


def test_a_type_that_is_never_made_changes_nothing() -> None:
    assert played("seat") == played("seat-unused-type") != []
    game = loads((DATA / "seat-unused-type.md").read_text(encoding="utf-8"), "gamespec")
    assert "has seat" not in [prop.name for prop in game.definition.properties]


OWN = "{ ref: activePlayer }"
MADE = f"{{ createToken: {{ type: card, zone: field, props: {{ name: {OWN}, rank: 1 }} }} }}"


@pytest.mark.parametrize(
    "test", [f"prop: name, op: eq, value: {OWN}", "prop: name, op: eq, value: '0'"]
)
def test_a_property_may_be_a_player_whose_number_is_written_nowhere_else(test: str) -> None:
    mine = f"{{ query: tokensInZone, zone: field, filter: [{{ {test} }}] }}"
    take = action("take", params=f"[{{ name: $t, domain: {mine} }}]")
    table = sit(document(actions(take, action("make", MADE))), "make")
    assert legal(table) == ["take card", "make"]
