"""What the makers of random games share: choices, names, types and what a game has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ludwright.gamedef import nodes as n

T = TypeVar("T")
Pick = Callable[[int], int]
REFERENCES = ("token", "zone", "seat")


@dataclass(frozen=True)
class Scope:
    """What may be used at one point of a procedure."""

    names: dict[str, str] = field(default_factory=dict)  # locals bound on every path, with types
    fixed: frozenset[str] = frozenset()  # loop counters, not to be bound again
    calls: tuple[n.Procedure, ...] = ()
    main: bool = False
    loop: bool = False
    action: bool = False

    def having(self, **names: str) -> Scope:
        """The scope with more names bound."""
        return replace(self, names=self.names | names)


@dataclass
class Maker:
    """Builds one game from a source of choices: `pick(k)` is a number below k, 0 the simplest."""

    pick: Pick
    count: int = 0  # of fresh names
    most: int = 2
    enums: tuple[n.Enum, ...] = ()
    properties: tuple[n.Property, ...] = ()
    tables: tuple[n.Table, ...] = ()
    zones: tuple[n.Zone, ...] = ()
    pools: tuple[str, ...] = ()
    links: tuple[n.Link, ...] = ()
    variables: tuple[n.VariableDef, ...] = ()
    options: tuple[n.Option, ...] = ()
    teams: tuple[n.Team, ...] = ()
    traits: tuple[n.Trait, ...] = ()

    def one(self, items: Sequence[T]) -> T:
        """One of several things."""
        return items[self.pick(len(items))]

    def rarely(self, k: int) -> bool:
        """True once in k times."""
        return self.pick(k) == k - 1

    def some(self, low: int, high: int, make: Callable[[], T]) -> list[T]:
        """From low to high things."""
        return [make() for _ in range(low + self.pick(high - low + 1))]

    def fresh(self, prefix: str) -> str:
        """A new name."""
        self.count += 1
        return f"{prefix}{self.count}"

    @property
    def scalars(self) -> list[str]:
        """All types but lists."""
        teams = ["team"] if self.teams else []
        return ["int", "bool", *REFERENCES, *(enum.name for enum in self.enums), *teams]

    def scalar(self) -> str:
        """A type that is not a list."""
        return self.one(self.scalars)

    def fixed_value(self, kind: str) -> n.Expr:
        """A constant, for where nothing else may be: nothing for what lies on the table."""
        if kind == "int":
            return n.Number(value=self.one((0, 1, 2, 3, 5, -1, -2)))
        if kind == "bool":
            return n.Truth(value=bool(self.pick(2)))
        if kind in REFERENCES:
            return n.Seat(number=0) if kind == "seat" and self.pick(4) else n.Nothing(type=kind)
        if kind == "team":
            return n.TeamNamed(name=self.one(self.teams).name)
        return n.Symbol(enum=kind, value=self.one(self.values_of(kind)))

    def values_of(self, kind: str) -> tuple[str, ...]:
        """The values of an enum."""
        return next(enum.values for enum in self.enums if enum.name == kind)
