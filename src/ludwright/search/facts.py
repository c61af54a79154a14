"""What a search needs to know of a program, found once: how moves are signed, what games are worth.

Rewards are utilities scaled to 0..1. A game of many hands is cut where the next hand is dealt, that
is where all tokens are shuffled; what its scores are worth there is fitted to random games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..belief.audience_table import audience_table
from ..machine import state as m
from ..machine.kernels import OPERATE
from ..machine.program import ActionInfo, Array, Program
from ..machine.rng import mix
from ..play.program_cache import PerProgram
from ..play.utility import utility_of
from ..play.workspace import workspace
from . import layout as y
from .iterations import sample_game
from .kernels import KERNELS, entry_point

_sample_game = entry_point(sample_game)

ROWS = 4096
SEED = 0x5A3
SAMPLED, LONGEST = 60, 3000  # random games to measure; most decisions of one
FITTED, MOST_HANDS = 300, 32  # random games that values of scores are fitted to; hands of one
CANDIDATES, TRIED = 4, 6  # zones tried as where hands begin; games of each
WHOLE = 0.9  # the share of all tokens that is shuffled for a new hand
LEAST_FIT = 0.02  # of the variance of results, that scores have to explain
ROOM = 4  # times the mean length of a random game, before an iteration is cut off
SPREAD = 0.98  # the share of hands within the range of rewards

Rows = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Hands:
    """Where a game of many hands is cut, and what it is worth there."""

    zone: int
    whole: int
    addresses: tuple[tuple[int, ...], ...]  # of each feature, a word per seat
    weights: tuple[float, ...]
    spread: float  # how much a hand usually changes the value
    number: float  # ends of hands in a random game


class Facts:
    """The facts of one program, as the compiled loops take them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.code = KERNELS.program_words(program.code)
        self.forms = _forms(program)
        self.audience = audience_table(program)
        utility = utility_of(program)
        self.utility = utility.table
        self.together = int(program.code[m.P_ANSWERS]) > 0
        self._state, self._space = program.image.copy(), workspace(program, ROWS)
        self._room = np.zeros(y.G_ALL, np.int64)
        sampled = [self._sampled(number, LONGEST) for number in range(SAMPLED)]
        ends = [utilities for utilities, *_ in sampled]
        self.length = sum(length for *_, length in sampled) / SAMPLED
        self.longest = min(LONGEST, int(ROOM * self.length) + 50)
        self.low, self.high = _range(utility.by_score, int(self.utility[2]), ends)
        self.hands = self._hands() if program.seats > 1 else None
        # The decisions ahead in a mean playout: half a game, or half a hand.
        self.ahead = self.length / 2 / (1 + (self.hands.number if self.hands else 0))

    # ---- random games ----

    def _sampled(self, number: int, most: int) -> tuple[list[float], Rows, bool, int]:
        """The utilities of a random game, the features of its hands, whether it ended, how long it
        was."""
        features = int(self._room[y.G_FEATURES])
        seats = self.program.seats
        out = np.zeros(y.MOST_SEATS + MOST_HANDS * features * seats)
        self._room[y.G_LONGEST] = most
        arrays = (self.code, self.program.image, self._state, self._space)
        hands = _sample_game(
            OPERATE, *arrays, self.utility, self._room, out, int(mix(SEED, number)), MOST_HANDS
        )
        rows = out[y.MOST_SEATS :].reshape(MOST_HANDS, features, seats)[: max(hands, 0)]
        length = int(self._state[m.DECISIONS])
        return out[:seats].tolist(), rows.astype(np.int64), hands >= 0, length

    def _hands(self) -> Hands | None:
        """Where hands end; None if the game has one hand, or its scores say little."""
        program = self.program
        zones = program.columns.zone
        tokens = int((program.image[zones : zones + len(program.tokens)] > 0).sum())
        features = _features(program)
        if not features or program.code[m.P_BAGS]:
            return None
        self._room[y.G_WHOLE] = math.ceil(WHOLE * tokens)
        self._room[y.G_FEATURES] = len(features)
        for i, words in enumerate(features):
            at = y.G_ADDRESSES + i * y.MOST_SEATS
            self._room[at : at + len(words)] = words
        shuffled = [
            number
            for number, zone in enumerate(program.zones)
            if zone and zone.name in program.shuffled and not zone.path
        ]
        for zone in shuffled[:CANDIDATES]:
            self._room[y.G_DEALS] = zone
            hands = sum(len(self._sampled(number, LONGEST)[1]) for number in range(TRIED))
            if hands >= TRIED:
                return self._fitted(zone, features)
        return None

    def _fitted(self, zone: int, features: Sequence[tuple[int, ...]]) -> Hands | None:
        """The weights of the features that predict the utility best, by least squares."""
        seats = self.program.seats
        games = [self._sampled(number, LONGEST) for number in range(FITTED)]
        compared = [
            (seats * rows - rows.sum(axis=2, keepdims=True), utilities)
            for utilities, rows, over, _ in games
            if over and len(rows)
        ]
        if not compared:
            return None
        xs = np.concatenate(
            [rows.transpose(0, 2, 1).reshape(-1, len(features)) for rows, _ in compared]
        )
        us = [u for rows, utilities in compared for _ in rows for u in utilities]
        weights = _least_squares(xs, us)
        values = [_sum(weights, row) for row in xs.tolist()]
        mean = math.fsum(us) / len(us)
        total = math.fsum((u - mean) ** 2 for u in us)
        missed = math.fsum((u - v) ** 2 for u, v in zip(us, values, strict=True))
        if not total or 1 - missed / total < LEAST_FIT:
            return None
        changes = []
        for rows, _ in compared:
            before = [0.0] * seats
            for row in rows.transpose(0, 2, 1).tolist():
                now = [_sum(weights, each) for each in row]
                changes += [abs(b - a) for a, b in zip(before, now, strict=True)]
                before = now
        spread = sorted(changes)[int(SPREAD * (len(changes) - 1))]
        whole = int(self._room[y.G_WHOLE])
        number = sum(len(rows) for _, rows, *_ in games) / len(games)
        if not spread:
            return None
        return Hands(zone, whole, tuple(features), tuple(weights), spread, number)

    # ---- a search ----

    def settings(self, world: Array, by_hands: bool) -> tuple[Any, Any]:
        """The integers and fractions of a search from a world, as far as the program has a say."""
        integers, fractions = np.zeros(y.G_ALL, np.int64), np.zeros(y.F_ALL)
        integers[y.G_LONGEST] = self.longest
        fractions[y.F_LOGS + 1 : y.F_ALL] = _LOGS
        seats = range(self.program.seats)
        lows, scale = [self.low for _ in seats], 1 / (self.high - self.low)
        hands = self.hands if by_hands else None
        if hands is not None:
            integers[y.G_DEALS], integers[y.G_WHOLE] = hands.zone, hands.whole
            integers[y.G_FEATURES] = len(hands.weights)
            fractions[y.F_WEIGHTS : y.F_WEIGHTS + len(hands.weights)] = hands.weights
            for i, words in enumerate(hands.addresses):
                at = y.G_ADDRESSES + i * y.MOST_SEATS
                integers[at : at + len(words)] = words
            lows = [self.value(world, seat) - hands.spread for seat in seats]
            scale = 1 / (2 * hands.spread)
        fractions[y.F_LOW : y.F_LOW + len(lows)], fractions[y.F_SCALE] = lows, scale
        return integers, fractions

    def value(self, world: Array, seat: int) -> float:
        """The utility a seat may expect at the end of a hand with these scores."""
        hands = self.hands
        if hands is None:
            return 0.0
        rows = [[int(world[at]) for at in words] for words in hands.addresses]
        compared = [len(row) * row[seat] - sum(row) for row in rows]
        return _sum(hands.weights, compared)


