"""Boards of a GameSpecDoc: `grid` and `hex` in `zones`, each the zones of all its cells."""

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
APART = 100  # from a cell to the next, in hundredths of the room of a pile

Cell = tuple[int, int]
_CELL = re.compile(r"(cell|hex)_n?\d+_n?\d+(:none)?")


@dataclass(frozen=True, slots=True)
class Board:
    """A kind of board: the least of its measures, how many cells it has, its cells, the steps to
    neighbours, and of a cell the id, what its coordinates are called and where it lies."""

    least: tuple[int, ...]
    measures: str
    size: Callable[..., int]
    cells: Callable[..., Iterable[Cell]]
    steps: tuple[Cell, ...]
    id: Callable[[Cell], str]
    names: tuple[str, str]
    spot: Callable[..., tuple[int, int]]


def _grid(rows: int, columns: int) -> Iterable[Cell]:
    return ((row, column) for row in range(rows) for column in range(columns))


def _hex(radius: int) -> Iterable[Cell]:
    whole = range(-radius, radius + 1)
    return ((q, r) for q in whole for r in whole if abs(q + r) <= radius)


def _signed(number: int) -> str:
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
        lambda cell, *_: (APART * cell[1], APART * cell[0]),
    ),
    "hex": Board(
        (0,),
        "[radius], at least 0",
        lambda radius: 3 * radius * (radius + 1) + 1,
        _hex,
        ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)),
        lambda cell: f"hex_{_signed(cell[0])}_{_signed(cell[1])}",
        ("q", "r"),
        # Each row is half a cell further to the right than the one above.
        lambda cell, radius: (
            APART * (cell[0] + radius) + APART // 2 * cell[1],
            APART * (cell[1] + radius),
        ),
    ),
}


def is_cell(name: str) -> bool:
    """Whether a zone is called like one of a board."""
    return _CELL.fullmatch(name) is not None


def is_board(tree: Tree) -> bool:
    """Whether a zone stands for the zones of a board."""
    name = tree.get("macro") if isinstance(tree, Mapping) else None
    return isinstance(name, Scalar) and name.text in BOARDS


def no_board(name: Scalar, others: Iterable[str], report: Report) -> None:
    """Report a macro in `zones` that does not exist."""
    hint = did_you_mean(name.text, [*BOARDS, *others]) or f"boards: {', '.join(BOARDS)}"
    report.error(codes.BOARD_UNKNOWN, name.span, f"there is no board '{name.text}'", hint)


def board_zones(call: Mapping, room: int, report: Report) -> list[Tree]:
    """The zones that a call stands for; none if it is wrong or there is not enough room."""
    name, args = call.get("macro"), call.get("args")
    assert isinstance(name, Scalar)
    board = BOARDS[name.text]
    if isinstance(args, Sequence) and any(map(is_hole, args.items)):
        return []
    numbers = _numbers(args)
    if len(numbers) != len(board.least) or any(map(int.__lt__, numbers, board.least)):
        at = args.span if args else call.span
        message = f"'{name.text}' needs {board.measures}"
        report.error(codes.BOARD_ARGS, at, message)
        return []
    if board.size(*numbers) > room:
        message = f"boards may have {MOST_ZONES} zones, and this one goes beyond that"
        report.error(codes.EXPANSION_LIMIT, call.span, message)
        return []
    cells = list(board.cells(*numbers))
    there = set(cells)
    spots = [board.spot(cell, *numbers) for cell in cells]
    pattern = _pattern(call.span, board)
    return [
        _zone(pattern, board, cell, there, spot) for cell, spot in zip(cells, spots, strict=True)
    ]


def _numbers(args: Tree | None) -> tuple[int, ...]:
    """The measures, or nothing if one is no whole number."""
    items = args.items if isinstance(args, Sequence) else ()
    values = [item.value if isinstance(item, Scalar) else None for item in items]
    whole = [int(v) for v in values if isinstance(v, int | float) and v == v // 1]
    truths = any(isinstance(v, bool) for v in values)
    return tuple(whole) if len(whole) == len(values) and not truths else ()


def _pattern(span: Span, board: Board) -> Mapping:
    """A zone with all its keys, so that they and what is the same for all are made only once."""
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
    pattern: Mapping, board: Board, cell: Cell, there: set[Cell], spot: tuple[int, int]
) -> Tree:
    span = pattern.span
    around = ((cell[0] + down, cell[1] + right) for down, right in board.steps)
    near = sorted((f"{board.id(each)}:none" for each in around if each in there), key=collated)
    own: dict[str, Tree] = {
        "id": scalar(span, board.id(cell)),
        "adjacentTo": sequence(span, *near),
        "attributes": mapping(span, **dict(zip(board.names, cell, strict=True))),
        "spot": sequence(span, *spot),
    }
    entries = ((key, own.get(key.text, value)) for key, value in pattern.entries)
    return Mapping(span, tuple(entries))
