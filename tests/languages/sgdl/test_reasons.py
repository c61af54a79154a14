"""Why a move is legal or not, in the lines of the file: each with its truth, none that misleads."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import ludwright as lw
from ludwright.diagnostics import Report, Source
from ludwright.gamedef import nodes as n
from ludwright.languages.sgdl.tools import TOOLS
from ludwright.play.explain import Condition, Explainer, Explanation
from ludwright.play.table import Table
from oracle import Oracle
from oracle.expressions import holds, value
from oracle.statements import bind, rows
from strategies.sgdl import files

GAMES = ("klondike", "klondike-draw-1", "spider-1-suit", "spider", "pyramid", "tri-peaks", "golf")

STACKS = """Stacks
$cards
DECK 1 {SPADES, HEARTS}
$initial
DRAW 3 ROTATE 1 1 0
COLUMN 3 FACE_ALL {S9, H8, S7}
COLUMN 1 H10
COLUMN 2 {HK, SQ}
COLUMN 0
CELL 17
$moves
MOVE DRAW COLUMN
DEST Empty
MOVE_STACK COLUMN COLUMN
AND
    SRCSTACK Suit alternate_color
    SRCSTACK Rank ascending
    OR
        DEST Empty
        AND
            DESTSRC Suit match
            DESTSRC Rank descending
        SRCSTACK Size == 2
$win
PILE ALL COLUMN Empty
"""


@cache
def stacks_game() -> lw.Game:
    return lw.loads(STACKS, language="sgdl")


def stacks() -> Table:
    return stacks_game().table(seed=1)


def lines(found: Explanation) -> list[tuple[str, str]]:
    def told(condition: Condition) -> list[tuple[str, str]]:
        below = [line for part in condition.parts for line in told(part)]
        return [(condition.text, condition.truth), *below]

    return [line for condition in found.conditions for line in told(condition)]


def test_every_line_of_a_stack_rule_has_its_own_truth() -> None:
    found = stacks().explain("move_stack COLUMN[0]:1 COLUMN[1]")
    assert found.legal is False
    assert lines(found) == [
        ("there is a rule MOVE_STACK COLUMN COLUMN", "yes"),
        ("the two piles differ", "yes"),
        ("the pile has that many cards", "yes"),
        ("all of them are face up", "yes"),
        ("AND", "no"),
        ("SRCSTACK Suit alternate_color", "yes"),  # H8 S7
        ("SRCSTACK Rank ascending", "no"),
        ("OR", "yes"),
        ("DEST Empty", "no"),
        ("AND", "no"),
        ("DESTSRC Suit match", "yes"),  # H8 on H10
        ("DESTSRC Rank descending", "no"),
        ("SRCSTACK Size == 2", "yes"),
    ]
    places = [c.place.line for c in found.conditions if c.place]
    assert places == [14, 14, 14, 14, 15]
    below = found.conditions[-1].parts
    assert [part.place.line for part in below if part.place] == [16, 17, 18]


def test_cards_that_lie_face_down_are_not_told() -> None:
    found = stacks().explain("move_stack COLUMN[2]:0 COLUMN[1]")  # HK is face down
    told = dict(lines(found))
    assert found.legal is False
    assert told["all of them are face up"] == "no"
    assert told["SRCSTACK Suit alternate_color"] == told["DESTSRC Suit match"] == "hidden"


REFUSED = {
    "move COLUMN[0] CELL[0]": [("there is a rule MOVE COLUMN CELL", "no")],
    "move CELL[0] DRAW": [("there is a rule MOVE CELL DRAW", "no")],
    "move_stack DRAW:0 COLUMN[0]": [("there is a rule MOVE_STACK DRAW COLUMN", "no")],
    "move_stack CELL[0]:3 COLUMN[0]": [("there is a rule MOVE_STACK CELL COLUMN", "no")],
    "QS  column 3 -> column 4": [("there is a rule MOVE COLUMN COLUMN", "no")],
    "move_stack COLUMN[0]:3 COLUMN[1]": [
        ("there is a rule MOVE_STACK COLUMN COLUMN", "yes"),
        ("there is a card at that position", "no"),
    ],
    "move DRAW COLUMN[3]": [
        ("there is a rule MOVE DRAW COLUMN", "yes"),
        ("there is a card to move", "no"),
        ("it is face up", "fails"),
        ("DEST Empty", "yes"),
    ],
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_missing_is_told(text: str) -> None:
    found = stacks().explain(text)
    assert (found.legal, lines(found)) == (False, REFUSED[text])


# ---- what is told agrees with what is legal ------------------------------------------------------


def random_tables(game: str, count: int) -> list[Table]:
    found = []
    for seed in range(count):
        table, pick = lw.load(game).table(seed=seed), random.Random(seed)
        for _ in range(pick.randrange(80)):
            moves = table.legal()
            if not moves:
                break
            table.apply(pick.choice(moves))
        found += [] if table.over else [table]
    return found


@pytest.mark.quick(1)
@pytest.mark.parametrize("game", GAMES)
def test_all_lines_hold_for_exactly_the_legal_moves(game: str) -> None:
    tables = random_tables(game, 3)
    assert tables
    legal = 0
    for table in tables:
        explainer = Explainer(table.reading(0))
        options = {*map(table.entry, table.legal())}
        legal += len(options)
        for number, info in enumerate(table.site.actions, start=1):
            values = [zones or range(1, 14) for zones in info.among]
            for operands in itertools.product(*values):
                told = explainer.conditions(info, (number, *operands))
                holds = all(condition.truth == "yes" for condition in told)
                assert holds == ((number, *operands) in options), (info.name, operands, told)
    assert legal > len(tables)


def holding(oracle: Oracle, reason: n.Reason, frame: dict[str, Any]) -> bool:
    """Whether a line holds, by the oracle."""
    if reason.test is not None:
        return holds(oracle, reason.test, frame)
    return (all if reason.every else any)(holding(oracle, part, frame) for part in reason.parts)


def compare(table: Any) -> None:
    """All lines of an action must hold for its options, and for nothing else."""
    oracle, actions = table.oracle, table.decide.actions
    options = {*oracle.options(), *rows(oracle, actions, {}, False)}
    for number, action in enumerate(actions):
        ends = [value(oracle, p.items, {}) for p in action.parameters if p.type == "zone"]
        depths = [range(1, 7)] if len(action.parameters) > len(ends) else []
        for operands in itertools.product(*ends, *depths):
            frame = bind(action, operands, {})
            told = all(holding(oracle, reason, frame) for reason in action.because)
            assert told == ((number, *operands) in options), (action.name, operands)


@pytest.mark.deep
@given(text=files() | files(extended=True), pick=st.randoms(use_true_random=False))
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_in_random_games_all_lines_hold_for_exactly_the_legal_moves(
    text: str, pick: random.Random, table: Callable[[str], Any]
) -> None:
    report = Report()
    TOOLS.game_of(Source("test.sgdl", text), report)
    assume(not report.failed)
    sitting = table(text)
    for _ in range(4):
        if not sitting.over and sitting.oracle.options():
            compare(sitting)
            sitting.oracle.choose(pick.choice(sitting.oracle.options()))
