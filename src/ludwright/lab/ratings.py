"""Elo ratings of bots from the order of the sides in games: Bradley-Terry, Plackett-Luce for more.

A game is a sequence of picks: the best side is picked from all, the next from those left, each with
a chance proportional to its strength. What cannot be ranked is shared: sides that tie take equal
parts in as many picks as they have places. The fit is by minorise-maximise (Hunter 2004).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .resampling import Counts, Floats

ELO_SCALE = 400  # ten times the strength
MOST_STEPS, CLOSE_ENOUGH = 10_000, 1e-9
# A drawn game of every two bots that is assumed to have been played beside the others: it keeps the
# rating of a bot that never lost finite.
PRIOR_DRAWS = 1.0


class Picks:
    """The picks of some deals: how often each set of sides was picked from, and by whom it was won.

    A set is the number of sides that each bot plays in it.
    """

    def __init__(self, bots: int) -> None:
        self.bots = bots
        self._sets: dict[tuple[int, ...], int] = {}
        self._rows: list[tuple[Counter[int], list[float]]] = []

    def add_deal(self, games: Iterable[tuple[Sequence[int], Sequence[float]]]) -> None:
        """Add the games of a deal: for each, the bots and the utilities of its sides."""
        counts: Counter[int] = Counter()
        wins = [0.0] * self.bots
        for seated, values in games:
            self._add_game(seated, values, counts, wins)
        self._rows.append((counts, wins))

    def _add_game(
        self,
        seated: Sequence[int],
        values: Sequence[float],
        counts: Counter[int],
        wins: list[float],
    ) -> None:
        left = list(range(len(seated)))
        while len({seated[side] for side in left}) > 1:
            best = max(values[side] for side in left)
            tied = [side for side in left if values[side] == best]
            # The last place needs no pick, and those who share it are not ranked, unless all do.
            picks = len(tied) - (len(tied) == len(left))
            if picks and (len(tied) < len(left) or len(left) == len(seated)):
                members = [0] * self.bots
                for side in left:
                    members[seated[side]] += 1
                number = self._sets.setdefault(tuple(members), len(self._sets))
                counts[number] += picks
                for side in tied:
                    wins[seated[side]] += picks / len(tied)
            left = [side for side in left if side not in tied]

    def arrays(self) -> tuple[Counts, Floats, Floats]:
        """The number of picks by deal and set, the wins by deal and bot, the sides by set and
        bot."""
        picks = np.zeros((len(self._rows), len(self._sets)), np.int64)
        for row, (counts, _) in enumerate(self._rows):
            for number, times in counts.items():
                picks[row, number] = times
        wins = np.array([wins for _, wins in self._rows]).reshape(len(self._rows), self.bots)
        return picks, wins, np.array(list(self._sets), float).reshape(-1, self.bots)


def strengths(picks: Floats, wins: Floats, sets: Floats) -> Floats:
    """The most likely strengths: one row for each row of numbers of picks and of wins."""
    bots = sets.shape[1]
    pairs = np.array([[i in (a, b) for i in range(bots)] for a in range(bots) for b in range(a)])
    sets = np.concatenate([sets, pairs.astype(float)])
    drawn = np.full((len(picks), len(pairs)), PRIOR_DRAWS)
    picks = np.concatenate([picks, drawn], axis=1)
    wins = wins + PRIOR_DRAWS * (bots - 1) / 2
    found = np.ones((len(picks), bots))
    for _ in range(MOST_STEPS):
        updated = wins / ((picks / (found @ sets.T)) @ sets)
        updated /= np.exp(np.log(updated).mean(axis=1, keepdims=True))
        moved = float(np.abs(updated / found - 1).max())
        found = updated
        if moved < CLOSE_ENOUGH:
            break
    return found


def elo(found: Any, anchor: int) -> Floats:
    """Strengths as Elo ratings, those of one bot being 0."""
    ratings = ELO_SCALE * np.log10(found)
    return np.asarray(ratings - ratings[:, anchor : anchor + 1])
