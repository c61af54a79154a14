"""Corners of turns and phases: who is left out, ways that are no options, and keys of states."""

from __future__ import annotations

import pytest

import tools.gamespec.card_driven as cards
from tools.gamespec.tables import (
    action,
    actions,
    add,
    card,
    document,
    is_,
    legal,
    note,
    put,
    setup,
    sit,
    values,
)

ONCE = "[{ scope: turn, max: 1 }]"
PHASES = "turnStructure: { phases: [{ id: a%s }, { id: b%s }, { id: c%s }] }\n"
END, NEXT = "{ endTurn: {} }", "{ advancePhase: {} }"
THREE = "metadata: { id: tiny, players: { min: 2, max: 3 } }\n"
TOGETHER = "turnOrder: { type: simultaneous }\n"


def goto(phase: str) -> str:
    return f"{{ gotoPhaseExact: {{ phase: {phase} }} }}"


def three(*lines: str, a: str = "", b: str = "", c: str = "") -> str:
    return document(PHASES % (a, b, c) + actions(*lines))


def deciders(text: str, moves: int, players: int = 2) -> list[int | None]:
    """Who decides, move after move of the only kind."""
    table = sit(text, players=players)
    found = [table.decider]
    for _ in range(moves):
        table.apply("go")
        found.append(table.decider)
    return found


# ---- orders --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "two", "everybody"),
    [
        ("['2', '0', '1']", [0, 1, 0, 1], [2, 0, 1, 2]),
        ("['1', '2']", [1, 1, 1, 1], [1, 2, 1, 2]),
        ("['1', '0', '1']", [1, 0, 1, 1], [1, 0, 1, 1]),
        ("['2']", [0, 0, 0, 0], [2, 2, 2, 2]),
    ],
)
def test_entries_beyond_the_players_are_left_out(
    order: str, two: list[int], everybody: list[int]
) -> None:
    fixed = f"turnOrder: {{ type: fixedOrder, order: {order} }}\n"
    text = document(THREE + fixed + actions(action("go", limits=ONCE)))
    assert deciders(text, 3) == two
    assert deciders(text, 3, players=3) == everybody


def test_who_was_made_active_is_followed_by_the_next() -> None:
    go = action("go", "{ setActivePlayer: { player: '2' } }", END)
    text = document("metadata: { id: tiny, players: { min: 3, max: 3 } }\n" + actions(go))
    assert deciders(text, 2, players=3) == [0, 0, 0]


# ---- all at the same time ------------------------------------------------------------------------


def test_who_can_not_move_is_left_out() -> None:
    second = is_("{ ref: activePlayer }", 1)
    table = sit(document(TOGETHER + actions(action("go", add(1), pre=second, limits=ONCE))))
    assert table.decider == 1
    table.apply("go")
    assert values(table, "x") == [1] and table.decider == 1


def test_choices_inside_are_hidden_until_all_have_chosen() -> None:
    choice = "{ chooseOne: { bind: $c, options: { query: intsInRange, min: 1, max: 3 } } }"
    go = action("go", choice, note("{ ref: binding, name: $c }"), limits=ONCE)
    text = document(TOGETHER + actions(go))
    table = sit(text, "go", "3")
    assert table.decider == 1 and values(table, "log") == [0]
    one, other = (sit(text, "go", number) for number in "13")
    assert one.information(1) == other.information(1)
    table.apply("go")
    table.apply("2")
    assert values(table, "log") == [32]


def test_phases_pass_when_nobody_can_move() -> None:
    text = document(
        TOGETHER
        + PHASES % ("", "", "")
        + actions(
            action("go", note(1), phase="a", limits=ONCE),
            action("stay", note(2), phase="c", limits=ONCE),
        )
    )
    table = sit(text, "go", "go")
    assert legal(table) == ["stay"] and table.decider == 0
    table.apply("stay")
    table.apply("stay")
    assert values(table, "log") == [1122] and legal(table) == ["go"]


# ---- phases --------------------------------------------------------------------------------------


