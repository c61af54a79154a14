"""Documents that want to do harm: no crash, no hang, and always something is told."""

import random
import time
from itertools import pairwise

import pytest

from ludwright.pipeline import load_sections
from tools.gamespec.trees import block, codes, expanded, named

LONGEST = 5.0  # seconds of work; each takes a small part of that


def doubling(levels: int, macro: str) -> str:
    """Macros of which each calls the next one twice."""
    items = [macro.format(i=i, next=i + 1) for i in range(levels)]
    return "\n".join(items)


def nested(depth: int, inside: str) -> str:
    return "{a: " * depth + inside + "}" * depth


DEEP_CALLS = "".join(
    f"- {{id: m{i}, params: [{{name: x}}], effects: "
    f"[{{macro: m{i + 1}, args: {{x: {nested(90, '{param: x}')}}}}}]}}\n"
    for i in range(8)
)
LONG_CALLS = "".join(
    f"- {{id: m{i}, effects: [" + ", ".join([f"{{macro: m{i + 1}}}"] * 40) + "]}\n"
    for i in range(8)
)

HOSTILE = {
    "deep lists": block("setup: " + "[" * 100_000),
    "deep mappings": block("setup: " + "{a: " * 50_000),
    "deep blocks": block("setup:\n" + "".join(" " * i + "- \n" for i in range(500))),
    "aliases": block(
        "setup:\n- &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"- &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in pairwise("abcdefghi"))
    ),
    "aliases in many blocks": block(
        "setup:\n- &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"- &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in pairwise("abcde"))
    )
    * 120,
    "an alias of itself": block("setup: &a [*a]"),
    "doubling effects": block(
        "effectMacros:\n"
        + doubling(9, "- {{id: m{i}, effects: [{{macro: m{next}}}, {{macro: m{next}}}]}}")
        + "\n- {id: m9, effects: ["
        + "x, " * 500
        + "]}\nsetup: [{macro: m0}]"
    ),
    "forty times forty": block(
        "effectMacros:\n" + LONG_CALLS + "- {id: m8, effects: []}\nsetup: [{macro: m0}]"
    ),
    "doubling arguments": block(
        "effectMacros:\n"
        + doubling(
            9,
            "- {{id: m{i}, params: [{{name: x}}], effects: [{{macro: m{next}, "
            "args: {{x: [" + "{{param: x}}, " * 12 + "]}}}}]}}",
        )
        + "\n- {id: m9, params: [{name: x}], effects: [{do: {param: x}}]}\n"
        "setup: [{macro: m0, args: {x: [a, b]}}]"
    ),
    "doubling conditions": block(
        "conditionMacros:\n"
        + doubling(
            9,
            "- {{id: m{i}, params: [{{name: x}}], condition: {{conditionMacro: m{next}, "
            "args: {{x: {{" + ", ".join(f"k{n}: {{{{param: x}}}}" for n in range(9)) + "}}}}}}}}",
        )
        + "\n- {id: m9, params: [{name: x}], condition: {op: {param: x}}}\n"
        "setup: [{if: {conditionMacro: m0, args: {x: 1}}}]"
    ),
    "deep arguments": block(
        "effectMacros:\n"
        + DEEP_CALLS
        + "- {id: m8, params: [{name: x}], effects: [{do: {param: x}}]}\n"
        + "setup: [{macro: m0, args: {x: 1}}]"
    ),
    "deep macros": block(
        "effectMacros:\n"
        + "".join(
            f"- {{id: m{i}, effects: [{nested(90, f'[{{macro: m{i + 1}}}]')}]}}\n" for i in range(8)
        )
        + "- {id: m8, effects: []}\nsetup: [{macro: m0}]"
    ),
    "a large macro often": block(
        "effectMacros: [{id: m, effects: [{do: " + str(list(range(20_000))) + "}]}]\n"
        "setup:\n" + "- {macro: m}\n" * 2_000
    ),
    "a large refill": block("setup: [{refillToSize: {zone: a, fromZone: b, size: 999999999}}]"),
    "many refills": block(
        "setup:\n" + "- {refillToSize: {zone: a, fromZone: b, size: 19999}}\n" * 2_000
    ),
    "a large board": block("zones: [{macro: grid, args: [999999999, 999999999]}]"),
    "many cycles": block(
        "effectMacros:\n"
        + "".join(f"- {{id: m{i}, effects: [{{macro: m{i}}}]}}\n" for i in range(900))
        + "setup:\n"
        + "".join(f"- {{macro: m{i}}}\n" for i in range(900))
    ),
    "many unknown calls": block("setup:\n" + "- {macro: nothing}\n" * 5_000),
    "open fences": "```yaml\n" * 100_000,
    "unlabelled blocks": "```\n:\n```\n" * 80_000,
    "labelled blocks": "```yaml\na: 1\n```\n" * 50_000,
    "nothing but lines": block("constants: {a: 1") + "\n" * 900_000 + block("b: ["),
    "control characters": block("setup: [\x01\x02\x1b]") + "```yaml\nsetup: [\0]\n```",
    "surrogates": block("setup: [\ud800]"),
}


