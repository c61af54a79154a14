"""One action being lowered: its keys, and its operands as zones, cards, players and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from ....diagnostics import Span, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type
from ...yaml.read import Scalar
from .. import codes
from ..read.shapes import Fields, head
from .expressions import expression, fitted, spelled_out, test
from .fractions import not_whole
from .functions import cards_of, name_of, one_seat
from .names import current
from .symbols import REAL, REALS, Effect, Environment, Symbols, Typed


@dataclass(frozen=True, slots=True)
class Doing:
    """An action: the words of the file, the names in force, the keys and the place; `guards` are
    what must hold before it is carried out."""

    world: Symbols
    scope: Environment
    fields: Fields
    word: Scalar
    guards: list[n.Statement] = field(default_factory=list)

    @property
    def span(self) -> Span:
        """The place of the action's word."""
        return self.word.span

    @property
    def effect(self) -> Effect:
        """The effect this action is part of."""
        assert self.scope.effect is not None
        return self.scope.effect

    def value(self, key: str, want: str | None = None) -> Typed:
        """An operand of any type; a hole if its key is missing."""
        node = self.fields.get(key)
        if node is None:
            return Typed(n.Hole(span=self.span), ANY)
        return expression(self.world, self.scope, node, want)

    def wanted(self, key: str, want: str) -> Typed:
        """An operand that must have a type."""
        return self.fitted(self.value(key, want), want, self.fields.at(key))

    def fitted(self, value: Typed, want: str, span: Span, *, weak: bool = False) -> Typed:
        """A value where a type is needed; a fraction where a whole number is needed is tested
        before the action, so that a failure has its own reason."""
        if want == "int":
            self.guards.extend(not_whole(value, self.span))
        return fitted(self.world, value, want, span, weak=weak)

    def unknown(self, key: str, known: Iterable[str]) -> None:
        """Report a name that is not declared; that its key is missing is reported already."""
        if self.fields.get(key) is not None:
            self.world.unknown(self.fields.at(key), key, self.fields.text(key), known)

    def number(self, key: str, default: int) -> n.Expr:
        """A number, or its default."""
        if self.fields.get(key) is None:
            return n.Number(value=default, span=self.span)
        return self.wanted(key, "int").expr

    def player(self, key: str = "player") -> n.Expr:
        """A player: `current`, or an operand; the current one if the key is missing."""
        node = self.fields.get(key)
        if node is None or (isinstance(node, Scalar) and node.text == "current"):
            return current(self.world, self.scope, self.span).expr
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return self._no_player(key, node)
        value = expression(self.world, self.scope, node, "seat")
        return one_seat(self.world, value, head(node.span)).expr

    def _no_player(self, key: str, node: Scalar) -> n.Expr:
        word, ids = node.text, [f"p{number + 1}" for number in range(self.world.most)]
        hint = spelled_out(self.world, self.scope, word) or did_you_mean(word, ("current",))
        if word in ids:
            hint = f"write {{value: {word}}}"
        message = f"'{word}' is not possible for '{key}'"
        hint = hint or "one of: current, or an operand such as {ref: name}"
        return self.world.hole(codes.WORD, node.span, message, hint).expr

    def zone(self, key: str) -> Typed:
        """A single zone."""
        return self.wanted(key, "zone")

    def zones(self, key: str) -> Typed:
        """A zone or a list of zones; a player stands for the hand."""
        value = self.value(key)
        if value.type in ("seat", "[seat]"):
            return self.hand(value)
        if value.type in ("zone", "[zone]", ANY):
            return value
        return self.misfit("a zone", value, key)

    def hand(self, seats: Typed) -> Typed:
        """The zone of a player that only that player sees into."""
        hands = [
            zone for zone in self.world.zones.values() if zone.per_player and zone.owner_sees_all
        ]
        if len(hands) != 1:
            message = "which zone of the player is meant? There is not just one that the owner sees"
            return self.world.hole(codes.TYPE, self.span, message, "name the zone in the path")
        name = hands[0].name
        if is_list(seats.type):
            seat = self.world.local("seat", "seat", self.span)
            zone = n.ZoneAt(name=name, owner=seat.expr, span=self.span)
            each = n.Each(items=seats.expr, name=name_of(seat), value=zone, span=self.span)
            return Typed(each, "[zone]", frozenset((name,)))
        zone = n.ZoneAt(name=name, owner=seats.expr, span=self.span)
        return Typed(zone, "zone", frozenset((name,)))

    def cards(self, key: str) -> Typed:
        """A card or a list of cards; a zone stands for its cards."""
        value = self.value(key)
        if value.type in ("zone", "[zone]"):
            return cards_of(self.world, value, self.fields.at(key))
        if value.type in ("token", "[token]", ANY):
            return value
        return self.misfit("a card", value, key)

    def misfit(self, wanted: str, value: Typed, key: str) -> Typed:
        """Complain about an operand of the wrong type."""
        message = f"{wanted} is needed here, but this is {self.world.say(value.type)}"
        return self.world.hole(codes.TYPE, head(self.fields.at(key)), message)

    def where(self, key: str, item: Typed) -> n.Expr | None:
        """A test of each item, if the key is there."""
        node = self.fields.get(key)
        return test(self.world, self.scope.item(item), node) if node is not None else None

    def placed(self, to: Typed, make: Callable[[str], n.Block]) -> n.Block:
        """Statements that add cards to a zone: a fifo zone takes them at the far end, so that the
        oldest is on top. Which it is may only be known when it is done."""
        names = to.zones or frozenset(self.world.zones)
        queues = [name for name in sorted(names) if self.world.zones[name].fifo]
        if len(queues) in (0, len(names)):
            return make("bottom" if queues else "top")
        named = (n.ZonesNamed(name=name, span=self.span) for name in queues)
        tests = tuple(n.Contains(items=x, value=to.expr, span=self.span) for x in named)
        test = n.Or(items=tests, span=self.span)
        return (n.If(test=test, then=make("bottom"), otherwise=make("top"), span=self.span),)

    def store(self, type: str, zones: frozenset[str] = frozenset()) -> Typed | None:
        """The local name for what this action stores, if it stores something."""
        name = self.fields.text("store_as")
        return stored(self.world, self.effect, name, type, self.span, zones) if name else None


