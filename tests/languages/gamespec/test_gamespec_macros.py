"""Constants, effect macros, condition macros and built-in macros: trees to trees."""

import pytest

from ludwright.diagnostics import ERROR, Diagnostic, Span
from ludwright.languages.gamespec.read.collation import collated
from ludwright.languages.gamespec.read.macros.backtrace import with_backtraces
from ludwright.languages.yaml.read import Mapping, Sequence
from tools.gamespec.trees import block, codes, expanded, named, plain

HOLE: dict[str, object] = {}
"""What stands in for what was wrong."""


def setup(body: str) -> object:
    """The setup of a document that nothing is wrong with."""
    document, report = expanded(block(body))
    assert report.items == []
    return plain(document.sections["setup"])


def found(body: str) -> list[tuple[str, int]]:
    """What is wrong with a block, with the lines of the file."""
    return [(named(d), d.span.line if d.span else 0) for d in expanded(block(body))[1].items]


# ---- constants -----------------------------------------------------------------------------------


def test_constants_stand_for_their_numbers_everywhere() -> None:
    body = (
        "constants: {n: 3, half: 0.5}\n"
        "setup: [{draw: {count: {ref: constant, name: n}}}, {x: {ref: const, name: half}}]"
    )
    # What is no whole number is told where it is declared, and nowhere else.
    assert setup(body) == [{"draw": {"count": 3}}, {"x": HOLE}]


def test_the_place_of_a_constant_is_where_it_is_used() -> None:
    document, _ = expanded(block("constants: {n: 3}\nsetup:\n  - {ref: const, name: n}"))
    assert document.span("doc.setup.0") == Span("game.md", 4, 5, 4, 26)
    assert plain(document.sections["constants"]) == {"n": 3}


def test_unknown_constants_are_told_of() -> None:
    body = "constants: {size: 3}\nsetup:\n  - {ref: const, name: sizes}\n  - {ref: const}"
    _, report = expanded(block(body))
    assert codes(report) == ["CNL_COMPILER_CONSTANT_UNKNOWN"] * 2
    assert report.items[0].help == "did you mean 'size'?"
    assert report.items[0].span == Span("game.md", 4, 24, 4, 29)


# ---- effect macros -------------------------------------------------------------------------------

PAIR = (
    "effectMacros: [{id: pair, params: [{name: x, type: number}], effects: [{a: {param: x}}, b]}]"
)


def test_calls_are_replaced_by_what_they_stand_for() -> None:
    body = (
        f"{PAIR}\nsetup: [c, {{macro: pair, args: {{x: 1}}}}, d, {{macro: pair, args: {{x: [2]}}}}]"
    )
    assert setup(body) == ["c", {"a": 1}, "b", "d", {"a": [2]}, "b"]


def test_definitions_are_gone_after_that() -> None:
    document, _ = expanded(block(f"{PAIR}\nconditionMacros: []\nsetup: []"))
    assert list(document.sections) == ["setup"]


def test_calls_are_replaced_in_every_list_of_every_section() -> None:
    call = "{macro: pair, args: {x: 1}}"
    body = f"{PAIR}\nactions: [{{cost: [{call}]}}]\nterminal: {{conditions: [{{when: [{call}]}}]}}"
    document, report = expanded(block(body))
    assert report.items == []
    assert plain(document.sections["actions"]) == [{"cost": [{"a": 1}, "b"]}]
    assert plain(document.sections["terminal"]) == {"conditions": [{"when": [{"a": 1}, "b"]}]}


def test_a_call_that_is_no_item_is_left_alone() -> None:
    body = f"{PAIR}\nsetup: [{{then: {{macro: pair, args: {{x: 1}}}}}}]"
    assert setup(body) == [{"then": {"macro": "pair", "args": {"x": 1}}}]


def test_only_a_lone_param_key_is_a_param() -> None:
    body = (
        "effectMacros: [{id: m, params: [{name: x}], "
        "effects: [{param: x, more: 1}, {q: {param: {param: x}}}]}]\n"
        "setup: [{macro: m, args: {x: 7}}]"
    )
    assert setup(body) == [{"param": "x", "more": 1}, {"q": {"param": 7}}]


