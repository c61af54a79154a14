"""Rows of games: the same as the statistics, the tables and any other number of threads give."""

import numpy as np
import pytest

import ludwright as lw
from ludwright.lab.rows import Rows, joined, rows_of, sample
from ludwright.machine import api
from ludwright.play.errors import TableError
from ludwright.play.table import Table
from ludwright.play.utility import utility_of
from ludwright.players.uniform import Uniform


def same(first: Rows, second: Rows) -> bool:
    return first.columns.keys() == second.columns.keys() and all(
        (first[name] == second[name]).all() for name in first.columns
    )


@pytest.mark.parametrize("name", ["hearts", "klondike", "kuhn-poker", "whist"])
def test_a_row_is_what_happens_at_a_table(name: str) -> None:
    program = lw.load(name).program()
    rows = rows_of(program, 5, 40, 3, most=300)
    utility = utility_of(program)
    for i in range(3):
        table = Table(program, seed=int(api.mix(5, 40 + i)), pace="turn")
        chooser = Uniform()
        chooser.follow(table.seed)
        sizes = []
        while not table.over and max(len(sizes), table.turns - 1) < 300:
            moves = table.legal()
            if not table.paused:
                sizes.append(len(moves))
            table.apply(moves[0] if table.paused else moves[chooser.pick(len(moves))])
        assert rows["over"][i] == table.over and rows["decisions"][i] == len(sizes)
        assert rows["options"][i] == sum(sizes) and rows["largest"][i] == max(sizes)
        assert rows["choices"][i] == sum(size > 1 for size in sizes)
        if table.over:
            result = table.result()
            assert set(np.flatnonzero(rows["winners"][i])) == set(result.winners)
            assert rows["utility"][i].tolist() == pytest.approx(utility.of(result))
            assert rows["stuck"][i] == (table.decider if table.stuck else -1)
            if not table.stuck:
                assert rows.reasons[rows["reason"][i]] == result.reason


@pytest.mark.parametrize("bots", [("random", ""), ("first", "random")])
def test_rows_do_not_depend_on_chunks_or_threads(bots: tuple[str, str]) -> None:
    program = lw.load("crazy-eights").program()
    bot, against = bots
    whole = sample(program, 40, 9, bot=bot, against=against, jobs=3)
    parts = [rows_of(program, 9, first, 20, bot=bot, against=against) for first in (0, 20)]
    assert same(whole, joined(parts)) and whole["game"].tolist() == list(range(40))


def test_bots_write_the_rows_that_the_machine_writes() -> None:
    """Two random players in turn are not the machine's one, but one at every seat is."""
    program = lw.load("seahaven-towers").program()
    by_machine = rows_of(program, 3, 0, 12)
    by_tables = rows_of(program, 3, 0, 12, against="first")  # nobody sits in another seat
    assert by_machine["stuck"].max() == 0
    assert same(by_machine, by_tables)


def test_rows_agree_with_the_statistics() -> None:
    game = lw.load("spades")
    rows, found = sample(game.program(), 2000, 4), game.simulate(2000, 4)
    assert rows["winners"].sum(axis=0).tolist() == [s.wins + s.shared for s in found.seats]
    assert rows["options"].sum() / rows["decisions"].sum() == found.branching
    assert rows["decisions"].sum() == found.decisions


@pytest.mark.parametrize("wrong", [{"games": 0}, {"seed": -1}, {"most": 0}, {"bot": "nobody"}])
def test_bad_batches_are_refused(wrong: dict[str, object]) -> None:
    given = {"games": 5, "seed": 1} | wrong
    with pytest.raises(TableError):
        sample(lw.load("war").program(), **given)
