"""Commands on the files of Rule XML: saves are played and written, lists of scores are kept."""

import json
import os
import shutil
from functools import cache
from pathlib import Path
from typing import IO

import pytest
from click.testing import CliRunner, Result

import ludwright as lw
from ludwright import disk
from ludwright.cli import cli
from ludwright.players import PLAYERS
from ludwright.ui.session import Session
from tools.sitting import Person, at_screen

TURNTABLE = Path(__file__).parents[1] / "languages" / "rulexml" / "turntable.xml"
STYLE = """<data type="style"><language>english</language><difficulty>1</difficulty>
<cards>plain</cards><sound>1</sound><table>green</table><dark>0</dark></data>"""


def run(*arguments: object, stdin: str = "") -> Result:
    """Run a command. Whatever was given, a traceback is never the answer."""
    result = CliRunner().invoke(cli, [str(a) for a in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output and "internal error" not in result.output
    return result


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """The rules, in a folder of their own."""
    shutil.copy(TURNTABLE, tmp_path)
    return tmp_path / TURNTABLE.name


@cache
def winning() -> tuple[str, ...]:
    """Moves that win: everything goes to `c`."""
    table, made = lw.load(TURNTABLE).table(), []
    while not table.over:
        texts = [str(move) for move in table.legal()]
        made.append(next(t for t in texts if t.endswith("-> c") and not t.startswith("drag c")))
        table.apply(made[-1])
    assert table.result().scores == (109,)
    return tuple(made)


def play(rules: Path, *lines: str, scores: Path | None = None) -> Result:
    kept = ["--scores", scores] if scores else []
    return run("play", rules, "--plain", "--seed", 1, *kept, stdin="\n".join(lines) + "\n")


# ---- saves ---------------------------------------------------------------------------------------


def test_a_position_is_saved_in_the_game_and_played_on_from(rules: Path) -> None:
    moves, file = winning(), rules.with_name("half.save.xml")
    result = play(rules, moves[0], f"save {file}", "quit")
    assert result.exit_code == 0 and f"saved to {file}" in result.stdout
    table = lw.load(rules).table()
    table.apply(moves[0])
    assert file.read_text(encoding="utf-8") == lw.load(rules).position(table, file.parent)
    again = play(rules, f"load {file}", "quit").stdout
    assert f"a saved position is a game of its own: run 'ludwright play {file}'" in again
    result = play(file, *moves[1:])
    assert result.exit_code == 0 and "The game is over" in result.stdout
    assert "109" in result.stdout


def test_any_other_name_of_a_file_gets_a_record(rules: Path) -> None:
    file = rules.with_name("half.json")
    play(rules, winning()[0], f"save {file}", "quit")
    assert len(json.loads(file.read_text(encoding="utf-8"))["moves"]) == 1


def test_help_tells_of_positions_where_there_are_such_files(rules: Path) -> None:
    assert "save X.save.xml" in play(rules, "help", "quit").stdout
    assert "save X" not in run("play", "klondike", "--plain", stdin="help\nquit\n").stdout


def test_the_keys_of_the_screen_tell_of_positions_too(rules: Path) -> None:
    game = lw.load(rules)

    async def asks(person: Person) -> None:
        await person.press("question_mark")
        assert "a file name that ends in .save.xml saves the position" in person.page

    at_screen(Session(game.table(trace=True), 0, PLAYERS["first"](), game=game), asks)


def test_the_position_of_a_record_is_printed(rules: Path) -> None:
    game = lw.load(rules)
    table, texts = game.table(), []
    for move in winning():
        texts.append(game.position(table, rules.parent))
        table.apply(move)
    texts.append(game.position(table, rules.parent))
    record, out = rules.with_name("game.json"), rules.with_name("after.save.xml")
    record.write_text(table.save(), encoding="utf-8")
    assert run("position", record, "--out", out).stdout == ""
    assert out.read_text(encoding="utf-8") == texts[-1]
    for after in (0, 1, 2):
        assert run("position", record, "--after", after, "--out", out).exit_code == 0
        assert out.read_text(encoding="utf-8") == texts[after]
    printed = run("position", record, "--after", 1).stdout
    assert printed.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<data type="save">\n')
    wrong = run("position", record, "--after", 9)
    assert wrong.exit_code == 2 and "the record has 3 moves, not 9" in wrong.stderr


def test_languages_without_files_of_positions_say_so(tmp_path: Path) -> None:
    record = tmp_path / "war.json"
    run("record", "war", "--seed", 1, "--max-moves", 3, "--out", record)
    result = run("position", record)
    assert result.exit_code == 2 and "cgml cannot save positions" in result.stderr


def test_a_record_of_a_game_that_began_with_a_save_is_replayed(rules: Path) -> None:
    file, record = rules.with_name("x.save.xml"), rules.with_name("game.json")
    file.write_text(lw.load(rules).position(lw.load(rules).table(), rules.parent), encoding="utf-8")
    assert run("record", file, "--seed", 1, "--max-moves", 2, "--out", record).exit_code == 0
    assert "2 moves, all as recorded" in run("replay", record).stdout


def test_checking_a_save_tells_what_is_wrong_with_it(rules: Path) -> None:
    file = rules.with_name("x.save.xml")
    text = lw.load(rules).position(lw.load(rules).table(), rules.parent)
    file.write_text(text, encoding="utf-8")
    assert run("check", file).exit_code == 0
    file.write_text(text.replace("~~true~~", "~~maybe~~", 1), encoding="utf-8")
    result = run("check", file)
    assert result.exit_code == 1 and "RX502" in result.stderr and "^^^^^" in result.stderr


def test_checking_a_style_shows_it(tmp_path: Path) -> None:
    file = tmp_path / "x.style.xml"
    file.write_text(STYLE, encoding="utf-8")
    result = run("check", file)
    assert result.exit_code == 0
    assert "english, difficulty 1, cards 'plain', table 'green', light, sound on" in result.stdout


# ---- scores --------------------------------------------------------------------------------------


def test_the_score_of_a_finished_game_is_kept_and_shown(rules: Path) -> None:
    moves, file = winning(), rules.with_name("best.scores.xml")
    result = play(rules, *moves, scores=file)
    assert result.exit_code == 0 and f"score 109: number 1 in {file}" in result.stdout
    assert "number 2" in play(rules, *moves, scores=file).stdout
    assert run("scores", file).stdout == "turntable: 109, 109\n"
    assert json.loads(run("scores", file, "--json").stdout) == {"turntable": [109, 109]}
    assert "<turntable><score>109.0</score>" in file.read_text(encoding="utf-8")
    assert sorted(p.name for p in rules.parent.iterdir()) == ["best.scores.xml", "turntable.xml"]


def test_other_lists_of_the_file_are_kept(rules: Path) -> None:
    file = rules.with_name("best.scores.xml")
    file.write_text('<data type="score"><go>\n<score>2.50</score>\n</go></data>', encoding="utf-8")
    os.chmod(file, 0o640)
    play(rules, *winning(), scores=file)
    assert run("scores", file).stdout == "go: 2.5\nturntable: 109\n"
    assert "<score>2.50</score>" in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_game_that_is_left_has_no_score(rules: Path) -> None:
    file = rules.with_name("best.scores.xml")
    result = play(rules, winning()[0], "quit", scores=file)
    assert result.exit_code == 0 and "no score: the game is not over" in result.stdout
    assert not file.exists()


@pytest.mark.parametrize(
    "text",
    [
        "not XML",
        STYLE,
        '<data type="score"><go><score>many</score></go></data>',
        '<data type="score"><go><entry name="Ann">7</entry></go></data>',
    ],
)
def test_a_file_that_is_no_list_is_left_alone(rules: Path, text: str) -> None:
    file = rules.with_name("best.scores.xml")
    file.write_text(text, encoding="utf-8")
    result = play(rules, *winning(), scores=file)
    assert result.exit_code == 1 and str(file) in result.stderr
    assert "move" not in result.stdout  # nobody plays for a list that can't be kept
    assert file.read_text(encoding="utf-8") == text


def test_a_list_is_not_lost_if_writing_fails(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = rules.with_name("best.scores.xml")
    play(rules, *winning(), scores=file)
    before = file.read_text(encoding="utf-8")

    def full(file: IO[bytes], data: bytes) -> None:
        file.write(data[:9])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk, "_write_all", full)
    result = play(rules, *winning(), scores=file)
    assert result.exit_code == 2 and "No space left" in result.stderr
    assert file.read_text(encoding="utf-8") == before
    assert sorted(p.name for p in rules.parent.iterdir()) == ["best.scores.xml", "turntable.xml"]


def test_an_empty_list_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "x.scores.xml"
    file.write_text('<data type="score"></data>', encoding="utf-8")
    assert run("scores", file).stdout == "no scores yet\n"
    file.write_text('<data type="score"><go></go></data>', encoding="utf-8")
    assert run("scores", file).stdout == "go: -\n"
    assert run("scores", tmp_path / "nothing.xml").exit_code == 2
