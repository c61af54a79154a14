"""Checks the adjacency of zones, once all of them are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ....diagnostics import did_you_mean
from ..codes import sections as codes_sections
from .collation import collated
from .forms import ReadContext
from .keyed import report_duplicates
from .tree.sections import ZoneDef
from .tree.values import Name


def all_ids(zones: Iterable[ZoneDef], players: int) -> set[str]:
    """The ids of all zones."""
    return {each for zone in zones for each in zone.ids(players)}


def lost_ids(bases: Iterable[str], players: int) -> set[str]:
    """All ids that zones of these bases may have; of broken declarations only the base is known."""
    return {f"{base}:{owner}" for base in bases if base for owner in ("none", *range(players))}


def checked_adjacency(
    c: ReadContext, zones: tuple[ZoneDef, ...], players: int
) -> tuple[ZoneDef, ...]:
    """The zones with sorted neighbours; duplicate, unknown and one-way neighbours are reported."""
    _report_duplicate_zones(c, zones)
    known = all_ids(zones, players) | lost_ids(c.lost.get("zones", ()), players)
    found = tuple(_checked_zone(c, zone, known, players) for zone in zones)
    _check_symmetry(c, found, known, players)
    return found


def _report_duplicate_zones(c: ReadContext, zones: tuple[ZoneDef, ...]) -> None:
    # One base may be both shared and owned (`deck:none` beside `deck:0`): then ids still differ.
    for owned in (False, True):
        bases = (Name(z.base, z.at) for z in zones if z.owned is owned)
        report_duplicates(c, bases, codes_sections.ZONE_TWICE, "zone", "zones")


def _checked_zone(c: ReadContext, zone: ZoneDef, known: set[str], players: int) -> ZoneDef:
    own = set(zone.ids(players))
    listed = [n for n in zone.adjacent if n.text]
    unique: dict[str, Name] = {}
    lost = c.lost.get("zones", ())
    for name in listed:
        if name.text in own:
            c.error(codes_sections.SELF_LOOP, name.at, f"'{name.text}' is adjacent to itself")
        elif not (name.text in known or "" in lost or c.declarations.may_be_cell(name.text)):
            hint = did_you_mean(name.text, known)
            message = f"unknown zone '{name.text}'"
            c.error(codes_sections.DANGLING, name.at, message, hint)
        elif name.text in unique:
            message = f"duplicate neighbour '{name.text}'"
            c.warning(codes_sections.NEIGHBOR_TWICE, name.at, message, "remove it")
        unique.setdefault(name.text, name)
    # The order is observable: queries list neighbours in it. So it never depends on the document.
    order = sorted(unique.values(), key=lambda n: collated(n.text))
    if order != list(unique.values()):
        message = f"the neighbours of '{zone.base}' are not sorted"
        right = ", ".join(n.text for n in order)
        c.warning(codes_sections.UNSORTED, listed[0].at, message, f"sorted: {right}")
    return replace(zone, adjacent=tuple(order))


def _check_symmetry(
    c: ReadContext, zones: tuple[ZoneDef, ...], known: set[str], players: int
) -> None:
    neighbours: dict[str, set[str]] = {}
    for zone in zones:
        for each in zone.ids(players):
            neighbours.setdefault(each, set()).update(n.text for n in zone.adjacent)
    for zone in zones:
        for name in zone.adjacent:
            # A neighbour that was not read has no list to compare with: `{i}` counts as symmetric.
            missing = [i for i in zone.ids(players) if i not in neighbours.get(name.text, {i})]
            if missing and name.text in known and name.text not in zone.ids(players):
                message = f"'{name.text}' does not list '{missing[0]}' as a neighbour"
                c.warning(codes_sections.ONE_WAY, name.at, message, "list each with the other")
