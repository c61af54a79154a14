"""Players: they are given views and nothing else, begin, choose and end."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

import ludwright as lw
from ludwright import PLAYERS, IllegalMove, Move, Player, Result, Table, View, play_on
from ludwright.machine import api, rng
from ludwright.machine.program import Program
from ludwright.players import (
    SOLITARY,
    TIMED,
    Blind,
    begin,
    choice,
    is_player,
    maker_of,
    own_seed,
    player_named,
)
from play.test_sealed_views import assert_sealed

# Those that go by the clock choose differently each time; those of solitaires are tested apart.
REPEATABLE = [name for name in PLAYERS if name not in TIMED | SOLITARY]


class Noting:
    """Chooses the last move, by its id or as it is, and notes all that it is told."""

    def __init__(self, by_id: bool = False) -> None:
        self.by_id = by_id
        self.begun: list[tuple[int, str, int]] = []
        self.seats: list[int] = []
        self.results: list[Result] = []
        self.at: Table | None = None

    def begin(self, seat: int, program: Program, seed: int) -> None:
        self.begun.append((seat, program.name, seed))

    def choose(self, view: View) -> Move | int:
        assert view.decider == view.seat and view.legal()
        if self.at is not None:
            assert_sealed(self.at, view.seat, view)
        self.seats.append(view.seat)
        move = view.legal()[-1]
        return move.id if self.by_id else move

    def end(self, result: Result) -> None:
        self.results.append(result)


def test_a_player_begins_chooses_and_ends() -> None:
    player: Player = Noting()
    assert isinstance(player, Noting)
    table = lw.load("crazy-eights").table(players=3, seed=4)
    player.at = table
    play_on(table, player, 7)
    assert player.begun == [(seat, "Crazy Eights", own_seed(4, 0)) for seat in range(3)]
    assert len(player.seats) == len(table.log) == 7 and player.results == []
    player.at = None
    play_on(table, player, 10_000)
    assert table.over and player.results == [table.result()]


def test_every_seat_can_have_a_player_of_its_own() -> None:
    mine, other = Noting(by_id=True), Noting()
    table = lw.load("crazy-eights").table(players=3, seed=4)
    play_on(table, [mine, other, other], 10_000)
    assert set(mine.seats) == {0} and set(other.seats) == {1, 2}
    assert [seat for seat, _, _ in other.begun] == [1, 2]
    (seed,) = {seed for _, _, seed in other.begun}
    assert mine.begun[0][2] != seed  # streams of their own
    assert mine.results == other.results == [table.result()]


def test_who_has_no_view_chooses_what_it_would_choose_with_one() -> None:
    class Seeing:
        def __init__(self, blind: Blind) -> None:
            self.begin, self.choose, self.end = blind.begin, blind.choose, blind.end

    for name in ("random", "first"):
        tables = [lw.load("go-fish").table(players=3, seed=8) for _ in range(2)]
        blind: Any = PLAYERS[name]()
        for table, player in zip(tables, (blind, Seeing(blind)), strict=True):
            blind.begin(0, table.program, 8)
            for _ in range(15):
                table.apply(choice(player, table))
        assert tables[0].log == tables[1].log and len(tables[0].log) == 15


def test_what_is_not_legal_is_refused() -> None:
    class Wrong(Noting):
        def choose(self, view: View) -> Move | int:
            return view.program.ids - 1

    table = lw.load("three-mens-morris").table(seed=1)
    with pytest.raises(IllegalMove):
        choice(Wrong(), table)
    assert table.log == []


@pytest.mark.parametrize("name", REPEATABLE)
def test_the_same_seed_gives_the_same_choices(name: str) -> None:
    logs = []
    for _ in range(2):
        table = lw.load("crazy-eights").table(players=2, seed=3)
        play_on(table, PLAYERS[name](), 6)
        logs.append(table.log)
    assert logs[0] == logs[1]


def test_players_begin_again() -> None:
    table = lw.load("go-fish").table(players=3, seed=8)
    player, chosen = PLAYERS["random"](), []
    for _ in range(2):
        begin(table, [player] * 3)
        chosen.append([choice(player, table).index for _ in range(9)])
    assert chosen[0] == chosen[1] and len(set(chosen[0])) > 1


@pytest.mark.parametrize("name", REPEATABLE)
def test_a_player_forgets_the_game_before(name: str) -> None:
    game, logs = lw.load("crazy-eights"), []
    for seeds in ((3,), (5, 3)):
        player = PLAYERS[name]()
        for seed in seeds:
            table = game.table(players=2, seed=seed)
            play_on(table, [player, player], 6)
        logs.append(table.log)
    assert logs[0] == logs[1]


# ---- what a player gets of the game --------------------------------------------------------------


def unmixed(mixed: int, number: int) -> set[int]:
    """The seeds of which `rng.mix` makes a number: two, as it drops a bit."""
    spread = (definalized(mixed << 1 | bit) - rng.GOLDEN - number for bit in (0, 1))
    return {definalized(each % 2**64) for each in spread}


def definalized(x: int) -> int:
    """The inverse of `rng.finalize`."""
    x = unshifted(x % 2**64, 31) * pow(int(rng.FINAL_2), -1, 2**64) % 2**64
    x = unshifted(x, 27) * pow(int(rng.FINAL_1), -1, 2**64) % 2**64
    return unshifted(x, 30)


def unshifted(x: int, bits: int) -> int:
    """The number of which x is the exclusive or with itself shifted right."""
    found = x
    for _ in range(64 // bits):
        found = x ^ found >> bits
    return found


def test_no_player_can_compute_the_deal_from_its_seed() -> None:
    """The machine's mixing can be inverted, so players' seeds must not come from it."""
    for game in (0, 1, 4, 123_456_789, 2**63 - 1):
        assert game in unmixed(int(api.mix(game, 2)), 2)  # this is how it would be computed
        players = [Noting(), Noting()]
        begin(lw.load("crazy-eights").table(players=3, seed=game), [players[0], *players])
        numbers = (*range(4), int(rng.BOTS))
        for seat, player in enumerate(players):
            (seed,) = {seed for _, _, seed in player.begun}
            assert seed == own_seed(game, 2 * seat) != game
            once = {found for number in numbers for found in unmixed(seed, number)}
            twice = {
                found for each in once for number in numbers for found in unmixed(each, number)
            }
            assert game not in once | twice


def test_seeds_of_seats_and_games_differ() -> None:
    seeds = [own_seed(game, seat) for game in range(500) for seat in range(4)]
    assert len(set(seeds)) == 2000
    halves = sum(bin(own_seed(game, 0) ^ own_seed(game + 1, 0)).count("1") for game in range(500))
    assert 30 < halves / 500 < 33  # half of 63 bits change


def test_the_program_that_players_get_says_nothing_of_the_deal() -> None:
    """Players of all games get the same program, and no game changes it."""
    game, got = lw.load("crazy-eights"), []
    for seed, deal in ((1, None), (2, None), (2, {"draw_pile": [f"{r}S" for r in "23456"]})):
        table = game.table(seed=seed, deal=deal)
        player = Keeping()
        before = pickle.dumps(replace(table.program))
        play_on(table, player, 40)
        assert pickle.dumps(replace(player.program)) == before
        got.append(before)
    assert got[0] == got[1] == got[2]


class Keeping(Noting):
    """Keeps the program it gets."""

    def begin(self, seat: int, program: Program, seed: int) -> None:
        super().begin(seat, program, seed)
        self.program = program


def test_the_random_player_chooses_as_the_playouts_of_the_machine() -> None:
    """One game per seed: a simulation in the machine, and one at tables, are the same games."""
    game = lw.load("crazy-eights")
    inside = game.simulate(20, seed=3, players=3, bot="random")
    outside = game.simulate(20, seed=3, players=3, bot=PLAYERS["random"])
    assert inside.seats == outside.seats and inside.decisions == outside.decisions


# ---- bots that are no names ----------------------------------------------------------------------


def test_a_player_can_be_given_wherever_a_name_can() -> None:
    game = lw.load("crazy-eights")
    named = game.simulate(6, seed=2, bot="first", against="random")
    for bot in (PLAYERS["first"], PLAYERS["first"]()):
        other = PLAYERS["random"] if bot is PLAYERS["first"] else "random"
        given = game.simulate(6, seed=2, bot=bot, against=other, jobs=2)
        assert given.seats == named.seats and given.length == named.length
    logs = []
    for bots in ("first", ["first", "first"], PLAYERS["first"], PLAYERS["first"]()):
        table = game.table(seed=2)
        play_on(table, bots, 30)
        logs.append(table.log)
    assert all(log == logs[0] for log in logs)


def test_a_player_that_is_given_plays_one_game_at_a_time() -> None:
    class Alone(Noting):
        playing = False

        def begin(self, seat: int, program: Program, seed: int) -> None:
            assert not self.playing or seat
            self.playing = True

        def end(self, result: Result) -> None:
            assert self.playing
            self.playing = False

    lw.load("crazy-eights").simulate(8, bot=Alone(), jobs=8)


def test_players_that_are_made_are_closed() -> None:
    closed = []

    class Closing(Noting):
        def close(self) -> None:
            closed.append(self)

    game = lw.load("crazy-eights")
    game.simulate(4, bot=Closing, jobs=2)
    assert 1 <= len(closed) == len(set(closed)) <= 2
    mine = Closing()
    game.simulate(4, bot=mine)
    play_on(game.table(), mine, 3)
    assert mine not in closed


def test_what_is_no_bot_is_refused() -> None:
    with pytest.raises(lw.TableError, match=r"unknown bot 'gredy'; did you mean 'greedy'\?"):
        player_named("gredy")
    with pytest.raises(lw.TableError, match=r"unknown bot 'genius'; there are: .*greedy"):
        player_named("genius")
    with pytest.raises(lw.TableError, match=r"expected a bot's name, a player or a function"):
        maker_of(7)  # type: ignore[arg-type]
    assert is_player(Noting()) and not is_player(Noting) and not is_player("first")
