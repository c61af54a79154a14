"""Why a move is legal or not, in the lines of the file: each with its truth, none that misleads."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import ludwright as lw
from ludwright.diagnostics import Report, Source, Span
from ludwright.gamedef import nodes as n
from ludwright.languages.sgdl.lower.sentences import MOVED, PAIRS, RUNS, sentence
from ludwright.languages.sgdl.read import tree
from ludwright.languages.sgdl.read.tree import (
    Block,
    Broken,
    CapacityTest,
    CardTest,
    CountTest,
    PairTest,
    PileTest,
    SizeTest,
    WholeTest,
    Word,
)
from ludwright.languages.sgdl.read.words import RANK_MODES, RANKS, SUIT_MODES
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
        ("there is a rule for moving several cards from column to column", "yes"),
        ("the two piles differ", "yes"),
        ("the pile has that many cards", "yes"),
        ("all of them are face up", "yes"),
        ("all of these", "no"),
        ("the moved cards alternate in colour", "yes"),  # H8 S7
        ("the moved cards go up by one rank each", "no"),
        ("at least one of these", "yes"),
        ("the pile they go to is empty", "no"),
        ("all of these", "no"),
        ("the lowest moved card has the suit of the card they go onto", "yes"),  # H8 on H10
        ("the lowest moved card is one rank lower than the card they go onto", "no"),
        ("exactly 2 cards move together", "yes"),
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
    assert told["the moved cards alternate in colour"] == "hidden"
    assert told["the lowest moved card has the suit of the card they go onto"] == "hidden"


ONE_CARD = "there is a rule for moving a card from"
SEVERAL = "there is a rule for moving several cards from"
REFUSED = {
    "move COLUMN[0] CELL[0]": [(f"{ONE_CARD} column to cell", "no")],
    "move CELL[0] DRAW": [(f"{ONE_CARD} cell to draw", "no")],
    "move_stack DRAW:0 COLUMN[0]": [(f"{SEVERAL} draw to column", "no")],
    "move_stack CELL[0]:3 COLUMN[0]": [(f"{SEVERAL} cell to column", "no")],
    "QS  column 3 -> column 4": [(f"{ONE_CARD} column to column", "no")],
    "move_stack COLUMN[0]:3 COLUMN[1]": [
        (f"{SEVERAL} column to column", "yes"),
        ("there is a card at that position", "no"),
    ],
    "move DRAW COLUMN[3]": [
        (f"{ONE_CARD} draw to column", "yes"),
        ("there is a card to move", "no"),
        ("it is face up", "fails"),
        ("the pile it goes to is empty", "yes"),
    ],
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_missing_is_told(text: str) -> None:
    found = stacks().explain(text)
    assert (found.legal, lines(found)) == (False, REFUSED[text])


AT = Span("x", 1, 1, 1, 1)
PILES = Word("COLUMN", AT), Word("CELL", AT)
EVERY: dict[Any, str] = {
    Block("OR", (), AT): "at least one of these",
    SizeTest("DEST", "==", 0, AT): "the pile it goes to is empty",
    SizeTest("SRC", ">=", 3, AT): "its pile has at least 3 cards",
    SizeTest("SRCSTACK", ">", 1, AT): "more than 1 card move together",
    WholeTest(AT): "all cards of the pile move together",
    CapacityTest(PILES[1:], PILES[:1], AT): (
        "the cards could move one by one through empty cells or columns"
    ),
    CardTest("SRC", "rank", ("1", "K"), AT): "the card is an ace or a king",
    CardTest("DEST", "rank", RANKS[:-1], AT): "the card it goes onto is not a king",
    CardTest("SRC", "rank", ("BASE",), AT): "the card is of the base rank",
    CardTest("DEST", "suit", ("HEARTS",), AT, denied=True): (
        "the card it goes onto is not of hearts"
    ),
    PairTest("DESTSRC", "rank", "descending", AT): (
        "the card is one rank lower than the card it goes onto"
    ),
    PairTest("SRCSTACK", "suit", "match", AT): "the moved cards are of one suit",
    PileTest(True, PILES[:1], "==", 13, AT): "each column has exactly 13 cards",
    PileTest(False, PILES, "==", 0, AT): "a column or cell is empty",
    CountTest(PILES[1:], ">=", 2, AT): "at least 2 cells are empty",
}


def test_every_condition_has_a_sentence() -> None:
    """No word of the language is left in what people read."""
    modes = {("suit", mode) for mode in SUIT_MODES} | {("rank", mode) for mode in RANK_MODES}
    assert set(PAIRS) == set(RUNS) == modes
    kinds = {*get_args(tree.Condition)}
    assert {type(each) for each in EVERY} == kinds - {Broken}
    for condition, text in EVERY.items():
        assert sentence(condition, MOVED) == text
        assert not re.search(r"[A-Z]{2}|_|==", text)


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
