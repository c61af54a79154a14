"""PettingZoo: its own tests for every game, and what environments promise beyond that."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import ludwright as lw
from ludwright.adapters.pettingzoo import env, parallel_env
from ludwright.pipeline import library_games
from ludwright.play.utility import utility_of

LIBRARY = sorted(name for name in library_games() if ":" not in name)
TOGETHER = ["gops", "sealed-bids"]

# An observation with its mask is a dictionary, as in PettingZoo's own card games, which its tests
# know by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask is a single number"),
    pytest.mark.filterwarnings(r"ignore:Action mask numpy array is all zeros"),
]


def player_counts(game: lw.Game) -> list[int]:
    return sorted({game.definition.least_players, game.definition.most_players})


@pytest.mark.quick(5)
@pytest.mark.parametrize("name", LIBRARY)
def test_every_game_passes_the_tests(name: str) -> None:
    game = lw.load(name)
    for players in player_counts(game):
        with contextlib.redirect_stdout(io.StringIO()):
            api_test(env(game, players, render_mode="ansi"), num_cycles=25)
        seed_test(lambda n=players: env(game, n), num_cycles=15)


@pytest.mark.parametrize("name", TOGETHER)
def test_simultaneous_games_pass_the_parallel_tests(name: str) -> None:
    game = lw.load(name)
    for players in player_counts(game):
        with contextlib.redirect_stdout(io.StringIO()):
            parallel_api_test(parallel_env(game, players), num_cycles=30)
        # That test knows no masks.
        parallel_seed_test(lambda n=players: parallel_env(game, n, masked=False), num_cycles=15)


@pytest.mark.quick(8)
@pytest.mark.parametrize("name", sorted(set(LIBRARY) - set(TOGETHER)))
def test_other_games_are_refused(name: str) -> None:
    with pytest.raises(lw.TableError, match="do not always choose simultaneously; use `env`"):
        parallel_env(lw.load(name))


def test_agents_act_in_the_order_of_the_table() -> None:
    game = lw.load("leduc-poker")
    zoo, table = env(game), game.table(seed=5)
    zoo.reset(seed=5)
    while not table.over:
        seat = table.decider
        assert zoo.agent_selection == f"player_{seat}"
        seen, reward, over, cut, info = zoo.last()
        assert (reward, over, cut) == (0.0, False, False)
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(table.legal_ids())
        assert info["ids"].tolist() == table.legal_ids()
        assert [*info["legal"]] == [str(move) for move in table.legal()]
        other = zoo.observe(f"player_{1 - seat}")
        assert not other["action_mask"].any()
        observer = zoo.sitting.observer
        assert (other["observation"] == observer.write(table.view(1 - seat))).all()
        assert zoo.state().tolist() == [
            x for each in (0, 1) for x in observer.write(table.view(each)).tolist()
        ]
        id = table.legal_ids()[-1]
        table.apply_id(id)
        zoo.step(id)
    utility = utility_of(table.program).of(table.result())
    assert zoo.rewards == {"player_0": utility[0], "player_1": utility[1]}
    assert zoo.terminations == {"player_0": True, "player_1": True}
    for _ in range(2):
        with pytest.raises(ValueError, match="None"):
            zoo.step(0)
        zoo.step(None)
    with pytest.raises(ResetNeeded, match="call reset"):
        zoo.step(0)


def test_wrong_actions_change_nothing() -> None:
    zoo = env(lw.load("leduc-poker"))
    with pytest.raises(ResetNeeded):
        zoo.last()
    with pytest.raises(ResetNeeded):
        zoo.step(0)
    with pytest.raises(ResetNeeded):
        zoo.observe("player_0")
    zoo.reset(seed=1)
    before = zoo.sitting.table.key()
    for wrong in (99, -1, None, "fold"):
        with pytest.raises(lw.InvalidMove):
            zoo.step(wrong)
    with pytest.raises(lw.IllegalMove, match="not legal now"):
        zoo.step(zoo.last()[0]["action_mask"].argmin())
    with pytest.raises(
        lw.TableError, match="unknown agent 'dealer'; agents are player_0, player_1"
    ):
        zoo.observe("dealer")
    assert zoo.sitting.table.key() == before


def test_too_many_decisions_truncate_all_agents() -> None:
    zoo = env(lw.load("hearts"), 4, max_decisions=2, seed=1)
    zoo.reset()
    for _ in range(2):
        assert not any(zoo.truncations.values())
        zoo.step(zoo.last()[0]["action_mask"].argmax())
    assert all(zoo.truncations.values()) and not any(zoo.terminations.values())
    assert set(zoo.rewards.values()) == {0.0}


# ---- at the same time ----------------------------------------------------------------------------


def chosen(seen: dict[str, Any], number: int) -> dict[str, int]:
    """An action for every agent, which depends on its own observation alone."""
    found = {}
    for name, each in seen.items():
        legal = np.flatnonzero(each["action_mask"])
        found[name] = int(legal[(number + int(name[-1])) % len(legal)])
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_a_parallel_game_is_the_same_game(players: int) -> None:
    """One after another at a table, the same answers lead to the same end."""
    game = lw.load("gops")
    zoo, table = parallel_env(game, players), game.table(seed=8, players=players)
    seen, infos = zoo.reset(seed=8)
    number = 0
    while zoo.agents:
        actions = chosen(seen, number)
        for seat in range(players):
            assert table.decider == seat and infos[f"player_{seat}"]["ids"].tolist() == [
                move.id for move in table.legal()
            ]
            observed = zoo.sitting.observer.write_state(table.state, seat)
            assert (seen[f"player_{seat}"]["observation"] == observed).all()
            table.apply_id(actions[f"player_{seat}"])
        seen, rewards, over, _, infos = zoo.step(actions)
        assert zoo.sitting.table.key() == table.key()
        number += 1
    assert table.over and all(over.values())
    assert [*rewards.values()] == [*utility_of(table.program).of(table.result())]


def test_a_wrong_action_of_one_changes_nothing_for_all() -> None:
    zoo = parallel_env(lw.load("gops"))
    with pytest.raises(ResetNeeded):
        zoo.step({})
    seen, _ = zoo.reset(seed=1)
    before, actions = zoo.sitting.table.key(), chosen(seen, 0)
    illegal = int(seen["player_1"]["action_mask"].argmin())
    with pytest.raises(lw.IllegalMove, match="player_1: action"):
        zoo.step(actions | {"player_1": illegal})
    with pytest.raises(lw.InvalidMove):
        zoo.step(actions | {"player_1": "king"})
    for odd in ({"player_0": 0}, actions | {"player_2": 0}, [0, 1], None):
        with pytest.raises(lw.InvalidMove, match="an action for each of player_0, player_1"):
            zoo.step(odd)
    assert zoo.sitting.table.key() == before
    zoo.step(actions)
