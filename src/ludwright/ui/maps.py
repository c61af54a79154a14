"""Draws the spaces of a map: the contents of each, counted by kind, and its marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from ..table.scene import SPACE, Place
from .faces import Faces, Line, Span, cut, width_of


@dataclass(frozen=True, slots=True)
class Frame:
    """Characters of a board; `top`, `middle`, `bottom` are left, inner and right corners."""

    top: str
    middle: str
    bottom: str
    across: str
    down: str


FRAMES = {True: Frame("┌┬┐", "├┼┤", "└┴┘", "─", "│"), False: Frame("+++", "+++", "+++", "-", "|")}
APART = "  "  # between columns, and the indent of continuation lines
BETWEEN = 2  # blanks between neighbours on a board
FEWEST = 4  # spaces; with fewer, a mark shared by most of them is not factored out


def spaces(places: Iterable[Place], width: int, faces: Faces, roomy: bool = True) -> list[Line]:
    """The spaces among some places: as a board if they have spots and it fits, else as a list, in
    columns if there is room. Marks shared by most spaces are shown once, below."""
    own, notes = _usual([place for place in places if place.look == SPACE])
    fixed = [place for place in own if place.spot is not None]
    drawn = (framed(fixed, width, faces) if roomy else None) or board(fixed, width, faces)
    rest = own if drawn is None else [place for place in own if place.spot is None]
    listed = _columns(rest, width, faces) if roomy else _close(rest, width, faces)
    return [*(drawn or ()), *listed, *(cut(((note, "value"),), width) for note in notes)]


def inside(place: Place, faces: Faces) -> Line:
    """The contents of a space, counted by kind, and its marks, in one line."""
    return _joined([*_kinds(place, faces), *_marked(place)])


def _usual(places: list[Place]) -> tuple[list[Place], list[str]]:
    """Spaces without the marks that most of them share, and a note about each such mark."""
    names = dict.fromkeys(name for place in places for name, _ in place.marks)
    usual: dict[tuple[str, str], str] = {}
    for name in names:
        texts = Counter(text for place in places for key, text in place.marks if key == name)
        text, count = texts.most_common(1)[0]
        if texts.total() == len(places) >= FEWEST and 2 * count > len(places):
            usual[name, text] = "everywhere" if count == len(places) else "elsewhere"
    left = [
        replace(place, marks=tuple(mark for mark in place.marks if mark not in usual))
        for place in places
    ]
    return left, [f"{where}: {name} {text}" for (name, text), where in usual.items()]


# ---- one space: pieces that fit in one line or are wrapped ---------------------------------------


def _kinds(place: Place, faces: Faces) -> list[Line]:
    """The contents of a space by kind, each with its count if that is above 1."""
    if not place.counted or not place.cards:
        return [(faces.empty(place.counted),)]
    kinds = Counter(place.shown)
    order = sorted(kinds, key=lambda card: (card is None, card or ""))
    found: list[Line] = []
    for number, card in enumerate(order, 1):
        text, style = faces.card(None) if card is None else (card, "")
        count: Line = ((f"{kinds[card]} ", "note"),) if kinds[card] > 1 else ()
        comma: Line = ((",", ""),) if number < len(order) else ()
        found.append((*count, (text, style), *comma))
    return found


def _marked(place: Place) -> list[Line]:
    """The marks of a space."""
    marks = ", ".join(f"{name} {text}" for name, text in place.marks)
    return [((f"({marks})", "value"),)] if marks else []


def _space(place: Place, faces: Faces) -> list[Line]:
    """A space, preceded by its name."""
    first, *more = [*_kinds(place, faces), *_marked(place)]
    return [((f"{place.numbered}: ", "label"), *first), *more]


def _joined(pieces: Sequence[Line]) -> Line:
    line: list[Span] = []
    for piece in pieces:
        line += [(" ", ""), *piece] if line else piece
    return tuple(line)


def _folded(pieces: Sequence[Line], width: int) -> list[Line]:
    """Pieces wrapped to a width."""
    lines: list[Line] = []
    for piece in pieces:
        if lines and width_of(lines[-1]) + 1 + width_of(piece) <= width:
            lines[-1] = (*lines[-1], (" ", ""), *piece)
        else:
            lines.append(cut(((APART, ""), *piece) if lines else piece, width))
    return lines


# ---- many spaces ---------------------------------------------------------------------------------


def _columns(places: Sequence[Place], width: int, faces: Faces) -> list[Line]:
    """Spaces below each other, in as many columns as fit."""
    cells = [_space(place, faces) for place in places]
    lines = [_joined(cell) for cell in cells]
    wide = max(map(width_of, lines), default=0) + len(APART)
    columns = (width + len(APART)) // wide
    if columns < 2:
        return [line for cell in cells for line in _folded(cell, width)]
    height = -(-len(lines) // columns)
    return [_beside(lines[start::height], wide) for start in range(height)]


def _beside(cells: Sequence[Line], wide: int) -> Line:
    """Cells in a line, padded to a common width."""
    line: list[Span] = []
    for cell in cells:
        blank = -len(line) and -width_of(tuple(line)) % wide
        line += [(" " * blank, ""), *cell] if line else cell
    return tuple(line)


def _close(places: Sequence[Place], width: int, faces: Faces) -> list[Line]:
    """Spaces one after another; empty ones are listed together at the end."""
    bare = [place for place in places if place.counted and not (place.cards or place.marks)]
    lines: list[Line] = []
    open_ended = False  # nothing is appended to a continuation line
    for place in (place for place in places if place not in bare):
        pieces = _space(place, faces)
        line = _joined(pieces)
        if open_ended and width_of(lines[-1]) + len(APART) + width_of(line) <= width:
            lines[-1] = (*lines[-1], (APART, ""), *line)
        else:
            folded = _folded(pieces, width)
            lines += folded
            open_ended = len(folded) == 1
    return lines + _folded(list(_names(bare)), width)


def _names(places: Sequence[Place]) -> Iterator[Line]:
    """The names of empty spaces."""
    for number, place in enumerate(places, 1):
        head = "empty: " if number == 1 else ""
        yield ((f"{head}{place.numbered}{',' if number < len(places) else ''}", "empty"),)


# ---- a board -------------------------------------------------------------------------------------


def framed(places: Sequence[Place], width: int, faces: Faces) -> list[Line] | None:
    """Spaces that form a full grid, each in a frame with its name; None if they do not, or if the
    grid is too wide."""
    spots = {place.spot: place for place in places if place.spot}
    xs, ys = ({spot[i] for spot in spots} for i in (0, 1))
    if len(xs) < 2 or len(ys) < 2 or not len(places) == len(spots) == len(xs) * len(ys):
        return None
    cells = {spot: _cell(place, faces, names=False) for spot, place in spots.items()}
    names = {spot: place.numbered for spot, place in spots.items()}
    wide = 2 + max(*map(width_of, cells.values()), *map(len, names.values()))
    if len(xs) * (wide + 1) + 1 > width:
        return None
    edges = FRAMES[faces.signs]
    lines = [_edge(edges.top, edges.across, wide, len(xs))]
    for number, y in enumerate(sorted(ys)):
        if number:
            lines.append(_edge(edges.middle, edges.across, wide, len(xs)))
        row = [(x, y) for x in sorted(xs)]
        lines.append(_walled([((names[spot], "empty"),) for spot in row], edges.down, wide))
        lines.append(_walled([cells[spot] for spot in row], edges.down, wide))
    return [*lines, _edge(edges.bottom, edges.across, wide, len(xs))]


def _edge(corners: str, across: str, wide: int, count: int) -> Line:
    line = corners[1].join([across * wide] * count)
    return ((corners[0] + line + corners[2], "empty"),)


def _walled(cells: Sequence[Line], down: str, wide: int) -> Line:
    """Centred cells with walls between them."""
    line: list[Span] = [(down, "empty")]
    for cell in cells:
        left = (wide - width_of(cell)) // 2
        right = wide - width_of(cell) - left
        line += [(" " * left, ""), *cell, (" " * right, ""), (down, "empty")]
    return tuple(line)


def board(places: Sequence[Place], width: int, faces: Faces) -> list[Line] | None:
    """Spaces at their spots, empty ones by name or, if that is too wide, as dots; None if it does
    not fit at all."""
    if not places:
        return None
    for names in (True, False):
        lines = _at_spots([(place, _cell(place, faces, names)) for place in places])
        if max(map(width_of, lines)) <= width:
            return lines
    return None


def _cell(place: Place, faces: Faces, names: bool) -> Line:
    """A space on a board."""
    if place.cards or not place.counted:
        return inside(place, faces)
    dot = "·" if faces.signs else "."
    return _joined([((place.numbered if names else dot, "empty"),), *_marked(place)])


def _at_spots(cells: Sequence[tuple[Place, Line]]) -> list[Line]:
    """One line per y coordinate. The closest neighbours determine the scale: they get just enough
    columns for the widest cell."""
    spots = sorted(
        ((place.spot[1], place.spot[0], cell) for place, cell in cells if place.spot),
        key=lambda spot: spot[:2],
    )
    rows = [[(x, cell) for _, x, cell in row] for _, row in groupby(spots, lambda spot: spot[0])]
    left = min(x for row in rows for x, _ in row)
    unit = min((b - a for row in rows for (a, _), (b, _) in pairwise(row) if b > a), default=100)
    wide = max(width_of(cell) for row in rows for _, cell in row) + BETWEEN
    return [_row([((x - left) * wide // unit, cell) for x, cell in row]) for row in rows]


def _row(cells: Sequence[tuple[int, Line]]) -> Line:
    line: list[Span] = []
    for start, cell in cells:
        blank = max(start - width_of(tuple(line)), 1 if line else 0)
        line += [(" " * blank, ""), *cell] if blank else cell
    return tuple(line)
