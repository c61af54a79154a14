"""The second model of GameSpecDocs: cards that say who may act, coups, events, lasting effects."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

from models.gamespec.context import Context, Tree
from models.gamespec.effects import Run, ask, ask_several, refill_pile, run
from models.gamespec.reader import collation
from models.gamespec.triggers import entered
from models.gamespec.values import holds, query

CLASSES = ("pass", "event", "operation", "limitedOperation", "operationPlusSpecialActivity")
SPECIAL = "specialActivity"
Move = tuple[str, dict[str, Any]]


def card_driven(game: dict[str, Any]) -> bool:
    """Whether cards say who may act."""
    return bool(game["order"]["type"] == "cardDriven")


def classes(game: dict[str, Any], action: str) -> list[str]:
    """What an action may be played as."""
    given = (game["flow"].get("actionClassByActionId") or {}).get(action)
    if given is not None:
        return [given] if isinstance(given, str) else list(given)
    return [action] if action in (*CLASSES, SPECIAL) else []


def class_of(game: dict[str, Any], move: Move) -> str | None:
    """What a move is played as."""
    found = classes(game, move[0])
    return move[1].get("__actionClass") or (found[0] if found else None)


def player_of(game: dict[str, Any], faction: str) -> int:
    """The player of a faction."""
    factions = list(dict.fromkeys(game["flow"].get("eligibility", {}).get("factions") or ()))
    numbered = all(str(name).isdigit() for name in factions)
    if faction in factions and not numbered:
        return factions.index(faction)
    return int(faction)


# ---- who may act -------------------------------------------------------------------------------


def start_cards(game: dict[str, Any], s: dict[str, Any]) -> None:
    """Nobody has acted, all are eligible."""
    factions = list(dict.fromkeys(game["flow"]["eligibility"]["factions"]))
    s["factions"], s["eligible"] = factions, dict.fromkeys(factions, True)
    s["overrides"], s["coups"] = [], 0
    _new_card(s)
    first_acts(game, s)


def _new_card(s: dict[str, Any]) -> None:
    s["acted"], s["passed"], s["nonPass"], s["firstClass"] = [], [], 0, None


def candidates(s: dict[str, Any]) -> list[str]:
    """The factions that may act, the first and the second."""
    left = [name for name in s["factions"] if s["eligible"][name] and name not in s["acted"]]
    return left[:2]


def first_acts(game: dict[str, Any], s: dict[str, Any]) -> None:
    """The first candidate is the active player."""
    waiting = candidates(s)
    if waiting and player_of(game, waiting[0]) < s["playerCount"]:
        s["activePlayer"] = player_of(game, waiting[0])


def _faction(game: dict[str, Any], s: dict[str, Any], player: int) -> str | None:
    return next((name for name in s["factions"] if player_of(game, name) == player), None)


def may_act(game: dict[str, Any], s: dict[str, Any]) -> bool:
    """Whether the active player is one of those who may act."""
    faction = _faction(game, s, s["activePlayer"])
    return faction is None or faction in candidates(s)


def _texts(params: dict[str, Any]) -> list[str]:
    found: list[str] = []
    for held in params.values():
        found += [each for each in (held if isinstance(held, list) else [held])]
    return [each for each in found if isinstance(each, str)]


def after_move(game: dict[str, Any], s: dict[str, Any], player: int, move: Move) -> bool:
    """Take note of who acted; whether that was all for this card."""
    faction = _faction(game, s, player)
    if faction is None:
        return False
    s["acted"].append(faction)
    passes = class_of(game, move) == "pass"
    if passes:
        s["passed"].append(faction)
        for reward in game["flow"].get("passRewards") or ():
            if reward["factionClass"] == faction:
                var = game["globalVars"][reward["resource"]]
                had = s["globalVars"][reward["resource"]] + reward["amount"]
                s["globalVars"][reward["resource"]] = max(var["min"], min(var["max"], had))
    else:
        s["nonPass"] += 1
        if s["nonPass"] == 1:
            played = class_of(game, move)
            s["firstClass"] = "operation" if played == "limitedOperation" else played
    _note_overrides(game, s, faction, move[1])
    over = s["nonPass"] >= 2 or not candidates(s)
    if not over:
        first_acts(game, s)
    return over


def _note_overrides(
    game: dict[str, Any], s: dict[str, Any], faction: str, params: dict[str, Any]
) -> None:
    windows = {
        window["id"]: window["duration"]
        for window in game["flow"]["eligibility"].get("overrideWindows") or ()
    }
    for shown in _texts(params):
        parts = shown.split(":")
        if len(parts) != 4 or parts[0] != "eligibilityOverride":
            continue
        whom = faction if parts[1] == "self" else parts[1]
        stays = {"eligible": True, "true": True, "ineligible": False, "false": False}.get(parts[2])
        if whom in s["eligible"] and stays is not None and windows.get(parts[3]) == "nextTurn":
            s["overrides"].append((whom, stays))


def next_card(game: dict[str, Any], s: dict[str, Any]) -> None:
    """Who is eligible for the next card."""
    for name in s["factions"]:
        s["eligible"][name] = name not in s["acted"] or name in s["passed"]
    for name, stays in s["overrides"]:
        s["eligible"][name] = stays
    if not any(s["eligible"].values()):
        s["eligible"] = dict.fromkeys(s["factions"], True)
    s["overrides"] = []
    _new_card(s)
    first_acts(game, s)


# ---- cards -------------------------------------------------------------------------------------


def _slots(game: dict[str, Any]) -> tuple[str, str, str]:
    life = game["flow"]["cardLifecycle"]
    return life["played"], life["lookahead"], life["leader"]


def _pile(game: dict[str, Any], s: dict[str, Any]) -> str | None:
    if game["decks"]:
        return str(game["decks"][0]["drawZone"])
    found = [
        zone
        for zone in s["zones"]
        if game["ordering"][zone.split(":")[0]] == "stack" and zone not in _slots(game)
    ]
    return found[0] if len(found) == 1 else None


def _is_coup(s: dict[str, Any], token: str) -> bool:
    return s["tokens"][token]["props"].get("isCoup") is True


def coup_ahead(game: dict[str, Any], s: dict[str, Any]) -> bool:
    """Whether the next card is a coup card."""
    ahead = s["zones"][_slots(game)[1]]
    return bool(ahead) and _is_coup(s, ahead[0])


def _fill(slot: str, source: str | None, ctx: Context) -> None:
    zones = ctx.s["zones"]
    if source is None or zones[slot]:
        return
    refill_pile(source, ctx)
    if zones[source]:
        zones[slot].insert(0, zones[source].pop(0))


def reveal_cards(ctx: Context) -> None:
    """The first cards come into their slots."""
    played, ahead, _ = _slots(ctx.game)
    pile = _pile(ctx.game, ctx.s)
    _fill(played, pile, ctx)
    _fill(ahead, pile, ctx)


def boundary(ctx: Context, check: Callable[[str], None]) -> Generator[dict[str, Any], Any, bool]:
    """A card leaves and the next comes; whether a coup card was handed off."""
    game, s = ctx.game, ctx.s
    played, ahead, leader = _slots(game)
    zones, handed = s["zones"], False
    if zones[played]:
        card = zones[played].pop(0)
        plan = game["order"]["config"].get("coupPlan") or {}
        most = plan.get("maxConsecutiveRounds")
        if _is_coup(s, card):
            if most is None or s["coups"] < most:
                zones[leader].insert(0, card)
                s["coups"] += 1
                handed = True
            else:
                _leave(card, ctx)
        else:
            _leave(card, ctx)
            s["coups"] = 0
        if handed and plan:
            yield from _coup_round(plan, ctx, check)
    _fill(played, ahead, ctx)
    _fill(ahead, _pile(game, s), ctx)
    return handed


def _leave(card: str, ctx: Context) -> None:
    for deck in ctx.game["decks"][:1]:
        if deck["discardZone"] != _slots(ctx.game)[0]:
            ctx.s["zones"][deck["discardZone"]].insert(0, card)
            return
    del ctx.s["tokens"][card]


def _coup_round(plan: dict[str, Any], ctx: Context, check: Callable[[str], None]) -> Run:
    game, s = ctx.game, ctx.s
    pile = _pile(game, s)
    coming = s["zones"][_slots(game)[1]] + (s["zones"][pile] if pile else [])
    last = not any(_is_coup(s, token) for token in coming)
    omitted = plan.get("finalRoundOmitPhases") or () if last else ()
    phases = [phase for phase in plan["phases"] if phase["id"] not in omitted]
    for phase in phases:
        inside = replace(ctx, actor=s["activePlayer"], env={}, events=[])
        yield from run(phase.get("effects"), inside)
        yield from entered(inside)
        check("duringCoup")
    if last:
        check("finalCoup")


# ---- what may be done --------------------------------------------------------------------------


def matrix_allows(game: dict[str, Any], s: dict[str, Any], move: Move) -> bool:
    """Whether the second may do this after what the first did."""
    played = class_of(game, move)
    if s["nonPass"] != 1 or s["firstClass"] is None or played == "pass":
        return True
    for row in game["flow"].get("optionMatrix") or ():
        if row["first"] == s["firstClass"]:
            return played in row["second"]
    return True


def windows_allow(game: dict[str, Any], s: dict[str, Any], moves: list[Move]) -> list[Move]:
    """The moves that are allowed before a coup, and as interrupts."""
    kept = [move for move in moves if _pivotal(game, s, move) and _monsoon(game, s, move)]
    interrupt = (game["flow"].get("pivotal") or {}).get("interrupt") or {}
    for rule in interrupt.get("cancellation") or ():
        if any(move[0] == rule["winnerActionId"] for move in kept):
            kept = [move for move in kept if move[0] != rule["canceledActionId"]]
    return kept


def _told(move: Move, token: str | None) -> bool:
    return token is not None and token in _texts(move[1])


def _pivotal(game: dict[str, Any], s: dict[str, Any], move: Move) -> bool:
    rule, monsoon = game["flow"].get("pivotal"), game["flow"].get("monsoon")
    if rule is None or move[0] not in rule["actionIds"]:
        return True
    if rule.get("requirePreActionWindow", True) and s["nonPass"] != 0:
        return False
    precedence = (rule.get("interrupt") or {}).get("precedence") or []
    if precedence and s["nonPass"] == 0:
        waiting = [name for name in precedence if name in candidates(s)]
        if waiting and waiting[0] != _faction(game, s, s["activePlayer"]):
            return False
    if not coup_ahead(game, s):
        return True
    blocked = rule.get("disallowWhenLookaheadIsCoup", True)
    override = None
    if monsoon is not None:
        blocked = blocked or monsoon.get("blockPivotal", True)
        override = monsoon.get("pivotalOverrideToken")
    return not blocked or _told(move, override)


def _monsoon(game: dict[str, Any], s: dict[str, Any], move: Move) -> bool:
    rule = game["flow"].get("monsoon")
    if rule is None or not coup_ahead(game, s):
        return True
    for restricted in rule["restrictedActions"]:
        if restricted["actionId"] != move[0] or _told(move, restricted.get("overrideToken")):
            continue
        limit = restricted.get("maxParam")
        held = move[1].get(limit["name"].removeprefix("$")) if limit else None
        if held is None:
            return False
        if (len(held) if isinstance(held, list) else held) > limit["max"]:
            return False
    return True


# ---- events ------------------------------------------------------------------------------------


def _order(item: dict[str, Any]) -> tuple[Any, ...]:
    return ("order" not in item, item.get("order", 0), collation(item["id"]))


def _card(ctx: Context) -> dict[str, Any] | None:
    s, game = ctx.s, ctx.game
    wanted = ctx.move.get("eventCardId")
    decks = game["decks"]
    if wanted is not None:
        named = ctx.move.get("eventDeckId")
        return _named(wanted, [deck for deck in decks if named in (None, deck["id"])])
    if card_driven(game):
        return _on_top(_slots(game)[0], decks, s)
    for deck in decks:
        found = _on_top(deck["discardZone"], [deck], s)
        if found:
            return found
    return None


def _on_top(zone: str, decks: list[Tree], s: dict[str, Any]) -> dict[str, Any] | None:
    if not s["zones"][zone]:
        return None
    token = s["zones"][zone][0]
    return _named(s["tokens"][token]["props"].get("cardId", token), decks)


def _named(wanted: str, decks: list[Tree]) -> dict[str, Any] | None:
    cards = [card for deck in decks for card in deck["cards"]]
    return next((card for card in cards if card["id"] == wanted), None)


def _applies(part: dict[str, Any], ctx: Context) -> bool:
    return part.get("applicability") is None or holds(part["applicability"], ctx)


def event(ctx: Context) -> Run:
    """What the card says happens."""
    card = _card(ctx)
    if card is None:
        return
    sides = [name for name in ("unshaded", "shaded") if card.get(name) is not None]
    name = ctx.move.get("side")
    if name not in sides:
        fitting = [each for each in sides if _applies(card[each], ctx)]
        if not fitting:
            return
        name = fitting[0]
        if len(fitting) > 1:
            name = yield from ask(ctx.s["activePlayer"], "side", fitting)
    side = card[name]
    if not _applies(side, ctx):
        return
    branch = yield from _branch(side, ctx)
    yield from _targets(side, ctx)
    yield from run(side.get("effects"), ctx)
    if branch:
        yield from _targets(branch, ctx)
        yield from run(branch.get("effects"), ctx)
    for part in (side, branch or {}):
        for lasting in part.get("lastingEffects") or ():
            yield from run(lasting["setupEffects"], ctx)
            ctx.s["lasting"].append(_kept(lasting, card["id"], name, branch))


def _branch(side: dict[str, Any], ctx: Context) -> Generator[dict[str, Any], Any, Tree]:
    branches = sorted(side.get("branches") or (), key=_order)
    for branch in branches:
        if branch["id"] == ctx.move.get("branch"):
            return branch
    fitting = {branch["id"]: branch for branch in branches if _applies(branch, ctx)}
    if len(fitting) < 2:
        return next(iter(fitting.values()), None)
    chosen = yield from ask(ctx.s["activePlayer"], "branch", list(fitting))
    return fitting[chosen]


def _targets(part: dict[str, Any], ctx: Context) -> Run:
    for target in part.get("targets") or ():
        items, test = query(target["selector"], ctx), target.get("filter")
        if test is not None:
            items = [item for item in items if holds(test, about(item, ctx))]
        shown = target["cardinality"]
        if shown == "all" or "all" in shown:
            ctx.env[target["id"]] = items
            continue
        least = shown.get("n", shown.get("min", 0))
        most = shown.get("n", shown.get("max", shown.get("upTo")))
        chosen = yield from ask_several(ctx.s["activePlayer"], target["id"], items, least, most)
        ctx.env[target["id"]] = chosen


def about(item: Any, ctx: Context) -> Context:
    """A context in which a filter speaks of an item."""
    return ctx.inner(target=item, token=item, zone=item)


DURATIONS = {
    "turn": ("remainingTurnBoundaries", 1),
    "nextTurn": ("remainingTurnBoundaries", 2),
    "round": ("remainingRoundBoundaries", 1),
    "cycle": ("remainingCycleBoundaries", 1),
}


def _kept(lasting: Tree, card: str, side: str, branch: Tree) -> dict[str, Any]:
    counter, count = DURATIONS[lasting["duration"]]
    found = {"id": lasting["id"], "sourceCardId": card, "side": side, counter: count}
    found |= {"duration": lasting["duration"], "teardown": lasting.get("teardownEffects") or []}
    return found | ({"branchId": branch["id"]} if branch else {})


def expire(ctx: Context, round_over: bool) -> Run:
    """End what lasted until now."""
    for over in [("Turn",), *([("Round", "Cycle")] if round_over else [])]:
        for kept in list(ctx.s["lasting"]):
            for counter in [f"remaining{word}Boundaries" for word in over]:
                if counter in kept:
                    kept[counter] -= 1
                    if kept[counter] == 0:
                        ctx.s["lasting"].remove(kept)
                        yield from run(kept["teardown"], ctx)
