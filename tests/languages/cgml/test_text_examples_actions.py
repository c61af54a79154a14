"""The examples of the language's text on actions that move, show and find cards or change the flow.

As in the examples before them, the deck is 2H 3H 4H 2S 3S 4S from the top, and zones are written
from the top down: dealing turns the order round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]


def seers(table: Any, zone: str, seat: int | None = None) -> list[int]:
    """Who sees each card of a zone, from the top, as masks: 1 for player 1, 2 for player 2."""
    number = table.oracle.things.zone_numbers[zone, seat, 0]
    return [table.oracle.world.shown[token] for token in table.oracle.world.zones[number]]


# ---- 13.1 ----------------------------------------------------------------------------------------


def test_13_1_move_with_count_and_filter(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: MOVE
  from:
    path: "$.players[0].zones.hand"
  to:
    path: "$.players[0].zones.front"
  count: 1
  filter:
    isEqual:
      - path: "$.card.properties.rank"
      - value: "2"
""",
        dealt(("hand", 0, 4)),  # 2S 4H 3H 2H
    )
    # The first that fits, from the top.
    assert (table.zone("front", 0), table.zone("hand", 0)) == ("2S", "4H 3H 2H")


def test_13_1_move_that_finds_too_few_ends_the_effect(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: MOVE
  from: {path: "$.players[0].zones.hand"}
  to: {path: "$.players[0].zones.front"}
  count: 2
  filter: {isEqual: [{path: "$.card.properties.rank"}, {value: "4"}]}
- {action: INCREMENT, path: $.x}
""",
        dealt(("hand", 0, 4)),
    )
    assert (table.zone("front", 0), table.variable("x")) == ("", 0)


def test_13_1_move_all(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: MOVE_ALL
  from:
    path: "$.players[1].zones.front"
  to:
    path: "$.players[0].zones.won"
""",
        dealt(("front", 1, 3), ("won", 0, 1)),
    )
    assert (table.zone("won", 0), table.zone("front", 1)) == ("4H 3H 2H 2S", "")


DEALS = {
    "DEAL to one": (
        """
- action: DEAL
  from:
    path: "$.zones.deck"
  to:
    path: "$.players[0].zones.hand"
  count: 5
""",
        ("3S 2S 4H 3H 2H", "", "4S"),
    ),
    "DEAL_ROUND_ROBIN, one round": (
        """
- action: DEAL_ROUND_ROBIN
  from:
    path: "$.zones.deck"
  to:
    path: "$.players[*].zones.hand"
  count: 1
  order: clockwise
""",
        ("2H", "3H", "4H 2S 3S 4S"),
    ),
    "DEAL_ROUND_ROBIN, two rounds": (
        """
- action: DEAL_ROUND_ROBIN
  from: {path: "$.zones.deck"}
  to: {path: "$.players[*].zones.hand"}
  count: 2
""",
        ("4H 2H", "2S 3H", "3S 4S"),
    ),
    "DEAL_ALL": (
        """
- action: DEAL_ALL
  from:
    path: "$.zones.deck"
  to:
    path: "$.players[*].zones.hand"
""",
        ("3S 4H 2H", "4S 2S 3H", ""),
    ),
}


@pytest.mark.parametrize("case", DEALS)
@pytest.mark.parametrize("where", ["setup", "effect"])
def test_13_1_deals(effect: Run, dealt: Run, case: str, where: str) -> None:
    actions, expected = DEALS[case]
    changes = dealt(more=f"setup:{actions}" if where == "setup" else "")
    table = effect(actions if where == "effect" else "[]", changes)
    assert (table.zone("hand", 0), table.zone("hand", 1), table.zone("deck")) == expected


# ---- 13.2 ----------------------------------------------------------------------------------------


def test_13_2_reveal_conceal_flip_peek_look(effect: Run, dealt: Run) -> None:
    cards = dealt(("hand", 0, 1), ("hand", 1, 1), ("front", 0, 1), ("stack", 1, 2))
    table = effect(
        """
- action: REVEAL
  target:
    all:
      - path: "$.players[*].zones.hand"
  to: all
- action: CONCEAL
  target:
    path: "$.players[opponent].zones.hand"
  from: others
- action: FLIP
  target:
    top:
      - path: "$.players[current].zones.front"
- action: PEEK
  players: [current]
  target:
    top:
      - path: "$.players[opponent].zones.stack"
- action: LOOK
  player: current
  target:
    path: "$.zones.deck"
""",
        cards,
    )
    # Both hands were shown to both; then the other's was taken out of sight of all but its owner.
    assert (seers(table, "hand", 0), seers(table, "hand", 1)) == ([3], [2])
    assert seers(table, "front", 0) == [0]  # it was open and now lies face down
    assert seers(table, "stack", 1) == [1, 0]
    assert seers(table, "deck") == [1]


# ---- 13.3 ----------------------------------------------------------------------------------------


