"""Many games: the same numbers on any number of threads, and numbers that add up."""

from collections import Counter
from dataclasses import replace
from functools import cache
from math import sqrt

import numpy as np
import pytest

import ludwright as lw
from ludwright.gamedef import nodes as n
from ludwright.lab.metrics import Z95, Statistics, percentile, wilson
from ludwright.lab.perft import perft
from ludwright.lab.playing import result_rows
from ludwright.lab.simulate import Tally, simulate
from ludwright.machine import api
from ludwright.machine import state as m
from ludwright.machine.advance import G_DECISIONS, G_SCORED, G_SEATS, G_STATUS, G_TURNS
from ludwright.machine.program import Program
from ludwright.machine.tally import (
    T_DECISIONS,
    T_FAULTED,
    T_FINISHED,
    T_GAMES,
    T_SCORES,
    T_SHARED,
    T_TURNS,
    T_WINS,
)
from ludwright.play.errors import GameFault, TableError
from ludwright.play.inspect_state import Result
from ludwright.play.moves import Move
from ludwright.play.record import read_record
from ludwright.play.replay import replay
from ludwright.play.table import Table
from ludwright.play.view import View
from ludwright.players import PLAYERS, TIMED, begin, choice, play_on, why_not
from tools.tables import (
    COUNT_UP,
    FLOWING,
    PILE,
    PIT,
    TAKING,
    TURN,
    action,
    decide,
    end,
    forever,
    loc,
    num,
    program,
    put,
    table,
    token_action,
)

game = cache(lw.load)


def timeless(found: Statistics) -> Statistics:
    return replace(found, seconds=0, decisions_per_second=0, turns_per_second=0)


# ---- batches -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "games"), [("war", 300), ("crazy-eights", 300), ("klondike", 30)])
def test_the_number_of_threads_changes_nothing(name: str, games: int) -> None:
    one, two, five = (
        timeless(game(name).simulate(games, seed=7, jobs=jobs, most=600)) for jobs in (1, 2, 5)
    )
    assert one == two == five
    assert one != timeless(game(name).simulate(games, seed=8, most=600))


@pytest.mark.parametrize("name", ["war", "crazy-eights"])
def test_the_numbers_add_up(name: str) -> None:
    found = game(name).simulate(500, seed=3, most=300)
    assert found.games == 500 == found.finished + found.unfinished + found.faulted
    assert 0 < found.unfinished < 500 or name != "war"
    assert not found.faulted and found.first_fault is None and not found.interrupted
    for seat in found.seats:
        assert seat.wins + seat.shared + seat.losses == found.finished
        assert seat.win_rate == (seat.wins + seat.shared) / 500
        assert seat.ci95[0] <= seat.win_rate <= seat.ci95[1]
    assert sum(seat.wins for seat in found.seats) <= found.finished
    if found.length.mean is None:  # most games were cut off
        assert found.unfinished > found.finished
    else:
        assert found.length.p5 <= found.length.p50 <= found.length.p95 <= 300


@pytest.mark.parametrize("name", ["spades", "whist", "crazy-eights", "klondike"])
def test_results_are_counted_one_by_one(name: str) -> None:
    code, rng = game(name).program(), np.random.default_rng(3)
    rows = rng.integers(-50, 50, (400, len(result_rows(1, code)[0])), np.int32)
    rows[:, G_STATUS] = rng.choice([m.OVER, m.DECISION, m.FAULTED], 400, p=[0.7, 0.2, 0.1])
    rows[:, G_TURNS] = rng.integers(0, 40, 400)
    rows[:, G_SCORED] = rng.integers(0, 2, 400)
    rows[:, G_SEATS::2] = rng.integers(0, 2, rows[:, G_SEATS::2].shape)
    tally, other = Tally(code, 25), Tally(code, 25)
    tally.add_rows(rows[:150].copy())
    other.add_rows(rows[150:].copy())
    tally.add(other)
    over = [row for row in rows.tolist() if row[G_STATUS] == m.OVER]
    assert tally.total(T_GAMES) == 400 and tally.total(T_FINISHED) == len(over)
    assert tally.total(T_FAULTED) == sum(row[G_STATUS] == m.FAULTED for row in rows)
    assert tally.total(T_TURNS) == sum(min(row[G_TURNS], 25) for row in rows.tolist())
    assert tally.total(T_DECISIONS) == sum(row[G_DECISIONS] for row in rows.tolist())
    assert tally.turns() == Counter(row[G_TURNS] for row in over)
    teams = [set(team.seats) for team in code.teams]
    for seat in range(code.seats):
        won = [{i for i, each in enumerate(row[G_SEATS::2]) if each} for row in over]
        mine = [seats for seats in won if seat in seats]
        alone = sum(len(seats) == 1 or seats in teams for seats in mine)
        assert tally.of_seat(seat, T_WINS) == alone
        assert tally.of_seat(seat, T_SHARED) == len(mine) - alone
        scores = sum(row[G_SEATS + 2 * seat + 1] for row in over if row[G_SCORED])
        assert tally.of_seat(seat, T_SCORES) == scores


