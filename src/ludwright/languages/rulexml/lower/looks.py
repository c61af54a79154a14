"""Convert layouts to the look of a game and back, and position cells that no layout has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Decimal

from ....diagnostics import Report, Span
from ....gamedef import nodes as n
from .. import codes
from ..read.tree import NONE, Cell, LayoutFile, Rules, Word

WIDTH = 100  # of the table, in the unit of layouts
FURTHEST = 10_000
DECIMALS = 5
USUAL = {
    "screen_height": 60,
    "card_width": 8,
    "card_height": 11,
    "face_down_offset": 1,
    "face_up_offset": 3,
}
LEAST = {"face_down_offset": 0, "face_up_offset": 0}  # the minimum of the others is 1
MARGIN = 1  # around cells that are positioned automatically
SPARE = 4  # further cards that a fan has room for
WRITTEN = Span("written", 1, 1, 1, 1)  # the location of what no file contains yet

Place = tuple[Word, Decimal, Decimal]


# ---- from layouts --------------------------------------------------------------------------------


def look_of(
    rules: Rules,
    layout: LayoutFile | None,
    report: Report,
    *,
    anchor: str = "",
    rotation: str = "",
    degree: int = 1,
) -> tuple[n.Look, tuple[n.Spot, ...]]:
    """The look of a game and the positions of all its cells; `anchor` and `rotation` are the
    properties for fixed cards and for rotations, whose unit is 1/`degree` of a degree."""
    plan = _computed(rules) if layout is None else _completed(rules, _sound(layout, report))
    names = {cell.name.text for cell in rules.cells}
    # Looks have whole numbers: decimals make the unit smaller, for positions and sizes alike.
    scale = _power(value for name, x, y in plan.cells if name.text in names for value in (x, y))
    look = n.Look(
        width=WIDTH * scale,
        height=plan.screen_height * scale,
        token_width=plan.card_width * scale,
        token_height=plan.card_height * scale,
        step_up=plan.face_up_offset * scale,
        step_down=plan.face_down_offset * scale,
        picture_start=plan.start,
        picture_ending=plan.extension,
        anchor=anchor,
        rotation=rotation,
        degree=degree,
        span=plan.span,
    )
    spots = (
        n.Spot(zone=name.text, x=int(x * scale), y=int(y * scale), span=name.span)
        for name, x, y in plan.cells
        if name.text in names
    )
    return look, tuple(spots)


def grows_of(cell: Cell) -> str:
    """The direction in which a cell fans out, in the terms of a zone."""
    return "" if cell.fan == NONE else cell.fan


def degree_of(rotations: Iterable[Decimal]) -> int:
    """The number of units per degree that makes all rotations whole numbers; 0 if there are no
    rotations."""
    # Full turns do not count: a game without any others needs no property for rotations.
    found = [rotation for rotation in rotations if _kept(rotation, Decimal(0)) % 360]
    return _power(found) if found else 0


def turn_of(rotation: Decimal, degree: int) -> int:
    """A rotation in such units, reduced to less than a full turn."""
    return int(_kept(rotation, Decimal(0)) * degree) % (360 * degree)


def _power(values: Iterable[Decimal]) -> int:
    """The power of ten that makes all numbers whole, up to the limit on decimals."""
    return int(10 ** max(map(_decimals, values), default=0))


def _decimals(value: Decimal) -> int:
    exponent = value.normalize().as_tuple().exponent
    return min(max(0, -exponent), DECIMALS) if isinstance(exponent, int) else 0


def _kept(value: Decimal, otherwise: Decimal) -> Decimal:
    """A number rounded to the limit on decimals; `otherwise` if it is out of range."""
    if abs(value) > FURTHEST:
        return otherwise
    kept = round(value, DECIMALS)
    # As written, if it fits: rounding would add trailing zeros.
    return value if kept == value else kept


# ---- invalid layouts -----------------------------------------------------------------------------


def _sound(layout: LayoutFile, report: Report) -> LayoutFile:
    """A layout with invalid sizes and positions replaced."""
    sizes = {name: getattr(layout, name) for name in USUAL}
    for what, size in sizes.items():
        if not LEAST.get(what, 1) <= size <= FURTHEST:
            message = f"invalid {what} {size}; {USUAL[what]} is used instead"
            report.warning(codes.BAD_SIZE, layout.span, message)
            sizes[what] = USUAL[what]
    cells = tuple(_reachable(*each, report) for each in layout.cells)
    found = replace(layout, cells=cells, **sizes)
    for name, x, y in cells:
        if not (0 <= x <= WIDTH and 0 <= y <= found.screen_height):
            message = f"cell '{name.text}' is outside the table: {_said(x)}, {_said(y)}"
            help = f"the table is {WIDTH} wide and {found.screen_height} high"
            report.warning(codes.OFF_THE_TABLE, name.span, message, help)
    return found


def _reachable(name: Word, x: Decimal, y: Decimal, report: Report) -> Place:
    kept = [_kept(v, Decimal(FURTHEST).copy_sign(v)) for v in (x, y)]
    if kept != [x, y]:
        message = f"position of cell '{name.text}' is rounded: {_said(x)}, {_said(y)}"
        report.warning(codes.ROUNDED, name.span, message)
    return name, kept[0], kept[1]


def _said(value: Decimal) -> str:
    return f"{value:f}" if abs(value.adjusted()) < 20 else f"{value:e}"


# ---- automatic positions -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardExtent:
    """How far the cards of a cell extend from its centre."""

    left: Decimal
    right: Decimal
    up: Decimal
    down: Decimal


def _computed(rules: Rules) -> LayoutFile:
    """A layout for a game without one: a row for each group."""
    cards = tuple(dict.fromkeys(card.name.text for card in rules.deck.cards))
    bare = LayoutFile(
        game=rules.name,
        players=rules.players,
        cards=cards,
        start="",
        extension="",
        cells=(),
        span=rules.span,
        **USUAL,
    )
    return _completed(rules, bare)


def _completed(rules: Rules, layout: LayoutFile) -> LayoutFile:
    """A layout with positions for all cells; missing ones are added below the others."""
    placed = {name.text for name, _, _ in layout.cells}
    missing = [cell for cell in rules.cells if cell.name.text not in placed]
    if not missing:
        return layout
    # Positions are those of the centres of cards.
    half = Decimal(layout.card_height) / 2
    ends = [y + half for _, _, y in layout.cells]
    # Below the given table and below the cards that extend beyond it.
    top = max([Decimal(layout.screen_height if layout.cells else 0), *ends])
    found = list(_flow(_rows(rules, missing), layout, top.to_integral_value(ROUND_CEILING)))
    bottom = max(y + reach.down for (_, _, y), reach in found)
    height = int(bottom.to_integral_value(ROUND_CEILING)) + MARGIN
    return replace(
        layout,
        cells=(*layout.cells, *(place for place, _ in found)),
        screen_height=max(layout.screen_height, height),
    )


def _rows(rules: Rules, cells: Iterable[Cell]) -> list[list[Cell]]:
    """The cells, grouped by the first group that each is in."""
    rows: dict[str, list[Cell]] = {group.category.text: [] for group in rules.groups}
    for cell in cells:
        own = (g.category.text for g in rules.groups if cell.name.text in g.cells)
        rows.setdefault(next(own, ""), []).append(cell)
    return [row for row in rows.values() if row]


def _flow(
    rows: Iterable[Iterable[Cell]], layout: LayoutFile, top: Decimal
) -> Iterator[tuple[Place, CardExtent]]:
    """Position rows one below another, each wrapped to as many lines as it needs."""
    for row in rows:
        for line in _lines(row, layout):
            y = top + MARGIN + max(reach.up for _, _, reach in line)
            yield from (((cell.name, x, y), reach) for cell, x, reach in line)
            top = y + max(reach.down for _, _, reach in line)


def _lines(row: Iterable[Cell], layout: LayoutFile) -> list[list[tuple[Cell, Decimal, CardExtent]]]:
    lines: list[list[tuple[Cell, Decimal, CardExtent]]] = [[]]
    end = Decimal(0)
    for cell in row:
        reach = _reach(cell, layout)
        if lines[-1] and end + MARGIN + reach.left + reach.right > WIDTH:
            lines.append([])
            end = Decimal(0)
        x = end + MARGIN + reach.left
        lines[-1].append((cell, x, reach))
        end = x + reach.right
    return lines


def _reach(cell: Cell, layout: LayoutFile) -> CardExtent:
    """The extent of the cards dealt to a cell, with room for some more."""
    # Follow the directions of the cards, and keep the bounding box in steps.
    x = y = 0
    xs, ys = [0], [0]
    for way in [each.direction or cell.fan for each in cell.cards] + [cell.fan] * SPARE:
        x += ("east" in way) - ("west" in way)
        y += ("south" in way) - ("north" in way)
        xs.append(x)
        ys.append(y)
    wide, high = Decimal(layout.card_width) / 2, Decimal(layout.card_height) / 2
    step = layout.face_up_offset
    return CardExtent(
        wide - min(xs) * step,
        wide + max(xs) * step,
        high - min(ys) * step,
        high + max(ys) * step,
    )


# ---- from looks ----------------------------------------------------------------------------------


def layout_of(game: n.GameDef) -> LayoutFile | None:
    """The layout for the look of a game; None if it has no look. Sizes are rounded, as layouts only
    have whole numbers."""
    look = game.look
    if look is None:
        return None
    unit = Decimal(look.width) / WIDTH
    sizes = {
        "screen_height": look.height,
        "card_width": look.token_width,
        "card_height": look.token_height,
        "face_down_offset": look.step_down,
        "face_up_offset": look.step_up,
    }
    tokens = (token.name for supply in game.supplies for token in supply.tokens)
    return LayoutFile(
        game=game.name,
        players=game.most_players,
        cards=tuple(dict.fromkeys(tokens)),
        start=look.picture_start,
        extension=look.picture_ending,
        cells=tuple(
            (Word(spot.zone, spot.span or WRITTEN), spot.x / unit, spot.y / unit)
            for spot in game.spots
        ),
        span=look.span or WRITTEN,
        **{name: round(size / unit) for name, size in sizes.items()},
    )
