"""Turn orders as they are read: who is next, and what cards that drive say."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.languages.gamespec.read.tree.sections import (
    CardDriven,
    FixedOrder,
    RoundRobin,
    Simultaneous,
)
from tools.gamespec.documents import (
    CARDS,
    FLOW,
    GONE,
    SMALL,
    compiled,
    compiled_text,
    said,
    told,
    written,
)
from tools.gamespec.trees import named

C, V = "CNL_COMPILER_", "CNL_VALIDATOR_TURN_FLOW_"
CONFIG = "turnOrder.config"
TURN_FLOW = f"{CONFIG}.turnFlow"
ONE = {"actionIds": ["pass"]}
TWO = {"actionIds": ["pass", "event"]}


def test_without_a_turn_order_there_is_none_and_nothing_is_wrong() -> None:
    sections, findings = compiled(SMALL)
    assert sections.turn_order is None and findings == []


def test_round_the_table() -> None:
    sections, findings = compiled(SMALL, ("turnOrder", {"type": "roundRobin"}))
    assert isinstance(sections.turn_order, RoundRobin) and findings == []


def test_a_fixed_order_names_players_by_number() -> None:
    order = {"type": "fixedOrder", "order": ["2", "0", "1"]}
    sections, findings = compiled(SMALL, ("turnOrder", order))
    assert findings == [] and isinstance(sections.turn_order, FixedOrder)
    assert sections.turn_order.order == (2, 0, 1)


def test_a_player_may_have_two_turns_but_is_warned_of() -> None:
    order = {"type": "fixedOrder", "order": ["1", "0", "1"]}
    sections, findings = compiled(SMALL, ("turnOrder", order))
    assert told(findings) == [("?" + C + "FIXED_ORDER_DUPLICATE", "turnOrder.order.2")]
    assert isinstance(sections.turn_order, FixedOrder)


def test_all_at_once_is_no_stub() -> None:
    # The text warns that this is not implemented; here it is, so there is nothing to warn of.
    sections, findings = compiled(SMALL, ("turnOrder", {"type": "simultaneous"}))
    assert isinstance(sections.turn_order, Simultaneous) and findings == []


@pytest.mark.parametrize(
    "order, code, where",
    [
        ("roundRobin", "TURN_ORDER_INVALID", "turnOrder"),
        ({"order": ["0"]}, "TURN_ORDER_INVALID", "turnOrder"),
        ({"type": "lottery"}, "TURN_ORDER_UNSUPPORTED_TYPE", "turnOrder.type"),
        ({"type": "fixedOrder"}, "FIXED_ORDER_EMPTY", "turnOrder"),
        ({"type": "fixedOrder", "order": []}, "FIXED_ORDER_EMPTY", "turnOrder.order"),
        ({"type": "cardDriven"}, "TURN_ORDER_CARD_DRIVEN_CONFIG_REQUIRED", "turnOrder"),
        ({"type": "roundRobin", "coupPlan": {}}, "COUP_PLAN_INVALID", "turnOrder.coupPlan"),
        (
            {"type": "simultaneous", "config": {"coupPlan": {"phases": []}}},
            "COUP_PLAN_INVALID",
            "turnOrder.config",
        ),
    ],
)
def test_a_turn_order_that_is_none(order: Any, code: str, where: str) -> None:
    sections, findings = compiled(SMALL, ("turnOrder", order))
    assert told(findings) == [(C + code, where)]
    assert sections.turn_order is None


@pytest.mark.parametrize("player", ["3", "player-b", 0, -1, "", None, "²"])
def test_who_is_no_player(player: Any) -> None:
    order = {"type": "fixedOrder", "order": ["0", player]}
    _, findings = compiled(SMALL, ("turnOrder", order))
    assert told(findings) == [("CNL_VALIDATOR_FIXED_ORDER_INVALID", "turnOrder.order.1")]
    assert "'2'" in findings[0].help


def test_an_order_beside_another_type_is_warned_of() -> None:
    _, findings = compiled(SMALL, ("turnOrder", {"type": "roundRobin", "order": ["0"]}))
    assert told(findings) == [("?CNL_VALIDATOR_UNKNOWN_KEY", "turnOrder.order")]


# ---- cards that drive ----------------------------------------------------------------------------


def test_the_flow_may_be_nested_or_flat() -> None:
    nested, findings = compiled(CARDS)
    assert findings == []
    plan = CARDS["turnOrder"]["config"]["coupPlan"]
    flat, findings = compiled(CARDS, (CONFIG, {**FLOW, "coupPlan": plan}))
    assert findings == []
    assert said(flat.turn_order) == said(nested.turn_order)


def test_a_coup_plan_in_the_config_is_compiled() -> None:
    plan = {
        "phases": [
            {"id": "pay", "effects": [{"shuffle": {"zone": "deck"}}]},
            {"id": "rest", "steps": ["sleep", "eat"]},
        ],
        "finalRoundOmitPhases": ["rest"],
        "maxConsecutiveRounds": 1,
    }
    sections, findings = compiled(CARDS, (f"{CONFIG}.coupPlan", plan))
    assert findings == [] and isinstance(sections.turn_order, CardDriven)
    coup = sections.turn_order.coup
    assert coup and [phase.id.text for phase in coup.phases] == ["pay", "rest"]
    assert len(coup.phases[0].effects) == 1 and coup.phases[1].steps == ("sleep", "eat")
    assert [name.text for name in coup.omitted_at_last] == ["rest"]
    assert coup.most_in_a_row == 1


def test_a_coup_plan_at_the_root_is_refused() -> None:
    _, findings = compiled_text(written({**CARDS, "coupPlan": {"phases": []}}))
    (wrong,) = [d for d in findings if d.severity == "error"]
    assert "COUP_PLAN" in named(wrong)
    assert "turnOrder" in wrong.help


def test_slots_may_be_named_without_their_qualifier() -> None:
    sections, findings = compiled(CARDS, (f"{TURN_FLOW}.cardLifecycle.played", "shown"))
    assert findings == [] and isinstance(sections.turn_order, CardDriven)
    assert sections.turn_order.played.text == "shown:none"


def test_everything_that_cards_can_say() -> None:
    more = {
        "eligibility": {
            "factions": ["red", "blue"],
            "overrideWindows": [{"id": "stay", "duration": "nextTurn"}],
        },
        "monsoon": {
            "restrictedActions": [
                {"actionId": "event", "maxParam": {"name": "$n", "max": 1}, "overrideToken": "dry"},
                {"actionId": "pass"},
            ],
            "blockPivotal": False,
            "pivotalOverrideToken": "roof",
        },
        "pivotal": {
            **TWO,
            "requirePreActionWindow": False,
            "interrupt": {
                "precedence": ["blue", "red"],
                "cancellation": [{"winnerActionId": "pass", "canceledActionId": "event"}],
            },
        },
        "actionClassByActionId": {"event": "event", "pass": ["pass", "operation"]},
    }
    sections, findings = compiled(CARDS, (TURN_FLOW, {**FLOW, **more}))
    assert findings == []
    order = sections.turn_order
    assert isinstance(order, CardDriven) and order.monsoon and order.pivotal
    assert [(w.id.text, w.duration) for w in order.windows] == [("stay", "nextTurn")]
    first, second = order.monsoon.restricted
    assert first.param and (first.param.text, first.most, first.override) == ("$n", 1, "dry")
    assert (second.param, second.most, second.override) == (None, None, None)
    assert (order.monsoon.blocks_pivotal, order.monsoon.override) == (False, "roof")
    assert (order.pivotal.needs_window, order.pivotal.not_before_coup) == (False, True)
    assert [f.text for f in order.pivotal.precedence] == ["blue", "red"]
    assert dict(order.classes) == {"event": ("event",), "pass": ("pass", "operation")}
    assert [(r.first, r.second) for r in order.matrix] == [("event", ("operation",))]
    assert [(r.faction.text, r.resource.text, r.amount) for r in order.rewards] == [
        ("red", "gold", 1)
    ]


WINDOW = "eligibility.overrideWindows"
FLAWS: list[tuple[str, Any, str, str]] = [
    ("", 5, C + "TURN_FLOW_INVALID", ""),
    ("passRewards", GONE, C + "TURN_FLOW_REQUIRED_FIELD_MISSING", ""),
    ("cardLifecycle", "shown", V + "CARD_LIFECYCLE_INVALID", "cardLifecycle"),
    ("cardLifecycle.leader", GONE, V + "CARD_LIFECYCLE_INVALID", "cardLifecycle"),
    ("eligibility", ["red"], V + "ELIGIBILITY_INVALID", "eligibility"),
    ("eligibility", None, V + "ELIGIBILITY_INVALID", "eligibility"),
    ("eligibility.factions", [], V + "ELIGIBILITY_FACTIONS_INVALID", "eligibility.factions"),
    (WINDOW, {}, V + "OVERRIDE_WINDOWS_INVALID", WINDOW),
    (WINDOW, [{"id": "a"}], V + "OVERRIDE_WINDOW_SHAPE_INVALID", f"{WINDOW}.0"),
    (
        WINDOW,
        [{"id": "a", "duration": "ever"}],
        V + "OVERRIDE_WINDOW_SHAPE_INVALID",
        f"{WINDOW}.0.duration",
    ),
    ("optionMatrix", 1, V + "OPTION_MATRIX_INVALID", "optionMatrix"),
    ("optionMatrix.0.first", "pass", V + "OPTION_MATRIX_ROW_INVALID", "optionMatrix.0.first"),
    ("optionMatrix.0.second", "pass", V + "OPTION_MATRIX_SECOND_INVALID", "optionMatrix.0.second"),
    ("passRewards", {}, V + "PASS_REWARDS_INVALID", "passRewards"),
    ("passRewards.0", 1, V + "PASS_REWARD_SHAPE_INVALID", "passRewards.0"),
    ("passRewards.0.amount", "lots", V + "PASS_REWARD_AMOUNT_INVALID", "passRewards.0.amount"),
    (
        "passRewards.0.factionClass",
        "green",
        "CNL_VALIDATOR_REFERENCE_MISSING",
        "passRewards.0.factionClass",
    ),
    ("durationWindows", ["day"], V + "DURATION_WINDOWS_INVALID", "durationWindows.0"),
    (
        "eligibility.factions",
        ["red", "blue", "red"],
        C + "TURN_FLOW_ORDERING_DUPLICATE_FACTION",
        "eligibility.factions.2",
    ),
    (
        "optionMatrix.+",
        {"first": "event", "second": []},
        C + "TURN_FLOW_ORDERING_DUPLICATE_OPTION_ROW",
        "optionMatrix.1.first",
    ),
    ("pivotal", TWO, C + "TURN_FLOW_ORDERING_PRECEDENCE_REQUIRED", "pivotal"),
    (
        "pivotal",
        {**ONE, "interrupt": {"precedence": ["rad"]}},
        C + "TURN_FLOW_ORDERING_PRECEDENCE_UNKNOWN_FACTION",
        "pivotal.interrupt.precedence.0",
    ),
    (
        "pivotal",
        {**ONE, "interrupt": {"precedence": ["red", "red"]}},
        C + "TURN_FLOW_ORDERING_PRECEDENCE_DUPLICATE",
        "pivotal.interrupt.precedence.1",
    ),
    ("monsoon", {}, C + "TURN_FLOW_INVALID", "monsoon"),
    (
        "actionClassByActionId",
        {"pass": "sleep"},
        C + "TURN_FLOW_INVALID",
        "actionClassByActionId.pass",
    ),
]


@pytest.mark.parametrize("path, value, code, where", FLAWS, ids=[f"{f[2]}-{f[3]}" for f in FLAWS])
def test_what_is_wrong_with_a_flow(path: str, value: Any, code: str, where: str) -> None:
    sections, findings = compiled(CARDS, (f"{TURN_FLOW}.{path}".rstrip("."), value))
    assert told(findings) == [(code, f"{TURN_FLOW}.{where}".rstrip("."))]
    assert sections.turn_order is None


PHASE = {"id": "pay", "steps": ["all"]}
PLANS: list[tuple[Any, str, str]] = [
    ([], "INVALID", ""),
    ({}, "REQUIRED_FIELD_MISSING", ""),
    ({"phases": []}, "PHASES_EMPTY", "phases"),
    ({"phases": ["pay"]}, "PHASE_INVALID", "phases.0"),
    ({"phases": [{**PHASE, "effects": []}]}, "PHASE_INVALID", "phases.0.steps"),
    ({"phases": [{"id": "pay"}]}, "REQUIRED_FIELD_MISSING", "phases.0"),
    ({"phases": [{**PHASE, "id": 4}]}, "PHASE_ID_INVALID", "phases.0.id"),
    ({"phases": [PHASE, PHASE]}, "PHASE_DUPLICATE", "phases.1.id"),
    ({"phases": [{**PHASE, "steps": []}]}, "PHASE_STEPS_INVALID", "phases.0.steps"),
    (
        {"phases": [PHASE], "maxConsecutiveRounds": 0},
        "MAX_CONSECUTIVE_INVALID",
        "maxConsecutiveRounds",
    ),
    (
        {"phases": [PHASE], "finalRoundOmitPhases": "pay"},
        "FINAL_ROUND_OMIT_INVALID",
        "finalRoundOmitPhases",
    ),
    (
        {"phases": [PHASE], "finalRoundOmitPhases": ["pat"]},
        "FINAL_ROUND_OMIT_UNKNOWN_PHASE",
        "finalRoundOmitPhases.0",
    ),
]


@pytest.mark.parametrize("plan, code, where", PLANS, ids=[f"{p[1]}-{p[2]}" for p in PLANS])
def test_what_is_wrong_with_a_coup_plan(plan: Any, code: str, where: str) -> None:
    _, findings = compiled(CARDS, (f"{CONFIG}.coupPlan", plan))
    assert told(findings) == [(f"{C}COUP_PLAN_{code}", f"{CONFIG}.coupPlan.{where}".rstrip("."))]


# ---- how they end --------------------------------------------------------------------------------

CHECK = CARDS["terminal"]["checkpoints"][0]
ENDS: list[tuple[str, Any, str, str]] = [
    ("checkpoints", {}, "CHECKPOINT_INVALID", "checkpoints"),
    ("checkpoints.0", 1, "CHECKPOINT_INVALID", "checkpoints.0"),
    ("checkpoints.0.timing", GONE, "REQUIRED_FIELD_MISSING", "checkpoints.0"),
    ("checkpoints.0.id", 1, "CHECKPOINT_ID_INVALID", "checkpoints.0.id"),
    ("checkpoints.+", CHECK, "CHECKPOINT_DUPLICATE", "checkpoints.1.id"),
    ("checkpoints.0.faction", 0, "CHECKPOINT_FACTION_INVALID", "checkpoints.0.faction"),
    ("checkpoints.0.timing", "soon", "CHECKPOINT_TIMING_INVALID", "checkpoints.0.timing"),
    ("checkpoints.0.when", True, "CHECKPOINT_WHEN_INVALID", "checkpoints.0.when"),
    ("margins", 1, "MARGINS_INVALID", "margins"),
    ("margins.0", 1, "MARGIN_INVALID", "margins.0"),
    ("margins.0.faction", 1, "MARGIN_FACTION_INVALID", "margins.0.faction"),
    ("margins.0.value", [], "MARGIN_VALUE_INVALID", "margins.0.value"),
    ("ranking", "desc", "RANKING_INVALID", "ranking"),
    ("ranking.order", "up", "RANKING_ORDER_INVALID", "ranking.order"),
]


@pytest.mark.parametrize("path, value, code, where", ENDS, ids=[f"{e[2]}-{e[3]}" for e in ENDS])
def test_what_is_wrong_with_a_victory(path: str, value: Any, code: str, where: str) -> None:
    sections, findings = compiled(CARDS, (f"terminal.{path}", value))
    assert told(findings) == [(f"{C}VICTORY_{code}", f"terminal.{where}")]
    assert sections.terminal is None


def test_margins_count_only_beside_checkpoints() -> None:
    _, findings = compiled(CARDS, ("terminal.checkpoints", GONE))
    assert told(findings) == [(f"?{C}VICTORY_REQUIRED_FIELD_MISSING", "terminal.margins")]


def test_a_victory_may_be_a_section_of_its_own() -> None:
    one, findings = compiled(CARDS)
    assert findings == []
    victory = {key: CARDS["terminal"][key] for key in ("checkpoints", "margins", "ranking")}
    apart = (("terminal", {"conditions": []}), ("victory", victory))
    other, findings = compiled(CARDS, *apart)
    assert findings == [] and said(one.terminal) == said(other.terminal)
