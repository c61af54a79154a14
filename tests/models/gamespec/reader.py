"""A second reading of GameSpecDocs: from Markdown to plain dicts without macros, for the model."""

from __future__ import annotations

import re
from typing import Any

import yaml

Tree = Any
SECTIONS = {
    "metadata",
    "constants",
    "dataAssets",
    "globalVars",
    "perPlayerVars",
    "zones",
    "tokenTypes",
    "setup",
    "turnStructure",
    "turnOrder",
    "actionPipelines",
    "eventDecks",
    "terminal",
    "actions",
    "triggers",
    "effectMacros",
    "conditionMacros",
    "stackingConstraints",
    "markerLattices",
    "endConditions",
    "victory",
    "scoring",
}
SINGLE = {"metadata", "constants", "turnStructure", "turnOrder", "terminal", "victory", "scoring"}
FENCE = re.compile(r"```([A-Za-z0-9_-]*)\r?\n(.*?)```", re.DOTALL)
PUNCTUATION = {"_": 0, "-": 1, ":": 2}


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML as its version 1.2 reads plain words."""


Loader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), list(_first)
    )


def _whole(loader: Loader, node: Any) -> int:
    text = node.value
    base = {"0o": 8, "0x": 16}.get(text[:2])
    return int(text[2:], base) if base else int(text)


def _number(loader: Loader, node: Any) -> float | int:
    found = float(node.value)
    return int(found) if found.is_integer() else found


Loader.add_constructor("tag:yaml.org,2002:int", _whole)
Loader.add_constructor("tag:yaml.org,2002:float", _number)


def load(text: str) -> dict[str, Tree]:
    """The sections of a document, merged."""
    doc: dict[str, Tree] = {}
    for label, body in FENCE.findall(text):
        if label.lower() not in ("yaml", "yml", ""):
            continue
        root = yaml.load(body, Loader)
        if not isinstance(root, dict):
            continue
        named = root.get("section")
        if isinstance(named, str):
            root = {named.strip(): {key: kept for key, kept in root.items() if key != "section"}}
        for name, part in root.items():
            if name not in SECTIONS:
                continue
            if isinstance(part, list) and name not in SINGLE:
                doc.setdefault(name, []).extend(part)
            else:
                doc.setdefault(name, part)
    return doc


# ---- order of names ----------------------------------------------------------------------------


def collation(text: str) -> tuple[Any, ...]:
    """The order of ids: marks, digits, letters; upper case last among equals."""
    ranks = []
    for letter in text:
        if letter in PUNCTUATION:
            ranks.append((0, PUNCTUATION[letter], ""))
        elif letter.isdigit():
            ranks.append((1, 0, letter))
        elif letter.isalpha():
            ranks.append((2, 0, letter.casefold()))
        else:
            ranks.append((0, 3, letter))
    return tuple(ranks), text.swapcase()


# ---- macros ------------------------------------------------------------------------------------


def expand(doc: dict[str, Tree]) -> dict[str, Tree]:
    """A document in which everything stands for itself."""
    makers = {macro["id"]: macro for macro in doc.get("effectMacros", ())}
    tests = {macro["id"]: macro for macro in doc.get("conditionMacros", ())}
    constants = doc.get("constants") or {}
    kept = {
        name: part
        for name, part in doc.items()
        if name not in ("effectMacros", "conditionMacros", "constants")
    }
    return {name: _expanded(part, makers, tests, constants) for name, part in kept.items()}


def _filled(tree: Tree, args: dict[str, Tree]) -> Tree:
    """A template with its arguments; a list for one element of a list is spliced."""
    if isinstance(tree, dict):
        if set(tree) == {"param"} and tree["param"] in args:
            return args[tree["param"]]
        return {key: _filled(part, args) for key, part in tree.items()}
    if isinstance(tree, list):
        found = []
        for part in tree:
            filled = _filled(part, args)
            spliced = isinstance(part, dict) and set(part) == {"param"} and isinstance(filled, list)
            found.extend(filled if spliced else [filled])
        return found
    return tree


def _expanded(tree: Tree, makers: Tree, tests: Tree, constants: Tree) -> Tree:
    def again(part: Tree) -> Tree:
        return _expanded(part, makers, tests, constants)

    if isinstance(tree, list):
        found: list[Tree] = []
        for part in tree:
            if isinstance(part, dict) and part.get("macro") in makers:
                macro = makers[part["macro"]]
                found.extend(again(_filled(macro["effects"], part.get("args") or {})))
            else:
                found.append(again(part))
        return found
    if isinstance(tree, dict):
        if tree.get("conditionMacro") in tests:
            macro = tests[tree["conditionMacro"]]
            return again(_filled(macro["condition"], tree.get("args") or {}))
        if tree.get("ref") in ("constant", "const"):
            return constants[tree["name"]]
        return {key: again(part) for key, part in tree.items()}
    return tree


# ---- zones -------------------------------------------------------------------------------------

Zone = dict[str, Any]


def _cell(name: str, near: list[str], props: dict[str, int]) -> Zone:
    adjacent = sorted((f"{other}:none" for other in near), key=collation)
    return {
        "base": name,
        "owner": "none",
        "visibility": "public",
        "ordering": "set",
        "near": adjacent,
        "space": True,
        "props": props,
    }


def _grid(rows: int, columns: int) -> list[Zone]:
    found = []
    for r in range(rows):
        for c in range(columns):
            near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            inside = [(y, x) for y, x in near if 0 <= y < rows and 0 <= x < columns]
            ids = [f"cell_{y}_{x}" for y, x in inside]
            found.append(_cell(f"cell_{r}_{c}", ids, {"row": r, "column": c}))
    return found


def _hex(radius: int) -> list[Zone]:
    def name(q: int, r: int) -> str:
        return "hex_" + "_".join(f"n{-at}" if at < 0 else str(at) for at in (q, r))

    span = range(-radius, radius + 1)
    cells = [(q, r) for q in span for r in span if abs(q + r) <= radius]
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    found = []
    for q, r in cells:
        near = [name(q + a, r + b) for a, b in steps if (q + a, r + b) in cells]
        found.append(_cell(name(q, r), near, {"q": q, "r": r}))
    return found


BOARDS = {"grid": _grid, "hex": _hex}


def _space(space: dict[str, Any]) -> Zone:
    props = {key: kept for key, kept in space.items() if key not in ("id", "adjacentTo", "spot")}
    props.update(props.pop("attributes", None) or {})
    return {
        "base": space["id"].split(":")[0],
        "owner": "none",
        "visibility": "public",
        "ordering": "set",
        "near": [_qualified(other) for other in space.get("adjacentTo") or ()],
        "space": True,
        "props": props,
    }


def _qualified(text: str) -> str:
    return text if ":" in text else f"{text}:none"


def zones_of(doc: dict[str, Tree]) -> list[Zone]:
    """The zones as they are declared: those of the map, then the others."""
    found = [_space(space) for space in (chosen_asset(doc, "map") or {}).get("spaces", ())]
    for zone in doc.get("zones") or ():
        if "macro" in zone:
            found.extend(BOARDS[zone["macro"]](*zone["args"]))
            continue
        found.append(
            {
                "base": zone["id"].split(":")[0],
                "owner": zone["owner"],
                "visibility": zone["visibility"],
                "ordering": zone["ordering"],
                "near": [_qualified(other) for other in zone.get("adjacentTo") or ()],
                "space": False,
                "props": {},
            }
        )
    return found


# ---- data --------------------------------------------------------------------------------------


def _assets(doc: dict[str, Tree], kind: str) -> list[dict[str, Tree]]:
    return [asset for asset in doc.get("dataAssets") or () if asset["kind"] == kind]


def scenario_of(doc: dict[str, Tree]) -> dict[str, Tree]:
    """What the first scenario says."""
    found = _assets(doc, "scenario")
    return found[0]["payload"] if found else {}


def chosen_asset(doc: dict[str, Tree], kind: str) -> dict[str, Tree] | None:
    """What the map or the catalogue in use says."""
    wanted = scenario_of(doc).get(f"{kind}AssetId")
    found = [asset for asset in _assets(doc, kind) if wanted in (None, asset["id"])]
    return found[0]["payload"] if found else None


def tables_of(doc: dict[str, Tree]) -> dict[str, list[dict[str, Tree]]]:
    """The tables by their ids."""
    found = {asset["id"]: asset["payload"]["rows"] for asset in _assets(doc, "table")}
    for asset in _assets(doc, "scenario"):
        _lists(asset["payload"], asset["id"] + "::", found)
    return found


def _lists(tree: dict[str, Tree], name: str, found: dict[str, list[dict[str, Tree]]]) -> None:
    for key, part in tree.items():
        if isinstance(part, list) and part and all(isinstance(row, dict) for row in part):
            found[name + key] = part
        elif isinstance(part, dict):
            _lists(part, f"{name}{key}.", found)


def types_of(doc: dict[str, Tree]) -> dict[str, dict[str, Tree]]:
    """The token types: their properties and the changes that are allowed."""
    found = {}
    for piece in (chosen_asset(doc, "pieceCatalog") or {}).get("pieceTypes", ()):
        props = dict.fromkeys(piece.get("statusDimensions") or (), "string")
        changes = [
            {"prop": each["dimension"], "from": each["from"], "to": each["to"]}
            for each in piece.get("transitions") or ()
        ]
        found[piece["id"]] = {"props": props | {"faction": "string"}, "transitions": changes}
    for kind in doc.get("tokenTypes") or ():
        found[kind["id"]] = {
            "props": dict(kind.get("props") or {}),
            "transitions": list(kind.get("transitions") or ()),
        }
    return found


def prepared_effects(doc: dict[str, Tree]) -> list[Tree]:
    """What a scenario puts on the table, as effects."""
    scene, found = scenario_of(doc), []
    for placed in scene.get("initialPlacements") or ():
        props = {**(placed.get("status") or {}), "faction": placed["faction"]}
        one = {"type": placed["pieceTypeId"], "zone": placed["spaceId"], "props": props}
        found += [{"createToken": one}] * placed["count"]
    for track in scene.get("initialTrackValues") or ():
        found.append(
            {"setVar": {"scope": "global", "var": track["trackId"], "value": track["value"]}}
        )
    for mark in scene.get("initialMarkers") or ():
        one = {"space": mark["spaceId"], "marker": mark["markerId"], "state": mark["state"]}
        found.append({"setMarker": one})
    return found
