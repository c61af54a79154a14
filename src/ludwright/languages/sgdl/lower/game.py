"""Lower an SGDL file to a GameDef: the cards, the deal and the turns."""

from __future__ import annotations

from collections.abc import Callable

from ....diagnostics import Report, Source
from ....gamedef import nodes as n
from ....gamedef.build import ONE, TRUE, ZERO
from ...builders import with_spans
from ...files import Files
from ..check.references import check
from ..read.faces import PATTERN
from ..read.layout import hidden_at_first, numbered
from ..read.scores import WIN
from ..read.sections import parse
from ..read.tree import Card, Deal, Deck, Draw, File, Gather, Pile
from ..read.words import COLORS, ENUMS, RANK_NUMBERS, UNCOVERED
from .actions import player_actions, redeals_of, rule_actions
from .covers import links, spots
from .impossible import report_impossible
from .predicates import BASE_RANK, RANK_NUMBER, predicate, single
from .refusals import refusals
from .score import SCORE, add_points
from .single_card_stacks import stacks_of_one
from .symbols import Symbols, symbol_table, zones

PLAYER = n.Seat(number=0)


def game_of(source: Source, report: Report, _files: Files | None = None, /) -> n.GameDef | None:
    """The game that a file describes; None if it has no usable deck or no piles."""
    file = check(parse(source, report), report)
    if file.deck is None or not file.piles:
        return None
    symbols = symbol_table(file)
    report_impossible(file, symbols, report)
    return n.GameDef(
        name=file.name.text,
        genre="solitaire",
        enums=tuple(n.Enum(name=name, values=values) for name, values in ENUMS.items()),
        tables=(n.Table(name=RANK_NUMBER, enum="rank", values=tuple(RANK_NUMBERS)),),
        properties=tuple(n.Property(name=name, type=name) for name in ENUMS),
        supplies=(_supply(file.deck, symbols),),
        zones=zones(file, symbols),
        links=tuple(links(file)),
        spots=tuple(spots(file)),
        variables=_variables(file),
        procedures=(
            with_spans(
                n.Procedure(name="main", body=(*_setup(file, symbols), _turns(file, symbols))),
                file.name.span,
            ),
        ),
        span=file.name.span,
    )


def _supply(deck: Deck, symbols: Symbols) -> n.Supply:
    tokens = tuple(
        n.Token(name=_card_name(rank, suit), values=(rank, suit, COLORS[suit]))
        for _ in range(deck.count)
        for suit in deck.suits
        for rank in deck.ranks
    )
    return n.Supply(name="deck", zone=symbols.deck, tokens=tokens, span=deck.span)


def _card_name(rank: str, suit: str) -> str:
    return ("A" if rank == "1" else rank) + suit[0]


def _variables(file: File) -> tuple[n.VariableDef, ...]:
    found: list[n.VariableDef] = []
    for draw in file.draws:
        # Neither 0 nor unlimited redeals need a counter.
        if not isinstance(draw, Deal) and draw.redeals:
            name = redeals_of(draw)
            found.append(n.VariableDef(name=name, type="int", initial=ZERO, span=draw.span))
    for pile in [pile for pile in file.piles if pile.base][:1]:
        nothing = n.Nothing(type="rank")
        found.append(n.VariableDef(name=BASE_RANK, type="rank", initial=nothing, span=pile.span))
    for score in file.scores[:1]:
        found.append(n.VariableDef(name=SCORE, type="int", initial=ZERO, span=score.span))
    return tuple(found)


# ---- the deal ----------------------------------------------------------------------------------


def _setup(file: File, symbols: Symbols) -> n.Block:
    """Starting cards first, then the shuffle, then the lines of `$initial` in file order."""
    deck = n.ZoneAt(name=symbols.deck)
    piles: list[tuple[Pile, n.ZoneAt]] = []
    seen: dict[str, int] = {}
    for pile in file.piles:
        index = seen.setdefault(pile.name.text, 0)
        seen[pile.name.text] += 1
        piles.append((pile, symbols.at(pile.name.text, index)))
    # One entry per pile, possibly empty, so that `draw.line_index` is an index into it.
    deals = [_dealt(pile, zone, deck) for pile, zone in piles]
    for draw in reversed(file.draws):  # backwards, so that earlier positions stay valid
        deals.insert(draw.line_index, _dealt_draw(draw, deck))
    base = [_base(pile, zone) for pile, zone in piles if pile.base]
    reserved = [_reserved(card, zone, deck) for pile, zone in piles for card in pile.cards]
    hidden = hidden_at_first(file)
    faces = [
        _faces(pile, zone)
        for (pile, zone), key in zip(piles, numbered(file.piles), strict=True)
        if pile.count and key not in hidden
    ]
    shuffle = n.Shuffle(zone=deck, span=file.deck.span if file.deck else None)
    # Faces last: dealt cards stay face down until then. By now the base pile has its bottom card.
    return (*reserved, shuffle, *(move for deal in deals for move in deal), *faces, *base[:1])


def _reserved(card: Card, zone: n.ZoneAt, deck: n.ZoneAt) -> n.MoveToken:
    each = n.Local(name="card")
    same = tuple(
        n.Equal(
            left=n.PropertyOf(token=each, property=name), right=n.Symbol(enum=name, value=value)
        )
        for name, value in (("rank", card.rank), ("suit", card.suit))
    )
    # With several decks, any copy will do.
    found = n.Filter(items=n.TokensIn(zone=deck), name=each.name, where=n.And(items=same))
    return n.MoveToken(token=n.Item(items=found, index=ZERO), to=zone, span=card.span)


