"""Bots that are programs: they play by the protocol, and whatever they do, the game goes on."""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ludwright as lw
from ludwright import TableError
from ludwright.cli import cli
from ludwright.players import Faults, begin, choice, close, own_seed, play_on, player_named
from ludwright.players import process as process_module
from ludwright.players.child import INHERITED, Child, Died
from ludwright.players.process import GAME_MOVES, MOST_DEATHS, MOST_LATE, ProcessPlayer

BOTS = Path(__file__).parent / "bots.py"


def command(kind: str, log: Path | None = None, seconds: float | None = None) -> str:
    """The name of the bot that is our program of a kind."""
    limit = f":{seconds}" if seconds else ""
    return f"cmd{limit} {sys.executable} {BOTS} {kind} {log or ''}"


@contextmanager
def player_of(*given: Any, **named: Any) -> Iterator[ProcessPlayer]:
    player = player_named(command(*given, **named))
    assert isinstance(player, ProcessPlayer)
    try:
        yield player
    finally:
        player.close()


def played(player: ProcessPlayer, moves: int, game: str = "crazy-eights") -> tuple[Faults, float]:
    """What a program did wrong in a game, and how long that took."""
    began = time.monotonic()
    table = lw.load(game).table(seed=5)
    play_on(table, player, moves)
    assert table.over or len(table.log) == moves
    return player.faults, time.monotonic() - began


# ---- programs that play --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["plays", "by-id", "by-text"])
def test_a_program_plays_by_number_id_or_text(kind: str) -> None:
    for game in ("crazy-eights", "klondike"):
        with player_of(kind) as player:
            faults, _ = played(player, 20, game)
            assert not faults and faults.decisions == 20, str(faults)


def test_the_same_seed_gives_the_same_moves() -> None:
    logs = []
    for kind, seed in (("plays", 5), ("plays", 5), ("plays", 6)):
        table = lw.load("crazy-eights").table(seed=5)
        with player_of(kind) as player:
            # Only the bot's own seed differs in the third game.
            player.begin(0, table.program, own_seed(seed, 0))
            player.begin(1, table.program, own_seed(seed, 1))
            for _ in range(40):
                if not table.over:
                    table.apply(choice(player, table))
        logs.append(table.log)
    assert logs[0] == logs[1] != logs[2]


def test_numbers_of_jobs_do_not_matter() -> None:
    game = lw.load("crazy-eights")
    found = [game.simulate(6, bot=command("plays"), against="random", jobs=n) for n in (1, 3)]
    assert found[0].seats == found[1].seats and found[0].length == found[1].length
    (faults,) = found[0].bot_faults
    assert not faults and faults.decisions > 0
    assert json.loads(json.dumps(found[0].as_json()))["bot_faults"] == [faults.as_json()]


def test_one_process_serves_several_games_in_turn(tmp_path: Path) -> None:
    log = tmp_path / "log"
    lw.load("crazy-eights").simulate(3, bot=command("plays", log), against="random", jobs=1)
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    kinds = [each["t"] for each in messages if each["t"] != "choose"]
    assert kinds == ["hello", *["begin", "end"] * 3, "bye"]
    assert {each["seat"] for each in messages if each["t"] == "begin"} == {0}
    numbers = [each["at"] for each in messages if each["t"] == "choose"]
    assert numbers == list(range(1, len(numbers) + 1))
    results = [each for each in messages if each["t"] == "end"]
    for each in results:
        won = each["result"]["winners"] == [0]
        assert each["utility"] == ([1.0, -1.0] if won else [-1.0, 1.0])


def test_every_seat_has_a_process_that_sees_its_own_cards_only(tmp_path: Path) -> None:
    log = tmp_path / "log"
    table = lw.load("go-fish").table(players=3, seed=2)
    with player_of("plays", log) as player:
        play_on(table, ["random", player, player], 60)
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    assert [each["t"] for each in messages].count("hello") == 2
    asked = [each for each in messages if each["t"] == "choose"]
    assert {each["seat"] for each in asked} == {1, 2}
    for each in asked:
        hands = {z["owner"]: z["cards"] for z in each["zones"] if z["name"] == "hand"}
        for seat, cards in hands.items():
            assert all(card is not None for card in cards) == (seat == each["seat"] or not cards)