def test_macros_may_call_macros_with_their_params() -> None:
    body = (
        "effectMacros:\n"
        "- {id: o, params: [{name: x}], effects: [{macro: inner, args: {y: {n: {param: x}}}}]}\n"
        "- {id: inner, params: [{name: y}], effects: [{if: {then: [{param: y}, {param: y}]}}]}\n"
        "setup: [{macro: o, args: {x: 5}}]"
    )
    assert setup(body) == [{"if": {"then": [{"n": 5}, {"n": 5}]}}]


def test_params_of_one_macro_are_not_those_of_another() -> None:
    # The caller's `x` is put in before the inner macro has an `x` of its own.
    body = (
        "effectMacros:\n"
        "- {id: o, params: [{name: x}], effects: [{macro: inner, args: {x: 2, y: {param: x}}}]}\n"
        "- {id: inner, params: [{name: x}, {name: y}], effects: [[{param: x}, {param: y}]]}\n"
        "setup: [{macro: o, args: {x: 1}}]"
    )
    assert setup(body) == [[2, 1]]


def test_a_macro_may_be_called_in_the_arguments_of_itself() -> None:
    body = (
        "effectMacros: [{id: twice, params: [{name: e, type: effects}], "
        "effects: [{param: e}, {do: {param: e}}]}]\n"
        "setup: [{macro: twice, args: {e: [{macro: twice, args: {e: [1]}}]}}]"
    )
    inner = [1, {"do": [1]}]
    assert setup(body) == [*inner, {"do": inner}]


def test_lists_are_spliced_into_lists() -> None:
    body = (
        "effectMacros: [{id: m, params: [{name: e, type: effects}], "
        "effects: [a, {param: e}, {if: {then: {param: e}}}]}]\n"
        "setup: [{macro: m, args: {e: [b, c]}}, {macro: m, args: {e: d}}]"
    )
    many, one = {"if": {"then": ["b", "c"]}}, {"if": {"then": "d"}}
    assert setup(body) == ["a", "b", "c", many, "a", "d", one]


def test_places_are_those_of_the_macro_and_of_the_arguments() -> None:
    body = (
        "effectMacros:\n"
        "  - id: m\n"
        "    params: [{name: x, type: number}]\n"
        "    effects:\n"
        "      - addVar: {delta: {param: x}}\n"
        "setup:\n"
        "  - macro: m\n"
        "    args:\n"
        "      x: 99"
    )
    document, report = expanded("\n" + block(body))
    assert report.items == []
    assert document.span("doc.setup.0.addVar") == Span("game.md", 7, 17, 7, 36)
    assert document.span("doc.setup.0.addVar.delta") == Span("game.md", 11, 10, 11, 12)


