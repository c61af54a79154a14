"""The second model of GameSpecDocs: phases, turns, and how a game ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import models.gamespec.cards as cards
from models.gamespec.context import Context, Fail, Tree, one_player
from models.gamespec.definitions import Game, State
from models.gamespec.effects import EFFECTS, Run, run
from models.gamespec.reader import collation
from models.gamespec.triggers import dispatch, entered, plain
from models.gamespec.values import holds, value


class Over(Exception):
    """The game is over: its result."""

    def __init__(self, result: dict[str, Any]) -> None:
        super().__init__(result)
        self.result = result


# ---- phases and turns --------------------------------------------------------------------------


def during(ctx: Context, effects: str, kind: str) -> Run:
    """What happens when a phase begins or ends."""
    phase = next(each for each in ctx.game["phases"] if each["id"] == ctx.s["currentPhase"])
    inside = plain(ctx)
    yield from run(phase.get(effects), inside)
    yield from entered(inside)
    yield from dispatch(kind, phase["id"], 0, ctx)


def _forget(s: State, *scopes: str) -> None:
    for used in s["actionUsage"].values():
        for scope in scopes:
            used[f"{scope}Count"] = 0


def _enter(ctx: Context, phase: str) -> Run:
    ctx.s["currentPhase"] = phase
    _forget(ctx.s, "phase")
    yield from during(ctx, "onEnter", "phaseEnter")


def advance_phase(ctx: Context) -> Run:
    """Go on to the next phase, or the next turn."""
    ids = [phase["id"] for phase in ctx.game["phases"]]
    place = ids.index(ctx.s["currentPhase"])
    if place == len(ids) - 1:
        yield from end_turn(ctx)
        return
    yield from during(ctx, "onExit", "phaseExit")
    yield from _enter(ctx, ids[place + 1])


def goto_phase(e: Tree, ctx: Context) -> Run:
    """Go on to a later phase of this turn."""
    ids = [phase["id"] for phase in ctx.game["phases"]]
    here, there = ids.index(ctx.s["currentPhase"]), ids.index(e["phase"])
    if there < here:
        raise Fail("EFFECT_RUNTIME: a phase that is over")
    if there > here:
        yield from during(ctx, "onExit", "phaseExit")
        yield from _enter(ctx, e["phase"])


EFFECTS["advancePhase"] = lambda e, ctx: advance_phase(ctx)
EFFECTS["gotoPhaseExact"] = goto_phase


def end_turn(ctx: Context) -> Run:
    """End the turn and begin the next."""
    game, s = ctx.game, ctx.s
    yield from during(ctx, "onExit", "phaseExit")
    yield from dispatch("turnEnd", "", 0, ctx)
    s["ending"] = False
    anew = False
    if cards.card_driven(game):
        anew = yield from cards.boundary(ctx, lambda timing: check_end(game, s, timing))
    else:
        anew = _next_index(game, s) == 0
    inside = plain(ctx)
    yield from cards.expire(inside, anew)
    yield from entered(inside)
    _next_player(game, s)
    s["turnCount"] += 1
    _forget(s, "turn", "phase")
    s["currentPhase"] = game["phases"][0]["id"]
    yield from dispatch("turnStart", "", 0, ctx)
    yield from _enter(ctx, game["phases"][0]["id"])


def _next_index(game: Game, s: State) -> int:
    if game["order"]["type"] == "fixedOrder":
        return int((s["orderIndex"] + 1) % len(game["order"]["order"]))
    if game["order"]["type"] == "simultaneous":
        return 0
    return int((s["activePlayer"] + 1) % s["playerCount"])


def _next_player(game: Game, s: State) -> None:
    if cards.card_driven(game):
        cards.next_card(game, s)
    elif game["order"]["type"] == "fixedOrder":
        s["orderIndex"] = _next_index(game, s)
        player = int(game["order"]["order"][s["orderIndex"]])
        s["activePlayer"] = player if player < s["playerCount"] else s["activePlayer"]
    else:
        s["activePlayer"] = _next_index(game, s)


# ---- the end -----------------------------------------------------------------------------------


def check_end(game: Game, s: State, timing: str | None = None) -> None:
    """Stop the game if it is over; `timing` says which phase of a coup round is over."""
    ctx = Context(game, s, s["activePlayer"])
    terminal, planned = game["terminal"], bool(game["order"]["config"].get("coupPlan"))
    points = terminal.get("checkpoints") or ()
    for wanted in ("duringCoup", "finalCoup"):
        if planned and timing != wanted and (wanted, timing) != ("duringCoup", "finalCoup"):
            continue
        for point in points:
            if point["timing"] == wanted and holds(point["when"], ctx):
                raise Over(_victory(game, point, wanted, ctx))
    for condition in terminal["conditions"]:
        if holds(condition["when"], ctx):
            raise Over(ENDS[condition["result"]["type"]](game, condition["result"], ctx))


def _victory(game: Game, point: Tree, timing: str, ctx: Context) -> dict[str, Any]:
    margins = game["terminal"].get("margins") or ()
    if timing == "duringCoup" or not margins:
        return {"winners": [cards.player_of(game, point["faction"])], "reason": point["id"]}
    down = (game["terminal"].get("ranking") or {}).get("order", "desc") == "desc"
    ranked = sorted(margins, key=lambda margin: collation(margin["faction"]))
    ranked.sort(key=lambda margin: value(margin["value"], ctx) * (-1 if down else 1))
    found = {"winners": [cards.player_of(game, ranked[0]["faction"])], "reason": "margins"}
    held = {cards.player_of(game, each["faction"]): value(each["value"], ctx) for each in margins}
    if set(held) == set(range(ctx.s["playerCount"])):
        found["scores"] = [held[player] for player in sorted(held)]
    return found


def _scored(game: Game, result: Tree, ctx: Context) -> dict[str, Any]:
    rule = game["terminal"]["scoring"]
    scores = [
        value(rule["value"], replace(ctx, actor=player)) for player in range(ctx.s["playerCount"])
    ]
    best = max(scores) if rule["method"] == "highest" else min(scores)
    winners = [player for player, score in enumerate(scores) if score == best]
    return {"winners": winners, "scores": scores, "reason": "score"}


ENDS: dict[str, Any] = {
    "win": lambda game, result, ctx: {
        "winners": [one_player(result["player"], ctx)],
        "reason": "win",
    },
    "lossAll": lambda game, result, ctx: {"winners": [], "reason": "loss"},
    "draw": lambda game, result, ctx: {"winners": [], "reason": "draw"},
    "score": _scored,
}
