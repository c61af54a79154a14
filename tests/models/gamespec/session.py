"""A game of the second model of GameSpecDocs under way, for tests."""

from __future__ import annotations

import random
from typing import Any

import models.gamespec.game as model
from models.gamespec import original_hash
from models.gamespec.context import Token
from models.gamespec.definitions import define, initial_state, kernel_form
from models.gamespec.effects import DONE


class Sitting:
    """A game of the model under way."""

    def __init__(self, text: str, players: int, seed: int) -> None:
        self.game = define(text)
        self._state = initial_state(self.game, players, original_hash.create(seed))
        self.result: dict[str, Any] | None = None
        self.request: dict[str, Any] = {}
        self._going = model.play(self.game, self._state)
        self.kernel = kernel_form(self.game)
        self.send(None)

    def send(self, answer: Any) -> None:
        """Answer the request."""
        try:
            self.request = self._going.send(answer)
        except StopIteration as stop:
            self.result = stop.value

    @property
    def state(self) -> dict[str, Any]:
        """The state as it is now; while all choose at the same time, as the one who is asked left
        it."""
        return self.request.get("state", self._state) if self.result is None else self._state

    @property
    def hash(self) -> str:
        """The hash of the state as it is now."""
        return hex(original_hash.state_hash(self.kernel, self.state))

    def play(self, move: dict[str, Any]) -> None:
        """Make a recorded move: its params, then what it asks for."""
        given = {name.removeprefix("$"): held for name, held in move["params"].items()}
        wanted = [
            option
            for option in self.request["options"]
            if option[0] == move["actionId"] and option[1].items() <= given.items()
        ]
        assert len(wanted) == 1
        self.send(wanted[0])
        for name in given.keys() - wanted[0][1].keys():
            for item in given[name]:
                assert (self.request["name"], item in self.request["options"]) == (name, True)
                self.send(Token(item))
            if self.result is None and self.request.get("name") == name:
                self.send(DONE)

    def answers(self) -> list[Any]:
        """All that can be answered."""
        return [*self.request["options"], *([DONE] if self.request.get("done") else [])]

    def play_out(self, seed: int, most: int = 1000) -> list[Any]:
        """Answer at random until the game is over; what was answered."""
        chance, answered = random.Random(seed), []
        while self.result is None and len(answered) < most:
            answered.append(chance.choice(self.answers()))
            self.send(answered[-1])
        return answered
