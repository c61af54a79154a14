"""The examples of the language's text on input and control, and its worked example.

As in the examples before them, the deck is 2H 3H 4H 2S 3S 4S from the top, and zones are written
from the top down: dealing turns the order round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]


# ---- 13.6, 13.8 ----------------------------------------------------------------------------------


def test_13_6_a_literal_list_of_ranks(effect: Run) -> None:
    table = effect(
        """
- action: REQUEST_INPUT
  player: current
  prompt: "Name one"
  options:
    value: ["2","3","4"]
  multiselect: false
  store_as: named
- action: MOVE
  from: {path: "$.zones.deck"}
  to: {path: "$.zones.pile"}
  filter: {isEqual: [{path: "$.card.properties.rank"}, {ref: named}]}
"""
    )
    assert table.options("rank") == ["2", "3", "4"]
    table.choose("3", "rank")
    assert table.zone("pile") == "3S 3H"


@pytest.mark.parametrize(("limit", "options"), [(3, ["3", "2"]), (2, None)])
def test_13_8_a_filter_that_lets_all_or_nothing_through(
    effect: Run, dealt: Run, limit: int, options: list[str] | None
) -> None:
    table = effect(
        """
- action: REQUEST_INPUT
  player: current
  prompt: "One of yours"
  options:
    distinct:
      - path: "$.players[current].zones.hand[*].properties.rank"
  filter:
    isGreaterThan:
      - path: "$.stage"
      - value: 2
- {action: INCREMENT, path: $.x}
""",
        dealt(("hand", 0, 2)),
        f"[{{name: stage, initial_value: {limit}}}]",
    )
    if options is None:  # no option: the rest of the effect is left out
        assert (table.status, table.variable("x")) == ("over", 0)
    else:
        assert table.options("rank") == options


# ---- 13.7, 20 ------------------------------------------------------------------------------------

FLIP = """
- action: FOR_EACH_PLAYER
  order: simultaneous
  players:
    path: "$.players[*]"
  do:
    - action: MOVE
      from:
        top:
          - path: "$.players[$player].zones.stack"
      to:
        path: "$.players[$player].zones.front"
"""


@pytest.mark.parametrize("order", ["clockwise", "simultaneous"])
def test_13_7_for_each_player(effect: Run, dealt: Run, order: str) -> None:
    cards = dealt(("stack", 0, 2), ("stack", 1, 2), more=f"flow: {{player_order: {order}}}")
    table = effect(FLIP, cards)
    assert (table.zone("front", 0), table.zone("front", 1)) == ("3H", "2S")


def test_13_7_for_each_rank_of_a_hand_while_its_cards_move(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: FOR_EACH
  in:
    path: "$.players[current].zones.hand[*].properties.rank"
  do:
    - action: MOVE
      from:
        path: "$.players[current].zones.hand"
      to:
        path: "$.players[current].zones.won"
      filter:
        isEqual:
          - path: "$.card.properties.rank"
          - ref: item
    - {action: INCREMENT, path: $.x}
""",
        dealt(("hand", 0, 5)),  # 3S 2S 4H 3H 2H
    )
    # Threes, twos, then the four: one round for each card that was there at the start.
    assert (table.zone("won", 0), table.variable("x")) == ("4H 2H 2S 3H 3S", 5)


def test_13_7_parallel_movements(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: PARALLEL
  wait: all
  do:
    - action: MOVE
      from:
        path: "$.players[0].zones.front"
      to:
        path: "$.players[0].zones.won"
    - action: MOVE
      from:
        path: "$.players[1].zones.front"
      to:
        path: "$.players[0].zones.won"
""",
        dealt(("front", 0, 1), ("front", 1, 1)),
    )
    assert table.zone("won", 0) == "3H 2H"


@pytest.mark.parametrize(("cards", "front"), [(1, "2H"), (0, "")])
def test_13_7_if_something_can_be_done(
    text: Run, play: Run, dealt: Run, cards: int, front: str
) -> None:
    rules = """
- id: r
  trigger: on.phase.Act
  effect:
    - action: IF
      condition:
        canPerform:
          - action: MOVE
            from:
              top:
                - path: "$.players[current].zones.stack"
            to:
              path: "$.players[current].zones.front"
      then:
        - action: MOVE
          from:
            top:
              - path: "$.players[current].zones.stack"
          to:
            path: "$.players[current].zones.front"
      else:
        - action: SET_STATE
          state: Over
"""
    table = play(text(dealt(("stack", 0, cards)), rules))
    # Player 2 has no stack, so the game is over at the latest when it is their turn.
    assert (table.zone("front", 0), table.oracle.world.turns) == (front, 1 + cards)


WAR = """
- id: flip
  trigger: on.phase.Flip
  effect:
    - action: FOR_EACH_PLAYER
      order: simultaneous
      do:
        - action: MOVE
          from:
            top:
              - path: "$.players[$player].zones.stack"
          to:
            path: "$.players[$player].zones.front"
""" + "".join(
    f"""
- id: compare_{seat}
  trigger: on.phase.Compare
  condition:
    isGreaterThan:
      - rank_value:
          - top:
              - path: "$.players[{seat}].zones.front"
      - rank_value:
          - top:
              - path: "$.players[{1 - seat}].zones.front"
  effect:
    - action: MOVE_ALL
      from:
        path: "$.players[{seat}].zones.front"
      to:
        path: "$.players[{seat}].zones.won"
    - action: MOVE_ALL
      from:
        path: "$.players[{1 - seat}].zones.front"
      to:
        path: "$.players[{seat}].zones.won"
"""
    for seat in (0, 1)
)
FLOW = """
flow:
  states: {Play: {phases: [Flip, Compare]}}
  player_order: simultaneous
  transitions:
    - from: Play
      to: Over
      condition:
        isEqual: [{count: [{path: "$.players[0].zones.stack"}]}, {value: 0}]
  win_condition:
    evaluator: {max: [{map: [{path: $.players}, {count: [{path: $.player.zones.won}]}]}]}
"""


def test_20_flip_and_compare(text: Run, play: Run, dealt: Run) -> None:
    table = play(text(dealt(("stack", 0, 2), ("stack", 1, 4), more=FLOW), WAR))
    # 3H loses against 4S; after 2H and 3S were turned up the stack of player 1 is empty.
    assert (table.zone("won", 0), table.zone("won", 1)) == ("", "3H 4S")
    assert (table.zone("front", 0), table.zone("front", 1)) == ("2H", "3S")
    assert table.result == ([1], [0, 2], "finished")
