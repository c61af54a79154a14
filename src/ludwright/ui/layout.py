"""Lays out a scene as lines of styled text for a given width and height."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from .faces import Faces, Line, Span, cut, width_of
from .maps import inside, spaces
from .scene import SPACE, Place, Scene
from .spot_layout import flowing, laid, placed
from .trees import ALL, Manner, block

FAN = 3  # cards of a pile that are shown
GAP = "   "  # between things in a line
MARGINS = ((2, 140), (1, 100))  # around cards, and how wide a table must be for it
LEAST_COLUMN = 3  # lines
WIDEST_HEAD = 10  # letters of a column's name


@dataclass(frozen=True, slots=True)
class Fit:
    """How generous a layout is: blank lines, lines for a row, a line of its own for each seat."""

    gap: int
    row_lines: int
    seat_lines: bool


MANNERS = (  # to draw what lies at spots if nothing else fits
    Manner(apart=False),
    Manner(apart=False, shapes=False),
    Manner(apart=False, shapes=False, names=False),
)
ROOMY = ((Fit(3, 99, True), 54), (Fit(2, 99, True), 44))  # and how high a table must be for it
FITS = (
    Fit(1, 99, True),
    Fit(0, 99, True),
    Fit(0, 3, True),
    Fit(0, 1, True),
    Fit(0, 1, False),
)


def lay_out(scene: Scene, width: int, height: int, faces: Faces) -> list[Line]:
    """The scene in at most `height` lines of at most `width`: the most generous way that fits,
    with one's own cards at the bottom.

    What does not fit is told: `+n` stands for n cards, or for n lines.
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
    """Both halves with the largest cards that the width is enough for and that take no more
    lines."""
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
    """How many texts are cut off, or cards told as a number."""
    marks = (text for line in lines for text, _ in line)
    return sum("…" in text or text.startswith("+") for text in marks)


def shortened(lines: list[Line], height: int) -> list[Line]:
    """At most so many lines; the last one tells how many are missing."""
    if len(lines) <= height:
        return lines
    note: Line = ((f"+{len(lines) - height + 1} lines", "note"),)
    return [*lines[: height - 1], note] if height > 0 else []


