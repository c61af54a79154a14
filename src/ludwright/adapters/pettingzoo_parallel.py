"""PettingZoo for games in which every choice is simultaneous: all agents act in each step.

A step answers the next question of every seat that is asked one. An agent that is not asked, such
as one that has answered all its questions of a round, has one action, 0, which does nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo

from ..gamedef.call_graph import always_together
from ..play.errors import IllegalMove, InvalidMove, TableError
from ..play.open_rounds import OpenRounds
from ..play.option_rows import Entry
from ..play.table import Table
from ..play.tensors import Tensor
from .game import Described
from .pettingzoo import Agents, Observation, OfAgents
from .picture import picture
from .sitting import Texts


def check_simultaneous(game: Described) -> None:
    """Refuse a game in which some choice is not simultaneous."""
    if not always_together(game.definition):
        raise TableError(
            f"players of '{game.called}' do not always choose simultaneously; use `env`, where "
            "they act one after another"
        )


class ParallelAgentsEnv(OfAgents, pettingzoo.ParallelEnv):  # type: ignore[misc]
    """The seats of a game, all at once; see `pettingzoo.parallel_env`."""

    def __init__(self, agents: Agents, render_mode: str | None) -> None:
        self.sit_down(agents, render_mode, parallel=True)
        self._rounds = OpenRounds(self.sitting.table)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game: with a seed the same one as at a table of that seed, else a random one."""
        self._all.begin(seed)
        self.agents = [*self.possible_agents]
        self._rounds = OpenRounds(self.sitting.table)
        return self._observations(), self._infos()

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Choose for all agents; if an action is wrong, nothing changes."""
        self._all.check_running(self.agents)
        if not isinstance(actions, dict) or set(actions) != set(self.agents):
            raise InvalidMove(f"expected an action for each of {', '.join(self.agents)}")
        agents, sitting = self.agents, self.sitting
        chosen = {seat: self._checked(seat, actions[agents[seat]]) for seat in range(len(agents))}
        if sitting.table.over:
            sitting.act(0)
        else:
            self._answer(chosen)
        rewards = dict(zip(agents, sitting.rewards(), strict=True))
        terminated = dict.fromkeys(agents, sitting.terminated)
        truncated = dict.fromkeys(agents, sitting.truncated)
        observations, infos = self._observations(), self._infos()
        if sitting.ended:
            self.agents = []
        return observations, rewards, terminated, truncated, infos

    def _answer(self, chosen: dict[int, Entry | None]) -> None:
        """Answer the questions that seats are asked; the last answers are made at the table."""
        sitting, rounds = self.sitting, self._rounds
        for seat, entry in chosen.items():
            if entry is None:
                continue
            sitting.made += 1
            if rounds:
                rounds.answer(seat, entry)
            else:
                sitting.table.carry_out(entry)
        if rounds and not rounds.waiting:
            rounds.make(sitting.table.carry_out)
        if not rounds or not rounds.waiting:
            self._rounds = OpenRounds(sitting.table)

    def _asking(self, seat: int) -> Table | None:
        """A table that asks a seat its next question, if it is asked one."""
        if self._rounds:
            return self._rounds.asking(seat)
        return self.sitting.table if self.sitting.table.decider == seat else None

    def _legal(self, seat: int) -> list[int]:
        if self.sitting.ended:
            return []
        asking = self._asking(seat)
        return [0] if asking is None else self.sitting.actions.of(asking)

    def _checked(self, seat: int, action: object) -> Entry | None:
        """The log entry of an action of a seat; None if the seat is not asked anything."""
        actions, legal = self.sitting.actions, self._legal(seat)
        number = actions.checked(action)
        if number not in legal and not self.sitting.masked:
            number = legal[number % len(legal)]
        if number not in legal:
            raise IllegalMove(f"{self._all.names[seat]}: action {number} is not legal now")
        asking = self._asking(seat)
        if asking is None:
            return None
        move = actions.move(number, asking)
        return asking.entry(asking.move(move) if isinstance(move, int) else move)

    def _observations(self) -> dict[str, Observation]:
        return {name: self._observed(seat) for seat, name in enumerate(self.agents)}

    def _observed(self, seat: int) -> Observation:
        mask = np.zeros(self.sitting.actions.count, np.int8)
        mask[self._legal(seat)] = 1
        table = self._asking(seat) or self.sitting.table
        seen = self.sitting.observer.write_state(table.state, seat)
        return {"observation": seen, "action_mask": mask}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {name: self._info(seat) for seat, name in enumerate(self.agents)}

    def _info(self, seat: int) -> dict[str, Any]:
        asking = None if self.sitting.ended else self._asking(seat)
        if asking is None:
            return {}
        ids = self.sitting.ids_at(asking)
        return {"ids": ids, "legal": Texts(ids.tolist(), asking.legal(), self.sitting.actions)}

    def state(self) -> Tensor:
        """What all agents may know, one after another: for critics that see everything."""
        self._all.check_begun()
        return self.sitting.everything()

    def render(self) -> str | None:
        """The table as text, as the first agent sees it."""
        if self.render_mode is None:
            return None
        self._all.check_begun()
        return picture(self.sitting.table.view(0, past=False))

    def close(self) -> None:
        """Nothing is held."""
