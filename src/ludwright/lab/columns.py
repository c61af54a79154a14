"""Rows as columns of arrays, with nulls masked and lists as a column per seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .tables import TableInfo

KINDS: dict[str, Any] = {
    "VARCHAR": object,
    "INTEGER": np.int32,
    "BIGINT": np.int64,
    "DOUBLE": np.float64,
    "BOOLEAN": np.bool_,
}


def columns_of(table: TableInfo, rows: Sequence[tuple[Any, ...]], skip: int = 1) -> dict[str, Any]:
    """Rows as columns, without the first ones of the table."""
    columns = table.columns[skip:]
    listed = [*zip(*rows, strict=True)] if rows else [()] * len(columns)
    return {
        column.name: _array(values, column.type)
        for column, values in zip(columns, listed, strict=True)
    }


def _array(values: Sequence[Any], kind: str) -> Any:
    if kind.endswith("[]"):
        if not values:
            return None
        seats = [_array(seat, kind[:-2]) for seat in zip(*values, strict=True)]
        return np.ma.stack(seats, axis=1)
    dtype = KINDS[kind]
    if dtype is object:
        return np.array(values, dtype=object)
    missing = [value is None for value in values]
    filled = [0 if value is None else value for value in values]
    return np.ma.array(np.array(filled, dtype=dtype), mask=missing)


def null_unless(values: Any, known: Any) -> Any:
    """Columns of seats that are null in some rows."""
    return np.ma.array(values, mask=np.broadcast_to(~known[:, None], values.shape))
