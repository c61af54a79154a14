"""Files of rows: Parquet, written by duckdb, or CSV. The same rows are the same bytes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from ..disk import make_folder, open_plain, replacement_by_name, write_whole
from ..play.errors import TableError
from .tables import TableInfo

PARQUET, CSV = "parquet", "csv"
FORMATS = (PARQUET, CSV)
ROW_GROUP = 65_536  # rows of a file that are compressed together
MAGIC = b"PAR1"  # how a Parquet file begins and ends

Columns = Mapping[str, Any]
"""Columns by name: an array (masked where it is null) with one row per row, and one column per seat
for a list; or one value for all rows, a list for a list."""


def has_duckdb() -> bool:
    """Whether the extra `data` is installed."""
    return find_spec("duckdb") is not None


def duckdb() -> Any:
    """The library; it is an extra."""
    if not has_duckdb():
        raise TableError("this needs duckdb: pip install 'ludwright[data]'")
    import duckdb

    return duckdb


def format_of(wanted: str | None) -> str:
    """The format to write: as wanted, else Parquet if duckdb is installed."""
    if wanted not in (None, *FORMATS):
        raise TableError(f"unknown format '{wanted}'; expected {' or '.join(FORMATS)}")
    if wanted == PARQUET and not has_duckdb():
        raise TableError(
            "writing Parquet needs duckdb: pip install 'ludwright[data]', or write CSV"
        )
    return wanted or (PARQUET if has_duckdb() else CSV)


def write_part(path: Path, table: TableInfo, columns: Columns, rows: int) -> None:
    """Write rows into a file, whole or not at all."""
    try:
        make_folder(path.parent)
        if path.suffix == f".{CSV}":
            write_whole(path, _as_csv(table, columns, rows))
        else:
            with replacement_by_name(path) as draft:
                _write_parquet(draft, table, columns, rows)
    except OSError as error:
        raise TableError(f"cannot write '{path}': {error.strerror or error}") from None


# ---- Parquet -------------------------------------------------------------------------------------


def _write_parquet(path: Path, table: TableInfo, columns: Columns, rows: int) -> None:
    arrays: dict[str, Any] = {"row": np.arange(rows)}
    items = (_selected(each.name, each.type, columns[each.name], arrays) for each in table.columns)
    rows_sql = f"SELECT {', '.join(items)} FROM arrays"
    # One thread, so that rows and row groups come in one order.
    lib = duckdb()
    with lib.connect(config={"threads": 1}) as connection:
        connection.register("arrays", arrays)
        try:
            connection.execute(
                f"COPY ({rows_sql}) TO {literal(str(path))} "
                f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {ROW_GROUP})"
            )
        except lib.IOException as error:
            raise OSError(0, str(error)) from None


def _selected(name: str, kind: str, value: Any, arrays: dict[str, Any]) -> str:
    """The SQL of a column, whose arrays are added to those of the query."""
    if not isinstance(value, np.ndarray):
        return f"{literal(value)}::{kind} AS {name}"
    if value.ndim == 1:
        arrays[name] = value
        return f"{name}::{kind} AS {name}"
    parts = [f"{name}_{seat}" for seat in range(value.shape[1])]
    arrays |= {part: value[:, seat] for seat, part in enumerate(parts)}
    listed = f"[{', '.join(parts)}]::{kind}"
    return f"CASE WHEN {parts[0]} IS NULL THEN NULL ELSE {listed} END AS {name}"


def literal(value: object) -> str:
    """A value in SQL."""
    if value is None:
        return "NULL"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return repr(value)


# ---- CSV -----------------------------------------------------------------------------------------


def _as_csv(table: TableInfo, columns: Columns, rows: int) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    cells = (_cells(columns[each.name], rows) for each in table.columns)
    writer.writerows(zip(*cells, strict=True))
    return text.getvalue()


def _cells(value: Any, rows: int) -> Iterable[Any]:
    """The cells of a column; null is an empty cell."""
    if not isinstance(value, np.ndarray):
        return [_cell(value)] * rows
    return [_cell(each) for each in value.tolist()]


def _cell(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return None if not value or value[0] is None else json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, float) else value


# ---- whether a file is whole ---------------------------------------------------------------------


def rows_in(path: Path) -> int | None:
    """The rows of a file; None if it is missing or not whole."""
    if damage(path):
        return None
    if path.suffix == f".{CSV}":
        return sum(1 for _ in _csv_rows(path)) - 1
    lib = duckdb()
    with lib.connect(config={"threads": 1}) as connection:
        try:
            counted = connection.execute("SELECT count(*) FROM read_parquet(?)", [str(path)])
            return int(counted.fetchone()[0])
        except lib.Error:
            return None


def _csv_rows(path: Path) -> Iterator[list[str]]:
    with open_plain(path) as file, io.TextIOWrapper(file, "utf-8", newline="") as text:
        yield from csv.reader(text)


def numbers_in(path: Path, column: str) -> set[int]:
    """The values of a column of whole numbers in a file."""
    if path.suffix == f".{CSV}":
        head, *rows = _csv_rows(path)
        return {int(row[head.index(column)]) for row in rows}
    with duckdb().connect(config={"threads": 1}) as connection:
        rows = connection.execute(f"SELECT {column} FROM read_parquet(?)", [str(path)]).fetchall()
        return {row[0] for row in rows}


def damage(path: Path) -> str:
    """What is wrong with a file as far as its ends show; nothing for one that is whole."""
    try:
        with open_plain(path) as file:
            size = file.seek(0, io.SEEK_END)
            file.seek(max(0, size - 8))
            tail = file.read()
            file.seek(0)
            head = file.read(4)
    except OSError as error:
        return error.strerror or str(error)
    if path.suffix == f".{CSV}":
        return "" if tail.endswith(b"\n") else "the last line is cut short"
    if size < 12 or head != MAGIC or tail[4:] != MAGIC:
        return "not a whole Parquet file"
    return "" if int.from_bytes(tail[:4], "little") <= size - 12 else "not a whole Parquet file"
