"""Named expressions mean what they would mean where they are used."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludwright
from ludwright.diagnostics import Diagnostic, Report, Source, render
from ludwright.languages.cgml.tools import TOOLS
from ludwright.languages.cgml.upgrade.migrate import migrated
from ludwright.languages.cgml.write.format import formatted
from tools.lockstep import lock_step

Run = Callable[..., Any]

DECK, PILE = (f'{{path: "$.zones.{name}"}}' for name in ("deck", "pile"))
END = "{id: end, trigger: on.phase.Act, priority: -1, effect: [{action: END_GAME}]}"


def reported(text: str) -> list[Diagnostic]:
    report = Report()
    TOOLS.game_of(Source("test.cgml", text), report)
    return report.sorted()


# Definitions, a rule with uses, and the same rule written out.
ALIKE = {
    "a condition": (
        "{low: {isLessThan: [{path: $.x}, 3]}}",
        "condition: {use: low}, effect: [{action: INCREMENT, path: $.x}]",
        "condition: {isLessThan: [{path: $.x}, 3]}, effect: [{action: INCREMENT, path: $.x}]",
    ),
    "a number": (
        "{two: 2}",
        f"effect: [{{action: MOVE, from: {DECK}, to: {PILE}, count: {{use: two}}}}]",
        f"effect: [{{action: MOVE, from: {DECK}, to: {PILE}, count: 2}}]",
    ),
    "zones": (
        f"{{source: {DECK}, target: {PILE}}}",
        "effect: [{action: MOVE, from: {use: source}, to: {use: target}}]",
        f"effect: [{{action: MOVE, from: {DECK}, to: {PILE}}}]",
    ),
    "a filter": (
        "{threes: {isEqual: [{path: $.card.properties.rank}, {value: 3}]}}",
        f"effect: [{{action: MOVE_ALL, from: {DECK}, to: {PILE}, filter: {{use: threes}}}}]",
        f"effect: [{{action: MOVE_ALL, from: {DECK}, to: {PILE}, "
        "filter: {isEqual: [{path: $.card.properties.rank}, {value: 3}]}}]",
    ),
    "literals take the type of their neighbours": (
        "{low: {value: [2, 3]}, three: {value: 3}}",
        f"condition: {{any: [{DECK}, {{and: [{{in: [{{path: $.card.properties.rank}}, "
        "{use: low}]}, {isEqual: [{use: three}, {path: $.card.properties.rank}]}]}]}, effect: []",
        f"condition: {{any: [{DECK}, {{and: [{{in: [{{path: $.card.properties.rank}}, "
        "{value: [2, 3]}]}, {isEqual: [{value: 3}, {path: $.card.properties.rank}]}]}]}, "
        "effect: []",
    ),
    "a path to change": (
        "{counter: {path: $.x}}",
        "effect: [{action: SET_VARIABLE, path: {use: counter}, value: {add: [{use: counter}, 1]}}]",
        "effect: [{action: SET_VARIABLE, path: $.x, value: {add: [{path: $.x}, 1]}}]",
    ),
    "one in another": (
        "{big: {add: [{use: small}, 1]}, small: {path: $.x}}",
        "effect: [{action: SET_VARIABLE, path: $.x, value: {add: [{use: big}, {use: small}]}}]",
        "effect: [{action: SET_VARIABLE, path: $.x, value: {add: [{add: [{path: $.x}, 1]}, "
        "{path: $.x}]}}]",
    ),
    "a list of lists that is joined": (
        "{both: {list: [{range: [1, 2]}, {range: [3, 4]}]}}",
        "effect: [{action: SET_VARIABLE, path: $.x, value: {max: [{use: both}]}}]",
        "effect: [{action: SET_VARIABLE, path: $.x, "
        "value: {max: [{list: [{range: [1, 2]}, {range: [3, 4]}]}]}}]",
    ),
    "an alias and a ref of the place of use": (
        "{like: {isEqual: [{path: $.card.properties.suit}, {path: $.one.properties.suit}]}, "
        "kept: {rank_value: [{ref: top}]}}",
        f"effect: [{{action: STORE, value: {{top: [{DECK}]}}, store_as: top}}, "
        "{action: SET_VARIABLE, path: $.x, value: {use: kept}}, "
        f"{{action: SET_VARIABLE, path: $.x, value: {{count: [{{filter: [{DECK}, "
        f"{{all: [{DECK}, {{use: like}}]}}], as: one}}]}}}}]",
        f"effect: [{{action: STORE, value: {{top: [{DECK}]}}, store_as: top}}, "
        "{action: SET_VARIABLE, path: $.x, value: {rank_value: [{ref: top}]}}, "
        f"{{action: SET_VARIABLE, path: $.x, value: {{count: [{{filter: [{DECK}, "
        f"{{all: [{DECK}, {{isEqual: [{{path: $.card.properties.suit}}, "
        "{path: $.one.properties.suit}]}]}], as: one}]}}]",
    ),
}


@pytest.mark.parametrize("case", ALIKE)
def test_a_use_is_what_is_written_there(lower: Run, play: Run, text: Run, case: str) -> None:
    definitions, used, written = ALIKE[case]
    rule = "[{id: r, trigger: on.phase.Act, %s}, " + END + "]"
    short = text(f"definitions: {definitions}", rule % used)
    assert lower(short) == lower(text("", rule % written))
    assert play(short).status == "over"


def test_transitions_variables_and_the_win_condition_may_use_them(lower: Run, text: Run) -> None:
    win, done = '{max: [{path: "$.players[*].score"}]}', "{isAtLeast: [{path: $.x}, 3]}"
    rules = "[{id: r, trigger: on.phase.Act, condition: {path: $.far}, effect: []}]"
    flow = """
    flow:
      states: {Play: {phases: [Act]}, Over: {}}
      transitions: [{from: Play, to: Over, condition: %s}]
      win_condition: {evaluator: %s}
    """
    far = "- {name: far, computed: true, expression: %s}"
    made = f"    definitions: {{best: {win}, done: {done}}}"
    used = text(made + flow % ("{use: done}", "{use: best}"), rules, far % "{use: done}")
    assert lower(used) == lower(text(flow % (done, win), rules, far % done))


def test_a_property_called_use_is_a_property(lower: Run, text: Run) -> None:
    cards = """[{type: card, properties: {rank: 2, use: limit}},
                {type: card, properties: {rank: 3, use: other}}]"""
    kind = f"{{deck_types: {{six: {{composition: {cards}, rank_hierarchy: [2, 3]}}}}}}"
    rules = f"""
    - id: r
      trigger: on.phase.Act
      meta: {{use: limit}}
      condition: {{isEqual: [{{count: [{DECK}]}}, {{use: limit}}]}}
      effect: []
    """
    game = lower(text(f"definitions: {{limit: 2}}\ncomponents: {{component_types: {kind}}}", rules))
    assert [p.name for p in game.properties] == ["rank", "use"]


def test_a_game_with_definitions_goes_as_the_oracle_says(text: Run) -> None:
    definitions = """
    definitions:
      hand: {path: "$.players[current].zones.hand"}
      pile: {path: "$.zones.pile"}
      fits: {or: [{not: [{exists: [{use: pile}]}]}, {use: follows}]}
      follows: {isEqual: [{suit: [{path: $.card}]}, {suit: [{top: [{use: pile}]}]}]}
      can_play: {any: [{use: hand}, {use: fits}]}
    """
    rules = """
    - id: play
      trigger: on.phase.Act
      condition: {use: can_play}
      effect:
        - {action: REQUEST_INPUT, options: {filter: [{use: hand}, {use: fits}]}, store_as: card}
        - {action: MOVE, from: {ref: card}, to: {use: pile}}
        - {action: INCREMENT, path: "$.players[current].score"}
    - {id: end, trigger: on.phase.Act, condition: {not: [{use: can_play}]},
       priority: -1, effect: [{action: END_GAME}]}
    """
    deal = f"""{definitions}
    setup:
      - {{action: SHUFFLE, target: {DECK}}}
      - {{action: DEAL_ALL, from: {DECK}, to: {{path: "$.players[*].zones.hand"}}}}
    """
    game = ludwright.loads(text(deal, rules), "cgml")
    for seed in range(8):
        assert lock_step(game.definition, 2, seed).status == "over"


# ---- mistakes ----------------------------------------------------------------------------------

LIKE = "{isEqual: [{path: $.card.properties.suit}, {path: $.one.properties.suit}]}"


def test_a_failing_use_is_reported_where_it_is_with_the_definition_as_a_note(text: Run) -> None:
    rules = f"""
    - id: r
      trigger: on.phase.Act
      condition: {{any: [{DECK}, {{any: [{DECK}, {{use: like}}]}}], as: one}}
      enabled_when: {{any: [{DECK}, {{use: like}}]}}
      effect: []
    """
    made = text(f"definitions: {{like: {LIKE}}}", rules)
    [found] = [d for d in reported(made) if d.severity == "error"]
    lines = made.splitlines()
    assert found.code == "CG201" and found.span is not None
    assert '"use": "like"' in lines[found.span.line - 1]
    assert "enabled_when" in "".join(lines[found.span.line - 30 : found.span.line])
    [note] = found.notes
    assert note.startswith("in the definition 'like' at test.cgml:")
    line = int(note.split(":")[-2])
    assert "$.one.properties.suit" in lines[line - 1]
    assert f"note: {note}" in render(found)


def test_a_mistake_in_a_definition_that_is_used_often_is_one_error(text: Run) -> None:
    use = "{action: SET_VARIABLE, path: $.x, value: {use: wrong}}"
    rules = f"[{{id: r, trigger: on.phase.Act, effect: [{use}, {use}, {use}]}}]"
    made = text("definitions: {wrong: {add: [1, {path: $.nothing}]}}", rules)
    [found] = [d for d in reported(made) if d.severity == "error"]
    assert found.notes == () and found.span is not None
    assert "$.nothing" in made.splitlines()[found.span.line - 1]


def doubling(levels: int) -> dict[str, Any]:
    made: dict[str, Any] = {"d0": {"path": "$.x"}}
    for level in range(1, levels):
        made[f"d{level}"] = {"add": [{"use": f"d{level - 1}"}, {"use": f"d{level - 1}"}]}
    return made


def chain(length: int) -> dict[str, Any]:
    made: dict[str, Any] = {
        f"d{level}": {"add": [{"use": f"d{level + 1}"}, 1]} for level in range(length - 1)
    }
    return {**made, f"d{length - 1}": {"path": "$.x"}}


@pytest.mark.parametrize(
    ("definitions", "name", "codes"),
    [
        (doubling(5), "d4", []),
        (doubling(40), "d39", ["CG407"]),
        (doubling(16), "d15", ["CG407"]),
        (chain(20), "d0", []),
        (chain(300), "d0", ["CG407"]),
        (chain(4_000), "d0", ["CG407"]),
        ({f"d{i}": {"abs": [{"use": f"d{(i + 1) % 9000}"}]} for i in range(9000)}, "d0", ["CG210"]),
    ],
    ids=["few", "doubled", "unfolded", "chain", "long chain", "very long chain", "cycle"],
)
def test_definitions_do_not_grow_without_end(
    text: Run, definitions: dict[str, Any], name: str, codes: list[str]
) -> None:
    use = {"action": "SET_VARIABLE", "path": "$.x", "value": {"use": name}}
    rules = json.dumps([{"id": "r", "trigger": "on.phase.Act", "effect": [use]}])
    document = json.loads(text("", rules))
    made = json.dumps({**document, "definitions": definitions})
    assert [d.code for d in reported(made) if d.severity == "error"] == codes


# ---- files -------------------------------------------------------------------------------------


def test_a_child_replaces_adds_and_deletes_definitions(tmp_path: Path, text: Run) -> None:
    base = """definitions: {limit: {add: [1, 1]}, step: 5, spare: {path: $.y}}"""
    rules = """
    - id: r
      trigger: on.phase.Act
      effect:
        - {action: INCREMENT, path: $.x, by: {use: limit}}
        - {action: END_GAME}
    """
    (tmp_path / "base.cgml").write_text(text(base, rules), encoding="utf-8")
    child = """
    cgml_version: "1.3"
    inherit: base.cgml
    definitions:
      limit: {mul: [{use: step}, {use: more}]}
      more: 7
      spare: {disabled: true}
    """
    path = tmp_path / "child.cgml"
    path.write_text("\n".join(line[4:] for line in child.splitlines()[1:]), encoding="utf-8")
    game = ludwright.load(path)
    assert game.loaded.diagnostics == ()
    table = game.table(seed=1)
    assert table.over and table.variable("x") == 35


def test_a_definition_that_is_not_there_can_not_be_deleted(text: Run) -> None:
    found = reported(text("definitions: {limit: {disabled: true}}"))
    assert ("CG408", "warning") in [(d.code, d.severity) for d in found]


UNTIDY = """\
rules:
  - {effect: [], condition: {filter: [{use: limit}, {value: true}], as: one}, trigger: t, id: a}
