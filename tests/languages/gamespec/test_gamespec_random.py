"""Compiled GameSpecDocs and the second model, side by side: documents of the library, recorded
ones, and random ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gamespec_side
from gamespec_model_effects import EFFECTS
from gamespec_model_values import CONDITIONS, QUERIES, REFS
from gamespec_sample_cards import card_document
from gamespec_samples import document
from ludwright.game import loads

DATA = Path(__file__).parents[2] / "data" / "gamespec"
PLAIN, CARDS = range(60), range(20)
PARTS = 10
"""Documents per test."""


def compared(text: str, players: int, seed: int) -> int:
    """Play one game of a document at both; how many choices were made."""
    return gamespec_side.play(loads(text, "gamespec"), text, players, seed)


@pytest.mark.parametrize("first", PLAIN[::PARTS])
def test_random_documents(first: int) -> None:
    for seed in range(first, first + PARTS):
        compared(document(seed), 2 + seed % 2, seed)


@pytest.mark.parametrize("first", CARDS[:: PARTS // 2])
def test_random_card_driven_documents(first: int) -> None:
    for seed in range(first, first + PARTS // 2):
        compared(card_document(seed), 3, seed)


@pytest.mark.parametrize("name", ["lantern-drift", "harbor-rumors"])
def test_own_documents(name: str) -> None:
    text = (DATA / f"{name}.md").read_text(encoding="utf-8")
    game = loads(text, "gamespec")
    for seed in range(4):
        assert gamespec_side.play(game, text, 3, seed) > 5


# ---- what the samples are made of --------------------------------------------------------------


def words(tree: Any) -> Iterator[str]:
    """All keys of a document, and the words that name forms."""
    if isinstance(tree, list):
        for part in tree:
            yield from words(part)
    elif isinstance(tree, dict):
        yield from tree
        yield from (tree[key] for key in ("op", "ref", "query") if isinstance(tree.get(key), str))
        for part in tree.values():
            yield from words(part)


def test_samples_use_every_form() -> None:
    used: set[str] = set()
    for text in [*map(document, PLAIN), *map(card_document, CARDS)]:
        used.update(words(json.loads(text.partition("```yaml")[2].rpartition("```")[0])))
    wanted = {*EFFECTS, *CONDITIONS, *QUERIES, *REFS}
    assert wanted - used == set()
