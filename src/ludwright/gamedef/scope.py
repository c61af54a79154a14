"""Types and the symbol table of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ..diagnostics import Code
from . import nodes as n

# Types are texts: a word below, the name of an enum, or a type in brackets for lists of it.
ANY = "any"
WORDS = ("int", "bool", "seat", "team", "token", "zone", ANY)
"""The built-in types."""


def list_of(item: str) -> str:
    """The type of a list of such items."""
    return f"[{item}]"


def is_list(kind: str) -> bool:
    """Whether it is the type of a list."""
    return kind.startswith("[")


def item_type(kind: str) -> str:
    """The type of a list's items; `any` if it is not a list."""
    return kind[1:-1] if is_list(kind) else ANY


def unify(a: str, b: str) -> str | None:
    """The more specific of two compatible types, else None; `any` unifies with everything."""
    if ANY in (a, b):
        return b if a == ANY else a
    if is_list(a) and is_list(b):
        item = unify(item_type(a), item_type(b))
        return None if item is None else list_of(item)
    return a if a == b else None


@dataclass(frozen=True, slots=True)
class Problem:
    """A violation of a law of GameDef, and the node at fault."""

    code: Code
    node: n.Node
    message: str
    help: str = ""


Named = TypeVar(
    "Named",
    n.Enum,
    n.Table,
    n.Property,
    n.Zone,
    n.VariableDef,
    n.Option,
    n.Procedure,
    n.Supply,
    n.Link,
    n.Team,
    n.Trait,
)


@dataclass(frozen=True, slots=True)
class Scope:
    """The symbol table: the declarations of a game and the types of local names."""

    enums: Mapping[str, n.Enum] = field(default_factory=dict)
    tables: Mapping[str, n.Table] = field(default_factory=dict)
    properties: Mapping[str, n.Property] = field(default_factory=dict)
    zones: Mapping[str, n.Zone] = field(default_factory=dict)
    variables: Mapping[str, n.VariableDef] = field(default_factory=dict)
    options: Mapping[str, n.Option] = field(default_factory=dict)
    procedures: Mapping[str, n.Procedure] = field(default_factory=dict)
    locals: Mapping[str, str] = field(default_factory=dict)
    supplies: Mapping[str, n.Supply] = field(default_factory=dict)
    links: Mapping[str, n.Link] = field(default_factory=dict)
    teams: Mapping[str, n.Team] = field(default_factory=dict)
    traits: Mapping[str, n.Trait] = field(default_factory=dict)
    symbols: Mapping[str, frozenset[str]] = field(default_factory=dict)  # of each enum

    @classmethod
    def of(cls, game: n.GameDef) -> Scope:
        """The scope of a game, without local names."""
        return cls(
            _named(game.enums),
            _named(game.tables),
            _named(game.properties),
            _named(game.zones),
            _named(game.variables),
            _named(game.options),
            _named(game.procedures),
            supplies=_named(game.supplies),
            links=_named(game.links),
            teams=_named(game.teams),
            traits=_named(game.traits),
            symbols={each.name: frozenset(each.values) for each in game.enums},
        )

    def bind(self, name: str, kind: str) -> Scope:
        """This scope with one more local name."""
        return replace(self, locals={**self.locals, name: kind})

    def with_names(self, types: Mapping[str, str]) -> Scope:
        """This scope with more local names."""
        return replace(self, locals={**self.locals, **types}) if types else self

    def owner_type(self, thing: n.Zone | n.VariableDef | None) -> str:
        """The type of the owner of a zone or a variable."""
        return "team" if thing and thing.per_team else "seat"

    def known(self, kind: str) -> str:
        """The type if it is one, else `any`, so that an invalid type is reported only once."""
        return kind if self.is_type(kind) else ANY

    def is_type(self, kind: str) -> bool:
        """Whether a text denotes a type of this game."""
        while is_list(kind) and kind.endswith("]"):
            kind = item_type(kind)
        return kind in WORDS or kind in self.enums


def _named(things: Iterable[Named]) -> dict[str, Named]:
    """Declarations by name; of duplicates, the first."""
    named: dict[str, Named] = {}
    for thing in things:
        named.setdefault(thing.name, thing)
    return named
