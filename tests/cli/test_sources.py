"""The commands that work on texts: what they print and write, and when they write nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludwright.cli import cli
from ludwright.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "src" / "ludwright" / "library"
OLDER = ROOT / "tests" / "languages" / "cgml" / "older"
TRICK = (OLDER / "trick.cgml").read_text(encoding="utf-8")
UGLY, TIDY = 'a:   [ 1,2 ]\nb: "x" # c\n', "a: [1, 2]\nb: x # c\n"
BAD = "cgml_version: 1.2\nsetup: [{action: SHUFFLE, target: zones.nowhere}]\n"


def run(*arguments: object, stdin: str = "") -> Result:
    """Run a command. Whatever was given, a traceback is never the answer."""
    result = CliRunner().invoke(cli, [str(a) for a in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output and "internal error" not in result.output
    return result


def given(folder: Path, text: str, name: str = "game.cgml") -> Path:
    file = folder / name
    file.write_bytes(text.encode())
    return file


# ---- fmt -----------------------------------------------------------------------------------------


def test_fmt_prints_one_file_and_leaves_it_alone(tmp_path: Path) -> None:
    file = given(tmp_path, UGLY)
    result = run("fmt", file)
    assert (result.exit_code, result.stdout) == (0, TIDY)
    assert file.read_text() == UGLY


def test_fmt_writes_only_what_changes(tmp_path: Path) -> None:
    ugly, tidy = given(tmp_path, UGLY), given(tmp_path, TIDY, "tidy.yml")
    result = run("fmt", "--write", ugly, tidy)
    assert (result.exit_code, result.stdout) == (0, f"{ugly}: formatted\n")
    assert ugly.read_text() == tidy.read_text() == TIDY


def test_fmt_check_tells_and_exits_with_1(tmp_path: Path) -> None:
    ugly, tidy = given(tmp_path, UGLY), given(tmp_path, TIDY, "tidy.yaml")
    result = run("fmt", "--check", ugly, tidy)
    assert result.exit_code == 1
    assert result.stdout == f"{ugly}: would change\n{tidy}: fine\n"
    assert ugly.read_text() == UGLY
    assert run("fmt", "--check", tidy).exit_code == 0


def test_fmt_leaves_alone_what_it_can_not_read_and_goes_on(tmp_path: Path) -> None:
    bad, ugly = given(tmp_path, "a: [1\n", "bad.cgml"), given(tmp_path, UGLY)
    result = run("fmt", "--write", bad, ugly)
    assert result.exit_code == 1 and "YM101" in result.stderr and f"--> {bad}:" in result.stderr
    assert (bad.read_text(), ugly.read_text()) == ("a: [1\n", TIDY)


def test_fmt_reads_the_standard_input() -> None:
    assert [each.name for each in LANGUAGES if each.stdin] == ["cgml"]
    assert run("fmt", "-", stdin=UGLY).stdout == TIDY
    assert run("fmt", "-", "--check", stdin=UGLY).exit_code == 1
    assert run("fmt", "-", "--write", stdin=UGLY).stdout == TIDY


OTHERS = {  # what is to be formatted, and what comes of it, by the ending of the file
    ".sgdl": (
        "A\n$cards\nDECK 1 {SPADES,HEARTS}#c\r\n$initial\nP 26\n$win\nPILE ALL P   Empty",
        "A\n\n$cards\nDECK 1 {SPADES, HEARTS} #c\n\n$initial\nP 26\n\n$win\nPILE ALL P Empty\n",
    ),
    ".xml": (
        "<data type='deck'>\r\n<!-- c --><deck></deck>\r\n</data>",
        '<data type="deck">\n  <!-- c -->\n  <deck/>\n</data>\n',
    ),
    ".md": ("a  \n```yaml\nsetup:  [] # c\n```\n\n\nb", "a  \n```yaml\nsetup: [] # c\n```\n\n\nb"),
}
LANGUAGE = {".sgdl": "sgdl", ".xml": "rulexml", ".md": "gamespec"}


@pytest.mark.parametrize("ending", OTHERS)
def test_fmt_knows_all_languages(ending: str, tmp_path: Path) -> None:
    ugly, tidy = OTHERS[ending]
    for bom in ("", "\ufeff"):
        file = given(tmp_path, bom + ugly, f"game{ending}")
        assert run("fmt", file).stdout_bytes == tidy.encode()
        assert run("fmt", "--check", file).exit_code == 1
        assert file.read_bytes() == (bom + ugly).encode()
        assert run("fmt", "--write", file).stdout == f"{file}: formatted\n"
        assert file.read_bytes() == tidy.encode()
        assert run("fmt", "--check", file).stdout == f"{file}: fine\n"
    result = run("fmt", "-", "--language", LANGUAGE[ending], stdin=ugly)
    assert result.stdout_bytes == tidy.encode()


def test_fmt_leaves_broken_files_of_all_languages_alone(tmp_path: Path) -> None:
    broken = {"a.sgdl": "A\n$cards\n", "a.xml": "<data", "a.md": "```yaml\na: [\n```\n"}
    files = [given(tmp_path, text, name) for name, text in broken.items()]
    last = given(tmp_path, UGLY)
    result = run("fmt", "--write", *files, last)
    assert result.exit_code == 1
    assert all(f"--> {file}:" in result.stderr for file in files)
    assert [file.read_text() for file in files] == [*broken.values()]
    assert last.read_text() == TIDY


def test_fmt_takes_away_a_byte_order_mark(tmp_path: Path) -> None:
    file = given(tmp_path, "\ufeff" + TIDY)
    assert run("fmt", "--check", file).exit_code == 1
    run("fmt", "--write", file)
    assert file.read_bytes() == TIDY.encode()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fmt"], "Missing argument"),
        (["fmt", "--check", "--write", "a.cgml"], "mutually exclusive"),
        (["fmt", "a.cgml", "b.cgml"], "--write or --check"),
        (["fmt", "none.cgml"], "cannot be read"),
        (["fmt", "game.txt"], "known: .cgml"),
        (["fmt", "a.cgml", "--language", "sgdl"], "--language applies to the standard input"),
        (["fmt", "-", "--language", "sgld"], "did you mean 'sgdl'"),
        (["migrate", "none.cgml"], "cannot be read"),
        (["migrate", str(LIBRARY / "klondike" / "klondike.sgdl")], "only one version"),
        (["migrate", "a.cgml", "--check", "--write"], "mutually exclusive"),
        (["migrate", "a\0.cgml"], "not a valid file name"),
        (["schema", "cmgl"], "did you mean 'cgml'"),
        (["schema", "sgdl"], "no schema for sgdl"),
    ],
)
def test_wrong_use(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2 and said in result.stderr


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "latin.cgml"
    file.write_bytes(b"a: 1\nb: caf\xe9\n")
    for command in ("fmt", "migrate"):
        result = run(command, file)
        assert result.exit_code == 2 and "not UTF-8 text (line 2)" in result.stderr


# ---- migrate -------------------------------------------------------------------------------------


def test_migrate_prints_the_file_and_tells_the_changes_aside(tmp_path: Path) -> None:
    file = given(tmp_path, TRICK)
    result = run("migrate", file)
    assert result.exit_code == 0 and result.stdout.startswith('cgml_version: "1.3"\n')
    assert result.stderr.startswith(f'{file}:1: the version is now "1.3"\n')
    assert file.read_text() == TRICK


def test_migrate_writes_over_the_file_and_has_nothing_to_do_then(tmp_path: Path) -> None:
    file = given(tmp_path, TRICK)
    written = run("migrate", file).stdout
    assert "SET_VARIABLE" in written
    result = run("migrate", file, "--write")
    assert result.exit_code == 0 and f"{file}:1: the version" in result.stdout
    assert file.read_text() == written
    assert run("migrate", file, "--write").stdout == f"{file}: nothing to change\n"
    assert run("check", file).exit_code == 0


def test_migrate_writes_another_file(tmp_path: Path) -> None:
    file, out = given(tmp_path, TRICK), tmp_path / "new.cgml"
    assert run("migrate", file, "--out", out).exit_code == 0
    assert file.read_text() == TRICK and out.read_text().startswith('cgml_version: "1.3"')
    assert run("migrate", file, "--out", tmp_path / "no" / "new.cgml").exit_code == 2


def test_migrate_check_writes_nothing(tmp_path: Path) -> None:
    file = given(tmp_path, TRICK)
    result = run("migrate", file, "--check")
    assert result.exit_code == 1 and "is now" in result.stdout
    assert file.read_text() == TRICK
    assert run("migrate", LIBRARY / "war" / "war.cgml", "--check").exit_code == 0


def test_migrate_replaces_words_that_go_away(tmp_path: Path) -> None:
    text = 'cgml_version: "1.3"\nrules: [{effect: [{action: SET_GAME_STATE, state: A}]}]\n'
    file = given(tmp_path, text)
    assert run("migrate", file, "--check").stdout == f"{file}:2: SET_GAME_STATE is now SET_STATE\n"
    run("migrate", file, "--write")
    assert file.read_text() == text.replace("SET_GAME_STATE", "SET_STATE")


@pytest.mark.parametrize("options", [[], ["--write"], ["--check"], ["--out", "new.cgml"]])
def test_migrate_refuses_with_a_reason_and_writes_nothing(
    tmp_path: Path, options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = given(tmp_path, BAD)
    result = run("migrate", file, *options)
    assert result.exit_code == 1 and result.stdout == ""
    assert "CG501" in result.stderr and f"--> {file}:2:" in result.stderr
    assert file.read_text() == BAD and list(tmp_path.iterdir()) == [file]


def test_migrate_keeps_line_ends_and_the_byte_order_mark(tmp_path: Path) -> None:
    file = given(tmp_path, "\ufeff" + TRICK.replace("\n", "\r\n"))
    run("migrate", file, "--write")
    data = file.read_bytes()
    assert data.startswith("\ufeffcgml_version".encode())
    assert data.count(b"\n") == data.count(b"\r\n") > 50


def test_migrate_reads_the_standard_input() -> None:
    result = run("migrate", "-", stdin=TRICK)
    assert result.stdout.startswith('cgml_version: "1.3"') and "<stdin>:1:" in result.stderr


def test_root_lets_files_lie_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    given(tmp_path, TRICK, "base.cgml")
    text = "cgml_version: 1.2\ninherit: ../base.cgml\nmeta: {name: Child}\n"
    file = given(tmp_path / "games", text)
    assert "LW112" in run("check", file).stderr
    for command in ("check", "show", "migrate"):
        assert run(command, file, "--root", tmp_path).exit_code == 0
    assert run("check", file, "--root", tmp_path / "none").exit_code == 2


def test_migrate_finds_names_in_other_files(tmp_path: Path) -> None:
    given(tmp_path, TRICK, "base.cgml")
    text = "cgml_version: 1.2\ninherit: base.cgml\nsetup: [{action: SHUFFLE, target: zones.won}]\n"
    made = run("migrate", given(tmp_path, text)).stdout
    assert 'SHUFFLE, target: {path: "$.players[*].zones.won"}' in made


# ---- starting up ---------------------------------------------------------------------------------


def test_texts_need_no_machine(tmp_path: Path) -> None:
    file = given(tmp_path, TRICK)
    script = (
        "import sys; from ludwright.cli import cli\n"
        f"cli(['migrate', {str(file)!r}, '--write'], standalone_mode=False)\n"
        "assert 'ludwright.machine.run' not in sys.modules and 'numba' not in sys.modules"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


# ---- what a file says about its tables -----------------------------------------------------------


def test_a_game_with_a_seed_of_its_own_is_dealt_by_it(tmp_path: Path) -> None:
    base = "https://cgml.io/core-components/v1/shedding.cgml"
    rng = "rng: {deterministic: true, seed: 7}"
    text = f"inherit: {base}\nmeta: {{name: Own, players: {{min: 2, max: 2}}, {rng}}}\n"
    file = given(tmp_path, text)
    own = run("record", file, "--text", "--max-moves", 5).stdout
    assert "seed     7\n" in own
    assert own == run("record", file, "--text", "--max-moves", 5, "--seed", 7).stdout
    assert "seed     8\n" in run("record", file, "--text", "--max-moves", 5, "--seed", 8).stdout
