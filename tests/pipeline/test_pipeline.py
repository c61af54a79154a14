"""From a name to a program: what is found, and what is said about everything that is not."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.diagnostics import CODES, Diagnostic

KLONDIKE = (pipeline.LIBRARY / "klondike" / "klondike.sgdl").read_text(encoding="utf-8")
WAR = (pipeline.LIBRARY / "war" / "war.cgml").read_text(encoding="utf-8")


# ---- what is found -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "called"), [("klondike", "Klondike"), ("war:cgml", "War"), ("war", "War")]
)
def test_a_game_of_the_library_by_name(name: str, called: str) -> None:
    loaded = pipeline.load(name)
    assert not loaded.failed and loaded.diagnostics == ()
    assert loaded.game is not None and loaded.game.name == called
    assert loaded.name == name.partition(":")[0]
    assert loaded.sources[0].name == f"{loaded.name}.{loaded.language}"


@pytest.mark.deep
def test_every_name_of_the_library_says_its_language() -> None:
    games = pipeline.library_games()
    for name, path in games.items():
        game, _, language = name.partition(":")
        assert path.parent.name == game
        found = pipeline.load(name, checked=False).language
        assert not language or language == found
        assert f"{game}:{found}" in games


@pytest.mark.parametrize("kind", [str, Path])
def test_a_game_from_a_file(kind: Callable[[Path], str | Path], tmp_path: Path) -> None:
    file = tmp_path / "mine.SGDL"
    file.write_text(KLONDIKE, encoding="utf-8")
    game = lw.load(kind(file))
    assert (game.name, game.definition.name, game.called) == ("mine", "Klondike", "mine.SGDL")
    assert game.program().digest == lw.load("klondike").program().digest


def test_a_mark_before_the_text_and_other_line_ends_are_no_part_of_it(tmp_path: Path) -> None:
    file = tmp_path / "marked.sgdl"
    file.write_bytes(b"\xef\xbb\xbf" + KLONDIKE.replace("\n", "\r\n").encode())
    assert lw.load(file).program().digest == lw.load("klondike").program().digest


def test_a_file_may_be_as_large_as_that(tmp_path: Path) -> None:
    file = tmp_path / "large.sgdl"
    filling = "# " + "x" * (pipeline.LARGEST_FILE - len(KLONDIKE.encode()) - 3) + "\n"
    file.write_text(KLONDIKE + filling, encoding="utf-8")
    assert file.stat().st_size == pipeline.LARGEST_FILE
    assert lw.check(file) == []


# ---- what is not: every code ---------------------------------------------------------------------


def written(name: str, data: bytes) -> Callable[[Path], list[Diagnostic]]:
    """A file with this name and these bytes is loaded."""

    def situation(folder: Path) -> list[Diagnostic]:
        (folder / name).write_bytes(data)
        return lw.check(folder / name)

    return situation


def named(name: str) -> Callable[[Path], list[Diagnostic]]:
    return lambda folder: lw.check(name)


def read_as(language: str, text: str = KLONDIKE) -> Callable[[Path], list[Diagnostic]]:
    return lambda folder: list(pipeline.loads(text, language).diagnostics)


def folder_of_games(folder: Path) -> list[Diagnostic]:
    (folder / "games.sgdl").mkdir()
    return lw.check(folder / "games.sgdl")


def pipe(folder: Path) -> list[Diagnostic]:
    os.mkfifo(folder / "pipe.sgdl")
    return lw.check(folder / "pipe.sgdl")


def broken_link(folder: Path) -> list[Diagnostic]:
    (folder / "link.sgdl").symlink_to("nowhere.sgdl")
    return lw.check(folder / "link.sgdl")


def unreadable(folder: Path) -> list[Diagnostic]:
    # Even the superuser gets an error for this one: no memory is mapped at its start.
    (folder / "memory.sgdl").symlink_to("/proc/self/mem")
    return lw.check(folder / "memory.sgdl")


def started(players: int | None = None, **options: object) -> Callable[[Path], list[Diagnostic]]:
    """A game of the library is loaded with options and a table is laid."""

    def situation(folder: Path) -> list[Diagnostic]:
        with pytest.raises(lw.GameError) as caught:
            lw.load("war", options).table(players=players)
        return list(caught.value.diagnostics)

    return situation


def naming(name: str) -> Callable[[Path], list[Diagnostic]]:
    """A file inherits from one that includes another of this name."""

    def situation(folder: Path) -> list[Diagnostic]:
        (folder / "games").mkdir()
        (folder / "secret.yaml").write_text("{}")
        os.mkfifo(folder / "games" / "pipe.yaml")
        (folder / "games" / "base.yaml").write_text(f"meta: !include {json.dumps(name)}")
        (folder / "games" / "a.cgml").write_text("inherit: base.yaml")
        return lw.check(folder / "games" / "a.cgml")

    return situation


def many_files(folder: Path) -> list[Diagnostic]:
    lines = [f"  - !include {number}.yaml" for number in range(64)]
    for number in range(64):
        (folder / f"{number}.yaml").write_text("{}")
    (folder / "a.cgml").write_text("\n".join(["imports:", *lines]))
    return lw.check(folder / "a.cgml")


def deep_files(folder: Path) -> list[Diagnostic]:
    for number in range(16):
        (folder / f"{number}.cgml").write_text(f"inherit: {number + 1}.cgml")
    (folder / "16.cgml").write_text("{}")
    return lw.check(folder / "0.cgml")


TOO_LARGE = b"#" * (pipeline.LARGEST_FILE + 1)
SITUATIONS = {
    "a misspelt name": (named("klondyke"), "LW101", "did you mean 'klondike'"),
    "no such name at all": (named("xyzzy"), "LW101", "ludwright games"),
    "a language the game is not in": (named("war:sgdl"), "LW101", "'war:sgdl'"),
    "a name that no file can have": (named("a\0b"), "LW101", "no game or file"),
    "a name that is too long": (named("a" * 5000), "LW101", "no game or file"),
    "a link to nowhere": (broken_link, "LW101", "no game or file"),
    "a folder": (folder_of_games, "LW102", "is not a file"),
    "a pipe": (pipe, "LW102", "is not a file"),
    "a file that gives errors": (unreadable, "LW102", "cannot read"),
    "another encoding": (written("a.sgdl", b"Caf\n\n\xe9\n"), "LW103", "line 3"),
    "a NUL": (written("a.cgml", b"meta:\0"), "LW103", "NUL"),
    "a NUL in a text": (read_as("sgdl", "a\0"), "LW103", "NUL"),
    "a huge file": (written("a.sgdl", TOO_LARGE), "LW104", "1,000,000 bytes"),
    "a huge text": (read_as("sgdl", TOO_LARGE.decode()), "LW104", "1,000,000 bytes"),
    "a text that is huge in bytes only": (read_as("sgdl", "é" * 500_001), "LW104", "1,000,000"),
    "another ending": (written("a.txt", b"Klondike"), "LW105", ".sgdl"),
    "no ending": (written("sgdl", b"Klondike"), "LW105", ".sgdl"),
    "a misspelt language": (read_as("sgld"), "LW105", "did you mean 'sgdl'"),
    "no such language at all": (read_as(""), "LW105", "unknown language ''"),
    "an empty file": (written("a.cgml", b""), "LW106", "is empty"),
    "a file of blanks": (written("a.sgdl", b"\xef\xbb\xbf \n\t\r\n"), "LW106", "is empty"),
    "an empty text": (read_as("cgml", ""), "LW106", "is empty"),
    "a part of a game": (
        read_as("rulexml", '<data type="deck"><deck/></data>'),
        "LW110",
        "a deck of 0 cards, not a game",
    ),
    "a misspelt option": (started(face_dwon=2), "LW107", "did you mean 'face_down'"),
    "no such option at all": (started(xyzzy=2), "LW107", "options: face_down"),
    "a value that is not allowed": (started(face_down=4), "LW108", "allowed: 1, 2, 3"),
    "a value that is no number": (started(face_down="--2"), "LW108", "'--2'"),
    "a number of other digits": (started(face_down="²"), "LW108", "'²'"),
    "a number that is too large": (started(face_down=2**31), "LW108", "2147483648"),
    "a text that is no number": (started(face_down="many"), "LW108", "'many'"),
    "a truth for a number": (started(face_down=True), "LW108", "True"),
    "a fraction": (started(face_down=2.0), "LW108", "2.0"),
    "a pipe in a file": (naming("pipe.yaml"), "LW102", "is not a file"),
    "no such file in a file": (naming("bse.yaml"), "LW111", "did you mean 'base.yaml'"),
    "a name in a file that no file can have": (naming("a\0b"), "LW111", "no such file"),
    "a file in another folder": (naming("../secret.yaml"), "LW112", "outside"),
    "no such file in another folder": (naming("../nothing.yaml"), "LW112", "outside"),
    "a file of the system": (naming("/etc/passwd"), "LW112", "outside"),
    "a file of another system": (naming("c:\\boot.ini"), "LW112", "outside"),
    "an address": (naming("http://localhost/a.yaml"), "LW113", "nothing is fetched"),
    "the address of a file": (naming("file:///etc/passwd"), "LW113", "nothing is fetched"),
    "a text that names a file": (read_as("cgml", "inherit: a.cgml"), "LW114", "to a file"),
    "too many files": (many_files, "LW115", "64"),
    "a file that needs itself": (naming("a.cgml"), "LW116", "a.cgml -> "),
    "files too deep in files": (deep_files, "LW117", "16"),
    "too many players": (started(players=3), "LW109", "for 2 players, not 3"),
    "no players": (started(players=0), "LW109", "for 2 players, not 0"),
}


@pytest.mark.parametrize(("situation", "code", "part"), SITUATIONS.values(), ids=SITUATIONS)
def test_what_is_wrong_is_said(
    situation: Callable[[Path], list[Diagnostic]], code: str, part: str, tmp_path: Path
) -> None:
    (found,) = situation(tmp_path)
    assert (found.code, found.severity) == (code, "error")
    assert part in f"{found.message} {found.help}"


def test_every_code_has_its_situation() -> None:
    declared = {code for code in CODES if code.startswith("LW")}
    assert {code for _, code, _ in SITUATIONS.values()} == declared


# ---- options and players -------------------------------------------------------------------------

MORE_OPTIONS = """  options:
    - { name: quick, default: true }
    - { name: mood, default: calm, allowed: [calm, wild] }
    - { name: pay, default: 5 }
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {"quick": True, "mood": "calm", "pay": 5}),
        ({"quick": False, "mood": "wild"}, {"quick": False, "mood": "wild", "pay": 5}),
        ({"quick": "no", "pay": "-3"}, {"quick": False, "mood": "calm", "pay": -3}),
        ({"quick": "TRUE", "pay": 2**31 - 1}, {"quick": True, "mood": "calm", "pay": 2**31 - 1}),
    ],
)
def test_options_of_every_kind(given: dict[str, object], expected: dict[str, object]) -> None:
    text = WAR.replace("  options:\n", MORE_OPTIONS)
    assert lw.loads(text, "cgml", given).program().options == {**expected, "face_down": 1}


