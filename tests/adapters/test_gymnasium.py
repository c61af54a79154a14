"""Gymnasium: its own checker for every game, and what an environment promises beyond that."""

from __future__ import annotations

import importlib
import pickle
import sys
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import check_env

import ludwright as lw
from ludwright.adapters.gymnasium import SeatEnv, make, make_vec
from ludwright.gamedef import nodes as n
from ludwright.machine.program import Program
from ludwright.pipeline import library_games
from ludwright.play.batch import Batch
from ludwright.play.errors import MoveError
from ludwright.play.utility import utility_of
from tools.tables import action, decide, end, program
from tools.tiny import loc, num

LIBRARY = sorted(name for name in library_games() if ":" not in name)


def first_legal(info: dict[str, Any]) -> int:
    return int(np.flatnonzero(info["action_mask"])[0])


def played(env: SeatEnv, seed: int, most: int = 200) -> list[tuple[object, ...]]:
    """All that an environment returns in a game of some legal actions."""
    observation, info = env.reset(seed=seed)
    found: list[tuple[object, ...]] = [(observation.tobytes(), info["ids"].tolist())]
    for number in range(most):
        legal = np.flatnonzero(info["action_mask"])
        observation, reward, over, cut, info = env.step(legal[number % len(legal)])
        found.append((observation.tobytes(), reward, over, cut, info["ids"].tolist()))
        assert env.observation_space.contains(observation)
        if over or cut:
            break
    return found


@pytest.mark.filterwarnings("ignore:.*environment not having a spec")
@pytest.mark.quick(5)
@pytest.mark.parametrize("name", LIBRARY)
def test_every_game_passes_the_checker(name: str) -> None:
    game = lw.load(name)
    for players in sorted({game.definition.least_players, game.definition.most_players}):
        # The checker knows no masks.
        any_number = make(
            game, players - 1, "random", players=players, masked=False, render_mode="ansi"
        )
        check_env(any_number)
        env = make(game, players - 1, "random", players=players)
        assert played(env, 5, 40) == played(env, 5, 40)


# ---- what it promises ----------------------------------------------------------------------------


def test_a_seed_is_the_deal_of_a_table() -> None:
    game = lw.load("klondike")
    env = make(game)
    _, info = env.reset(seed=7)
    table = game.table(seed=7)
    assert env.sitting.table.key() == table.key()
    assert info["ids"].tolist() == table.legal_ids() == np.flatnonzero(info["action_mask"]).tolist()
    assert [*info["legal"]] == [str(move) for move in table.legal()]
    assert info["legal"][-1] == str(table.legal()[-1])


def test_without_a_seed_games_differ_and_the_first_may_be_given() -> None:
    game = lw.load("klondike")
    env, other = make(game, seed=3), make(game, seed=3)
    first, second = env.reset()[0], env.reset()[0]
    assert (first != second).any()
    assert (other.reset()[0] == first).all() and (other.reset()[0] == second).all()


def test_the_others_play_as_the_same_bots_at_a_table() -> None:
    game = lw.load("leduc-poker")
    one, two = make(game, 1, "level-2"), make(game, 1, ["level-2"])
    assert [played(one, seed) for seed in range(5)] == [played(two, seed) for seed in range(5)]


def test_the_reward_is_the_utility_at_the_end() -> None:
    game = lw.load("leduc-poker")
    env = make(game, 1, "random")
    for seed in range(20):
        rewards = [step[1] for step in played(env, seed)[1:]]
        assert rewards[:-1] == [0.0] * (len(rewards) - 1)
        table = env.sitting.table
        assert rewards[-1] == utility_of(table.program).of(table.result())[1]
        assert rewards[-1] == table.result().scores[1] != 0 or len(table.result().winners) == 2


def test_too_many_decisions_truncate() -> None:
    env = make(lw.load("klondike"), max_decisions=3)
    found = played(env, 1)
    assert [step[3] for step in found[1:]] == [False, False, True] and not found[-1][2]
    assert found[-1][4] == []
    with pytest.raises(ResetNeeded, match="truncated"):
        env.step(0)
    with pytest.raises(lw.TableError, match="max_decisions"):
        make(lw.load("klondike"), max_decisions=0)


