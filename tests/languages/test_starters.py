"""Starters are small games that work, explain themselves, and take any name."""

from __future__ import annotations

import random
from pathlib import Path, PurePath

import pytest
import yaml

import ludwright as lw
from ludwright import pipeline
from ludwright.languages import LANGUAGES
from ludwright.languages.starters import FOLDER, KINDS, NAME, Starter, file_name, starters, title_of

STARTERS = [each for language in LANGUAGES for each in starters(language).values()]
IDS = [f"{each.language}-{each.kind}" for each in STARTERS]
every_starter = pytest.mark.parametrize("starter", STARTERS, ids=IDS)


def test_every_folder_is_a_kind_and_every_language_has_one() -> None:
    for language in LANGUAGES:
        home = Path(pipeline.__file__).parent / "languages" / language.name / FOLDER
        assert sorted(path.name for path in home.iterdir()) == sorted(starters(language)) != []
    assert {each.kind for each in STARTERS} == set(KINDS)


@every_starter
def test_a_starter_is_explained(starter: Starter) -> None:
    """It fits on a screen or two, and its beginning says what it is and what to try."""
    description = next(iter(starter.files.values()))
    assert 30 <= description.count("\n") <= 120
    for words in ("whole", "to be changed", "Try:"):
        assert words in " ".join(description[:600].split())


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.name)
def test_the_first_starter_of_a_language_inherits_nothing(language: object) -> None:
    first = next(each for each in STARTERS if each.language == getattr(language, "name", ""))
    assert "inherit" not in next(iter(first.files.values()))


@every_starter
def test_a_starter_can_be_played_to_its_end(starter: Starter) -> None:
    ((name, text),) = starter.files.items()
    language = next(each for each in LANGUAGES if each.name == starter.language)
    assert PurePath(name).suffix in language.suffixes
    game = lw.loads(text, starter.language)
    assert game.loaded.diagnostics == ()
    ends = 0
    for seed in range(10):
        table = game.table(seed=seed)
        player = random.Random(seed)
        for _ in range(400):
            moves = [] if table.over else table.legal()
            if not moves:
                break
            table.apply(player.choice(moves))
        ends += table.over or not moves
    assert ends > 0


ODD = ("Yes", "1984", "null", "1.5", "12, 3", "O'Hare's & Co.", "Ångström!", "no", "0x1F", "a - b")


@every_starter
@pytest.mark.parametrize("name", ODD)
def test_a_starter_takes_any_name(starter: Starter, name: str, tmp_path: Path) -> None:
    assert NAME.fullmatch(name)
    for file, text in starter.called(title_of(name)).items():
        (tmp_path / file).write_text(text, encoding="utf-8")
        loaded = pipeline.load(str(tmp_path / file))
        assert loaded.game and loaded.diagnostics == ()
        if starter.language != "rulexml":  # where the file has the name
            assert loaded.game.name == title_of(name)
        old = next(iter(starter.files.values()))
        assert len(text.splitlines()) == len(old.splitlines())
        changed = [a for a, b in zip(old.splitlines(), text.splitlines(), strict=True) if a != b]
        assert all(starter.title in line or starter.name in line for line in changed)
        assert len(changed) <= 3


def test_names_of_files() -> None:
    assert file_name("O'Hare's Best, 2nd") == "ohares-best-2nd"
    assert file_name("Ångström") == "angstrom"
    assert file_name("日本") == "game" and file_name("Größe") == "grosse"
    assert file_name("Nul") == "nul-game" and file_name("COM1") == "com1-game"
    assert title_of("my-first-game") == "My First Game" and title_of("My game") == "My game"


@pytest.mark.parametrize(
    "name", ["", "-x", "a/b", "..", "a\nb", "a: b", "#x", "a--b", "x" * 61, "a$b"]
)
def test_other_names_are_refused(name: str) -> None:
    assert not NAME.fullmatch(name)


def test_a_quoted_name_is_read_as_that_text() -> None:
    (cgml,) = (each for each in STARTERS if (each.language, each.kind) == ("cgml", "comparing"))
    text = cgml.called("Yes")["yes.cgml"]
    assert yaml.safe_load(next(line for line in text.splitlines() if "  name: " in line)) == {
        "name": "Yes"
    }
