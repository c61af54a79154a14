"""Operands and expressions: literals, paths, refs, and one operator with its operands."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ....diagnostics import Report, Span, closest, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ...names import refers
from ...yaml.read import Mapping, Scalar, Sequence, Tree, head
from .. import codes
from ..read.definitions import Used
from ..read.shapes import is_text
from .aliases import AS, alias, misplaced
from .definition_uses import BY_TYPE, used
from .fractions import REAL, as_real, constant, is_real, listed, whole
from .functions import one_seat
from .names import is_stored
from .operator_context import OperatorContext, empty_list, flexible
from .operators import OPERATORS, SIGNS, Operator
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


def expression(symbols: Symbols, env: Environment, node: Tree, want: str | None = None) -> Typed:
    """The typed expression of an operand; `want` is the type that its context expects, if known."""
    symbols.expressions += 1
    # Computed variables are expanded where they are read: nested ones grow exponentially.
    if symbols.expressions > EXPRESSION_LIMIT:
        return _too_large(symbols, node.span)
    if isinstance(node, Used):
        return used(symbols, env, node, want)
    if isinstance(node, Scalar) and type(node.value) in (int, float, bool):
        return literal(symbols, node, want)
    if not isinstance(node, Mapping):
        return _no_operand(symbols, env, node)
    # Duplicates and keys that are not scalars have been reported by the YAML reader.
    found = [(key, value) for key, value in node.entries if not key.text.startswith("\0")]
    entries = [(key, value) for key, value in found if key.text != AS]
    if len(entries) != 1:
        message = "an operand has exactly one key: value, path, ref, use or an operator"
        return symbols.hole(codes.SHAPE, head(node.span), message)
    key, value = entries[0]
    name = node.get(AS)
    leaf = LEAVES.get(key.text)
    if leaf is None:
        return _operator(symbols, env, key, value, want, name)
    if name is not None:
        misplaced(symbols, name.span, key.text)
    return leaf(symbols, env, value, want)


def _too_large(symbols: Symbols, span: Span) -> Typed:
    if symbols.expressions == EXPRESSION_LIMIT + 1:
        symbols.error(codes.COMPLEX, span, "the expressions of this game expand to too many nodes")
    return Typed(n.Hole(span=span), ANY)


def _no_operand(symbols: Symbols, env: Environment, node: Tree) -> Typed:
    text = node.text if isinstance(node, Scalar) else ""
    hint = "write value, path, ref or an operator"
    if text:
        hint = spelled_out(symbols, env, text) or f"write {{value: {text}}}"
    return symbols.hole(codes.SHAPE, head(node.span), "expected an operand", hint)


def spelled_out(symbols: Symbols, env: Environment, text: str) -> str:
    """How a bare word would be written as an operand; empty if it names nothing."""
    if text.startswith("$"):
        return f'write {{path: "{text}"}}'
    if text in env.bound or is_stored(env, text):
        return f"write {{ref: {text}}}"
    if text in symbols.variables or text in symbols.options:
        return f"write {{path: $.{text}}}"
    if text in symbols.zones:
        return f'write {{path: "$.zones.{text}"}}'
    return ""


def _operator(
    symbols: Symbols,
    env: Environment,
    key: Scalar,
    value: Tree,
    want: str | None,
    name: Tree | None,
) -> Typed:
    operator = OPERATORS.get(key.text)
    if operator is None:
        known = [*OPERATORS, *LEAVES]
        message = f"unknown operator '{key.text}'"
        sign = SIGNS.get(key.text)
        help = f"write {sign}" if sign else did_you_mean(key.text, known)
        hole = symbols.hole(codes.OPERATOR, key.span, message, help)
        # Only if the operands fit it: a wrong guess would report errors that are not there.
        near = closest(key.text, known)
        meant = sign or next((each for each in near if each in OPERATORS), None)
        if meant and isinstance(value, Sequence) and _takes(OPERATORS[meant], value):
            _look_into(symbols, env, replace(key, text=meant), value, name)
        return hole
    return _apply(symbols, env, key, operator, value, want, name)


def _look_into(
    symbols: Symbols, env: Environment, key: Scalar, value: Tree, name: Tree | None
) -> None:
    """Report errors in the operands of a misspelt operator, except for types, which are a guess."""
    outer, symbols.report = symbols.report, Report()
    _apply(symbols, env, key, OPERATORS[key.text], value, None, name)
    inner, symbols.report = symbols.report, outer
    outer.items.extend(found for found in inner.items if found.code not in BY_TYPE)


def _apply(
    symbols: Symbols,
    env: Environment,
    key: Scalar,
    operator: Operator,
    value: Tree,
    want: str | None,
    name: Tree | None,
) -> Typed:
    if not isinstance(value, Sequence):
        message = f"the operands of '{key.text}' must be a list"
        help = f"put brackets around them: {key.text}: [...]"
        return symbols.hole(codes.SHAPE, head(value.span), message, help)
    if not _takes(operator, value):
        many = operator.least if operator.least == operator.most else f"at least {operator.least}"
        message = f"'{key.text}' takes {many} operands, found {len(value.items)}"
        return symbols.hole(codes.OPERANDS, key.span, message)
    called = alias(symbols, env, key, len(value.items), name) if name is not None else None
    return operator.lower(OperatorContext(symbols, env, key, value.items, want, expression, called))


def _takes(operator: Operator, operands: Sequence) -> bool:
    return operator.least <= len(operands.items) <= operator.most


# ---- leaves ------------------------------------------------------------------------------------


def _value(symbols: Symbols, env: Environment, node: Tree, want: str | None) -> Typed:
    return literal(symbols, node, want)


def _path(symbols: Symbols, env: Environment, node: Tree, want: str | None) -> Typed:
    if not isinstance(node, Scalar) or not isinstance(node.value, str):
        return symbols.hole(codes.SHAPE, head(node.span), "'path' must be text")
    return resolve(symbols, env, node)


def _ref(symbols: Symbols, env: Environment, node: Tree, want: str | None) -> Typed:
    if not isinstance(node, Scalar) or not node.text:
        return symbols.hole(codes.SHAPE, head(node.span), "'ref' must be a name")
    return reference_field(symbols, env, node)


def _use(symbols: Symbols, env: Environment, node: Tree, want: str | None) -> Typed:
    """A use that was not substituted."""
    if not isinstance(node, Scalar) or not is_text(node):
        return symbols.hole(codes.SHAPE, head(node.span), "'use' must be the name of a definition")
    if node.text in symbols.defined:  # with another key next to it, which is reported
        return Typed(n.Hole(span=node.span), ANY)
    refers("definition", node.text, node.span)
    return symbols.unknown(node.span, "definition", node.text, symbols.defined)


NAMED = ("phase", "state", "team")
"""Types whose values are names that the file declares."""

LEAVES = {"value": _value, "path": _path, "ref": _ref, "use": _use}
"""The operands that are not operators."""


def literal(symbols: Symbols, node: Tree, want: str | None = None) -> Typed:
    """A literal, read as the type of its neighbours."""
    want = None if want is None else symbols.known(want)
    if isinstance(node, Sequence):
        return _list(symbols, node, want)
    if isinstance(node, Mapping):
        return symbols.hole(
            codes.SHAPE, head(node.span), "expected a literal: a number, text or boolean"
        )
    if want and is_list(want):
        want = item_type(want)
    if node.value is None:
        return _nothing(symbols, node, want)
    if isinstance(node.value, float) and (want in (None, ANY, "int", REAL) or want[:1] == "?"):
        return _fraction(symbols, node)
    if want and not want.startswith("?") and want != ANY:
        if want in NAMED:
            refers(want, node.text, node.span)
        return _as(symbols, node, want)
    return _alone(symbols, node)


def _list(symbols: Symbols, node: Sequence, want: str | None) -> Typed:
    if not node.items:
        return empty_list(want, node.span)
    kind = item_type(want) if want and is_list(want) else (want or ANY)
    items = []
    for item in node.items:
        one = literal(symbols, item, kind)
        both = symbols.join(kind, one.type, weak=True)
        # Integers among fractions are fractions.
        if {kind, one.type} == {"int", REAL}:
            both = REAL
        if both is None:
            first, other = symbols.contrast(kind, one.type)
            message = f"mixed types in a list: {first} and {other}"
            symbols.error(codes.TYPE, item.span, message)
        kind = both or kind
        items.append(one)
    if kind == REAL:
        return listed(symbols, items, node.span)
    literals = tuple(one.expr for one in items)
    return Typed(n.ListOf(items=literals, of=kind, span=node.span), list_of(kind))


def _nothing(symbols: Symbols, node: Scalar, want: str | None) -> Typed:
    if want and symbols.nullable(want):
        return Typed(n.Nothing(type=want, span=node.span), want)
    if want is None or want.startswith("?") or want == ANY:
        return Typed(n.Hole(span=node.span), want or ANY)
    return symbols.hole(codes.LITERAL, node.span, f"expected {symbols.describe(want)}, found null")


def _alone(symbols: Symbols, node: Scalar) -> Typed:
    if isinstance(node.value, bool):
        return Typed(n.Truth(value=node.value, span=node.span), "bool")
    if isinstance(node.value, int):
        return number(symbols, node.value, node.span)
    symbols.texts.setdefault(node.text)
    return Typed(n.Symbol(enum=TEXT_TYPE, value=node.text, span=node.span), TEXT_TYPE)


def number(symbols: Symbols, value: int, span: Span) -> Typed:
    """An integer, which must fit in 32 bits."""
    if not -(2**31) <= value < 2**31:
        return symbols.hole(codes.NUMBER, span, f"{value} does not fit in 32 bits")
    return Typed(n.Number(value=value, span=span), "int")


def _fraction(symbols: Symbols, node: Scalar) -> Typed:
    """A number with a decimal point, as an exact fraction."""
    if node.value in (float("inf"), float("-inf")) or node.value != node.value:
        return symbols.hole(codes.NUMBER, node.span, "invalid number")
    # From the text, not from the float: 0.1 is exactly 1/10.
    value = Fraction(node.text)
    largest = max(abs(value.numerator), value.denominator)
    if largest >= 2**31:
        return symbols.hole(codes.NUMBER, node.span, f"{node.text} has too many digits")
    return constant(value, node.span)


def _as(symbols: Symbols, node: Scalar, want: str) -> Typed:
    """A literal next to a value of a known type."""
    if want == TEXT_TYPE or want in ("int", "bool"):
        return _alone(symbols, node)
    if want == "seat" and isinstance(node.value, str):
        return seat_named(symbols, node.text, node.span)
    if want == "team" and isinstance(node.value, str):
        return team_named(symbols, node.text, node.span)
    # The mismatch is reported by whoever expects the type.
    if want not in symbols.enums or isinstance(node.value, bool):
        return _alone(symbols, node)
    values = symbols.enums[want]
    if node.text not in values:
        hint = did_you_mean(node.text, values) or "one of: " + ", ".join(values[:20])
        message = f"unknown {want} '{node.text}'"
        return symbols.hole(codes.LITERAL, node.span, message, hint)
    return Typed(n.Symbol(enum=want, value=node.text, span=node.span), want)


# ---- with a type -------------------------------------------------------------------------------


def fitted(symbols: Symbols, value: Typed, want: str, span: Span, *, weak: bool = False) -> Typed:
    """A value where a type is expected; a mismatch is reported and becomes a hole."""
    if is_real(value) and want in ("int", "[int]"):
        return Typed(whole(value, span), want)
    if want == REAL and value.type == "int":
        return as_real(value)
    if want == "seat" and symbols.known(value.type) == "[seat]":
        return one_seat(symbols, value, head(span))
    both = symbols.join(value.type, want, weak=weak)
    if both is None:
        needed, given = symbols.contrast(want, value.type)
        message = f"expected {needed}, found {given}"
        return symbols.hole(codes.TYPE, head(span), message)
    return Typed(value.expr, both, value.zones)


def wanted(symbols: Symbols, env: Environment, node: Tree, want: str) -> Typed:
    """An operand that must have a given type."""
    return fitted(symbols, expression(symbols, env, node, want), want, node.span)


def test(symbols: Symbols, env: Environment, node: Tree) -> n.Expr:
    """A condition."""
    return wanted(symbols, env, node, "bool").expr
