"""Reports: whole, safe, the same on every run; interrupted ones go on, none is half-written."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

import ludwright as lw
from ludwright.cli import cli
from ludwright.lab import measures, rows
from ludwright.lab.estimates import Estimate
from ludwright.lab.levels import STEPS
from ludwright.lab.measures import MEASURES, SLOW
from ludwright.lab.packing import (
    packed_estimate,
    packed_rows,
    unpacked_estimate,
    unpacked_rows,
)
from ludwright.lab.report import gather, plots, write
from ludwright.lab.report.along import curve_of, games_along, options_along
from ludwright.lab.report.write import PARTS, Report, is_report
from ludwright.lab.rows import sample
from ludwright.pipeline import LIBRARY, library_games
from ludwright.play.errors import TableError

HOSTILE = "<script>alert(1)</script>&\"'"
SETTINGS: dict[str, Any] = {"games": 40, "seed": 3, "jobs": 1}
GAMES = ("leduc-poker", "high-card")  # nobody decides anything in the second


def games() -> list[lw.Game]:
    return [lw.load(name) for name in GAMES]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return lw.report(games(), tmp_path_factory.mktemp("report") / "page.html", **SETTINGS)


@pytest.fixture
def no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)


def tree(page: str) -> ElementTree.Element:
    return ElementTree.fromstring(page.partition("\n")[2])


def tables(page: str) -> list[list[list[str]]]:
    """The rows of all tables, as texts."""
    return [
        [[("".join(cell.itertext())) for cell in row] for row in table.iter("tr")]
        for table in tree(page).iter("table")
    ]


def images(page: str) -> list[str]:
    found = [node.get("src", "") for node in tree(page).iter("img")]
    prefix = "data:image/svg+xml;base64,"
    assert all(each.startswith(prefix) for each in found)
    return [base64.b64decode(each.removeprefix(prefix)).decode() for each in found]


# ---- the page ------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Checks that tags are closed in order, as a browser reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        assert tag in ("meta", "img")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_needs_nothing_from_outside(made: Report) -> None:
    page = made.path.read_text("utf-8")
    assert page == made.html
    reader = Tags()
    reader.feed(page)
    assert not reader.open
    tags = [node.tag for node in tree(page).iter()]
    assert not {"script", "link", "iframe", "object", "base", "form"} & set(tags)
    outside = [
        value
        for node in tree(page).iter()
        for key, value in node.attrib.items()
        if key in ("src", "href") and not value.startswith(("data:", "#"))
    ]
    assert not outside
    assert "url(" not in page and "@import" not in page
    ids = [node.get("id") for node in tree(page).iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    links = [node.get("href", "")[1:] for node in tree(page).iter("a")]
    assert set(links) <= set(ids) and len(links) == len(GAMES) + 3
    for svg in images(page):
        ElementTree.fromstring(svg)
    assert all(node.get("alt") for node in tree(page).iter("img"))


def test_every_measure_is_there_with_its_value_and_definition(made: Report) -> None:
    comparison, *_ = tables(made.html)
    assert comparison[0] == ["measure", "Leduc Poker", "High Card"]
    asked = [each for each in MEASURES.values() if each.source not in SLOW]
    assert len(comparison) == 1 + len(asked)
    text = "".join(tree(made.html).itertext())
    for row, each in zip(comparison[1:], asked, strict=True):
        assert row[0].startswith(each.title)
        assert each.definition in text and each.reference in text
        for cell, (_, _, found_by) in zip(row[1:], made.games, strict=True):
            found = found_by[each.name]
            assert (found.note if found.value is None else "") in cell
            # The value, as the row shows it, is that of the estimate up to its last digit.
            if found.value is not None:
                shown = float(re.match(r"-?[\d,.]+", cell)[0].replace(",", ""))  # type: ignore[index]
                wanted = found.value * (100 if each.unit.startswith("share") else 1)
                assert shown == pytest.approx(wanted, rel=5e-4, abs=5.1e-3)


def test_the_figures_are_those_of_the_same_batch(made: Report) -> None:
    program = lw.load("leduc-poker").program()
    rows = sample(program, SETTINGS["games"], SETTINGS["seed"], jobs=1)
    measures = made.games[0][2]
    assert measures["decisions"].value == rows["decisions"][rows["over"]].mean()
    wanted = rows["options"].sum() / rows["decisions"].sum()
    assert measures["branching"].value == pytest.approx(wanted)
    shares = rows["winners"][:, 0] / np.maximum(rows["winners"].sum(axis=1), 1)
    assert f"player 1 {100 * shares.mean():.2f} %" in made.html


def test_the_page_says_how_it_was_made(made: Report) -> None:
    text = "".join(tree(made.html).itertext())
    assert made.command in text
    assert made.command.startswith("ludwright report leduc-poker high-card --games 40 --seed 3")
    for program, called, _ in made.games:
        assert program.sources in text and called in text
    assert lw.__version__ in text


def test_each_game_has_its_figures(made: Report) -> None:
    captions = ["".join(node.itertext()) for node in tree(made.html).iter("figcaption")]
    assert [caption.split(" ")[0] for caption in captions] == [
        *("A", "Share", "Length", "Options"),  # a picture of the table first
        *("A", "Share", "Length"),
    ]
    assert len(images(made.html)) == 7


def test_plots_have_colours_for_dark_pages(made: Report) -> None:
    plotted = [svg for svg in images(made.html) if "prefers-color-scheme:dark" in svg]
    assert len(plotted) == 5
    for svg in plotted:
        style = ElementTree.fromstring(svg)[0].text or ""
        body = svg[svg.index("</style>") :]
        used = set(re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", body)) - {"#ffffff", "#000000"}
        assert used and all(f": {colour}" in style for colour in used)


@pytest.mark.deep
@pytest.mark.usefixtures("no_matplotlib")
@pytest.mark.parametrize("name", [name for name in library_games() if ":" not in name])
def test_every_library_game_has_a_report(name: str, tmp_path: Path) -> None:
    found = lw.load(name).report(tmp_path / "page.html", games=3, most=60, jobs=1)
    tree(found.html)
    assert set(found.games[0][2]) == {
        each.name for each in MEASURES.values() if each.source not in SLOW
    }


# ---- the same bytes ------------------------------------------------------------------------------


def test_the_same_command_makes_the_same_bytes(made: Report, tmp_path: Path) -> None:
    again = lw.report(games(), tmp_path / "page.html", **SETTINGS | {"jobs": 2})
    assert again.path.read_bytes() == made.path.read_bytes()
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]


class Stop:
    """Progress that interrupts while something is done."""

    def __init__(self, what: str) -> None:
        self.what = what

    def __call__(self, what: str, done: int, total: int) -> None:
        if what == self.what:
            raise KeyboardInterrupt


def broken_off(path: Path, what: str = "high-card: games") -> Path:
    """The parts of a report that was interrupted."""
    with pytest.raises(KeyboardInterrupt):
        lw.report(games(), path, progress=Stop(what), **SETTINGS)
    assert not path.exists()
    return path.with_name(path.name + PARTS)


SOURCES = ("games", "courses", "deals", "cards", "openings", "along")


@pytest.mark.usefixtures("no_matplotlib")
@pytest.mark.parametrize(
    "what", [*(f"leduc-poker: {source}" for source in SOURCES), "high-card: games"]
)
@pytest.mark.quick(2)
def test_an_interrupted_report_goes_on(tmp_path: Path, what: str) -> None:
    path = tmp_path / "page.html"
    whole = lw.report(games(), path, **SETTINGS).html
    path.unlink()
    parts = broken_off(path, what)
    if parts.exists():  # as if it had been killed in the middle of a line
        parts.write_bytes(parts.read_bytes()[:-7])
    lw.report(games(), path, **SETTINGS)
    assert path.read_text("utf-8") == whole
    assert not parts.exists()


@pytest.mark.usefixtures("no_matplotlib")
def test_parts_are_not_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "page.html"
    lines = broken_off(path).read_text().splitlines()
    kept = [json.loads(line)["part"] for line in lines[1:]]
    assert "0 games 0 40" in kept
    played: list[int] = []
    honest = rows.rows_of

    def counted(program: Any, seed: int, first: int, count: int, **given: Any) -> Any:
        played.append(count)
        return honest(program, seed, first, count, **given)

    monkeypatch.setattr(rows, "rows_of", counted)
    lw.report(games(), path, **SETTINGS)
    batches = sum(part.split()[1] == "games" for part in kept)
    assert sum(map(bool, played)) == len(GAMES) - batches


def test_parts_of_another_report_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    parts = broken_off(path)
    before = parts.read_bytes()
    with pytest.raises(TableError, match=r"other settings \(seed\); delete it"):
        lw.report(games(), path, **SETTINGS | {"seed": 4})
    parts.write_bytes(before + b'{"other": 1}\n')
    with pytest.raises(TableError, match="invalid result"):
        lw.report(games(), path, **SETTINGS)
    assert not path.exists()


def test_rows_and_estimates_survive_being_kept() -> None:
    played = sample(lw.load("leduc-poker").program(), 40, 1, jobs=1)
    again = unpacked_rows(json.loads(json.dumps(packed_rows(played))), played, 40)
    for name, column in played.columns.items():
        assert column.dtype == again[name].dtype and np.array_equal(column, again[name])
    for each in (
        Estimate(0.1 + 0.2, float("-inf"), float("inf"), 1),
        Estimate(None, None, None, 0, "no game"),
        Estimate(1.0, 0.5, 2.0, 7, parts=(("a", 1.0), ("b", 2.0))),
    ):
        assert unpacked_estimate(json.loads(json.dumps(packed_estimate(each)))) == each


# ---- what a description may contain --------------------------------------------------------------


@pytest.mark.usefixtures("no_matplotlib")
def test_texts_of_a_description_are_no_markup(tmp_path: Path) -> None:
    text = (LIBRARY / "leduc-poker" / "leduc-poker.cgml").read_text("utf-8")
    quoted = "'" + HOSTILE.replace("'", "''") + "'"
    game = lw.loads(re.sub(r"\n  name: .*", lambda _: f"\n  name: {quoted}", text, count=1), "cgml")
    found = lw.report([game], tmp_path / "page.html", games=10, jobs=1, names=[HOSTILE])
    assert "<script" not in found.html
    assert HOSTILE in "".join(tree(found.html).itertext())
    for svg in images(found.html):
        assert "<script" not in svg


@pytest.mark.usefixtures("no_matplotlib")
def test_what_is_never_used_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = write.gathered
    unused = Estimate(0.25, 0.0, 0.25, 10, parts=((f"{HOSTILE}.cgml:3:1", None), ("a", None)))

    def gathered(work: gather.Work) -> gather.Section:
        section = honest(work)
        return replace(section, measures=section.measures | {"unused_statements": unused})

    monkeypatch.setattr(write, "gathered", gathered)
    page = lw.load("kuhn-poker").report(tmp_path / "page.html", games=10, jobs=1).html
    lists = [[item.text for item in node] for node in tree(page).iter("ul")]
    assert [f"{HOSTILE}.cgml:3:1", "a"] in lists
    assert "<script" not in page


# ---- without matplotlib --------------------------------------------------------------------------


@pytest.mark.usefixtures("no_matplotlib")
def test_without_matplotlib_there_are_tables(made: Report, tmp_path: Path) -> None:
    page = lw.report(games(), tmp_path / "page.html", **SETTINGS).html
    assert "pip install 'ludwright[plots]'" in "".join(tree(page).itertext())
    assert tables(page) == tables(made.html)
    assert all(node.get("open") is not None for node in [*tree(page).iter("details")][:3])
    assert len(images(page)) == len(GAMES)  # the tables of the games


@pytest.mark.usefixtures("no_matplotlib")
def test_the_command_says_that_plots_are_missing(tmp_path: Path) -> None:
    asked = ["report", "kuhn-poker", "--games", "5", "--out", str(tmp_path / "page.html")]
    ran = CliRunner().invoke(cli, asked)
    assert ran.exit_code == 0
    assert ran.stderr == (
        "note: plots are left out: they need matplotlib (pip install 'ludwright[plots]').\n"
    )


# ---- the command ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_matplotlib")
def test_the_command_writes_the_page_and_prints_its_figures(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    asked = ["report", "kuhn-poker", "--games", "30", "--out", str(path), "--json"]
    ran = CliRunner().invoke(cli, asked)
    assert ran.exit_code == 0
    data = json.loads(ran.stdout)
    assert data["games"][0]["game"] == "kuhn-poker"
    assert set(data["games"][0]["measures"]) == {
        name for name, each in MEASURES.items() if each.source not in SLOW
    }
    assert is_report(str(path))
    assert CliRunner().invoke(cli, asked).exit_code == 0  # a report is replaced


@pytest.mark.parametrize(
    ("asked", "code", "message"),
    [
        (["no-such-game", "--out", "{}/a.html"], 2, "no-such-game"),
        (["kuhn-poker", "--out", "{}/no/a.html"], 2, "no such folder"),
        (["kuhn-poker", "--out", "{}"], 2, "it is a folder"),
        (["kuhn-poker", "--out", "{}/notes.txt"], 2, "is not a report"),
        (["kuhn-poker"], 2, "--out"),
        (["--out", "{}/a.html"], 2, "GAME"),
        (["kuhn-poker", "--out", "{}/a.html", "--games", "0"], 2, "--games"),
        (["kuhn-poker", "--out", "{}/a.html", "--bot", "genius"], 2, "genius"),
        (["kuhn-poker", "--out", "{}/a.html", "--bot", "level-5"], 2, "level-5"),
        (["kuhn-poker", "klondike", "--out", "{}/a.html", "--players", "2"], 2, "players"),
        (["kuhn-poker", "--out", "{}/a.html", "--set", "hand=9"], 2, "hand"),
        (["kuhn-poker", "--out", "{}/a\0.html"], 2, "valid file name"),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(
    tmp_path: Path, asked: list[str], code: int, message: str
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    ran = CliRunner().invoke(cli, ["report", *(each.format(tmp_path) for each in asked)])
    assert (ran.exit_code, message in ran.stderr) == (code, True), ran.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]
    assert (tmp_path / "notes.txt").read_text() == "mine"


@pytest.mark.usefixtures("no_matplotlib")
def test_an_interrupted_command_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "page.html"
    asked = ["report", "kuhn-poker", "--games", "30", "--out", str(path)]
    with monkeypatch.context() as patched:
        patched.setattr(gather, "_along", interrupted)
        ran = CliRunner().invoke(cli, asked)
    assert ran.exit_code == 130
    assert f"kept in '{path}{PARTS}'; the same command goes on" in ran.stderr
    assert [each.name for each in tmp_path.iterdir()] == [f"page.html{PARTS}"]
    assert CliRunner().invoke(cli, asked).exit_code == 0
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.usefixtures("no_matplotlib")
def test_a_page_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "page.html"
    game = lw.load("kuhn-poker")
    old = game.report(path, games=5, jobs=1).html
    monkeypatch.setattr("os.replace", lambda *given: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(OSError):
        game.report(path, games=6, jobs=1)
    assert path.read_text("utf-8") == old


# ---- its parts -----------------------------------------------------------------------------------


def test_options_along_the_game_are_those_of_the_measured_games() -> None:
    program = lw.load("leduc-poker").program()
    rows = sample(program, 20, 5, jobs=1)
    found = options_along(program, 5, 0, 20, "random", "")
    assert [len(each) for each in found] == rows["decisions"].tolist()
    assert [sum(each) for each in found] == rows["options"].tolist()


def test_a_curve_has_the_means_of_its_stretches() -> None:
    curve = curve_of([[1, 3], [5, 5, 7, 9]])
    assert curve is not None
    assert curve.starts == (1, 2, 3, 4)
    assert curve.means == (3.0, 4.0, 7.0, 9.0)
    assert curve.reached == (1.0, 1.0, 0.5, 0.5)
    assert curve_of([[], []]) is None
    long = curve_of([[1] * 1000])
    assert long is not None and len(long.starts) <= 60 and long.cut
    assert [games_along(each) for each in (1, 10, 100, 10_000)] == [1, 4, 10, 50]


@pytest.mark.usefixtures("no_matplotlib")
@pytest.mark.parametrize("name", ["klondike", "kuhn-poker"])
def test_the_ladder_of_levels_is_there_if_asked_for(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gather, "LEVEL_DEALS", 2)
    monkeypatch.setattr(gather, "measured_levels", lambda program: {})
    monkeypatch.setattr(gather, "SLOW", frozenset(measures.SOURCES) - {"rows"})
    for source in SLOW:
        monkeypatch.setitem(measures.SOURCES, source, lambda plan: pytest.fail("slow"))
    monkeypatch.setattr(
        gather, "MEASURES", {n: m for n, m in MEASURES.items() if m.source == "rows"}
    )
    asked = lw.load(name).report(tmp_path / "page.html", games=5, most=50, jobs=1, levels=True)
    text = "".join(tree(asked.html).itertext())
    if name == "klondike":
        assert "Levels are compared in games with decisions of several seats." in text
    else:
        assert all(f"{first} against {second}" in text for first, second in STEPS)
        assert "2 deals for each step" in text
    assert "--levels" in asked.command
