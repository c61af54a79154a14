"""Views without the past show the same table."""

from __future__ import annotations

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.play.draws import Draws
from ludwright.play.errors import TableError
from ludwright.play.setup import natural_pace
from ludwright.table.options import options_of
from ludwright.table.scene import scene_of

LIBRARY = sorted(name for name in pipeline.library_games() if ":" not in name)


@pytest.mark.quick(10)
@pytest.mark.parametrize("name", LIBRARY)
def test_a_view_without_the_past_shows_the_same_table(name: str) -> None:
    game, draws = lw.load(name), Draws(5)
    table = game.table(seed=2, pace=natural_pace(game.program()), trace=True)
    for _ in range(20):
        for seat in range(table.program.seats):
            whole, now = table.view(seat), table.view(seat, past=False)
            assert now.same(whole) and scene_of(now) == scene_of(whole)
            assert options_of(now) == options_of(whole) and now.events() == whole.events()
        if table.over:
            break
        table.apply(table.legal()[draws.below(len(table.legal()))])


def test_a_view_without_the_past_cannot_be_redealt() -> None:
    table = lw.load("crazy-eights").table(seed=1)
    view = table.view(0, past=False)
    for ask in (lambda: view.redeal(1), view.information):
        with pytest.raises(TableError, match="without the past"):
            ask()
    with pytest.raises(TableError, match="unknown seat 7"):
        table.view(7, past=False)


def test_histories_are_made_again() -> None:
    table = lw.load("crazy-eights").table(seed=1)
    for _ in range(10):
        table.apply(table.legal()[0])
    before = table.view(0).as_bytes()
    table.forget()
    assert table.view(0).as_bytes() == before
