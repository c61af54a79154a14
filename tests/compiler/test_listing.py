"""The listing of a program says what each piece of code is for, and names what it works on."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from ludwright import pipeline
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import read
from ludwright.machine import ops
from ludwright.machine import state as m
from ludwright.machine.listing import listing
from ludwright.machine.program import Program, instructions

GameWith = Callable[[n.Node], n.GameDef]


def compiled(name: str) -> Program:
    game = pipeline.load(name).game
    assert game is not None
    return compile_game(game)


def headings(lines: list[str]) -> list[str]:
    return [line[2:] for line in lines if line.startswith("; ")]


def ops_below(lines: list[str]) -> dict[str, list[str]]:
    """The names of the ops below each heading that is not a file."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        if not line.startswith(";"):
            current.append(line[14:].split()[0])
        elif not line.startswith("; in "):
            current = found.setdefault(line[2:], [])
    return found


def test_a_site_has_its_pieces_and_what_is_around_it_continues() -> None:
    pieces = ops_below(listing(compiled("klondike")).splitlines())
    assert next(iter(pieces)) == "main" and list(pieces)[-1] == "main, continued"
    assert pieces["main"][0] == "shuffle" and pieces["main"][-1] == "decide"
    about = [name.partition(": ")[2] for name in pieces if name.startswith("site 1, action 2 ")]
    assert about == ["body", "text", "text sgdl", "why"]
    assert "move" in pieces["site 1, action 2 (move): body"]
    assert "row" in pieces["site 1, action 2 (move): why"]
    assert pieces["site 1, options"].count("rows_pairs") == 5
    assert any(name.startswith("site 1, never legal (") for name in pieces)


def test_an_answer_has_no_body_and_the_procedure_continues() -> None:
    lines = listing(compiled("crazy-eights")).splitlines()
    names = [name for name in headings(lines) if not name.startswith("in ")]
    assert names[:5] == [
        "main",
        "site 1, options",
        "site 1, action 1 (card): text",
        "site 1, action 1 (card): why",
        "main, continued",
    ]
    assert not [name for name in names if name.endswith(": body")]
    assert any("site 1: Play a card" in line for line in lines)
    assert "finish" in names, "a procedure"


def test_the_file_is_named_where_it_changes() -> None:
    names = headings(listing(compiled("crazy-eights")).splitlines())
    files = [name[3:] for name in names if name.startswith("in ")]
    assert {name.rpartition("/")[2] for name in files} == {"shedding.cgml", "crazy-eights.cgml"}
    assert all(a != b for a, b in pairwise(files))


NESTED = """Decide(seat=Seat(number=0), actions=(
  Action(name="outer", body=(
    Decide(seat=Seat(number=0), actions=(Action(name="inner"),)),
    Mark(kind="turn"),
  )),
  Action(name="other"),
))"""


def test_what_continues_behind_a_nested_site_is_the_body_around_it(game_with: GameWith) -> None:
    node = read(NESTED)
    pieces = ops_below(listing(compile_game(game_with(node))).splitlines())
    inner = next(name for name in pieces if "(inner): body" in name).partition(",")[0]
    outer = next(name for name in pieces if "(outer): body" in name)
    order = list(pieces)
    assert order.index(f"{outer}, continued") == order.index(f"{inner}, options") + 1
    assert "mark" in pieces[f"{outer}, continued"]
    last = f"{outer.partition(',')[0]}, options"
    assert order.index("main, continued") == order.index(last) + 1


def test_where_nothing_is_taken_the_code_continues(game_with: GameWith) -> None:
    text = """TakeFirst(actions=(Action(name="go", guard=Equal(left=Variable(name="x"),
      right=Number(value=3)), body=(Mark(kind="turn"),)),), otherwise=(Mark(kind="phase"),))"""
    pieces = ops_below(listing(compile_game(game_with(read(text)))).splitlines())
    assert pieces["main"][-1] == "take"
    assert pieces["site 1, action 1 (go): body"] == ["mark", "jump"]
    assert pieces["main, continued"] == ["mark", "end"]


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        ("klondike", r"shuffle +zone@\d+\(=1 deck\) !0"),
        ("klondike", r"move +token@\d+\(top of deck\) zone@\d+\(=4 column 1\) end#0 !0"),
        ("klondike", r"if_differ +@\d+\(size of foundation 1\) @\d+\(=13\) >\d+"),
        ("klondike", r"end +winners@\d+\(=\[1\]\) scores#0 reason#0\('won'\)"),
        ("klondike", r"field +=@\d+ base#\d+\(top\) count#14 index@\d+\(source\) !0"),
        (
            "klondike",
            r"rows_pairs +action#2 source#3\(waste\) sources#1 target#\d+\(foundation 1\)",
        ),
        ("hearts", r"set +=@\d+\(tricks of player 1\) @\d+\(=0\) seers#-1"),
        ("hearts", r"changed +word#\d+\(hand_size\) seers#-1"),
        ("crazy-eights", r"call +>\d+\(finish\) returns=@\d+\(return of finish\) live:t\d+"),
    ],
)
def test_operands_have_names(game: str, shown: str) -> None:
    assert re.search(shown, listing(compiled(game))), shown


@pytest.mark.parametrize("game", ["klondike", "hearts", "texas-holdem", "durak"])
def test_no_op_writes_to_what_is_shown_as_a_constant(game: str) -> None:
    program = compiled(game)
    constants = program.symbols.constants
    for at, op, operands in instructions(program):
        kinds = ops.SPECS[op].operands
        written = {x for kind, x in zip(kinds, operands, strict=False) if kind == "to"}
        assert written.isdisjoint(constants), f"{at} {ops.NAMES[op]}"
    assert {program.registers_at <= at < program.code[m.P_ATTEMPTS] for at in constants} == {True}
    assert {at: int(program.image[at]) for at in constants} == constants
