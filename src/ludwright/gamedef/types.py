"""The type check of a whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import codes
from . import nodes as n
from .claims import CLAIMS
from .expression_types import EXPRESSIONS, OPTIONS, TypeCheck
from .scope import ANY, Problem, Scope, is_list, item_type, list_of, unify
from .walk import children, walk

__all__ = [
    "ANY",
    "Problem",
    "Scope",
    "check",
    "is_list",
    "item_type",
    "list_of",
    "type_of",
    "unify",
]

CONSTANTS = (*OPTIONS, n.Seat, n.TeamNamed, n.Nothing)
"""What the initial value of a variable may be."""

Rule = Callable[[Any, TypeCheck], None]


def type_of(expr: n.Expr, scope: Scope) -> str:
    """The type of an expression; `any` where names are unknown."""
    return TypeCheck(scope, [], reports=False).type_of(expr)


def check(game: n.GameDef) -> list[Problem]:
    """All type errors of a game, in reading order; unknown names are left to `verify`."""
    problems: list[Problem] = []
    scope = Scope.of(game)
    for thing in children(game):
        THINGS[type(thing)](thing, TypeCheck(scope, problems))
    return problems


# ---- statements --------------------------------------------------------------------------------


def _takes(*blocks: str, **operands: str) -> Rule:
    """The rule of a statement whose types are fixed: its operands and the blocks it may run."""

    def rule(node: n.Statement, work: TypeCheck) -> None:
        for name, wanted in operands.items():
            work.want(getattr(node, name), wanted)
        for name in blocks:
            _block(getattr(node, name), work)

    return rule


def _block(block: n.Block, work: TypeCheck) -> None:
    for statement in block:
        STATEMENTS[type(statement)](statement, work)


def _let(node: n.Let, work: TypeCheck) -> None:
    work.bind(node, node.name, work.type_of(node.value))


def _set_variable(node: n.SetVariable, work: TypeCheck) -> None:
    variable = work.scope.variables.get(node.name)
    work.want(node.value, work.scope.known(variable.type) if variable else ANY)
    work.want(node.of, work.scope.owner_type(variable))
    work.want(node.index, "int")


def _set_property(node: n.SetProperty, work: TypeCheck) -> None:
    work.want(node.token, "token")
    known = work.scope.properties.get(node.property)
    work.want(node.value, work.scope.known(known.type) if known else ANY)


def _create(node: n.Create, work: TypeCheck) -> None:
    work.want(node.to, "zone")
    work.bind(node, node.name, "token")


def _grow(node: n.Grow, work: TypeCheck) -> None:
    work.want(node.zone, "zone")
    work.want(node.direction, "int")
    work.bind(node, node.name, "zone")


def _roll(node: n.Roll, work: TypeCheck) -> None:
    work.want(node.low, "int")
    work.want(node.high, "int")
    work.bind(node, node.name, "int")


def _for_each(node: n.ForEach, work: TypeCheck) -> None:
    work.bind(node, node.name, item_type(work.want(node.items, "[any]")))
    _block(node.body, work)


def _together(node: n.Together, work: TypeCheck) -> None:
    work.bind(node, node.name, item_type(work.want(node.seats, "[any]")))
    _block(node.body, work)


def _call(node: n.Call | n.Later, work: TypeCheck) -> None:
    procedure = work.scope.procedures.get(node.procedure)
    wanted = [work.scope.known(p.type) for p in procedure.parameters] if procedure else []
    # A wrong number of arguments is reported by `verify`; their own types are checked nevertheless.
    wanted += [ANY] * (len(node.arguments) - len(wanted))
    for argument, kind in zip(node.arguments, wanted, strict=False):
        work.want(argument, kind)


def _later(node: n.Later, work: TypeCheck) -> None:
    work.want(node.count, "int")
    _call(node, work)


def _decide(node: n.Decide, work: TypeCheck) -> None:
    work.want(node.seat, "seat")
    _actions(node.actions, work)
    for refusal in node.refused:
        for parameter in refusal.parameters:
            _parameter(parameter, work)
        _reasons(refusal.because, work)
        _notations(refusal.notations, work)
    _block(node.otherwise or (), work)


def _take_first(node: n.TakeFirst, work: TypeCheck) -> None:
    _actions(node.actions, work)
    _block(node.otherwise, work)


def _actions(actions: tuple[n.Action, ...], work: TypeCheck) -> None:
    for action in actions:
        for parameter in action.parameters:
            _parameter(parameter, work)
        work.want(action.guard, "bool")
        _reasons(action.because, work)
        # Before the body, because a move is written before it is made.
        _notations(action.notations, work)
        _block(action.body, work)


def _reasons(reasons: tuple[n.Reason, ...], work: TypeCheck) -> None:
    for reason in reasons:
        if reason.test is not None:
            work.want(reason.test, "bool")
        _reasons(reason.parts, work)


def _parameter(node: n.Parameter, work: TypeCheck) -> None:
    if not work.scope.is_type(node.type):
        work.report(codes.NO_TYPE, node, f"'{node.type}' is not a type")
    kind = work.scope.known(node.type)
    work.want(node.items, list_of(kind))
    work.bind(node, node.name, kind)


def _notations(notations: tuple[n.Notation, ...], work: TypeCheck) -> None:
    for notation in notations:
        for part in notation.parts:
            if isinstance(part, n.Expr):
                work.type_of(part)


def _ask(node: n.Ask, work: TypeCheck) -> None:
    work.want(node.seat, "seat")
    work.bind(node, node.name, item_type(work.want(node.items, "[any]")))
    _notations(node.notations, work)


def _pick(node: n.Pick, work: TypeCheck) -> None:
    if not work.scope.is_type(node.of):
        work.report(codes.NO_TYPE, node, f"'{node.of}' is not a type")
    kind = list_of(work.scope.known(node.of))
    work.want(node.seat, "seat")
    if node.sequence:
        work.bind(node, node.name, kind)  # the list may depend on it
    work.want(node.items, kind)
    work.want(node.least, "int")
    work.want(node.most, "int")
    work.bind(node, node.name, kind)


BINDING = tuple(kind for kind, each in CLAIMS.items() if each.binds and not each.scope)
"""What binds a name for the rest of a procedure."""


def _possible(node: n.Possible, work: TypeCheck) -> str:
    for each in (x for statement in node.body for x in walk(statement)):
        if isinstance(each, BINDING) and each.name in work.scope.locals:
            message = f"'{each.name}' is already bound outside this Possible"
            work.report(codes.TWICE, each, message)
    # A copy of the scope, because the names it binds are its own.
    _block(node.body, TypeCheck(work.scope, work.problems))
    return "bool"


# The one expression that contains statements, whose rules are in this module.
EXPRESSIONS[n.Possible] = _possible

STATEMENTS: dict[type[n.Statement], Rule] = {
    n.Let: _let,
    n.SetVariable: _set_variable,
    n.Roll: _roll,
    n.MoveToken: _takes(token="token", to="zone"),
    n.Insert: _takes(token="token", to="zone", above="int"),
    n.MoveTop: _takes(source="zone", to="zone", count="int"),
    n.MoveBlock: _takes(source="zone", to="zone", count="int"),
    n.Shuffle: _takes(zone="zone"),
    n.Turn: _takes(token="token"),
    n.Show: _takes(token="token", seats="[seat]"),
    n.Hide: _takes(token="token", seats="[seat]"),
    n.SetProperty: _set_property,
    n.Create: _create,
    n.Destroy: _takes(token="token"),
    n.Grow: _grow,
    n.Prune: _takes(zone="zone"),
    n.MoveTree: _takes(zone="zone", to="zone", direction="int"),
    n.If: _takes("then", "otherwise", test="bool"),
    n.While: _takes("body", test="bool"),
    n.ForEach: _for_each,
    n.Leave: _takes(),
    n.Call: _call,
    n.Return: _takes(),
    n.Later: _later,
    n.Boundary: _takes(),
    n.Attempt: _takes("body", "otherwise"),
    n.Fail: _takes(),
    n.Mark: _takes(),
    n.EndGame: _takes(winners="[seat]", scores="[int]"),
    n.Decide: _decide,
    n.TakeFirst: _take_first,
    n.Ask: _ask,
    n.Pick: _pick,
    n.Together: _together,
}
"""The rule for each kind of statement."""


# ---- declarations --------------------------------------------------------------------------------


def _untyped(node: n.Node, work: TypeCheck) -> None:
    """Nothing to check."""


def _table(node: n.Table, work: TypeCheck) -> None:
    enum = work.scope.enums.get(node.enum)
    if enum and len(enum.values) != len(node.values):
        message = f"'{node.name}' has {len(node.values)} numbers for the {len(enum.values)} values"
        work.report(codes.VALUES, node, f"{message} of '{enum.name}'")


def _property(node: n.Property, work: TypeCheck) -> None:
    if node.type not in ("int", "bool", *work.scope.enums):
        work.report(codes.NO_TYPE, node, f"a property cannot be of type '{node.type}'")
    if node.open and node.changing:
        work.report(
            codes.FIXED, node, f"'{node.name}' shows on the backs of tokens, so it cannot change"
        )


def _supply(node: n.Supply, work: TypeCheck) -> None:
    properties = list(work.scope.properties.values())
    for token in node.tokens:
        if len(token.values) != len(properties):
            message = (
                f"'{token.name}' has {len(token.values)} values for {len(properties)} properties"
            )
            work.report(codes.VALUES, token, message)
            continue
        for value, property in zip(token.values, properties, strict=True):
            if not _has_type(value, property.type, work.scope):
                message = (
                    f"{property.name} of '{token.name}' must be {property.type}, found {value!r}"
                )
                work.report(codes.TYPE, token, message)


def _trait(node: n.Trait, work: TypeCheck) -> None:
    if node.type not in ("int", "bool", *work.scope.enums):
        work.report(codes.NO_TYPE, node, f"a trait cannot be of type '{node.type}'")
    for each in node.values:
        if not _has_type(each.value, node.type, work.scope):
            message = f"{node.name} of '{each.zone}' must be {node.type}, found {each.value!r}"
            work.report(codes.TYPE, each, message)


def _has_type(value: int | bool | str, kind: str, scope: Scope) -> bool:
    if kind in scope.enums:
        return value in scope.enums[kind].values
    wanted = {"int": int, "bool": bool}.get(kind)
    # Not isinstance: in Python True is an int. An unknown type has been reported.
    return wanted is None or type(value) is wanted


def _variable(node: n.VariableDef, work: TypeCheck) -> None:
    kind = work.scope.known(node.type)
    # The room of a variable is fixed, so it cannot be a list.
    if kind == ANY or is_list(kind):
        work.report(codes.NO_TYPE, node, f"a variable cannot be of type '{node.type}'")
    work.want(node.initial, kind)
    if not isinstance(node.initial, (*CONSTANTS, n.Hole)):
        work.report(codes.CONSTANT, node.initial, f"'{node.name}' must start with a constant")


def _option(node: n.Option, work: TypeCheck) -> None:
    # The default fixes the type of an option; there is no other declaration of it.
    kind = work.type_of(node.default)
    for value in (node.default, *node.allowed):
        if not isinstance(value, (*OPTIONS, n.Hole)):
            message = f"the option '{node.name}' must be a number, a truth or a symbol"
            work.report(codes.CONSTANT, value, message)
    for value in node.allowed:
        work.want(value, kind)
    if node.allowed and node.default not in node.allowed:
        work.report(
            codes.CONSTANT,
            node.default,
            f"the default of '{node.name}' is not among the allowed values",
        )


def _procedure(node: n.Procedure, work: TypeCheck) -> None:
    for parameter in node.parameters:
        _parameter(parameter, work)
    _block(node.body, work)


def _listener(node: n.Listener, work: TypeCheck) -> None:
    for name, kind in ((node.token, "token"), (node.source, "zone"), (node.target, "zone")):
        work.bind(node, name, kind)
    work.want(node.test, "bool")
    _block(node.body, work)


THINGS: dict[type[n.Node], Rule] = {
    n.Enum: _untyped,
    n.Table: _table,
    n.Property: _property,
    n.Supply: _supply,
    n.Zone: _untyped,
    n.Trait: _trait,
    n.Link: _untyped,
    n.Spot: _untyped,
    n.Look: _untyped,
    n.Team: _untyped,
    n.VariableDef: _variable,
    n.Option: _option,
    n.Procedure: _procedure,
    n.Listener: _listener,
}
"""The rule for each kind of declaration."""
