"""INSERT_PHASE and REMOVE_PHASE: the phases of the active state, until it is left.

Rules write digits into the variable x, so that its value tells which phases were played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.play.contract import contract
from tools.lockstep import lock_step

Run = Callable[..., Any]
END = "{action: END_GAME}"
THREE = "flow: {states: {Play: {phases: [A, B, C]}, Spare: {phases: [D]}, Over: {}}}\n"


def digit(number: int) -> str:
    shifted = "{mul: [{path: $.x}, 10]}"
    return f"{{action: SET_VARIABLE, path: $.x, value: {{add: [{shifted}, {number}]}}}}"


def rule(name: str, trigger: str, *actions: str, **more: Any) -> str:
    keys = "".join(f", {key}: {value}" for key, value in more.items())
    return f"- {{id: {name}, trigger: {trigger}, effect: [{', '.join(actions)}]{keys}}}\n"


def insert(phase: str, after: str = "", key: str = "phase") -> str:
    return f"{{action: INSERT_PHASE, {key}: {phase}{', after: ' + after if after else ''}}}"


def remove(phase: str, key: str = "name") -> str:
    return f"{{action: REMOVE_PHASE, {key}: {phase}}}"


DIGITS = "".join(rule(p, f"on.phase.{p}", digit(i)) for i, p in enumerate("ABCD", start=1))


def course(play: Run, text: Run, rules: str, until: int, states: str = THREE, **more: Any) -> int:
    """What the phases wrote until x had so many digits, at the end of a turn."""
    enough = f"{{isAtLeast: [{{path: $.x}}, {10 ** (until - 1)}]}}"
    stop = rule("stop", "on.turn.end", END, condition=enough, priority=-9)
    found: int = play(text(states, DIGITS + rules + stop), **more).variable("x")
    return found


CASES = [
    # when, what is done, the phases of two turns
    ("on.phase.A", insert("D", "A"), 14231423),
    ("on.phase.A", insert("D", "A", key="name"), 14231423),
    ("on.phase.A", insert("D"), 14231423),
    ("on.phase.B", insert("D", "A"), 1231423),  # that place is over for this turn
    ("on.phase.C", insert("D", "C"), 12341234),  # one more at the end
    ("on.phase.A", insert("D", "C"), 12341234),
    ("on.phase.A", insert("B", "A"), 123123),  # it follows already
    ("on.phase.A", insert("A", "A"), 11231123),
    ("on.phase.A", remove("B"), 1313),
    ("on.phase.A", remove("B", key="phase"), 1313),
    ("on.phase.B", remove("B"), 12313),  # it is played to its end
    ("on.phase.C", remove("A"), 12323),
    ("on.phase.A", remove("D"), 123123),  # it is not there
    ("on.phase.A", f"{remove('B')}, {remove('C')}", 11),
    ("on.turn.begin", remove("A"), 2323),
    ("on.turn.end", insert("D"), 1234123),
    ("on.state.enter.Play", insert("D", "B"), 12431243),
]


@pytest.mark.parametrize(("trigger", "action", "phases"), CASES)
def test_the_phases_that_are_played(
    play: Run, text: Run, trigger: str, action: str, phases: int
) -> None:
    rules = rule("change", trigger, action, once_per="game", priority=5)
    assert course(play, text, rules, len(str(phases))) == phases


def test_a_phase_may_be_known_by_its_rules_only(play: Run, text: Run) -> None:
    states = "flow: {states: {Play: {phases: [A, B, C]}, Over: {}}}\n"
    rules = rule("change", "on.phase.B", insert("D", "B"), once_per="game")
    assert course(play, text, rules, 4, states) == 1243


def test_leaving_the_state_brings_its_own_phases_back(play: Run, text: Run) -> None:
    # Play changes, goes to Spare and comes back as the file has it.
    rules = (
        rule("change", "on.phase.A", remove("B"), insert("A", "A"), once_per="game")
        + rule("go", "on.phase.C", "{action: SET_STATE, state: Spare}", once_per="game")
        + rule("back", "on.phase.D", "{action: SET_STATE, state: Play}")
    )
    assert course(play, text, rules, 6) == 1134123


def test_a_jump_goes_to_a_phase_that_was_inserted(play: Run, text: Run) -> None:
    rules = (
        rule("change", "on.phase.A", insert("D", "C"), once_per="game")
        + rule("go", "on.phase.A", "{action: SET_PHASE, phase: D}")
        + rule("nowhere", "on.phase.D", "{action: SET_PHASE, phase: E}")
        + rule("e", "on.phase.E", digit(9))
    )
    states = THREE.replace("Over", "Odd: {phases: [E]}, Over")
    assert course(play, text, rules, 4, states) == 1414


def test_there_are_at_most_32_phases(play: Run, text: Run) -> None:
    # Three are there: 29 fit, and then what follows in the effect is left out.
    one = "{action: INCREMENT, path: $.x}"
    both = ", ".join((insert("D", "A"), one, insert("B", "A"), one))
    count = f"{{action: REPEAT, count: 40, do: [{both}]}}"
    rules = rule("change", "on.turn.begin", count, once_per="game") + rule(
        "stop", "on.turn.begin", END, priority=-1
    )
    assert play(text(THREE, rules)).variable("x") == 29


def test_all_at_once_there_are_lists_too(play: Run, text: Run) -> None:
    rules = rule("change", "on.phase.A", insert("D", "A"), once_per="game") + rule(
        "stop", "on.phase.C", END, priority=-1
    )
    states = THREE.replace("flow: {", "flow: {player_order: simultaneous, ")
    assert play(text(states, DIGITS + rules)).variable("x") == 1423


def test_whether_a_phase_could_be_inserted(play: Run, text: Run) -> None:
    rules = (
        rule("yes", "on.phase.A", digit(7), condition=f"{{canPerform: [{insert('D', 'A')}]}}")
        + rule("no", "on.phase.A", digit(8), condition=f"{{canPerform: [{insert('A', 'D')}]}}")
        + rule("stop", "on.phase.B", END, priority=-1)
    )
    assert play(text(THREE, DIGITS + rules)).variable("x") == 172


def test_games_without_such_lists_have_none(lower: Run, text: Run, find: Run) -> None:
    rules = rule("go", "on.phase.A", "{action: SET_PHASE, phase: C}") + rule(
        "stop", "on.phase.C", END
    )
    game = lower(text(THREE, DIGITS + rules))
    assert all(v.count == 1 for v in find(game, n.VariableDef))


CHOICES = """
- id: ask
  trigger: on.phase.A
  effect:
    - {action: REQUEST_INPUT, options: {range: [1, 4]}, store_as: what}
    - {action: IF, condition: {isEqual: [{ref: what}, 1]}, then: [INSERT]}
    - {action: IF, condition: {isEqual: [{ref: what}, 2]}, then: [REMOVE]}
    - {action: IF, condition: {isEqual: [{ref: what}, 3]}, then: [{action: SET_PHASE, phase: D}]}
"""


def test_machine_and_oracle_agree_on_lists_that_players_change(lower: Run, text: Run) -> None:
    choices = CHOICES.replace("INSERT", insert("D", "B")).replace("REMOVE", remove("D"))
    stop = rule("stop", "on.turn.end", END, condition="{isAtLeast: [{path: $.x}, 100000]}")
    game = lower(text(THREE, DIGITS + choices + stop))
    ends = [lock_step(game, 2, seed).status for seed in range(8)]
    assert ends == ["over"] * 8
    assert contract(compile_game(game, 2), games=2).breaches == ()
