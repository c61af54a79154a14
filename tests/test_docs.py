"""The documentation is true: its commands and code run, its links lead somewhere."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import ludwright as lw
from ludwright.cli import cli
from ludwright.gamedef.walk import KINDS
from ludwright.machine import ops, program
from ludwright.machine import state as m
from ludwright.pipeline import library_games

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
GALLERY = (ROOT / "docs" / "gallery.md").read_text()
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("src/ludwright/**/*.md")]


# The pages whose examples are run: a reader follows them in this order.
TUTORIAL = (
    README,
    *(
        (ROOT / "docs" / f"{page}.md").read_text()
        for page in ("table", "commands", "python", "lab")
    ),
)


def blocks(language: str) -> list[str]:
    """The fenced blocks of the tutorial pages in a language."""
    fence = rf"^```{language}\n(.*?)^```"
    return [
        found for page in TUTORIAL for found in re.findall(fence, page, re.DOTALL | re.MULTILINE)
    ]


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that holds the games that the README shows."""
    (tmp_path / "little-spider.sgdl").write_text(blocks("sgdl")[0])
    (tmp_path / "race.cgml").write_text(blocks("cgml")[0])
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("games", ["a few", pytest.param("all", marks=pytest.mark.deep)])
def test_every_command_of_the_readme_runs(folder: Path, games: str) -> None:
    assert len(COMMANDS) > 10
    runner = CliRunner()
    for command in COMMANDS:
        if games == "a few":
            command = re.sub(r"--games \d+", "--games 2", command)
        program, *arguments = shlex.split(command)
        assert program == "ludwright"
        result = runner.invoke(cli, arguments, input="1\nundo\nquit\n")
        assert result.exit_code == 0, f"{command}\n{result.output}"
        assert result.output.strip() or "--out" in arguments, command


def test_the_python_of_the_readme_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), {})
    assert "column" in capsys.readouterr().out


def test_the_error_the_readme_shows_is_the_one_that_comes(folder: Path) -> None:
    text = blocks("sgdl")[0].replace("MOVE COLUMN COLUMN", "MOVE COLUM COLUMN", 1)
    (folder / "little-spider.sgdl").write_text(text)
    result = CliRunner().invoke(cli, ["check", "little-spider.sgdl"])
    shown = next(block for block in blocks("text") if block.startswith("error["))
    assert result.exit_code == 1
    assert shown in result.output


def test_the_first_game_of_the_readme_can_be_won(folder: Path) -> None:
    found = lw.load("little-spider.sgdl").solve(range(1, 21), seconds=None, states=200_000)
    assert found.summary.solved >= 12
    shown = re.search(r"play little-spider.sgdl --seed (\d+)", README)
    assert shown and found.deals[int(shown[1]) - 1].status == "solved"


def test_the_gallery_is_up_to_date() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "gallery.py"))["page"]()
    assert written == GALLERY, "run: make gallery"


def test_the_gallery_has_a_row_for_every_library_game() -> None:
    assert "(docs/gallery.md)" in README
    called = {"sgdl": "SGDL", "cgml": "CGML", "rulexml": "Rule XML", "gamespec": "GameSpecDoc"}
    for name in library_games():
        folder, _, language = name.partition(":")
        rows = [line for line in GALLERY.splitlines() if f"library/{folder}/ABOUT.md" in line]
        assert len(rows) == 1, f"write library/{folder}/about.json and ABOUT.md, run: make gallery"
        [row] = rows
        _, _, players, description, languages, command, _ = (c.strip() for c in row.split("|"))
        assert re.fullmatch(r"\d+( to \d+)?", players)
        assert re.fullmatch(r"[A-Z][^|]{20,140}\.", description), description
        assert not language or called[language] in languages
        assert command == f"`ludwright play {folder}`"


def test_links_lead_to_files() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
RENAMED = (ROOT / "docs" / "renamed.md").read_text()


def test_the_recipes_name_modules_that_exist() -> None:
    named = {
        name for name in re.findall(r"`([\w./-]+\.(?:py|md|txt))`", CONTRIBUTING) if "/" in name
    }
    assert len(named) > 30
    homes = (ROOT, ROOT / "src/ludwright", *(ROOT / "src/ludwright/languages").iterdir())
    assert [name for name in named if not any((home / name).exists() for home in homes)] == []