def test_going_back_is_no_option_and_staying_is_nothing() -> None:
    text = three(
        action("back", goto("a"), phase="b"),
        action("stay", add(1), goto("b"), add(1), phase="b", limits="[{ scope: phase, max: 2 }]"),
        action("on", goto("c"), phase="b"),
        action("c", phase="c"),
        action("go", goto("b"), phase="a"),
        b=f", onEnter: [{add(10)}], onExit: [{add(100)}]",
    )
    table = sit(text, "go")
    assert legal(table) == ["stay", "on"]
    assert values(sit(text, "go", "stay"), "x") == [12]
    # Nothing was entered anew, so limits of the phase go on, too.
    assert legal(sit(text, "go", "stay", "stay")) == ["on"]
    assert values(sit(text, "go", "on"), "x") == [110]


def test_going_on_in_the_middle_of_a_move() -> None:
    text = three(
        action("go", note(1), goto("c"), note(4), phase="a"),
        action("c", phase="c"),
        a=f", onExit: [{note(2)}]",
        b=f", onEnter: [{note(9)}]",
        c=f", onEnter: [{note(3)}]",
    )
    assert values(sit(text, "go"), "log") == [1234]


def test_the_last_phase_is_followed_by_the_next_turn() -> None:
    turn = put("{ ref: turnCount }", "y")
    text = document(actions(action("go", NEXT, turn)))
    table = sit(text, "go")
    assert table.decider == 1 and values(table, "y") == [1]


def test_a_turn_that_is_ended_leaves_out_the_phases_that_are_left() -> None:
    text = three(
        action("go", END, note(1), phase="a"),
        a=f", onEnter: [{note(5)}], onExit: [{note(2)}]",
        b=f", onEnter: [{note(9)}]",
    )
    table = sit(text, "go")
    # Enter; the move to its end; leave; and enter for the next player.
    assert values(table, "log") == [5125] and table.decider == 1


def test_how_a_turn_begins_and_ends() -> None:
    pile = setup(card("d"), card("e"))
    draw = "{ draw: { from: pile, to: field, count: 1 } }"
    tell = "  - {{ event: {{ type: {0} }}, effects: [{1}] }}\n".format
    inside = f"id: main, onEnter: [{note(2)}, {draw}], onExit: [{note(5)}]"
    phase = f"turnStructure: {{ phases: [{{ {inside} }}] }}\n"
    triggers = "triggers:\n" + "".join(
        tell(event, note(digit))
        for digit, event in (
            (7, "turnEnd"),
            (6, "phaseExit, phase: main"),
            (4, "phaseEnter"),
            (3, "tokenEntered, zone: field"),
            (1, "turnStart"),
        )
    )
    text = document(pile + phase + triggers + actions(action("go", END)))
    assert values(sit(text), "log") == [1234]
    # No card enters here, as there is only room for nine digits.
    assert values(sit(text.replace(draw, put(0)), "go"), "log") == [124567124]


# ---- keys ----------------------------------------------------------------------------------------


def test_keys_are_the_same_for_the_same_and_tell_states_apart() -> None:
    pile = setup(*(card(name) for name in "abcd"), "{ shuffle: { zone: pile } }")
    text = document(
        pile
        + actions(
            action("go", limits="[{ scope: game, max: 3 }]"),
            action("roll", "{ rollRandom: { bind: $r, min: 1, max: 6, in: [] } }"),
            action("end", END),
        )
    )
    moves = ("go", "end", "roll", "go")
    for count in range(len(moves)):
        assert sit(text, *moves[:count]).key() == sit(text, *moves[:count]).key()
    # What an action has left, whose turn it is and how many turns there were: all of it counts.
    ways = [(), ("go",), ("go", "go"), ("end",), ("end", "end"), ("go", "end")]
    assert len({sit(text, *way).key() for way in ways}) == len(ways)


def test_keys_tell_who_may_act_on_the_next_card() -> None:
    # Either way the points and the cards are the same, but another faction has acted.
    text = cards.document()
    one = cards.sit(text, "operation", "pass", "pass")
    other = cards.sit(text, "pass", "operation", "pass")
    assert cards.points(one) == cards.points(other) == 1
    assert one.zone("shown") == other.zone("shown") == ["b"]
    assert (one.decider, other.decider) == (1, 0)
    assert one.key() != other.key()
    assert one.key() == cards.sit(text, "operation", "pass", "pass").key()
