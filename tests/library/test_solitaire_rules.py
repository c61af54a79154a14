"""What makes each solitaire a game of its own: positions that are stacked, moves that follow."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import pytest

from ludwright import IllegalMove, Table
from models.solitaires import PACK, RANKS, SOLITAIRES, easy_deal, load

FOUR_SUITS = [[rank + suit for rank in reversed(RANKS)] for suit in "SHCD"]
"""Whole suits, from the king down to the ace."""


def stacked(
    name: str, tops: Iterable[str] = (), stock: Iterable[str] = (), **piles: Iterable[str]
) -> Table:
    """A table of a solitaire whose columns end with these cards, a word of cards for each, and
    whose stock begins with others; `piles` are for the cells or cards beside the columns. What
    is not said is filled up, high cards first."""
    rules = SOLITAIRES[name]
    wanted = [top.split() for top in tops]
    beside = list(chain(*piles.values()))
    pack = sorted(PACK * rules.decks, key=lambda card: -RANKS.index(card[:-1]))
    first = list(stock)
    for card in [*chain(*wanted), *beside, *first]:
        pack.remove(card)
    if rules.aces:
        pack = [card for card in pack if card[:-1] != "A"]
    columns = []
    for i, size in enumerate(rules.columns):
        top = wanted[i] if i < len(wanted) else []
        columns.append([*(pack.pop(0) for _ in range(size - len(top))), *top])
    held = len(rules.held) + sum(rules.cells)
    others = [*beside, *(pack.pop(0) for _ in range(held - len(beside)))]
    rest = [*first, *pack]
    deck = [*chain(*columns), *others, *(reversed(rest) if rules.deals else rest)]
    return load(name).table(deal={"deck": deck})


def legal(table: Table) -> set[str]:
    """The moves that are offered, in the words of the language."""
    return {move.text("sgdl") for move in table.legal()}


def between(table: Table, name: str = "COLUMN") -> set[str]:
    """The moves from one column to another."""
    found = (text for text in legal(table) if text.count(f" {name}[") == 2)
    return set(found)


# ---- cells ---------------------------------------------------------------------------------------

CELLS = ["9S", "8H", "8S", "8D", "3C", "3S", "KS", "KH"]


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("freecell", {"move COLUMN[1] COLUMN[0]", "move COLUMN[3] COLUMN[0]"}),
        ("freecell-2-cells", {"move COLUMN[1] COLUMN[0]", "move COLUMN[3] COLUMN[0]"}),
        ("bakers-game", {"move COLUMN[2] COLUMN[0]"}),
        ("eight-off", {"move COLUMN[2] COLUMN[0]"}),
        ("streets-and-alleys", {f"move COLUMN[{i}] COLUMN[0]" for i in (1, 2, 3)}),
    ],
)
def test_colours_suits_or_only_ranks(name: str, moves: set[str]) -> None:
    assert between(stacked(name, CELLS)) == moves


@pytest.mark.parametrize(("name", "cells"), [("freecell", 4), ("freecell-2-cells", 2)])
def test_a_cell_takes_one_card_of_a_column(name: str, cells: int) -> None:
    table = stacked(name, CELLS)
    for i in range(cells):
        table.apply(f"move COLUMN[{i + 4}] CELL[{i}]")
    assert not any(text.split()[-1].startswith("CELL") for text in legal(table))


def test_eight_off_begins_with_cards_in_cells() -> None:
    table = stacked("eight-off", CELLS, cells=["AS", "7S", "AC", "5D"])
    assert [len(table.zone("CELL", i)) for i in range(8)] == [1, 1, 1, 1, 0, 0, 0, 0]
    assert "move CELL[0] FOUNDATION[2]" in legal(table)
    # The seven of spades fits on its eight, not on the eight of hearts.
    assert {text for text in legal(table) if "move CELL[1]" in text} == {"move CELL[1] COLUMN[2]"}


def test_only_a_king_goes_into_a_gap_of_seahaven_towers() -> None:
    table = stacked("seahaven-towers", ["5S 4S 3S 2S AS", "9H", "KD"], cells=["KC", "7C"])
    for _ in range(5):
        table.apply("move COLUMN[0] FOUNDATION[0]")
    into = {text for text in legal(table) if text.endswith("COLUMN[0]")}
    assert "move CELL[0] COLUMN[0]" in into and "move COLUMN[2] COLUMN[0]" in into
    assert "move CELL[1] COLUMN[0]" not in into and "move COLUMN[1] COLUMN[0]" not in into


def test_a_run_of_freecell_goes_at_once_if_its_cards_could_one_by_one() -> None:
    tops = ["QH JS 10H 9S 8H", "KS", "2C", "3C", "2S", "4S", "2D", "2H"]
    table, whole = stacked("freecell", tops), "move_stack COLUMN[0]:2 COLUMN[1]"
    # Four cells let five cards go.
    assert whole in legal(table)
    table.apply("move COLUMN[7] CELL[0]")
    assert whole not in legal(table)
    with pytest.raises(IllegalMove):
        table.apply(whole)
    table.undo()
    table.apply(whole)
    assert table.zone("COLUMN", 1)[-6:] == ["KS", *tops[0].split()]


# ---- the stock -----------------------------------------------------------------------------------

PASSES = {
    "forty-thieves": 1,
    "westcliff": 1,
    "legion": 1,
    "aunt-mary": 1,
    "thirty-six": 1,
    "australian-patience": 1,
    "blind-alleys": 2,
}


@pytest.mark.quick(3)
@pytest.mark.parametrize("name", PASSES)
def test_how_often_the_stock_is_gone_through(name: str) -> None:
    table, size = load(name).table(seed=3), SOLITAIRES[name].stock
    order = table.zone("DRAW")
    for left in reversed(range(PASSES[name])):
        for drawn in range(size):
            assert len(table.zone("WASTE")) == drawn
            table.apply("draw")
        assert table.zone("DRAW") == []
        assert ("draw" in legal(table)) == bool(left)
        if left:
            table.apply("draw")
            assert table.zone("DRAW") == order and table.zone("WASTE") == []


@pytest.mark.parametrize(("name", "deals"), [("easthaven", 5), ("spiderette", 4), ("scorpion", 1)])
def test_the_stock_is_dealt_onto_the_columns(name: str, deals: int) -> None:
    rules, table = SOLITAIRES[name], load(name).table(seed=2)
    sizes = list(rules.columns)
    for deal in range(deals):
        dealt = min(len(sizes), rules.stock - deal * len(sizes))
        table.apply("draw")
        sizes = [size + (i < dealt) for i, size in enumerate(sizes)]
        assert [len(table.zone("COLUMN", i)) for i in range(len(sizes))] == sizes
        assert all(table.face_up("COLUMN", i)[-1] for i in range(len(sizes)))
    # What was left for the last deal did not reach all columns.
    assert dealt == 3 and "draw" not in legal(table)


@pytest.mark.parametrize(("name", "may"), [("easthaven", True), ("spiderette", False)])
def test_dealing_over_a_gap(name: str, may: bool) -> None:
    # The cards of the first column go onto those at the end of others.
    tops = {
        "easthaven": ["5H 6H 7H", "8S", "7C", "6C"],
        "spiderette": ["7H", "8H"],
    }[name]
    table = stacked(name, tops)
    for i, _ in enumerate(tops[1:], start=1):
        table.apply(f"move COLUMN[0] COLUMN[{i}]")
    assert table.zone("COLUMN", 0) == []
    assert ("draw" in legal(table)) == may


# ---- groups, runs and faces ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "onto"),
    [("yukon", "8H"), ("russian-solitaire", "8S"), ("alaska", "6S"), ("scorpion", "8S")],
)
def test_a_group_moves_though_its_cards_have_nothing_to_do_with_each_other(
    name: str, onto: str
) -> None:
    table = stacked(name, ["3C", "7S QD 2H", onto, "QS", "JC", "QC", "KC"])
    size = SOLITAIRES[name].columns[1]
    assert f"move_stack COLUMN[1]:{size - 3} COLUMN[2]" in legal(table)
    table.apply(f"move_stack COLUMN[1]:{size - 3} COLUMN[2]")
    assert table.zone("COLUMN", 2)[-4:] == [onto, "7S", "QD", "2H"]
    assert table.face_up("COLUMN", 1)[-1]


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("name", "run", "moves"),
    [
        ("thirty-six", "9S 8S", True),
        ("thirty-six", "9S 8H", True),
        ("aunt-mary", "9S 8S", False),
        ("aunt-mary", "9S 8H", True),
        ("thirty-six", "9S 7H", False),
    ],
)
def test_what_a_run_is(name: str, run: str, moves: bool) -> None:
    table = stacked(name, [run, "10H", "2D", "2S", "4H", "4S"])
    assert ("move_stack COLUMN[0]:4 COLUMN[1]" in legal(table)) == moves


def test_every_other_card_of_legion_is_turned_up_when_it_comes_to_light() -> None:
    # Below the nine of spades lies a card face down, below that the ten of hearts.
    table = stacked("legion", ["2S", "QD", "10D", "10H JD 9S"])
    assert table.face_up("COLUMN", 3) == [True, False] * 3 + [True]
    assert not any("move_stack" in text for text in legal(table))
    table.apply("move COLUMN[3] COLUMN[2]")
    assert table.face_up("COLUMN", 3) == [True, False, True, False, True, True]


def test_cards_come_back_from_foundations_where_that_is_allowed() -> None:
    for name, back in (("blind-alleys", True), ("westcliff", False), ("easthaven", True)):
        tops = ["3H", "2S"] if name == "blind-alleys" else ["3H", "2S AS"]
        table = stacked(name, tops)
        for _ in tops[1].split():
            table.apply("move COLUMN[1] FOUNDATION[0]")
        assert table.zone("FOUNDATION", 0) == ["AS", "2S"]
        assert ("move FOUNDATION[0] COLUMN[0]" in legal(table)) == back


# ---- whole suits ---------------------------------------------------------------------------------


def test_a_whole_suit_of_simple_simon_leaves_by_itself() -> None:
    # Columns of eight, eight, eight, seven ...: a king to a six, and a five to an ace behind it.
    spades = FOUR_SUITS[0]
    tops = [" ".join(spades[:8]), "KH KD KC " + " ".join(spades[8:])]
    table = stacked("simple-simon", tops)
    table.apply("move_stack COLUMN[1]:3 COLUMN[0]")
    assert table.zone("COLUMN", 0) == []
    assert table.zone("FOUNDATION", 0) == spades
    assert table.zone("COLUMN", 1) == ["KH", "KD", "KC"]


def test_scorpion_is_won_with_four_suits() -> None:
    # Three suits lie open, their lower ends elsewhere; below them the diamonds lie face down.
    low = {suit[0][-1]: " ".join(suit[-4:]) for suit in FOUR_SUITS}
    tops = [
        *("4D 8D QD " + low["S"], "3D 7D JD " + low["H"], "2D 6D 10D " + low["C"]),
        *("AD 5D 9D 6S 5S 6H 5H", *(" ".join(suit[:7]) for suit in FOUR_SUITS[:3])),
    ]
    table = stacked("scorpion", tops, stock=["6C", "5C", "KD"])
    for move in ("[3]:5 COLUMN[5]", "[3]:3 COLUMN[4]", "[0]:3 COLUMN[4]", "[1]:3 COLUMN[5]"):
        table.apply(f"move_stack COLUMN{move}")
    assert [table.zone("FOUNDATION", i) for i in range(2)] == FOUR_SUITS[:2]
    assert table.zone("COLUMN", 4) == table.zone("COLUMN", 5) == []
    # The stock goes to the first three columns; a king may fill a gap, nothing else may.
    table.apply("draw")
    into = {text for text in legal(table) if text.endswith("COLUMN[5]")}
    assert into == {"move COLUMN[2] COLUMN[5]", "move_stack COLUMN[6]:0 COLUMN[5]"}
    for move in ("[0] COLUMN[6]", "[1] COLUMN[6]", "[2] COLUMN[4]"):
        table.apply(f"move COLUMN{move}")
    table.apply("move_stack COLUMN[2]:3 COLUMN[6]")
    for i in [0, 1, 2, 3] * 3:
        assert not table.over
        table.apply(f"move COLUMN[{i}] COLUMN[4]")
    assert table.result().winners == (0,)


def test_bisley_is_won_wherever_the_two_ends_of_a_suit_meet() -> None:
    table = load("bisley").table(deal={"deck": easy_deal(SOLITAIRES["bisley"])})
    while not table.over:
        texts = sorted(legal(table))
        kings = [text for text in texts if " KING[" in text]
        table.apply((kings or [text for text in texts if " FOUNDATION[" in text])[0])
    assert table.result().winners == (0,)
    up, down = ([len(table.zone(name, i)) for i in range(4)] for name in ("FOUNDATION", "KING"))
    assert sum(up) + sum(down) == 52 and 0 < sum(down) < 52


# ---- laid out again ------------------------------------------------------------------------------


def test_la_belle_lucie_is_laid_out_again_twice() -> None:
    table = stacked("la-belle-lucie", ["AS", "AH", "2S"])
    table.apply("move FAN[0] FOUNDATION[0]")
    table.apply("move FAN[2] FOUNDATION[0]")
    for _ in range(2):
        before = sorted(chain(*(table.zone("FAN", i) for i in range(18))))
        table.apply("draw")
        fans = [table.zone("FAN", i) for i in range(18)]
        # Fifty cards are left: sixteen fans of three, one of two, and a gap.
        assert [len(fan) for fan in fans] == [3] * 16 + [2, 0]
        assert sorted(chain(*fans)) == before
        assert table.zone("FOUNDATION", 0) == ["AS", "2S"]
        assert all(all(table.face_up("FAN", i)) for i in range(18))
    assert "draw" not in legal(table)
    assert not any(text.endswith(" FAN[17]") for text in legal(table))
