"""The second model of GameSpecDocs, for tests: how a game goes, from the reference alone.

A game is a generator: it yields a request (whose turn it is and what there is to choose from) and
is sent what was chosen; when it returns, the game is over.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import Any

import models.gamespec.cards as cards
import models.gamespec.reader as reading
from models.gamespec.context import Chance, Context, Dice, Fail, Tree, bare, players
from models.gamespec.definitions import Game, State, copied
from models.gamespec.effects import DONE, Run, ask_several, run, shuffle_zone
from models.gamespec.triggers import dispatch, entered, plain
from models.gamespec.turns import Over, advance_phase, check_end, during, end_turn
from models.gamespec.values import holds, query

Move = cards.Move


class Fault(Exception):
    """Something failed where nothing may."""


# ---- moves -------------------------------------------------------------------------------------


def _bindings(game: Game, move: Move) -> dict[str, Any]:
    reserved = {"__freeOperation": False, "__actionClass": cards.class_of(game, move)}
    if reserved["__actionClass"] is None:
        reserved["__actionClass"] = "operation"
    return {**reserved, **move[1]}


def context(game: Game, s: State, move: Move, dice: Dice) -> Context:
    """What a move is made in."""
    env = _bindings(game, move)
    return Context(game, s, s["activePlayer"], env, [], dice, dict(move[1]))


def _action(game: Game, name: str) -> Tree:
    return next(action for action in game["actions"] if action["id"] == name)


def _pipelines(name: str, ctx: Context) -> list[Tree]:
    return [pipe for pipe in ctx.game["pipelines"] if pipe["actionId"] == name]


def _fitting(pipes: list[Tree], ctx: Context) -> Tree:
    """The first pipeline that fits."""
    for pipe in pipes:
        if pipe.get("applicability") is None or holds(pipe["applicability"], ctx):
            return pipe
    return None


def _wanted(test: Tree, ctx: Context) -> bool:
    return test is None or holds(test, ctx)


def body(move: Move, ctx: Context) -> Run:
    """What a move does itself, before others hear of it."""
    action = _action(ctx.game, move[0])
    pipes = _pipelines(move[0], ctx)
    if not pipes:
        yield from run(action.get("cost"), replace(ctx, events=[]))
        yield from _special(ctx)
        yield from run(action.get("effects"), ctx)
        yield from _special(ctx)
    elif pipe := _fitting(pipes, ctx):
        yield from _piped(pipe, ctx)
    if cards.class_of(ctx.game, move) == "event" or move[0] == "event":
        yield from cards.event(ctx)


def _piped(pipe: Tree, ctx: Context) -> Run:
    if not (pipe.get("targeting") or {}).get("select"):
        yield from _whole(pipe, ctx)
        return
    yield from _special(ctx)
    targets = yield from _targets(pipe["targeting"], ctx)
    for target in targets:
        yield from _for_target(pipe, ctx.inner(target=target, targets=targets))
    yield from _special(ctx)


def _whole(pipe: Tree, ctx: Context) -> Run:
    """A pipeline without targets; whether an atomic one can be paid was looked at before."""
    if pipe["atomicity"] == "atomic" or _wanted(pipe.get("costValidation"), ctx):
        yield from run(pipe.get("costEffects"), replace(ctx, events=[]))
    yield from _special(ctx)
    for stage in pipe["stages"]:
        yield from run(stage.get("effects"), ctx)
        yield from _special(ctx)


def _for_target(pipe: Tree, ctx: Context) -> Run:
    if not _wanted(pipe.get("costValidation"), ctx):
        if pipe["atomicity"] == "atomic":
            raise Fail("OPERATION_COST_BLOCKED")
        return
    yield from run(pipe.get("costEffects"), replace(ctx, events=[]))
    for stage in pipe["stages"]:
        yield from run(stage.get("effects"), ctx)


def _targets(rule: Tree, ctx: Context) -> Generator[dict[str, Any], Any, list[Any]]:
    asked = rule.get("query") or {"query": "mapSpaces" if ctx.game["spaces"] else "zones"}
    items = query(asked, ctx)
    if rule.get("filter") is not None:
        items = [item for item in items if holds(rule["filter"], cards.about(item, ctx))]
    most = rule.get("max", len(items))
    if rule["select"] == "allEligible":
        chosen = items
    else:
        least = most if rule["select"] == "exactN" else 1
        player = ctx.s["activePlayer"]
        chosen = yield from ask_several(player, "targets", items, least, most)
    for rank in (rule.get("tieBreak"), rule.get("order")):
        if rank is not None:
            down = rank.startswith("-")
            chosen = sorted(chosen, key=lambda item: _rank(item, rank, ctx), reverse=down)
    return chosen[:most]


def _rank(item: Any, rank: str, ctx: Context) -> Any:
    if rank == "lexicographic":
        return reading.collation(item)
    name = rank.removeprefix("-")
    if item in ctx.s["tokens"]:
        return ctx.s["tokens"][item]["props"][name]
    return ctx.game["spaces"][item][name]


def _special(ctx: Context) -> Run:
    """A special activity, if this operation may have one and had none yet."""
    if ctx.env.get("__actionClass") != "operationPlusSpecialActivity" or ctx.move.get("special"):
        return
    moves = legal_moves(ctx.game, ctx.s, special=True)
    if not moves:
        return
    answer = yield {
        "player": ctx.s["activePlayer"],
        "name": "special",
        "options": moves,
        "done": True,
    }
    if answer is DONE:
        return
    ctx.move["special"] = True
    inside = context(ctx.game, ctx.s, answer, ctx.dice)
    inside.env["__actionClass"] = cards.SPECIAL
    yield from body(answer, inside)
    yield from _heard(answer, inside)


def possible(
    game: Game, s: State, move: Move, answers: list[Any] | None = None, draws: int = 0
) -> bool:
    """Whether a move can be completed, as far as one can see before the next random draw."""
    given = answers or []
    ctx = context(game, copied(s), move, Dice(most=draws))
    going = body(move, ctx)
    try:
        request = next(going)
        for answer in given:
            request = going.send(answer)
    except (StopIteration, Chance, Over):
        return True
    except Fail:
        return False
    tries = [*request["options"], *([DONE] if request["done"] else [])]
    return any(possible(game, s, move, [*given, item], draws) for item in tries)


def _param_sets(action: Tree, ctx: Context) -> Iterator[dict[str, Any]]:
    names = [bare(param["name"]) for param in action.get("params") or ()]

    def further(place: int, so_far: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if place == len(names):
            yield so_far
            return
        domain = action["params"][place]["domain"]
        for item in query(domain, ctx.inner(**so_far)):
            yield from further(place + 1, {**so_far, names[place]: item})

    return further(0, {})


def _listed(game: Game, s: State, action: Tree, special: bool) -> Iterator[Move]:
    """The moves of an action, as far as its conditions say."""
    active = s["activePlayer"]
    phases = action["phase"] if isinstance(action["phase"], list) else [action["phase"]]
    if s["currentPhase"] not in phases:
        return
    ctx = Context(game, s, active, _bindings(game, (action["id"], {})))
    if active not in players(action["actor"], ctx):
        return
    used = s["actionUsage"].get(action["id"], {})
    for limit in action.get("limits") or ():
        if used.get(f"{limit['scope']}Count", 0) >= limit["max"]:
            return
    own = cards.classes(game, action["id"])
    if (cards.SPECIAL in own) != special:
        return
    played = [{"__actionClass": word} for word in own] if len(own) > 1 else [{}]
    for word, params in itertools.product(played, list(_param_sets(action, ctx))):
        move = (action["id"], {**word, **params})
        if _allowed(game, s, action, move):
            yield move


def _allowed(game: Game, s: State, action: Tree, move: Move) -> bool:
    ctx = context(game, s, move, Dice(most=0))
    try:
        if not _wanted(action.get("pre"), ctx):
            return False
        pipes = _pipelines(move[0], ctx)
        return not pipes or _pipe_allows(_fitting(pipes, ctx), ctx)
    except Fail:
        return False


def _pipe_allows(pipe: Tree, ctx: Context) -> bool:
    if pipe is None or not _wanted(pipe.get("legality"), ctx):
        return False
    if (pipe.get("targeting") or {}).get("select") or pipe["atomicity"] == "partial":
        return True
    return _wanted(pipe.get("costValidation"), ctx)


def legal_moves(game: Game, s: State, special: bool = False) -> list[Move]:
    """The moves of the active player."""
    driven = cards.card_driven(game) and not special
    if driven and not cards.may_act(game, s):
        return []
    found = [
        move
        for action in game["actions"]
        for move in _listed(game, s, action, special)
        if not driven or cards.matrix_allows(game, s, move)
    ]
    if driven:
        found = cards.windows_allow(game, s, found)
    return [move for move in found if possible(game, s, move)]


def _use(s: State, action: str) -> None:
    used = s["actionUsage"].setdefault(action, {"turnCount": 0, "phaseCount": 0, "gameCount": 0})
    for scope in used:
        used[scope] += 1


def _filtered(
    game: Game, before: State, move: Move, answers: list[Any], draws: int, request: dict[str, Any]
) -> dict[str, Any]:
    def stands(item: Any) -> bool:
        return possible(game, before, move, [*answers, item], draws)

    options = [item for item in request["options"] if stands(item)]
    done = request["done"] and stands(DONE)
    if not options and not done:
        raise Fault("no way on")
    return {**request, "options": options, "done": done}


def make(game: Game, s: State, move: Move, dice: Dice) -> Run:
    """Make a move and let others hear of it; what it asks for can be completed."""
    before, made, answers = copied(s), dice.made, []
    ctx = context(game, s, move, dice)
    going = body(move, ctx)
    try:
        request = next(going)
        while True:
            request = _filtered(game, before, move, answers, dice.made - made, request)
            answers.append((yield request))
            request = going.send(answers[-1])
    except StopIteration:
        yield from _heard(move, ctx)


def _heard(move: Move, ctx: Context) -> Run:
    _use(ctx.s, move[0])
    yield from entered(ctx)
    yield from dispatch("actionResolved", move[0], 0, ctx)


# ---- a game ------------------------------------------------------------------------------------


def _begin(game: Game, s: State, dice: Dice) -> Run:
    ctx = Context(game, s, s["activePlayer"], dice=dice)
    for mark in game["spaceMarkers"]:
        s["markers"].setdefault(mark["spaceId"], {})[mark["markerId"]] = mark["state"]
    yield from run(reading.prepared_effects(game["doc"]), plain(ctx))
    yield from run(game["doc"].get("setup"), plain(ctx))
    for deck in game["decks"]:
        if deck.get("shuffleOnSetup"):
            shuffle_zone(deck["drawZone"], ctx)
    if cards.card_driven(game):
        cards.reveal_cards(ctx)
    yield from dispatch("turnStart", "", 0, ctx)
    yield from during(ctx, "onEnter", "phaseEnter")
    if cards.card_driven(game):
        cards.start_cards(game, s)


def _turn(game: Game, s: State, dice: Dice) -> Generator[Any, Any, bool]:
    """The active player moves; whether that was possible."""
    moves, player = legal_moves(game, s), s["activePlayer"]
    if moves:
        move = yield {"player": player, "moves": True, "options": moves}
        yield from make(game, s, move, dice)
        if cards.card_driven(game) and cards.after_move(game, s, player, move):
            s["ending"] = True
    return bool(moves)


def _rehearsed(game: Game, s: State, move: Move) -> Generator[Any, Any, list[Any]]:
    """What a player answers in a move as if nobody else moved."""
    answers: list[Any] = []
    tried = copied(s)
    going = make(game, tried, move, Dice(most=0))
    try:
        request = next(going)
        while True:
            answers.append((yield {**request, "state": tried}))
            request = going.send(answers[-1])
    except (StopIteration, Chance):
        return answers


def _submitted(game: Game, s: State, dice: Dice) -> Generator[Any, Any, bool]:
    """All choose, then all is done; whether anybody could move."""
    told: list[tuple[int, Move, list[Any]]] = []
    for player in range(s["playerCount"]):
        s["activePlayer"] = player
        if moves := legal_moves(game, s):
            move = yield {"player": player, "moves": True, "options": moves}
            told.append((player, move, (yield from _rehearsed(game, s, move))))
    for player, move, answers in told:
        s["activePlayer"] = player
        ctx = replace(context(game, s, move, dice), told=True)
        _answered(_all_of(move, ctx), answers)
    s["activePlayer"] = 0
    return bool(told)


def _all_of(move: Move, ctx: Context) -> Run:
    yield from body(move, ctx)
    yield from _heard(move, ctx)


def _answered(going: Run, answers: list[Any]) -> None:
    try:
        next(going)
        for answer in answers:
            going.send(answer)
    except StopIteration:
        return
    raise Fault("an answer is missing")


def play(game: Game, s: State) -> Generator[dict[str, Any], Any, dict[str, Any]]:
    """A game from its beginning to its end."""
    dice = Dice()
    try:
        yield from _begin(game, s, dice)
        idle, turn = 0, _turn
        if game["order"]["type"] == "simultaneous":
            turn = _submitted
        while True:
            check_end(game, s)
            moved = yield from turn(game, s, dice)
            if moved and s["ending"]:
                yield from end_turn(context(game, s, ("", {}), dice))
            if moved:
                idle = 0
            elif idle > s["playerCount"] * len(game["phases"]):
                return {"winners": [], "reason": "stuck"}
            else:
                idle += 1
                yield from advance_phase(context(game, s, ("", {}), dice))
    except Over as over:
        return over.result
    except Fail as fail:
        raise Fault(str(fail)) from fail
