"""Tree search: right where the best choice is known, blind to what is hidden, within its bounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludwright as lw
from ludwright.gamedef import nodes as n
from ludwright.machine import state as m
from ludwright.machine.kernels import OPERATE
from ludwright.machine.program import Program
from ludwright.play.belief import Belief
from ludwright.play.table import Table
from ludwright.play.utility import utility_of
from ludwright.play.view import View
from ludwright.players.level import Level
from ludwright.search import driver, iterations, memory
from ludwright.search.driver import Advice, Search, Settings
from ludwright.search.layout import DECIDER, EVERYTHING, ROOT
from tools.tables import COUNT_UP, TURN, X, action, decide, end, forever, num, program, put
from tools.tiny import PILE, loc

TOKENS = n.TokensIn(zone=PILE)


def prepared(view: View, **settings: Any) -> Search:
    """A search from a view that has not begun yet."""
    belief = Belief(view.program, view.seat, 3)
    belief.update(view)
    wanted = Settings(**{"worlds": 8} | settings)
    return Search(view.program, view.seat, belief.worlds(wanted.worlds), wanted, 5)


def searched(view: View, **settings: Any) -> Search:
    """A search from a view."""
    search = prepared(view, **settings)
    search.run()
    return search


def advised(made: Program | Table, **settings: Any) -> list[Advice]:
    """What a search advises the seat that decides."""
    table = made if isinstance(made, Table) else Table(made, seed=1)
    assert table.decider is not None
    view = table.view(table.decider)
    return searched(view, **settings).advice(view)


# ---- known values ----


def nim(sticks: int) -> Program:
    """Two seats take 1 to 3 sticks in turn; who takes the last one wins."""

    def turn(seat: int) -> n.Statement:
        over = n.If(test=n.Equal(left=X, right=num(0)), then=(end(seat),))
        takes = (
            action(
                str(k),
                put(n.Subtract(left=X, right=num(k))),
                over,
                guard=n.Less(left=num(k - 1), right=X),
            )
            for k in (1, 2, 3)
        )
        return decide(*takes, seat=n.Seat(number=seat))

    return program(put(num(sticks)), forever(turn(0), turn(1)), players=2)


@pytest.mark.parametrize("observer", [ROOT, DECIDER, EVERYTHING])
@pytest.mark.parametrize("sticks", [5, 6, 7, 9, 10])
def test_the_winning_move_of_nim_is_found(sticks: int, observer: int) -> None:
    best = advised(nim(sticks), iterations=3000, observer=observer)[0]
    assert str(best.move) == str(sticks % 4)
    assert best.utility > 0.5


def winning(table: Table) -> set[int]:
    """The moves that win at once."""
    found = set()
    for move in table.legal():
        after = table.copy()
        after.apply(move)
        if after.over and after.result().winners == (table.decider,):
            found.add(move.id)
    return found


def test_wins_in_one_move_of_an_open_game_are_found() -> None:
    positions = 0
    for seed in range(12):
        table = lw.load("three-mens-morris").table(seed=seed)
        player = lw.PLAYERS["random"]()
        player.begin(0, table.program, seed)
        while not table.over and len(table.log) < 12:
            if 0 < len(wins := winning(table)) < len(table.legal()):
                assert advised(table, iterations=1500)[0].move.id in wins
                positions += 1
                break
            table.apply(table.legal()[player.pick(len(table.legal()))])
    assert positions >= 5


def together(*ends: n.Statement) -> Program:
    """Two seats choose heads or tails at the same time; x is the number of heads, 10 more if the
    first seat chose heads."""
    first = n.Equal(left=loc("s"), right=n.Seat(number=0))
    heads = n.If(test=first, then=(put(n.Add(left=X, right=num(11))),), otherwise=(COUNT_UP,))
    asked = n.Decide(
        seat=loc("s"), actions=(action("heads", heads), action("tails")), announced=False
    )
    return program(n.Together(name="s", seats=n.Seats(), body=(asked,)), *ends, players=2)


def when(value: int, *scores: int) -> n.Statement:
    """The end with these scores for a value of x."""
    winner = 0 if scores[0] > 0 else 1
    return n.If(test=n.Equal(left=X, right=num(value)), then=(end(winner, scores=scores),))


# Both heads: 2 for the first seat; both tails: 1; else 1 for the second. The matrix has no saddle;
# p = (1 + 1) / (2 + 1 + 1 + 1) = 2/5 makes the other indifferent, for either seat.
PENNIES = (when(12, 2, -2), when(11, -1, 1), when(1, -1, 1), when(0, 1, -1))


@pytest.mark.parametrize("seat", [0, 1])
def test_simultaneous_choices_converge_to_the_mixed_equilibrium(seat: int) -> None:
    table = Table(together(*PENNIES), seed=1)
    if seat == 1:
        table.apply("tails")  # which the second seat does not know
    assert table.decider == seat
    shares = {str(each.move): each.share for each in advised(table, iterations=30_000)}
    assert shares["heads"] == pytest.approx(2 / 5, abs=0.05)
    # The value of the game is 2 * 2/5 - 3/5 = 1/5 for the first seat.
    values = {each.utility for each in advised(table, iterations=30_000)}
    assert all(abs(value - (0.2 if seat == 0 else -0.2)) < 0.3 for value in values)


def test_a_mixed_strategy_is_drawn_from() -> None:
    made, chosen = together(*PENNIES), set()
    for seed in range(12):
        table = Table(made, seed=1)
        player = Level(3, Settings(2000))
        player.begin(0, made, seed)
        chosen.add(str(player.choose(table.view(0))))
    assert chosen == {"heads", "tails"}


def picking(least: int, most: int, of: int = 8) -> Program:
    """The first seat picks cards; its score is the sum of their ranks less 3 for each card."""
    worth = n.Each(items=loc("some"), name="c", value=n.PropertyOf(token=loc("c"), property="rank"))
    cost = n.Multiply(left=num(3), right=n.Length(items=loc("some")))
    pick = n.Pick(
        name="some",
        of="token",
        seat=n.Seat(number=0),
        items=TOKENS,
        least=num(least),
        most=num(most),
    )
    scored = n.EndGame(
        winners=n.ListOf(items=(n.Seat(number=0),), of="seat"),
        scores=n.ListOf(items=(X, n.Subtract(left=num(0), right=X)), of="int"),
        reason="done",
    )
    loss = n.EndGame(
        winners=n.ListOf(items=(n.Seat(number=1),), of="seat"),
        scores=n.ListOf(items=(X, n.Subtract(left=num(0), right=X)), of="int"),
        reason="done",
    )
    value = put(n.Subtract(left=n.Sum(items=worth), right=cost))
    return program(
        pick,
        value,
        n.If(test=n.Less(left=num(0), right=X), then=(scored,)),
        loss,
        tokens=of,
        players=2,
    )


def test_the_best_set_is_built_item_by_item() -> None:
    """Ranks are 0 to 7."""
    best = advised(picking(3, 3), iterations=3000)[0]
    assert str(best.move) == "T6 + T7 + T8"


def test_the_best_size_of_a_set_is_found() -> None:
    """Only cards of more than 3 are worth their cost: 4 + 5 + 6 + 7 - 12 = 10."""
    best = advised(picking(0, 8), iterations=6000)[0]
    taken = {*str(best.move).split(" + ")}
    assert {"T6", "T7", "T8"} <= taken <= {"T4", "T5", "T6", "T7", "T8"}


def guessing(highest: int, goal: int) -> Program:
    """The first seat names a number; its score is minus the distance to a goal."""
    i = n.Parameter(name="i", type="int", items=n.Range(low=num(1), high=num(highest)))
    distance = n.Subtract(left=num(goal), right=loc("i"))
    score = n.If(
        test=n.Less(left=distance, right=num(0)),
        then=(put(n.Subtract(left=loc("i"), right=num(goal))),),
        otherwise=(put(distance),),
    )
    over = n.EndGame(
        winners=n.ListOf(items=(n.Seat(number=1),), of="seat"),
        scores=n.ListOf(items=(n.Subtract(left=num(0), right=X), X), of="int"),
        reason="done",
    )
    return program(decide(action("name", score, over, parameters=(i,))), players=2)


def test_a_number_of_a_long_range_is_narrowed_down() -> None:
    found = advised(guessing(5000, 3217), iterations=4000)
    assert abs(found[0].move.operands[0] - 3217) < 60
    assert sum(each.share for each in found) == pytest.approx(1)


# ---- hidden information, determinism ----


@pytest.mark.parametrize("game, players", [("crazy-eights", 3), ("go-fish", 2), ("durak", 2)])
def test_indistinguishable_worlds_get_the_same_choice(game: str, players: int) -> None:
    table = lw.load(game).table(players=players, seed=6)
    chooser = lw.PLAYERS["random"]()
    chooser.begin(0, table.program, 6)
    for _ in range(4):
        table.apply(table.legal()[chooser.pick(len(table.legal()))])
    while len(table.legal()) < 2:
        table.apply(table.legal()[0])
    seat = table.decider
    assert seat is not None
    view = table.view(seat)
    chosen = set()
    for world in (table, *(view.redeal(seed) for seed in (1, 2, 3))):
        same = world.view(seat)
        assert same.as_bytes() == view.as_bytes()
        player = Level(2, Settings(400, worlds=6))
        player.begin(seat, table.program, 11)
        chosen.add(player.choose(same).id)
    assert len(chosen) == 1


def table_of(search: Search) -> list[list[Any]]:
    """The edges of all trees of a search."""
    return [
        [each.keys.tolist(), each.counts.tolist(), each.sums.tolist()] for each in search.slices
    ]


@pytest.mark.parametrize("observer", [ROOT, EVERYTHING])
@pytest.mark.parametrize("game", ["crazy-eights", "gops", "scopa"])
def test_the_same_seed_finds_the_same_at_any_number_of_threads(game: str, observer: int) -> None:
    table = lw.load(game).table(players=2, seed=2)
    while len(table.legal()) < 2:
        table.apply(table.legal()[0])
    assert table.decider is not None
    view = table.view(table.decider)
    more = {"averages": 2, "replies": 4, "observer": observer}
    once, again = (searched(view, iterations=600, slices=4, threads=k, **more) for k in (1, 3))
    assert table_of(once) == table_of(again)
    assert once.advice(view) == again.advice(view) and once.iterations == 600
    # In two parts it is the same as at once.
    parts = prepared(view, iterations=300)
    for count in (100, 200):
        parts.slices[0].run(count, OPERATE)
    whole = searched(view, iterations=300)
    assert parts.advice(view) == whole.advice(view)


@pytest.mark.parametrize("made", [nim(7), together(*PENNIES), picking(0, 4, 5)])
def test_plain_python_does_the_same(made: Program) -> None:
    table = Table(made, seed=1)
    view = table.view(0)
    search = prepared(view, iterations=40, averages=2, replies=4)
    compiled = searched(view, iterations=40, averages=2, replies=4)
    one = search.slices[0]
    facts = one.facts
    arrays = (one.flat, one.state, one.space, facts.forms, facts.audience, facts.utility)
    arrays += (one.keys, one.counts, one.sums, one.hashes, one.integers, one.fractions)
    views = [memoryview(a) for a in (*arrays, one.averages)]
    iterations.iterate(OPERATE, made.code.tolist(), *views, 0, 40)
    assert table_of(search) == table_of(compiled)


# ---- bounds ----


def test_a_full_table_does_not_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "MOST_SLOTS", 1 << 10)
    for game in ("gops", "scopa"):
        table = lw.load(game).table(players=2, seed=2)
        assert advised(table, iterations=3000)


def test_games_without_end_are_cut_off() -> None:
    made = program(forever(decide(action("a"), action("b"))), players=2)
    assert len(advised(made, iterations=50)) == 2


def test_many_options_are_compared_a_few_at_a_time() -> None:
    numbers = n.Range(low=num(1), high=num(80))
    pair = tuple(n.Parameter(name=name, type="int", items=numbers) for name in "ij")
    first = n.Equal(left=loc("i"), right=num(1))
    wins = n.If(test=first, then=(end(0),), otherwise=(end(1),))
    made = program(decide(action("name", wins, parameters=pair)), players=2)
    found = advised(made, iterations=3000)
    assert found and found[0].move.operands[0] == 1


def test_a_solitaire_is_searched_for_a_win() -> None:
    made = program(
        decide(
            action("wrong", end()),
            action("right", TURN, decide(action("on", end(0)), action("off", end()))),
        )
    )
    assert str(advised(made, iterations=200)[0].move) == "right"
    assert advised(lw.load("klondike").table(seed=1), iterations=20)


# ---- the ends of hands ----


def test_games_of_many_hands_are_cut_at_the_end_of_one() -> None:
    """At Hearts points are bad, at Spades and Scopa they are good; a hand has 13 tricks of 4."""
    for game, players, sign in (("hearts", 4, -1), ("scopa", 2, 1)):
        table = lw.load(game).table(players=players, seed=1)
        facts = driver.facts_of(table.program)
        assert facts.hands is not None
        assert sum(facts.hands.weights) * sign > 0
        assert table.decider is not None
        search = searched(table.view(table.decider), iterations=200)
        assert search.slices[0].integers[driver.y.G_CUT] > 150
    assert driver.facts_of(lw.load("crazy-eights").program(2)).hands is None


# ---- strength ----


def test_a_low_level_beats_random_play() -> None:
    for game, options, deals in (("gops", {"cards": 6}, 40), ("leduc-poker", {}, 60)):
        made = lw.load(game, options).program(2)
        gained = 0.0
        for deal in range(deals):
            for seat in range(2):
                table = Table(made, seed=deal)
                players = [lw.PLAYERS["random"](), lw.PLAYERS["random"]()]
                players[seat] = Level(2, Settings(150, worlds=8))
                lw.play_on(table, players, 200)
                gained += utility_of(made).of(table.result())[seat]
        assert gained / (2 * deals) > 0.2


# ---- playouts that remember ----


def test_move_averages_can_be_used() -> None:
    best = advised(nim(7), iterations=2000, averages=3)[0]
    assert str(best.move) == "3"
    assert np.isfinite(best.utility)


def test_last_good_replies_make_playouts_better() -> None:
    """In Nim the right reply to a move is always the same where few sticks are left: without a
    tree, only playouts that learn see that taking 1 of 5 wins for certain, and 2 or 3 loses."""
    plain, replying = (
        advised(nim(5), iterations=2000, flat=True, explore=1000.0, replies=replies)
        for replies in (0, 4)
    )
    worth = [{str(each.move): each.utility for each in found} for found in (plain, replying)]
    assert worth[0]["1"] < 0.8  # random playouts do not know
    assert worth[1]["1"] > 0.9
    assert max(worth[1]["2"], worth[1]["3"]) < -0.9


@pytest.mark.parametrize("replies", [1, 3, 300])
@pytest.mark.parametrize("game", ["go-fish", "durak", "three-mens-morris"])
def test_replies_are_among_the_options(game: str, replies: int) -> None:
    """A playout that made an illegal move would stop with a fault, or never end."""
    table = lw.load(game).table(seed=4)
    while len(table.legal()) < 2 or table.decider is None:
        table.apply(table.legal()[0])
    search = searched(table.view(table.decider), iterations=60, replies=replies)
    one = search.slices[0]
    assert one.integers[driver.y.G_FAULTS] == 0
    assert one.integers[driver.y.G_LONG] < 60
    assert one.done == 60
    kept = one.hashes[driver.y.X_REPLIES :]
    assert 0 < np.count_nonzero(kept) <= one.integers[driver.y.G_DECISIONS]


def test_replies_are_kept_where_they_do_better_than_usual_and_forgotten_where_worse() -> None:
    y = driver.y
    x, g, f, sums = [0] * y.X_ALL, [0] * y.G_ALL, [0.0] * y.F_ALL, [0.0] * 2 * y.AVERAGES
    code = {m.P_SEATS: 2}
    g[y.G_PLAYED] = 1
    g[y.G_PLAY + y.M_WHO], g[y.G_PLAY + y.M_REPLY] = 1, 7
    mark, other = 5 << y.PLACE_BITS, 6 << y.PLACE_BITS | 1
    # Gains of the decider, what it plays, and what is kept then; its mean gain is 1/2 at first.
    f[y.F_SUM + 1] = 0.5
    course = [(0.5, mark, 0), (0.9, mark, mark), (0.2, other, mark), (0.9, other, other)]
    course += [(0.1, other | 3, 0), (0.0, mark, 0)]
    for number, (gain, sign, kept) in enumerate(course, 1):
        x[y.X_PLAYED], f[y.F_GAIN + 1] = sign, gain
        memory.learn_moves(code, x, g, f, sums, number)
        assert x[y.X_REPLIES + 7] == kept


def test_there_is_nothing_to_reply_to_where_seats_choose_together() -> None:
    """What another has sealed must not guide a playout."""
    for replies in (0, 4):
        search = prepared(Table(together(*PENNIES), seed=1).view(0), iterations=50, replies=replies)
        search.run()
        assert not search.slices[0].hashes[driver.y.X_REPLIES :].any()
