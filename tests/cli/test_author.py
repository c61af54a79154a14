"""`new` begins a game; `watch` says what each change of a file does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludwright.cli import author, cli
from ludwright.cli.watched import Watched
from ludwright.languages import LANGUAGES
from ludwright.languages.starters import KINDS, starters

SUFFIXES = {"cgml": ".cgml", "sgdl": ".sgdl", "rulexml": ".xml", "gamespec": ".md"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    """The result of a command."""
    return CliRunner().invoke(cli, arguments)


@pytest.mark.parametrize("language", SUFFIXES)
def test_new_prints_the_path_of_a_game_that_works(language: str) -> None:
    made = run("new", "my-game", "--language", language)
    assert made.exit_code == 0
    path = made.stdout.splitlines()[-1]
    assert path == f"my-game{SUFFIXES[language]}"
    assert run("check", path).stdout == f"{path}: fine\n"
    assert f"ludwright watch {path}" in made.stdout


def test_new_writes_into_a_folder(folder: Path) -> None:
    (folder / "games").mkdir()
    made = run("new", "Some Tricks", "--like", "trick-taking", "--out", "games")
    assert made.stdout.splitlines()[-1] == str(Path("games/some-tricks.cgml"))
    assert "name: Some Tricks\n" in (folder / "games/some-tricks.cgml").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a/b"], "is not a valid name"),
        (["x", "--language", "sgdl", "--like", "board"], "it has: solitaire"),
        (["x", "--like", "chess"], "'chess' is not one of"),
        (["x", "--out", "nowhere"], "'nowhere' is not a folder"),
        ([], "Missing argument 'NAME'"),
    ],
)
def test_wrong_use_of_new_writes_nothing(arguments: list[str], message: str, folder: Path) -> None:
    found = run("new", *arguments)
    assert found.exit_code == 2 and message in found.stderr
    assert list(folder.iterdir()) == []


def test_new_replaces_nothing(folder: Path) -> None:
    (folder / "mine.cgml").write_text("precious")
    found = run("new", "mine", "--language", "cgml")
    assert found.exit_code == 2 and "'mine.cgml' already exists" in found.stderr
    assert (folder / "mine.cgml").read_text() == "precious"
    (folder / "other.cgml").symlink_to(folder / "outside")
    assert run("new", "other", "--language", "cgml").exit_code == 2
    assert not (folder / "outside").exists()


def test_the_help_lists_the_kinds_of_each_language() -> None:
    assert tuple(each.name for each in LANGUAGES) == author.LANGUAGE_NAMES
    assert author.KINDS == KINDS
    help_text = run("new", "--help").output
    for language in LANGUAGES:
        assert re.search(rf"^  {language.name} +{', '.join(starters(language))}$", help_text, re.M)


# ---- watch ---------------------------------------------------------------------------------------


def game(folder: Path) -> Path:
    """A file to be changed."""
    path = folder / run("new", "t", "--like", "trick-taking").stdout.splitlines()[-1]
    path.write_text(path.read_text().replace("min: 3, max: 5", "min: 3, max: 3"))
    return path


def seen(watched: Watched) -> str:
    """What is printed for a version of a file."""
    return "\n".join(watched.look())


def test_watch_prints_what_changed(folder: Path) -> None:
    path = game(folder)
    watched = Watched(path.name, {}, None, 60, 0)
    first = seen(watched)
    assert "t.cgml: fine" in first and "60 random games, 3 players:" in first
    assert "decisions   81 (81 to 81)" in first and not watched.failed
    assert seen(watched).endswith("60 random games: the same as before")

    text = path.read_text()
    path.write_text(text.replace("hand_size, initial_value: 9", "hand_size, initial_value: 8"))
    assert watched.is_changed
    changed = seen(watched)
    assert "on the same seeds as before" in changed
    assert "decisions   81 -> 72 (-9 to -9)" in changed

    path.write_text(text.replace("action: REVEAL", "action: REVEEL"))
    assert "unknown action 'REVEEL'" in seen(watched) and watched.failed
    assert "did you mean 'REVEAL'?" in seen(watched)

    path.write_text(text)
    assert "decisions   72 -> 81 (+9 to +9)" in seen(watched)
    path.unlink()
    assert watched.is_changed
    assert "no game or file 't.cgml'" in seen(watched)


def test_watch_follows_files_that_are_included(folder: Path) -> None:
    path = game(folder)
    (folder / "mine.cgml").write_text(
        'cgml_version: "1.3"\ninherit: t.cgml\nmeta: {name: Mine}\n', encoding="utf-8"
    )
    watched = Watched("mine.cgml", {}, None, 20, 0)
    seen(watched)
    assert not watched.is_changed
    path.write_text(path.read_text() + "# changed\n")
    assert watched.is_changed


def test_watch_looks_again_after_each_save_until_it_is_interrupted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = game(folder)
    texts = iter([path.read_text().replace("initial_value: 9", "initial_value: 7")])

    def sleep(_: float) -> None:
        for text in texts:
            path.write_text(text)
            return
        raise KeyboardInterrupt

    monkeypatch.setattr(author.time, "sleep", sleep)
    found = run("watch", path.name, "--games", "20")
    assert found.exit_code == 0
    assert found.stdout.count("20 random games") == 2 and "81 -> 63" in found.stdout


def test_watch_once_is_a_check(folder: Path) -> None:
    path = game(folder)
    assert run("watch", path.name, "--once", "--games", "20").exit_code == 0
    path.write_text(path.read_text().replace("MOVE", "MUVE").replace("REVEAL", "REVEEL"))
    assert run("watch", path.name, "--once", "--games", "20").exit_code == 1
    assert run("watch", "nothing.cgml", "--once").exit_code == 2
    assert run("watch", path.name, "--games", "1").exit_code == 2
