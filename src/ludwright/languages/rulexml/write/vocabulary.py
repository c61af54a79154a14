"""Helpers shared by the reconstruction of Rule XML from GameDefs."""

from __future__ import annotations

from decimal import Decimal
from typing import TypeVar

from ....diagnostics import Code
from ....gamedef import nodes as n
from .. import codes
from ..lower.looks import WRITTEN
from ..read.tree import Word

N = TypeVar("N", bound=n.Node)


class NoFit(Exception):
    """A part of a game that Rule XML cannot express."""

    def __init__(
        self, node: n.Node | None, message: str, code: Code = codes.NO_WORDS, help: str = ""
    ) -> None:
        super().__init__(message)
        self.node, self.message, self.code, self.help = node, message, code, help


def word(text: str) -> Word:
    """A text to be written, without a location."""
    return Word(text, WRITTEN)


def expected(node: n.Node | None, kind: type[N], around: n.Node | None, message: str) -> N:
    """A node of the only kind that Rule XML can express."""
    if not isinstance(node, kind):
        raise NoFit(node if node and node.span else around, message)
    return node


def degrees(turned: int, degree: int) -> Decimal:
    """A rotation in degrees."""
    return Decimal(turned) / (degree or 1)


def cells_tested(test: n.Expr | None) -> tuple[str, ...]:
    """The cells that a test of a root allows."""
    if isinstance(test, n.Equal) and isinstance(test.right, n.ZoneAt):
        return (test.right.name,)
    if isinstance(test, n.Contains) and isinstance(test.items, n.ListOf):
        return tuple(item.name for item in test.items.items if isinstance(item, n.ZoneAt))
    raise NoFit(test, "expected a test of cells by name")
