"""What compiling gives back: the sections, each for itself, and a game exactly without errors."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from ludwright import pipeline
from ludwright.languages import LANGUAGES
from ludwright.languages.gamespec.read.tree.sections import Sections
from ludwright.loading import loads
from ludwright.pipeline import load_sections
from tools.gamespec.documents import (
    CARDS,
    GONE,
    MAPPED,
    SMALL,
    changed,
    compiled,
    said,
    told,
    written,
)
from tools.gamespec.trees import named

DATA = Path(__file__).parents[2] / "data" / "gamespec"
NAMES = [f.name for f in fields(Sections) if f.name not in ("lost", "cells")]
ONLY_IF_DECLARED = ["turn_order", "pipelines", "event_decks"]

BROKEN: list[tuple[str, Any, str]] = [
    ("metadata.id", "", "metadata"),
    ("constants", {"size": "big"}, "constants"),
    ("globalVars.0.max", 0, "global_vars"),
    ("perPlayerVars.0.max", "much", "player_vars"),
    ("zones.0.owner", "king", "zones"),
    ("tokenTypes.0.props.size", "number", "token_types"),
    ("setup.0", {"createTokens": {}}, "setup"),
    ("turnStructure.phases.0.id", "", "phases"),
    ("turnOrder", {"type": "lottery"}, "turn_order"),
    ("actions.0.effects", [{"addVar": {}}], "actions"),
    ("actionPipelines", [{"id": "p"}], "pipelines"),
    ("triggers", [{"event": {"type": "never"}, "effects": []}], "triggers"),
    ("terminal.conditions", [{"when": 5, "result": {"type": "draw"}}], "terminal"),
    ("eventDecks", [{"id": "d"}], "event_decks"),
    ("stackingConstraints", [{"id": "s"}], "stacking"),
    ("markerLattices", [{"id": "m", "states": [], "defaultState": "x"}], "lattices"),
]


@pytest.mark.parametrize("name", ["lantern-drift", "harbor-rumors"])
def test_a_valid_document_has_all_sections_and_no_findings(name: str) -> None:
    made = load_sections((DATA / f"{name}.md").read_text(encoding="utf-8"))
    assert made.diagnostics == () and made.game is not None
    assert set(missing_in(made.sections)) <= set(ONLY_IF_DECLARED)
    assert [source.name for source in made.sources] == ["<text>"]


def test_what_is_declared_is_there_and_what_is_not_is_empty() -> None:
    sections, findings = compiled(SMALL)
    assert findings == []
    assert missing_in(sections) == ONLY_IF_DECLARED
    assert (sections.constants, sections.triggers, sections.tables) == ({}, (), ())
    sections, findings = compiled(CARDS, ("actionPipelines", []))
    assert findings == []
    assert missing_in(sections) == []


@pytest.mark.parametrize("path, value, name", BROKEN, ids=[name for _, _, name in BROKEN])
def test_a_broken_section_leaves_the_others(path: str, value: Any, name: str) -> None:
    whole, findings = compiled(SMALL)
    assert findings == []
    made = load_sections(written(changed(SMALL, (path, value))))
    assert made.game is None
    section = path.partition(".")[0]
    errors = [d for d in made.diagnostics if d.severity == "error"]
    assert errors and all(d.path.startswith(f"doc.{section}") for d in errors)
    assert getattr(made.sections, name) is None
    others = [n for n in NAMES if n not in (name, *ONLY_IF_DECLARED)]
    if name == "lattices":
        others.remove("space_markers")
    for other in others:
        if other not in ("stacking", "lattices", "space_markers") or name != "zones":
            assert said(getattr(made.sections, other)) == said(getattr(whole, other)), other


def test_broken_metadata_leaves_the_zones() -> None:
    sections, findings = compiled(SMALL, ("metadata.id", ""))
    assert sections.metadata is None and sections.zones is not None
    assert told(findings) == [("CNL_VALIDATOR_IDENTIFIER_INVALID", "metadata.id")]


def test_all_mistakes_of_all_sections_come_in_one_run() -> None:
    # What lies on zones can't be told if these are broken.
    mistakes = [(path, value) for path, value, name in BROKEN if name != "zones"]
    _, findings = compiled(SMALL, *mistakes)
    found = {path.partition(".")[0] for _, path in told(findings)}
    assert found == {path.partition(".")[0] for path, _ in mistakes}


def test_there_is_a_place_for_every_section() -> None:
    # Everything that a document can say, in one document.
    whole = {**CARDS, **{key: MAPPED[key] for key in ("dataAssets", "setup")}}
    doc = {**whole, "constants": {"size": 2}, "triggers": [], "actionPipelines": []}
    sections, findings = compiled(doc, ("tokenTypes", GONE))
    assert [named(found) for found in findings] == ["CNL_COMPILER_EVENT_DECK_IDLE"]
    assert missing_in(sections) == []


def test_warnings_do_not_break_a_section() -> None:
    sections, findings = compiled(SMALL, ("zones.0.colour", "red"))
    assert [d.severity for d in findings] == ["warning"]
    assert sections.zones is not None


def test_the_same_text_gives_the_same_findings() -> None:
    mistakes = [(path, value) for path, value, _ in BROKEN]
    assert compiled(SMALL, *mistakes)[1] == compiled(SMALL, *mistakes)[1]


@pytest.mark.parametrize(
    "text", ["", "nothing", "```yaml\n```", "```yaml\n- 1\n```", "\0", "\ud800"]
)
def test_no_text_is_too_strange(text: str) -> None:
    made = load_sections(text)
    assert made.game is None
    assert any(d.severity == "error" for d in made.diagnostics)


def test_a_page_that_is_no_game_is_told_so_once() -> None:
    made = load_sections("# About\n\nA page for people, with `code`.\n\n```python\nx: 1\n```\n")
    (finding,) = made.diagnostics
    assert (named(finding), finding.path) == ("CNL_PARSER_NO_BLOCKS", "doc")
    assert "```yaml" in finding.help
    assert set(missing_in(made.sections)) == set(NAMES)


def paths_in(node: Any, way: str = "") -> list[str]:
    """The path of everything in a document."""
    inside = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    found = [way] if way else []
    return found + [p for key, each in inside for p in paths_in(each, f"{way}.{key}".lstrip("."))]


JUNK: tuple[Any, ...] = (None, 3, "x", [], {}, "$x", [[]], -1.5, True, {"id": []}, "a:b:c")


@pytest.mark.quick(1)
@pytest.mark.parametrize("doc", [SMALL, CARDS, MAPPED], ids=["small", "cards", "mapped"])
def test_junk_anywhere_is_told_at_a_place(doc: dict[str, Any]) -> None:
    for number, path in enumerate(paths_in(doc)):
        junk = JUNK[number * 7 % len(JUNK)]
        sections, findings = compiled(doc, (path, junk))
        assert all(d.span and d.span.file == "game.md" for d in findings), (path, junk)
        assert all(d.path or named(d).startswith("CNL_PARSER") for d in findings), (path, junk)
        if not any(d.severity == "error" for d in findings):
            assert set(missing_in(sections)) <= set(ONLY_IF_DECLARED), (path, junk)


def missing_in(sections: Sections) -> list[str]:
    """The sections that are not there."""
    return [name for name in NAMES if getattr(sections, name) is None]


def test_the_language_has_its_files() -> None:
    (language,) = [each for each in LANGUAGES if each.name == "gamespec"]
    assert language.suffixes == (".md",)
    assert pipeline.language_of("my/game.md") is language


def test_pages_for_people_are_no_games_of_the_library() -> None:
    files = {path.name.lower() for path in pipeline.library_games().values()}
    assert not files & {"about.md", "readme.md"}


@pytest.mark.parametrize(
    ("title", "name"),
    [("A Small Game", "A Small Game"), ("A\n  small game ", "A small game"), ("", "small")],
)
def test_a_game_is_called_by_its_title(title: str, name: str) -> None:
    doc = {**SMALL, "metadata": {**SMALL["metadata"], "title": title}}
    game = loads(written(doc), "gamespec")
    assert game.definition.name == name
    assert game.table(players=2, seed=1).program.name == name
