"""Draws piles where they lie on the table: a line for each height, cards apart as in the layout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from .faces import Faces, Line, Span, cut
from .scene import Place

ROOMS = (3, 1)  # blanks between neighbours, the most generous first
GONE = "·"


def placed(places: Iterable[Place], width: int, faces: Faces) -> list[Line]:
    """The places that have a spot, each at it; a line too wide for the table is cut."""
    spots = sorted(
        (place.spot[1], place.spot[0], number, place)
        for number, place in enumerate(places)
        if place.spot
    )
    if not spots:
        return []
    left = min(x for _, x, _, _ in spots)
    right = max(x for _, x, _, _ in spots)
    fitting = (faces.wide + room for room in ROOMS)
    unit = next((u for u in fitting if _at(right - left, u) + u <= width), faces.wide + 1)
    return [
        cut(_line([(_at(x - left, unit), place) for _, x, _, place in row], faces), width)
        for _, row in groupby(spots, key=lambda spot: spot[0])
    ]


def _at(x: int, unit: int) -> int:
    return x * unit // 100


def _line(places: Sequence[tuple[int, Place]], faces: Faces) -> Line:
    line: list[Span] = []
    end = 0
    for start, place in places:
        blank = max(start - end, 1 if line else 0)
        line += [(" " * blank, ""), *_top(place, faces)]
        end = sum(len(text) for text, _ in line)
    return tuple(line)


def _top(place: Place, faces: Faces) -> Line:
    if not place.cards:
        text, style = (GONE, "empty") if place.counted else faces.empty(False)
        return ((f"{text:>{faces.wide}}", style),)
    text, style = faces.card(place.cards[-1])
    several = (faces.times(len(place.cards)),) if len(place.cards) > 1 else ()
    return ((f"{text:>{faces.wide}}", style), *several)
