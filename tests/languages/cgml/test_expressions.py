"""What expressions are worth, on a table that can be worked out by hand.

Player 1 holds 3H 2H (3H on top), player 2 holds 4H, the deck has 2S 3S 4S (2S on top), the pile is
empty, and player 1 has the turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]

DEALT = """
setup:
  - {action: DEAL, from: {path: "$.zones.deck"}, to: {path: "$.players[0].zones.hand"}, count: 2}
  - {action: DEAL, from: {path: "$.zones.deck"}, to: {path: "$.players[1].zones.hand"}}
"""
MINE = '{path: "$.players[current].zones.hand"}'
DECK = '{path: "$.zones.deck"}'
PILE = '{path: "$.zones.pile"}'
HANDS = '{path: "$.players[*].zones.hand"}'
IS_3 = '{isEqual: [{path: "$.card.properties.rank"}, {value: 3}]}'
RANK = '{path: "$.card.properties.rank"}'
NUMBERS = "{list: [{value: 4}, {value: 1}, {value: 4}]}"

NUMBERS_OUT = [
    # arithmetic
    ("{add: [2, {value: 3}]}", 5),
    ("{sub: [2, 3]}", -1),
    ("{mul: [4, 3]}", 12),
    ("{mod: [7, 3]}", 1),
    ("{mod: [-7, 3]}", 2),
    ("{sum: [1, 2]}", 3),
    ("{sum: [1, 2, 3]}", 6),
    (f"{{sum: [{NUMBERS}]}}", 9),
    (f"{{sum: [{NUMBERS}, 1]}}", 10),
    ("{sum: [{list: []}]}", 0),
    ("{abs: [{value: -4}]}", 4),
    ("{abs: [{value: 4}]}", 4),
    ("{floor: [{div: [-7, 2]}]}", -4),
    ("{ceil: [{div: [-7, 2]}]}", -3),
    ("{ceil: [{div: [7, 2]}]}", 4),
    ("{floor: [5]}", 5),
    ("{max: [1, 7, 3]}", 7),
    (f"{{min: [{NUMBERS}]}}", 1),
    ("{if: [{value: true}, 1, 2]}", 1),
    ("{if: [{value: false}, 1, 2]}", 2),
    # lists
    (f"{{count: [{NUMBERS}]}}", 3),
    (f"{{len: [{NUMBERS}]}}", 3),
    (f"{{count: [{NUMBERS}, {DECK}, 5]}}", 7),
    (f"{{count: [{{distinct: [{NUMBERS}]}}]}}", 2),
    (f"{{first: [{NUMBERS}]}}", 4),
    ("{last: [{list: [8, 9]}]}", 9),
    (f"{{nth: [{NUMBERS}, 1]}}", 1),
    ("{sum: [{range: [2, 4]}]}", 9),
    (f"{{count: [{{filter: [{NUMBERS}, {{isGreaterThan: [{{ref: item}}, 2]}}]}}]}}", 2),
    ("{sum: [{map: [{range: [1, 3]}, {mul: [{path: $.item}, {path: $.item}]}]}]}", 14),
    # zones and cards
    (f"{{count: [{MINE}]}}", 2),
    ('{path: "$.players[current].zones.hand.card_count"}', 2),
    ('{path: "count($.zones.deck)"}', 3),
    ('{count: [{path: "$.players[*].zones.hand"}]}', 3),
    ('{sum: [{path: "$.players[*].zones.hand.card_count"}]}', 3),
    ('{count: [{path: "$.players"}]}', 2),
    ('{count: [{path: "$.players[*].zones.pile_of.top_card"}]}'.replace("pile_of", "hand"), 2),
    ('{rank_value: [{path: "$.zones.deck.top_card"}]}', 1),
    ('{rank_value: [{path: "$.zones.deck.bottom_card"}]}', 3),
    ('{path: "rank_value(bottom($.zones.deck))"}', 3),
    (f"{{rank_value: [{{top: [{MINE}]}}]}}", 2),
    (f"{{rank_value: [{{bottom: [{MINE}]}}]}}", 1),
    ('{rank_value: [{path: "$.zones.deck[1]"}]}', 2),
    ("{rank_value: [{value: 4}]}", 3),
    (f"{{sum: [{{rank_value: [{DECK}]}}]}}", 6),
    (f"{{max: [{{rank_value: [{{all: [{DECK}]}}]}}]}}", 3),
    (f"{{count: [{{filter: [{DECK}, {{isEqual: [{RANK}, {{value: 3}}]}}]}}]}}", 1),
    ('{count: [{distinct: [{path: "$.players[0].zones.hand[*].properties.suit"}]}]}', 1),
    ('{count: [{path: "$.players[opponent].zones.hand"}]}', 1),
    ('{path: "$.players[1].score"}', 5),
    ('{path: "$.players[by_id=p2].score"}', 5),
    ('{path: "$.players[$.leader].score"}', 5),
    ('{path: "$.bonus.first"}', 7),
    ('{path: "$.doubled"}', 10),
    ('{path: "$.players[1].tripled"}', 15),
    ('{path: "$.handicap"}', 3),
]

TRUTHS = [
    ("{isEqual: [2, 2]}", True),
    ("{isNotEqual: [2, 2]}", False),
    ("{isGreaterThan: [3, 2]}", True),
    ("{isGreaterThan: [2, 2]}", False),
    ("{isLessThan: [1, 2]}", True),
    ("{isAtLeast: [2, 2]}", True),
    ("{isAtMost: [3, 2]}", False),
    ("{and: [{value: true}, {isEqual: [1, 2]}]}", False),
    ("{or: [{value: false}, {isEqual: [1, 1]}]}", True),
    ("{not: [{value: true}]}", False),
    ("{isEqual: [{list: [1, 2]}, {range: [1, 2]}]}", True),
    ("{isEqual: [{list: [1, 2]}, {range: [1, 3]}]}", False),
    ("{isEqual: [{list: [1, 2]}, {list: [2, 1]}]}", False),
    (f"{{isEqual: [{{all: [{DECK}]}}, {{all: [{DECK}]}}]}}", True),
    ("{isNotEqual: [{list: [0.5, 1]}, {list: [{div: [1, 2]}, 1]}]}", False),
    ('{isEqual: [{first: [{path: "$.players[score=0]"}]}, {value: p1}]}', True),
    ('{exists: [{path: "$.players[score=4]"}]}', False),
    ('{isEqual: [{path: "rank(top($.zones.deck))"}, {path: $.wild}]}', True),
    (f"{{contains: [{NUMBERS}, 4]}}", True),
    # The literals of a list are what its items are compared with.
    ('{isEqual: [{path: "rank(top($.zones.deck))"}, {nth: [{value: [3, 2]}, 1]}]}', True),
    ('{isEqual: [{path: "rank(top($.zones.deck))"}, {last: [{value: [2, 3]}]}]}', False),
    (f"{{in: [5, {NUMBERS}]}}", False),
    (f"{{any: [{DECK}, {{isEqual: [{RANK}, {{value: 4}}]}}]}}", True),
    (f"{{all: [{DECK}, {{isEqual: [{RANK}, {{value: 4}}]}}]}}", False),
    (f"{{all: [{PILE}, {{isEqual: [{RANK}, {{value: 4}}]}}]}}", True),
    ("{any: [{list: [{value: false}, {value: true}]}]}", True),
    ("{all: [{list: [{value: false}, {value: true}]}]}", False),
    (f"{{exists: [{DECK}]}}", True),
    (f"{{exists: [{PILE}]}}", False),
    ('{exists: [{path: "$.zones.pile.top_card"}]}', False),
    ('{exists: [{path: "$.zones.deck.top_card"}]}', True),
    ("{exists: [{list: []}]}", False),
    ("{exists: [{path: $.wish}]}", False),
    ("{exists: [{path: $.leader}]}", True),
    ("{exists: [{path: $.x}]}", True),
    # Next to a rank both 2 and "2" name the rank 2.
    ('{isEqual: [{path: "$.zones.deck.top_card.properties.rank"}, {value: 2}]}', True),
    ('{isEqual: [{value: "2"}, {path: "rank($.zones.deck.top_card)"}]}', True),
    ('{in: [{path: "rank($.zones.deck.top_card)"}, {value: ["2", 3]}]}', True),
    ('{contains: [{value: [4, 3]}, {path: "rank($.zones.deck.top_card)"}]}', False),
    ('{isEqual: [{path: "suit($.zones.deck.top_card)"}, {value: S}]}', True),
    ('{isEqual: [{property: [{path: "$.zones.deck.top_card"}, color]}, {value: black}]}', True),
    ('{isEqual: [{path: "$.zones.deck.top_card.face"}, {value: down}]}', True),
    (f"{{isEqual: [{{owner: [{{top: [{MINE}]}}]}}, {{path: $currentPlayer}}]}}", True),
    ("{isEqual: [{next_player: []}, {value: p2}]}", True),
    ('{isEqual: [{next_player: [{value: p2}]}, {path: "$.players[0]"}]}', True),
    ("{isEqual: [{path: $currentPhase}, {value: Act}]}", True),
    ("{isEqual: [{path: $.state}, {value: Over}]}", False),
    ('{isEqual: [{path: $player}, {path: "$.players[current]"}]}', True),
    ('{isEqual: [{first: [{path: $turnOrder}]}, {path: "$.players[0].id"}]}', True),
    (f"{{canPerform: [{{action: MOVE, from: {DECK}, to: {PILE}, count: 3}}]}}", True),
    (f"{{canPerform: [{{action: MOVE, from: {DECK}, to: {PILE}, count: 4}}]}}", False),
    (f"{{canPerform: [{{action: MOVE, from: {{top: [{PILE}]}}, to: {PILE}}}]}}", False),
    (f"{{canPerform: [{{action: SHUFFLE, target: {DECK}}}]}}", True),
    # each of several zones must have enough; with a filter what passes it counts
    (f"{{canPerform: [{{action: MOVE, from: {HANDS}, to: {PILE}}}]}}", True),
    (f"{{canPerform: [{{action: MOVE, from: {HANDS}, to: {PILE}, count: 2}}]}}", False),
    (
        f"{{canPerform: [{{action: MOVE, from: {DECK}, to: {PILE}, filter: {IS_3}, count: 1}}]}}",
        True,
    ),
    (f"{{canPerform: [{{action: MILL, from: {DECK}, to: {PILE}, count: 4}}]}}", False),
    (
        f"{{canPerform: [{{action: MOVE, from: {MINE}, to: {PILE}, filter: {IS_3}, count: 2}}]}}",
        False,
    ),
    (f"{{canPerform: [{{action: MOVE, from: {PILE}, to: {DECK}, filter: {IS_3}}}]}}", True),
    (f"{{canPerform: [{{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}}}]}}", True),
    (f"{{canPerform: [{{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}, count: 2}}]}}", False),
    (f"{{canPerform: [{{action: REQUEST_INPUT, options: {MINE}, filter: {IS_3}}}]}}", True),
    (f"{{canPerform: [{{action: REQUEST_INPUT, options: {PILE}}}]}}", False),
    (f"{{canPerform: [{{action: CHOOSE_RANDOM, from: {MINE}, count: 2, store_as: c}}]}}", True),
    (f"{{canPerform: [{{action: CHOOSE_RANDOM, from: {MINE}, count: 3, store_as: c}}]}}", False),
    # Any action can be tried out, also one made of others; nothing of it stays.
    ("{canPerform: [{action: DRAW, count: 3}]}", True),
    ("{canPerform: [{action: DRAW, count: 4}]}", False),
    ("{not: [{canPerform: [{action: DRAW, count: 4}]}]}", True),
    ("{canPerform: [{action: SET_VARIABLE, path: $.x, value: {mod: [1, 0]}}]}", False),
    ("{canPerform: [{action: END_TURN}]}", True),
    ("{canPerform: [{action: SET_STATE, state: Over}]}", True),
    ("{canPerform: [{action: END_GAME}]}", True),
    ("{canPerform: [{action: REPEAT, count: 2, do: [{action: DRAW, count: 2}]}]}", False),
    ("{canPerform: [{action: REPEAT, count: 2, do: [{action: DRAW, count: 1}]}]}", True),
    (f"{{canPerform: [{{action: MOVE_ALL, from: {DECK}, to: {PILE}}}]}}", True),
    (
        f"{{canPerform: [{{action: SEARCH_ZONE, zone: {DECK}, filter: {IS_3}}}]}}",
        True,
    ),
    (f"{{canPerform: [{{action: SEARCH_ZONE, zone: {PILE}, store_as: c}}]}}", False),
    (
        f"{{canPerform: [{{action: REQUEST_INPUT, options: {MINE}, multiselect: true, min: 3}}]}}",
        False,
    ),
    (
        f"{{canPerform: [{{action: IF, condition: {{canPerform: [{{action: DRAW}}]}}, then:"
        f" [{{action: MOVE, from: {PILE}, to: {DECK}}}]}}]}}",
        False,
    ),
    # An absent value makes the comparison false, and nothing else.
    (f"{{isEqual: [{{rank_value: [{{top: [{PILE}]}}]}}, 1]}}", False),
    (f"{{not: [{{isEqual: [{{rank_value: [{{top: [{PILE}]}}]}}, 1]}}]}}", True),
]

VARIABLES = """
- {name: out, initial_value: -99}
- {name: leader, type: player, initial_value: p2}
- {name: wish, type: suit, initial_value: null}
- {name: bonus.first, initial_value: 7}
- {name: doubled, computed: true, expression: {mul: [2, {path: "$.players[1].score"}]}}
- {name: wild, type: rank, computed: true, expression: {value: 2}}
- name: tripled
  scope: per_player
  computed: true
  expression: {mul: [3, {path: "$.players[$player].score"}]}
