"""Save files: read and written without loss, checked against their rules, and played on from."""

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludwright as lw
from ludwright import pipeline
from ludwright.diagnostics import Report, Source
from ludwright.languages.files import Shelf
from ludwright.languages.rulexml import codes
from ludwright.languages.rulexml.read.files import read
from ludwright.languages.rulexml.read.side_files import RawSave
from ludwright.languages.rulexml.read.tree import Save, Word
from ludwright.languages.rulexml.saves import resume
from ludwright.languages.rulexml.saves.file import points_of, read_save, save_text
from ludwright.pipeline import library_games as games
from strategies.saves import names, trees

HERE = Path(__file__).parent
TURNTABLE = HERE / "turntable.xml"
MINI = HERE / "mini"
SAVED = """\
<?xml version="1.0" encoding="UTF-8"?>
<data type="save">
    <phase>turning</phase>
    <game>Turntable</game>
    <file>turntable.xml</file>
    <score>0.0</score>
    <cells>
        <cell name="a">a$null[AN~~true~~0.0~~true~~x;;green~~0x%%0%%0]${south:a,south$null\
[K1~~false~~0.0~~false~~h;;red~~13h%%13%%1]${southeast:a,south,southeast$null\
[K1~~true~~22.5~~false~~s;;black~~13s%%13%%1]$}}</cell>
        <cell name="b">b$null[Q &amp; A~~true~~0.0~~false~~h;;red~~-2h%%-2%%-\
*blank~~true~~0.0~~false~~;;~~%%%%]$</cell>
        <cell name="c">c$null[]$</cell>
    </cells>
</data>
"""
SPAN = Source("", "").start


def read_text(text: str) -> tuple[Save | None, Report]:
    """The save that a text is."""
    source, report = Source("x.save.xml", text), Report()
    raw = read(source, report)
    return (read_save(raw, source, report) if isinstance(raw, RawSave) else None), report


def bare(save: Save) -> object:
    """A save without places."""
    cells = [(name.text, node) for name, node in save.cells]
    scores = [score.text for score in (save.score, *save.others)]
    return save.phase.text, save.game, save.file.text, scores, cells


# ---- files ---------------------------------------------------------------------------------------


def test_what_is_read_is_written_to_the_letter() -> None:
    save, report = read_text(SAVED)
    assert save is not None and not report.items
    assert save_text(save) == SAVED


points = st.integers(-(10**6), 10**6).map(lambda number: f"{number}.0")


@st.composite
def saves(draw: st.DrawFn) -> Save:
    """A save of any game, for one or several."""
    roots = draw(st.lists(trees(), min_size=1, max_size=2, unique_by=lambda node: node.path))
    return Save(
        Word(draw(names), SPAN),
        draw(names),
        Word(draw(names), SPAN),
        Word(draw(points), SPAN),
        tuple((Word(node.path, SPAN), node) for node in roots),
        SPAN,
        tuple(Word(score, SPAN) for score in draw(st.lists(points, max_size=2))),
    )


@given(saves())
def test_any_save_is_read_as_it_was_written(save: Save) -> None:
    text = save_text(save)
    found, report = read_text(text)
    assert found is not None and not report.items
    assert bare(found) == bare(save)
    assert save_text(found) == text


def test_other_layouts_of_the_same_file_mean_the_same() -> None:
    cell = "a$my deck[]$"
    text = f"""<data type='save'><!-- from elsewhere --><score> -3 </score>
      <cells><cell name=' a '>
          {cell}
      </cell></cells><file>data\\x\\y.xml</file><game/><phase>
      p</phase></data>"""
    save, report = read_text(text)
    assert save is not None and not report.items
    assert (save.phase.text, save.game, save.file.text) == ("p", "", "data\\x\\y.xml")
    assert points_of(save) == (-3,)
    [(name, node)] = save.cells
    assert (name.text, node.path, node.deck, node.cards) == ("a", "a", "my deck", ())


