"""The world that is real agrees with everything a seat saw: a belief that replays the past in it
must find no violation."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.belief import past_table as t
from ludwright.belief import replay
from ludwright.belief.kernels import entry_point
from ludwright.machine.program import Array
from ludwright.play import belief as beliefs
from ludwright.play.belief import Belief, Chain
from ludwright.play.table import Table

GAMES = sorted(name for name in pipeline.library_games() if ":" not in name)
MOVES, SEEDS = 60, 64
ANY_NUMBER = 1 << 40

_replay = entry_point(replay.replay)


class Untouched(Chain):
    """A chain that has not begun."""

    def _steps_that_matter(self, seed: int) -> None:
        pass


class RealWorld:
    """The chain of a seat's belief, in the state of the real world."""

    def __init__(self, table: Table, seat: int, states: list[Array]) -> None:
        belief = Belief(table.program, seat, 1)
        belief.update(table.view(seat))
        assert belief._observed is not None
        self.past, self.masks = belief.past, belief.masks
        self.chain = Untouched(self.past, belief._observed, 1, True, 1)
        cut = len(states) - 1 - belief._observed.answered - self.past.steps
        self.tokens = [self._tokens(states[cut + k], k, seat) for k in range(self.past.steps + 1)]
        self.part(t.C_NOW, self.masks.n1)[:] = self.tokens[-1]
        for k in range(self.past.steps):
            self._mix(k)

    def part(self, field: int, count: int) -> Array:
        return self.chain._part(field, count)

    def _tokens(self, state: Array, k: int, seat: int) -> Array:
        """By label, the token at a record."""
        words, labels = self.masks.joined(state, seat)
        assert (words == self.past.records[k].masked).all()
        tokens: Array = np.zeros_like(labels)
        tokens[labels] = np.arange(len(labels))
        return tokens

    def _mix(self, k: int) -> None:
        """Note how labels were mixed in a step, see `belief/unit.py`."""
        record = self.past.words[self.past.starts[k] :]
        permutations = self.part(t.C_PERMUTATIONS, self.past.permutations)
        at = record.item(t.H_GROUPS)
        for _ in range(record.item(t.H_GROUP_COUNT)):
            start, known, unknown, ends = record[at : at + t.GROUP_HEAD].tolist()
            labels = record[at + t.GROUP_HEAD :][: known + unknown + ends].tolist()
            fixed, before, after = labels[:known], labels[known:][:unknown], labels[-ends:]
            rest = [x for x in self.tokens[k + 1][after].tolist() if x not in fixed]
            for i, label in enumerate(before, record.item(t.H_PERMUTATIONS) + start):
                permutations[i] = rest.index(self.tokens[k].item(label))
            at += t.GROUP_HEAD + len(labels)

    def is_possible(self) -> bool:
        n1 = self.masks.n1
        possible = self.part(t.C_POSSIBLE, n1 * n1).reshape(n1, n1)
        return bool(possible[self.tokens[-1][1:], np.arange(1, n1)].all())

    def violations(self) -> int:
        """The fewest, of hidden choices that come from small numbers."""
        seeds = self.part(t.C_SEEDS, len(self.past.records))
        hidden = [k for k, record in enumerate(self.past.records) if record.varies]
        best = self._replay()
        for k in hidden:
            for number in range(SEEDS if best else 0):
                before, seeds[k] = seeds.item(k), number
                found = self._replay()
                if found >= best:
                    seeds[k] = before
                best = min(found, best)
        return best

    def _replay(self) -> int:
        return int(_replay(*self.chain._arguments(), ANY_NUMBER, 1))


def positions(name: str, seats: int, seed: int, moves: int) -> Iterator[tuple[Table, list[Array]]]:
    """The decisions of a random game, with the states since it began."""
    table, draws = lw.load(name).table(players=seats, seed=seed), random.Random(seed)
    states = [table.state.copy()]
    while not table.over and len(table.log) < moves:
        if table.decider is not None:
            yield table, states
        table.apply(draws.choice(list(table.legal())))
        states.append(table.state.copy())


def check(name: str, most: bool, seed: int) -> None:
    definition = lw.load(name).definition
    seats = definition.most_players if most else definition.least_players
    draws = random.Random(seed)
    for table, states in positions(name, seats, seed, MOVES):
        if draws.random() < 0.3:
            assert table.decider is not None
            real = RealWorld(table, table.decider, states)
            assert real.is_possible()
            assert real.violations() == 0, (name, seats, seed, len(table.log))


@pytest.mark.quick(12)
@pytest.mark.parametrize("most", (False, True))
@pytest.mark.parametrize("name", GAMES)
def test_the_real_world_agrees_with_the_past(name: str, most: bool) -> None:
    check(name, most, 1)


@pytest.mark.parametrize(("name", "seed"), [("go-fish", 0), ("hearts", 1)])
def test_the_real_world_agrees_where_sets_are_passed_and_laid_out(name: str, seed: int) -> None:
    check(name, False, seed)


@pytest.mark.parametrize(("name", "seats"), [("hearts", 4), ("hearts", 3), ("president", 4)])
def test_worlds_are_found_at_every_position(name: str, seats: int) -> None:
    kept: dict[int, Belief] = {}
    for table, _ in positions(name, seats, 2, 48):
        seat = table.decider
        assert seat is not None
        belief = kept.setdefault(seat, Belief(table.program, seat, 1))
        belief.update(table.view(seat))
        belief.worlds(beliefs.SAMPLED)
        assert belief.evidence == 1.0, (name, seats, len(table.log), seat)