def test_the_calls_that_made_a_node_are_known() -> None:
    body = (
        "effectMacros:\n"
        "  - {id: inner, effects: [{a: 1}]}\n"
        "  - {id: outer, effects: [b, {macro: inner}]}\n"
        "setup:\n"
        "  - {macro: outer}\n"
        "  - {macro: inner}\n"
        "  - {a: 1}"
    )
    document, report = expanded(block(body))
    tree = document.sections["setup"]
    assert report.items == [] and isinstance(tree, Sequence)
    calls = [document.calls.get(id(item), ()) for item in tree.items]
    told = [[(call.macro, call.at.line) for call in each] for each in calls]
    outer = ("outer", 6)
    assert told == [[outer], [outer, ("inner", 4)], [("inner", 7)], []]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("setup:\n- a\n- {macro: non}", [("EFFECT_MACRO_UNKNOWN", 4)]),
        (PAIR + "\nsetup:\n- {macro: pair}", [("EFFECT_MACRO_MISSING_ARGS", 4)]),
        (PAIR + "\nsetup:\n- {macro: pair, args: [1]}", [("EFFECT_MACRO_MISSING_ARGS", 4)]),
        (PAIR + "\nsetup:\n- {macro: pair, args: {y: 1}}",
         [("EFFECT_MACRO_EXTRA_ARGS", 4), ("EFFECT_MACRO_MISSING_ARGS", 4)]),
        ("effectMacros:\n- {id: a, effects: []}\n- {id: a, effects: [1]}",
         [("EFFECT_MACRO_DUPLICATE_ID", 4)]),
        ("effectMacros:\n- {id: a, effects: [{macro: a}]}\nsetup: [{macro: a}, {macro: a}]",
         [("EFFECT_MACRO_CYCLE", 3)]),
        ("effectMacros:\n- {effects: []}", [("EFFECT_MACRO_INVALID", 3)]),
        ("effectMacros:\n- just a text", [("EFFECT_MACRO_INVALID", 3)]),
        ("effectMacros:\n- {id: a}\nsetup: [{macro: a}]", [("EFFECT_MACRO_INVALID", 3)]),
        ("effectMacros:\n- {id: a, effects: {b: 1}}", [("EFFECT_MACRO_INVALID", 3)]),
        ("effectMacros:\n- {id: a, params: x, effects: []}", [("EFFECT_MACRO_INVALID", 3)]),
        ("effectMacros:\n- {id: a, effects: [{param: x}]}\nsetup: [{macro: a}]",
         [("EFFECT_MACRO_INVALID", 3)]),
    ],
)  # fmt: skip
def test_mistakes_are_found(body: str, expected: list[tuple[str, int]]) -> None:
    document, report = expanded(block(body))
    assert [(named(d), d.span and d.span.line) for d in report.items] == expected
    left = plain(document.sections.get("setup")) or []
    assert [item for item in left if item != HOLE] in ([], ["a"])


def test_mistakes_have_the_paths_of_what_is_written() -> None:
    body = (
        "effectMacros: [{id: m, effects: [a, {macro: n}]}]\n"
        "setup: [{macro: m}, {if: {then: [{macro: q}]}}, {macro: m, args: {x: 1}}]\n"
        "zones: [{macro: grid, args: [0, 1]}]"
    )
    _, report = expanded(block(body))
    assert {(named(d), d.path) for d in report.items} == {
        ("EFFECT_MACRO_UNKNOWN", "doc.effectMacros.0.effects.1.macro"),
        ("EFFECT_MACRO_UNKNOWN", "doc.setup.1.if.then.0.macro"),
        ("EFFECT_MACRO_EXTRA_ARGS", "doc.setup.2.args.x"),
        ("CNL_BOARD_MACRO_ARGS_INVALID", "doc.zones.0.args"),
    }


def test_arguments_that_are_too_many_are_only_warned_of() -> None:
    body = f"{PAIR}\nsetup: [{{macro: pair, args: {{x: 1, xx: 2}}}}]"
    document, report = expanded(block(body))
    assert plain(document.sections["setup"]) == [{"a": 1}, "b"]
    assert [(named(d), d.severity, d.help) for d in report.items] == [
        ("EFFECT_MACRO_EXTRA_ARGS", "warning", "did you mean 'x'?")
    ]


def test_the_first_of_two_macros_counts() -> None:
    body = "effectMacros: [{id: a, effects: [1]}, {id: a, effects: [2]}]\nsetup: [{macro: a}]"
    assert plain(expanded(block(body))[0].sections["setup"]) == [1]


def test_the_way_of_a_cycle_is_told() -> None:
    body = (
        "effectMacros: [{id: a, effects: [{macro: b}]}, {id: b, effects: [x, {macro: a}]}]\n"
        "setup: [{macro: a}]"
    )
    document, report = expanded(block(body))
    assert codes(report) == ["EFFECT_MACRO_CYCLE"]
    assert "a -> b -> a" in report.items[0].message
    assert plain(document.sections["setup"]) == ["x", HOLE]


def chain(length: int) -> str:
    macros = [f"{{id: m{i}, effects: [{{macro: m{i + 1}}}]}}" for i in range(1, length)]
    macros.append(f"{{id: m{length}, effects: [x]}}")
    return f"effectMacros: [{', '.join(macros)}]\nsetup: [{{macro: m1}}]"


