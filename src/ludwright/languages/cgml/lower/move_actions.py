"""The actions that move, turn and shuffle cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list
from ...yaml.read import Mapping, Scalar, Tree
from .. import codes
from .action_context import ActionContext, each_zone, for_each
from .functions import cards_of, filtered, mapped, name_of
from .symbols import Typed

HOLES = (n.Fail(reason="this part of the game was not understood"),)
"""What a rejected action is lowered to; a game with errors is never played."""


def move(ctx: ActionContext) -> n.Block:
    """MOVE: a card, a list of cards, or `count` cards off the top of one or more zones."""
    return moved(ctx, ctx.value("from"), ctx.zone("to"))


def moved(ctx: ActionContext, source: Typed, to: Typed) -> n.Block:
    """Move cards, from an operand of any kind, to a zone."""
    if source.type == ANY or to.type == ANY:
        ctx.store(ANY)
        return HOLES
    if source.type == "token":
        return _one(ctx, source, to)
    # Off the top needs no list: one op moves a block of cards.
    if source.type in ("zone", "[zone]") and ctx.fields.get("filter") is None:
        return _off_top(ctx, source, to)
    if source.type in ("zone", "[zone]", "[token]"):
        return _several(ctx, source, to)
    ctx.misfit("a card or a zone", source, "from")
    return HOLES


def _one(ctx: ActionContext, card: Typed, to: Typed) -> n.Block:
    kept = ctx.store("token")
    if kept is None:
        return _card_to(ctx, card, to)
    let = n.Let(name=name_of(kept), value=card.expr, span=ctx.span)
    return (let, *_card_to(ctx, kept, to))


def _card_to(ctx: ActionContext, card: Typed, to: Typed) -> n.Block:
    span = ctx.span
    return ctx.placed(
        to, lambda place: (n.MoveToken(token=card.expr, to=to.expr, place=place, span=span),)
    )


def single(node: Tree | None) -> bool:
    """Whether a count is absent or the literal 1, so that the result is one card."""
    if isinstance(node, Mapping):
        node = node.get("value")
        return isinstance(node, Scalar) and node.value == 1
    return node is None or (isinstance(node, Scalar) and node.value == 1)


def _off_top(ctx: ActionContext, source: Typed, to: Typed) -> n.Block:
    count, span = ctx.number("count", 1), ctx.span

    def from_zone(zone: Typed) -> n.Block:
        move = n.MoveTop(source=zone.expr, to=to.expr, count=count, span=span)
        return ctx.placed(to, lambda place: (replace(move, place=place),))

    if source.type == "zone":
        return (*_keep_top(ctx, source, count), *from_zone(source))
    start, keep = _kept_from_each(ctx, count)
    item = replace(ctx.symbols.local("each", "zone", ctx.span), zones=source.zones)
    # All or nothing: tested for every zone before the first card moves.
    enough = n.AtMost(left=count, right=n.SizeOf(zone=item.expr, span=ctx.span))
    full = n.AllOf(items=source.expr, name=name_of(item), where=enough, span=ctx.span)
    moves = each_zone(ctx, source, lambda zone: (*keep(zone), *from_zone(zone)))
    return (*_only_if(ctx, full), *start, *moves)


def _kept_from_each(
    ctx: ActionContext, count: n.Expr
) -> tuple[n.Block, Callable[[Typed], n.Block]]:
    """Remember all cards that are taken off the tops of several zones."""
    if not ctx.fields.text("store_as"):
        return (), lambda zone: ()
    kept, span = ctx.store("[token]"), ctx.span
    assert kept is not None
    none = n.Let(name=name_of(kept), value=n.ListOf(items=(), of="token"), span=span)

    def more(zone: Typed) -> n.Block:
        lists = (kept.expr, _top_cards(ctx, zone, count).expr)
        return (n.Let(name=name_of(kept), value=n.Join(lists=lists, span=span), span=span),)

    return (none,), more


def _only_if(ctx: ActionContext, full: n.Expr) -> n.Block:
    fail = n.Fail(reason=f"{ctx.word.text}: there are too few cards", span=ctx.span)
    return (n.If(test=n.Not(item=full, span=ctx.span), then=(fail,), span=ctx.span),)


def _keep_top(ctx: ActionContext, zone: Typed, count: n.Expr) -> n.Block:
    """Remember the cards that are about to be taken off the top."""
    if not ctx.fields.text("store_as"):
        return ()
    span = ctx.span
    # DEAL stores a list even of one card, as the language defines it.
    if single(ctx.fields.get("count")) and ctx.word.text != "DEAL":
        kept, value = ctx.store("token"), n.TopOf(zone=zone.expr, span=span)
        return (n.Let(name=name_of(kept), value=value, span=span),) if kept else ()
    kept, taken = ctx.store("[token]"), _top_cards(ctx, zone, count)
    return (n.Let(name=name_of(kept), value=taken.expr, span=span),) if kept else ()


def _top_cards(ctx: ActionContext, zone: Typed, count: n.Expr) -> Typed:
    """The top `count` cards of a zone."""
    span = ctx.span
    last = n.Subtract(left=count, right=n.Number(value=1, span=span), span=span)
    places = Typed(n.Range(low=n.Number(value=0), high=last, span=span), "[int]")
    return mapped(
        ctx.symbols,
        places,
        lambda at: Typed(n.TokenAt(zone=zone.expr, position=at.expr, span=span), "token"),
    )


def _several(ctx: ActionContext, source: Typed, to: Typed) -> n.Block:
    """Move the cards of a list, or the cards of a zone that pass a filter."""
    before, to = _decided(ctx, to)
    cards = _chosen(ctx, source)
    name = ctx.symbols.fresh("cards")
    found = Typed(n.Local(name=name, span=ctx.span), "[token]")
    block: list[n.Statement] = [n.Let(name=name, value=cards.expr, span=ctx.span)]
    count = ctx.fields.get("count")
    lazy = isinstance(cards.expr, n.Each)  # computed item by item, so the loop would see cards move
    if count is None and not lazy and not ctx.fields.text("store_as"):
        # Used once: without a name the list is freed after the loop.
        block, found = [], cards
    if count is not None:
        limit = ctx.number("count", 1)
        size = n.Length(items=found.expr, span=ctx.span)
        block += _only_if(ctx, n.AtMost(left=limit, right=size, span=ctx.span))
        found = _first(ctx, found, limit)
    if ctx.fields.text("store_as"):
        block += _keep_list(ctx, found)

    def one(card: Typed) -> n.Block:
        return _card_to(ctx, card, to)

    return (*before, *block, *for_each(ctx.symbols, found, "card", one, ctx.span))


def _decided(ctx: ActionContext, to: Typed) -> tuple[n.Block, Typed]:
    """Bind a computed zone to a local: moving cards could change which zone it is."""
    if isinstance(to.expr, n.ZoneAt | n.Local):
        return (), to
    kept = n.Local(name=ctx.symbols.fresh("target"), span=ctx.span)
    return (n.Let(name=kept.name, value=to.expr, span=ctx.span),), replace(to, expr=kept)


def _chosen(ctx: ActionContext, source: Typed) -> Typed:
    cards = source
    if source.type in ("zone", "[zone]"):
        cards = cards_of(ctx.symbols, source, ctx.span)
    item = ctx.symbols.local("each", "token", ctx.span)
    where = ctx.where("filter", item)
    return cards if where is None else filtered(cards, item, where)


def _first(ctx: ActionContext, cards: Typed, limit: n.Expr) -> Typed:
    last = n.Subtract(left=limit, right=n.Number(value=1), span=ctx.span)
    places = Typed(n.Range(low=n.Number(value=0), high=last, span=ctx.span), "[int]")
    return mapped(
        ctx.symbols,
        places,
        lambda at: Typed(n.Item(items=cards.expr, index=at.expr, span=ctx.span), "token"),
    )


def _keep_list(ctx: ActionContext, cards: Typed) -> n.Block:
    if ctx.fields.get("count") is not None and single(ctx.fields.get("count")):
        kept = ctx.store("token")
        value: n.Expr = n.Item(items=cards.expr, index=n.Number(value=0), span=ctx.span)
    else:
        kept, value = ctx.store("[token]"), cards.expr
    return (n.Let(name=name_of(kept), value=value, span=ctx.span),) if kept else ()


def move_all(ctx: ActionContext) -> n.Block:
    """MOVE_ALL: all cards, in their order."""
    source, to = ctx.value("from"), ctx.zone("to")
    if source.type == ANY or to.type == ANY:
        return HOLES
    if source.type not in ("zone", "[zone]", "[token]"):
        ctx.misfit("a zone", source, "from")
        return HOLES
    if source.type == "[token]" or ctx.fields.get("filter") is not None:
        return ctx.placed(to, lambda place: _all_cards(ctx, source, to, place))

    def block(zone: Typed) -> n.Block:
        # A block keeps its order, which moving card by card would reverse.
        move = n.MoveBlock(source=zone.expr, to=to.expr, span=ctx.span)
        return ctx.placed(to, lambda place: (replace(move, place=place),))

    return each_zone(ctx, source, block)


def _all_cards(ctx: ActionContext, source: Typed, to: Typed, place: str) -> n.Block:
    """Move a list of cards; on top of a pile the last goes first, which keeps their order."""
    cards, span = _chosen(ctx, source), ctx.span
    name = ctx.symbols.fresh("cards")
    found = n.Local(name=name, span=span)
    last = n.Subtract(left=n.Length(items=found), right=n.Number(value=1), span=span)
    places = Typed(n.Range(low=n.Number(value=0), high=last, span=span), "[int]")

    def card(at: Typed) -> Typed:
        index = at.expr if place == "bottom" else n.Subtract(left=last, right=at.expr, span=span)
        return Typed(n.Item(items=found, index=index, span=span), "token")

    def one(card: Typed) -> n.Block:
        return (n.MoveToken(token=card.expr, to=to.expr, place=place, span=span),)

    let = n.Let(name=name, value=cards.expr, span=span)
    ordered = mapped(ctx.symbols, places, card)
    return (let, *for_each(ctx.symbols, ordered, "card", one, span))


def deal(ctx: ActionContext) -> n.Block:
    """DEAL: `count` cards to one recipient."""
    source, to = ctx.zone("from"), ctx.zones("to")
    if source.type == ANY or to.type == ANY:
        ctx.store(ANY)
        return HOLES
    if is_list(to.type):
        hint = "use DEAL_ROUND_ROBIN for several"
        ctx.symbols.hole(
            codes.TYPE, ctx.fields.at("to"), "DEAL takes one recipient, found several", hint
        )
        return HOLES
    count = ctx.number("count", 1)
    move = n.MoveTop(source=source.expr, to=to.expr, count=count, span=ctx.span)
    moves = ctx.placed(to, lambda place: (replace(move, place=place),))
    return (*_keep_top(ctx, source, count), *moves)


def _recipients(ctx: ActionContext) -> Typed:
    """The zones to deal to, in dealing order."""
    to = ctx.zones("to")
    if to.type == "zone":
        to = Typed(n.ListOf(items=(to.expr,), of="zone", span=ctx.span), "[zone]", to.zones)
    backwards = ctx.symbols.order == "counterclockwise"
    if ctx.fields.get("order") is not None:
        backwards = ctx.fields.text("order") == "counterclockwise"
    # Only a path through `$.players[*]` has an order to reverse; a list is dealt to as written.
    if not backwards or not isinstance(to.expr, n.Each):
        return to
    each = n.Each(
        items=seats_around(ctx, n.Seat(number=0), -1),
        name=to.expr.name,
        value=to.expr.value,
        span=ctx.span,
    )
    return Typed(each if isinstance(to.expr.items, n.Seats) else to.expr, to.type, to.zones)


def seats_around(ctx: ActionContext, start: n.Expr, step: int) -> n.Expr:
    """All seats in turn order, starting with one of them."""
    last = n.Subtract(left=n.Length(items=n.Seats()), right=n.Number(value=1), span=ctx.span)
    steps = ctx.symbols.local("step", "int", ctx.span)
    far = n.Multiply(left=steps.expr, right=n.Number(value=step), span=ctx.span)
    seat = n.SeatAfter(seat=start, steps=far if step != 1 else steps.expr, span=ctx.span)
    around = n.Range(low=n.Number(value=0), high=last, span=ctx.span)
    return n.Each(items=around, name=name_of(steps), value=seat, span=ctx.span)


def deal_round_robin(ctx: ActionContext) -> n.Block:
    """DEAL_ROUND_ROBIN: `count` rounds of one card each; all or nothing."""
    source, to = ctx.zone("from"), _recipients(ctx)
    if source.type == ANY or to.type == ANY:
        return HOLES
    count, span = ctx.number("count", 1), ctx.span
    # The source of a mapped list has the same length, and need not be computed item by item.
    many = n.Length(items=to.expr.items if isinstance(to.expr, n.Each) else to.expr, span=span)
    needed = n.Multiply(left=count, right=many, span=span)
    full = n.AtMost(left=needed, right=n.SizeOf(zone=source.expr, span=span), span=span)

    def one(zone: Typed) -> n.Block:
        move = n.MoveTop(source=source.expr, to=zone.expr, span=span)
        return ctx.placed(zone, lambda place: (replace(move, place=place),))

    rounds = n.Range(low=n.Number(value=1), high=count, span=span)
    body = for_each(ctx.symbols, to, "zone", one, span)
    loop = n.ForEach(name=ctx.symbols.fresh("round"), items=rounds, body=body, span=span)
    return (*_only_if(ctx, full), loop)


def deal_all(ctx: ActionContext) -> n.Block:
    """DEAL_ALL: one card at a time until none is left."""
    source, to = ctx.zone("from"), _recipients(ctx)
    if source.type == ANY or to.type == ANY:
        return HOLES
    span = ctx.span

    def one(zone: Typed) -> n.Block:
        # Partial: the pile may run out in the middle of the last round.
        move = n.MoveTop(source=source.expr, to=zone.expr, partial=True, span=span)
        return ctx.placed(zone, lambda place: (replace(move, place=place),))

    left = n.Less(left=n.Number(value=0), right=n.SizeOf(zone=source.expr), span=span)
    body = for_each(ctx.symbols, to, "zone", one, span)
    return (n.While(test=left, body=body, span=span),)


def draw(ctx: ActionContext) -> n.Block:
    """DRAW: cards from the draw pile to a player's hand, unless other zones are given."""
    source = _by_role(ctx, "from", "draw")
    if ctx.fields.get("to") is not None:
        to = ctx.zones("to")
    else:
        to = ctx.hand(Typed(ctx.player(), "seat"))
    return moved(ctx, source, to)


