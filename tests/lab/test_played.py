"""Games that were played elsewhere, as rows: what happened, and not who it was."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright as lw
from ludwright.lab.parts import duckdb
from ludwright.lab.played import PERSON, PlayedGame, add_games

NAMES = ("Adalbertine", "Bobzilla", "Cyrillus")


def finished(name: str, seed: int = 1, **settings: object) -> lw.Table:
    """A table at which everybody chose the last move."""
    table = lw.load(name).table(seed=seed, names=NAMES, players=3, **settings)
    while not table.over:
        table.apply(table.legal()[-1])
    return table


def test_texts_of_moves_name_nobody(tmp_path: Path) -> None:
    table = finished("go-fish")
    assert any(name in table.made_text(i) for i in range(len(table.log)) for name in NAMES)
    game = PlayedGame(table, 5, (PERSON, "greedy", PERSON), taken_back=2, help="hint")
    assert add_games(tmp_path, [game], "a secret", "a command", "csv") == 1
    texts = "".join(path.read_text() for path in tmp_path.rglob("part-*"))
    assert "player 2" in texts
    assert not any(hidden in texts for hidden in (*NAMES, "a secret"))
    [row] = lw.query(tmp_path, "FROM games")
    result = table.result()
    assert row["won"] == [seat in result.winners for seat in range(3)]
    assert row["scores"] == list(result.scores or ()) and row["turns"] == table.turns
    assert (row["bots"], row["taken_back"], row["help"]) == ([*game.bots], 2, "hint")
    moves = lw.query(tmp_path, "FROM decisions ORDER BY decision")
    again = lw.load("go-fish").table(seed=1, players=3)
    for move in moves:
        assert again.decider == move["seat"] and game.bots[move["seat"]] == move["bot"]
        assert len(again.legal()) == move["options"]
        again.apply_id(move["move_id"])
    assert again.over and len(moves) == row["decisions"]


@pytest.mark.parametrize("pace", ["decision", "turn"])
def test_rows_do_not_depend_on_pauses(tmp_path: Path, pace: str) -> None:
    add_games(tmp_path, [PlayedGame(finished("crazy-eights", pace=pace), 1, (PERSON,) * 3)], "", "")
    collected = tmp_path / "collected"
    add_games(collected, [PlayedGame(finished("crazy-eights"), 1, (PERSON,) * 3)], "", "")
    for sql in ("FROM games", "FROM decisions ORDER BY decision"):
        assert lw.query(tmp_path, sql).rows == lw.query(collected, sql).rows


def test_a_game_is_added_once(tmp_path: Path) -> None:
    games = [PlayedGame(finished("crazy-eights", seed), seed, (PERSON,) * 3) for seed in (3, 1, 2)]
    assert add_games(tmp_path, games[:2], "", "") == 2
    assert add_games(tmp_path, games, "", "") == 1
    assert add_games(tmp_path, games, "elsewhere", "") == 3
    asked = "SELECT run, list(number ORDER BY number) FROM games GROUP BY run"
    assert [numbers for _, numbers in lw.query(tmp_path, asked).rows] == [[1, 2, 3]] * 2
    # A part for each export, in the order of numbers.
    asked = "SELECT number FROM read_parquet(?)"
    with duckdb().connect(config={"threads": 1}) as connection:
        found = [
            connection.execute(asked, [str(each)]).fetchall()
            for each in tmp_path.glob("games/*/*/part-*.parquet")
        ]
    parts = [[number for (number,) in rows] for rows in found]
    assert sorted(parts) == [[1, 2, 3], [1, 3], [2]]
