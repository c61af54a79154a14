"""The examples of the documentation learn, visibly, in a small part of the time they have there."""

import runpy
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def test_a_policy_gradient_learns_against_a_random_player() -> None:
    means = runpy.run_path(str(EXAMPLES / "leduc_gymnasium.py"))["learn"](1200, blocks=4)
    # A chip or two a game, with a deviation of 0.2 in each mean of 300 games.
    assert means[-1] > means[0] and means[-1] > 0.5


def test_two_learners_beat_a_random_player() -> None:
    example = runpy.run_path(str(EXAMPLES / "kuhn_pettingzoo.py"))
    before, after = (example["against_random"](example["learn"](n), 500) for n in (0, 500))
    assert after > before + 0.05
