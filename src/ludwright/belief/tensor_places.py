"""Places: the zones of a program as an observer calls them, itself first, then the next seat."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..machine import state as m
from ..machine.program import Program, ZoneInfo

NOWHERE = -1
GONE = "out of play"


def seats_from(program: Program, seat: int) -> list[int]:
    """All seats, from an observer on."""
    return [(seat + i) % program.seats for i in range(program.seats)]


def teams_from(program: Program, seat: int) -> list[int]:
    """All teams in the order in which their first members sit, from an observer on."""
    found = [
        n for s in seats_from(program, seat) for n, t in enumerate(program.teams) if s in t.seats
    ]
    return list(dict.fromkeys([*found, *range(len(program.teams))]))


def relative(name: str, by: int, what: str = "seat") -> str:
    """What an observer calls something of the seat or team that many places on."""
    return f"own {name}" if by == 0 else f"{name} of {what} +{by}"


@dataclass
class Places:
    """Places as they are found: their names, and for each seat the place of each zone."""

    names: list[str] = field(default_factory=list)
    of: list[list[int]] = field(default_factory=list)


def places_of(program: Program, every: bool) -> Places:
    """The places of a program: every zone, or those of one name and owner together."""
    found = Places(of=[[NOWHERE] * len(program.zones) for _ in range(program.seats)])
    known: dict[tuple[object, ...], list[int]] = {}
    several = {z.name for z in program.zones if z and z.index}
    owners = Counter(
        (z.name, z.index, z.team is not None) for z in program.zones if z and z.owner is not None
    )
    for number, zone in enumerate(program.zones):
        if zone is None:
            continue
        shared = (len(program.teams) if zone.team is not None else program.seats) > 1
        everyone = len(program.teams) if zone.team is not None else program.seats
        turned = (
            shared
            and zone.owner is not None
            and (owners[zone.name, zone.index, zone.team is not None] == everyone)
        )
        key = (
            zone.name,
            zone.index if every else 0,
            None if turned else zone.owner,
            zone.team is None,
        )
        if key not in known:
            first = len(found.names)
            found.names += _place_names(
                zone, turned, everyone, every and zone.name in several, every
            )
            known[key] = list(range(first, len(found.names)))
        for seat in range(program.seats):
            found.of[seat][number] = known[key][_distance(program, zone, seat) if turned else 0]
    trees = int(program.code[m.P_TREES])
    first, past = (
        (int(program.code[trees + at]) for at in (m.TREE_FIRST, m.TREE_PAST)) if trees else (0, 0)
    )
    pools = [
        z
        for z in range(1, len(program.zones))
        if program.zones[z] is None and not first <= z < past
    ]
    if pools:
        for row in found.of:
            for z in pools:
                row[z] = len(found.names)
        found.names.append(GONE)
    return found


def _place_names(
    zone: ZoneInfo, turned: bool, owners: int, numbered: bool, every: bool
) -> list[str]:
    if not turned:
        return [zone.label if every or zone.owner is not None else zone.name]
    name = f"{zone.name} {zone.index + 1}" if numbered else zone.name
    what = "seat" if zone.team is None else "team"
    return [relative(name, by, what) for by in range(owners)]


def _distance(program: Program, zone: ZoneInfo, seat: int) -> int:
    """How far the owner of a zone is from an observer."""
    assert zone.owner is not None
    if zone.team is None:
        return (zone.owner - seat) % program.seats
    return teams_from(program, seat).index(zone.owner)
