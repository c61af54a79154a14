"""Solitaires with a rule of their own: covered cards, pairs, one pile for all, and the clock."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from random import Random

import pytest

import ludwright as lw
from tools.lockstep import lock_step

SUITS, RANKS = "SHCD", ("A", *map(str, range(2, 11)), "J", "Q", "K")
NAMES = ("accordion", "black-hole", "clock", "golf", "pyramid", "tri-peaks")
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def dealt(name: str, first: Iterable[str]) -> lw.Table:
    """A table at which these cards are dealt first."""
    return lw.load(name).table(deal={"deck": [*first]})


def moves(table: lw.Table) -> list[str]:
    return [move.text() for move in table.legal()]


def cards(table: lw.Table) -> set[str]:
    """The cards that can be moved or removed."""
    return {text.split("  ")[0] for text in moves(table) if text != "draw"}


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", [*NAMES])
def test_the_oracle_agrees(name: str) -> None:
    lock_step(lw.load(name).definition, 1, seed=3, most=30)


# ---- Golf ----------------------------------------------------------------------------------------

TOPS = ["QS", "2H", "KD", "JC", "3S", "5S", "7S"]


def golf(foundation: str) -> lw.Table:
    lower = iter(card for card in PACK if card not in (*TOPS, foundation))
    columns = [card for top in TOPS for card in (*(next(lower) for _ in range(4)), top)]
    return dealt("golf", [*columns, foundation])


@pytest.mark.parametrize(
    ("foundation", "fits"),
    [("QH", {"KD", "JC"}), ("KS", set()), ("AS", {"2H"}), ("4S", {"3S", "5S"}), ("2D", {"3S"})],
)
def test_golf_does_not_turn_corners_and_stops_at_a_king(foundation: str, fits: set[str]) -> None:
    assert cards(golf(foundation)) == fits


def test_golf_goes_through_its_stock_once() -> None:
    table = golf("KS")
    for left in range(16, 0, -1):
        assert len(table.zone("DRAW")) == left
        table.apply("draw")
    assert "draw" not in moves(table)


# ---- Black Hole ----------------------------------------------------------------------------------


def test_black_hole_turns_corners_from_the_ace_of_spades() -> None:
    # The top cards of the first five fans; the ace in the middle is not dealt.
    fans = ["3H", "4H", "KH", "5H", "6H", "2C", "7H", "8H", "QC", "9H", "10H", "AD", "JH", "QH"]
    table = dealt("black-hole", [*fans, "3C"])
    assert table.zone("FOUNDATION") == ["AS"]
    assert {"KH", "2C"} <= cards(table)
    assert not {"QC", "AD", "3C"} & cards(table)
    table.apply("KH  fan 1 -> foundation")
    assert {"QC", "AD"} <= cards(table) and "2C" not in cards(table)


# ---- Pyramid -------------------------------------------------------------------------------------

LAST_ROW = ["KS", "6S", "7S", "AC", "9C", "QS", "10H"]


def pyramid() -> lw.Table:
    above = ["2S", "2H", "2D", "3S", "3H", "3D", "4S", "4H", "4D", "5S", "5H", "5D", "8S", "8H"]
    above += ["8D", "8C", "9S", "9H", "9D", "10S", "4C"]
    return dealt("pyramid", [*above, *LAST_ROW, "3C", "KH", "AH"])


def test_pyramid_removes_thirteen() -> None:
    table = pyramid()
    free = ["KS", "6S + 7S", "AC + QS"]
    assert cards(table) == set(free)
    for text in ("KS  card 22", "6S + 7S  card 23, card 24"):
        table.apply(f"{text} -> discard")
    assert table.zone("DISCARD") == ["KS", "6S", "7S"]
    # 8C and 9S are free now, 9H is still half covered; 9S needs a four, and 4C is not free.
    assert cards(table) == {"AC + QS"}
    assert table.zone("CARD", index=15) == ["8C"]


def test_pyramid_pairs_what_is_drawn() -> None:
    table = pyramid()
    table.apply("draw")
    assert cards(table) == {"KS", "6S + 7S", "AC + QS", "10H + 3C"}
    table.apply("draw")
    assert "KH" in cards(table) and "10H + 3C" not in cards(table)
    table.apply("KH  waste -> discard")
    assert "10H + 3C" in cards(table)


def test_pyramid_goes_through_its_stock_three_times() -> None:
    table = pyramid()
    draws = 0
    while "draw" in moves(table):
        table.apply("draw")
        draws += 1
    # 24 cards three times, and two turns of the waste.
    assert draws == 3 * 24 + 2


def test_pyramid_cards_are_covered_by_the_two_that_touch_them() -> None:
    definition = lw.load("pyramid").definition
    covered = [(link.index_a, link.index_b) for link in definition.links]
    place = {spot.index: (spot.x, spot.y) for spot in definition.spots}
    assert len(covered) == 2 * 21
    for below, above in covered:
        (x, y), (over_x, over_y) = place[below], place[above]
        assert over_y == y + 100 and abs(over_x - x) == 50


# ---- Tri Peaks -----------------------------------------------------------------------------------


def test_tri_peaks_uncovers_its_cards() -> None:
    peaks = ["2S", "3S", "4S", *("5S", "6S", "7S", "8S", "9S", "10S")]
    hills = ["JS", "QS", "2H", "3H", "4H", "5H", "6H", "7H", "8H"]
    row = ["KH", "AH", "KD", "9C", "9D", "9H", "7C", "7D", "6C", "6D"]
    table = dealt("tri-peaks", [*peaks, *hills, *row, "QH"])
    assert cards(table) == {"KH", "KD"}
    shown = table.view(0)
    assert [shown.zone("CARD", index=i) for i in (0, 9, 18)] == [[None], [None], ["KH"]]
    table.apply("KH  card 19 -> foundation")
    # Round the corner: an ace may follow.
    assert "AH" in cards(table)
    table.apply("AH  card 20 -> foundation")
    shown = table.view(0)
    assert [shown.zone("CARD", index=i) for i in (9, 10)] == [["JS"], [None]]
    assert "KD" in cards(table)
    table.apply("KD  card 21 -> foundation")
    # 2H is still covered; QS lies open now and fits.
    assert cards(table) == {"QS"}


def test_tri_peaks_stand_on_a_row_of_ten() -> None:
    definition = lw.load("tri-peaks").definition
    place = {spot.index: (spot.x, spot.y) for spot in definition.spots}
    covered = {}
    for link in definition.links:
        if link.name == "covered_by":
            covered.setdefault(link.index_a, []).append(link.index_b)
    assert sorted(covered) == list(range(18))
    for below, above in covered.items():
        x, y = place[below]
        assert [place[each] for each in above] == [(x - 50, y + 100), (x + 50, y + 100)]


# ---- Clock ---------------------------------------------------------------------------------------


def test_one_clock_in_thirteen_is_won() -> None:
    games = 20_000
    share = lw.load("clock").simulate(games=games, seed=1).seats[0].wins / games
    assert abs(share - 1 / 13) < 5 * sqrt(1 / 13 * 12 / 13 / games)


def test_the_fourth_king_stops_the_clock() -> None:
    """The pack is dealt in turn to the hours and the middle, the last round on top."""
    ranks = [*RANKS]
    # Every hour holds its own cards, the middle the kings: it is over after four cards.
    table = lw.load("clock").table(deal={"pack": [rank + suit for suit in SUITS for rank in ranks]})
    result = table.result()
    assert (result.winners, result.scores) == ((), (4,))
    # Every hour has the cards of the next one, and the middle those of the first: all are turned.
    turned = ranks[1:] + ranks[:1]
    table = lw.load("clock").table(deal={"pack": [r + suit for suit in SUITS for r in turned]})
    result = table.result()
    assert (result.winners, result.scores) == ((0,), (52,))


# ---- Accordion -----------------------------------------------------------------------------------


def alike(first: str, second: str) -> bool:
    return first[-1] == second[-1] or first[:-1] == second[:-1]


def steps(row: list[str], place: int) -> list[int]:
    """How far to the left the pile at a place, counted from the left, can be moved."""
    return [far for far in (1, 3) if place >= far and alike(row[place], row[place - far])]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_accordion_closes_its_gaps(seed: int) -> None:
    """Another accordion, a plain list, is played beside it."""
    table, rng = lw.load("accordion").table(seed=seed), Random(seed)
    row = list(table.zone("row"))
    while any(steps(row, place) for place in range(len(row))):
        movable = [place for place in range(len(row)) if steps(row, place)]
        assert set(moves(table)) == {row[place] for place in movable}
        place = rng.choice(movable)
        table.apply(row[place])
        onto = steps(row, place)
        far = rng.choice(onto)
        if len(onto) > 1:
            assert moves(table) == [row[place - 1], row[place - 3]]
            table.apply(row[place - far])
        row[place - far] = row.pop(place)
        assert list(table.zone("row")) == row
    assert table.result().scores == (len(row),)
