"""Measures: each on a game where its value is known by reasoning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludwright as lw
from ludwright.compiler.origins import remember
from ludwright.gamedef import nodes as n
from ludwright.lab.course_measures import _decisiveness, behind_by, leaders
from ludwright.lab.estimates import Estimate, bounded_mean, mean, ratio, share
from ludwright.lab.measures import INTERRUPTED, MEASURES, SLOW, SOURCES, measure
from ludwright.machine.program import Program
from ludwright.play.errors import TableError
from tools.tables import COUNT_UP, FLOWING, TURN, action, decide, end, forever, loc, num, program
from tools.tiny import NO, X, put

# ---- games of which everything is known ----------------------------------------------------------


def at_most(limit: int) -> n.Expr:
    return n.AtMost(left=loc("r"), right=num(limit))


def roll(high: int) -> n.Statement:
    return n.Roll(name="r", low=num(1), high=num(high))


def either(limit: int, then: n.Statement, otherwise: n.Statement) -> n.Statement:
    return n.If(test=at_most(limit), then=(then,), otherwise=(otherwise,))


def is_x(value: int) -> n.Expr:
    return n.Equal(left=X, right=num(value))


@cache
def known_game(name: str) -> Program:
    return GAMES[name]() if name in GAMES else lw.load(name).program()


# After ten turns, the first seat wins by 9 of 10 rolls: the second wins only out of the blue.
LAST_ROLL = (
    n.While(test=n.Less(left=X, right=num(10)), body=(TURN, COUNT_UP)),
    roll(10),
    either(9, end(0), end(1)),
)
# One of four results: the first wins, the second wins, nobody does, both do.
FOUR_ENDS = (TURN, roll(4), either(2, either(1, end(0), end(1)), either(3, end(), end(0, 1))))
# A quarter of the games is stuck, a quarter never ends; the others are over at once.
TROUBLE = (
    roll(4),
    either(1, decide(action("never", end(0), guard=NO)), put(num(0))),
    either(2, forever(TURN), end(0)),
)
# One decision is forced; at the other, one of two options wins. The other action is never legal.
WIN_OR_LOSE = (
    decide(action("go", COUNT_UP)),
    decide(
        action("win", end(0)),
        action("lose", end(1)),
        action("miracle", end(0), guard=n.Less(left=X, right=num(0))),
    ),
)
# x goes back and forth until the player stops, each time with even odds.
BACK_AND_FORTH = (
    forever(
        TURN,
        decide(action("flip", put(n.Subtract(left=num(1), right=X))), action("stop", end(0))),
    ),
)


def quarter_winnable() -> Program:
    """A solitaire that is won if a roll before the first decision was 1, whatever is played."""
    from ludwright.compiler.compile import compile_game
    from ludwright.gamedef.verify import verify

    body = (
        roll(4),
        n.If(test=at_most(1), then=(COUNT_UP,)),
        decide(action("go", n.If(test=is_x(1), then=(end(0),), otherwise=(end(),)))),
    )
    game = n.GameDef(
        name="quarter",
        variables=(n.VariableDef(name="x", type="int", initial=num(0)),),
        procedures=(n.Procedure(name="main", body=body),),
    )
    assert not verify(game)
    return remember(compile_game(game, 1), game)


GAMES: dict[str, Callable[[], Program]] = {
    "last roll": lambda: program(*LAST_ROLL, players=2),
    "four ends": lambda: program(*FOUR_ENDS, players=2),
    "trouble": lambda: program(*TROUBLE, players=2),
    "win or lose": lambda: program(*WIN_OR_LOSE, players=2),
    "alone": lambda: program(decide(action("win", end(0)), action("lose", end()))),
    "back and forth": lambda: program(*BACK_AND_FORTH, players=1),
    "flowing": lambda: program(*FLOWING, players=1),
    "quarter": quarter_winnable,
}


# ---- Kuhn Poker at random play, by enumeration ---------------------------------------------------


@dataclass
class Kuhn:
    """All games of random play, with their odds: utility of the first seat, decisions of each."""

    games: list[tuple[float, int, int, int]]

    def mean(self, of: Callable[[int, int, int], float]) -> float:
        return sum(odds * of(*rest) for odds, *rest in self.games)


def kuhn() -> Kuhn:
    games = []
    for deal in permutations(range(3)):
        better = 1 if deal[0] > deal[1] else -1
        deal_odds = 1 / 6
        games += [
            (deal_odds / 4, better, 1, 1),  # pass, pass
            (deal_odds / 8, -1, 2, 1),  # pass, bet, fold
            (deal_odds / 8, 2 * better, 2, 1),  # pass, bet, call
            (deal_odds / 4, 1, 1, 1),  # bet, fold
            (deal_odds / 4, 2 * better, 1, 1),  # bet, call
        ]
    return Kuhn(games)


KUHN = kuhn()
KUHN_FIRST = KUHN.mean(lambda u, a, b: u > 0)
KUHN_LENGTH = KUHN.mean(lambda u, a, b: a + b)
KUHN_SQUARES = KUHN.mean(lambda u, a, b: (a + b) ** 2)
# Given the deal, the mean is 1/8 and 1 more or less by who has the higher card.
KUHN_LUCK = 1 / (KUHN.mean(lambda u, a, b: u * u) - (1 / 8) ** 2)

# By measure: a game, the value, and how many games to play.
KNOWN: dict[str, list[tuple[str, float | None, int]]] = {
    "turns": [("last roll", 10, 200), ("kuhn-poker", KUHN_LENGTH, 2000)],
    "decisions": [("win or lose", 2, 200), ("kuhn-poker", KUHN_LENGTH, 2000), ("war", 0, 100)],
    "choices": [("win or lose", 1, 200), ("kuhn-poker", KUHN_LENGTH, 2000)],
    "length_spread": [
        ("last roll", 0, 200),
        ("kuhn-poker", sqrt(KUHN_SQUARES - KUHN_LENGTH**2) / KUHN_LENGTH, 2000),
    ],
    "branching": [("win or lose", 1.5, 100), ("kuhn-poker", 2, 100), ("war", None, 20)],
    "largest_branching": [("win or lose", 2, 100), ("war", None, 20)],
    "forced": [("win or lose", 0.5, 100), ("kuhn-poker", 0, 100)],
    "choiceless": [("war", 1, 100), ("kuhn-poker", 0, 100)],
    "completion": [("four ends", 0.5, 2000), ("trouble", 0.5, 2000), ("last roll", 1, 100)],
    "drawn": [("four ends", 0.5, 2000), ("last roll", 0, 100), ("alone", None, 10)],
    "stuck": [("trouble", 1 / 3, 2000), ("last roll", 0, 100)],
    "unfinished": [("trouble", 0.25, 2000), ("last roll", 0, 100)],
    "first_seat": [
        ("four ends", 0, 2000),
        ("last roll", 0.4, 2000),
        ("kuhn-poker", KUHN_FIRST - 0.5, 2000),
    ],
    "unfairness": [("last roll", 0.8, 2000), ("kuhn-poker", 2 * KUHN_FIRST - 1, 2000)],
    "won": [("alone", 0.5, 2000), ("quarter", 0.25, 2000), ("last roll", None, 10)],
    # A tenth of the games is won by who was behind at all 10 checkpoints, by 0.8.
    "lead_changes": [("last roll", 0.01, 200), ("high-card", 0, 40)],
    "drama": [("last roll", 0.08, 200), ("high-card", 0, 40)],
    "comeback": [("last roll", 0.1, 200), ("high-card", 0, 40)],
    "decisiveness": [("last roll", 0.9, 200), ("high-card", 1, 40)],
    "uncertainty": [("last roll", 0.2, 200), ("win or lose", 1, 40)],
    # Of 1 + K moves, K - 1 lead back, where K is 0, 1, 2... with odds 1/2, 1/4, 1/8...
    "repetition": [("back and forth", 0.25, 200), ("kuhn-poker", 0, 40)],
    "hidden": [("kuhn-poker", 2 / 3, 20), ("three-mens-morris", 0, 5), ("war", None, 10)],
    "busiest_seat": [
        ("kuhn-poker", KUHN.mean(lambda u, a, b: a) / KUHN_LENGTH, 200),
        ("win or lose", 1, 20),
    ],
    "luck": [("high-card", 1, 40), ("kuhn-poker", KUHN_LUCK, 300), ("last roll", 0, 100)],
    "unused_statements": [("kuhn-poker", 0, 200)],
    "unused_actions": [("win or lose", 1 / 4, 50), ("kuhn-poker", 0, 50)],
    # Kings and queens in the hand of one seat and the stock may change places without effect.
    "interchangeable": [("kuhn-poker", 4 / 9, 400), ("flowing", 1, 20)],
    "idle_cards": [("flowing", 1, 20), ("kuhn-poker", 0, 40)],
    "dominant_opening": [
        ("win or lose", 1, 100),
        ("kuhn-poker", 3 / 4 - 3 / 8, 200),
        ("high-card", None, 20),
    ],
    # Who moves first decides: a level always wins then, random play half of the time.
    "skill": [("win or lose", 1, 60), ("high-card", None, 10)],
    "depth": [("win or lose", 1, 60)],
    "unchosen": [("win or lose", 1 / 2, 40)],
    "winnable": [("quarter", 0.25, 60), ("kuhn-poker", None, 5)],
}
CASES = [
    pytest.param(name, *case, id=f"{name}, {case[0]}")
    for name, cases in KNOWN.items()
    for case in cases
]


def near(found: Estimate, value: float) -> bool:
    """Whether a value is within 1.7 of the half width of an interval, as 999 of 1,000 are."""
    assert found.value is not None and found.low is not None and found.high is not None
    assert found.low <= found.value <= found.high
    half = max(found.high - found.value, found.value - found.low)
    return abs(found.value - value) <= 1.7 * half + 1e-9


@pytest.mark.parametrize(("name", "game", "value", "games"), CASES)
def test_a_value_that_is_known(name: str, game: str, value: float | None, games: int) -> None:
    found = measure(known_game(game), games, 7, names=[name], most=500, jobs=1)[name]
    if value is None:
        assert found.value is None and found.note
    else:
        assert near(found, value), found
        # No interval is so wide that anything would pass, unless there are few cards or options.
        assert found.high - found.low < 0.6 * max(1, value) or name in ("idle_cards", "unchosen")


def test_every_measure_is_tested_where_it_is_known() -> None:
    assert KNOWN.keys() == MEASURES.keys() and len(MEASURES) >= 20
    assert all(any(value is not None for _, value, _ in cases) for cases in KNOWN.values())


def test_every_measure_says_what_it_is() -> None:
    for name, each in MEASURES.items():
        assert each.name == name and each.title and each.unit and each.interval
        assert each.definition.endswith(".") and each.source in SOURCES
        assert (each.values is None) != (each.of is None)
    assert set(SLOW) < set(SOURCES)


# ---- details -------------------------------------------------------------------------------------


def course(*first: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Values at checkpoints of two sides, by those of the first."""
    return np.array([[value, 1 - value] for value in first])