@pytest.mark.parametrize("games", [3, pytest.param(12, marks=pytest.mark.deep)])
def test_a_game_of_a_batch_can_be_played_at_a_table(games: int) -> None:
    for name, most in (("crazy-eights", 10_000), ("klondike", 200), ("war", 10_000)):
        batch = game(name).simulate(games, seed=99, most=most)
        decisions = turns = options = 0
        wins = [0] * game(name).program().seats
        for i in range(games):
            seed = api.mix(99, i)
            t = game(name).table(seed=seed)
            player = PLAYERS["random"]()
            begin(t, [player] * t.program.seats)
            made = 0
            while not t.over and made < most:
                options += len(t.legal())
                t.apply(choice(player, t))
                made += 1
            decisions += made
            turns += min(t.turns, most)
            for seat in t.result().winners if t.over else ():
                wins[seat] += 1
            again = replay(read_record(t.save()), t.program)
            assert again.key() == t.key() and again.over == t.over
        assert (decisions, turns) == (batch.decisions, batch.turns)
        assert wins == [seat.wins for seat in batch.seats]
        assert batch.branching == (options / decisions if decisions else None)


def test_ranges_are_drawn_alike_at_a_table_and_in_a_batch() -> None:
    bid = n.Ask(name="b", seat=n.Seat(number=0), items=n.Range(low=num(-50), high=num(1000)))
    scores = n.ListOf(items=(n.Variable(name="x"),), of="int")
    made = program(
        bid, put(loc("b")), n.EndGame(winners=n.ListOf(items=(), of="seat"), scores=scores)
    )
    batch = simulate(made, 50, seed=5)
    total = 0
    for i in range(50):
        t = Table(made, seed=api.mix(5, i))
        play_on(t, PLAYERS["random"](), 10)
        total += t.variable("x")
    assert batch.seats[0].mean_score == total / 50 and batch.branching == 1051


BATCHES = ("crazy-eights", "golf", "freecell")  # each bot plays the first that it does not decline


