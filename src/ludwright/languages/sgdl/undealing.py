"""From the statements before the first turn back to the lines of `$initial`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...diagnostics import Report, declare
from ...gamedef import nodes as n
from ...gamedef.nodes import Expr, GameDef, Node, Statement
from ...gamedef.walk import walk
from . import words
from .ordering import Key, ordered
from .recognizing import NOWHERE
from .tree import DRAW, Card, Deal, Deck, File, Pile, Rotate, Word

NO_WORDS = declare(
    "SG502",
    "no words in SGDL",
    """The game is of the right kind, but SGDL has no words for this condition or effect. The place
    is where the game says it in its own language.""",
)


def missing(node: Node, message: str, report: Report) -> None:
    """Report what can't be said."""
    report.error(NO_WORDS, node.span, message)


@dataclass(slots=True)
class _Dealt:
    """How many cards piles get, which ones, and how they are turned, in the order of that."""

    counts: dict[Key, int] = field(default_factory=dict)
    cards: dict[Key, list[Card]] = field(default_factory=dict)
    faces: dict[Key, Statement] = field(default_factory=dict)
    rotated: set[str] = field(default_factory=set)


def layout_of(game: GameDef, setup: Iterable[Statement], draws: list[n.Action]) -> File:
    """The file without its rules."""
    dealt = _Dealt()
    for statement in setup:
        _deal(statement, dealt)
    names = {zone.name: zone.count for zone in game.zones if zone.face == "keep"}
    drawn = [(DRAW, 0)] if draws else []
    order = ordered(names, drawn, (list(dealt.counts), list(dealt.cards), list(dealt.faces)))
    piles = tuple(_pile(key, dealt) for key in order if key[0] != DRAW)
    place = order.index((DRAW, 0)) if draws else 0
    draw = _draw(draws[0], dealt, place) if draws else None
    deck = _deck(game.supplies[0])
    return File(Word(game.name, NOWHERE), NOWHERE, deck, piles, draw, (), (), None, True)


def _deal(statement: Statement, dealt: _Dealt) -> None:
    keys = [_key(node) for node in walk(statement) if isinstance(node, n.ZoneAt)]
    if isinstance(statement, n.MoveToken):
        values = [node.value for node in walk(statement) if isinstance(node, n.Symbol)]
        rank, suit = (*values, "", "")[:2]
        dealt.cards.setdefault(keys[-1], []).append(Card(rank, suit, NOWHERE))
    elif isinstance(statement, n.MoveTop | n.MoveBlock):
        dealt.counts[keys[-1]] = number(statement.count)
        dealt.rotated |= {keys[-1][0]} if isinstance(statement, n.MoveBlock) else set()
    elif isinstance(statement, n.Turn | n.ForEach) and keys:
        dealt.faces[keys[-1]] = statement


def _key(zone: n.ZoneAt) -> Key:
    return zone.name, number(zone.index)


def number(expr: Expr | None) -> int:
    """The value of a number; of anything else 0."""
    return expr.value if isinstance(expr, n.Number) else 0


def _deck(supply: n.Supply) -> Deck:
    cards = [(str(token.values[0]), str(token.values[1])) for token in supply.tokens]
    ranks = tuple(dict.fromkeys(rank for rank, _ in cards))
    suits = tuple(dict.fromkeys(suit for _, suit in cards))
    return Deck(len(cards) // max(1, len(ranks) * len(suits)), suits, ranks, NOWHERE)


def _pile(key: Key, dealt: _Dealt) -> Pile:
    cards = tuple(dealt.cards.get(key, ()))
    count = len(cards) or dealt.counts.get(key, 0)
    face = _face(dealt.faces.get(key), count)
    return Pile(Word(key[0], NOWHERE), count, face, cards, NOWHERE)


def _face(turn: Statement | None, count: int) -> str:
    """The word for the faces at the start."""
    last, every, alternate, half = words.FACES
    if not isinstance(turn, n.ForEach) or not isinstance(turn.items, n.Range):
        return last
    if any(isinstance(node, n.Multiply) for node in walk(turn)):
        return alternate
    return every if number(turn.items.high) == count - 1 else half


def _draw(action: n.Action, dealt: _Dealt, place: int) -> Deal | Rotate:
    count = dealt.counts.get((DRAW, 0), 0)
    inside = [node for statement in action.body for node in walk(statement)]
    if DRAW not in dealt.rotated:
        names = [node.name for node in inside if isinstance(node, n.ZonesNamed)]
        return Deal(count, tuple(Word(name, NOWHERE) for name in names), place, NOWHERE)
    taken = [number(node.count) for node in inside if isinstance(node, n.MoveTop) and node.partial]
    tests = [node.test for node in inside if isinstance(node, n.While)]
    windows = [number(test.left) for test in tests if isinstance(test, n.Less)]
    return Rotate(
        count,
        (*taken, 1)[0],
        (*windows, None)[0],
        _redeals(action.guard) if any(isinstance(node, n.If) for node in inside) else 0,
        place,
        NOWHERE,
    )


def _redeals(guard: Expr) -> int | None:
    for node in walk(guard):
        if isinstance(node, n.Less) and isinstance(node.left, n.Variable):
            return number(node.right)
    return None
