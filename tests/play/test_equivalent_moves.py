"""Moves that choose alike: any of several equal pieces, but never what somebody can tell apart."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.play.equivalent_moves import alike, distinct
from ludwright.play.errors import AmbiguousMove
from ludwright.play.table import Table
from ludwright.players import PLAYERS
from ludwright.ui.session import Session
from tools.tables import forever, token_action
from tools.tiny import ME, PIT, YES, loc

PILE = n.ZoneAt(name="pile")
TAKE = token_action("take", n.TokensIn(zone=PILE), n.MoveToken(token=loc("t"), to=PIT))
NAMES = ("guild", "guild", "watch", "guild")


def table(*before: n.Statement, worth: tuple[int, ...] = (1, 1, 1, 1), **pile: Any) -> Table:
    """Four pieces in a zone, three of them with the same name."""
    settings = {"ordered": False, "face": "up"} | pile
    made = n.GameDef(
        name="pieces",
        properties=(
            n.Property(name="worth", type="int"),
            n.Property(name="tired", type="bool", changing=True),
        ),
        supplies=(
            n.Supply(
                name="all",
                zone="pile",
                tokens=tuple(
                    n.Token(name=name, values=(value, False))
                    for name, value in zip(NAMES, worth, strict=True)
                ),
            ),
        ),
        zones=(n.Zone(name="pile", **settings), n.Zone(name="pit", face="up")),
        procedures=(
            n.Procedure(name="main", body=(*before, forever(n.Decide(seat=ME, actions=(TAKE,))))),
        ),
    )
    assert not verify(made)
    return Table(compile_game(made, 1))


def shown(at: Table) -> list[str]:
    return [str(move) for move in distinct(at, at.legal())]


def test_equal_pieces_are_one_choice() -> None:
    at = table()
    assert len(at.legal()) == 4 and shown(at) == ["take guild", "take watch"]
    first, second, watch, _ = at.legal()
    assert alike(at, first, second) and not alike(at, first, watch)
    at.apply("take guild")  # whichever
    at.apply_whole("guild")
    assert at.zone("pit") == ["guild", "guild"] and shown(at) == ["take watch", "take guild"]


def test_pieces_in_a_row_are_told_by_their_places() -> None:
    at = table(ordered=True)
    assert len(shown(at)) == 4
    with pytest.raises(AmbiguousMove):
        at.apply("take guild")


def test_pieces_that_differ_in_something_are_not_equal() -> None:
    assert len(shown(table(worth=(1, 2, 1, 1)))) == 3
    tired = n.SetProperty(token=n.TopOf(zone=PILE), property="tired", value=YES)
    assert len(shown(table(tired))) == 3
    turned = n.Turn(token=n.TopOf(zone=PILE), up=False)
    assert len(shown(table(turned))) == 3


def test_that_hidden_pieces_are_equal_is_not_told() -> None:
    at = table(n.Shuffle(zone=PILE), face="down")
    assert len(shown(at)) == 4 and all("card" in text for text in shown(at))


def test_games_without_equal_pieces_list_their_moves_as_they_are() -> None:
    at = table(worth=(1, 2, 3, 4))
    moves = at.legal()
    assert distinct(at, moves) is moves


def test_a_person_is_shown_one_of_them() -> None:
    person = Session(table(), 0, PLAYERS["first"]())
    assert [person.text(move) for move in person.moves()] == ["take guild", "take watch"]
    person.make("2")
    assert person.table.zone("pit") == ["watch"]
    assert len(person.moves()) == 1
    assert person.hint().text.startswith("take guild (")
