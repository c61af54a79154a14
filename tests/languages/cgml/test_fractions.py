"""Numbers that are not whole: exact, and the same as Python's own fractions say."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Run = Callable[..., Any]

HALVES = "{map: [{range: [1, 4]}, {div: [{path: $.item}, 2]}]}"  # 1/2, 1, 3/2, 2
PARTS = "{map: [{range: [2, 4]}, {div: [12, {path: $.item}]}]}"  # 6, 4, 3
MIXED = "{list: [{div: [1, 3]}, 2, {value: 0.5}]}"
OUT = "- {name: out, initial_value: -99}"

WHOLE = [
    ("{div: [6, 2]}", 3),
    ("{mul: [{div: [7, 2]}, 2]}", 7),
    ("{add: [{div: [1, 2]}, 0.5]}", 1),
    ("{add: [{div: [1, 2]}, {div: [3, 6]}]}", 1),
    ("{sub: [{div: [7, 2]}, {value: 2.5}]}", 1),
    ("{mod: [{mul: [{value: 7.5}, 2]}, 4]}", 3),
    ("{mul: [{mod: [{value: -0.5}, 2]}, 2]}", 3),
    ("{mul: [{abs: [{value: -1.5}]}, 2]}", 3),
    ("{floor: [{value: -1.5}]}", -2),
    ("{ceil: [{div: [1, -2]}]}", 0),
    ("{avg: [1, 2, 3]}", 2),
    ("{mul: [{avg: [1, 2]}, 2]}", 3),
    ("{avg: [{range: [1, 5]}, 9]}", 4),
    (f"{{sum: [{HALVES}]}}", 5),
    (f"{{mul: [{{sum: [{HALVES}, 1, {{value: 0.5}}]}}, 2]}}", 13),
    (f"{{max: [{HALVES}]}}", 2),
    (f"{{mul: [{{min: [{HALVES}, 3]}}, 2]}}", 1),
    (f"{{max: [{PARTS}]}}", 6),
    (f"{{mul: [{{min: [{MIXED}]}}, 3]}}", 1),
    (f"{{max: [{MIXED}]}}", 2),
    ("{max: [{value: [0.5, 3]}, {value: 1.5}]}", 3),
    (f"{{count: [{HALVES}]}}", 4),
    (f"{{first: [{PARTS}]}}", 6),
    (f"{{nth: [{PARTS}, 1]}}", 4),
    (f"{{count: [{{filter: [{HALVES}, {{isGreaterThan: [{{path: $.item}}, 0.5]}}]}}]}}", 3),
    (f"{{sum: [{{map: [{HALVES}, {{mul: [{{path: $.item}}, 4]}}]}}]}}", 20),
    (f"{{mul: [{{first: [{{sort: [{MIXED}]}}]}}, 3]}}", 1),
    (f"{{last: [{{sort: [{MIXED}]}}]}}", 2),
    ("{argmax: [{range: [1, 5]}, {div: [1, {path: $.item}]}]}", 1),
    ("{argmin: [{range: [1, 5]}, {div: [1, {path: $.item}]}]}", 5),
    ("{mul: [{if: [{value: false}, 1, {value: 2.5}]}, 2]}", 5),
]

TRUE = [
    "{isEqual: [{div: [1, 3]}, {div: [2, 6]}]}",
    "{isEqual: [{add: [0.1, 0.2]}, {value: 0.3}]}",
    "{isNotEqual: [{value: 0.5}, 1]}",
    "{isLessThan: [{div: [1, 3]}, {value: 0.34}]}",
    "{isGreaterThan: [{div: [-1, 3]}, {div: [1, -2]}]}",
    "{isAtLeast: [{div: [4, 2]}, 2]}",
    "{isAtMost: [{value: 1.5}, {value: 1.5}]}",
    "{isLessThan: [1, {value: 1.5}]}",
    f"{{contains: [{HALVES}, {{value: 1.5}}]}}",
    f"{{in: [2, {HALVES}]}}",
    f"{{any: [{HALVES}, {{isEqual: [{{path: $.item}}, {{value: 1.5}}]}}]}}",
    f"{{not: [{{all: [{HALVES}, {{isGreaterThan: [{{path: $.item}}, 1]}}]}}]}}",
]


@pytest.mark.parametrize(("written", "expected"), WHOLE)
def test_what_comes_out_whole_is_exact(effect: Run, written: str, expected: int) -> None:
    actions = f"- {{action: SET_VARIABLE, path: {{path: $.out}}, value: {written}}}"
    assert effect(actions, "", OUT).variable("out") == expected


@pytest.mark.parametrize("written", TRUE)
def test_comparisons(effect: Run, written: str) -> None:
    then = "[{action: SET_VARIABLE, path: {path: $.out}, value: 1}]"
    assert (
        effect(f"- {{action: IF, condition: {written}, then: {then}}}", "", OUT).variable("out")
        == 1
    )


@pytest.mark.parametrize("written", ["{div: [7, 2]}", "{div: [1, {path: $.x}]}", "{avg: [1, 2]}"])
def test_where_a_whole_number_is_needed_anything_else_fails_the_action(
    effect: Run, written: str
) -> None:
    actions = f"""
    - {{action: SET_VARIABLE, path: {{path: $.out}}, value: {written}, on_failure: continue}}
    - {{action: INCREMENT, path: {{path: $.out}}}}
    """
    assert effect(actions, "", OUT).variable("out") == -98


def test_a_variable_that_holds_a_fraction_is_kept_in_lowest_terms(effect: Run) -> None:
    actions = """
    - {action: SET_VARIABLE, path: {path: $.share}, value: {div: [-6, 4]}}
    - {action: INCREMENT, path: {path: $.share}, by: 0.25}
    - {action: INCREMENT, path: {path: "$.players[*].part"}, by: {value: 0.5}}
    - {action: INCREMENT, path: {path: "$.players[0].part"}}
    """
    variables = """
    - {name: share, type: real, initial_value: 0}
    - {name: part, scope: per_player, initial_value: 1.5}
    """
    played = effect(actions, "", variables)
    assert (played.variable("share"), played.variable("share.over")) == (-5, 4)
    assert [played.variable("part", seat) for seat in (0, 1)] == [3, 2]
    assert [played.variable("part.over", seat) for seat in (0, 1)] == [1, 1]


def test_a_loop_over_fractions(effect: Run) -> None:
    actions = f"""
    - action: FOR_EACH
      in: {HALVES}
      do:
        - {{action: INCREMENT, path: {{path: $.total}}, by: {{ref: item}}}}
    """
    played = effect(actions, "", "- {name: total, type: fraction, initial_value: 0.5}")
    assert (played.variable("total"), played.variable("total.over")) == (11, 2)


def test_the_best_fraction_wins(effect: Run) -> None:
    actions = """
    - {action: SET_VARIABLE, path: {path: "$.players[0].share"}, value: {div: [1, 3]}}
    - {action: SET_VARIABLE, path: {path: "$.players[1].share"}, value: {div: [2, 5]}}
    - {action: SET_STATE, state: Over}
    """
    variables = "- {name: share, scope: per_player, type: real, initial_value: 0}"
    for word, winner in (("max", 1), ("min", 0)):
        best = (
            f'flow: {{win_condition: {{evaluator: {{{word}: [{{path: "$.players[*].share"}}]}}}}}}'
        )
        assert effect(actions, best, variables).result[0] == [winner]


NUMBERS = st.integers(-20, 20)
OPERATORS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "mod": lambda a, b: a % b,
}


@st.composite
def formulas(draw: st.DrawFn, depth: int = 2) -> tuple[str, Fraction]:
    """A formula as CGML, and its value."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        number = draw(NUMBERS)
        return str(number), Fraction(number)
    word = draw(st.sampled_from(sorted(OPERATORS)))
    left, a = draw(formulas(depth - 1))
    right, b = draw(formulas(depth - 1).filter(lambda each: each[1] != 0))
    return f"{{{word}: [{left}, {right}]}}", OPERATORS[word](a, b)


