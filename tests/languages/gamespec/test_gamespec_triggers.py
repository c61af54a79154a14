"""Triggers: what sets them off, in which order, and how deep that goes."""

from __future__ import annotations

import pytest

from tools.gamespec.tables import (
    action,
    actions,
    add,
    card,
    document,
    is_,
    note,
    put,
    setup,
    sit,
    values,
)

CARDS = setup(
    *(card(name, rank) for rank, name in enumerate("abcd", start=1)),
    card("h", 7, "'hand:0'"),
    card("g", 9, "'hand:1'"),
)


def trigger(event: str, *effects: str, more: str = "") -> str:
    return f"  - {{ event: {{ type: {event} }}{more}, effects: [{', '.join(effects)}] }}\n"


def entered(zone: str, *effects: str, more: str = "") -> str:
    return trigger(f"tokenEntered, zone: {zone}" if zone else "tokenEntered", *effects, more=more)


def draw(source: str, target: str, count: int = 1) -> str:
    return f"{{ draw: {{ from: {source}, to: {target}, count: {count} }} }}"


def tops(zone: str, *effects: str, count: int = 1) -> str:
    over = f"{{ query: tokensInZone, zone: {zone} }}"
    more = f"limit: {count}, effects: [{', '.join(effects)}]"
    return f"{{ forEach: {{ bind: $t, over: {over}, {more} }} }}"


def move(source: str, target: str) -> str:
    return f"{{ moveToken: {{ token: $t, from: {source}, to: {target} }} }}"


MOVING = {
    "draw": (draw("pile", "field", 2), 2),
    "draw-more-than-there-are": (draw("pile", "field", 9), 4),
    "draw-nothing": (draw("pile", "field", 0), 0),
    "draw-home": (draw("field", "field", 1), 0),
    "move": (tops("pile", move("pile", "field")), 1),
    "move-home": (f"{draw('pile', 'field')}, {tops('field', move('field', 'field'))}", 1),
    "move-each": (tops("pile", move("pile", "field"), count=3), 3),
    "move-all": ("{ moveAll: { from: pile, to: field } }", 4),
    "move-all-home": ("{ moveAll: { from: field, to: field } }", 0),
    "elsewhere": (draw("pile", "'hand:1'"), 0),
    "create": (card("d", 4, "field"), 0),
}
EVERY = document(
    CARDS
    + actions(*(action(name, effects) for name, (effects, _) in MOVING.items()))
    + "triggers:\n"
    + entered("field", add(1))
)


@pytest.mark.parametrize("name", MOVING)
def test_each_token_that_enters_is_told_once(name: str) -> None:
    assert values(sit(EVERY, name), "x") == [MOVING[name][1]]


def test_cost_and_setup_set_nothing_off() -> None:
    text = document(
        CARDS
        + f"  - {draw('pile', 'field')}\n"
        + actions(action("go", draw("pile", "field"), cost=f"[{draw('pile', 'field')}]"))
        + "triggers:\n"
        + entered("field", add(1))
    )
    assert values(sit(text), "x") == [0]
    assert values(sit(text, "go"), "x") == [1]


ZONES = {
    "field": 1,
    "'field:none'": 1,
    "hand": 23,
    "'hand:all'": 23,
    "'hand:0'": 2,
    "'hand:1'": 3,
    "": 123,
}


@pytest.mark.parametrize("zone", ZONES)
def test_zones_that_are_meant(zone: str) -> None:
    steps = (put(1), draw("pile", "field"), draw("pile", "'hand:0'"), draw("pile", "'hand:1'"))
    at = "{{ if: {{ when: {0}, then: 1, else: {{ if: {{ when: {1}, then: 2, else: 3 }} }} }} }}"
    digit = at.format(
        is_("{ ref: binding, name: $zone }", "'field:none'"),
        is_("{ ref: binding, name: $zone }", "'hand:0'"),
    )
    text = document(
        CARDS + actions(action("go", *steps)) + "triggers:\n" + entered(zone, note(digit))
    )
    assert values(sit(text, "go"), "log") == [ZONES[zone]]


