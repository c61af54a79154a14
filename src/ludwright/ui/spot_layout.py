"""Draws piles at their spots on the table, with distances proportional to the layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from math import ceil, floor

from ..play.inspect_state import LookInfo
from ..table.scene import Place
from .faces import Faces, Line, Span, cut, width_of
from .trees import Block, Manner, block

# The most generous alternative first; the first that fits is taken.
ROOMS = (3, 1)  # blanks between neighbours
GAPS = (3, 2, 1)  # blanks between neighbours with names
NAMES = (16, 8, 5)  # letters of their names
PARTS = (8, 6, 5, 4, 3, 2, 1, 0)  # eighths of the distance in the layout
ALONGSIDE = 3  # piles less than a third of a card's height apart are in one band


def placed(places: Iterable[Place], width: int, faces: Faces) -> list[Line]:
    """The places with a spot, one line per y coordinate; lines that are too wide are cut."""
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


# ---- tables with a layout ------------------------------------------------------------------------

Band = list[tuple[int, Block]]  # blocks side by side, each with its x coordinate
Put = tuple[int, int, Block]  # the column and the line where a block starts


def laid(
    places: Iterable[Place], look: LookInfo, faces: Faces, width: int, manner: Manner
) -> list[list[Line]]:
    """The places with a spot in bands from top to bottom, with their names above; if they do not
    fit at their x coordinates, side by side in that order."""
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
    """Blocks side by side, wrapped into rows."""
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
    """Bands moved up as far as possible without overlapping earlier ones, but in their order."""
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
    """All bands with the columns where blocks start, the same for equal x coordinates; None if that
    does not fit."""
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
    """Scales (columns per unit of the layout) to try, each with the gap between neighbours: first
    scales at which no block has to move for its neighbour, then ever smaller ones."""
    pairs = [pair for band in bands for pair in pairwise(band)]
    least = min((b - a for a, b in pairwise(_coordinates(bands))), default=1)
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


def _coordinates(bands: Sequence[Band]) -> list[int]:
    """All x coordinates, sorted."""
    return sorted({x for band in bands for x, _ in band})


def _room(left: Block, right: Block, gap: int) -> int:
    """The least distance between the piles of two neighbours."""
    return left.width - left.lead + gap + right.lead


def _titled(each: Block, faces: Faces, letters: int, width: int) -> Block:
    return each.named(faces.wide, letters) if letters else each.bare(faces.wide, width)


def _alike(band: Band) -> bool:
    """Whether different names became equal by being cut."""
    names = [(each.name, each.lines[0]) for _, each in band]
    return len({line for _, line in names}) < len({name for name, _ in names})


def _starts(bands: Sequence[Band], spread: Fraction, gap: int) -> dict[int, int]:
    """The column of each x coordinate: as the scale says, but moved right where blocks would
    overlap; everything further right moves along."""
    at = _coordinates(bands)
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
    """The lines of blocks at their positions."""
    lines: list[Line] = []
    for number in range(max((top + len(each.lines) for _, top, each in blocks), default=0)):
        line: list[Span] = []
        for start, top, each in sorted(blocks, key=lambda item: item[0]):
            if top <= number < top + len(each.lines):
                line.append((" " * (start - width_of(tuple(line))), ""))
                line += each.lines[number - top]
        lines.append(cut(tuple(span for span in line if span[0]), width))
    return lines
