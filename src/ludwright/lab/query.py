"""Questions in SQL about a folder of results. The SQL may come from anyone: it can read these
tables, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from threading import TIMEOUT_MAX
from typing import Any

from ..play.errors import TableError
from .parts import CSV, PARQUET, duckdb, literal
from .results import Damaged, Results, results_in
from .tables import PARTITION, SCHEMA, SEATS, SEATS_SQL, TABLES, Column, TableInfo

TIME_LIMIT = 60.0
MEMORY = "2GB"
# Nothing is installed, loaded or spilled, and no variable of Python is a table.
CONFIG = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "python_enable_replacements": False,
    "memory_limit": MEMORY,
    "temp_directory": "",
}


class WrongQuery(TableError):
    """SQL that cannot be run: invalid, not a SELECT, or of something that is not there."""


class QueryFailed(RuntimeError):
    """A query that failed as it ran, such as on a file that is damaged."""


@dataclass(frozen=True)
class Answer:
    """The rows of an answer, with the names of the columns, and the files that were left out."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    damaged: tuple[Damaged, ...] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows as dicts."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def __getitem__(self, column: str) -> list[Any]:
        """The values of a column."""
        if column not in self.columns:
            known = ", ".join(self.columns)
            raise TableError(f"unknown column '{column}'; there are: {known}")
        at = self.columns.index(column)
        return [row[at] for row in self.rows]


def query(folder: str | Path, sql: str, *, seconds: float | None = TIME_LIMIT) -> Answer:
    """Answer a SELECT over the tables of a folder of results, within some seconds.

    The tables are those of `tables.TABLES`, and `seats`, with one row per game and seat.
    """
    if seconds is not None and not seconds > 0:
        raise TableError("the time limit must be above 0 seconds")
    lib = duckdb()
    results = results_in(folder)
    with lib.connect(config=CONFIG) as connection:
        with _unreadable(lib, results.folder):
            _offer(connection, results)
        with _errors(lib):
            _check_kind(lib, connection, sql)
            columns, rows = _rows(connection, sql, seconds)
            return Answer(tuple(columns), tuple(rows), results.damaged)


def _check_kind(lib: Any, connection: Any, sql: str) -> None:
    """Refuse what could change or write anything."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise WrongQuery(f"expected one SELECT, found {len(statements) or 'no'} statements")
    if statements[0].type != lib.StatementType.SELECT:
        raise WrongQuery("expected a SELECT: results can only be read")


@contextmanager
def _unreadable(lib: Any, folder: Path) -> Iterator[None]:
    try:
        yield
    except lib.Error as error:
        raise QueryFailed(f"the tables in '{folder}' cannot be read: {_text(error)}") from None


def _rows(connection: Any, sql: str, seconds: float | None) -> tuple[list[str], list[Any]]:
    """The columns and rows of an answer. A thread waits for them, so that Ctrl-C and the limit of
    time end a query at once, whatever the database is doing."""

    def run() -> tuple[list[str], list[Any]]:
        found = connection.execute(sql)
        return _distinct([each[0] for each in found.description]), found.fetchall()

    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(run)
        try:
            done, _ = wait([asked], None if seconds is None else min(seconds, TIMEOUT_MAX))
            if not done:
                raise QueryFailed(f"the query did not end within {seconds:g} seconds")
        finally:
            while not asked.done():  # an interrupt is lost on a query that is about to begin
                connection.interrupt()
                wait([asked], 0.05)
        return asked.result()


def _distinct(names: list[str]) -> list[str]:
    """Names of columns, numbered where several are equal, so that none hides another."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name}_{number}" for number in count(1))
        found.append(next(each for each in chain([name], numbered) if each not in found))
    return found


@contextmanager
def _errors(lib: Any) -> Iterator[None]:
    """Errors of the database as ours."""
    wrong = (lib.ParserException, lib.BinderException, lib.CatalogException, lib.SyntaxException)
    try:
        yield
    except wrong as error:
        raise WrongQuery(f"{_text(error)}\n{_hint(error, lib)}") from None
    except lib.PermissionException:
        raise WrongQuery("a query reads the tables of the folder, and no other files") from None
    except lib.Error as error:
        raise QueryFailed(_text(error)) from None


def _text(error: Exception) -> str:
    return str(error).strip()


def _hint(error: Exception, lib: Any) -> str:
    if isinstance(error, lib.BinderException):
        return "'DESCRIBE games' lists the columns of a table"
    return f"the tables are {', '.join(TABLES)} and {SEATS}"


# ---- tables --------------------------------------------------------------------------------------


def _offer(connection: Any, results: Results) -> None:
    """Make the tables, and close the doors."""
    folders = [f"{results.folder / table}/" for table in TABLES]
    connection.execute(f"SET allowed_directories = {literal(folders)}")
    connection.execute("SET enable_external_access = false")
    for name, table in TABLES.items():
        connection.execute(f"CREATE VIEW {name} AS {_rows_of(table, results)}")
    connection.execute(f"CREATE VIEW {SEATS} AS {SEATS_SQL}")
    connection.execute("SET lock_configuration = true")
    newest = connection.execute("SELECT max(schema) FROM runs").fetchone()[0]
    if newest is not None and newest > SCHEMA:
        raise TableError(
            f"'{results.folder}' has tables of version {newest}, expected {SCHEMA}: "
            "use a newer version of Ludwright"
        )


def _rows_of(table: TableInfo, results: Results) -> str:
    """The SQL of the rows of a table in all its files."""
    readers = {PARQUET: _from_parquet, CSV: _from_csv}
    columns = (*PARTITION, *table.columns)
    names = ", ".join(column.name for column in columns)
    files = results.files[table.name]
    parts = [
        f"SELECT {names} FROM {readers[format](table, paths)}"
        for format, paths in files.items()
        if paths
    ]
    return " UNION ALL ".join(parts) or f"SELECT {_nothing(columns)} WHERE false"


def _nothing(columns: tuple[Column, ...]) -> str:
    return ", ".join(f"NULL::{column.type} AS {column.name}" for column in columns)


PARTITIONED = "hive_partitioning = true, hive_types = {'digest': VARCHAR, 'run': VARCHAR}"


def _listed(paths: list[Path]) -> str:
    return literal([str(path) for path in paths])


def _from_parquet(table: TableInfo, paths: list[Path]) -> str:
    return f"read_parquet({_listed(paths)}, union_by_name = true, {PARTITIONED})"


def _from_csv(table: TableInfo, paths: list[Path]) -> str:
    kinds = ", ".join(f"'{column.name}': '{column.type}'" for column in table.columns)
    form = r"""auto_detect = false, header = true, delim = ',', quote = '"', escape = '"'"""
    return f"read_csv({_listed(paths)}, columns = {{{kinds}}}, {form}, {PARTITIONED})"
