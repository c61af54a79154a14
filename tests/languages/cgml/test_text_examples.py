"""Every example of the language's text up to the actions, with cards and names of our own.

The test names begin with the section. Each has the keys and operators of its example and plays it:
what counts is what happens. The deck is 2H 3H 4H 2S 3S 4S from the top; zones are written from the
top down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludwright

Run = Callable[..., Any]

# ---- 4, 6 ----------------------------------------------------------------------------------------


def test_4_meta(text: Run) -> None:
    changes = """
meta:
  name: Ladders
  author: A. Nother
  description: Up and down.
  players:
    min: 3
    max: 5
  rng:
    deterministic: true
    seed: 77
  meta:
    genre: climbing
    shelf: [anything, {at: all}]
"""
    definition = ludwright.loads(text(changes), "cgml").definition
    assert (definition.name, definition.about) == ("Ladders", "Up and down.")
    assert (definition.least_players, definition.most_players) == (3, 5)
    assert definition.genre == "climbing"


def test_6_4_a_ref_in_a_path(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: REQUEST_INPUT
  options: {path: "$.players"}
  store_as: victim
- action: MOVE
  from:
    path: "$.players[by_id=ref:victim].zones.hand"
  to:
    path: "$.players[current].zones.hand"
""",
        dealt(("hand", 0, 1), ("hand", 1, 2)),
    )
    assert table.options("seat") == [0, 1]
    table.choose(1, "seat")
    # 4H was dealt last to player 2 and so lies on top.
    assert (table.zone("hand", 0), table.zone("hand", 1)) == ("4H 2H", "3H")


def test_6_5_distinct_ranks_as_options(effect: Run, dealt: Run) -> None:
    # From the top: 2H 3H 4H 2S are dealt one on the other, so the hand is 2S 4H 3H 2H.
    table = effect(
        """
- action: REQUEST_INPUT
  player: current
  prompt: Which one?
  options:
    distinct:
      - path: "$.players[current].zones.hand[*].properties.rank"
  store_as: wish
- action: SET_VARIABLE
  path: $.kept
  value: {ref: wish}
""",
        dealt(("hand", 0, 4)),
        "[{name: kept, type: rank, initial_value: null}]",
    )
    assert table.options("rank") == ["2", "4", "3"]
    table.choose("4", "rank")
    assert table.variable("kept") == "4"


def test_6_6_the_largest_of_a_list(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: SET_VARIABLE
  path: $.x
  value:
    max:
      - list:
          - rank_value:
              - path: "$.players[0].zones.front.top_card"
          - rank_value:
              - path: "$.players[1].zones.front.top_card"
""",
        dealt(("front", 0, 1), ("front", 1, 1)),  # 2H and 3H: the second lowest rank
    )
    assert table.variable("x") == 2


# ---- 7, 8 ----------------------------------------------------------------------------------------

COMPONENTS = """
cgml_version: "1.3"
meta: {name: Test, players: {min: 2, max: 4}}
components:
  component_types:
    deck_types:
      forty:
        composition:
          - type: template
            template: standard_suits
            values: [1,2,3,4,5,6,7,J,H,K]
        rank_hierarchy: [1,2,3,4,5,6,7,J,H,K]
    zone_types:
      stock:
        ordering: shuffled
        default_face: down
        allows_reorder: false
        visibility: { all: count_only }
      cards_in_hand:
        ordering: unordered
        default_face: up
        allows_reorder: false
        visibility:
          owner: all
          others: count_only
  decks:
    spanish:
      type: forty
  zones:
    - name: talon
      type: stock
      of_deck: spanish
      owner_scope: global
    - name: holding
      type: cards_in_hand
      per_player: true
      owner_scope: player
setup:
  - action: SHUFFLE
    target:
      path: "$.zones.talon"
  - action: DEAL_ROUND_ROBIN
    from:
      path: "$.zones.talon"
    to:
      path: "$.players[*].zones.holding"
    count: 5
flow:
  states: {Play: {phases: [Act]}, Over: {}}
  initial_state: Play
rules:
  - id: ask
    trigger: on.phase.Act
    effect:
      - {action: REQUEST_INPUT, options: {path: "$.players[current].zones.holding"}}
      - {action: SET_STATE, state: Over}
"""


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("prefix", [False, True])
def test_7_3_components_and_8_setup(players: int, prefix: bool) -> None:
    text = COMPONENTS
    for word in ("deck_types.forty", "zone_types.stock", "zone_types.cards_in_hand"):
        text = text.replace(f"type: {word.partition('.')[2]}\n", f"type: {word}\n")
    assert text.count("_types.") == 3
    game = ludwright.loads(text if prefix else COMPONENTS, "cgml")
    table = game.table(players=players, seed=3)
    assert len(table.zone("talon")) == 40 - 5 * players
    hands = [table.zone("holding", seat) for seat in range(players)]
    assert [len(hand) for hand in hands] == [5] * players
    every = [card for hand in hands for card in hand]
    assert len(set(every)) == len(every)
    # Shuffled, so that another seed gives other cards, and the same seed the same.
    assert game.table(players=players, seed=3).zone("holding", 0) == hands[0]
    assert game.table(players=players, seed=4).zone("holding", 0) != hands[0]
    # One sees one's own cards, of the others' and of the talon only how many there are.
    view = table.view(0)
    assert view.zone("holding", 0) == hands[0]
    assert view.zone("holding", 1) == [None] * 5
    assert view.zone("talon") == [None] * (40 - 5 * players)


def test_7_4_variables_and_computed_ones(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- {action: INCREMENT, path: "$.players[1].tally", by: 4}
- {action: SET_VARIABLE, path: $.x, value: {path: $.all_cards}}
- {action: MOVE, from: {path: "$.players[0].zones.stack"}, to: {path: "$.zones.pile"}}
- {action: SET_VARIABLE, path: $.y, value: {path: $.all_cards}}
""",
        dealt(("stack", 0, 2), ("stack", 1, 3)),
        """
- name: tally
  scope: per_player
  initial_value: 2
  computed: false
- name: all_cards
  computed: true
  scope: global
  expression:
    sum:
      - count:
          - path: "$.players[0].zones.stack"
      - count:
          - path: "$.players[1].zones.stack"
- {name: y, initial_value: 0}
""",
    )
    assert (table.variable("tally", 0), table.variable("tally", 1)) == (2, 6)
    assert (table.variable("x"), table.variable("y")) == (5, 4)


