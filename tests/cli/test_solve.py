"""Solving and dealing on the command line: what is said, in both forms, and wrong use."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import ludwright as lw
from ludwright.cli import cli
from tools.forked_cli import Piped
from tools.small_solitaires import LOST, WON, little, little_file


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A tiny solitaire."""
    return little_file(tmp_path)


def run(*arguments: object, code: int = 0) -> Result:
    """Run a command, which must exit like that."""
    result = CliRunner().invoke(cli, [str(a) for a in arguments])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output and "internal error" not in result.output
    return result


# ---- solve ---------------------------------------------------------------------------------------


def test_a_solution_is_told_move_by_move(game: Path) -> None:
    head, *moves = run("solve", game, "--seed", WON, "--texts", "sgdl").stdout.splitlines()
    assert re.fullmatch(rf"seed {WON} +solved +{len(moves)} moves, [\d,]+ positions, .* s", head)
    table = little().table(seed=WON)
    for number, line in enumerate(moves, 1):
        told, text = line.split(maxsplit=1)
        assert int(told) == number
        table.apply(text)
    assert table.result().winners == (0,)


def test_what_can_t_be_won_is_said_in_a_line(game: Path) -> None:
    lines = run("solve", game, "--seed", LOST).stdout.splitlines()
    assert len(lines) == 1 and " impossible " in lines[0]
    lines = run("solve", game, "--seed", WON, "--states", 1).stdout.splitlines()
    assert len(lines) == 1 and " unknown     position limit reached" in lines[0]


def test_several_deals_are_told_in_both_forms(game: Path) -> None:
    text = run("solve", game, "--seeds", "1..12", "--jobs", 2).stdout
    found = json.loads(run("solve", game, "--seeds", "1..12", "--json").stdout)
    assert [deal["seed"] for deal in found["deals"]] == list(range(1, 13))
    for deal, line in zip(found["deals"], text.splitlines(), strict=False):
        assert re.match(rf"seed {deal['seed']} +{deal['status']} ", line)
        assert {"seed", "status", "moves", "states", "seconds"} <= set(deal)
        assert bool(deal["moves"]) == (deal["status"] == "solved")
    summary = found["summary"]
    assert set(summary) == {"solved", "impossible", "unknown", "decided", "ci95"}
    low, high = (100 * end for end in summary["ci95"])
    assert f"{summary['solved']} solved, {summary['impossible']} impossible, 0 unknown" in text
    assert "100.00 % decided" in text and f"{low:.2f} to {high:.2f} %" in text
    moves = run("solve", game, "--seeds", f"{WON}..{WON + 1}", "--moves").stdout
    assert "\n   1  " in moves and "\n   1  " not in text


def test_solutions_of_several_deals_are_made_short_if_asked_for(game: Path) -> None:
    many = ("solve", game, "--seeds", "1..40", "--json")
    plain, short = (json.loads(run(*many, *more).stdout) for more in ((), ("--short",)))
    lengths = [[len(deal["moves"]) for deal in found["deals"]] for found in (plain, short)]
    assert sum(lengths[1]) < sum(lengths[0])


def test_numbered_and_given_deals() -> None:
    arguments = ("solve", "klondike", "--states", 20, "--json")
    found = json.loads(run(*arguments, "--deals", "ms:1..2").stdout)["deals"]
    assert [(deal["seed"], deal["deal"]) for deal in found] == [(1, "ms:1"), (2, "ms:2")]
    one = json.loads(run(*arguments, "--deal", "ms:2").stdout)["deals"]
    assert (one[0]["seed"], one[0]["deal"]) == (2, "ms:2") and one[0]["states"] == found[1][
        "states"
    ]
    assert "ms:1 " in run("solve", "klondike", "--states", 20, "--deals", "ms:1..2").stdout


def test_a_small_game_is_walked_through(game: Path) -> None:
    head, *moves = run(
        "solve", game, "--seed", WON, "--longest", "--texts", "sgdl"
    ).stdout.splitlines()
    found = json.loads(run("solve", game, "--seed", WON, "--longest", "--json").stdout)["deals"][0]
    told = f"{found['positions']} positions, the deepest after {found['farthest']} moves"
    assert told in head and f"shortest solution {len(moves)} moves" in head
    assert len(found["shortest"]) == len(moves) and "limit" not in found
    table = little().table(seed=WON)
    for line in moves:
        table.apply(line.split(maxsplit=1)[1])
    assert table.result().winners == (0,)
    text = run("solve", game, "--seeds", f"{LOST}..{LOST + 1}", "--count").stdout.splitlines()
    assert len(text) == 2 and " 0 of them won, " in text[0] and text[0].startswith(f"seed {LOST} ")
    counted = json.loads(run("solve", game, "--seed", LOST, "--count", "--json").stdout)["deals"][0]
    assert counted["shortest"] is None and counted["won"] == 0
    assert f" {counted['positions']} positions, " in text[0]
    cut = run("solve", game, "--seed", WON, "--count", "--states", 5).stdout
    assert "(position limit reached: there may be more)" in cut


def test_any_deal_is_one_of_a_seed_that_is_told(game: Path) -> None:
    told = run("solve", game).stdout.split(maxsplit=2)
    again = run("solve", game, "--seed", told[1]).stdout.split(maxsplit=3)
    assert told[0] == "seed" and told[2].split()[0] == again[2]