def test_what_a_program_is_sent_follows_the_game(tmp_path: Path) -> None:
    """Every move is reported once, also of others, and again if moves were taken back."""
    log = tmp_path / "log"
    table = lw.load("go-fish").table(players=2, seed=2)
    with player_of("plays", log) as player:
        others = lw.PLAYERS["random"]()
        begin(table, [player, others])
        for _ in range(12):
            table.apply(choice(player if table.decider == 0 else others, table))
        table.undo(5)
        while table.decider != 0:
            table.apply(choice(others, table))
        table.apply(choice(player, table))
    made: list[Any] = []
    asked = [json.loads(line) for line in log.read_text().splitlines() if '"choose"' in line]
    for each in asked:
        del made[each["since"] :]
        made += each["made"]
        assert len(made) == each["moves"]
    assert any(each["since"] < last["moves"] for last, each in pairwise(asked))
    texts = [(step["seat"], step["text"]) for step in made]
    logged = len(table.log) - 1
    before = table.copy()
    before.undo()
    assert texts == [(before._at(i).decider, before.made_text(i, seat=0)) for i in range(logged)]


# ---- programs that fail --------------------------------------------------------------------------


def test_a_late_program_loses_its_move_only() -> None:
    table = lw.load("crazy-eights").table(seed=5)
    with player_of("late", seconds=0.5) as player:
        play_on(table, [player, "random"], 16)
        faults = player.faults
    # Each third question is answered too late: that answer is skipped.
    assert faults.decisions >= 6
    assert faults.late == faults.replaced == faults.decisions // 3
    assert faults.invalid == faults.died == 0
    assert faults.last == "no answer within 0.5 seconds"


@pytest.mark.parametrize("kind", ["garbage", "illegal", "floods"])
def test_wrong_answers_are_counted(kind: str) -> None:
    with player_of(kind) as player:
        faults, seconds = played(player, 24)
        assert faults.invalid == faults.replaced == faults.decisions == 24
        assert faults.late == faults.died == 0 and seconds < 5
        assert len(faults.last) < 300


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("dies", "ended with exit status 3: out of ideas"),
        ("killed", "ended by signal 15"),
        ("quits", "ended with exit status 1: no licence"),
        ("endless", "wrote a line longer than 65,536 bytes"),
        ("stale", "wrote more than 1,048,576 bytes without being asked"),
        ("rude", "did not say 'hello': expected a JSON object, found 'hi there'"),
        ("unready", "did not say 'ready', but "),
        ("newer", "speaks protocol 2, not 1"),
        ("closes", "ended: closed its output"),
    ],
)
def test_a_dead_program_is_out_of_the_game(kind: str, why: str) -> None:
    with player_of(kind) as player:
        faults, seconds = played(player, 16)
        assert faults.last.startswith(why) and faults.died == 2
        assert faults.replaced >= 10 and seconds < 8


def test_a_dead_program_starts_again_with_the_next_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game = lw.load("crazy-eights")
    with player_of("dies", log) as player:
        for number in range(5):
            play_on(game.table(seed=number), [player, "random"], 30)
        # It played each time, so it may go on dying.
        assert player.faults.died == 5
    log.unlink()
    with player_of("quits", log) as player:
        for number in range(5):
            play_on(game.table(seed=number), [player, "random"], 30)
        assert player.faults.died == MOST_DEATHS
    assert log.read_text().count("hello") == MOST_DEATHS


def test_a_silent_program_is_given_up() -> None:
    with player_of("silent", seconds=0.05) as player:
        faults, seconds = played(player, 100)
        assert faults.late == 2 * MOST_LATE and faults.died == 2 and seconds < 8
        assert faults.replaced == faults.decisions
        assert faults.last == f"did not answer {MOST_LATE} times in a row"


