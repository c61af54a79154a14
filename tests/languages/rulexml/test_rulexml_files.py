"""Files that name others: where they are looked for, and whether rules, deck and layout fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import ludwright as lw
from ludwright import pipeline
from ludwright.cli import cli
from ludwright.diagnostics import Diagnostic, Report, Source
from ludwright.languages import LANGUAGES
from ludwright.languages.files import Files
from ludwright.languages.rulexml.read.files import read_file, read_rules
from samplers.rulexml import DECK, LAYOUT, RULE, SAMPLES

(PARTS,) = (each.parts for each in LANGUAGES if each.name == "rulexml")

OWN = RULE[RULE.index("<deck>") : RULE.index("</deck>") + len("</deck>")]


def naming(layout: str = "", deck: str = "") -> str:
    """The sample rules with other paths."""
    text = RULE.replace("table.layout.xml", layout)
    return text.replace(OWN, f"<deck><deck_path>{deck}</deck_path></deck>") if deck else text


def reading(path: Path, root: Path | None = None) -> tuple[Report, Files]:
    source, report = Source(path.name, path.read_text(encoding="utf-8")), Report()
    files = Files(source, path, root)
    read_file(source, report, files)
    return report, files


def told(report: Report) -> list[tuple[str, str]]:
    return [(d.severity, d.code) for d in report.sorted() if d.code != "RX211"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five levels of folders, with the rules in the last."""
    deep = tmp_path / "a" / "b" / "c" / "d" / "e"
    deep.mkdir(parents=True)
    return deep


# ---- where files are looked for ------------------------------------------------------------------


@pytest.mark.parametrize("up", range(5))
def test_without_a_root_the_nearest_folder_up_to_four_levels_above(folder: Path, up: int) -> None:
    (folder / "game.xml").write_text(naming("shared/table.layout.xml"))
    home = [folder, *folder.parents][up] / "shared"
    home.mkdir()
    (home / "table.layout.xml").write_text(LAYOUT)
    report, files = reading(folder / "game.xml")
    assert told(report) == []
    assert [s.name for s in files.sources] == ["../" * up + "shared/table.layout.xml"]


def test_the_nearest_one_is_taken(folder: Path) -> None:
    (folder / "game.xml").write_text(naming("table.layout.xml"))
    (folder.parent / "table.layout.xml").write_text(LAYOUT)
    (folder.parents[1] / "table.layout.xml").write_text("not XML")
    report, files = reading(folder / "game.xml")
    assert told(report) == []
    assert [s.name for s in files.sources] == ["../table.layout.xml"]


def test_not_five_levels_above(folder: Path) -> None:
    (folder / "game.xml").write_text(naming("table.layout.xml"))
    (folder.parents[4] / "table.layout.xml").write_text(LAYOUT)
    report, files = reading(folder / "game.xml")
    assert told(report) == [("warning", "RX108")]
    assert files.sources == []


def test_a_root_is_the_end_of_the_way_however_far_it_is(folder: Path) -> None:
    (folder / "game.xml").write_text(naming("table.layout.xml"))
    (folder.parents[4] / "table.layout.xml").write_text(LAYOUT)
    assert told(reading(folder / "game.xml", folder.parents[4])[0]) == []
    assert told(reading(folder / "game.xml", folder.parents[3])[0]) == [("warning", "RX108")]


def test_the_root_that_a_caller_gives_is_passed_on(folder: Path) -> None:
    (folder / "game.xml").write_text(naming("table.layout.xml"))
    (folder.parents[4] / "table.layout.xml").write_text(LAYOUT)
    codes = [d.code for d in lw.check(folder / "game.xml", root=folder.parents[4])]
    assert "RX108" not in codes
    assert "RX108" in [d.code for d in lw.check(folder / "game.xml")]


