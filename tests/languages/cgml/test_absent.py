"""A value that is absent makes only the innermost comparison false; the tests around it go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludwright
from tools.lockstep import lock_step

Effect = Callable[..., Any]
Text = Callable[..., str]

NOTHING = {
    "no card on top": '{path: "$.zones.pile.top_card"}',
    "no first card": "{first: [{path: $.zones.pile}]}",
    "no last card": "{last: [{path: $.zones.pile}]}",
    "no second card": "{nth: [{path: $.zones.pile}, 1]}",
    "an unset variable": "{path: $.kept}",
}
"""Cards that are not there: the pile is empty."""
THERE = '{path: "$.zones.deck.top_card"}'
RANK, VALUE = "{property: [%s, rank]}", "{rank_value: [%s]}"

COMPARISONS = {
    "isEqual": "{isEqual: [%s, %s]}",
    "isNotEqual": "{isNotEqual: [%s, %s]}",
    "ranks": f"{{isEqual: [{RANK}, {RANK}]}}",
    "other ranks": f"{{isNotEqual: [{RANK}, {RANK}]}}",
    "isGreaterThan": f"{{isGreaterThan: [{VALUE}, {VALUE}]}}",
    "isLessThan": f"{{isLessThan: [{VALUE}, {VALUE}]}}",
    "isAtLeast": f"{{isAtLeast: [{VALUE}, {VALUE}]}}",
    "isAtMost": f"{{isAtMost: [{VALUE}, {VALUE}]}}",
    "in": "{in: [%s, {list: [%s]}]}",
    "in ranks": f"{{in: [{RANK}, {{list: [{RANK}]}}]}}",
}
TRUE, FALSE = "{isEqual: [1, 1]}", "{isEqual: [1, 2]}"
AROUND = {
    "%s": False,
    "{not: [%s]}": True,
    f"{{or: [%s, {TRUE}]}}": True,
    f"{{or: [{TRUE}, %s]}}": True,
    f"{{or: [%s, {FALSE}]}}": False,
    f"{{and: [{TRUE}, %s]}}": False,
    f"{{and: [{TRUE}, {{not: [%s]}}]}}": True,
    "{not: [{not: [%s]}]}": False,
    "{any: [{range: [1, 2]}, %s]}": False,
    "{all: [{range: [1, 2]}, {not: [%s]}]}": True,
    "{isEqual: [{count: [{filter: [{range: [1, 3]}, {not: [%s]}]}]}, 3]}": True,
    "{isEqual: [%s, false]}": True,
    "{if: [%s, false, true]}": True,
}
"""What stands around a comparison that is false, and what becomes of it."""
KEPT = "- {name: kept, type: card}"


def holds(effect: Effect, test: str) -> bool:
    """Whether a test holds; nothing fails, and machine and oracle agree."""
    branch = "then: [{action: SET_VARIABLE, path: $.x, value: 1}]"
    other = "else: [{action: SET_VARIABLE, path: $.x, value: 2}]"
    played = effect(f"[{{action: IF, condition: {test}, {branch}, {other}}}]", variables=KEPT)
    assert played.status == "over"
    return {1: True, 2: False}[played.variable("x")]


def sides_of(comparison: str, absent: str) -> list[tuple[str, str]]:
    """What can be compared with what is absent."""
    if "list" in COMPARISONS[comparison]:  # an item that is absent is none of the list
        return [(absent, THERE)]
    return [(absent, THERE), (THERE, absent), (absent, absent)]


@pytest.mark.quick(3)
@pytest.mark.parametrize("comparison", COMPARISONS)
def test_only_the_comparison_is_false(effect: Effect, comparison: str) -> None:
    """Each comparison with everything around it; what is absent takes turns."""
    for number, (around, expected) in enumerate(AROUND.items()):
        absent = list(NOTHING.values())[number % len(NOTHING)]
        sides = sides_of(comparison, absent)
        test = around % (COMPARISONS[comparison] % sides[number % len(sides)])
        assert holds(effect, test) == expected, test


@pytest.mark.deep
@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("comparison", COMPARISONS)
def test_whatever_is_absent(effect: Effect, comparison: str, around: str) -> None:
    for absent in NOTHING.values():
        for sides in sides_of(comparison, absent):
            test = around % (COMPARISONS[comparison] % sides)
            assert holds(effect, test) == AROUND[around], test


@pytest.mark.parametrize("what", NOTHING)
def test_what_is_absent_does_not_exist(effect: Effect, what: str) -> None:
    assert not holds(effect, f"{{exists: [{NOTHING[what]}]}}")
    assert holds(effect, f"{{not: [{{exists: [{NOTHING[what]}]}}]}}")
    assert holds(effect, f"{{exists: [{THERE}]}}")


@pytest.mark.parametrize("zero", ["{div: [1, {path: $.x}]}", "{mod: [1, {path: $.x}]}"])
def test_other_failures_make_only_the_comparison_false_too(effect: Effect, zero: str) -> None:
    assert holds(effect, f"{{or: [{{isEqual: [{zero}, 1]}}, {TRUE}]}}")
    assert holds(effect, f"{{not: [{{isGreaterThan: [{zero}, 0]}}]}}")


def test_an_option_is_tested_likewise(text: Text) -> None:
    """The first card may be played on an empty pile, as the second part of the test says."""
    top = '{path: "$.zones.pile.top_card.properties.suit"}'
    same = f"{{isEqual: [{{path: $.card.properties.suit}}, {top}]}}"
    empty = "{isEqual: [{count: [{path: $.zones.pile}]}, 0]}"
    test = f"filter: {{or: [{same}, {empty}]}}"
    ask = f"{{action: REQUEST_INPUT, options: {{path: $.zones.deck}}, {test}"
    move = "{action: MOVE, from: {ref: c}, to: {path: $.zones.pile}}"
    rules = f"- {{id: r, trigger: on.phase.Act, effect: [{ask}, store_as: c}}, {move}]}}"
    game = ludwright.loads(text("", rules), "cgml")
    table = game.table(seed=1)
    assert len(table.legal()) == 6
    table.apply(table.legal()[0])
    assert len(table.legal()) == 2
    lock_step(game.definition, 2, 1, most=2)


# ---- the warning -------------------------------------------------------------------------------

DIFFERENT = "{isNotEqual: [{path: $.zones.pile.top_card.properties.suit}, {value: H}]}"
SETTLED = [
    f"{{and: [{{exists: [{{path: $.zones.pile.top_card}}]}}, {DIFFERENT}]}}",
    f"{{and: [{{isGreaterThan: [{{count: [{{path: $.zones.pile}}]}}, 0]}}, {DIFFERENT}]}}",
    f"{{any: [{{path: $.zones.pile}}, {DIFFERENT.replace('$.zones.pile.top_card', '$.card')}]}}",
    "{not: [{isEqual: [{path: $.zones.pile.top_card.properties.suit}, {value: H}]}]}",
    '{isNotEqual: [{path: "$.players[current]"}, {value: p1}]}',
    "{isNotEqual: [{path: $.x}, 2]}",
]


def warned(text: Text, test: str) -> list[str]:
    move = "{action: MOVE, from: {path: $.zones.deck}, to: {path: $.zones.pile}}"
    branches = f"condition: {test}, then: [{move}], else: [{{action: END_GAME}}]"
    rules = f"- {{id: r, trigger: on.phase.Act, effect: [{{action: IF, {branches}}}]}}"
    loaded = ludwright.loads(text("", rules), "cgml").loaded
    return [d.message for d in loaded.diagnostics if d.code == "CG414"]


def test_the_checker_warns_where_a_difference_may_meet_nothing(text: Text) -> None:
    [message] = warned(text, DIFFERENT)
    assert "absent" in message


@pytest.mark.parametrize("test", SETTLED)
def test_the_checker_is_quiet_where_the_value_is_there(text: Text, test: str) -> None:
    assert warned(text, test) == []
