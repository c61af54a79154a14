"""Boards in `zones`: grids and hexagons, with neighbours, coordinates and spots."""

import pytest

from ludwright.diagnostics import Span
from ludwright.languages.gamespec.read.collation import collated
from tools.gamespec.trees import block, codes, expanded, plain


def zones(call: str) -> list[dict[str, object]]:
    """The zones of a document that nothing is wrong with."""
    document, report = expanded(block(f"zones: [{call}]"))
    assert report.items == []
    made = plain(document.sections["zones"])
    assert isinstance(made, list)
    return made


def near(made: list[dict[str, object]]) -> dict[object, set[object]]:
    """The neighbours of each zone, by full ids."""
    return {f"{zone['id']}:none": set(zone["adjacentTo"]) for zone in made}  # type: ignore[call-overload]


def test_a_grid_is_zones_in_rows() -> None:
    made = zones("{macro: grid, args: [2, 3]}")
    assert [zone["id"] for zone in made] == [
        f"cell_{row}_{column}" for row in range(2) for column in range(3)
    ]
    assert made[1] == {
        "id": "cell_0_1",
        "owner": "none",
        "visibility": "public",
        "ordering": "set",
        "adjacentTo": ["cell_0_0:none", "cell_0_2:none", "cell_1_1:none"],
        "space": True,
        "attributes": {"row": 0, "column": 1},
        "spot": [100, 0],
    }


def test_a_hexagon_has_rings() -> None:
    made = zones("{macro: hex, args: [1]}")
    assert {zone["id"] for zone in made} == {
        "hex_0_0", "hex_1_0", "hex_1_n1", "hex_0_n1", "hex_n1_0", "hex_n1_1", "hex_0_1"
    }  # fmt: skip
    around = near(made)
    assert len(around["hex_0_0:none"]) == 6
    assert around["hex_1_0:none"] == {"hex_0_0:none", "hex_1_n1:none", "hex_0_1:none"}


@pytest.mark.parametrize(("radius", "count"), [(0, 1), (1, 7), (2, 19), (4, 61)])
def test_a_hexagon_has_so_many_cells(radius: int, count: int) -> None:
    assert len(zones(f"{{macro: hex, args: [{radius}]}}")) == count


@pytest.mark.parametrize("call", ["{macro: grid, args: [3, 12]}", "{macro: hex, args: [3]}"])
def test_neighbours_exist_are_mutual_and_in_order(call: str) -> None:
    made = zones(call)
    around = near(made)
    for zone, others in around.items():
        assert all(zone in around[other] for other in others)
        assert zone not in others
    for each in made:
        listed = each["adjacentTo"]
        assert isinstance(listed, list)
        assert listed == sorted(listed, key=collated) and len(set(listed)) == len(listed)


def test_cells_of_a_hexagon_lie_in_rows_that_are_offset() -> None:
    made = {zone["id"]: zone["spot"] for zone in zones("{macro: hex, args: [1]}")}
    assert made["hex_0_n1"] == [50, 0] and made["hex_1_n1"] == [150, 0]
    assert made["hex_n1_0"] == [0, 100] and made["hex_0_0"] == [100, 100]
    assert made["hex_n1_1"] == [50, 200]


def test_no_two_cells_lie_on_each_other() -> None:
    for call in ("{macro: grid, args: [4, 5]}", "{macro: hex, args: [3]}"):
        spots = [tuple(zone["spot"]) for zone in zones(call)]  # type: ignore[call-overload]
        assert len(set(spots)) == len(spots) and min(min(spot) for spot in spots) == 0


def test_boards_stand_among_other_zones_also_beside_macros() -> None:
    body = (
        "constants: {n: 2}\n"
        "effectMacros: [{id: pile, effects: [{id: x}, {id: y}]}]\n"
        "zones: [{id: a}, {macro: grid, args: [1, {ref: constant, name: n}]}, {macro: pile}]"
    )
    document, report = expanded(block(body))
    assert report.items == []
    made = plain(document.sections["zones"])
    assert isinstance(made, list)
    assert [zone["id"] for zone in made] == ["a", "cell_0_0", "cell_0_1", "x", "y"]


def test_zones_of_a_board_have_the_place_of_its_call() -> None:
    document, _ = expanded(block("zones:\n  - {macro: grid, args: [2, 2]}"))
    assert document.span("doc.zones.3.adjacentTo.0") == Span("game.md", 3, 5, 3, 32)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("{macro: grid, args: [2]}", "CNL_BOARD_MACRO_ARGS_INVALID"),
        ("{macro: grid, args: [2, 0]}", "CNL_BOARD_MACRO_ARGS_INVALID"),
        ("{macro: grid, args: [2, x]}", "CNL_BOARD_MACRO_ARGS_INVALID"),
        ("{macro: grid, args: [2, 1.5]}", "CNL_BOARD_MACRO_ARGS_INVALID"),
        ("{macro: grid, args: [2, true]}", "CNL_BOARD_MACRO_ARGS_INVALID"),
        ("{macro: grid}", "CNL_BOARD_MACRO_ARGS_INVALID"),
        ("{macro: hex, args: [-1]}", "CNL_BOARD_MACRO_ARGS_INVALID"),
        ("{macro: hex, args: 2}", "CNL_BOARD_MACRO_ARGS_INVALID"),
        ("{macro: gird, args: [2, 2]}", "CNL_BOARD_MACRO_UNKNOWN"),
        ("{macro: grid, args: [101, 100]}", "CNL_COMPILER_LIMIT_EXCEEDED"),
        ("{macro: hex, args: [999999999999]}", "CNL_COMPILER_LIMIT_EXCEEDED"),
    ],
)
def test_mistakes_are_found(call: str, code: str) -> None:
    document, report = expanded(block(f"zones:\n- {{id: a}}\n- {call}"))
    assert codes(report) == [code]
    at = report.items[0].span
    assert at is not None and at.line == 4
    assert plain(document.sections["zones"]) == [{"id": "a"}]


def test_all_boards_together_have_a_limit() -> None:
    half = "{macro: grid, args: [50, 100]}"
    assert len(zones(f"{half}, {half}")) == 10_000
    _, report = expanded(block(f"zones: [{half}, {half}, {{macro: hex, args: [0]}}]"))
    assert codes(report) == ["CNL_COMPILER_LIMIT_EXCEEDED"]
