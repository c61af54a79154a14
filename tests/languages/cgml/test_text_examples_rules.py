"""The examples of the language's text on rules, refs, operators, ranks, winning and filters.

As in the examples before them, the deck is 2H 3H 4H 2S 3S 4S from the top, and zones are written
from the top down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]


# ---- 10 ------------------------------------------------------------------------------------------

RULE = """
- id: lay_down
  description: "The whole shape of a rule"
  trigger: on.phase.Act
  timing: post
  priority: 5
  once_per: phase
  enabled_when:
    isEqual:
      - path: "$.players[current].may_lay"
      - value: true
  condition:
    and:
      - exists: [ { path: "$.players[current].zones.hand" } ]
      - isGreaterThan:
          - count: [ { path: "$.players[current].zones.hand" } ]
          - value: 1
  effect:
    - action: MOVE
      from:
        top:
          - path: "$.players[current].zones.hand"
      to:
        path: "$.players[current].zones.front"
  on_failure: abort
  store_as: laid
- {id: end, trigger: on.phase.Act, effect: [{action: END_GAME}]}
"""


@pytest.mark.parametrize(
    ("cards", "may", "laid"),
    [(2, "true", "3H"), (1, "true", ""), (0, "true", ""), (2, "false", "")],
)
def test_10_a_rule_with_all_its_keys(
    text: Run, play: Run, cards: int, may: str, laid: str, dealt: Run
) -> None:
    variables = f"[{{name: may_lay, scope: per_player, initial_value: {may}}}]"
    table = play(text(dealt(("hand", 0, cards)), RULE, variables))
    assert table.zone("front", 0) == laid


def test_10_2_what_events_tell(text: Run, play: Run) -> None:
    add = "{action: INCREMENT, path: $.x, by: "
    rules = f"""
- id: phase
  trigger: on.phase.Act
  condition:
    and:
      - isEqual: [{{path: $.phase}}, {{value: Act}}]
      - isEqual: [{{path: $phase}}, {{path: $currentPhase}}]
      - isEqual: [{{path: $.state}}, {{value: Play}}]
      - isEqual: [{{path: $.player}}, {{value: p1}}]
  effect:
    - {add} 1}}
- id: enter
  trigger: on.state.enter.Play
  condition: {{isEqual: [{{path: $.state}}, {{value: Play}}]}}
  effect: [{add} 10}}]
- id: exit
  trigger: on.state.exit.Play
  condition: {{isEqual: [{{path: $.state}}, {{path: $activeState}}]}}
  effect: [{add} 100}}]
- id: begin
  trigger: on.turn.begin
  effect:
    - action: IF
      condition: {{isEqual: [{{path: $.player}}, {{path: $currentPlayer}}]}}
      then: [{add} 1000}}]
- id: end
  trigger: on.turn.end
  condition: {{isEqual: [{{path: $.turn_index}}, 2]}}
  effect:
    - {{action: SET_STATE, state: Over}}
"""
    table = play(text("", rules))
    # Three turns begin, 0 to 2; player 1 has two of them.
    assert table.variable("x") == 3112


# ---- 11, 12 --------------------------------------------------------------------------------------


def test_11_a_player_is_chosen_and_loses_a_card(effect: Run, dealt: Run) -> None:
    table = effect(
        """
- action: REQUEST_INPUT
  player: current
  prompt: "From whom?"
  options:
    path: "$.players[opponent]"
  store_as: other
- action: MOVE
  from:
    top:
      - path: "$.players[by_id=ref:other].zones.hand"
  to:
    path: "$.players[current].zones.hand"
""",
        dealt(("hand", 1, 1), ("hand", 2, 2), more="meta: {players: {min: 2, max: 3}}"),
        players=3,
    )
    assert table.options("seat") == [1, 2]
    table.choose(2, "seat")
    # The hand of player 3 was 4H on 3H.
    assert [table.zone("hand", seat) for seat in range(3)] == ["4H", "2H", "3H"]


def test_12_3_groups_of_a_hand(effect: Run, dealt: Run) -> None:
    # The hand is 2S 4H 3H 2H: ranks 2, 4, 3 in the order of their first cards.
    table = effect(
        """
- action: FOR_EACH
  in:
    group_by:
      - path: "$.players[current].zones.hand"
      - path: "$.card.properties.rank"
  do:
    - action: SET_VARIABLE
      path: $.x
      value:
        add:
          - mul: [{path: $.x}, {value: 10}]
          - add: [{rank_value: [{ref: item.key}]}, {count: [{ref: item.items}]}]
