"""A long GameSpecDoc without a mistake, and seventy kinds of mistakes to plant in it."""

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MANY = 40

HEAD = """\
# A long game

Nobody plays it: it is there to be broken.

```yaml
metadata:
  id: long
  players: {min: 2, max: 4}
constants:
  few: 2
turnStructure:
  phases:
    - id: main
    - id: late
turnOrder:
  type: roundRobin
terminal:
  conditions:
    - when: {op: '>=', left: {ref: gvar, var: v0}, right: 9}
      result: {type: win, player: active}
    - when: {op: '>=', left: {ref: gvar, var: v1}, right: 9}
      result: {type: draw}
    - when: {op: '>=', left: {ref: gvar, var: v2}, right: 9}
      result: {type: score}
  scoring:
    method: highest
    value: {ref: pvar, player: actor, var: p0}
```

```yaml
zones:
  - macro: grid
    args: [2, 2]
  - macro: hex
    args: [1]
effectMacros:
  - id: count
    params: [{name: by, type: number}]
    effects:
      - addVar: {scope: global, var: v0, delta: {param: by}}
  - id: other
    params: []
    effects:
      - setVar: {scope: global, var: v1, value: 0}
  - id: twice
    params: []
    effects:
      - {macro: other, args: {}}
      - macro: other
  - id: spare
    params: [{name: x, type: number}]
    effects:
      - setVar: {scope: global, var: v2, value: {param: x}}
conditionMacros:
  - id: rich
    params: [{name: than, type: number}]
    condition: {op: '>', left: {ref: gvar, var: v3}, right: {param: than}}
```
"""

# Each of these is a block of its own, so that a mistake in one can cost only this one.
SPARE = """
### Spare {i}

```yaml
setup:
  - shuffle: {{zone: pile{i}}}
```
"""

VARIABLE = """\
  - name: v{i}
    type: int
    init: 0
    min: 0
    max: 9
"""

ZONES = """\
  - id: pile{i}
    owner: none
    visibility: public
    ordering: stack
  - id: hand{i}
    owner: player
    visibility: owner
    ordering: set
"""

TYPE = """\
  - id: token{i}
    props:
      size: int
      hue: string
"""

SETUP = """\
  - macro: count
    args: {{by: {i}}}
  - createToken:
      type: token{i}
      zone: pile{i}
      props: {{size: {i}, hue: red}}
  - refillToSize: {{zone: 'hand{i}:0', fromZone: pile{i}, size: 1}}
"""

ACTION = """\
  - id: act{i}
    phase: main
    actor: active
    params: []
    pre: null
    cost: []
    effects: []
    limits:
      - scope: turn
        max: 1
"""

PIPELINE = """\
  - id: pipe{i}
    actionId: act{i}
    atomicity: atomic
    legality:
      op: and
      args:
        - {{op: '>', left: {{ref: gvar, var: v{i}}}, right: 0}}
        - {{conditionMacro: rich, args: {{than: {i}}}}}
    costValidation: null
    costEffects: []
    targeting: {{}}
    stages:
      - stage: go{i}
        effects:
          - chooseN: {{bind: $c{i}, options: {{query: players}}, min: 0, max: 1}}
          - chooseOne: {{bind: $d{i}, options: {{query: intsInRange, min: 1, max: 3}}}}
          - addVar:
              scope: global
              var: v{i}
              delta: {{ref: binding, name: $d{i}}}
          - setVar: {{scope: pvar, player: active, var: p{i}, value: 1}}
          - forEach:
              bind: $t{i}
              over: {{query: tokensInZone, zone: pile{i}}}
              effects:
                - moveToken: {{token: $t{i}, from: pile{i}, to: 'hand{i}:actor'}}
          - let: {{bind: $l{i}, value: {i}, in: []}}
          - draw: {{from: pile{i}, to: 'hand{i}:each', count: {{ref: constant, name: few}}}}
"""

