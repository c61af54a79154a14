"""Equilibria, best responses and exploitability, against published values and a second model."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

import ludwright as lw
from ludwright.gamedef import nodes as n
from ludwright.lab.equilibrium import strategy_in
from ludwright.machine.program import Program
from ludwright.play.table import Table
from ludwright.search import unfold as u
from ludwright.search.equilibrium import Measure, Minimizer
from ludwright.search.game_tree import GameTree
from ludwright.search.sampler import Full, Sampler
from ludwright.search.walk import NotSolvable, Values
from tools.duels import DEAL, HANDS, SEATS, X, Y, duel, gets, matrix, of, secret, x, y
from tools.tables import action, decide
from tools.tiny import loc, num, put

LEDUC = -0.0856  # known to four digits


def measure_of(program: Program) -> Measure:
    return Measure(GameTree(program))


def solved(program: Program, iterations: int) -> tuple[Measure, Values]:
    minimizer = Minimizer(measure_of(program))
    minimizer.iterate(iterations)
    return minimizer.measure, minimizer.average()


# ---- a second model: nested lists instead of arrays, all pure strategies instead of induction ----


def nested(table: Table) -> tuple:
    """The tree below a table: what each seat gets, or who decides with which information."""
    if table.over:
        scores = table.result().scores
        assert scores
        return ("over", *map(float, scores))
    who = None if table.chance else (table.decider, table.information(table.decider or 0))
    below = []
    for move in range(len(table.legal())):
        table.apply(table.legal()[move])
        below.append(nested(table))
        table.undo()
    return ("node", who, below)


def worth(tree: tuple, seat: int, pure: dict | None) -> float:
    """What a seat gets by a pure strategy; all others, or all, choose uniformly."""
    if tree[0] == "over":
        return tree[1 + seat]
    _, who, below = tree
    if pure is not None and who is not None and who[0] == seat:
        return worth(below[pure[who[1]]], seat, pure)
    return sum(worth(each, seat, pure) for each in below) / len(below)


def sets_of(tree: tuple, seat: int) -> dict:
    """The information sets of a seat, and the number of options in each."""
    if tree[0] == "over":
        return {}
    _, who, below = tree
    found = {who[1]: len(below)} if who is not None and who[0] == seat else {}
    for each in below:
        found |= sets_of(each, seat)
    return found


def pure_strategies(tree: tuple, seat: int) -> Iterator[dict]:
    sets = sets_of(tree, seat)
    for chosen in product(*map(range, sets.values())):
        yield dict(zip(sets, chosen, strict=True))


BLUFF = (
    *DEAL,
    decide(action("bet", x(1)), action("check")),
    n.If(
        test=n.Equal(left=X, right=num(1)),
        then=(secret(1, action("call", y(1)), action("fold", y(2))),),
    ),
    n.If(
        test=n.Less(
            left=n.PropertyOf(token=n.TopOf(zone=HANDS[1]), property="rank"),
            right=n.PropertyOf(token=n.TopOf(zone=HANDS[0]), property="rank"),
        ),
        then=(gets(of(X, Y, (1, 0, 0), (0, 2, 1))),),
        otherwise=(gets(of(X, Y, (-1, 0, 0), (0, -2, 1))),),
    ),
)
"""One card each; the first seat may bet, the second then call: half of Kuhn poker."""

SMALL = {
    "pennies": matrix((1, -1), (-1, 1)),
    "rock, paper, scissors": matrix((0, -1, 1), (1, 0, -1), (-1, 1, 0)),
    "uneven": matrix((3, -1), (-2, 1)),
    "bluff": duel(*BLUFF),
    "kuhn": lw.load("kuhn-poker").program(chance=True),
}


@pytest.mark.parametrize("name", SMALL)
def test_best_responses_are_those_of_all_pure_strategies(name: str) -> None:
    program = SMALL[name]
    tree, measure = nested(Table(program)), measure_of(program)
    uniform = measure.uniform()
    values = measure.value(uniform)
    for seat in (0, 1):
        assert values[seat] == pytest.approx(worth(tree, seat, None), abs=1e-12)
        best = max(worth(tree, seat, pure) for pure in pure_strategies(tree, seat))
        value, answer = measure.best_response(uniform, seat)
        assert value == pytest.approx(best, abs=1e-12)
        # The answer gets what is promised, and changes nothing for the other seat.
        assert measure.value(answer)[seat] == pytest.approx(best, abs=1e-12)
        assert measure.best_response(answer, seat)[0] == pytest.approx(best, abs=1e-12)


# The value of a 2 x 2 game without a saddle point is (ad - bc) / (a + d - b - c).
VALUES = {
    "pennies": 0.0,
    "rock, paper, scissors": 0.0,
    "uneven": (3 * 1 - -1 * -2) / (3 + 1 - -1 - -2),
    "kuhn": -1 / 18,
}


@pytest.mark.parametrize("name", VALUES)
def test_known_values_are_found(name: str) -> None:
    measure, strategy = solved(SMALL[name], 3000)
    first, second = measure.value(strategy)
    assert first == pytest.approx(VALUES[name], abs=0.001) and second == pytest.approx(-first)
    assert measure.exploitability(strategy) < 0.001


def test_a_matrix_game_is_played_as_it_has_to_be() -> None:
    # Of ((3, -1), (-2, 1)): each seat makes the other indifferent, by 3/7 and 2/7.
    _, strategy = solved(SMALL["uneven"], 5000)
    shares = sorted(round(float(share), 2) for share in strategy)
    assert shares == pytest.approx([2 / 7, 3 / 7, 4 / 7, 5 / 7], abs=0.011)


def test_leduc_poker_has_its_value() -> None:
    measure, strategy = solved(lw.load("leduc-poker").program(chance=True), 800)
    assert measure.value(strategy)[0] == pytest.approx(LEDUC, abs=0.001)
    assert measure.exploitability(strategy) < 0.001


def test_uniform_play_is_as_exploitable_as_is_known() -> None:
    # Half of NashConv: 11/12 in Kuhn poker, 4.747222 in Leduc poker.
    for name, left in (("kuhn-poker", 11 / 24), ("leduc-poker", 4.747222 / 2)):
        measure = measure_of(lw.load(name).program(chance=True))
        assert measure.exploitability(measure.uniform()) == pytest.approx(left, abs=1e-6)


def kuhn(strategy: Values, measure: Measure) -> dict[tuple[str, str], dict[str, float]]:
    """How often each action is chosen in Kuhn poker, by the card held and the moves before."""
    tree, found = measure.tree, {}
    for record in tree.sets.reshape(-1, u.SET_WORDS).tolist():
        node = record[u.I_NODE]
        table = Table(tree.program)
        said = ""
        for option in tree.path(node):
            move = table.legal()[option]
            said += "" if table.chance else str(move)[0]
            table.apply(move)
        assert table.decider is not None
        (card,) = [each for each in table.zone("hand", table.decider) if each]
        first, children = record[u.I_FIRST], tree.nodes[node * u.NODE_WORDS + u.N_FIRST]
        shares = {}
        for number in range(record[u.I_COUNT]):
            option = tree.nodes[(children + number) * u.NODE_WORDS + u.N_OPTION]
            shares[str(table.legal()[int(option)])] = float(strategy[first + number])
        found[str(card), said] = shares
    return found


def test_kuhn_poker_is_played_as_kuhn_found() -> None:
    measure, strategy = solved(SMALL["kuhn"], 20_000)
    found = kuhn(strategy, measure)
    bets = {card: found[card, ""]["bet"] for card in "JQK"}
    assert len(found) == 12, found
    alpha = bets["J"]
    assert 0 <= alpha <= 1 / 3 + 0.01
    assert bets["K"] == pytest.approx(3 * alpha, abs=0.02)
    assert bets["Q"] < 0.01


def test_sampling_converges() -> None:
    game = lw.load("kuhn-poker")
    measure = measure_of(game.program(chance=True))
    sampler = Sampler(game.program(), 1)
    sampler.iterate(3000)
    assert measure.exploitability(strategy_in(measure, sampler)) < 0.05
    assert sampler.value(5000)[0] == pytest.approx(-1 / 18, abs=0.06)
    again = Sampler(game.program(), 1)
    again.iterate(1000)
    again.iterate(2000)
    assert (again.average() == sampler.average()).all() and again.keys() == sampler.keys()
    other = Sampler(game.program(), 2)
    other.iterate(3000)
    assert (other.average() != sampler.average()).any()


def test_sampling_stops_when_its_table_is_full() -> None:
    sampler = Sampler(lw.load("leduc-poker").program(), 1, most=50)
    with pytest.raises(Full, match="more than 50 information sets"):
        sampler.iterate(1000)
    assert sampler.information_sets == 50
    assert sampler.average().shape == (sampler.actions,)
    assert abs(sum(sampler.value(200))) < 1e-9


def test_a_seat_remembers_what_it_chose_in_secret() -> None:
    first = secret(0, action("a", x(1)), action("b"))
    assert GameTree(duel(first, secret(0, action("c"), action("d")), gets(X))).information_sets == 3
    assert GameTree(duel(first, secret(1, action("c"), action("d")), gets(X))).information_sets == 2


def test_equal_options_are_one() -> None:
    twice = n.Ask(name="a", seat=SEATS[0], items=n.ListOf(items=(num(1), num(1), num(2))))
    program = duel(twice, put(loc("a")), secret(0, action("c"), action("d")), gets(X))
    assert GameTree(program).terminals == 4
    assert GameTree(program, strict=False).terminals == 6  # as the game lists them


def test_options_that_depend_on_what_is_hidden_are_refused() -> None:
    hidden = n.PropertyOf(token=n.TopOf(zone=HANDS[1]), property="rank")
    below = n.Filter(
        items=n.ListOf(items=(num(0), num(1))), name="i", where=n.Less(left=loc("i"), right=hidden)
    )
    program = duel(*DEAL, n.Ask(name="a", seat=SEATS[0], items=below), gets(X))
    with pytest.raises(NotSolvable, match="cannot know"):
        GameTree(program)
    assert GameTree(program, strict=False).information_sets == 3
