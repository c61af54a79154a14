"""`canPerform`: whether a movement could be carried out, as a test."""

from __future__ import annotations

from collections.abc import Callable

from ...gamedef import nodes as n
from ...gamedef.types import is_list
from ..building import Mapping, Scalar, Tree
from . import codes
from .functions import count_of
from .syntax import ACTION_KEYS, EVERY_ACTION, head, read
from .world import Scope, Typed, World

Lower = Callable[[World, Scope, Tree, str | None], Typed]

ALWAYS = frozenset(("SHUFFLE", "FLIP", "MOVE_ALL", "DEAL_ALL", "END_TURN", "END_GAME"))
COUNTED = frozenset(("MOVE", "DEAL"))


def feasible(world: World, scope: Scope, node: Tree, lower: Lower) -> n.Expr:
    """Whether an action could be carried out; so far for movements only."""
    word = node.get("action") if isinstance(node, Mapping) else None
    if not isinstance(word, Scalar):
        return world.hole(codes.SHAPE, head(node.span), "'canPerform' needs an action").expr
    if word.text not in ALWAYS | COUNTED:
        return world.not_yet(word.span, f"'canPerform' of {word.text}").expr
    fields = read(node, {**EVERY_ACTION, **ACTION_KEYS[word.text]}, word.text, world.report)
    if fields is None or word.text in ALWAYS:
        return n.Truth(value=True, span=node.span)
    source, count = fields.get("from"), fields.get("count")
    if source is None or fields.get("filter") is not None:
        return world.not_yet(word.span, "'canPerform' with a filter").expr
    value = lower(world, scope, source, None)
    if value.type == "token":
        return n.Exists(item=value.expr, span=node.span)
    if value.type != "zone" and not is_list(value.type):
        return world.hole(codes.TYPE, head(source.span), "cards or a zone are needed here").expr
    enough = lower(world, scope, count, "int").expr if count else n.Number(value=1)
    have = count_of(world, value, node.span).expr
    return n.AtMost(left=enough, right=have, span=node.span)
