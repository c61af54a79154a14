"""One-player games other than solitaires: numbers, questions, ranges, ways to lose."""

from __future__ import annotations

import itertools
from collections import deque

import pytest

import ludwright
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.play.table import Table
from ludwright.solver.answers import IMPOSSIBLE, SOLVED
from ludwright.solver.exhaust import count
from ludwright.solver.search_driver import NotSolvable
from ludwright.solver.solve import replay, solve
from models import brute_force

A, B = n.Variable(name="a"), n.Variable(name="b")
ME = n.Seat(number=0)
WIN = n.EndGame(winners=n.ListOf(items=(ME,), of="seat"), reason="won")


def number(value: int) -> n.Number:
    return n.Number(value=value)


def smaller(left: n.Expr, right: n.Expr) -> n.Expr:
    return n.Conditional(test=n.Less(left=left, right=right), then=left, otherwise=right)


def action(name: str, *body: n.Statement, **more: object) -> n.Action:
    notations = (n.Notation(name="", parts=(name,)),)
    return n.Action(name=name, body=body, notations=notations, **more)  # type: ignore[arg-type]


def put(name: str, value: n.Expr) -> n.Statement:
    return n.SetVariable(name=name, value=value)


def game(*loop: n.Statement, variables: tuple[str, ...] = ("a", "b")) -> n.GameDef:
    made = n.GameDef(
        name="Puzzle",
        variables=tuple(n.VariableDef(name=v, type="int", initial=number(0)) for v in variables),
        procedures=(
            n.Procedure(name="main", body=(n.While(test=n.Truth(value=True), body=loop),)),
        ),
    )
    assert verify(made) == []
    return made


def jugs(large: int, small: int, goal: int) -> n.GameDef:
    """Two jugs, to be filled, emptied and poured into each other until one holds the goal."""

    def pour(source: n.Variable, to: n.Variable, most: int) -> n.Action:
        amount = smaller(source, n.Subtract(left=number(most), right=to))
        return action(
            f"{source.name} to {to.name}",
            n.Let(name="amount", value=amount),
            put(source.name, n.Subtract(left=source, right=n.Local(name="amount"))),
            put(to.name, n.Add(left=to, right=n.Local(name="amount"))),
        )

    return game(
        n.If(test=n.Equal(left=A, right=number(goal)), then=(WIN,)),
        n.Decide(
            seat=ME,
            actions=(
                action("fill a", put("a", number(large))),
                action("fill b", put("b", number(small))),
                action("empty a", put("a", number(0))),
                action("empty b", put("b", number(0))),
                pour(A, B, small),
                pour(B, A, large),
            ),
        ),
    )


def fewest_pourings(large: int, small: int, goal: int) -> int | None:
    distances = {(0, 0): 0}
    waiting = deque([(0, 0)])
    while waiting:
        a, b = waiting.popleft()
        if a == goal:
            return distances[a, b]
        there, back = min(a, small - b), min(b, large - a)
        after = [
            (large, b),
            (a, small),
            (0, b),
            (a, 0),
            (a - there, b + there),
            (a + back, b - back),
        ]
        for each in after:
            if each not in distances:
                distances[each] = distances[a, b] + 1
                waiting.append(each)
    return None


@pytest.mark.parametrize(("large", "small"), [(5, 3), (6, 4), (9, 5), (8, 6), (7, 7)])
def test_jugs(large: int, small: int) -> None:
    for goal in range(1, large + 1):
        definition = jugs(large, small, goal)
        program = compile_game(definition)
        table = Table(program)
        fewest = fewest_pourings(large, small, goal)
        answer = solve(definition, program, table.state)
        assert answer.status == (IMPOSSIBLE if fewest is None else SOLVED)
        walked = count(definition, program, table.state)
        assert fewest == (None if walked.shortest is None else len(walked.shortest))
        expected = brute_force.walk(table)
        assert expected is not None
        assert (walked.positions, walked.farthest) == (expected.positions, expected.farthest)


