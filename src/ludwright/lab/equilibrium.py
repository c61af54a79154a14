"""Compute equilibria of small games, measure how good they are, and keep them as strategies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from ..machine.program import Program
from ..search import unfold as u
from ..search.equilibrium import Measure, Minimizer
from ..search.game_tree import MOST_NODES, GameTree
from ..search.sampler import MOST_SETS, Full, Sampler
from ..search.strategy import Strategy, strategy_for
from ..search.walk import NotSolvable, Values, Walk

METHODS = ("cfr", "mccfr")
TARGET = 0.001  # exploitability at which CFR+ stops, if no number of iterations is given
MOST_ITERATIONS = {"cfr": 100_000, "mccfr": 1_000_000}
FIRST_LOOK, NEXT_LOOK = 10, 1.25  # iterations between two measurements grow by this factor
SAMPLED_AT_A_TIME = 1000
MEASURED_NODES = 1_000_000  # the largest tree that is unfolded only to measure a strategy
MEASURED_GAMES = 20_000  # played to estimate values where there is no tree
BALANCED = 1e-9  # how far from 0 the sum of all utilities may be

# Called with the iterations that are done and the exploitability, if it is known.
Progress = Callable[[int, float | None], None]


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A strategy for all seats of a game, and how close to an equilibrium it is.

    `value` is the expected utility of each seat. `exploitability` is what a seat gains on average
    by its best response to the others; None if the game is too large to measure it. `guaranteed`
    says whether the method is known to converge: two seats whose utilities add up to 0.
    """

    game: str
    players: int
    method: str
    value: tuple[float, ...]
    exploitability: float | None
    iterations: int
    information_sets: int
    nodes: int | None
    guaranteed: bool
    best_response: tuple[float, ...] | None
    interrupted: bool = False
    full: bool = False
    strategy: Strategy = field(repr=False, kw_only=True)

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        names = (name for name in self.__slots__ if name not in ("strategy", "interrupted", "full"))
        found = {name: getattr(self, name) for name in names}
        found |= {name: True for name in ("interrupted", "full") if getattr(self, name)}
        return found


def solve_by_tree(
    program: Program,
    game: str,
    *,
    iterations: int | None = None,
    target: float | None = None,
    most: int = MOST_NODES,
    progress: Progress | None = None,
    unfolding: Callable[[int], None] | None = None,
) -> Equilibrium:
    """Unfold a program with explicit chance and run CFR+: until the exploitability is at most a
    target, or for a number of iterations. Ctrl-C keeps what is there. `unfolding` gets the number
    of nodes so far."""
    measure = Measure(_tree(program, most, unfolding))
    tree, minimizer = measure.tree, Minimizer(measure)
    limit = iterations or MOST_ITERATIONS["cfr"]
    wanted = TARGET if target is None and iterations is None else target
    interrupted = False
    try:
        for many in _looks(limit):
            minimizer.iterate(many)
            if progress or wanted is not None:
                left = measure.exploitability(minimizer.average())
                if progress:
                    progress(minimizer.iterations, left)
                if wanted is not None and left <= wanted:
                    break
    except KeyboardInterrupt:
        interrupted = True
    strategy = minimizer.average()
    return Equilibrium(
        game=game,
        players=program.seats,
        method="cfr",
        value=tuple(measure.value(strategy)),
        exploitability=measure.exploitability(strategy),
        iterations=minimizer.iterations,
        information_sets=tree.information_sets,
        nodes=tree.size,
        guaranteed=_is_balanced(tree),
        best_response=_responses(measure, strategy),
        interrupted=interrupted,
        strategy=_saved(program, game, "cfr", minimizer.iterations, tree, strategy),
    )