def test_macros_may_be_ten_deep() -> None:
    assert setup(chain(10)) == ["x"]
    assert [code for code, _ in found(chain(11))] == ["EFFECT_MACRO_DEPTH_EXCEEDED"]


def test_twenty_thousand_effects_can_be_made() -> None:
    tens = "effectMacros:\n- {id: ten, effects: [x, x, x, x, x, x, x, x, x, x]}\n"
    for name, inner in (("hundred", "ten"), ("thousand", "hundred")):
        calls = ", ".join([f"{{macro: {inner}}}"] * 10)
        tens += f"- {{id: {name}, effects: [{calls}]}}\n"
    full = tens + "setup:\n" + "- {macro: thousand}\n" * 20
    assert setup(full) == ["x"] * 20_000
    over = expanded(block(full + "triggers: [{effects: [{macro: ten}]}]"))[1]
    assert [(named(d), d.severity) for d in over.items] == [("CNL_COMPILER_LIMIT_EXCEEDED", ERROR)]


# ---- condition macros ----------------------------------------------------------------------------

SAME = (
    "conditionMacros: [{id: same, params: [{name: a}, {name: b}], "
    "condition: {op: '==', left: {param: a}, right: {param: b}}}]\n"
)


def test_condition_macros_stand_where_conditions_stand() -> None:
    call = "{conditionMacro: same, args: {a: 1, b: {ref: gvar, var: x}}}"
    body = SAME + f"setup: [{{if: {{when: {call}, then: []}}}}, {{op: and, args: [{call}]}}]"
    one = {"op": "==", "left": 1, "right": {"ref": "gvar", "var": "x"}}
    assert setup(body) == [{"if": {"when": one, "then": []}}, {"op": "and", "args": [one]}]


def test_condition_macros_may_be_called_from_macros() -> None:
    body = SAME + (
        "effectMacros: [{id: m, params: [{name: n}], "
        "effects: [{when: {conditionMacro: same, args: {a: {param: n}, b: 2}}}]}]\n"
        "setup: [{macro: m, args: {n: 1}}]"
    )
    assert setup(body) == [{"when": {"op": "==", "left": 1, "right": 2}}]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("setup: [{when: {conditionMacro: sam}}]", "EFFECT_MACRO_UNKNOWN"),
        ("setup: [{when: {conditionMacro: same, args: {a: 1}}}]", "EFFECT_MACRO_MISSING_ARGS"),
        ("setup: [{when: {conditionMacro: [same]}}]", "EFFECT_MACRO_UNKNOWN"),
    ],
)
def test_mistakes_in_conditions_are_found(body: str, code: str) -> None:
    document, report = expanded(block(SAME + body))
    assert codes(report) == [code]
    assert plain(document.sections["setup"]) == [{"when": True}]


def test_a_condition_macro_can_not_be_its_own_condition() -> None:
    body = (
        "conditionMacros: [{id: a, condition: {op: not, arg: {conditionMacro: a}}}]\n"
        "setup: [{when: {conditionMacro: a}}]"
    )
    assert codes(expanded(block(body))[1]) == ["EFFECT_MACRO_CYCLE"]


# ---- built-in macros -----------------------------------------------------------------------------


def counted(op: str, size: int, then: object, zone: str = "hand:actor") -> object:
    when = {"op": op, "left": {"ref": "zoneCount", "zone": zone}, "right": size}
    return {"if": {"when": when, "then": [then], "else": []}}


def test_refilling_is_drawing_as_often_as_needed() -> None:
    body = "setup: [a, {refillToSize: {zone: 'hand:actor', fromZone: deck, size: 3}}, b]"
    draw = {"draw": {"from": "deck", "to": "hand:actor", "count": 1}}
    assert setup(body) == ["a", *[counted("<", 3, draw)] * 3, "b"]


def test_refilling_to_nothing_is_nothing() -> None:
    assert setup("setup: [{refillToSize: {zone: z, fromZone: deck, size: 0}}]") == []


