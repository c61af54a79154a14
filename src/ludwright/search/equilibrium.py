"""Equilibria of unfolded games: strategies, their values, best responses, exploitability."""

from __future__ import annotations

import numpy as np

from . import regret, response
from . import unfold as u
from .game_tree import GameTree, Numbers, Values
from .kernels import entry_point

_iterate = entry_point(regret.iterate)
_normalize = entry_point(regret.normalize)
_expected = entry_point(response.expected)
_own_depths = entry_point(response.own_depths)
_respond = entry_point(response.respond)


class Measure:
    """Values and best responses in one tree; a strategy is an array with the probability of every
    action, in the order of the tree's information sets."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self._values: Values = np.zeros(tree.size)
        self._others, self._own = np.zeros(tree.size), np.zeros(tree.size)
        self._orders = [self._order(seat) for seat in range(tree.seats)]

    def _order(self, seat: int) -> tuple[Numbers, Numbers]:
        """The order in which a best response is computed, and where its levels begin and end."""
        size = self.tree.size
        depths = np.zeros(size, np.int64)
        _own_depths(self.tree.nodes, depths, size, seat)
        order = np.lexsort((-np.arange(size), -depths))
        ends = np.flatnonzero(np.diff(depths[order])) + 1
        return order, np.concatenate([[0], ends, [size]]).astype(np.int64)

    def uniform(self) -> Values:
        """The strategy that chooses every action with the same probability."""
        return self.shares(np.zeros(self.tree.actions))

    def shares(self, weights: Values) -> Values:
        """The strategy that chooses actions in proportion to their weights."""
        found = np.zeros(self.tree.actions)
        _normalize(self.tree.sets, self.tree.information_sets, weights, found)
        return found

    def value(self, strategy: Values) -> list[float]:
        """The expected utility of each seat."""
        found = []
        tree = self.tree
        for seat in range(tree.seats):
            _expected(*self._tables(strategy), self._values, tree.size, tree.seats, seat)
            found.append(float(self._values[0]))
        return found

    def best_response(self, strategy: Values, seat: int) -> tuple[float, Values]:
        """What a seat can get against the others' strategies, and a strategy that gets it."""
        tree = self.tree
        order, levels = self._orders[seat]
        gains = np.zeros(tree.actions)
        _respond(
            *self._tables(strategy),
            *(order, levels, self._others, self._own, gains, self._values),
            *(tree.size, tree.seats, seat),
        )
        answer = strategy.copy()
        for record in tree.sets.reshape(-1, u.SET_WORDS):
            if record[u.I_SEAT] == seat:
                first, count = int(record[u.I_FIRST]), int(record[u.I_COUNT])
                answer[first : first + count] = 0.0
                answer[first + int(np.argmax(gains[first : first + count]))] = 1.0
        return float(self._values[0]), answer

    def exploitability(self, strategy: Values) -> float:
        """What the seats gain on average if each in turn switches to its best response: NashConv
        divided by the number of seats. It is 0 in an equilibrium."""
        values = self.value(strategy)
        gains = (self._response_value(strategy, seat) - value for seat, value in enumerate(values))
        return max(0.0, sum(gains) / self.tree.seats)

    def _response_value(self, strategy: Values, seat: int) -> float:
        return self.best_response(strategy, seat)[0]

    def _tables(self, strategy: Values) -> tuple[object, ...]:
        return self.tree.nodes, self.tree.values, self.tree.sets, strategy


class Minimizer:
    """Counterfactual regret minimization (CFR+) in one tree."""

    def __init__(self, measure: Measure) -> None:
        self.measure, self.tree = measure, measure.tree
        self.iterations = 0
        self._current = measure.uniform()
        self._regrets, self._sums = np.zeros(self.tree.actions), np.zeros(self.tree.actions)
        self._scratch = [np.zeros(self.tree.size) for _ in range(3)]

    def iterate(self, count: int) -> None:
        """Make a number of iterations."""
        tree = self.tree
        _iterate(
            *(tree.nodes, tree.values, tree.sets, self._current, self._regrets, self._sums),
            *(*self._scratch, tree.size, tree.seats, tree.information_sets),
            *(self.iterations, count),
        )
        self.iterations += count

    def average(self) -> Values:
        """The average strategy so far, which converges to an equilibrium of a game of two seats
        whose utilities add up to 0."""
        return self.measure.shares(self._sums)
