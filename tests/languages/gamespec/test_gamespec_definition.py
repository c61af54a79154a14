"""Names that nobody defines, wherever they are used."""

from __future__ import annotations

from typing import Any

import pytest

from tools.gamespec.documents import CARDS, MAPPED, SMALL, Doc, compiled, told

V = "CNL_VALIDATOR_"
FLOW = "turnOrder.config.turnFlow"


def add(var: str, **more: Any) -> Doc:
    """An effect on a variable."""
    return {"addVar": {"scope": "pvar" if more else "global", "var": var, "delta": 1, **more}}


GOLD = {"ref": "gvar", "var": "gald"}
TRIGGER = {"event": {"type": "turnStart"}, "effects": []}
PIPE: Doc = {
    "id": "p",
    "actionId": "take",
    "costEffects": [],
    "targeting": {},
    "stages": [{"effects": []}],
    "atomicity": "atomic",
}
PICK = {"bind": "$t", "options": {"query": "tokensInZone", "zone": "deck"}}

UNKNOWN: list[tuple[Doc, str, Any, str, str]] = [
    (SMALL, "setup", [add("gald")], "REF_GVAR_MISSING", "setup.0.addVar.var"),
    (
        SMALL,
        "actions.0.pre",
        {"op": "==", "left": GOLD, "right": 1},
        "REF_GVAR_MISSING",
        "actions.0.pre.left.var",
    ),
    (
        SMALL,
        "actions.0.cost",
        [add("fema", player="actor")],
        "REF_PVAR_MISSING",
        "actions.0.cost.0.addVar.var",
    ),
    (
        SMALL,
        "triggers",
        [{**TRIGGER, "effects": [add("fame")]}],
        "REF_GVAR_MISSING",
        "triggers.0.effects.0.addVar.var",
    ),
    (
        SMALL,
        "actionPipelines",
        [{**PIPE, "costEffects": [add("gald")]}],
        "REF_GVAR_MISSING",
        "actionPipelines.0.costEffects.0.addVar.var",
    ),
    (CARDS, "terminal.margins.0.value", GOLD, "REF_GVAR_MISSING", "terminal.margins.0.value.var"),
    (
        SMALL,
        "setup",
        [{"shuffle": {"zone": "dekc:none"}}],
        "REF_ZONE_MISSING",
        "setup.0.shuffle.zone",
    ),
    (
        SMALL,
        "actions.0.cost",
        [{"shuffle": {"zone": "dekc:none"}}],
        "REF_ZONE_MISSING",
        "actions.0.cost.0.shuffle.zone",
    ),
    (
        SMALL,
        "triggers",
        [{**TRIGGER, "effects": [{"shuffle": {"zone": "dekc:none"}}]}],
        "REF_ZONE_MISSING",
        "triggers.0.effects.0.shuffle.zone",
    ),
    (
        SMALL,
        "triggers",
        [{**TRIGGER, "event": {"type": "tokenEntered", "zone": "dek"}}],
        "REF_ZONE_MISSING",
        "triggers.0.event.zone",
    ),
    (
        SMALL,
        "actions.0.effects",
        [{"createToken": {"type": "chap", "zone": "deck"}}],
        "REF_TOKEN_TYPE_MISSING",
        "actions.0.effects.0.createToken.type",
    ),
    (
        SMALL,
        "actions.0.effects",
        [{"gotoPhaseExact": {"phase": "mian"}}],
        "REF_PHASE_MISSING",
        "actions.0.effects.0.gotoPhaseExact.phase",
    ),
    (
        CARDS,
        f"{FLOW}.monsoon",
        {"restrictedActions": [{"actionId": "pas"}]},
        "REF_ACTION_MISSING",
        f"{FLOW}.monsoon.restrictedActions.0.actionId",
    ),
    (
        CARDS,
        f"{FLOW}.pivotal",
        {"actionIds": ["pas"]},
        "REF_ACTION_MISSING",
        f"{FLOW}.pivotal.actionIds.0",
    ),
    (
        CARDS,
        f"{FLOW}.actionClassByActionId",
        {"pas": "pass"},
        "REF_ACTION_MISSING",
        f"{FLOW}.actionClassByActionId.pas",
    ),
    (
        MAPPED,
        "setup",
        [{"setMarker": {"space": "hill", "marker": "mod", "state": "calm"}}],
        V + "REFERENCE_MISSING",
        "setup.0.setMarker.marker",
    ),
    (
        SMALL,
        "actions.0.effects",
        [{"chooseOne": PICK}, {"setTokenProp": {"token": "$t", "prop": "hew", "value": "x"}}],
        V + "REFERENCE_MISSING",
        "actions.0.effects.1.setTokenProp.prop",
    ),
    (
        MAPPED,
        "actions.0.pre",
        {"op": "==", "left": {"ref": "zoneProp", "zone": "hill", "prop": "populace"}, "right": 1},
        V + "REFERENCE_MISSING",
        "actions.0.pre.left.prop",
    ),
    (
        SMALL,
        "actions.0.params",
        [{"name": "$r", "domain": {"query": "assetRows", "tableId": "ranks"}}],
        V + "REFERENCE_MISSING",
        "actions.0.params.0.domain.tableId",
    ),
]


@pytest.mark.parametrize(
    "doc, path, value, code, where", UNKNOWN, ids=[f"{u[3]}-{u[4]}" for u in UNKNOWN]
)
def test_an_unknown_name_is_told_once(
    doc: Doc, path: str, value: Any, code: str, where: str
) -> None:
    _, findings = compiled(doc, (path, value))
    assert told(findings) == [(code, where)]
    assert findings[0].help


def test_names_that_are_right_are_not_told() -> None:
    prop = {
        "op": "==",
        "left": {"ref": "zoneProp", "zone": "hill", "prop": "population"},
        "right": 1,
    }
    marker = {"setMarker": {"space": "hill", "marker": "mood", "state": "calm"}}
    entered = {"event": {"type": "tokenEntered", "zone": "hand:all"}, "effects": [add("wind")]}
    changes = (("actions.0.pre", prop), ("setup", [marker]), ("triggers", [entered]))
    assert compiled(MAPPED, *changes)[1] == []


def test_the_type_of_a_token_can_always_be_asked_for() -> None:
    tokens = {
        "query": "tokensInZone",
        "zone": "deck",
        "filter": [{"prop": "type", "op": "eq", "value": "chip"}],
    }
    _, findings = compiled(SMALL, ("actions.0.params", [{"name": "$t", "domain": tokens}]))
    assert findings == []


def test_the_names_of_broken_declarations_are_known() -> None:
    gold = SMALL["globalVars"][0]["name"]
    broken = (("globalVars.0.max", 0), ("setup", [add("gald"), add(gold)]))
    assert told(compiled(SMALL, *broken)[1]) == [
        (V + "VARIABLE_INIT_OUT_OF_RANGE", "globalVars.0.init"),
        ("REF_GVAR_MISSING", "setup.0.addVar.var"),
    ]
