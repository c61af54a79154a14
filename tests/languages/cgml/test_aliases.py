"""`as`: nested tests read the item of the outer one.

The deck is 2H 3H 4H 2S 3S 4S from the top.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludwright
from tools.lockstep import lock_step

Run = Callable[..., Any]

DECK = '{path: "$.zones.deck"}'


def rank(name: str) -> str:
    return f"{{rank_value: [{{path: $.{name}}}]}}"


def prop(name: str, key: str) -> str:
    return f"{{path: $.{name}.properties.{key}}}"


def same(key: str, a: str, b: str) -> str:
    return f"{{isEqual: [{prop(a, key)}, {prop(b, key)}]}}"


NEXT = f"{{isEqual: [{{sub: [{rank('card')}, {rank('low')}]}}, 1]}}"
FOLLOWED = f"{{any: [{DECK}, {{and: [{NEXT}, {same('suit', 'card', 'low')}]}}]}}"
SMALLER = f"{{count: [{{filter: [{DECK}, {{isLessThan: [{rank('card')}, {rank('o')}]}}]}}]}}"
OTHER_SUIT = f"{{not: [{same('suit', 'b', 'a')}]}}"
TWINS = f"{{filter: [{DECK}, {{and: [{same('rank', 'b', 'a')}, {OTHER_SUIT}]}}], as: b}}"
SUITS = "{count: [{distinct: [{suit: [{path: $.s}]}]}]}"
SEATS = '{path: "$.players[*]"}'
ONE_TO_3 = "{range: [1, 3]}"
PRODUCT = "{mul: [{path: $.item}, {path: $.row}]}"
AHEAD = "{isGreaterThan: [{path: $.player.score}, {path: $.me.score}]}"
MINE = '{isEqual: [{path: "$.players[$.me].score"}, {path: $.me.score}]}'

VALUES = {
    # The cards that another one follows in their suit: 2H 3H 2S 3S.
    f"{{count: [{{filter: [{DECK}, {FOLLOWED}], as: low}}]}}": 4,
    # A filter in an `any`: a card has one twin, of the other suit.
    f"{{if: [{{any: [{DECK}, {{isEqual: [{{count: [{TWINS}]}}, 1]}}], as: a}}, 1, 2]}}": 1,
    f"{{if: [{{any: [{DECK}, {{isEqual: [{{count: [{TWINS}]}}, 2]}}], as: a}}, 1, 2]}}": 2,
    f"{{if: [{{all: [{DECK}, {{any: [{TWINS}, {same('rank', 'card', 'a')}]}}], as: a}}, 1, 2]}}": 1,
    # How many are smaller: 0, 2 and 4 in each suit.
    f"{{sum: [{{map: [{DECK}, {SMALLER}], as: o}}]}}": 12,
    f"{{rank_value: [{{argmax: [{DECK}, {SMALLER}], as: o}}]}}": 3,
    f"{{rank_value: [{{argmin: [{DECK}, {SMALLER}], as: o}}]}}": 1,
    f"{{rank_value: [{{last: [{{sort: [{DECK}, {SMALLER}], as: o}}]}}]}}": 3,
    f"{{count: [{{group_by: [{DECK}, {SMALLER}], as: o}}]}}": 3,
    # Pairs of one suit: three in each.
    f"{{count: [{{subsets: [{DECK}, {{isEqual: [{SUITS}, 1]}}, 2, 2], as: s}}]}}": 6,
    # The alias is what the plain name is.
    f"{{count: [{{filter: [{DECK}, {{isEqual: [{{path: $.card}}, {{path: $.a}}]}}], as: a}}]}}": 6,
    f"{{count: [{{filter: [{DECK}, {{isEqual: [{{ref: a}}, {{path: $a}}]}}], as: a}}]}}": 6,
    # Numbers and players are items like others; the table of 3 by 3 adds up to 36.
    f"{{sum: [{{map: [{ONE_TO_3}, {{sum: [{{map: [{ONE_TO_3}, {PRODUCT}]}}]}}], as: row}}]}}": 36,
    f"{{count: [{{filter: [{SEATS}, {{any: [{SEATS}, {AHEAD}]}}], as: me}}]}}": 0,
    f"{{count: [{{filter: [{SEATS}, {MINE}], as: me}}]}}": 2,
}


@pytest.mark.parametrize("value", VALUES)
def test_the_item_of_an_outer_test(effect: Run, value: str) -> None:
    played = effect(f"- {{action: SET_VARIABLE, path: $.x, value: {value}}}")
    assert played.variable("x") == VALUES[value]


def test_the_key_may_come_first_or_last(lower: Run, text: Run) -> None:
    rule = "[{id: r, trigger: on.phase.Act, effect: [], condition: {%s}}]"
    test = f"any: [{DECK}, {{isEqual: [{prop('one', 'rank')}, {{value: 3}}]}}]"
    games = [lower(text("", rule % part)) for part in (f"{test}, as: one", f"as: one, {test}")]
    assert games[0] == games[1]


def test_a_name_reads_like_the_item_itself(lower: Run, text: Run) -> None:
    rule = "[{id: r, trigger: on.phase.Act, effect: [], condition: {any: [%s, %s]%s}}]"
    plain = rule % (DECK, f"{{isEqual: [{prop('card', 'rank')}, {{value: 3}}]}}", "")
    named = rule % (DECK, f"{{isEqual: [{prop('one', 'rank')}, {{value: 3}}]}}", ", as: one")
    assert lower(text("", plain)) == lower(text("", named))


def test_a_choice_filtered_by_nested_tests_goes_as_the_oracle_says(text: Run) -> None:
    rules = f"""
    - id: take
      trigger: on.phase.Act
      effect:
        - action: REQUEST_INPUT
          options: {{filter: [{DECK}, {FOLLOWED}], as: low}}
          store_as: card
        - {{action: MOVE, from: {{ref: card}}, to: {{path: "$.players[current].zones.hand"}}}}
    - {{id: end, trigger: on.phase.Act, priority: -1,
        condition: {{not: [{{any: [{DECK}, {FOLLOWED}], as: low}}]}},
        effect: [{{action: END_GAME}}]}}
    """
    game = ludwright.loads(text("", rules), "cgml")
    for seed in range(6):
        assert lock_step(game.definition, 2, seed).status == "over"


def test_the_upgrade_of_version_1_2_leaves_them_alone(lower: Run, text: Run) -> None:
    rule = "[{id: r, trigger: on.phase.Act, effect: [], condition: {any: [%s, %s], as: one}}]"
    test = f"{{isEqual: [{prop('one', 'rank')}, {{value: 3}}]}}"
    made = [text(f'cgml_version: "{v}"', rule % (DECK, test)) for v in ("1.2", "1.3")]
    assert lower(made[0]) == lower(made[1])
