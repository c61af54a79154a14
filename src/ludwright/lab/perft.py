"""Perft: count move sequences, a number that almost any error in move generation changes."""

from __future__ import annotations

from ..play.table import Table


def perft(table: Table, depth: int) -> list[int]:
    """The numbers of legal sequences of 1, 2, ... `depth` moves from a position."""
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
