"""Rules, turns, states and endings, in games whose course can be worked out by hand.

Rules write digits into the variable x, so that its value tells what ran and in which order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludwright.gamedef import nodes as n

Run = Callable[..., Any]


def digit(number: int) -> str:
    shifted = "{mul: [{path: $.x}, 10]}"
    return f"{{action: SET_VARIABLE, path: $.x, value: {{add: [{shifted}, {number}]}}}}"


def seat_digit() -> str:
    """A digit for whose turn it is: 1 for the first player."""
    return digit(0).replace("0]}}", '{path: "$.players[current].number"}]}}')


def rule(name: str, trigger: str, *actions: str, **more: Any) -> str:
    keys = "".join(f", {key}: {value}" for key, value in more.items())
    return f"- {{id: {name}, trigger: {trigger}, effect: [{', '.join(actions)}]{keys}}}\n"


def at_least(number: int) -> str:
    return f"{{isAtLeast: [{{path: $.x}}, {number}]}}"


END = "{action: END_GAME}"
NUMBERED = "- {name: number, scope: per_player, initial_value: 0}"


def numbered(players: int) -> str:
    """A setup that numbers the players from 1."""
    lines = [
        f'{{action: SET_VARIABLE, path: {{path: "$.players[{s}].number"}}, value: {s + 1}}}'
        for s in range(players)
    ]
    return f"setup: [{', '.join(lines)}]\nmeta: {{players: {{min: {players}, max: {players}}}}}\n"


def flow(states: str, transitions: str = "[]", more: str = "") -> str:
    return f"flow: {{states: {states}, transitions: {transitions}{more}}}\n"


# ---- rules -------------------------------------------------------------------------------------


def test_rules_run_by_priority_then_in_their_order(play: Run, text: Run) -> None:
    rules = (
        rule("a", "on.phase.Act", digit(1))
        + rule("b", "on.phase.Act", digit(2), priority=5)
        + rule("c", "on.phase.Act", digit(3))
        + rule("end", "on.phase.Act", END, priority=-1)
    )
    assert play(text("", rules)).variable("x") == 213


def test_conditions_see_what_earlier_rules_did(play: Run, text: Run) -> None:
    one = "{isEqual: [{path: $.x}, 1]}"
    rules = (
        rule("a", "on.phase.Act", digit(1))
        + rule("b", "on.phase.Act", digit(2), condition=one)
        + rule("c", "on.phase.Act", digit(3), condition=one)
        + rule("d", "on.phase.Act", digit(4), enabled_when=one)
        + rule("e", "on.phase.Act", digit(5), enabled_when="{value: true}", condition=at_least(12))
        + rule("f", "on.phase.Act", digit(6), disabled="true")
        + rule("end", "on.phase.Act", END)
    )
    assert play(text("", rules)).variable("x") == 125


def test_once_per_game_and_per_turn(play: Run, text: Run) -> None:
    two = flow("{Play: {phases: [A, B]}, Over: {phases: []}}")
    rules = (
        rule("g", "on.phase.A", digit(1), once_per="game")
        + rule("t", "on.turn.begin", digit(2), once_per="turn")
        + rule("p", "on.phase.B", digit(3), once_per="phase")
        + rule("end", "on.phase.B", END, condition=at_least(21323))
    )
    assert play(text(two, rules)).variable("x") == 21323


# ---- turns -------------------------------------------------------------------------------------


def test_a_turn_from_begin_to_end(play: Run, text: Run) -> None:
    two = flow("{Play: {phases: [A, B]}, Over: {phases: []}}")
    rules = (
        rule("end", "on.turn.end", digit(4))
        + rule("b", "on.phase.B", digit(3))
        + rule("a", "on.phase.A", digit(2))
        + rule("begin", "on.turn.begin", digit(1))
        + rule("enter", "on.state.enter.Play", digit(9))
        + rule("over", "on.phase.A", END, condition=at_least(10000))
    )
    table = play(text(two, rules))
    assert (table.variable("x"), table.oracle.world.turns) == (9123412, 2)
    assert table.variable("current") == 1


@pytest.mark.parametrize(
    ("order", "course"),
    [("clockwise", 1231), ("counterclockwise", 1321)],
)
def test_whose_turn_it_is(play: Run, text: Run, order: str, course: int) -> None:
    rules = rule("a", "on.phase.Act", seat_digit()) + rule(
        "end", "on.phase.Act", END, condition=at_least(1000)
    )
    changes = numbered(3) + f"flow: {{player_order: {order}}}"
    assert play(text(changes, rules, NUMBERED), players=3).variable("x") == course


def test_all_at_once_there_are_no_turns(play: Run, text: Run) -> None:
    each = f"{{action: FOR_EACH_PLAYER, order: simultaneous, do: [{seat_digit()}]}}"
    rules = rule("a", "on.phase.Act", each) + rule(
        "end", "on.phase.Act", END, condition=at_least(1000)
    )
    changes = numbered(2) + "flow: {player_order: simultaneous}"
    table = play(text(changes, rules, NUMBERED))
    assert (table.variable("x"), table.oracle.world.turns) == (1212, 2)
    assert all(variable.name != "current" for variable in table.game.variables)


TURN_ACTIONS = [
    ("{action: REVERSE_ORDER}", 132132),
    ("{action: SKIP_TURN, player: {next_player: []}}", 131231),
    ("{action: SKIP_TURN, player: {value: p1}}", 123231),
    ("{action: EXTRA_TURN, player: {value: p3}}", 131231),
    ("{action: EXTRA_TURN}", 112312),
    ("{action: SET_CURRENT_PLAYER, player: {value: p3}}", 112312),
]


@pytest.mark.parametrize(("action", "course"), TURN_ACTIONS)
def test_changing_the_order(play: Run, text: Run, action: str, course: int) -> None:
    rules = (
        rule("a", "on.phase.Act", seat_digit())
        + rule("change", "on.phase.Act", action, once_per="game")
        + rule("end", "on.phase.Act", END, condition=at_least(100000))
    )
    table = play(text(numbered(3), rules, NUMBERED), players=3)
    assert table.variable("x") == course


def test_extra_and_skipped_turns_together(play: Run, text: Run) -> None:
    extra = "{action: EXTRA_TURN, player: {value: %s}}"
    rules = (
        rule("a", "on.phase.Act", seat_digit())
        + rule(
            "change",
            "on.phase.Act",
            "{action: SKIP_TURN, player: {value: p3}}",
            *(extra % seat for seat in ("p3", "p1", "p2")),
            once_per="game",
        )
        + rule("end", "on.phase.Act", END, condition=at_least(10000))
    )
    # The extra turn of the third player is the one that is skipped; then 1, 2, and on from there.
    table = play(text(numbered(3), rules, NUMBERED), players=3)
    assert table.variable("x") == 11231


@pytest.mark.parametrize("order", ["extra first", "state first"])
@pytest.mark.parametrize("how", ["SET_STATE", "transition"])
def test_an_extra_turn_outlives_a_change_of_the_state(
    play: Run, text: Run, how: str, order: str
) -> None:
    extra = "{action: EXTRA_TURN, player: {value: p3}}"
    jump = "{action: SET_STATE, state: Second}" if how == "SET_STATE" else digit(7)
    change = (extra, jump) if order == "extra first" else (jump, extra)
    way = "{from: Play, to: Second, condition: {isAtLeast: [{path: $.x}, 7]}}"
    states = "{Play: {phases: [Act]}, Second: {phases: [More]}, Over: {phases: []}}"
    changes = numbered(3) + flow(states, "[]" if how == "SET_STATE" else f"[{way}]")
    rules = (
        rule("change", "on.phase.Act", *change)
        + rule("more", "on.phase.More", seat_digit())
        + rule("end", "on.phase.More", END, condition=at_least(1000), priority=-1)
    )
    course = str(play(text(changes, rules, NUMBERED), players=3).variable("x"))
    # The first player's turn goes on in the new state; then the third has the extra turn.
    assert course.removeprefix("7").startswith("131")


def test_only_so_many_extra_turns_can_wait(play: Run, text: Run) -> None:
    more = ", ".join(["{action: EXTRA_TURN}"] * 9)
    rules = rule("a", "on.phase.Act", more, digit(9), once_per="game") + rule(
        "b", "on.phase.Act", digit(1), END, priority=-1
    )
    assert play(text("", rules)).variable("x") == 1


def test_next_player_follows_the_direction(play: Run, text: Run) -> None:
    note = digit(0).replace("0]}}", '{path: "$.players[$.who].number"}]}}')
    rules = rule(
        "a",
        "on.phase.Act",
        "{action: SET_VARIABLE, path: $.who, value: {next_player: []}}",
        note,
        "{action: REVERSE_ORDER}",
        "{action: SET_VARIABLE, path: $.who, value: {next_player: []}}",
        note,
        END,
    )
    variables = f"{NUMBERED}\n- {{name: who, type: player}}"
    assert play(text(numbered(3), rules, variables), players=3).variable("x") == 23


# ---- jumps -------------------------------------------------------------------------------------


def test_end_turn_finishes_the_effect_and_leaves_out_the_rest(play: Run, text: Run) -> None:
    two = flow("{Play: {phases: [A, B]}, Over: {phases: []}}")
    rules = (
        rule("a", "on.phase.A", "{action: END_TURN}", digit(1), priority=2)
        + rule("skipped", "on.phase.A", digit(2))
        + rule("b", "on.phase.B", digit(3))
        + rule("end", "on.turn.end", digit(4))
        + rule("over", "on.turn.begin", END, condition=at_least(1414))
    )
    assert play(text(two, rules)).variable("x") == 1414


def test_end_game_with_more_to_do_waits_for_the_end_of_the_effect(play: Run, text: Run) -> None:
    first = "{action: END_GAME, winners: {value: p2}, reason: enough}"
    rules = (
        rule("a", "on.phase.Act", first, "{action: SET_STATE, state: Over}", digit(1))
        + rule("b", "on.phase.Act", digit(2))
        + rule("over", "on.state.enter.Over", digit(3))
    )
    table = play(text("", rules))
    assert (table.variable("x"), table.result) == (1, ([1], None, "enough"))


@pytest.mark.parametrize("word", ["SET_STATE", "SET_GAME_STATE"])
def test_set_state_to_the_end(play: Run, text: Run, word: str) -> None:
    rules = (
        rule("a", "on.phase.Act", f"{{action: {word}, state: Over}}", digit(1))
        + rule("b", "on.phase.Act", digit(2))
        + rule("leave", "on.state.exit.Play", digit(3))
        + rule("over", "on.state.enter.Over", digit(4))
    )
    table = play(text("", rules))
    assert (table.variable("x"), table.result) == (134, ([0, 1], [0, 0], "finished"))


THREE = "{Play: {phases: [A, B]}, Next: {phases: [C]}, Over: {phases: []}}"


def test_states_with_phases_of_their_own(play: Run, text: Run) -> None:
    changes = flow(
        THREE,
        f"""[{{from: Play, to: Next, condition: {at_least(1)}}},
             {{from: Next, to: Over, condition: {at_least(100000)}}}]""",
    )
    rules = (
        rule("a", "on.phase.A", digit(1))
        + rule("b", "on.phase.B", digit(2))
        + rule("c", "on.phase.C", digit(3))
        + rule("out", "on.state.exit.Play", digit(4))
        + rule("in", "on.state.enter.Next", digit(5))
        + rule("end", "on.turn.end", digit(6))
    )
    # Play is left after phase A; the turn goes on in Next, which the second player begins anew.
    assert play(text(changes, rules)).variable("x") == 145363


def test_set_state_back_and_forth_and_set_phase(play: Run, text: Run) -> None:
    to_next = "{action: SET_STATE, state: Next}"
    again = "{action: SET_PHASE, phase: B}"
    rules = (
        rule("a", "on.phase.A", digit(1), again)
        + rule("b", "on.phase.B", digit(2), to_next)
        + rule("c", "on.phase.C", digit(3), "{action: SET_STATE, state: Play}")
        + rule("end", "on.turn.end", digit(9))
        + rule("stop", "on.phase.A", END, condition=at_least(123123), priority=1)
    )
    assert play(text(flow(THREE), rules)).variable("x") == 123123


def test_end_turn_among_several_states(play: Run, text: Run) -> None:
    changes = numbered(2) + flow(THREE)
    rules = (
        rule("a", "on.phase.A", digit(7), "{action: END_TURN}")
        + rule("b", "on.phase.B", digit(8), "{action: SET_STATE, state: Next}")
        + rule("end", "on.turn.end", seat_digit())
        + rule("over", "on.turn.begin", END, condition=at_least(7172))
    )
    assert play(text(changes, rules, NUMBERED)).variable("x") == 7172


def test_a_jump_while_entering_a_state_is_taken_too(play: Run, text: Run) -> None:
    states = "{Play: {phases: [A]}, Hop: {phases: [B]}, Next: {phases: [C]}, Over: {phases: []}}"
    rules = (
        rule("a", "on.phase.A", digit(1), "{action: SET_STATE, state: Hop}")
        + rule("hop", "on.state.enter.Hop", digit(2), "{action: SET_STATE, state: Next}")
        + rule("b", "on.phase.B", digit(3))
        + rule("c", "on.phase.C", digit(4), END)
    )
    assert play(text(flow(states), rules)).variable("x") == 124


def test_transitions_by_priority_and_after_each_jump(play: Run, text: Run) -> None:
    states = "{Play: {phases: [A]}, One: {phases: [B]}, Two: {phases: [C]}, Over: {phases: []}}"
    changes = flow(
        states,
        f"""[{{from: Play, to: One, condition: {at_least(1)}}},
             {{from: Play, to: Two, condition: {at_least(1)}, priority: 3}},
             {{from: One, to: Over, condition: {{value: true}}}}]""",
    )
    rules = (
        rule("a", "on.phase.A", digit(1))
        + rule("b", "on.phase.B", digit(2))
        + rule("c", "on.phase.C", digit(3), "{action: SET_STATE, state: One}")
    )
    # After the jump to One its transition holds at once, before phase B.
    assert play(text(changes, rules)).variable("x") == 13


def test_a_transition_does_not_set_off_the_next_before_a_phase(play: Run, text: Run) -> None:
    changes = flow(
        THREE,
        f"""[{{from: Play, to: Next, condition: {{value: true}}}},
             {{from: Next, to: Over, condition: {at_least(1)}}}]""",
    )
    rules = rule("a", "on.phase.A", digit(1)) + rule("c", "on.phase.C", digit(3))
    assert play(text(changes, rules)).variable("x") == 13


def test_what_an_anchor_says_about_the_state(play: Run, text: Run) -> None:
    states = "{Play: {phases: [A]}, Next: {phases: [A]}, Over: {phases: []}}"
    changes = flow(states, "[{from: Play, to: Next, condition: {value: true}}]")
    in_next = "{isEqual: [{path: $activeState}, {value: Next}]}"
    rules = rule("a", "on.phase.A", digit(1)) + rule("n", "on.phase.A", END, condition=in_next)
    assert play(text(changes, rules)).variable("x") == 11


def test_a_game_that_starts_in_its_last_state(play: Run, text: Run) -> None:
    rules = rule("enter", "on.state.enter.Over", digit(1))
    table = play(text("flow: {initial_state: Over}", rules))
    assert (table.variable("x"), table.result[2]) == (1, "finished")


# ---- endings -----------------------------------------------------------------------------------

SCORES = """
setup:
  - {action: SET_VARIABLE, path: {path: "$.players[0].score"}, value: 3}
  - {action: SET_VARIABLE, path: {path: "$.players[1].score"}, value: 5}
