"""Games as tables in files: what is in them, and that the same run is the same bytes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludwright as lw
from ludwright.lab import parts, plan, tables
from ludwright.lab.sampled import PLAYOUTS, values_of
from ludwright.pipeline import library_games

KUHN = "kuhn-poker"


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "BOT_PART", 32)


def collected(out: Path, name: str = KUHN, games: int = 75, **settings: Any) -> Any:
    settings = {"seed": 3, "bot": "first", "jobs": 2} | settings
    return lw.load(name).collect(games, out=out, **settings)


def contents(folder: Path) -> dict[str, str]:
    """A hash of every file but those of times."""
    files = (path for path in folder.rglob("*") if path.is_file())
    hashes = {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()) for p in files}
    return {name: h.hexdigest() for name, h in hashes.items() if not name.startswith("times/")}


def files(folder: Path, table: str = "games") -> list[Path]:
    return sorted((folder / table).rglob("part-*"))


def ask(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    return list(lw.query(folder, sql).rows)


# ---- the same bytes ------------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["parquet", pytest.param("csv", marks=pytest.mark.deep)])
@pytest.mark.parametrize("bot", ["random", "first"])
def test_the_same_run_is_the_same_bytes_at_any_number_of_threads(
    tmp_path: Path, format: str, bot: str
) -> None:
    games = 9000 if bot == "random" else 75  # several chunks
    every = games // 3
    settings = {"bot": bot, "format": format, "decisions_every": every, "positions_every": every}
    for jobs in (1, 2):
        collected(tmp_path / str(jobs), games=games, jobs=jobs, **settings)
    one, two = contents(tmp_path / "1"), contents(tmp_path / "2")
    assert one == two
    assert {name.split("/")[0] for name in one} == {"games", "decisions", "positions", "runs"}


def test_csv_and_parquet_have_the_same_rows(tmp_path: Path) -> None:
    settings = {"decisions_every": 5, "positions_every": 50, "games": 60, "players": 3}
    for format in parts.FORMATS:
        collected(tmp_path / format, "crazy-eights", format=format, **settings)
    for table in ("games", "decisions", "positions", "runs", "seats"):
        sql = f"FROM {table} ORDER BY ALL"
        assert ask(tmp_path / "csv", sql) == ask(tmp_path / "parquet", sql), table


def stopping(after: int) -> Callable[[int, int], None]:
    def progress(done: int, games: int) -> None:
        if done >= after:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("format", ["parquet", "csv"])
def test_an_interrupted_run_can_be_read_and_goes_on(tmp_path: Path, format: str) -> None:
    whole = collected(tmp_path / "whole", format=format)
    assert (whole.games, whole.kept, whole.interrupted) == (75, 0, False)
    out = tmp_path / "part"
    cut = collected(out, format=format, progress=stopping(40))
    assert cut.interrupted and cut.games == 32 and cut.run == whole.run
    assert ask(out, "SELECT count(*) FROM games") == [(32,)]
    assert ask(out, "SELECT games FROM runs") == [(75,)]
    first = files(out)[0].stat()
    again = collected(out)  # in the format that is there
    assert (again.games, again.kept, again.format) == (75, 32, format)
    assert contents(out) == contents(tmp_path / "whole")
    assert files(out)[0].stat().st_mtime_ns == first.st_mtime_ns
    done = collected(out)
    assert done.kept == done.games == 75


def test_a_longer_run_goes_on_from_a_shorter_one(tmp_path: Path) -> None:
    collected(tmp_path / "at once")
    for games in (10, 40, 75):
        collected(tmp_path / "bit by bit", games=games)
    assert contents(tmp_path / "at once") == contents(tmp_path / "bit by bit")
    collected(tmp_path / "bit by bit", games=20)  # nothing is lost
    assert ask(tmp_path / "bit by bit", "SELECT count(*) FROM games") == [(75,)]
    assert ask(tmp_path / "bit by bit", "SELECT games FROM runs") == [(75,)]


@pytest.mark.parametrize(
    "other",
    [{"seed": 4}, {"bot": "random"}, {"against": "random"}, {"most": 9}, {"decisions_every": 7}],
)
def test_other_arguments_are_another_run(tmp_path: Path, other: dict[str, Any]) -> None:
    collected(tmp_path, games=20)
    before = contents(tmp_path)
    collected(tmp_path, games=20, **other)
    assert before.items() < contents(tmp_path).items()
    assert ask(tmp_path, "SELECT count(DISTINCT run), count(*) FROM games") == [(2, 40)]


def test_a_damaged_file_is_left_out_and_made_again(tmp_path: Path) -> None:
    collected(tmp_path)
    whole = contents(tmp_path)
    [first, second, third] = files(tmp_path)
    os.truncate(first, first.stat().st_size - 9)
    second.write_bytes(b"")
    found = lw.query(tmp_path, "SELECT count(*) AS n FROM games")
    assert found["n"] == [11]
    assert [each.path.name for each in found.damaged] == [first.name, second.name]
    again = collected(tmp_path)
    assert again.kept == 11 and contents(tmp_path) == whole
    # Whole at both ends, and broken between them.
    data = bytearray(third.read_bytes())
    data[20 : len(data) - 20] = bytes(len(data) - 40)
    third.write_bytes(data)
    assert collected(tmp_path).kept == 64
    assert contents(tmp_path) == whole


def test_another_format_in_the_same_run_is_refused(tmp_path: Path) -> None:
    collected(tmp_path, games=5, format="csv")
    with pytest.raises(lw.TableError, match="as csv; use that format"):
        collected(tmp_path, games=5, format="parquet")


# ---- what is in them -----------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["random", "first"])
@pytest.mark.parametrize(
    "name", ["crazy-eights", "war", pytest.param("hearts", marks=pytest.mark.deep)]
)
def test_the_games_are_those_of_a_simulation(tmp_path: Path, name: str, bot: str) -> None:
    game, games = lw.load(name), 12
    game.collect(games, 5, out=tmp_path, bot=bot, most=2000)
    expected = game.simulate(games, 5, bot=bot, most=2000)
    totals = "sum(decisions), sum(turns), sum(options), count(*) FILTER (status = 'over')"
    [(decisions, turns, options, over)] = ask(tmp_path, f"SELECT {totals} FROM games")
    assert (decisions, turns, over) == (expected.decisions, expected.turns, expected.finished)
    assert options == round((expected.branching or 0) * expected.decisions)
    won = ask(tmp_path, "SELECT seat, count(*) FILTER (won) FROM seats GROUP BY seat ORDER BY seat")
    assert won == [(each.seat, each.wins + each.shared) for each in expected.seats]


@pytest.mark.parametrize("name", [KUHN, "go-fish"])
def test_a_row_is_the_game_of_its_seed(tmp_path: Path, name: str) -> None:
    game = lw.load(name)
    game.collect(4, 11, out=tmp_path, decisions_every=1)
    for number, seed, won, scores, reason in ask(
        tmp_path, "SELECT number, seed, won, scores, reason FROM games ORDER BY number"
    ):
        table = game.table(seed=seed)
        for seat, move_id, text in ask(
            tmp_path,
            f"SELECT seat, move_id, move FROM decisions WHERE number = {number} ORDER BY decision",
        ):
            assert table.decider == seat
            move = table.move(move_id)
            assert str(move) == text
            table.apply(move)
        result = table.result()
        assert won == [seat in result.winners for seat in range(table.program.seats)]
        assert scores == (None if result.scores is None else [*result.scores])
        assert reason == result.reason


def check_samples(name: str, folder: Path, bot: str) -> None:
    """Compare what is known twice of sampled games."""
    game = lw.load(name)
    game.collect(2, 1, out=folder, bot=bot, most=60, decisions_every=1, positions_every=2)
    counted = """
        SELECT g.number, g.decisions, count(d.decision), g.options, sum(d.options), g.largest,
        max(d.options), g.choices, count(*) FILTER (d.options > 1)
        FROM games g LEFT JOIN decisions d USING (run, number) GROUP BY ALL"""
    for number, *pairs in ask(folder, counted):
        wanted = [each or 0 for each in pairs[::2]]
        assert wanted == [each or 0 for each in pairs[1::2]], (name, number)
    checkpoints = "SELECT count(*) FROM positions WHERE checkpoint = 0"
    seats = game.program().seats
    assert ask(folder, checkpoints)[0][0] in (0, seats), name


@pytest.mark.quick(3)
@pytest.mark.parametrize("name", library_games())
def test_the_decisions_of_a_game_add_up(tmp_path: Path, name: str) -> None:
    check_samples(name, tmp_path, "random")


def test_positions_are_worth_what_the_rules_say() -> None:
    table = lw.load(KUHN).table(seed=6915206964022700985)
    for move in ("pass", "bet"):
        table.apply(move)
    # The first seat has the better card: it wins 2 if it calls, and loses 1 if it passes.
    (first, second), playouts = values_of(table.program, table.state, 5, 4000)
    assert playouts == 4000 and first == -second
    assert abs(first - 0.5) < 4 * 1.5 / 4000**0.5
    assert first == pytest.approx(0.5, abs=0.1)
    before = table.state.copy()
    values_of(table.program, table.state, 5, PLAYOUTS)
    assert (table.state == before).all()


def test_playouts_that_do_not_end_are_worth_nothing_known(tmp_path: Path) -> None:
    lw.load("klondike").collect(1, 1, out=tmp_path, most=1, positions_every=1)
    assert ask(tmp_path, "SELECT DISTINCT status, won, utility FROM games") == [
        ("unfinished", None, None)
    ]
    assert {*ask(tmp_path, "SELECT value, playouts FROM positions")} == {(None, 0)}


# ---- what cannot be ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "at least 1"),
        ({"seed": -1}, "the seed must be"),
        ({"most": 0}, "the move limit"),
        ({"bot": "genius"}, "unknown bot"),
        ({"bot": "level-5"}, "by the clock"),
        ({"bot": print}, "expected the name of a bot"),
        ({"format": "xlsx"}, "unknown format"),
        ({"decisions_every": -1}, "every game"),
    ],
)
def test_what_cannot_be_collected_is_refused(
    tmp_path: Path, wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(lw.TableError, match=message):
        collected(tmp_path / "out", **wrong)
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(lw.TableError, match="cannot write"):
        collected(tmp_path / "file" / "out")


def test_without_duckdb_there_is_csv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "find_spec", lambda name: None)
    assert collected(tmp_path, games=30).format == "csv"
    assert collected(tmp_path, games=30).kept == 30
    with pytest.raises(lw.TableError, match=r"pip install 'ludwright\[data\]'"):
        collected(tmp_path / "other", games=5, format="parquet")
    with pytest.raises(lw.TableError, match=r"pip install 'ludwright\[data\]'"):
        lw.query(tmp_path, "SELECT 1")


def test_the_columns_are_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text()
    assert tables.as_markdown() in page, "replace the tables below 'Columns' by as_markdown()"