def test_13_3_shuffle(effect: Run, dealt: Run) -> None:
    action = """
- action: SHUFFLE
  target:
    path: "$.players[current].zones.stack"
"""
    found = {
        effect(action, dealt(("stack", 0, 3)), seed=seed).zone("stack", 0) for seed in range(40)
    }
    # All six orders of three cards, with 40 tries.
    assert len(found) == 6 and all(sorted(f.split()) == ["2H", "3H", "4H"] for f in found)


def test_13_3_reorder_a_card_to_the_top(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: REORDER
  target:
    path: "$.players[current].zones.won"
  by: top
""",
        dealt(("won", 0, 3)),  # 4H 3H 2H
    )
    assert table.options() == ["4H", "3H", "2H"]
    table.choose("2H")
    assert table.zone("won", 0) == "2H 4H 3H"


def test_13_3_choose_random(effect: Run, dealt: Run) -> None:
    actions = """
- action: CHOOSE_RANDOM
  from:
    path: "$.players[current].zones.hand"
  count: 1
  store_as: lucky
- {action: MOVE, from: {ref: lucky}, to: {path: "$.zones.pile"}}
"""
    found = Counter(
        effect(actions, dealt(("hand", 0, 2)), seed=seed).zone("pile") for seed in range(40)
    )
    assert sorted(found) == ["2H", "3H"] and min(found.values()) >= 5  # 20, deviation 3.2


def test_13_3_search_zone(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: SEARCH_ZONE
  zone:
    path: "$.players[current].zones.stack"
  filter:
    isEqual:
      - path: "$.card.properties.rank"
      - value: "2"
  max: 1
  store_as: hit
- {action: MOVE, from: {ref: hit}, to: {path: "$.zones.pile"}}
""",
        dealt(("stack", 0, 5)),  # 3S 2S 4H 3H 2H
    )
    assert table.options() == ["2S", "2H"]
    seen = seers(table, "stack", 0)  # by whoever searches, what is found at least
    assert (seen[1], seen[4]) == (1, 1) and not any(mask & 2 for mask in seen)
    table.choose("2H")
    assert table.zone("pile") == "2H"


def test_13_3_mill_and_reveal_matching(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: MILL
  from:
    path: "$.players[opponent].zones.stack"
  to:
    path: "$.players[opponent].zones.won"
  count: 2
- action: REVEAL_MATCHING
  from:
    path: "$.players[current].zones.hand"
  filter:
    isEqual:
      - path: "$.card.properties.suit"
      - value: "S"
""",
        dealt(("stack", 1, 3), ("hand", 0, 2)),  # 4H 3H 2H; 3S 2S
    )
    assert (table.zone("stack", 1), table.zone("won", 1)) == ("2H", "3H 4H")
    assert seers(table, "hand", 0) == [3, 3]


# ---- 13.4, 13.5 ----------------------------------------------------------------------------------


def test_13_4_variables_state_and_phase(text: Run, play: Run) -> None:
    rules = """
- id: count
  trigger: on.phase.First
  effect:
    - action: SET_VARIABLE
      path:
        path: "$.players[current].score"
      value:
        add:
          - path: "$.players[current].score"
          - value: 1
    - action: INCREMENT
      path:
        path: "$.x"
      by: 10
    - action: SET_PHASE
      phase: Third
- {id: never, trigger: on.phase.Second, effect: [{action: INCREMENT, path: $.x, by: 1000}]}
- id: stop
  trigger: on.phase.Third
  condition: {isAtLeast: [{path: $.x}, 30]}
  effect:
    - action: SET_STATE
      state: Over
"""
    table = play(text("flow: {states: {Play: {phases: [First, Second, Third]}}}", rules))
    # Three turns, of which player 1 has two; the second phase is jumped over.
    assert (table.variable("x"), table.variable("score", 0), table.variable("score", 1)) == (
        30,
        2,
        1,
    )


@pytest.mark.parametrize(
    ("action", "seats"),
    [
        ("", "123123"),
        ("{action: SKIP_TURN, player: current}", "123231"),
        ("{action: EXTRA_TURN, player: current}", "112312"),
        ("{action: REVERSE_ORDER}", "132132"),
    ],
)
def test_13_5_turns(text: Run, play: Run, action: str, seats: str) -> None:
    rules = f"""
- {{id: once, trigger: on.turn.begin, once_per: game, effect: [{action}]}}
- id: note
  trigger: on.phase.Act
  effect:
    - action: SET_VARIABLE
      path: $.x
      value:
        add:
          - mul: [{{path: $.x}}, {{value: 10}}]
          - path: "$.players[current].seat"
- id: stop
  trigger: on.turn.end
  condition: {{isGreaterThan: [{{path: $.x}}, 99999]}}
  effect: [{{action: END_GAME}}]
- id: sit
  trigger: on.state.enter.Play
  effect:
    - {{action: SET_VARIABLE, path: "$.players[0].seat", value: 1}}
    - {{action: SET_VARIABLE, path: "$.players[1].seat", value: 2}}
    - {{action: SET_VARIABLE, path: "$.players[2].seat", value: 3}}
"""
    variables = "[{name: seat, scope: per_player, initial_value: 0}]"
    table = play(text("meta: {players: {min: 3, max: 3}}", rules, variables), players=3)
    assert str(table.variable("x")) == seats