@pytest.mark.parametrize("most", [9, pytest.param(10_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", [each for each in PLAYERS if each not in TIMED])
def test_every_bot_can_play_a_batch(name: str, most: int) -> None:
    played = next(each for each in BATCHES if not why_not(name, game(each).program()))
    found = game(played).simulate(5, seed=1, bot=name, jobs=2, most=most)
    assert found.games == 5 and found.finished + found.unfinished == 5


def test_a_bot_plays_against_another_in_all_seats_but_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    class Noted:
        def __init__(self, name: str) -> None:
            self.name = name

        def begin(self, seat: int, program: Program, seed: int) -> None:
            pass

        def choose(self, view: View) -> Move:
            asked.append(f"{self.name} {'first' if view.seat == 0 else 'other'}")
            return view.legal()[0]

        def end(self, result: Result) -> None:
            pass

    for name in ("one", "other"):
        monkeypatch.setitem(PLAYERS, name, lambda name=name: Noted(name))
    game("crazy-eights").simulate(2, players=3, bot="one", against="other", jobs=1)
    assert set(asked) == {"one first", "other other"}
    asked.clear()
    game("crazy-eights").simulate(2, players=3, bot="one", jobs=1)
    assert set(asked) == {"one first", "one other"}
    asked.clear()
    other = Noted("other")
    play_on(game("crazy-eights").table(players=3, seed=1), [Noted("one"), other, other], 20)
    assert set(asked) == {"one first", "other other"}
    with pytest.raises(TableError, match="unknown bot 'genius'"):
        game("crazy-eights").simulate(2, against="genius")


@pytest.mark.parametrize("games", [8, pytest.param(40, marks=pytest.mark.deep)])
def test_a_batch_of_another_bot_counts_like_one_of_random_players(
    games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLAYERS, "chance", PLAYERS["random"])
    for name, most in (("crazy-eights", 40), ("war", 300), ("klondike", 50)):
        expected = game(name).simulate(games, seed=6, most=most)
        found = game(name).simulate(games, seed=6, most=most, bot="chance")
        assert timeless(found) == timeless(expected)


# ---- how games end -------------------------------------------------------------------------------


def test_a_game_without_end_is_unfinished() -> None:
    waiting = program(forever(TURN, decide(action("wait"), action("rest"))))
    found = simulate(waiting, 10, most=25)
    assert (found.finished, found.unfinished, found.decisions) == (0, 10, 250)
    assert found.branching == 2 and found.length.mean is None
    turning = program(forever(TURN, COUNT_UP, put(num(0))))
    found = simulate(turning, 10, most=25)
    assert (found.unfinished, found.decisions, found.turns) == (10, 0, 250)


def test_winners_scores_and_lengths() -> None:
    roll = n.Roll(name="r", low=num(1), high=num(4))

    def case(value: int, *body: n.Statement) -> n.Statement:
        return n.If(test=n.Equal(left=loc("r"), right=num(value)), then=body)

    made = program(
        roll,
        TURN,
        case(1, end(0, scores=(10, 0))),
        case(2, TURN, end(0, 1, scores=(4, 4))),
        case(3, TURN, COUNT_UP, TURN, end(scores=(0, 1))),
        decide(action("never", guard=n.Less(left=loc("r"), right=num(0)))),  # stuck
        players=2,
    )
    found = simulate(made, 400, seed=2)
    first, second = found.seats
    assert found.finished == 400 and second.wins == 0 and first.shared == second.shared
    assert 60 < first.wins < 140 and 60 < first.shared < 140  # a quarter: 100, deviation 8.7
    won = first.wins + first.shared
    assert first.losses == 400 - won and first.win_rate == won / 400
    # The third case is the only one that gives the second player one point.
    scored = (10 * first.wins + 4 * first.shared) / first.mean_score
    third = scored - won
    assert second.mean_score == pytest.approx((4 * first.shared + third) / scored)
    # One turn for the first case and those stuck, two for the second, three for the third.
    assert found.length.mean == pytest.approx((400 + first.shared + 2 * third) / 400)
    assert (found.length.p5, found.length.p95) == (1, 3)


def test_partners_win_together_and_share_only_with_others() -> None:
    batch = simulate(lw.load("spades", options={"hands": 1}).program(), 400, 3)
    north, east, south, west = batch.seats
    assert (north.wins, north.shared) == (south.wins, south.shared)
    assert (east.wins, east.shared) == (west.wins, west.shared)
    assert north.shared == east.shared > 0, "both teams have the same points"
    assert north.wins + east.wins + north.shared == 400


def test_faults_are_counted_and_the_first_is_told() -> None:
    spin = n.If(test=n.Equal(left=loc("r"), right=num(1)), then=(n.Fail(reason="bad luck"),))
    made = program(n.Roll(name="r", low=num(1), high=num(5)), decide(action("go")), spin, end())
    one, two = simulate(made, 200, seed=1, jobs=1), simulate(made, 200, seed=1, jobs=2)
    assert timeless(one) == timeless(two)
    assert 15 < one.faulted < 70 and one.finished + one.faulted == 200
    assert one.first_fault is not None
    broken = []
    for i in range(one.first_fault.game + 1):
        t = Table(made, seed=api.mix(1, i))
        try:
            t.apply("go")
        except GameFault as fault:
            broken.append((i, t.seed, fault.diagnostic))
    (only,) = broken
    first = one.first_fault
    assert only == (first.game, first.seed, first.error.diagnostic)
    assert only[2].code == "RT104" and "bad luck" in only[2].message
    data = one.as_json()["first_fault"]
    assert data["seed"] == only[1] and data["diagnostic"]["code"] == "RT104"


def test_a_decision_with_very_many_options_is_no_fault() -> None:
    pairs = n.Action(
        name="pair",
        parameters=tuple(
            n.Parameter(name=name, type="token", items=n.TokensIn(zone=PILE)) for name in "ab"
        ),
        notations=(n.Notation(name="", parts=("pair",)),),
    )
    found = simulate(program(decide(pairs), end(0), tokens=80), 20)
    assert found.faulted == 0 and found.branching == 6400 and found.seats[0].wins == 20


def test_an_interrupted_batch_keeps_what_is_finished() -> None:
    def interrupt(done: int, games: int) -> None:
        raise KeyboardInterrupt

    found = game("klondike").simulate(100_000, seed=1, progress=interrupt)
    assert found.interrupted and 0 < found.games < 100_000
    assert found.games == found.finished + found.unfinished
    assert found.as_json()["interrupted"] is True
    assert timeless(found) == replace(
        timeless(game("klondike").simulate(found.games, seed=1)), interrupted=True
    )


def test_progress_comes_to_all_games() -> None:
    seen: list[tuple[int, int]] = []
    game("war").simulate(200, progress=lambda *now: seen.append(now))
    assert seen[-1] == (200, 200) and seen == sorted(seen)


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"games": 1, "seed": -1},
        {"games": 1, "seed": 2**63},
        {"games": 1, "jobs": 0},
        {"games": 1, "most": 0},
        {"games": 1, "most": 2**31},
        {"games": 1, "bot": "nobody"},
    ],
)
def test_impossible_batches_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(TableError):
        simulate(program(*TAKING), **wrong)  # type: ignore[arg-type]


