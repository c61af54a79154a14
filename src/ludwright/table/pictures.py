"""A small picture of a game's table after a few moves, as an SVG drawn from a seat's scene."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..game import Game
from ..play.inspect_state import WAYS
from ..players import PLAYERS, play_on
from .picture_parts import DEFINITIONS, HIGH, WIDE, card, fitting, is_french, piece, placed, text
from .picture_parts import use as used
from .scene import SPACE, Place, Scene, scene_of

MOVES = 18  # before the picture; a game that is over by then is shown after half of its moves
SEED = 7
PICTURE = (320, 200)
MARGIN = 10
WIDTHS = (36.0, 50.0, 66.0, 84.0, 104.0, 128.0, 160.0, 200.0)  # tried for the shared places
LARGEST_SCALE = 5.2  # pixels per unit; few cards need not fill the picture
GAP = 2.0
STEP_FACE, STEP_BACK = 4.3, 1.6  # of covered cards in a column
FAN = 4.2
MOST_FANNED = 18  # cards of a row before the next line begins
MOST_HELD = 8  # backs of another seat's hand
SMALL = 0.6  # other seats' cards
SPACE_WIDE, SPACE_HIGH = 17.0, 13.0
MOST_PIECES = 8


@dataclass(frozen=True, slots=True)
class Block:
    """Markup that takes some room, with its upper left corner at the origin."""

    width: float
    height: float
    markup: str


NOTHING = Block(0.0, 0.0, "")


def picture_of(game: Game, moves: int = MOVES, seed: int = SEED) -> str:
    """The picture of a game with its fewest players, as the first seat sees it."""
    table = game.table(seed=seed)
    if table.over:  # nobody decides anything: turns are all there is to see
        table = game.table(seed=seed, pace="turn")
    play_on(table, PLAYERS["random"](), moves)
    if table.over and moves > 1:
        return picture_of(game, min(len(table.log), moves) // 2, seed)
    names = [name for name in table.program.tokens if name]
    return picture(scene_of(table.view(0)), is_french(names))


def picture(scene: Scene, french: bool = True) -> str:
    """A scene as an SVG document."""
    draw = _as_laid_out if scene.look else _in_bands
    drawn = draw(scene, french)
    wide, high = PICTURE
    room = (wide - 2 * MARGIN) / max(drawn.width, 1), (high - 2 * MARGIN) / max(drawn.height, 1)
    scale = min(*room, LARGEST_SCALE)
    x, y = (wide - drawn.width * scale) / 2, (high - drawn.height * scale) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'font-family="Arial, Helvetica, sans-serif">{DEFINITIONS}'
        f'<rect width="{wide}" height="{high}" fill="#1d5b38"/>'
        f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.3f})">{drawn.markup}</g></svg>'
    )


# ---- composition ---------------------------------------------------------------------------------


def _beside(blocks: Iterable[Block], gap: float = GAP) -> Block:
    """Blocks in a row, aligned at the top."""
    x, height, parts = 0.0, 0.0, []
    for block in blocks:
        parts.append(placed(x, 0, block.markup))
        x, height = x + block.width + gap, max(height, block.height)
    return Block(max(0.0, x - gap), height, "".join(parts))


def _below(blocks: Iterable[Block], gap: float = GAP) -> Block:
    """Blocks below each other, centred."""
    stacked = [block for block in blocks if block.width]
    width = max((block.width for block in stacked), default=0.0)
    y, parts = 0.0, []
    for block in stacked:
        parts.append(placed((width - block.width) / 2, y, block.markup))
        y += block.height + gap
    return Block(width, max(0.0, y - gap), "".join(parts))


def _flow(blocks: Sequence[Block], width: float) -> Block:
    """Blocks in lines of about equal length, each within a width."""
    whole = sum(block.width + GAP for block in blocks)
    per_line = whole / max(1, -(-whole // width))
    lines: list[list[Block]] = [[]]
    for block in blocks:
        used_up = sum(each.width + GAP for each in lines[-1])
        if lines[-1] and used_up + block.width / 2 > per_line:
            lines.append([])
        lines[-1].append(block)
    return _below(_beside(line) for line in lines)


def _scaled(block: Block, scale: float) -> Block:
    markup = f'<g transform="scale({scale:g})">{block.markup}</g>'
    return Block(block.width * scale, block.height * scale, markup)


# ---- tables without a layout ---------------------------------------------------------------------


def _in_bands(scene: Scene, french: bool) -> Block:
    """Other seats above, shared places in the middle, the own seat below."""
    spots = [place for place in scene.places if place.spot is not None]
    shared = [p for p in scene.places if p.owner is None and p.spot is None and _shown(scene, p)]
    piles = [_drawn(place, french) for place in shared if place.look != "column"]
    columns = [_drawn(place, french) for place in shared if place.look == "column"]
    pieces = any(place.look == SPACE for place in spots)
    above = _others(scene, french, pieces)
    below = _beside(_held(place, french, pieces) for place in _of_seat(scene, scene.seat))
    board = _board(spots, french) if spots else NOTHING

    def arranged(width: float) -> Block:
        middle = _below((_flow(piles, width), _flow(columns, width)))
        return _below((above, board, middle, below), 2 * GAP)

    return max((arranged(width) for width in WIDTHS), key=_scale)


def _scale(block: Block) -> float:
    """How large a block can be drawn."""
    wide, high = PICTURE
    return min(
        (wide - 2 * MARGIN) / max(block.width, 1), (high - 2 * MARGIN) / max(block.height, 1)
    )


def _shown(scene: Scene, place: Place) -> bool:
    """Empty places are part of a solitaire's layout; elsewhere they are only clutter."""
    return bool(place.cards or place.branches) or len(scene.names) == 1


