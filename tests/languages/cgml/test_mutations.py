"""Library files with mistakes in them are games, or are refused with a place; nothing else."""

from __future__ import annotations

import json
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.diagnostics import Diagnostic, Report, Source, render
from ludwright.languages.cgml.read import load
from ludwright.languages.files import Files
from ludwright.languages.yaml.read import Scalar, Sequence, Tree
from samplers.mistakes import mutated_document, mutated_text

COPIES, PARTS = 1000, 25
PLAYED = 2  # of each part, so many of those that are games are played
SLOWEST = 8  # seconds of this process
GAMES = sorted({path for path in pipeline.library_games().values() if path.suffix == ".cgml"})
# Mistakes of an author that only show when a game is played: it breaks, or tells too much.
MISTAKES = {"CT106", "CT107"}


def plain(tree: Tree) -> Any:
    if isinstance(tree, Scalar):
        return tree.value
    if isinstance(tree, Sequence):
        return [plain(item) for item in tree.items]
    return {key.text: plain(value) for key, value in tree.entries}


@cache
def documents() -> list[tuple[Path, str, Any]]:
    """Each game as a text, and with everything that it imports as lists and mappings."""
    found = []
    for path in GAMES:
        text = path.read_text(encoding="utf-8")
        source = Source(path.name, text)
        tree = load.load(source, Report(), Files(source, path, pipeline.LIBRARY))
        assert tree is not None
        found.append((path, text, plain(tree)))
    return found


def mutated(seed: int) -> tuple[Path, str]:
    """A copy of a game with a mistake: every second one in its text."""
    path, text, document = documents()[seed // 2 % len(GAMES)]
    if seed % 2:
        return path, mutated_text(text, seed)
    return path, json.dumps(mutated_document(document, seed), indent=1, ensure_ascii=False)


def placed(found: Diagnostic, loaded: pipeline.Loaded, text: str) -> bool:
    """Whether a message says where, and there is such a place."""
    texts = {source.name: source.text for source in loaded.sources} or {"copy.cgml": text}
    if found.span is None or found.span.file not in texts:
        return False
    last = len(texts[found.span.file].splitlines())
    return 1 <= found.span.line <= found.span.end_line <= last + 1 and found.span.column >= 1


def examined(seed: int) -> pipeline.Loaded:
    """Load a copy; what is said must have a place, and must be possible to show."""
    path, text = mutated(seed)
    started = time.process_time()
    loaded = pipeline.loads(text, "cgml", "copy.cgml", path=path, root=pipeline.LIBRARY)
    assert time.process_time() - started < SLOWEST, seed
    for each in loaded.diagnostics:
        assert placed(each, loaded, text), (seed, each)
        assert render(each, loaded.sources)
        # What the language lets through keeps the laws that the compiler relies on.
        assert not each.code.startswith("GD"), (seed, each)
    errors = [each for each in loaded.diagnostics if each.severity == "error"]
    assert bool(errors) == loaded.failed, seed
    return loaded


def play(loaded: pipeline.Loaded, seed: int) -> None:
    """A game keeps its promises for some moves, or it is told where it breaks."""
    started = time.process_time()
    try:
        game = lw.Game(loaded, {})
    except lw.GameError as error:
        assert error.diagnostics and all(d.span for d in error.diagnostics), seed
        return
    players = game.definition.least_players
    [tested] = game.contract(players=players, games=1, most=12, seed=seed)
    assert {breach.code for breach in tested.breaches} <= MISTAKES, (seed, tested.breaches)
    assert all(breach.span for breach in tested.breaches), (seed, tested.breaches)
    assert time.process_time() - started < SLOWEST, seed


@pytest.fixture(scope="module", autouse=True)
def machine() -> None:
    """The machine is compiled before anybody looks at the clock."""
    lw.load("kuhn-poker").contract(games=1, most=3)


@pytest.mark.quick(1)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_mutated_game_is_a_game_or_is_refused_with_a_place(part: int) -> None:
    seeds = range(part * COPIES // PARTS, (part + 1) * COPIES // PARTS)
    loaded = {seed: examined(seed) for seed in seeds}
    games = [seed for seed in seeds if not loaded[seed].failed]
    assert games and len(games) < len(seeds)
    for seed in games[:: max(1, len(games) // PLAYED)]:
        play(loaded[seed], seed)
