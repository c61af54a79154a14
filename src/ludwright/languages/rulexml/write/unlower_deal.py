"""Reconstruct the deck, and the cells with their initial cards, from the setup statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from ....gamedef import nodes as n
from .. import codes
from ..lower.conditions import ABSENT, VALUED
from ..lower.looks import WRITTEN
from ..lower.phases import PHASE
from ..lower.take import TO
from ..read.tree import DIRECTIONS, NONE, RANDOM, REST, Card, Cell, Dealt, Deck
from .vocabulary import NoFit, degrees, expected, word

S = TypeVar("S", bound=n.Statement)
ODD_DEAL = "the cards are not dealt to one cell after another"


def deck_of(game: n.GameDef, shuffled: bool) -> Deck:
    """The tokens of a game as a deck."""
    names = [each.name for each in game.properties]
    cards = tuple(_card(token, names) for supply in game.supplies for token in supply.tokens)
    return Deck("", shuffled, cards, WRITTEN)


def _card(token: n.Token, names: list[str]) -> Card:
    has = dict(zip(names, token.values, strict=True))
    value = has.get("value") if has.get(VALUED, True) else None
    color, suit = (str(has.get(name, ABSENT)) for name in ("color", "suit"))
    return Card(
        word(token.name),
        value if isinstance(value, int) else None,
        "" if color == ABSENT else color,
        "" if suit == ABSENT else suit,
        bool(has.get("fixed")),
        WRITTEN,
    )


@dataclass(slots=True)
class Setup:
    """The setup statements not yet consumed, and the entries found so far for each cell."""

    game: n.GameDef
    left: list[n.Statement]
    undealt: n.ZoneAt
    aside: n.ZoneAt
    dealt: dict[str, list[Dealt]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    later: list[bool] = field(default_factory=list)  # for the cards after the rest: named?

    def next(self, kind: type[S]) -> S | None:
        """Consume the next statement, if it is of this kind."""
        first = self.left[0] if self.left else None
        if not isinstance(first, kind):
            return None
        self.left.pop(0)
        return first


def start_of(game: n.GameDef) -> tuple[bool, tuple[Cell, ...], n.Block]:
    """Whether the deck is shuffled, the cells, and the statements after the deal."""
    body = list(game.procedures[0].body)
    first = n.Symbol(enum=PHASE, value=game.enums[0].values[0])
    if not any(each.name == PHASE and each.initial == first for each in game.variables):
        raise _position(game)
    # Lowering declares these two zones after the cells.
    undealt, aside = (n.ZoneAt(name=zone.name) for zone in game.zones[-2:])
    shuffled = bool(body) and body[0] == n.Shuffle(zone=undealt)
    setup = Setup(game, body[shuffled:], undealt, aside)
    while setup.left and (name := _kept(setup.left[0], setup)):
        setup.names.append(name)
        setup.left.pop(0)
    while isinstance(let := setup.left[0] if setup.left else None, n.Let) and let.name == TO.name:
        setup.left.pop(0)
        cell = expected(let.value, n.ZoneAt, let, ODD_DEAL).name
        fan = next((zone.grows for zone in game.zones if zone.name == cell), "")
        setup.dealt[cell] = list(_entries(setup, fan or NONE))
    cells = tuple(_cell(zone, setup) for zone in game.zones[:-2])
    return shuffled, cells, tuple(setup.left)


def _cell(zone: n.Zone, setup: Setup) -> Cell:
    look = setup.game.look
    rotation = degrees(zone.turned, look.degree if look else 1)
    cards = tuple(
        Dealt(
            each.name,
            each.face,
            each.direction,
            None if each.rotation == rotation else each.rotation,
            WRITTEN,
        )
        for each in setup.dealt.get(zone.name, ())
    )
    return Cell(word(zone.name), zone.grows or NONE, rotation, cards, WRITTEN)


def _kept(done: n.Statement, setup: Setup) -> str:
    """The name of a card that is set aside for its cell."""
    if isinstance(done, n.MoveToken) and done.to == setup.aside and isinstance(done.token, n.Item):
        found = done.token.items
        if isinstance(found, n.Filter) and isinstance(found.where, n.Equal):
            name = found.where.right
            return name.value if isinstance(name, n.Symbol) else ""
    return ""


def _entries(setup: Setup, fan: str) -> Iterator[Dealt]:
    """The entries of one cell, each with its rotation."""
    while setup.left and not isinstance(setup.left[0], n.Let):
        done = setup.left[0]
        if isinstance(done, n.MoveToken) and done.to == setup.aside:
            setup.left.pop(0)
            # Set aside until the rest is dealt: a named card comes from the top of `aside`.
            setup.later.append(done.token == n.TopOf(zone=setup.aside))
        elif isinstance(done, n.Roll):
            setup.left.pop(0)
        elif isinstance(done, n.Grow | n.MoveTop | n.MoveToken | n.MoveBlock | n.ForEach):
            yield _entry(setup, fan)
        else:
            return


def _entry(setup: Setup, fan: str) -> Dealt:
    way = _way(setup, setup.left[0])
    if setup.next(n.MoveBlock):
        return _shown(REST, way, setup, fan)
    if every := setup.next(n.ForEach):
        # The first statement of the loop moves a card, the others turn and rotate it.
        inner = Setup(setup.game, list(every.body[1:]), setup.undealt, setup.aside)
        return _shown(REST, way, inner, fan)
    setup.next(n.Roll)
    if top := setup.next(n.MoveTop):
        # Only the cards of a save are taken from the top of the deck.
        if top.source == setup.undealt:
            raise _position(top)
        named = setup.later.pop(0) if setup.later else True
        if named and not setup.names:
            raise NoFit(top, ODD_DEAL)
        return _shown(setup.names.pop(0) if named else RANDOM, way, setup, fan)
    if not setup.next(n.MoveToken):
        raise NoFit(setup.left[0] if setup.left else None, ODD_DEAL)
    return _shown(RANDOM, way, setup, fan)


def _position(node: n.Node) -> NoFit:
    message = "the game starts from a saved position instead of a deal"
    help = "write the original game, and keep the position in its save file"
    return NoFit(node, message, codes.A_POSITION, help)


def _way(setup: Setup, around: n.Statement) -> str:
    grown = setup.next(n.Grow)
    if grown is None:
        return NONE
    number = expected(grown.direction, n.Number, around, ODD_DEAL).value
    return DIRECTIONS[number % len(DIRECTIONS)]


def _shown(name: str, way: str, setup: Setup, fan: str) -> Dealt:
    """An entry, with the face and rotation of its card."""
    # In the order in which `lower.deal._shown` emits them.
    up = setup.next(n.Turn)
    turned = setup.next(n.SetProperty)
    amount = expected(turned.value, n.Number, turned, ODD_DEAL).value if turned else 0
    look = setup.game.look
    rotation = degrees(amount, look.degree if look else 1)
    return Dealt(name, "u" if up else "d", "" if way == fan else way, rotation, WRITTEN)
