"""An SGDL file to a GameDef: the cards, the deal and the turns of one player."""

from __future__ import annotations

from collections.abc import Callable

from ...diagnostics import Report, Source
from ...gamedef.nodes import (
    Add,
    And,
    Block,
    Decide,
    EndGame,
    Enum,
    Equal,
    Expr,
    Fail,
    Filter,
    ForEach,
    GameDef,
    Hole,
    If,
    Item,
    Leave,
    Less,
    Let,
    ListOf,
    Local,
    Mark,
    MoveBlock,
    MoveToken,
    MoveTop,
    Multiply,
    Number,
    Procedure,
    Property,
    PropertyOf,
    Range,
    Seat,
    Shuffle,
    Statement,
    Supply,
    Symbol,
    Table,
    TakeFirst,
    Token,
    TokenAt,
    TokensIn,
    TopOf,
    Truth,
    Turn,
    VariableDef,
    While,
    ZoneAt,
)
from ..files import Files
from ..flow import placed
from .actions import NONE, ONE, REDEALS, player_actions, rule_actions
from .check import check
from .places import Places, places, zones
from .predicates import RANK_NUMBER, predicate, single
from .refusals import refusals
from .syntax import parse
from .tree import Card, Deal, Deck, File, Pile, Rotate
from .words import RANKS, SUITS

COLORS = {"SPADES": "black", "HEARTS": "red", "CLUBS": "black", "DIAMONDS": "red"}
PLAYER = Seat(number=0)
FOREVER = Truth(value=True)


def lower(source: Source, report: Report, _files: Files | None = None, /) -> GameDef | None:
    """The game that a file describes; nothing if it has no cards or no piles to speak of."""
    file = check(parse(source, report), report)
    if file.deck is None or not file.piles:
        return None
    where = places(file)
    return GameDef(
        name=file.name.text,
        genre="solitaire",
        enums=(
            Enum(name="rank", values=RANKS),
            Enum(name="suit", values=SUITS),
            Enum(name="color", values=("red", "black")),
        ),
        tables=(Table(name=RANK_NUMBER, enum="rank", values=tuple(range(1, 14))),),
        properties=tuple(Property(name=name, type=name) for name in ("rank", "suit", "color")),
        supplies=(_supply(file.deck, where),),
        zones=zones(file, where),
        variables=_variables(file),
        procedures=(
            placed(
                Procedure(name="main", body=(*_setup(file, where), _turns(file, where))),
                file.name.span,
            ),
        ),
        span=file.name.span,
    )


def _supply(deck: Deck, where: Places) -> Supply:
    tokens = tuple(
        Token(name=_card_name(rank, suit), values=(rank, suit, COLORS[suit]))
        for _ in range(deck.count)
        for suit in deck.suits
        for rank in deck.ranks
    )
    return Supply(name="deck", zone=where.deck, tokens=tokens, span=deck.span)


def _card_name(rank: str, suit: str) -> str:
    return ("A" if rank == "1" else rank) + suit[0]


def _variables(file: File) -> tuple[VariableDef, ...]:
    if isinstance(file.draw, Rotate) and file.draw.redeals:
        return (VariableDef(name=REDEALS, type="int", initial=NONE, span=file.draw.span),)
    return ()


# ---- the deal ----------------------------------------------------------------------------------


def _setup(file: File, where: Places) -> Block:
    """Starting cards first, then the shuffle, then the lines of the file in their order."""
    deck = ZoneAt(name=where.deck)
    piles: list[tuple[Pile, ZoneAt]] = []
    seen: dict[str, int] = {}
    for pile in file.piles:
        index = seen.setdefault(pile.name.text, 0)
        seen[pile.name.text] += 1
        piles.append((pile, where.at(pile.name.text, index)))
    deals = [_dealt(pile, zone, deck) for pile, zone in piles]
    if file.draw:
        deals.insert(file.draw.place, _dealt_draw(file.draw, deck))
    reserved = [_reserved(card, zone, deck) for pile, zone in piles for card in pile.cards]
    faces = [_faces(pile, zone) for pile, zone in piles if pile.count]
    shuffle = Shuffle(zone=deck, span=file.deck.span if file.deck else None)
    return (*reserved, shuffle, *(move for deal in deals for move in deal), *faces)