def test_sizes_may_be_constants() -> None:
    size = "{ref: constant, name: n}"
    body = f"constants: {{n: 1}}\nsetup: [{{refillToSize: {{zone: z, fromZone: d, size: {size}}}}}]"
    draw = {"draw": {"from": "d", "to": "z", "count": 1}}
    assert setup(body) == [counted("<", 1, draw, "z")]


@pytest.mark.parametrize(
    ("to", "drop"),
    [
        (
            ", to: pile",
            {"moveToken": {"token": "$__discarded", "from": "hand:actor", "to": "pile"}},
        ),
        ("", {"destroyToken": {"token": "$__discarded"}}),
    ],
)
def test_discarding_goes_through_the_zone(to: str, drop: object) -> None:
    body = f"setup: [{{discardDownTo: {{zone: 'hand:actor', size: 2{to}}}}}]"
    over = {"query": "tokensInZone", "zone": "hand:actor"}
    each = {"bind": "$__discarded", "over": over, "effects": [counted(">", 2, drop)]}
    assert setup(body) == [{"forEach": each}]


@pytest.mark.parametrize("base", ["hand", "tableau"])
def test_drawing_to_each_is_drawing_for_one_after_another(base: str) -> None:
    draw = {"draw": {"from": "deck", "to": f"{base}:$p", "count": 2}}
    each = {"bind": "$p", "over": {"query": "players"}, "effects": [draw]}
    body = f"setup: [{{draw: {{from: deck, to: '{base}:each', count: 2}}}}]"
    assert setup(body) == [{"forEach": each}]


def test_the_name_for_each_does_not_hide_one_that_the_draw_needs() -> None:
    made = setup(
        "setup: [{draw: {from: 'pile:$p', to: 'hand:each', count: {ref: binding, name: $p2}}}]"
    )
    draw = {"from": "pile:$p", "to": "hand:$p3", "count": {"ref": "binding", "name": "$p2"}}
    each = {"bind": "$p3", "over": {"query": "players"}, "effects": [{"draw": draw}]}
    assert made == [{"forEach": each}]


def test_other_draws_are_left_alone() -> None:
    body = "setup: [{draw: {from: deck, to: hand, count: 1}}, {draw: {to: {concat: [a]}}}]"
    assert setup(body) == [
        {"draw": {"from": "deck", "to": "hand", "count": 1}},
        {"draw": {"to": {"concat": ["a"]}}},
    ]


@pytest.mark.parametrize(
    "path",
    ["rollRandom: {in: [%s]}", "forEach: {effects: [], in: [%s]}", "if: {then: [], else: [%s]}"],
)
def test_built_in_macros_work_wherever_effects_stand(path: str) -> None:
    call = "{draw: {from: deck, to: 'hand:each', count: 1}}"
    assert "each" not in str(setup("setup: [{" + path % call + "}]"))


def test_a_macro_may_hand_on_where_to_draw_to() -> None:
    body = (
        "effectMacros: [{id: deal, params: [{name: to}, {name: n}], "
        "effects: [{draw: {from: deck, to: {param: to}, count: 1}}, "
        "{refillToSize: {zone: z, fromZone: d, size: {param: n}}}]}]\n"
        "setup: [{macro: deal, args: {to: 'hand:each', n: 1}}]"
    )
    draw = {"draw": {"from": "deck", "to": "hand:$p", "count": 1}}
    each = {"bind": "$p", "over": {"query": "players"}, "effects": [draw]}
    refill = counted("<", 1, {"draw": {"from": "d", "to": "z", "count": 1}}, "z")
    assert setup(body) == [{"forEach": each}, refill]


