"""`collect` and `query`: what they print, and how they exit."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludwright.cli import cli
from ludwright.lab import parts

LOOP = Path(__file__).parent / "games" / "loop.cgml"
BOTS = ("--bot", "first", "--against", "random")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(each) for each in arguments])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_collect_says_what_is_there(here: Path) -> None:
    arguments = ("collect", "kuhn-poker", "--games", 40, "--seed", 2, "--out", "r", *BOTS)
    first = run(*arguments)
    assert first.exit_code == 0 and "40 of 40" in first.stdout
    found = json.loads(run(*arguments, "--json").stdout)
    assert (found["games"], found["kept"], found["wanted"]) == (40, 40, 40)
    assert found["run"] in first.stdout and found["format"] == "parquet"
    assert (here / "r" / "games" / f"digest={found['digest']}" / f"run={found['run']}").is_dir()


def test_games_that_break_are_rows_too(here: Path) -> None:
    made = run("collect", LOOP, "--games", 2, "--out", "r")
    assert made.exit_code == 1 and "2 games broke" in made.stdout
    sql = "SELECT status, won, scores, utility, reason FROM games"
    rows = json.loads(run("query", "r", sql, "--json").stdout)["rows"]
    assert [[*row.values()] for row in rows] == 2 * [["faulted", None, None, None, None]]


def test_the_command_in_runs_makes_the_same_run(here: Path) -> None:
    options = ("--players", 2, "--max-moves", 77, "--decisions-every", 9, "--set", "face_down=3")
    made = run("collect", "war", "--games", 20, "--out", "r", *BOTS, *options)
    assert made.exit_code == 0, made.stderr
    [row] = json.loads(run("query", "r", "SELECT command FROM runs", "--json").stdout)["rows"]
    again = run(*shlex.split(row["command"])[1:], "--out", "r", "--json")
    assert json.loads(again.stdout)["kept"] == 20


def test_query_answers_in_three_forms(here: Path) -> None:
    run("collect", "kuhn-poker", "--games", 30, "--out", "r", *BOTS)
    sql = "SELECT bots, won, NULL AS none, 'a\nb' AS text, 0.5 AS half FROM games WHERE number = 3"
    text = run("query", "r", sql).stdout
    assert "[first, random]" in text and '"a\\nb"' in text and "  0.5" in text
    data = json.loads(run("query", "r", sql, "--json").stdout)
    assert data["columns"] == ["bots", "won", "none", "text", "half"]
    [row] = data["rows"]
    assert row["bots"] == ["first", "random"] and row["none"] is None and row["text"] == "a\nb"
    head, cells = csv.reader(io.StringIO(run("query", "r", sql, "--csv").stdout))
    assert head == data["columns"] and json.loads(cells[0]) == row["bots"] and cells[2] == ""
    empty = run("query", "r", "SELECT number FROM games WHERE false")
    assert empty.exit_code == 0 and empty.stdout == "number\n"
    odd = "SELECT 'nan'::DOUBLE AS n, 1::DECIMAL(4, 2) AS d, {'a': 1} AS s, DATE '2020-01-02' AS t"
    [row] = json.loads(run("query", "r", odd, "--json").stdout)["rows"]
    assert row == {"n": None, "d": "1.00", "s": {"a": 1}, "t": "2020-01-02"}


def test_query_exits_with_2_for_wrong_sql_and_1_for_bad_results(here: Path) -> None:
    run("collect", "kuhn-poker", "--games", 30, "--out", "r", *BOTS)
    wrong = run("query", "r", "SELECT * FROM gmes")
    assert wrong.exit_code == 2 and "the tables are games" in wrong.stderr
    assert run("query", "r", "SELECT 1 +").exit_code == 2
    late = run("query", "r", "FROM range(100000000000)", "--time-limit", 0.1)
    assert late.exit_code == 1 and "within 0.1 seconds" in late.stderr
    [path] = Path("r/games").rglob("part-*")
    os.truncate(path, 50)
    cut = run("query", "r", "SELECT count(*) AS n FROM games", "--json")
    assert cut.exit_code == 0 and "warning: skipped 'games/" in cut.stderr
    found = json.loads(cut.stdout)
    assert found["rows"] == [{"n": 0}] and found["skipped"][0]["file"] == str(path.relative_to("r"))


def test_without_duckdb_collect_says_that_it_writes_csv(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "find_spec", lambda name: None)
    made = run("collect", "kuhn-poker", "--games", 3, "--out", "r", *BOTS)
    assert made.exit_code == 0 and "Writing CSV" in made.stderr
    asked = run("query", "r", "SELECT 1")
    assert asked.exit_code == 2 and "ludwright[data]" in asked.stderr
