"""The other side of the protocol: one of our players as a program that others can use."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from ..machine.program import Program
from ..play.errors import TableError
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.plain_data import Data, program_data
from ..play.view import View, unpacked_view
from .named import player_named
from .player import Player
from .process import PROTOCOL

Programs = Callable[[int, Mapping[str, Any]], Program]
"""The program of a game, for a number of players and options."""


def serve(name: str, programs: Programs, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Play as a named player, until the host says farewell or nothing any more. TableError says
    what the host got wrong."""
    serving = _Serving(name, programs, say)
    for line in lines:
        message = _message(line)
        if message.get("t") == "bye":
            return
        if (answers := serving.KINDS.get(str(message.get("t")))) is None:
            continue  # of a newer version
        try:
            answers(serving, message)
        except KeyError as missing:
            raise TableError(f"the host left out {missing} in '{message['t']}'") from None


class _Serving:
    """The players that are served, by seat."""

    def __init__(self, name: str, programs: Programs, say: Callable[[str], None]) -> None:
        self._name = name
        self._programs = programs
        self._say = say
        self._players: dict[int, Player] = {}
        self._games: dict[int, Program] = {}

    def hello(self, message: Data) -> None:
        """Introduce ourselves, and ask for whole views."""
        if message["protocol"] != PROTOCOL:
            raise TableError(f"the host does not speak protocol {PROTOCOL}")
        hello = {"t": "hello", "protocol": PROTOCOL, "name": self._name, "wants": ["view"]}
        self._say(json.dumps(hello))

    def begin(self, message: Data) -> None:
        """Take a seat."""
        seat = message["seat"]
        program = self._games[seat] = _agreed(self._programs, message["game"])
        if seat not in self._players:
            self._players[seat] = player_named(self._name)
        self._players[seat].begin(seat, program, message["seed"])
        self._say(json.dumps({"t": "ready"}))

    def choose(self, message: Data) -> None:
        """Choose a move."""
        seat = message["seat"]
        if seat not in self._players:
            raise TableError(f"the host has not begun a game in seat {seat}")
        view = _view(self._games[seat], message)
        number = _number(view, self._players[seat].choose(view))
        self._say(json.dumps({"at": message["at"], "n": number}))

    def end(self, message: Data) -> None:
        """Pass the result."""
        for player in self._players.values():
            player.end(_result(message["result"]))

    KINDS: ClassVar[dict[str, Callable[[_Serving, Data], None]]] = {
        "hello": hello,
        "begin": begin,
        "choose": choose,
        "end": end,
    }


def _message(line: str) -> Data:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise TableError("the host sent something other than a JSON object")
    return found


def _agreed(programs: Programs, public: Data) -> Program:
    """The program of the game that the host plays; refused if ours is another game."""
    program = programs(public["players"], public["options"])
    if json.loads(json.dumps(program_data(program))) != public:
        raise TableError(f"the host plays another game, or another version: {public['name']}")
    return program


def _view(program: Program, message: Data) -> View:
    """The view in a question."""
    view = unpacked_view(program, tuple(message["names"]), b64decode(message["view"]))
    if view.seat != message["seat"] or not view.legal():
        raise TableError("the host asked for a move where there is none")
    return view


def _number(view: View, chosen: Move | int) -> int:
    """The number of a chosen move."""
    if isinstance(chosen, int):
        found = view.move(chosen)
        assert found is not None, "a player of ours chose what is not legal"
        return found.index
    return chosen.index


def _result(data: Data) -> Result:
    scores = data["scores"]
    return Result(
        winners=tuple(data["winners"]),
        scores=None if scores is None else tuple(scores),
        reason=data["reason"],
        teams=tuple(data["teams"]),
    )
