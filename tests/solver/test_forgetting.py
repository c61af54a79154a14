"""Points that decide nothing are no part of a position; those that decide something are."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludwright
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.relevance import idle_variables
from ludwright.gamedef.verify import verify
from ludwright.gamedef.walk import rebuild
from ludwright.play.errors import GameFault
from ludwright.play.table import Table
from ludwright.solver import general
from ludwright.solver.answers import IMPOSSIBLE, SOLVED, UNKNOWN, Answer, Limits
from ludwright.solver.drop_scores import drop_scores
from ludwright.solver.exhaust import Reachable, count
from ludwright.solver.pile_game import NotAPileGame
from ludwright.solver.pile_recognizer import lasting_variables, read_pile_game
from ludwright.solver.search_driver import Clock, NotSolvable, Overflowed, Search
from ludwright.solver.solve import solve, start_of
from strategies import random_game
from tools import mini_solitaires

ME = n.Seat(number=0)
PLACE, SCORE = n.Variable(name="place"), n.Variable(name="score")
TRUE = n.Truth(value=True)


def number(value: int) -> n.Number:
    return n.Number(value=value)


def plus(left: n.Expr, right: int) -> n.Expr:
    return n.Add(left=left, right=number(right))


def put(name: str, value: n.Expr) -> n.Statement:
    return n.SetVariable(name=name, value=value)


def end(*winners: n.Expr) -> n.Statement:
    return n.EndGame(
        winners=n.ListOf(items=winners, of="seat"), scores=n.ListOf(items=(SCORE,)), reason="over"
    )


WON = (end(ME),)


def step(name: str, steps: int, *more: n.Statement, guard: n.Expr = TRUE) -> n.Action:
    """Go round a ring of twelve places."""
    to = n.Modulo(left=plus(PLACE, steps), right=number(12))
    return n.Action(name=name, body=(put("place", to), *more), guard=guard)


def ring(
    goal: int,
    points: n.Block = (),
    guard: n.Expr = TRUE,
    winners: n.Block = WON,
    procedures: tuple[n.Procedure, ...] = (),
) -> n.GameDef:
    """Steps of 4 and of 8 places from place 0: three places can be reached, and no other goal."""
    body = (
        n.If(test=n.Equal(left=PLACE, right=number(goal)), then=winners),
        n.Decide(seat=ME, actions=(step("on", 4, *points, guard=guard), step("back", 8, *points))),
    )
    game = n.GameDef(
        name="Ring",
        variables=tuple(
            n.VariableDef(name=v, type="int", initial=number(0)) for v in ("place", "score")
        ),
        procedures=(n.Procedure(name="main", body=(n.While(test=TRUE, body=body),)), *procedures),
    )
    assert verify(game) == []
    return game


def answered(game: n.GameDef, states: int = 5000) -> Answer:
    program = compile_game(game)
    return solve(game, program, Table(program).state, Limits(seconds=None, states=states))


def walked(game: n.GameDef, states: int = 5000) -> Reachable:
    program = compile_game(game)
    return count(game, program, Table(program).state, Limits(seconds=None, states=states))


COUNTED: dict[str, tuple[n.Block, tuple[n.Procedure, ...]]] = {
    "a constant": ((put("score", plus(SCORE, 10)),), ()),
    "never below 0": (
        (
            put(
                "score",
                n.Conditional(
                    test=n.Less(left=SCORE, right=number(7)),
                    then=number(0),
                    otherwise=plus(SCORE, -7),
                ),
            ),
            put("score", plus(SCORE, 10)),
        ),
        (),
    ),
    "by what is reached": ((put("score", n.Add(left=SCORE, right=PLACE)),), ()),
    "through a name": (
        (n.Let(name="now", value=SCORE), put("score", plus(n.Local(name="now"), 3))),
        (),
    ),
    "through a procedure": (
        (n.Call(procedure="add", arguments=(plus(SCORE, 5),)),),
        (
            n.Procedure(
                name="add",
                parameters=(n.Parameter(name="new", type="int"),),
                body=(put("score", n.Local(name="new")),),
            ),
        ),
    ),
    "only sometimes": (
        (n.If(test=n.Equal(left=PLACE, right=number(4)), then=(put("score", plus(SCORE, 1)),)),),
        (),
    ),
}


@pytest.mark.parametrize("how", COUNTED)
def test_points_change_no_answer_and_no_number(how: str) -> None:
    points, procedures = COUNTED[how]
    for goal, status in ((8, SOLVED), (5, IMPOSSIBLE)):
        game = ring(goal, points, procedures=procedures)
        assert idle_variables(game) == {"score"}
        plain = ring(goal, procedures=procedures)
        found, expected = answered(game), answered(plain)
        assert found.status == status
        assert (found.states, found.moves) == (expected.states, expected.moves)
        assert replace(walked(game), seconds=0) == replace(walked(plain), seconds=0)


def test_the_moves_of_a_solution_count_their_points() -> None:
    game = ring(8, (put("score", plus(SCORE, 10)),))
    program = compile_game(game)
    table = Table(program)
    table.apply("on")  # a search from the middle forgets what is there already, too
    answer = solve(game, program, table.state)
    for entry in answer.moves:
        table.advance(entry)
    assert table.result().scores == (20,)


def points_in_a_name() -> n.Block:
    return (n.Let(name="now", value=SCORE), put("place", n.Local(name="now")))


DECIDING: dict[str, n.GameDef] = {
    "a guard": ring(5, (put("score", plus(SCORE, 1)),), guard=n.Less(left=SCORE, right=number(3))),
    "a test around the winner": ring(
        8,
        (put("score", plus(SCORE, 1)),),
        winners=(n.If(test=n.Less(left=number(4), right=SCORE), then=(end(ME),)),),
    ),
    "the winners": ring(
        8,
        (put("score", plus(SCORE, 1)),),
        winners=(
            n.EndGame(
                winners=n.Filter(
                    items=n.Seats(), name="s", where=n.Less(left=number(4), right=SCORE)
                ),
                reason="over",
            ),
        ),
    ),
    "another variable": ring(8, (put("score", plus(SCORE, 1)), put("place", SCORE))),
    "a name": ring(8, (put("score", plus(SCORE, 1)), *points_in_a_name())),
    "a procedure": ring(
        8,
        (put("score", plus(SCORE, 1)), n.Call(procedure="go", arguments=(SCORE,))),
        procedures=(
            n.Procedure(
                name="go",
                parameters=(n.Parameter(name="to", type="int"),),
                body=(put("place", n.Local(name="to")),),
            ),
        ),
    ),
    "a failure": ring(
        8, (put("score", plus(SCORE, 1)), put("score", n.Divide(left=number(9), right=SCORE)))
    ),
    "whether a part of it fails": ring(
        8,
        (
            put(
                "score",
                n.Conditional(
                    test=n.Less(left=SCORE, right=number(3)),
                    then=plus(SCORE, 1),
                    otherwise=n.Divide(left=number(1), right=number(0)),
                ),
            ),
        ),
    ),
    "a dry run": ring(
        8,
        (
            put("score", plus(SCORE, 1)),
            n.If(
                test=n.Possible(
                    body=(
                        n.If(test=n.Less(left=SCORE, right=number(2)), then=(n.Fail(reason="no"),)),
                    )
                ),
                then=(put("place", number(8)),),
            ),
        ),
    ),
}


@pytest.mark.parametrize("what", DECIDING)
def test_points_that_decide_something_are_kept(what: str) -> None:
    assert "score" not in idle_variables(DECIDING[what])


def test_texts_decide_nothing() -> None:
    points = (put("score", plus(SCORE, 10)),)
    game = ring(5, points)
    low = n.Less(left=SCORE, right=number(50))

    def told(node: n.Action) -> n.Action:
        notation = n.Notation(name="", parts=(node.name, " at ", SCORE))
        return replace(node, notations=(notation,), because=(n.Reason(text="low", test=low),))

    loop = game.procedures[0].body[0]
    assert isinstance(loop, n.While)
    won, decide = loop.body
    assert isinstance(decide, n.Decide)
    decide = replace(decide, actions=tuple(told(action) for action in decide.actions))
    main = n.Procedure(name="main", body=(replace(loop, body=(won, decide)),))
    game = replace(game, procedures=(main,))
    assert idle_variables(game) == {"score"}
    assert answered(game).status == IMPOSSIBLE


def test_a_win_that_needs_points_is_found() -> None:
    """Five moves have to be made; without points all three places are seen after one."""
    game = DECIDING["a test around the winner"]
    assert answered(game).status == SOLVED
    assert len(walked(game).shortest or ()) == 5
    assert answered(DECIDING["a guard"], 200).limit == "states"


def test_a_number_that_gets_too_large_is_not_forgotten() -> None:
    """What can't be done with no points may be possible with fewer."""
    huge = (put("score", plus(SCORE, 2**31 - 1)), put("score", plus(SCORE, 1)))
    assert answered(ring(4, huge)).status == IMPOSSIBLE
    negative = replace(
        ring(4, huge),
        variables=(
            n.VariableDef(name="place", type="int", initial=number(0)),
            n.VariableDef(name="score", type="int", initial=number(-5)),
        ),
    )
    assert answered(negative).status == SOLVED


