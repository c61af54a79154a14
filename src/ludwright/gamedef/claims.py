"""What analyses may assume of each kind of node. What is not claimed is not assumed: a node whose
claims were forgotten may fail and may be nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

N = TypeVar("N")


TOTAL = "total"  # fails only if a part of it does
PRESENT = "present"  # is never nothing
STRICT = "strict"  # evaluates all its parts, whatever their values
LIST = "list"  # puts a list in the list area
SURE = "sure"  # is a list without nothing among its items
FILLED = "filled"  # is a list with at least one item
MOVES = "moves"  # moves tokens from zone to zone
UNCOVERS = "uncovers"  # may show tokens that were not seen before
CHOOSES = "chooses"  # waits for a seat's choice
DRAWS = "draws"  # draws from the random numbers
TREES = "trees"  # needs the words of trees, also where nothing can grow
FLAGS = (TOTAL, PRESENT, STRICT, LIST, SURE, FILLED, MOVES, UNCOVERS, CHOOSES, DRAWS, TREES)


@dataclass(frozen=True, slots=True)
class Claims:
    """All claims about a kind of node."""

    flags: frozenset[str] = frozenset()
    needs: tuple[str, ...] = ()
    """The parts that must not be nothing: it fails only if one of them is, or fails itself."""
    binds: tuple[str, ...] = ()
    """The fields that hold the local names it binds."""
    scope: str = ""
    """The only field that sees these names; if none is named, all that comes after sees them."""
    test: str = ""
    """The field that is a test: what fails in it makes it false."""


CLAIMS: dict[type[Any], Claims] = {}
_UNKNOWN = Claims()


def claims(
    *flags: str,
    needs: tuple[str, ...] = (),
    binds: tuple[str, ...] = (),
    scope: str = "",
    test: str = "",
) -> Callable[[type[N]], type[N]]:
    """Declare what holds for every node of a kind."""

    def claim(kind: type[N]) -> type[N]:
        unknown = {*needs, *binds, scope, test} - {"", *getattr(kind, "__dataclass_fields__", ())}
        assert not unknown, f"{kind.__name__} has no fields {unknown}"
        CLAIMS[kind] = Claims(frozenset(flags), needs, binds, scope, test)
        return kind

    return claim


def of(kind: type) -> Claims:
    """The claims of a kind of node; none if it declares none."""
    return CLAIMS.get(kind, _UNKNOWN)


def claimed(node: object, flag: str) -> bool:
    """Whether something is claimed of a node."""
    return flag in of(type(node)).flags


def kinds_that(flag: str) -> tuple[type[Any], ...]:
    """The kinds of node of which something is claimed."""
    return tuple(kind for kind, each in CLAIMS.items() if flag in each.flags)