_LOGS = np.array([math.log(i) for i in range(1, y.MOST_LOGS)])


def _sum(weights: Sequence[float], values: Sequence[int]) -> float:
    return math.fsum(w * x for w, x in zip(weights, values, strict=True))


def _range(by_score: bool, sides: int, ends: list[list[float]]) -> tuple[float, float]:
    """The utilities of rewards 0 and 1."""
    if sides < 2:
        return 0.0, 1.0
    if not by_score:
        return -1.0 / (sides - 1), 1.0
    seen = [utility for utilities in ends for utility in utilities]
    low, high = min(seen), max(seen)
    return (low, high) if low < high else (-1.0, 1.0)


def _forms(program: Program) -> Array:
    """How moves are signed; see `layout`."""
    forms = np.zeros(len(program.code), np.int32)
    for offset, site in program.sites.items():
        forms[offset] = site.announced
        for number, action in enumerate(site.actions, 1):
            forms[offset + number] = _form(action)
    return forms


def _form(action: ActionInfo) -> int:
    form = y.IS_RANGE if action.is_range else 0
    if action.sets is not None:
        form |= y.IS_SET | len(action.operands) << y.SET_WORDS_AT
        return form | (y.OF_TOKENS if action.sets.kind == "token" else 0)
    for i, (_, kind, _) in enumerate(action.operands):
        form |= 1 << (y.NAMED + i) | (kind == "token") << i
    return form


def _features(program: Program) -> list[tuple[int, ...]]:
    """Numbers that each seat, or its team, has: of each the address of every seat's word."""
    found: list[tuple[int, ...]] = []
    for info in program.variables.values():
        if info.type != "int":
            continue
        if info.per_seat:
            found.append(tuple(info.address + seat for seat in range(program.seats)))
        elif info.per_team:
            teams = [
                next(i for i, team in enumerate(program.teams) if seat in team.seats)
                for seat in range(program.seats)
            ]
            found.append(tuple(info.address + team for team in teams))
    return found[: y.MOST_FEATURES]


def _least_squares(xs: Rows, us: Sequence[float]) -> list[float]:
    """Weights w that minimise the squares of u - w x, slightly drawn towards 0: by elimination in
    plain arithmetic, which is the same on every machine."""
    n = xs.shape[1]
    products = (xs.T @ xs).tolist()
    columns = xs.T.tolist()
    rows = [
        [float(p) for p in products[i]]
        + [math.fsum(x * u for x, u in zip(columns[i], us, strict=True))]
        for i in range(n)
    ]
    for i in range(n):
        rows[i][i] += 1.0 + 0.001 * rows[i][i]
    for i in range(n):
        for k in range(i + 1, n):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    weights = [0.0] * n
    for i in reversed(range(n)):
        left = rows[i][n] - math.fsum(rows[i][k] * weights[k] for k in range(i + 1, n))
        weights[i] = left / rows[i][i]
    return weights


facts_of = PerProgram(Facts)
