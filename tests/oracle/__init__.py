"""A slow, plain interpreter of GameDef that says what a game must do, to check the machine by."""

from __future__ import annotations

import copy
from contextlib import suppress
from typing import Any

from ludwright.gamedef import nodes as n

from .cycles import cycles
from .expressions import value
from .rng import for_table
from .statements import Answers, Atomic, Choice, EndProcedure, Over, Row, Search, Steps, Stuck, run
from .world import Failed, Fault, Things, World

__all__ = ["Failed", "Fault", "Oracle"]

Result = tuple[list[int], list[int] | None, str]


class Oracle:
    """One game being played: it has always run on to the next decision or the end."""

    BUDGET = 200_000
    DEEPEST = 256
    MOST_DUE = 64
    CHOICES, TRIALS, LATER = 8, 2000, 200

    def __init__(
        self,
        game: n.GameDef,
        players: int,
        seed: int,
        options: dict[str, Any] | None = None,
        stacked: dict[str, list[str]] | None = None,
        budget: int | None = None,
    ) -> None:
        self.game = game
        self.things = Things(game, players, options or {})
        self.world = World(self.things, for_table(seed), dict(stacked or {}))
        self.procedures = {procedure.name: procedure for procedure in game.procedures}
        self.dry = False
        self.asker: int | None = None  # the seat on whose behalf something is tried out
        self.known: list[int] | None = None  # who knew which token before a dry run
        self.answers: Answers | None = None  # while several seats choose together
        self.cycles = cycles(game)
        self.depth = 0  # of recursive calls
        self.inside = "main"
        self.atomic: Atomic | None = None  # the outermost atomic action under way
        self.search: Search | None = None  # in a dry run that makes choices
        self.attempts = 0  # under way
        self.cut_off = False  # whether the search for an option of the last decision was
        self.replacing: tuple[n.Listener, ...] = ()  # whose bodies are under way
        self.longest = [0]  # list since the last choice, also in dry runs
        self.most_steps = budget or self.BUDGET
        self.budget = self.most_steps
        self.status = "over"
        self.choice: Choice | None = None
        self.result: Result | None = None
        self._steps = self._play()
        self._resume(None)

    @property
    def decider(self) -> int | None:
        """The seat that has to choose, counted from 0."""
        return self.choice.seat if self.choice else None

    def options(self) -> list[Row]:
        """What the decider may choose: (action index, raw operands...) in option order."""
        return list(self.choice.rows) if self.choice else []

    def choose(self, option: Row) -> None:
        """Take an option and run on to the next decision or the end."""
        choice = self.choice
        if choice is None or option not in choice.rows:
            raise ValueError(f"not an option: {option}")
        self._resume(option)

    def snapshot(self) -> dict[str, Any]:
        """All there is to compare, as plain values."""
        world = self.world
        numbers = self.things.zone_numbers
        unnamed = len(numbers) + 1
        return {
            "zones": {key: list(world.zones[i]) for key, i in numbers.items()},
            "unnamed": [list(tokens) for tokens in world.zones[unnamed:]],
            "properties": {name: each[1:] for name, each in world.properties.items()},
            "hangs": dict(sorted(world.hangs.items())),
            "faces": world.faces[1:],
            "variables": dict(world.variables),
            "turns": world.turns,
            "status": self.status,
            "decider": self.decider,
            "result": self.result,
            "shown": world.shown[1:],
            "known": world.known[1:],
            "rng": (world.rng.state, world.rng.increment),
        }

    def tick(self) -> None:
        """Count a statement."""
        self.budget -= 1
        if self.budget < 0:
            raise Fault("budget")

    def rehearsal(self, asker: int | None) -> Oracle:
        """A copy for a dry run, which leaves nothing behind and tells the asker no secret."""
        dry = copy.copy(self)
        dry.world, dry.dry, dry.asker = self.world.copy(), True, asker
        dry.known = self.known or list(self.world.known)
        dry.atomic = dry.search = None
        return dry

    def _play(self) -> Steps:
        self.world.lay_out(self.game.supplies)
        for variable in self.game.variables:
            several = range(variable.count) if variable.count > 1 else self.things.owners(variable)
            for which in several:
                initial = value(self, variable.initial, {})
                self.world.variables[variable.name, which] = initial
        with suppress(EndProcedure):
            yield from run(self, self.procedures["main"].body, {})
        raise Over([], None, "finished")

    def _resume(self, option: Row | None) -> None:
        self.budget, self.choice, self.longest[0] = self.most_steps, None, 0
        try:
            self.choice = self._steps.send(option)  # type: ignore[arg-type]
            self.status = "decision"
        except Over as end:
            winners, scores, reason = end.args
            self._stop("over", (sorted(set(winners)), scores, reason))
        except Stuck:
            self._stop("stuck", ([], None, "stuck"))
        except Failed:
            self._stop("fault", ([], None, "failed"))
        except Fault as fault:
            self._stop("fault", ([], None, str(fault)))

    def _stop(self, status: str, result: Result) -> None:
        self.status, self.result = status, result
