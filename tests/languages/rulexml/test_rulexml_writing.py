"""Games written as Rule XML mean the same when they are read again, and are refused if not."""

from __future__ import annotations

import random
import shutil
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ludwright
from ludwright import pipeline
from ludwright.cli import cli
from ludwright.diagnostics import CODES, Report, Source, Span
from ludwright.gamedef import nodes as n
from ludwright.gamedef.walk import rebuild
from ludwright.languages import LANGUAGES
from ludwright.languages.language import Written
from ludwright.languages.rulexml.read.files import read_rules
from ludwright.languages.rulexml.read.tree import Rules, Word
from ludwright.languages.rulexml.tools import TOOLS
from strategies.rulexml import rules_file

(PARTS,) = (each.parts for each in LANGUAGES if each.name == "rulexml")

HERE = Path(__file__).parent
MINI = sorted((HERE / "mini").glob("*.xml"))
UNREADABLE = {"deal_init_unknown_name", "deal_rd_exhausted", "deal_starstar_two", "unknown_phase"}
LIBRARY = sorted(
    path
    for path in (Path(pipeline.__file__).parent / "library").glob("**/*.xml")
    if not path.name.endswith(PARTS)
)
RANDOM = 12


def loaded(path: Path) -> n.GameDef:
    game = pipeline.load(path, checked=False).game
    assert game is not None, path
    return game


def written(game: n.GameDef, stem: str = "") -> Written:
    report = Report()
    assert TOOLS.write is not None
    found = TOOLS.write(game, report, stem)
    assert found is not None, report.items
    return found


def kept(found: Written, folder: Path) -> Path:
    """The files, in a folder."""
    for name, text in {"game.xml": found.text, **found.beside}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "game.xml"


def survives(game: n.GameDef, folder: Path) -> None:
    """Written and read again a game is the same, but for its name, which is that of its file."""
    again = loaded(kept(written(game, "game"), folder))
    assert again.name == "Game"
    assert replace(again, name=game.name) == game


def reasons(game: n.GameDef) -> list[tuple[str, str, int | None]]:
    """What stands against writing a game: codes, messages and lines."""
    report = Report()
    assert TOOLS.write is not None and TOOLS.write(game, report) is None
    return [(d.code, d.message, d.span.line if d.span else None) for d in report.sorted()]


# ---- all there is --------------------------------------------------------------------------------


@pytest.mark.quick(8)
@pytest.mark.parametrize("path", MINI, ids=lambda path: path.stem)
def test_recorded_files_survive(path: Path, tmp_path: Path) -> None:
    if path.stem in UNREADABLE:
        assert pipeline.load(path, checked=False).game is None
    else:
        survives(loaded(path), tmp_path)


@pytest.mark.quick(1)
@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_library_games_survive(path: Path, tmp_path: Path) -> None:
    survives(loaded(path), tmp_path)


@pytest.mark.quick(1)
@pytest.mark.parametrize("number", range(RANDOM))
def test_random_files_survive(number: int, tmp_path: Path) -> None:
    text = rules_file(random.Random(number))
    game = pipeline.loads(text, "rulexml", checked=False).game
    assert game is not None
    survives(game, tmp_path)


# ---- the words -----------------------------------------------------------------------------------

TABLE = """\
<data type="rule">
<settings><players>1</players><layout></layout></settings>
<deck>
<card><name>AN</name><fixed>y</fixed></card>
<card><name>1R</name><value>1</value><color>red</color><suit>h</suit></card>
<card><name>2R</name><value>2</value><color>red</color><suit>d</suit></card>
<card><name>3B</name><value>3</value><color>black</color><suit>s</suit></card>
<card><name>4B</name><value>4</value><color>black</color><suit>s</suit></card>
<card><name>5B</name><value>5</value></card>
</deck>
<cell_groups>
<group category="columns">
<cell name="a"><fan>south</fan><init_cards><card>AN,U,none</card><card>1R,U</card><card>2R,D</card>
<card>3B,U,east,22.5</card></init_cards></cell>
<cell name="b"><fan>east</fan><init_cards><card>4B,U</card></init_cards></cell>
</group>
<group category="c"><cell name="c"><init_cards><card>5B,D</card></init_cards></cell></group>
</cell_groups>
<phases><phase name="play"><phase_type>manual</phase_type>
<valid_donors><category>a</category></valid_donors><rules>RULES</rules></phase>
<phase name="win"><phase_type>manual</phase_type><valid_donors/><rules/></phase></phases></data>
"""
RULE = '<rule category="b"><validation><receiver/></validation>{}</rule>'
NEXT = '<next_phase phase="play">1</next_phase>'


