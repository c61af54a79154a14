"""Reconstruct the lines of `$initial` from the setup statements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ....gamedef import nodes as n
from ....gamedef.walk import walk
from ..lower.covers import COVERED_BY
from ..read import words
from ..read.faces import PATTERN
from ..read.tree import Card, Deal, Deck, Draw, File, Gather, Pile, PileAt, PileLayout, Rotate, Word
from .deal_order import Key, ordered
from .recognise_conditions import NOWHERE


@dataclass(slots=True)
class _Dealt:
    """The setup by pile: counts, starting cards and faces, each in statement order; the draw piles
    that rotate, and the base pile."""

    counts: dict[Key, int] = field(default_factory=dict)
    cards: dict[Key, list[Card]] = field(default_factory=dict)
    faces: dict[Key, n.Statement] = field(default_factory=dict)
    rotated: set[str] = field(default_factory=set)
    base: Key | None = None


def layout_of(game: n.GameDef, setup: Iterable[n.Statement], draws: list[n.Action]) -> File:
    """The file without its rules."""
    dealt = _Dealt()
    for statement in setup:
        _deal(statement, dealt)
    layouts = _layouts(game)
    # Piles keep the faces of their cards; stocks are face down, wastes face up.
    names = {zone.name: zone.count for zone in game.zones if zone.face == "keep"}
    stocks = [z.name for z in game.zones if z.face == "down" and z.name != game.supplies[0].zone]
    drawn = [(name, 0) for name in stocks]
    sequences = [list(dealt.counts), list(dealt.cards), list(dealt.faces), *_placed(game), drawn]
    order = ordered(names, drawn, sequences)
    piles = [key for key in order if key not in drawn]
    # The links back from covers exist only for FACE_UNCOVERED piles.
    hidden = {(link.zone_b, link.index_b) for link in game.links if link.name != COVERED_BY}
    lines = [_pile(key, dealt, layouts.get(key, PileLayout()), key in hidden) for key in piles]
    refilled = {_name(x.to) for x in walk(game) if isinstance(x, n.MoveToken) if _goes_below(x)}
    found: list[Draw] = []
    for name, action in zip(stocks, draws, strict=False):
        line_index = sum(key not in drawn for key in order[: order.index((name, 0))])
        refill = bool(refilled & _shown(game, name))
        found.append(_draw(name, action, dealt, line_index, refill))
    deck, title = _deck(game.supplies[0]), Word(game.name, NOWHERE)
    return File(title, NOWHERE, deck, tuple(lines), tuple(found), (), (), None, True)


def _deal(statement: n.Statement, dealt: _Dealt) -> None:
    # `walk` visits operands in order, so the destination is the last zone.
    keys = [_key(node) for node in walk(statement) if isinstance(node, n.ZoneAt)]
    if isinstance(statement, n.MoveToken) and keys:
        values = [node.value for node in walk(statement) if isinstance(node, n.Symbol)]
        rank, suit = (*values, "", "")[:2]
        dealt.cards.setdefault(keys[-1], []).append(Card(rank, suit, NOWHERE))
    elif isinstance(statement, n.MoveTop | n.MoveBlock) and keys:
        dealt.counts[keys[-1]] = number(statement.count)
        dealt.rotated |= {keys[-1][0]} if isinstance(statement, n.MoveBlock) else set()
    elif isinstance(statement, n.Turn | n.ForEach) and keys:
        dealt.faces[keys[-1]] = statement
    elif isinstance(statement, n.SetVariable) and keys:
        dealt.base = keys[-1]


def _key(zone: n.ZoneAt) -> Key:
    return zone.name, number(zone.index)


def number(expr: n.Expr | None) -> int:
    """The value of a number; 0 for any other expression."""
    return expr.value if isinstance(expr, n.Number) else 0


def _name(expr: n.Expr) -> str:
    return expr.name if isinstance(expr, n.ZoneAt) else ""


def _deck(supply: n.Supply) -> Deck:
    cards = [(str(token.values[0]), str(token.values[1])) for token in supply.tokens]
    ranks = tuple(dict.fromkeys(rank for rank, _ in cards))
    suits = tuple(dict.fromkeys(suit for _, suit in cards))
    return Deck(len(cards) // max(1, len(ranks) * len(suits)), suits, ranks, NOWHERE)


# ---- piles -------------------------------------------------------------------------------------


def _layouts(game: n.GameDef) -> dict[Key, PileLayout]:
    """The positions and covers of the piles that have any."""
    spots = {(spot.zone, spot.index): (spot.x, spot.y) for spot in game.spots}
    covers: dict[Key, list[PileAt]] = {key: [] for key in spots}
    for link in game.links:
        if link.name == COVERED_BY:
            below = covers.setdefault((link.zone_a, link.index_a), [])
            below.append(PileAt(link.zone_b, link.index_b, NOWHERE))
    return {key: PileLayout(spots.get(key), tuple(found)) for key, found in covers.items()}


def _placed(game: n.GameDef) -> tuple[list[Key], list[Key]]:
    """The piles with a position, and the covered piles, each in file order."""
    links = [link for link in game.links if link.name == COVERED_BY]
    covered = dict.fromkeys((link.zone_a, link.index_a) for link in links)
    return [(spot.zone, spot.index) for spot in game.spots], list(covered)


def _pile(key: Key, dealt: _Dealt, layout: PileLayout, hidden: bool) -> Pile:
    cards = tuple(dealt.cards.get(key, ()))
    count = len(cards) or dealt.counts.get(key, 0)
    face, pattern = _face(dealt.faces.get(key), count)
    face = words.UNCOVERED if hidden else face
    base = Word(words.BASE, NOWHERE) if key == dealt.base else None
    name = Word(key[0], NOWHERE)
    return Pile(name, count, face, cards, NOWHERE, pattern, base, (), layout)


def _face(turn: n.Statement | None, count: int) -> tuple[str, str]:
    """The face word, and the pattern if that word is FACE."""
    last, every, alternate, half, _ = words.FACES
    if not isinstance(turn, n.ForEach):
        return last, ""
    if isinstance(turn.items, n.ListOf):
        up = {number(item) for item in turn.items.items}
        return PATTERN, "".join("u" if i in up else "d" for i in reversed(range(count)))
    # Only FACE_ALTERNATE_LAST turns every second card: position * 2.
    if any(isinstance(node, n.Multiply) for node in walk(turn)):
        return alternate, ""
    turned = number(turn.items.high) + 1 if isinstance(turn.items, n.Range) else 0
    return (every if turned == count else half), ""


# ---- draw piles --------------------------------------------------------------------------------


def _draw(name: str, action: n.Action, dealt: _Dealt, line_index: int, refill: bool) -> Draw:
    inside = [node for statement in action.body for node in walk(statement)]
    count = dealt.counts.get((name, 0), 0)
    zones = dict.fromkeys(node.name for node in inside if isinstance(node, n.ZonesNamed))
    piles = tuple(Word(zone, NOWHERE) for zone in zones)
    taken = [number(node.count) for node in inside if isinstance(node, n.MoveTop) and node.partial]
    # No other kind of draw pile shuffles in play.
    if any(isinstance(node, n.Shuffle) for node in inside):
        redeals = _redeals(action.guard)
        return Gather(0, piles, (*taken, 1)[0], redeals, line_index, NOWHERE, name)
    if name not in dealt.rotated:
        return Deal(count, piles, line_index, NOWHERE, name)
    # The only loop is the one that empties an overfull window.
    tests = [node.test for node in inside if isinstance(node, n.While)]
    windows = [number(test.left) for test in tests if isinstance(test, n.Less)]
    again = any(isinstance(node, n.If) for node in inside)
    return Rotate(
        count,
        (*taken, 1)[0],
        (*windows, None)[0],
        _redeals(action.guard) if again else 0,
        line_index,
        NOWHERE,
        name,
        refill,
    )


def _redeals(guard: n.Expr) -> int | None:
    for node in walk(guard):
        if isinstance(node, n.Less) and isinstance(node.left, n.Variable):
            return number(node.right)
    return None


def _goes_below(move: n.MoveToken) -> bool:
    """Whether a card is placed below others, as when a window is refilled."""
    return move.place == "bottom"


def _shown(game: n.GameDef, stock: str) -> set[str]:
    """The zone that shows the cards of a draw pile: the one declared after it."""
    names = [zone.name for zone in game.zones]
    behind = game.zones[names.index(stock) + 1 :][:1]
    return {zone.name for zone in behind if zone.face == "up"}
