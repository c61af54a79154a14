"""Views as plain data: nothing hidden is in them, and every move can be named."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ludwright as lw
from ludwright import Table, TableError
from ludwright.pipeline import library_games
from ludwright.play.draws import Draws
from ludwright.play.plain_data import FEW, options_data, program_data, step_text, view_data

GAMES = [name for name in library_games() if ":" not in name]
SAMPLE = ["crazy-eights", "go-fish", "gin-rummy", "hearts", "kuhn-poker", "durak", "gops", "skull"]
SOME = [name for name in SAMPLE if name in GAMES]
EVERY = [*SOME, *(pytest.param(name, marks=pytest.mark.deep) for name in GAMES if name not in SOME)]


def tables(name: str, moves: int, every: int = 1) -> Any:
    """A table of a game after each of the first moves of a random game."""
    game = lw.load(name)
    table, draws = game.table(seed=7, trace=True), Draws(11)
    for number in range(moves):
        if table.over:
            return
        if number % every == 0:
            yield table
        legal = table.legal()
        table.apply(legal[draws.below(len(legal))])


def worlds(table: Table, seat: int) -> Table | None:
    """Another world that a seat cannot distinguish, as the contract samples it."""
    try:
        there = table.view(seat).redeal(5, by_past=False)
    except TableError:
        return None
    return there if there.evidence else None


@pytest.mark.parametrize("name", EVERY)
def test_it_is_the_same_in_all_worlds_that_a_seat_cannot_distinguish(name: str) -> None:
    for table in tables(name, 16, every=3):
        if table.paused:
            continue
        for seat in range(table.program.seats):
            there = worlds(table, seat)
            if there is not None:
                mine = json.dumps(view_data(table.view(seat)))
                assert mine == json.dumps(view_data(there.view(seat)))


@pytest.mark.parametrize("name", EVERY)
def test_moves_are_numbered_and_named_as_the_table_does(name: str) -> None:
    for table in tables(name, 20, every=2):
        if table.decider is None:
            continue
        view = table.view(table.decider)
        legal, data = view.legal(), json.loads(json.dumps(options_data(view)))
        assert data["count"] == len(legal) and data["prompt"] == view.prompt
        numbers = [each["n"] for each in data["moves"]]
        for span in data.get("spans", []):
            assert span["count"] > FEW
            numbers += range(span["n"], span["n"] + span["count"])
            for i in (0, 1, span["count"] // 2, span["count"] - 1):
                assert legal[span["n"] + i].id == span["id"] + i
                assert table.move(span["id"] + i) == legal[span["n"] + i]
            assert str(legal[span["n"] + span["count"] - 1]) == span["last"]
        if "picks" not in data and len(legal) <= 1000:
            assert sorted(numbers) == [*range(len(legal))]
        for each in data["moves"]:
            move = legal[each["n"]]
            assert (each["id"], each["text"], each["action"]) == (move.id, str(move), move.name)
        for index in {0, len(legal) // 2, len(legal) - 1}:
            found = view.move(legal[index].id)
            assert found == legal[index] and found.index == index


@pytest.mark.parametrize("name", SOME)
def test_ids_that_are_not_legal_name_no_move(name: str) -> None:
    for table in tables(name, 12, every=3):
        if table.decider is None:
            continue
        view = table.view(table.decider)
        ids = {move.id for move in view.legal()[:5000]}
        if len(view.legal()) <= 5000:
            for number in (-1, *range(min(300, table.program.ids)), table.program.ids, 10**30):
                assert (view.move(number) is not None) == (number in ids)
        other = table.view((table.decider + 1) % table.program.seats)
        assert table.program.seats == 1 or other.move(min(ids)) is None


@pytest.mark.parametrize("name", SOME)
def test_moves_have_the_texts_that_the_table_gives_their_readers(name: str) -> None:
    for table in tables(name, 25, every=6):
        for seat in range(table.program.seats):
            view = table.view(seat)
            for number in range(len(view.steps)):
                mine, told = step_text(view, number), table.made_text(number, seat)
                if mine is None:
                    own = view.steps[number].decider == seat
                    assert own or told in ("(hidden)", "continue")
                else:
                    assert mine == told or (told.count("[]") and mine == mine.split()[0])


def test_a_set_is_items_to_pick_from() -> None:
    table = lw.load("hearts").table(players=3, seed=7)
    view = table.view(0)
    data = options_data(view)
    picks = data["picks"]
    assert picks["least"] == picks["most"] == 3 and len(picks["items"]) == 17
    assert data["moves"] == [] and data["count"] == 680  # 17 choose 3
    assert sorted(picks["items"]) == sorted(str(card) for card in view.zone("hand", 0))


def test_what_is_hidden_is_null() -> None:
    table = lw.load("go-fish").table(players=3, seed=4)
    data = view_data(table.view(1))
    hands = {zone["owner"]: zone["cards"] for zone in data["zones"] if zone["name"] == "hand"}
    assert hands[1] == table.zone("hand", 1) and None not in hands[1]
    assert hands[0] == [None] * len(table.zone("hand", 0))
    assert data["options"]["count"] == 0 and data["options"]["moves"] == []


@pytest.mark.parametrize("name", EVERY)
def test_what_is_public_of_a_game_is_the_same_for_every_deal(name: str) -> None:
    program = lw.load(name).program()
    data = json.loads(json.dumps(program_data(program)))
    assert data["players"] == program.seats and len(data["cards"]) == len(program.tokens) - 1
    numbers = {zone["zone"] for zone in data["zones"]}
    assert numbers == {i for i, zone in enumerate(program.zones) if zone}
