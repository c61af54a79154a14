"""Gymnasium: one seat of a game as an environment, the others played by bots; many tables at once.

An action's number is the id of a move, or the number of an option (`actions.py`); `action_mask` in
the info says which are legal now. Rewards are utilities, at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..play.errors import TableError
from ..play.tensors import Tensor
from ..players import Blind, Bot, Player, begin, check_plays, choice, close, end, maker_of
from ..players.named import check_repeatable
from .actions import Mask
from .extras import absent
from .game import Described, program_of
from .picture import picture
from .sitting import MOST_DECISIONS, Sitting

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise absent(error, "rl") from None

Step = tuple[Tensor, float, bool, bool, dict[str, Any]]


def make(
    game: Described,
    seat: int = 0,
    against: Bot | Sequence[Bot] = "level-2",
    *,
    players: int | None = None,
    seed: int | None = None,
    render_mode: str | None = None,
    max_decisions: int | None = MOST_DECISIONS,
    masked: bool = True,
) -> SeatEnv:
    """One seat of a game as an environment; bots, one for all or one per other seat, sit in the
    others.

    The first `reset` uses the `seed`, if it has none of its own. The game is truncated after
    `max_decisions` of all seats. Unless it is `masked`, an action that is not legal stands for one
    that is, by its remainder, for algorithms without masks.
    """
    return SeatEnv(game, seat, against, players, seed, render_mode, max_decisions, masked)


def make_vec(
    game: Described,
    num_envs: int,
    *,
    players: int | None = None,
    seed: int | None = None,
    threads: int = 1,
) -> Any:
    """Many tables of a game as a vector environment, stepped in one call.

    Whoever decides at a table chooses there: in a solitaire its player, else all seats in turn, so
    that one policy plays them all. Observations, and `decider` in the info, are those of the seat
    that decides. A game that is over is restarted by the next step, whose action is ignored; then
    `utility` in the info has what each seat got, and the reward is that of the seat that made the
    last move.
    """
    from .gymnasium_vector import DecisionsEnv

    return DecisionsEnv(program_of(game, players), num_envs, seed, threads)


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """A seat of a game; see `make`."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (as the base class has it)

    def __init__(
        self,
        game: Described,
        seat: int,
        against: Bot | Sequence[Bot],
        players: int | None,
        seed: int | None,
        render_mode: str | None,
        max_decisions: int | None,
        masked: bool,
    ) -> None:
        program = program_of(game, players)
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < program.seats:
            raise TableError(f"unknown seat {seat!r}; seats are 0 to {program.seats - 1}")
        self.render_mode = checked_mode(render_mode, self.metadata["render_modes"])
        self.seat = seat
        self.sitting = Sitting(program, game.called, max_decisions, masked, waits=seat)
        self._first_seed = seed
        bots = bots_of(against, program.seats, seat)
        for bot in bots:
            check_repeatable(bot)
            check_plays(bot, program)
        made = {bot: maker_of(bot)() for bot in dict.fromkeys(bots)}
        self._made = [player for bot, player in made.items() if player is not bot]
        self._players: list[Player] = [made[bot] for bot in bots]
        self._players.insert(seat, _Agent())
        actions, observer = self.sitting.actions, self.sitting.observer
        self.action_space = gymnasium.spaces.Discrete(actions.count)
        self.observation_space = gymnasium.spaces.Box(observer.low, observer.high, dtype=np.float32)

    @property
    def legend(self) -> list[str]:
        """What each number of an observation is."""
        return self.sitting.observer.legend

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Tensor, dict[str, Any]]:
        """Begin a game: with a seed the same one as at a table of that seed, else a random one."""
        if seed is None:
            seed, self._first_seed = self._first_seed, None
        super().reset(seed=seed)
        self.sitting.begin(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        begin(self.sitting.table, self._players)
        self._others()
        self.sitting.expect_step()
        return self.sitting.observation(self.seat), self._info()

    def step(self, action: Any) -> Step:
        """Choose; then the others play until it is this seat's turn again, or the game is over. A
        wrong action is an error and changes nothing."""
        sitting = self.sitting
        check_running(sitting)
        sitting.act(action)
        self._others()
        if sitting.terminated:
            end(sitting.table, self._players)
        reward = sitting.rewards()[self.seat]
        observation, info = sitting.observation(self.seat), self._info()
        return observation, reward, sitting.terminated, sitting.truncated, info

    def _others(self) -> None:
        sitting = self.sitting
        while not sitting.table.over and not sitting.truncated and sitting.agent != self.seat:
            sitting.play(choice(self._players[sitting.agent], sitting.table))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), **self.sitting.info(self.seat)}

    def action_masks(self) -> Mask:
        """By action: 1 if it is legal now, else 0. Some libraries ask for it by this name."""
        return self.sitting.mask(self.seat)

    def render(self) -> str | None:
        """The table as text, as the seat sees it."""
        if self.render_mode is None:
            return None
        check_begun(self.sitting)
        return picture(self.sitting.table.view(self.seat, past=False))

    def close(self) -> None:
        """Let go what bots hold."""
        for player in self._made:
            close(player)
        self._made = []

    def __repr__(self) -> str:
        return f"<SeatEnv of seat {self.seat} of {self.sitting.table.game}>"


class _Agent(Blind):
    """Sits in the agent's seat, and is never asked."""


def bots_of(against: Bot | Sequence[Bot], seats: int, seat: int) -> list[Bot]:
    """The bots of the other seats, in order."""
    if isinstance(against, str) or not isinstance(against, Sequence):
        return [against] * (seats - 1)
    if len(against) != seats - 1:
        raise TableError(f"expected {seats - 1} bots for the other seats, found {len(against)}")
    return [*against]


def checked_mode(mode: str | None, known: list[str]) -> str | None:
    """A valid mode of rendering."""
    if mode is not None and mode not in known:
        raise TableError(f"unknown render mode {mode!r}; expected {' or '.join(known)} or None")
    return mode


def check_begun(sitting: Sitting) -> None:
    """Refuse what needs a game before the first reset."""
    if not sitting.begun:
        raise gymnasium.error.ResetNeeded("no game has begun: call reset first")


def check_running(sitting: Sitting) -> None:
    """Refuse a step where there is nothing left to do."""
    check_begun(sitting)
    if sitting.ended:
        how = "over" if sitting.terminated else "truncated"
        raise gymnasium.error.ResetNeeded(f"the game is {how}: call reset to begin the next one")
