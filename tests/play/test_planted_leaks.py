"""Leaks that are planted one by one, in a game or in Ludwright, are found by the test of two
worlds; and what it takes for granted between samples is so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.machine import state as m
from ludwright.play import move_text
from ludwright.play import table as tables
from ludwright.play.contract import contract
from ludwright.play.explain import Explainer
from ludwright.play.moves import Move
from ludwright.play.observation import Masks
from ludwright.play.observation_history import ObservationHistory
from ludwright.play.two_worlds import Visits
from play.test_contract import DECK, OUT, YOURS, action, game, low, rank
from tools.tiny import loc

Patch = pytest.MonkeyPatch

TOP = n.TopOf(zone=DECK)
PASS = action("pass")
TAKE = action("take", n.TokensIn(zone=YOURS), body=(n.MoveToken(token=loc("t"), to=OUT),))
GIVE = action("give", body=(n.MoveTop(source=DECK, to=YOURS, partial=True),))
KNOCK = action("knock", guard=n.Or(items=(n.Exists(item=TOP), low(TOP))))
MADE = game(TAKE, GIVE, KNOCK, PASS, rounds=5)


def found(made: n.GameDef, games: int = 4) -> set[str]:
    """The messages of breaches, without what differs."""
    tested = contract(compile_game(made, 2), games=games)
    assert all(breach.code == "CT106" for breach in tested.breaches)
    return {breach.message.partition(" hidden")[0] for breach in tested.breaches}


def test_without_a_leak_nothing_is_found() -> None:
    tested = contract(compile_game(MADE, 2), games=4)
    assert tested.breaches == () and tested.worlds > 20


def test_options_ordered_by_hidden_cards_are_found() -> None:
    by_rank = n.Sorted(items=n.TokensIn(zone=YOURS), name="c", key=rank(loc("c")))
    taken = action("take", by_rank, body=(n.MoveToken(token=loc("t"), to=OUT),))
    # The same options in every world: it is only their order that tells.
    assert found(game(taken, PASS)) == {"the list of legal moves reveals"}


# ---- planted in Ludwright ------------------------------------------------------------------------


def names_of_cards(patch: Patch) -> None:
    """Texts name tokens that the decider cannot identify."""
    patch.setattr(move_text, "_token", lambda reading, token: token)


def conditions(patch: Patch) -> None:
    """Explanations evaluate conditions for somebody who knows everything."""
    operands = Explainer._with

    def without_asker(self: Explainer, *given: Any) -> Any:
        state = operands(self, *given)
        state[m.ASKER] = 0
        return state

    patch.setattr(Explainer, "_with", without_asker)


def events(patch: Patch) -> None:
    """Events name tokens that the seat does not see."""
    patch.setattr(tables, "as_seen", lambda event, seat, program: event)


def past(patch: Patch) -> None:
    """What a seat observed of a move has a hidden token in it."""
    step = ObservationHistory._step

    def and_a_token(self: ObservationHistory, *given: Any) -> None:
        step(self, *given)
        columns, last = self.masks.columns, self._last
        row = last.rows.reshape(-1, self._shape.row)[last.count - 1]
        row[-1] = self._state[columns.top + self.masks.program.zone_number("deck")]

    patch.setattr(ObservationHistory, "_step", and_a_token)


def table(patch: Patch) -> None:
    """The masked state has a hidden token in it."""
    masked = Masks._masked

    def and_a_token(self: Masks, state: Any, seat: int, joined: int) -> Any:
        words, labels = masked(self, state, seat, joined)
        words[m.RNG] = state[self.columns.top + self.program.zone_number("deck")]
        return words, labels

    patch.setattr(Masks, "_masked", and_a_token)


PLANTED: dict[str, tuple[Callable[[Patch], None], set[str]]] = {
    "in texts": (names_of_cards, {"the text of moves reveals"}),
    "in explanations": (conditions, {"the explanation of 'knock' reveals"}),
    "in events": (events, {"the history of a move reveals"}),
    "in the past": (past, {"the history of a move reveals"}),
    "at the table": (table, {"the visible table reveals"}),
}


@pytest.mark.parametrize("where", PLANTED)
def test_a_planted_leak_is_found(where: str, monkeypatch: Patch) -> None:
    plant, wanted = PLANTED[where]
    plant(monkeypatch)
    # Something else may show it first.
    assert found(MADE, games=8) & wanted


def never(patch: Patch) -> None:
    patch.setattr(Visits, "is_due", lambda self, table: False)


@pytest.mark.parametrize("where", PLANTED)
def test_a_planted_leak_is_found_between_thorough_tests(where: str, monkeypatch: Patch) -> None:
    plant, wanted = PLANTED[where]
    never(monkeypatch)
    plant(monkeypatch)
    assert found(MADE, games=16) & wanted


def test_a_leak_in_texts_of_the_view_is_found(monkeypatch: Patch) -> None:
    never(monkeypatch)
    text = Move.text

    def longer(self: Move, notation: str = "") -> str:
        return text(self, notation) + "!" * (self.index >= 0)

    made = tables.Table._option

    def nameless(self: tables.Table, index: int) -> Move:
        return replace(made(self, index), index=-1)

    monkeypatch.setattr(Move, "text", longer)
    monkeypatch.setattr(tables.Table, "_option", nameless)
    assert found(MADE) == {"the text of moves reveals"}


# ---- what is taken for granted -------------------------------------------------------------------

NAMES = [name for name in pipeline.library_games() if ":" not in name]


@pytest.mark.quick(4)
@pytest.mark.parametrize("name", NAMES)
def test_where_the_machine_lists_the_same_everything_is_the_same(
    name: str, monkeypatch: Patch
) -> None:
    """Every decision is tested thoroughly: all texts, explanations, answers to typed moves."""
    monkeypatch.setattr(Visits, "is_due", lambda self, table: True)
    loaded = lw.load(name)
    players = loaded.definition.least_players
    [tested] = loaded.contract(players=players, games=1, most=12)
    assert tested.breaches == ()


def test_worlds_that_are_the_real_one_are_not_counted() -> None:
    [klondike] = lw.load("klondike").contract(games=1, most=10)
    [freecell] = lw.load("freecell").contract(games=1, most=10)
    assert (klondike.worlds, klondike.same) == (10, 0)
    assert (freecell.worlds, freecell.same) == (0, 10)


def test_worlds_differ_and_keep_what_the_seat_knows() -> None:
    from ludwright.play.present import Present

    board = lw.load("hearts").table(players=4, seed=3)
    view = board.view(0)
    drawn = [Present(board.program, seed).world(view.observed) for seed in range(20)]
    assert len({world.tobytes() for world in drawn if world is not None}) == 20
    for world in drawn:
        assert world is not None
        assert np.array_equal(board.masks.joined(world, 0)[0], view.observed.words)
