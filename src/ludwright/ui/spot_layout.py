"""Draws piles where they lie on the table: a line for each height, cards apart as in the layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from math import ceil, floor

from ..play.inspect_state import LookInfo
from .faces import Faces, Line, Span, cut, width_of
from .scene import Place
from .trees import Block, Manner, block

ROOMS = (3, 1)  # blanks between neighbours, the most generous first
GAPS = (3, 2, 1)  # the same between neighbours that have names
NAMES = (16, 8, 5)  # letters of their names
PARTS = (8, 6, 5, 4, 3, 2, 1, 0)  # of the distance that the layout asks for, in eighths
ALONGSIDE = 3  # piles lie beside each other if they are not a third of a card's height apart


def placed(places: Iterable[Place], width: int, faces: Faces) -> list[Line]:
    """The places that have a spot, each at it; a line too wide for the table is cut."""
    spots = sorted(
        (place.spot[1], place.spot[0], number, place)
        for number, place in enumerate(places)
        if place.spot and place.look == "placed"
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
        gone = "·" if faces.signs else "."
        text, style = (gone, "empty") if place.counted else faces.empty(False)
        return ((f"{text:>{faces.wide}}", style),)
    text, style = faces.card(place.cards[-1])
    several = (faces.times(len(place.cards)),) if len(place.cards) > 1 else ()
    return ((f"{text:>{faces.wide}}", style), *several)


# ---- tables with a look --------------------------------------------------------------------------

Band = list[tuple[int, Block]]  # blocks beside each other, each with where it lies
Put = tuple[int, int, Block]  # the column and the line at which a block begins


def laid(
    places: Iterable[Place], look: LookInfo, faces: Faces, width: int, manner: Manner
) -> list[list[Line]]:
    """The places that have a spot, those beside each other in a band, with their names above; if
    they do not fit as they lie, side by side in their order."""
    spots = [(place.spot[1], place.spot[0], place) for place in places if place.spot]
    bands: list[Band] = []
    top = 0
    for y, x, place in sorted(spots, key=lambda spot: spot[:2]):
        apart = not bands or (y - top) * ALONGSIDE >= look.token_height
        if apart or any(other == x for other, _ in bands[-1]):
            bands.append([])
            top = y
        bands[-1].append((x, block(place, faces, width, manner)))
    for band in bands:
        band.sort(key=lambda item: item[0])
    aligned = _aligned(bands, faces, width, manner.names)
    if aligned is None:
        return [flowing([b for _, b in band], faces, width, manner.names) for band in bands]
    if manner.apart:
        return [_lines([(start, 0, each) for start, each in band], width) for band in aligned]
    return [_lines(list(_packed(aligned)), width)]


def flowing(blocks: Iterable[Block], faces: Faces, width: int, names: bool = True) -> list[Line]:
    """Blocks side by side, in as many rows of them as they need."""
    lines: list[Line] = []
    row: list[Put] = []
    end = 0
    for each in (_titled(b, faces, width if names else 0, width) for b in blocks):
        start = end + 2 if row else 0
        if row and start + each.width > width:
            lines += _lines(row, width)
            row, start = [], 0
        row.append((start, 0, each))
        end = start + each.width
    return lines + _lines(row, width)


def _packed(bands: Iterable[Band]) -> Iterator[Put]:
    """Bands as high up as they can be below what is above them, each lower than the last one."""
    put: list[Put] = []
    top = -1
    for band in bands:
        below = (
            above + len(other.lines)
            for start, each in band
            for left, above, other in put
            if left <= start + each.width and start <= left + other.width
        )
        top = max(top + 1, *below, 0)
        put += [(start, top, each) for start, each in band]
    return iter(put)


def _aligned(bands: Sequence[Band], faces: Faces, width: int, names: bool) -> list[Band] | None:
    """All bands with the columns at which blocks begin, the same for what lies at one distance
    from the left; nothing if that does not fit."""
    for letters in NAMES if names else (0,):
        titled = [[(x, _titled(b, faces, letters, width)) for x, b in band] for band in bands]
        if names and any(_alike(band) for band in titled):
            break
        for spread, gap in _spreads(titled, faces.wide):
            starts = _starts(titled, spread, gap)
            ends = (starts[x] - b.lead + b.width for band in titled for x, b in band)
            if max(ends, default=0) <= width:
                return [[(starts[x] - b.lead, b) for x, b in band] for band in titled]
    return None


def _spreads(bands: Sequence[Band], wide: int) -> Iterator[tuple[Fraction, int]]:
    """Columns for each unit of the layout, and between neighbours: so many that none has to make
    room for another, then less and less."""
    pairs = [pair for band in bands for pair in pairwise(band)]
    least = min((b - a for a, b in pairwise(_distances(bands))), default=1)
    for gap in GAPS:
        each = (Fraction(_room(left, right, gap), b - a) for (a, left), (b, right) in pairs)
        spread = max(each, default=Fraction(wide + gap, least))
        whole = max(2, ceil(spread * least))  # columns, for the least distance
        yield Fraction(whole, least), gap
        yield spread, gap
    nearest = min((b - a for (a, _), (b, _) in pairs), default=1)
    for gap in GAPS:
        for part in PARTS:
            yield Fraction((wide + gap) * part, nearest * PARTS[0]), gap


def _distances(bands: Sequence[Band]) -> list[int]:
    """Every distance from the left at which something lies."""
    return sorted({x for band in bands for x, _ in band})


def _room(left: Block, right: Block, gap: int) -> int:
    """How far the piles of two neighbours are apart."""
    return left.width - left.lead + gap + right.lead


def _titled(each: Block, faces: Faces, letters: int, width: int) -> Block:
    return each.named(faces.wide, letters) if letters else each.bare(faces.wide, width)


def _alike(band: Band) -> bool:
    """Whether names were cut so far that they can't be told apart."""
    names = [(each.name, each.lines[0]) for _, each in band]
    return len({line for _, line in names}) < len({name for name, _ in names})


def _starts(bands: Sequence[Band], spread: Fraction, gap: int) -> dict[int, int]:
    """The column for each distance from the left: as far from the one before as the layout says,
    and so far that nothing lies on top of a neighbour."""
    at = _distances(bands)
    before: dict[int, list[tuple[int, int]]] = {x: [] for x in at}
    for band in bands:
        for (a, left), (b, right) in pairwise(band):
            before[b].append((a, _room(left, right, gap)))
    starts: dict[int, int] = {}
    shift = 0
    for x in at:
        least = max(each.lead for band in bands for b, each in band if b == x)
        column = shift + floor((x - at[0]) * spread)
        starts[x] = max(column, least, *(starts[a] + room for a, room in before[x]), 0)
        shift += starts[x] - column
    return starts


def _lines(blocks: Sequence[Put], width: int) -> list[Line]:
    """Lines of blocks at their places."""
    lines: list[Line] = []
    for number in range(max((top + len(each.lines) for _, top, each in blocks), default=0)):
        line: list[Span] = []
        for start, top, each in sorted(blocks, key=lambda item: item[0]):
            if top <= number < top + len(each.lines):
                line.append((" " * (start - width_of(tuple(line))), ""))
                line += each.lines[number - top]
        lines.append(cut(tuple(span for span in line if span[0]), width))
    return lines
