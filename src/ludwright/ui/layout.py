"""Lays out a scene as lines of styled text within a given width and height."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ..table.scene import SPACE, Place, Scene
from .faces import Faces, Line, Span, cut, width_of
from .maps import inside, spaces
from .spot_layout import flowing, laid, placed
from .trees import ALL, Manner, block

FAN = 3  # cards shown of a pile
GAP = "   "  # between items of a line
MARGINS = ((2, 140), (1, 100))  # spaces around cards, and the width a table needs for them
LEAST_COLUMN = 3  # lines
WIDEST_HEAD = 10  # letters of a column's name


@dataclass(frozen=True, slots=True)
class Fit:
    """How generous a layout is: blank lines, lines per row, a line of its own for each seat."""

    gap: int
    row_lines: int
    seat_lines: bool


MANNERS = (  # of drawing places with spots, if nothing else fits; ever more compact
    Manner(apart=False),
    Manner(apart=False, shapes=False),
    Manner(apart=False, shapes=False, names=False),
)
ROOMY = ((Fit(3, 99, True), 54), (Fit(2, 99, True), 44))  # with the height they are used from
FITS = (  # the most generous first
    Fit(1, 99, True),
    Fit(0, 99, True),
    Fit(0, 3, True),
    Fit(0, 1, True),
    Fit(0, 1, False),
)


def lay_out(scene: Scene, width: int, height: int, faces: Faces) -> list[Line]:
    """The scene in at most `height` lines of at most `width` columns: the most generous layout that
    fits, with one's own cards at the bottom.

    `+n` stands for n cards or lines that do not fit.
    """
    faces = faces.fitting(scene.cards())
    fits = [*(fit for fit, least in ROOMY if height >= least), *FITS]
    pages = [_Page(scene, width, fit, faces) for fit in fits]
    for page in pages:
        far, near = page.halves()
        if len(far) + len(near) + page.fit.gap <= height:
            far, near = _enlarged(page, far, near)
            break
    else:
        far, near = pages[-1].squeezed(height)
    near = shortened(near, height - bool(far))
    far = shortened(far, height - len(near))
    blank = height - len(far) - len(near) if far and near else 0
    return far + [()] * blank + near


def _enlarged(page: _Page, far: list[Line], near: list[Line]) -> tuple[list[Line], list[Line]]:
    """Both halves with the widest margins around cards that neither need more lines nor cut more
    off."""
    lines = [*far, *near]
    if not page.faces.playing_cards(page.scene.cards()):
        return far, near
    for margin, least in MARGINS:
        faces = replace(page.faces, margin=margin).fitting(page.scene.cards())
        halves = _Page(page.scene, page.width, page.fit, faces).halves()
        larger = [*halves[0], *halves[1]]
        if page.width >= least and len(larger) == len(lines) and _cuts(larger) == _cuts(lines):
            return halves
    return far, near


def _cuts(lines: Iterable[Line]) -> int:
    """How many texts are cut, or replaced by a count."""
    marks = (text for line in lines for text, _ in line)
    return sum("…" in text or text.startswith("+") for text in marks)


def shortened(lines: list[Line], height: int) -> list[Line]:
    """Lines cut to a height; the last one says how many are missing."""
    if len(lines) <= height:
        return lines
    note: Line = ((f"+{len(lines) - height + 1} lines", "note"),)
    return [*lines[: height - 1], note] if height > 0 else []


class _Page:
    """A layout of a scene with one degree of generosity."""

    def __init__(self, scene: Scene, width: int, fit: Fit, faces: Faces) -> None:
        self.scene = scene
        self.width = width
        self.fit = fit
        self.faces = faces
        self.manner = Manner()

    def squeezed(self, height: int) -> tuple[list[Line], list[Line]]:
        """Both halves with columns shortened as little as necessary to fit, if possible."""
        trees = (len(p.nodes) for p in self.scene.places if p.branches)
        longest = max([LEAST_COLUMN, *(len(p.cards) for p in self.columns()), *trees])
        for self.manner in MANNERS:
            for most in range(longest, LEAST_COLUMN - 1, -1):
                far, near = self.halves(most)
                if len(far) + len(near) <= height:
                    return far, near
                if most == longest and self.manner.shapes:
                    break
        return self.halves(LEAST_COLUMN)

    def halves(self, most: int = ALL) -> tuple[list[Line], list[Line]]:
        """Upper half: other seats and the middle; lower half: one's own cards. Columns have at most
        `most` lines."""
        return self.joined(self.far(most)), self.joined(self.near(most))

    def joined(self, bands: Iterable[list[Line]]) -> list[Line]:
        """Bands below each other, with gaps."""
        lines: list[Line] = []
        for band in filter(None, bands):
            lines += [()] * (self.fit.gap if lines else 0) + band
        return lines

    def far(self, most: int) -> Iterator[list[Line]]:
        """The other seats, then the middle of the table."""
        middle = [p for p in self.scene.places if p.owner is None]
        yield self.others()
        yield self.flow(self.piles(middle))
        yield spaces(middle, self.width, self.faces, roomy=self.fit.row_lines > 1)
        yield from self.laid(middle, most)
        yield from self.rows(middle)
        yield from self.fans(middle, most)
        shown = [f"{v.name}: {v.text}" for v in self.scene.values if v.owner is None]
        yield wrapped(shown, self.width)

    def near(self, most: int) -> Iterator[list[Line]]:
        """One's own cards, the hand last."""
        if (seat := self.scene.seat) is None:  # a spectator has none
            return
        own = [p for p in self.scene.places if p.owner == seat]
        yield self.flow([*self.piles(own, "your "), *self.counts(seat, "your ")])
        yield spaces(own, self.width, self.faces, roomy=False)
        yield from self.fans(own, most)
        yield from self.rows(own)

    # ---- other seats ----

    def others(self) -> list[Line]:
        """One line per other seat, or all of them in as few lines as possible."""
        seats, seat = len(self.scene.names), self.scene.seat
        first = 0 if seat is None else seat + 1
        order = [i % seats for i in range(first, first + seats) if i % seats != seat]
        items = [item for seat in order if (item := self.other(seat))]
        if self.fit.seat_lines:
            return [line for item in items for line in self.flow(item, GAP)]
        return self.flow(between(item, GAP) for item in items)

    def other(self, seat: int) -> list[Line]:
        """The cards and values of another seat, with smaller fans if they do not fit in a line."""
        places = [p for p in self.scene.places if p.owner == seat]
        counts = list(self.counts(seat))
        found: list[Line] = []
        for most in (ALL, FAN, 1):
            parts = [
                ((f"{p.numbered} ", ""), *self.fan(p, min(most, FAN) if p.look == "pile" else most))
                for p in places
            ]
            name: Line = ((self.scene.names[seat], "label"),)
            found = [name, *parts, *counts] if parts or counts else []
            if width_of(between(found, GAP)) <= self.width:
                break
        return found

    def counts(self, seat: int, whose: str = "") -> Iterator[Line]:
        """The values of a seat; a true one by its name alone, a false one not at all."""
        for value in self.scene.values:
            if value.owner == seat and value.text != "no":
                text = f"{whose}{value.name} {value.text}"
                yield ((value.name if value.text == "yes" else text, "value"),)

    # ---- piles ----

    def piles(self, places: Iterable[Place], whose: str = "") -> Iterator[Line]:
        """Piles by label: the top card of each, or a fan if there is only one."""
        piles = [p for p in places if p.look == "pile"]
        for label, family in groupby(piles, key=lambda p: p.label):
            members = list(family)
            shown = [self.fan(p, FAN if len(members) == 1 else 1) for p in members]
            yield ((f"{whose}{label} ", "label"), *between(shown, "  "))

    def fan(self, place: Place, most: int) -> Line:
        """The visible upper cards of a pile, and its number of cards."""
        cards = place.cards
        if place.look == SPACE:
            return inside(place, self.faces)
        if not cards:
            return (self.faces.empty(place.counted),)
        shown = 1
        while shown < min(most, len(cards)) and cards[-1 - shown] and cards[-1]:
            shown += 1
        faces = between([(face,) for face, _ in self.faces.row(cards[-shown:])], " ")
        return faces if len(cards) == shown else (*faces, self.faces.times(len(cards)))

    def flow(self, items: Iterable[Line], indent: str = "") -> list[Line]:
        """Items side by side, wrapped."""
        lines: list[Line] = []
        for item in items:
            if lines and width_of(lines[-1]) + len(GAP) + width_of(item) <= self.width:
                lines[-1] = (*lines[-1], (GAP, ""), *item)
            else:
                start: Line = ((indent, ""),) if lines and indent else ()
                lines.append(cut((*start, *item), self.width))
        return lines

    # ---- places with spots, and trees ----

    def laid(self, places: Sequence[Place], most: int) -> Iterator[list[Line]]:
        """Places with spots, and trees."""
        look, manner = self.scene.look, replace(self.manner, most=most)
        if look:
            yield from laid(places, look, self.faces, self.width, manner)
        else:
            yield placed(places, self.width, self.faces)
        trees = (p for p in places if p.look == "tree")
        blocks = [block(p, self.faces, self.width, manner) for p in trees]
        yield flowing(blocks, self.faces, self.width, manner.names)

    # ---- rows ----

    def rows(self, places: Iterable[Place]) -> Iterator[list[Line]]:
        """The rows among some places."""
        return (self.row(p) for p in places if p.look == "row")

    def row(self, place: Place) -> list[Line]:
        """Cards side by side below their title; of too many, the upper ones."""
        title = self.scene.title(place)
        if not place.cards:
            return [((f"{title} ", "label"), self.faces.empty(place.counted))]
        row = self.faces.row(place.shown)
        faces = [face for face, _ in row]
        wide = max(len(text) for text, _ in faces)
        each = max(1, (self.width + 1) // (wide + 1))
        room = each * self.fit.row_lines
        if len(faces) > room:
            room = max(1, room - 1)
            left = sum(count for _, count in row[:-room])
            faces = [(f"+{left}".ljust(wide), "note"), *faces[-room:]]
        cells = [((f"{text:<{wide}}", style),) for text, style in faces]
        lines = [between(cells[i : i + each], " ") for i in range(0, len(cells), each)]
        count = f" ({len(place.cards)})" if len(place.cards) > 1 else ""
        return [((f"{title}{count}", "label"),), *lines]

    # ---- columns ----

    def columns(self) -> list[Place]:
        """The places drawn as columns; those of other seats are not."""
        return [
            p
            for p in self.scene.places
            if p.look == "column" and p.owner in (None, self.scene.seat)
        ]

    def families(self) -> Iterator[list[Place]]:
        """Columns that are drawn side by side: those of one name, and runs of unnumbered ones."""
        for _, family in groupby(self.columns(), key=lambda p: (p.number and p.name, p.owner)):
            yield list(family)

    def fans(self, places: Sequence[Place], most: int) -> Iterator[list[Line]]:
        """The columns among some places, family by family."""
        for family in self.families():
            if family[0] in places:
                yield self.family(family, most)

    def family(self, places: list[Place], most: int) -> list[Line]:
        """A family of columns: numbers or names, and the cards of each below."""
        cell, pad = self.cell(len(places))
        lines: list[Line] = []
        if places[0].number:
            lines = [((self.scene.title(places[0]).removesuffix(" 1"), "label"),)]
        else:
            cell = max(cell, min(WIDEST_HEAD, max(len(p.label) for p in places)))
        fitting = max(1, (self.width + 1) // (cell + 1))
        for start in range(0, len(places), fitting):
            lines += self.beside(places[start : start + fitting], cell, pad, most)
        return lines

    def cell(self, count: int) -> tuple[int, bool]:
        """The width of a column, and whether its cards have a margin."""
        wide = self.faces.wide
        for cell, pad in ((wide + 2, True), (wide + 1, True), (wide, False)):
            if count * (cell + 1) - 1 <= self.width:
                return cell, pad
        return max(3, min(wide, (self.width + 1) // count - 1)), False

    def beside(self, places: Sequence[Place], cell: int, pad: bool, most: int) -> list[Line]:
        """Columns side by side."""
        columns = [self.shortened(p, most, cell) for p in places]
        heads = [f"{p.number or p.label[:cell]:^{cell}}" for p in places]
        lines = [between([((head, "label"),) for head in heads], " ")]
        for number in range(max(len(column) for column in columns)):
            line = [
                (self.padded(column[number] if number < len(column) else None, cell, pad),)
                for column in columns
            ]
            lines.append(between(line, " "))
        return lines

    def shortened(self, place: Place, most: int, cell: int) -> list[Span]:
        """A column in at most `most` lines: hidden cards are merged first, then lower ones cut."""
        cards = place.cards
        if not cards:
            return [self.faces.empty(place.counted)]
        unseen = next((i for i, card in enumerate(cards) if card), len(cards))
        faces = [self.faces.card(card) for card in cards]
        if len(cards) <= most:
            return faces
        if unseen > 1 and len(cards) - unseen + 1 <= most:
            times, _ = self.faces.times(unseen)
            backs = f"{faces[0][0]}{times}"
            return [(backs if len(backs) <= cell else times, "back"), *faces[unseen:]]
        shown = max(1, most - 1)
        return [(f"+{len(cards) - shown}", "note"), *faces[-shown:]]

    def padded(self, span: Span | None, cell: int, pad: bool) -> Span:
        """A card padded to the width of its column."""
        if span is None:
            return " " * cell, ""
        text, style = span
        text = text if len(text) <= cell else text[: cell - 1] + "…"
        room = cell - (1 if pad and len(text) < cell else 0)
        return f"{text:>{room}}".ljust(cell), style


def between(parts: Sequence[Line], blank: str) -> Line:
    """Parts joined to a line."""
    line: list[Span] = []
    for part in parts:
        line += [(blank, ""), *part] if line else part
    return tuple(line)


def wrapped(words: Sequence[str], width: int) -> list[Line]:
    """Texts side by side, wrapped."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(GAP) + len(word) <= width:
            lines[-1] += f"{GAP}{word}"
        else:
            lines.append(word)
    return [cut(((line, "value"),), width) for line in lines]
