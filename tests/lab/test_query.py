"""Questions in SQL about results: right answers, and nothing but these tables."""

from __future__ import annotations

import math
import os
import signal
import time
from pathlib import Path
from threading import Timer

import pytest

import ludwright as lw
from ludwright.lab import tables
from ludwright.lab.parts import write_part
from ludwright.lab.query import CONFIG, QueryFailed, WrongQuery, query
from ludwright.lab.results import part_path
from ludwright.lab.tables import RUNS, SCHEMA, TABLES


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Kuhn poker at random: 20,000 games, 20 of them in detail."""
    # The equals sign must not be taken for that of a partition.
    folder = tmp_path_factory.mktemp("data") / "run=1 it's" / "results"
    lw.load("kuhn-poker").collect(20_000, 1, out=folder, decisions_every=1000)
    return folder


def test_the_answer_is_what_can_be_computed_by_hand(results: Path) -> None:
    """Random play at Kuhn is worth 1/8 to the first seat."""
    sql = "SELECT avg(utility) AS mean, stddev(utility) AS spread FROM seats WHERE seat = 0"
    found = query(results, sql)
    assert found.columns == ("mean", "spread") and len(found) == 1
    [row] = found
    assert abs(row["mean"] - 1 / 8) < 4 * row["spread"] / math.sqrt(20_000)
    assert found["mean"] == [row["mean"]]
    with pytest.raises(lw.TableError, match="unknown column 'median'; there are: mean, spread"):
        found["median"]


def test_columns_of_one_name_are_numbered(results: Path) -> None:
    found = query(results, "SELECT 1 AS x, 2 AS x, 3 AS x_1, 4 AS x")
    assert [*found] == [{"x": 1, "x_1": 2, "x_1_1": 3, "x_2": 4}]


def test_tables_have_the_columns_of_the_schema(results: Path) -> None:
    for name, table in TABLES.items():
        found = query(results, f"SELECT column_name, column_type FROM (DESCRIBE {name})")
        columns = (*tables.PARTITION, *table.columns)
        assert found.rows == tuple((each.name, each.type) for each in columns), name
        assert all(0 < len(each.meaning) < 90 for each in columns)


def test_runs_say_where_rows_come_from(results: Path) -> None:
    [run] = query(results, "FROM runs")
    game = lw.load("kuhn-poker")
    assert (run["schema"], run["game"], run["games"]) == (SCHEMA, "kuhn-poker", 20_000)
    assert run["sources"] == game.program().sources and run["sources"].startswith(run["digest"])
    assert run["command"].startswith("ludwright collect kuhn-poker ")
    assert "/" not in run["command"]
    assert query(results, "SELECT sum(games), count(*) FROM times").rows == ((20_000, 1),)


FORBIDDEN = [
    "SELECT * FROM read_csv('{secret}')",
    "SELECT * FROM read_text('{secret}')",
    "SELECT * FROM read_text('{results}/games/../../secret.txt')",
    "SELECT * FROM read_blob('{results}/../secret.txt')",
    "FROM '{secret}'",
    "SELECT * FROM glob('{results}/../*')",
    "SELECT * FROM read_csv('https://example.org/x.csv')",
    "SELECT * FROM secret",  # a variable of Python
    "COPY games TO '{results}/games/copy.parquet'",
    "COPY (SELECT 1) TO '{secret}'",
    "EXPORT DATABASE '{results}/games'",
    "ATTACH '{results}/games/other.db'",
    "ATTACH '{secret}' AS x",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "SET memory_limit = '1TB'",
    "RESET lock_configuration",
    "PRAGMA threads = 3",
    "CREATE TABLE x AS SELECT 1",
    "DROP VIEW games",
    "DELETE FROM games",
    "PREPARE x AS SELECT 1",
    "EXPLAIN ANALYZE SELECT 1",
    "SELECT 1; DROP VIEW games",
    "SELECT 1; SELECT 2",
    "",
    "-- nothing",
]


@pytest.mark.parametrize("sql", FORBIDDEN)
def test_sql_can_do_nothing_but_read_the_tables(results: Path, sql: str) -> None:
    secret = results.parent / "secret.txt"
    secret.write_text("a,b\n1,2\n")
    before = sorted(results.rglob("*"))
    quoted = {"secret": str(secret).replace("'", "''"), "results": str(results).replace("'", "''")}
    with pytest.raises((WrongQuery, QueryFailed)) as raised:
        query(results, sql.format(**quoted))
    assert "1,2" not in str(raised.value)
    assert sorted(results.rglob("*")) == before
    assert secret.read_text() == "a,b\n1,2\n"


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELEC 1", "syntax error"),
        ("SELECT * FROM game", "the tables are games, decisions, positions, runs, times and seats"),
        ("SELECT winners FROM games", "'DESCRIBE games' lists the columns"),
        ("SELECT nothing(1)", "does not exist"),
        ("FROM games WHERE won > 3", "Cannot|compare|cast"),
    ],
)
def test_wrong_sql_gets_a_hint(results: Path, sql: str, message: str) -> None:
    with pytest.raises(WrongQuery, match=message):
        query(results, sql)


def test_a_query_ends_when_its_time_is_over(results: Path) -> None:
    began = time.monotonic()
    with pytest.raises(QueryFailed, match=r"within 0\.2 seconds"):
        query(results, "SELECT count(*) FROM range(1000000000000)", seconds=0.2)
    with pytest.raises(QueryFailed, match=r"within 0\.2 seconds"):
        query(results, "SELECT sleep_ms(20000)", seconds=0.2)
    assert time.monotonic() - began < 10
    with pytest.raises(lw.TableError, match="above 0"):
        query(results, "SELECT 1", seconds=0)


def test_a_query_that_needs_too_much_memory_fails(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CONFIG, "memory_limit", "64MB")
    with pytest.raises(QueryFailed, match=r"(?i)memory"):
        query(results, "SELECT length(list(x)) FROM range(20000000) t(x)", seconds=20)


def test_ctrl_c_ends_a_query(results: Path) -> None:
    timer = Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        query(results, "SELECT count(*) FROM range(1000000000000)", seconds=100)
    timer.join()
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("kind", ["missing", "empty", "file"])
def test_what_is_no_folder_of_results_is_refused(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "results"
    if kind == "empty":
        folder.mkdir()
    elif kind == "file":
        folder.write_text("no folder")
    with pytest.raises(lw.TableError, match="'ludwright collect GAME"):
        query(folder, "SELECT 1")


def test_tables_without_rows_have_columns(results: Path) -> None:
    assert query(results, "SELECT * FROM positions").rows == ()
    assert query(results, "SELECT max(value) FROM positions").rows == ((None,),)


@pytest.mark.parametrize("format", ["parquet", "csv"])
def test_tables_of_a_newer_version_are_refused(tmp_path: Path, format: str) -> None:
    row = {column.name: None for column in RUNS.columns} | {"schema": SCHEMA + 1}
    write_part(part_path(tmp_path, "runs", "d", "r", 0, format), RUNS, row, 1)
    with pytest.raises(lw.TableError, match="use a newer version"):
        query(tmp_path, "SELECT 1")


def test_a_file_that_is_broken_inside_is_reported(tmp_path: Path) -> None:
    lw.load("kuhn-poker").collect(2000, 1, out=tmp_path)
    [path] = (tmp_path / "games").rglob("part-*")
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(8)
        file.write(os.urandom(size // 2))
    with pytest.raises(QueryFailed):
        query(tmp_path, "SELECT sum(number), sum(seed), max(reason) FROM games")