MISTAKES = {
    "a cell twice": ('name="c">c$', 'name="a">a$', "RX506", "'a'"),
    "a fraction": ("<score>0.0<", "<score>0.5<", "RX507", "'0.5'"),
    "too many points": ("<score>0.0<", "<score>999999999999<", codes.BAD_NUMBER.code, ""),
    "points in words": ("<score>0.0<", "<score>many<", codes.BAD_NUMBER.code, "'many'"),
    "points with an exponent": ("<score>0.0<", "<score>1e999<", codes.BAD_NUMBER.code, "'1e999'"),
    "a broken cell": ("c$null[]$", "c$null[", "RX502", ""),
    "half a point": ("</score>", "</score><others><score>.5</score></others>", "RX507", "'.5'"),
    "two scores": ("</score>", "</score><score>1</score>", codes.REPEATED.code, ""),
    "another element": ("<phase>turning</phase>", "<phases/>", codes.UNKNOWN_ELEMENT.code, ""),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_save_is_told(mistake: str) -> None:
    old, new, code, part = MISTAKES[mistake]
    assert SAVED.count(old) == 1
    _, report = read_text(SAVED.replace(old, new))
    found = [d for d in report.items if d.code == code]
    assert found and found[0].severity == "error" and part in found[0].message
    assert found[0].span and found[0].span.line > 2


def test_all_mistakes_come_in_one_run() -> None:
    text = SAVED.replace("0.0</score>", "0.5</score>").replace("c$null[]$", "c")
    text = text.replace("~~22.5~~", "~~east~~")
    assert {d.code for d in read_text(text)[1].items} == {"RX507", "RX501", "RX502"}


# ---- playing on ----------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the rules in it."""
    shutil.copy(TURNTABLE, tmp_path)
    return tmp_path


def saved(folder: Path, text: str = SAVED, name: str = "x.save.xml") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def codes_of(file: Path) -> list[str]:
    return [d.code for d in lw.check(file) if d.severity == "error"]


def moves(table: lw.Table) -> list[str]:
    return sorted(str(move) for move in table.legal())


def test_the_start_of_a_game_is_a_save(folder: Path) -> None:
    game = lw.load(folder / "turntable.xml")
    assert game.position(game.table(), folder) == SAVED


def test_a_save_is_a_game_that_starts_there(folder: Path) -> None:
    fresh, on = lw.load(folder / "turntable.xml"), lw.load(saved(folder))
    table, other = fresh.table(), on.table()
    assert on.position(other, folder) == SAVED
    assert moves(table) == moves(other)
    for _ in range(3):
        move = moves(table)[0]
        table.apply(move)
        other.apply(move)
        assert fresh.position(table, folder) == on.position(other, folder)
    assert other.variable("score") != 0


def test_a_save_is_written_as_it_was_where_nothing_changed(folder: Path) -> None:
    """Names of decks, odd paths, other spellings of numbers, and the order of everything."""
    text = SAVED.replace("a,south$null", "elsewhere$my deck").replace("~~22.5~~", "~~-337.50~~")
    text = text.replace("~~13h%%13%%1", "~~king%%13%%K").replace("<score>0.0", "<score>0")
    lines = text.splitlines(keepends=True)
    lines[7:10] = reversed(lines[7:10])
    file = saved(folder, "".join(lines))
    game = lw.load(file)
    assert game.position(game.table(), folder) == file.read_text(encoding="utf-8")


def test_cells_that_a_save_leaves_out_are_empty(folder: Path) -> None:
    text = "".join(line for line in SAVED.splitlines(True) if 'name="b"' not in line)
    game = lw.load(saved(folder, text))
    table = game.table()
    assert table.zone("b") == [] and len(table.zone("a")) == 1
    assert game.position(table, folder) == text
    table.apply(next(move for move in moves(table) if move.endswith("-> b")))
    assert 'name="b"' in game.position(table, folder)


def test_cards_are_those_of_the_save_not_those_of_the_deck(folder: Path) -> None:
    text = SAVED.replace(
        "K1~~false~~0.0~~false~~h;;red~~13h%%13", "ZZ~~true~~0.0~~false~~z;;z~~9%%9"
    )
    game = lw.load(saved(folder, text))
    table = game.table()
    assert table.zone("a", path=(4,)) == ["ZZ"] and table.face_up("a", path=(4,)) == [True]
    assert game.position(table, folder) == text


def test_empty_nodes_at_the_ends_of_a_tree_go(folder: Path) -> None:
    text = SAVED.replace("c$null[]$", "c$null[]${east:c,east$null[]${west:c,east,west$null[]$}}")
    game = lw.load(saved(folder, text))
    assert game.position(game.table(), folder) == SAVED


def test_names_that_no_save_can_hold_are_told(folder: Path) -> None:
    rules = folder / "turntable.xml"
    rules.write_text(rules.read_text().replace("<suit>s</suit>", "<suit>s*</suit>"))
    game = lw.load(rules)
    with pytest.raises(lw.GameError) as raised:
        game.position(game.table(), folder)
    [found] = raised.value.diagnostics
    assert found.code == "RX512" and "'s*'" in found.message
    assert found.span and found.span.line == 11


def test_a_game_that_waits_in_the_middle_is_not_saved(folder: Path) -> None:
    game = lw.load(folder / "turntable.xml")
    with pytest.raises(lw.TableError, match="continue first"):
        game.position(game.table(pace="turn"), folder)


def test_a_won_game_that_was_saved_is_won(folder: Path) -> None:
    text = SAVED.replace("<phase>turning", "<phase>win").replace("<score>0.0", "<score>7.0")
    table = lw.load(saved(folder, text)).table()
    assert table.over and table.result().winners == (0,) and table.result().scores == (7,)


def test_a_game_for_two_has_two_scores(folder: Path) -> None:
    rules = folder / "turntable.xml"
    text = rules.read_text(encoding="utf-8").replace("<players>1", "<players>2")
    rules.write_text(text.replace('"turning">', '"turning" player="2">', 1), encoding="utf-8")
    game = lw.load(rules)
    table = game.table()
    table.apply(next(move for move in moves(table) if move.endswith("-> c")))
    kept = game.position(table, folder)
    others = "    <others><score>3.0</score></others>\n"
    assert f"<score>0.0</score>\n{others}" in kept
    kept = kept.replace("<score>0.0<", "<score>-8.0<")
    other = lw.load(saved(folder, kept))
    there = other.table()
    assert [there.variable("score", seat) for seat in (0, 1)] == [-8, 3]
    assert other.position(there, folder) == kept and moves(there) == moves(table)
    there = lw.load(saved(folder, kept.replace(others, ""))).table()
    assert [there.variable("score", seat) for seat in (0, 1)] == [-8, 0]


WRONG = {
    "an unknown phase": ("<phase>turning", "<phase>turnin", "RX508", "did you mean 'turning'?"),
    "an unknown cell": ('name="c">c$', 'name="cc">cc$', "RX509", "did you mean 'c'?"),
    "a phase that passes": ("<phase>turning", "<phase>check", "RX510", ""),
    "more players": ("</score>", "</score><others><score>1</score></others>", "RX511", ""),
    "no such file": ("turntable.xml", "turntables.xml", "LW111", "did you mean 'turntable.xml'?"),
    "no XML file": ("turntable.xml", "turntable.sgdl", codes.NOT_XML_NAME.code, ""),
    "another kind of file": ("turntable.xml", "x.save.xml", codes.WRONG_KIND.code, ""),
    "a file outside": ("turntable.xml", "/etc/turntable.xml", "LW112", ""),
    "an address": ("turntable.xml", "file:///turntable.xml", "LW113", ""),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_a_save_that_does_not_fit_is_told(folder: Path, mistake: str) -> None:
    old, new, code, help = WRONG[mistake]
    file = saved(folder, SAVED.replace(old, new, 1))
    found = [d for d in lw.check(file) if d.severity == "error"]
    assert [d.code for d in found] == [code] and help in found[0].help
    assert found[0].span and found[0].span.file.endswith("x.save.xml") and found[0].span.line > 2


def test_a_broken_cell_does_not_hide_what_does_not_fit(folder: Path) -> None:
    text = SAVED.replace("<phase>turning", "<phase>turnin").replace("~~true~~22.5", "~~maybe~~22.5")
    assert {"RX502", "RX508"} <= {d.code for d in lw.check(saved(folder, text))}


def test_mistakes_of_the_rules_are_told_with_their_own_file(folder: Path) -> None:
    rules = folder / "turntable.xml"
    rules.write_text(rules.read_text().replace('phase="win"', 'phase="won"'))
    [found] = [d for d in lw.check(saved(folder)) if d.severity == "error"]
    assert (
        found.code == codes.UNKNOWN_PHASE.code
        and found.span
        and found.span.file.endswith("turntable.xml")
    )


@pytest.mark.parametrize(
    ("place", "named"),
    [
        ("x.save.xml", "turntable.xml"),
        ("saves/old/x.save.xml", "turntable.xml"),
        ("saves/x.save.xml", "games\\mine\\turntable.xml"),
        ("games/mine/x.save.xml", "games/mine/turntable.xml"),
    ],
)
def test_rules_are_found_beside_a_save_and_above(folder: Path, place: str, named: str) -> None:
    (folder / "games" / "mine").mkdir(parents=True)
    shutil.copy(TURNTABLE, folder / "games" / "mine")
    text = SAVED.replace("turntable.xml", named)
    file = saved(folder, text, place)
    assert codes_of(file) == []
    game = lw.load(file)
    assert game.position(game.table(), folder) == text


def test_a_new_save_names_the_rules_from_where_it_will_lie(folder: Path) -> None:
    game = lw.load(folder / "turntable.xml")
    table = game.table()
    (folder / "saves").mkdir()
    for place, named in {
        folder: "turntable.xml",
        folder / "saves": "turntable.xml",
        folder.parent: f"{folder.name}/turntable.xml",
        Path("/"): "turntable.xml",
    }.items():
        assert f"<file>{named}</file>" in game.position(table, place)


# ---- from any position of any game ---------------------------------------------------------------

GAMES = [
    "auto_points",
    "deal_fan_northwest",
    "deal_init_rotation",
    "num_deck_child",
    "offset_occupied",
    "rotation_chain",
    "win_case",
]


def goes_on(game: lw.Game, table: lw.Table, file: Path) -> tuple[lw.Game, lw.Table]:
    """A table that goes on from a save of another one, at which everything is the same."""
    file.write_text(game.position(table, file.parent), encoding="utf-8")
    other = lw.load(file)
    there = other.table()
    assert other.position(there, file.parent) == file.read_text(encoding="utf-8")
    if table.over:  # a last phase with rules goes on accepting moves
        assert there.over != bool(moves(there))
        assert not there.over or there.result() == table.result()
    else:
        assert moves(there) == moves(table) and not there.over
    return other, there


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", GAMES)
def test_going_on_from_a_save_is_going_on(name: str, tmp_path: Path) -> None:
    rules = tmp_path / f"{name}.xml"
    shutil.copy(MINI / rules.name, rules)
    game, chosen = lw.load(rules), random.Random(6)
    table = game.table(seed=6)
    for step in range(3):
        other, there = goes_on(game, table, tmp_path / f"{step}.save.xml")
        if not moves(table):
            break
        move = chosen.choice(moves(table))
        table.apply(move)
        there.apply(move)
        assert other.position(there, tmp_path) == game.position(table, tmp_path)


FURTHER = {
    name: further
    for name, further in {"memory:rulexml": 20, "klondike:rulexml": 20, "war:rulexml": 0}.items()
    if name in games()
}
"""How far games of the library go on: not at all where cards are shuffled again."""


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", FURTHER)
def test_games_of_the_library_go_on_from_saves(name: str, tmp_path: Path) -> None:
    """From the middle of a random game move for move."""
    game, chosen = lw.load(name), random.Random(name)
    table = game.table(seed=6)
    for _ in range(20):
        table.apply(chosen.choice(moves(table)))
    other, there = goes_on(game, table, tmp_path / "x.save.xml")
    for _ in range(FURTHER[name]):
        move = chosen.choice(moves(table))
        table.apply(move)
        there.apply(move)
        assert moves(there) == moves(table)
    if FURTHER[name]:
        assert other.position(there, tmp_path) == game.position(table, tmp_path)


def test_saves_find_games_of_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library, home = tmp_path / "library", tmp_path / "home" / "of" / "saves" / "and" / "more" / "x"
    home.mkdir(parents=True)
    (library / "turntable").mkdir(parents=True)
    shutil.copy(TURNTABLE, library / "turntable")
    monkeypatch.setattr(pipeline, "LIBRARY", library)
    monkeypatch.setattr(resume, "LIBRARY", Shelf(library, library, "library/"))
    game = lw.load("turntable")
    table = game.table()
    assert "<file>library/turntable/turntable.xml</file>" in game.position(table, home)
    goes_on(game, table, home / "x.save.xml")
    monkeypatch.setattr(resume, "LIBRARY", Shelf(home, home, "library/"))
    assert codes_of(home / "x.save.xml") == ["LW111"]