def stored(
    world: Symbols,
    effect: Effect,
    name: str,
    type: str,
    span: Span,
    zones: frozenset[str] = frozenset(),
) -> Typed:
    """Bind a name in an effect, from here on."""
    old = effect.refs.get(name) if name not in effect.others else None
    effect.others.discard(name)
    both = world.join(old.type, type) if old else type
    if old and both in (REAL, REALS) and world.known(old.type) not in (both, ANY):
        both = None  # the branch that stored a whole number did not store a lower part
    if both is None and old:
        before, now = world.contrast(old.type, type)
        world.error(codes.TYPE, span, f"'{name}' already holds {before}, this is {now}")
    local = old.expr if old else n.Local(name=world.fresh(name), span=span)
    effect.refs[name] = Typed(local, both or ANY, zones | (old.zones if old else frozenset()))
    effect.sure.add(name)
    return effect.refs[name]


def for_each(
    world: Symbols, items: Typed, hint: str, body: Callable[[Typed], n.Block], span: Span
) -> n.Block:
    """A block for each item of a list. A list computed from another one is not built: the block
    runs over the other and computes its item there."""
    if isinstance(items.expr, n.Each):
        inner = items.expr
        value = Typed(inner.value, item_type(items.type), items.zones)
        return (n.ForEach(name=inner.name, items=inner.items, body=body(value), span=span),)
    item = replace(world.local(hint, item_type(items.type), span), zones=items.zones)
    return (n.ForEach(name=name_of(item), items=items.expr, body=body(item), span=span),)


def each_zone(doing: Doing, zones: Typed, body: Callable[[Typed], n.Block]) -> n.Block:
    """A block for one zone or for each of several."""
    if is_list(zones.type):
        return for_each(doing.world, zones, "zone", body, doing.span)
    return body(zones)