def test_a_game_that_is_over_has_no_step() -> None:
    env = make(lw.load("leduc-poker"), against="random")
    with pytest.raises(ResetNeeded, match="call reset first"):
        env.step(0)
    found = played(env, 1)
    assert found[-1][2]
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(0)
    env.reset()


@pytest.mark.parametrize("wrong", [99, -1, "fold", None, True, 0.0, np.array([1])])
def test_a_wrong_action_changes_nothing(wrong: object) -> None:
    env = make(lw.load("leduc-poker"), against="random")
    env.reset(seed=1)
    before = env.sitting.table.key()
    with pytest.raises(lw.InvalidMove):
        env.step(wrong)
    (illegal, *_) = np.flatnonzero(env.action_masks() == 0)
    with pytest.raises(lw.IllegalMove, match="not legal now"):
        env.step(illegal)
    assert env.sitting.table.key() == before and not env.sitting.ended


def test_without_a_mask_any_number_stands_for_a_legal_action() -> None:
    env = make(lw.load("leduc-poker"), against="random", masked=False)
    for number in range(env.action_space.n):
        _, info = env.reset(seed=2)
        legal = np.flatnonzero(info["action_mask"]).tolist()
        env.step(number)
        wanted = number if number in legal else legal[number % len(legal)]
        table = lw.load("leduc-poker").table(seed=2)
        table.apply_id(wanted)
        assert env.sitting.table.log[0] == table.log[0]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seat": 2}, "unknown seat 2; seats are 0 to 1"),
        ({"seat": True}, "unknown seat"),
        ({"against": "level-9"}, "unknown bot 'level-9'"),
        ({"against": "level-5"}, "chooses by the clock"),
        ({"against": ["random", "random"]}, "expected 1 bots for the other seats, found 2"),
        ({"render_mode": "human"}, "unknown render mode 'human'"),
        ({"max_decisions": "many"}, "max_decisions must be a whole number"),
    ],
)
def test_impossible_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(lw.TableError, match=message):
        make(lw.load("leduc-poker"), **settings)


def test_a_game_is_needed() -> None:
    with pytest.raises(lw.TableError, match=r"as ludwright\.load returns it, found 'klondike'"):
        make("klondike")  # type: ignore[arg-type]


class TossedUp:
    """A solitaire that a coin may win before there is anything to decide."""

    called, definition = "tossed-up", None

    def program(self, players: int | None = None, chance: bool = False) -> Program:
        toss = n.Roll(name="coin", low=num(0), high=num(1))
        wins = n.If(test=n.Equal(left=loc("coin"), right=num(1)), then=(end(0),))
        return program(toss, wins, decide(action("stop"), action("lose")), end())


def test_a_game_over_before_the_first_choice_has_one_step() -> None:
    env = make(TossedUp())
    begun = {env.reset(seed=seed)[1]["legal"][0]: seed for seed in range(20)}
    assert begun.keys() == {"continue", "stop"}
    _, info = env.reset(seed=begun["continue"])
    assert info["ids"].tolist() == [-1] and [*info["legal"]] == ["continue"]
    assert first_legal(info) == 0 and info["action_mask"].tolist() == [1, 0]
    with pytest.raises(lw.IllegalMove):
        env.step(1)
    _, reward, over, cut, info = env.step(0)
    assert (reward, over, cut) == (1.0, True, False) and not info["action_mask"].any()
    _, info = env.reset(seed=begun["stop"])
    assert [*info["legal"]] == ["stop", "lose"]
    assert env.step(0)[1:4] == (0.0, True, False)


def test_a_game_without_decisions_goes_on_turn_by_turn() -> None:
    env = make(lw.load("war"), max_decisions=None)
    found = played(env, 3, 100_000)
    assert env.action_space.n == 1 and len(found) > 10 and found[-1][2]
    assert found[-1][1] in (1.0, -1.0, 0.0)


