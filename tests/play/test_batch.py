"""Batches: the same games as at tables of their own, at any number of threads."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import ludwright as lw
from ludwright.gamedef import nodes as n
from ludwright.machine.workspace import FEWEST_ROWS as ROWS
from ludwright.pipeline import library_games
from ludwright.play.batch import FEWEST_ROWS, Batch
from ludwright.play.errors import GameFault, IllegalMove, TableError
from strategies import random_program
from tools.batches import Beside, side_by_side
from tools.tables import COUNT_UP, TAKING, decide, end, forever, program
from tools.tiny import X, loc, num

LIBRARY = sorted(name for name in library_games() if ":" not in name)


def numbers(high: int) -> n.Action:
    """An option for each number, a row each, as the guard is asked for each of them."""
    return n.Action(
        name="count",
        parameters=(n.Parameter(name="i", type="int", items=n.Range(low=num(1), high=num(high))),),
        guard=n.Less(left=X, right=loc("i")),
        notations=(n.Notation(name="", parts=("count ", loc("i"))),),
        body=(COUNT_UP,),
    )


# ---- the same games ------------------------------------------------------------------------------


@pytest.mark.quick(12)
@pytest.mark.parametrize("name", LIBRARY)
def test_a_batch_plays_the_games_of_the_library(name: str) -> None:
    side_by_side(lw.load(name).program(), 6)


@pytest.mark.parametrize("name", ["kuhn-poker", "crazy-eights", "old-maid", "gops"])
def test_finished_tables_begin_their_next_game(name: str) -> None:
    beside = side_by_side(lw.load(name).program(), 120, tables=4)
    assert max(beside.games) > 4


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", range(0, 120, 40))
def test_a_batch_plays_random_games(first: int) -> None:
    broken = played = 0
    for seed in range(first, first + 40):
        beside = side_by_side(random_program(seed), 12, seed=seed)
        broken += beside.broken
        played += int(beside.batch.counts.sum() > 0)
    assert broken and played


def test_finished_tables_stay_if_they_may_not_restart() -> None:
    beside = side_by_side(lw.load("kuhn-poker").program(), 6, autoreset=False)
    assert beside.batch.over.all() and beside.games == [0, 1, 2]
    assert beside.batch.scores.any()


@pytest.mark.parametrize("name", ["leduc-poker", "hearts", "klondike"])
def test_the_number_of_threads_changes_nothing(name: str) -> None:
    game, rng = lw.load(name), np.random.default_rng(1)
    batches = [game.batch(11, seed=3, threads=threads) for threads in (1, 2, 5, 40)]
    for _ in range(40):
        choices = (rng.random(11) * batches[0].counts).astype(np.int64)
        for batch in batches:
            batch.step(choices)
        for batch in batches[1:]:
            assert (batch.counts == batches[0].counts).all()
            assert (batch.deciders == batches[0].deciders).all()
            assert (batch.ids()[1] == batches[0].ids()[1]).all()
            assert batch.table(7).key() == batches[0].table(7).key()


def test_a_reset_begins_again() -> None:
    batch = lw.load("kuhn-poker").batch(5, seed=9)
    first = batch.ids(), [batch.table(i).key() for i in range(5)]
    batch.step([0] * 5)
    batch.reset()
    assert [batch.table(i).key() for i in range(5)] == first[1]
    batch.reset(10)
    assert [batch.table(i).key() for i in range(5)] != first[1]
    assert batch.games.tolist() == [0, 1, 2, 3, 4]


DIGESTS = """
import hashlib
import ludwright as lw
for name in ("kuhn-poker", "hearts", "old-maid", "klondike"):
    batch = lw.load(name).batch(3, seed=4)
    for step in range(12):
        choices = [(7 * step + i) % max(1, count) for i, count in enumerate(batch.counts.tolist())]
        batch.step(choices)
        seen = batch.counts.tolist(), batch.deciders.tolist(), [x.tolist() for x in batch.ids()]
        keys = [batch.table(i).key() for i in range(3)]
        print(hashlib.sha256(repr((seen, keys)).encode()).hexdigest())
    table = lw.load(name).table(seed=3)
    for _ in range(70):
        table.apply_id(table.legal_ids()[-1]) if not table.over else table.reset(8)
    print(table.log, table.key(), lw.load(name).simulate(3, seed=2, most=30).turns)