def game_of(rules: str) -> n.GameDef:
    game = pipeline.loads(TABLE.replace("RULES", rules), "rulexml", checked=False).game
    assert game is not None, rules
    return game


def tree_of(text: str) -> Rules:
    found = read_rules(Source("x.xml", text), Report())
    assert found is not None
    return found[0]


def bare(value: Any) -> Any:
    """A tree without places."""
    if isinstance(value, Word):
        return value.text
    if isinstance(value, tuple):
        return tuple(bare(each) for each in value)
    if is_dataclass(value) and not isinstance(value, Span):
        names = (field.name for field in fields(value) if field.name != "span")
        return type(value).__name__, tuple(bare(getattr(value, name)) for name in names)
    return value


def keeps(rules: str) -> None:
    """The rules are written in the words that they were read in."""
    before = tree_of(TABLE.replace("RULES", rules))
    after = tree_of(written(game_of(rules)).text)
    assert bare(after.phases) == bare(before.phases)


@pytest.mark.quick(11)
@pytest.mark.parametrize(
    "words",
    [
        "",
        "<num_cards>*</num_cards>",
        "<num_cards>h</num_cards>",
        "<num_cards>d</num_cards>",
        "<num_cards>t</num_cards>",
        "<num_cards>b</num_cards>",
        "<num_cards>r</num_cards>",
        "<num_cards>1</num_cards>",
        "<num_cards>12</num_cards>",
        "<num_cards>south</num_cards>",
        "<num_cards>*</num_cards><collapse>y</collapse>",
        "<num_cards>*</num_cards><shuffle>y</shuffle>",
        "<num_cards>*</num_cards><shuffle>rev</shuffle>",
        "<rotation>90</rotation>",
        "<rotation>22.5</rotation>",
        "<offset>northwest</offset>",
        "<offset>preserve</offset>",
        "<num_cards>*</num_cards><flip_up>y</flip_up>",
        "<num_cards>t</num_cards><flip_up>n</flip_up>",
        "<num_cards>*</num_cards><flip_up>none</flip_up>",
        "<num_cards>*</num_cards><flip_up>east</flip_up>",
        "<flip_up>*</flip_up>",
        "<flip_up>south</flip_up>",
        "<destination>c</destination><num_cards>*</num_cards><offset>south</offset>",
        "<destination>d</destination><flip_up>n</flip_up>",
        "<destination>d</destination><num_cards>1</num_cards><shuffle>y</shuffle>"
        "<flip_up>n</flip_up>",
    ],
)
def test_movements_keep_their_words(words: str) -> None:
    keeps(RULE.format(f"<action><mover_dest>{words}</mover_dest>{NEXT}</action>"))


def test_exceptions_keep_their_words() -> None:
    donors = "<category>a</category>"
    both = "<category>columns</category><category>c</category>"
    rules = (
        "<rule category=''><validation><receiver/></validation><action><mover_dest>"
        f"<num_cards>*</num_cards><except>a</except></mover_dest>{NEXT}</action></rule>"
    )
    game = pipeline.loads(TABLE.replace(donors, both).replace("RULES", rules), "rulexml").game
    assert game is not None
    text = written(game).text
    assert "<except>a</except>" in text and "<category>columns</category>" in text


def test_all_parts_of_an_action_keep_their_words() -> None:
    keeps(
        RULE.format(
            "<action><receiver_dest><destination>c</destination><num_cards>t</num_cards>"
            "</receiver_dest><mover_dest><num_cards>1</num_cards><flip_up>y</flip_up></mover_dest>"
            "<donor_dest><destination>d</destination><flip_up>south</flip_up></donor_dest>"
            '<next_phase phase="win">-3</next_phase></action>'
        )
    )


