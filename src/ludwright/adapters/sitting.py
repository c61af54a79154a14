"""A sitting: one game at a table, as environments see it: actions, observations, rewards, an end.

Rewards are utilities, at the end; a game that is truncated gives none. Where the game goes on or
ends without a decision, one of the agents has one action, `continue`: so every game has a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..machine.program import Program
from ..play.errors import IllegalMove, TableError
from ..play.moves import CONTINUE, Move, Moves
from ..play.setup import checked_seed, natural_pace
from ..play.table import Table
from ..play.tensors import Tensor
from ..play.utility import utility_of
from .actions import Actions, Mask, ids_of
from .observation import Observer

Ids = np.ndarray[Any, np.dtype[Any]]

MOST_DECISIONS = 10_000


class Sitting:
    """A game of one program after another at one table.

    It is truncated after `most` decisions of all seats. Unless it is `masked`, an action that is
    not legal stands for one that is, by its remainder. `waits` is the agent that continues where
    nobody decides."""

    def __init__(
        self, program: Program, name: str, most: int | None, masked: bool = True, waits: int = 0
    ) -> None:
        if most is not None and (isinstance(most, bool) or not isinstance(most, int) or most < 1):
            raise TableError(f"max_decisions must be a whole number from 1, found {most!r}")
        self.program = program
        self.actions = Actions(program)
        self.observer = Observer(program)
        self.utility = utility_of(program)
        self.most = most
        self.masked = masked
        self.waits = waits
        self.table = Table(program, pace=natural_pace(program), game=name)
        self.begun = False  # whether there is a game
        self._begin_anew()

    def begin(self, seed: int) -> None:
        """Begin the game of a seed."""
        self.table.reset(checked_seed(seed))
        self.begun = True
        self._begin_anew()

    def _begin_anew(self) -> None:
        self.made = 0
        self._last_step = False
        self.expect_step()

    # ---- how it stands ----

    @property
    def terminated(self) -> bool:
        """Whether the game is over."""
        return self.table.over and not self._last_step

    @property
    def truncated(self) -> bool:
        """Whether it was broken off."""
        return self.most is not None and self.made >= self.most and not self.terminated

    @property
    def ended(self) -> bool:
        """Whether there is nothing left to do."""
        return self.terminated or self.truncated

    @property
    def agent(self) -> int:
        """The seat that acts now."""
        decider = self.table.decider
        return self.waits if decider is None else decider

    def rewards(self) -> tuple[float, ...]:
        """What the game gives each seat: something if it is over, else nothing."""
        return self.utility.of(self.table.result() if self.terminated else None)

    def expect_step(self) -> None:
        """A game that is over before an agent has decided still has one step for it."""
        self._last_step = self.table.over

    # ---- what agents are told ----

    def legal(self, agent: int) -> list[int]:
        """The actions that an agent may choose now."""
        if self.ended or agent != self.agent:
            return []
        return [0] if self._last_step else self.actions.of(self.table)

    def mask(self, agent: int) -> Mask:
        """By action: 1 if an agent may choose it now, else 0."""
        found = np.zeros(self.actions.count, np.int8)
        found[self.legal(agent)] = 1
        return found

    def observation(self, agent: int) -> Tensor:
        """What an agent may know, as an array."""
        return self.observer.write_state(self.table.state, agent)

    def everything(self) -> Tensor:
        """What all agents may know, one after another."""
        return np.concatenate([self.observation(seat) for seat in range(self.program.seats)])

    def ids(self, agent: int) -> Ids:
        """The ids of the actions that an agent may choose, in the order of their numbers."""
        legal = self.legal(agent)
        if not legal or self._last_step or self.table.paused:
            return np.full(len(legal), -1, np.int64)
        return self.ids_at(self.table)

    def ids_at(self, table: Table) -> Ids:
        """The ids of the legal actions at a table where a seat decides."""
        ids = ids_of(table)
        if not self.actions.by_id:
            count = min(len(ids), self.actions.count)
            ids = [ids[self.actions.option(number, len(ids))] for number in range(count)]
        return np.array(ids, np.int64 if self.program.ids < 1 << 63 else object)

    def info(self, agent: int) -> dict[str, Any]:
        """What environments say of an agent's choice beside the observation: the ids of its legal
        actions, and their texts in the same order."""
        ids = self.ids(agent)
        asked = len(ids) > 0 and not self._last_step
        moves = self.table.legal() if asked else None
        return {"ids": ids, "legal": Texts(ids.tolist(), moves, self.actions)}

    # ---- what agents do ----

    def check(self, action: object, agent: int) -> int:
        """An action that an agent may choose now; a clear error for any other."""
        number = self.actions.checked(action)
        legal = self.legal(agent)
        if number in legal:
            return number
        if not self.masked and legal:
            return legal[number % len(legal)]
        some = ", ".join(map(str, legal[:8])) + (", ..." if len(legal) > 8 else "")
        raise IllegalMove(f"action {number} is not legal now; legal are: {some or 'none'}")

    def act(self, action: object) -> None:
        """Carry out an action of the agent that acts now; a wrong one changes nothing."""
        number = self.check(action, self.agent)
        if self._last_step:
            self._last_step = False
            return
        self.actions.apply(number, self.table)
        self.made += 1

    def play(self, move: Move) -> None:
        """Carry out a move of a seat that is no agent's."""
        self.table.apply(move)
        self.made += 1


class Texts(Sequence[str]):
    """The texts of legal moves, made when they are read: before the table moves on."""

    def __init__(self, ids: list[int], moves: Moves | None, actions: Actions) -> None:
        self._ids = ids
        self._moves = moves
        self._actions = actions

    def __len__(self) -> int:
        return len(self._ids)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(len(self))[index]]
        number = range(len(self))[index]
        if self._moves is None:
            return CONTINUE
        if not self._actions.by_id:
            number = self._actions.option(number, len(self._moves))
        return str(self._moves[number])

    def __iter__(self) -> Iterator[str]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        # Ids say as much as texts, and are there when the table has moved on.
        return isinstance(other, Texts) and self._ids == other._ids

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return list, ([*self],)

    def __repr__(self) -> str:
        return repr([*self])
