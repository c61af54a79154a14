"""The arena: known results, every bot in every seat, the same whatever the threads, resumable."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ludwright as lw
from ludwright.gamedef import nodes as n
from ludwright.lab import arena as arena_room
from ludwright.lab.arena import arena, bot_seed, seatings
from ludwright.lab.arena_result import Arena
from ludwright.lab.sequential import LEAST_DEALS
from ludwright.machine.program import Program
from ludwright.play.errors import TableError
from ludwright.play.inspect_state import Result
from ludwright.play.view import View
from ludwright.players import PLAYERS, TIMED
from ludwright.players.first import First
from ludwright.players.player import Blind
from ludwright.players.uniform import Uniform
from tools.tables import COUNT_UP, X, action, decide, end, forever, num, program, put


def takes(seat: int, step: int) -> n.Statement:
    """A seat takes a step, which its first move does, or not."""
    step_taken = put(n.Add(left=X, right=num(step)))
    return decide(action("take", step_taken), action("pass"), seat=n.Seat(number=seat))


# The first move is the better one: who takes it alone wins, else the victory is shared.
TAKE = program(
    takes(0, 1),
    takes(1, -1),
    n.If(test=n.Less(left=num(0), right=X), then=(end(0),)),
    n.If(test=n.Less(left=X, right=num(0)), then=(end(1),)),
    end(0, 1),
    players=2,
)
# The first seat wins, whatever anybody does.
RIGGED = program(takes(0, 1), takes(1, 1), end(0), players=2)
# The same for three, with a victory for the last.
THREE = program(takes(0, 1), takes(1, 1), takes(2, 1), end(2), players=3)
ENDLESS = program(forever(decide(action("go", COUNT_UP))), players=2)
FAULTY = program(takes(0, 1), put(n.Divide(left=num(1), right=num(0))), end(0), players=2)


class Last(Blind):
    """Chooses the last move."""

    def pick(self, count: int) -> int:
        return count - 1


class Clumsy(First):
    """Breaks when it is to choose."""

    def choose(self, view: View) -> int:
        raise ZeroDivisionError("no idea")

    pick = None  # type: ignore[assignment]


def seeing(act: Callable[[View], Any]) -> type:
    class Seeing:
        """A bot that gets views."""

        def begin(self, seat: int, program: Program, seed: int) -> None: ...

        def choose(self, view: View) -> Any:
            return act(view)

        def end(self, result: Result) -> None: ...

    return Seeing


def by_name(found: Arena) -> dict[str, Any]:
    """What is known of each bot but its rating, which depends on who has 0."""
    return {each.name: replace(each, elo=None, elo_ci95=None) for each in found.players}


def test_who_always_takes_wins() -> None:
    found = arena(TAKE, ["first", Last], 10)
    first, last = found.players
    assert (first.games, first.wins, first.shared, first.rate, first.score) == (20, 20, 0, 1, 1)
    assert (last.games, last.wins, last.shared, last.rate, last.score) == (20, 0, 0, 0, -1)
    assert first.ci95[1] == 1 and 0.6 < first.ci95[0] < 0.9
    assert (first.elo, last.elo_ci95) == (0, None) and (last.elo or 0) < -300
    pair = found.difference("first", "Last")
    assert (pair.difference, pair.differ, pair.deals) == (2, True, 10)
    assert found.difference("Last", "first").difference == -2


def test_a_shared_victory_is_half_of_one() -> None:
    found = arena(TAKE, ["first", First], 5)
    for each in found.players:
        assert (each.games, each.wins, each.shared, each.rate, each.score) == (10, 0, 10, 0.5, 0)
        assert each.elo == 0


def test_the_advantage_of_a_seat_is_nobodys() -> None:
    found = arena(RIGGED, ["first", "random"], 30)
    for each in found.players:
        assert (each.wins, each.rate, each.ci95, each.score) == (30, 0.5, (0.5, 0.5), 0)
    assert not found.differences[0].differ


def test_equal_bots_do_not_differ() -> None:
    found = lw.load("kuhn-poker").arena(["random", "random"], 200, seed=3)
    assert not found.differences[0].differ
    assert sum(each.rate for each in found.players) == 1
    # Not the same moves: two players of one name have different seeds.
    assert found.differences[0].ci95 != (0, 0)


def test_the_order_of_names_does_not_matter() -> None:
    game = lw.load("leduc-poker")
    one, other = (
        game.arena(names, 30, seed=5) for names in (["first", "random"], ["random", "first"])
    )
    assert by_name(one) == by_name(other)
    assert [each.name for each in other.players] == ["random", "first"]
    assert one.differences[0].difference == -other.differences[0].difference
    # A rating of 0 is that of the random bot, wherever it is named.
    assert [each.elo for each in one.players] == [each.elo for each in other.players][::-1]


def test_seats_take_turns() -> None:
    assert seatings(RIGGED, 2) == [(0, 1), (1, 0)]
    # More seats than bots: in cyclic order. More bots than seats: neighbours.
    assert seatings(THREE, 2) == [(0, 1, 0), (1, 0, 1)]
    assert seatings(RIGGED, 3) == [(0, 1), (1, 2), (2, 0)]
    for bots in (2, 3, 4, 5):
        for side in range(3):
            assert sorted(turn[side] for turn in seatings(THREE, bots)) == list(range(bots))
    assert seatings(lw.load("spades").program(), 2) == [(0, 1), (1, 0)]


def test_several_seats_of_a_bot_win_together() -> None:
    found = arena(THREE, ["first", "random"], 4)
    # The last seat wins: once it is A B A, once B A B.
    assert [each.wins for each in found.players] == [4, 4]
    # In one game a bot has two sides, of which one wins; in the other the side that loses.
    assert [each.score for each in found.players] == pytest.approx([0, 0])
    found = arena(RIGGED, ["first", "random", Last], 4)
    assert [each.games for each in found.players] == [8, 8, 8] and found.games == 12
    assert [each.wins for each in found.players] == [4, 4, 4]


def test_partners_share_a_bot_but_not_what_they_know() -> None:
    seats: list[tuple[int, int]] = []

    class Noting(Uniform):
        def begin(self, seat: int, program: Program, seed: int) -> None:
            super().begin(seat, program, seed)
            seats.append((seat, id(self)))

    kept = []

    def noting() -> Noting:
        kept.append(Noting())
        return kept[-1]

    found = lw.load("whist").arena([noting, "random"], 1, most=30)
    assert [seat for seat, _ in seats] == [0, 2, 1, 3]
    # In the next game they begin again, in other seats.
    assert [len({player for _, player in each}) for each in (seats[:2], seats[2:])] == [2, 2]
    assert found.unfinished == 2 and found.seats == 4


def test_seeds_depend_on_deal_and_bot_alone() -> None:
    seeds: list[tuple[int, int]] = []

    class Noting(Uniform):
        def begin(self, seat: int, program: Program, seed: int) -> None:
            super().begin(seat, program, seed)
            seeds.append((seat, seed))

    arena(TAKE, [Noting, "random"], 2, jobs=1)
    assert [seat for seat, _ in seeds] == [0, 1, 0, 1]
    assert seeds[0][1] == seeds[1][1] != seeds[2][1] == seeds[3][1]
    assert (
        len(
            {bot_seed(s, d, name, k) for s in "12" for d in (1, 2) for name in "ab" for k in (0, 1)}
        )
        == 16
    )  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_threads_does_not_matter(jobs: int) -> None:
    game = lw.load("leduc-poker")
    assert game.arena(["greedy", "random"], 6, jobs=1) == game.arena(
        ["greedy", "random"], 6, jobs=jobs
    )


def test_levels_begin_anew_in_every_game() -> None:
    """Players are reused from deal to deal; which of them plays which deal depends on the jobs."""
    game = lw.load("leduc-poker")
    one, two = (game.arena(["level-1", "level-2"], 6, jobs=jobs).as_json() for jobs in (1, 2))
    assert json.dumps(one) == json.dumps(two)


def test_a_bot_that_goes_by_the_clock_marks_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "level-5", First)  # the clock is in its name, not in what it does
    assert "level-5" in TIMED
    found = lw.load("kuhn-poker").arena(["level-5", "random"], 2)
    assert found.timed and found.as_json()["timed"] is True
    other = lw.load("kuhn-poker").arena(["first", "random"], 2)
    assert not other.timed and "timed" not in other.as_json()


def test_a_seed_makes_other_deals() -> None:
    one, other = (arena(TAKE, ["random", First], 20, seed) for seed in (1, 2))
    assert one == arena(TAKE, ["random", First], 20, 1) != other


def test_games_without_end_are_cut_off_and_faults_are_counted() -> None:
    found = arena(ENDLESS, ["first", "random"], 3, most=7)
    assert (found.unfinished, found.faulted, found.max_moves) == (6, 0, 7)
    assert all(each.rate == each.score == 0 and each.elo is None for each in found.players)
    assert "6 games were cut off at 7 moves" in str(found)
    found = arena(FAULTY, ["first", "random"], 3)
    assert (found.unfinished, found.faulted) == (0, 6) and found.players[0].rate == 0


def test_bots_can_be_compared_at_solitaires() -> None:
    found = lw.load("clock").arena(["first", "random"], 3)
    assert (found.seats, found.games) == (1, 6)
    assert all(each.elo is None for each in found.players)


# ---- files ---------------------------------------------------------------------------------------


def test_a_run_that_was_interrupted_ends_like_one_that_was_not(tmp_path: Path) -> None:
    whole, file = arena(TAKE, ["first", "random"], 12), tmp_path / "out.jsonl"
    assert arena(TAKE, ["first", "random"], 5, out=file).deals == 5
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 6
    file.write_bytes(b"".join(lines[:4]) + lines[4][:20])  # killed while it was writing
    assert arena(TAKE, ["first", "random"], 12, out=file) == whole
    assert len(file.read_bytes().splitlines()) == 13
    # Nothing is played again, and deals beyond those that are asked for do not count.
    before = file.read_bytes()
    assert arena(TAKE, ["first", "random"], 5, out=file) == arena(TAKE, ["first", "random"], 5)
    assert file.read_bytes() == before


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    def interrupt(done: int, deals: int) -> None:
        if done >= 2:
            raise KeyboardInterrupt

    file = tmp_path / "out.jsonl"
    game = lw.load("leduc-poker")
    found = game.arena(["greedy", "random"], 1000, out=file, progress=interrupt, jobs=1)
    assert found.interrupted and 2 <= found.deals < 1000 and found.as_json()["interrupted"]
    assert len(file.read_text().splitlines()) == found.deals + 1
    assert "interrupted" in str(found)


def test_nothing_at_all_may_be_finished() -> None:
    def interrupt(done: int, deals: int) -> None:
        raise KeyboardInterrupt

    def slow(view: View) -> int:
        return view.legal()[0].id

    found = arena(ENDLESS, [seeing(slow), "first"], 3, most=10**6, progress=interrupt)
    assert found.interrupted and (found.deals, found.players) == (0, ()) and str(found)


def changed(file: Path, **fields: object) -> None:
    head, *rest = file.read_text().splitlines()
    file.write_text("\n".join([json.dumps(json.loads(head) | fields), *rest]) + "\n")


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"game": "other"}, "for another game"),
        ({"options": {"x": 1}}, "other options"),
        ({"seats": 3}, "another number of seats"),
        ({"bots": ["random", "first"]}, "for other bots"),
        ({"seed": 4}, "another seed"),
        ({"max_moves": 4}, "another move limit"),
        ({"sources": "x"}, "another version of this game"),
        ({"semantics": -1}, "another version of Ludwright"),
        ({"format": 2}, "in a newer format"),
        ({"format": "1"}, "not a file of an arena"),
        ({"more": 1}, "not a file of an arena"),
    ],
)
def test_a_file_of_another_run_is_refused(
    tmp_path: Path, fields: dict[str, Any], what: str
) -> None:
    file = tmp_path / "out.jsonl"
    arena(TAKE, ["first", "random"], 2, out=file)
    changed(file, **fields)
    before = file.read_bytes()
    with pytest.raises(TableError, match=what):
        arena(TAKE, ["first", "random"], 2, out=file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "[]",
        '{"deal":-1,"games":[]}',
        '{"deal":9,"games":[]}',
        '{"deal":9,"games":[{"seating":[0,1],"end":"over","won":[0],"utilities":[1.0,-1.0],"moves":2}]}',
        *(
            json.dumps({"deal": 9, "games": [good | wrong, good | {"seating": [1, 0]}]})
            for good in [
                {"seating": [0, 1], "end": "over", "won": [0], "utilities": [1.0, -1.0], "moves": 2}
            ]
            for wrong in (
                {"seating": [1, 0]},
                {"seating": [0, 7]},
                {"end": "soon"},
                {"won": [2]},
                {"won": 0},
                {"utilities": [1.0]},
                {"utilities": ["1", "2"]},
                {"moves": True},
                {"more": 1},
            )
        ),
    ],
)
def test_an_invalid_line_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "out.jsonl"
    arena(TAKE, ["first", "random"], 2, out=file)
    file.write_text(file.read_text() + line + "\n")
    with pytest.raises(TableError, match="invalid deal"):
        arena(TAKE, ["first", "random"], 2, out=file)


def test_files_that_cannot_be_written_are_reported(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "file", tmp_path / "a\0b"):
        with pytest.raises(TableError, match="cannot open"):
            arena(TAKE, ["first", "random"], 2, out=path)
    (tmp_path / "notes.txt").write_text("mine\n")
    with pytest.raises(TableError, match="not a file of an arena"):
        arena(TAKE, ["first", "random"], 2, out=tmp_path / "notes.txt")
    assert (tmp_path / "notes.txt").read_text() == "mine\n"


# ---- stopping ------------------------------------------------------------------------------------


def test_a_clear_result_ends_early(tmp_path: Path) -> None:
    found = arena(TAKE, ["first", Last], 1000, stop=True, jobs=2, out=tmp_path / "out")
    assert found.stopped and found.deals == LEAST_DEALS and found.as_json()["stopped"]
    assert "stopped early" in str(found)
    again = arena(TAKE, ["first", Last], 1000, stop=True, jobs=1, out=tmp_path / "out")
    assert again == found == arena(TAKE, ["first", Last], 1000, stop=True, jobs=1)


def test_equal_bots_play_to_the_end() -> None:
    for rules in (RIGGED, TAKE):
        found = arena(rules, ["random", "random"], 60, stop=True)
        assert not found.stopped and found.deals == 60 and "stopped" not in found.as_json()


def test_of_three_bots_every_two_have_to_differ() -> None:
    assert not arena(TAKE, ["first", First, Last], 60, stop=True).stopped
    assert arena(TAKE, ["first", "random", Last], 400, stop=True).stopped


# ---- bots that break -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "what"),
    [
        (lambda view: 1 // 0, "ZeroDivisionError"),
        (lambda view: 12345, "InvalidMove"),
        (lambda view: None, "InvalidMove"),
    ],
)
def test_a_bot_that_breaks_is_named(act: Callable[[View], Any], what: str) -> None:
    bot = seeing(act)
    bot.__name__ = "clumsy"
    found = arena(TAKE, [bot, "first"], 50, jobs=1)
    assert found.broken and (found.broken.name, found.broken.deal) == ("clumsy", 0)
    assert what in found.broken.what and found.deals == 0
    assert found.as_json()["broken"]["name"] == "clumsy"


def test_what_breaks_elsewhere_is_not_blamed_on_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(arena_room, "GameResult", broken)
    with pytest.raises(ZeroDivisionError):
        arena(TAKE, ["first", "random"], 3)


@pytest.mark.parametrize(
    ("bots", "settings", "what"),
    [
        (["first"], {}, "2 to 64 bots"),
        (["first", "genius"], {}, "unknown bot 'genius'"),
        (["first"] * 65, {}, "2 to 64 bots"),
        (["first", "random"], {"deals": 0}, "number of deals"),
        (["first", "random"], {"seed": -1}, "seed"),
        (["first", "random"], {"most": 0}, "move limit"),
        (["first", "random"], {"jobs": 0}, "number of jobs"),
    ],
)
def test_wrong_use_is_refused(bots: list[str], settings: dict[str, Any], what: str) -> None:
    with pytest.raises(TableError, match=what):
        arena(TAKE, bots, **{"deals": 3, **settings})


def test_the_table_shows_what_json_has() -> None:
    found = lw.load("kuhn-poker").arena(["first", "random"], 20)
    text, data = str(found), found.as_json()
    assert set(data) >= {"game", "seats", "deals", "players"} and data["game"] == "kuhn-poker"
    assert set(data["players"][0]) >= {
        "name",
        "games",
        "wins",
        "shared",
        "rate",
        "ci95",
        "score",
        "elo",
    }
    for each in found.players:
        assert f"{100 * each.rate:.1f} %" in text and each.name in text
        assert each.rate == (each.wins + each.shared / 2) / each.games
    assert data["games"] == data["deals"] * 2 == data["players"][0]["games"]
    json.dumps(data)
