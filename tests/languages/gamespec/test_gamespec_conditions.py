"""Conditions, and values that stand for them."""

from __future__ import annotations

import pytest

from tools.gamespec.readers import clean, read
from tools.gamespec.trees import named

NO_CAPABILITY = "CNL_COMPILER_MISSING_CAPABILITY"
DECK, RIVER = ("ZoneNamed", "deck", None), ("ZoneNamed", "river", None)
ONE, TWO = ("Literal", 1), ("Literal", 2)
YES, NO = ("Always", True), ("Always", False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("true", YES),
        ("false", NO),
        ("{op: and, args: []}", ("Every", ())),
        ("{op: and, args: [true, false]}", ("Every", (YES, NO))),
        ("{op: or, args: [false]}", ("Some", (NO,))),
        ("{op: not, arg: true}", ("Not", YES)),
        ("{op: in, item: 1, set: {ref: binding, name: $l}}", ("Among", ONE, "$l")),
        ("{op: adjacent, left: deck, right: river}", ("Adjacent", DECK, RIVER)),
        ("{op: adjacent, left: $l, right: river}", ("Adjacent", ("ZoneBound", "$l"), RIVER)),
        ("{op: connected, from: deck, to: river}", ("Linked", DECK, RIVER, None, None)),
        (
            "{op: connected, from: deck, to: river, maxDepth: 0,"
            " via: {op: adjacent, left: $zone, right: deck}}",
            ("Linked", DECK, RIVER, ("Adjacent", ("ZoneBound", "$zone"), DECK), 0),
        ),
        (
            "{op: zonePropIncludes, zone: deck, prop: tags, value: coast}",
            ("PropIncludes", DECK, "tags", ("Literal", "coast")),
        ),
    ],
)
def test_conditions(text: str, told: object) -> None:
    assert clean("condition", text, "$l") == told


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">="])
def test_comparisons(op: str) -> None:
    assert clean("condition", f"{{op: '{op}', left: 1, right: 2}}") == ("Compare", op, ONE, TWO)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{ref: gvar, var: flag}", ("GlobalVar", "flag")),
        ("{ref: binding, name: $l}", ("Binding", "$l")),
        ("{if: {when: true, then: true, else: false}}", None),
    ],
)
def test_a_value_that_is_a_truth_may_stand_for_a_condition(text: str, told: object) -> None:
    kind, value = clean("condition", text, "$l")
    assert kind == "Holds"
    assert value == told or (told is None and value[0] == "IfValue")


@pytest.mark.parametrize(
    ("text", "path", "help"),
    [
        ("1", "doc.x", "'true'"),
        ("'true'", "doc.x", "'true'"),
        ("null", "doc.x", "'op'"),
        ("[]", "doc.x", "'op'"),
        ("{}", "doc.x", "'op'"),
        ("{zoneCount: deck}", "doc.x", "'op'"),
        ("{aggregate: {op: count, query: {query: players}}}", "doc.x", "'op'"),
        ("{op: '+', left: 1, right: 2}", "doc.x.op", "'=='"),
        ("{op: adjacnt, left: deck, right: river}", "doc.x.op", "did you mean 'adjacent'?"),
        ("{op: not, arg: 3}", "doc.x.arg", "'true'"),
        ("{op: and, args: true}", "doc.x.args", ""),
        ("{op: and, args: [true, 3]}", "doc.x.args.1", "'true'"),
        ("{op: and}", "doc.x", ""),
        ("{op: in, item: 1, set: $l}", "doc.x.set", "{ref: binding"),
        ("{op: in, item: 1, set: [1, 2]}", "doc.x.set", "'ref'"),
        ("{op: in, item: 1, set: {ref: gvar, var: l}}", "doc.x.set", "{ref: binding"),
        ("{op: connected, from: deck, to: river, maxDepth: -1}", "doc.x.maxDepth", ""),
        ("{op: connected, from: deck, to: river, maxDepth: true}", "doc.x.maxDepth", ""),
        (
            "{op: connected, from: deck, to: river, maxDepth: {ref: turnCount}}",
            "doc.x.maxDepth",
            "",
        ),
    ],
)
def test_what_is_no_condition(text: str, path: str, help: str) -> None:
    found = read("condition", text, "$l")
    assert found.node is None
    assert [(named(d), d.path) for d in found.diagnostics] == [(NO_CAPABILITY, path)]
    assert help in found.diagnostics[0].help


def test_all_arguments_are_looked_at() -> None:
    found = read("condition", "{op: and, args: [1, {op: ==, left: {ref: a}, right: {ref: b}}, 2]}")
    assert [d.path for d in found.diagnostics] == [
        "doc.x.args.0",
        "doc.x.args.1.left.ref",
        "doc.x.args.1.right.ref",
        "doc.x.args.2",
    ]


def test_the_zone_on_the_way_is_known_only_there() -> None:
    adjacent = "{op: adjacent, left: $zone, right: deck}"
    assert read("condition", adjacent).codes == ["CNL_COMPILER_BINDING_UNBOUND"]
    connected = f"{{op: connected, from: deck, to: river, via: {adjacent}}}"
    ways = f"{{op: and, args: [{connected}, {adjacent}]}}"
    found = read("condition", ways)
    assert [d.path for d in found.diagnostics] == ["doc.x.args.1.left"]