def test_answers_are_kept_in_a_file(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    first = run("solve", game, "--seeds", "1..6", "--save", file).stdout
    kept = file.read_text()
    again = run("solve", game, "--seeds", "1..6", "--save", file).stdout
    assert file.read_text() == kept and first.splitlines()[:7] == again.splitlines()[:7]
    other = run("solve", game, "--seeds", "1..6", "--save", file, "--time-limit", 3, code=2)
    assert "made with other limits" in other.stderr
    wrong = run("solve", "klondike", "--seeds", "1..6", "--save", file, code=2)
    assert "for another game" in wrong.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seeds", "3..1"], "must be increasing"),
        (["--seeds", "1-3"], "is not a range A..B"),
        (["--seeds", "ms:1..3"], "is not a range A..B"),
        (["--deals", "1..3"], "is not a range ms:A..B"),
        (["--deals", "ms:0..3"], "numbered from 1"),
        (["--seeds", "1..99999999999"], "at most"),
        (["--seed", 1, "--deal", "ms:1"], "mutually exclusive"),
        (["--seed", 1, "--seeds", "1..2"], "mutually exclusive"),
        (["--time-limit", 0], "--time-limit"),
        (["--texts", "latin", "--seed", 1], "unknown notation"),
        (["--save", "no/such/folder", "--seed", 1], "cannot open"),
    ],
)
def test_wrong_use(arguments: list[object], message: str) -> None:
    assert message in run("solve", "klondike", *arguments, code=2).stderr


def test_games_for_several_can_t_be_solved() -> None:
    assert "only one-player games" in run("solve", "war", code=2).stderr
    assert "no game or file" in run("solve", "no-such-game", code=2).stderr


def test_an_interrupted_run_tells_and_keeps_what_it_has(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    command = ["solve", str(game), "--seeds", "1..100000", "--save", str(file)]
    with Piped(*command) as solving:
        while not (file.exists() and file.read_text().count("\n") > 20):
            assert not solving.forked.ended
            time.sleep(0.05)
        solving.forked.interrupt()
        out = solving.out.read().decode()
        assert solving.forked.wait() == 130 and "interrupted: only deals" in out
    kept = file.read_text().splitlines()
    assert f"deals       {len(kept) - 1:,}: " in out and all(json.loads(line) for line in kept)


# ---- deal ----------------------------------------------------------------------------------------


def test_a_deal_is_shown_with_all_its_cards() -> None:
    text = run("deal", "klondike", "--seed", 7).stdout
    table = lw.load("klondike").table(seed=7)
    for number in range(7):
        *down, up = table.zone("COLUMN", number)
        shown = " ".join([*(f"[{card}]" for card in down), up])
        assert re.search(rf"^  column {number + 1} +{re.escape(shown)}$", text, re.MULTILINE)
    assert len(set(re.findall(r"\b(?:10|[2-9AJQK])[CDHS]\b", text))) == 52
    found = json.loads(run("deal", "klondike", "--seed", 7, "--json").stdout)
    columns = [pile for pile in found["piles"] if pile["zone"] == "COLUMN"]
    assert [pile["cards"] for pile in columns] == [table.zone("COLUMN", i) for i in range(7)]
    assert columns[2]["face_up"] == [False, False, True]


def test_a_deal_is_shown_without_what_only_serves_to_deal() -> None:
    lines = run("deal", "klondike:rulexml", "--seed", 1).stdout.splitlines()
    names = [line.split()[0] for line in lines[2:]]
    assert "waste" in names and "aside" not in names


def test_a_numbered_deal_is_shown() -> None:
    text = run("deal", "klondike", "--deal", "ms:1").stdout
    assert text.startswith("klondike, ms:1\n") and re.search(r"column 2 +\[2D\] 5H\n", text)


@pytest.mark.parametrize("name", ["freecell", "freecell-2-cells", "bakers-game", "eight-off"])
def test_relatives_of_freecell_deal_microsoft_s_numbers(name: str) -> None:
    table = lw.load(name).table(deal="ms:1")
    columns = [table.zone("COLUMN", number) for number in range(8)]
    assert [" ".join(column[row] for column in columns) for row in range(6)] == [
        "JD 2D 9H JC 5D 7H 7C 5H",
        "KD KC 9S 5S AD QC KH 3H",
        "2S KS 9D QD JS AS AH 3C",
        "4C 5C 10S QH 4H AC 4D 7S",
        "3S 10D 4S 10H 8H 2C JH 7D",
        "6D 8S 8D QS 6C 3D 8C 10C",
    ]
    rest = [column[6] for column in columns if len(column) > 6]
    cells = [table.zone("CELL", number) for number in range(2)]
    assert rest == ["6S", "9C", "2H", "6H"] or (not rest and cells == [["6S"], ["9C"]])


def test_a_winnable_deal_is_found(game: Path) -> None:
    won = next(s.deal.seed for s in little().solve(range(1, 60)).deals if s.status == "solved")
    text = run("deal", game, "--winnable").stdout
    assert f"seed {won}\n" in text and f"ludwright play {game} --seed {won}\n" in text
    assert "[] [] [] [] " in text and "[4S]" not in text  # as the player sees it
    found = json.loads(run("deal", game, "--winnable", "--seed", won + 1, "--json").stdout)
    assert found["seed"] > won and found["status"] == "solved" and found["length"] >= 13
    arguments = ("deal", game, "--winnable", "--difficulty", "hard")
    hard = json.loads(run(*arguments, "--json").stdout)
    assert hard["difficulty"] == "hard" and "difficulty" not in found
    assert f"seed {hard['seed']}\n" in run(*arguments).stdout


def test_no_winnable_deal_is_told(game: Path) -> None:
    none = run("deal", game, "--winnable", "--seed", LOST, "--tries", 1, code=1)
    assert f"no deal of the seeds {LOST} to {LOST} is known to be won" in none.stderr


@pytest.mark.parametrize(
    "arguments", [["--difficulty", "easy"], ["--winnable", "--deal", "ms:1"], ["--difficulty", "x"]]
)
def test_wrong_use_of_deal(arguments: list[str]) -> None:
    run("deal", "klondike", *arguments, code=2)