def _dealt(pile: Pile, zone: n.ZoneAt, deck: n.ZoneAt) -> n.Block:
    if pile.cards or not pile.count:
        return ()
    return (n.MoveTop(source=deck, to=zone, count=n.Number(value=pile.count), span=pile.span),)


def _dealt_draw(draw: Draw, deck: n.ZoneAt) -> n.Block:
    stock, count = n.ZoneAt(name=draw.name), n.Number(value=draw.count)
    if isinstance(draw, Gather):
        return ()
    if isinstance(draw, Deal):
        # MoveTop reverses the cards, MoveBlock keeps their order: a pile that deals gives out the
        # card it got last first, one that rotates shows cards in the order of the deck.
        return (n.MoveTop(source=deck, to=stock, count=count, span=draw.span),)
    return (n.MoveBlock(source=deck, to=stock, count=count, span=draw.span),)


def _base(pile: Pile, zone: n.ZoneAt) -> n.SetVariable:
    rank = n.PropertyOf(token=n.BottomOf(zone=zone), property="rank")
    return n.SetVariable(name=BASE_RANK, value=rank, span=pile.base.span if pile.base else None)


def _faces(pile: Pile, zone: n.ZoneAt) -> n.Statement:
    if pile.face in ("FACE_LAST", UNCOVERED):
        return n.Turn(token=n.TopOf(zone=zone), up=True, span=pile.span)
    if pile.face == PATTERN:
        return _face_pattern(pile, zone)
    step, turned = FACES[pile.face](pile.count)
    position: n.Expr = n.Local(name="position")
    if step > 1:
        position = n.Multiply(left=position, right=n.Number(value=step))
    return n.ForEach(
        name="position",
        items=n.Range(low=ZERO, high=n.Number(value=turned - 1)),
        body=(n.Turn(token=n.TokenAt(zone=zone, position=position), up=True),),
        span=pile.span,
    )


def _face_pattern(pile: Pile, zone: n.ZoneAt) -> n.Statement:
    up = tuple(
        n.Number(value=position)
        # Patterns are written from the bottom up, positions count from the top.
        for position, letter in enumerate(reversed(pile.pattern))
        if letter == "u"
    )
    turn = n.Turn(token=n.TokenAt(zone=zone, position=n.Local(name="position")), up=True)
    return n.ForEach(
        name="position", items=n.ListOf(items=up, of="int"), body=(turn,), span=pile.span
    )


# For a number of cards: the step between face-up cards, from the top, and how many there are.
FACES: dict[str, Callable[[int], tuple[int, int]]] = {
    "FACE_ALL": lambda count: (1, count),
    "FACE_ALTERNATE_LAST": lambda count: (2, (count + 1) // 2),
    "FACE_HALF": lambda count: (1, count - count // 2),
}


# ---- the turns ---------------------------------------------------------------------------------


def _turns(file: File, symbols: Symbols) -> n.While:
    won = predicate(file.win, single(symbols)) if file.win else n.Hole(span=file.name.span)
    lost = predicate(file.lose, single(symbols)) if file.lose else None
    choice = next(iter((*file.moves, *file.draws)), None)
    # Whether a stack of one card is a move of its own is decided once, for moves and refusals.
    ones = stacks_of_one(file, symbols)
    actions = player_actions(file, symbols, ones)
    win = (*add_points(symbols, WIN), _end(file, "won", PLAYER))
    return n.While(
        test=TRUE,
        body=(
            # Tested before the first choice, as a deal may already be won; winning takes
            # precedence.
            n.If(test=won, then=win, span=won.span),
            *((n.If(test=lost, then=(_end(file, "lost"),), span=lost.span),) if lost else ()),
            *_stuck(file, actions),
            n.Mark(kind="turn"),
            n.Decide(
                seat=PLAYER,
                actions=actions,
                refused=refusals(file, symbols, ones),
                span=choice.span if choice else None,
            ),
            *_automatic(file, symbols),
        ),
    )


def _end(file: File, reason: str, *winners: n.Seat) -> n.EndGame:
    scores = n.ListOf(items=(n.Variable(name=SCORE),)) if file.scores else None
    return n.EndGame(winners=n.ListOf(items=winners, of="seat"), scores=scores, reason=reason)


def _stuck(file: File, actions: tuple[n.Action, ...]) -> n.Block:
    """A game with a score also ends, with that score, when no move is left."""
    if not file.scores:
        return ()
    # The first possible move is tried in a dry run; if there is none, the game is stuck.
    some = n.Possible(body=(n.TakeFirst(actions=actions, otherwise=(n.Fail(reason="stuck"),)),))
    return (n.If(test=n.Not(item=some), then=(_end(file, "stuck"),)),)


def _automatic(file: File, symbols: Symbols) -> n.Block:
    """The automatic moves after a choice.

    Their number is bounded, as moves that undo each other would repeat forever; ten times the
    number of cards is far beyond any chain that makes progress.
    """
    actions = rule_actions(file.auto, symbols)
    if not actions or file.deck is None:
        return ()
    done = n.Local(name="automatic_moves")
    bound = n.Less(left=n.Number(value=10 * file.deck.cards), right=done)
    return (
        n.Let(name=done.name, value=ZERO),
        n.While(
            test=TRUE,
            body=(
                n.TakeFirst(actions=actions, otherwise=(n.Leave(),)),
                n.Let(name=done.name, value=n.Add(left=done, right=ONE)),
                n.If(test=bound, then=(n.Fail(reason="automatic moves never end"),)),
            ),
        ),
    )
