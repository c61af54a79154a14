"""Elements with their places, and the trees that files become."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from ludwright.diagnostics import Report, Source, Span
from ludwright.languages.files import Files
from ludwright.languages.rulexml.lower.game import game_of
from ludwright.languages.rulexml.read import tree
from ludwright.languages.rulexml.read.elements import Element, parse
from ludwright.languages.rulexml.read.files import kind_of, read, read_rules
from ludwright.languages.rulexml.read.side_files import RawSave
from ludwright.languages.rulexml.read.tree import (
    Act,
    Deck,
    Dest,
    LayoutFile,
    Rules,
    Scores,
    Style,
    Word,
)
from samplers.rulexml import DECK, LAYOUT, RULE, SAMPLES, SAVE, SCORE, STYLE

MINI = Path(__file__).parent / "mini"
# The files whose recommended outcome is an error, and that error.
BAD = {
    "deal_init_unknown_name": "RX305",
    "deal_rd_exhausted": "RX306",
    "deal_starstar_two": "RX307",
    "unknown_phase": "RX301",
}


def elements(text: str) -> Element:
    report = Report()
    root = parse(Source("test.xml", text), report)
    assert root is not None, report.items
    return root


def quoted(text: str, span: Span) -> str:
    """The text at a place."""
    lines = text.splitlines()[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


def every(element: Element) -> list[Element]:
    return [element, *(below for child in element.children for below in every(child))]


# ---- places --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SAMPLES)
def test_everything_is_where_it_is_said_to_be(kind: str) -> None:
    text = SAMPLES[kind]
    for each in every(elements(text)):
        assert quoted(text, each.span) == each.name
        if each.text.text:
            assert quoted(text, each.text.span) == each.text.text
        for word in each.attributes.values():
            assert quoted(text, word.span) == word.text or not word.text


def test_places_of_odd_attributes() -> None:
    text = "<é  a = 'x'\n  bü=\"&amp;&lt;\"\r\n\tc=' > ' d='\n'/>"
    found = elements(text)
    assert {name: word.text for name, word in found.attributes.items()} == {
        "a": "x",
        "bü": "&<",
        "c": ">",
        "d": "",
    }
    assert [quoted(text, found.attributes[name].span) for name in ("a", "bü", "c")] == [
        "x",
        "&amp;&lt;",
        "> ",
    ]


def test_places_of_texts_over_lines_and_behind_letters_of_two_bytes() -> None:
    text = "<ä>\n  öl <!-- ü -->und\n\n  Eß<b/>ig  \n</ä>"
    found = elements(text)
    assert found.text.text == "öl und\n\n  Eßig"
    assert (found.text.span.line, found.text.span.column) == (2, 3)
    assert (found.text.span.end_line, found.text.span.end_column) == (4, 11)


def test_parts_of_dealt_cards_have_places_of_their_own() -> None:
    text = RULE.replace("Rd,d,west,90", "Rd, d,wset ,90")
    report = Report()
    read(Source("test.xml", text), report)
    (wrong,) = [d for d in report.items if d.code == "RX210"]
    assert wrong.span is not None and quoted(text, wrong.span) == "wset"


def test_a_file_that_ends_in_the_middle() -> None:
    report = Report()
    assert parse(Source("test.xml", '<data type="rule">\n  <deck>\n'), report) is None
    (found,) = report.items
    assert found.code == "RX101"
    assert found.help == "<deck> at line 2 is not closed"
    assert found.span is not None and found.span.line == 3


def test_the_kind_is_known_from_the_first_tag_alone() -> None:
    assert kind_of(Source("x.xml", '<?xml version="1.0"?><!-- x --><data type="deck"><')) == "deck"
    assert kind_of(Source("x.xml", '<data type="decks"/>')) == ""
    assert kind_of(Source("x.xml", '<deck type="deck"/>')) == ""
    assert kind_of(Source("x.xml", "deck")) == ""


# ---- rules ---------------------------------------------------------------------------------------


def rules(text: str = RULE, expected: tuple[str, ...] = ("RX108", "RX211")) -> Rules:
    report = Report()
    found = read_rules(Source("sample.xml", text), report)
    assert found is not None
    assert {d.code for d in report.items} <= set(expected), report.items
    return found[0]


def texts(tests: tree.Tests | None) -> dict[str, str]:
    assert tests is not None
    words = {name: getattr(tests, name) for name in tree.Tests.__slots__ if name != "span"}
    return {name: word.text for name, word in words.items() if word}


def test_settings_and_cards() -> None:
    found = rules()
    assert (found.name, found.players) == ("Sample", 2)
    assert found.layout is not None and found.layout.text == "table.layout.xml"
    assert found.deck.shuffled and found.deck.name == "small" and found.deck.path is None
    cards = [(c.name.text, c.value, c.color, c.suit, c.fixed) for c in found.deck.cards]
    assert cards == [
        ("AH", 1, "red", "h", False),
        ("2S", 2, "black", "s", False),
        ("3S", 3, "black", "s", False),
        ("D0", None, "", "", True),
    ]


def test_cells_and_groups() -> None:
    found = rules()
    one, two = found.cells
    assert (one.name.text, one.fan, one.rotation) == ("1", "south", Decimal("22.5"))
    assert [(d.name, d.face, d.direction, d.rotation) for d in one.cards] == [
        ("D0", "u", "none", None),
        ("AH", "u", "", None),
        ("Rd", "d", "west", Decimal(90)),
    ]
    assert (two.name.text, two.fan, two.rotation) == ("2", "none", 0)
    assert [(d.name, d.face) for d in two.cards] == [("**", "")]
    assert [(g.category.text, g.cells) for g in found.groups] == [
        ("piles", ("1", "2")),
        ("2", ("2",)),
    ]
    assert found.stands_for("piles") == ("1", "2")


def test_phases_and_tests() -> None:
    first, check, win = rules().phases
    assert (first.name.text, first.automatic, first.player) == ("first", False, 1)
    assert [word.text for word in first.donors] == ["piles", "2"]
    assert (check.automatic, check.player, check.donors) == (True, None, ())
    assert (win.automatic, win.rules) == (False, ())
    (rule,) = first.rules
    one, two = rule.validations
    assert texts(one.receiver) == {"suit": "=", "num_cards": "4", "is_faceup": "y", "name": "1"}
    assert texts(one.mover) == {"value": "-1", "color": "!"}
    assert texts(one.donor) == {"num_cards": "2"}
    assert [(c.category.text, texts(c.tests)) for c in one.conditions] == [
        ("2", {"is_faceup": "n", "suit": "s"})
    ]
    assert (two.receiver, two.donor, two.conditions) == (None, None, ())


def dest(found: Dest | None) -> tuple[object, ...]:
    assert found is not None
    return (
        found.destination.text if found.destination else None,
        found.num_cards,
        found.collapse,
        found.shuffle,
        found.rotation,
        found.offset,
        found.flip_up,
        tuple(word.text for word in found.excepted),
    )


def test_actions() -> None:
    one, two = rules().phases[0].rules[0].actions
    assert dest(one.receiver) == (
        "2",
        "*",
        True,
        "rev",
        Decimal("180.5"),
        "preserve",
        "y",
        ("1", "2"),
    )
    assert dest(one.mover) == ("d", "t", False, "", None, "", "", ())
    assert dest(one.donor) == (None, "", False, "", None, "", "south", ())
    assert (one.next_phase.text, one.points, one.player) == ("check", -10, 2)
    assert (two.next_phase.text, two.points, two.player) == ("check", 5, None)
    assert (two.receiver, two.mover, two.donor) == (None, None, None)


def acting(**given: str) -> Dest:
    """What the mover's part of an action with these elements becomes."""
    inside = "".join(f"<{name}>{text}</{name}>" for name, text in given.items())
    old = "<destination>D</destination><num_cards>T</num_cards>"
    acts: tuple[Act, ...] = rules(RULE.replace(old, inside)).phases[0].rules[0].actions
    assert acts[0].mover is not None
    return acts[0].mover


