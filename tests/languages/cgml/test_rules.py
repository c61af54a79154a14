"""Rules in detail: when they run around an event, how often, what a failure undoes, own events.

Rules write digits into the variable x, so that its value tells what ran and in which order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]
END = "{action: END_GAME}"
NO = "{action: MOVE, from: {path: $.zones.pile}, to: {path: $.zones.deck}"


def digit(number: int | str) -> str:
    shifted = "{mul: [{path: $.x}, 10]}"
    return f"{{action: SET_VARIABLE, path: $.x, value: {{add: [{shifted}, {number}]}}}}"


def rule(name: str, trigger: str, *actions: str, **more: Any) -> str:
    keys = "".join(f", {key}: {value}" for key, value in more.items())
    return f"- {{id: {name}, trigger: {trigger}, effect: [{', '.join(actions)}]{keys}}}\n"


def over(number: int) -> str:
    return f"{{isAtLeast: [{{path: $.x}}, {number}]}}"


def fails(policy: str = "") -> str:
    """A movement for which there is no card."""
    return f"{NO}{', on_failure: ' + policy if policy else ''}}}"


# ---- timing ------------------------------------------------------------------------------------

# What is written in two turns if all hear an event, and if the first that holds takes its place.
TIMED = {
    "on.phase.Act": 12,
    "on.turn.begin": 127,
    "on.turn.end": 12,
    "on.state.enter.Play": 12,
    "on.state.exit.Play": 12,
}
SECOND = "{isAtLeast: [{path: $.turn_index}, 1]}"
STATES = """
flow:
  states: {Play: {phases: [Act]}, Last: {phases: [Done]}, Over: {}}
  transitions: [{from: Play, to: Last, condition: {value: true}}]
