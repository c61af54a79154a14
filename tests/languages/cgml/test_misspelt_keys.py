"""A misspelt required key is one mistake: it is reported once, and nothing follows from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludwright.diagnostics import Report, Source
from ludwright.languages.cgml.read import shapes
from ludwright.languages.cgml.read.shapes import ACTION_KEYS, EVERY_ACTION
from ludwright.languages.cgml.tools import TOOLS
from ludwright.languages.shapes import Table, keys

from .conftest import game_text

DECK: dict[str, Any] = {"path": "$.zones.deck"}
PILE: dict[str, Any] = {"path": "$.zones.pile"}
VALUES: dict[str, Any] = {
    **{"from": DECK, "to": PILE, "target": DECK, "zone": DECK, "options": DECK, "in": DECK},
    **{"filter": {"value": True}, "condition": {"value": True}, "while": {"value": False}},
    **{"path": "$.x", "value": 3, "store_as": "kept", "text": "a remark", "event": "ring"},
    **{"state": "Play", "phase": "Act", "player": "current", "do": [], "then": [], "count": 2},
}
SPECIAL: dict[str, dict[str, Any]] = {
    "DEAL_ROUND_ROBIN": {"to": {"path": "$.players[*].zones.hand"}},
    "DEAL_ALL": {"to": {"path": "$.players[*].zones.hand"}},
    "DISCARD": {"to": PILE},
    "REORDER": {"by": "reverse"},
    "REPEAT": {"count": 2},
    "INSERT_PHASE": {"phase": "Act"},
    "REMOVE_PHASE": {"phase": "Act"},
}
"""What these actions need beside, or instead of, the usual values of their required keys."""

Steps = tuple[str | int, ...]
TYPES: Steps = ("components", "component_types")
PARTS: Steps = (*TYPES, "deck_types", "six", "composition")
PLACES: dict[str, tuple[Table, Steps]] = {
    "DOCUMENT": (shapes.DOCUMENT, ()),
    "META": (shapes.META, ("meta",)),
    "PLAYERS": (shapes.PLAYERS, ("meta", "players")),
    "ALTERNATE": (shapes.ALTERNATE, ("meta", "players", "teams")),
    "OPTION": (shapes.OPTION, ("meta", "options", 0)),
    "DECK_TYPE": (shapes.DECK_TYPE, (*TYPES, "deck_types", "six")),
    "TEMPLATE": (shapes.TEMPLATE, (*PARTS, 0)),
    "LOOKUP": (shapes.LOOKUP, (*PARTS, 0, "properties", "points")),
    "CARD": (shapes.CARD, (*PARTS, 1)),
    "DECK": (shapes.DECK, ("components", "decks", "cards")),
    "ZONE": (shapes.ZONE, ("components", "zones", 1)),
    "VARIABLE": (shapes.VARIABLE, ("components", "variables", 0)),
    "computed": (keys("expression: operand"), ("components", "variables", 2)),
    "FLOW": (shapes.FLOW, ("flow",)),
    "TRANSITION": (shapes.TRANSITION, ("flow", "transitions", 0)),
    "WIN": (shapes.WIN, ("flow", "win_condition")),
    "WINNERS": (shapes.WINNERS, ("flow", "win_condition", "evaluator")),
    "RULE": (shapes.RULE, ("rules", 0)),
    "EVERY_ACTION": (EVERY_ACTION, ("rules", 0, "effect", 0)),
}
"""Where the game below has a mapping of each shape."""

GAME = game_text(
    """
    meta:
      players: {min: 2, max: 2, teams: {alternate: 2}}
      options: [{name: size, default: 3}]
    components:
      events: [ring]
      component_types:
        deck_types:
          six:
            composition:
              - type: template
                template: standard_suits
                values: [2, 3, 4]
                suits: [H, S]
                properties: {points: {by: rank, values: {2: 2}, otherwise: 0}}
              - {type: card, properties: {rank: 4, suit: H, color: red, points: 1}}
    setup: [{action: SET_VARIABLE, path: $.x, value: {path: $.size}}]
    flow:
      transitions: [{from: Play, to: Over, condition: {value: true}}]
      win_condition: {evaluator: {winners: {path: "$.players[current]"}, reason: done}}
    """,
    "[{id: rung, trigger: on.ring, effect: [{action: LOG, text: rung}]}]",
    "[{name: twice, computed: true, expression: {mul: [{path: $.x}, 2]}}]",
)


def action(name: str) -> dict[str, Any]:
    special = SPECIAL.get(name, {})
    needed = [key for key in ACTION_KEYS[name].needs if key not in special]
    return {"action": name, **{key: VALUES[key] for key in needed}, **special}


def with_action(name: str) -> Any:
    game = json.loads(GAME)
    game["rules"].append({"id": "act", "trigger": "on.phase.Act", "effect": [action(name)]})
    return game


def needed_keys() -> Iterator[Any]:
    for name, (table, steps) in PLACES.items():
        for key in table.needs:
            yield pytest.param(json.loads(GAME), steps, key, id=f"{name}.{key}")
    for name, table in ACTION_KEYS.items():
        for key in dict.fromkeys((*table.needs, *SPECIAL.get(name, ()))):
            game, steps = with_action(name), ("rules", 1, "effect", 0)
            yield pytest.param(game, steps, key, id=f"{name}.{key}")


def misspelt(key: str) -> set[str]:
    """A letter twice, a letter left out, two letters swapped."""
    at = len(key) // 2
    swapped = key[: at - 1] + key[at] + key[at - 1] + key[at + 1 :]
    shorter = [key[:at] + key[at + 1 :]] if at > 1 else []
    return {key[:at] + key[at - 1 :], swapped, *shorter} - {key}


def renamed(tree: Any, steps: Steps, key: str, new: str) -> Any:
    """A document in which one key of one mapping is written otherwise, at the same place."""
    if steps:
        inner = renamed(tree[steps[0]], steps[1:], key, new)
        if isinstance(tree, list):
            return [inner if number == steps[0] else item for number, item in enumerate(tree)]
        return {**tree, steps[0]: inner}
    return {(new if each == key else each): value for each, value in tree.items()}


def errors(document: Any) -> list[tuple[str, str]]:
    report = Report()
    TOOLS.game_of(Source("test.cgml", json.dumps(document, indent=1)), report)
    return [(d.code, d.message) for d in report.items if d.severity == "error"]


def test_every_table_has_its_place() -> None:
    tables = {name: value for name, value in vars(shapes).items() if isinstance(value, Table)}
    assert {name for name, table in tables.items() if table.needs} <= set(PLACES)


@pytest.mark.parametrize("name", sorted(ACTION_KEYS))
def test_the_game_has_no_errors(name: str) -> None:
    assert errors(with_action(name)) == []


@pytest.mark.parametrize(("game", "steps", "key"), [*needed_keys()])
def test_a_misspelt_key_is_reported_once(game: Any, steps: Steps, key: str) -> None:
    for word in sorted(misspelt(key)):
        found = errors(renamed(game, steps, key, word))
        assert [(code, f"'{word}'" in text) for code, text in found] == [("CG101", True)]