def test_the_json_form_has_exactly_the_documented_fields() -> None:
    data = game("war").simulate(5, seed=1).as_json()
    assert list(data) == [
        "games",
        "finished",
        "unfinished",
        "faulted",
        "decisions",
        "turns",
        "seconds",
        "decisions_per_second",
        "turns_per_second",
        "seats",
        "length",
        "decisions_per_game",
        "branching",
        "max_moves",
        "failed_actions",
    ]
    seat_fields = ["seat", "wins", "shared", "losses", "win_rate", "ci95", "mean_score"]
    assert [list(seat) for seat in data["seats"]] == [seat_fields] * 2
    assert list(data["length"]) == ["mean", "p5", "p50", "p95"]


# ---- metrics -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hits", "trials"), [(1, 2), (10, 20), (3, 1000), (999, 1000), (7, 9)])
def test_the_ends_of_an_interval_are_just_compatible_with_what_was_seen(
    hits: int, trials: int
) -> None:
    low, high = wilson(hits, trials)
    for rate in (low, high):
        deviation = sqrt(rate * (1 - rate) / trials)
        assert abs(hits / trials - rate) == pytest.approx(Z95 * deviation)
    assert low < hits / trials < high


def test_intervals_at_the_edges() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(0, 10)
    assert low == 0 and high == pytest.approx(Z95**2 / (10 + Z95**2))
    assert wilson(10, 10) == (pytest.approx(1 - high), 1.0)


def test_a_percentile_is_a_value_that_occurred() -> None:
    counts = {3: 1, 1: 2, 7: 1}  # 1 1 3 7
    assert [percentile(counts, share) for share in (0, 0.05, 0.5, 0.51, 0.75, 0.76, 1)] == [
        1, 1, 1, 3, 3, 7, 7,
    ]  # fmt: skip
    with pytest.raises(ValueError, match="no values"):
        percentile({}, 0.5)


# ---- players and trees ---------------------------------------------------------------------------


def test_the_random_player_likes_all_moves_alike() -> None:
    t = table(*TAKING)
    player, view = PLAYERS["random"](), t.view(0)
    player.begin(0, t.program, 3)
    counts = [0] * 4
    for _ in range(4000):
        counts[player.choose(view).index] += 1
    assert all(880 < count < 1120 for count in counts)  # 1000, deviation 27


def test_players_of_one_seed_choose_alike() -> None:
    t = table(*TAKING)

    def chosen(name: str, seed: int) -> int:
        player = PLAYERS[name]()
        player.begin(0, t.program, seed)
        return choice(player, t).index

    choices = [chosen("random", seed) for seed in range(40)]
    assert [chosen("random", seed) for seed in range(40)] == choices
    assert len(set(choices)) == 4
    assert chosen("first", 9) == 0


def test_the_move_tree_is_counted() -> None:
    # Four cards, one of which is taken each time; from the second move on one may stop instead,
    # and with the last card the game is over.
    assert perft(table(*TAKING), 5) == [4, 4 * 4, 12 * 3, 24 * 2, 0]
    assert perft(table(*FLOWING, pace="turn"), 6) == [1, 1, 1, 1, 0, 0]
    assert perft(table(*FLOWING), 2) == [0, 0]


def test_counting_leaves_the_table_alone() -> None:
    t = table(
        forever(
            decide(token_action("take", n.TokensIn(zone=PILE), n.MoveToken(token=loc("t"), to=PIT)))
        )
    )
    before = t.save()
    assert perft(t, 3) == [4, 12, 24]
    assert t.save() == before
