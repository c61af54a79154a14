"""`as`: a name for the item of a test, which nested tests can read, too."""

from __future__ import annotations

from ....diagnostics import Span
from ...yaml.read import Mapping, Scalar, Tree, parts_of
from .. import codes
from ..read.shapes import head
from .symbols import Environment, Symbols

AS = "as"
NAMING = ("any", "all", "filter", "map", "sort", "argmax", "argmin", "group_by", "subsets")
"""Operators with a test of items, or with something else for each item."""
CONTEXT = frozenset(
    (
        *("item", "card", "cards", "player", "zone", "team", "players", "zones", "teams"),
        *("shared_zones", "event", "from", "to", "phase", "state", "turn_index", "chosen"),
        *("current", "currentPlayer", "currentPhase", "activeState", "turnOrder", "teammates"),
    )
)
"""What has a meaning of its own behind `$.` or `$`, at least in some places."""


def names_in(tree: Tree, key: str) -> frozenset[str]:
    """All names that a key gives anywhere in a file."""
    named = (node.get(key) for node in parts_of(tree) if isinstance(node, Mapping))
    return frozenset(name.text for name in named if isinstance(name, Scalar))


def alias(
    world: Symbols, scope: Environment, operator: Scalar, operands: int, name: Tree
) -> Scalar | None:
    """The name that an operator gives the items of its list; nothing if it can't be given."""
    if operator.text not in NAMING:
        misplaced(world, name.span, operator.text)
        return None
    text = name.text if isinstance(name, Scalar) and isinstance(name.value, str) else ""
    if not isinstance(name, Scalar) or not text.isidentifier() or not text.isascii():
        message = "the name of an item consists of letters, digits and '_'"
        world.error(codes.SHAPE, head(name.span), message, f"for example: {AS}: other")
        return None
    mistake = _mistake(world, scope, text)
    if operands < 2:
        mistake = f"'{operator.text}' has no second operand here, in which '{text}' could be read"
    if mistake:
        world.error(codes.ALIAS, name.span, mistake, "choose another name" if operands > 1 else "")
        return None
    world.aliases[name.span] = text
    return name


def _mistake(world: Symbols, scope: Environment, name: str) -> str:
    """What else a name stands for already, in words."""
    if name in CONTEXT:
        return f"'{name}' has a meaning of its own in paths"
    if name in scope.aliases:
        return f"the item of a test around this one is already called '{name}'"
    known = {each.partition(".")[0] for each in (*world.variables, *world.options)}
    return f"'{name}' is a variable or an option" if name in known else ""


def misplaced(world: Symbols, span: Span, word: str) -> None:
    """Complain about a name beside what goes through no list."""
    hint = f"it can stand beside {', '.join(NAMING)}"
    world.error(codes.UNKNOWN_KEY, span, f"'{AS}' can't stand beside '{word}'", hint)
