"""What lies on the table of a GameSpecDoc beside tokens: markers, limits to stacks, data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .tree.values import Name, Part, Scalar


@dataclass(frozen=True, slots=True)
class SpaceFilter(Part):
    """Spaces of the map: those for which all that is given holds."""

    ids: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    population: int | None = None


@dataclass(frozen=True, slots=True)
class LatticeRule(Part):
    """The states that a marker may have in some spaces."""

    spaces: SpaceFilter
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lattice(Part):
    """The states of a marker, in order."""

    id: Name
    states: tuple[str, ...]
    default: str
    rules: tuple[LatticeRule, ...] = ()


@dataclass(frozen=True, slots=True)
class SpaceMarker(Part):
    """The state of a marker at the start."""

    space: str
    marker: str
    state: str


@dataclass(frozen=True, slots=True)
class Stacking(Part):
    """How many of some tokens may lie in some spaces: none if `most` is 0."""

    id: Name
    spaces: SpaceFilter
    types: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    most: int = 0


@dataclass(frozen=True, slots=True)
class DataTable(Part):
    """Rows of data that can be looked up."""

    id: Name
    rows: tuple[Mapping[str, Scalar], ...]