@pytest.mark.parametrize("word", ["*", "h", "D", "t", "B", "r", "3", "+3", "northwest", "none", ""])
def test_choices_of_cards(word: str) -> None:
    meant = {"none": "", "+3": "3"}.get(word, word.lower())
    assert acting(num_cards=f" {word}\n").num_cards == meant


@pytest.mark.parametrize("word", ["Y", "n", "*", "northwest", "none", ""])
def test_flips(word: str) -> None:
    assert acting(flip_up=word).flip_up == word.lower()


@pytest.mark.parametrize("word", ["northwest", "preserve", "none", "0", ""])
def test_offsets(word: str) -> None:
    assert acting(offset=word).offset == ("" if word in ("none", "0") else word)


@pytest.mark.parametrize(("word", "meant"), [("Y", "y"), ("rev", "rev"), ("N", ""), ("", "")])
def test_shuffling(word: str, meant: str) -> None:
    assert acting(shuffle=word).shuffle == meant


@pytest.mark.parametrize(("word", "meant"), [("0", 0), ("-90.", -90), (".5", Decimal("0.5"))])
def test_rotations(word: str, meant: object) -> None:
    assert acting(rotation=word).rotation == meant


@pytest.mark.parametrize("word", ["", "*"])
def test_no_rotation(word: str) -> None:
    assert acting(rotation=word).rotation is None