flow: {initial_state: Over, win_condition: {evaluator: %s}}
"""
BOTH = '{list: [{path: "$.players[0].score"}, {path: "$.players[1].score"}]}'
ENDINGS = [
    ('{max: [{path: "$.players[*].score"}]}', ([1], [3, 5], "finished")),
    ('{min: [{path: "$.players[*].score"}]}', ([0], [3, 5], "finished")),
    (f"{{max: [{BOTH}]}}", ([1], [3, 5], "finished")),
    ('{max: [{map: [{path: "$.players"}, {value: 7}]}]}', ([0, 1], [7, 7], "finished")),
    ('{path: "$.players[1]"}', ([1], None, "finished")),
    ("{value: p1}", ([0], None, "finished")),
    # A list is a ranking: its first wins.
    ('{list: [{path: "$.players[1]"}, {path: "$.players[0]"}]}', ([1], None, "finished")),
    ('{filter: [{path: "$.players"}, {value: false}]}', ([], None, "finished")),
    ('{winners: {path: "$.players[*]"}, reason: shared}', ([0, 1], None, "shared")),
    ("{winners: {value: [p2]}}", ([1], None, "finished")),
    # Scores that do not say who wins.
    (f"{{winners: {{value: [p1]}}, scores: {BOTH}}}", ([0], [3, 5], "finished")),
    ('{winners: {value: p2}, scores: {path: "$.players[*].score"}}', ([1], [3, 5], "finished")),
]


@pytest.mark.parametrize(("evaluator", "result"), ENDINGS)
def test_who_wins(play: Run, text: Run, evaluator: str, result: Any) -> None:
    assert play(text(SCORES % evaluator)).result == result


def test_end_game_by_the_win_condition_for_another_reason(play: Run, text: Run) -> None:
    rules = rule("a", "on.phase.Act", "{action: END_GAME, reason: boredom}")
    assert play(text("", rules)).result == ([0, 1], [0, 0], "boredom")


def test_without_a_win_condition_nobody_wins(play: Run, text: Run) -> None:
    changes = "flow: {initial_state: Over, win_condition: null}"
    written = text(changes).replace('"win_condition": null', '"meta": null')
    assert play(written).result == ([], None, "finished")


# ---- what is not there -------------------------------------------------------------------------


def test_a_flow_without_jumps_has_no_machinery(lower: Run, text: Run, find: Run) -> None:
    rules = rule("a", "on.phase.Act", digit(1)) + rule("end", "on.phase.Act", END)
    game = lower(text("", rules))
    assert [variable.name for variable in game.variables] == ["x", "score", "current"]
    assert [procedure.name for procedure in game.procedures] == ["main", "finish"]
    assert find(game, n.Mark) == [n.Mark(kind="turn"), n.Mark(kind="phase")]
