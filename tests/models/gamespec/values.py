"""The second model of GameSpecDocs: zones, values, conditions and queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from models.gamespec.context import (
    Context,
    Fail,
    Seat,
    Token,
    Tree,
    bare,
    bound,
    everyone,
    holder,
    kind,
    one_player,
    players,
    props_of,
    same,
    text,
    token_at,
)
from models.gamespec.reader import collation

NUMBERS = range(-(2**31), 2**31)

# ---- zones -------------------------------------------------------------------------------------


def zones_at(sel: Tree, ctx: Context) -> list[str]:
    """The ids of the zones that a selector means."""
    if isinstance(sel, dict):
        sel = value(sel.get("zoneExpr", sel), ctx)
    if kind(sel) != "text":
        raise Fail("TYPE_MISMATCH: a zone")
    if sel.startswith("$"):
        return zones_at(bound(sel, ctx), ctx)
    base, _, owner = sel.partition(":")
    if not owner:
        if "none" not in ctx.game["bases"].get(base, ()):
            raise Fail(f"MISSING_VAR {sel}")
        owner = "none"
    owners = ["none"] if owner == "none" else players(owner, ctx)
    found = [f"{base}:{each}" for each in owners]
    for zone in found:
        if zone not in ctx.s["zones"]:
            raise Fail(f"MISSING_VAR {zone}")
    return found


def zone_at(sel: Tree, ctx: Context) -> str:
    """The id of the zone that a selector means."""
    found = zones_at(sel, ctx)
    if len(found) != 1:
        raise Fail("SELECTOR_CARDINALITY")
    return found[0]


# ---- values ------------------------------------------------------------------------------------


def _scalar(name: str, ctx: Context) -> Any:
    return bound(name, ctx)


def _prop(ref: Tree, ctx: Context) -> Any:
    props = props_of(token_at(ref["token"], ctx), ctx)
    if ref["prop"] not in props:
        raise Fail(f"MISSING_VAR {ref['prop']}")
    return props[ref["prop"]]


def _marker(ref: Tree, ctx: Context) -> str:
    return marker_in(zone_at(ref["space"], ctx), ref["marker"], ctx)


def marker_in(space: str, marker: str, ctx: Context) -> str:
    """The state of a marker in a space."""
    default = ctx.game["lattices"][marker]["defaultState"]
    return str(ctx.s["markers"].get(space, {}).get(marker, default))


def space_props(zone: str, ctx: Context) -> dict[str, Any]:
    """What a space of the map has."""
    if zone not in ctx.game["spaces"]:
        raise Fail("ZONE_PROP_NOT_FOUND")
    return dict(ctx.game["spaces"][zone])


def _zone_prop(ref: Tree, ctx: Context) -> Any:
    found = space_props(zone_at(ref["zone"], ctx), ctx).get(ref["prop"])
    if found is None or isinstance(found, list):
        raise Fail("ZONE_PROP_NOT_FOUND")
    return found


def _field(ref: Tree, ctx: Context) -> Any:
    return bound(ref["row"], ctx)[ref["field"]]


REFS: dict[str, Callable[[Tree, Context], Any]] = {
    "gvar": lambda ref, ctx: ctx.s["globalVars"][ref["var"]],
    "pvar": lambda ref, ctx: ctx.s["perPlayerVars"][str(one_player(ref["player"], ctx))][
        ref["var"]
    ],
    "zoneCount": lambda ref, ctx: len(ctx.s["zones"][zone_at(ref["zone"], ctx)]),
    "tokenProp": _prop,
    "tokenZone": lambda ref, ctx: holder(token_at(ref["token"], ctx), ctx),
    "binding": lambda ref, ctx: _scalar(ref["name"], ctx),
    "markerState": _marker,
    "zoneProp": _zone_prop,
    "activePlayer": lambda ref, ctx: Seat(ctx.s["activePlayer"]),
    "turnCount": lambda ref, ctx: ctx.s["turnCount"],
    "assetField": _field,
}


def _divided(left: int, right: int) -> int:
    return -(-left // right) if (left < 0) != (right < 0) else left // right


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": _divided,
    "floorDiv": lambda left, right: left // right,
    "ceilDiv": lambda left, right: -(-left // right),
    "min": min,
    "max": max,
}


def number(tree: Tree, ctx: Context) -> int:
    """A value that must be a number."""
    found = value(tree, ctx)
    if kind(found) != "number":
        raise Fail("TYPE_MISMATCH: a number")
    return int(found)


def _worked(tree: Tree, ctx: Context) -> int:
    left, right = number(tree["left"], ctx), number(tree["right"], ctx)
    if right == 0 and tree["op"] in ("/", "floorDiv", "ceilDiv"):
        raise Fail("DIVISION_BY_ZERO")
    found = ARITHMETIC[tree["op"]](left, right)
    if found not in NUMBERS:
        raise Fail("TYPE_MISMATCH: too large")
    return found


def _aggregate(tree: Tree, ctx: Context) -> int:
    items = query(tree["query"], ctx)
    if tree["op"] == "count":
        return len(items)
    if "prop" in tree:
        items = [ctx.s["tokens"][item]["props"].get(tree["prop"]) for item in items]
    elif "bind" in tree:
        shown = tree.get("valueExpr", tree.get("value"))
        items = [value(shown, ctx.inner(**{bare(tree["bind"]): item})) for item in items]
    if any(kind(item) != "number" for item in items):
        raise Fail("TYPE_MISMATCH: numbers")
    return {"sum": sum, "min": min, "max": max}[tree["op"]](items) if items else 0


def _either(tree: Tree, ctx: Context) -> Any:
    return value(tree["then"] if holds(tree["when"], ctx) else tree["else"], ctx)


VALUES: dict[str, Callable[[Tree, Context], Any]] = {
    "ref": lambda tree, ctx: REFS[tree["ref"]](tree, ctx),
    "aggregate": lambda tree, ctx: _aggregate(tree["aggregate"], ctx),
    "concat": lambda tree, ctx: "".join(text(value(part, ctx)) for part in tree["concat"]),
    "if": lambda tree, ctx: _either(tree["if"], ctx),
    "zoneCount": lambda tree, ctx: len(ctx.s["zones"][zone_at(tree["zoneCount"], ctx)]),
    "op": lambda tree, ctx: (
        _worked(tree, ctx) if tree["op"] in ARITHMETIC else CONDITIONS[tree["op"]](tree, ctx)
    ),
}


def value(tree: Tree, ctx: Context) -> Any:
    """What a value is worth now."""
    if not isinstance(tree, dict):
        return tree
    return next(work(tree, ctx) for form, work in VALUES.items() if form in tree)


# ---- conditions --------------------------------------------------------------------------------


def _compared(tree: Tree, ctx: Context) -> bool:
    left, right = number(tree["left"], ctx), number(tree["right"], ctx)
    order = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
    return order[tree["op"]]


def _equal(tree: Tree, ctx: Context) -> bool:
    return same(value(tree["left"], ctx), value(tree["right"], ctx))


def _among(tree: Tree, ctx: Context) -> bool:
    wanted = tree["set"]
    found = bound(wanted["name"] if isinstance(wanted, dict) else wanted, ctx)
    if not isinstance(found, list):
        raise Fail("TYPE_MISMATCH: a list")
    item = value(tree["item"], ctx)
    return any(same(item, each) for each in found)


def _includes(tree: Tree, ctx: Context) -> bool:
    found = space_props(zone_at(tree["zone"], ctx), ctx).get(tree["prop"])
    if not isinstance(found, list):
        raise Fail("ZONE_PROP_NOT_FOUND")
    wanted = value(tree["value"], ctx)
    return any(same(wanted, each) for each in found)


def _adjacent(tree: Tree, ctx: Context) -> bool:
    return zone_at(tree["right"], ctx) in ctx.game["near"][zone_at(tree["left"], ctx)]


CONDITIONS: dict[str, Callable[[Tree, Context], bool]] = {
    "and": lambda tree, ctx: all(holds(arg, ctx) for arg in tree["args"]),
    "or": lambda tree, ctx: any(holds(arg, ctx) for arg in tree["args"]),
    "not": lambda tree, ctx: not holds(tree["arg"], ctx),
    "==": _equal,
    "!=": lambda tree, ctx: not _equal(tree, ctx),
    "<": _compared,
    "<=": _compared,
    ">": _compared,
    ">=": _compared,
    "in": _among,
    "adjacent": _adjacent,
    "connected": lambda tree, ctx: zone_at(tree["to"], ctx) in reached(tree, tree["from"], ctx),
    "zonePropIncludes": _includes,
}


def holds(tree: Tree, ctx: Context) -> bool:
    """Whether a condition is true now."""
    found = value(tree, ctx)
    if not isinstance(found, bool):
        raise Fail("TYPE_MISMATCH: a truth")
    return found


def reached(tree: Tree, start: Tree, ctx: Context) -> list[str]:
    """The zones that can be reached from a zone, the nearest first, without that zone."""
    begin = zone_at(start, ctx)
    depth = tree.get("maxDepth", len(ctx.s["zones"]) - 1)
    found, seen, edge = [], {begin}, [begin]
    for _ in range(depth):
        further = []
        for zone in edge:
            for near in ctx.game["near"][zone]:
                via = tree.get("via")
                if near in seen or (via is not None and not holds(via, ctx.inner(zone=near))):
                    continue
                seen.add(near)
                further.append(near)
        found += further
        edge = further
    return found


# ---- queries -----------------------------------------------------------------------------------


def passes(token: Token, tests: Tree, ctx: Context) -> bool:
    """Whether a token passes all lines of a filter."""
    lines = [tests] if isinstance(tests, dict) else tests or ()
    return all(_line(props_of(token, ctx), line, "prop", ctx) for line in lines)


def _line(props: dict[str, Any], line: Tree, key: str, ctx: Context) -> bool:
    if line[key] not in props:
        return False
    shown = props[line[key]]
    op = line.get("op") or next(word for word in ("eq", "neq", "in", "notIn") if word in line)
    wanted = line["value"] if "value" in line else line[op]
    if op in ("eq", "neq"):
        return same(shown, value(wanted, ctx)) == (op == "eq")
    return (text(shown) in [text(each) for each in wanted]) == (op == "in")


def _tokens(tree: Tree, ctx: Context) -> list[Any]:
    held = ctx.s["zones"][zone_at(tree["zone"], ctx)]
    return [token for token in held if passes(token, tree.get("filter"), ctx)]


def _near_tokens(tree: Tree, ctx: Context) -> list[Any]:
    found = []
    for zone in ctx.game["near"][zone_at(tree["zone"], ctx)]:
        found += _tokens({**tree, "zone": zone}, ctx)
    return found


def _ints(tree: Tree, ctx: Context) -> list[Any]:
    least, most = number(tree["min"], ctx), number(tree["max"], ctx)
    step = number(tree.get("step", 1), ctx)
    if step < 1:
        raise Fail("TYPE_MISMATCH: a step")
    found = list(range(least, most + 1, step))
    extra = [number(each, ctx) for each in tree.get("alwaysInclude") or ()]
    room = tree.get("maxResults")
    if room is not None and found and len(found) > room - len(extra):
        every = -(-len(found) // max(1, room - 1 - len(extra)))
        found = [*found[::every], found[-1]]
    return sorted({*found, *(each for each in extra if least <= each <= most)})


def _where(zones: list[str], test: Tree, ctx: Context) -> list[Any]:
    if test is None:
        return zones
    return [zone for zone in zones if holds(test, ctx.inner(zone=zone))]


def _zones(tree: Tree, ctx: Context) -> list[Any]:
    found, test = sorted(ctx.s["zones"], key=collation), tree.get("filter")
    if isinstance(test, dict) and not {"op", "ref", "conditionMacro"} & set(test):
        if "owner" in test:
            owners = [str(player) for player in players(test["owner"], ctx)]
            found = [zone for zone in found if zone.partition(":")[2] in owners]
        test = test.get("condition")
    return _where(found, test, ctx)


def _spaces(tree: Tree, ctx: Context) -> list[Any]:
    test = tree.get("filter")
    if isinstance(test, dict) and "condition" in test:
        test = test["condition"]
    return _where(sorted(ctx.game["spaces"], key=collation), test, ctx)


def _connected(tree: Tree, ctx: Context) -> list[Any]:
    start = [zone_at(tree["zone"], ctx)] if tree.get("includeStart") else []
    return start + reached(tree, tree["zone"], ctx)


def _list(tree: Tree, ctx: Context) -> list[Any]:
    found = bound(tree["name"], ctx)
    if not isinstance(found, list):
        raise Fail("MISSING_VAR: a list")
    return found


def _next(tree: Tree, ctx: Context) -> list[Any]:
    items, start = query(tree["source"], ctx), value(tree["from"], ctx)
    places = [place for place, item in enumerate(items) if same(item, start)]
    if not places:
        return []
    first = places[0] if tree.get("includeFrom") else places[0] + 1
    for step in range(len(items) if tree.get("includeFrom") else len(items) - 1):
        item = items[(first + step) % len(items)]
        if holds(tree["where"], ctx.inner(**{bare(tree["bind"]): item})):
            return [item]
    return []


def _rows(tree: Tree, ctx: Context) -> list[Any]:
    tests = tree.get("where") or ()
    return [
        row
        for row in ctx.game["tables"][tree["tableId"]]
        if all(_line(row, line, "field", ctx) for line in tests)
    ]


QUERIES: dict[str, Callable[[Tree, Context], list[Any]]] = {
    "tokensInZone": _tokens,
    "tokensInAdjacentZones": _near_tokens,
    "intsInRange": _ints,
    "enums": lambda tree, ctx: list(tree["values"]),
    "players": lambda tree, ctx: everyone(ctx),
    "zones": _zones,
    "mapSpaces": _spaces,
    "adjacentZones": lambda tree, ctx: list(ctx.game["near"][zone_at(tree["zone"], ctx)]),
    "connectedZones": _connected,
    "binding": _list,
    "concat": lambda tree, ctx: [item for part in tree["sources"] for item in query(part, ctx)],
    "nextInOrderByCondition": _next,
    "assetRows": _rows,
}


def query(tree: Tree, ctx: Context) -> list[Any]:
    """The items that a query finds, in order."""
    return list(QUERIES[tree["query"]](tree, ctx))
