"""Scenes laid out as text: everything fits, nothing is lost without being told."""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludwright.players import PLAYERS, play_on
from ludwright.table.hand_order import as_held
from ludwright.table.scene import Place, Scene, Value, scene_of
from ludwright.ui.faces import Faces, Line, cut, width_of
from ludwright.ui.layout import lay_out
from ludwright.ui.lines import scene_lines
from tools.sitting import session

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
DECK = [rank + suit for suit in "SHCD" for rank in RANKS]
CARDS = ("red", "black", "card")


def place(look: str, *cards: str | None, owner: int | None = None, number: int = 0) -> Place:
    return Place("spot", "spot", owner, number, look, cards)


def scene(*places: Place, seats: int = 1, values: tuple[Value, ...] = ()) -> Scene:
    return Scene(0, tuple(f"player {i + 1}" for i in range(seats)), places, values)


def columns(*heights: int, unseen: int = 0) -> Scene:
    """Columns of so many cards, of which the lowest cannot be seen."""
    cards = cycle(DECK)
    return scene(
        *(
            place("column", *[None] * unseen, *(next(cards) for _ in range(h - unseen)), number=i)
            for i, h in enumerate(heights, 1)
        )
    )


def text(lines: list[Line]) -> list[str]:
    return ["".join(part for part, _ in line).rstrip() for line in lines]


def cards_told(lines: list[Line]) -> int:
    """How many cards are drawn, or told of by a number: `+n` more, or `×n` in all."""
    told = 0
    for line in lines:
        beside = 0  # cards without a gap between them
        for part, style in line:
            text, number = part.strip(), re.search(r"\d+$", part.strip())
            if style in (*CARDS, "back"):
                several = re.search(r"[×x](\d+)$", text)
                told += int(several[1]) if several else 1
                beside += 1
            elif style == "note" and number:
                told += int(number[0]) - (beside if text[0] in "×x" else 0)
            elif part != " ":
                beside = 0
    return told


# ---- cards ---------------------------------------------------------------------------------------


def test_cards_have_signs_and_colours_or_letters() -> None:
    signs, letters = Faces(), Faces(signs=False)
    assert signs.card("10H") == ("10♥", "red") and signs.card("AS") == ("A♠", "black")
    assert letters.card("10H") == ("10H", "red") and letters.card(None) == ("[]", "back")
    assert signs.card("Wizard") == ("Wizard", "card")
    assert signs.card("The Grand Duchess")[0] == "The Grand D…"
    assert signs.text("9S..7S  column 1 -> column 2") == "9♠..7♠ column 1 → column 2"
    assert letters.text("9S  a -> b") == "9S a -> b"
    assert signs.text("player 2's AS, not ACE or DAS") == "player 2's A♠, not ACE or DAS"


def test_a_hand_is_held_by_suit_and_rank() -> None:
    program = session("crazy-eights", 3).table.program
    held = as_held(program, ["2H", "10S", "AH", "3C", "KS"])
    assert held == ("KS", "10S", "AH", "2H", "3C")
    hand = scene(place("row", *held, owner=0))
    assert text(lay_out(hand, 40, 9, Faces())) == ["your spot (5)", "K♠  10♠ A♥  2♥  3♣"]
    assert as_held(program, ["2H", "Wizard", "AH"])[-1] == "Wizard"
    middle = scene(place("row", "2H", "10S", "AH"))
    assert text(lay_out(middle, 40, 9, Faces()))[1] == "2♥  10♠ A♥"


# ---- fitting -------------------------------------------------------------------------------------


def test_ten_columns_of_fifteen_cards_fit_beside_the_moves() -> None:
    lines = lay_out(columns(*[15] * 10), 45, 20, Faces())
    assert len(lines) == 17 and cards_told(lines) == 150
    assert sum(style in CARDS for line in lines for _, style in line) == 150
    assert max(map(width_of, lines)) <= 45


def test_too_long_a_column_first_puts_unseen_cards_together() -> None:
    lines = lay_out(columns(19, 3, unseen=1), 45, 20, Faces())
    assert cards_told(lines) == 22 and len(lines) <= 20
    lines = lay_out(columns(19, 8, unseen=6), 45, 16, Faces())
    # A title and the numbers, then 14 lines: the unseen six in one, the other thirteen.
    assert text(lines)[2].split() == ["▒▒×6", "▒▒"] and len(lines) == 16
    assert text(lines)[-1].strip() == "K♠" and cards_told(lines) == 27
    # Seven lines: of the long column the upper six cards.
    lines = lay_out(columns(19, 8, unseen=6), 45, 9, Faces())
    assert text(lines)[2].split() == ["+13", "▒▒×6"] and cards_told(lines) == 27
    narrow = lay_out(columns(*[19] * 10, unseen=6), 39, 16, Faces())
    assert text(narrow)[2].split() == ["×6"] * 10


def test_columns_go_on_below_if_there_are_too_many() -> None:
    lines = lay_out(columns(*[2] * 30), 59, 40, Faces())
    assert cards_told(lines) == 60 and max(map(width_of, lines)) <= 59
    assert text(lines)[1].split() == [str(i) for i in range(1, 16)]


