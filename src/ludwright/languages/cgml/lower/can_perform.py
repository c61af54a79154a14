"""`canPerform`: whether an action could be performed, as a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....gamedef import nodes as n
from ...builders import quiet, written_out
from ...yaml.read import Mapping, Scalar, Tree, head
from .. import codes
from .functions import empty, name_of
from .symbols import SIZE_LIMIT, Effect, Environment, Symbols, Typed

Lower = Callable[[Symbols, Environment, Tree, str | None], Typed]


def feasible(symbols: Symbols, env: Environment, node: Tree) -> n.Expr:
    """Whether an action could be performed: a dry run in which no listener is notified of
    movements."""
    word = node.get("action") if isinstance(node, Mapping) else None
    if not isinstance(word, Scalar):
        return symbols.hole(codes.SHAPE, head(node.span), "'canPerform' expects an action").expr
    outer = env.effect or Effect(rule="")
    refs = dict(outer.refs)
    # A copy: what the dry run stores is gone when it ends.
    effect = Effect(outer.rule, "abort", refs, set(outer.sure), others=set(refs))
    body = symbols.perform(symbols, replace(env, effect=effect, tail=True), node)
    known = {name_of(value) for value in outer.refs.values() if isinstance(value.expr, n.Local)}
    for name, kind in effect.early.items():
        # The outer effect has to initialise its own names; those of the dry run are set inside it.
        if name in known:
            outer.early[name] = kind
        else:
            unset = empty(symbols, kind, node.span)
            body = (n.Let(name=name, value=unset, span=node.span), *body)
    whole = n.Possible(body=body, span=node.span)
    if written_out(whole) > SIZE_LIMIT:
        return whole  # such a game is refused
    body = quiet(body)
    # Counting costs one comparison, a dry run a checkpoint of the state.
    return _counted(body) or n.Possible(body=body, span=node.span)


def _counted(body: n.Block) -> n.Expr | None:
    """A cheaper equivalent for a single movement off the top of a certain zone to a certain zone:
    whether the source holds enough cards."""
    move = body[0] if len(body) == 1 else None
    if isinstance(move, n.MoveToken) and _is_certain(move.to):
        card = move.token
        if isinstance(card, n.TopOf | n.BottomOf) and _is_certain(card.zone):
            return n.Exists(item=card, span=move.span)
    if isinstance(move, n.MoveTop) and _is_certain(move.to) and _is_certain(move.source):
        count = move.count
        if isinstance(count, n.Number) and count.value >= 0 and not move.partial:
            size = n.SizeOf(zone=move.source, span=move.span)
            return n.AtMost(left=count, right=size, span=move.span)
    return None


def _is_certain(zone: n.Expr) -> bool:
    """Whether a zone exists in every state."""
    if not isinstance(zone, n.ZoneAt) or zone.index is not None:
        return False
    return zone.owner is None or zone.owner == n.Variable(name="current")