# ---- 9 -------------------------------------------------------------------------------------------

FLOW = """
flow:
  states:
    Racing:
      phases: [Take, Keep, Rest]
    Finish:
      phases: []
  initial_state: Racing
  player_order: {order}
  transitions:
    - id: stop_when_one_has_run_out
      from: Racing
      to: Finish
      condition:
        or:
          - isEqual:
              - sum:
                  - count: [ { path: "$.players[0].zones.stack" } ]
                  - count: [ { path: "$.players[0].zones.front" } ]
              - value: 0
          - isEqual:
              - sum:
                  - count: [ { path: "$.players[1].zones.stack" } ]
                  - count: [ { path: "$.players[1].zones.front" } ]
              - value: 0
  win_condition:
    description: "The fuller the better"
    evaluator:
      max:
        - list:
            - add:
                - count: [ { path: "$.players[0].zones.stack" } ]
                - count: [ { path: "$.players[0].zones.won" } ]
            - add:
                - count: [ { path: "$.players[1].zones.stack" } ]
                - count: [ { path: "$.players[1].zones.won" } ]
"""
KEEPING = """
- id: take
  trigger: on.phase.Take
  effect:
    - action: MOVE
      from: {top: [{path: "$.players[current].zones.stack"}]}
      to: {path: "$.players[current].zones.front"}
- id: keep
  trigger: on.phase.Keep
  effect:
    - action: MOVE_ALL
      from: {path: "$.players[current].zones.front"}
      to: {path: "$.players[current].zones.won"}
"""


def test_9_1_states_transitions_and_win_condition(text: Run, play: Run, dealt: Run) -> None:
    flow = FLOW.replace("{order}", "clockwise")
    table = play(text(dealt(("stack", 0, 2), ("stack", 1, 4), more=flow), KEEPING))
    # Player 1 takes and keeps two cards, player 2 one in between; then player 1 has run out.
    assert (table.zone("stack", 0), table.zone("won", 0)) == ("", "2H 3H")
    assert (table.zone("stack", 1), table.zone("won", 1)) == ("3S 2S 4H", "4S")
    assert table.result == ([1], [2, 4], "finished")


def test_9_3_simultaneous_phases_have_no_turns(text: Run, play: Run, dealt: Run) -> None:
    flow = FLOW.replace("{order}", "simultaneous")
    rule = """
- id: all_take
  trigger: on.phase.Take
  effect:
    - action: FOR_EACH_PLAYER
      order: simultaneous
      do:
        - action: MOVE
          from: {top: [{path: "$.players[$player].zones.stack"}]}
          to: {path: "$.players[$player].zones.won"}
"""
    table = play(text(dealt(("stack", 0, 2), ("stack", 1, 4), more=flow), rule))
    # Two rounds in which both take a card.
    assert (table.zone("won", 0), table.zone("won", 1)) == ("2H 3H", "3S 4S")
    assert table.result == ([1], [2, 4], "finished")