def test_single_columns_lie_side_by_side_with_their_names() -> None:
    sides = [
        Place(name, name, None, 0, "column", ("AS", "2S"))
        for name in ("north", "south", "reserves")
    ]
    lines = text(lay_out(scene(*sides), 45, 10, Faces()))
    assert lines[0].split() == ["north", "south", "reserves"] and len(lines) == 3


def test_one_s_own_cards_are_at_the_bottom_and_others_at_the_top() -> None:
    found = scene(
        place("row", "AS", "KS", owner=0),
        place("row", None, None, None, owner=1),
        place("pile", "2S", "3S", "4S", "5S"),
        place("row", "QH", owner=2),
        seats=3,
        values=(Value("round", None, "3"), Value("points", 0, "8"), Value("points", 2, "-1")),
    )
    lines = text(lay_out(found, 45, 15, Faces()))
    assert len(lines) == 15
    assert lines[:2] == ["player 2   spot ▒▒×3", "player 3   spot Q♥   points -1"]
    assert lines[3] == "spot 3♠ 4♠ 5♠×4" and lines[5] == "round: 3"
    assert lines[-4:] == ["your points 8", "", "your spot (2)", "A♠ K♠"]


def test_what_a_seat_has_goes_on_in_the_next_line() -> None:
    values = tuple(Value(name, 1, "1000") for name in ("stake", "chips", "wins"))
    found = scene(place("row", None, owner=1), seats=2, values=values)
    assert text(lay_out(found, 35, 9, Faces())) == [
        "player 2   spot ▒▒   stake 1000",
        "   chips 1000   wins 1000",
    ]


SHOWN = {  # at the start, when what is not yet known is not shown
    "kuhn-poker": ("stake", "folded"),
    "go-fish": (),
    "crazy-eights": ("suit to follow",),
    "memory": ("score",),
    "texas-holdem": (
        "pot", "hands", "small blind", "big blind", "highest", "chips", "bet", "stake",
        "in hand", "dealer",
    ),
}  # fmt: skip


@pytest.mark.quick(3)
@pytest.mark.parametrize("name", SHOWN)
def test_values_that_only_keep_the_game_going_are_not_shown(name: str) -> None:
    table = session(name).table
    assert any(info.inner for info in table.program.variables.values())
    assert {value.name for value in scene_of(table.view(0)).values} == set(SHOWN[name])


def test_a_truth_is_told_by_its_name_if_it_holds() -> None:
    values = [Value("folded", 0, "no"), Value("in hand", 0, "yes"), Value("dealer", 1, "yes")]
    found = scene(place("row", None, owner=1), seats=2, values=values)
    drawn = text(lay_out(found, 60, 9, Faces()))
    assert drawn[0] == "player 2   spot ▒▒   dealer" and drawn[-1] == "in hand"


def test_a_place_that_may_not_be_counted_does_not_look_empty() -> None:
    for look in ("pile", "row", "column"):
        secret = Place("bag", "bag", None, 0, look, (), counted=False)
        drawn = "\n".join(text(lay_out(scene(secret), 45, 9, Faces())))
        assert "??" in drawn and "--" not in drawn
        assert list(scene_lines(scene(secret))) == [f"  {'bag':<24} ?"]


def test_seats_go_round_from_one_s_own() -> None:
    places = [place("pile", "AS", owner=i) for i in range(4)]
    found = Scene(2, ("a", "b", "c", "d"), tuple(places), ())
    lines = text(lay_out(found, 45, 9, Faces()))
    assert [line.split()[0] for line in lines[:3]] == ["d", "a", "b"]


def test_a_large_hand_is_cut_only_if_it_must_be() -> None:
    hand = scene(place("row", *DECK, owner=0), place("pile", "AS"))
    lines = lay_out(hand, 45, 12, Faces())
    assert cards_told(lines) == 53 and "+" not in "".join(text(lines))
    lines = lay_out(hand, 45, 5, Faces())
    assert len(lines) == 5 and cards_told(lines) == 53
    assert sum(part.startswith("+") for line in lines for part, _ in line) == 1


def test_lines_that_are_left_out_are_told() -> None:
    crowd = scene(*(place("pile", "AS", owner=i) for i in range(1, 16)), seats=16)
    lines = text(lay_out(crowd, 30, 5, Faces()))
    assert len(lines) == 5 and re.fullmatch(r"\+\d+ lines", lines[-1])


def test_what_is_cut_ends_in_a_sign() -> None:
    assert cut((("abc", ""), ("def", "red")), 6) == (("abc", ""), ("def", "red"))
    assert text([cut((("abc", ""), ("def", "red")), 5)]) == ["abcd…"]


places = st.builds(
    Place,
    st.sampled_from(["a", "b", "a long name"]),
    st.sampled_from(["a", "b", "a long name"]),
    st.sampled_from([None, None, 0, 1, 2]),
    st.integers(0, 3),
    st.sampled_from(["pile", "column", "row"]),
    st.lists(st.sampled_from([None, *DECK, "Wizard"]), max_size=60).map(tuple),
)


VALUES = (Value("x", None, "1"), *(Value("a long name", seat, "yes") for seat in range(3)))


