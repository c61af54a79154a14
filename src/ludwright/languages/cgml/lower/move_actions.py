"""The actions that move, turn and shuffle cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list
from ...yaml.read import Mapping, Scalar, Tree
from .. import codes
from .action_context import Doing, each_zone, for_each
from .functions import cards_of, filtered, mapped, name_of
from .symbols import Typed

HOLES = (n.Fail(reason="this part of the game was not understood"),)
"""What stands for an action that was reported; a game with errors is never played."""


def move(doing: Doing) -> n.Block:
    """MOVE: a card, cards, or `count` cards off the top of a zone or of several."""
    return moved(doing, doing.value("from"), doing.zone("to"))


def moved(doing: Doing, source: Typed, to: Typed) -> n.Block:
    """A movement from any kind of operand to a zone."""
    if source.type == ANY or to.type == ANY:
        doing.store(ANY)
        return HOLES
    if source.type == "token":
        return _one(doing, source, to)
    if source.type in ("zone", "[zone]") and doing.fields.get("filter") is None:
        return _off_top(doing, source, to)
    if source.type in ("zone", "[zone]", "[token]"):
        return _several(doing, source, to)
    doing.misfit("a card or a zone", source, "from")
    return HOLES


def _one(doing: Doing, card: Typed, to: Typed) -> n.Block:
    kept = doing.store("token")
    if kept is None:
        return _card_to(doing, card, to)
    let = n.Let(name=name_of(kept), value=card.expr, span=doing.span)
    return (let, *_card_to(doing, kept, to))


def _card_to(doing: Doing, card: Typed, to: Typed) -> n.Block:
    span = doing.span
    return doing.placed(
        to, lambda place: (n.MoveToken(token=card.expr, to=to.expr, place=place, span=span),)
    )


def single(node: Tree | None) -> bool:
    """Whether a count is absent or the literal 1, so that one card is the result."""
    if isinstance(node, Mapping):
        node = node.get("value")
        return isinstance(node, Scalar) and node.value == 1
    return node is None or (isinstance(node, Scalar) and node.value == 1)


def _off_top(doing: Doing, source: Typed, to: Typed) -> n.Block:
    count, span = doing.number("count", 1), doing.span

    def from_zone(zone: Typed) -> n.Block:
        move = n.MoveTop(source=zone.expr, to=to.expr, count=count, span=span)
        return doing.placed(to, lambda place: (replace(move, place=place),))

    if source.type == "zone":
        return (*_keep_top(doing, source, count), *from_zone(source))
    start, keep = _kept_from_each(doing, count)
    item = replace(doing.world.local("each", "zone", doing.span), zones=source.zones)
    enough = n.AtMost(left=count, right=n.SizeOf(zone=item.expr, span=doing.span))
    full = n.AllOf(items=source.expr, name=name_of(item), where=enough, span=doing.span)
    moves = each_zone(doing, source, lambda zone: (*keep(zone), *from_zone(zone)))
    return (*_only_if(doing, full), *start, *moves)


def _kept_from_each(doing: Doing, count: n.Expr) -> tuple[n.Block, Callable[[Typed], n.Block]]:
    """Remember all cards that are taken off the tops of several zones."""
    if not doing.fields.text("store_as"):
        return (), lambda zone: ()
    kept, span = doing.store("[token]"), doing.span
    assert kept is not None
    none = n.Let(name=name_of(kept), value=n.ListOf(items=(), of="token"), span=span)

    def more(zone: Typed) -> n.Block:
        lists = (kept.expr, _top_cards(doing, zone, count).expr)
        return (n.Let(name=name_of(kept), value=n.Join(lists=lists, span=span), span=span),)

    return (none,), more


def _only_if(doing: Doing, full: n.Expr) -> n.Block:
    fail = n.Fail(reason=f"{doing.word.text}: there are too few cards", span=doing.span)
    return (n.If(test=n.Not(item=full, span=doing.span), then=(fail,), span=doing.span),)


def _keep_top(doing: Doing, zone: Typed, count: n.Expr) -> n.Block:
    """Remember the cards that a movement off the top is about to take."""
    if not doing.fields.text("store_as"):
        return ()
    span = doing.span
    if single(doing.fields.get("count")) and doing.word.text != "DEAL":
        kept, value = doing.store("token"), n.TopOf(zone=zone.expr, span=span)
        return (n.Let(name=name_of(kept), value=value, span=span),) if kept else ()
    kept, taken = doing.store("[token]"), _top_cards(doing, zone, count)
    return (n.Let(name=name_of(kept), value=taken.expr, span=span),) if kept else ()


def _top_cards(doing: Doing, zone: Typed, count: n.Expr) -> Typed:
    """So many cards from the top of a zone."""
    span = doing.span
    last = n.Subtract(left=count, right=n.Number(value=1, span=span), span=span)
    places = Typed(n.Range(low=n.Number(value=0), high=last, span=span), "[int]")
    return mapped(
        doing.world,
        places,
        lambda at: Typed(n.TokenAt(zone=zone.expr, position=at.expr, span=span), "token"),
    )


def _several(doing: Doing, source: Typed, to: Typed) -> n.Block:
    """Cards of a list, or those of a zone that a filter lets through."""
    before, to = _decided(doing, to)
    cards = _chosen(doing, source)
    name = doing.world.fresh("cards")
    found = Typed(n.Local(name=name, span=doing.span), "[token]")
    block: list[n.Statement] = [n.Let(name=name, value=cards.expr, span=doing.span)]
    count = doing.fields.get("count")
    lazy = isinstance(cards.expr, n.Each)  # such a list is computed item by item in a loop
    if count is None and not lazy and not doing.fields.text("store_as"):
        # Used once: without a name the list is given back after the loop.
        block, found = [], cards
    if count is not None:
        limit = doing.number("count", 1)
        size = n.Length(items=found.expr, span=doing.span)
        block += _only_if(doing, n.AtMost(left=limit, right=size, span=doing.span))
        found = _first(doing, found, limit)
    if doing.fields.text("store_as"):
        block += _keep_list(doing, found)

    def one(card: Typed) -> n.Block:
        return _card_to(doing, card, to)

    return (*before, *block, *for_each(doing.world, found, "card", one, doing.span))


def _decided(doing: Doing, to: Typed) -> tuple[n.Block, Typed]:
    """A zone that is worked out, under a name: moving a card may change which one it is."""
    if isinstance(to.expr, n.ZoneAt | n.Local):
        return (), to
    kept = n.Local(name=doing.world.fresh("target"), span=doing.span)
    return (n.Let(name=kept.name, value=to.expr, span=doing.span),), replace(to, expr=kept)


def _chosen(doing: Doing, source: Typed) -> Typed:
    cards = source
    if source.type in ("zone", "[zone]"):
        cards = cards_of(doing.world, source, doing.span)
    item = doing.world.local("each", "token", doing.span)
    where = doing.where("filter", item)
    return cards if where is None else filtered(cards, item, where)


def _first(doing: Doing, cards: Typed, limit: n.Expr) -> Typed:
    last = n.Subtract(left=limit, right=n.Number(value=1), span=doing.span)
    places = Typed(n.Range(low=n.Number(value=0), high=last, span=doing.span), "[int]")
    return mapped(
        doing.world,
        places,
        lambda at: Typed(n.Item(items=cards.expr, index=at.expr, span=doing.span), "token"),
    )


def _keep_list(doing: Doing, cards: Typed) -> n.Block:
    if doing.fields.get("count") is not None and single(doing.fields.get("count")):
        kept = doing.store("token")
        value: n.Expr = n.Item(items=cards.expr, index=n.Number(value=0), span=doing.span)
    else:
        kept, value = doing.store("[token]"), cards.expr
    return (n.Let(name=name_of(kept), value=value, span=doing.span),) if kept else ()


def move_all(doing: Doing) -> n.Block:
    """MOVE_ALL: everything there is, in the order it lies."""
    source, to = doing.value("from"), doing.zone("to")
    if source.type == ANY or to.type == ANY:
        return HOLES
    if source.type not in ("zone", "[zone]", "[token]"):
        doing.misfit("a zone", source, "from")
        return HOLES
    if source.type == "[token]" or doing.fields.get("filter") is not None:
        return doing.placed(to, lambda place: _all_cards(doing, source, to, place))

    def block(zone: Typed) -> n.Block:
        move = n.MoveBlock(source=zone.expr, to=to.expr, span=doing.span)
        return doing.placed(to, lambda place: (replace(move, place=place),))

    return each_zone(doing, source, block)


def _all_cards(doing: Doing, source: Typed, to: Typed, place: str) -> n.Block:
    """Cards of a list: to keep their order on top of a pile the last goes first."""
    cards, span = _chosen(doing, source), doing.span
    name = doing.world.fresh("cards")
    found = n.Local(name=name, span=span)
    last = n.Subtract(left=n.Length(items=found), right=n.Number(value=1), span=span)
    places = Typed(n.Range(low=n.Number(value=0), high=last, span=span), "[int]")

    def card(at: Typed) -> Typed:
        index = at.expr if place == "bottom" else n.Subtract(left=last, right=at.expr, span=span)
        return Typed(n.Item(items=found, index=index, span=span), "token")

    def one(card: Typed) -> n.Block:
        return (n.MoveToken(token=card.expr, to=to.expr, place=place, span=span),)

    let = n.Let(name=name, value=cards.expr, span=span)
    ordered = mapped(doing.world, places, card)
    return (let, *for_each(doing.world, ordered, "card", one, span))


def deal(doing: Doing) -> n.Block:
    """DEAL: `count` cards to one recipient."""
    source, to = doing.zone("from"), doing.zones("to")
    if source.type == ANY or to.type == ANY:
        doing.store(ANY)
        return HOLES
    if is_list(to.type):
        hint = "use DEAL_ROUND_ROBIN for several"
        doing.world.hole(
            codes.TYPE, doing.fields.at("to"), "DEAL has one recipient, these are several", hint
        )
        return HOLES
    count = doing.number("count", 1)
    move = n.MoveTop(source=source.expr, to=to.expr, count=count, span=doing.span)
    moves = doing.placed(to, lambda place: (replace(move, place=place),))
    return (*_keep_top(doing, source, count), *moves)


def _recipients(doing: Doing) -> Typed:
    """The zones dealt to, in the order of dealing."""
    to = doing.zones("to")
    if to.type == "zone":
        to = Typed(n.ListOf(items=(to.expr,), of="zone", span=doing.span), "[zone]", to.zones)
    backwards = doing.world.order == "counterclockwise"
    if doing.fields.get("order") is not None:
        backwards = doing.fields.text("order") == "counterclockwise"
    if not backwards or not isinstance(to.expr, n.Each):
        return to
    each = n.Each(
        items=seats_around(doing, n.Seat(number=0), -1),
        name=to.expr.name,
        value=to.expr.value,
        span=doing.span,
    )
    return Typed(each if isinstance(to.expr.items, n.Seats) else to.expr, to.type, to.zones)


def seats_around(doing: Doing, start: n.Expr, step: int) -> n.Expr:
    """All seats, from one of them round the table."""
    last = n.Subtract(left=n.Length(items=n.Seats()), right=n.Number(value=1), span=doing.span)
    steps = doing.world.local("step", "int", doing.span)
    far = n.Multiply(left=steps.expr, right=n.Number(value=step), span=doing.span)
    seat = n.SeatAfter(seat=start, steps=far if step != 1 else steps.expr, span=doing.span)
    around = n.Range(low=n.Number(value=0), high=last, span=doing.span)
    return n.Each(items=around, name=name_of(steps), value=seat, span=doing.span)


def deal_round_robin(doing: Doing) -> n.Block:
    """DEAL_ROUND_ROBIN: `count` rounds of one card each; all of it or nothing."""
    source, to = doing.zone("from"), _recipients(doing)
    if source.type == ANY or to.type == ANY:
        return HOLES
    count, span = doing.number("count", 1), doing.span
    many = n.Length(items=to.expr.items if isinstance(to.expr, n.Each) else to.expr, span=span)
    needed = n.Multiply(left=count, right=many, span=span)
    full = n.AtMost(left=needed, right=n.SizeOf(zone=source.expr, span=span), span=span)

    def one(zone: Typed) -> n.Block:
        move = n.MoveTop(source=source.expr, to=zone.expr, span=span)
        return doing.placed(zone, lambda place: (replace(move, place=place),))

    rounds = n.Range(low=n.Number(value=1), high=count, span=span)
    body = for_each(doing.world, to, "zone", one, span)
    loop = n.ForEach(name=doing.world.fresh("round"), items=rounds, body=body, span=span)
    return (*_only_if(doing, full), loop)


def deal_all(doing: Doing) -> n.Block:
    """DEAL_ALL: one card at a time until none is left."""
    source, to = doing.zone("from"), _recipients(doing)
    if source.type == ANY or to.type == ANY:
        return HOLES
    span = doing.span

    def one(zone: Typed) -> n.Block:
        move = n.MoveTop(source=source.expr, to=zone.expr, partial=True, span=span)
        return doing.placed(zone, lambda place: (replace(move, place=place),))

    left = n.Less(left=n.Number(value=0), right=n.SizeOf(zone=source.expr), span=span)
    body = for_each(doing.world, to, "zone", one, span)
    return (n.While(test=left, body=body, span=span),)


def draw(doing: Doing) -> n.Block:
    """DRAW: cards from the draw pile to a player's hand, unless other zones are named."""
    source = _by_role(doing, "from", "draw")
    if doing.fields.get("to") is not None:
        to = doing.zones("to")
    else:
        to = doing.hand(Typed(doing.player(), "seat"))
    return moved(doing, source, to)


