"""A short search of a board: whether it wins, and the first move at the table."""

from __future__ import annotations

from ...gamedef import nodes as n
from ...machine.program import Array, Program
from ..answers import IMPOSSIBLE, SOLVED, UNKNOWN
from . import words as b
from .driver import EXHAUSTED, WON, BestFirst
from .layout import Rules
from .solve import PROVED, Board
from .sources import Entry
from .steps import BYTE, COUNT


def verdict_on_board(
    definition: n.GameDef, program: Program, state: Array, positions: int
) -> tuple[str, Entry | None]:
    """The status after visiting so many positions best first, and the first move of a solution, or
    else towards the most promising position found; raises NotAPileGame if the game is not a
    solitaire of piles."""
    board = Board(definition, program, state)
    rules = board.rules(PROVED)
    start = board.position(rules)
    drawn = int(start.numbers[b.DRAWN])  # a search moves on the board it is given
    search = BestFirst(rules, start)
    outcome = search.run(positions)
    if outcome == EXHAUSTED:
        return IMPOSSIBLE, None
    path = search.path() if outcome == WON else search.path_to_best()
    first = _first_entry(board, rules, path[0], drawn) if path else None
    return (SOLVED if outcome == WON else UNKNOWN), first


def _first_entry(board: Board, rules: Rules, move: int, drawn: int) -> Entry:
    """What a move of a board begins with at the table, after so many cards of the draw pile are
    drawn: the move itself, or a draw that it implies."""
    stock = board.game.stock
    kind, count = move & 3, move >> b.S_COUNT & COUNT
    if kind == b.DRAW:
        return board.source.draw(board.state)
    rule = board.game.rules[move >> b.S_RULE & BYTE]
    target = rules.piles[move >> b.S_TO & BYTE]
    if kind == b.MOVE:
        ends = (rules.piles[move >> b.S_FROM & BYTE], target)
        return board.source.move(board.state, rule, ends, count)
    assert stock is not None and stock.waste
    if stock.redeals is None and drawn != count + 1:
        return board.source.draw(board.state)
    return board.source.move(board.state, rule, ((stock.waste, 0), target), 1)