def test_events_of_a_move_come_behind_it_and_before_its_own() -> None:
    text = document(
        CARDS
        + actions(
            action("go", note(1), draw("pile", "field"), note(2), draw("pile", "'hand:0'"), note(3))
        )
        + "triggers:\n"
        + trigger("actionResolved, action: go", note(9))
        + entered("hand", note(5))
        + entered("field", note(4))
    )
    assert values(sit(text, "go"), "log") == [123459]


def test_what_a_trigger_sets_off_comes_before_the_next_trigger() -> None:
    text = document(
        CARDS
        + actions(action("go", draw("pile", "field")))
        + "triggers:\n"
        + entered("field", note(1), draw("pile", "'hand:0'"), note(2))
        + entered("field", note(4))
        + entered("'hand:0'", note(3))
    )
    assert values(sit(text, "go"), "log") == [1234]


@pytest.mark.parametrize(("depth", "fired"), [(1, 2), (2, 3), (3, 4)])
def test_depths_up_to_the_greatest_are_told(depth: int, fired: int) -> None:
    # A card comes back each time: the move's own event is at depth 0.
    players = f"{{ id: deep, players: {{ min: 2, max: 2 }}, maxTriggerDepth: {depth} }}"
    back = tops("field", move("field", "pile"))
    text = document(
        CARDS
        + actions(action("go", draw("pile", "field")))
        + "triggers:\n"
        + entered("field", add(1), back)
        + entered("pile", add(1), draw("pile", "field")),
        metadata=f"metadata: {players}",
    )
    assert values(sit(text, "go"), "x") == [fired]


@pytest.mark.parametrize(("depth", "fired"), [(1, 11), (2, 21), (3, 31)])
def test_what_other_triggers_move_lies_one_deeper(depth: int, fired: int) -> None:
    # The trigger of the action is at depth 0, so what it moves is told at depth 1.
    players = f"{{ id: deep, players: {{ min: 2, max: 2 }}, maxTriggerDepth: {depth} }}"
    text = document(
        CARDS
        + actions(action("go"))
        + "triggers:\n"
        + trigger("actionResolved", add(1), draw("pile", "field"))
        + entered("field", add(10), draw("pile", "'hand:0'"))
        + entered("'hand:0'", add(10), draw("pile", "'hand:1'"))
        + entered("'hand:1'", add(10), draw("pile", "field")),
        metadata=f"metadata: {players}",
    )
    assert values(sit(text, "go"), "x") == [fired]


def test_match_and_when_are_asked_when_it_is_their_turn() -> None:
    one = f", when: {is_('{ ref: gvar, var: x }', 1)}"
    text = document(
        CARDS
        + actions(action("go"))
        + "triggers:\n"
        + trigger("actionResolved", note(1), more=one)
        + trigger("actionResolved", note(2), put(1))
        + trigger("actionResolved", note(3), more=one)
        + trigger("actionResolved", note(4), more=one.replace("when", "match"))
        + trigger("actionResolved", note(5), more=one.replace("1 }", "2 }"))
        + trigger("actionResolved, action: stay", note(6))
    )
    assert values(sit(text.replace("actions:\n", "actions:\n" + action("stay")), "go"), "log") == [
        234
    ]


def test_names_of_phases_and_actions() -> None:
    said = "{{ if: {{ when: {0}, then: [{1}] }} }}".format
    text = document(
        CARDS
        + actions(action("go"), action("stay"))
        + "triggers:\n"
        + trigger("phaseEnter", said(is_("{ ref: binding, name: $phase }", "main"), note(1)))
        + trigger("actionResolved", said(is_("{ ref: binding, name: $action }", "stay"), note(2)))
    )
    assert values(sit(text), "log") == [1]
    assert values(sit(text, "go", "stay"), "log") == [12]


def test_the_active_player_is_the_actor_of_triggers() -> None:
    text = document(
        "perPlayerVars: [{ name: score, type: int, init: 0, min: 0, max: 9 }]\n"
        + CARDS
        + actions(action("go", "{ endTurn: {} }"))
        + "triggers:\n"
        + trigger("turnEnd", "{ addVar: { scope: pvar, player: actor, var: score, delta: 2 } }")
        + trigger("turnStart", "{ addVar: { scope: pvar, player: active, var: score, delta: 1 } }")
    )
    table = sit(text, "go")
    assert [table.variable("score", seat) for seat in range(2)] == [3, 1]