def discard(doing: Doing) -> n.Block:
    """DISCARD: cards to the discard pile, unless another zone is named."""
    return moved(doing, doing.value("from"), _by_role(doing, "to", "discard"))


def _by_role(doing: Doing, key: str, role: str) -> Typed:
    if doing.fields.get(key) is not None:
        return doing.value(key) if key == "from" else doing.zone(key)
    every = doing.world.zones.values()
    shared = [zone for zone in every if not (zone.per_player or zone.per_team)]
    zones = [zone for zone in shared if zone.role == role]
    if not zones and role == "draw":
        zones = [zone for zone in shared if zone.role == "pile"]
    if len(zones) != 1:
        message = f"{doing.word.text} needs '{key}': there is not just one shared {role} pile"
        return doing.world.hole(codes.MISSING, doing.span, message)
    name = zones[0].name
    return Typed(n.ZoneAt(name=name, span=doing.span), "zone", frozenset((name,)))


def shuffle(doing: Doing) -> n.Block:
    """SHUFFLE a zone or several."""
    zones = doing.zones("target")
    if zones.type == ANY:
        return HOLES
    doing.world.shuffled |= zones.zones
    return each_zone(doing, zones, lambda z: (n.Shuffle(zone=z.expr, span=doing.span),))


def flip(doing: Doing) -> n.Block:
    """FLIP a card or cards to their other side."""
    cards, span = doing.cards("target"), doing.span

    def one(card: Typed) -> n.Block:
        up = n.Turn(token=card.expr, up=True, span=span)
        down = n.Turn(token=card.expr, up=False, span=span)
        test = n.IsFaceUp(token=card.expr, span=span)
        return (n.If(test=test, then=(down,), otherwise=(up,), span=span),)

    if cards.type == ANY:
        return HOLES
    if cards.type == "token":
        return one(cards)
    return for_each(doing.world, cards, "card", one, span)
