"""The command line: what it says, what it exits with, and that no input brings a traceback."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import ludwright as lw
from ludwright.cli import cli
from tools.forked_cli import Piped, run_all
from tools.sources import MODULES, text

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
LIBRARY = ROOT / "src" / "ludwright" / "library"
KLONDIKE = (LIBRARY / "klondike" / "klondike.sgdl").read_text(encoding="utf-8")
DEALT = """Dealt

$cards
DECK 1 {{SPADES, HEARTS, CLUBS, DIAMONDS}}

$initial
{piles}

$moves
MOVE COLUMN COLUMN
DESTSRC Rank descending

$win
PILE ANY COLUMN Size == 52
"""
LOOP, ENDLESS = HERE / "games" / "loop.cgml", HERE / "games" / "endless.cgml"


def run(*arguments: object, stdin: str = "") -> Result:
    """Run a command. Whatever was given, a traceback is never the answer."""
    result = CliRunner().invoke(cli, [str(a) for a in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output and "internal error" not in result.output
    return result


def process(*arguments: object, **settings: object) -> "subprocess.Popen[str]":
    """A command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "ludwright.cli", *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **settings,  # type: ignore[call-overload]
    )


# ---- looking -------------------------------------------------------------------------------------


def test_games_lists_the_library() -> None:
    folders = sorted(p.name for p in LIBRARY.iterdir() if (p / "ABOUT.md").is_file())
    lines = run("games").stdout.splitlines()
    assert [line.split()[0] for line in lines] == folders
    assert ["war", "War", "2", "comparing", "cgml,", "rulexml"] in [line.split() for line in lines]
    rows = json.loads(run("games", "--json").stdout)
    assert [row["name"] for row in rows] == folders
    assert {"crazy-eights": [2, 7], "klondike": [1, 1]}.items() <= {
        row["name"]: row["players"] for row in rows
    }.items()


