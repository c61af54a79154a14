"""The type of every kind of expression: one rule each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ..diagnostics import Code, did_you_mean
from . import codes
from . import nodes as n
from .scope import ANY, Problem, Scope, is_list, item_type, list_of, unify
from .walk import BINDERS

OPTIONS = (n.Number, n.Truth, n.Symbol)
"""What an option may be."""


@dataclass(slots=True)
class TypeCheck:
    """The state of a type check: the names known so far and the problems found."""

    scope: Scope
    problems: list[Problem]
    reports: bool = True

    def type_of(self, expr: n.Expr) -> str:
        """The type of an expression."""
        return EXPRESSIONS[type(expr)](expr, self)

    def report(self, code: Code, node: n.Node, message: str, help: str = "") -> None:
        """Add a problem."""
        self.problems.append(Problem(code, node, message, help))

    def want(self, expr: n.Expr | None, wanted: str) -> str:
        """The type of an expression; report it if it is not the one wanted."""
        got = ANY if expr is None else self.type_of(expr)
        if expr is not None and unify(got, wanted) is None:
            self.report(codes.TYPE, expr, f"expected {wanted}, found {got}")
        return got

    def plain(self, node: n.Node, kind: str) -> None:
        """Report lists where values are compared."""
        if is_list(kind):
            self.report(codes.TYPE, node, f"cannot compare lists such as {kind}")

    def inside(self, node: n.Expr, kind: str, wanted: str) -> str:
        """The type of the part of an expression in which its names are visible."""
        # Names bound by an expression end with it, so the outer scope is not changed.
        names, body = BINDERS[type(node)]
        inner = self.scope
        for name in names:
            inner = inner.bind(getattr(node, name), kind)
        return TypeCheck(inner, self.problems, self.reports).want(getattr(node, body), wanted)

    def bind(self, node: n.Node, name: str, kind: str) -> None:
        """Bind a name for the rest of the procedure."""
        old = self.scope.locals.get(name, ANY)
        both = unify(old, kind)
        if both is None:
            self.report(
                codes.TWO_TYPES, node, f"'{name}' has type {kind} here, but type {old} above"
            )
        # After a conflict the first type stays, so that uses below are judged by one type.
        self.scope = self.scope.bind(name, both or old)


Rule = Callable[[Any, TypeCheck], str]


def _gives(result: str, **operands: str) -> Rule:
    """The rule of an expression whose types are fixed; operands may be left out of it."""

    def rule(node: n.Expr, work: TypeCheck) -> str:
        for name, wanted in operands.items():
            work.want(getattr(node, name), wanted)
        return result

    return rule


def _symbol(node: n.Symbol, work: TypeCheck) -> str:
    return work.scope.known(node.enum)


def _nothing(node: n.Nothing, work: TypeCheck) -> str:
    if node.type not in ("token", "zone", "seat", "team", *work.scope.enums):
        work.report(codes.NO_TYPE, node, f"a value of type '{node.type}' cannot be nothing")
        return ANY
    return node.type


def _local(node: n.Local, work: TypeCheck) -> str:
    known = work.scope.locals
    if work.reports and node.name not in known:
        hint = did_you_mean(node.name, known)
        work.report(codes.UNBOUND, node, f"'{node.name}' has no value here", hint)
    return known.get(node.name, ANY)


def _variable(node: n.Variable | n.SetVariable, work: TypeCheck) -> str:
    work.want(node.index, "int")
    variable = work.scope.variables.get(node.name)
    work.want(node.of, work.scope.owner_type(variable))
    return work.scope.known(variable.type) if variable else ANY


def _option(node: n.OptionValue, work: TypeCheck) -> str:
    option = work.scope.options.get(node.name)
    # Nothing but constants, so that no default can lead back to its own option.
    return work.type_of(option.default) if option and isinstance(option.default, OPTIONS) else ANY


def _lookup(node: n.Lookup, work: TypeCheck) -> str:
    table = work.scope.tables.get(node.table)
    work.want(node.key, work.scope.known(table.enum) if table else ANY)
    return "int"


def _zone_at(node: n.ZoneAt, work: TypeCheck) -> str:
    work.want(node.owner, work.scope.owner_type(work.scope.zones.get(node.name)))
    work.want(node.index, "int")
    return "zone"


def _property(node: n.PropertyOf, work: TypeCheck) -> str:
    work.want(node.token, "token")
    known = work.scope.properties.get(node.property)
    return work.scope.known(known.type) if known else ANY


def _trait(node: n.TraitOf, work: TypeCheck) -> str:
    work.want(node.zone, "zone")
    known = work.scope.traits.get(node.trait)
    return work.scope.known(known.type) if known else ANY


def _run_length(node: n.RunLength, work: TypeCheck) -> str:
    work.want(node.zone, "zone")
    work.inside(node, "token", "bool")
    return "int"


def _connected(node: n.Connected, work: TypeCheck) -> str:
    work.want(node.zone, "zone")
    work.inside(node, "zone", "bool")
    work.want(node.within, "int")
    return "[zone]"


def _equal(node: n.Equal, work: TypeCheck) -> str:
    left, right = work.type_of(node.left), work.type_of(node.right)
    both = unify(left, right)
    if both is None:
        work.report(codes.TYPE, node, f"values of types {left} and {right} are never equal")
    work.plain(node, both or ANY)
    return "bool"


def _logic(node: n.And | n.Or, work: TypeCheck) -> str:
    for item in node.items:
        work.want(item, "bool")
    return "bool"


def _exists(node: n.Exists, work: TypeCheck) -> str:
    got = work.type_of(node.item)
    if got in ("int", "bool") or is_list(got):
        work.report(codes.TYPE, node.item, f"a value of type {got} is never nothing")
    return "bool"


def _conditional(node: n.Conditional, work: TypeCheck) -> str:
    work.want(node.test, "bool")
    then = work.type_of(node.then)
    return unify(then, work.want(node.otherwise, then)) or then


def _list(node: n.ListOf, work: TypeCheck) -> str:
    if not work.scope.is_type(node.of):
        work.report(codes.NO_TYPE, node, f"'{node.of}' is not a type")
    elif not node.items and node.of == ANY:
        work.report(
            codes.EMPTY,
            node,
            "cannot infer the type of an empty list; give the type of its items in 'of'",
        )

    def joined(kind: str, item: n.Expr) -> str:
        return unify(kind, work.want(item, kind)) or kind

    # The declared type is narrowed item by item: of `any`, the first typed item decides.
    return list_of(reduce(joined, node.items, work.scope.known(node.of)))


def _items(node: Any, work: TypeCheck) -> str:
    """The type of the items of an expression's list."""
    return item_type(work.want(node.items, "[any]"))