@settings(max_examples=60, deadline=None)
@given(st.lists(places, max_size=12), st.integers(30, 120), st.integers(5, 40), st.booleans())
@example([Place("a", "a", None, 0, "row", ("AS",) * 4)], 30, 6, False)  # equal cards are counted
def test_every_scene_fits(found: list[Place], width: int, height: int, signs: bool) -> None:
    drawn = scene(*found, seats=3, values=VALUES)
    lines = lay_out(drawn, width, height, Faces(signs))
    assert len(lines) <= height
    assert max(map(width_of, lines)) <= width
    incomplete = [part for line in lines for part, _ in line if part == "…" or "lines" in part]
    assert incomplete or cards_told(lines) == sum(len(p.cards) for p in found)


heights = st.lists(st.integers(1, 30), min_size=1, max_size=12)


@settings(max_examples=60, deadline=None)
@given(heights, st.integers(48, 100), st.integers(8, 40), st.booleans())
def test_no_card_of_a_column_is_lost(
    found: list[int], width: int, height: int, unseen: bool
) -> None:
    drawn = columns(*found, unseen=min(found) - 1 if unseen else 0)
    lines = lay_out(drawn, width, height, Faces())
    assert cards_told(lines) == sum(found)
    tops = [p.cards[-1] for p in drawn.places]
    shown = {part.strip() for line in lines for part, _ in line}
    assert {Faces().card(top)[0] for top in tops} <= shown


# ---- the library ---------------------------------------------------------------------------------

GAMES = (
    *(("klondike", 1), ("spider", 1), ("crazy-eights", 5), ("war", 2), ("go-fish", 6)),
    *(("high-card", 4), ("kuhn-poker", 2), ("old-maid", 4), ("sealed-bids", 3)),
)


@pytest.mark.quick(3)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_library_fits_at_any_time(name: str, players: int) -> None:
    sitting = session(name, players)
    for _ in range(12):
        play_on(sitting.table, PLAYERS["random"](), 11)
        drawn = scene_of(sitting.table.view(0))
        lines = lay_out(drawn, 45, 20, Faces())
        assert len(lines) <= 20 and max(map(width_of, lines)) <= 45
        assert not any("lines" in line or "…" in line for line in text(lines))


def test_a_scene_has_only_what_the_seat_sees() -> None:
    table = session("crazy-eights", 3).table
    for seat in range(3):
        drawn = scene_of(table.view(seat))
        hands = {p.owner: p.cards for p in drawn.places if p.label == "hand"}
        assert sorted(map(str, hands[seat])) == sorted(table.zone("hand", seat))
        assert all(set(hands[other]) == {None} for other in {0, 1, 2} - {seat})
        stock = next(p for p in drawn.places if p.label == "draw pile")
        assert set(stock.cards) == {None} and stock.look == "pile"
        titles = {drawn.title(p) for p in drawn.places if p.owner is not None}
        others = {f"player {i + 1}'s hand" for i in range(3) if i != seat}
        assert titles == {"your hand"} | others


def test_a_hand_is_shown_in_one_order_everywhere() -> None:
    table = session("crazy-eights", 3).table
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    order = [rank + suit for suit in "SHCD" for rank in ranks]
    # Unless all of them are known: as the pack is declared, and what is hidden last.
    assert as_held(table.program, [None, "KS", "2S"]) == ("2S", "KS", None)
    for seat in range(3):
        (hand,) = (
            p for p in scene_of(table.view(seat)).places if p.label == "hand" and p.owner == seat
        )
        assert list(hand.shown) == sorted(table.zone("hand", seat), key=order.index)
    # What lies open on the table stays as it was put there.
    trick = session("whist", 4).table
    for _ in range(3):
        trick.apply(trick.legal()[-1])
    (place,) = (p for p in scene_of(trick.view(0)).places if p.name == "trick")
    assert list(place.cards) == trick.zone("trick")


# ---- piles with a spot ---------------------------------------------------------------------------


def at(x: int, y: int, *cards: str | None) -> Place:
    return Place("spot", "spot", None, 0, "placed", cards, spot=(x, y))


def test_piles_lie_where_the_game_says() -> None:
    peak = scene(at(100, 100, "3H"), at(50, 0, "AS"), at(0, 100, "10H"), at(300, 250))
    plain = Faces(signs=False)
    assert text(lay_out(peak, 80, 24, plain)) == ["    AS", "10H    3H", "                    ."]
    assert list(scene_lines(peak)) == ["      AS", "  10H    3H", "                      ."]
    # Where there is less room they move together, and what is still too wide is cut.
    assert text(lay_out(peak, 17, 24, plain)) == ["   AS", "10H  3H", "              ."]
    assert text(lay_out(peak, 9, 24, plain))[1:] == ["10H  3H", "        …"]


def test_a_spot_shows_the_top_card_and_how_many_there_are() -> None:
    cards = scene(at(0, 0, "4S", None), at(100, 0, None, "5H", "6D"), at(200, 0, "7C"))
    assert text(lay_out(cards, 80, 24, Faces(signs=False))) == ["[]x2 6Dx3 7C"]