@pytest.mark.parametrize(
    ("body", "code", "line"),
    [
        ("refillToSize: {zone: a, size: 1}", "CNL_COMPILER_BUILT_IN_INVALID", 3),
        ("refillToSize: {zone: a, fromZone: b, size: -1}", "CNL_COMPILER_BUILT_IN_INVALID", 3),
        ("refillToSize: {zone: a, fromZone: b, size: 1.5}", "CNL_COMPILER_BUILT_IN_INVALID", 3),
        ("refillToSize: {zone: a, fromZone: b, size: true}", "CNL_COMPILER_BUILT_IN_INVALID", 3),
        ("refillToSize: {zone: a, fromZone: b, size: {op: +}}", "CNL_COMPILER_BUILT_IN_INVALID", 3),
        ("refillToSize: 3", "CNL_COMPILER_BUILT_IN_INVALID", 3),
        ("discardDownTo: {zone: a}", "CNL_COMPILER_BUILT_IN_INVALID", 3),
        ("discardDownTo: {zone: a, size: 1, too: b}", "CNL_COMPILER_BUILT_IN_INVALID", 3),
        ("refillToSize: {zone: a, fromZone: b, size: 20001}", "CNL_COMPILER_LIMIT_EXCEEDED", 3),
    ],
)
def test_mistakes_in_built_in_macros_are_found(body: str, code: str, line: int) -> None:
    assert found("setup:\n- {" + body + "}") == [(code, line)]


def test_what_is_made_by_built_in_macros_has_their_place() -> None:
    body = "setup:\n- refillToSize: {zone: hand, fromZone: deck, size: 1}"
    document, _ = expanded(block(body))
    tree = document.sections["setup"]
    assert isinstance(tree, Sequence) and isinstance(tree.items[0], Mapping)
    assert document.span("doc.setup.0.if.then.0.draw") == Span("game.md", 3, 3, 3, 54)
    assert document.span("doc.setup.0.if.then.0.draw.from") == Span("game.md", 3, 40, 3, 44)


# ---- the order of ids ----------------------------------------------------------------------------


def test_ids_are_in_order() -> None:
    ids = ["a_b", "a-b", "a:b", "a1", "a10", "a2", "ab", "aB", "AB", "b"]
    assert sorted(reversed(ids), key=collated) == ids


# ---- what is found in macros ---------------------------------------------------------------------


def test_what_is_found_in_a_macro_is_told_once_with_its_calls() -> None:
    body = (
        "effectMacros:\n"
        "  - {id: inner, effects: [{a: 1}]}\n"
        "  - {id: outer, effects: [b, {macro: inner}]}\n"
        "setup:\n"
        "  - {macro: outer}\n"
        "  - {macro: inner}\n"
        "  - {a: 1}"
    )
    document, _ = expanded(block(body))
    paths = ["doc.setup.1.a", "doc.setup.2.a", "doc.setup.3.a", "doc.nothing", ""]
    findings = [
        Diagnostic("YM101", "wrong", document.span(path), path=path, notes=("so",))
        for path in paths
    ]
    told = with_backtraces(document, findings)
    assert [each.path for each in told] == ["doc.setup.1.a", "doc.setup.3.a", "doc.nothing", ""]
    assert told[0].notes == (
        "so",
        "in the macro 'inner', called in line 4",
        "in the macro 'outer', called in line 6",
        "also at 1 other call",
    )
    assert told[1:] == findings[2:]


def test_different_mistakes_in_a_macro_are_all_told() -> None:
    body = "effectMacros: [{id: m, effects: [{a: 1}]}]\nsetup: [{macro: m}, {macro: m}]"
    document, _ = expanded(block(body))
    at = document.span("doc.setup.0")
    findings = [
        Diagnostic("YM101", "wrong", at, path="doc.setup.0"),
        Diagnostic("YM102", "wrong, too", at, path="doc.setup.0"),
        Diagnostic("YM101", "wrong", document.span("doc.setup.1.a"), path="doc.setup.1.a"),
    ]
    assert len(with_backtraces(document, findings)) == 3


def test_what_was_found_before_has_no_notes() -> None:
    body = "effectMacros: [{id: m, effects: [a, b]}]\nsetup: [{macro: m}, {macro: n}]"
    document, report = expanded(block(body))
    # In the document as written `doc.setup.1` is a call; after that it is what `m` stands for.
    assert [d.path for d in report.items] == ["doc.setup.1.macro"]
    assert with_backtraces(document, report.items) == report.items