@pytest.mark.parametrize("fixed", ["y", "Y", "true"])
def test_fixed_cards(fixed: str) -> None:
    found = rules(RULE.replace("<fixed>n</fixed>", f"<fixed> {fixed} </fixed>"))
    assert found.deck.cards[0].fixed


@pytest.mark.parametrize(
    ("shuffle", "meant"), [("y", True), ("Y", True), ("n", False), ("", False)]
)
def test_shuffled_decks(shuffle: str, meant: bool) -> None:
    found = rules(RULE.replace("<shuffle>yes<", f"<shuffle>{shuffle}<"))
    assert found.deck.shuffled is meant


def test_without_owners_of_phases_a_file_is_for_one() -> None:
    text = RULE.replace(' player="1"', "").replace(' player="2"', "")
    assert rules(text, ("RX108", "RX211", "RX317")).players == 1


def test_a_destination_that_is_no_cell_is_left_out() -> None:
    text = RULE.replace("<destination>2</destination>", "<destination>piles</destination>")
    found = rules(text, ("RX108", "RX211", "RX303"))
    receiver = found.phases[0].rules[0].actions[0].receiver
    assert receiver is not None and receiver.destination is None


def test_what_automatic_phases_do_not_look_at_is_left_out() -> None:
    text = RULE.replace(
        '<rule category=""><action><next_phase phase="first"/>',
        '<rule category=""><validation><mover/></validation><action><mover_dest/>'
        '<next_phase phase="first"/>',
    )
    rule = rules(text).phases[1].rules[1]
    assert rule.validations[0].mover is None and rule.actions[0].mover is None


def errors(text: str) -> list[str]:
    report = Report()
    game_of(Source("sample.xml", text.replace("table.layout.xml", "")), report)
    return [d.code for d in report.sorted() if d.severity == "error"]


def changed(*pairs: tuple[str, str]) -> str:
    text = RULE
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


WRONG = (
    ("AH,U", "HA,U"),
    ('phase="win"', 'phase="won"'),
    ('<rule category="piles"', '<rule category="pile"'),
)


def test_mistakes_of_all_sorts_come_in_one_run() -> None:
    found = errors(changed(*WRONG, ("<phase_type>manual</phase_type>", "")))
    assert found == ["RX305", "RX202", "RX302", "RX301"]