@pytest.mark.parametrize("given", [{"quick": 0}, {"quick": "maybe"}, {"mood": "sad"}, {"pay": ""}])
def test_a_value_of_another_kind_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(lw.GameError) as caught:
        lw.loads(WAR.replace("  options:\n", MORE_OPTIONS), "cgml", given)
    assert [d.code for d in caught.value.diagnostics] == ["LW108"]


@pytest.mark.parametrize("value", [3, "3", " 3 "])
def test_options_are_given_as_values_or_as_text(value: object) -> None:
    assert lw.load("war", {"face_down": value}).program().options == {"face_down": 3}
    assert lw.loads(WAR, "cgml", {"face_down": value}).program().options == {"face_down": 3}


def test_an_option_that_is_not_given_has_its_default() -> None:
    assert lw.load("war").program().options == {"face_down": 1}


def test_all_that_is_wrong_with_the_options_is_said_at_once() -> None:
    found = started(players=7, face_down=0, speed=1)(Path())
    assert [d.code for d in found] == ["LW108", "LW107"], "the table is not even laid"


def test_players_may_be_as_many_as_the_game_says() -> None:
    game = lw.load("crazy-eights")
    assert (game.definition.least_players, game.definition.most_players) == (2, 7)
    assert [game.program(k).seats for k in range(2, 8)] == list(range(2, 8))
    assert game.program().seats == 2 and game.program(2) is game.program()
    with pytest.raises(lw.GameError, match="'Crazy Eights' is for 2 to 7 players, not 8"):
        game.table(players=8)


