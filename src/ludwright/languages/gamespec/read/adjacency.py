"""Which zones of a GameSpecDoc lie beside which others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ....diagnostics import did_you_mean
from ..codes import sections as codes_sections
from .collation import collated
from .forms import ReadContext
from .keyed import once
from .tree.sections import ZoneDef
from .tree.values import Name


def all_ids(zones: Iterable[ZoneDef], players: int) -> set[str]:
    """The ids of all zones."""
    return {each for zone in zones for each in zone.ids(players)}


def lost_ids(bases: Iterable[str], players: int) -> set[str]:
    """The ids that zones may have of which only the base is known."""
    return {f"{base}:{owner}" for base in bases if base for owner in ("none", *range(players))}


def settled_zones(c: ReadContext, zones: tuple[ZoneDef, ...], players: int) -> tuple[ZoneDef, ...]:
    """The same zones with their neighbours in order; what is wrong with them is reported."""
    _once(c, zones)
    known = all_ids(zones, players) | lost_ids(c.lost.get("zones", ()), players)
    found = tuple(_settled(c, zone, known, players) for zone in zones)
    _both_ways(c, found, known, players)
    return found


def _once(c: ReadContext, zones: tuple[ZoneDef, ...]) -> None:
    for owned in (False, True):
        bases = (Name(z.base, z.at) for z in zones if z.owned is owned)
        once(c, bases, codes_sections.ZONE_TWICE, "a zone", "zones")


def _settled(c: ReadContext, zone: ZoneDef, known: set[str], players: int) -> ZoneDef:
    mine = set(zone.ids(players))
    wanted = [n for n in zone.adjacent if n.text]
    kept: dict[str, Name] = {}
    lost = c.lost.get("zones", ())
    for name in wanted:
        if name.text in mine:
            c.error(codes_sections.SELF_LOOP, name.at, f"'{name.text}' is beside itself")
        elif not (name.text in known or "" in lost or c.world.may_be_cell(name.text)):
            hint = did_you_mean(name.text, known)
            message = f"there is no zone '{name.text}'"
            c.error(codes_sections.DANGLING, name.at, message, hint)
        elif name.text in kept:
            message = f"'{name.text}' is named twice"
            c.warning(codes_sections.NEIGHBOR_TWICE, name.at, message, "remove one")
        kept.setdefault(name.text, name)
    order = sorted(kept.values(), key=lambda n: collated(n.text))
    if order != list(kept.values()):
        message = f"the neighbours of '{zone.base}' are not in order"
        right = ", ".join(n.text for n in order)
        c.warning(codes_sections.UNSORTED, wanted[0].at, message, f"in order: {right}")
    return replace(zone, adjacent=tuple(order))


def _both_ways(c: ReadContext, zones: tuple[ZoneDef, ...], known: set[str], players: int) -> None:
    beside: dict[str, set[str]] = {}
    for zone in zones:
        for each in zone.ids(players):
            beside.setdefault(each, set()).update(n.text for n in zone.adjacent)
    for zone in zones:
        for name in zone.adjacent:
            missing = [i for i in zone.ids(players) if i not in beside.get(name.text, {i})]
            if missing and name.text in known and name.text not in zone.ids(players):
                message = f"'{name.text}' does not name '{missing[0]}' as its neighbour"
                c.warning(codes_sections.ONE_WAY, name.at, message, "name each in the other's list")
