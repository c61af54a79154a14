"""Board macros in `zones`: `grid` and `hex` expand to a zone for each cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .....diagnostics import Report, Span, did_you_mean
from ....yaml.read import Mapping, Scalar, Sequence, Tree
from ...codes import document as codes
from ..collation import collated
from .synthesise import is_hole, mapping, scalar, sequence

MOST_ZONES = 10_000
SPACING = 100  # between cells on the screen, in hundredths of the width of a pile

Cell = tuple[int, int]
_CELL = re.compile(r"(cell|hex)_n?\d+_n?\d+(:none)?")


@dataclass(frozen=True, slots=True)
class Board:
    """A kind of board: the minimum of each argument, a description of the arguments, the number of
    cells, the cells, the offsets of neighbours, and of a cell its id, the names of its coordinates
    and its position on the screen."""

    least: tuple[int, ...]
    arguments: str
    size: Callable[..., int]
    cells: Callable[..., Iterable[Cell]]
    steps: tuple[Cell, ...]
    id: Callable[[Cell], str]
    names: tuple[str, str]
    spot: Callable[..., tuple[int, int]]


def _grid(rows: int, columns: int) -> Iterable[Cell]:
    return ((row, column) for row in range(rows) for column in range(columns))


def _hex(radius: int) -> Iterable[Cell]:
    # Axial coordinates: the third one is -q - r, and none may exceed the radius.
    whole = range(-radius, radius + 1)
    return ((q, r) for q in whole for r in whole if abs(q + r) <= radius)


def _coordinate(number: int) -> str:
    # No minus sign in identifiers: `hex_n1_0`.
    return f"n{-number}" if number < 0 else str(number)


BOARDS: dict[str, Board] = {
    "grid": Board(
        (1, 1),
        "[rows, columns], both at least 1",
        lambda rows, columns: rows * columns,
        _grid,
        ((-1, 0), (0, -1), (0, 1), (1, 0)),
        lambda cell: f"cell_{cell[0]}_{cell[1]}",
        ("row", "column"),
        lambda cell, *_: (SPACING * cell[1], SPACING * cell[0]),
    ),
    "hex": Board(
        (0,),
        "[radius], at least 0",
        # The centre, and rings of 6, 12, 18, ... cells. Computed, so that no huge board is built.
        lambda radius: 3 * radius * (radius + 1) + 1,
        _hex,
        ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)),
        lambda cell: f"hex_{_coordinate(cell[0])}_{_coordinate(cell[1])}",
        ("q", "r"),
        # Each row is shifted by half a cell against the one above.
        lambda cell, radius: (
            SPACING * (cell[0] + radius) + SPACING // 2 * cell[1],
            SPACING * (cell[1] + radius),
        ),
    ),
}


def is_cell(name: str) -> bool:
    """Whether a name has the form of a cell's id."""
    return _CELL.fullmatch(name) is not None


def is_board(tree: Tree) -> bool:
    """Whether an item of `zones` is a board macro."""
    name = tree.get("macro") if isinstance(tree, Mapping) else None
    return isinstance(name, Scalar) and name.text in BOARDS


def report_unknown_board(name: Scalar, others: Iterable[str], report: Report) -> None:
    """Report an unknown macro in `zones`."""
    hint = did_you_mean(name.text, [*BOARDS, *others]) or f"boards: {', '.join(BOARDS)}"
    report.error(codes.BOARD_UNKNOWN, name.span, f"unknown board '{name.text}'", hint)


def board_zones(call: Mapping, budget: int, report: Report) -> list[Tree]:
    """The zones of a board; none after an error, or if there are more than `budget`."""
    name, args = call.get("macro"), call.get("args")
    assert isinstance(name, Scalar)
    board = BOARDS[name.text]
    if isinstance(args, Sequence) and any(map(is_hole, args.items)):
        return []
    numbers = _numbers(args)
    if len(numbers) != len(board.least) or any(map(int.__lt__, numbers, board.least)):
        at = args.span if args else call.span
        message = f"'{name.text}' takes {board.arguments}"
        report.error(codes.BOARD_ARGS, at, message)
        return []
    if board.size(*numbers) > budget:
        message = f"the boards have more than {MOST_ZONES} zones"
        report.error(codes.EXPANSION_LIMIT, call.span, message)
        return []
    cells = list(board.cells(*numbers))
    present = set(cells)
    spots = [board.spot(cell, *numbers) for cell in cells]
    pattern = _pattern(call.span, board)
    return [
        _zone(pattern, board, cell, present, spot) for cell, spot in zip(cells, spots, strict=True)
    ]


def _numbers(args: Tree | None) -> tuple[int, ...]:
    """The arguments of a board; none if one of them is not a whole number."""
    items = args.items if isinstance(args, Sequence) else ()
    values = [item.value if isinstance(item, Scalar) else None for item in items]
    # `v == v // 1` also rejects NaN and infinity, for which `int` would raise.
    whole = [int(v) for v in values if isinstance(v, int | float) and v == v // 1]
    booleans = any(isinstance(v, bool) for v in values)
    return tuple(whole) if len(whole) == len(values) and not booleans else ()


def _pattern(span: Span, board: Board) -> Mapping:
    """A zone whose keys and constant values all cells share, to save memory on large boards."""
    return mapping(
        span,
        id="",
        owner="none",
        visibility="public",
        ordering="set",
        adjacentTo=sequence(span),
        space=scalar(span, True),
        attributes=mapping(span, **dict.fromkeys(board.names, 0)),
        spot=sequence(span),
    )


def _zone(
    pattern: Mapping, board: Board, cell: Cell, present: set[Cell], spot: tuple[int, int]
) -> Tree:
    span = pattern.span
    around = ((cell[0] + down, cell[1] + right) for down, right in board.steps)
    near = sorted((f"{board.id(each)}:none" for each in around if each in present), key=collated)
    own: dict[str, Tree] = {
        "id": scalar(span, board.id(cell)),
        "adjacentTo": sequence(span, *near),
        "attributes": mapping(span, **dict(zip(board.names, cell, strict=True))),
        "spot": sequence(span, *spot),
    }
    entries = ((key, own.get(key.text, value)) for key, value in pattern.entries)
    return Mapping(span, tuple(entries))