""",
        dealt(("hand", 0, 4)),
    )
    # Rank values 1, 3, 2 and sizes 2, 1, 1.
    assert table.variable("x") == 343


@pytest.mark.quick(11)
@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("{isEqual: [{value: 3}, {value: 3}]}", True),
        ("{isGreaterThan: [{value: 3}, {value: 3}]}", False),
        ("{isLessThan: [{value: 2}, {value: 3}]}", True),
        ("{not: [{value: false}]}", True),
        ("{and: [{value: true}, {value: true}, {value: false}]}", False),
        ("{or: [{value: false}, {value: false}, {value: true}]}", True),
        ("{any: [{list: [{value: false}, {value: true}]}]}", True),
        ("{all: [{list: [{value: false}, {value: true}]}]}", False),
        ("{any: [{list: [1, 2]}, {isGreaterThan: [{path: $.item}, 1]}]}", True),
        ("{all: [{list: [1, 2]}, {isGreaterThan: [{path: $.item}, 1]}]}", False),
        ("{contains: [{list: [1, 2]}, {value: 2}]}", True),
        ("{in: [{value: 3}, {list: [1, 2]}]}", False),
        ('{exists: [{path: "$.zones.pile"}]}', False),
        ('{exists: [{path: "$.zones.deck.top_card"}]}', True),
        ("{isEqual: [{len: [{list: [4, 4]}]}, 2]}", True),
        ("{isEqual: [{count: [{distinct: [{list: [4, 4]}]}]}, 1]}", True),
        ("{isEqual: [{max: [{list: [4, 6]}]}, {min: [{list: [6, 7]}]}]}", True),
        ("{isEqual: [{add: [2, 3]}, {sub: [9, 4]}]}", True),
        ("{isEqual: [{mul: [2, 3]}, {mod: [13, 7]}]}", True),
        ("{isEqual: [{sum: [1, 2, 3]}, 6]}", True),
        ("{isEqual: [{rank_value: [{value: 4}]}, 3]}", True),
    ],
)
def test_12_every_operator_of_the_text(effect: Run, expression: str, expected: bool) -> None:
    table = effect(
        f"[{{action: SET_VARIABLE, path: $.flag, value: {expression}}}]",
        variables="[{name: flag, initial_value: false}]",
    )
    assert table.variable("flag") is expected


# ---- 15, 16, appendix B --------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second", "expected"), [(2, 1, "[0]"), (1, 1, "[1]")])
def test_15_ranks_are_compared_by_their_values(
    effect: Run, first: int, second: int, expected: str, dealt: Run
) -> None:
    table = effect(
        """
- action: IF
  condition:
    isGreaterThan:
      - rank_value:
          - top:
              - path: "$.players[0].zones.front"
      - rank_value:
          - top:
              - path: "$.players[1].zones.front"
  then: [{action: INCREMENT, path: "$.players[0].score"}]
  else: [{action: INCREMENT, path: "$.players[1].score"}]
""",
        # 3H against 4H; and 4H (the third card) against 2S (the fourth).
        dealt(("front", 0, first + 1), ("front", 1, second)),
    )
    assert str(table.result[0]) == expected


EVALUATORS = {
    "a player": ("{path: '$.players[1]'}", [1]),
    "an order of players": ("{list: [{path: '$.players[1]'}, {path: '$.players[0]'}]}", [1]),
    "winners and a reason": ("{winners: {path: '$.players'}, reason: peace}", [0, 1]),
    "the most": ("{max: [{path: '$.players[*].score'}]}", [1]),
    "the least": ("{min: [{path: '$.players[*].score'}]}", [0]),
}


@pytest.mark.parametrize("case", EVALUATORS)
def test_16_2_who_wins(text: Run, play: Run, case: str) -> None:
    evaluator, winners = EVALUATORS[case]
    rule = """
- id: r
  trigger: on.phase.Act
  effect: [{action: INCREMENT, path: "$.players[1].score"}, {action: END_GAME}]
"""
    changes = f"flow: {{win_condition: {{evaluator: {evaluator}}}}}"
    table = play(text(changes, rule))
    assert table.result[0] == winners
    assert table.result[2] == ("peace" if case.startswith("winners") else "finished")


FILTERS = {
    "of a rank": (
        """
isEqual:
  - path: "$.card.properties.rank"
  - value: "3"
""",
        "3H 3S",
    ),
    "of the suit that was led": (
        """
isEqual:
  - path: "$.card.properties.suit"
  - path: "$.round.led"
""",
        "2S 3S",
    ),
    "the highest of its zone": (
        """
isEqual:
  - rank_value:
      - path: "$.card"
  - max:
      - list:
          - rank_value:
              - all:
                  - path: "$.zone"
""",
        "4H",
    ),
}


@pytest.mark.parametrize("case", FILTERS)
def test_b_common_filters(effect: Run, case: str, dealt: Run) -> None:
    where, expected = FILTERS[case]
    table = effect(
        f"""
- {{action: SET_VARIABLE, path: "$.round.led", value: {{value: S}}}}
- action: MOVE
  from: {{path: "$.players[0].zones.hand"}}
  to: {{path: "$.zones.pile"}}
  filter:{where.replace(chr(10), chr(10) + "    ")}
""",
        dealt(("hand", 0, 5)),  # from the top: 3S 2S 4H 3H 2H
        "[{name: round.led, type: suit, initial_value: null}]",
    )
    assert table.zone("pile") == expected
    assert len(table.zone("hand", 0).split()) == 5 - len(expected.split())
