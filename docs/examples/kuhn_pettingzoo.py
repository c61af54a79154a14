"""Two learners at Kuhn poker, who know nothing of each other, by PettingZoo.

    python docs/examples/kuhn_pettingzoo.py

They take turns at learning: one explores and matches its regrets, weighed by how likely it was to
get there; the other plays as well as it can.
"""

from collections import defaultdict
from collections.abc import Callable

import numpy as np

import ludwright as lw
from ludwright.adapters import pettingzoo

EXPLORE = 0.4


class Learner:
    """Chooses in proportion to the regrets of what it did not choose before."""

    def __init__(self, actions: int) -> None:
        self.regrets = defaultdict(lambda: np.zeros(actions))
        self.sums = defaultdict(lambda: np.zeros(actions))

    def now(self, key: bytes, mask: np.ndarray) -> np.ndarray:
        """How likely it chooses what now."""
        regrets = np.maximum(self.regrets[key], 0) * mask
        chances = regrets / regrets.sum() if regrets.any() else mask / mask.sum()
        self.sums[key] += chances
        return chances

    def mean(self, key: bytes, mask: np.ndarray) -> np.ndarray:
        """How likely it has chosen what so far: this is what approaches an equilibrium."""
        sums = self.sums[key]
        return sums / sums.sum() if sums.any() else mask / mask.sum()

    def exploring(self, made: list) -> Callable:
        """As now, but what looks bad is tried, too; with notes of what it was."""

        def chances(key: bytes, mask: np.ndarray) -> np.ndarray:
            own = self.now(key, mask)
            made.append((key, mask, own))
            return (1 - EXPLORE) * own + EXPLORE * mask / mask.sum()

        return chances

    def learn(self, made: list, actions: list, reward: float) -> None:
        """Add what each action would have gained, by the one game that was played."""
        value = reward
        for (_, mask, own), action in zip(made, actions, strict=True):
            value /= (1 - EXPLORE) * own[action] + EXPLORE / mask.sum()
        for (key, mask, own), action in zip(reversed(made), reversed(actions), strict=True):
            self.regrets[key] -= value * own[action] * mask
            self.regrets[key][action] += value
            value *= own[action]


def play(env, chances: dict[str, Callable], random) -> tuple[dict, dict]:
    """Play a game; the actions and the reward of each agent."""
    actions, rewards = {name: [] for name in chances}, {}
    env.reset()
    for name in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        if over:
            rewards[name] = reward
            env.step(None)
        else:
            mask = seen["action_mask"]
            likely = chances[name](seen["observation"].tobytes(), mask)
            action = int(random.choice(len(mask), p=likely))
            actions[name].append(action)
            env.step(action)
    return actions, rewards


def learn(games: int, seed: int = 1) -> dict[str, Learner]:
    """Let both learn from games against each other."""
    env, random = pettingzoo.env(lw.load("kuhn-poker"), seed=seed), np.random.default_rng(seed)
    learners = {name: Learner(env.action_space(name).n) for name in env.possible_agents}
    for number in range(games):
        mine = env.possible_agents[number % 2]
        chances, made = {name: each.now for name, each in learners.items()}, []
        chances[mine] = learners[mine].exploring(made)
        actions, rewards = play(env, chances, random)
        if made:
            learners[mine].learn(made, actions[mine], rewards[mine])
    return learners


def against_random(learners: dict[str, Learner], games: int, seed: int = 2) -> float:
    """The mean utility of the mean strategies against a random player, in both seats."""
    env, random = pettingzoo.env(lw.load("kuhn-poker"), seed=seed), np.random.default_rng(seed)
    gained = 0.0
    for number in range(games):
        mine = env.possible_agents[number % 2]
        chances = dict.fromkeys(env.possible_agents, lambda key, mask: mask / mask.sum())
        chances[mine] = learners[mine].mean
        gained += play(env, chances, random)[1][mine]
    return gained / games


if __name__ == "__main__":
    for games in (0, 100, 1_000, 10_000):
        gain = against_random(learn(games), 3_000)
        print(f"{games:6,} games learned: mean utility {gain:+.3f} against a random player")
