"""Every section read into what it says, and every mistake in it told once, at its place."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.diagnostics import Report, Source
from ludwright.languages.gamespec.front_end import read_check_lower
from tools.gamespec.documents import (
    ACTION,
    GONE,
    SMALL,
    compiled,
    compiled_text,
    placed,
    said,
    told,
)
from tools.gamespec.trees import named

V, C = "CNL_VALIDATOR_", "CNL_COMPILER_"
LIT = {"op": "==", "left": 1, "right": 1}
PIPE: dict[str, Any] = {
    "id": "slow",
    "actionId": "take",
    "costEffects": [],
    "targeting": {},
    "stages": [{"effects": []}],
    "atomicity": "atomic",
}
START = {"event": {"type": "turnStart"}, "effects": []}

MISTAKES: list[tuple[str, Any, str, str]] = [
    # metadata
    ("metadata.id", "", V + "IDENTIFIER_INVALID", "metadata.id"),
    ("metadata.id", 7, V + "IDENTIFIER_INVALID", "metadata.id"),
    ("metadata.id", " small", V + "IDENTIFIER_WHITESPACE", "metadata.id"),
    ("metadata.id", GONE, V + "IDENTIFIER_INVALID", "metadata"),
    ("metadata", 3, V + "IDENTIFIER_INVALID", "metadata"),
    ("metadata.players", 2, V + "METADATA_PLAYERS_INVALID", "metadata.players"),
    ("metadata.players.min", "two", V + "METADATA_PLAYERS_RANGE_INVALID", "metadata.players.min"),
    ("metadata.players.max", GONE, V + "METADATA_PLAYERS_RANGE_INVALID", "metadata.players"),
    ("metadata.players.min", 0, V + "METADATA_PLAYERS_MIN_TOO_LOW", "metadata.players.min"),
    ("metadata.players.min", 4, V + "METADATA_PLAYERS_MIN_GT_MAX", "metadata.players.min"),
    ("metadata.maxTriggerDepth", 0, "META_MAX_TRIGGER_DEPTH_INVALID", "metadata.maxTriggerDepth"),
    ("metadata.idd", "x", "?" + V + "UNKNOWN_KEY", "metadata.idd"),
    ("constants", {"size": 1.5}, C + "MISSING_CAPABILITY", "constants.size"),
    # variables
    ("globalVars.0", 5, V + "VARIABLE_SHAPE_INVALID", "globalVars.0"),
    ("perPlayerVars.0.init", GONE, V + "VARIABLE_REQUIRED_FIELD_MISSING", "perPlayerVars.0"),
    ("perPlayerVars.0.max", GONE, V + "VARIABLE_REQUIRED_FIELD_MISSING", "perPlayerVars.0"),
    ("perPlayerVars.0.min", "low", V + "VARIABLE_RANGE_FIELDS_INVALID", "perPlayerVars.0.min"),
    ("perPlayerVars.0.max", 2**31, V + "VARIABLE_RANGE_FIELDS_INVALID", "perPlayerVars.0.max"),
    ("perPlayerVars.0.min", 10, V + "VARIABLE_MIN_GT_MAX", "perPlayerVars.0.min"),
    ("perPlayerVars.0.init", 10, V + "VARIABLE_INIT_OUT_OF_RANGE", "perPlayerVars.0.init"),
    ("perPlayerVars.0.type", "float", V + "ENUM_VALUE_INVALID", "perPlayerVars.0.type"),
    ("globalVars.+", SMALL["globalVars"][0], "DUPLICATE_GLOBAL_VAR_NAME", "globalVars.1.name"),
    (
        "perPlayerVars.+",
        SMALL["perPlayerVars"][0],
        "DUPLICATE_PER_PLAYER_VAR_NAME",
        "perPlayerVars.1.name",
    ),
    # zones
    ("zones.0", "deck", V + "ZONE_SHAPE_INVALID", "zones.0"),
    ("zones.0.ordering", GONE, V + "ZONE_SHAPE_INVALID", "zones.0"),
    ("zones.1.id", 4, C + "ZONE_ID_INVALID", "zones.1.id"),
    ("zones.1.id", ":none", C + "ZONE_ID_INVALID", "zones.1.id"),
    ("zones.1.owner", "king", C + "ZONE_OWNER_INVALID", "zones.1.owner"),
    ("zones.1.visibility", "all", C + "ZONE_VISIBILITY_INVALID", "zones.1.visibility"),
    ("zones.1.ordering", "heap", C + "ZONE_ORDERING_INVALID", "zones.1.ordering"),
    ("zones.+", placed("deck:none"), "DUPLICATE_ZONE_ID", "zones.2"),
    ("zones.1.id", "hand:none", "?ZONE_ID_OWNERSHIP_INVALID", "zones.1.id"),
    ("zones.0.id", "deck:0", "?ZONE_ID_OWNERSHIP_INVALID", "zones.0.id"),
    ("zones.0.adjacentTo", ["dek:none"], "SPATIAL_DANGLING_ZONE_REF", "zones.0.adjacentTo.0"),
    ("zones.0.adjacentTo", ["hand:3"], "SPATIAL_DANGLING_ZONE_REF", "zones.0.adjacentTo.0"),
    ("zones.0.adjacentTo", ["deck:none"], "SPATIAL_SELF_LOOP", "zones.0.adjacentTo.0"),
    ("zones.0.spot", [1], V + "ZONE_SHAPE_INVALID", "zones.0.spot"),
    ("zones.0.attributes", {"a": None}, V + "ZONE_SHAPE_INVALID", "zones.0.attributes.a"),
    ("zones.0.colour", "red", "?" + V + "UNKNOWN_KEY", "zones.0.colour"),
    # tokens
    ("tokenTypes.0.props", ["size"], C + "MISSING_CAPABILITY", "tokenTypes.0.props"),
    ("tokenTypes.0.props.size", "number", V + "ENUM_VALUE_INVALID", "tokenTypes.0.props.size"),
    ("tokenTypes.+", SMALL["tokenTypes"][0], "DUPLICATE_TOKEN_TYPE_ID", "tokenTypes.1.id"),
    (
        "tokenTypes.0.transitions",
        [{"prop": "hew", "from": "a", "to": "b"}],
        V + "REFERENCE_MISSING",
        "tokenTypes.0.transitions.0.prop",
    ),
    # phases
    ("turnStructure.phases", [], V + "TURN_STRUCTURE_PHASES_INVALID", "turnStructure.phases"),
    ("turnStructure.phases", GONE, V + "TURN_STRUCTURE_PHASES_INVALID", "turnStructure"),
    (
        "turnStructure.phases.0",
        "main",
        V + "TURN_STRUCTURE_PHASE_SHAPE_INVALID",
        "turnStructure.phases.0",
    ),
    (
        "turnStructure.activePlayerOrder",
        "roundRobin",
        C + "TURN_STRUCTURE_LEGACY_FIELD_UNSUPPORTED",
        "turnStructure.activePlayerOrder",
    ),
    ("turnStructure.phases.+", {"id": "main"}, "DUPLICATE_PHASE_ID", "turnStructure.phases.1.id"),
    (
        "turnStructure.phases.0.onEnter",
        [{"shuffel": {"zone": "deck"}}],
        C + "MISSING_CAPABILITY",
        "turnStructure.phases.0.onEnter.0",
    ),
    # actions
    ("actions.0", "take", V + "ACTION_SHAPE_INVALID", "actions.0"),
    ("actions.0.limits", GONE, V + "ACTION_REQUIRED_FIELD_MISSING", "actions.0"),
    ("actions.0.cost", {}, V + "ACTION_EFFECTS_SHAPE_INVALID", "actions.0.cost"),
    ("actions.+", ACTION, "DUPLICATE_ACTION_ID", "actions.2.id"),
    ("actions.0.actor", "nobody", C + "PLAYER_SELECTOR_INVALID", "actions.0.actor"),
    ("actions.0.executor", "left", C + "MISSING_CAPABILITY", "actions.0.executor"),
    ("actions.0.phase", [], V + "IDENTIFIER_INVALID", "actions.0.phase"),
    (
        "actions.0.limits",
        [{"scope": "day", "max": 1}],
        V + "ENUM_VALUE_INVALID",
        "actions.0.limits.0.scope",
    ),
    (
        "actions.0.limits",
        [{"scope": "turn", "max": -1}],
        V + "ACTION_SHAPE_INVALID",
        "actions.0.limits.0.max",
    ),
    (
        "actions.0.params",
        [{"name": "$n", "domain": {"query": "players"}}] * 2,
        V + "IDENTIFIER_DUPLICATE_NORMALIZED",
        "actions.0.params.1.name",
    ),
    ("actions.0.prey", True, "?" + V + "UNKNOWN_KEY", "actions.0.prey"),
    # pipelines
    ("actionPipelines", [3], C + "ACTION_PIPELINE_INVALID", "actionPipelines.0"),
    (
        "actionPipelines",
        [{k: v for k, v in PIPE.items() if k != "costEffects"}],
        C + "ACTION_PIPELINE_REQUIRED_FIELD_MISSING",
        "actionPipelines.0",
    ),
    (
        "actionPipelines",
        [{**PIPE, "applicability": True}, {**PIPE, "applicability": LIT}],
        C + "ACTION_PIPELINE_DUPLICATE_ID",
        "actionPipelines.1.id",
    ),
    (
        "actionPipelines",
        [{**PIPE, "applicability": LIT}, {**PIPE, "id": "fast"}],
        C + "ACTION_PIPELINE_ACTION_MAPPING_AMBIGUOUS",
        "actionPipelines.1",
    ),
    (
        "actionPipelines",
        [{**PIPE, "linkedWindows": "stay"}],
        C + "ACTION_PIPELINE_LINKED_WINDOWS_INVALID",
        "actionPipelines.0.linkedWindows",
    ),
    (
        "actionPipelines",
        [{**PIPE, "stages": []}],
        "ACTION_PIPELINE_STAGES_EMPTY",
        "actionPipelines.0.stages",
    ),
    (
        "actionPipelines",
        [{**PIPE, "atomicity": "half"}],
        "ACTION_PIPELINE_ATOMICITY_INVALID",
        "actionPipelines.0.atomicity",
    ),
    (
        "actionPipelines",
        [{**PIPE, "targeting": {"select": "upToN"}}],
        C + "ACTION_PIPELINE_REQUIRED_FIELD_MISSING",
        "actionPipelines.0.targeting.select",
    ),
    # triggers
    ("triggers", ["often"], V + "TRIGGER_SHAPE_INVALID", "triggers.0"),
    ("triggers", [{"effects": []}], V + "TRIGGER_SHAPE_INVALID", "triggers.0"),
    (
        "triggers",
        [{**START, "event": {"type": "dawn"}}],
        V + "ENUM_VALUE_INVALID",
        "triggers.0.event.type",
    ),
    (
        "triggers",
        [{**START, "id": "a"}, {**START, "id": "a"}],
        "DUPLICATE_TRIGGER_ID",
        "triggers.1.id",
    ),
    (
        "triggers",
        [{**START, "event": {"type": "turnStart", "phase": "main"}}],
        "?" + V + "UNKNOWN_KEY",
        "triggers.0.event.phase",
    ),
    # the end
    ("terminal.conditions", GONE, V + "TERMINAL_CONDITIONS_INVALID", "terminal"),
    ("terminal.conditions", 3, V + "TERMINAL_CONDITIONS_INVALID", "terminal.conditions"),
    (
        "terminal.conditions",
        [{"when": True, "result": {"type": "win"}}],
        V + "TERMINAL_CONDITIONS_INVALID",
        "terminal.conditions.0.result.type",
    ),
    (
        "terminal.conditions",
        [{"when": True, "result": {"type": "tie"}}],
        V + "TERMINAL_CONDITIONS_INVALID",
        "terminal.conditions.0.result.type",
    ),
    (
        "terminal.conditions",
        [{"when": True, "result": {"type": "score"}}],
        "SCORING_REQUIRED_FOR_SCORE_RESULT",
        "terminal.conditions.0",
    ),
    ("terminal.scoring", {"method": "highest", "value": 1}, "?SCORING_UNUSED", "terminal.scoring"),
]


def row(path: str, value: Any, code: str, where: str) -> str:
    """The name of a test."""
    return f"{code.removeprefix(V).removeprefix(C)}-{where}"


@pytest.mark.parametrize("path, value, code, where", MISTAKES, ids=[row(*m) for m in MISTAKES])
def test_a_mistake_is_told_once_at_its_place(path: str, value: Any, code: str, where: str) -> None:
    _, findings = compiled(SMALL, (path, value))
    assert told(findings) == [(code, where)]


def test_a_document_without_mistakes_has_all_it_needs() -> None:
    sections, findings = compiled(SMALL)
    assert findings == []
    assert [z.base for z in sections.zones or ()] == ["deck", "hand"]
    assert sections.metadata and (sections.metadata.least, sections.metadata.most) == (2, 3)
    assert sections.metadata.depth == 8


SCORE = {"when": True, "result": {"type": "score"}}


@pytest.mark.parametrize(
    "scoring, code, where",
    [
        ("best", V + "SCORING_SHAPE_INVALID", "terminal.scoring"),
        ({"method": "best", "value": 1}, V + "SCORING_METHOD_INVALID", "terminal.scoring.method"),
        ({"method": "lowest"}, V + "SCORING_VALUE_MISSING", "terminal.scoring"),
    ],
)
def test_a_score_must_be_said(scoring: Any, code: str, where: str) -> None:
    changes = (("terminal.conditions", [SCORE]), ("terminal.scoring", scoring))
    _, findings = compiled(SMALL, *changes)
    assert told(findings) == [(code, where)]


@pytest.mark.parametrize("name", ["metadata", "zones", "turnStructure", "actions", "terminal"])
def test_five_sections_are_required(name: str) -> None:
    _, findings = compiled(SMALL, (name, GONE), ("setup", []))
    assert (f"{C}REQUIRED_SECTION_MISSING", name) in told(findings)
    assert {code for code, _ in told(findings)} == {f"{C}REQUIRED_SECTION_MISSING"}


@pytest.mark.parametrize("name", ["globalVars", "perPlayerVars", "tokenTypes", "setup"])
def test_the_others_are_not(name: str) -> None:
    _, findings = compiled(SMALL, ("setup", []), (name, GONE))
    assert findings == []


def test_blanks_around_a_name_do_not_count_but_are_warned_of() -> None:
    sections, findings = compiled(SMALL, ("actions.0.id", " take "))
    assert told(findings) == [("?" + V + "IDENTIFIER_WHITESPACE", "actions.0.id")]
    assert sections.actions and sections.actions[0].id.text == "take"


def test_variables_are_numbers_or_truths() -> None:
    truth = {"name": "open", "type": "boolean", "init": True}
    sections, findings = compiled(SMALL, ("globalVars.+", truth))
    assert findings == []
    assert sections.global_vars
    gold, is_open = sections.global_vars
    assert (gold.type, gold.init, gold.least, gold.most) == ("int", 1, 0, 9)
    assert (is_open.type, is_open.init) == ("boolean", True)
    _, findings = compiled(SMALL, ("globalVars.+", {**truth, "init": 1, "max": 1}))
    assert told(findings) == [
        (V + "VARIABLE_RANGE_FIELDS_INVALID", "globalVars.1.init"),
        ("?" + V + "UNKNOWN_KEY", "globalVars.1.max"),
    ]


def test_neighbours_are_sorted_and_mutual() -> None:
    beside = ["c_1", "c-1:none", "c1"]
    zones = [placed("a", adjacentTo=beside), placed("c_1"), placed("c-1"), placed("c1")]
    zones[1:] = [{**zone, "adjacentTo": ["a"]} for zone in zones[1:]]
    sections, findings = compiled(SMALL, ("zones", [*SMALL["zones"], *zones]))
    assert findings == [] and sections.zones
    assert [n.text for n in sections.zones[2].adjacent] == ["c_1:none", "c-1:none", "c1:none"]

    zones[0]["adjacentTo"] = ["c1", "c1", "c_1"]
    sections, findings = compiled(SMALL, ("zones", [*SMALL["zones"], *zones]))
    assert told(findings) == [
        ("?SPATIAL_NEIGHBORS_UNSORTED", "zones.2.adjacentTo.0"),
        ("?SPATIAL_DUPLICATE_NEIGHBOR", "zones.2.adjacentTo.1"),
        ("?SPATIAL_ASYMMETRIC_EDGE_NORMALIZED", "zones.4.adjacentTo.0"),
    ]
    assert sections.zones
    assert [n.text for n in sections.zones[2].adjacent] == ["c_1:none", "c1:none"]


def test_zones_of_players_are_neighbours_of_each() -> None:
    zones = [*SMALL["zones"], placed("bank", adjacentTo=["purse:0"])]
    purse = {**SMALL["zones"][1], "id": "purse", "adjacentTo": ["bank:none"]}
    _, findings = compiled(SMALL, ("zones", [*zones, purse]))
    assert told(findings) == [("?SPATIAL_ASYMMETRIC_EDGE_NORMALIZED", "zones.3.adjacentTo.0")]
    zones[2]["adjacentTo"] = ["purse:0", "purse:1", "purse:2"]
    _, findings = compiled(SMALL, ("zones", [*zones, purse]))
    assert findings == []


def test_a_zone_may_have_a_spot_and_attributes() -> None:
    more = {"space": True, "attributes": {"row": 1, "tags": ["wet", "low"]}, "spot": [100, -50]}
    sections, findings = compiled(SMALL, ("zones.+", placed("bog", **more)))
    assert findings == [] and sections.zones
    bog = sections.zones[2]
    assert bog.space and bog.spot == (100, -50)
    assert dict(bog.props) == {"row": 1, "tags": ("wet", "low")}


def test_an_action_may_be_in_several_phases() -> None:
    phases = [{"id": "main"}, {"id": "late"}]
    changes = (("turnStructure.phases", phases), ("actions.0.phase", ["main", "late"]))
    sections, findings = compiled(SMALL, *changes)
    assert findings == [] and sections.actions
    assert [[p.text for p in a.phases] for a in sections.actions] == [["main", "late"], ["main"]]


def test_params_are_bound_with_and_without_their_sign() -> None:
    both = [
        {"addVar": {"scope": "global", "var": "gold", "delta": {"ref": "binding", "name": n}}}
        for n in ("n", "$n")
    ]
    domain = {"query": "intsInRange", "min": 1, "max": 2}
    for name in ("n", "$n"):
        params = [{"name": name, "domain": domain}]
        _, findings = compiled(SMALL, ("actions.0.params", params), ("actions.0.effects", both))
        assert findings == []
    _, findings = compiled(SMALL, ("actions.0.effects", both))
    assert [code for code, _ in told(findings)] == [C + "BINDING_UNBOUND"] * 2


def test_triggers_have_ids_and_know_what_happened() -> None:
    is_main = {"op": "==", "left": {"ref": "binding", "name": "$phase"}, "right": "main"}
    entered = {"event": {"type": "phaseEnter"}, "when": is_main, "effects": []}
    sections, findings = compiled(SMALL, ("triggers", [entered, {**START, "id": "wake"}, START]))
    assert findings == [] and sections.triggers
    assert [t.id.text for t in sections.triggers] == ["trigger_0", "wake", "trigger_2"]
    _, findings = compiled(SMALL, ("triggers", [{**START, "when": is_main}]))
    assert told(findings) == [(C + "BINDING_UNBOUND", "triggers.0.when.left.name")]


def test_stages_know_what_earlier_ones_chose() -> None:
    choose = {"chooseOne": {"bind": "$who", "options": {"query": "players"}}}
    use = {"setActivePlayer": {"player": "$who"}}
    stages = [{"stage": "ask", "effects": [choose]}, {"effects": [use]}]
    sections, findings = compiled(SMALL, ("actionPipelines", [{**PIPE, "stages": stages}]))
    assert findings == [] and sections.pipelines
    assert [s.name for s in sections.pipelines[0].stages] == ["ask", "stage 2"]
    _, findings = compiled(SMALL, ("actionPipelines", [{**PIPE, "stages": stages[::-1]}]))
    assert [code for code, _ in told(findings)] == [C + "BINDING_UNBOUND"]


def test_targets_of_a_pipeline_are_bound_in_costs_and_stages() -> None:
    count = {"op": ">", "left": {"zoneCount": "$target"}, "right": 0}
    targeting = {"select": "upToN", "max": 2, "filter": count, "tieBreak": "lexicographic"}
    more = {
        "targeting": targeting,
        "costValidation": count,
        "costEffects": [{"shuffle": {"zone": "$target"}}],
    }
    _, findings = compiled(SMALL, ("actionPipelines", [{**PIPE, **more}]))
    assert findings == []
    more["targeting"] = {}
    _, findings = compiled(SMALL, ("actionPipelines", [{**PIPE, **more}]))
    assert {code for code, _ in told(findings)} == {C + "BINDING_UNBOUND"}


def test_params_of_a_broken_action_are_still_known_to_its_pipeline() -> None:
    action = {**ACTION, "params": [{"name": "$n", "domain": {"query": "players"}}], "cost": 3}
    use = {"setActivePlayer": {"player": "$n"}}
    pipe = {**PIPE, "stages": [{"effects": [use]}]}
    _, findings = compiled(SMALL, ("actions.0", action), ("actionPipelines", [pipe]))
    assert told(findings) == [(V + "ACTION_EFFECTS_SHAPE_INVALID", "actions.0.cost")]


def test_the_end_may_be_said_in_sections_of_its_own() -> None:
    scoring = {"method": "lowest", "value": {"ref": "pvar", "player": "actor", "var": "fame"}}
    whole = {"conditions": [SCORE], "scoring": scoring}
    one, findings = compiled(SMALL, ("terminal", whole))
    assert findings == []
    apart = (("terminal", GONE), ("endConditions", [SCORE]), ("scoring", scoring))
    other, findings = compiled(SMALL, *apart)
    assert findings == []
    assert said(one.terminal) == said(other.terminal)
    assert other.terminal and [c.result for c in other.terminal.conditions] == ["score"]
    assert other.terminal.scoring and not other.terminal.scoring.highest


def test_places_are_places_in_the_file() -> None:
    text = "# Game\n\n```yaml\nmetadata:\n  id: g\n  players: {min: 3, max: 2}\n```\n"
    _, findings = compiled_text(text)
    (wrong,) = [d for d in findings if named(d).startswith(V)]
    assert wrong.span and (wrong.span.line, wrong.span.column) == (6, 18)
    assert wrong.path == "doc.metadata.players.min"


def test_a_word_that_is_nearly_right_is_offered() -> None:
    _, findings = compiled(SMALL, ("zones.0.visibility", "publik"))
    assert findings[0].help == "did you mean 'public'?"
    _, findings = compiled(SMALL, ("actions.0.executr", "actor"))
    assert told(findings) == [("?" + V + "UNKNOWN_KEY", "actions.0.executr")]
    assert findings[0].help == "did you mean 'executor'?"


def test_a_misspelt_key_is_read_as_the_one_that_is_missing() -> None:
    moved = (("actions.0.effects", GONE), ("actions.0.efects", [{"shuffle": {"zone": "dekc"}}]))
    _, findings = compiled(SMALL, *moved)
    assert told(findings) == [
        (V + "ACTION_REQUIRED_FIELD_MISSING", "actions.0.efects"),
        (C + "ZONE_SELECTOR_UNKNOWN_BASE", "actions.0.effects.0.shuffle.zone"),
    ]
    assert findings[0].help == "did you mean 'effects'?"


JUNK: list[Any] = [
    None,
    3,
    1.5,
    True,
    "x",
    "$x",
    [],
    {},
    [3],
    [None],
    {"a": 1},
    [{}],
    [[]],
    {"id": {}},
]


@pytest.mark.quick(7)
@pytest.mark.parametrize(
    "name",
    [
        *SMALL,
        "constants",
        "triggers",
        "actionPipelines",
        "eventDecks",
        "turnOrder",
        "dataAssets",
        "stackingConstraints",
        "markerLattices",
        "victory",
        "scoring",
        "endConditions",
        "effectMacros",
        "conditionMacros",
    ],
)
def test_no_document_is_too_strange(name: str) -> None:
    for junk in JUNK:
        compiled(SMALL, (name, junk))
    report = Report()
    read_check_lower(Source("game.md", ""), report)
    assert report.failed
