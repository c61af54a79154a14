"""Operands and expressions: literals, paths, refs, and one operator with its operands."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ....diagnostics import Report, Span, closest, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from .. import codes
from ..read.definitions import Used
from ..read.shapes import head, is_text
from .aliases import AS, alias, misplaced
from .definition_uses import BY_TYPE, used
from .fractions import REAL, as_real, constant, is_real, listed, whole
from .functions import one_seat
from .names import is_stored
from .operator_context import Use, empty_list, flexible
from .operators import OPERATORS, Operator
from .selectors import reference_field, resolve, seat_named
from .symbols import EXPRESSION_LIMIT, TEXT_TYPE, Environment, Symbols, Typed
from .teams import team_named

__all__ = [
    "expression",
    "fitted",
    "flexible",
    "literal",
    "number",
    "spelled_out",
    "test",
    "wanted",
]


def expression(world: Symbols, scope: Environment, node: Tree, want: str | None = None) -> Typed:
    """The typed expression of an operand; `want` is the type of its neighbours, if known."""
    world.expressions += 1
    if world.expressions > EXPRESSION_LIMIT:
        return _too_large(world, node.span)
    if isinstance(node, Used):
        return used(world, scope, node, want)
    if isinstance(node, Scalar) and type(node.value) in (int, float, bool):
        return literal(world, node, want)
    if not isinstance(node, Mapping):
        return _no_operand(world, scope, node)
    found = [(key, value) for key, value in node.entries if not key.text.startswith("\0")]
    entries = [(key, value) for key, value in found if key.text != AS]
    if len(entries) != 1:
        message = "an operand has exactly one key: value, path, ref, use or an operator"
        return world.hole(codes.SHAPE, head(node.span), message)
    key, value = entries[0]
    name = node.get(AS)
    leaf = LEAVES.get(key.text)
    if leaf is None:
        return _operator(world, scope, key, value, want, name)
    if name is not None:
        misplaced(world, name.span, key.text)
    return leaf(world, scope, value, want)


def _too_large(world: Symbols, span: Span) -> Typed:
    if world.expressions == EXPRESSION_LIMIT + 1:
        world.error(codes.COMPLEX, span, "the expressions of this game unfold to too many parts")
    return Typed(n.Hole(span=span), ANY)


def _no_operand(world: Symbols, scope: Environment, node: Tree) -> Typed:
    text = node.text if isinstance(node, Scalar) else ""
    hint = "write value, path, ref or an operator"
    if text:
        hint = spelled_out(world, scope, text) or f"write {{value: {text}}}"
    return world.hole(codes.SHAPE, head(node.span), "this is not an operand", hint)


def spelled_out(world: Symbols, scope: Environment, text: str) -> str:
    """How a bare word that names something is written as an operand; "" if it names nothing."""
    if text.startswith("$"):
        return f'write {{path: "{text}"}}'
    if text in scope.bound or is_stored(scope, text):
        return f"write {{ref: {text}}}"
    if text in world.variables or text in world.options:
        return f"write {{path: $.{text}}}"
    if text in world.zones:
        return f'write {{path: "$.zones.{text}"}}'
    return ""


def _operator(
    world: Symbols,
    scope: Environment,
    key: Scalar,
    value: Tree,
    want: str | None,
    name: Tree | None,
) -> Typed:
    operator = OPERATORS.get(key.text)
    if operator is None:
        known = [*OPERATORS, *LEAVES]
        message = f"there is no operator '{key.text}'"
        hole = world.hole(codes.OPERATOR, key.span, message, did_you_mean(key.text, known))
        meant = next((each for each in closest(key.text, known) if each in OPERATORS), None)
        if meant and isinstance(value, Sequence) and _takes(OPERATORS[meant], value):
            _look_into(world, scope, replace(key, text=meant), value, name)
        return hole
    return _apply(world, scope, key, operator, value, want, name)


def _look_into(
    world: Symbols, scope: Environment, key: Scalar, value: Tree, name: Tree | None
) -> None:
    """Find what else is wrong in an operator that is only guessed: not its types."""
    outer, world.report = world.report, Report()
    _apply(world, scope, key, OPERATORS[key.text], value, None, name)
    inner, world.report = world.report, outer
    outer.items.extend(found for found in inner.items if found.code not in BY_TYPE)


def _apply(
    world: Symbols,
    scope: Environment,
    key: Scalar,
    operator: Operator,
    value: Tree,
    want: str | None,
    name: Tree | None,
) -> Typed:
    if not isinstance(value, Sequence):
        message = f"the operands of '{key.text}' must be a list"
        return world.hole(codes.SHAPE, head(value.span), message)
    if not _takes(operator, value):
        many = operator.least if operator.least == operator.most else f"at least {operator.least}"
        message = f"'{key.text}' takes {many} operands, not {len(value.items)}"
        return world.hole(codes.OPERANDS, key.span, message)
    called = alias(world, scope, key, len(value.items), name) if name is not None else None
    return operator.lower(Use(world, scope, key, value.items, want, expression, called))


def _takes(operator: Operator, operands: Sequence) -> bool:
    return operator.least <= len(operands.items) <= operator.most


# ---- leaves ------------------------------------------------------------------------------------


def _value(world: Symbols, scope: Environment, node: Tree, want: str | None) -> Typed:
    return literal(world, node, want)


def _path(world: Symbols, scope: Environment, node: Tree, want: str | None) -> Typed:
    if not isinstance(node, Scalar) or not isinstance(node.value, str):
        return world.hole(codes.SHAPE, head(node.span), "'path' must be a text")
    return resolve(world, scope, node)


def _ref(world: Symbols, scope: Environment, node: Tree, want: str | None) -> Typed:
    if not isinstance(node, Scalar) or not node.text:
        return world.hole(codes.SHAPE, head(node.span), "'ref' must be a name")
    return reference_field(world, scope, node)


def _use(world: Symbols, scope: Environment, node: Tree, want: str | None) -> Typed:
    """A use that could not be replaced."""
    if not isinstance(node, Scalar) or not is_text(node):
        return world.hole(codes.SHAPE, head(node.span), "'use' must be the name of a definition")
    if node.text in world.defined:  # something stands beside it, which is reported
        return Typed(n.Hole(span=node.span), ANY)
    return world.unknown(node.span, "definition", node.text, world.defined)


LEAVES = {"value": _value, "path": _path, "ref": _ref, "use": _use}
"""The operands that are no operator."""


def literal(world: Symbols, node: Tree, want: str | None = None) -> Typed:
    """A literal, read as the type of its neighbours."""
    want = None if want is None else world.known(want)
    if isinstance(node, Sequence):
        return _list(world, node, want)
    if isinstance(node, Mapping):
        return world.hole(
            codes.SHAPE, head(node.span), "a literal is a number, text or truth value"
        )
    if want and is_list(want):
        want = item_type(want)
    if node.value is None:
        return _nothing(world, node, want)
    if isinstance(node.value, float) and (want in (None, ANY, "int", REAL) or want[:1] == "?"):
        return _fraction(world, node)
    if want and not want.startswith("?") and want != ANY:
        return _as(world, node, want)
    return _alone(world, node)


def _list(world: Symbols, node: Sequence, want: str | None) -> Typed:
    if not node.items:
        return empty_list(want, node.span)
    kind = item_type(want) if want and is_list(want) else (want or ANY)
    items = []
    for item in node.items:
        one = literal(world, item, kind)
        both = world.join(kind, one.type, weak=True)
        if {kind, one.type} == {"int", REAL}:
            both = REAL
        if both is None:
            first, other = world.contrast(kind, one.type)
            message = f"the items of a list have one type: {first}, not {other}"
            world.error(codes.TYPE, item.span, message)
        kind = both or kind
        items.append(one)
    if kind == REAL:
        return listed(world, items, node.span)
    literals = tuple(one.expr for one in items)
    return Typed(n.ListOf(items=literals, of=kind, span=node.span), list_of(kind))


def _nothing(world: Symbols, node: Scalar, want: str | None) -> Typed:
    if want and world.nullable(want):
        return Typed(n.Nothing(type=want, span=node.span), want)
    if want is None or want.startswith("?") or want == ANY:
        return Typed(n.Hole(span=node.span), want or ANY)
    return world.hole(codes.LITERAL, node.span, f"{world.say(want)} can't be nothing")


def _alone(world: Symbols, node: Scalar) -> Typed:
    if isinstance(node.value, bool):
        return Typed(n.Truth(value=node.value, span=node.span), "bool")
    if isinstance(node.value, int):
        return number(world, node.value, node.span)
    world.texts.setdefault(node.text)
    return Typed(n.Symbol(enum=TEXT_TYPE, value=node.text, span=node.span), TEXT_TYPE)


def number(world: Symbols, value: int, span: Span) -> Typed:
    """A whole number, which must fit in 32 bits."""
    if not -(2**31) <= value < 2**31:
        return world.hole(codes.NUMBER, span, f"{value} does not fit in 32 bits")
    return Typed(n.Number(value=value, span=span), "int")


def _fraction(world: Symbols, node: Scalar) -> Typed:
    """A number with a decimal point, exactly as it is written."""
    if node.value in (float("inf"), float("-inf")) or node.value != node.value:
        return world.hole(codes.NUMBER, node.span, "this is not a number that can be used")
    value = Fraction(node.text)
    largest = max(abs(value.numerator), value.denominator)
    if largest >= 2**31:
        return world.hole(codes.NUMBER, node.span, f"{node.text} has too many digits")
    return constant(value, node.span)


def _as(world: Symbols, node: Scalar, want: str) -> Typed:
    """A literal next to something of a known type."""
    if want == TEXT_TYPE or want in ("int", "bool"):
        return _alone(world, node)
    if want == "seat" and isinstance(node.value, str):
        return seat_named(world, node.text, node.span)
    if want == "team" and isinstance(node.value, str):
        return team_named(world, node.text, node.span)
    if want not in world.enums or isinstance(node.value, bool):
        return _alone(world, node)
    values = world.enums[want]
    if node.text not in values:
        hint = did_you_mean(node.text, values) or "one of: " + ", ".join(values[:20])
        message = f"'{node.text}' is not a {want}"
        return world.hole(codes.LITERAL, node.span, message, hint)
    return Typed(n.Symbol(enum=want, value=node.text, span=node.span), want)


# ---- with a type -------------------------------------------------------------------------------


def fitted(world: Symbols, value: Typed, want: str, span: Span, *, weak: bool = False) -> Typed:
    """A value where a type is needed; complains and leaves a hole if it does not fit."""
    if is_real(value) and want in ("int", "[int]"):
        return Typed(whole(value, span), want)
    if want == REAL and value.type == "int":
        return as_real(value)
    if want == "seat" and world.known(value.type) == "[seat]":
        return one_seat(world, value, head(span))
    both = world.join(value.type, want, weak=weak)
    if both is None:
        needed, given = world.contrast(want, value.type)
        message = f"{needed} is needed here, but this is {given}"
        return world.hole(codes.TYPE, head(span), message)
    return Typed(value.expr, both, value.zones)


def wanted(world: Symbols, scope: Environment, node: Tree, want: str) -> Typed:
    """An operand that must have a type."""
    return fitted(world, expression(world, scope, node, want), want, node.span)


def test(world: Symbols, scope: Environment, node: Tree) -> n.Expr:
    """A condition."""
    return wanted(world, scope, node, "bool").expr