def solve_by_samples(
    program: Program,
    explicit: Callable[[], Program],
    game: str,
    *,
    iterations: int | None = None,
    target: float | None = None,
    seed: int = 0,
    most: int = MOST_SETS,
    progress: Progress | None = None,
) -> Equilibrium:
    """Run external-sampling CFR on a program that draws its own random numbers. The strategy is
    measured if the same program with explicit chance can be unfolded."""
    if program.seats < 2:
        raise NotSolvable(ONE_SEAT)
    measure = _measure(explicit)
    if target is not None and measure is None:
        raise NotSolvable(f"only trees of up to {MEASURED_NODES:,} nodes can be solved to a target")
    sampler = Sampler(program, seed, most)
    limit = iterations or MOST_ITERATIONS["mccfr"]
    interrupted = full = False
    try:
        for many in _looks(limit, SAMPLED_AT_A_TIME):
            sampler.iterate(many)
            left = None
            if measure and (target is not None or progress):
                left = measure.exploitability(strategy_in(measure, sampler))
            if progress:
                progress(sampler.iterations, left)
            if target is not None and left is not None and left <= target:
                break
    except KeyboardInterrupt:
        interrupted = True
    except Full:
        full = True
    if not sampler.information_sets:
        raise NotSolvable(NO_DECISIONS)
    left, responses = None, None
    if measure:
        strategy = strategy_in(measure, sampler)
        value, left = tuple(measure.value(strategy)), measure.exploitability(strategy)
        responses = _responses(measure, strategy)
    else:
        value = tuple(sampler.value(MEASURED_GAMES))
    return Equilibrium(
        game=game,
        players=program.seats,
        method="mccfr",
        value=value,
        exploitability=left,
        iterations=sampler.iterations,
        information_sets=sampler.information_sets,
        nodes=measure.tree.size if measure else None,
        guaranteed=program.seats == 2 and abs(fsum(value)) < BALANCED,
        best_response=responses,
        interrupted=interrupted,
        full=full,
        strategy=_saved(program, game, "mccfr", sampler.iterations, sampler, sampler.average()),
    )


ONE_SEAT = "an equilibrium is between two seats or more; this game has one"
NO_DECISIONS = "the game has no decisions"


def _tree(program: Program, most: int, unfolding: Callable[[int], None] | None = None) -> GameTree:
    """The tree of a program that can be solved by it."""
    if program.seats < 2:
        raise NotSolvable(ONE_SEAT)
    tree = GameTree(program, most=most, progress=unfolding)
    if not tree.information_sets:
        raise NotSolvable(NO_DECISIONS)
    return tree


def _measure(explicit: Callable[[], Program]) -> Measure | None:
    try:
        return Measure(GameTree(explicit(), most=MEASURED_NODES))
    except NotSolvable:
        return None


def _looks(limit: int, first: int = FIRST_LOOK) -> Iterator[int]:
    """How many iterations to make before each measurement, up to a limit."""
    done, following = 0, first
    while done < limit:
        many = min(following - done, limit - done)
        yield many
        done += many
        following = max(int(following * NEXT_LOOK), following + 1)


def _is_balanced(tree: GameTree) -> bool:
    """Whether the utilities of two seats add up to 0 wherever the game ends."""
    sums = tree.values.reshape(-1, tree.seats).sum(axis=1)
    return tree.seats == 2 and bool(abs(sums).max(initial=0.0) < BALANCED)


def _responses(measure: Measure, strategy: Values) -> tuple[float, ...]:
    """What each seat gets by its best response."""
    return tuple(measure.best_response(strategy, seat)[0] for seat in range(measure.tree.seats))


def _records(walk: Walk) -> Iterator[tuple[int, int, int]]:
    """The hash of each information set, its first action, and the number of its actions."""
    records = walk.sets[: walk.information_sets * u.SET_WORDS].reshape(-1, u.SET_WORDS)
    for key, record in zip(walk.keys(), records.tolist(), strict=True):
        yield key, record[u.I_FIRST], record[u.I_COUNT]


def _saved(
    program: Program, game: str, method: str, iterations: int, walk: Walk, strategy: Values
) -> Strategy:
    shares = strategy.tolist()
    sets = {key: shares[first : first + count] for key, first, count in _records(walk)}
    return strategy_for(program, game, method, iterations, sets)


def strategy_in(measure: Measure, sampler: Sampler) -> Values:
    """The average strategy of a sampler in a tree; uniform where it has never been."""
    found, average = measure.uniform(), sampler.average()
    known = {key: (first, count) for key, first, count in _records(sampler)}
    for key, first, count in _records(measure.tree):
        if key in known and known[key][1] == count:
            start = known[key][0]
            found[first : first + count] = average[start : start + count]
    return found