def _of_seat(scene: Scene, seat: int | None) -> list[Place]:
    return [place for place in scene.places if place.owner == seat and place.cards]


def _others(scene: Scene, french: bool, pieces: bool) -> Block:
    seats = [seat for seat in range(len(scene.names)) if seat != scene.seat]
    held = (
        _beside(_held(place, french, pieces) for place in _of_seat(scene, seat)) for seat in seats
    )
    return _scaled(_flow([block for block in held if block.width], 150), SMALL)


def _held(place: Place, french: bool, pieces: bool) -> Block:
    """A place of a seat."""
    if pieces and not french and None not in place.cards:
        return _pieces([card for card in place.cards if card], MOST_PIECES)
    if place.look == "row" and not any(place.cards):
        return _fan(place.cards[:MOST_HELD], french, 2 * STEP_BACK)
    if place.look == "row":
        return _fan([place.cards[i] for i in place.sorted or range(len(place.cards))], french)
    return _drawn(place, french)


def _drawn(place: Place, french: bool) -> Block:
    if place.branches:
        return _tree(place, french, STEP_FACE, STEP_BACK)
    return LOOKS.get(place.look, _pile)(place, french)


def _pile(place: Place, french: bool) -> Block:
    """The top card, with the edge of those below."""
    if not place.cards:
        return Block(WIDE, HIGH, used("empty"))
    edge = placed(0.5, 0.5, card(place.cards[-2], french)) if len(place.cards) > 1 else ""
    return Block(
        WIDE, HIGH, edge + placed(0, 0, card(place.cards[-1], french), float(place.turned))
    )


def _column(place: Place, french: bool) -> Block:
    if not place.cards:
        return Block(WIDE, HIGH, used("empty"))
    y, parts = 0.0, []
    for name in place.cards:
        parts.append(placed(0, y, card(name, french)))
        last, y = y, y + (STEP_BACK if name is None else STEP_FACE)
    return Block(WIDE, last + HIGH, "".join(parts))


def _row(place: Place, french: bool) -> Block:
    return _fan(place.cards, french) if place.cards else Block(WIDE, HIGH, used("empty"))


def _fan(cards: Sequence[str | None], french: bool, step: float = FAN) -> Block:
    """Cards side by side, overlapping, in lines."""
    lines = []
    for start in range(0, len(cards), MOST_FANNED):
        line = cards[start : start + MOST_FANNED]
        last = len(line) - 1
        parts = (
            placed(i * step, 0, card(name, french, fanned=i < last)) for i, name in enumerate(line)
        )
        lines.append(Block(WIDE + (len(line) - 1) * step, HIGH, "".join(parts)))
    return _below(lines, GAP / 2)


LOOKS: dict[str, Callable[[Place, bool], Block]] = {"pile": _pile, "column": _column, "row": _row}