# ---- what is said about a text -------------------------------------------------------------------

# A card is left over, a rank is misspelt in two places, and so is a word of the last line.
WRONG = {"COLUMN 7": "COLUMN 6", "SRC Rank K": "SRC Rank Kong", " Size ==": " Sise =="}


def misspelt() -> str:
    text = KLONDIKE
    for right, wrong in WRONG.items():
        text = text.replace(right, wrong)
    return text


def lines_with(text: str, part: str) -> list[int]:
    return [i for i, line in enumerate(text.splitlines(), 1) if part in line]


def test_everything_is_said_in_file_order(tmp_path: Path) -> None:
    file, text = tmp_path / "wrong.sgdl", misspelt()
    file.write_text(text, encoding="utf-8")
    found = lw.check(file)
    lines = [d.span.line for d in found if d.span]
    assert lines == sorted(lines) and len(lines) == len(found)
    errors = [d.span.line for d in found if d.span and d.severity == "error"]
    assert errors == [*lines_with(text, "Kong"), *lines_with(text, "Sise")]
    assert len(errors) == 3
    assert all(d.span and d.span.file == str(file) for d in found)


def test_an_error_carries_what_is_wrong_and_shows_where() -> None:
    text = misspelt()
    with pytest.raises(lw.GameError) as caught:
        lw.loads(text, "sgdl")
    assert isinstance(caught.value, ValueError)
    assert caught.value.diagnostics == pipeline.loads(text, "sgdl").diagnostics
    assert caught.value.sources[0].text == text
    shown = str(caught.value).splitlines()
    quoted = next(i for i, line in enumerate(shown) if "Sise" in line and " | " in line)
    number = lines_with(text, "Sise")[0]
    assert shown[quoted] == f"{number} | {text.splitlines()[number - 1]}"
    start = shown[quoted].index("Sise")
    assert shown[quoted + 1] == f"{' ' * len(str(number))} |".ljust(start) + "^^^^"
    assert f"  --> <text>:{number}:{start - len(f'{number} | ') + 1}" in shown


def test_a_game_with_warnings_only_can_be_played() -> None:
    text = KLONDIKE.replace("COLUMN 7", "COLUMN 6")
    loaded = pipeline.loads(text, "sgdl")
    assert [d.severity for d in loaded.diagnostics] == ["warning"] and not loaded.failed
    game = lw.loads(text, "sgdl")
    assert game.loaded.diagnostics == loaded.diagnostics
    assert len(game.table(seed=1).legal()) > 0