def _reserved(card: Card, zone: ZoneAt, deck: ZoneAt) -> MoveToken:
    each = Local(name="card")
    same = tuple(
        Equal(left=PropertyOf(token=each, property=name), right=Symbol(enum=name, value=value))
        for name, value in (("rank", card.rank), ("suit", card.suit))
    )
    found = Filter(items=TokensIn(zone=deck), name=each.name, where=And(items=same))
    return MoveToken(token=Item(items=found, index=NONE), to=zone, span=card.span)


def _dealt(pile: Pile, zone: ZoneAt, deck: ZoneAt) -> Block:
    if pile.cards or not pile.count:
        return ()
    return (MoveTop(source=deck, to=zone, count=Number(value=pile.count), span=pile.span),)


def _dealt_draw(draw: Deal | Rotate, deck: ZoneAt) -> Block:
    stock, count = ZoneAt(name="DRAW"), Number(value=draw.count)
    if isinstance(draw, Deal):
        # Such a pile gives out first what it got last.
        return (MoveTop(source=deck, to=stock, count=count, span=draw.span),)
    return (MoveBlock(source=deck, to=stock, count=count, span=draw.span),)


def _faces(pile: Pile, zone: ZoneAt) -> Statement:
    if pile.face == "FACE_LAST":
        return Turn(token=TopOf(zone=zone), up=True, span=pile.span)
    step, turned = FACES[pile.face](pile.count)
    position: Expr = Local(name="position")
    if step > 1:
        position = Multiply(left=position, right=Number(value=step))
    return ForEach(
        name="position",
        items=Range(low=NONE, high=Number(value=turned - 1)),
        body=(Turn(token=TokenAt(zone=zone, position=position), up=True),),
        span=pile.span,
    )


# For a number of cards: every how manyth from the top is turned up, and how many are.
FACES: dict[str, Callable[[int], tuple[int, int]]] = {
    "FACE_ALL": lambda count: (1, count),
    "FACE_ALTERNATE_LAST": lambda count: (2, (count + 1) // 2),
    "FACE_HALF": lambda count: (1, count - count // 2),
}


# ---- the turns ---------------------------------------------------------------------------------


def _turns(file: File, where: Places) -> While:
    won = predicate(file.win, single(where)) if file.win else Hole(span=file.name.span)
    end = EndGame(winners=ListOf(items=(PLAYER,), of="seat"), reason="won")
    choice = file.moves[0] if file.moves else file.draw
    return While(
        test=FOREVER,
        body=(
            If(test=won, then=(end,), span=won.span),
            Mark(kind="turn"),
            Decide(
                seat=PLAYER,
                actions=player_actions(file, where),
                refused=refusals(file, where),
                span=choice.span if choice else None,
            ),
            *_automatic(file, where),
        ),
    )


def _automatic(file: File, where: Places) -> Block:
    """What happens by itself after a move, up to a bound that only a circle can reach."""
    actions = rule_actions(file.auto, where)
    if not actions or file.deck is None:
        return ()
    done = Local(name="automatic_moves")
    cards = file.deck.count * len(file.deck.suits) * len(file.deck.ranks)
    bound = Less(left=Number(value=10 * cards), right=done)
    return (
        Let(name=done.name, value=NONE),
        While(
            test=FOREVER,
            body=(
                TakeFirst(actions=actions, otherwise=(Leave(),)),
                Let(name=done.name, value=Add(left=done, right=ONE)),
                If(test=bound, then=(Fail(reason="automatic moves never end"),)),
            ),
        ),
    )