def test_a_program_that_never_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "START_SECONDS", 0.3)
    with player_of("deaf") as player:
        faults, seconds = played(player, 20)
        assert faults.died == 2 and faults.replaced == faults.decisions and seconds < 5
        assert faults.last == "did not say 'hello' within 0.3 seconds"


def test_a_full_pipe_blocks_nobody() -> None:
    """Neither one that we fill, nor one that the program fills."""
    child = Child([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        for _ in range(100):
            child.say(b"x" * 100_000)
            assert child.line(time.monotonic() + 0.001) is None
        with pytest.raises(Died, match="does not read"):
            for _ in range(100):
                child.say(b"x" * 100_000)
    finally:
        child.stop()
    with player_of("noisy") as player:
        faults, seconds = played(player, 10)
        assert not faults and seconds < 5


def test_the_time_for_a_game_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "GAME_MOVES", 2)
    with player_of("slow", seconds=0.5) as player:
        table = lw.load("crazy-eights").table(seed=5)
        began = time.monotonic()
        play_on(table, [player, "random"], 40)
        assert time.monotonic() - began < 5
        assert 2 <= player.faults.decisions - player.faults.late <= 4
        assert player.faults.last == "used up its 1 seconds for the game"
    assert GAME_MOVES > 2


# ---- processes -----------------------------------------------------------------------------------


def alive(words: str) -> list[str]:
    """The running processes whose command line has certain words."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            status = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if words in line and status != "Z":
            found.append(entry.name)
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("kind", ["plays", "stubborn", "family", "silent"])
def test_no_process_is_left(kind: str, tmp_path: Path) -> None:
    mark = str(tmp_path / "mark")
    with player_of(kind, Path(mark), seconds=0.5) as player:
        table = lw.load("crazy-eights").table(seed=5)
        play_on(table, [player, "random"], 4)
        seat = player._seats[0]
        assert seat._child
        leader = seat._child._process.pid
        assert alive(mark)
    assert alive(mark) == []
    # Nor a child of it, although that one never heard of us. Nobody waits for it to have ended.
    deadline = time.monotonic() + 10
    while (left := alive(f"import time; {leader}; time.sleep")) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert left == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_forgotten_player_ends_its_process(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    player = player_named(command("plays", mark))
    table = lw.load("crazy-eights").table(seed=5)
    play_on(table, [player, "random"], 4)
    assert alive(str(mark))
    del player
    gc.collect()
    assert alive(str(mark)) == []


def test_a_program_inherits_no_secrets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    script = (
        f"import os, json; open({str(tmp_path / 'env')!r}, 'w').write(json.dumps(dict(os.environ)))"
    )
    child = Child([sys.executable, "-c", script])
    with pytest.raises(Died, match="ended with exit status 0"):
        child.line(time.monotonic() + 10)
    child.stop()
    found = json.loads((tmp_path / "env").read_text())
    assert "PATH" in found and "SECRET_TOKEN" not in found
    # Python sets LC_CTYPE itself where no language is set.
    assert set(found) <= {*INHERITED, "LC_CTYPE"}


def test_closing_twice_and_before_the_first_move_is_fine() -> None:
    player = player_named(command("plays"))
    close(player)
    play_on(lw.load("crazy-eights").table(), player, 3)
    close(player)
    close(player)


# ---- names and commands --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("cmd", "expected 'cmd PROGRAM ARGUMENTS'"),
        ("cmd  ", "expected 'cmd PROGRAM ARGUMENTS'"),
        ("cmd:fast python3", "expected 'cmd PROGRAM ARGUMENTS', or 'cmd:SECONDS ...'"),
        ("cmd:0 python3", "above 0"),
        ("cmd:99999 python3", "at most 3600"),
        ("cmd no-such-program-at-all", "the program 'no-such-program-at-all' is not found"),
        ("cmd /etc/passwd", "not executable"),
        ("cmd ''", "the program '' is not found"),
        ("cmd python3 'x", "no closing quotation"),
        ("cmdpython3", "unknown bot 'cmdpython3'; there are: "),
    ],
)
def test_a_wrong_command_is_refused(name: str, why: str) -> None:
    with pytest.raises(TableError, match=re.escape(why)):
        player_named(name)
    with pytest.raises(TableError, match=re.escape(why)):
        lw.load("crazy-eights").simulate(1, bot=name)
    for arguments in (
        ["simulate", "crazy-eights", "--games", "1", "--bot", name],
        ["record", "crazy-eights", "--against", name],
        ["play", "crazy-eights", "--against", name],
    ):
        result = CliRunner().invoke(cli, arguments, input="quit\n")
        assert result.exit_code == 2 and "--" in result.output
        told = " ".join(result.output.split())
        assert why in told or why[:20] in told


def test_commands_take_a_program_and_report_its_faults() -> None:
    wrong = command("illegal")
    given = ["crazy-eights", "--seed", "3", "--against", wrong]
    found = CliRunner().invoke(cli, ["simulate", *given, "--games", "2", "--json"])
    assert found.exit_code == 0, found.output
    (faults,) = json.loads(found.output)["bot_faults"]
    assert faults["bot"] == wrong and faults["invalid"] == faults["decisions"] > 0
    shown = CliRunner().invoke(cli, ["simulate", *given, "--games", "2"])
    assert f"bot '{wrong}': {faults['invalid']} invalid; " in shown.output
    record = CliRunner().invoke(cli, ["record", *given])
    assert "invalid; " in record.stderr and json.loads(record.stdout)
    table = CliRunner().invoke(cli, ["play", *given, "--plain"], input="1\nquit\n")
    assert table.exit_code == 0 and "invalid; " in table.stderr


def test_a_program_in_the_arena(tmp_path: Path) -> None:
    """It serves all games of a thread, and what goes wrong is reported."""
    log, wrong = tmp_path / "log", command("illegal")
    game = lw.load("crazy-eights")
    found = game.arena([command("plays", log), wrong], 3, most=40, jobs=1)
    assert log.read_text().count('"hello"') == 2 and log.read_text().count('"begin"') == 6
    (faults,) = found.bot_faults  # of those that made any
    assert faults.bot == wrong and faults.invalid == faults.decisions > 0
    assert f"bot '{wrong}': {faults.invalid} invalid; " in str(found)
    assert json.loads(json.dumps(found.as_json()))["bot_faults"][0]["bot"]


def test_a_program_that_plays_well_is_not_mentioned() -> None:
    given = ["record", "crazy-eights", "--seed", "3", "--bot", command("plays")]
    found = CliRunner().invoke(cli, given)
    assert found.exit_code == 0 and found.stderr == ""


def test_a_program_can_ask_for_more(tmp_path: Path) -> None:
    """The words of its masked state, and the whole view as bytes."""
    log = tmp_path / "log"
    table = lw.load("go-fish").table(players=2, seed=2)
    with player_of("curious", log) as player:
        before = table.view(0)
        play_on(table, player, 1)
    asked = [json.loads(line) for line in log.read_text().splitlines() if '"choose"' in line]
    assert asked[0]["words"] == before.state.tolist()
    assert len(asked[0]["view"]) > 100


def test_ctrl_c_ends_programs_too(tmp_path: Path) -> None:
    """A simulation that is interrupted leaves no process behind."""
    mark = tmp_path / "mark"
    run = subprocess.Popen(
        [
            *(sys.executable, "-c", "from ludwright.cli import main; main()"),
            *("simulate", "crazy-eights", "--games", "100000", "--jobs", "1"),
            *("--bot", command("plays", mark)),
        ],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )
    try:
        deadline = time.monotonic() + 60
        while not mark.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert alive(str(mark))
        run.send_signal(2)
        out, err = run.communicate(timeout=60)
    finally:
        run.kill()  # if it goes on in spite of all
    assert run.returncode == 130, err
    assert b"interrupted" in out
    assert alive(str(mark)) == []
