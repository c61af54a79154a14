"""Small GameSpecDocs without cards that drive, for tests in play."""

from __future__ import annotations

from typing import Any

from tools.gamespec.card_driven import Tree, document, variable, zone

ONCE = [{"scope": "turn", "max": 1}]


def plain(*actions: Tree, order: Tree | None = None, **more: Any) -> str:
    """A document with some actions; `spaces` are those of its map, with their ranks, and other
    sections are as in `gamespec_cards`. `seen` holds many digits."""
    spaces = more.pop("spaces", {})
    zones = [
        {**zone(name), "space": True, "attributes": {"rank": rank}} for name, rank in spaces.items()
    ]
    variables = [
        variable("points"),
        variable("mark"),
        variable("coin", 5, 3),
        variable("seen", 999_999_999),
    ]
    sections: Tree = {
        "globalVars": variables,
        "perPlayerVars": [variable("score")],
        "zones": [zone("field", "set"), zone("camp", "set"), *zones],
        "turnOrder": order or {"type": "roundRobin"},
    }
    return document((), actions, **{**sections, **more})


def value(name: str) -> Tree:
    """A variable of the game."""
    return {"ref": "gvar", "var": name}


def compare(left: Any, op: str, right: Any) -> Tree:
    """A condition."""
    return {"op": op, "left": left, "right": right}


def note(digit: Any) -> Tree:
    """An effect that writes a digit behind those in `seen`."""
    ten = {"op": "*", "left": value("seen"), "right": 10}
    return {
        "setVar": {
            "scope": "global",
            "var": "seen",
            "value": {"op": "+", "left": ten, "right": digit},
        }
    }


def scored(amount: Any, player: str = "actor") -> Tree:
    """An effect that adds to the score of a player."""
    return {"addVar": {"scope": "pvar", "player": player, "var": "score", "delta": amount}}