@given(formulas())
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_formulas_have_the_values_of_pythons_fractions(
    effect: Run, formula: tuple[str, Fraction]
) -> None:
    written, value = formula
    actions = f"- {{action: SET_VARIABLE, path: {{path: $.r}}, value: {written}}}"
    played = effect(actions, "", "- {name: r, type: real, initial_value: 0}")
    assert Fraction(played.variable("r"), played.variable("r.over")) == value
    assert played.variable("r.over") == value.denominator


@pytest.mark.parametrize("divisor", ["0", "{sub: [{path: $.out}, {path: $.out}]}"])
@pytest.mark.parametrize(
    "test", ["isEqual: [{a}, {a}]", "isLessThan: [{a}, {b}]", "isAtMost: [{a}, {a}]"]
)
def test_what_is_divided_by_zero_is_equal_to_nothing(effect: Run, divisor: str, test: str) -> None:
    a, b = (f"{{div: [{upper}, {divisor}]}}" for upper in (1, 2))
    condition = "{" + test.replace("{a}", a).replace("{b}", b) + "}"
    out = "{action: SET_VARIABLE, path: $.out, value: 1}"
    played = effect(f"[{{action: IF, condition: {condition}, then: [{out}]}}]", variables=OUT)
    assert played.variable("out") == -99


