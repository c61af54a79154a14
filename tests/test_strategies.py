"""Random games are valid, use every kind of node, and run in the oracle."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings

from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.gamedef.walk import walk
from oracle import Oracle
from strategies import games, random_game


def run_randomly(game: n.GameDef, seed: int) -> list[dict[str, Any]]:
    """The snapshots of a game with random choices, to its end or 200 decisions."""
    rng = random.Random(seed)
    o = Oracle(game, rng.randint(game.least_players, game.most_players), seed)
    shots = [o.snapshot()]
    while o.status == "decision" and len(shots) <= 200:
        o.choose(rng.choice(o.options()))
        shots.append(o.snapshot())
    return shots


def check_play(shots: list[dict[str, Any]], tokens: int) -> None:
    """Every token lies in one zone, seats are real, and a stop is a stop."""
    for shot in shots:
        zones = (*shot["zones"].values(), *shot["unnamed"])
        lying = [token for zone in zones for token in zone]
        assert sorted(lying) == list(range(1, tokens + 1))
        assert (shot["decider"] is None) == (shot["status"] != "decision")
        assert (shot["result"] is None) == (shot["status"] == "decision")


def test_a_hundred_random_games_run() -> None:
    ends = set()
    for seed in range(100):
        game = random_game(seed)
        shots = run_randomly(game, seed)
        check_play(shots, sum(len(supply.tokens) for supply in game.supplies))
        assert shots[-1]["result"] is None or shots[-1]["result"][2] != "budget"
        ends.add(shots[-1]["status"])
    assert {"over", "stuck", "fault"} <= ends


@settings(max_examples=25, deadline=None)
@given(games())
def test_the_same_choices_make_the_same_game(game: n.GameDef) -> None:
    assert run_randomly(game, 7) == run_randomly(game, 7)


def test_random_games_are_valid() -> None:
    assert [d.message for seed in range(40) for d in verify(random_game(seed))] == []


def test_every_kind_of_node_occurs_in_random_games() -> None:
    classes = [kind for kind in vars(n).values() if isinstance(kind, type)]
    wanted = {kind for kind in classes if issubclass(kind, n.Node)}
    wanted -= {n.Node, n.Expr, n.Statement, n.Hole}
    wanted -= {n.Picking}  # what a Pick becomes that is asked one by one
    found = {type(node) for seed in range(100) for node in walk(random_game(seed))}
    missing = sorted(kind.__name__ for kind in wanted - found)
    assert not missing, f"let tests/strategies/ make {', '.join(missing)}"
