"""One action being lowered: its keys, and its operands as zones, cards, players and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from ....diagnostics import Span, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type
from ...yaml.read import Scalar, head
from .. import codes
from ..read.shapes import Fields
from .expressions import expression, fitted, spelled_out, test
from .fractions import not_whole
from .functions import cards_of, name_of, one_seat
from .names import current
from .symbols import REAL, REALS, Effect, Environment, Symbols, Typed


@dataclass(frozen=True, slots=True)
class ActionContext:
    """An action being lowered: the symbol table, the environment, its keys and its word; `guards`
    are statements that must succeed before it."""

    symbols: Symbols
    env: Environment
    fields: Fields
    word: Scalar
    guards: list[n.Statement] = field(default_factory=list)

    @property
    def span(self) -> Span:
        """The location of the action's word."""
        return self.word.span

    @property
    def effect(self) -> Effect:
        """The effect this action is part of."""
        assert self.env.effect is not None
        return self.env.effect

    def value(self, key: str, want: str | None = None) -> Typed:
        """An operand of any type; a hole if its key is missing."""
        node = self.fields.get(key)
        if node is None:
            return Typed(n.Hole(span=self.span), ANY)
        return expression(self.symbols, self.env, node, want)

    def wanted(self, key: str, want: str) -> Typed:
        """An operand that must have a given type."""
        return self.fitted(self.value(key, want), want, self.fields.at(key))

    def fitted(self, value: Typed, want: str, span: Span, *, weak: bool = False) -> Typed:
        """A value where a type is expected. A fraction where an integer is expected is tested
        before the action, so that the failure has a reason of its own."""
        if want == "int":
            self.guards.extend(not_whole(value, self.span))
        return fitted(self.symbols, value, want, span, weak=weak)

    def unknown(self, key: str, known: Iterable[str]) -> None:
        """Report an undeclared name, unless its key is missing, which has been reported."""
        if self.fields.get(key) is not None:
            self.symbols.unknown(self.fields.at(key), key, self.fields.text(key), known)

    def number(self, key: str, default: int) -> n.Expr:
        """A number, or its default."""
        if self.fields.get(key) is None:
            return n.Number(value=default, span=self.span)
        return self.wanted(key, "int").expr

    def player(self, key: str = "player") -> n.Expr:
        """A player: `current`, or an operand; the current one if the key is missing."""
        node = self.fields.get(key)
        if node is None or (isinstance(node, Scalar) and node.text == "current"):
            return current(self.symbols, self.env, self.span).expr
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return self._no_player(key, node)
        value = expression(self.symbols, self.env, node, "seat")
        return one_seat(self.symbols, value, head(node.span)).expr

    def _no_player(self, key: str, node: Scalar) -> n.Expr:
        word, ids = node.text, [f"p{number + 1}" for number in range(self.symbols.most)]
        hint = spelled_out(self.symbols, self.env, word) or did_you_mean(word, ("current",))
        # `player: p1` is the name of a player, which is a value and not a word of the language.
        if word in ids:
            hint = f"write {{value: {word}}}"
        message = f"invalid value '{word}' for '{key}'"
        hint = hint or "expected 'current' or an operand such as {ref: name}"
        return self.symbols.hole(codes.WORD, node.span, message, hint).expr

    def zone(self, key: str) -> Typed:
        """A single zone."""
        return self.wanted(key, "zone")

    def zones(self, key: str) -> Typed:
        """A zone or a list of zones; a player denotes their hand."""
        value = self.value(key)
        if value.type in ("seat", "[seat]"):
            return self.hand(value)
        if value.type in ("zone", "[zone]", ANY):
            return value
        return self.misfit("a zone", value, key)

    def hand(self, seats: Typed) -> Typed:
        """The one zone of a player that only its owner sees."""
        hands = [
            zone for zone in self.symbols.zones.values() if zone.per_player and zone.owner_sees_all
        ]
        if len(hands) != 1:
            message = (
                "ambiguous zone: the player does not have exactly one zone that only the owner sees"
            )
            return self.symbols.hole(codes.TYPE, self.span, message, "name the zone in the path")
        name = hands[0].name
        if is_list(seats.type):
            seat = self.symbols.local("seat", "seat", self.span)
            zone = n.ZoneAt(name=name, owner=seat.expr, span=self.span)
            each = n.Each(items=seats.expr, name=name_of(seat), value=zone, span=self.span)
            return Typed(each, "[zone]", frozenset((name,)))
        zone = n.ZoneAt(name=name, owner=seats.expr, span=self.span)
        return Typed(zone, "zone", frozenset((name,)))

    def cards(self, key: str) -> Typed:
        """A card or a list of cards; a zone denotes its cards."""
        value = self.value(key)
        if value.type in ("zone", "[zone]"):
            return cards_of(self.symbols, value, self.fields.at(key))
        if value.type in ("token", "[token]", ANY):
            return value
        return self.misfit("a card", value, key)

    def misfit(self, wanted: str, value: Typed, key: str) -> Typed:
        """Report an operand of the wrong type."""
        message = f"expected {wanted}, found {self.symbols.describe(value.type)}"
        return self.symbols.hole(codes.TYPE, head(self.fields.at(key)), message)

    def where(self, key: str, item: Typed) -> n.Expr | None:
        """A test of each item, if the key is present."""
        node = self.fields.get(key)
        return test(self.symbols, self.env.item(item), node) if node is not None else None

    def placed(self, to: Typed, make: Callable[[str], n.Block]) -> n.Block:
        """Statements that add cards to a zone. A fifo zone takes them at the bottom, so that the
        oldest card is on top; which kind the zone is may be known only at run time."""
        names = to.zones or frozenset(self.symbols.zones)
        queues = [name for name in sorted(names) if self.symbols.zones[name].fifo]
        # All possible zones agree, which is the usual case: no test at run time.
        if len(queues) in (0, len(names)):
            return make("bottom" if queues else "top")
        named = (n.ZonesNamed(name=name, span=self.span) for name in queues)
        tests = tuple(n.Contains(items=x, value=to.expr, span=self.span) for x in named)
        test = n.Or(items=tests, span=self.span)
        return (n.If(test=test, then=make("bottom"), otherwise=make("top"), span=self.span),)

    def store(self, type: str, zones: frozenset[str] = frozenset()) -> Typed | None:
        """The local that holds the action's result, if it stores one."""
        name = self.fields.text("store_as")
        return stored(self.symbols, self.effect, name, type, self.span, zones) if name else None