def forced(goal: int, points: int) -> n.GameDef:
    """One way only, step by step."""
    game = ring(goal, (put("score", plus(SCORE, points)),))
    loop = game.procedures[0].body[0]
    assert isinstance(loop, n.While)
    won, decide = loop.body
    assert isinstance(decide, n.Decide)
    one = replace(decide, actions=decide.actions[:1])
    main = n.Procedure(name="main", body=(replace(loop, body=(won, one)),))
    return replace(game, procedures=(main,))


def test_a_way_on_which_the_points_get_too_large_is_none() -> None:
    assert answered(forced(8, 2**30 - 1)).status == SOLVED
    assert answered(forced(8, 2**30)).status == IMPOSSIBLE


# ---- whole games, with and without points --------------------------------------------------------

POINTS = """$score
10 MOVE {from} FOUNDATION
-15 MOVE FOUNDATION COLUMN
5 TURN COLUMN
-100 REDEAL
1 DRAW
$win"""
SCORED = ("three at a time, cards come back", "two at a time, any card to a space", "two redeals")


def with_points(text: str) -> str:
    """A solitaire that says what its moves are worth."""
    source = "{COLUMN, DRAW}"
    points = POINTS.replace("{from}", source)
    return text.replace("Mini\n", "Mini\n$extended\n", 1).replace("$win", points)


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", SCORED)
def test_a_solitaire_with_points_is_solved_as_without(name: str) -> None:
    text = mini_solitaires.MINIS[name]
    plain, scored = ludwright.loads(text, "sgdl"), ludwright.loads(with_points(text), "sgdl")
    assert "score" in idle_variables(scored.definition)
    limits = Limits(seconds=None, states=3000)
    decided = 0
    for seed in range(6):
        answers = []
        for game in (plain, scored):
            program = game.program()
            start = start_of(program, game.table(seed=seed).state)
            answers.append(general.search(game.definition, program, start, limits, None))
        one, other = (replace(answer, seconds=0) for answer in answers)
        assert one == other
        decided += one.status != UNKNOWN
    assert decided


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", SCORED)
def test_points_do_not_keep_a_solitaire_from_its_board(name: str) -> None:
    text = mini_solitaires.MINIS[name]
    plain, scored = ludwright.loads(text, "sgdl"), ludwright.loads(with_points(text), "sgdl")
    lasting = dict.fromkeys(lasting_variables(scored.definition), 0)
    with pytest.raises(NotAPileGame):
        read_pile_game(scored.definition, lasting)
    stripped = drop_scores(scored.definition)
    assert read_pile_game(stripped, lasting) == read_pile_game(plain.definition, lasting)
    for seed in range(10):
        one, other = (
            solve(game.definition, game.program(), game.table(seed=seed).state)
            for game in (plain, scored)
        )
        assert replace(one, seconds=0) == replace(other, seconds=0)