"""
OPTIONS = "meta: {options: [{name: handicap, default: 3, allowed: [1, 3]}]}"
SCORE = '- {action: SET_VARIABLE, path: {path: "$.players[1].score"}, value: 5}\n'


@pytest.mark.parametrize(("written", "expected"), NUMBERS_OUT)
def test_numbers(effect: Run, written: str, expected: int) -> None:
    actions = f"{SCORE}- {{action: SET_VARIABLE, path: {{path: $.out}}, value: {written}}}"
    assert effect(actions, DEALT + OPTIONS, VARIABLES).variable("out") == expected


@pytest.mark.parametrize(("written", "expected"), TRUTHS)
def test_conditions(effect: Run, written: str, expected: bool) -> None:
    actions = f"""
    - action: IF
      condition: {written}
      then: [{{action: SET_VARIABLE, path: {{path: $.out}}, value: 1}}]
      else: [{{action: SET_VARIABLE, path: {{path: $.out}}, value: 0}}]
    """
    assert effect(actions, DEALT, VARIABLES).variable("out") == int(expected)


def test_an_opponent_among_several_is_a_list_and_one_is_needed_when_run(effect: Run) -> None:
    actions = """
    - {action: SET_VARIABLE, path: {path: $.out}, value: {count: [{path: "$.players[opponent]"}]}}
    - action: SET_VARIABLE
      path: {path: $.leader}
      value: {path: "$.players[$.players[opponent]].id"}
    - {action: SET_VARIABLE, path: {path: $.out}, value: 0}
    """
    three = effect(actions, "meta: {players: {min: 2, max: 3}}", VARIABLES, players=3)
    # The second action fails, so the third is left out.
    assert (three.variable("out"), three.variable("leader")) == (2, 1)
    two = effect(actions, "meta: {players: {min: 2, max: 3}}", VARIABLES, players=2)
    assert (two.variable("out"), two.variable("leader")) == (0, 1)


def test_types_are_found_out_by_use(play: Run, text: Run) -> None:
    rules = """
    - id: r
      trigger: on.phase.Act
      effect:
        - action: REQUEST_INPUT
          options: {value: [2, "3"]}
          store_as: wanted
        - {action: SET_VARIABLE, path: {path: $.rank}, value: {ref: wanted}}
        - action: IF
          condition: {isEqual: [{path: $.rank}, {path: "rank($.zones.deck.top_card)"}]}
          then: [{action: END_GAME, winners: {value: p1}}]
          else: [{action: END_GAME, winners: {value: p2}}]
    """
    table = play(text("", rules, "- {name: rank, initial_value: null}"))
    assert table.options("rank") == ["2", "3"]
    table.choose("2", "rank")
    assert table.variable("rank") == "2"
    assert table.result == ([0], None, "finished")
