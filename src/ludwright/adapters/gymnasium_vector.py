"""Gymnasium for many tables at once: in each step, whoever decides at a table chooses there.

For a solitaire that is its player. In other games it is a stream of decisions of all seats, for one
policy that plays them all: observations are those of the seat that decides, and relative to it.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from ..machine.program import Program
from ..play.batch import Batch
from ..play.errors import IllegalMove, InvalidMove, TableError
from ..play.setup import natural_pace
from ..play.tensors import Tensor
from ..play.utility import utility_of
from .actions import Actions
from .observation import Observer

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Truths = np.ndarray[Any, np.dtype[np.bool_]]
Steps = tuple[Tensor, np.ndarray[Any, np.dtype[np.float64]], Truths, Truths, dict[str, Any]]


class DecisionsEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """The decisions at many tables; see `gymnasium.make_vec`."""

    def __init__(self, program: Program, tables: int, seed: int | None, threads: int) -> None:
        if natural_pace(program) != "decision":
            raise TableError(f"nobody decides anything in '{program.name}': use `make`")
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}
        self.program = program
        self.actions, self.observer = Actions(program), Observer(program)
        self.utility = utility_of(program)
        self.batch = Batch(program, tables, threads=threads)
        self.num_envs = tables
        self._first_seed = seed
        self._begun = False
        spaces, observer = gymnasium.spaces, self.observer
        self.single_action_space = spaces.Discrete(self.actions.count)
        self.single_observation_space = spaces.Box(observer.low, observer.high, dtype=np.float32)
        batched = gymnasium.vector.utils.batch_space
        self.action_space = batched(self.single_action_space, tables)
        self.observation_space = batched(self.single_observation_space, tables)

    @property
    def legend(self) -> list[str]:
        """What each number of an observation is."""
        return self.observer.legend

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Tensor, dict[str, Any]]:
        """Begin the first games of a seed, or of a random one."""
        if seed is None:
            seed, self._first_seed = self._first_seed, None
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self._begun = True
        self._look()
        return self._observations(), self._info()

    def step(self, actions: Any) -> Steps:
        """Choose at every table; where the game is over, the next one begins and the action is
        ignored. If an action is wrong, nothing changes."""
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")
        if not self._begun:
            raise gymnasium.error.ResetNeeded("no game has begun: call reset first")
        movers = self.batch.deciders
        self.batch.step(self._choices(actions))
        self._look()
        over = self.batch.over
        utilities = self._utilities
        # Who has just moved gets the reward; where a game has just begun, there is none.
        rewards = utilities[np.arange(self.num_envs), np.maximum(movers, 0)]
        never = np.zeros(self.num_envs, np.bool_)
        return self._observations(), rewards, over, never, self._info()

    def _look(self) -> None:
        """List the actions of all tables."""
        batch = self.batch
        self._rows = np.repeat(np.arange(self.num_envs), batch.counts)
        if self.actions.by_id:
            self._offsets, self._legal = batch.ids()
        else:
            counts = np.minimum(batch.counts, self.actions.count)
            self._rows = np.repeat(np.arange(self.num_envs), counts)
            self._offsets = np.concatenate([[0], np.cumsum(counts)])
            self._legal = np.arange(len(self._rows)) - self._offsets[self._rows]
        self._utilities = self.utility.of_rows(batch.winners, batch.scores)

    def _choices(self, actions: object) -> Numbers:
        """The numbers of the options that actions mean."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            what = f"{given.dtype} of shape {given.shape}"
            raise InvalidMove(f"expected {self.num_envs} actions, one per table; found {what}")
        hits = np.flatnonzero(self._legal == given[self._rows])
        found = np.full(self.num_envs, -1, np.int64)
        found[self._rows[hits]] = hits - self._offsets[self._rows[hits]]
        wrong = np.flatnonzero((found < 0) & ~self.batch.over)
        if len(wrong):
            table = wrong.item(0)
            raise IllegalMove(f"table {table}: action {given.item(table)} is not legal now")
        if not self.actions.by_id:
            counts, most = self.batch.counts, self.actions.count
            found = np.where(counts > most, found * counts // most, found)
        return np.maximum(found, 0)

    def _observations(self) -> Tensor:
        return self.observer.batch(self.batch)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks(),
            "decider": self.batch.deciders,
            "utility": self._utilities,
        }

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """By table and action: 1 if it is legal now, else 0; where the game is over, action 0 is,
        as it is ignored."""
        masks = np.zeros((self.num_envs, self.actions.count), np.int8)
        masks[self._rows, self._legal] = 1
        masks[self.batch.over, 0] = 1
        return masks

    def __repr__(self) -> str:
        return f"<DecisionsEnv of {self.num_envs} tables of {self.program.name}>"
