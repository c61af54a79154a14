"""What sections say about one another: each kind of reference, told with a path and a way out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludwright.languages.gamespec.check.references import cross_validate
from ludwright.pipeline import library_games
from tools.gamespec.documents import CARDS, GONE, MAPPED, SMALL, Doc, compiled, compiled_text, told

DATA = Path(__file__).parents[2] / "data" / "gamespec"
X = "CNL_XREF_"
PIPE = {
    "id": "p",
    "actionId": "event",
    "costEffects": [],
    "targeting": {},
    "stages": [{"effects": []}],
    "atomicity": "atomic",
}
SHUFFLE = {"shuffle": {"zone": "dekc:none"}}

# What is changed, the code, where it is told, the section that defines the name, and what is close.
ROWS: list[tuple[str, Any, str, str, str, str]] = [
    ("actions.0.phase", "mian", "ACTION_PHASE_MISSING", "actions.0.phase", "phases", "main"),
    (
        "actions.0.phase",
        ["main", "mane"],
        "ACTION_PHASE_MISSING",
        "actions.0.phase.1",
        "phases",
        "main",
    ),
    (
        "actionPipelines",
        [{**PIPE, "actionId": "evnt"}],
        "PROFILE_ACTION_MISSING",
        "actionPipelines.0.actionId",
        "actions",
        "event",
    ),
    (
        "actionPipelines",
        [{**PIPE, "linkedWindows": ["stey"]}],
        "PROFILE_WINDOW_MISSING",
        "actionPipelines.0.linkedWindows.0",
        "turn_order",
        "stay",
    ),
    (
        "triggers",
        [{"event": {"type": "phaseEnter", "phase": "mine"}, "effects": []}],
        "TRIGGER_PHASE_MISSING",
        "triggers.0.event.phase",
        "phases",
        "main",
    ),
    (
        "triggers",
        [{"event": {"type": "actionResolved", "action": "pas"}, "effects": []}],
        "TRIGGER_ACTION_MISSING",
        "triggers.0.event.action",
        "actions",
        "pass",
    ),
    (
        "terminal.checkpoints.0.faction",
        "reed",
        "VICTORY_FACTION_MISSING",
        "terminal.checkpoints.0.faction",
        "turn_order",
        "red",
    ),
    (
        "terminal.margins.0.faction",
        "blu",
        "MARGIN_FACTION_MISSING",
        "terminal.margins.0.faction",
        "turn_order",
        "blue",
    ),
    (
        "setup.0.createToken.zone",
        "dack:none",
        "SETUP_ZONE_MISSING",
        "setup.0.createToken.zone",
        "zones",
        "deck:none",
    ),
    (
        "setup.0.createToken.type",
        "chap",
        "SETUP_TOKEN_TYPE_MISSING",
        "setup.0.createToken.type",
        "token_types",
        "chip",
    ),
    (
        "actions.0.effects",
        [SHUFFLE],
        "EFFECT_ZONE_MISSING",
        "actions.0.effects.0.shuffle.zone",
        "zones",
        "deck:none",
    ),
    (
        "eventDecks.0.drawZone",
        "dack:none",
        "EVENT_DECK_ZONE_MISSING",
        "eventDecks.0.drawZone",
        "zones",
        "deck:none",
    ),
    (
        "eventDecks.0.cards.0.unshaded.effects",
        [SHUFFLE],
        "EVENT_DECK_EFFECT_ZONE_MISSING",
        "eventDecks.0.cards.0.unshaded.effects.0.shuffle.zone",
        "zones",
        "deck:none",
    ),
    (
        "turnOrder.config.turnFlow.cardLifecycle.played",
        "showm:none",
        "LIFECYCLE_ZONE_MISSING",
        "turnOrder.config.turnFlow.cardLifecycle.played",
        "zones",
        "shown:none",
    ),
    (
        "turnOrder.config.turnFlow.passRewards.0.resource",
        "gild",
        "REWARD_VAR_MISSING",
        "turnOrder.config.turnFlow.passRewards.0.resource",
        "global_vars",
        "gold",
    ),
]
WINDOWS = (
    "turnOrder.config.turnFlow.eligibility.overrideWindows",
    [{"id": "stay", "duration": "nextTurn"}],
)


@pytest.mark.parametrize("path, value, code, where, target, close", ROWS, ids=[r[2] for r in ROWS])
def test_a_name_that_is_not_there(
    path: str, value: Any, code: str, where: str, target: str, close: str
) -> None:
    sections, findings = compiled(CARDS, WINDOWS, (path, value))
    assert told(findings) == [(X + code, where)]
    assert findings[0].severity == "error" and f"'{close}" in findings[0].help
    assert findings[0].span and findings[0].span.file == "game.md"
    # Both sections were read without errors: it is only between them that something is wrong.
    assert getattr(sections, target) is not None
    assert cross_validate(sections) == findings


@pytest.mark.parametrize("path, value, code, where, target, close", ROWS, ids=[r[2] for r in ROWS])
def test_nothing_is_told_if_the_other_section_is_broken(
    path: str, value: Any, code: str, where: str, target: str, close: str
) -> None:
    sections, _ = compiled(CARDS, WINDOWS, (path, value))
    setattr(sections, target, None)
    assert cross_validate(sections) == []


def test_the_names_of_a_broken_section_are_still_known() -> None:
    pipes = [{**PIPE, "actionId": "evnt"}, {**PIPE, "id": "other"}]
    changes = (("actions.0.actor", "whoever"), ("actionPipelines", pipes))
    _, findings = compiled(CARDS, *changes)
    assert told(findings) == [
        ("CNL_COMPILER_PLAYER_SELECTOR_INVALID", "actions.0.actor"),
        ("CNL_XREF_PROFILE_ACTION_MISSING", "actionPipelines.0.actionId"),
    ]


def test_of_a_section_with_a_lost_name_any_name_may_be_meant() -> None:
    changes = (("actions.0.id", 5), ("actionPipelines", [{**PIPE, "actionId": "evnt"}]))
    _, findings = compiled(CARDS, *changes)
    assert told(findings) == [("CNL_VALIDATOR_IDENTIFIER_INVALID", "actions.0.id")]


@pytest.mark.parametrize("doc", [SMALL, CARDS, MAPPED], ids=["small", "cards", "mapped"])
def test_valid_documents_have_nothing_to_tell(doc: Doc) -> None:
    sections, findings = compiled(doc)
    assert findings == [] == cross_validate(sections)


@pytest.mark.parametrize("name", ["lantern-drift", "harbor-rumors"])
def test_nor_have_those_that_were_made_elsewhere(name: str) -> None:
    sections, _ = compiled_text((DATA / f"{name}.md").read_text(encoding="utf-8"))
    assert cross_validate(sections) == []


LIBRARY = sorted({path for path in library_games().values() if path.suffix == ".md"})


@pytest.mark.quick(1)
@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_nor_have_those_of_the_library(path: Path) -> None:
    sections, findings = compiled_text(path.read_text(encoding="utf-8"))
    assert findings == [] == cross_validate(sections)


def test_all_at_once_by_path_and_always_the_same() -> None:
    # One of each place: two changes of the same place would hide one another.
    several = list({path: (path, value) for path, value, *_ in ROWS}.values())
    first, second = compiled(CARDS, WINDOWS, *several)[0], compiled(CARDS, WINDOWS, *several)[0]
    found = cross_validate(first)
    assert found == cross_validate(first) == cross_validate(second)
    assert len(found) == len(several)
    paths = [d.path for d in found]
    assert paths == sorted(paths)


def test_the_tenth_comes_behind_the_second() -> None:
    setup = [{"createToken": {"type": f"t{i}", "zone": "deck"}} for i in range(12)]
    sections, _ = compiled(SMALL, ("setup", setup))
    assert [d.path for d in cross_validate(sections)] == [
        f"doc.setup.{i}.createToken.type" for i in range(12)
    ]


def test_tokens_are_looked_for_inside_of_other_effects() -> None:
    make = {"createToken": {"type": "ghost", "zone": "ghost:none"}}
    deep = [{"if": {"when": True, "then": [{"let": {"bind": "$x", "value": 1, "in": [make]}}]}}]
    _, findings = compiled(SMALL, ("setup", deep))
    inside = "setup.0.if.then.0.let.in.0.createToken"
    assert told(findings) == [
        (X + "SETUP_TOKEN_TYPE_MISSING", f"{inside}.type"),
        (X + "SETUP_ZONE_MISSING", f"{inside}.zone"),
    ]


def test_factions_count_only_where_cards_drive() -> None:
    _, findings = compiled(CARDS, ("turnOrder", GONE), ("terminal.margins.0.faction", "green"))
    assert findings == []
