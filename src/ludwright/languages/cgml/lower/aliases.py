"""`as`: a name for the item of a test that nested tests can read, too."""

from __future__ import annotations

from ....diagnostics import Span
from ...yaml.read import Mapping, Scalar, Tree, head, parts_of
from .. import codes
from .symbols import Environment, Symbols

AS = "as"
PER_ITEM = ("any", "all", "filter", "map", "sort", "argmax", "argmin", "group_by", "subsets")
"""Operators that evaluate an operand for each item of a list."""
CONTEXT = frozenset(
    (
        *("item", "card", "cards", "player", "zone", "team", "players", "zones", "teams"),
        *("shared_zones", "event", "from", "to", "phase", "state", "turn_index", "chosen"),
        *("current", "currentPlayer", "currentPhase", "activeState", "turnOrder", "teammates"),
    )
)
"""Names that have a meaning after `$.` or `$` in some context."""


def names_in(tree: Tree, key: str) -> frozenset[str]:
    """All names that occur as the value of a key anywhere in a file."""
    named = (node.get(key) for node in parts_of(tree) if isinstance(node, Mapping))
    return frozenset(name.text for name in named if isinstance(name, Scalar))


def alias(
    symbols: Symbols, env: Environment, operator: Scalar, operands: int, name: Tree
) -> Scalar | None:
    """The name that an operator gives to the items of its list; nothing if it is invalid."""
    if operator.text not in PER_ITEM:
        misplaced(symbols, name.span, operator.text)
        return None
    text = name.text if isinstance(name, Scalar) and isinstance(name.value, str) else ""
    if not isinstance(name, Scalar) or not text.isidentifier() or not text.isascii():
        message = "expected a name of letters, digits and '_'"
        symbols.error(codes.SHAPE, head(name.span), message, f"for example: {AS}: other")
        return None
    mistake = _mistake(symbols, env, text)
    if operands < 2:
        mistake = f"'{operator.text}' has no second operand that could read '{text}'"
    if mistake:
        symbols.error(
            codes.ALIAS, name.span, mistake, "choose another name" if operands > 1 else ""
        )
        return None
    symbols.aliases[name.span] = text
    return name


def _mistake(symbols: Symbols, env: Environment, name: str) -> str:
    """Why a name is not available, as a message; empty if it is."""
    if name in CONTEXT:
        return f"'{name}' is reserved in paths"
    if name in env.aliases:
        return f"duplicate name '{name}': an enclosing test already uses it for its item"
    # The first part of a dotted variable counts: `$.trick` would hide `$.trick.lead`.
    known = {each.partition(".")[0] for each in (*symbols.variables, *symbols.options)}
    return f"'{name}' is already a variable or an option" if name in known else ""


def misplaced(symbols: Symbols, span: Span, word: str) -> None:
    """Report `as` next to an operator that tests no items."""
    hint = f"it goes with {', '.join(PER_ITEM)}"
    symbols.error(codes.UNKNOWN_KEY, span, f"'{AS}' is not allowed with '{word}'", hint)