class _Page:
    """One way to lay out a scene."""

    def __init__(self, scene: Scene, width: int, fit: Fit, faces: Faces) -> None:
        self.scene = scene
        self.width = width
        self.fit = fit
        self.faces = faces
        self.manner = Manner()

    def squeezed(self, height: int) -> tuple[list[Line], list[Line]]:
        """Both halves, with columns shortened so far that all of it fits, if that can be."""
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
        """Others and the middle of the table; and one's own cards. Columns have `most` lines."""
        return self.joined(self.far(most)), self.joined(self.near(most))

    def joined(self, bands: Iterable[list[Line]]) -> list[Line]:
        """Bands below each other."""
        lines: list[Line] = []
        for band in filter(None, bands):
            lines += [()] * (self.fit.gap if lines else 0) + band
        return lines

    def far(self, most: int) -> Iterator[list[Line]]:
        """Others at the top, then the middle of the table."""
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
        """One's own cards, those in hand last."""
        own = [p for p in self.scene.places if p.owner == self.scene.seat]
        yield self.flow([*self.piles(own, "your "), *self.counts(self.scene.seat, "your ")])
        yield spaces(own, self.width, self.faces, roomy=False)
        yield from self.fans(own, most)
        yield from self.rows(own)

    # ---- other seats ----

    def others(self) -> list[Line]:
        """A line for each other seat, or all of them in few lines."""
        seats = len(self.scene.names)
        order = [(self.scene.seat + i) % seats for i in range(1, seats)]
        items = [item for seat in order if (item := self.other(seat))]
        if self.fit.seat_lines:
            return [line for item in items for line in self.flow(item, GAP)]
        return self.flow(between(item, GAP) for item in items)

    def other(self, seat: int) -> list[Line]:
        """What another seat has."""
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
        """What is counted or remembered of a seat; a truth by its name, if it holds."""
        for value in self.scene.values:
            if value.owner == seat and value.text != "no":
                told = f"{whose}{value.name} {value.text}"
                yield ((value.name if value.text == "yes" else told, "value"),)

    # ---- piles ----

    def piles(self, places: Iterable[Place], whose: str = "") -> Iterator[Line]:
        """Each name of a pile with its cards: the top of each, of a single one a few."""
        piles = [p for p in places if p.look == "pile"]
        for label, family in groupby(piles, key=lambda p: p.label):
            members = list(family)
            shown = [self.fan(p, FAN if len(members) == 1 else 1) for p in members]
            yield ((f"{whose}{label} ", "label"), *between(shown, "  "))

    def fan(self, place: Place, most: int) -> Line:
        """The upper cards of a pile, as far as they are seen, and how many there are in all."""
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
        """Items beside each other, in as many lines as they need."""
        lines: list[Line] = []
        for item in items:
            if lines and width_of(lines[-1]) + len(GAP) + width_of(item) <= self.width:
                lines[-1] = (*lines[-1], (GAP, ""), *item)
            else:
                start: Line = ((indent, ""),) if lines and indent else ()
                lines.append(cut((*start, *item), self.width))
        return lines

    # ---- places at a spot, and trees ----

    def laid(self, places: Sequence[Place], most: int) -> Iterator[list[Line]]:
        """What lies where the game says, and what others hang from."""
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
        """All rows among some places."""
        return (self.row(p) for p in places if p.look == "row")

    def row(self, place: Place) -> list[Line]:
        """Cards side by side, below their name; of too many only the upper ones."""
        title = self.scene.title(place)
        if not place.cards:
            return [((f"{title} ", "label"), self.faces.empty(place.counted))]
        own = place.owner == self.scene.seat
        cards = self.faces.in_hand(place.cards) if own else place.cards
        row = self.faces.row(cards)
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
        """The places that are drawn as columns: not those of other seats."""
        return [
            p
            for p in self.scene.places
            if p.look == "column" and p.owner in (None, self.scene.seat)
        ]

    def families(self) -> Iterator[list[Place]]:
        """Columns that belong together: those of one name, and neighbours that are the only ones
        of theirs."""
        for _, family in groupby(self.columns(), key=lambda p: (p.number and p.name, p.owner)):
            yield list(family)

    def fans(self, places: Sequence[Place], most: int) -> Iterator[list[Line]]:
        """Columns side by side, each family for itself."""
        for family in self.families():
            if family[0] in places:
                yield self.family(family, most)

    def family(self, places: list[Place], most: int) -> list[Line]:
        """Columns that belong together: their numbers or names, and below each its cards."""
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
        """How wide a column is, and whether its cards have a margin."""
        wide = self.faces.wide
        for cell, pad in ((wide + 2, True), (wide + 1, True), (wide, False)):
            if count * (cell + 1) - 1 <= self.width:
                return cell, pad
        return max(3, min(wide, (self.width + 1) // count - 1)), False

    def beside(self, places: Sequence[Place], cell: int, pad: bool, most: int) -> list[Line]:
        """So many columns as fit beside each other."""
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
        """A column in at most so many lines: first cards nobody sees are put together."""
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
        """A card as wide as its column."""
        if span is None:
            return " " * cell, ""
        text, style = span
        text = text if len(text) <= cell else text[: cell - 1] + "…"
        room = cell - (1 if pad and len(text) < cell else 0)
        return f"{text:>{room}}".ljust(cell), style


def between(parts: Sequence[Line], blank: str) -> Line:
    """Parts in a line with blanks between them."""
    line: list[Span] = []
    for part in parts:
        line += [(blank, ""), *part] if line else part
    return tuple(line)


def wrapped(words: Sequence[str], width: int) -> list[Line]:
    """Texts in a row, in as many lines as they need."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(GAP) + len(word) <= width:
            lines[-1] += f"{GAP}{word}"
        else:
            lines.append(word)
    return [cut(((line, "value"),), width) for line in lines]
