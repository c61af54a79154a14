"""Small GameSpecDocs as plain values, changed at one place and compiled."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import fields, is_dataclass
from typing import Any

from ludwright.diagnostics import Diagnostic, Report, Source
from ludwright.languages.gamespec.front_end import read_check_lower
from ludwright.languages.gamespec.read.tree.sections import Sections
from ludwright.languages.gamespec.read.tree.values import Location
from tools.gamespec.trees import named

GONE = object()
"""What a place is changed to if nothing shall stand there."""

Doc = dict[str, Any]
Change = tuple[str, Any]

ACTION: Doc = {
    "id": "take",
    "actor": "active",
    "phase": "main",
    "params": [],
    "cost": [],
    "effects": [],
    "limits": [],
}
SMALL: Doc = {
    "metadata": {"id": "small", "players": {"min": 2, "max": 3}},
    "globalVars": [{"name": "gold", "type": "int", "init": 1, "min": 0, "max": 9}],
    "perPlayerVars": [{"name": "fame", "type": "int", "init": 0, "min": 0, "max": 9}],
    "zones": [
        {"id": "deck", "owner": "none", "visibility": "hidden", "ordering": "stack"},
        {"id": "hand", "owner": "player", "visibility": "owner", "ordering": "set"},
    ],
    "tokenTypes": [{"id": "chip", "props": {"size": "int", "hue": "string"}}],
    "setup": [{"createToken": {"type": "chip", "zone": "deck", "props": {"size": 1}}}],
    "turnStructure": {"phases": [{"id": "main"}]},
    "actions": [ACTION, {**ACTION, "id": "wait"}],
    "terminal": {"conditions": []},
}
"""A document with nothing to say against it."""


def placed(zone: str, **more: Any) -> Doc:
    """A zone of nobody."""
    return {"id": zone, "owner": "none", "visibility": "public", "ordering": "set", **more}


FLOW: Doc = {
    "cardLifecycle": {"played": "shown:none", "lookahead": "next:none", "leader": "done:none"},
    "eligibility": {"factions": ["red", "blue"], "overrideWindows": []},
    "optionMatrix": [{"first": "event", "second": ["operation"]}],
    "passRewards": [{"factionClass": "red", "resource": "gold", "amount": 1}],
    "durationWindows": ["turn", "round"],
}
RICH: Doc = {"op": ">", "left": {"ref": "gvar", "var": "gold"}, "right": 8}
SOME_CARD: Doc = {"if": {"when": RICH, "then": "storm", "else": "calm"}}
CARDS: Doc = {
    **SMALL,
    "tokenTypes": [*SMALL["tokenTypes"], {"id": "card", "props": {"cardId": "string"}}],
    "setup": [
        *SMALL["setup"],
        {"createToken": {"type": "card", "zone": "deck", "props": {"cardId": SOME_CARD}}},
    ],
    "zones": [*SMALL["zones"], *(placed(zone) for zone in ("shown", "next", "done"))],
    "turnOrder": {
        "type": "cardDriven",
        "config": {"turnFlow": FLOW, "coupPlan": {"phases": [{"id": "pay", "steps": ["all"]}]}},
    },
    "actions": [{**ACTION, "id": "event"}, {**ACTION, "id": "pass"}],
    "eventDecks": [
        {
            "id": "news",
            "drawZone": "deck:none",
            "discardZone": "shown:none",
            "cards": [
                {
                    "id": "storm",
                    "title": "Storm",
                    "sideMode": "single",
                    "unshaded": {"effects": [{"shuffle": {"zone": "deck"}}]},
                }
            ],
        }
    ],
    "terminal": {
        "conditions": [],
        "checkpoints": [
            {
                "id": "rich",
                "faction": "red",
                "timing": "duringCoup",
                "when": RICH,
            }
        ],
        "margins": [{"faction": "blue", "value": {"ref": "gvar", "var": "gold"}}],
        "ranking": {"order": "desc"},
    },
}
"""A document whose turns are driven by cards."""

SPACES = [
    {"id": "hill:none", "spaceType": "land", "population": 2, "adjacentTo": ["lake:none"]},
    {"id": "lake:none", "spaceType": "water", "population": 0, "adjacentTo": ["hill:none"]},
]
MAPPED: Doc = {
    **{key: value for key, value in SMALL.items() if key != "tokenTypes"},
    "dataAssets": [
        {
            "id": "land",
            "kind": "map",
            "payload": {
                "spaces": SPACES,
                "tracks": [{"id": "wind", "scope": "global", "min": 0, "max": 5, "initial": 1}],
                "markerLattices": [
                    {
                        "id": "mood",
                        "states": ["calm", "angry"],
                        "defaultState": "calm",
                        "constraints": [{"spaceTypes": ["water"], "allowedStates": ["calm"]}],
                    }
                ],
                "spaceMarkers": [{"spaceId": "hill:none", "markerId": "mood", "state": "angry"}],
                "stackingConstraints": [
                    {
                        "id": "room",
                        "description": "Two camps at most.",
                        "spaceFilter": {"spaceIds": ["hill:none"]},
                        "pieceFilter": {"pieceTypeIds": ["camp"]},
                        "rule": "maxCount",
                        "maxCount": 2,
                    }
                ],
            },
        },
        {
            "id": "stuff",
            "kind": "pieceCatalog",
            "payload": {
                "pieceTypes": [
                    {
                        "id": "camp",
                        "faction": "red",
                        "statusDimensions": ["activity"],
                        "transitions": [
                            {"dimension": "activity", "from": "underground", "to": "active"}
                        ],
                    }
                ],
                "inventory": [{"pieceTypeId": "camp", "faction": "red", "total": 4}],
            },
        },
        {
            "id": "spring",
            "kind": "scenario",
            "payload": {
                "mapAssetId": "land",
                "pieceCatalogAssetId": "stuff",
                "initialPlacements": [
                    {"spaceId": "hill:none", "pieceTypeId": "camp", "faction": "red", "count": 2},
                    {
                        "spaceId": "lake:none",
                        "pieceTypeId": "camp",
                        "faction": "red",
                        "count": 1,
                        "status": {"activity": "active"},
                    },
                ],
                "initialTrackValues": [{"trackId": "wind", "value": 3}],
                "initialMarkers": [{"spaceId": "hill:none", "markerId": "mood", "state": "calm"}],
                "outOfPlay": [{"pieceTypeId": "camp", "faction": "red", "count": 1}],
            },
        },
    ],
    "setup": [{"shuffle": {"zone": "deck"}}],
}
"""A document with a map, pieces and a scenario."""


def changed(doc: Doc, *changes: Change) -> Doc:
    """A document with something else (or `GONE`) at some places: `zones.0.owner`, or `zones.+`."""
    made = deepcopy(doc)
    for path, given in changes:
        value = given if given is GONE else deepcopy(given)
        *way, last = path.split(".")
        node: Any = made
        for step in way:
            node = node[int(step)] if isinstance(node, list) else node.setdefault(step, {})
        if isinstance(node, list):
            if last == "+":
                node.append(value)
            elif value is GONE:
                del node[int(last)]
            else:
                node[int(last)] = value
        elif value is GONE:
            del node[last]
        else:
            node[last] = value
    return made


def written(doc: Doc) -> str:
    """A document as a text: a block of one line for each section."""
    blocks = (f"```yaml\n{name}: {json.dumps(body)}\n```\n" for name, body in doc.items())
    return "# A game\n\n" + "\n".join(blocks)


def compiled(doc: Doc, *changes: Change) -> tuple[Sections, list[Diagnostic]]:
    """The sections of a document, and what there is to say about it."""
    return compiled_text(written(changed(doc, *changes)))


def compiled_text(text: str) -> tuple[Sections, list[Diagnostic]]:
    """The sections of a text, and what there is to say about it."""
    report = Report()
    return read_check_lower(Source("game.md", text), report)[0], report.items


def told(findings: list[Diagnostic]) -> list[tuple[str, str]]:
    """What was found: codes and paths; a warning has a `?` before its code."""
    return [
        ("?" * (d.severity == "warning") + named(d), d.path.removeprefix("doc.")) for d in findings
    ]


def said(part: Any) -> Any:
    """A part without its places, to be compared."""
    if isinstance(part, tuple | list):
        return [said(each) for each in part]
    if isinstance(part, dict):
        return {key: said(value) for key, value in part.items()}
    if not is_dataclass(part):
        return part
    inner = {f.name: getattr(part, f.name) for f in fields(part)}
    return (
        type(part).__name__,
        {k: said(v) for k, v in inner.items() if not isinstance(v, Location)},
    )
