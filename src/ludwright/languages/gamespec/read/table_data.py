"""The typed trees of markers, stacking constraints and data tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .tree.values import Name, Part, Scalar


@dataclass(frozen=True, slots=True)
class SpaceFilter(Part):
    """A filter on spaces of the map: a conjunction; empty fields filter nothing."""

    ids: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    population: int | None = None


@dataclass(frozen=True, slots=True)
class LatticeRule(Part):
    """A constraint: the states that a marker may have in the spaces of a filter."""

    spaces: SpaceFilter
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lattice(Part):
    """A marker: its states in order (`shiftMarker` moves along them), and its constraints."""

    id: Name
    states: tuple[str, ...]
    default: str
    rules: tuple[LatticeRule, ...] = ()


@dataclass(frozen=True, slots=True)
class SpaceMarker(Part):
    """The initial state of a marker in a space."""

    space: str
    marker: str
    state: str


@dataclass(frozen=True, slots=True)
class Stacking(Part):
    """A stacking constraint: the maximum number of some tokens in each of some spaces."""

    id: Name
    spaces: SpaceFilter
    # Empty: tokens of any type or faction count.
    types: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    most: int = 0


@dataclass(frozen=True, slots=True)
class DataTable(Part):
    """A table of constant rows, for `assetRows` and `assetField`."""

    id: Name
    rows: tuple[Mapping[str, Scalar], ...]