# ---- fractions that are stored -----------------------------------------------------------------

STORED = [
    ("{div: [7, 2]}", "{mul: [{ref: kept}, 2]}", 7),
    ("{avg: [1, 2]}", "{sub: [{ref: kept}, {value: 0.5}]}", 1),
    (MIXED, "{max: [{ref: kept}]}", 2),
    (MIXED, "{mul: [{nth: [{ref: kept}, 2]}, 2]}", 1),
    (HALVES, "{count: [{filter: [{ref: kept}, {isGreaterThan: [{path: $.item}, 0.5]}]}]}", 3),
    # An item of the list beside the list itself.
    (
        HALVES,
        "{count: [{filter: [{ref: kept}, {any: [{ref: kept}, {isGreaterThan: "
        "[{path: $.item}, {value: 1.5}]}]}]}]}",
        4,
    ),
]


@pytest.mark.parametrize(("value", "read", "expected"), STORED)
def test_fractions_can_be_stored(effect: Run, value: str, read: str, expected: int) -> None:
    played = effect(
        f"""
        - {{action: STORE, value: {value}, store_as: kept}}
        - {{action: SET_VARIABLE, path: $.out, value: {read}}}
        """,
        variables=OUT,
    )
    assert played.variable("out") == expected


def test_what_is_stored_stays_as_it_was(effect: Run) -> None:
    played = effect(
        """
        - {action: STORE, value: {div: [{path: $.out}, 2]}, store_as: kept}
        - {action: SET_VARIABLE, path: $.out, value: 100}
        - {action: STORE, value: {add: [{ref: kept}, {value: 0.5}]}, store_as: kept}
        - {action: SET_VARIABLE, path: $.out, value: {ref: kept}}
        """,
        variables=OUT,
    )
    assert played.variable("out") == -49


def test_a_list_of_fractions_can_be_made_of_itself(effect: Run) -> None:
    larger = "{filter: [{ref: kept}, {isGreaterThan: [{path: $.item}, 1]}]}"
    played = effect(
        f"""
        - {{action: STORE, value: {HALVES}, store_as: kept}}
        - {{action: STORE, value: {larger}, store_as: kept}}
        - {{action: SET_VARIABLE, path: $.out, value: {{mul: [{{min: [{{ref: kept}}]}}, 2]}}}}
        """,
        variables=OUT,
    )
    assert played.variable("out") == 3


@pytest.mark.parametrize("made", [HALVES, "{map: [{range: [0, 2]}, {div: [1, {path: $.item}]}]}"])
def test_a_list_of_fractions_that_fails_to_be_made_is_empty_where_effects_go_on(
    effect: Run, made: str
) -> None:
    loop = "{action: INCREMENT, path: $.out, by: {mul: [{path: $.item}, 2]}}"
    played = effect(
        f"[{{action: FOR_EACH, in: {made}, do: [{loop}]}}]",
        variables="- {name: out, initial_value: 0}",
        rule={"on_failure": "continue"},
    )
    assert played.variable("out") == (10 if made is HALVES else 0)