def test_several_actions_keep_their_words() -> None:
    keeps(
        RULE.format(
            "<action><mover_dest><num_cards>1</num_cards></mover_dest>"
            '<next_phase phase="play"></next_phase></action>'
            "<action><receiver_dest><destination>c</destination><num_cards>*</num_cards>"
            '</receiver_dest><next_phase phase="play"></next_phase></action>'
        )
    )


@pytest.mark.parametrize(
    "tests",
    [
        "<receiver><num_cards>2</num_cards></receiver>",
        "<receiver><name>columns</name></receiver>",
        "<receiver/><mover><value>-1</value></mover>",
        "<receiver/><mover><value>l</value><color>!</color><suit>s</suit></mover>",
        "<receiver/><mover><name>a</name><is_faceup>y</is_faceup></mover>",
        "<receiver/><donor><name>columns</name><num_cards>3</num_cards><color>red</color></donor>",
        '<receiver/><condition category="columns"><num_cards>1</num_cards></condition>',
        '<receiver/><condition category="c"><color>red</color><suit>d</suit></condition>'
        '<condition category="a"><is_faceup>n</is_faceup></condition>',
        '<receiver/><condition category="columns"/>',
        '<receiver/><condition category=""/>',
        "<receiver/><mover><color>=</color></mover></validation><validation><receiver/>",
        "<receiver/><mover><suit>=</suit></mover></validation>"
        "<validation><mover><value>1</value></mover>",
    ],
)
def test_tests_keep_their_words(tests: str) -> None:
    keeps(
        f'<rule category="b"><validation>{tests}</validation><action><mover_dest/>{NEXT}</action>'
        "</rule>"
    )


def test_rules_that_only_forestall_others_are_kept() -> None:
    keeps(
        '<rule category="b"><validation><receiver/><mover><color>red</color></mover>'
        '<condition category="c"><num_cards>1</num_cards></condition></validation></rule>'
        + RULE.format(f"<action><mover_dest/>{NEXT}</action>")
    )


def test_others_keep_their_numbers_where_a_rule_never_holds() -> None:
    never = '<rule category="b"><validation><receiver><color>green</color></receiver></validation>'
    rules = f"{never}<action>{NEXT}</action></rule>" + RULE.format(f"<action>{NEXT}</action>")
    after = tree_of(written(game_of(rules)).text)
    assert [bool(rule.actions) for rule in after.phases[0].rules] == [False, True]


def test_cells_and_cards_keep_their_words() -> None:
    before = tree_of(TABLE.replace("RULES", ""))
    after = tree_of(written(game_of("")).text)
    assert bare(after.deck) == bare(before.deck)
    assert bare(after.cells) == bare(before.cells)
    assert {cell for group in after.groups for cell in group.cells} == {"a", "b", "c"}


def test_the_rest_of_the_deck_may_lie_between_others() -> None:
    cards = "<card>Rd,D</card><card>**,U</card><card>5B</card><card>Rd,U,west</card>"
    more = "".join(f"<card><name>{name}</name></card>" for name in "VWXYZ")
    text = TABLE.replace("<card>5B,D</card>", cards).replace("</deck>", f"{more}</deck>")
    game = pipeline.loads(text.replace("RULES", ""), "rulexml", checked=False).game
    assert game is not None
    cell = tree_of(written(game).text).cells[2]
    assert [(card.name, card.face, card.direction) for card in cell.cards] == [
        ("Rd", "d", ""),
        ("**", "u", ""),
        ("5B", "d", ""),
        ("Rd", "u", "west"),
    ]


def test_names_are_written_so_that_they_can_be_read() -> None:
    text = TABLE.replace("1R", "A &amp; &lt;B&gt;").replace("RULES", "")
    game = pipeline.loads(text, "rulexml", checked=False).game
    assert game is not None
    assert "<name>A &amp; &lt;B&gt;</name>" in written(game).text


