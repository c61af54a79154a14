"""The size of the move tree: a number that any mistake in the moves is likely to change."""

from __future__ import annotations

from ..play.table import Table


def perft(table: Table, depth: int) -> list[int]:
    """How many sequences of 1, 2 ... `depth` moves can be played from here."""
    counts = [0] * depth
    _count(table, 0, counts)
    return counts


def _count(table: Table, level: int, counts: list[int]) -> None:
    moves = len(table.legal())
    counts[level] += moves
    if level + 1 < len(counts):
        for i in range(moves):
            after = table.copy()
            after.apply(after.legal()[i])
            _count(after, level + 1, counts)