@pytest.mark.parametrize("name", ["shared\\table.layout.xml", "shared/table.layout.xml"])
def test_both_separators(folder: Path, name: str) -> None:
    (folder / "game.xml").write_text(naming(name))
    (folder.parent / "shared").mkdir()
    (folder.parent / "shared" / "table.layout.xml").write_text(LAYOUT)
    assert told(reading(folder / "game.xml")[0]) == []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../table.layout.xml", "LW112"),
        ("..\\table.layout.xml", "LW112"),
        ("x/../../table.layout.xml", "LW112"),
        ("link.xml", "LW112"),
        ("C:\\table.layout.xml", "LW112"),
        ("\\\\server\\table.layout.xml", "LW112"),
        ("https://localhost/table.layout.xml", "LW113"),
        ("file:///table.layout.xml", "LW113"),
        ("table.layout.xml\u0000", "RX101"),
        ("table.yaml", "RX107"),
    ],
)
def test_never_outside(folder: Path, name: str, code: str) -> None:
    (folder.parent / "table.layout.xml").write_text(LAYOUT)
    (folder / "link.xml").symlink_to(folder.parent / "table.layout.xml")
    (folder / "game.xml").write_text(naming(name))
    report, files = reading(folder / "game.xml")
    assert told(report) == [("error", code)]
    assert files.sources == []


def test_not_by_an_absolute_path(folder: Path) -> None:
    (folder / "table.layout.xml").write_text(LAYOUT)
    (folder / "game.xml").write_text(naming(str(folder / "table.layout.xml")))
    assert told(reading(folder / "game.xml")[0]) == [("error", "LW112")]


def test_within_a_root_the_way_may_lead_upwards(folder: Path) -> None:
    (folder.parent / "table.layout.xml").write_text(LAYOUT)
    (folder / "game.xml").write_text(naming("../table.layout.xml"))
    assert told(reading(folder / "game.xml", folder.parents[1])[0]) == []


def test_a_missing_layout_is_a_warning_and_a_missing_deck_an_error(folder: Path) -> None:
    (folder / "game.xml").write_text(naming("no.xml", "none.xml"))
    report, _ = reading(folder / "game.xml")
    assert told(report) == [("warning", "RX108"), ("error", "LW111")]


def test_a_text_without_a_folder() -> None:
    for files in (None, Files(Source("game.xml", ""))):
        report = Report()
        read_file(Source("game.xml", naming("x.xml", "y.xml")), report, files)
        assert told(report) == [("warning", "RX108"), ("error", "LW114")]


def test_another_kind_of_file_than_is_wanted(folder: Path) -> None:
    (folder / "game.xml").write_text(naming("table.deck.xml", "table.layout.xml"))
    (folder / "table.deck.xml").write_text(DECK)
    (folder / "table.layout.xml").write_text(LAYOUT)
    report, _ = reading(folder / "game.xml")
    one, two = [d for d in report.sorted() if d.severity == "error"]
    assert one.code == two.code == "RX109"
    assert "'table.deck.xml'" in one.message and "'table.layout.xml'" in two.message


def test_mistakes_in_the_other_files_have_their_places_there(folder: Path) -> None:
    (folder / "game.xml").write_text(naming("table.layout.xml", "small.deck.xml"))
    (folder / "table.layout.xml").write_text(LAYOUT.replace("<game>", "<gam>", 1))
    (folder / "small.deck.xml").write_text(DECK.replace("<value>1<", "<value>one<"))
    report, files = reading(folder / "game.xml")
    assert {s.name for s in files.sources} == {"table.layout.xml", "small.deck.xml"}
    places = {(d.code, d.span.file, d.span.line) for d in report.items if d.span}
    assert {("RX101", "table.layout.xml", 2), ("RX208", "small.deck.xml", 5)} <= places


# ---- what is made of them ------------------------------------------------------------------------


def together(folder: Path, rules: str, layout: str = LAYOUT, deck: str = DECK) -> list[Diagnostic]:
    (folder / "game.xml").write_text(rules)
    (folder / "table.layout.xml").write_text(layout)
    (folder / "small.deck.xml").write_text(deck)
    return [d for d in lw.check(folder / "game.xml") if d.code.startswith("RX4")]


