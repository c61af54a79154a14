"""Foreign files: whatever they hold, there is an answer, soon, and never a crash."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludwright
from ludwright.diagnostics import ERROR, Report, Source
from ludwright.gamedef.walk import walk
from ludwright.languages.cgml.tools import TOOLS
from ludwright.languages.yaml.read import DEPTH_LIMIT, core_value, read_yaml

Run = Callable[..., Any]
NEVER = "CG403"
LIBRARY = Path(__file__).parents[3] / "src/ludwright/library"


def reported(text: str) -> list[tuple[str, str]]:
    """What is said of a text, but for the advice that its last state is never reached."""
    report = Report()
    TOOLS.game_of(Source("test.cgml", text), report)
    return [(d.severity, d.code) for d in report.sorted() if d.code != NEVER]


def nine(levels: int) -> str:
    """A text that aliases make nine times as large with every line."""
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    for level in range(1, levels):
        again = ", ".join([f"*a{level - 1}"] * 9)
        lines.append(f"a{level}: &a{level} [{again}]")
    return "\n".join(lines)


TOO_MUCH = {
    "brackets": ("[" * 100_000, "YM103"),
    "braces": ("{a: " * 100_000, "YM103"),
    "dashes": ("- " * 100_000, "YM103"),
    "aliases": (nine(9), "YM104"),
    "deep aliases": (
        "a0: &a0 [1]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 300)),
        "YM103",
    ),
    "items": ("[" + "1," * 250_000 + "1]", "YM104"),
    "characters": ("#" * 5_000_000, "YM104"),
    "control characters": ("a: \x00", "YM101"),
    "half a character": ("a: \ud800", "YM101"),
    "an open quote": ('a: "', "YM101"),
}


def test_a_part_counts_once_however_deep_it_lies() -> None:
    # 100 levels of 100 items each are 10,000 parts.
    text = "x: " + "".join("[" + "1, " * 100 for _ in range(100)) + "]" * 100
    assert reported(text)[0] != (ERROR, "YM104")


@pytest.mark.quick(2)
@pytest.mark.timeout(10)
@pytest.mark.parametrize("what", TOO_MUCH)
def test_yaml_that_is_too_much(what: str) -> None:
    text, code = TOO_MUCH[what]
    assert reported(text) == [(ERROR, code)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[(word, word) for word in ("on", "no", "y", "Yes", "12:30", "1_000", "2001-01-01", "0b1")],
        *[("true", True), ("FALSE", False), ("~", None), ("", None), ("Null", None)],
        *[("010", 10), ("-7", -7), ("+7", 7), ("0o17", 15), ("0x1F", 31)],
        *[("1.5", 1.5), (".5", 0.5), ("1e3", 1000.0), ("-.inf", float("-inf"))],
    ],
)
def test_plain_scalars_follow_yaml_1_2(text: str, value: Any) -> None:
    found = core_value(text)
    assert (found, type(found)) == (value, type(value))


def test_quotes_and_tags_make_texts() -> None:
    report = Report()
    tree = read_yaml(Source("t", "['2', \"true\", !!str 3, !!int '4', ! 5]"), report)
    assert tree is not None and not report.items
    assert [item.value for item in tree.items] == ["2", "true", "3", 4, "5"]  # type: ignore


def test_places_are_exact() -> None:
    text = "a:\n  - b: '$.x'\n    c: 1\n\nd: \U0001f0a1 e\n"
    tree = read_yaml(Source("t", text), Report())
    assert tree is not None
    entries = tree.entries  # type: ignore[union-attr]
    item = entries[0][1].items[0]
    # A block ends with its last value, not with the next token.
    assert (item.span.line, item.span.column) == (2, 5)
    assert (item.span.end_line, item.span.end_column) == (3, 9)
    path = item.entries[0][1].part(2, 3)
    assert (path.line, path.column, path.end_column) == (2, 11, 12)
    assert entries[1][1].span.end_column == 7


# ---- beyond YAML -------------------------------------------------------------------------------


def nested(text: Run, levels: int) -> str:
    condition: Any = {"value": True}
    for _ in range(levels):
        condition = {"not": [condition]}
    rule = {"id": "r", "trigger": "on.phase.Act", "effect": [], "condition": condition}
    return str(text("", json.dumps([rule])))


def test_deep_expressions(text: Run) -> None:
    assert reported(nested(text, DEPTH_LIMIT // 2 - 3)) == []
    assert reported(nested(text, DEPTH_LIMIT // 2)) == [(ERROR, "YM103")]


def test_computed_variables_that_unfold_without_end(text: Run) -> None:
    variables = ["- {name: v0, initial_value: 1}"] + [
        f"- {{name: v{i}, computed: true, expression: {{add: [{{path: $.v{i - 1}}}, "
        f"{{path: $.v{i - 1}}}]}}}}"
        for i in range(1, 40)
    ]
    assert reported(text("", "", "\n".join(variables))) == [(ERROR, "CG407")]


@pytest.mark.timeout(20)
@pytest.mark.parametrize("operator", ["abs", "map"])
def test_operators_that_repeat_their_operands(text: Run, operator: str) -> None:
    again = {"add": [{"path": "$.item"}, {"path": "$.item"}]}
    value: Any = {"list": [1]} if operator == "map" else 1
    for _ in range(60):
        value = {"abs": [value]} if operator == "abs" else {"map": [value, again]}
    test = {"exists": [value]} if operator == "map" else {"isEqual": [value, 1]}
    rule = {"id": "r", "trigger": "on.phase.Act", "effect": [], "condition": test}
    expected = [(ERROR, "CG407")] if operator == "abs" else []
    assert reported(text("", json.dumps([rule]))) == expected


def test_every_node_has_a_place() -> None:
    for name in ("war", "crazy-eights"):
        source = Source(name, (LIBRARY / name / f"{name}.cgml").read_text(encoding="utf-8"))
        game = TOOLS.game_of(source, Report())
        assert game is not None
        assert all(node.span is not None for node in walk(game))


def test_long_lists_are_not_deep(text: Run) -> None:
    many = [{"isEqual": [i, i]} for i in range(1200)]
    rule = {"id": "r", "trigger": "on.phase.Act", "effect": [], "condition": {"and": many}}
    assert reported(text("", json.dumps([rule]))) == []


def test_questions_that_nobody_can_answer_do_not_go_on_forever(text: Callable[..., str]) -> None:
    ask = "{action: REQUEST_INPUT, options: {path: '$.players[current].zones.hand'}}"
    rules = f"[{{id: r, trigger: on.phase.Act, effect: [{ask}]}}]"
    game = ludwright.loads(text(rules=rules), "cgml")
    with pytest.raises(ludwright.GameFault, match="RT102"):
        game.table(seed=1)


@pytest.mark.timeout(20)
def test_a_dry_run_of_operators_that_repeat_their_operands(text: Run) -> None:
    value: Any = 1
    for _ in range(60):
        value = {"abs": [value]}
    action = {"action": "SET_VARIABLE", "path": "$.x", "value": value}
    test = {"canPerform": [action]}
    rule = {"id": "r", "trigger": "on.phase.Act", "effect": [], "condition": test}
    assert reported(text("", json.dumps([rule]))) == [(ERROR, "CG407")]


@pytest.mark.parametrize("operator", ["max", "sum", "count"])
def test_lists_in_each_other_are_read_once(text: Run, operator: str) -> None:
    value: object = {"path": "$.x"}
    for _ in range(20):
        value = {operator: [{"list": [value, 1]}]}
    rule = {"id": "r", "trigger": "on.phase.Act", "effect": []}
    rule["condition"] = {"isEqual": [value, 3]}
    assert reported(text("", json.dumps([rule]))) == []