def test_the_layout_is_named_and_comes_with_the_rules() -> None:
    game = replace(game_of(""), name="Ten & Twenty")
    found = written(game)
    assert list(found.beside) == ["ten-twenty.layout.xml"]
    assert "<layout>ten-twenty.layout.xml</layout>" in found.text
    assert "<game>Ten &amp; Twenty</game>" in found.beside["ten-twenty.layout.xml"]
    assert list(written(game, "other").beside) == ["other.layout.xml"]


# ---- what can't be said --------------------------------------------------------------------------


def test_solitaires_of_piles_are_refused_with_all_reasons() -> None:
    assert reasons(loaded(pipeline.library_games()["spider"])) == [
        ("RX601", "the game is not organised in phases", 1),
        ("RX601", "the first properties of the cards are not 'name' and 'fixed'", 1),
        ("RX601", "the game has no look", 1),
        ("RX601", "10 zones are named 'COLUMN'", 10),
        ("RX601", "8 zones are named 'FOUNDATION'", 20),
    ]


def test_games_of_hands_are_refused_with_all_reasons() -> None:
    told = reasons(loaded(pipeline.library_games()["war"]))
    assert {code for code, _, _ in told} == {"RX601"}
    assert {(message, line) for _, message, line in told} >= {
        ("the game has the option 'face_down'", 12),
        ("the zone 'pile' has owners", 25),
        ("the zone 'table' has owners", 26),
    }


def test_a_position_is_refused_with_a_hint(tmp_path: Path) -> None:
    for name in ("turntable.xml", "turntable.layout.xml"):
        if (HERE / name).exists():
            shutil.copy(HERE / name, tmp_path)
    game = ludwright.load(tmp_path / "turntable.xml")
    save = tmp_path / "x.save.xml"
    table = game.table()
    save.write_text(game.position(table, tmp_path), encoding="utf-8")
    report = Report()
    assert TOOLS.write is not None and TOOLS.write(loaded(save), report) is None
    (told,) = report.items
    assert told.code == "RX603" and "save file" in told.help


def test_what_has_no_words_is_told_with_its_place() -> None:
    rules = RULE.format(
        f"\n<action><mover_dest><num_cards>1</num_cards></mover_dest>{NEXT}</action>"
    )

    def from_below(node: n.Node) -> n.Node:
        done = isinstance(node, n.MoveToken) and node.to == n.Local(name="to")
        aside = isinstance(node, n.MoveToken) and node.token == n.Local(name="card")
        return replace(node, place="bottom") if done and aside else node

    game = rebuild(game_of(rules), from_below)
    assert [(code, line) for code, _, line in reasons(game)] == [("RX602", 20)]


def test_what_would_be_read_otherwise_is_told_with_its_place() -> None:
    game = game_of(RULE.format(f"<action>{NEXT}</action>"))
    zones = (replace(game.zones[0], face="up"), *game.zones[1:])
    found = reasons(replace(game, zones=zones))
    assert [(code, line) for code, _, line in found] == [("RX604", 13)]


def test_points_that_have_no_words_are_told() -> None:
    rules = RULE.format(f"<action>{NEXT}</action>")
    game = game_of(rules)

    def twice(node: n.Node) -> n.Node:
        done = isinstance(node, n.SetVariable) and isinstance(node.value, n.Add)
        return replace(node, value=n.Number(value=3)) if done else node

    found = reasons(rebuild(game, twice))
    assert [(code, line) for code, _, line in found] == [("RX602", 20)]


def test_all_codes_are_known() -> None:
    assert [code for code in CODES if code.startswith("RX6")] == [f"RX60{k}" for k in range(1, 5)]


# ---- the command ---------------------------------------------------------------------------------


def test_the_command_writes_a_game_and_its_layout(tmp_path: Path) -> None:
    out = tmp_path / "peaks.xml"
    arguments = ["write", str(HERE / "turntable.xml"), "--to", "rulexml"]
    result = CliRunner().invoke(cli, [*arguments, "--out", str(out)])
    assert result.exit_code == 0 and result.stdout == ""
    assert {path.name for path in tmp_path.iterdir()} == {"peaks.xml", "peaks.layout.xml"}
    assert replace(loaded(out), name="Turntable") == loaded(HERE / "turntable.xml")
    assert loaded(out).name == "Peaks"
    assert "<deck>" in CliRunner().invoke(cli, arguments).stdout
