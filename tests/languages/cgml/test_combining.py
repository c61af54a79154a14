"""Combinations: `subsets`, `best_partition`, and STORE, which keeps a value for later.

The deck is 2H 3H 4H 2S 3S 4S from the top; ranks count 1, 2 and 3.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

import ludwright
from ludwright import pipeline
from ludwright.gamedef import nodes as n
from tools.lockstep import lock_step

Run = Callable[..., Any]

DECK, PILE = (f'{{path: "$.zones.{name}"}}' for name in ("deck", "pile"))
HANDS = '{path: "$.players[*].zones.hand"}'
WORTH = "{sum: [{rank_value: [{path: $.item}]}]}"
SIZE = "{count: [{path: $.item}]}"
VALUES = (1, 2, 3, 1, 2, 3)
ONE_RANK = '{isEqual: [{count: [{distinct: [{path: "$.item[*].properties.rank"}]}]}, 1]}'
ONE_SUIT = '{isEqual: [{count: [{distinct: [{path: "$.item[*].properties.suit"}]}]}, 1]}'
PAIRS = f"{{subsets: [{DECK}, {ONE_RANK}, 2, 2]}}"
OTHERS = '{not: [{contains: [{path: $.item}, {path: "$.zones.deck[2]"}]}]}'
KEY = "{rank_value: [{path: $.card}]}"


def sixes(*sizes: int) -> int:
    """How many ways there are to take cards that are worth 6."""
    ways = (way for size in sizes for way in itertools.combinations(VALUES, size))
    return sum(sum(way) == 6 for way in ways)


SIX = f"{{isEqual: [{WORTH}, 6]}}"
ALL_SIXES = f"{{subsets: [{DECK}, {SIX}]}}"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (f"{{count: [{ALL_SIXES}]}}", sixes(1, 2, 3, 4, 5, 6)),
        (f"{{len: [{{subsets: [{DECK}, {SIX}, 3]}}]}}", sixes(1, 2, 3)),
        (f"{{count: [{{subsets: [{DECK}, {SIX}, 4, 4]}}]}}", sixes(4)),
        (f"{{count: [{{subsets: [{DECK}, {{value: true}}, 2, 0]}}]}}", 1 + 6 + 15),
        (f"{{count: [{{subsets: [{PILE}, {{value: true}}]}}]}}", 0),
        # numbers have combinations too
        ("{count: [{subsets: [{list: [1, 2, 3]}, {isEqual: [{sum: [{path: $.item}]}, 3]}]}]}", 2),
        # each item is a list of cards
        (f"{{if: [{{any: [{ALL_SIXES}, {{isEqual: [{SIZE}, 2]}}]}}, 1, 0]}}", 1),
        (f"{{if: [{{all: [{ALL_SIXES}, {{isEqual: [{SIZE}, 2]}}]}}, 1, 0]}}", 0),
        (f"{{count: [{{filter: [{ALL_SIXES}, {{isEqual: [{SIZE}, 3]}}]}}]}}", sixes(3)),
        (f"{{sum: [{{map: [{PAIRS}, {WORTH}]}}]}}", 2 * (1 + 2 + 3)),
        (f"{{sum: [{{rank_value: [{{argmax: [{PAIRS}, {WORTH}]}}]}}]}}", 6),
        (f"{{sum: [{{rank_value: [{{first: [{PAIRS}]}}]}}]}}", 2),
        (f"{{sum: [{{rank_value: [{{last: [{PAIRS}]}}]}}]}}", 6),
        (f"{{sum: [{{rank_value: [{{nth: [{PAIRS}, 1]}}]}}]}}", 4),
        (
            f"{{sum: [{{rank_value: [{{first: [{{sort: [{PAIRS}, {{sub: [0, {WORTH}]}}]}}]}}]}}]}}",
            6,
        ),
        (f"{{count: [{{distinct: [{PAIRS}]}}]}}", 3),
        (f"{{if: [{{exists: [{PAIRS}]}}, 1, 0]}}", 1),
        # the cards that are in one of them, each once
        (f"{{count: [{{concat: [{PAIRS}]}}]}}", 6),
        (f"{{count: [{{concat: [{{subsets: [{DECK}, {SIX}, 2]}}]}}]}}", 2),
        # parting the deck: two runs of three are fewer groups than three pairs
        (f"{{count: [{{best_partition: [{DECK}, {{or: [{ONE_RANK}, {ONE_SUIT}]}}, {KEY}]}}]}}", 2),
        (f"{{count: [{{best_partition: [{DECK}, {ONE_RANK}, {KEY}, 2, 2]}}]}}", 3),
        (f"{{count: [{{best_partition: [{DECK}, {SIX}, {KEY}]}}]}}", 2),
        (f"{{count: [{{concat: [{{best_partition: [{DECK}, {SIX}, {KEY}, 2]}}]}}]}}", 2),
        (f"{{count: [{{best_partition: [{PAIRS}, {KEY}]}}]}}", 3),
        # without the four of hearts only two pairs are left
        (
            f"{{count: [{{best_partition: [{{filter: [{PAIRS}, {OTHERS}]}}, {KEY}]}}]}}",
            2,
        ),
    ],
)
def test_combinations(effect: Run, expression: str, expected: int) -> None:
    table = effect(f"[{{action: SET_VARIABLE, path: $.x, value: {expression}}}]")
    assert table.variable("x") == expected


def test_a_loop_over_groups_sees_the_cards_as_they_were(effect: Run) -> None:
    table = effect(
        f"""
        - action: FOR_EACH
          in: {{best_partition: [{DECK}, {ONE_SUIT}, {KEY}]}}
          do:
            - {{action: MOVE, from: {{ref: item}}, to: {PILE}}}
            - action: SET_VARIABLE
              path: $.x
              value: {{add: [{{mul: [{{path: $.x}}, 10]}}, {{count: [{{ref: item}}]}}]}}
        """
    )
    assert table.variable("x") == 33
    assert (table.zone("pile"), table.zone("deck")) == ("4S 3S 2S 4H 3H 2H", "")


def test_what_is_stored_stays_as_it_was(effect: Run) -> None:
    table = effect(
        f"""
        - {{action: STORE, value: {PAIRS}, store_as: pairs}}
        - {{action: STORE, value: {{count: [{DECK}]}}, store_as: size}}
        - {{action: MOVE, from: {{nth: [{{ref: pairs}}, 2]}}, to: {PILE}}}
        - {{action: MOVE, from: {{first: [{{ref: pairs}}]}}, to: {PILE}}}
        - action: SET_VARIABLE
          path: $.x
          value: {{add: [{{mul: [{{ref: size}}, 10]}}, {{count: [{DECK}]}}]}}
        """
    )
    assert (table.variable("x"), table.zone("deck")) == (62, "3H 3S")
    assert table.zone("pile") == "2S 2H 4S 4H"


def test_groups_by_rank_can_be_stored(effect: Run) -> None:
    by_rank = f'{{group_by: [{DECK}, {{path: "$.card.properties.rank"}}]}}'
    table = effect(
        f"""
        - {{action: STORE, value: {by_rank}, store_as: groups}}
        - action: FOR_EACH
          in: {{ref: groups}}
          do:
            - action: IF
              condition: {{isEqual: [{{path: "$.item.key"}}, {{value: 3}}]}}
              then: [{{action: MOVE, from: {{path: "$.item.items"}}, to: {PILE}}}]
        """
    )
    assert (table.zone("pile"), table.zone("deck")) == ("3S 3H", "2H 4H 2S 4S")


def test_combinations_stored_in_a_branch_may_be_none(effect: Run) -> None:
    actions = f"""
        - action: IF
          condition: {{isEqual: [{{path: $.x}}, {{value: %d}}]}}
          then: [{{action: STORE, value: {PAIRS}, store_as: pairs}}]
        - {{action: SET_VARIABLE, path: $.x, value: {{count: [{{concat: [{{ref: pairs}}]}}]}}}}
        """
    assert effect(actions % 0).variable("x") == 6
    assert effect(actions % 1).variable("x") == 0


@pytest.mark.parametrize("source", ["{ref: held}", DECK])
def test_combinations_of_one_list_are_joined(effect: Run, source: str) -> None:
    ways = f"""
            list:
              - {{subsets: [{source}, {ONE_RANK}, 2, 2]}}
              - {{subsets: [{source}, {SIX}, 2, 2]}}"""
    table = effect(
        f"""
        - {{action: STORE, value: {{concat: [{DECK}]}}, store_as: held}}
        - action: STORE
          value: {ways}
          store_as: ways
        - {{action: SET_VARIABLE, path: $.x, value: {{count: [{{ref: ways}}]}}}}
        - action: MOVE_ALL
          from: {{last: [{{ref: ways}}]}}
          to: {PILE}
        """
    )
    assert table.variable("x") == 3 + sixes(2)
    assert table.zone("pile") == "4H 4S"


def test_a_player_chooses_among_joined_combinations(text: Run) -> None:
    five = f"{{subsets: [{PILE}, {{isEqual: [{WORTH}, 5]}}, 2]}}"
    six = f"{{subsets: [{PILE}, {SIX}, 2, 2]}}"
    table = asking(text, f"{{list: [{six}, {five}]}}")
    moves = ["4H + 4S", "3H + 4H", "3H + 4S", "4H + 3S", "3S + 4S"]
    assert list(map(str, table.legal())) == moves


# ---- choosing ------------------------------------------------------------------------------------


def asking(text: Run, options: str, more: str = "") -> ludwright.Table:
    """A table at which player 1 chooses cards of the deck, which go to the pile."""
    rules = f"""
        - id: r
          trigger: on.phase.Act
          effect:
            - {{action: MOVE_ALL, from: {DECK}, to: {PILE}}}
            - {{action: REQUEST_INPUT, options: {options}, store_as: some {more}}}
            - {{action: MOVE, from: {{ref: some}}, to: {{path: "$.players[0].zones.hand"}}}}
            - {{action: REQUEST_INPUT, options: {{value: [1, 2]}}}}
            - {{action: END_GAME}}
        """
    game = ludwright.loads(text("", rules), "cgml")
    for seed in range(3):
        lock_step(game.definition, 2, seed)
    return game.table()


def test_a_player_chooses_one_combination(text: Run) -> None:
    ways = f"{{subsets: [{PILE}, {{isEqual: [{WORTH}, 5]}}, 3]}}"
    table = asking(text, ways, ", filter: {isLessThan: [{count: [{path: $.item}]}, 3]}")
    assert list(map(str, table.legal())) == ["3H + 4H", "3H + 4S", "4H + 3S", "3S + 4S"]
    # Its cards may be typed in any order.
    for typed in ("4h + 3s", "3S+4H"):
        table.apply(typed)
        assert sorted(table.zone("hand", 0)) == ["3S", "4H"]
        assert str(table.legal()[0]) == "1"
        table.undo()


def test_a_single_way_is_taken_at_once_with_auto(text: Run) -> None:
    table = asking(text, f"{{subsets: [{PILE}, {SIX}, 2]}}", ", auto: true")
    assert sorted(table.zone("hand", 0)) == ["4H", "4S"]


FIVES = f"{{subsets: [{PILE}, {{isEqual: [{WORTH}, 5]}}, 2]}}"
PASSING = ", pass: nothing, pass_when: {isEqual: [{path: $.x}, {value: %d}]}"


def test_a_player_may_take_no_combination(text: Run) -> None:
    table = asking(text, FIVES, PASSING % 0)
    assert list(map(str, table.legal())) == ["3H + 4H", "3H + 4S", "4H + 3S", "3S + 4S", "nothing"]
    table.apply("nothing")
    assert table.zone("hand", 0) == []
    table.undo()
    table.apply("3h + 4s")
    assert sorted(table.zone("hand", 0)) == ["3H", "4S"]


def test_a_player_may_pass_only_under_a_condition(text: Run) -> None:
    table = asking(text, FIVES, PASSING % 1)
    assert "nothing" not in map(str, table.legal())
    one = f"{{filter: [{PILE}, {{isEqual: [{{path: $.card.properties.rank}}, {{value: 2}}]}}]}}"
    assert list(map(str, asking(text, one, PASSING % 1).legal())) == ["2H", "2S"]
    assert list(map(str, asking(text, one, PASSING % 0).legal())) == ["2H", "2S", "nothing"]


def test_neither_an_option_nor_a_pass_fails(effect: Run) -> None:
    ask = f"{{action: REQUEST_INPUT, options: {PILE}, pass: no, pass_when: {{value: false}}}}"
    table = effect(f"[{ask}, {{action: SET_VARIABLE, path: $.x, value: 3}}]")
    assert table.variable("x") == 0


def test_the_cards_of_a_combination_are_known_in_a_filter_inside(effect: Run) -> None:
    # Pairs that leave a heart worth 3 in the deck: those without the four of hearts.
    rest = f"{{filter: [{DECK}, {{not: [{{in: [{{path: $.card}}, {{path: $.cards}}]}}]}}]}}"
    heart = '{isEqual: [{path: "$.card.properties.suit"}, {value: H}]}'
    four = f"{{and: [{{isEqual: [{{rank_value: [{{path: $.card}}]}}, 3]}}, {heart}]}}"
    table = effect(
        f"""
        - action: SET_VARIABLE
          path: $.x
          value: {{count: [{{filter: [{PAIRS}, {{any: [{rest}, {four}]}}]}}]}}
        """
    )
    assert table.variable("x") == 2


def test_whether_there_is_a_way_can_be_asked(effect: Run) -> None:
    ask = f"{{action: REQUEST_INPUT, options: {{subsets: [{DECK}, {{isEqual: [{WORTH}, %d]}}]}}}}"
    for worth, expected in ((12, 1), (13, 0)):
        can = f"{{if: [{{canPerform: [{ask % worth}]}}, 1, 0]}}"
        table = effect(f"[{{action: SET_VARIABLE, path: $.x, value: {can}}}]")
        assert table.variable("x") == expected


def test_the_list_is_made_once(effect: Run, find: Run) -> None:
    table = effect(
        f"""
        - {{action: STORE, value: {PAIRS}, store_as: pairs}}
        - action: SET_VARIABLE
          path: $.x
          value: {{count: [{{best_partition: [{{ref: pairs}}, {KEY}]}}]}}
        """
    )
    assert table.variable("x") == 3
    assert len(find(table.game, n.Subsets)) == 1


# ---- secrets -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "told"),
    [
        # What the test looks at is what the options tell, also through a list that was stored.
        ("{subsets: [HAND, {isEqual: [WORTH, 5]}, 2]}", True),
        ("{filter: [{subsets: [HAND, {value: true}, 2]}, {isEqual: [WORTH, 5]}]}", True),
        ("{best_partition: [HAND, {isEqual: [WORTH, 5]}, 1]}", True),
        ("{best_partition: [HAND, {value: true}, KEY, 2]}", True),
        ("{subsets: [HAND, {value: true}, 2]}", False),
    ],
)
def test_combinations_tell_what_their_tests_look_at(text: Run, options: str, told: bool) -> None:
    for owner, seen in (("opponent", True), ("current", False)):
        hand = f'{{path: "$.players[{owner}].zones.hand"}}'
        ways = options.replace("HAND", hand).replace("WORTH", WORTH).replace("KEY", KEY)
        rules = f"""
            - id: r
              trigger: on.phase.Act
              effect:
                - {{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}, count: 3}}
                - {{action: REQUEST_INPUT, options: {ways}}}
                - {{action: END_GAME}}
            """
        found = [d.code for d in pipeline.loads(text("", rules), "cgml").diagnostics]
        assert ("CK301" in found) is (told and seen)