"""


def test_plain_python_plays_the_same() -> None:
    compiled, plain = (
        subprocess.run(
            [sys.executable, "-c", DIGESTS],
            env=os.environ | more,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for more in ({}, {"LUDWRIGHT_PLAIN": "1"})
    )
    assert compiled == plain and len(plain.splitlines()) == 4 * 13


# ---- room ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("high", [FEWEST_ROWS, FEWEST_ROWS + 1, ROWS, ROWS + 1, 5 * ROWS])
@pytest.mark.parametrize("threads", [1, 2])
def test_any_number_of_options_finds_room(high: int, threads: int) -> None:
    code = program(forever(decide(numbers(high))))
    beside = side_by_side(code, 2, tables=3, threads=threads)
    assert beside.batch.counts.tolist() == [high - 2] * 3
    offsets, ids = beside.batch.ids()
    assert offsets.tolist() == [0, high - 2, 2 * high - 4, 3 * high - 6]
    table = beside.tables[0]
    assert table is not None and ids[: offsets[1]].tolist() == table.legal_ids()


def test_sets_are_options_too() -> None:
    batch = lw.load("hearts").batch(2, players=4)
    assert batch.counts.tolist() == [286, 286]  # three of thirteen cards
    offsets, ids = batch.ids()
    assert ids[: offsets[1]].tolist() == [move.id for move in batch.table(0).legal()]
    side_by_side(lw.load("hearts").program(4), 9)


# ---- a table of its own --------------------------------------------------------------------------


def test_a_table_of_a_batch_is_a_table() -> None:
    batch = lw.load("go-fish").batch(3, seed=2, players=3)
    batch.step([0, 0, 0])
    table = batch.table(1)
    assert table.seed == batch.seed_of(1)
    key = table.key()
    table.apply(table.legal()[-1])
    table.undo()
    assert table.key() == key == batch.table(1).key()
    with pytest.raises(TableError, match="did not start"):
        table.save()


@pytest.mark.parametrize("name", ["kuhn-poker", "crazy-eights"])
def test_with_a_log_a_table_knows_its_game(name: str) -> None:
    game, rng = lw.load(name), np.random.default_rng(4)
    batch = game.batch(4, seed=2, log=True)
    plain = game.batch(4, seed=2)
    for _ in range(200):
        choices = (rng.random(4) * batch.counts).astype(np.int64)
        batch.step(choices)
        plain.step(choices)
    for i in range(4):
        table = batch.table(i)
        assert table.key() == plain.table(i).key()
        assert game.resume(table.save()).key() == table.key()
        assert table.over or table.view(0).redeal(seed=1).evidence
    assert len(batch._log or ()) < 200  # of finished games, choices are dropped


def test_a_table_that_broke_says_so() -> None:
    broken = program(
        decide(n.Action(name="go", body=()), n.Action(name="stop", body=(end(0),))),
        n.SetVariable(name="x", value=n.Divide(left=num(1), right=X)),
    )
    batch = Batch(broken, 2)
    batch.step([0, 1])
    assert batch.faulted.tolist() == [True, False] and batch.over.all()
    assert not batch.winners[0].any() and batch.winners[1].all()
    with pytest.raises(GameFault):
        batch.table(0)
    assert batch.table(1).over
    batch.step([0, 0])
    assert not batch.faulted.any() and batch.games.tolist() == [2, 3]


# ---- wrong use -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        ([0, 0], "expected 3 option numbers, one per table; found int64 of shape (2,)"),
        ([[0, 0, 0]], "found int64 of shape (1, 3)"),
        (0, "found int64 of shape ()"),
        ([0.0, 0, 0], "found float64 of shape (3,)"),
        ([True, False, False], "found bool of shape (3,)"),
        (["a", "b", "c"], "found <U1 of shape (3,)"),
        ([[0], [0, 1], []], "found object of shape ()"),
        (None, "found object of shape ()"),
        ([2**70, 0, 0], "found object of shape (3,)"),
        ([0, 4, 0], "table 1 has no option 4; its options are 0 to 3"),
        ([0, 0, -1], "table 2 has no option -1; its options are 0 to 3"),
        (np.array([0, 2**63, 0], np.uint64), "table 1 has no option"),
    ],
)
def test_wrong_choices_change_nothing(choices: Any, why: str) -> None:
    beside = Beside(program(*TAKING), 3, 1)
    with pytest.raises((TableError, IllegalMove)) as error:
        beside.batch.step(choices)
    assert why in str(error.value)
    beside.compare()
    beside.compare_states()
    beside.step()
    beside.compare()


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int32, np.int64, np.uint64])
def test_any_whole_numbers_do(kind: type[np.integer[Any]]) -> None:
    batches = [Batch(program(*TAKING), 4, seed=1) for _ in range(2)]
    batches[0].step(np.array([3, 2, 1, 0], kind))
    batches[1].step(np.array([3, 9, 2, 9, 1, 9, 0, 9], kind)[::2])
    assert [batches[0].table(i).log for i in range(4)] == [[]] * 4
    for i in range(4):
        assert batches[0].table(i).key() == batches[1].table(i).key()


def test_arrays_of_earlier_steps_do_not_change() -> None:
    batch = Batch(program(*TAKING), 2)
    before = batch.counts
    batch.step([0, 0])
    assert before.tolist() == [4, 4] and batch.counts.tolist() == [4, 4]
    with pytest.raises(ValueError, match="read-only"):
        batch.counts[0] = 1


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"tables": 0}, "the number of tables must be a whole number from 1, found 0"),
        ({"tables": True}, "found True"),
        ({"tables": 2.0}, "found 2.0"),
        ({"tables": 2, "threads": 0}, "the number of threads"),
        ({"tables": 2, "seed": -1}, "a seed is a whole number"),
    ],
)
def test_wrong_batches(how: dict[str, Any], why: str) -> None:
    with pytest.raises(TableError) as error:
        lw.load("kuhn-poker").batch(**how)
    assert why in str(error.value)


@pytest.mark.parametrize("table", [-1, 2, True, "a", 0.0])
def test_unknown_tables(table: Any) -> None:
    batch = Batch(program(*TAKING), 2)
    with pytest.raises(TableError):
        batch.table(table)
