"""The actions that choose cards at random or by looking for them, and put zones in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type
from ...yaml.read import Mapping, Scalar
from .. import codes
from ..read.shapes import head
from .action_context import Doing, for_each
from .expressions import expression, fitted
from .fractions import is_real
from .functions import SUIT, apply, cards_in, filtered, name_of, property_of
from .move_actions import HOLES, single
from .request_input import picked
from .symbols import Typed
from .visibility_actions import show_to


def choose_random(doing: Doing) -> n.Block:
    """CHOOSE_RANDOM: some items of a list, each as likely as any other; too few: it fails."""
    items, span = doing.value("from"), doing.span
    if items.type == "zone":
        items = cards_in(doing.world, items, span)
    if items.type != ANY and not is_list(items.type):
        items = doing.misfit("a zone or a list", items, "from")
    if item_type(items.type) in doing.world.ways or is_real(items):
        items = doing.misfit("a list of single things", items, "from")
    kind = item_type(items.type) if is_list(items.type) else ANY
    one = single(doing.fields.get("count"))
    count = doing.number("count", 1)
    kept = doing.store(kind if one else items.type, items.zones)
    if kind == ANY or kept is None:
        return HOLES
    if one:
        make, drawn = _drawn(doing, items)
        return (*make, n.Let(name=name_of(kept), value=drawn.expr, span=span))
    return _sample(doing, items, kept, count)


def _drawn(doing: Doing, items: Typed) -> tuple[n.Block, Typed]:
    """One item at random, and the draw before it; the place is bound to its name."""
    span, at = doing.span, doing.world.local("at", "int", doing.span)
    size = n.Length(items=items.expr, span=span)
    last = n.Subtract(left=size, right=n.Number(value=1), span=span)
    roll = n.Roll(name=name_of(at), low=n.Number(value=0), high=last, span=span)
    item = n.Item(items=items.expr, index=at.expr, span=span)
    return (roll,), Typed(item, item_type(items.type), items.zones)


def _sample(doing: Doing, items: Typed, kept: Typed, count: n.Expr) -> n.Block:
    world, span = doing.world, doing.span
    rest = replace(world.local("rest", items.type, span), zones=items.zones)
    size = n.Length(items=rest.expr, span=span)
    few = n.Fail(reason=f"{doing.word.text}: there are too few to choose from", span=span)
    of = world.plain(item_type(items.type))
    (roll,), drawn = _drawn(doing, rest)
    assert isinstance(drawn.expr, n.Item)
    other = world.local("other", "int", span)
    differs = n.Not(item=n.Equal(left=other.expr, right=drawn.expr.index, span=span), span=span)
    last = n.Subtract(left=size, right=n.Number(value=1), span=span)
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
            name=world.fresh("round"),
            items=n.Range(low=n.Number(value=1), high=count, span=span),
            body=(
                roll,
                n.Let(name=name_of(kept), value=longer, span=span),
                n.Let(name=name_of(rest), value=others, span=span),
            ),
            span=span,
        ),
    )


def search_zone(doing: Doing) -> n.Block:
    """SEARCH_ZONE: a player sees the cards of a zone and takes one that fits, or up to `max`."""
    doing.effect.asks = True
    zone, seat = doing.zone("zone"), doing.player()
    one = single(doing.fields.get("max"))
    high = doing.number("max", 1)
    if zone.type == ANY:
        doing.store("token" if one else "[token]")
        return HOLES
    cards = replace(cards_in(doing.world, zone, doing.span), zones=zone.zones)
    item = replace(doing.world.local("each", "token", doing.span), zones=zone.zones)
    where = doing.where("filter", item)
    fitting = cards if where is None else filtered(cards, item, where)
    kept = doing.store("token" if one else "[token]")
    if kept is None:
        kept = doing.world.local("found", "token" if one else "[token]", doing.span)
    # All of them: who sees only those that fit could tell that the others do not.
    show = show_to(doing, cards, seat)
    if not one:
        return (*show, *picked(doing, seat, cards, kept, n.Number(value=0), high, shows=False))
    prompt = doing.fields.text("prompt")
    ask = n.Ask(name=name_of(kept), seat=seat, items=fitting.expr, prompt=prompt, span=doing.span)
    return (*show, ask)


# ---- order -------------------------------------------------------------------------------------


def reorder(doing: Doing) -> n.Block:
    """REORDER: the cards of a zone in another order, from the top down."""
    zone, by = doing.zone("target"), doing.fields.get("by")
    if zone.type == ANY or by is None:
        return HOLES
    cards = replace(cards_in(doing.world, zone, doing.span), zones=zone.zones)
    if isinstance(by, Mapping):
        item = replace(doing.world.local("each", "token", doing.span), zones=zone.zones)
        key = expression(doing.world, doing.scope.item(item), by, "int")
        number = fitted(doing.world, key, "int", by.span).expr
        return _laid(doing, zone, _sorted(doing, cards, item, number))
    word = by.text if isinstance(by, Scalar) else ""
    lower = ORDERS.get(word)
    if word in BY_HAND and any(doing.world.zones[name].fixed_order for name in zone.zones):
        message = "a player rearranges a zone whose type says 'allows_reorder: false'"
        doing.world.report.warning(codes.REARRANGED, doing.span, message)
    if lower is None:
        hint = f"one of: {', '.join(ORDERS)}, or an expression that gives a number for each card"
        doing.world.error(codes.WORD, head(by.span), f"'{word}' is no order", hint)
        return HOLES
    return lower(doing, zone, cards)


def _laid(doing: Doing, zone: Typed, cards: n.Expr) -> n.Block:
    """Put cards under a zone, one by one: then they lie in the order of the list."""

    def one(card: Typed) -> n.Block:
        move = n.MoveToken(
            token=card.expr, to=zone.expr, place="bottom", quiet=True, span=doing.span
        )
        return (move,)

    return for_each(doing.world, Typed(cards, "[token]"), "card", one, doing.span)


def _sorted(doing: Doing, cards: Typed, item: Typed, key: n.Expr) -> n.Expr:
    return n.Sorted(items=cards.expr, name=name_of(item), key=key, span=doing.span)


def _reversed(doing: Doing, zone: Typed, cards: Typed) -> n.Block:
    return _laid(doing, zone, n.Reversed(items=cards.expr, span=doing.span))


def _by_rank(doing: Doing, zone: Typed, cards: Typed) -> n.Block:
    item = doing.world.local("each", "token", doing.span)
    key = apply(doing.world, item, "rank_value", doing.span)
    return _laid(doing, zone, _sorted(doing, cards, item, key.expr))


def _by_suit(doing: Doing, zone: Typed, cards: Typed) -> n.Block:
    world, span = doing.world, doing.span
    item = world.local("each", "token", span)
    suit = property_of(world, item, SUIT, span)
    key: n.Expr = n.Number(value=0, span=span)
    for number, value in enumerate(world.enums.get(suit.type, ()), start=1):
        this = n.Symbol(enum=suit.type, value=value, span=span)
        test = n.Equal(left=suit.expr, right=this, span=span)
        place = n.Number(value=number, span=span)
        key = n.Conditional(test=test, then=place, otherwise=key, span=span)
    return _laid(doing, zone, _sorted(doing, cards, item, key))


def _by_player(doing: Doing, zone: Typed, cards: Typed) -> n.Block:
    """The player names the cards one by one, from the top down; the last one goes without."""
    doing.effect.asks = True
    span, seat = doing.span, _who(doing, zone)
    every, order = (doing.world.local(each, "[token]", span) for each in ("cards", "order"))
    item = doing.world.local("each", "token", span)
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
        *show_to(doing, cards, seat),
        n.Let(name=name_of(every), value=cards.expr, span=span),
        pick,
        *_laid(doing, zone, order.expr),
        *_laid(doing, zone, last.expr),
    )


def _to_end(place: str) -> Callable[[Doing, Typed, Typed], n.Block]:
    def lower(doing: Doing, zone: Typed, cards: Typed) -> n.Block:
        doing.effect.asks = True
        span, seat = doing.span, _who(doing, zone)
        card = doing.world.local("card", "token", span)
        prompt = f"The card for the {place}"
        ask = n.Ask(name=name_of(card), seat=seat, items=cards.expr, prompt=prompt, span=span)
        move = n.MoveToken(token=card.expr, to=zone.expr, place=place, quiet=True, span=span)
        return (*show_to(doing, cards, seat), ask, move)

    return lower


def _who(doing: Doing, zone: Typed) -> n.Expr:
    """Who puts a zone in order: the player named, else its owner, else the current player."""
    here = doing.player()
    per_player = all(doing.world.zones[name].per_player for name in zone.zones)
    if doing.fields.get("player") is not None or not zone.zones or not per_player:
        return here
    return n.OwnerOf(zone=zone.expr, span=doing.span)


BY_HAND = ("player", "top", "bottom")
"""Orders that a player chooses."""

ORDERS: dict[str, Callable[[Doing, Typed, Typed], n.Block]] = {
    "reverse": _reversed,
    "rank": _by_rank,
    "suit": _by_suit,
    "player": _by_player,
    "top": _to_end("top"),
    "bottom": _to_end("bottom"),
}
"""The orders that have a word."""