def test_the_deck_is_read_from_its_file(folder: Path) -> None:
    (folder / "game.xml").write_text(naming("", "small.deck.xml"))
    (folder / "small.deck.xml").write_text(DECK)
    source = Source("game.xml", (folder / "game.xml").read_text())
    report = Report()
    found = read_rules(source, report, Files(source, folder / "game.xml"))
    assert found is not None and not report.failed
    deck = found[0].deck
    assert [card.name.text for card in deck.cards] == ["AH", "2S", "3S", "D0"]
    assert deck.shuffled and deck.name == "small" and deck.cards[3].fixed
    assert deck.path is not None and deck.path.text == "small.deck.xml"
    assert deck.cards[0].span.file == "small.deck.xml"


def test_beside_a_path_nothing_else_of_the_deck_counts(folder: Path) -> None:
    own = RULE.replace("<deck_path></deck_path>", "<deck_path>small.deck.xml</deck_path>")
    (folder / "game.xml").write_text(own.replace("<layout>table.layout.xml</layout>", "<layout/>"))
    (folder / "small.deck.xml").write_text(DECK.replace("<deck_name>small", "<deck_name>other"))
    source, report = Source("game.xml", (folder / "game.xml").read_text()), Report()
    found = read_rules(source, report, Files(source, folder / "game.xml"))
    assert found is not None and found[0].deck.name == "other"
    warned = next(d for d in report.items if d.code == "RX211")
    assert warned.severity == "warning"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("war/war_rules.xml", "War"),  # as the original looks for games
        ("solitaire/solitaire_rules_static_2.xml", "Solitaire"),
        ("other/solitaire_rules_static_2.xml", "Solitaire rules static 2"),
        ("tri-peaks/rules.xml", "Tri peaks"),
        ("tri-peaks/Rules.xml", "Tri peaks"),
        ("games/two_piles-of_cards.xml", "Two piles of cards"),
        ("games/memory-rules.xml", "Memory"),
        ("games/almost.save.xml", "Almost"),
        ("rules/rulesets.xml", "Rulesets"),
    ],
)
def test_the_name_of_the_game(tmp_path: Path, path: str, name: str) -> None:
    """Whatever its layout, which several games may share, says of itself."""
    file = tmp_path / path
    file.parent.mkdir()
    file.write_text(RULE)
    (file.parent / "table.layout.xml").write_text(LAYOUT.replace("Sample", "Solitaire"))
    for shown in (file.name, path):
        source = Source(shown, RULE)
        found = read_rules(source, Report(), Files(source, file))
        assert found is not None and found[0].name == name


def test_scores_go_to_the_list_of_the_game_not_of_its_layout(tmp_path: Path) -> None:
    folder = tmp_path / "war"
    folder.mkdir()
    (folder / "war_rules.xml").write_text(naming("war_layout.xml"))
    (folder / "war_layout.xml").write_text(LAYOUT.replace("Sample", "Solitaire"))
    game = lw.load(folder / "war_rules.xml")
    assert game.definition.name == "War"
    saved = game.position(game.table(seed=1), folder)
    assert "<game>War</game>" in saved
    for called, name in (("war", "War"), ("my-own war", "My own war"), ("", "War")):
        text = saved.replace("<game>War</game>", f"<game>{called}</game>")
        (folder / "x.save.xml").write_text(text)
        assert lw.load(folder / "x.save.xml").definition.name == name


def test_rules_deck_and_layout_that_fit(folder: Path) -> None:
    assert together(folder, RULE) == []
    assert together(folder, naming("table.layout.xml", "small.deck.xml")) == []


def test_cells_that_are_not_placed_and_places_for_none(folder: Path) -> None:
    one, two = together(folder, RULE, LAYOUT.replace('<cell name="2">', '<cell name="22">'))
    assert (one.code, one.severity) == ("RX401", "warning")
    assert one.span is not None and one.span.file.endswith("game.xml") and one.span.line == 21
    assert one.help == "did you mean '22'?"
    assert (two.code, two.severity) == ("RX402", "warning")
    assert two.span is not None and two.span.file.endswith("table.layout.xml")