TRIGGER = """\
  - id: after{i}
    event: {{type: actionResolved, action: act{i}}}
    when: {{op: '<', left: {{ref: gvar, var: v{i}}}, right: 9}}
    effects:
      - macro: twice
      - createToken: {{type: token{i}, zone: pile{i}}}
  - id: late{i}
    event: {{type: phaseEnter, phase: late}}
    effects: []
"""


def long_document() -> str:
    """Two thousand lines that nothing is wrong with."""
    listed = {
        "globalVars": VARIABLE,
        "perPlayerVars": VARIABLE.replace("v{i}", "p{i}"),
        "zones": ZONES,
        "tokenTypes": TYPE,
        "setup": SETUP,
        "actions": ACTION,
        "actionPipelines": PIPELINE,
        "triggers": TRIGGER,
    }
    text = HEAD
    for name, item in listed.items():
        items = "".join(item.format(i=i) for i in range(MANY))
        text += f"\n## {name}\n\n```yaml\n{name}:\n{items}```\n"
    return text + "".join(SPARE.format(i=i) for i in range(12))


@dataclass(frozen=True)
class Mistake:
    """Some text that occurs once, its replacement (as many lines), and what must be reported: a
    code, `below` lines below the first. What it makes undecidable it `hides`: other codes."""

    code: str
    old: str
    new: str
    below: int = 0
    hides: tuple[str, ...] = ()


def _spare(code: str, number: int, body: str, below: int, label: str = "yaml") -> Mistake:
    """A mistake in a spare block, which has two lines."""
    head = f"### Spare {number}\n\n```"
    old = f"{head}yaml\nsetup:\n  - shuffle: {{zone: pile{number}}}\n"
    return Mistake(code, old, f"{head}{label}\n{body}\n", 2 + below)