@pytest.mark.quick(10)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_is_told_of_soon(name: str) -> None:
    begin = time.process_time()
    report = expanded(HOSTILE[name])[1]
    assert time.process_time() - begin < LONGEST
    assert report.items and len(report.items) <= 500


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("deep lists", "YM103"),
        ("aliases", "YM104"),
        ("aliases in many blocks", "YM104"),
        ("an alias of itself", "YM105"),
        ("doubling effects", "CNL_COMPILER_LIMIT_EXCEEDED"),
        ("forty times forty", "CNL_COMPILER_LIMIT_EXCEEDED"),
        ("doubling arguments", "CNL_COMPILER_LIMIT_EXCEEDED"),
        ("doubling conditions", "CNL_COMPILER_LIMIT_EXCEEDED"),
        ("deep arguments", "CNL_COMPILER_LIMIT_EXCEEDED"),
        ("deep macros", "CNL_COMPILER_LIMIT_EXCEEDED"),
        ("a large macro often", "CNL_COMPILER_LIMIT_EXCEEDED"),
        ("many refills", "CNL_COMPILER_LIMIT_EXCEEDED"),
        ("a large board", "CNL_COMPILER_LIMIT_EXCEEDED"),
        ("many cycles", "EFFECT_MACRO_CYCLE"),
        ("unlabelled blocks", "CNL_PARSER_TOO_MANY_BLOCKS"),
        ("labelled blocks", "CNL_PARSER_TOO_MANY_BLOCKS"),
        ("surrogates", "YM101"),
    ],
)
def test_it_is_told_what_is_wrong(name: str, code: str) -> None:
    assert code in codes(expanded(HOSTILE[name])[1])


@pytest.mark.parametrize(
    "text",
    [
        "`" * 1_000_000,
        ("``` " + " " * 50 + "\n") * 15_000,
        ("```" + "a" * 100) * 9_000,
        "```" + "a" * 1_000_000,
        " " * 1_000_000 + "```",
        block("setup: [!!python/object/apply:os.system [exit]]"),
    ],
    ids=["back-ticks", "blanks", "labels", "one label", "far right", "code"],
)
def test_what_is_odd_but_right_is_read_soon(text: str) -> None:
    begin = time.process_time()
    report = expanded(text)[1]
    assert time.process_time() - begin < LONGEST
    errors = {named(each) for each in report.items if each.severity == "error"}
    assert errors <= {"CNL_PARSER_NO_BLOCKS"}


def test_junk_is_only_text() -> None:
    # Bytes that are read as text, with fences and the marks of YAML strewn in.
    for seed in range(60):
        chance = random.Random(seed)
        marks = ["```", "```yaml\n", "\n", ": ", "- ", "{", "}", "[", "]", "&a", "*a", "'", '"']
        words = ["setup", "zones", "macro", "param", "args", "effects", "id", "!", "|", "\t", "? "]
        pieces = [
            chance.choice(marks + words + [chr(chance.randrange(1, 0x3000))]) for _ in range(400)
        ]
        expanded("```yaml\n" + "".join(pieces) + "\n```\n")


def test_broken_documents_do_not_break_the_reader() -> None:
    text = (
        "effectMacros:\n  - id: m\n    params: [{name: x, type: number}]\n"
        "    effects: [{a: {param: x}}]\nzones:\n  - {macro: grid, args: [2, 2]}\n"
        "setup:\n  - {macro: m, args: {x: 1}}\n  - refillToSize: {zone: a, fromZone: b, size: 2}\n"
    )
    for seed in range(200):
        chance = random.Random(seed)
        start = chance.randrange(len(text))
        cut = text[:start] + chance.choice("[]{}:-,*& \n1x") + text[start + chance.randrange(4) :]
        expanded(block(cut))


def test_what_grows_and_grows_is_refused_in_no_time() -> None:
    value = "{ ref: gvar, var: c }"
    for _ in range(40):
        value = f"{{ op: '/', left: {value}, right: {{ ref: gvar, var: c }} }}"
    assert _refused(_playable(f"setVar: {{ scope: global, var: c, value: {value} }}"))


def test_a_board_may_have_so_many_cells_that_nobody_could_play_on_it() -> None:
    effect = "addVar: { scope: global, var: c, delta: 1 }"
    assert not _refused(_playable(effect, cells=4))
    assert _refused(_playable(effect, cells=51))


def _playable(effect: str, cells: int = 2) -> str:
    return f"""```yaml
metadata: {{ id: grown, players: {{ min: 2, max: 2 }} }}
globalVars: [{{ name: c, type: int, init: 0, min: -1, max: 9 }}]
zones: [{{ macro: grid, args: [{cells}, {cells}] }}]
turnStructure: {{ phases: [{{ id: main }}] }}
actions:
  - {{ id: a, actor: active, phase: main, params: [], pre: null, cost: [],
      limits: [], effects: [{effect}] }}
terminal: {{ conditions: [] }}
```
"""


def _refused(text: str) -> bool:
    compiled = load_sections(text)
    return any(named(d) == "CNL_COMPILER_LIMIT_EXCEEDED" for d in compiled.diagnostics)


@pytest.mark.parametrize("most", [17, 100, 2**31 - 1])
def test_more_players_than_seats_are_refused_at_once(most: int) -> None:
    text = block(f"metadata: {{id: a, players: {{min: 2, max: {most}}}}}")
    [told] = [d for d in load_sections(text).diagnostics if "PLAYERS" in named(d)]
    assert named(told) == "CNL_COMPILER_TOO_MANY_PLAYERS"
    assert told.span and told.span.line == 2 and told.path == "doc.metadata.players.max"
    fine = load_sections(text.replace(str(most), "16"))
    assert not [d for d in fine.diagnostics if "PLAYERS" in named(d)]