def test_numbers_of_a_range_are_moves_and_questions_come_inside_of_them() -> None:
    """Say a number, then another that is not larger; after two rounds the sum must be right."""
    say = action(
        "say",
        n.Ask(name="more", seat=ME, items=n.Range(low=number(0), high=n.Local(name="said"))),
        put("a", n.Multiply(left=n.Add(left=A, right=number(1)), right=n.Local(name="said"))),
        put("a", n.Add(left=A, right=n.Local(name="more"))),
        put("b", n.Add(left=B, right=number(1))),
        parameters=(
            n.Parameter(name="said", type="int", items=n.Range(low=number(2), high=number(4))),
        ),
    )
    for goal in (4, 9, 24, 39, 40, 41):
        definition = game(
            n.If(test=n.Equal(left=A, right=number(goal)), then=(WIN,)),
            n.If(
                test=n.Equal(left=B, right=number(2)),
                then=(n.EndGame(winners=n.ListOf(items=(), of="seat"), reason="lost"),),
            ),
            n.Decide(seat=ME, actions=(say,)),
        )
        program = compile_game(definition)
        table = Table(program)
        said = [(s, more) for s in (2, 3, 4) for more in range(s + 1)]
        once = {s + more for s, more in said}
        twice = {(a + 1) * s + more for a in once - {goal} for s, more in said}
        answer = solve(definition, program, table.state)
        assert (answer.status == SOLVED) == (goal in once | twice), goal
        walked = count(definition, program, table.state)
        assert walked.won == (goal in once) + (goal in twice)
        assert walked.dead_ends == len(twice - {goal})
        if answer.status == SOLVED:
            replay(table, answer)


@pytest.mark.parametrize("goal", [23 * 47, 2 * 1009])
def test_more_options_than_a_workspace_has_room_for_at_first(goal: int) -> None:
    """Two factors are chosen at once, the second time; the first time there is one option."""
    upto = n.Range(low=number(2), high=number(50))
    x, y = n.Local(name="x"), n.Local(name="y")
    factors = action(
        "choose",
        put("a", n.Multiply(left=x, right=y)),
        parameters=tuple(n.Parameter(name=name, type="int", items=upto) for name in "xy"),
        guard=n.Equal(left=B, right=number(1)),
    )
    begin = action("begin", put("b", number(1)), guard=n.Equal(left=B, right=number(0)))
    definition = game(
        n.If(test=n.Equal(left=A, right=number(goal)), then=(WIN,)),
        n.If(
            test=n.Less(left=number(0), right=A),
            then=(n.EndGame(winners=n.ListOf(items=(), of="seat"), reason="lost"),),
        ),
        n.Decide(seat=ME, actions=(begin, factors)),
    )
    program = compile_game(definition)
    products = {a * b for a in range(2, 51) for b in range(2, 51)}
    for moves in (0, 1):
        table = Table(program)
        for _ in range(moves):
            table.apply("begin")
        answer = solve(definition, program, table.state)
        assert (answer.status == SOLVED) == (goal in products)
        walked = count(definition, program, table.state)
        assert walked.positions == len(products) + 2 - moves


def test_a_move_that_breaks_the_game_is_no_way_to_win() -> None:
    breaks = action("break", n.Fail(reason="no"), put("a", number(1)))
    later = action("go", n.If(test=n.Truth(value=True), then=(put("b", number(1)),)))
    definition = game(
        n.If(test=n.Equal(left=A, right=number(1)), then=(WIN,)),
        n.If(
            test=n.Equal(left=B, right=number(1)),
            then=(put("a", n.Divide(left=number(1), right=n.Subtract(left=B, right=B))),),
        ),
        n.Decide(seat=ME, actions=(breaks, later)),
    )
    program = compile_game(definition)
    table = Table(program)
    assert [str(move) for move in table.legal()] == ["go"]
    with pytest.raises(ludwright.GameFault):
        table.apply("go")
    assert solve(definition, program, table.state).status == IMPOSSIBLE
    walked = count(definition, program, table.state)
    assert (walked.positions, walked.won, walked.dead_ends) == (1, 0, 0)


