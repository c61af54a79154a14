"""The context of an operator: its operands as values, lists and neighbours of one type."""

from __future__ import annotations

from dataclasses import dataclass

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ...yaml.read import Mapping, Scalar, Tree, head
from .. import codes
from .can_perform import Lower
from .fractions import REAL, REALS, as_real, is_real, listed, whole
from .functions import cards_of, one_seat
from .symbols import Environment, Symbols, Typed

NO_FRACTIONS = frozenset(("distinct", "concat", "group_by"))
"""Operators whose items must be storable in a list; fractions are computed where they are read."""


@dataclass(frozen=True, slots=True)
class OperatorContext:
    """An operator being lowered: the symbol table, the environment, its operands, and how to lower
    them."""

    symbols: Symbols
    env: Environment
    key: Scalar
    operands: tuple[Tree, ...]
    want: str | None
    lower: Lower
    alias: Scalar | None = None

    @property
    def span(self) -> Span:
        """The location of the operator's word."""
        return self.key.span

    def operand(self, index: int, want: str | None = None) -> Typed:
        """One operand, of any type."""
        return self.lower(self.symbols, self.env, self.operands[index], want)

    def inside(self, index: int, item: Typed) -> Typed:
        """One operand that is evaluated for each item of a list."""
        env = self.env.item(item)
        if self.alias is not None:
            # `as` adds a name that nested tests do not rebind, unlike `$.item`.
            env = env.with_alias(self.alias.text, item, self.alias.span)
        return self.lower(self.symbols, env, self.operands[index], None)

    def fit(self, value: Typed, want: str, index: int) -> n.Expr:
        """A value that must have a type; a mismatch is reported at an operand."""
        if is_real(value) and want in ("int", "[int]"):
            return whole(value, head(self.operands[index].span))
        if want == "seat" and self.symbols.known(value.type) == "[seat]":
            return one_seat(self.symbols, value, head(self.operands[index].span)).expr
        if self.symbols.join(value.type, want) is None:
            self.clash(want, value, self.operands[index].span)
            return n.Hole(span=self.operands[index].span)
        return value.expr

    def number(self, index: int) -> Typed:
        """One operand that must be a number, an integer or a fraction."""
        value = self.operand(index, "int")
        if self.symbols.known(value.type) == REAL:
            return value
        return Typed(self.fit(value, "int", index), "int")

    def clash(self, want: str, value: Typed, span: Span) -> None:
        """Report a value of the wrong type."""
        describe = self.symbols.describe
        if want == "int" and self.symbols.known(value.type) in self.symbols.enums:
            message = f"expected a number, found {describe(value.type)}, which has no order"
            self.symbols.error(
                codes.RANKS, head(span), message, "compare ranks by their rank_value"
            )
            return
        needed, given = self.symbols.contrast(want, value.type)
        message = f"expected {needed}, found {given}"
        self.symbols.error(codes.TYPE, head(span), message)

    def wanted(self, index: int, want: str) -> n.Expr:
        """One operand that must have a given type."""
        return self.fit(self.operand(index, want), want, index)

    def listed(self, index: int, want: str | None = None) -> Typed:
        """One operand as a list: a zone denotes its cards, a single value a list of one."""
        return self.as_list(self.operand(index, want), index)

    def as_list(self, value: Typed, index: int) -> Typed:
        """A value where a list is expected."""
        span = self.operands[index].span
        if value.type == "zone":
            return cards_of(self.symbols, value, span)
        if is_list(item_type(value.type)):
            return self.symbols.not_yet(head(span), "lists of lists")
        if value.type == REAL:
            value = listed(self.symbols, [value], span)
        if value.type == REALS and self.key.text in NO_FRACTIONS:
            message = f"'{self.key.text}' does not accept fractions"
            return self.symbols.hole(
                codes.TYPE, head(span), message, "round them with floor or ceil"
            )
        if is_list(value.type) or value.type == ANY:
            return value
        return Typed(
            n.ListOf(items=(value.expr,), of=self.symbols.plain(value.type), span=span),
            list_of(value.type),
        )

    def neighbours(self, indices: range, want: str | None = None) -> list[Typed]:
        """Operands of one type: literals take the type of the others, or the expected type if there
        are only literals."""
        found: dict[int, Typed] = {}
        kind = ANY
        # Operands with a type of their own first: they determine how literals are read.
        for index in sorted(indices, key=lambda i: flexible(self.operands[i])):
            weak = flexible(self.operands[index]) > 0
            value = self.operand(index, want if kind == ANY else kind)
            both = self.symbols.join(kind, value.type, weak=weak)
            if {kind, value.type} == {"int", REAL}:
                both = REAL
            if {self.symbols.known(kind), self.symbols.known(value.type)} == {"seat", "[seat]"}:
                # `[opponent]` is a list if more than two play; next to a player it must be one.
                found = {i: self._one_seat(each, i) for i, each in found.items()}
                value, both = self._one_seat(value, index), "seat"
            if both is None:
                one, other = self.symbols.contrast(kind, value.type)
                message = f"mismatched types: {one} and {other}"
                self.symbols.error(codes.TYPE, head(self.operands[index].span), message)
                value = Typed(n.Hole(span=self.operands[index].span), ANY)
            kind = both or kind
            found[index] = value
        if kind == REAL:
            return [as_real(found[i]) for i in indices]
        return [Typed(found[i].expr, kind, found[i].zones) for i in indices]

    def _one_seat(self, value: Typed, index: int) -> Typed:
        return one_seat(self.symbols, value, head(self.operands[index].span))

    def result(self, expr: n.Expr, type: str, zones: frozenset[str] = frozenset()) -> Typed:
        """The value of the operator."""
        return Typed(expr, type, zones)


def empty_list(want: str | None, span: Span) -> Typed:
    """An empty list of the type that its neighbours expect."""
    kind = item_type(want) if want and is_list(want) else (want or ANY)
    if kind == ANY or kind.startswith("?"):
        # The item type of an empty list does not matter, but the node requires one.
        return Typed(n.ListOf(items=(), of="int", span=span), list_of(ANY))
    return Typed(n.ListOf(items=(), of=kind, span=span), list_of(kind))


def flexible(node: Tree) -> int:
    """How much a node adapts to its neighbours: 0 with a type of its own, more for literals."""
    if isinstance(node, Scalar):
        return 2
    if not isinstance(node, Mapping) or not node.entries:
        return 0
    return {"value": 2, "list": 1, "if": 1}.get(node.entries[0][0].text, 0)
