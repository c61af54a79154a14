"""Tables with a look: cells where they lie, trees as they hang, nothing lost."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludwright as lw
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.machine.look import LookInfo
from ludwright.play.table import Table
from ludwright.table.scene import Node, Place, Scene, Value, scene_of
from ludwright.ui.faces import Faces, Line, width_of
from ludwright.ui.layout import lay_out
from ludwright.ui.lines import scene_lines

NORTH, NORTHEAST, EAST, SOUTHEAST, SOUTH, SOUTHWEST, WEST, NORTHWEST = range(8)
LOOK = LookInfo(100, 60, 8, 12, 3, 1, "", "", 1, (), ())
PLAIN = Faces(signs=False)
BIG = (120, 60)


def cell(name: str, x: int, y: int, *cards: str | None, below: tuple[Node, ...] = ()) -> Place:
    return Place(name, name, None, 0, "placed", cards, True, (x, y), branches=below)


def chain(direction: int, *cards: str | None) -> tuple[Node, ...]:
    return tuple(Node((direction,) * i, (card,)) for i, card in enumerate(cards, 1))


def scene(*places: Place, values: tuple[Value, ...] = (), look: LookInfo | None = LOOK) -> Scene:
    return Scene(0, ("player 1",), places, values, look)


def drawn(
    *places: Place, width: int = 80, height: int = 24, look: LookInfo | None = LOOK
) -> list[str]:
    """The lines of a screen without blanks at their ends."""
    lines = lay_out(scene(*places, look=look), width, height, PLAIN)
    return ["".join(part for part, _ in line).rstrip() for line in lines]


# ---- one place -----------------------------------------------------------------------------------


def test_a_pile_shows_its_top_below_its_name() -> None:
    assert drawn(cell("hand", 10, 10, "AS", "5H")) == ["hand", "5Hx2"]
    assert drawn(cell("hand", 10, 10, None, None, None)) == ["hand", "[]x3"]


def test_an_empty_place_is_its_name_dimmed() -> None:
    lines = lay_out(scene(cell("spade", 10, 10), cell("heart", 30, 10, "AH")), 80, 24, PLAIN)
    assert [part for part in lines[0] if part[0].strip()] == [
        ("spade", "empty"),
        ("heart", "label"),
    ]
    assert ("--", "empty") in lines[1]


def test_south_chains_are_columns() -> None:
    column = cell("1", 10, 10, below=chain(SOUTH, None, "10S", "9H"))
    assert drawn(column) == [" 1", " []", "10S", " 9H"]
    # A card on the pile itself is the first of the column.
    rooted = cell("1", 10, 10, "KS", below=chain(SOUTH, "QH"))
    assert drawn(rooted) == ["1", "KS", "QH"]


def test_north_chains_are_columns_that_grow_upwards() -> None:
    column = cell("1", 10, 40, "KS", below=chain(NORTH, "QH", "JS"))
    assert drawn(column) == ["1", "JS", "QH", "KS"]


def test_east_and_west_chains_are_rows() -> None:
    assert drawn(cell("court", 10, 10, below=chain(EAST, "9C", "9D"))) == ["court", "9C 9D"]
    west = cell("court", 90, 10, "KS", below=chain(WEST, "9C", "9D"))
    assert drawn(west) == ["      court", "9D 9C KS"]


def test_diagonal_chains_are_stairs() -> None:
    cards = ("AS", "2S", "3S")
    assert drawn(cell("a", 50, 30, below=chain(SOUTHEAST, *cards))) == ["a", "AS", " 2S", "  3S"]
    assert drawn(cell("a", 50, 30, below=chain(NORTHEAST, *cards))) == ["a", "  3S", " 2S", "AS"]
    assert drawn(cell("a", 50, 30, below=chain(SOUTHWEST, *cards))) == ["  a", "  AS", " 2S", "3S"]
    assert drawn(cell("a", 50, 30, below=chain(NORTHWEST, *cards))) == ["  a", "3S", " 2S", "  AS"]


def test_what_branches_is_drawn_as_it_lies() -> None:
    below = (
        Node((NORTH,), ("AS",)),
        Node((EAST,), ("KS", "QS")),
        Node((EAST, SOUTH), ("10H",)),
        Node((SOUTH,), ("3C",)),
        Node((WEST,), (None,)),
    )
    assert drawn(cell("x", 50, 30, "QD", below=below)) == [
        "     x",
        "     AS",
        " []  QD  QSx2",
        "     3C 10H",
    ]


def test_what_would_lie_on_top_of_each_other_is_listed() -> None:
    below = (
        Node((EAST,), ("AS",)),
        Node((EAST, SOUTH), ("KS",)),
        Node((SOUTH,), ()),
        Node((SOUTH, EAST), ("3C",)),
    )
    assert drawn(cell("x", 50, 30, "QD", below=below)) == [
        "x",
        "QD",
        " east AS",
        "  south KS",
        " south  .",
        "  east 3C",
    ]


def test_what_branches_is_listed_where_it_is_too_wide() -> None:
    below = (Node((SOUTH,), ("AS",)), *(Node((EAST,) * i, ("KS",)) for i in range(1, 12)))
    wide = cell("x", 10, 10, "QD", below=below)
    assert drawn(wide)[1].count("KS") == 11
    assert max(map(len, drawn(wide, width=30))) <= 30
    assert sum(line.count("KS") for line in drawn(wide, width=30)) == 11


def test_a_long_row_goes_on_below() -> None:
    row = cell("court", 10, 10, below=chain(EAST, *["KS"] * 12))
    assert drawn(row, width=30) == ["court", " ".join(["KS"] * 10), "KS KS"]


def test_a_long_column_first_puts_unseen_cards_together() -> None:
    column = cell("1", 10, 10, below=chain(SOUTH, *[None] * 6, "KS", "QH", "JS"))
    assert drawn(column, height=10) == ["1", *["[]"] * 6, "KS", "QH", "JS"]
    assert drawn(column, height=6) == ["1", "[]x6", "KS", "QH", "JS"]
    assert drawn(column, height=4) == ["1", "+7", "QH", "JS"]


def test_turned_cards_are_marked() -> None:
    tapped = Place("x", "x", None, 0, "placed", ("KS",), True, (10, 10), Fraction(90))
    below = (Node((SOUTH,), ("QH",), Fraction(45, 2)),)
    slanted = Place("y", "y", None, 0, "placed", (), True, (50, 10), branches=below)
    assert [line.split() for line in drawn(tapped, slanted)] == [["x", "y"], ["KS@90", "QH@22.5"]]
    signs = lay_out(scene(tapped), 80, 24, Faces())
    assert signs[1][0] == ("K♠↻90", "black")


# ---- the table -----------------------------------------------------------------------------------


def at(lines: list[str], text: str) -> tuple[int, int]:
    """Line and column of a text that is there once."""
    found = [(y, m.start()) for y, line in enumerate(lines) for m in re.finditer(text, line)]
    assert len(found) == 1, (text, lines)
    return found[0]


def test_cells_lie_in_rows_by_y_and_in_columns_by_x() -> None:
    places = [cell(f"c{i}", 10 + 12 * i, 30, below=chain(SOUTH, "KS", "QH")) for i in range(7)]
    upper = [cell("deck", 10, 10, *[None] * 24), cell("hand", 22, 11), cell("club", 82, 10, "AC")]
    for width in (80, 45):
        lines = drawn(*places, *upper, width=width)
        names = [at(lines, name) for name in ("deck", "hand", "club")]
        assert [y for y, _ in names] == [0, 0, 0]
        assert [x for _, x in names] == [at(lines, name)[1] for name in ("c0", "c1", "c6")]
        xs = [at(lines, f"c{i}")[1] for i in range(7)]
        assert xs == sorted(set(xs))
        assert {at(lines, f"c{i}")[0] for i in range(7)} == {3}


def test_half_a_card_to_the_side_stays_half_a_card() -> None:
    peak = [cell("a", 20, 10, "AS"), cell("b", 14, 16, "2S"), cell("c", 26, 16, "3S")]
    lines = drawn(*peak, width=45)
    (_, a), (_, b), (_, c) = (at(lines, card) for card in ("AS", "2S", "3S"))
    assert a - b == c - a > 0


def test_piles_at_nearly_one_height_lie_beside_each_other() -> None:
    # A third of a card's height, 12, is too much.
    near = drawn(cell("a", 10, 10, "AS"), cell("b", 30, 13, "2S"))
    assert len(near) == 2
    apart = drawn(cell("a", 10, 10, "AS"), cell("b", 30, 14, "2S"))
    assert len(apart) == 5 and at(apart, "b")[1] > at(apart, "a")[1]
    same = drawn(cell("a", 10, 10, "AS"), cell("b", 10, 11, "2S"))
    assert len(same) == 5 and at(same, "b")[1] == at(same, "a")[1]


def test_a_row_that_pushes_moves_what_lies_right_of_it() -> None:
    # The long row of a takes the place where the layout has b and c.
    lines = drawn(
        cell("a", 10, 10, below=chain(EAST, *["KS"] * 8)),
        cell("b", 20, 10, "AS"),
        cell("c", 20, 40, "2S"),
        width=30,
    )
    assert at(lines, "AS")[1] == at(lines, "2S")[1] > 8 * 3 - 1


def test_names_are_cut_before_rows_are_broken() -> None:
    row = [cell(f"{i}-playerstage", 10 + 12 * i, 10, "AS") for i in range(5)]
    assert len(drawn(*row, width=80)) == 2
    narrow = drawn(*row, width=45)
    assert len(narrow) == 2 and narrow[0].split() == [f"{i}-playe…" for i in range(5)]
    # But not if they could not be told apart then.
    row = [cell(f"playerstage{i}", 10 + 12 * i, 10, "AS") for i in range(5)]
    broken = drawn(*row, width=45)
    assert [name for line in broken[::2] for name in line.split()] == [p.name for p in row]


def test_names_are_left_out_only_if_there_is_no_room() -> None:
    places = [cell(f"{y}{x}", 10 * x, 14 * y, "AS") for x in range(4) for y in range(8)]
    places[0] = cell("00", 0, 0)
    assert len(drawn(*places, height=24)) == 23  # eight times two lines, and between them blanks
    assert len(drawn(*places, height=16)) == 16
    bare = drawn(*places, height=15)
    assert len(bare) == 8 and bare[0].split() == ["00", "AS", "AS", "AS"]
    assert bare[1].split() == ["AS"] * 4


def test_a_table_that_is_too_high_is_packed() -> None:
    # Nothing of the second row lies below the first, so it can be one line lower than that.
    left = cell("a", 10, 10, below=chain(SOUTH, "AS", "2S", "3S", "4S"))
    right = cell("b", 50, 30, below=chain(SOUTH, "5S", "6S"))
    under = cell("c", 10, 50, "7S")
    assert len(drawn(left, right, under, height=13)) == 12  # 5 + 3 + 2, and between them blanks
    assert len(drawn(left, right, under, height=12)) == 10
    packed = [line.split() for line in drawn(left, right, under, height=9)]
    assert packed == [["a"], ["AS", "b"], ["2S", "5S"], ["3S", "6S"], ["4S"], ["c"], ["7S"]]


def test_a_crooked_chain_is_drawn_straight_where_it_is_too_high() -> None:
    ways = (SOUTH, SOUTHEAST, SOUTH, SOUTHWEST)
    below = tuple(Node(ways[:i], (f"{i}S",)) for i in range(1, 5))
    crooked = cell("a", 10, 10, "AH", below=below)
    assert drawn(crooked, height=7) == ["a", "AH", "1S", "   2S", "   3S", "4S"]
    assert drawn(crooked, height=5) == ["a", "AH 1S 2S 3S 4S"]
    # What branches can't be: the lower lines are told.
    forked = cell("a", 10, 10, "AH", below=(*below, Node((EAST,), ("5S",))))
    assert drawn(forked, height=4)[-1] == "+3 lines"


def test_long_names_of_cards_begin_below_the_name_of_their_place() -> None:
    hands = [cell("won", 10, 10, "rock", "rock"), cell("lost", 40, 10, "scissors")]
    won, lost = (at(drawn(*hands), word)[1] for word in ("won", "lost"))
    assert drawn(*hands)[1] == " " * won + "rockx2" + " " * (lost - won - 6) + "scissors"


def test_trees_without_a_spot_are_drawn_side_by_side() -> None:
    places = [
        Place("cell", "cell", None, i, "tree", (), True, branches=chain(SOUTH, "AS", f"{i}H"))
        for i in (1, 2)
    ]
    assert drawn(*places, look=None) == ["cell 1  cell 2", "AS      AS", "1H      2H"]
    assert list(scene_lines(scene(*places[:1], look=None))) == [
        f"  {'cell 1':<24} -",
        f"  {'cell 1,south':<24} AS",
        f"  {'cell 1,south,south':<24} 1H",
    ]


def test_the_text_has_the_table_too() -> None:
    places = (cell("1", 10, 10, below=chain(SOUTH, *["KS"] * 30)), cell("2", 50, 10, "AS"))
    lines = list(scene_lines(scene(*places, values=(Value("score", None, "5"),))))
    assert [line.split() for line in lines[:3]] == [["1", "2"], ["KS", "AS"], ["KS"]]
    assert len(lines) == 32 and lines[-1] == "  score: 5"
    assert lines[0].startswith("  1") and lines[1].startswith("  KS")


# ---- anything ------------------------------------------------------------------------------------

cards = st.sampled_from([None, "AS", "10H", "Wizard"])
piles = st.lists(cards, max_size=3).map(tuple)


@st.composite
def trees(draw: st.DrawFn) -> tuple[Node, ...]:
    """What may hang below a place: a chain, or anything."""
    if draw(st.booleans()):
        way = draw(st.integers(0, 7))
        return tuple(Node((way,) * i, draw(piles)) for i in range(1, 1 + draw(st.integers(0, 12))))
    paths: set[tuple[int, ...]] = {()}
    for _ in range(draw(st.integers(0, 8))):
        paths.add((*draw(st.sampled_from(sorted(paths))), draw(st.integers(0, 7))))
    return tuple(Node(path, draw(piles)) for path in sorted(paths - {()}))


@st.composite
def places(draw: st.DrawFn) -> list[Place]:
    count = draw(st.integers(1, 9))
    return [
        cell(
            f"{draw(st.sampled_from(['', 'cell', 'a long name ']))}{i}",
            draw(st.integers(0, 12)) * 8,
            draw(st.integers(0, 5)) * 6,
            *draw(piles),
            below=draw(trees()),
        )
        for i in range(count)
    ]


def told(lines: list[Line]) -> int:
    """How many cards are drawn or told of: `+n` more, or `xn` in all."""
    found = 0
    for line in lines:
        for part, style in line:
            text = part.strip()
            if style in ("red", "black", "card", "back"):
                found += 1
            elif style == "note" and text[:1] in "x+":
                found += int(text[1:]) - (text[0] == "x")
    return found


EXAMPLES = [20, pytest.param(80, marks=pytest.mark.deep)]


@pytest.mark.parametrize("examples", EXAMPLES)
def test_everything_fits_and_no_card_is_lost(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(places(), st.integers(30, 100), st.integers(8, 40))
    def holds(found: list[Place], width: int, height: int) -> None:
        lines = lay_out(scene(*found), width, height, PLAIN)
        assert len(lines) <= height and max(map(width_of, lines)) <= width
        incomplete = [part for line in lines for part, _ in line if part == "…" or "lines" in part]
        assert incomplete or told(lines) == sum(len(node.cards) for p in found for node in p.nodes)

    holds()


@pytest.mark.parametrize("examples", EXAMPLES)
def test_with_room_for_all_every_place_is_named(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(places())
    def holds(found: list[Place]) -> None:
        lines = lay_out(scene(*found), 400, 400, PLAIN)
        names = {part.strip() for line in lines for part, how in line if how in ("label", "empty")}
        assert {place.name for place in found} <= names
        assert told(lines) == sum(len(node.cards) for place in found for node in place.nodes)
        assert not any("…" in part for line in lines for part, _ in line)

    holds()


# ---- from a table --------------------------------------------------------------------------------


def table() -> Table:
    """A column whose root is an anchor, with one card face down and one turned; a pile that is
    only an anchor; and a face-down deck."""
    deck, one, south, end = (
        n.ZoneAt(name="deck"),
        n.ZoneAt(name="1"),
        n.Local(name="south"),
        n.Local(name="end"),
    )
    down = n.Number(value=SOUTH)
    body = (
        n.MoveTop(source=deck, to=one),
        n.Turn(token=n.TopOf(zone=one), up=True),
        n.MoveTop(source=deck, to=n.ZoneAt(name="heart")),
        n.Turn(token=n.TopOf(zone=n.ZoneAt(name="heart")), up=True),
        n.Grow(name="south", zone=one, direction=down),
        n.MoveTop(source=deck, to=south),
        n.Grow(name="end", zone=south, direction=down),
        n.MoveTop(source=deck, to=end),
        n.Turn(token=n.TopOf(zone=end), up=True),
        n.SetProperty(token=n.TopOf(zone=end), property="rotation", value=n.Number(value=90)),
        n.Shuffle(zone=n.ZoneAt(name="spare")),
        n.Ask(name="it", seat=n.Seat(number=0), items=n.ListOf(items=(end,))),
    )
    names = (("D1", True), ("D2", True), ("2C", False), ("KS", False), ("QH", False))
    made = n.GameDef(
        name="column",
        properties=(
            n.Property(name="fixed", type="bool"),
            n.Property(name="rotation", type="int", changing=True),
        ),
        supplies=(
            n.Supply(
                name="cards",
                zone="deck",
                tokens=tuple(n.Token(name=name, values=(fixed, 0)) for name, fixed in names),
            ),
        ),
        zones=(
            *(n.Zone(name=name, branches=3) for name in ("deck", "1", "heart", "spare")),
            n.Zone(name="aside"),
            n.Zone(name="undealt", others_see="none"),
        ),
        spots=tuple(
            n.Spot(zone=name, x=x, y=y)
            for name, x, y in (
                ("deck", 10, 10),
                ("heart", 40, 10),
                ("1", 10, 30),
                ("spare", 40, 30),
            )
        ),
        look=n.Look(
            width=100,
            height=60,
            token_width=8,
            token_height=12,
            anchor="fixed",
            rotation="rotation",
        ),
        procedures=(n.Procedure(name="main", body=body),),
    )
    assert verify(made) == []
    return Table(compile_game(made))


def test_a_scene_has_trees_and_no_anchors() -> None:
    found = {place.name: place for place in scene_of(table().view(0)).places}
    assert (found["1"].cards, found["heart"].cards, found["deck"].cards) == ((), (), (None,))
    below = found["1"].branches
    assert [replace(node, zone=0) for node in below] == [
        Node((SOUTH,), (None,)),
        Node((SOUTH, SOUTH), ("KS",), Fraction(90)),
    ]
    assert len({node.zone for node in found["1"].nodes}) == 3


@pytest.mark.parametrize("size", [(80, 24), (45, 20)])
def test_a_table_is_drawn(size: tuple[int, int]) -> None:
    lines = lay_out(scene_of(table().view(0)), *size, PLAIN)
    text = ["".join(part for part, _ in line).split() for line in lines]
    # What is shuffled and empty is still a place on this table, what has no spot is none.
    assert text == [["deck", "heart"], ["[]", "--"], [], ["1", "spare"], ["[]", "--"], ["KS@90"]]
    shown = [line.split() for line in scene_lines(scene_of(table().view(0)))]
    assert shown == [line for line in text if line]


MINI = Path(__file__).parent.parent / "languages" / "rulexml" / "mini"


def test_files_are_drawn_as_they_deal() -> None:
    """Anchors F1 and F2 are not seen; of a column of three the last lies face down."""
    found = lw.load(MINI / "deal_cell_rotation_45.xml").table()
    lines = [line.split() for line in scene_lines(scene_of(found.view(0)))]
    assert lines[:4] == [["a", "b", "c"], ["A1@45", "A6", "[]x3"], ["A2@45"], ["[]"]]
    found = lw.load(MINI / "deal_fan_northwest.xml").table()
    stairs = list(scene_lines(scene_of(found.view(0))))[1:4]
    places = [at(stairs, card) for card in ("A1", "A2", "A3", "A4", "A5")]
    (y1, x1), (y4, x4) = places[0], places[3]
    assert places[1:3] == [(y1 - 1, x1 - 1), (y1 - 2, x1 - 2)]
    assert places[4] == (y4 - 1, x4 - 1)
