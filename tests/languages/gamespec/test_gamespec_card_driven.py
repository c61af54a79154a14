"""Card-driven turns: who may act on a card, how it ends, and what comes behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ludwright
from ludwright.pipeline import load_sections
from ludwright.play.table import Table
from tools.gamespec.card_driven import (
    ACTIONS,
    COUP,
    action,
    add,
    choice,
    document,
    legal,
    points,
    sit,
)

PASS, EVENT, OPERATION, LIMITED = ACTIONS
STAY, GO = "eligibilityOverride:self:eligible:soon", "eligibilityOverride:self:ineligible:soon"
WINDOW = {"id": "soon", "duration": "nextTurn"}


def slots(table: Table) -> tuple[list[str], list[str], list[str]]:
    """What lies in the slots: the card in play, the one ahead, and the last coup card on top."""
    shown, ahead, past = (table.zone(name) for name in ("shown", "ahead", "past"))
    return shown, ahead, past


def deciders(text: str, *moves: str) -> list[int | None]:
    """Who decides before each move, and after the last."""
    table = sit(text)
    found = [table.decider]
    for move in moves:
        table.apply(move)
        found.append(table.decider)
    return found


# ---- cards ---------------------------------------------------------------------------------------


def test_the_first_cards_are_revealed() -> None:
    table = sit(document())
    assert slots(table) == (["a"], ["b"], [])
    assert len(table.zone("pile")) == 3
    assert table.decider == 0


def test_two_acts_end_a_card() -> None:
    table = sit(document(), "operation", "operation")
    assert slots(table) == (["b"], ["c"], [])
    assert (table.decider, points(table)) == (2, 2)


def test_who_acted_is_not_eligible_for_the_next_card() -> None:
    moves = ("operation", "operation", "operation", "operation", "operation")
    # The third is alone with the second card; then the first two may act again.
    assert deciders(document(), *moves) == [0, 1, 2, 0, 1, 2]


def test_a_pass_keeps_a_faction_eligible() -> None:
    moves = ("pass", "operation", "operation", "pass", "pass")
    # Alone with the second card, the first passes; then all are eligible.
    assert deciders(document(), *moves) == [0, 1, 2, 0, 0, 1]


def test_all_pass_and_the_card_is_over() -> None:
    table = sit(document(), "pass", "pass", "pass")
    assert slots(table)[0] == ["b"]
    assert table.decider == 0


def test_if_nobody_is_eligible_everybody_is() -> None:
    flow = {"eligibility": {"factions": ["0", "1", "2"], "overrideWindows": [WINDOW]}}
    event = action("event", params=[choice("keep", "none", GO)])
    text = document(actions=(PASS, event, OPERATION), flow=flow)
    # The first two act, and the third goes: nobody would be left.
    table = sit(text, "pass", "operation", "operation")
    assert table.decider == 0
    table.apply(f"event {GO}")
    assert (slots(table)[0], table.decider) == (["c"], 1)


def test_an_empty_pile_ends_nothing() -> None:
    table = sit(document(cards=("a", "b")), *["pass"] * 6)
    assert slots(table) == ([], [], [])
    assert legal(table) == ["pass", "event", "operation", "limitedOperation"]


def test_cards_leave_the_game_or_go_to_the_discards() -> None:
    assert len(sit(document(), "pass", "pass", "pass").zone("spent")) == 0
    deck = {"id": "deck", "drawZone": "pile:none", "discardZone": "spent:none", "cards": []}
    one = {"id": "a", "title": "A", "sideMode": "single", "unshaded": {"effects": [add(5)]}}
    text = document(eventDecks=[{**deck, "cards": [one]}])
    assert sit(text, *["pass"] * 6).zone("spent") == ["a", "b"]


def test_the_order_of_factions_is_that_of_the_list() -> None:
    numbers = {"eligibility": {"factions": ["2", "0", "1"], "overrideWindows": []}}
    assert deciders(document(flow=numbers), "pass", "pass", "pass") == [2, 0, 1, 2]
    names = {"eligibility": {"factions": ["reds", "blues", "golds"], "overrideWindows": []}}
    assert deciders(document(flow=names), "pass", "operation", "operation") == [0, 1, 2, 0]


# ---- rewards, classes, matrix --------------------------------------------------------------------


def test_a_pass_is_rewarded_within_bounds() -> None:
    rewards = [
        {"factionClass": "0", "resource": "coin", "amount": 1},
        {"factionClass": "1", "resource": "coin", "amount": 9},
    ]
    text = document(flow={"passRewards": rewards})
    assert points(sit(text, "pass"), "coin") == 4
    assert points(sit(text, "pass", "pass"), "coin") == 5
    assert points(sit(text, "operation", "operation", "pass"), "coin") == 3


MATRIX = {
    "optionMatrix": [
        {"first": "event", "second": ["operation"]},
        {"first": "operation", "second": ["event", "limitedOperation"]},
    ]
}
OTHER = action("wander", add(2))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("event", ["pass", "operation"]),
        ("operation", ["pass", "event", "limitedOperation"]),
        ("limitedOperation", ["pass", "event", "limitedOperation"]),
        ("wander", ["pass", "event", "operation", "limitedOperation", "wander"]),
        ("pass", ["pass", "event", "operation", "limitedOperation", "wander"]),
    ],
)
def test_what_the_first_did_says_what_the_second_may_do(first: str, second: list[str]) -> None:
    text = document(actions=(*ACTIONS, OTHER), flow=MATRIX)
    assert legal(sit(text, first)) == second


def test_without_a_row_all_is_allowed() -> None:
    matrix = {"optionMatrix": [{"first": "event", "second": ["operation"]}]}
    text = document(actions=(*ACTIONS, OTHER), flow=matrix)
    assert len(legal(sit(text, "operation"))) == 5


def test_an_action_may_be_played_as_several_classes() -> None:
    flow = {
        **MATRIX,
        "actionClassByActionId": {"march": ["operation", "limitedOperation"], "rest": "pass"},
    }
    march, rest = action("march", add(3)), action("rest")
    text = document(actions=(rest, EVENT, march), flow=flow)
    table = sit(text)
    assert legal(table) == ["rest", "event", "march operation", "march limitedOperation"]
    table.apply("march operation")
    assert legal(table) == ["rest", "event", "march limitedOperation"]
    assert legal(sit(text, "event")) == ["rest", "march operation"]
    # What is played as a pass keeps a faction eligible.
    assert deciders(text, "rest", "event", "march operation")[-1] == 0


# ---- windows -------------------------------------------------------------------------------------


def test_texts_of_a_move_say_who_is_eligible_next() -> None:
    flow = {"eligibility": {"factions": ["0", "1", "2"], "overrideWindows": [WINDOW]}}
    whom = "eligibilityOverride:2:ineligible:soon"
    other = "eligibilityOverride:self:eligible:elsewhere"
    event = action("event", params=[choice("keep", "none", STAY, whom, other)])
    text = document(actions=(PASS, event, OPERATION), flow=flow)
    assert deciders(text, f"event {STAY}", "operation")[-1] == 0
    assert deciders(text, "event none", "operation")[-1] == 2
    assert deciders(text, f"event {other}", "operation")[-1] == 2
    # The third is shut out and the others have acted: then all are eligible.
    assert deciders(text, f"event {whom}", "operation")[-1] == 0
    # It holds for one card only.
    assert deciders(text, f"event {STAY}", "operation", "operation", "operation")[-1] == 1


def test_some_actions_are_restricted_before_a_coup() -> None:
    number = {"name": "$n", "domain": {"query": "intsInRange", "min": 1, "max": 3}}
    actions = (
        PASS,
        action("smuggle", add(3)),
        action("ship", add({"ref": "binding", "name": "$n"}), params=[number]),
        action("sneak", add(1), params=[choice("with", "papers", "luck")]),
    )
    monsoon = {
        "restrictedActions": [
            {"actionId": "smuggle"},
            {"actionId": "ship", "maxParam": {"name": "$n", "max": 1}},
            {"actionId": "sneak", "overrideToken": "papers"},
        ]
    }
    text = document(cards=("a", "b", COUP, "c"), actions=actions, flow={"monsoon": monsoon})
    free = ["pass", "smuggle", "ship 1", "ship 2", "ship 3", "sneak papers", "sneak luck"]
    table = sit(text)
    assert legal(table) == free
    for _ in range(3):
        table.apply("pass")
    assert slots(table)[1] == [COUP]
    assert legal(table) == ["pass", "ship 1", "sneak papers"]
    for _ in range(3):
        table.apply("pass")
    assert legal(table) == free


PIVOTAL = {
    "actionIds": ["strike"],
    "interrupt": {"precedence": ["1", "0", "2"]},
}


def test_pivotal_actions_come_first_and_by_precedence() -> None:
    strike = action("strike", add(7))
    text = document(actions=(PASS, OPERATION, strike), flow={"pivotal": PIVOTAL})
    # The second of those who may act has precedence, so the first may not.
    table = sit(text)
    assert legal(table) == ["pass", "operation"]
    table.apply("pass")
    assert legal(table) == ["pass", "operation", "strike"]
    # Somebody has acted: it is too late.
    assert legal(sit(text, "operation")) == ["pass", "operation"]


def test_pivotal_actions_are_not_played_before_a_coup() -> None:
    strike = action("strike", add(7))
    pivotal = {"actionIds": ["strike"]}
    text = document(("a", COUP, "c"), (PASS, strike), flow={"pivotal": pivotal})
    assert legal(sit(text)) == ["pass"]
    allowed = {**pivotal, "disallowWhenLookaheadIsCoup": False}
    text = document(("a", COUP, "c"), (PASS, strike), flow={"pivotal": allowed})
    assert legal(sit(text)) == ["pass", "strike"]


def test_an_action_may_take_another_away() -> None:
    pre = {"op": "<", "left": {"ref": "gvar", "var": "points"}, "right": 1}
    strike, trump = action("strike", add(7)), action("trump", add(1), pre=pre)
    pivotal = {
        "actionIds": ["strike", "trump"],
        "requirePreActionWindow": False,
        "interrupt": {
            "precedence": ["0", "1", "2"],
            "cancellation": [{"winnerActionId": "trump", "canceledActionId": "strike"}],
        },
    }
    text = document(actions=(PASS, strike, trump), flow={"pivotal": pivotal})
    assert legal(sit(text)) == ["pass", "trump"]
    assert legal(sit(text, "trump")) == ["pass", "strike"]


# ---- coup rounds ---------------------------------------------------------------------------------


def coups(*cards: str, **plan: Any) -> str:
    phases = [{"id": "count", "effects": [add(10)]}, {"id": "rest", "effects": [add(1, "mark")]}]
    return document(cards, config={"coupPlan": {"phases": phases, **plan}})


def test_a_coup_card_brings_a_round_when_it_leaves() -> None:
    table = sit(coups("a", COUP, "b", COUP), *["pass"] * 3)
    assert (slots(table)[0], points(table)) == ([COUP], 0)
    for _ in range(3):
        table.apply("pass")
    assert slots(table) == (["b"], [COUP], [COUP])
    assert (points(table), points(table, "mark")) == (10, 1)


def test_some_phases_are_left_out_in_the_last_round() -> None:
    text = coups(COUP, "b", COUP, "c", finalRoundOmitPhases=["rest"])
    table = sit(text, *["pass"] * 3)
    assert (points(table), points(table, "mark")) == (10, 1)
    for _ in range(6):
        table.apply("pass")
    assert slots(table)[2] == [COUP, COUP]
    assert (points(table), points(table, "mark")) == (20, 1)


def test_rounds_in_a_row_are_limited() -> None:
    limited, free = coups(COUP, COUP, COUP, "a", maxConsecutiveRounds=1), coups(COUP, COUP, "a")
    table = sit(limited, *["pass"] * 9)
    assert (points(table), len(slots(table)[2])) == (10, 1)
    assert points(sit(free, *["pass"] * 6)) == 20
    # An ordinary card in between starts the count anew.
    assert points(sit(coups(COUP, "a", COUP, "b", maxConsecutiveRounds=1), *["pass"] * 9)) == 20


@pytest.mark.parametrize("plan", [{}, {"maxConsecutiveRounds": 1}])
def test_no_check_blames_the_round_itself(plan: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "coups.md").write_text(coups("a", COUP, **plan))
    found = {each.code for each in ludwright.check(tmp_path / "coups.md")}
    assert found <= {"CK207", "CK401", "CK403"}  # parts of the document that no test here uses


def check(timing: str, right: int, faction: str = "1") -> dict[str, Any]:
    when = {"op": ">=", "left": {"ref": "gvar", "var": "points"}, "right": right}
    return {"id": f"{timing}-{right}", "faction": faction, "timing": timing, "when": when}


def ended(terminal: dict[str, Any], *moves: str) -> tuple[bool, tuple[int, ...]]:
    phases = [{"id": "count", "effects": [add(10)]}, {"id": "rest", "effects": [add(1, "mark")]}]
    config = {"coupPlan": {"phases": phases}}
    table = sit(document(("a", COUP, "b", COUP, "c"), config=config, terminal=terminal), *moves)
    return table.over, table.result().winners if table.over else ()


NEVER = {
    "conditions": [
        {
            "when": {"op": ">=", "left": {"ref": "gvar", "var": "points"}, "right": 95},
            "result": {"type": "draw"},
        }
    ]
}


def test_checkpoints_are_looked_at_in_their_time() -> None:
    during = {**NEVER, "checkpoints": [check("duringCoup", 2)]}
    assert ended(during, "operation", "operation") == (False, ())
    assert ended(during, "operation", "operation", "pass") == (True, (1,))
    final = {**NEVER, "checkpoints": [check("finalCoup", 1)]}
    assert ended(final, *["pass"] * 6) == (False, ())
    assert ended(final, *["pass"] * 12) == (True, (1,))


def test_without_a_plan_a_coup_is_no_time_of_its_own() -> None:
    """An end is looked for at the next decision, when the next card is in play."""
    again = action("operation", {"setVar": {"scope": "global", "var": "points", "value": 2}})
    terminal = {**NEVER, "checkpoints": [check("finalCoup", 2)]}
    table = sit(
        document((COUP, "b"), (PASS, again), terminal=terminal), "pass", "pass", "operation"
    )
    assert (table.over, table.result().winners) == (True, (1,))
    assert slots(table) == (["b"], [], [COUP])


def test_the_last_coup_is_won_by_margins() -> None:
    points_, coin = ({"ref": "gvar", "var": name} for name in ("points", "coin"))
    margins = [{"faction": "0", "value": coin}, {"faction": "2", "value": points_}]
    terminal = {**NEVER, "checkpoints": [check("finalCoup", 1)], "margins": margins}
    assert ended({**terminal, "ranking": {"order": "desc"}}, *["pass"] * 12) == (True, (2,))
    assert ended({**terminal, "ranking": {"order": "asc"}}, *["pass"] * 12) == (True, (0,))


# ---- special activities --------------------------------------------------------------------------

SPECIAL = {
    "actionClassByActionId": {
        "march": ["operation", "operationPlusSpecialActivity"],
        "raid": "specialActivity",
    }
}
MARCH = action("march", add(10), add(10))
RAID = action("raid", add(1), add({"ref": "gvar", "var": "points"}, "mark"))


def test_a_special_activity_comes_with_an_operation() -> None:
    text = document(actions=(PASS, MARCH, RAID), flow=SPECIAL)
    plus = "march operationPlusSpecialActivity"
    assert legal(sit(text)) == ["pass", "march operation", plus]
    assert sit(text, "march operation").decider == 1
    table = sit(text, plus)
    assert (table.decider, legal(table)) == (0, ["raid", "not yet"])
    before = sit(text, plus, "raid")
    assert (before.decider, points(before), points(before, "mark")) == (1, 21, 1)
    after = sit(text, plus, "not yet")
    assert legal(after) == ["raid", "no special activity"]
    after.apply("raid")
    assert (after.decider, points(after), points(after, "mark")) == (1, 21, 21)
    none = sit(text, plus, "not yet", "no special activity")
    assert (none.decider, points(none)) == (1, 20)


def test_a_special_activity_that_is_impossible_is_not_asked_for() -> None:
    pre = {"op": ">=", "left": {"ref": "gvar", "var": "points"}, "right": 20}
    text = document(actions=(PASS, MARCH, {**RAID, "pre": pre}), flow=SPECIAL)
    table = sit(text, "march operationPlusSpecialActivity")
    assert (points(table), legal(table)) == (20, ["raid", "no special activity"])


# ---- documents -----------------------------------------------------------------------------------


def test_a_plan_of_coups_belongs_to_card_driven_turns() -> None:
    plan = {"phases": [{"id": "count", "steps": ["count the coins"]}]}
    assert load_sections(document(config={"coupPlan": plan})).game is not None
    assert load_sections(document(coupPlan=plan)).game is None


def test_games_are_the_same_for_the_same_seed() -> None:
    text = document(setup=[{"shuffle": {"zone": "pile"}}], cards=())
    one, other = sit(text, "pass"), sit(text, "pass")
    assert (one.state == other.state).all()
    assert sit(text, "operation").key() != one.key()
