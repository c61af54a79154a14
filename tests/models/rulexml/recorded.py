"""What was recorded of Rule XML, on files of one feature each, and what is right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from models.rulexml.reader import Kind, Rules

MINI = Path(__file__).parents[2] / "languages" / "rulexml" / "mini"
SUITE: list[dict[str, Any]] = json.loads((MINI / "mini_suite.json").read_text())["cases"]
DEALS: list[dict[str, Any]] = json.loads((MINI / "mini_deals.json").read_text())["cases"]

NOT_LOADED = {
    "unknown_phase": "nope",  # the original stopped in the middle of a move
    "init_unknown_name": "ZZ",  # another card was dealt instead
    "starstar_two": "",  # two cells shared one pile
    "rd_exhausted": "",
}
"""Files that are refused, by case, and what the message names."""

_TAIL = {"cards": ["A2+"], "kids": {"south": {"cards": ["A3-"]}}}
_CHAIN = {
    "cards": ["F1+!"],
    "kids": {"south": {"cards": ["A1+"], "kids": {"south": _TAIL}}},
}
_BESIDE = {"b": {"cards": ["F2+!", "A6+"]}, "c": {"cards": ["A7-", "A8-", "A9-"]}}
_FLAT = {"cards": ["F1+!", "A1+", "A2+", "A3-"]}
_DOWN = json.loads(json.dumps(_CHAIN).replace("A1+", "A1-"))
_REST = ["F3+!", "F1+!", "A9+", "A8+", "A7+", "A5+", "A4+", "A3+"]

_BETTER: dict[str, dict[str, Any]] = {
    "fan_northwest": {
        "a": {
            "cards": ["A1+"],
            "kids": {"northwest": {"cards": ["A2+"], "kids": {"northwest": {"cards": ["A3+"]}}}},
        },
        "b": {"cards": ["A4+"], "kids": {"northwest": {"cards": ["A5+"]}}},
    },
    "missing_fan": {"a": _FLAT, **_BESIDE},
    "missing_rotation": {"a": _CHAIN, **_BESIDE},
    "missing_value": {"a": _CHAIN, **_BESIDE},
    "missing_color": {"a": _CHAIN, **_BESIDE},
    "missing_suit": {"a": _CHAIN, **_BESIDE},
    "init_no_face": {"a": _DOWN, **_BESIDE},
    "starstar_U": {"a": {"cards": ["A1+", *_REST, "A2+"]}, "b": {"cards": ["F2+!", "A6+"]}},
}
"""Deals in which the original failed or left something out, as the notes beside them recommend."""

RANDOM_DEALS = ("rd_never_fixed",)
"""Deals of which only the cards count, not their order."""


def file_of(case: dict[str, Any]) -> Path:
    """The rules file of a case."""
    return MINI / Path(case["rules_file"]).name


def dealt(case: dict[str, Any]) -> dict[str, Any]:
    """The position that a case begins with."""
    if case["name"] in _BETTER:
        return {"phase": "p", "score": 0, "cells": _BETTER[case["name"]]}
    found: dict[str, Any] = case["java"]["start"]
    return found


def outcome(case: dict[str, Any], step: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Result and position after a step."""
    if case["name"] == "auto_no_match":  # a move that leads nowhere is refused
        return "invalid", step["before"]
    right = step.get("recommended", step["java"])
    return right["result"], right["after"]


def gesture(step: dict[str, Any]) -> str:
    """The move of a step as it is written."""
    move = step["move"]
    if move["type"] == "click":
        return f"click {move['mover']}"
    return f"drag {move['mover']} -> {move['target']}"


def cards_of(position: dict[str, Any]) -> list[str]:
    """All cards of a position, sorted."""
    return sorted(card for cell in position["cells"].values() for card in _below(cell))


def _below(node: dict[str, Any]) -> list[str]:
    kids = node.get("kids", {}).values()
    return [*node["cards"], *(card for kid in kids for card in _below(kid))]


def save_text(position: dict[str, Any], rules: Rules, file: str) -> str:
    """A position as a save file of the game that a file beside it describes."""
    kinds = {kind.name: kind for kind in rules.deck}
    cells = "".join(
        f'<cell name="{name}">{_saved(name, node, kinds)}</cell>\n'
        for name, node in position["cells"].items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<data type="save">\n'
        f"<phase>{position['phase']}</phase><game>{Path(file).stem}</game><file>{file}</file>"
        f"<score>{position['score']}</score>\n<cells>\n{cells}</cells>\n</data>\n"
    )


def _saved(path: str, node: dict[str, Any], kinds: dict[str, Kind]) -> str:
    cards = "*".join(_saved_card(text, kinds) for text in reversed(node["cards"]))
    kids = "".join(
        "{" + f"{direction}:{_saved(f'{path},{direction}', kid, kinds)}" + "}"
        for direction, kid in node.get("kids", {}).items()
    )
    return f"{path}$null[{cards}]${kids}"


def _saved_card(text: str, kinds: dict[str, Kind]) -> str:
    card, _, turned = text.partition("@")
    kind = kinds[card.rstrip("!")[:-1]]
    up = str(card.rstrip("!").endswith("+")).lower()
    value = "" if kind.value is None else str(kind.value)
    named = f"{value}{kind.suit}"
    fixed = str(kind.fixed).lower()
    lies = f"{kind.name}~~{up}~~{turned or '0.0'}~~{fixed}"
    return f"{lies}~~{kind.suit};;{kind.color}~~{named}%%{value}%%{named[:1]}"
