"""`canPerform`: whether an action could be carried out, as a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ...diagnostics import Span
from ...gamedef import nodes as n
from ...gamedef.types import ANY, is_list
from ..building import Mapping, Scalar, Tree
from . import codes
from .functions import cards_of, count_of, filtered, name_of
from .syntax import ACTION_KEYS, EVERY_ACTION, Fields, head, read
from .world import Scope, Typed, World

Lower = Callable[[World, Scope, Tree, str | None], Typed]

ALWAYS = frozenset(
    (
        *("SHUFFLE", "FLIP", "MOVE_ALL", "DEAL_ALL", "END_TURN", "END_GAME", "REVERSE_ORDER"),
        *("REVEAL", "CONCEAL", "PEEK", "LOOK", "REVEAL_MATCHING", "LOG"),
    )
)
"""Actions that can always be carried out, if only on nothing."""
MOVING = frozenset(("MOVE", "DEAL", "MILL", "DISCARD", "DEAL_ROUND_ROBIN"))
CHOOSING = {"REQUEST_INPUT": ("options", "min"), "CHOOSE_RANDOM": ("from", "count")}
"""Actions for which there must be enough: what is chosen from, and how much is needed."""


def feasible(world: World, scope: Scope, node: Tree, lower: Lower) -> n.Expr:
    """Whether an action could be carried out; for those that only depend on how much is there."""
    word = node.get("action") if isinstance(node, Mapping) else None
    if not isinstance(word, Scalar):
        return world.hole(codes.SHAPE, head(node.span), "'canPerform' needs an action").expr
    if word.text not in ALWAYS | MOVING and word.text not in CHOOSING:
        return world.not_yet(word.span, f"'canPerform' of {word.text}").expr
    fields = read(node, {**EVERY_ACTION, **ACTION_KEYS[word.text]}, word.text, world.report)
    key, least = CHOOSING.get(word.text, ("from", "count"))
    source = fields.get(key) if fields else None
    if fields is None or source is None or word.text in ALWAYS:
        return n.Truth(value=True, span=node.span)
    trial = _Trial(world, scope, fields, node.span, lower)
    if word.text in CHOOSING:
        return trial.enough(trial.number(least), trial.fitting(source))
    return trial.movable(source, word.text == "DEAL_ROUND_ROBIN")


@dataclass(frozen=True, slots=True)
class _Trial:
    """An action that is only asked about: its keys, and how to lower them."""

    world: World
    scope: Scope
    fields: Fields
    span: Span
    lower: Lower

    def number(self, key: str) -> n.Expr:
        """A number, 1 if it is not given."""
        node = self.fields.get(key)
        one = n.Number(value=1, span=self.span)
        return one if node is None else self.lower(self.world, self.scope, node, "int").expr

    def fitting(self, node: Tree) -> Typed:
        """A card, or a list of what passes the filter."""
        value = self.lower(self.world, self.scope, node, None)
        where = self.fields.get("filter")
        if value.type == ANY or value.type == "token" or where is None:
            return value
        if value.type in ("zone", "[zone]"):
            value = cards_of(self.world, value, node.span)
        name, item = self.world.each(value, self.span)
        test = self.lower(self.world, self.scope.item(item), where, "bool").expr
        return filtered(value, name, test) if is_list(value.type) else value

    def enough(self, needed: n.Expr, value: Typed) -> n.Expr:
        """Whether there are so many."""
        have = count_of(self.world, value, self.span).expr
        return n.AtMost(left=needed, right=have, span=self.span)

    def movable(self, node: Tree, rounds: bool) -> n.Expr:
        """Whether as many cards can be moved as the action says."""
        value = self.fitting(node)
        if value.type == "token":
            return n.Exists(item=value.expr, span=self.span)
        if value.type != "zone" and not is_list(value.type):
            message = "cards or a zone are needed here"
            return self.world.hole(codes.TYPE, head(node.span), message).expr
        if self.fields.get("filter") is not None and self.fields.get("count") is None:
            return n.Truth(value=True, span=self.span)
        needed = self.number("count")
        if rounds:
            needed = n.Multiply(left=needed, right=self.recipients(), span=self.span)
        if value.type != "[zone]":
            return self.enough(needed, value)
        zone = replace(self.world.local("each", "zone", self.span), zones=value.zones)
        each = self.enough(needed, zone)
        return n.AllOf(items=value.expr, name=name_of(zone), where=each, span=self.span)

    def recipients(self) -> n.Expr:
        """How many zones are dealt to."""
        node = self.fields.get("to")
        to = None if node is None else self.lower(self.world, self.scope, node, None)
        if to is None or not is_list(to.type):
            return n.Number(value=1, span=self.span)
        return n.Length(items=to.expr, span=self.span)
