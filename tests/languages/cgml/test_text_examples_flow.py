"""The examples of the language's text that need files beside the game, changing phases or teams."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludwright

Run = Callable[..., Any]

PARENT = """
cgml_version: "1.3"
meta: {name: Parent, players: {min: 2, max: 2}}
components:
  component_types:
    zone_types: {open: {ordering: lifo}}
  variables: [{name: x, initial_value: 1}]
setup: []
flow:
  states: {Play: {phases: [Act]}, Over: {}}
  initial_state: Play
rules:
  - {id: count, trigger: on.phase.Act, effect: [{action: INCREMENT, path: $.x, by: 10}]}
  - {id: end, trigger: on.phase.Act, effect: [{action: SET_STATE, state: Over}]}
"""
CHILD = """
imports:
  - !include 'https://cgml.io/core-components/v1/standard_52.yaml'
inherit: 'parent.cgml'
meta: {name: Child}
rules:
  - {id: count, trigger: on.phase.Act, effect: [{action: INCREMENT, path: $.x, by: 100}]}
"""


def test_5_1_a_child_replaces_a_rule_of_its_parent(tmp_path: Path) -> None:
    (tmp_path / "parent.cgml").write_text(PARENT, encoding="utf-8")
    (tmp_path / "child.cgml").write_text(CHILD, encoding="utf-8")
    game = ludwright.load(tmp_path / "child.cgml")
    assert game.definition.name == "Child"
    table = game.table(players=2, seed=1)
    assert table.over and table.variable("x") == 101


def test_6_1_players_of_a_team(effect: Run) -> None:
    table = effect(
        """
- action: SET_VARIABLE
  path: $.x
  value: {count: [{path: "$.players[team=red]"}]}
""",
        "meta: {players: {min: 4, max: 4, teams: {red: [0, 2], blue: [1, 3]}}}",
        players=4,
    )
    assert table.variable("x") == 2


@pytest.mark.parametrize(("a", "b", "expected"), [(7, 2, 7), (8, 2, 8), (9, 4, 9)])
def test_12_4_division(effect: Run, a: int, b: int, expected: int) -> None:
    table = effect(
        f"[{{action: SET_VARIABLE, path: $.x, value: {{mul: [{{div: [{a}, {b}]}}, {b}]}}}}]"
    )
    assert table.variable("x") == expected


def test_12_4_average(effect: Run) -> None:
    table = effect("[{action: SET_VARIABLE, path: $.x, value: {avg: [1, 2, 3, 6]}}]")
    assert table.variable("x") == 3


def test_13_5_a_phase_is_inserted_and_removed(text: Run, play: Run) -> None:
    rules = """
- id: more
  trigger: on.phase.First
  once_per: game
  effect:
    - action: INSERT_PHASE
      after: First
      phase: Bonus
- {id: bonus, trigger: on.phase.Bonus, effect: [{action: INCREMENT, path: $.x}]}
- id: less
  trigger: on.phase.Last
  condition: {isEqual: [{path: $.x}, 2]}
  effect:
    - action: REMOVE_PHASE
      name: Bonus
- id: end
  trigger: on.turn.end
  condition: {isEqual: [{path: $.turn_index}, 3]}
  effect: [{action: END_GAME}]
"""
    states = "{Play: {phases: [First, Last]}, Other: {phases: [Bonus]}}"
    table = play(text(f"flow: {{states: {states}}}", rules))
    # The new phase is played in the first two of four turns.
    assert table.variable("x") == 2


def test_13_7_parallel_waits_for_all_answers(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: PARALLEL
  wait: all
  do:
    - {action: REQUEST_INPUT, player: {path: "$.players[0]"}, options: {value: [1, 2]}, store_as: a}
    - {action: REQUEST_INPUT, player: {path: "$.players[1]"}, options: {value: [3, 4]}, store_as: b}
- {action: SET_VARIABLE, path: $.x, value: {add: [{mul: [{ref: a}, 10]}, {ref: b}]}}
"""
    )
    table.choose(2, "int")
    table.choose(3, "int")
    assert table.variable("x") == 23