def stored(
    symbols: Symbols,
    effect: Effect,
    name: str,
    type: str,
    span: Span,
    zones: frozenset[str] = frozenset(),
) -> Typed:
    """Bind a name for the rest of an effect."""
    # Inside a dry run a name of the outer effect is shadowed, not overwritten.
    old = effect.refs.get(name) if name not in effect.others else None
    effect.others.discard(name)
    both = symbols.join(old.type, type) if old else type
    # A fraction is held in two locals, an integer in one: the branches cannot share them.
    if old and both in (REAL, REALS) and symbols.known(old.type) not in (both, ANY):
        both = None
    if both is None and old:
        before, now = symbols.contrast(old.type, type)
        symbols.error(codes.TYPE, span, f"'{name}' already holds {before}, found {now}")
    # The same local in both branches of an IF, so that the code after it can read either.
    local = old.expr if old else n.Local(name=symbols.fresh(name), span=span)
    effect.refs[name] = Typed(local, both or ANY, zones | (old.zones if old else frozenset()))
    effect.sure.add(name)
    return effect.refs[name]


def for_each(
    symbols: Symbols, items: Typed, hint: str, body: Callable[[Typed], n.Block], span: Span
) -> n.Block:
    """A block for each item of a list. A mapped list is not built: the loop runs over its source
    and computes each item in the body."""
    if isinstance(items.expr, n.Each):
        inner = items.expr
        value = Typed(inner.value, item_type(items.type), items.zones)
        return (n.ForEach(name=inner.name, items=inner.items, body=body(value), span=span),)
    item = replace(symbols.local(hint, item_type(items.type), span), zones=items.zones)
    return (n.ForEach(name=name_of(item), items=items.expr, body=body(item), span=span),)


def each_zone(ctx: ActionContext, zones: Typed, body: Callable[[Typed], n.Block]) -> n.Block:
    """A block for one zone or for each of several."""
    if is_list(zones.type):
        return for_each(ctx.symbols, zones, "zone", body, ctx.span)
    return body(zones)
