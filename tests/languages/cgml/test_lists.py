"""Lists in order, in groups and put together, on a table that can be worked out by hand.

Player 1 holds 3H 2H (3H on top), player 2 holds 4H, the deck has 2S 3S 4S (2S on top).
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
HANDS = '{path: "$.players[*].zones.hand"}'
EVERY = '{path: "$.players[*].zones.hand[*]"}'
DECK = '{path: "$.zones.deck"}'
PILE = '{path: "$.zones.pile"}'
VALUE = '{rank_value: [{path: "$.item"}]}'
ODD = "{mod: [{path: $.item}, 2]}"
NUMBERS = "{list: [3, 1, 2, 5]}"
BY_ODD = f"{{group_by: [{NUMBERS}, {ODD}]}}"
SIZE = '{count: [{path: "$.item.items"}]}'


def digits(list_: str) -> str:
    """An expression that writes the numbers of a list behind each other."""
    places = f"{{range: [0, {{sub: [{{count: [{list_}]}}, 1]}}]}}"
    powers = "{nth: [{list: [1, 10, 100, 1000, 10000]}, {path: $.item}]}"
    back = f"{{nth: [{list_}, {{sub: [{{sub: [{{count: [{list_}]}}, 1]}}, {{path: $.item}}]}}]}}"
    return f"{{sum: [{{map: [{places}, {{mul: [{powers}, {back}]}}]}}]}}"


@pytest.mark.quick(12)
@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        # in order; equals stay as they are
        (digits(f"{{sort: [{NUMBERS}]}}"), 1235),
        (digits(f"{{sort: [{NUMBERS}, {{sub: [0, {{path: $.item}}]}}]}}"), 5321),
        (digits(f"{{sort: [{NUMBERS}, {ODD}]}}"), 2315),
        ("{count: [{sort: [{list: []}]}]}", 0),
        (f"{{rank_value: [{{first: [{{sort: [{DECK}, {{sub: [0, {VALUE}]}}]}}]}}]}}", 3),
        (f"{{argmax: [{NUMBERS}, {{path: $.item}}]}}", 5),
        (f"{{argmin: [{NUMBERS}, {{path: $.item}}]}}", 1),
        # the first of several that are best
        (f"{{argmax: [{NUMBERS}, {ODD}]}}", 3),
        ("{argmin: [{list: [4, 6, 8]}, {mod: [{path: $.item}, 2]}]}", 4),
        # put together
        (digits(f"{{concat: [{NUMBERS}, {{list: [7]}}]}}"), 31257),
        ("{count: [{concat: [{list: [1]}, {list: []}, 5]}]}", 2),
        (f"{{count: [{{concat: [{DECK}, {MINE}, {PILE}]}}]}}", 5),
        ("{max: [{list: [1, 9]}, 4, {list: []}]}", 9),
        ("{min: [{list: [3]}, {list: [2, 8]}]}", 2),
        ("{count: [{distinct: [{list: [1, 2]}, {list: [2, 3]}, 3]}]}", 3),
        # the cards of several zones
        (f"{{count: [{EVERY}]}}", 3),
        (f"{{sum: [{{rank_value: [{EVERY}]}}]}}", 6),
        ('{count: [{path: "$.players[*].zones.hand.cards"}]}', 3),
        (f"{{count: [{{all: [{HANDS}]}}]}}", 3),
        (f"{{count: [{{filter: [{EVERY}, {{isEqual: [{VALUE}, 2]}}]}}]}}", 1),
        (f"{{rank_value: [{{first: [{EVERY}]}}]}}", 2),
        (f"{{count: [{{all: [{{list: [{DECK}, {PILE}, {MINE}]}}]}}]}}", 5),
        # groups, in the order in which they first appear
        (f"{{count: [{BY_ODD}]}}", 2),
        (digits(f'{{map: [{BY_ODD}, {{path: "$.item.key"}}]}}'), 10),
        (digits(f"{{map: [{BY_ODD}, {SIZE}]}}"), 31),
        (digits(f'{{map: [{BY_ODD}, {{sum: [{{path: "$.item.items"}}]}}]}}'), 92),
        (f"{{count: [{{filter: [{BY_ODD}, {{isEqual: [{SIZE}, 3]}}]}}]}}", 1),
        (digits(f'{{map: [{{sort: [{BY_ODD}, {SIZE}]}}, {{path: "$.item.key"}}]}}'), 1),
        (f"{{if: [{{any: [{BY_ODD}, {{isEqual: [{SIZE}, 1]}}]}}, 1, 2]}}", 1),
        ("{count: [{group_by: [{list: []}, {path: $.item}]}]}", 0),
    ],
)
def test_lists(effect: Run, expression: str, expected: int) -> None:
    table = effect(f"[{{action: SET_VARIABLE, path: $.x, value: {expression}}}]", DEALT)
    assert table.variable("x") == expected


def test_the_best_of_nothing_fails(effect: Run) -> None:
    actions = f"""
        - {{action: SET_VARIABLE, path: $.x, value: 3}}
        - action: SET_VARIABLE
          path: $.x
          value: {{rank_value: [{{argmax: [{PILE}, {VALUE}]}}]}}
        - {{action: SET_VARIABLE, path: $.x, value: 4}}
        """
    assert effect(actions).variable("x") == 3


@pytest.mark.parametrize(("players", "cards"), [(1, "4H 3H 2H"), (2, "2S 4H 3H 2H 3S")])
def test_cards_of_those_who_play(effect: Run, players: int, cards: str) -> None:
    actions = f"""
        - {{action: DEAL, from: {DECK}, to: {{path: "$.players[0].zones.hand"}}, count: 3}}
        - {{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}, count: {players - 1}}}
        - {{action: MOVE_ALL, from: {EVERY}, to: {PILE}}}
        """
    table = effect(actions, "meta: {players: {min: 1, max: 2}}", players=players)
    # Seat by seat, each hand from the top; two play with one more card each.
    assert table.zone("pile") == cards


def test_cards_of_the_others(effect: Run) -> None:
    actions = f"""
        - {{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}, count: 2}}
        - {{action: MOVE_ALL, from: {{path: "$.players[opponent].zones.hand[*]"}}, to: {PILE}}}
        """
    table = effect(actions, "meta: {players: {min: 2, max: 3}}", players=3)
    assert table.zone("pile") == "3S 3H 4S 4H"
    assert table.zone("hand", 0) == "2S 2H"


def test_a_filter_over_several_zones(effect: Run) -> None:
    hearts = '{isEqual: [{path: "$.card.properties.suit"}, {value: H}]}'
    actions = f"""
        - {{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}, count: 3}}
        - {{action: MOVE, from: {HANDS}, to: {PILE}, filter: {hearts}}}
        """
    table = effect(actions)
    assert table.zone("pile") == "3H 2H 4H"
    assert (table.zone("hand", 0), table.zone("hand", 1)) == ("3S", "4S 2S")


GROUPS = f"""
    - action: FOR_EACH
      in: {{group_by: [{DECK}, {{path: "$.card.properties.rank"}}]}}
      do:
        - action: IF
          condition: {{isNotEqual: [{{path: "$.item.key"}}, {{value: 3}}]}}
          then:
            - {{action: MOVE, from: {{path: "$.item.items"}}, to: {PILE}}}
            - action: SET_VARIABLE
              path: $.x
              value: {{add: [{{mul: [{{path: $.x}}, 10]}}, {{rank_value: [{{ref: item.key}}]}}]}}
    """


def test_a_loop_over_groups(effect: Run) -> None:
    table = effect(GROUPS)
    assert (table.zone("pile"), table.zone("deck")) == ("4S 4H 2S 2H", "3H 3S")
    assert table.variable("x") == 13


def test_a_loop_that_goes_on_after_failures(effect: Run) -> None:
    table = effect(GROUPS, rule={"on_failure": "continue"})
    assert table.zone("pile") == "4S 4H 2S 2H"


def test_groups_are_those_of_before_the_loop(effect: Run) -> None:
    # Moving the cards of the first group to another owner makes no new groups and changes none.
    table = effect(
        f"""
        - action: FOR_EACH
          in: {{group_by: [{EVERY}, {{owner: [{{path: $.card}}]}}]}}
          do:
            - action: MOVE
              from: {{path: "$.item.items"}}
              to: {{path: "$.players[1].zones.hand"}}
            - action: SET_VARIABLE
              path: $.x
              value: {{add: [{{mul: [{{path: $.x}}, 10]}}, {SIZE}]}}
        """,
        DEALT,
    )
    assert table.variable("x") == 21
    assert table.zone("hand", 1) == "4H 2H 3H"


def test_a_loop_over_some_groups_in_another_order(effect: Run) -> None:
    by_rank = f'{{group_by: [{DECK}, {{path: "$.card.properties.rank"}}]}}'
    down = f"{{sort: [{by_rank}, {{sub: [0, {{rank_value: [{{path: $.item.key}}]}}]}}]}}"
    big = f"{{filter: [{down}, {{isGreaterThan: [{{rank_value: [{{path: $.item.key}}]}}, 1]}}]}}"
    table = effect(
        f"""
        - action: FOR_EACH
          in: {big}
          do: [{{action: MOVE, from: {{path: "$.item.items"}}, to: {PILE}}}]
        """
    )
    assert table.zone("pile") == "3S 3H 4S 4H"


def test_a_filter_in_a_loop_over_groups_knows_the_key_of_the_loop(effect: Run) -> None:
    same = '{isEqual: [{path: "$.card.properties.rank"}, {ref: item.key}]}'
    table = effect(
        f"""
        - action: FOR_EACH
          in: {{group_by: [{MINE}, {{path: "$.card.properties.rank"}}]}}
          do: [{{action: MOVE, from: {DECK}, to: {PILE}, filter: {same}}}]
        """,
        DEALT,
    )
    assert (table.zone("pile"), table.zone("deck")) == ("2S 3S", "4S")