WON, LOST = np.array([1.0, 0.0]), np.array([0.0, 1.0])


def test_the_lead_passes_only_to_who_is_certainly_ahead() -> None:
    assert leaders(course(0.5, 0.55, 0.8, 0.45, 0.2), LOST) == [-1, -1, 0, 0, 1, 1]
    assert leaders(course(0.5, 0.5), WON) == [-1, -1, 0]
    # Ahead of the leader by any share of a certain result.
    assert leaders(course(1.0, 0.0, 1.0), WON) == [0, 1, 0, 0]


def test_how_far_behind() -> None:
    assert behind_by(course(0.1, 0.45, 0.9), 0) == pytest.approx([0.8, 0, 0])
    three = np.array([[0.1, 0.7, 0.2]])
    assert behind_by(three, 0) == pytest.approx([0.6])
    assert behind_by(three, 1) == pytest.approx([0.0])


def test_a_game_is_decided_beyond_what_any_loser_had() -> None:
    values = course(0.5, 0.3, 0.6, 0.75, 0.9)
    # The loser had 0.7; the winner exceeds that at the fourth of five checkpoints.
    assert _decisiveness(values, WON) == pytest.approx(1 - 3 / 5)
    assert _decisiveness(values, LOST) == 0.0  # never more than 0.7, the loser once had 0.9


