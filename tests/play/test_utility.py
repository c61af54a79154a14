"""Utility: one meaning in Python and in compiled code, for every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.diagnostics import Report
from ludwright.gamedef import nodes as n
from ludwright.machine import state as m
from ludwright.machine.program import Program
from ludwright.machine.utility import utilities
from ludwright.play.inspect_state import Result
from ludwright.play.table import Table
from ludwright.play.utility import Utility, utility_of
from ludwright.players import play_on
from ludwright.players.uniform import Uniform
from tools.tables import action, decide, end

NAMES = [name for name in pipeline.library_games() if ":" not in name]


def by_kernel(program: Program, state: np.ndarray) -> list[float]:
    """The utilities that the machine's function writes."""
    out = np.zeros(16)
    table = utility_of(program).table
    utilities(program.code.tolist(), memoryview(state), memoryview(table), memoryview(out))
    return out[: program.seats].tolist()


def shares(sides: Sequence[int], winners: Sequence[int]) -> list[Fraction]:
    """The share of victory of each seat's side, scaled to a sum of 0 over sides: a second model."""
    count, won = len(set(sides)), {sides[seat] for seat in winners}
    if not won:
        return [Fraction(0)] * len(sides)
    fair, most = Fraction(1, count), 1 - Fraction(1, count)
    return [(Fraction(side in won, len(won)) - fair) / most for side in sides]


@pytest.mark.quick(14)
@pytest.mark.parametrize("name", NAMES)
def test_python_and_compiled_code_agree(name: str) -> None:
    game = lw.load(name)
    for players in sorted({game.definition.least_players, game.definition.most_players}):
        program = game.program(players)
        utility = utility_of(program)
        sides = utility.sides
        for seed in range(3):
            table = Table(program, seed=seed)
            play_on(table, Uniform(), 400)
            result = table.result() if table.over else None
            found = utility.of(result)
            assert by_kernel(program, table.state) == pytest.approx(found)
            # One value for a side, and all sides together have nothing.
            values = dict(zip(sides, found, strict=True))
            assert [values[side] for side in sides] == list(found)
            if len(values) == 1:
                assert found == ((1.0,) if result and result.winners else (0.0,))
                continue
            assert sum(values.values()) == pytest.approx(0)
            if result is not None and not utility.by_score:
                assert list(found) == pytest.approx(list(map(float, shares(sides, result.winners))))
            if result is not None and utility.by_score:
                sign = 1 if utility.table[1] == 1 else -1
                assert list(found) == [sign * score for score in result.scores or ()]
            if result is None:
                assert set(found) == {0}


def test_scores_count_where_they_add_up_to_nothing() -> None:
    # Chips won from one another; points that everybody makes are not compared by their number.
    assert utility_of(lw.load("kuhn-poker").program()).by_score
    assert utility_of(lw.load("leduc-poker").program()).by_score
    for name in ("hearts", "gops", "gin-rummy", "oh-hell", "crazy-eights", "whist"):
        assert not utility_of(lw.load(name).program()).by_score, name


def compiled(*body: n.Statement, players: int = 2, **fields: object) -> Program:
    game = n.GameDef(
        name="tiny",
        least_players=1,
        most_players=4,
        procedures=(n.Procedure(name="main", body=body),),
    )
    report = Report()
    made = pipeline.compile_for(replace(game, **fields), players, {}, report)  # type: ignore[arg-type]
    assert made is not None, report.sorted()
    return made


def result(winners: tuple[int, ...], scores: tuple[int, ...] | None = None) -> Result:
    return Result(winners, scores, "done")


TEAMS = (n.Team(name="a", seats=(0, 2)), n.Team(name="b", seats=(1, 3)))


