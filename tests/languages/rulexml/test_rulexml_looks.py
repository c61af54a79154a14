"""Layouts become the look of a game, and the look a layout again."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.diagnostics import Report, Span
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.languages.rulexml.lower.looks import degree_of, grows_of, layout_of, look_of, turn_of
from ludwright.languages.rulexml.read.tree import (
    NONE,
    Card,
    Cell,
    Dealt,
    Deck,
    GestureRule,
    Group,
    LayoutFile,
    Phase,
    Rules,
    Word,
)

HERE = Span("here.xml", 1, 1, 1, 2)


def word(text: str) -> Word:
    return Word(text, HERE)


def cell(name: str, fan: str = NONE, dealt: int = 1, rotation: str = "0") -> Cell:
    entry = Dealt("Rd", "d", "", None, HERE)
    return Cell(word(name), fan, Decimal(rotation), (entry,) * dealt, HERE)


def rules(*rows: tuple[str, list[Cell]]) -> Rules:
    """A game with groups of cells; each cell once."""
    groups = tuple(
        Group(word(name), tuple(c.name.text for c in cells), HERE) for name, cells in rows
    )
    cells = {c.name.text: c for _, row in rows for c in row}
    deck = Deck("", False, (Card(word("KS"), 13, "", "", False, HERE),) * 2, HERE)
    rule = GestureRule(word(""), (), (), HERE)
    phases = (Phase(word("play"), False, (), (rule,), HERE),)
    return Rules("patience", 1, None, deck, tuple(cells.values()), groups, phases, HERE)


def layout(**places: tuple[str, str]) -> LayoutFile:
    cells = tuple((word(name), Decimal(x), Decimal(y)) for name, (x, y) in places.items())
    return LayoutFile("patience", 1, 50, 8, 11, 1, 3, ("KS",), "cards/", ".png", cells, HERE)


def game(made: Rules, look: n.Look, spots: tuple[n.Spot, ...]) -> n.GameDef:
    tokens = tuple(n.Token(name=c.name.text, values=()) for c in made.deck.cards)
    first = made.cells[0].name.text
    return n.GameDef(
        name=made.name,
        supplies=(n.Supply(name="deck", zone=first, tokens=tokens),),
        zones=tuple(n.Zone(name=c.name.text, grows=grows_of(c)) for c in made.cells),
        spots=spots,
        look=look,
        procedures=(n.Procedure(name="main"),),
    )


def looked(made: Rules, plan: LayoutFile | None) -> tuple[n.Look, dict[str, tuple[int, int]]]:
    look, spots = look_of(made, plan, Report())
    return look, {spot.zone: (spot.x, spot.y) for spot in spots}


TWO = rules(("piles", [cell("a"), cell("b")]))


def test_whole_numbers_are_hundredths_of_the_width() -> None:
    look, spots = looked(TWO, layout(a=("10", "20"), b=("30", "20")))
    assert (look.width, look.height, look.token_width, look.token_height) == (100, 50, 8, 11)
    assert (look.step_up, look.step_down) == (3, 1)
    assert (look.picture_start, look.picture_ending) == ("cards/", ".png")
    assert spots == {"a": (10, 20), "b": (30, 20)}


def test_decimals_make_the_unit_smaller() -> None:
    look, spots = looked(TWO, layout(a=("12.5", "20.0"), b=("30", "0.25")))
    assert (look.width, look.height, look.token_width, look.step_up) == (10_000, 5000, 800, 300)
    assert spots == {"a": (1250, 2000), "b": (3000, 25)}


def test_places_of_no_cell_are_left_out() -> None:
    _, spots = looked(TWO, layout(a=("1", "1"), b=("2", "2"), c=("3", "3")))
    assert set(spots) == {"a", "b"}


def test_cells_that_the_layout_lacks_lie_below_the_others() -> None:
    made = rules(("piles", [cell("a"), cell("b"), cell("c")]), ("low", [cell("d")]))
    look, spots = looked(made, layout(a=("10", "20"), b=("30", "48")))
    # The lower edge of b is at 53.5, so a card whose middle is 5.5 below 54 + 1 touches nothing.
    assert spots["b"] == (300, 480) and spots["c"] == (50, 605)
    assert spots["d"][1] > spots["c"][1] and spots["d"][0] == spots["c"][0]
    assert look.height >= spots["d"][1] + look.token_height / 2


def test_without_a_layout_there_is_a_row_for_each_group() -> None:
    columns = [cell(f"c{i}", "south", dealt=i) for i in range(1, 8)]
    made = rules(("columns", columns), ("piles", [cell("deck"), cell("hand"), cell("c1")]))
    look, spots = looked(made, None)
    assert set(spots) == {c.name.text for c in made.cells}
    heights = {spots[c.name.text][1] for c in columns}
    assert len(heights) == 1
    # Seven cards, and four more, of the longest column lie above the next row.
    (top,) = heights
    assert spots["deck"][1] - top >= 11 * look.step_up + look.token_height
    assert spots["deck"][1] == spots["hand"][1]
    assert not overlapping(look, spots)


def test_long_rows_go_on_below() -> None:
    made = rules(("many", [cell(str(i)) for i in range(52)]))
    look, spots = looked(made, None)
    assert not overlapping(look, spots)
    assert all(0 < x < look.width and 0 < y < look.height for x, y in spots.values())
    assert [str(i) for i in range(52)] == sorted(spots, key=lambda name: spots[name][::-1])


def test_fans_have_room_to_the_side_they_grow_to() -> None:
    made = rules(("row", [cell("left", "west", 3), cell("right", "northeast", 3), cell("end")]))
    look, spots = looked(made, None)
    seven = 7 * look.step_up
    assert spots["left"][0] - seven - look.token_width / 2 > 0
    assert spots["end"][0] - spots["right"][0] > seven + look.token_width
    assert spots["right"][1] - seven - look.token_height / 2 > 0


def overlapping(look: n.Look, spots: dict[str, tuple[int, int]]) -> list[tuple[str, str]]:
    return [
        (a, b)
        for a, (ax, ay) in spots.items()
        for b, (bx, by) in spots.items()
        if a < b and abs(ax - bx) < look.token_width and abs(ay - by) < look.token_height
    ]


# ---- what is odd ---------------------------------------------------------------------------------

ODD: dict[str, tuple[dict[str, Any], str]] = {
    "RX411": (
        {"cells": layout(a=("10", "51"), b=("1", "1")).cells},
        "'a'",
    ),
    "RX412": (
        {"cells": layout(a=("1.234567", "1"), b=("1", "1")).cells},
        "1.234567",
    ),
    "RX413": ({"card_width": 0}, "card_width 0"),
}


@pytest.mark.parametrize("code", ODD)
def test_what_is_odd_is_told(code: str) -> None:
    changes, part = ODD[code]
    plan, report = replace(layout(a=("1", "1"), b=("100", "50")), **changes), Report()
    look, spots = look_of(TWO, plan, report)
    (found,) = report.items
    assert (found.code, found.severity) == (code, "warning") and part in found.message
    assert verify(game(TWO, look, spots)) == []


def test_nothing_is_told_of_a_layout_that_is_fine() -> None:
    report = Report()
    look_of(TWO, layout(a=("0", "0"), b=("100", "50.00000")), report)
    look_of(TWO, None, report)
    assert report.items == []


def test_huge_numbers_stay_within_reach() -> None:
    plan = layout(a=("1e400", "-1e30"), b=("0.000000001", "1e-400"))
    plan = replace(plan, screen_height=10**12, face_up_offset=-1)
    look, spots = look_of(TWO, plan, Report())
    assert verify(game(TWO, look, spots)) == []
    assert (look.height, look.step_up) == (60, 3)
    assert {spot.zone: (spot.x, spot.y) for spot in spots} == {"a": (10_000, -10_000), "b": (0, 0)}


# ---- rotations -----------------------------------------------------------------------------------


def test_rotations_are_whole_in_a_unit_that_fits_all() -> None:
    def degree(*rotations: str) -> int:
        return degree_of(map(Decimal, rotations))

    assert degree() == degree("0", "360", "-720", "1e400000") == 0
    assert degree("0", "90") == 1 and degree("90.0", "22.5", "0") == 10
    assert degree("22.5", "0.25") == 100 and degree("1.125", "90") == 1000
    assert turn_of(Decimal("22.5"), 10) == 225
    assert turn_of(Decimal("-90"), 10) == 2700 and turn_of(Decimal("450"), 1) == 90
    assert turn_of(Decimal("1e400000"), 1) == 0
    look, _ = look_of(TWO, None, Report(), anchor="fixed", rotation="rotation", degree=10)
    assert (look.anchor, look.rotation, look.degree) == ("fixed", "rotation", 10)


def test_a_fan_is_the_direction_in_which_a_zone_grows() -> None:
    assert grows_of(cell("a", "northwest")) == "northwest" and grows_of(cell("a")) == ""


# ---- and back ------------------------------------------------------------------------------------

numbers = st.decimals(-9999, 9999, places=5) | st.decimals(0, 100, places=1) | st.integers(0, 100)
sizes = st.integers(1, 10_000)


@st.composite
def layouts(draw: st.DrawFn) -> tuple[Rules, LayoutFile]:
    names = draw(st.lists(st.text("abc,1", min_size=1, max_size=3), min_size=1, unique=True))
    made = rules(("all", [cell(name) for name in names]))
    cells = tuple(
        (word(name), Decimal(draw(numbers)), Decimal(draw(numbers)))
        for name in draw(st.permutations(names))
    )
    plan = LayoutFile(
        "patience",
        1,
        *(draw(sizes) for _ in range(3)),
        *(draw(st.integers(0, 10_000)) for _ in range(2)),
        ("KS",),
        draw(st.text(max_size=3)),
        draw(st.text(max_size=3)),
        cells,
        HERE,
    )
    return made, plan


@settings(deadline=None)
@given(layouts())
def test_every_layout_comes_back(drawn: tuple[Rules, LayoutFile]) -> None:
    made, plan = drawn
    look, spots = look_of(made, plan, Report())
    found = game(made, look, spots)
    assert verify(found) == []
    again = layout_of(found)
    assert again == plan
    assert look_of(made, again, Report()) == (look, spots)


def test_computed_layouts_come_back_too() -> None:
    made = rules(("columns", [cell(str(i), "south", i) for i in range(7)]), ("g", [cell("deck")]))
    look, spots = look_of(made, None, Report())
    again = layout_of(game(made, look, spots))
    assert look_of(made, again, Report()) == (look, spots)


def test_a_game_without_a_look_has_no_layout() -> None:
    look, spots = look_of(TWO, None, Report())
    assert layout_of(replace(game(TWO, look, spots), look=None)) is None
