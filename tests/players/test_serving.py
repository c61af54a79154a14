"""Our players as programs: both sides of the protocol agree."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import pytest
from click.testing import CliRunner

import ludwright as lw
from ludwright import TableError, View
from ludwright.cli import cli
from ludwright.machine.program import Program
from ludwright.play.plain_data import program_data, result_data, view_data
from ludwright.players import PLAYERS, SOLITARY, TIMED, own_seed, player_named
from ludwright.players.serving import serve

# Those that go by the clock choose differently each time; those of solitaires are tested apart.
REPEATABLE = [name for name in PLAYERS if name not in TIMED | SOLITARY]
HELLO = {"t": "hello", "protocol": 1}


def programs(players: int, options: Mapping[str, Any]) -> Program:
    return lw.load("go-fish", options).program(players)


def begun(program: Program, seat: int, seed: int) -> dict[str, Any]:
    return {"t": "begin", "game": program_data(program), "seat": seat, "seed": seed}


def asked(view: View, at: int) -> dict[str, Any]:
    data = b64encode(view.as_bytes()).decode()
    return {"t": "choose", "at": at, **view_data(view), "view": data}


def served(name: str, *messages: object) -> list[dict[str, Any]]:
    """The answers of a player of ours."""
    said: list[str] = []
    serve(name, programs, [json.dumps(each) for each in messages], said.append)
    return [json.loads(each) for each in said]


@pytest.mark.parametrize("name", REPEATABLE)
def test_a_served_player_chooses_what_it_would_choose_here(name: str) -> None:
    table = lw.load("go-fish").table(players=3, seed=6)
    here, messages, chosen = player_named(name), [HELLO], []
    for seat in (0, 1, 2):
        seed = own_seed(6, seat)
        messages.append(begun(table.program, seat, seed))
    here = [player_named(name) for _ in range(3)]
    for seat, player in enumerate(here):
        player.begin(seat, table.program, own_seed(6, seat))
    for at in range(1, 9):
        assert table.decider is not None
        view = table.view(table.decider)
        messages.append(asked(view, at))
        found = here[table.decider].choose(view)
        move = table.move(found) if isinstance(found, int) else found
        chosen.append({"at": at, "n": move.index})
        table.apply(move)
    messages.append({"t": "end", "result": result_data(lw.Result((1,), None, "over"))})
    hello, *answers = served(name, *messages, {"t": "news"}, {"t": "bye"}, {"t": "choose"})
    assert hello == {"t": "hello", "protocol": 1, "name": name, "wants": ["view"]}
    assert answers == [{"t": "ready"}] * 3 + chosen


@pytest.mark.parametrize(
    ("messages", "why"),
    [
        ([7], "something other than a JSON object"),
        ([{"t": "hello", "protocol": 2}], "does not speak protocol 1"),
        ([{"t": "hello"}], "the host left out 'protocol' in 'hello'"),
        ([{"t": "choose", "seat": 0}], "the host has not begun a game in seat 0"),
        ([{"t": "begin", "seat": 0}], "the host left out 'game' in 'begin'"),
    ],
)
def test_what_a_host_gets_wrong_is_said(messages: list[Any], why: str) -> None:
    with pytest.raises(TableError, match=why):
        served("first", *messages)


def test_another_game_is_refused() -> None:
    other = begun(lw.load("crazy-eights").program(2), 0, 1)
    other["game"]["options"] = {}
    with pytest.raises(TableError, match="another game, or another version: Crazy Eights"):
        served("first", other)
    found = CliRunner().invoke(cli, ["bot", "first", "go-fish"], input=json.dumps(other) + "\n")
    assert found.exit_code == 2 and "another game" in found.stderr and found.stdout == ""


def test_the_command_refuses_unknown_bots() -> None:
    found = CliRunner().invoke(cli, ["bot", "clever", "go-fish"])
    assert found.exit_code == 2 and "unknown bot 'clever'" in found.stderr