def discard(ctx: ActionContext) -> n.Block:
    """DISCARD: cards to the discard pile, unless another zone is given."""
    return moved(ctx, ctx.value("from"), _by_role(ctx, "to", "discard"))


def _by_role(ctx: ActionContext, key: str, role: str) -> Typed:
    if ctx.fields.get(key) is not None:
        return ctx.value(key) if key == "from" else ctx.zone(key)
    every = ctx.symbols.zones.values()
    shared = [zone for zone in every if not (zone.per_player or zone.per_team)]
    zones = [zone for zone in shared if zone.role == role]
    # A zone whose name only says `pile` is a draw pile if no other zone is.
    if not zones and role == "draw":
        zones = [zone for zone in shared if zone.role == "pile"]
    if len(zones) != 1:
        message = f"missing key '{key}': {ctx.word.text} finds no single shared {role} pile"
        return ctx.symbols.hole(codes.MISSING, ctx.span, message)
    name = zones[0].name
    return Typed(n.ZoneAt(name=name, span=ctx.span), "zone", frozenset((name,)))


def shuffle(ctx: ActionContext) -> n.Block:
    """SHUFFLE a zone or several."""
    zones = ctx.zones("target")
    if zones.type == ANY:
        return HOLES
    # For the lint about zones that are declared shuffled and never are (CG404).
    ctx.symbols.shuffled |= zones.zones
    return each_zone(ctx, zones, lambda z: (n.Shuffle(zone=z.expr, span=ctx.span),))


def flip(ctx: ActionContext) -> n.Block:
    """FLIP a card or several cards."""
    cards, span = ctx.cards("target"), ctx.span

    def one(card: Typed) -> n.Block:
        up = n.Turn(token=card.expr, up=True, span=span)
        down = n.Turn(token=card.expr, up=False, span=span)
        test = n.IsFaceUp(token=card.expr, span=span)
        return (n.If(test=test, then=(down,), otherwise=(up,), span=span),)

    if cards.type == ANY:
        return HOLES
    if cards.type == "token":
        return one(cards)
    return for_each(ctx.symbols, cards, "card", one, span)
