"""Every game of the library has its papers: a page about it, a playthrough and counts of its moves.

The papers are what three commands print; run them again when a change of a game is meant:

    ludwright show GAME --json > library/GAME/about.json
    ludwright record GAME --seed 1 --max-moves 60 --text > library/GAME/playthrough.txt
    ludwright perft GAME --seed 1 --depth 4 > library/GAME/perft.txt

Where a move is one of very many sets, moves are counted less deep than 4, as deep as the paper is.
For the same game in a second language, GAME:LANGUAGE, they are called playthrough.LANGUAGE.txt and
perft.LANGUAGE.txt.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludwright import pipeline
from ludwright.cli import cli
from ludwright.table.rules_page import faults_of
from ludwright.ui.check_report import about

SHARED = "shared-xml"  # files that several games name, and no game
GAMES = sorted(
    p
    for p in pipeline.LIBRARY.iterdir()
    if p.is_dir() and p.name[0] not in "._" and p.name != SHARED
)
PAPERS = {
    "playthrough.txt": ("record", "--seed", "1", "--max-moves", "60", "--text"),
    "perft.txt": ("perft", "--seed", "1", "--depth"),
}
# A paper may count moves less deep if it has counted as many.
DEPTH, MANY = 4, 10_000
# The variables of each game that people are shown at the table, as they were found to matter.
SHOWN = dict(
    line.split(": ") for line in (Path(__file__).parent / "shown.txt").read_text().splitlines()
)


def test_the_library_is_there() -> None:
    assert len(GAMES) >= 4
    assert [p.name for p in GAMES] == [n for n in pipeline.library_games() if ":" not in n]


def test_every_folder_has_its_papers() -> None:
    # Cheap, and never sampled: what is missing is named as soon as a folder is there.
    missing = [
        file.relative_to(pipeline.LIBRARY).as_posix()
        for file in (
            *(folder / name for folder in GAMES for name in ("ABOUT.md", "about.json")),
            *(file for paper in PAPERS for file in papers(paper).values()),
        )
        if not file.is_file()
    ]
    assert not missing, f"missing in library/ (CONTRIBUTING, 'A game'): {', '.join(missing)}"


def test_every_rules_page_has_the_common_form() -> None:
    faults = {folder.name: faults_of((folder / "ABOUT.md").read_text("utf-8")) for folder in GAMES}
    assert {name: found for name, found in faults.items() if found} == {}


def test_what_people_are_shown_is_listed_for_library_games_only() -> None:
    assert sorted(set(SHOWN) - set(pipeline.library_games())) == []


@pytest.mark.parametrize("folder", GAMES, ids=lambda p: p.name)
def test_every_game_has_a_page_and_is_without_blemish(folder: Path) -> None:
    page = folder / "ABOUT.md"
    assert page.is_file() and page.read_text(encoding="utf-8").startswith("# ")
    first = pipeline.library_games()[folder.name]
    for name, file in pipeline.library_games().items():
        if name.startswith(f"{folder.name}:"):
            loaded = pipeline.load(name)
            assert loaded.diagnostics == () and loaded.game
            said = about(loaded.game, folder.name, loaded.language)
            written = json.loads((folder / "about.json").read_text(encoding="utf-8"))
            assert file != first or said == written, f"run: ludwright show {folder.name} --json"
            told = ", ".join(v.name for v in loaded.game.variables if not v.inner)
            assert told == SHOWN.get(name, ""), (
                f"if people should see these variables, tests/library/shown.txt needs the line "
                f"'{name}: {told}'; otherwise make them inner"
            )


def papers(paper: str) -> dict[str, Path]:
    """The games by their names, in their first languages and in others, and the paper of each."""
    found: dict[str, Path] = {}
    named = pipeline.library_games()
    for name, file in named.items():
        folder, _, language = name.partition(":")
        if not language:
            found[name] = file.parent / paper
        elif named[folder] != file:
            found[name] = file.parent / paper.replace(".txt", f".{language}.txt")
    return found


@pytest.mark.quick(24)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", papers(""))
def test_a_game_plays_as_its_papers_say(name: str, paper: str) -> None:
    command, *options = PAPERS[paper]
    expected = papers(paper)[name].read_text(encoding="utf-8")
    if command == "perft":
        depth = expected.count("depth ")
        counted = int(expected.split()[-1])
        assert depth == DEPTH or (depth < DEPTH and counted >= MANY), f"run: perft --depth {DEPTH}"
        options.append(str(depth))
    printed = CliRunner().invoke(cli, [command, name, *options])
    assert printed.exit_code == 0, printed.output
    assert printed.stdout == expected
