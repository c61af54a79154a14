"""Compiled GameSpecDocs and the second model, side by side: documents of the library, recorded
ones, and random ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludwright import pipeline
from ludwright.languages.gamespec.read import effects
from ludwright.loading import loads
from models.gamespec import side_by_side
from models.gamespec.effects import EFFECTS
from models.gamespec.values import CONDITIONS, QUERIES, REFS
from samplers.gamespec.cards import card_document
from samplers.gamespec.documents import document

DATA = Path(__file__).parents[2] / "data" / "gamespec"
PLAIN, CARDS = range(60), range(12)
PARTS = 4
"""Documents per test."""
LIBRARY = sorted(
    (path for name, path in pipeline.library_games().items() if name.endswith(":gamespec")),
    key=lambda path: path.stat().st_size,
)
"""The smallest one first, which `make test` plays."""


def compared(text: str, players: int, seed: int) -> None:
    """Play some games of a document at both."""
    game = loads(text, "gamespec")
    for more in range(3):
        side_by_side.play(game, text, players, seed + more)


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", PLAIN[::PARTS])
def test_random_documents(first: int) -> None:
    for seed in range(first, first + PARTS):
        compared(document(seed), 2 + seed % 2, seed)


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", CARDS[:: PARTS // 3])
def test_random_card_driven_documents(first: int) -> None:
    for seed in range(first, first + PARTS // 3):
        compared(card_document(seed), 3, seed)


@pytest.mark.parametrize("name", ["lantern-drift", "harbor-rumors"])
def test_own_documents(name: str) -> None:
    text = (DATA / f"{name}.md").read_text(encoding="utf-8")
    game = loads(text, "gamespec")
    for seed in range(4):
        assert side_by_side.play(game, text, 3, seed) > 5


@pytest.mark.quick(1)
@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_documents_of_the_library(path: Path) -> None:
    """The beginning of a game: trials of moves take the model long."""
    text = path.read_text(encoding="utf-8")
    game = loads(text, "gamespec")
    assert side_by_side.play(game, text, game.definition.least_players, 1, most=16) > 4


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
    missing = {*EFFECTS, *effects.EFFECTS, *CONDITIONS, *QUERIES, *REFS} - used
    assert not missing, f"let tests/samplers/gamespec/ produce {sorted(missing)}"
