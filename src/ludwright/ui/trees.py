"""Draws a pile with the piles hanging below it: as a column, row, picture or list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..play.inspect_state import DIRECTION_WORDS, WAYS
from ..table.scene import Node, Place
from .faces import Faces, Line, Span, cut, width_of

NOTHING: Span = (" ", "")
ALL = 1_000_000  # cards
WIDEST_RANK = 3  # letters of a card that has a rank and a suit


@dataclass(frozen=True, slots=True)
class Manner:
    """How generously places are drawn: with names, lines per column, bands kept apart, and trees
    with their shapes."""

    names: bool = True
    most: int = ALL
    apart: bool = True
    shapes: bool = True


@dataclass(frozen=True, slots=True)
class Block:
    """A drawn place: its name, and lines that start `lead` columns left of its own pile."""

    name: str
    lines: tuple[Line, ...]
    lead: int = 0
    empty: bool = False

    @property
    def width(self) -> int:
        """The columns the lines take."""
        return max(map(width_of, self.lines), default=0)

    def named(self, wide: int, most: int) -> Block:
        """The block below its name, cut to `most` letters."""
        name = self.name if len(self.name) <= most else f"{self.name[: most - 1]}…"
        name = f"{name:^{wide}}" if wide <= WIDEST_RANK else name
        title = (name, "empty" if self.empty else "label")
        head: Line = ((" " * self.lead, ""), title) if self.lead else (title,)
        return Block(self.name, (head, *self.lines), self.lead, self.empty)

    def bare(self, wide: int, most: int) -> Block:
        """The block without its name; an empty place is shown by its name alone."""
        if not self.empty:
            return self
        line = cut(((f"{self.name:^{wide}}", "empty"),), most)
        return Block(self.name, (line,), empty=True)


def block(place: Place, faces: Faces, width: int, manner: Manner) -> Block:
    """A place with everything hanging below it."""
    name = place.numbered
    nodes = place.nodes[1:] if place.branches and not place.cards else place.nodes
    if not any(node.cards for node in nodes):
        hidden = place.counted or bool(place.branches)
        text, style = faces.empty(hidden)
        return Block(name, (((justified(text, faces), style),),), empty=hidden)
    # A chain is a tree in which every pile has one child; it has a direction if all steps agree.
    ways = {node.path[-1] for node in place.branches}
    chain = all(len(node.path) == i for i, node in enumerate(place.nodes))
    piles = [pile(node, faces) for node in nodes]
    room = _Room(faces, manner.most, width)
    if chain and len(ways) <= 1:
        draw, backwards = CHAINS[WAYS[ways.pop()] if ways else (0, 1)]
        lines, lead = draw(piles, nodes, room, backwards)
    elif chain and not manner.shapes:
        lines, lead = _row(piles, nodes, room, False)
    else:
        lines, lead = _picture(place.nodes, faces, width) or (_listing(place.nodes, faces), 0)
        lines = _upper(lines, manner.most)
    return Block(name, tuple(lines), lead)


def pile(node: Node, faces: Faces) -> Line:
    """The top card of a pile, its rotation, and the number of cards."""
    if not node.cards:
        return ((justified("·" if faces.signs else ".", faces), "empty"),)
    text, style = faces.card(node.cards[-1])
    if node.turned:
        text += f"{'↻' if faces.signs else '@'}{float(node.turned):g}"
    several = (faces.times(len(node.cards)),) if len(node.cards) > 1 else ()
    return ((justified(text, faces), style), *several)


def justified(text: str, faces: Faces) -> str:
    """A card aligned for a column: playing cards at their suits, others at their first letter."""
    return f"{text:>{faces.wide}}" if faces.wide <= WIDEST_RANK else text


# ---- chains --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Room:
    """The limits of a drawing."""

    faces: Faces
    most: int
    width: int


Drawn = tuple[list[Line], int]
Draw = Callable[[Sequence[Line], Sequence[Node], _Room, bool], Drawn]


def _column(piles: Sequence[Line], nodes: Sequence[Node], room: _Room, backwards: bool) -> Drawn:
    """Piles below each other, upwards if `backwards`."""
    lines = _shortened(piles, nodes, room)
    return (lines[::-1] if backwards else lines), 0


def _row(piles: Sequence[Line], nodes: Sequence[Node], room: _Room, backwards: bool) -> Drawn:
    """Piles side by side, wrapped."""
    lines: list[Line] = []
    for each in piles:
        if lines and width_of(lines[-1]) + 1 + width_of(each) <= room.width:
            line = lines.pop()
            lines.append((*each, NOTHING, *line) if backwards else (*line, NOTHING, *each))
        else:
            lines.append(each)
    widest = max(map(width_of, lines))
    if backwards:
        lines = [((" " * (widest - width_of(line)), ""), *line) for line in lines]
    return lines, widest - width_of(piles[0]) if backwards else 0


def _stairs(to_the_left: bool) -> Draw:
    """Piles below each other, each a column further to one side."""

    def draw(piles: Sequence[Line], nodes: Sequence[Node], room: _Room, backwards: bool) -> Drawn:
        lines = _shortened(piles, nodes, room)
        last = len(lines) - 1
        steps = range(last, -1, -1) if to_the_left else range(last + 1)
        lines = [((" " * k, ""), *line) for k, line in zip(steps, lines, strict=True)]
        return (lines[::-1] if backwards else lines), last if to_the_left else 0

    return draw


CHAINS: dict[tuple[int, int], tuple[Draw, bool]] = {
    (0, -1): (_column, True),
    (0, 1): (_column, False),
    (1, 0): (_row, False),
    (-1, 0): (_row, True),
    (1, -1): (_stairs(False), True),
    (1, 1): (_stairs(False), False),
    (-1, 1): (_stairs(True), False),
    (-1, -1): (_stairs(True), True),
}
"""By direction (y points down): how a chain is drawn, and whether its first pile comes last."""


def _shortened(piles: Sequence[Line], nodes: Sequence[Node], room: _Room) -> list[Line]:
    """Piles in at most `room.most` lines: hidden cards are merged first, then upper piles cut."""
    if len(piles) <= room.most:
        return list(piles)
    unseen = next((i for i, node in enumerate(nodes) if node.cards != (None,)), len(nodes))
    if unseen > 1 and len(piles) - unseen + 1 <= room.most:
        return [(*piles[0], room.faces.times(unseen)), *piles[unseen:]]
    shown = max(1, room.most - 1)
    hidden = sum(len(node.cards) for node in nodes[:-shown])
    return [((f"+{hidden}", "note"),), *piles[-shown:]]


# ---- branching trees -----------------------------------------------------------------------------


def _picture(nodes: Sequence[Node], faces: Faces, width: int) -> Drawn | None:
    """Piles on a grid by their directions; None if two would share a cell, or it is too wide."""
    # A dict by cell, so that two piles in one cell make it shorter than the list of piles.
    spots = {_spot(node): pile(node, faces) for node in nodes}
    if len(spots) < len(nodes):
        return None
    columns = range(min(x for x, _ in spots), 1 + max(x for x, _ in spots))
    rows = range(min(y for _, y in spots), 1 + max(y for _, y in spots))
    wide = [max((width_of(spots[at]) for at in spots if at[0] == x), default=1) for x in columns]
    if sum(wide) + len(wide) - 1 > width:
        return None
    lines: list[Line] = []
    for y in rows:
        line: list[Span] = []
        for x, room in zip(columns, wide, strict=True):
            each = spots.get((x, y), ())
            line += [NOTHING, *each] if line else each
            line.append((" " * (room - width_of(each)), ""))
        lines.append(tuple(line))
    # The root is at x = 0: left of it are -columns.start columns, each with a separator.
    return lines, sum(wide[: -columns.start]) - columns.start


def _spot(node: Node) -> tuple[int, int]:
    ways = [WAYS[direction] for direction in node.path]
    return sum(x for x, _ in ways), sum(y for _, y in ways)


def _listing(nodes: Sequence[Node], faces: Faces) -> list[Line]:
    """One line per pile with the last direction to it, indented below its parent."""
    lines: list[Line] = []
    for node in nodes:
        if node.path:
            step = f"{' ' * len(node.path)}{DIRECTION_WORDS[node.path[-1]]} "
            lines.append(((step, "value"), *pile(node, faces)))
        elif node.cards:
            lines.append(pile(node, faces))
    return lines


def _upper(lines: list[Line], most: int) -> list[Line]:
    """Lines cut to a number; the last one says how many are missing."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], ((f"+{len(lines) - most + 1} lines", "note"),)]
