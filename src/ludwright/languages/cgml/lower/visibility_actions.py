"""The actions that reveal cards to players, or hide them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.types import ANY
from ...yaml.read import Scalar, Sequence, Tree, head
from .. import codes
from .action_context import ActionContext, for_each
from .expressions import expression, fitted
from .functions import filtered, name_of, one_seat
from .move_actions import HOLES
from .names import current
from .symbols import Typed
from .teams import as_players

Audience = Callable[[Typed], n.Expr]
"""The players who are meant, which may depend on the card."""


def reveal(ctx: ActionContext) -> n.Block:
    """REVEAL: players see cards; by default all players."""
    return _shown(ctx, ctx.cards("target"), _audience(ctx, "to", "all"))


def conceal(ctx: ActionContext) -> n.Block:
    """CONCEAL: players no longer see cards; by default all but the owner."""
    audience = _audience(ctx, "from", "others")

    def one(card: Typed) -> n.Block:
        return (n.Hide(token=card.expr, seats=audience(card), span=ctx.span),)

    return _each_card(ctx, ctx.cards("target"), one)


def peek(ctx: ActionContext) -> n.Block:
    """PEEK: some players see cards; by default the current one."""
    return _shown(ctx, ctx.cards("target"), _audience(ctx, "players", "current"))


def look(ctx: ActionContext) -> n.Block:
    """LOOK: one player sees cards; by default the current one."""
    return _shown(ctx, ctx.cards("target"), _audience(ctx, "player", "current"))


def reveal_matching(ctx: ActionContext) -> n.Block:
    """REVEAL_MATCHING: players see the cards that pass a filter."""
    cards = ctx.cards("from")
    if cards.type == "token":
        cards = Typed(n.ListOf(items=(cards.expr,), of="token", span=ctx.span), "[token]")
    item = replace(ctx.symbols.local("each", "token", ctx.span), zones=cards.zones)
    where = ctx.where("filter", item)
    if where is None or cards.type == ANY:
        return HOLES
    return _shown(ctx, filtered(cards, item, where), _audience(ctx, "to", "all"))


def show_to(ctx: ActionContext, cards: Typed, seat: n.Expr) -> n.Block:
    """Let one player see cards."""
    only = n.ListOf(items=(seat,), of="seat", span=ctx.span)
    return _shown(ctx, cards, lambda card: only)


def _shown(ctx: ActionContext, cards: Typed, audience: Audience) -> n.Block:
    def one(card: Typed) -> n.Block:
        return (n.Show(token=card.expr, seats=audience(card), span=ctx.span),)

    return _each_card(ctx, cards, one)


def _each_card(ctx: ActionContext, cards: Typed, one: Callable[[Typed], n.Block]) -> n.Block:
    if cards.type == ANY:
        return HOLES
    if cards.type == "token":
        return one(cards)
    return for_each(ctx.symbols, cards, "card", one, ctx.span)


# ---- who ---------------------------------------------------------------------------------------


def _audience(ctx: ActionContext, key: str, default: str) -> Audience:
    node = ctx.fields.get(key)
    if node is None or isinstance(node, Scalar):
        word = default if node is None else node.text
        if word not in AUDIENCES:
            hint = f"expected {', '.join(AUDIENCES)} or a path to players"
            message = f"unknown audience '{word}'"
            ctx.symbols.error(codes.WORD, ctx.fields.at(key), message, hint)
        made = AUDIENCES.get(word, AUDIENCES["all"])
        return lambda card: made(ctx, card)
    if isinstance(node, Sequence):
        seats = tuple(_seat(ctx, item) for item in node.items)
        some = n.ListOf(items=seats, of="seat", span=ctx.span)
        return lambda card: some
    value = as_players(ctx.symbols, expression(ctx.symbols, ctx.env, node, "seat"), ctx.span)
    # A single player is an audience of one.
    if value.type == "seat":
        value = Typed(n.ListOf(items=(value.expr,), of="seat", span=ctx.span), "[seat]")
    players = fitted(ctx.symbols, value, "[seat]", node.span).expr
    return lambda card: players


def _seat(ctx: ActionContext, node: Tree) -> n.Expr:
    if isinstance(node, Scalar) and node.text == "current":
        return current(ctx.symbols, ctx.env, ctx.span).expr
    value = expression(ctx.symbols, ctx.env, node, "seat")
    return one_seat(ctx.symbols, value, head(node.span)).expr


def _current(ctx: ActionContext, card: Typed) -> n.Expr:
    seat = current(ctx.symbols, ctx.env, ctx.span).expr
    return n.ListOf(items=(seat,), of="seat", span=ctx.span)


def _others(ctx: ActionContext, card: Typed) -> n.Expr:
    """All but the owner of the card's zone, or but the current player if it is shared."""
    span = ctx.span
    owner = n.OwnerOf(zone=n.ZoneOf(token=card.expr, span=span), span=span)
    # Per card, because the cards of one list may be in zones of different owners.
    me = n.Conditional(
        test=n.Exists(item=owner, span=span),
        then=owner,
        otherwise=current(ctx.symbols, ctx.env, span).expr,
        span=span,
    )
    seat = ctx.symbols.local("seat", "seat", span)
    other = n.Not(item=n.Equal(left=seat.expr, right=me, span=span), span=span)
    return n.Filter(items=n.Seats(span=span), name=name_of(seat), where=other, span=span)


AUDIENCES: dict[str, Callable[[ActionContext, Typed], n.Expr]] = {
    "all": lambda ctx, card: n.Seats(span=ctx.span),
    "others": _others,
    "current": _current,
}
"""The words for players who see a card."""
