"""Observers: the legend, batches at any number of threads, and what they reject."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludwright as lw
from ludwright.adapters.information import information_string
from ludwright.adapters.observation import Observer
from ludwright.play.batch import Batch
from ludwright.play.errors import TableError


def played(name: str, steps: int, **more: Any) -> Batch:
    """A batch after some random steps."""
    batch, rng = lw.load(name).batch(7, seed=2, **more), np.random.default_rng(3)
    for _ in range(steps):
        batch.step((rng.random(7) * batch.counts).astype(np.int64))
    return batch


@pytest.mark.parametrize("name", ["leduc-poker", "hearts", "klondike", "gops"])
def test_a_batch_has_the_observations_of_its_tables(name: str) -> None:
    batches = [played(name, 9, threads=threads) for threads in (1, 3)]
    batch = batches[0]
    observer = Observer(batch.program)
    rows = observer.batch(batch)
    assert rows.shape == (7, *observer.shape) and rows.dtype == np.float32
    for i, seat in enumerate(np.maximum(batch.deciders, 0)):
        table = batch.table(i)
        assert (rows[i] == observer.write(table.view(int(seat)))).all()
        assert (rows[i] == observer.write_state(table.state, seat)).all()
    last = batch.program.seats - 1
    own = observer.batch(batch, seat=last)
    assert all((own[i] == observer.write_state(batch.table(i).state, last)).all() for i in range(7))
    out = np.full_like(rows, np.nan)
    assert observer.batch(batches[1], out=out) is out and (out == rows).all()


def test_finished_games_are_observed_until_the_next_step() -> None:
    batch = lw.load("kuhn-poker").batch(3, seed=1)
    observer = Observer(batch.program)
    ended = observer.legend.index("the game has ended")
    seen = []
    for _ in range(6):
        seen.append(batch.over.tolist())
        assert (observer.batch(batch)[:, ended] == batch.over).all()
        batch.step(np.zeros(3, np.int64))  # pass; where the game is over, ignored
    assert seen == [[False] * 3, [False] * 3, [True] * 3] * 2


def test_the_legend_names_every_number() -> None:
    game = lw.load("hearts")
    for players in (3, 5):
        observer = Observer(game.program(players))
        assert game.observation_legend(players) == observer.legend
        assert len(observer.legend) == observer.size == len(observer.low) == len(observer.high)
        assert not observer.low.flags.writeable and (observer.low < observer.high).all()
    assert game.observation_legend() == Observer(game.program()).legend
    view = game.table(seed=4).view(1, past=False)
    seen = {
        name.removeprefix("own hand: ")
        for name, number in zip(
            game.observation_legend(), Observer(view.program).write(view), strict=True
        )
        if name.startswith("own hand: ") and number and "number" not in name
    }
    assert seen == set(view.zone("hand", 1)) and len(seen) == 17


def test_wrong_use_is_rejected() -> None:
    kuhn, leduc = lw.load("kuhn-poker"), lw.load("leduc-poker")
    observer, batch = Observer(kuhn.program()), kuhn.batch(4)
    given: Any
    for given in (leduc.table().view(0), None):
        with pytest.raises(TableError, match="expected a view of Kuhn Poker"):
            observer.write(given)
    for given in (leduc.batch(4), kuhn.table()):
        with pytest.raises(TableError, match="expected a batch of Kuhn Poker"):
            observer.batch(given)
    for given in (-1, 2, True, "1"):
        with pytest.raises(TableError, match="seats are 0 to 1"):
            observer.batch(batch, seat=given)
    frozen = np.zeros((4, observer.size), np.float32)
    frozen.flags.writeable = False
    wrong = (np.zeros((4, observer.size)), np.zeros((5, observer.size), np.float32), frozen, [])
    for given in (*wrong, np.zeros((observer.size, 4), np.float32).T):
        with pytest.raises(TableError, match="expected a writable array of float32 of shape"):
            observer.batch(batch, out=given)


def test_a_batch_does_not_give_its_states_away() -> None:
    with pytest.raises(ValueError, match="read-only"):
        lw.load("kuhn-poker").batch(2).states[0] = 1


def test_information_strings_are_equal_where_the_information_is() -> None:
    game = lw.load("kuhn-poker")
    found: dict[str, set[str | None]] = {}
    for seed in range(30):
        table = game.table(seed=seed)
        for text in (None, "Pass", "Bet"):
            if text:
                table.apply(text.lower())
            view = table.view(0)
            played = tuple(step.row for step in view.steps)
            found.setdefault(information_string(view), set()).add(
                f"{view.zone('hand', 0)} {played}"
            )
    assert len(found) == 9 and all(len(each) == 1 for each in found.values())
    assert len({known for each in found.values() for known in each}) == 9
