"""Small card-driven GameSpecDocs for tests, and tables to play them at."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import ludwright
from ludwright.play.table import Table

Tree = dict[str, Any]
SLOTS = {"played": "shown:none", "lookahead": "ahead:none", "leader": "past:none"}
FLOW: Tree = {
    "cardLifecycle": SLOTS,
    "eligibility": {"factions": ["0", "1", "2"], "overrideWindows": []},
    "optionMatrix": [],
    "passRewards": [],
    "durationWindows": [],
}


def add(amount: Any, var: str = "points") -> Tree:
    """An effect that adds to a variable of the game."""
    return {"addVar": {"scope": "global", "var": var, "delta": amount}}


def action(name: str, *effects: Tree, params: list[Tree] | None = None, **more: Any) -> Tree:
    """An action of the active player."""
    plain = {"actor": "active", "phase": "main", "pre": None, "cost": [], "limits": []}
    return {"id": name, **plain, "params": params or [], "effects": list(effects), **more}


def choice(name: str, *values: str) -> Tree:
    """A parameter that is one of some texts."""
    return {"name": name, "domain": {"query": "enums", "values": list(values)}}


ACTIONS = (
    action("pass"),
    action("event"),
    action("operation", add(1)),
    action("limitedOperation", add(1)),
)
COUP = "reckoning"


def zone(name: str, ordering: str = "queue", visibility: str = "public") -> Tree:
    """A zone that nobody owns."""
    return {"id": f"{name}:none", "owner": "none", "visibility": visibility, "ordering": ordering}


def variable(name: str, most: int = 99, init: int = 0) -> Tree:
    """A variable of the game."""
    return {"name": name, "type": "int", "init": init, "min": 0, "max": most}


def card(name: str) -> Tree:
    """An effect that lays a card on top of the pile."""
    props = {"cardId": name, "isCoup": name == COUP}
    return {"createToken": {"type": "card", "zone": "pile", "props": props}}


def piece(rank: int, zone: str = "field") -> Tree:
    """An effect that makes a piece, which is called by its rank."""
    props = {"name": f"p{rank}", "rank": rank}
    return {"createToken": {"type": "piece", "zone": zone, "props": props}}


def document(
    cards: tuple[str, ...] = ("a", "b", "c", "d", "e"), actions: Any = ACTIONS, **more: Any
) -> str:
    """A document whose pile has these cards, the first on top; sections may be replaced or, in
    `flow` and `config`, parts of the turn order; `pieces` lie in the field."""
    flow = {**FLOW, **more.pop("flow", {})}
    config = {"turnFlow": flow, **more.pop("config", {})}
    made = [card(name) for name in reversed(cards)] + [piece(x) for x in more.pop("pieces", ())]
    doc: Tree = {
        "metadata": {"id": "cards", "players": {"min": 3, "max": 3}},
        "globalVars": [variable("points"), variable("mark"), variable("coin", 5, 3)],
        "zones": [
            zone("pile", "stack", "hidden"),
            *(zone(name) for name in ("shown", "ahead", "past", "spent")),
            zone("field", "set"),
            zone("camp", "set"),
        ],
        "tokenTypes": [
            {"id": "card", "props": {"cardId": "string", "isCoup": "boolean"}},
            {"id": "piece", "props": {"name": "string", "rank": "int"}},
        ],
        "setup": made,
        "turnStructure": {"phases": [{"id": "main"}]},
        "turnOrder": {"type": "cardDriven", "config": config},
        "actions": list(actions),
        "terminal": {
            "conditions": [
                {
                    "when": {"op": ">=", "left": {"ref": "gvar", "var": "points"}, "right": 90},
                    "result": {"type": "draw"},
                }
            ]
        },
        **more,
    }
    return "# Cards\n\n```yaml\n" + json.dumps(doc, indent=1) + "\n```\n"


@cache
def _game(text: str) -> ludwright.Game:
    return ludwright.loads(text, "gamespec")


def sit(text: str, *moves: str, players: int = 3, seed: int = 1) -> Table:
    """A table of a document at which some moves were made."""
    table = _game(text).table(players=players, seed=seed)
    for move in moves:
        table.apply(move)
    return table


def legal(table: Table) -> list[str]:
    """What can be chosen."""
    return [str(move) for move in table.legal()]


def points(table: Table, name: str = "points") -> Any:
    """A variable of the game."""
    return table.variable(name)