def test_cards_that_are_not_shown_and_pictures_of_none(folder: Path) -> None:
    one, two = together(folder, RULE, LAYOUT.replace("<card>2S</card>", "<card>S2</card>"))
    assert {one.code, two.code} == {"RX403", "RX404"}
    messages = {one.message, two.message}
    assert "the layout does not list 1 card ('2S') of the deck" in messages
    assert "the layout lists 1 card ('S2') not in the deck" in messages


@pytest.mark.parametrize("picture", ["faceDown", "celloutline"])
def test_the_back_and_an_empty_cell_have_pictures_too(folder: Path, picture: str) -> None:
    listed = LAYOUT.replace("<card>D0</card>", f"<card>D0</card><card>{picture}</card>")
    assert listed != LAYOUT and together(folder, RULE, listed) == []
    odd = listed.replace(picture, picture.upper())
    assert [d.code for d in together(folder, RULE, odd)] == ["RX404"]


@pytest.mark.parametrize(("entry", "bare"), [("2S", 0), ("Rd", 1), ("**", 2), ("D0", 1), ("3S", 1)])
def test_cards_that_are_never_dealt_need_no_picture(folder: Path, entry: str, bare: int) -> None:
    start = RULE.index("<card>D0,U,none"), RULE.index("</init_cards>")
    text = RULE[: start[0]] + f"<card>{entry}</card>" + RULE[start[1] :].replace("**", "AH")
    layout = LAYOUT.replace("<card>3S</card><card>D0</card>", "")
    told = [d.message for d in together(folder, text, layout) if d.code == "RX403"]
    assert len(told) == bool(bare)
    assert all(f"does not list {bare} card" in message for message in told)


def test_a_broken_layout_is_not_compared(folder: Path) -> None:
    layout = LAYOUT.replace('<cell name="2">', '<place name="2">').replace(
        "</cell>\n  </c", "</place>\n  </c"
    )
    assert together(folder, RULE, layout) == []
    assert "RX201" in [d.code for d in lw.check(folder / "game.xml")]


# ---- decks that name others ----------------------------------------------------------------------


def decks(folder: Path, count: int, last: str = DECK) -> Path:
    """Decks of which each names the next, but for the last."""
    for number in range(count):
        (folder / f"d{number}.deck.xml").write_text(
            f'<data type="deck"><deck><deck_path>d{number + 1}.deck.xml</deck_path></deck></data>'
        )
    (folder / f"d{count}.deck.xml").write_text(last)
    return folder / "d0.deck.xml"


@pytest.mark.parametrize("count", [1, 2, 15])
def test_a_deck_may_name_another(folder: Path, count: int) -> None:
    first = decks(folder, count)
    assert lw.check(first) == []
    result = CliRunner().invoke(cli, ["check", str(first)])
    assert result.output.strip() == f"{first}: {FINE['deck']}"
    assert together(folder, naming("table.layout.xml", first.name)) == []
    through, direct = (card_names(folder, each) for each in (first.name, f"d{count}.deck.xml"))
    assert through == direct != []


def card_names(folder: Path, deck: str) -> list[str]:
    """The cards of the sample game with a deck."""
    (folder / "game.xml").write_text(naming("table.layout.xml", deck))
    supplies = lw.load(folder / "game.xml").definition.supplies
    return [token.name for supply in supplies for token in supply.tokens]


@pytest.mark.parametrize(
    ("count", "last", "code"),
    [
        (1, DECK.replace("<deck>", "<deck><deck_path>d0.deck.xml</deck_path>", 1), "LW116"),
        (1, DECK.replace("<deck>", "<deck><deck_path>d1.deck.xml</deck_path>", 1), "LW116"),
        (1, DECK.replace("<deck>", "<deck><deck_path>none.xml</deck_path>", 1), "LW111"),
        (1, LAYOUT, "RX109"),
        (16, DECK, "LW117"),
        (1, DECK.replace("<name>AH</name>", ""), "RX202"),
    ],
)
def test_what_is_wrong_with_a_deck_that_is_named(
    folder: Path, count: int, last: str, code: str
) -> None:
    first = decks(folder, count, last)
    for file in (first, folder / "game.xml"):
        (folder / "game.xml").write_text(naming("", first.name))
        assert [d.code for d in lw.check(file) if d.severity == "error"] == [code]


