"""PettingZoo: all seats of a game as agents, one after another, or all at once.

An action's number is the id of a move, or the number of an option (`actions.py`); `action_mask` in
the observation says which are legal now. Rewards are utilities, at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..machine.program import Program
from ..play.errors import TableError
from ..play.tensors import Tensor
from .actions import Mask
from .extras import absent
from .game import Described, program_of
from .picture import picture
from .sitting import MOST_DECISIONS, Sitting

try:
    import gymnasium
    import pettingzoo
except ModuleNotFoundError as error:
    raise absent(error, "rl") from None

Observation = dict[str, Tensor | Mask]
MODES = ("ansi",)


def env(
    game: Described,
    players: int | None = None,
    *,
    seed: int | None = None,
    render_mode: str | None = None,
    max_decisions: int | None = MOST_DECISIONS,
    masked: bool = True,
) -> AgentsEnv:
    """The seats of a game as agents that act one after another, for any game.

    The first `reset` uses the `seed`, if it has none of its own. The game is truncated after
    `max_decisions`. Unless it is `masked`, an action that is not legal stands for one that is, by
    its remainder, for algorithms without masks.
    """
    return AgentsEnv(Agents(game, players, seed, max_decisions, masked), checked(render_mode))


def parallel_env(
    game: Described,
    players: int | None = None,
    *,
    seed: int | None = None,
    render_mode: str | None = None,
    max_decisions: int | None = MOST_DECISIONS,
    masked: bool = True,
) -> Any:
    """The seats of a game as agents that act at the same time, for games in which every choice is
    simultaneous; see `env`."""
    from .pettingzoo_parallel import ParallelAgentsEnv, check_simultaneous

    program_of(game, players)
    check_simultaneous(game)
    return ParallelAgentsEnv(
        Agents(game, players, seed, max_decisions, masked), checked(render_mode)
    )


class Agents:
    """The agents of a game with their spaces, and the seeds of its games."""

    def __init__(
        self,
        game: Described,
        players: int | None,
        seed: int | None,
        max_decisions: int | None,
        masked: bool,
    ) -> None:
        program: Program = program_of(game, players)
        self.sitting = Sitting(program, game.called, max_decisions, masked)
        self.names = [f"player_{seat}" for seat in range(program.seats)]
        self.spaces = {name: self._observations() for name in self.names}
        self.actions = {name: self._actions() for name in self.names}
        observer = self.sitting.observer
        low, high = (np.tile(x, program.seats) for x in (observer.low, observer.high))
        self.state_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        self._first_seed = seed
        self._random: Any = None

    def _observations(self) -> Any:
        observer, count = self.sitting.observer, self.sitting.actions.count
        box = gymnasium.spaces.Box
        seen = box(observer.low, observer.high, dtype=np.float32)
        return gymnasium.spaces.Dict(
            {"observation": seen, "action_mask": box(0, 1, (count,), np.int8)}
        )

    def _actions(self) -> Any:
        return gymnasium.spaces.Discrete(self.sitting.actions.count)

    def begin(self, seed: int | None) -> None:
        """Begin a game: with a seed the same one as at a table of that seed, else a random one."""
        if seed is None:
            seed, self._first_seed = self._first_seed, None
        if seed is not None:
            self.sitting.begin(seed)
        if seed is not None or self._random is None:
            self._random, _ = gymnasium.utils.seeding.np_random(seed)
        if seed is None:
            self.sitting.begin(int(self._random.integers(1 << 62)))

    def seat(self, agent: str) -> int:
        """The seat of an agent."""
        if agent not in self.spaces:
            raise TableError(f"unknown agent {agent!r}; agents are {', '.join(self.names)}")
        return self.names.index(agent)

    def check_begun(self) -> None:
        """Refuse what needs a game before the first reset."""
        if not self.sitting.begun:
            raise gymnasium.error.ResetNeeded("no game has begun: call reset first")

    def check_running(self, agents: list[str]) -> None:
        """Refuse a step where there is nobody left to act."""
        self.check_begun()
        if not agents:
            raise gymnasium.error.ResetNeeded("the game is over: call reset to begin the next one")

    def metadata(self, parallel: bool) -> dict[str, Any]:
        """The metadata of an environment."""
        name = f"{self.sitting.table.game}_v0"
        return {
            "name": name,
            "render_modes": [*MODES],
            "render_fps": 4,
            "is_parallelizable": parallel,
        }


class OfAgents:
    """What environments of either kind say of their agents and spaces."""

    def sit_down(self, agents: Agents, render_mode: str | None, parallel: bool) -> None:
        """Take over the agents."""
        self._all = agents
        self.sitting = agents.sitting
        self.metadata = agents.metadata(parallel)
        self.render_mode = render_mode
        self.possible_agents = [*agents.names]
        self.agents: list[str] = []
        self.observation_spaces = agents.spaces
        self.action_spaces = agents.actions
        self.state_space = agents.state_space

    @property
    def legend(self) -> list[str]:
        """What each number of an observation is."""
        return self.sitting.observer.legend

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        self._all.seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        self._all.seat(agent)
        return self.action_spaces[agent]


class AgentsEnv(OfAgents, pettingzoo.AECEnv):  # type: ignore[misc]
    """The seats of a game, one after another; see `env`."""

    def __init__(self, agents: Agents, render_mode: str | None) -> None:
        super().__init__()
        self.sit_down(agents, render_mode, parallel=False)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: with a seed the same one as at a table of that seed, else a random one."""
        self._all.begin(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._go_on()

    def last(self, observe: bool = True) -> Any:
        """What the agent that acts now observes, its reward, and whether it is still there."""
        self._all.check_begun()
        return super().last(observe)

    def _go_on(self) -> None:
        """Select the agent that acts now."""
        self.agent_selection = self._all.names[self.sitting.agent]
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.infos[self.agent_selection] = self.sitting.info(self.sitting.agent)

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and which actions it may choose now."""
        self._all.check_begun()
        seat = self._all.seat(agent)
        return {
            "observation": self.sitting.observation(seat),
            "action_mask": self.sitting.mask(seat),
        }

    def step(self, action: Any) -> None:
        """Choose for the selected agent; a wrong action is an error and changes nothing."""
        self._all.check_running(self.agents)
        agent, sitting = self.agent_selection, self.sitting
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        sitting.act(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if sitting.ended:
            self.rewards = dict(zip(self._all.names, sitting.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, sitting.terminated)
            self.truncations = dict.fromkeys(self.agents, sitting.truncated)
        self._accumulate_rewards()
        self._go_on()

    def state(self) -> Tensor:
        """What all agents may know, one after another: for critics that see everything."""
        self._all.check_begun()
        return self.sitting.everything()

    def render(self) -> str | None:
        """The table as text, as the selected agent sees it."""
        if self.render_mode is None:
            return None
        self._all.check_begun()
        return picture(self.sitting.table.view(self.sitting.agent, past=False))

    def close(self) -> None:
        """Nothing is held."""


def checked(mode: str | None) -> str | None:
    """A valid mode of rendering."""
    if mode is not None and mode not in MODES:
        raise TableError(f"unknown render mode {mode!r}; expected {' or '.join(MODES)} or None")
    return mode
