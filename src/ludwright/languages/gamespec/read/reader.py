"""The reader: expanded YAML trees to values, conditions, queries and effects.

Each function takes a tree, its path in the document and the names in scope; it returns None after
an error, which has been reported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ...yaml.read import Tree
from ..codes.values import MISSING_CAPABILITY
from .conditions import condition_of
from .effects import effect_of, effects_of
from .filters import row_tests_of, token_tests_of
from .forms import MAX_NESTING, Declarations, ReadContext, identifier, literal_of, name_of, whole_of
from .macros.synthesise import is_hole
from .queries import query_of
from .scope import IN_ACTIONS, Bindings
from .selectors import player_of, zone_of
from .tree.effects import Effects
from .tree.values import Condition, Location, Player, Query, TokenTest, Value, ZoneSel
from .values import value_of

__all__ = [
    "IN_ACTIONS",
    "Bindings",
    "Declarations",
    "Reader",
    "condition_of",
    "effect_of",
    "effects_of",
    "identifier",
    "literal_of",
    "name_of",
    "player_of",
    "query_of",
    "row_tests_of",
    "token_tests_of",
    "value_of",
    "whole_of",
    "zone_of",
]

T = TypeVar("T")
_Reader = Callable[[ReadContext, Tree, str, Bindings], T]


@dataclass(slots=True)
class Reader(ReadContext):
    """Reads every kind of form, each with the module for it."""

    def value(self, tree: Tree, path: str, scope: Bindings) -> Value | None:
        """A value."""
        return self._deeper(value_of, None, tree, path, scope)

    def condition(self, tree: Tree, path: str, scope: Bindings) -> Condition | None:
        """A condition."""
        return self._deeper(condition_of, None, tree, path, scope)

    def query(self, tree: Tree, path: str, scope: Bindings) -> Query | None:
        """A query."""
        return self._deeper(query_of, None, tree, path, scope)

    def player(self, tree: Tree, path: str, scope: Bindings) -> Player | None:
        """A player selector."""
        return player_of(self, tree, path, scope)

    def zone(self, tree: Tree, path: str, scope: Bindings) -> ZoneSel | None:
        """A zone selector."""
        return self._deeper(zone_of, None, tree, path, scope)

    def effects(self, tree: Tree, path: str, scope: Bindings) -> Effects | None:
        """A list of effects."""
        return self._deeper(effects_of, None, tree, path, scope)

    def token_tests(self, tree: Tree, path: str, scope: Bindings) -> tuple[TokenTest, ...] | None:
        """A token filter."""
        return token_tests_of(self, tree, path, scope)

    # Player selectors do not nest, and filters nest only through values, so these are not counted.
    def _deeper(self, read: _Reader[T], nothing: T, tree: Tree, path: str, scope: Bindings) -> T:
        # The error behind a hole was reported in expansion.
        if is_hole(tree):
            return nothing
        if self.depth >= MAX_NESTING:
            message = f"nested more than {MAX_NESTING} levels deep"
            self.error(
                MISSING_CAPABILITY, Location(tree.span, path), message, "split the expression"
            )
            return nothing
        self.depth += 1
        found = read(self, tree, path, scope)
        self.depth -= 1
        return found