# ---- files that are no games ---------------------------------------------------------------------

FINE = {
    "deck": "fine, a deck of 4 cards",
    "layout": "fine, a layout of 2 cells",
    "score": "fine, a list of scores for 2 games",
    "style": "fine, a style: English, difficulty 2, cards 'classic', table 'green', light, "
    "sound on",
}


@pytest.mark.parametrize("kind", FINE)
@pytest.mark.parametrize("ending", ["", ".part"])
def test_check_tells_what_a_file_is(tmp_path: Path, kind: str, ending: str) -> None:
    file = tmp_path / f"some{ending}.xml"
    file.write_text(SAMPLES[kind], encoding="utf-8")
    result = CliRunner().invoke(cli, ["check", str(file)])
    assert result.exit_code == 0
    assert result.output.strip() == f"{file}: {FINE[kind]}"
    assert lw.check(file) == []


def test_check_tells_what_is_wrong_with_a_deck(tmp_path: Path) -> None:
    file = tmp_path / "some.deck.xml"
    file.write_text(DECK.replace("<name>AH</name>", ""), encoding="utf-8")
    result = CliRunner().invoke(cli, ["check", str(file)])
    assert result.exit_code == 1
    assert "error[RX202]: missing element <name> in <card>" in result.output
    assert "not a game" not in result.output


@pytest.mark.parametrize("command", ["play", "show"])
def test_what_is_no_game_cannot_be_played(tmp_path: Path, command: str) -> None:
    file = tmp_path / "some.layout.xml"
    file.write_text(LAYOUT, encoding="utf-8")
    result = CliRunner().invoke(cli, [command, str(file)])
    assert result.exit_code == 1
    assert "error[LW110]: this is a layout of 2 cells, not a game" in result.output


def test_the_library_takes_no_part_of_a_game_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("two/two.xml", "two/two.layout.xml", "shared-xml/small.deck.xml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("<data/>")
    monkeypatch.setattr(pipeline, "LIBRARY", tmp_path)
    assert pipeline.library_games() == {
        "two": tmp_path / "two" / "two.xml",
        "two:rulexml": tmp_path / "two" / "two.xml",
    }


def test_a_game_of_the_library_finds_what_lies_beside_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("two", "shared-xml"):
        (tmp_path / name).mkdir()
    (tmp_path / "two" / "two.xml").write_text(naming("shared-xml/table.layout.xml"))
    (tmp_path / "shared-xml" / "table.layout.xml").write_text(LAYOUT)
    monkeypatch.setattr(pipeline, "LIBRARY", tmp_path)
    loaded = pipeline.load("two", checked=False)
    assert [s.name for s in loaded.sources] == ["two.xml", "../shared-xml/table.layout.xml"]


def test_the_endings_of_parts() -> None:
    (language,) = [each for each in LANGUAGES if each.name == "rulexml"]
    assert language.parts == PARTS
    assert set(PARTS) == {".layout.xml", ".deck.xml", ".save.xml", ".scores.xml", ".style.xml"}


def test_schemas_are_printed_by_kind() -> None:
    one = CliRunner().invoke(cli, ["schema", "rulexml", "layout"])
    assert one.exit_code == 0 and 'fixed="layout"' in one.output
    assert 'fixed="rule"' in CliRunner().invoke(cli, ["schema", "rulexml"]).output
    wrong = CliRunner().invoke(cli, ["schema", "rulexml", "layuot"])
    assert wrong.exit_code == 2 and "did you mean 'layout'" in wrong.output
    none = CliRunner().invoke(cli, ["schema", "cgml", "deck"])
    assert none.exit_code == 2 and "no schema for cgml deck" in none.output