def test_the_recipes_name_what_is_in_those_modules() -> None:
    tables = {
        "CHECKS": "checks/__init__.py",
        "COMMANDS": "cli/__init__.py",
        "LANGUAGES": "languages/__init__.py",
        "ACTION_KEYS": "languages/cgml/read/shapes.py",
        "ACTIONS": "languages/cgml/lower/actions.py",
        "OPERATORS": "languages/cgml/lower/operators.py",
        "EFFECTS": "languages/gamespec/read/effects.py",
        "STATIONARY": "languages/gamespec/lower/effects.py",
        "SEMANTICS": "play/semantics.py",
    }
    for table, module in tables.items():
        assert f"`{table}`" in CONTRIBUTING
        assert re.search(rf"^{table}\b.*=", (ROOT / "src/ludwright" / module).read_text(), re.M), (
            table
        )


def test_the_table_of_moved_modules_leads_to_modules() -> None:
    rows = re.findall(r"^\| `([\w/]+)/` \| (.*) \|$", RENAMED, re.MULTILINE)
    assert len(rows) > 12
    for room, moved in rows:
        home = ROOT / room if room == "tests" else ROOT / "src/ludwright" / room
        old = re.findall(r"`([\w/]+)` ->", moved)
        new = set(re.findall(r"`([\w/]+)`(?! ->)", moved))
        assert [name for name in new if not (home / f"{name}.py").exists()] == [], room
        assert [n for n in old if (home / f"{n}.py").exists() and n not in new] == [], room


MAPPING = (ROOT / "docs" / "mapping.md").read_text()


def test_the_mapping_names_ops_nodes_and_words_that_exist() -> None:
    """Its last column is about code and state, the one before about nodes."""
    known = {*ops.NAMES.values(), *vars(m)}
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in MAPPING.splitlines() if "|" in line]
    words = {
        word
        for row in rows
        for quoted in re.findall(r"`([^`]+)`", row[-1])
        for word in re.findall(r"\b[A-Z][A-Z_]{2,}\b", quoted)
    }
    assert len(words) > 30
    assert sorted(words - known) == [], "neither an op nor in machine/state.py"
    named = re.findall(r"`(Program|SiteInfo|ActionInfo)\.(\w+)", MAPPING)
    assert [(owner, name) for owner, name in named if not hasattr(vars(program)[owner], name)] == []
    three = (row[1] for row in rows if len(row) == 3)
    quoted = {word for cell in three for word in re.findall(r"`([A-Z][a-z]\w+)", cell)}
    assert sorted(quoted - {"GameDef"} - set(KINDS)) == [], "not a node"


def test_the_mapping_names_functions_that_exist() -> None:
    rooms = (ROOT / "src/ludwright").iterdir()
    homes = {path.stem: path for room in rooms for path in room.glob("*.py") if room.is_dir()}
    named = re.findall(r"`(\w+)\.(\w+)`", MAPPING)
    functions = [(module, name) for module, name in named if module in homes and name != "py"]
    assert functions
    for module, name in functions:
        assert re.search(rf"def {name}\b", homes[module].read_text()), f"{module}.{name}"


def test_every_command_has_a_row() -> None:
    page = (ROOT / "docs/commands.md").read_text()
    table = page.partition("| command |")[2].partition("\n\n")[0]
    assert [name for name in cli.commands if f"`{name}" not in table] == []


def test_the_architecture_page_is_short_and_names_every_room() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text()
    assert len(page.splitlines()) <= 170
    rooms = {p.name for p in (ROOT / "src/ludwright").iterdir() if p.is_dir()} - {"__pycache__"}
    assert all(f"`{room}/`" in page for room in rooms)


@pytest.mark.parametrize(
    ("heading", "room"),
    [
        ("The compiler", "compiler"),
        ("The machine in one page", "machine"),
        ("Hidden information", "play"),
    ],
)
def test_the_architecture_page_names_modules_that_exist(heading: str, room: str) -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text()
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([\w/]+\.py)`", section))
    package = ROOT / "src" / "ludwright"
    homes = (package, package / room)
    assert [name for name in named if not any((home / name).exists() for home in homes)] == []
    if room == "compiler":
        there = {path.name for path in (package / room).glob("*.py")} - {"__init__.py"}
        assert sorted(n for n in there - named if not n.startswith("emit_")) == []