definitions:
  zebra: {use: limit}
  limit: {canPerform: [{to: 1, from: 2, action: MOVE}]}
components:
  component_types:
    deck_types:
      six:
        composition:
          - properties: {zoo: 1, ape: {otherwise: 0, values: {A: 1}, by: rank}}
            values: [A]
            template: standard_suits
            type: template
          - {count: 2, properties: {b: 1, a: 2}, name: 7yellow, type: card}
cgml_version: "1.3"
"""
TIDY = """\
cgml_version: "1.3"
components:
  component_types:
    deck_types:
      six:
        composition:
          - type: template
            template: standard_suits
            values: [A]
            properties: { zoo: 1, ape: { by: rank, values: { A: 1 }, otherwise: 0 } }
          - { type: card, name: 7yellow, properties: { b: 1, a: 2 }, count: 2 }
definitions:
  zebra: { use: limit }
  limit: { canPerform: [{ action: MOVE, from: 2, to: 1 }] }
rules:
  - id: a
    trigger: t
    condition: { filter: [{ use: limit }, { value: true }], as: one }
    effect: []
"""


def test_fmt_knows_the_keys() -> None:
    report = Report()
    made = formatted(Source("a.cgml", UNTIDY), report)
    assert report.items == [] and made == TIDY
    assert formatted(Source("a.cgml", TIDY), report) == TIDY


def test_migrate_replaces_old_words_in_definitions_and_leaves_the_rest(text: Run) -> None:
    before = TIDY.replace("action: MOVE, from: 2, to: 1", "action: SET_GAME_STATE, state: Over")
    report = Report()
    made = migrated(Source("a.cgml", before), report)
    assert report.items == [] and made is not None
    assert made.text == before.replace("SET_GAME_STATE", "SET_STATE")
