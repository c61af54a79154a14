"""What analyses may assume about each kind of node, declared above its class in `nodes.py`.

Flags come in two sorts, so that the default errs on the safe side whatever an analysis asks:

- A *guarantee* holds only where it is claimed (`claimed`).
- An *effect* is ruled out only where a kind declares its claims and leaves it out (`may`).

A kind whose claims were forgotten has no guarantee and every effect.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

N = TypeVar("N")

# Guarantees about a value.
TOTAL = "total"  # fails only if one of its parts does
PRESENT = "present"  # is never nothing
STRICT = "strict"  # evaluates all its parts, whatever their values
FAULTLESS = "faultless"  # stops the game only if one of its parts does, or a list is too long
PURE = (TOTAL, PRESENT, STRICT, FAULTLESS)

# Guarantees about a list.
SURE = "sure"  # no item is nothing
FILLED = "filled"  # has at least one item
AS_FILLED = "as filled"  # is empty only if its `items` are
UNIQUE = "unique"  # has no item twice
SUBLIST = "sublist"  # its items are from its `items`, each at most as often as there

# Other guarantees.
UNORDERED = "unordered"  # the order of its `items` makes no difference to what it means
FOUND = "found"  # the names it binds are never nothing
ENDS = "ends"  # what follows in its block is not run

# Effects of an expression.
LIST = "list"  # puts a list in the list area
PASSES = "passes"  # its value may be or contain tokens of its parts
FINDS = "finds"  # its value may be a zone that none of its parts names

# Effects of a statement.
MOVES = "moves"  # moves tokens from zone to zone
UNCOVERS = "uncovers"  # may show tokens that were hidden before
CHOOSES = "chooses"  # waits for a seat's choice
DRAWS = "draws"  # draws random numbers

# Effects of either.
TREES = "trees"  # needs the words of trees, even where no branch can grow
RANKS = "ranks"  # distinguishes zones of one name, or remembers a zone for later

GUARANTEES = (*PURE, SURE, FILLED, AS_FILLED, UNIQUE, SUBLIST, UNORDERED, FOUND, ENDS)
EFFECTS = (LIST, PASSES, FINDS, MOVES, UNCOVERS, CHOOSES, DRAWS, TREES, RANKS)


@dataclass(frozen=True, slots=True)
class Claims:
    """All claims about a kind of node."""

    flags: frozenset[str] = frozenset()
    needs: tuple[str, ...] = ()
    """The parts that must not be nothing: it fails only if one of them is, or fails itself."""
    binds: tuple[str, ...] = ()
    """The fields that hold the local names it binds."""
    scope: str = ""
    """The only field in which these names are visible; if empty, they are from here on."""
    over: str = ""
    """The list whose items these names stand for, one at a time."""
    test: str = ""
    """The field that is a test: a failure inside makes it false."""


CLAIMS: dict[type[Any], Claims] = {}
_UNKNOWN = Claims()


def claims(
    *flags: str,
    needs: tuple[str, ...] = (),
    binds: tuple[str, ...] = (),
    scope: str = "",
    over: str = "",
    test: str = "",
) -> Callable[[type[N]], type[N]]:
    """Declare what holds for every node of a kind."""

    def claim(kind: type[N]) -> type[N]:
        named = {*needs, *binds, scope, over, test} - {""}
        unknown = named - set(getattr(kind, "__dataclass_fields__", ()))
        # Claims name fields by text; a misspelt one must not pass as "no claim".
        assert not unknown, f"{kind.__name__} has no fields {unknown}"
        CLAIMS[kind] = Claims(frozenset(flags), needs, binds, scope, over, test)
        return kind

    return claim


def of(kind: type) -> Claims:
    """The claims of a kind of node; none if it declares none."""
    return CLAIMS.get(kind, _UNKNOWN)


def is_declared(node: object) -> bool:
    """Whether the kind of a node declares its claims."""
    return type(node) in CLAIMS


def claimed(node: object, guarantee: str) -> bool:
    """Whether a guarantee holds for a node."""
    return guarantee in of(type(node)).flags


def may(node: object, effect: str) -> bool:
    """Whether a node may have an effect, apart from what its parts do."""
    found = CLAIMS.get(type(node))
    return found is None or effect in found.flags
