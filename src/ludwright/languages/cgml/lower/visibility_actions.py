"""The actions that let players see cards, or take them out of their sight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.types import ANY
from ...yaml.read import Scalar, Sequence, Tree
from .. import codes
from ..read.shapes import head
from .action_context import Doing, for_each
from .expressions import expression, fitted
from .functions import filtered, name_of, one_seat
from .move_actions import HOLES
from .names import current
from .symbols import Typed
from .teams import as_players

Audience = Callable[[Typed], n.Expr]
"""The players who are meant, which may depend on the card."""


def reveal(doing: Doing) -> n.Block:
    """REVEAL: players see cards, all of them unless `to` says who."""
    return _shown(doing, doing.cards("target"), _audience(doing, "to", "all"))


def conceal(doing: Doing) -> n.Block:
    """CONCEAL: players no longer see cards, all but the owner unless `from` says who."""
    audience = _audience(doing, "from", "others")

    def one(card: Typed) -> n.Block:
        return (n.Hide(token=card.expr, seats=audience(card), span=doing.span),)

    return _each_card(doing, doing.cards("target"), one)


def peek(doing: Doing) -> n.Block:
    """PEEK: some players see cards, the current one unless `players` says who."""
    return _shown(doing, doing.cards("target"), _audience(doing, "players", "current"))


def look(doing: Doing) -> n.Block:
    """LOOK: one player sees cards, the current one unless `player` says who."""
    return _shown(doing, doing.cards("target"), _audience(doing, "player", "current"))


def reveal_matching(doing: Doing) -> n.Block:
    """REVEAL_MATCHING: players see the cards that a filter lets through."""
    cards = doing.cards("from")
    if cards.type == "token":
        cards = Typed(n.ListOf(items=(cards.expr,), of="token", span=doing.span), "[token]")
    item = replace(doing.world.local("each", "token", doing.span), zones=cards.zones)
    where = doing.where("filter", item)
    if where is None or cards.type == ANY:
        return HOLES
    return _shown(doing, filtered(cards, item, where), _audience(doing, "to", "all"))


def show_to(doing: Doing, cards: Typed, seat: n.Expr) -> n.Block:
    """Let one player see cards."""
    only = n.ListOf(items=(seat,), of="seat", span=doing.span)
    return _shown(doing, cards, lambda card: only)


def _shown(doing: Doing, cards: Typed, audience: Audience) -> n.Block:
    def one(card: Typed) -> n.Block:
        return (n.Show(token=card.expr, seats=audience(card), span=doing.span),)

    return _each_card(doing, cards, one)


def _each_card(doing: Doing, cards: Typed, one: Callable[[Typed], n.Block]) -> n.Block:
    if cards.type == ANY:
        return HOLES
    if cards.type == "token":
        return one(cards)
    return for_each(doing.world, cards, "card", one, doing.span)


# ---- who ---------------------------------------------------------------------------------------


def _audience(doing: Doing, key: str, default: str) -> Audience:
    node = doing.fields.get(key)
    if node is None or isinstance(node, Scalar):
        word = default if node is None else node.text
        if word not in AUDIENCES:
            hint = f"one of: {', '.join(AUDIENCES)}, or a path to players"
            message = f"'{word}' does not say which players"
            doing.world.error(codes.WORD, doing.fields.at(key), message, hint)
        made = AUDIENCES.get(word, AUDIENCES["all"])
        return lambda card: made(doing, card)
    if isinstance(node, Sequence):
        seats = tuple(_seat(doing, item) for item in node.items)
        some = n.ListOf(items=seats, of="seat", span=doing.span)
        return lambda card: some
    value = as_players(doing.world, expression(doing.world, doing.scope, node, "seat"), doing.span)
    if value.type == "seat":
        value = Typed(n.ListOf(items=(value.expr,), of="seat", span=doing.span), "[seat]")
    players = fitted(doing.world, value, "[seat]", node.span).expr
    return lambda card: players


def _seat(doing: Doing, node: Tree) -> n.Expr:
    if isinstance(node, Scalar) and node.text == "current":
        return current(doing.world, doing.scope, doing.span).expr
    value = expression(doing.world, doing.scope, node, "seat")
    return one_seat(doing.world, value, head(node.span)).expr


def _current(doing: Doing, card: Typed) -> n.Expr:
    seat = current(doing.world, doing.scope, doing.span).expr
    return n.ListOf(items=(seat,), of="seat", span=doing.span)


def _others(doing: Doing, card: Typed) -> n.Expr:
    """All but whom the card's zone belongs to, or but the current player if it is shared."""
    span = doing.span
    owner = n.OwnerOf(zone=n.ZoneOf(token=card.expr, span=span), span=span)
    me = n.Conditional(
        test=n.Exists(item=owner, span=span),
        then=owner,
        otherwise=current(doing.world, doing.scope, span).expr,
        span=span,
    )
    seat = doing.world.local("seat", "seat", span)
    other = n.Not(item=n.Equal(left=seat.expr, right=me, span=span), span=span)
    return n.Filter(items=n.Seats(span=span), name=name_of(seat), where=other, span=span)


AUDIENCES: dict[str, Callable[[Doing, Typed], n.Expr]] = {
    "all": lambda doing, card: n.Seats(span=doing.span),
    "others": _others,
    "current": _current,
}
"""The words for players who see a card."""