"""


@pytest.mark.parametrize("trigger", TIMED)
def test_what_is_said_to_come_before_comes_before(play: Run, text: Run, trigger: str) -> None:
    rules = (
        rule("c", trigger, digit(3), priority=9, once_per="game")
        + rule("b", trigger, digit(2), timing="pre", once_per="game")
        + rule("a", trigger, digit(1), timing="pre", priority=1, once_per="game")
        + rule("d", trigger, digit(4), once_per="game")
        + rule("end", "on.phase.Done", END, condition=SECOND)
    )
    assert play(text(STATES, rules)).variable("x") == 1234


@pytest.mark.parametrize("trigger", TIMED)
def test_the_first_that_holds_takes_the_place_of_the_others(
    play: Run, text: Run, trigger: str
) -> None:
    never = "{isEqual: [{path: $.x}, 99]}"
    rules = (
        rule("post", trigger, digit(8))
        + rule("no", trigger, digit(9), timing="replace", priority=7, condition=never)
        + rule("late", trigger, digit(7), timing="replace")
        + rule("first", trigger, digit(2), timing="replace", priority=1, once_per="game")
        + rule("pre", trigger, digit(1), timing="pre", once_per="game")
        + rule("end", "on.phase.Done", END, condition=SECOND)
    )
    # Only turns begin twice: when `first` has had its one run, `late` is the first that holds.
    assert play(text(STATES, rules)).variable("x") == TIMED[trigger]


def test_without_one_that_holds_nothing_is_replaced(play: Run, text: Run) -> None:
    rules = (
        rule("instead", "on.phase.Act", digit(9), timing="replace", condition=over(100))
        + rule("post", "on.phase.Act", digit(1))
        + rule("end", "on.turn.end", END, condition=over(119))
    )
    # 1, 11, 111, then 1119.
    assert play(text("", rules)).variable("x") == 1119


def test_a_jump_before_an_event_leaves_the_rest_of_it_out(play: Run, text: Run) -> None:
    rules = (
        rule("pre", "on.phase.Act", digit(1), "{action: END_TURN}", timing="pre")
        + rule("instead", "on.phase.Act", digit(2), timing="replace")
        + rule("post", "on.phase.Act", digit(3))
        + rule("end", "on.turn.end", END, condition=over(11))
    )
    assert play(text("", rules)).variable("x") == 11


# ---- once per phase ----------------------------------------------------------------------------


def test_once_per_phase_counts_anew_in_every_phase(play: Run, text: Run) -> None:
    two = "flow: {states: {Play: {phases: [A, B]}, Over: {}}}"
    move = "{action: MOVE, from: {path: $.zones.deck}, to: {path: $.zones.pile}, count: 2}"
    rules = (
        rule("heard", "on.move", digit(1), once_per="phase")
        + rule("a", "on.phase.A", move, digit(2))
        + rule("b", "on.phase.B", move, digit(3))
        + rule("end", "on.phase.B", END, priority=-1)
    )
    assert play(text(two, rules)).variable("x") == 1213


def test_once_per_phase_with_several_states(play: Run, text: Run) -> None:
    states = "flow: {states: {Play: {phases: [A, B]}, More: {phases: [A]}, Over: {}}}"
    raises = ["{action: RAISE, event: ring}"] * 2
    rules = (
        rule("heard", "on.ring", digit(1), once_per="phase")
        + rule("a", "on.phase.A", *raises)
        + rule("b", "on.phase.B", *raises, digit(2), "{action: SET_STATE, state: More}")
        + rule("end", "on.phase.A", END, condition=over(1000), priority=-1)
    )
    assert play(text(states + "\ncomponents: {events: [ring]}", rules)).variable("x") == 1121


# ---- failures ----------------------------------------------------------------------------------

POLICIES = [
    # rule, action, what is left of 1 before and 2 after the action that fails
    ("abort", "", 1),
    ("abort", "abort", 1),
    ("abort", "continue", 12),
    ("abort", "rollback", 0),
    ("continue", "", 12),
    ("continue", "abort", 1),
    ("continue", "rollback", 0),
    ("rollback", "", 0),
    ("rollback", "abort", 1),
    ("rollback", "continue", 12),
    ("rollback", "rollback", 0),
]


@pytest.mark.parametrize(("policy", "own", "left"), POLICIES)
def test_what_an_action_says_of_its_failure_counts(
    effect: Run, policy: str, own: str, left: int
) -> None:
    actions = "\n".join(f"- {a}" for a in (digit(1), fails(own), digit(2)))
    assert effect(actions, rule={"on_failure": policy}).variable("x") == left


@pytest.mark.parametrize(
    ("policy", "own", "left"), [("abort", "rollback", 1), ("rollback", "abort", 0)]
)
def test_it_counts_for_that_action_only(effect: Run, policy: str, own: str, left: int) -> None:
    fine = digit(1)[:-1] + f", on_failure: {own}}}"
    actions = "\n".join(f"- {a}" for a in (fine, fails(), digit(2)))
    assert effect(actions, rule={"on_failure": policy}).variable("x") == left


CONTAINERS = [
    "{action: IF, condition: {value: true}, on_failure: POLICY, then: [INNER]}",
    "{action: FOR_EACH, in: {range: [1, 2]}, on_failure: POLICY, do: [INNER]}",
    "{action: FOR_EACH_PLAYER, on_failure: POLICY, do: [INNER]}",
    "{action: REPEAT, count: 2, on_failure: POLICY, do: [INNER]}",
    "{action: PARALLEL, on_failure: POLICY, do: [INNER]}",
]
PLAIN = [
    "{action: SET_VARIABLE, path: $.x, value: {mod: [1, 0]}, on_failure: POLICY}",
    "{action: REQUEST_INPUT, options: {path: $.zones.pile}, on_failure: POLICY}",
    "{action: DEAL, from: {path: $.zones.deck}, to: {path: $.zones.pile}, count: 7,"
    " on_failure: POLICY}",
]


@pytest.mark.parametrize(
    ("action", "policy", "left"),
    [
        *((action, "rollback", 0) for action in (*CONTAINERS, *PLAIN)),
        # What was done inside before it failed stays done.
        *((action, "continue", 172) for action in CONTAINERS),
        *((action, "continue", 12) for action in PLAIN),
    ],
)
def test_every_action_may_say_so(effect: Run, action: str, policy: str, left: int) -> None:
    whole = action.replace("INNER", f"{digit(7)}, {fails()}").replace("POLICY", policy)
    actions = "\n".join(f"- {a}" for a in (digit(1), whole, digit(2)))
    assert effect(actions).variable("x") == left


# ---- what an event tells -----------------------------------------------------------------------

FIELDS = [
    ("on.phase.Act", "phase", "{value: Act}"),
    ("on.phase.Act", "state", "{value: Play}"),
    ("on.phase.Act", "player", "{path: $currentPlayer}"),
    ("on.state.enter.Play", "state", "{value: Play}"),
    ("on.turn.begin", "player", "{path: $currentPlayer}"),
    ("on.turn.begin", "turn_index", "0"),
    ("on.turn.end", "turn_index", "0"),
    ("on.turn.end", "player", "{path: $currentPlayer}"),
]


@pytest.mark.parametrize("path", ["$.{}", "$.event.{}"])
@pytest.mark.parametrize(("trigger", "field", "value"), FIELDS)
def test_the_fields_of_an_event(
    play: Run, text: Run, trigger: str, field: str, value: str, path: str
) -> None:
    same = f"{{isEqual: [{{path: {path.format(field)}}}, {value}]}}"
    rules = rule("a", trigger, digit(5), condition=same, once_per="game") + rule(
        "end", "on.turn.end", END, priority=-9
    )
    assert play(text("", rules)).variable("x") == 5


def test_the_state_that_is_left(play: Run, text: Run) -> None:
    same = "{isEqual: [{path: $.event.state}, {value: Play}]}"
    rules = rule("a", "on.state.exit.Play", digit(5), condition=same) + rule(
        "end", "on.phase.Done", END
    )
    assert play(text(STATES, rules)).variable("x") == 5


def test_turns_are_numbered_from_zero(play: Run, text: Run) -> None:
    rules = rule("a", "on.turn.begin", digit("{path: $.turn_index}")) + rule(
        "end", "on.turn.end", END, condition=over(100)
    )
    assert play(text("", rules)).variable("x") == 123


# ---- events of one's own -----------------------------------------------------------------------

OWN = "components: {events: [ring, echo]}\n"
RING, ECHO = "{action: RAISE, event: ring}", "{action: RAISE, event: echo}"


def test_rules_hear_events_of_the_games_own_at_once(play: Run, text: Run) -> None:
    rules = (
        rule("a", "on.phase.Act", digit(1), RING, digit(4))
        + rule("low", "on.ring", digit(3))
        + rule("high", "on.ring", digit(2), priority=1)
        + rule("end", "on.phase.Act", END, priority=-1)
    )
    assert play(text(OWN, rules)).variable("x") == 1234


def test_an_event_may_raise_another_and_a_jump_waits(play: Run, text: Run) -> None:
    rules = (
        rule("a", "on.phase.Act", digit(1), RING, digit(4))
        + rule("ring", "on.ring", digit(2), ECHO)
        + rule("echo", "on.echo", END, digit(3))
        + rule("skipped", "on.phase.Act", digit(5), priority=-1)
    )
    assert play(text(OWN, rules)).variable("x") == 1234


def test_events_of_ones_own_have_a_before_and_an_instead(play: Run, text: Run) -> None:
    rules = (
        rule("a", "on.phase.Act", RING, RING, END)
        + rule("post", "on.ring", digit(3))
        + rule("instead", "on.ring", digit(2), timing="replace", once_per="phase")
        + rule("pre", "on.ring", digit(1), timing="pre")
    )
    assert play(text(OWN, rules)).variable("x") == 1213


def test_nobody_need_hear_an_event(play: Run, text: Run) -> None:
    rules = rule("a", "on.phase.Act", RING, digit(1), END)
    assert play(text(OWN, rules)).variable("x") == 1


# ---- the phase, where it is not certain --------------------------------------------------------

IN_B = "{isEqual: [{path: $currentPhase}, {value: B}]}"
TWO = "flow: {states: {Play: {phases: [A, B]}, Over: {}}, transitions: [WAYS]}\n"


@pytest.mark.parametrize("more", ["", rule("go", "on.phase.A", "{action: SET_PHASE, phase: B}")])
def test_rules_of_other_events_know_the_phase(play: Run, text: Run, more: str) -> None:
    move = "{action: MOVE, from: {path: $.zones.deck}, to: {path: $.zones.pile}}"
    rules = (
        rule("heard", "on.move", digit(1), condition=IN_B)
        + rule("a", "on.phase.A", move, digit(2))
        + rule("b", "on.phase.B", move, digit(3))
        + rule("turn", "on.turn.end", digit(4), END, condition="{not: [{not: [" + IN_B + "]}]}")
    )
    assert play(text(TWO.replace("WAYS", ""), rules + more)).variable("x") == 2134


def test_transitions_know_the_phase_that_was_played(play: Run, text: Run) -> None:
    way = f"{{from: Play, to: Over, condition: {IN_B}}}"
    rules = rule("a", "on.phase.A", digit(1)) + rule("b", "on.phase.B", digit(2))
    assert play(text(TWO.replace("WAYS", way), rules)).variable("x") == 12


def test_before_the_first_phase_there_is_none(play: Run, text: Run) -> None:
    none = "{exists: [{path: $.phase}]}"
    rules = rule("begin", "on.turn.begin", digit(1), condition=f"{{not: [{none}]}}") + rule(
        "end", "on.turn.end", END, condition="{isAtLeast: [{path: $.turn_index}, 2]}"
    )
    assert play(text(TWO.replace("WAYS", ""), rules)).variable("x") == 1


def test_a_variable_of_the_game_may_be_called_turn_index(play: Run, text: Run) -> None:
    variable = "- {name: turn_index, initial_value: 40}"
    rules = rule("a", "on.phase.Act", digit("{path: $.turn_index}"), END)
    assert play(text("", rules, variable)).variable("x") == 40