def test_points_that_may_get_too_large_or_decide_something_stay() -> None:
    for game in (forced(8, 10_001), *DECIDING.values()):
        assert drop_scores(game) == game


def without_scores(game: n.GameDef) -> n.GameDef:
    """A game at whose end only winners are told."""

    def change(node: n.Node) -> n.Node:
        return replace(node, scores=None) if isinstance(node, n.EndGame) else node

    return rebuild(game, change)


def with_a_counter(game: n.GameDef) -> n.GameDef:
    """A game in which every choice counts, and that is told at the end."""
    points = n.Variable(name="points")

    def change(node: n.Node) -> n.Node:
        if isinstance(node, n.Action):
            return replace(node, body=(put("points", plus(points, 7)), *node.body))
        if isinstance(node, n.EndGame):
            return replace(node, scores=n.Each(items=n.Seats(), name="seat_told", value=points))
        return node

    counter = n.VariableDef(name="points", type="int", initial=number(0))
    return replace(rebuild(game, change), variables=(*game.variables, counter))


def searched(game: n.GameDef, seed: int) -> tuple[object, ...] | None:
    """What a search for any number of seats comes to; nothing if there is nothing to search."""
    program = compile_game(game)
    try:
        table = Table(program, seed=seed)
        if table.over:
            return None
        clock = Clock(Limits(seconds=None, states=300), None, 0.0)
        search = Search(game, program, table.state, clock, alike=False)
        search.queue_first()
        return search.widen(), search.limit, search.visited
    except (NotSolvable, GameFault):
        return None
    except Overflowed:  # then nothing is forgotten, which other tests look at
        return ()


@pytest.mark.deep
def test_random_games_have_as_many_positions_with_a_counter() -> None:
    done = 0
    for seed in range(40):
        game = without_scores(random_game(seed))
        counted = with_a_counter(game)
        assert idle_variables(counted) - {"points"} == idle_variables(game)
        assert "points" in idle_variables(counted)
        expected, found = searched(game, seed), searched(counted, seed)
        assert found in (expected, ()), seed
        done += bool(found) and not found[1]
    assert done > 5