def test_statements_that_never_run_are_named(tmp_path: Path) -> None:
    own = lw.load("high-card").loaded.sources[0].text
    dead = """
      - action: IF
        condition: { isEqual: [{ path: "$.rounds_played" }, { value: 99 }] }
        then:
          - action: INCREMENT
            path: { path: "$.rounds_played" }
"""
    file = tmp_path / "dead.cgml"
    file.write_text(own.rstrip() + dead)
    line = len(own.rstrip().splitlines()) + 4
    found = measure(lw.load(file).program(), 50, names=["unused_statements"])["unused_statements"]
    places = [name.rpartition(":")[0] for name, _ in found.parts]
    assert places == [f"dead.cgml:{line}"]


def test_the_parts_of_what_is_found() -> None:
    names = ["unused_actions", "unchosen", "dominant_opening", "skill"]
    found = measure(known_game("win or lose"), 60, 3, names=names)
    assert found["unused_actions"].parts == (("miracle", None),)
    assert found["unchosen"].parts == (("lose", None),)
    assert dict(found["dominant_opening"].parts) == {"win": 1.0, "lose": 0.0}
    assert "'win' is better" in found["dominant_opening"].note
    # The share of the victory: 1 and 1/2, of the two games of a deal.
    assert dict(found["skill"].parts)["share of victory of level-3"] == pytest.approx(0.75, abs=0.1)


