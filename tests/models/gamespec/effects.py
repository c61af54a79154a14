"""The second model of GameSpecDocs: effects, each a generator that asks for what is chosen."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Generator
from typing import Any

from models.gamespec.context import (
    Context,
    Fail,
    Token,
    Tree,
    bare,
    everyone,
    holder,
    kind,
    one_player,
    same,
    text,
    token_at,
)
from models.gamespec.values import holds, marker_in, number, query, space_props, value, zone_at

Run = Generator[dict[str, Any], Any, None]
DONE = "done"
"""The answer that ends a choice of several."""


def run(effects: Tree, ctx: Context) -> Run:
    """Let effects happen, one after another."""
    for effect in effects or ():
        name = next(name for name in EFFECTS if name in effect)
        yield from EFFECTS[name](effect[name] or {}, ctx) or ()


# ---- variables ---------------------------------------------------------------------------------


def _held(e: Tree, ctx: Context) -> tuple[dict[str, Any], dict[str, Any]]:
    """Where a variable is kept, and its declaration."""
    if e.get("scope") == "pvar" or (e.get("scope") is None and "player" in e):
        player = str(one_player(e["player"], ctx))
        return ctx.s["perPlayerVars"][player], ctx.game["playerVars"][e["var"]]
    return ctx.s["globalVars"], ctx.game["globalVars"][e["var"]]


def _within(found: int, declared: dict[str, Any]) -> int:
    return max(declared["min"], min(declared["max"], found))


def _set_var(e: Tree, ctx: Context) -> None:
    kept, declared = _held(e, ctx)
    found = value(e["value"], ctx)
    if declared["type"] == "boolean":
        if not isinstance(found, bool):
            raise Fail("EFFECT_RUNTIME: a truth")
        kept[e["var"]] = found
        return
    if kind(found) != "number":
        raise Fail("EFFECT_RUNTIME: a number")
    kept[e["var"]] = _within(found, declared)


def _add_var(e: Tree, ctx: Context) -> None:
    kept, declared = _held(e, ctx)
    kept[e["var"]] = _within(kept[e["var"]] + number(e["delta"], ctx), declared)


def _transfer(e: Tree, ctx: Context) -> None:
    source, above = _held(e["from"], ctx)
    target, below = _held(e["to"], ctx)
    wanted = number(e["amount"], ctx)
    if e.get("min") is not None:
        wanted = max(wanted, number(e["min"], ctx))
    if e.get("max") is not None:
        wanted = min(wanted, number(e["max"], ctx))
    there = source[e["from"]["var"]] - above["min"]
    room = below["max"] - target[e["to"]["var"]]
    moved = max(0, min(wanted, there, room))
    source[e["from"]["var"]] -= moved
    target[e["to"]["var"]] += moved
    if e.get("actualBind"):
        ctx.env[bare(e["actualBind"])] = moved


# ---- tokens ------------------------------------------------------------------------------------


def _matches(space: dict[str, Any], zone: str, wanted: dict[str, Any]) -> bool:
    tests = (
        (wanted.get("spaceIds"), zone),
        (wanted.get("spaceTypes"), space.get("spaceType")),
        (wanted.get("country"), space.get("country")),
    )
    for among, shown in tests:
        among = [among] if isinstance(among, str) else among
        if among and shown not in among:
            return False
    population = wanted.get("populationEquals")
    return population is None or same(space.get("population"), population)


def _check_stack(zone: str, ctx: Context) -> None:
    """Fail if more lies in a zone than may."""
    if zone not in ctx.game["spaces"]:
        return
    for rule in ctx.game["stacking"]:
        if not _matches(space_props(zone, ctx), zone, rule.get("spaceFilter") or {}):
            continue
        pieces = rule.get("pieceFilter") or {}
        count = 0
        for token in ctx.s["zones"][zone]:
            made = ctx.s["tokens"][token]
            types, factions = pieces.get("pieceTypeIds"), pieces.get("factions")
            if types and made["type"] not in types:
                continue
            if factions and made["props"].get("faction") not in factions:
                continue
            count += 1
        if count > (rule["maxCount"] if rule["rule"] == "maxCount" else 0):
            raise Fail("STACKING_VIOLATION")


def _into(token: Token, source: str, target: str, position: str, ctx: Context) -> None:
    if holder(token, ctx) != source:
        raise Fail("EFFECT_RUNTIME: it is not there")
    ctx.s["zones"][source].remove(token)
    held = ctx.s["zones"][target]
    place = {"top": 0, "bottom": len(held)}.get(position)
    if place is None:
        place = ctx.random(0, len(held)) if held else 0
    held.insert(place, token)
    if source != target:
        _check_stack(target, ctx)
        ctx.events.append(target)


def _move(e: Tree, ctx: Context) -> None:
    token = token_at(e["token"], ctx)
    source, target = zone_at(e["from"], ctx), zone_at(e["to"], ctx)
    _into(token, source, target, e.get("position") or "top", ctx)


def _move_near(e: Tree, ctx: Context) -> None:
    token = token_at(e["token"], ctx)
    source, target = zone_at(e["from"], ctx), zone_at(e["direction"], ctx)
    if target not in ctx.game["near"][source]:
        raise Fail("SPATIAL_DESTINATION_NOT_ADJACENT")
    _into(token, source, target, "top", ctx)


def _block(tokens: list[Token], source: str, target: str, ctx: Context) -> None:
    zones = ctx.s["zones"]
    zones[source] = [token for token in zones[source] if token not in tokens]
    zones[target] = tokens + zones[target]
    ctx.events.extend([target] * len(tokens))


def _move_all(e: Tree, ctx: Context) -> None:
    source, target = zone_at(e["from"], ctx), zone_at(e["to"], ctx)
    tokens = list(ctx.s["zones"][source])
    if e.get("filter") is not None:
        tokens = [token for token in tokens if holds(e["filter"], ctx.inner(token=token))]
    if source != target and tokens:
        _block(tokens, source, target, ctx)
        _check_stack(target, ctx)


def _draw(e: Tree, ctx: Context) -> None:
    base, _, owner = e["to"].partition(":") if isinstance(e["to"], str) else ("", "", "")
    if owner == "each":
        for player in everyone(ctx):
            _draw({**e, "to": f"{base}:{player}"}, ctx)
        return
    source, target = zone_at(e["from"], ctx), zone_at(e["to"], ctx)
    count = number(e["count"], ctx)
    if count < 0:
        raise Fail("EFFECT_RUNTIME: a count")
    if count:
        refill_pile(source, ctx)
    if source != target:
        _block(ctx.s["zones"][source][:count], source, target, ctx)


def refill_pile(zone: str, ctx: Context) -> None:
    """Shuffle the discards into an empty pile, if its deck says so."""
    zones = ctx.s["zones"]
    for deck in ctx.game["decks"]:
        if deck["drawZone"] == zone and deck.get("reshuffle") and not zones[zone]:
            zones[zone], zones[deck["discardZone"]] = zones[deck["discardZone"]], []
            shuffle_zone(zone, ctx)


def _shuffle(e: Tree, ctx: Context) -> None:
    shuffle_zone(zone_at(e["zone"], ctx), ctx)


def shuffle_zone(zone: str, ctx: Context) -> None:
    """Shuffle what lies in a zone."""
    held = ctx.s["zones"][zone]
    for last in range(len(held) - 1, 0, -1):
        other = ctx.random(0, last)
        held[last], held[other] = held[other], held[last]


def _create(e: Tree, ctx: Context) -> None:
    zone = zone_at(e["zone"], ctx)
    props = {name: value(part, ctx) for name, part in (e.get("props") or {}).items()}
    token = Token(f"tok_{e['type']}_{ctx.s['nextTokenOrdinal']}")
    ctx.s["nextTokenOrdinal"] += 1
    ctx.s["tokens"][token] = {"type": e["type"], "props": props}
    ctx.s["zones"][zone].insert(0, token)
    _check_stack(zone, ctx)


def _destroy(e: Tree, ctx: Context) -> None:
    token = token_at(e["token"], ctx)
    ctx.s["zones"][holder(token, ctx)].remove(token)
    del ctx.s["tokens"][token]


def _set_prop(e: Tree, ctx: Context) -> None:
    token = token_at(e["token"], ctx)
    made = ctx.s["tokens"][token]
    declared = ctx.game["types"][made["type"]]
    if e["prop"] not in declared["props"]:
        raise Fail("EFFECT_RUNTIME: no such property")
    found = value(e["value"], ctx)
    allowed = [each for each in declared["transitions"] if each["prop"] == e["prop"]]
    change = (text(made["props"].get(e["prop"], "")), text(found))
    if allowed and change not in [(each["from"], each["to"]) for each in allowed]:
        raise Fail("EFFECT_RUNTIME: no such change")
    changed = {**made["props"], e["prop"]: found}
    ctx.s["tokens"][token] = {"type": made["type"], "props": changed}


def _refill(e: Tree, ctx: Context) -> None:
    for _ in range(number(e["size"], ctx)):
        if len(ctx.s["zones"][zone_at(e["zone"], ctx)]) < number(e["size"], ctx):
            _draw({"from": e["fromZone"], "to": e["zone"], "count": 1}, ctx)


def _discard_down(e: Tree, ctx: Context) -> None:
    zone = zone_at(e["zone"], ctx)
    for token in ctx.s["zones"][zone][:100]:
        if len(ctx.s["zones"][zone]) > number(e["size"], ctx):
            if e.get("to") is None:
                _destroy({"token": "t"}, ctx.inner(t=token))
            else:
                _into(token, zone, zone_at(e["to"], ctx), "top", ctx)


# ---- control -----------------------------------------------------------------------------------


def _if(e: Tree, ctx: Context) -> Run:
    yield from run(e["then"] if holds(e["when"], ctx) else e.get("else"), ctx)


def _limit(e: Tree, ctx: Context) -> int:
    found = number(e.get("limit", 100), ctx)
    if found < 1:
        raise Fail("EFFECT_RUNTIME: a limit")
    return found


def _for_each(e: Tree, ctx: Context) -> Run:
    items = query(e["over"], ctx)[: _limit(e, ctx)]
    for item in items:
        yield from run(e["effects"], ctx.inner(**{bare(e["bind"]): item}))
    if e.get("countBind") and e.get("in"):
        yield from run(e["in"], ctx.inner(**{bare(e["countBind"]): len(items)}))


def _let(e: Tree, ctx: Context) -> Run:
    yield from run(e["in"], ctx.inner(**{bare(e["bind"]): value(e["value"], ctx)}))


def _bind(e: Tree, ctx: Context) -> None:
    ctx.env[bare(e["bind"])] = value(e["value"], ctx)


def _reduce(e: Tree, ctx: Context) -> Run:
    so_far = value(e["initial"], ctx)
    for item in query(e["over"], ctx)[: _limit(e, ctx)]:
        so_far = value(
            e["next"], ctx.inner(**{bare(e["itemBind"]): item, bare(e["accBind"]): so_far})
        )
    yield from run(e["in"], ctx.inner(**{bare(e["resultBind"]): so_far}))


def _subset(e: Tree, ctx: Context) -> Run:
    best: tuple[int, list[Any]] | None = None
    size = number(e["subsetSize"], ctx)
    for some in itertools.combinations(query(e["source"], ctx), size):
        inside = ctx.inner(**{bare(e["subsetBind"]): list(some)})
        inside.s, inside.events = copy.deepcopy(ctx.s), []
        yield from run(e.get("compute"), inside)
        score = number(e["scoreExpr"], inside)
        if best is None or score > best[0]:
            best = (score, list(some))
    if best is None:
        raise Fail("EFFECT_RUNTIME: too few items")
    names = {bare(e["resultBind"]): best[0]}
    if e.get("bestSubsetBind"):
        names[bare(e["bestSubsetBind"])] = best[1]
    yield from run(e["in"], ctx.inner(**names))


def _roll(e: Tree, ctx: Context) -> Run:
    low, high = number(e["min"], ctx), number(e["max"], ctx)
    if low > high:
        raise Fail("EFFECT_RUNTIME: no such number")
    yield from run(e["in"], ctx.inner(**{bare(e["bind"]): ctx.random(low, high)}))


# ---- choices -----------------------------------------------------------------------------------


def ask(player: int, name: str, options: list[Any], done: bool = False) -> Run:
    """Ask a player for one of some items."""
    answer = yield {"player": player, "name": bare(name), "options": options, "done": done}
    return answer


def distinct(items: list[Any]) -> list[Any]:
    """Each item once."""
    found: list[Any] = []
    for item in items:
        if not any(same(item, each) for each in found):
            found.append(item)
    return found


def ask_several(
    player: int, name: str, options: list[Any], least: int, most: int
) -> Generator[dict[str, Any], Any, list[Any]]:
    """Ask a player for several items, one after another."""
    options = distinct(options)
    if len(options) < least:
        raise Fail("too few to choose from")
    chosen: list[Any] = []
    while len(chosen) < min(most, len(options)):
        left = [item for item in options if not any(same(item, each) for each in chosen)]
        answer = yield {
            "player": player,
            "name": bare(name),
            "options": left,
            "done": len(chosen) >= least,
        }
        if answer is DONE:
            break
        chosen.append(answer)
    if len(chosen) < least:
        raise Fail("too few were chosen")
    return chosen


def _chooser(e: Tree, ctx: Context) -> int:
    return one_player(e.get("chooser") or "active", ctx)


def _choose_one(e: Tree, ctx: Context) -> Run:
    options = query(e["options"], ctx)
    if not options and not ctx.told:
        raise Fail("nothing to choose from")
    ctx.env[bare(e["bind"])] = yield from ask(_chooser(e, ctx), e["bind"], options)


def _choose_n(e: Tree, ctx: Context) -> Run:
    least = number(e["n"] if "n" in e else e.get("min", 0), ctx)
    most = number(e["n"] if "n" in e else e["max"], ctx)
    if not 0 <= least <= most:
        raise Fail("EFFECT_RUNTIME: bounds")
    options = query(e["options"], ctx)
    chosen = yield from ask_several(_chooser(e, ctx), e["bind"], options, least, most)
    ctx.env[bare(e["bind"])] = chosen


# ---- markers -----------------------------------------------------------------------------------


def _mark(space: str, marker: str, state: Any, ctx: Context) -> None:
    lattice = ctx.game["lattices"][marker]
    if kind(state) != "text" or state not in lattice["states"]:
        raise Fail("EFFECT_RUNTIME: no such state")
    for rule in lattice.get("constraints") or ():
        fits = _matches(space_props(space, ctx), space, rule)
        if fits and state not in rule["allowedStates"]:
            raise Fail("EFFECT_RUNTIME: this state is not allowed here")
    ctx.s["markers"].setdefault(space, {})[marker] = state


def _set_marker(e: Tree, ctx: Context) -> None:
    _mark(zone_at(e["space"], ctx), e["marker"], value(e["state"], ctx), ctx)


def _shift_marker(e: Tree, ctx: Context) -> None:
    space, states = zone_at(e["space"], ctx), ctx.game["lattices"][e["marker"]]["states"]
    at = states.index(marker_in(space, e["marker"], ctx)) + number(e["delta"], ctx)
    _mark(space, e["marker"], states[max(0, min(len(states) - 1, at))], ctx)


# ---- turns -------------------------------------------------------------------------------------


def _end_turn(e: Tree, ctx: Context) -> None:
    ctx.s["ending"] = True


def _set_active(e: Tree, ctx: Context) -> None:
    ctx.s["activePlayer"] = one_player(e["player"], ctx)


def _shown(e: Tree, ctx: Context) -> None:
    """Who sees what is not the model's business."""


EFFECTS: dict[str, Callable[[Tree, Context], Any]] = {
    "setVar": _set_var,
    "addVar": _add_var,
    "moveToken": _move,
    "moveAll": _move_all,
    "moveTokenAdjacent": _move_near,
    "draw": _draw,
    "shuffle": _shuffle,
    "createToken": _create,
    "destroyToken": _destroy,
    "setTokenProp": _set_prop,
    "if": _if,
    "forEach": _for_each,
    "let": _let,
    "chooseOne": _choose_one,
    "chooseN": _choose_n,
    "rollRandom": _roll,
    "setMarker": _set_marker,
    "shiftMarker": _shift_marker,
    "refillToSize": _refill,
    "discardDownTo": _discard_down,
    "commitResource": _transfer,
    "transferVar": _transfer,
    "bindValue": _bind,
    "reduce": _reduce,
    "evaluateSubset": _subset,
    "endTurn": _end_turn,
    "setActivePlayer": _set_active,
    "reveal": _shown,
    "conceal": _shown,
}
