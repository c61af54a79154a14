"""The second model of GameSpecDocs: triggers hear of what happens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from models.gamespec.context import Context, Tree
from models.gamespec.effects import Run, run
from models.gamespec.values import holds

Game = dict[str, Any]


def _hears(event: Tree, kind: str, of: str, game: Game) -> bool:
    if event["type"] != kind:
        return False
    field = {"phaseEnter": "phase", "phaseExit": "phase", "actionResolved": "action"}.get(kind)
    if kind != "tokenEntered":
        return field is None or event.get(field) in (None, of)
    wanted = event.get("zone")
    if wanted is None:
        return True
    base, _, owner = wanted.partition(":")
    owners = game["bases"][base]
    if owner in ("", "all"):
        return of.partition(":")[0] == base and (owner == "" or "player" in owners)
    return bool(wanted == of)


def dispatch(kind: str, of: str, depth: int, ctx: Context) -> Run:
    """Let triggers hear of something, and of what they make happen."""
    if depth > ctx.game["depth"]:
        return
    for trigger in ctx.game["triggers"]:
        if not _hears(trigger["event"], kind, of, ctx.game):
            continue
        about = {"tokenEntered": "zone", "actionResolved": "action"}.get(kind, "phase")
        env = {about: of} if of else {}
        inside = replace(ctx, actor=ctx.s["activePlayer"], env=env, events=[], move={})
        tests = [trigger.get("match"), trigger.get("when")]
        if all(test is None or holds(test, inside) for test in tests):
            yield from run(trigger["effects"], inside)
            for zone in inside.events:
                yield from dispatch("tokenEntered", zone, depth + 1, ctx)


def entered(ctx: Context) -> Run:
    """Let triggers hear of the tokens that entered zones."""
    for zone in ctx.events:
        yield from dispatch("tokenEntered", zone, 0, ctx)


def plain(ctx: Context) -> Context:
    """The same table, nothing bound."""
    return replace(ctx, actor=ctx.s["activePlayer"], env={}, events=[], move={})
