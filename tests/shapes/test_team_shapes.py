"""A small game of two teams: what each keeps, who sees it, and who has won."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import read
from ludwright.gamedef.verify import verify
from ludwright.play.contract import contract
from ludwright.play.errors import TableError
from ludwright.play.record import outcome
from ludwright.play.table import Table
from ludwright.table.scene import scene_of
from tools.lockstep import lock_step

RED, BLUE = 0, 1


def partners() -> n.GameDef:
    """The game of this test."""
    game = read((Path(__file__).parent / "partners.txt").read_text(encoding="utf-8"), "partners")
    assert isinstance(game, n.GameDef)
    assert verify(game) == []
    return game


def table_for(players: int = 4) -> Table:
    """A table at which every deal is the same."""
    return Table(compile_game(partners(), players), seed=1, trace=True)


def moves(table: Table) -> list[str]:
    return list(map(str, table.legal()))


def play(table: Table, *chosen: str) -> Table:
    for move in chosen:
        table.apply(move)
    return table


@pytest.mark.quick(1)
@pytest.mark.parametrize("players", [3, 4])
def test_machine_and_oracle_agree_however_many_play(players: int) -> None:
    for seed in range(30):
        lock_step(partners(), players, seed, most=10)


def test_what_a_team_keeps_is_there_once_for_each() -> None:
    table = table_for()
    labels = [zone.label for zone in table.zones()]
    shelves = [f"{team}'s shelf {i}" for team in ("red", "blue") for i in (1, 2)]
    assert labels == ["deck", "red's stash", "blue's stash", *shelves]
    play(table, "point blue", "point blue", "point red")
    assert [table.variable("score", team) for team in (RED, BLUE)] == [2, 4]
    assert [len(table.zone("shelf", team, 1)) for team in (RED, BLUE)] == [1, 2]
    assert table.variable("choice") == "red"


def test_seats_that_nobody_sits_at_are_in_no_team() -> None:
    table = play(table_for(3), "point blue", "point red")
    assert [table.variable("score", team) for team in (RED, BLUE)] == [2, 1]
    assert [team.seats for team in table.program.teams] == [(0, 2), (1,)]


def test_a_team_sees_its_own_cards() -> None:
    table = play(table_for(), "point red", "keep")
    seen = [table.view(seat).sees("stash", BLUE) for seat in range(4)]
    assert seen == [[False], [True], [False], [True]]
    assert table.view(3).zone("stash", BLUE) == table.zone("stash", BLUE)
    assert table.view(0).zone("stash", BLUE) == [None]


def test_a_team_reads_its_own_variables() -> None:
    table = play(table_for(), "plan 1")
    assert [table.view(seat).hides("plan", RED) for seat in range(4)] == [False, True, False, True]
    assert table.view(2).variable("plan", RED) == 1
    with pytest.raises(TableError, match="may not read"):
        table.view(1).variable("plan", RED)
    set_plan = next(event for event in table.events() if event.text == "plan of red = 1")
    assert set_plan.seers == 0b0101
    # What is only known at run time: seat 1 points at red.
    table.apply("point red")
    reset = next(event for event in table.events() if event.text == "plan of red = 0")
    assert reset.seers == 0b0101
    # The words of others are blank, those of the own team are not.
    address = table.program.variables["plan"].address
    plans = play(table_for(), "plan 2")
    assert [int(plans.view(seat).state[address]) for seat in range(4)] == [2, 0, 2, 0]


def test_options_tell_nothing_of_what_only_the_others_know() -> None:
    table = play(table_for(), "plan 1")
    # Seat 1 can't know that spying on red would fail, so it is offered; seat 2 knows.
    assert "spy red" in moves(table) and "trust" not in moves(table)
    table.apply("point blue")
    assert "spy red" not in moves(table) and "spy blue" in moves(table)
    table.apply("plan 2")
    table.apply("point blue")
    assert "trust" in moves(table)


def test_nobody_is_told_too_much() -> None:
    assert contract(compile_game(partners(), 4), games=3).breaches == ()


def test_the_winners_are_called_by_their_team() -> None:
    table = play(table_for(), *["point red"] * 6)
    result = table.result()
    assert (result.winners, result.scores, result.teams) == ((0, 2), (12, 0, 12, 0), ("red",))
    assert outcome(result, table.names).startswith("red (player 1 and player 3) won (finished)")


def test_people_are_shown_what_teams_keep_once() -> None:
    scene = scene_of(play(table_for(), "plan 1").view(2))
    values = {value.name: (value.owner, value.text) for value in scene.values}
    assert values["red's plan"] == (None, "1") and "blue's plan" not in values
    assert values["blue's score"] == (None, "0")
    assert scene.title(next(place for place in scene.places if place.name == "stash")) == (
        "red's stash"
    )


def test_asking_for_what_no_team_has() -> None:
    table = table_for()
    with pytest.raises(TableError, match="'score' has a value per team: pass seat=0 to 1"):
        table.variable("score")
    with pytest.raises(TableError, match="'stash' needs a team, 0 to 1"):
        table.zone("stash", 2)