@pytest.mark.parametrize(
    ("hiding", "structural", "not_told"),
    [
        ((("<card><name>AH</name>", "<card>"),), "RX202", "RX305"),
        ((('<group category="piles">', "<group>"),), "RX206", "RX302"),
        ((('<phase name="win"', "<phase"),), "RX206", "RX301"),
    ],
)
def test_what_may_be_missing_in_a_broken_part_is_not_said_to_be_missing(
    hiding: tuple[tuple[str, str], ...], structural: str, not_told: str
) -> None:
    found = errors(changed(*hiding, *WRONG))
    assert structural in found
    assert set(found) == {"RX305", "RX302", "RX301", structural} - {not_told}


@pytest.mark.parametrize(
    "mistake",
    [("<value>1</value>", "<value>one</value>"), ("<color>red</color>", "<colour>red</colour>")],
)
def test_mistakes_in_a_card_that_has_a_name_hide_nothing(mistake: tuple[str, str]) -> None:
    assert {"RX305", "RX302", "RX301"} < set(errors(changed(mistake, *WRONG)))


def test_a_circle_is_told_beside_a_card_that_is_not_there() -> None:
    circle = (
        '<rule category=""><action><next_phase phase="first"/>',
        "<rule category=''><action><next_phase phase='check'/>",
    )
    alone = (
        '<validation><condition category="1"><num_cards>1</num_cards></condition></validation>',
        "",
    )
    back = ('<next_phase phase="win">500', '<next_phase phase="check">500')
    assert set(errors(changed(WRONG[0], circle, alone, back))) == {"RX305", "RX310"}


# ---- the other kinds -----------------------------------------------------------------------------


def clean(text: str) -> object:
    report = Report()
    found = read(Source("test.xml", text), report)
    assert report.items == []
    return found


def test_a_deck() -> None:
    found = clean(DECK)
    assert isinstance(found, Deck)
    assert [card.name.text for card in found.cards] == ["AH", "2S", "3S", "D0"]


def test_a_layout() -> None:
    found = clean(LAYOUT)
    assert isinstance(found, LayoutFile)
    assert (found.game, found.players, found.screen_height) == ("Sample", 2, 60)
    assert (found.card_width, found.card_height) == (10, 15)
    assert (found.face_down_offset, found.face_up_offset) == (2, 4)
    assert found.cards == ("AH", "2S", "3S", "D0")
    assert (found.start, found.extension) == ("pictures/", ".png")
    assert [(name.text, x, y) for name, x, y in found.cells] == [
        ("1", 20, Decimal("30.5")),
        ("2", Decimal("80.25"), Decimal("30.5")),
    ]


def test_a_save() -> None:
    found = clean(SAVE)
    assert isinstance(found, RawSave)
    assert (found.phase.text, found.game, found.file.text) == (
        "first",
        "sample",
        "data\\sample.xml",
    )
    assert found.score.text == "10.0"
    assert [word.text for word in found.others] == ["-2"]
    assert [(name.text, isinstance(cell, Word), cell.text) for name, cell in found.cells] == [
        ("1", True, "1$null[AH~~true~~0.0~~false~~h;;red~~1h%%1%%1]$"),
        ("2", True, "2$null[]$"),
    ]


def test_scores() -> None:
    found = clean(SCORE)
    assert isinstance(found, Scores)
    assert found.games == (("war", ("12.0", "3")), ("memory", ()))


def test_a_style() -> None:
    found = clean(STYLE)
    assert isinstance(found, Style)
    assert (found.language, found.difficulty, found.cards) == ("English", 2, "classic")
    assert (found.sound, found.table, found.dark) == (True, "green", False)


# ---- one feature each ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(MINI.glob("*.xml")), ids=lambda path: path.stem)
def test_files_of_one_feature(path: Path) -> None:
    report, source = Report(), Source(path.name, path.read_text(encoding="utf-8"))
    game_of(source, report, Files(source, path))
    found = {d.code for d in report.items if d.severity == "error"}
    assert found == ({BAD[path.stem]} if path.stem in BAD else set())
    assert "RX108" in {d.code for d in report.items}
