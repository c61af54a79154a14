"""The actions that choose cards at random or by search, and that reorder zones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type
from ...yaml.read import Mapping, Scalar, head
from .. import codes
from .action_context import ActionContext, for_each
from .expressions import expression, fitted
from .fractions import is_real
from .functions import SUIT, apply, cards_in, filtered, name_of, property_of
from .move_actions import HOLES, single
from .request_input import picked
from .symbols import Typed
from .visibility_actions import show_to


def choose_random(ctx: ActionContext) -> n.Block:
    """CHOOSE_RANDOM: some items of a list, uniformly at random; fails if there are too few."""
    items, span = ctx.value("from"), ctx.span
    if items.type == "zone":
        items = cards_in(ctx.symbols, items, span)
    if items.type != ANY and not is_list(items.type):
        items = ctx.misfit("a zone or a list", items, "from")
    if item_type(items.type) in ctx.symbols.combinations or is_real(items):
        items = ctx.misfit("a list of single things", items, "from")
    kind = item_type(items.type) if is_list(items.type) else ANY
    one = single(ctx.fields.get("count"))
    count = ctx.number("count", 1)
    kept = ctx.store(kind if one else items.type, items.zones)
    if kind == ANY or kept is None:
        return HOLES
    if one:
        make, drawn = _drawn(ctx, items)
        return (*make, n.Let(name=name_of(kept), value=drawn.expr, span=span))
    return _sample(ctx, items, kept, count)


def _drawn(ctx: ActionContext, items: Typed) -> tuple[n.Block, Typed]:
    """One item at random, and the draw before it, which binds its index."""
    span, at = ctx.span, ctx.symbols.local("at", "int", ctx.span)
    size = n.Length(items=items.expr, span=span)
    last = n.Subtract(left=size, right=n.Number(value=1), span=span)
    roll = n.Roll(name=name_of(at), low=n.Number(value=0), high=last, span=span)
    item = n.Item(items=items.expr, index=at.expr, span=span)
    return (roll,), Typed(item, item_type(items.type), items.zones)


def _sample(ctx: ActionContext, items: Typed, kept: Typed, count: n.Expr) -> n.Block:
    symbols, span = ctx.symbols, ctx.span
    rest = replace(symbols.local("rest", items.type, span), zones=items.zones)
    size = n.Length(items=rest.expr, span=span)
    few = n.Fail(reason=f"{ctx.word.text}: there are too few to choose from", span=span)
    of = symbols.plain(item_type(items.type))
    (roll,), drawn = _drawn(ctx, rest)
    assert isinstance(drawn.expr, n.Item)
    other = symbols.local("other", "int", span)
    differs = n.Not(item=n.Equal(left=other.expr, right=drawn.expr.index, span=span), span=span)
    last = n.Subtract(left=size, right=n.Number(value=1), span=span)
    # Without replacement: the rest is rebuilt by index, because equal items must stay apart.
    places = n.Filter(
        items=n.Range(low=n.Number(value=0), high=last, span=span),
        name=name_of(other),
        where=differs,
        span=span,
    )
    left = n.Item(items=rest.expr, index=other.expr, span=span)
    others = n.Each(items=places, name=name_of(other), value=left, span=span)
    one = n.ListOf(items=(drawn.expr,), of=of, span=span)
    longer = n.Join(lists=(kept.expr, one), span=span)
    return (
        n.Let(name=name_of(rest), value=items.expr, span=span),
        n.If(test=n.Less(left=size, right=count, span=span), then=(few,), span=span),
        n.Let(name=name_of(kept), value=n.ListOf(items=(), of=of, span=span), span=span),
        n.ForEach(
            name=symbols.fresh("round"),
            items=n.Range(low=n.Number(value=1), high=count, span=span),
            body=(
                roll,
                n.Let(name=name_of(kept), value=longer, span=span),
                n.Let(name=name_of(rest), value=others, span=span),
            ),
            span=span,
        ),
    )


def search_zone(ctx: ActionContext) -> n.Block:
    """SEARCH_ZONE: a player sees the cards of a zone and takes one that fits, or up to `max`."""
    ctx.effect.asks = True
    zone, seat = ctx.zone("zone"), ctx.player()
    one = single(ctx.fields.get("max"))
    high = ctx.number("max", 1)
    if zone.type == ANY:
        ctx.store("token" if one else "[token]")
        return HOLES
    cards = replace(cards_in(ctx.symbols, zone, ctx.span), zones=zone.zones)
    item = replace(ctx.symbols.local("each", "token", ctx.span), zones=zone.zones)
    where = ctx.where("filter", item)
    fitting = cards if where is None else filtered(cards, item, where)
    kept = ctx.store("token" if one else "[token]")
    if kept is None:
        kept = ctx.symbols.local("found", "token" if one else "[token]", ctx.span)
    # All of them: seeing only the matching cards would reveal that the others do not match.
    show = show_to(ctx, cards, seat)
    if not one:
        return (*show, *picked(ctx, seat, cards, kept, n.Number(value=0), high, shows=False))
    prompt = ctx.fields.text("prompt")
    ask = n.Ask(name=name_of(kept), seat=seat, items=fitting.expr, prompt=prompt, span=ctx.span)
    return (*show, ask)


# ---- order -------------------------------------------------------------------------------------


def reorder(ctx: ActionContext) -> n.Block:
    """REORDER: the cards of a zone in another order, from the top down."""
    zone, by = ctx.zone("target"), ctx.fields.get("by")
    if zone.type == ANY or by is None:
        return HOLES
    cards = replace(cards_in(ctx.symbols, zone, ctx.span), zones=zone.zones)
    if isinstance(by, Mapping):
        item = replace(ctx.symbols.local("each", "token", ctx.span), zones=zone.zones)
        key = expression(ctx.symbols, ctx.env.item(item), by, "int")
        number = fitted(ctx.symbols, key, "int", by.span).expr
        return _laid(ctx, zone, _sorted(ctx, cards, item, number))
    word = by.text if isinstance(by, Scalar) else ""
    lower = ORDERS.get(word)
    if word in BY_HAND and any(ctx.symbols.zones[name].fixed_order for name in zone.zones):
        message = "this lets a player reorder a zone whose type has 'allows_reorder: false'"
        ctx.symbols.report.warning(codes.REARRANGED, ctx.span, message)
    if lower is None:
        hint = f"one of: {', '.join(ORDERS)}, or an expression that gives a number for each card"
        ctx.symbols.error(codes.WORD, head(by.span), f"unknown order '{word}'", hint)
        return HOLES
    return lower(ctx, zone, cards)


def _laid(ctx: ActionContext, zone: Typed, cards: n.Expr) -> n.Block:
    """Put cards under a zone one by one, which leaves them in the order of the list."""

    def one(card: Typed) -> n.Block:
        # Quiet: the cards do not leave their zone, so no rule for movements applies.
        move = n.MoveToken(token=card.expr, to=zone.expr, place="bottom", quiet=True, span=ctx.span)
        return (move,)

    return for_each(ctx.symbols, Typed(cards, "[token]"), "card", one, ctx.span)


def _sorted(ctx: ActionContext, cards: Typed, item: Typed, key: n.Expr) -> n.Expr:
    return n.Sorted(items=cards.expr, name=name_of(item), key=key, span=ctx.span)


def _reversed(ctx: ActionContext, zone: Typed, cards: Typed) -> n.Block:
    return _laid(ctx, zone, n.Reversed(items=cards.expr, span=ctx.span))


def _by_rank(ctx: ActionContext, zone: Typed, cards: Typed) -> n.Block:
    item = ctx.symbols.local("each", "token", ctx.span)
    key = apply(ctx.symbols, item, "rank_value", ctx.span)
    return _laid(ctx, zone, _sorted(ctx, cards, item, key.expr))


def _by_suit(ctx: ActionContext, zone: Typed, cards: Typed) -> n.Block:
    symbols, span = ctx.symbols, ctx.span
    item = symbols.local("each", "token", span)
    suit = property_of(symbols, item, SUIT, span)
    key: n.Expr = n.Number(value=0, span=span)
    # Suits have no order in the language: that of their first cards in the deck counts.
    for number, value in enumerate(symbols.enums.get(suit.type, ()), start=1):
        this = n.Symbol(enum=suit.type, value=value, span=span)
        test = n.Equal(left=suit.expr, right=this, span=span)
        place = n.Number(value=number, span=span)
        key = n.Conditional(test=test, then=place, otherwise=key, span=span)
    return _laid(ctx, zone, _sorted(ctx, cards, item, key))


def _by_player(ctx: ActionContext, zone: Typed, cards: Typed) -> n.Block:
    """The player names the cards one by one, from the top down; the last one is implied."""
    ctx.effect.asks = True
    span, seat = ctx.span, _who(ctx, zone)
    every, order = (ctx.symbols.local(each, "[token]", span) for each in ("cards", "order"))
    item = ctx.symbols.local("each", "token", span)
    named = n.Contains(items=order.expr, value=item.expr, span=span)
    last = filtered(every, item, n.Not(item=named, span=span))
    size = n.Length(items=every.expr, span=span)
    most = n.Subtract(left=size, right=n.Number(value=1), span=span)
    pick = n.Pick(
        name=name_of(order),
        of="token",
        seat=seat,
        items=every.expr,
        least=most,
        most=most,
        sequence=True,
        prompt="Next card",
        span=span,
    )
    return (
        *show_to(ctx, cards, seat),
        n.Let(name=name_of(every), value=cards.expr, span=span),
        pick,
        *_laid(ctx, zone, order.expr),
        *_laid(ctx, zone, last.expr),
    )


def _to_end(place: str) -> Callable[[ActionContext, Typed, Typed], n.Block]:
    def lower(ctx: ActionContext, zone: Typed, cards: Typed) -> n.Block:
        ctx.effect.asks = True
        span, seat = ctx.span, _who(ctx, zone)
        card = ctx.symbols.local("card", "token", span)
        prompt = f"The card for the {place}"
        ask = n.Ask(name=name_of(card), seat=seat, items=cards.expr, prompt=prompt, span=span)
        move = n.MoveToken(token=card.expr, to=zone.expr, place=place, quiet=True, span=span)
        return (*show_to(ctx, cards, seat), ask, move)

    return lower


def _who(ctx: ActionContext, zone: Typed) -> n.Expr:
    """Who reorders a zone: the player named, else its owner, else the current player."""
    here = ctx.player()
    per_player = all(ctx.symbols.zones[name].per_player for name in zone.zones)
    if ctx.fields.get("player") is not None or not zone.zones or not per_player:
        return here
    return n.OwnerOf(zone=zone.expr, span=ctx.span)


BY_HAND = ("player", "top", "bottom")
"""Orders that a player chooses."""

ORDERS: dict[str, Callable[[ActionContext, Typed, Typed], n.Block]] = {
    "reverse": _reversed,
    "rank": _by_rank,
    "suit": _by_suit,
    "player": _by_player,
    "top": _to_end("top"),
    "bottom": _to_end("bottom"),
}
"""The orders that have a word."""
