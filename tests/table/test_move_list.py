"""The list of moves that a person chooses from: equal ones once, a hand as it is held."""

from __future__ import annotations

from functools import cache

import pytest

import ludwright as lw
from ludwright.play.table import Table
from ludwright.players import PLAYERS, begin, choice
from ludwright.table.move_list import Interchangeable
from ludwright.table.scene import scene_of
from ludwright.table.seat import Seat
from ludwright.ui.session import Session

game = cache(lw.load)


def sitting(name: str, seed: int, players: int | None = None) -> Session:
    table = game(name).table(seed=seed, players=players, trace=True)
    return Session(table, 0, PLAYERS["random"](), game=game(name))


def test_an_ace_goes_to_any_empty_foundation_and_a_card_to_any_empty_cell() -> None:
    at = sitting("freecell", 7)
    texts = [at.text(move).split() for move in at.moves()]
    assert len(at.table.legal()) == 41 and len(texts) == 11
    assert [text for text in texts if text[-2] == "foundation"] == [
        ["AH", "column", "2", "->", "foundation", "1"],
        ["AD", "column", "8", "->", "foundation", "1"],
    ]
    at.make("AH column 2 -> foundation 3")  # what is not listed can be typed
    assert [at.text(move)[-1] for move in at.moves() if "foundation" in at.text(move)] == ["1"]
    assert at.table.zone("FOUNDATION", 2) == ["AH"]


def test_a_hint_marks_the_move_that_stands_for_it() -> None:
    at = sitting("freecell", 7)
    hidden = next(move for move in at.table.legal() if str(move).endswith("cell 3"))
    listed = at.listed(hidden)
    assert str(listed).endswith("cell 1") and any(listed == each for each in at.moves())


def test_places_that_the_rules_tell_apart_are_not_merged() -> None:
    # Spider deals to its columns in their order, a clock goes by its hours.
    found = {}
    for name in ("spider", "clock"):
        found[name] = Interchangeable(game(name))(game(name).table(seed=1).program)
    assert found == {"spider": ("FOUNDATION",), "clock": ()}
    at = sitting("spider-1-suit", 3)
    assert len(at.moves()) == len(at.table.legal())


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["freecell", "klondike", "la-belle-lucie", "eight-off", "spider"])
def test_moves_that_are_merged_lead_to_the_same_numbers_of_moves(name: str) -> None:
    """Equal by proof, and by trial: from there on as many moves, again and again."""
    for seed in (3, 4):
        table = game(name).table(seed=seed)
        player, places = PLAYERS["random"](), Interchangeable(game(name))(table.program)
        begin(table, [player])
        for _ in range(25):
            if table.over:
                break
            seat = Seat(table.view(0), places=places)
            shown = seat.moves()
            for move in table.legal():
                stands = seat.listed(move)
                assert any(stands == each for each in shown)
                if stands != move:
                    assert counts(table, move) == counts(table, stands)
            table.apply(choice(player, table))


def counts(table: Table, move: object) -> tuple[bool, int, list[int]]:
    """How a game goes on after a move: whether it is over, and how many moves there are next."""
    trial = table.copy()
    trial.apply(trial.parse(str(move)))
    listed = sorted(len(zone) for zone in (trial.zone(z.name, z.index) for z in trial.zones()))
    return trial.over, 0 if trial.over else len(trial.legal()), listed


@pytest.mark.parametrize(("name", "players"), [("hearts", 3), ("crazy-eights", 2), ("whist", 4)])
def test_cards_of_a_hand_are_listed_in_the_order_in_which_it_is_shown(
    name: str, players: int
) -> None:
    at = sitting(name, 5, players)
    seen = 0
    for _ in range(12):
        at.let_others_move()
        if at.table.over:
            break
        [hand] = [p for p in scene_of(at.table.view(0)).places if p.name == "hand" and p.owner == 0]
        held = [card for card in hand.shown if card]
        cards = [str(move) for move in at.moves() if str(move) in held]
        assert cards == [card for card in held if card in cards]
        seen += len(cards) > 1
        at.make(at.moves()[-1])
    assert seen


def test_programs_get_all_moves() -> None:
    at = sitting("freecell", 7)
    at.moves()
    assert len(at.table.legal()) == 41 == len(at.table.view(0).legal())