MISTAKES = [
    # the text and its blocks
    _spare("YM101", 0, "setup:\n\t- shuffle: {zone: pile0}", 2),
    _spare("YM102", 1, "setup:\n  - shuffle: {zone: pile1, zone: pile2}", 2),
    _spare("YM105", 2, "setup:\n  - shuffle: {zone: *pile}", 2),
    _spare("YM106", 3, "setup: []\n--- {}", 2),
    _spare("CNL_PARSER_FENCE_LABEL", 4, "setup:\n  - shuffle: {zone: pile4}", 0, "yaml setup"),
    _spare("CNL_PARSER_SECTION_UNKNOWN", 5, "section: setups\nzone: pile5", 1),
    _spare("CNL_PARSER_SECTION_AMBIGUOUS", 6, "vars:\n  - pile6", 1),
    _spare("CNL_PARSER_ROOT_COUP_PLAN", 7, "setup: []\ncoupPlan: {phases: []}", 2),
    _spare("CNL_YAML_007", 8, "setup: []\nsetupp: []", 2),
    _spare("CNL_PARSER_DUPLICATE_SINGLETON_SECTION", 9, "setup: []\nconstants: {few: 3}", 2),
    _spare("CNL_PARSER_SECTION_NOT_LIST", 10, "setup:\n  shuffle: {zone: pile10}", 2),
    _spare("CNL_YAML_011", 11, "perPlayerVars:\n  - {-name: extra, type: boolean, init: true}", 2),
    # macros, constants, boards
    Mistake("EFFECT_MACRO_UNKNOWN", "macro: count\n    args: {by: 3}",
            "macro: cuont\n    args: {}"),
    Mistake("EFFECT_MACRO_MISSING_ARGS", "args: {by: 4}", "args: {}"),
    Mistake("EFFECT_MACRO_EXTRA_ARGS", "args: {by: 5}", "args: {by: 5, per: 1}"),
    Mistake("EFFECT_MACRO_DUPLICATE_ID", "- id: spare\n", "- id: count\n"),
    Mistake("EFFECT_MACRO_INVALID", "- macro: other\n  -", "- setVar: {value: {param: y}}\n  -"),
    Mistake("EFFECT_MACRO_UNKNOWN", "rich, args: {than: 6}", "reach, args: {than: 6}"),
    Mistake("CNL_COMPILER_CONSTANT_UNKNOWN", "to: 'hand7:each', count: {ref: constant, name: few",
            "to: 'hand7:each', count: {ref: constant, name: flew"),
    Mistake("CNL_COMPILER_BUILT_IN_INVALID", "fromZone: pile8, size: 1",
            "fromZone: pile8, size: x"),
    Mistake("CNL_COMPILER_LIMIT_EXCEEDED", "fromZone: pile9, size: 1",
            "fromZone: pile9, size: 99999"),
    Mistake("CNL_BOARD_MACRO_UNKNOWN", "macro: grid", "macro: gird"),
    Mistake("CNL_BOARD_MACRO_ARGS_INVALID", "args: [1]", "args: [-1]"),
    # values, conditions, queries, selectors and effects
    Mistake("CNL_COMPILER_ZONE_SELECTOR_UNKNOWN_BASE", "tokensInZone, zone: pile10}",
            "tokensInZone, zone: pyle10}"),
    Mistake("CNL_COMPILER_ZONE_SELECTOR_AMBIGUOUS", "to: 'hand11:actor'", "to: hand11"),
    Mistake("CNL_COMPILER_ZONE_SELECTOR_INVALID", "to: 'hand12:actor'", "to: 'hand12:nobody'"),
    Mistake("ZONE_SELECTOR_OWNERSHIP_INVALID", "tokensInZone, zone: pile13}",
            "tokensInZone, zone: 'pile13:0'}"),
    Mistake("CNL_COMPILER_PLAYER_SELECTOR_INVALID", "player: active, var: p14,",
            "player: nobody, var: p14,"),
    Mistake("PLAYER_SELECTOR_ID_OUT_OF_BOUNDS", "player: active, var: p15,",
            "player: '9', var: p15,"),
    Mistake("CNL_COMPILER_BINDING_UNBOUND", "{ref: binding, name: $d16}",
            "{ref: binding, name: $e16}"),
    Mistake("CNL_COMPILER_BINDING_SHADOWED", "let: {bind: $l17,", "let: {bind: $c17,"),
    Mistake("CNL_VALIDATOR_UNKNOWN_KEY", "from: pile18, to: 'hand18:actor'}",
            "from: pile18, to: 'hand18:actor', position_: top}"),
    Mistake("DOMAIN_INTS_RANGE_INVALID", "bind: $d19, options: {query: intsInRange, min: 1,",
            "bind: $d19, options: {query: intsInRange, min: 5,"),
    Mistake("EFFECT_CHOOSE_N_CARDINALITY_INVALID",
            "bind: $c20, options: {query: players}, min: 0,",
            "bind: $c20, options: {query: players}, min: 2,"),
    Mistake("CNL_COMPILER_MISSING_CAPABILITY", "- let: {bind: $l21,", "- lett: {bind: $l21,"),
    Mistake("CNL_COMPILER_MISSING_CAPABILITY", "bind: $c22, options: {query: players}",
            "bind: $c22, options: {query: player}"),
    Mistake("CNL_COMPILER_MISSING_CAPABILITY", "{op: '>', left: {ref: gvar, var: v23}",
            "{op: '>', left: {ref: gvra, var: v23}"),
    Mistake("CNL_COMPILER_MISSING_CAPABILITY", "{op: '>', left: {ref: gvar, var: v24}",
            "{op: '=>', left: {ref: gvar, var: v24}"),
    Mistake("CNL_COMPILER_MISSING_CAPABILITY", "value: 25, in: []", "value: 25.5, in: []"),
    Mistake("ACTION_PIPELINE_ATOMICITY_INVALID", "actionId: act26\n    atomicity: atomic",
            "actionId: act26\n    atomicity: split", 1),
    # variables
    Mistake("CNL_VALIDATOR_ENUM_VALUE_INVALID", "name: p27\n    type: int",
            "name: p27\n    type: integer", 1),
    Mistake("CNL_VALIDATOR_VARIABLE_RANGE_FIELDS_INVALID", "name: p28\n    type: int\n    init: 0",
            "name: p28\n    type: int\n    init: none", 2),
    Mistake("CNL_VALIDATOR_VARIABLE_INIT_OUT_OF_RANGE", "name: p29\n    type: int\n    init: 0",
            "name: p29\n    type: int\n    init: 10", 2),
    Mistake("DUPLICATE_PER_PLAYER_VAR_NAME", "name: p30\n", "name: p6\n"),
    # names between sections
    Mistake("CNL_XREF_ACTION_PHASE_MISSING", "- id: act31\n    phase: main",
            "- id: act31\n    phase: mian", 1),
    Mistake("CNL_XREF_TRIGGER_ACTION_MISSING", "actionResolved, action: act32}",
            "actionResolved, action: atc32}"),
    Mistake("CNL_XREF_TRIGGER_PHASE_MISSING",
            "- id: late33\n    event: {type: phaseEnter, phase: late}",
            "- id: late33\n    event: {type: phaseEnter, phase: alte}", 1),
    Mistake("REF_GVAR_MISSING", "{op: '<', left: {ref: gvar, var: v34}",
            "{op: '<', left: {ref: gvar, var: vv34}"),
    Mistake("REF_TOKEN_TYPE_MISSING", "type: token35, zone: pile35}",
            "type: tokne35, zone: pile35}"),
    Mistake("CNL_XREF_SETUP_TOKEN_TYPE_MISSING", "- createToken:\n      type: token36",
            "- createToken:\n      type: tokne36", 1),
    # the order of turns and the end
    Mistake("CNL_COMPILER_TURN_ORDER_UNSUPPORTED_TYPE", "type: roundRobin", "type: roundRobbin"),
    Mistake("CNL_VALIDATOR_SCORING_METHOD_INVALID", "method: highest", "method: best"),
    # declarations that others name
    Mistake("CNL_VALIDATOR_METADATA_PLAYERS_RANGE_INVALID", "players: {min: 2, max: 4}",
            "players: {min: 2, max: four}", hides=("PLAYER_SELECTOR_ID_OUT_OF_BOUNDS",)),
    Mistake("CNL_VALIDATOR_TURN_STRUCTURE_PHASE_SHAPE_INVALID", "    - id: late\n",
            "    - {id: late, onEnter: 5}\n"),
    Mistake("CNL_COMPILER_ZONE_VISIBILITY_INVALID",
            "- id: pile37\n    owner: none\n    visibility: public",
            "- id: pile37\n    owner: none\n    visibility: pubic", 2),
    Mistake("CNL_COMPILER_ZONE_OWNER_INVALID", "- id: hand38\n    owner: player",
            "- id: hand38\n    owner: plaer", 1),
    Mistake("CNL_VALIDATOR_ENUM_VALUE_INVALID", "name: v37\n    type: int",
            "name: v37\n    type: integer", 1),
    Mistake("CNL_VALIDATOR_ENUM_VALUE_INVALID", "- id: token38\n    props:\n      size: int",
            "- id: token38\n    props:\n      size: integer", 2),
    Mistake("CNL_COMPILER_PLAYER_SELECTOR_INVALID",
            "- id: act38\n    phase: main\n    actor: active",
            "- id: act38\n    phase: main\n    actor: actve", 2),
    # kinds of values
    Mistake("CNL_COMPILER_TYPE_MISMATCH", "player: active, var: p37, value: 1",
            "player: active, var: p37, value: red"),
    Mistake("CNL_COMPILER_TYPE_MISMATCH", "{op: '>', left: {ref: gvar, var: v38}, right: 0}",
            "{op: '>', left: {ref: gvar, var: v38}, right: zero}"),
    Mistake("CNL_COMPILER_TYPE_MISMATCH", "{ref: binding, name: $d39}",
            "{ref: binding, name: $c39}"),
    Mistake("CNL_COMPILER_TYPE_MISMATCH", "{op: '<', left: {ref: gvar, var: v0}, right: 9}",
            "{op: '<', left: {ref: gvar, var: v0}, right: true}"),
    Mistake("CNL_COMPILER_TYPE_MISMATCH", "zone: pile1\n      props: {size: 1, hue: red}",
            "zone: pile1\n      props: {size: one, hue: red}", 1),
    Mistake("CNL_COMPILER_TYPE_MISMATCH", "{op: '>=', left: {ref: gvar, var: v1}, right: 9}",
            "{op: '>=', left: {ref: gvar, var: v1}, right: nine}"),
    Mistake("CNL_COMPILER_SELECTOR_CARDINALITY", "player: active, var: p2,",
            "player: all, var: p2,"),
    Mistake("CNL_COMPILER_PROP_TYPE_CONFLICT", "- id: token3\n    props:\n      size: int",
            "- id: token3\n    props:\n      size: boolean"),
    Mistake("CNL_COMPILER_SUBSET_EFFECTS_DISCARDED", "- let: {bind: $l4, value: 4, in: []}",
            "- evaluateSubset: {source: {query: players}, subsetSize: 1, subsetBind: $s4,"
            " compute: [shuffle: {zone: pile4}], scoreExpr: 1, resultBind: $r4, in: []}"),
]  # fmt: skip