def test_measures_do_not_depend_on_threads() -> None:
    crazy = lw.load("crazy-eights").program(3)
    first, second = (measure(crazy, 30, 5, jobs=jobs) for jobs in (1, 3))
    assert first == second and len(first) == sum(e.source not in SLOW for e in MEASURES.values())
    assert measure(crazy, 30, 6, names=["drama"]) != measure(crazy, 30, 5, names=["drama"])


def test_bots_are_measured_too() -> None:
    game = known_game("win or lose")
    found = measure(game, 20, names=["first_seat", "luck", "drama"], bot="level-1", against="first")
    assert found["first_seat"].value == 0.5  # the first seat always chooses to win
    assert found["drama"].value == 0
    assert "same result" in found["luck"].note


@pytest.mark.parametrize(
    "wrong", [{"names": ["turn"]}, {"games": 0}, {"seed": -1}, {"bot": "nobody"}, {"most": 0}]
)
def test_bad_requests_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(TableError) as refused:
        measure(**{"program": known_game("war"), "games": 5} | wrong)
    assert "names" not in wrong or "did you mean 'turns'?" in str(refused.value)


def test_an_interrupt_keeps_what_was_measured() -> None:
    def interrupt(source: str, done: int, total: int) -> None:
        if source == "courses":
            raise KeyboardInterrupt

    found = measure(
        known_game("kuhn-poker"), 20, names=["turns", "drama", "luck"], progress=interrupt
    )
    assert found["turns"].value is not None
    assert found["luck"].note == INTERRUPTED


# ---- intervals -----------------------------------------------------------------------------------


def test_intervals_hold_what_they_promise() -> None:
    rng = np.random.default_rng(1)
    hits = dict.fromkeys(("share", "mean", "ratio"), 0)
    for _ in range(200):
        counts = rng.integers(1, 5, 60).astype(float)
        parts = rng.binomial(counts.astype(int), 0.3).astype(float)
        for name, found, truth in (
            ("share", share((rng.random(60) < 0.2).astype(float)), 0.2),
            ("mean", mean(rng.exponential(2.0, 60)), 2.0),
            ("ratio", ratio(parts, counts, 1), 0.3),
        ):
            assert found.low is not None and found.high is not None
            hits[name] += found.low <= truth <= found.high
    assert all(176 <= each <= 200 for each in hits.values()), hits


def test_where_nothing_varies_the_interval_is_no_point() -> None:
    for found in (bounded_mean(np.zeros(50)), ratio(np.zeros(50), np.ones(50), 1)):
        assert found.value == found.low == 0 and found.high == pytest.approx(0.0714, abs=1e-3)
    assert mean(np.array([np.nan])).value is None
    assert mean(np.array([2.0])).as_json()["ci95"] == [None, None]
