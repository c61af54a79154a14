"""One use of an operator: its operands as values, lists and neighbours of one type."""

from __future__ import annotations

from dataclasses import dataclass

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ...yaml.read import Mapping, Scalar, Tree
from .. import codes
from ..read.shapes import head
from .can_perform import Lower
from .fractions import REAL, REALS, as_real, is_real, listed, whole
from .functions import cards_of, one_seat
from .symbols import Environment, Symbols, Typed

NO_FRACTIONS = frozenset(("distinct", "concat", "group_by"))
"""Operators that need items which can be kept in a list; fractions are computed where used."""


@dataclass(frozen=True, slots=True)
class Use:
    """One use of an operator: where, its operands, and how to lower them."""

    world: Symbols
    scope: Environment
    key: Scalar
    operands: tuple[Tree, ...]
    want: str | None
    lower: Lower
    alias: Scalar | None = None

    @property
    def span(self) -> Span:
        """The place of the operator's word."""
        return self.key.span

    def operand(self, index: int, want: str | None = None) -> Typed:
        """One operand, of any type."""
        return self.lower(self.world, self.scope, self.operands[index], want)

    def inside(self, index: int, item: Typed) -> Typed:
        """One operand that is evaluated for each item of a list."""
        scope = self.scope.item(item)
        if self.alias is not None:
            scope = scope.called(self.alias.text, item, self.alias.span)
        return self.lower(self.world, scope, self.operands[index], None)

    def fit(self, value: Typed, want: str, index: int) -> n.Expr:
        """A value that must be of a type, blamed on an operand."""
        if is_real(value) and want in ("int", "[int]"):
            return whole(value, head(self.operands[index].span))
        if want == "seat" and self.world.known(value.type) == "[seat]":
            return one_seat(self.world, value, head(self.operands[index].span)).expr
        if self.world.join(value.type, want) is None:
            self.clash(want, value, self.operands[index].span)
            return n.Hole(span=self.operands[index].span)
        return value.expr

    def number(self, index: int) -> Typed:
        """One operand that must be a number, whole or not."""
        value = self.operand(index, "int")
        if self.world.known(value.type) == REAL:
            return value
        return Typed(self.fit(value, "int", index), "int")

    def clash(self, want: str, value: Typed, span: Span) -> None:
        """Complain about a value of the wrong type."""
        say = self.world.say
        if want == "int" and self.world.known(value.type) in self.world.enums:
            message = f"{say(value.type)} is not a number; it has no order of its own"
            self.world.error(codes.RANKS, head(span), message, "put rank_value around a rank")
            return
        needed, given = self.world.contrast(want, value.type)
        message = f"{needed} is needed here, but this is {given}"
        self.world.error(codes.TYPE, head(span), message)

    def wanted(self, index: int, want: str) -> n.Expr:
        """One operand that must be of a type."""
        return self.fit(self.operand(index, want), want, index)

    def listed(self, index: int, want: str | None = None) -> Typed:
        """One operand as a list: a zone gives its cards, a single value a list of it."""
        return self.as_list(self.operand(index, want), index)

    def as_list(self, value: Typed, index: int) -> Typed:
        """A value where a list is wanted."""
        span = self.operands[index].span
        if value.type == "zone":
            return cards_of(self.world, value, span)
        if is_list(item_type(value.type)):
            return self.world.not_yet(head(span), "lists of lists")
        if value.type == REAL:
            value = listed(self.world, [value], span)
        if value.type == REALS and self.key.text in NO_FRACTIONS:
            message = f"'{self.key.text}' can't be used with numbers that are not whole"
            return self.world.hole(codes.TYPE, head(span), message, "round them with floor or ceil")
        if is_list(value.type) or value.type == ANY:
            return value
        return Typed(
            n.ListOf(items=(value.expr,), of=self.world.plain(value.type), span=span),
            list_of(value.type),
        )

    def neighbours(self, indices: range, want: str | None = None) -> list[Typed]:
        """Operands of one type: the literals among them take the type of the others, or the type
        that is wanted outside if there are only literals."""
        found: dict[int, Typed] = {}
        kind = ANY
        for index in sorted(indices, key=lambda i: flexible(self.operands[i])):
            weak = flexible(self.operands[index]) > 0
            value = self.operand(index, want if kind == ANY else kind)
            both = self.world.join(kind, value.type, weak=weak)
            if {kind, value.type} == {"int", REAL}:
                both = REAL
            if {self.world.known(kind), self.world.known(value.type)} == {"seat", "[seat]"}:
                found = {i: self._one_seat(each, i) for i, each in found.items()}
                value, both = self._one_seat(value, index), "seat"
            if both is None:
                one, other = self.world.contrast(kind, value.type)
                message = f"{one} and {other} don't go together"
                self.world.error(codes.TYPE, head(self.operands[index].span), message)
                value = Typed(n.Hole(span=self.operands[index].span), ANY)
            kind = both or kind
            found[index] = value
        if kind == REAL:
            return [as_real(found[i]) for i in indices]
        return [Typed(found[i].expr, kind, found[i].zones) for i in indices]

    def _one_seat(self, value: Typed, index: int) -> Typed:
        return one_seat(self.world, value, head(self.operands[index].span))

    def result(self, expr: n.Expr, type: str, zones: frozenset[str] = frozenset()) -> Typed:
        """The value of this use."""
        return Typed(expr, type, zones)


def empty_list(want: str | None, span: Span) -> Typed:
    """A list of nothing, of the type that its neighbours want."""
    kind = item_type(want) if want and is_list(want) else (want or ANY)
    if kind == ANY or kind.startswith("?"):
        # What it is a list of makes no difference, but the node must say something.
        return Typed(n.ListOf(items=(), of="int", span=span), list_of(ANY))
    return Typed(n.ListOf(items=(), of=kind, span=span), list_of(kind))


def flexible(node: Tree) -> int:
    """0 for what has a type of its own, more for literals and what is made of them."""
    if isinstance(node, Scalar):
        return 2
    if not isinstance(node, Mapping) or not node.entries:
        return 0
    return {"value": 2, "list": 1, "if": 1}.get(node.entries[0][0].text, 0)
