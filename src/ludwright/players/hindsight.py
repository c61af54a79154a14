"""A player of solitaires with hidden cards: it asks the solver in worlds that agree with its view.

In a world all cards are known, so the solver can tell whether a position can be won there. The
player makes the move after which most worlds can be won. It sees what its view has, nothing else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from ..machine import state as m
from ..machine.program import Array, Program
from ..machine.sites import values_of, words_of
from ..play.belief import Belief
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.observation import masks_of
from ..play.view import View
from ..solver.answers import IMPOSSIBLE, SOLVED, UNKNOWN
from ..solver.verdict import Entry, Verdict, after, position_key, verdict
from .open_cards import Follower, is_open, log_entry
from .solitaires import definition_of, why_no_solitaire


@dataclass(frozen=True, slots=True)
class Care:
    """How carefully a move is chosen: the number of worlds, and the positions that the solver may
    visit in each, on a board or by the machine, or to find a solution once all cards are open.

    What a move is worth beside the share of worlds that it wins: `news` if it turns up a card, less
    `again` for each time the position after it was there before; `unknown` is what a world counts
    in which the search did not come to an end. After `patience` visits of one position the player
    gives up.
    """

    worlds: int = 16
    on_board: int = 4_000
    on_machine: int = 1_000
    open_cards: int = 1_000_000
    unknown: float = 0.25
    news: float = 0.02
    again: float = 0.05
    patience: int = 12


MORE = 3  # times as many worlds again, before a game in which none can be won is given up
MOST_TRIED = 40  # moves that are tried where no world suggests any


@dataclass(frozen=True, slots=True)
class World:
    """A state that agrees with the view, the number by which the seat chooses each token in it, and
    what the solver says of it."""

    state: Array
    names: Array
    verdict: Verdict


class Hindsight:
    """Plays the move after which most worlds can be won."""

    def __init__(self, care: Care = Care()) -> None:  # noqa: B008 - frozen
        self.care = care

    def declines(self, program: Program) -> str:
        """Why it does not play a program; nothing if it does."""
        return why_no_solitaire(program)

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Take the seat of a solitaire."""
        self._definition = definition_of(program)
        self._program, self._seat = program, seat
        self._masks = masks_of(program)
        self._belief = Belief(program, seat, seed)
        self._been: Counter[tuple[int, int]] = Counter()
        self._follower = Follower(program, self.care.open_cards)
        self.gave_up = False  # whether any further move is as good as another

    def end(self, result: Result) -> None:
        """Nothing to learn."""

    def choose(self, view: View) -> Move:
        """The move after which most worlds can be won; any, once the game is given up."""
        moves = view.legal()
        if self.gave_up:
            return moves[0]
        here = position_key(self._definition, self._program, view.state)
        self._been[here] += 1
        if len(moves) == 1:
            return moves[0]
        if is_open(view) and (found := self._follower.move(view)):
            return found
        worlds = self._worlds(view)
        self.gave_up = not worlds or self._been[here] > self.care.patience
        if self.gave_up:
            return moves[0]
        return self._best(view, worlds)

    # ---- worlds ----

    def _worlds(self, view: View) -> list[World]:
        """Worlds that may be won; none if that is impossible in all, however many."""
        self._belief.update(view)
        count = self.care.worlds
        found = self._judged(self._belief.worlds(count))
        return found or self._judged(self._belief.worlds(MORE * count))

    def _judged(self, states: Array) -> list[World]:
        worlds = (World(each, self._names(each), self._verdict(each)) for each in states)
        return [world for world in worlds if world.verdict.status != IMPOSSIBLE]

    def _verdict(self, state: Array) -> Verdict:
        care = self.care
        return verdict(self._definition, self._program, state, care.on_board, care.on_machine)

    def _names(self, state: Array) -> Array:
        return self._masks.names(state, self._seat)

    # ---- moves ----

    def _best(self, view: View, worlds: list[World]) -> Move:
        """The best of the moves that solutions begin with; of several, the first one listed."""
        listed = {log_entry(move): move for move in view.legal()}
        votes = Counter(self._first(view, each) for each in worlds)
        rows = [row for row in listed if row in votes] or [*listed][:MOST_TRIED]
        if len(rows) == 1:
            return listed[rows[0]]
        known = self._known(view.state)
        return listed[max(rows, key=lambda row: self._worth(view, worlds, row, known))]

    def _first(self, view: View, world: World) -> Entry | None:
        """The first move of a world's solution, as the seat lists it."""
        first = world.verdict.first
        return None if first is None else _renamed(view, first, world.names)

    def _worth(self, view: View, worlds: list[World], row: Entry, known: int) -> float:
        solved = [world for world in worlds if world.verdict.status == SOLVED]
        if solved:
            share = sum(self._won_after(view, world, row) for world in solved) / len(solved)
        else:
            share = sum(self._first(view, world) == row for world in worlds) / len(worlds)
        return share + self._beside(view, worlds[0], row, known)

    def _won_after(self, view: View, world: World, row: Entry) -> float:
        if self._first(view, world) == row:
            return 1.0
        found = self._verdict(self._after(view, world, row)).status
        return {SOLVED: 1.0, UNKNOWN: self.care.unknown}.get(found, 0.0)

    def _beside(self, view: View, world: World, row: Entry, known: int) -> float:
        """What a move is worth beside its share: the seat sees the same after it in all worlds, or
        something new."""
        state = self._after(view, world, row)
        if state[m.STATUS] != m.DECISION:
            return self.care.news
        seen, _ = self._masks.masked(state, self._seat)
        visits = self._been[position_key(self._definition, self._program, seen)]
        news = self.care.news if self._known(seen) > known else 0.0
        return news - self.care.again * visits

    def _after(self, view: View, world: World, row: Entry) -> Array:
        tokens = np.zeros_like(world.names)
        tokens[world.names] = np.arange(len(tokens))
        return after(self._program, world.state, _renamed(view, row, tokens))

    def _known(self, state: Array) -> int:
        return int(self._masks.known(state, self._seat).sum())


def _renamed(view: View, row: Entry, tokens: Array) -> Entry:
    """A move with other numbers for its tokens."""
    action, *operands = row
    assert view.site is not None
    info = view.site.actions[action - 1]
    if info.sets is not None:
        if info.sets.kind == "token":
            values = sorted(int(tokens[value]) for value in values_of(operands))
            operands = [*words_of(values, len(operands))]
    else:
        kinds = [kind for _, kind, _ in info.operands]
        operands = [
            int(tokens[x]) if kind == "token" else x
            for x, kind in zip(operands, kinds, strict=True)
        ]
    return (action, *operands)