def test_chance_on_the_way_is_refused_but_chance_before_it_is_not() -> None:
    roll = (n.Roll(name="x", low=number(1), high=number(6)), put("a", n.Local(name="x")))
    choose = n.Decide(seat=ME, actions=(action("roll", *roll), action("stop", put("b", number(1)))))
    over = n.If(test=n.Equal(left=B, right=number(1)), then=(WIN,))
    definition = game(over, choose)
    program = compile_game(definition)
    with pytest.raises(NotSolvable, match="chance"):
        count(definition, program, Table(program).state)
    before = n.If(test=n.Equal(left=A, right=number(0)), then=roll)
    definition = game(over, before, n.Decide(seat=ME, actions=choose.actions[1:]))
    program = compile_game(definition)
    assert solve(definition, program, Table(program).state).status == SOLVED


def test_only_games_for_one_can_be_solved() -> None:
    two = ludwright.load("high-card")
    with pytest.raises(NotSolvable, match="only one-player games"):
        solve(two.definition, two.program(), two.table().state)


SUMS = """
cgml_version: "1.3"
meta: {name: Sums, players: {min: 1, max: 1}}
components:
  component_types:
    deck_types:
      six:
        composition:
          - {type: template, template: standard_suits, values: [2, 3, 4], suits: [H, S]}
        rank_hierarchy: [2, 3, 4]
    zone_types:
      open: {ordering: lifo, visibility: {all: all}}
      covered: {ordering: lifo, default_face: down, visibility: {all: count_only}}
  decks: {cards: {type: six}}
  zones:
    - {name: deck, type: covered, of_deck: cards}
    - {name: row, type: open, of_deck: cards}
    - {name: gone, type: open, of_deck: cards}
  variables:
    - {name: total, initial_value: 0}
setup:
  - {action: SHUFFLE, target: {path: "$.zones.deck"}}
  - {action: DEAL, from: {path: "$.zones.deck"}, to: {path: "$.zones.row"}, count: 4}
flow:
  states: {Play: {phases: [Act]}, Over: {phases: []}}
  initial_state: Play
  transitions:
    - {id: end, from: Play, to: Over, condition: {isAtLeast: [{path: "$.total"}, {value: GOAL}]}}
    - id: empty
      from: Play
      to: Over
      condition: {isEqual: [{path: "$.zones.row.card_count"}, {value: 0}]}
  win_condition:
    evaluator:
      winners:
        filter: [{path: "$.players"}, {isEqual: [{path: "$.total"}, {value: GOAL}]}]
rules:
  - id: take
    trigger: on.phase.Act
    effect:
      - {action: REQUEST_INPUT, prompt: Which, options: {path: "$.zones.row"}, store_as: card_taken}
      - action: INCREMENT
        path: {path: "$.total"}
        by: {rank_value: [{ref: card_taken}]}
      - {action: MOVE, from: {ref: card_taken}, to: {path: "$.zones.gone"}}
"""


@pytest.mark.parametrize("goal", [3, 4, 5, 7, 8])
def test_a_puzzle_in_another_language(goal: int) -> None:
    """Cards that sum up to a goal, one after the other, never more than that."""
    puzzle = ludwright.loads(SUMS.replace("GOAL", str(goal)), "cgml")
    statuses = set()
    for seed in range(12):
        table = puzzle.table(seed=seed)
        values = [int(card[:-1]) - 1 for card in table.zone("row")]  # ranks count from 1 here
        sums = {sum(c) for k in range(1, 5) for c in itertools.combinations(values, k)}
        answer = solve(puzzle.definition, puzzle.program(), table.state)
        assert (answer.status == SOLVED) == (goal in sums), (seed, values)
        statuses.add(answer.status)
        walked = count(puzzle.definition, puzzle.program(), table.state)
        expected = brute_force.walk(table)
        assert expected is not None
        assert (walked.shortest and len(walked.shortest)) == expected.shortest
    assert SOLVED in statuses