def test_information_can_be_sent_elsewhere() -> None:
    env = make(lw.load("compass-rose"))
    _, info = env.reset(seed=1)
    sent = pickle.loads(pickle.dumps(info))
    assert sent["legal"] == [*info["legal"]] == [str(m) for m in env.sitting.table.legal()]
    env.step(first_legal(info))
    with pytest.raises(MoveError, match="moved on"):
        str(info["legal"][0])


def test_a_picture_shows_what_the_seat_sees() -> None:
    env = make(lw.load("leduc-poker"), 0, "random", render_mode="ansi")
    with pytest.raises(ResetNeeded):
        env.render()
    env.reset(seed=1)
    table = env.sitting.table
    (own,), (hidden,) = table.zone("hand", 0), table.zone("hand", 1)
    lines = env.render().splitlines()
    assert own in "\n".join(lines) and lines[-1] == "player 1 decides"
    assert hidden not in [line.partition(": ")[2] for line in lines] or hidden == own
    assert make(lw.load("leduc-poker")).render() is None


def test_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "ludwright.adapters.gymnasium")
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'ludwright\[rl\]'"):
        importlib.import_module("ludwright.adapters.gymnasium")


# ---- many tables ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["golf", "leduc-poker", "hearts"])
def test_many_tables_are_the_games_of_a_batch(name: str) -> None:
    game = lw.load(name)
    env = make_vec(game, 5)
    observations, info = env.reset(seed=4)
    tables = [game.table(seed=env.batch.seed_of(i)) for i in range(5)]
    restarted = [False] * 5
    for number in range(60):
        chosen = []
        for i, table in enumerate(tables):
            if table.over:
                assert info["action_mask"][i].sum() == 1
                tables[i] = game.table(seed=Batch(game.program(), 5, seed=4).seed_of(i))
                chosen.append(0)
                restarted[i] = True
                continue
            legal = np.flatnonzero(info["action_mask"][i]).tolist()
            assert sorted(env.actions.of(table)) == legal
            assert info["decider"][i] == table.decider
            seen = env.observer.write(table.view(table.decider, past=False))
            assert (observations[i] == seen).all()
            chosen.append(legal[number % len(legal)])
            env.actions.apply(chosen[-1], table)
        movers = info["decider"]
        observations, rewards, over, cut, info = env.step(np.array(chosen))
        assert not cut.any() and env.observation_space.contains(observations)
        for i, table in enumerate(tables):
            if restarted[i]:
                # The next game of this place in the batch.
                tables[i] = game.table(seed=env.batch.seed_of(i))
                restarted[i] = False
                assert not over[i] and rewards[i] == 0
                continue
            assert over[i] == table.over
            utility = env.utility.of(table.result() if table.over else None)
            assert info["utility"][i].tolist() == pytest.approx(utility)
            assert rewards[i] == pytest.approx(utility[movers[i]])


def test_nothing_is_played_at_tables_that_are_closed() -> None:
    env = make_vec(lw.load("kuhn-poker"), 2, seed=1)
    env.reset()
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.step(np.zeros(2, int))


def test_a_wrong_action_at_one_of_many_tables_changes_nothing() -> None:
    env = make_vec(lw.load("leduc-poker"), 3, seed=1)
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(3, int))
    _, info = env.reset()
    before = env.batch.states.copy()
    fine = info["action_mask"].argmax(axis=1)
    wrong = fine.copy()
    wrong[1] = info["action_mask"][1].argmin()
    with pytest.raises(lw.IllegalMove, match="table 1: action"):
        env.step(wrong)
    for odd in (fine[:2], fine * 1.0, [0, "x", 1], None):
        with pytest.raises(lw.InvalidMove, match="expected 3 actions"):
            env.step(odd)
    assert (env.batch.states == before).all()
    env.step(fine)


def test_many_tables_need_decisions() -> None:
    with pytest.raises(lw.TableError, match="nobody decides"):
        make_vec(lw.load("war"), 3)
