"""Learn Leduc poker against a random player: a policy gradient with a table, by Gymnasium.

python docs/examples/leduc_gymnasium.py
"""

from collections import defaultdict

import numpy as np

import ludwright as lw
from ludwright.adapters import gymnasium

STEP = 0.2


def learn(games: int, blocks: int = 10, seed: int = 1) -> list[float]:
    """The mean utility in each block of training games."""
    env = gymnasium.make(lw.load("leduc-poker"), against="random", seed=seed)
    random = np.random.default_rng(seed)
    preferences = defaultdict(lambda: np.zeros(env.action_space.n))
    means, mean = [], 0.0
    for _ in range(blocks):
        gained = [play(env, preferences, random, mean) for _ in range(games // blocks)]
        mean = float(np.mean(gained))
        means.append(mean)
    env.close()
    return means


def play(env, preferences, random, baseline: float) -> float:
    """Play a game, and prefer what was chosen if it went better than usual."""
    made, over = [], False
    observation, info = env.reset()
    while not over:
        key = observation.tobytes()
        weights = np.exp(preferences[key] - preferences[key].max()) * info["action_mask"]
        chances = weights / weights.sum()
        action = random.choice(len(chances), p=chances)
        made.append((key, action, chances))
        observation, reward, over, _, info = env.step(action)
    for key, action, chances in made:
        preferences[key] -= STEP * (reward - baseline) * chances
        preferences[key][action] += STEP * (reward - baseline)
    return reward


if __name__ == "__main__":
    for number, mean in enumerate(learn(20_000, blocks=20), 1):
        print(f"{1_000 * number:6,} games: mean utility {mean:+.3f}")