def _same_list(node: n.Distinct, work: TypeCheck) -> str:
    item = _items(node, work)
    work.plain(node, item)
    return list_of(item)


def _join(node: n.Join, work: TypeCheck) -> str:
    if not node.lists:
        work.report(codes.EMPTY, node, "a Join needs at least one list")

    def joined(kind: str, items: n.Expr) -> str:
        return unify(kind, work.want(items, kind)) or kind

    return reduce(joined, node.lists, "[any]")


def _sorted(node: n.Sorted, work: TypeCheck) -> str:
    item = _items(node, work)
    work.inside(node, item, "int")
    return list_of(item)


def _filter(node: n.Filter, work: TypeCheck) -> str:
    item = _items(node, work)
    work.inside(node, item, "bool")
    return list_of(item)


def _each(node: n.Each, work: TypeCheck) -> str:
    return list_of(work.inside(node, _items(node, work), ANY))


def _quantified(node: n.AnyOf | n.AllOf, work: TypeCheck) -> str:
    work.inside(node, _items(node, work), "bool")
    return "bool"


def _item(node: n.Item, work: TypeCheck) -> str:
    item = _items(node, work)
    work.want(node.index, "int")
    return item


def _contains(node: n.Contains, work: TypeCheck) -> str:
    item = _items(node, work)
    work.want(node.value, item)
    work.plain(node, item)
    return "bool"


