"""The table in lines: the same commands as on the screen, through pipes."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner

from ludwright.cli import cli
from tools.forked_cli import run_all


def run(*arguments: object, stdin: str = "") -> str:
    """What a command prints."""
    result = CliRunner().invoke(cli, [str(a) for a in arguments], input=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_why_and_tip() -> None:
    text = run("play", "klondike", "--seed", 7, stdin="tip\nwhy 2\nwhy hop\nwhy\nquit\n")
    tip = text.partition("your move > tip\n  tip: ")[2].splitlines()[0]
    assert re.fullmatch(r"(\S.* \(\d+ %, [+-]\d\.\d\d\))(; .*)?", tip), tip
    assert "why 2\n  '8D  column 4 -> column 3' is legal\n" in text
    assert "why hop\n  'hop' is not a move of this game" in text
    assert "why\n  usage: why MOVE\n" in text


def test_numbers_and_ranks_are_listed_without_numbers() -> None:
    text = run("play", "old-maid", "--seed", 7, "--seat", 2, stdin="9\nwhy 9\n3\nquit\n")
    assert "\n\n   1  2  3  4  5  6  7\nDraw a card by position > 9\n" in text
    assert "why 9\n  '9' is not legal\n    1 yes chosen is at least 1" in text
    assert "    2 NO  chosen is at most the size of neighbour's hand  (old-maid.cgml:" in text
    # The card drawn comes to the hand of the person, who sees it.
    assert re.search(r"> 3\n    player 1's hand -> your hand   \w+\n", text)


def test_of_a_long_pile_the_upper_cards_are_shown() -> None:
    text = run("play", "old-maid", "--seed", 7, stdin="quit\n")
    (pile,) = re.findall(r"^  discard pile +(.*)$", text, re.MULTILINE)
    more, *cards = pile.split()
    hands = re.findall(r"hand +(.*)$", text, re.MULTILINE)
    held = sum(int(h.split()[-1]) if "[]" in h else len(h.split()) for h in hands)
    assert len(cards) == 12 and int(more) + len(cards) + held == 51


def test_values_are_told_by_seat() -> None:
    text = run("play", "high-card", "--seed", 7, "--players", 3, "--seat", 2, stdin="quit\n")
    assert "\n  rounds played: 0, points: player 1 0 / you 0 / player 3 0\n" in text


def test_help_names_every_command() -> None:
    text = run("play", "klondike", "--seed", 7, stdin="help\nquit\n")
    for word in ("moves", "undo", "why MOVE", "hint", "tip", "save FILE", "load FILE", "quit"):
        assert f"\n  {word} " in text


def test_a_game_is_saved_and_loaded_in_between(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    stdin = f"2\nsave {file}\n1\n1\nload {file}\nload\nload {tmp_path}/none\nundo\nquit\n"
    text = run("play", "klondike", "--seed", 7, stdin=stdin)
    tables = [part for part in text.split("\n\n") if part.startswith("  stock")]
    # The start, after 2, twice after 1, loaded, undone.
    assert len(tables) == 6 and tables[4] == tables[1] and tables[5] == tables[0]
    assert f"loaded {file}" in text and "usage: load FILE" in text and "cannot be read" in text


def test_a_replay_in_lines(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("record", "crazy-eights", "--players", 3, "--seed", 5, "--max-moves", 6, "--out", file)
    moves = [step["text"] for step in json.loads(file.read_text())["moves"]]
    text = run("replay", file, "--step", stdin="\n\nb\nx\n" + "\n" * 6 + "b\nquit\n")
    places = [line.split(";")[0] for line in text.splitlines() if line.startswith("move ")]
    steps = [0, 1, 2, 1, 1, 2, 3, 4, 5, 6, 6, 5]
    assert places == [f"move {n} of 6" for n in steps]
    assert "this is the last position" in text
    told = re.findall(r"^  (?:you|player \d): (.*)$", text, re.MULTILINE)
    assert told == [*moves[:2], *moves[1:]]


def test_a_replay_hides_what_the_seat_does_not_see(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("record", "crazy-eights", "--players", 3, "--seed", 5, "--max-moves", 6, "--out", file)
    text = run("replay", file, "--step", "--seat", 2)
    assert "player 1's hand          [] x" in text and "your hand" in text
    bad = CliRunner().invoke(cli, ["replay", str(file), "--step", "--seat", "4"])
    assert bad.exit_code == 2 and "there are 3 seats" in bad.stderr


def test_lines_and_help_do_without_the_screen_s_library() -> None:
    for args in (["--help"], ["games"], ["play", "klondike", "--plain", "--seed", "7"]):
        case = {"args": args, "input": "1\ntip\nquit\n", "without": ["textual", "rich"]}
        [got] = run_all([case])
        assert got["code"] == 0, got
