"""The second model of GameSpecDocs: what a document defines, and the table before a game."""

from __future__ import annotations

from typing import Any

import models.gamespec.reader as reading

Game = dict[str, Any]
State = dict[str, Any]


def define(text: str) -> Game:
    """What a document defines."""
    doc = reading.expand(reading.load(text))
    zones = reading.zones_of(doc)
    bases: dict[str, set[str]] = {}
    for zone in zones:
        bases.setdefault(zone["base"], set()).add(zone["owner"])
    chart = reading.chosen_asset(doc, "map") or {}
    lattices = [*(doc.get("markerLattices") or ()), *(chart.get("markerLattices") or ())]
    order = doc.get("turnOrder") or {"type": "roundRobin"}
    config = order.get("config") or {}
    terminal = {**(doc.get("terminal") or {})}
    victory = doc.get("victory") or {}
    terminal.setdefault("conditions", doc.get("endConditions") or [])
    terminal.update({key: part for key, part in victory.items() if key not in terminal})
    if "scoring" in doc:
        terminal.setdefault("scoring", doc["scoring"])
    return {
        "doc": doc,
        "zones": zones,
        "bases": bases,
        "ordering": {zone["base"]: zone["ordering"] for zone in zones},
        "spaces": {f"{zone['base']}:none": zone["props"] for zone in zones if zone["space"]},
        "types": reading.types_of(doc),
        "lattices": {lattice["id"]: lattice for lattice in lattices},
        "spaceMarkers": chart.get("spaceMarkers") or [],
        "stacking": [
            *(doc.get("stackingConstraints") or ()),
            *(chart.get("stackingConstraints") or ()),
        ],
        "tables": reading.tables_of(doc),
        "globalVars": {var["name"]: var for var in doc.get("globalVars") or ()},
        "playerVars": {var["name"]: var for var in doc.get("perPlayerVars") or ()},
        "phases": doc["turnStructure"]["phases"],
        "order": {**order, "config": config},
        "flow": config.get("turnFlow") or config,
        "actions": doc["actions"],
        "pipelines": doc.get("actionPipelines") or [],
        "triggers": doc.get("triggers") or [],
        "decks": sorted(doc.get("eventDecks") or (), key=lambda d: reading.collation(d["id"])),
        "terminal": terminal,
        "depth": doc["metadata"].get("maxTriggerDepth", 8),
    }


def kernel_form(game: Game) -> dict[str, Any]:
    """The part of a definition that the hash of a state depends on, as the original has it."""
    doc, most = game["doc"], game["doc"]["metadata"]["players"]["max"]
    zones = []
    for zone in game["zones"]:
        owners = range(most) if zone["owner"] == "player" else ("none",)
        shown = {key: zone[key] for key in ("owner", "visibility", "ordering")}
        for owner in owners:
            zones.append({**shown, "id": f"{zone['base']}:{owner}", "adjacentTo": zone["near"]})
    types = [{"id": name, "props": kind["props"]} for name, kind in game["types"].items()]
    return {
        "zones": zones,
        "tokenTypes": types,
        "globalVars": list(game["globalVars"].values()),
        "perPlayerVars": list(game["playerVars"].values()),
        "turnStructure": doc["turnStructure"],
        "actions": doc["actions"],
    }


def initial_state(game: Game, count: int, rng: list[int]) -> State:
    """A table before the setup. The definition learns who plays."""
    zones: list[str] = []
    near: dict[str, set[str]] = {}
    for zone in game["zones"]:
        owners = range(count) if zone["owner"] == "player" else ("none",)
        for owner in owners:
            zones.append(f"{zone['base']}:{owner}")
            near.setdefault(zones[-1], set()).update(zone["near"])
    for zone, others in list(near.items()):
        for other in others:
            near[other].add(zone)
    game["near"] = {zone: sorted(others, key=reading.collation) for zone, others in near.items()}
    values = {name: var["init"] for name, var in game["playerVars"].items()}
    active = int(game["order"]["order"][0]) if game["order"]["type"] == "fixedOrder" else 0
    return {
        "globalVars": {name: var["init"] for name, var in game["globalVars"].items()},
        "perPlayerVars": {str(player): dict(values) for player in range(count)},
        "playerCount": count,
        "activePlayer": active if active < count else 0,
        "turnCount": 0,
        "currentPhase": game["phases"][0]["id"],
        "zones": {zone: [] for zone in zones},
        "tokens": {},
        "nextTokenOrdinal": 0,
        "rng": list(rng),
        "actionUsage": {},
        "orderIndex": 0,
        "markers": {},
        "lasting": [],
        "ending": False,
    }


def copied(s: State) -> State:
    """A state that can be changed without the other."""
    found = dict(s)
    for name in ("zones", "markers", "perPlayerVars", "actionUsage"):
        found[name] = {key: type(kept)(kept) for key, kept in s[name].items()}
    found["tokens"] = dict(s["tokens"])  # what a token has is never changed, but replaced
    found["lasting"] = [dict(kept) for kept in s["lasting"]]
    for name in ("globalVars", "rng", "eligible", "acted", "passed", "overrides"):
        if name in s:
            found[name] = type(s[name])(s[name])
    return found
