"""The documentation site: complete, reachable, without broken links."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import click
import pytest
from pygments.lexers import get_lexer_by_name
from pygments.token import Error, Keyword
from website import (
    build,
    diagnostic_pages,
    facts_in_words,
    game_pages,
    html_links,
    lexers,
    markdown_links,
    navigation,
    places,
    python_pages,
)
from website.gather import Pages, dressed, gather

import ludwright as lw
from ludwright.cli import cli
from ludwright.diagnostics import CODES
from ludwright.pipeline import LIBRARY, library_games
from ludwright.table.rules_page import SECTIONS

GAMES = sorted({name.partition(":")[0] for name in library_games()})


@pytest.fixture(scope="module")
def pages() -> Pages:
    return gather()


def test_every_page_is_in_the_navigation_once(pages: Pages) -> None:
    placed = [*navigation.placed(navigation.navigation(pages.texts))]
    assert sorted(placed) == sorted(set(placed))
    wanted = {page for page in pages.texts if not page.startswith(navigation.OUT)}
    assert wanted == set(placed), "name the page in SECTIONS of docs/website/navigation.py"
    docs = {path.relative_to(places.DOCS).as_posix() for path in places.DOCS.rglob("*.md")}
    assert docs <= wanted


def test_no_link_is_broken(pages: Pages) -> None:
    assert markdown_links.broken(pages.texts, set(pages.files)) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[a](c.md)", "c.md leads to no page"),
        ("[a](../a/b.md#none)", "b.md#none leads to no heading"),
        ("[a](#none)", "#none leads to no heading"),
        ("![a](c.svg)", "c.svg leads to no page"),
        ("[a](b.md#two-words) ![a](b.svg) [a](https://example.org) `[a](c.md)`", ""),
        ("[a](b.md#two-words_1) [a](#x-y--z)\n\n# `X` (y) & z\n\n```sh\n[a](c.md)\n```", ""),
        ("[a](b.md#given)", ""),
    ],
)
def test_broken_links_are_found(text: str, problem: str) -> None:
    other = "# Two words\n\n## Two words\n\n## Other { #given }\n"
    found = markdown_links.broken({"a/a.md": text, "a/b.md": other}, {"a/b.svg"})
    assert [each.partition(": ")[2].rpartition("/")[2] for each in found] == [problem] * bool(
        problem
    )


def test_fences_lists_and_tables_are_written_as_the_generator_reads_them() -> None:
    page = (
        '```cgml part="a.cgml"\nx\n```\n```sh none\n  - y\n```\n```diff change="a"\n```\n'
        '```cgml title="b"\n```\n- one\n  - two\n\n| `a \\| b` \\| c |\n'
    )
    assert dressed(page) == (
        '```cgml title="from a.cgml"\nx\n```\n```sh\n  - y\n```\n'
        '```diff title="change of a"\n```\n```cgml title="b"\n```\n- one\n    - two\n\n'
        "| `a | b` \\| c |\n"
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_page_with_all_parts(name: str, pages: Pages) -> None:
    page = pages.texts[places.game_page(name)]
    folder = LIBRARY / name
    assert f"({name}.svg)" in page and pages.files[f"gallery/{name}.svg"].startswith(b"<svg")
    prose = markdown_links.FENCE.sub("", page)
    headings = [line[3:] for line in prose.splitlines() if line.startswith("## ")]
    assert headings == [*SECTIONS, "Try it", "Measured", "Description"]
    for command in ("play", "serve --game", "simulate"):
        assert f"\nludwright {command} {name}" in page
    for file in (path for path in library_games().values() if path.parent == folder):
        [line, *_] = filter(None, file.read_text("utf-8").splitlines())
        assert f'title="{file.name}"' in page and line in page
    facts = json.loads((folder / "facts.json").read_text("utf-8"))
    assert len([*facts_in_words.rows(facts)]) >= 2
    assert f"({places.game_page(name)})" in pages.texts["gallery.md"]


def test_the_notes_of_the_author_are_folded() -> None:
    [entry] = [entry for entry in game_pages.games() if entry.name == "hearts"]
    page = game_pages.page(
        entry, "# Hearts\n\n*Two.*\n\n## Aim\n\nA.\n\n## Author's notes\n\nN\n\n- o\n"
    )
    assert page.startswith("# Hearts\n\n*Two.*\n\n![") and "\n## Aim\n\nA.\n" in page
    assert page.endswith('\n\n??? note "Author\'s notes"\n\n    N\n\n    - o\n')


def test_facts_are_said_in_words() -> None:
    facts = {
        "games": 2000, "players": 2, "finished": {"rate": 1.0, "ci95": [0.998, 1.0]},
        "length": {"mean": 55.5, "ci95": [55.4, 55.7], "unit": "decisions"},
        "branching": {"mean": 5.36, "ci95": [5.34, 5.37]},
        "fairness": [{"mean": 0.56, "ci95": [0.54, 0.58]}, {"mean": 0.44, "ci95": [0.42, 0.46]}],
        "levels": {"clock": 2.0, "seconds": [0.005, 0.25], "steps": [
            {"first": "level-2", "second": "level-1", "difference": 0.16, "ci95": [-0.11, 0.21],
             "deals": 200, "share": 0.62, "certain": False}]},
    }  # fmt: skip
    found = {row.term: (row.text, row.note) for row in facts_in_words.rows(facts)}
    assert found == {
        "Length": (
            "about 56 decisions in random play",
            "mean of 2,000 random games with 2 players; 55.4 to 55.7",
        ),
        "Choices": (
            "5.4 possible moves at each decision",
            "mean of 2,000 random games with 2 players; 5.34 to 5.37",
        ),
        "Fairness": (
            "the first player has an advantage",
            "victories in 2,000 random games with 2 players: "
            "player 1: 56 % (54 % to 58 %), player 2: 44 % (42 % to 46 %)",
        ),
        "Levels": (
            "level 2 is not clearly stronger than level 1, with 62 % of the victories",
            "200 deals, each from all seats: +0.16 of utility per game (-0.11 to +0.21)",
        ),
        "Time per move": (
            "level 1 5.0 ms, level 2 0.2 s",
            "on the computer that measured; level 5 thinks for 2 s",
        ),
    }


def test_every_diagnostic_has_its_page(pages: Pages) -> None:
    assert len(diagnostic_pages.codes()) == len(CODES)
    for code, declared in CODES.items():
        page, _, anchor = diagnostic_pages.place(code).partition("#")
        heading = f"### {code}: {declared.title} {{ #{anchor} }}"
        assert f"\n{heading}\n\n{declared.page}\n" in pages.texts[page]
        assert f"({page}#{anchor})" in pages.texts["diagnostics.md"]


def test_every_command_has_its_help(pages: Pages) -> None:
    page = pages.texts["command-line.md"]
    for name, command in cli.commands.items():
        section = page.partition(f"\n## {name} {{ #{name} }}\n")[2].partition("\n## ")[0]
        assert section, name
        parts = command.commands if isinstance(command, click.Group) else {"": command}
        for part, below in parts.items():
            assert not part or f"\n### {name} {part} {{ #{name}-{part} }}\n" in section
            for parameter in below.params:
                if isinstance(parameter, click.Option) and not parameter.hidden:
                    assert f"`{parameter.opts[-1]}" in section or parameter.opts[0] in section


def test_every_public_name_is_documented(pages: Pages) -> None:
    named = {name for _, names in python_pages.PAGES.values() for name in names}
    assert set(lw.__all__) - {"__version__"} == {name for name in named if "." not in name}
    missing = [name for name, what in python_pages.documented().items() if not inspect.getdoc(what)]
    assert missing == []
    assert "Game.simulate(" in pages.texts["python/game.md"]
    assert "| `winners` |" in pages.texts["python/table.md"]


def test_descriptions_are_highlighted() -> None:
    lexers.register()
    for file in LIBRARY.glob("*/*.sgdl"):
        tokens = [*get_lexer_by_name("sgdl").get_tokens(file.read_text("utf-8"))]
        assert not [text for kind, text in tokens if kind is Error], file.name
        assert {"$cards", "$initial"} <= {text for kind, text in tokens if kind in Keyword}
    assert {get_lexer_by_name(name).name for name in ("cgml", "rulexml", "gamespec")}


HTML = (
    '<a href="b.html#x"></a><a href="c.html"></a><a href="b.html#y"></a><img src="//x.org/a.png">'
)


def test_broken_links_of_a_site_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(HTML)
    (tmp_path / "b.html").write_text('<p id="x"><a href="https://x.org">x</a>')
    assert html_links.broken(tmp_path) == [
        "a.html: //x.org/a.png is loaded from elsewhere",
        "a.html: b.html#y leads to nothing in that page",
        "a.html: c.html leads to no file",
    ]


@pytest.mark.deep
def test_the_site_is_built_without_broken_links(tmp_path: Path) -> None:
    assert build.built(tmp_path) == []
    page = (tmp_path / "site" / "gallery" / "klondike.html").read_text("utf-8")
    assert '<span class="kn">$cards</span>' in page
    assert {"index.html", "gallery.html", "search.json"} <= {
        p.name for p in (tmp_path / "site").iterdir()
    }
