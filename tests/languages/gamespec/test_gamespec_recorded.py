"""The table of a compiled GameSpecDoc replays games that the original recorded, hash by hash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludwright.game import Game
from ludwright.loading import loads
from ludwright.machine import state as m
from ludwright.machine.rng import generator
from ludwright.play.inspect_state import tokens_in
from ludwright.play.moves import Move
from models.gamespec import original_hash

DATA = Path(__file__).parents[2] / "data" / "gamespec"
GAMES: list[dict[str, Any]] = json.loads((DATA / "lantern-drift.traces.json").read_text())
FIRST: list[dict[str, Any]] = json.loads((DATA / "lantern-drift.first-legal.json").read_text())
KERNEL: dict[str, Any] = json.loads((DATA / "lantern-drift.gamedef.json").read_text())
MADE = [f"{glow} {hue}" for glow in range(1, 5) for hue in ("red", "blue", "gold")]
"""The tokens in the order in which the document makes them."""


@pytest.fixture(scope="module")
def lanterns() -> Game:
    return loads((DATA / "lantern-drift.md").read_text(encoding="utf-8"), "gamespec")


class Replay:
    """A table, seen as the original saw its states."""

    def __init__(self, game: Game, players: int, seed: int) -> None:
        self.table = game.table(players=players, rng=original_hash.create(seed))
        self.players = players
        self.usage: dict[str, dict[str, int]] = {}

    def token(self, number: int) -> str:
        return f"tok_lantern_{MADE.index(self.table.program.tokens[number])}"

    def zones(self) -> dict[str, list[str]]:
        """The tokens of all zones from the top; those of who does not play are empty."""
        found: dict[str, list[str]] = {f"hand:{player}": [] for player in range(4)}
        for number, zone in enumerate(self.table.program.zones):
            if zone is not None:
                owner = "none" if zone.seat is None else zone.seat
                tokens = tokens_in(self.table.program, self.table.state, number)
                found[f"{zone.name}:{owner}"] = [self.token(each) for each in reversed(tokens)]
        return found

    def rng(self) -> list[str]:
        words = self.table.state[m.RNG : m.RNG + 8].tolist()
        return [hex(word) for word in generator(words)]

    def state(self) -> dict[str, Any]:
        variable = self.table.variable
        return {
            "zones": self.zones(),
            "globalVars": {name: variable(name) for name in ("acted", "floated")},
            "perPlayerVars": {
                str(seat): {"score": variable("score", seat)} for seat in range(self.players)
            },
            "activePlayer": variable("active player"),
            "turnCount": variable("turn number"),
            "currentPhase": "drift",
            "actionUsage": self.usage,
            "markers": {},
            "lasting": [],
        }

    def hash(self) -> str:
        return hex(original_hash.state_hash(KERNEL, self.state()))

    def tokens_of(self, move: Move) -> list[str]:
        return [self.token(number) for number in self.table.entry(move)[1:]]

    def legal(self) -> list[str]:
        """The legal moves as they were recorded."""
        found = []
        for move in self.table.legal():
            params = dict(zip(["$lantern"], self.tokens_of(move), strict=False))
            found.append(f"{move.name} {json.dumps(params, separators=(',', ':'))}")
        return found

    def choose(self, name: str, tokens: list[str]) -> None:
        for move in self.table.legal():
            if (move.name, self.tokens_of(move)) == (name, tokens):
                self.table.apply(move)
                return
        raise AssertionError(f"{name} {tokens} is not possible")

    def play(self, move: dict[str, Any]) -> None:
        """Make a recorded move, with all that it chooses, and count it."""
        name, params = move["actionId"], move["params"]
        turn = self.table.variable("turn number")
        self.choose(name, [params["$lantern"]] if "$lantern" in params else [])
        for token in params.get("$drop", ()):
            self.choose("drop", [token])
        if any(option.name == "done" for option in self.table.legal()):
            self.choose("done", [])
        used = self.usage.setdefault(name, dict.fromkeys(("turnCount", "phaseCount"), 0))
        for scope in ("turnCount", "phaseCount", "gameCount"):
            used[scope] = used.get(scope, 0) + 1
        if self.table.variable("turn number") != turn:
            for each in self.usage.values():
                each.update(turnCount=0, phaseCount=0)

    def ranking(self) -> list[dict[str, int]]:
        scores = self.table.result().scores
        assert scores is not None
        found = [{"player": player, "score": score} for player, score in enumerate(scores)]
        return sorted(found, key=lambda each: -each["score"])


@pytest.mark.parametrize("recorded", GAMES, ids=lambda game: f"{game['players']}-{game['seed']}")
def test_recorded_games(lanterns: Game, recorded: dict[str, Any]) -> None:
    replay = Replay(lanterns, recorded["players"], recorded["seed"])
    assert replay.zones() == recorded["initial"]["zones"]
    assert replay.rng() == recorded["initial"]["rng"]
    assert replay.hash() == recorded["initial"]["stateHash"]
    for entry in recorded["moves"]:
        assert replay.table.decider == entry["player"]
        assert len(replay.table.legal()) == entry["legalMoveCount"]
        replay.play(entry["move"])
        assert replay.hash() == entry["stateHash"]
    assert replay.table.over
    assert replay.ranking() == recorded["result"]["ranking"]
    final, state = recorded["final"], replay.state()
    assert replay.rng() == final["rng"]
    for name in ("zones", "globalVars", "perPlayerVars", "turnCount", "activePlayer"):
        assert state[name] == final[name]
    assert replay.usage == final["actionUsage"]


@pytest.mark.parametrize("recorded", FIRST, ids=lambda game: f"{game['players']}-{game['seed']}")
def test_always_the_first_legal_move(lanterns: Game, recorded: dict[str, Any]) -> None:
    replay = Replay(lanterns, recorded["players"], recorded["seed"])
    for entry in recorded["moves"]:
        assert replay.table.decider == entry["player"]
        assert replay.legal() == entry["legal"]
        replay.play(entry["move"])
        assert replay.hash() == entry["stateHash"]
    assert replay.ranking() == recorded["result"]["ranking"]
    assert replay.state()["globalVars"] == recorded["finalGlobals"]
    assert replay.state()["perPlayerVars"] == recorded["finalPerPlayer"]
