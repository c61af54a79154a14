"""Players: they are given views and nothing else, begin, choose and end."""

from __future__ import annotations

from typing import Any

import pytest

import ludwright as lw
from ludwright import PLAYERS, IllegalMove, Move, Player, Result, Table, View, play_on
from ludwright.machine.program import Program
from ludwright.players import Blind, begin, choice
from play.test_sealed_views import assert_sealed


class Noting:
    """Chooses the last move, by its id or as it is, and notes all that it is told."""

    def __init__(self, by_id: bool = False) -> None:
        self.by_id = by_id
        self.begun: list[tuple[int, str, int]] = []
        self.seats: list[int] = []
        self.results: list[Result] = []
        self.at: Table | None = None

    def begin(self, seat: int, program: Program, seed: int) -> None:
        self.begun.append((seat, program.name, seed))

    def choose(self, view: View) -> Move | int:
        assert view.decider == view.seat and view.legal()
        if self.at is not None:
            assert_sealed(self.at, view.seat, view)
        self.seats.append(view.seat)
        move = view.legal()[-1]
        return move.id if self.by_id else move

    def end(self, result: Result) -> None:
        self.results.append(result)


def test_a_player_begins_chooses_and_ends() -> None:
    player: Player = Noting()
    assert isinstance(player, Noting)
    table = lw.load("crazy-eights").table(players=3, seed=4)
    player.at = table
    play_on(table, player, 7)
    assert player.begun == [(seat, "Crazy Eights", 4) for seat in range(3)]
    assert len(player.seats) == len(table.log) == 7 and player.results == []
    player.at = None
    play_on(table, player, 10_000)
    assert table.over and player.results == [table.result()]


def test_every_seat_can_have_a_player_of_its_own() -> None:
    mine, other = Noting(by_id=True), Noting()
    table = lw.load("crazy-eights").table(players=3, seed=4)
    play_on(table, [mine, other, other], 10_000)
    assert set(mine.seats) == {0} and set(other.seats) == {1, 2}
    assert [seat for seat, _, _ in other.begun] == [1, 2]
    (seed,) = {seed for _, _, seed in other.begun}
    assert mine.begun[0][2] == 4 != seed  # streams of their own
    assert mine.results == other.results == [table.result()]


def test_who_has_no_view_chooses_what_it_would_choose_with_one() -> None:
    class Seeing:
        def __init__(self, blind: Blind) -> None:
            self.begin, self.choose, self.end = blind.begin, blind.choose, blind.end

    for name in ("random", "first"):
        tables = [lw.load("go-fish").table(players=3, seed=8) for _ in range(2)]
        blind: Any = PLAYERS[name]()
        play_on(tables[0], blind, 15)
        play_on(tables[1], Seeing(blind), 15)
        assert tables[0].log == tables[1].log and len(tables[0].log) == 15


def test_what_is_not_legal_is_refused() -> None:
    class Wrong(Noting):
        def choose(self, view: View) -> Move | int:
            return view.program.ids - 1

    table = lw.load("three-mens-morris").table(seed=1)
    with pytest.raises(IllegalMove):
        choice(Wrong(), table)
    assert table.log == []


@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_seed_gives_the_same_choices(name: str) -> None:
    logs = []
    for _ in range(2):
        table = lw.load("crazy-eights").table(players=2, seed=3)
        play_on(table, PLAYERS[name](), 6)
        logs.append(table.log)
    assert logs[0] == logs[1]


def test_players_begin_again() -> None:
    table = lw.load("go-fish").table(players=3, seed=8)
    player, chosen = PLAYERS["random"](), []
    for _ in range(2):
        begin(table, [player] * 3)
        chosen.append([choice(player, table).index for _ in range(9)])
    assert chosen[0] == chosen[1] and len(set(chosen[0])) > 1