def together(seed: int, most: int = len(MISTAKES)) -> list[Mistake]:
    """Some of the mistakes, none of which hides another."""
    rng = random.Random(seed)
    chosen: list[Mistake] = []
    for mistake in rng.sample(MISTAKES, rng.randint(2, most)):
        hidden = {code for other in chosen for code in other.hides}
        codes = {other.code for other in chosen}
        if mistake.code not in hidden and codes.isdisjoint(mistake.hides):
            chosen.append(mistake)
    return chosen


def planted(text: str, mistakes: list[Mistake]) -> tuple[str, dict[int, str]]:
    """The text with mistakes, and which code must be told of which line."""
    expected: dict[int, str] = {}
    for mistake in mistakes:
        start = text.find(mistake.old)
        assert text.count(mistake.old) == 1, mistake
        assert mistake.old.count("\n") == mistake.new.count("\n"), mistake
        expected[text[:start].count("\n") + 1 + mistake.below] = mistake.code
        text = text.replace(mistake.old, mistake.new)
    return text, expected


# ---- any document ------------------------------------------------------------------------------

CHOICES = (
    *("atomicity", "duration", "first", "kind", "method", "op", "order", "ordering", "owner"),
    *("position", "query", "ref", "rule", "scope", "select", "sideMode", "timing", "type"),
    "visibility",
)
"""Keys whose value is one of a few words."""
NAMES = (("createToken", "type"), ("event", "type"))
"""Where such a key has the name of something instead, or decides what stands beside it."""
MACROS = ("effectMacros", "conditionMacros")
"""What stands in these is looked at only where it is called."""
HUGE = 99_999_999_999
Way = tuple[str | int, ...]


def spoiled(doc: Any) -> Iterator[tuple[Way, Any]]:
    """Every way to a word or a number of a document, and one that is none."""
    waiting: list[tuple[Way, Any]] = [((name,), doc[name]) for name in doc if name not in MACROS]
    while waiting:
        way, part = waiting.pop()
        if isinstance(part, dict):
            waiting += [((*way, key), inner) for key, inner in part.items()]
        elif isinstance(part, list):
            waiting += [((*way, place), inner) for place, inner in enumerate(part)]
        elif isinstance(part, str) and way[-1] in CHOICES and way[-2:] not in NAMES:
            yield way, f"{part}Zq"
        elif isinstance(part, int) and not isinstance(part, bool):
            yield way, HUGE


def changed(doc: Any, way: Way, value: Any) -> Any:
    """A document with something else at one place."""
    found = copy.deepcopy(doc)
    part = found
    for step in way[:-1]:
        part = part[step]
    part[way[-1]] = value
    return found