def _subsets(node: n.Subsets, work: TypeCheck) -> str:
    item = _items(node, work)
    work.want(node.least, "int")
    work.want(node.most, "int")
    work.inside(node, list_of(item), "bool")
    return "[int]"


def _selected(node: n.Selected, work: TypeCheck) -> str:
    item = _items(node, work)
    work.want(node.selection, "int")
    return list_of(item)


def _best_partition(node: n.BestPartition, work: TypeCheck) -> str:
    item = _items(node, work)
    work.want(node.groups, "[int]")
    work.inside(node, item, "int")
    return "[int]"


_ARITHMETIC = _gives("int", left="int", right="int")
_COMPARISON = _gives("bool", left="int", right="int")
_OF_NUMBERS = _gives("int", items="[int]")

# Possible contains statements: `types.py` adds its rule, which would be a circular import here.
EXPRESSIONS: dict[type[n.Expr], Rule] = {
    n.Hole: _gives(ANY),
    n.Number: _gives("int"),
    n.Truth: _gives("bool"),
    n.Symbol: _symbol,
    n.Seat: _gives("seat"),
    n.TeamNamed: _gives("team"),
    n.Nothing: _nothing,
    n.Local: _local,
    n.Variable: _variable,
    n.OptionValue: _option,
    n.Lookup: _lookup,
    n.ZoneAt: _zone_at,
    n.ZonesNamed: _gives("[zone]"),
    n.Seats: _gives("[seat]"),
    n.SeatAfter: _gives("seat", seat="seat", steps="int"),
    n.NumberOf: _gives("int", seat="seat"),
    n.Teams: _gives("[team]"),
    n.TeamOf: _gives("team", seat="seat"),
    n.SeatsOf: _gives("[seat]", team="team"),
    n.OwnerOf: _gives("seat", zone="zone"),
    n.IndexOf: _gives("int", zone="zone"),
    n.TraitOf: _trait,
    n.TokensIn: _gives("[token]", zone="zone"),
    n.SizeOf: _gives("int", zone="zone"),
    n.TopOf: _gives("token", zone="zone"),
    n.BottomOf: _gives("token", zone="zone"),
    n.TokenAt: _gives("token", zone="zone", position="int"),
    n.ZoneOf: _gives("zone", token="token"),
    n.Neighbours: _gives("[zone]", zone="zone"),
    n.Connected: _connected,
    n.ChildAt: _gives("zone", zone="zone", direction="int"),
    n.ParentOf: _gives("zone", zone="zone"),
    n.DirectionOf: _gives("int", zone="zone"),
    n.RootOf: _gives("zone", zone="zone"),
    n.TreeOf: _gives("[zone]", zone="zone"),
    n.DeepestOf: _gives("zone", zone="zone"),
    n.PropertyOf: _property,
    n.IsFaceUp: _gives("bool", token="token"),
    n.RunLength: _run_length,
    n.Add: _ARITHMETIC,
    n.Subtract: _ARITHMETIC,
    n.Multiply: _ARITHMETIC,
    n.Divide: _ARITHMETIC,
    n.Modulo: _ARITHMETIC,
    n.Equal: _equal,
    n.Less: _COMPARISON,
    n.AtMost: _COMPARISON,
    n.And: _logic,
    n.Or: _logic,
    n.Not: _gives("bool", item="bool"),
    n.Exists: _exists,
    n.Conditional: _conditional,
    n.ListOf: _list,
    n.Range: _gives("[int]", low="int", high="int"),
    n.Filter: _filter,
    n.Each: _each,
    n.Distinct: _same_list,
    n.Join: _join,
    n.Sorted: _sorted,
    n.Reversed: lambda node, work: list_of(_items(node, work)),
    n.Length: _gives("int", items="[any]"),
    n.Item: _item,
    n.Contains: _contains,
    n.Sum: _OF_NUMBERS,
    n.Largest: _OF_NUMBERS,
    n.Smallest: _OF_NUMBERS,
    n.AnyOf: _quantified,
    n.AllOf: _quantified,
    n.Subsets: _subsets,
    n.Selected: _selected,
    n.BestPartition: _best_partition,
}
"""The rule for the type of each kind of expression."""
