"""Files of every language in which one kind of thing occurs as often as wanted."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludwright import pipeline
from ludwright.diagnostics import Report

CGML = """\
cgml_version: "1.3"
meta: {{name: growing, players: {{min: 2, max: 2}}{options}}}
components:
  component_types:
    deck_types:
      d: {{composition: [{{type: template, template: standard_suits, values: [2, 3, A]}}{cards}]}}
    zone_types:
      pile: {{ordering: lifo, visibility: {{all: all}}}}
  decks: {{m: {{type: d}}}}
  zones:
    - {{name: deck, type: pile, of_deck: m}}
{zones}  variables:
    - {{name: score, initial_value: 0}}
{variables}setup: []
flow:
  states: {{S: {{phases: [A{phases}]}}, Over: {{phases: []}}{states}}}
  initial_state: S
  player_order: clockwise
  transitions:
    - {{from: S, to: Over, condition: {{isAtLeast: [{{path: $.score}}, 3]}}}}
{ways}rules:
  - id: first
    trigger: on.phase.A
    effect:
      - {{action: REQUEST_INPUT, player: current, options: {{value: [1, 2{choices}]}}, store_as: x}}
      - {{action: INCREMENT, path: $.score, by: {{ref: x}}}}
{effects}{rules}"""
HOLES = ("options", "cards", "zones", "variables", "phases", "states", "ways", "choices", "effects")
HOLES += ("rules",)

MORE_CGML: dict[str, Callable[[int], dict[str, str]]] = {
    "choices": lambda k: {"choices": "".join(f", {i}" for i in range(3, k + 3))},
    "options": lambda k: {
        "options": f", options: [{', '.join(f'{{name: o{i}, default: {i}}}' for i in range(k))}]"
    },
    "cards": lambda k: {
        "cards": "".join(
            f", {{type: card, properties: {{rank: {i + 5}, suit: H, color: red}}}}"
            for i in range(k)
        )
    },
    "zones": lambda k: {
        "zones": "".join(f"    - {{name: z{i}, type: pile, of_deck: m}}\n" for i in range(k))
    },
    "variables": lambda k: {
        "variables": "".join(f"    - {{name: v{i}, initial_value: {i}}}\n" for i in range(k))
    },
    "phases": lambda k: {"phases": "".join(f", P{i}" for i in range(k))},
    "states": lambda k: {
        "states": "".join(f", S{i}: {{phases: [A]}}" for i in range(k)),
        "ways": "".join(
            f"    - {{from: S{i}, to: Over, condition: {{isAtLeast: [{{path: $.score}}, 3]}}}}\n"
            for i in range(k)
        ),
    },
    "effects": lambda k: {
        "effects": "      - {action: INCREMENT, path: $.score, by: 0}\n" * k,
    },
    "rules": lambda k: {
        "rules": "".join(
            f"  - {{id: r{i}, trigger: on.phase.A, effect: [{{action: INCREMENT, "
            f"path: $.score, by: 0}}]}}\n"
            for i in range(k)
        )
    },
}


def cgml(kind: str, count: int) -> str:
    """A game with so many things of a kind."""
    return CGML.format(**{**dict.fromkeys(HOLES, ""), **MORE_CGML[kind](count)})


ROWS = 40  # piles, if it is rules that grow


def sgdl(kind: str, count: int) -> str:
    """A solitaire with so many piles or rules."""
    piles = "".join(f"P{i} 1\n" for i in range(count if kind == "piles" else ROWS))
    ways = [(i // ROWS, i % ROWS) for i in range(count if kind == "rules" else 1)]
    moves = "".join(f"MOVE P{i} P{j}\nDEST Size < 3\n" for i, j in ways)
    return (
        f"Growing\n\n$cards\nDECK 9 {{SPADES, HEARTS, CLUBS, DIAMONDS}}\n\n$initial\n{piles}\n"
        f"$moves\n{moves}\n$win\nPILE ALL P0 Empty\n"
    )


RINGS = pipeline.LIBRARY / "rings" / "rings.xml"  # beside it is a layout
LAYOUT = "rings.layout.xml"


def rulexml(kind: str, count: int) -> str:
    """A game of gestures with so many cards, cells or rules."""
    cards, cells, rules = (count if kind == each else 2 for each in ("cards", "cells", "rules"))
    deck = "".join(f"<card><name>c{i}</name><value>1</value></card>\n" for i in range(cards))
    first = "<cell name='0'><init_cards>"
    first += "".join(f"<card>c{i},D</card>" for i in range(cards)) + "</init_cards></cell>\n"
    more = "".join(f"<cell name='{i}'><init_cards/></cell>\n" for i in range(1, cells))
    rule = "".join(
        f"<rule category='{i}'><validation><receiver><is_faceup>n</is_faceup></receiver>"
        "<mover><name>0</name></mover></validation><action><receiver_dest><flip_up>y</flip_up>"
        "</receiver_dest><next_phase phase='turn'>1</next_phase></action></rule>\n"
        for i in range(rules)
    )
    return (
        f"<data type='rule'><settings><players>1</players><layout>{LAYOUT}</layout></settings>\n"
        f"<deck>{deck}</deck>\n<cell_groups><group category='all'>\n{first}{more}</group>"
        "</cell_groups>\n<phases><phase name='turn'><phase_type>manual</phase_type>"
        f"<valid_donors><category>all</category></valid_donors><rules>{rule}</rules></phase></phases>"
        "\n</data>\n"
    )


def gamespec(kind: str, count: int) -> str:
    """A document with so many variables, zones, tokens, actions or effects."""
    kinds = ("variables", "zones", "tokens", "actions", "effects")
    variables, zones, tokens, actions, effects = (count if kind == each else 1 for each in kinds)
    add = "{ addVar: { scope: global, var: v0, delta: 1 } }"
    lines = [
        "metadata: { id: growing, players: { min: 2, max: 2 } }",
        "globalVars:",
        *(f"  - {{ name: v{i}, type: int, init: 0, min: 0, max: 9 }}" for i in range(variables)),
        "zones:",
        *(
            f"  - {{ id: z{i}, owner: none, visibility: public, ordering: set }}"
            for i in range(zones)
        ),
        "tokenTypes: [{ id: t, props: { n: int } }]",
        "setup:",
        *(f"  - createToken: {{ type: t, zone: z0, props: {{ n: {i} }} }}" for i in range(tokens)),
        "turnStructure: { phases: [{ id: main }] }",
        "turnOrder: { type: roundRobin }",
        "actions:",
        *(
            f"  - {{ id: a{i}, actor: active, phase: main, params: [], cost: [], limits: [], "
            f"pre: null, effects: [{', '.join([add] * effects)}] }}"
            for i in range(actions)
        ),
        "terminal: { conditions: [{ when: { op: '>=', left: { ref: gvar, var: v0 }, right: 3 },"
        " result: { type: draw } }] }",
    ]
    return "# Growing\n\n```yaml\n" + "\n".join(lines) + "\n```\n"


KINDS: dict[str, tuple[Callable[[str, int], str], tuple[str, ...]]] = {
    "cgml": (cgml, tuple(MORE_CGML)),
    "sgdl": (sgdl, ("piles", "rules")),
    "rulexml": (rulexml, ("cards", "cells", "rules")),
    "gamespec": (gamespec, ("variables", "zones", "tokens", "actions", "effects")),
}


def seconds(language: str, kind: str, count: int) -> float:
    """How long it takes this process to read and compile a file, or to refuse it."""
    text = KINDS[language][0](kind, count)
    began = time.process_time()
    loaded = pipeline.loads(text, language, path=RINGS, root=pipeline.LIBRARY)
    if loaded.game and not loaded.failed:
        pipeline.compile_for(loaded.game, loaded.game.least_players, {}, Report())
    return time.process_time() - began