def test_the_list_of_the_library_reads_no_game() -> None:
    code = """if True:
        import sys
        from click.testing import CliRunner
        from ludwright.cli import cli
        found = CliRunner().invoke(cli, ["games"])
        assert found.exit_code == 0 and "Klondike, draw one" in found.stdout
        heavy = ("numpy", "numba", "yaml", "textual", "ludwright.compiler", "ludwright.machine")
        print([each for each in (*heavy, "ludwright.languages") if each in sys.modules])"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_rules_are_the_page_of_a_game_or_what_its_description_says(tmp_path: Path) -> None:
    for name in ("klondike", "klondike:rulexml", LIBRARY / "klondike" / "klondike.sgdl"):
        told = run("rules", name).stdout
        assert told.startswith("Klondike\n\nOne player, one 52-card deck") and "**" not in told
        assert max(map(len, told.splitlines())) <= 88
    copied = tmp_path / "mine.sgdl"
    copied.write_text((LIBRARY / "klondike" / "klondike.sgdl").read_text())
    told = run("rules", copied).stdout
    assert told.startswith("Klondike\n\nOne player.\n") and "\n- move\n" in told
    (tmp_path / "ABOUT.md").write_text("# Mine\n\nA *quick*\ngame.\n")
    assert run("rules", copied).stdout == "Mine\n\nA quick game.\n"
    (tmp_path / "ABOUT.md").write_text("# Mine\n\n## Aim\n\nWin.\n\n## Author's notes\n\nA stub.\n")
    assert run("rules", copied).stdout == "Mine\n\nAim\n\nWin.\n"
    assert run("rules", copied, "--notes").stdout.endswith("Win.\n\nAuthor's notes\n\nA stub.\n")
    wrong = run("rules", "klondyke")
    assert wrong.exit_code == 2 and "did you mean 'klondike" in wrong.stderr


def test_show_says_for_machines_what_a_game_says_about_itself(tmp_path: Path) -> None:
    told = json.loads(run("show", "klondike", "--json").stdout)
    assert told["title"] == "Klondike" and told["languages"] == ["sgdl", "rulexml"]
    copied = tmp_path / "mine.sgdl"
    copied.write_text((LIBRARY / "klondike" / "klondike.sgdl").read_text())
    told = json.loads(run("show", copied, "--json").stdout)
    assert (told["name"], told["languages"]) == ("mine", ["sgdl"])


def test_show_and_listing_print_the_game_inside_out() -> None:
    assert run("show", "klondike").stdout.startswith("GameDef(\n")
    listed = run("listing", "war", "--set", "face_down=2").stdout
    assert "shuffle" in listed and listed != run("listing", "war").stdout
    assert listed.startswith("; main\n; in war.cgml\n")


def test_explain_prints_a_page() -> None:
    result = run("explain", "rt102")
    assert result.exit_code == 0 and result.stdout.startswith("RT102: no decision reached\n\n")
    for code in ("RC103", "LW101", "SG101", "CK201"):
        assert run("explain", code).stdout.startswith(code)
    other = run("explain", "cnl_compiler_missing_capability").stdout
    assert other.startswith("GS301: ") and "CNL_COMPILER_MISSING_CAPABILITY" in other
    assert json.loads(run("explain", "rt102", "--json").stdout)["title"] == "no decision reached"
    wrong = run("explain", "RT10")
    assert wrong.exit_code == 2 and "did you mean 'RT10" in wrong.stderr


def test_explain_prints_the_meaning_of_a_word() -> None:
    page = run("explain", "sgdl:conditions.SRCSTACK.Capacity").stdout
    assert page.startswith("sgdl:conditions.SRCSTACK.Capacity: aspect\n")
    assert "  SRCSTACK Capacity <cells> <columns>" in page and "Since: $extended" in page
    both = run("explain", "move_stack").stdout
    assert "sgdl:rules.MOVE_STACK: rule" in both and "sgdl:points.MOVE_STACK: event" in both
    [deal] = json.loads(run("explain", "cgml:DEAL", "--json").stdout)
    assert (deal["language"], deal["id"], deal["kind"]) == ("cgml", "actions.DEAL", "action")
    # A word with many meanings is a list, and each can be asked for.
    first, *others = run("explain", "from").stdout.splitlines()
    assert len(others) > 10
    assert run("explain", first.split("  ")[0]).stdout.startswith(first.split("  ")[0])


def test_explain_lists_the_words_of_a_language() -> None:
    listed = run("explain", "sgdl").stdout.splitlines()
    assert "sgdl:points.WIN  Points for winning the game." in listed
    assert len(listed) == len(json.loads(run("explain", "sgdl", "--json").stdout)) > 80


@pytest.mark.parametrize(
    ("word", "meant"), [("MOVE_STAK", "MOVE_STACK"), ("sgdl:FACE_HALFS", "FACE_HALF")]
)
def test_explain_names_the_word_that_is_meant(word: str, meant: str) -> None:
    wrong = run("explain", word)
    assert wrong.exit_code == 2 and f"did you mean '{meant}'" in wrong.stderr


def test_explain_lists_all_diagnostics() -> None:
    listed = run("explain").stdout.splitlines()
    assert "RT102  no decision reached" in listed and listed == sorted(listed)
    every = json.loads(run("explain", "--json").stdout)
    assert [f"{each['code']}  {each['title']}" for each in every] == listed
    declared = {
        code
        for path in MODULES
        for code in re.findall(r"\bdeclare\(\s*\"([A-Z]{2}\d{3})\"", text(path))
    }
    assert {each["code"] for each in every if each["code"][:2] != "XX"} == declared  # XX: of tests


def test_every_command_has_help() -> None:
    assert list(cli.commands) == [
        "games", "rules", "new", "check", "watch", "explain", "show", "listing", "fmt", "migrate",
        "schema", "write",
        "play", "serve", "serve-admin", "lsp",
        "record", "replay", "position", "scores", "solve", "deal",
        "bot", "simulate", "measure", "arena", "equilibrium", "report", "perft", "tree",
        "collect", "query", "compare", "evolve", "completion", "man",
    ]  # fmt: skip
    for name in cli.commands:
        assert run(name, "--help").exit_code == 0
    assert run("--version").stdout.startswith("ludwright, version ")
    assert run("frobnicate").exit_code == 2


# ---- check ---------------------------------------------------------------------------------------


def test_check_is_content_with_the_library() -> None:
    result = run("check", "klondike", LIBRARY / "war" / "war.cgml")
    assert result.exit_code == 0 and result.stderr == ""
    assert [line.split(": ")[1] for line in result.stdout.splitlines()] == ["fine", "fine"]
    assert json.loads(run("check", "klondike", "--json").stdout) == []


def test_check_points_at_mistakes(tmp_path: Path) -> None:
    file = tmp_path / "mistake.sgdl"
    file.write_text(KLONDIKE.replace("SRC Rank K", "SRC Rnak K", 1))
    result = run("check", file)
    line = KLONDIKE[: KLONDIKE.index("SRC Rank K")].count("\n") + 1
    assert result.exit_code == 1
    assert f"--> {file}:{line}:" in result.stderr and "^^^^" in result.stderr
    (found,) = json.loads(run("check", file, "--json").stdout)
    assert found["line"] == line and found["severity"] == "error" and found["code"][:2] == "SG"


def test_check_goes_on_after_a_bad_file(tmp_path: Path) -> None:
    result = run("check", tmp_path / "none.sgdl", "klondike")
    assert result.exit_code == 1 and "LW101" in result.stderr and "fine" in result.stdout


# ---- bad input -----------------------------------------------------------------------------------


def bad_files(folder: Path) -> dict[str, Path | str]:
    """Inputs that are no games, by the code that must be said about them."""
    contents = {
        "LW106": ("empty.sgdl", b""),
        "LW104": ("huge.sgdl", KLONDIKE.encode() + b"#" * 1_000_001),
        "LW103": ("latin.sgdl", KLONDIKE.encode() + "# caf\xe9".encode("latin-1")),
        "LW105": ("game.txt", KLONDIKE.encode()),
    }
    found: dict[str, Path | str] = {}
    for code, (name, data) in contents.items():
        found[code] = folder / name
        (folder / name).write_bytes(data)
    (folder / "folder.cgml").mkdir()
    return found | {"LW102": folder / "folder.cgml", "LW101": folder / "missing.sgdl"}


COMMANDS = (
    ("check",),
    ("show",),
    ("listing",),
    ("play",),
    ("record",),
    ("simulate", "--games", "2"),
    ("measure", "--games", "2"),
    ("arena", "--deals", "2", "--players", "first,random"),
    ("compare", "war", "--games", "2"),
    ("evolve", "--goal", "turns=5", "--out", "no-such-folder"),
    ("perft", "--depth", "2"),
    ("collect", "--games", "2", "--out", "results"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c[0])
def test_what_is_no_game_is_told_by_every_command(command: tuple[str], tmp_path: Path) -> None:
    for code, file in bad_files(tmp_path).items():
        result = run(*command, file)
        assert result.exit_code in (1, 2) and f"[{code}]" in result.stderr, (code, result.output)


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x02\xff" * 100,
        b"\x7fELF" + bytes(range(256)) * 10,
        b"[" * 5000,
        b"a: " + b"{" * 5000,
        b"\n".join(b"    " * i + b"AND" for i in range(600)),
        b"\n".join(b" " * i + b"a:" for i in range(600)),
        b"&a [*a, *a]",
        b"x: !!python/object/apply:os.system ['true']",
        "\N{BYTE ORDER MARK}$moves".encode(),
        b"\r\r\r\n\n",
        b"$moves\nMOVE",
    ],
    ids=lambda data: repr(data[:12]),
)
@pytest.mark.parametrize("ending", ["sgdl", "cgml"])
def test_rubbish_is_refused_with_reasons(data: bytes, ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"rubbish.{ending}"
    file.write_bytes(data)
    result = run("check", file)
    assert result.exit_code == 1 and "error[" in result.stderr
    assert json.loads(run("check", file, "--json").stdout)


@pytest.mark.parametrize(
    "name", ["\0", "x" * 5000, "", "/", ".", "klondike:cgml", "\ud8ff"], ids=ascii
)
def test_odd_names_are_refused(name: str) -> None:
    assert run("check", name).exit_code == 1
    assert run("play", name).exit_code in (1, 2)


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/stdin"])
def test_what_has_no_end_is_not_read(name: str) -> None:
    assert "[LW102]" in run("check", name).stderr


def test_misspelt_names_come_with_a_guess() -> None:
    result = run("play", "klondik")
    assert result.exit_code == 2 and "did you mean 'klondike'" in result.stderr
    result = run("simulate", "war", "--games", 1, "--set", "facedown=1")
    assert result.exit_code == 2 and "did you mean 'face_down'" in result.stderr


@pytest.mark.quick(19)
@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "war", "--players", "5"),
        ("play", "war", "--players", "-1"),
        ("play", "war", "--players", "many"),
        ("play", "war", "--set", "face_down=9"),
        ("play", "war", "--set", "face_down"),
        ("play", "war", "--set", "=1"),
        ("play", "war", "--seed", "-1"),
        ("play", "war", "--seed", str(2**63)),
        ("play", "war", "--seed", "1.5"),
        ("play", "war", "--pace", "slow"),
        ("play", "war", "--seat", "3"),
        ("play", "war", "--seat", "0"),
        ("play", "klondike", "--texts", "latin"),
        ("play", "klondike", "--deal", "KH,KH"),
        ("play", "klondike", "--deal", "ms:"),
        ("play", "klondike", "--deal", "ms:0"),
        ("play", "klondike", "--deal", "ms:99999999999999999999"),
        ("play", "klondike", "--load", "no-such-file"),
        ("record", "war", "--bot", "genius"),
        ("record", "war", "--against", "genius"),
        ("record", "war", "--policy", "random"),
        ("play", "war", "--against", "genius"),
        ("play", "war", "--bot", "random"),
        ("record", "war", "--max-moves", "0"),
        ("record", "war", "--out", "/no/such/folder/x"),
        ("record", "klondike", "--texts", "sgdl"),
        ("record", "klondike", "--text", "--texts", "latin"),
        ("replay", "no-such-file"),
        ("replay", "."),
        ("simulate", "war"),
        ("simulate", "war", "--games", "0"),
        ("simulate", "war", "--games", "5", "--jobs", "0"),
        ("simulate", "war", "--games", "5", "--bot", "genius"),
        ("simulate", "war", "--games", "5", "--against", "genius"),
        ("simulate", "war", "--games", "5", "--policy", "random"),
        ("measure", "war", "--games", "0"),
        ("measure", "war", "--only", "turn"),
        ("measure", "war", "--bot", "genius"),
        ("simulate", "war", "--games", "5", "--max-moves", str(2**40)),
        ("arena", "war", "--players", "first,random"),
        ("arena", "war", "--deals", "2"),
        ("arena", "war", "--deals", "2", "--players", "first"),
        ("arena", "war", "--deals", "2", "--player", "first"),
        ("arena", "war", "--deals", "0", "--players", "first,random"),
        ("arena", "war", "--deals", "2", "--players", "first,"),
        ("arena", "war", "--deals", "2", "--players", "first,genius"),
        ("arena", "war", "--deals", "2", "--players", "first", "--player", "first,random"),
        ("arena", "war", "--deals", "2", "--players", "first,random", "--seats", "1"),
        ("arena", "war", "--deals", "2", "--players", "first,random", "--jobs", "0"),
        ("arena", "war", "--deals", "2", "--players", "first,random", "--set", "x"),
        ("arena", "war", "--deals", "2", "--players", "first,random", "--out", "/no/such/x"),
        ("collect", "war", "--games", "2"),
        ("collect", "war", "--out", "x"),
        ("collect", "war", "--games", "0", "--out", "x"),
        ("collect", "war", "--games", "2", "--out", "/no/such/x", "--bot", "genius"),
        ("collect", "war", "--games", "2", "--out", "/no/such/x", "--bot", "level-5"),
        ("collect", "war", "--games", "2", "--out", "/no/such/x", "--format", "xlsx"),
        ("collect", "war", "--games", "2", "--out", "/dev/null/x"),
        ("query", "/no/such/folder", "SELECT 1"),
        ("query", ".", "SELECT 1"),
        ("query", ".", "SELECT 1", "--csv", "--json"),
        ("query", ".", "SELECT 1", "--time-limit", "0"),
        ("query", "."),
        ("perft", "war"),
        ("perft", "war", "--depth", "0"),
        ("perft", "war", "--depth", "1", "--seed", "x"),
        ("check",),
        ("show",),
    ],
)
def test_wrong_use_exits_with_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2 and "rror" in result.stderr


def test_a_former_word_is_answered_with_the_new_one() -> None:
    for command, old, new in (
        (("record", "war"), "--policy", "--bot"),
        (("simulate", "war", "--games", "1"), "--policy", "--bot"),
        (("play", "war"), "--bot", "--against"),
    ):
        result = run(*command, old, "random")
        assert f"{old} is now {new}" in result.stderr
        assert old not in run(command[0], "--help").stdout


def test_errors_for_machines_are_a_json_list() -> None:
    for command in (
        ("simulate", "war", "--games", "1", "--players", "9"),
        ("simulate", "nothing", "--games", "1"),
        ("perft", "klondike", "--depth", "1", "--deal", "XX"),
    ):
        result = run(*command, "--json")
        (problem,) = json.loads(result.stderr)
        assert result.exit_code == 2 and problem["severity"] == "error" and problem["code"]


# ---- games that do not behave --------------------------------------------------------------------


def test_an_effect_without_end_is_a_fault_with_a_place() -> None:
    lines = LOOP.read_text().splitlines()
    began = time.monotonic()
    result = run("record", LOOP, "--seed", 1)
    assert time.monotonic() - began < 30
    assert result.exit_code == 1 and "error[RT102]" in result.stderr
    place = result.stderr.split("loop.cgml:")[1].split(":")[0]
    assert (
        int(place) > lines.index("rules:") and f"{place} | {lines[int(place) - 1]}" in result.stderr
    )


def test_a_batch_counts_faults_and_shows_the_first() -> None:
    result = run("simulate", LOOP, "--games", 1)
    assert result.exit_code == 1 and "1 faulted" in result.stdout and "RT102" in result.stderr
    seed = result.stderr.split("of seed ")[1].split(",")[0]
    assert "RT102" in run("record", LOOP, "--seed", seed).stderr


def test_a_game_without_end_is_unfinished() -> None:
    found = json.loads(run("simulate", ENDLESS, "--games", 5, "--max-moves", 50, "--json").stdout)
    assert (found["finished"], found["unfinished"], found["turns"]) == (0, 5, 250)
    assert "unfinished after 7 moves" in run("record", ENDLESS, "--max-moves", 7, "--text").stdout


def test_a_page_has_the_moves_in_the_notation_asked_for() -> None:
    page = run("record", "klondike", "--seed", 1, "--max-moves", 2, "--text", "--texts", "sgdl")
    lines = [line for line in page.stdout.splitlines() if "(of" in line]
    table = lw.load("klondike").table(seed=1)
    for line in lines:
        text = line.split("player 1  ")[1].split("   (")[0]
        assert text in [each.text("sgdl") for each in table.legal()]
        table.apply(text)
    assert len(lines) == 2


# ---- record and replay ---------------------------------------------------------------------------


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["klondike", "crazy-eights", "war"])
@pytest.mark.parametrize("bot", ["random", "first"])
def test_a_record_replays(name: str, bot: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    made = run("record", name, "--seed", 5, "--bot", bot, "--max-moves", 80, "--out", file)
    assert made.exit_code == 0 and made.output == ""
    arguments = ("record", name, "--seed", 5, "--bot", bot, "--max-moves", 80)
    assert run(*arguments).stdout == file.read_text()
    moves = len(json.loads(file.read_text())["moves"])
    result = run("replay", file)
    assert result.exit_code == 0 and f"{name}: {moves} moves, all as recorded" in result.stdout
    assert json.loads(run("replay", file, "--json").stdout)["moves"] == moves


def test_a_changed_record_is_bad(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("record", "klondike", "--seed", 5, "--max-moves", 9, "--out", file)
    file.write_text(file.read_text().replace('"seed": 5', '"seed": 6'))
    result = run("replay", file)
    assert result.exit_code == 1 and "error[RC107]" in result.stderr
    (problem,) = json.loads(run("replay", file, "--json").stderr)
    assert problem["code"] == "RC107"


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[1,2]", b"\xff\xfe", b"[" * 100_000, b'{"format": 1}', KLONDIKE.encode()],
    ids=lambda data: repr(data[:12]),
)
def test_what_is_no_record_is_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(data)
    for command in (("replay", file), ("play", "war", "--load", file)):
        result = run(*command)
        assert result.exit_code == 1 and "error[RC101]" in result.stderr


def test_a_record_of_a_file_is_found_beside_it(tmp_path: Path) -> None:
    game, file = tmp_path / "mine.sgdl", tmp_path / "game.json"
    game.write_text(KLONDIKE)
    run("record", game, "--seed", 5, "--max-moves", 9, "--out", file)
    assert str(tmp_path) not in file.read_text()
    assert run("replay", file).exit_code == 0
    moved = tmp_path / "elsewhere" / "mine.sgdl"
    moved.parent.mkdir()
    game.rename(moved)
    lost = run("replay", file)
    assert lost.exit_code == 1 and "error[RC110]: 'mine.sgdl'" in lost.stderr
    assert f"tried '{game}': no such file" in lost.stderr
    assert run("replay", file, "--game", moved).exit_code == 0


# ---- deals ---------------------------------------------------------------------------------------


def test_a_deal_from_a_file_or_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "deal.txt"
    file.write_text("KH 10S,\n2c\n")
    deals = [
        json.loads(run("record", "klondike", "--max-moves", 1, "--deal", spec).stdout)["deal"]
        for spec in (file, "KH,10S,2c", "KH 10S 2c")
    ]
    assert deals == [{"deck": ["KH", "10S", "2c"]}] * 3


def test_microsoft_deal_1_is_the_one_everybody_knows(tmp_path: Path) -> None:
    rows = ["JD 2D 9H JC 5D 7H 7C 5H", "KD KC 9S 5S AD QC KH 3H"]
    columns = ["COLUMN 7"] * 4 + ["COLUMN 6"] * 4
    for piles in (columns, ["FREECELL 0", *columns], ["FREECELL 1"] * 4 + ["COLUMN 6"] * 8):
        file = tmp_path / "game.sgdl"
        file.write_text(DEALT.format(piles="\n".join(piles)))
        saved = tmp_path / "game.json"
        done = run("record", file, "--max-moves", 1, "--deal", "ms:1", "--out", saved)
        assert done.exit_code == 0, done.output
        table = lw.load(file).resume(saved.read_text()).restarted()
        dealt = [table.zone("COLUMN", i) for i in range(8)]
        assert [" ".join(column[row] for column in dealt) for row in (0, 1)] == rows
        if "FREECELL 1" in piles:  # what is left over lies in the cells: the end of the last row
            assert [table.zone("FREECELL", i) for i in range(4)] == [["6S"], ["9C"], ["2H"], ["6H"]]


def test_numbered_deals_go_row_by_row_as_far_as_columns_reach() -> None:
    table = lw.load("klondike").table(deal="ms:1")
    columns = [table.zone("COLUMN", i) for i in range(7)]
    assert " ".join(column[0] for column in columns) == "JD 2D 9H JC 5D 7H 7C"
    assert " ".join(column[1] for column in columns[1:]) == "5H KD KC 9S 5S AD"
    assert columns[:2] == [["JD"], ["2D", "5H"]]


def test_a_numbered_deal_needs_its_pack() -> None:
    result = run("record", "spider", "--deal", "ms:1")
    assert result.exit_code == 2 and "needs a pack of 52 cards" in result.stderr


# ---- simulate and perft --------------------------------------------------------------------------


def test_simulate_tells_the_same_in_both_forms() -> None:
    arguments = ("simulate", "crazy-eights", "--games", 400, "--seed", 2, "--players", 3)
    text, found = run(*arguments).stdout, json.loads(run(*arguments, "--json", "--jobs", 1).stdout)
    assert found["games"] == 400 and len(found["seats"]) == 3
    assert f"400: {found['finished']} finished, {found['unfinished']} unfinished" in text
    for seat in found["seats"]:
        line = next(x for x in text.splitlines() if x.startswith(f"player {seat['seat'] + 1}"))
        assert f"won {100 * seat['win_rate']:.2f} %" in line
        assert f"({100 * seat['ci95'][0]:.2f} to {100 * seat['ci95'][1]:.2f} %)" in line
    assert f"{found['branching']:.2f} legal moves on average" in text


def test_perft_counts_by_depth() -> None:
    lines = run("perft", "klondike", "--seed", 3, "--depth", 3).stdout.splitlines()
    assert lines[0] == "seed 3" and [line.split()[:2] for line in lines[1:]] == [
        ["depth", "1"], ["depth", "2"], ["depth", "3"],
    ]  # fmt: skip
    counts = [int(line.split()[2]) for line in lines[1:]]
    found = json.loads(run("perft", "klondike", "--seed", 3, "--depth", 3, "--json").stdout)
    assert found["counts"] == counts and found["seed"] == 3


# ---- play ----------------------------------------------------------------------------------------


def test_play_shows_the_table_and_takes_moves() -> None:
    result = run("play", "klondike", "--seed", 3, stdin="1\nundo\ndraw\nmoves\nhelp\nquit\n")
    assert result.exit_code == 0 and "\x1b" not in result.output
    text = result.stdout
    assert "seed 3" in text and text.count("stock                    [] x 24") == 2
    assert text.count("stock                    [] x 21") == 2
    assert "column 2                 [] " in text and "   1  draw" in text
    assert "take back your last move" in text and text.endswith("Goodbye.\n")


def test_play_ends_politely_with_its_input() -> None:
    for stdin in ("", "1\n", "\n\n", "1"):
        result = run("play", "klondike", "--seed", 3, stdin=stdin)
        assert result.exit_code == 0 and result.stdout.endswith("Goodbye.\n")


def test_play_says_why_a_move_does_not_go() -> None:
    result = run("play", "klondike", "--seed", 3, stdin="99\nhop\nKH  column 1 -> column 2\nundo\n")
    assert "no move 99; the moves are numbered 1 to" in result.stdout
    assert "'hop' is not a move of this game" in result.stdout
    assert "'KH column 1 -> column 2' is not legal now" in result.stdout
    assert "no move to take back" in result.stdout and result.exit_code == 0


def test_a_chosen_notation_is_shown() -> None:
    result = run("play", "klondike", "--seed", 3, "--texts", "sgdl")
    assert "move COLUMN[" in result.stdout and "->" not in result.stdout


def test_play_hides_what_the_seat_does_not_see() -> None:
    first, second = (run("play", "crazy-eights", "--seed", 3, "--seat", s).stdout for s in (1, 2))
    mine = next(x for x in first.splitlines() if "your hand" in x)
    assert "[]" not in mine
    assert "player 2's hand          [] x 7" in first
    assert "player 1's hand          [] x" in second and "player 1: " in second
    for card in mine.split()[2:]:
        if f"player 1: {card}" not in second and f"discard pile             {card}" not in second:
            assert card not in second.split("\n\n")[1]


def test_a_whole_game_can_be_played() -> None:
    result = run("play", "crazy-eights", "--seed", 3, stdin="1\n" * 500)
    assert result.exit_code == 0 and "The game is over: player " in result.stdout
    assert "Goodbye" not in result.stdout


def test_a_game_without_decisions_is_told_turn_by_turn() -> None:
    result = run("play", "war", "--seed", 3, stdin="\ncontinue\n1\nundo\n")
    assert result.stdout.count("enter = continue > ") == 5
    assert result.stdout.count("your pile -> your table") == 3
    piles = [x.split()[-1] for x in result.stdout.splitlines() if x.startswith("  your pile ")]
    assert len(piles) == 5 and piles[4] == piles[2] and piles[0] == "26"


def test_what_happens_besides_the_moves_is_told() -> None:
    drawn: set[str] = set()
    for line in run("play", "crazy-eights", "--seed", 3, stdin="1\n" * 40).stdout.splitlines():
        if line.startswith("    draw pile -> your hand   "):
            drawn.add(line.split()[-1])
        elif line.startswith("    draw pile -> player 2's hand"):
            assert line.split()[-1] == "[]"  # what others draw stays hidden
    assert drawn and "[]" not in drawn


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "a game.json"
    stdin = f"1\n1\nsave {file}\nsave\nsave {tmp_path}\nquit\n"
    played = run("play", "crazy-eights", "--seed", 3, stdin=stdin).stdout
    assert f"saved to {file}" in played and "usage: save FILE" in played
    assert "cannot be written" in played
    assert run("replay", file).exit_code == 0
    loaded = run("play", "crazy-eights", "--load", file, stdin="undo\n").stdout
    last = played.split("\n\n")[-2]
    assert "your hand" in last and last in loaded
    assert run("play", "switch", "--load", file).exit_code == 1


def test_a_seed_is_chosen_and_told() -> None:
    first, second = (run("play", "klondike").stdout.splitlines()[0] for _ in range(2))
    assert first.startswith("Klondike, seed ") and first != second
    seed = first.split("seed ")[1].split(";")[0]
    assert run("play", "klondike", "--seed", seed).stdout.splitlines()[0] == first


def test_the_first_use_of_the_machine_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludwright.machine.native.is_cold", lambda room: True)
    for command in (("play", "war"), ("perft", "war", "--depth", "1"), ("record", "klondike")):
        result = run(*command, *(("--max-moves", "1") if command[0] == "record" else ()))
        assert result.stderr == "Preparing the machine (once) ...\n"
    for command in (("games",), ("check", "war"), ("show", "war"), ("explain", "RT102")):
        assert run(*command).stderr == ""
    assert "Preparing" not in run("play", "wra").stderr


# ---- in a process of its own ---------------------------------------------------------------------


def test_play_works_through_a_pipe() -> None:
    with process("play", "war", "--seed", "1") as child:
        out, err = child.communicate("\n\nquit\n", timeout=100)
    assert child.returncode == 0 and "Goodbye." in out and "\x1b" not in out
    assert "Traceback" not in err


def test_a_closed_pipe_is_no_drama() -> None:
    with process("games") as child:
        assert child.stdout and child.stderr
        child.stdout.close()
        assert child.stderr.read() == ""


def test_an_interrupt_is_quiet_and_keeps_what_is_finished() -> None:
    for seconds in (0.7, 5):
        with Piped("simulate", "klondike", "--games", "1000000", "--json") as child:
            time.sleep(seconds)
            child.forked.interrupt()
            out, err = child.out.read(), child.err.read()
            assert child.forked.wait() == 130 and b"Traceback" not in err
        if out:  # not if it was still preparing
            break
    found = json.loads(out)
    assert found["interrupted"] and 0 <= found["games"] < 1_000_000


def test_input_that_is_no_text_is_no_drama() -> None:
    args = ["play", "klondike", "--seed", "1"]
    [got] = run_all([{"args": args, "input": b"\xff\xfe\x00\n1\n", "encoding": "ascii"}])
    assert got["code"] == 0 and "Traceback" not in got["err"]


def test_a_fault_of_ours_is_admitted(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("ludwright.pipeline.load", broken)
    result = CliRunner().invoke(cli, ["show", "war"])
    assert result.exit_code == 1 and "internal error" in result.stderr
    assert "ZeroDivisionError: oops" in result.stderr and "Traceback" not in result.stderr


def test_a_reader_that_stops_reading_is_no_error() -> None:
    with Piped("play", "klondike", "--seed", "7") as playing:
        shown = b""
        while not shown.endswith(b"move > "):  # what comes now is written when the program ends
            shown += playing.out.read(1)
        playing.out.close()
        playing.into.write(b"quit\n")
        playing.into.close()
        assert playing.err.read() == b""