@pytest.mark.parametrize(
    ("players", "winners", "expected"),
    [
        (2, (0,), (1, -1)),
        (2, (0, 1), (0, 0)),
        (2, (), (0, 0)),
        (3, (1,), (-0.5, 1, -0.5)),
        (3, (0, 2), (0.25, -0.5, 0.25)),
        (4, (3,), (-1 / 3, -1 / 3, -1 / 3, 1)),
        (1, (0,), (1,)),
        (1, (), (0,)),
    ],
)
def test_victory_is_shared(
    players: int, winners: tuple[int, ...], expected: tuple[float, ...]
) -> None:
    ends = compiled(end(*winners), players=players)
    table = Table(ends)
    assert utility_of(ends).of(table.result()) == pytest.approx(expected)
    assert by_kernel(ends, table.state) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("winners", "expected"), [((0, 2), (1, -1, 1, -1)), ((1,), (-1, 1, -1, 1)), ((0, 1), (0,) * 4)]
)
def test_partners_win_together(winners: tuple[int, ...], expected: tuple[float, ...]) -> None:
    ends = compiled(end(*winners), players=4, teams=TEAMS)
    table = Table(ends)
    assert utility_of(ends).of(table.result()) == expected
    assert by_kernel(ends, table.state) == list(expected)


@pytest.mark.parametrize(
    ("payoff", "expected"),
    [
        ("", (1, -0.5, -0.5)),  # not zero-sum: victory counts
        ("victory", (1, -0.5, -0.5)),
        ("score", (7, -2, 4)),  # as it is declared, whatever it adds up to
        ("lower score", (-7, 2, -4)),
    ],
)
def test_a_declared_payoff_is_taken_as_it_is(payoff: str, expected: tuple[float, ...]) -> None:
    ends = compiled(end(0, scores=(7, -2, 4)), players=3, payoff=payoff)
    table = Table(ends)
    assert utility_of(ends).of(table.result()) == pytest.approx(expected)
    assert by_kernel(ends, table.state) == pytest.approx(expected)


def test_partners_have_the_mean_of_their_scores() -> None:
    ends = compiled(end(0, 2, scores=(7, 1, 4, 2)), players=4, teams=TEAMS, payoff="score")
    table = Table(ends)
    assert utility_of(ends).of(table.result()) == (5.5, 1.5, 5.5, 1.5)
    assert by_kernel(ends, table.state) == [5.5, 1.5, 5.5, 1.5]


@pytest.mark.parametrize(
    ("zero", "by_score", "expected"),
    [
        (((0,), (3, -3)), True, (3, -3)),  # the highest score wins
        (((1,), (3, -3)), True, (-3, 3)),  # the lowest
        (((0,), (3, -2)), False, (1, -1)),  # more than nothing is won
    ],
)
def test_what_counts_is_found_by_play(
    zero: tuple[tuple[int, ...], tuple[int, ...]], by_score: bool, expected: tuple[float, ...]
) -> None:
    winners, scores = zero
    over = end(*winners, scores=scores)
    ends = compiled(decide(action("a", over), action("b", over)))
    utility = Utility(ends)
    assert utility.by_score is by_score
    assert utility.of(result(winners, scores)) == expected


def test_a_game_that_is_not_over_has_no_utility() -> None:
    waiting = compiled(decide(action("a", end(0)), action("b", end(1))))
    table = Table(waiting)
    assert table.state[m.STATUS] != m.OVER
    assert by_kernel(waiting, table.state) == [0, 0] and utility_of(waiting).of(None) == (0, 0)


def test_a_payoff_changes_no_program() -> None:
    bodies = (decide(action("a", end(0, scores=(1, 2))), action("b", end(1, scores=(2, 1)))),)
    plain, declared = compiled(*bodies), compiled(*bodies, payoff="score")
    assert plain.digest == declared.digest
    assert (plain.payoff, declared.payoff) == ("", "score")


@pytest.mark.parametrize("name", ["leduc-poker", "spades", "hearts", "klondike", "gops", "cheat"])
def test_many_results_at_once(name: str) -> None:
    """Any winners and scores: a row of many is what each of them is worth alone."""
    program = lw.load(name).program()
    utility, random = utility_of(program), np.random.default_rng(1)
    winners = random.random((40, program.seats)) < 0.4
    scores = random.integers(-9, 10, (40, program.seats)).astype(np.int32)
    found = utility.of_rows(winners, scores)
    for row, won, each in zip(found, winners, scores, strict=True):
        result = Result(tuple(np.flatnonzero(won).tolist()), tuple(each.tolist()), "over")
        assert row.tolist() == pytest.approx(utility.of(result))