def _pieces(names: Sequence[str], most: int, size: float = 2.4) -> Block:
    """Pieces in rows of four; a number stands for those that are left out."""
    shown = names if len(names) <= most else names[: most - 1]
    parts = [
        placed(i % 4 * 2 * size, i // 4 * 2 * size, piece(name, size))
        for i, name in enumerate(shown)
    ]
    if more := len(names) - len(shown):
        x, y = len(shown) % 4 * 2 * size, len(shown) // 4 * 2 * size
        parts.append(text(f"+{more}", x + size, y + 1.4 * size, 1.3 * size, "#fff"))
    wide = min(4, len(names)) * 2 * size
    return Block(wide, -(-min(len(names), most) // 4) * 2 * size, "".join(parts))


# ---- boards --------------------------------------------------------------------------------------


def _board(places: Sequence[Place], french: bool) -> Block:
    """Places with spots, as close as they can be without overlap."""
    spaces = any(place.look == SPACE for place in places)
    wide, high = (SPACE_WIDE, SPACE_HIGH) if spaces else (WIDE, HIGH)
    spots = [place.spot for place in places if place.spot is not None]
    across = _least(abs(a[0] - b[0]) for a in spots for b in spots if abs(a[1] - b[1]) < 100)
    down = _least(abs(a[1] - b[1]) for a in spots for b in spots if abs(a[0] - b[0]) < across)
    blocks = (_space(place) if place.look == SPACE else _drawn(place, french) for place in places)
    return _at_spots(
        [
            (block, x / across * (wide + GAP), y / down * (high + GAP))
            for block, (x, y) in zip(blocks, spots, strict=True)
        ]
    )


def _least(distances: Iterable[int]) -> int:
    """The least distance above 0; one place, which is 100, at least."""
    return max(100, min((each for each in distances if each), default=100))


def _at_spots(blocks: Sequence[tuple[Block, float, float]]) -> Block:
    """Blocks at coordinates of their upper left corners."""
    if not blocks:
        return NOTHING
    left, top = min(x for _, x, _ in blocks), min(y for _, _, y in blocks)
    markup = "".join(placed(x - left, y - top, block.markup) for block, x, y in blocks)
    width = max(x + block.width for block, x, _ in blocks) - left
    height = max(y + block.height for block, _, y in blocks) - top
    return Block(width, height, markup)


def _space(place: Place) -> Block:
    """A space of a map: its name, unless it only consists of coordinates, and its pieces."""
    shape = (
        f'<rect width="{SPACE_WIDE:g}" height="{SPACE_HIGH:g}" rx="1.6" fill="#e9e2cd" '
        'stroke="#8a7f5c" stroke-width=".4"/>'
    )
    pieces = [name for name in place.cards if name]
    label = re.sub(r"[-_\s]+", " ", place.label).strip()
    named = "" if re.search(r"\d \d$|^\w\d$", label) else label
    title = text(named, SPACE_WIDE / 2, 3.0, fitting(named, SPACE_WIDE - 1, 2.6), "#3d3724")
    size = 1.9 if len(pieces) > 1 or named else 4.2
    drawn = _pieces(pieces, MOST_PIECES, size)
    top = 3.6 if named else 0.0
    x, y = (SPACE_WIDE - drawn.width) / 2, top + (SPACE_HIGH - top - drawn.height) / 2
    inside = (title if named else "") + placed(x, y, drawn.markup)
    return Block(SPACE_WIDE, SPACE_HIGH, shape + inside)


# ---- layouts and trees ---------------------------------------------------------------------------


def _as_laid_out(scene: Scene, french: bool) -> Block:
    """The places of a game with a layout, whose spots are centres of cards in its own unit."""
    assert scene.look is not None
    unit = WIDE / max(1, scene.look.token_width)
    up, down = scene.look.step_up * unit, scene.look.step_down * unit
    shown = []
    for place in scene.places:
        if place.spot is None:
            continue
        x, y = place.spot[0] * unit - WIDE / 2, place.spot[1] * unit - HIGH / 2
        if not place.branches:
            shown.append((_pile(place, french), x, y))
            continue
        tree, left, top = _tree_at(place, french, up, down)
        shown.append((tree, x + left, y + top))
    return _at_spots(shown)


def _tree(place: Place, french: bool, up: float, down: float) -> Block:
    return _tree_at(place, french, up, down)[0]


def _tree_at(place: Place, french: bool, up: float, down: float) -> tuple[Block, float, float]:
    """A pile with those hanging below it, and where the drawing begins relative to that pile."""
    at: dict[tuple[int, ...], tuple[float, float]] = {(): (0.0, 0.0)}
    tops: dict[tuple[int, ...], str | None] = {(): place.cards[-1] if place.cards else ""}
    parts = [] if place.cards else [(Block(WIDE, HIGH, used("empty")), 0.0, 0.0)]
    for node in sorted(place.nodes, key=lambda node: len(node.path)):
        if node.path:
            above = node.path[:-1]
            (x, y), (right, under) = at.get(above, (0.0, 0.0)), WAYS[node.path[-1]]
            # An anchor has no card: what hangs there is one step away, as below a face.
            step = down if tops.get(above, "") is None else up
            at[node.path] = x + right * step, y + under * step
            tops[node.path] = node.cards[-1] if node.cards else ""
        if node.cards:
            markup = placed(0, 0, card(node.cards[-1], french), float(node.turned))
            parts.append((Block(WIDE, HIGH, markup), *at[node.path]))
    return _at_spots(parts), min(x for _, x, _ in parts), min(y for _, _, y in parts)
