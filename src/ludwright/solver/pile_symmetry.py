"""Which positions of a solitaire of piles are equivalent: what a key may leave out.

docs/solver.md has the proofs. A condition that is not met keeps positions apart that could have
been merged: the search is slower then, never wrong.
"""

from __future__ import annotations

from collections import Counter

from .board import words as b
from .pile_game import PileGame, PileMove, Test


def interchangeable_piles(game: PileGame, zone: str) -> bool:
    """Whether swapping two piles of a zone changes nothing but their names.

    Rules name zones, not piles. So it is enough that tests treat all piles of the zone alike, and
    that automatic moves, which prefer the first pile that fits, have no choice among unequal ones.
    """
    count = game.zones[zone]
    if count == 1 or (game.stock and zone in game.stock.deals):
        return False
    lists = [game.win, *(rule.tests for rule in (*game.rules, *game.auto))]
    lists += [game.stock.tests] if game.stock else []
    return all(_treated_alike(tests, zone, count) for tests in lists) and all(
        rule.source != zone and (rule.target != zone or only_fills(rule)) for rule in game.auto
    )


def _treated_alike(tests: tuple[Test, ...], zone: str, count: int) -> bool:
    """Whether a conjunction of tests is symmetric in the piles of a zone."""
    alone: Counter[tuple[int, int, int]] = Counter()
    for test in tests:
        for piles in test.where:
            indices = [index for name, index in piles if name == zone]
            if len(piles) == 1 and indices:
                alone[test.compare, test.number, indices[0]] += 1
            elif indices and sorted(indices) != list(range(count)):
                return False
    # The same test of one pile each is symmetric if it occurs equally often for every pile.
    return all(
        len({alone[compare, number, index] for index in range(count)}) == 1
        for compare, number, _ in alone
    )


def only_fills(rule: PileMove) -> bool:
    """Whether a rule moves cards to empty piles only."""
    return not any(rule.accept[:-1])


def key_part(game: PileGame, zone: str) -> int:
    """The part of a pile that belongs to a key. Of a pile that no card ever leaves, only the top
    card matters, and its size if a test asks for it."""
    moving = (*game.rules, *game.auto)
    stock = {game.stock.zone, game.stock.waste} if game.stock else set()
    if zone in stock or any(rule.source == zone for rule in moving):
        return b.WHOLE
    tests = [*game.win, *(test for rule in moving for test in rule.tests)]
    tests += game.stock.tests if game.stock else ()
    counted = any(
        test.quantity == b.Q_CARDS and any(name == zone for name, _ in test.where[0])
        for test in tests
    )
    as_target = any(
        test.quantity == b.Q_TO_SIZE
        for rule in moving
        if rule.target == zone
        for test in rule.tests
    )
    return b.TOP_AND_SIZE if counted or as_target else b.TOP


def looks(game: PileGame) -> tuple[int, ...]:
    """For each kind, the first kind that no rule distinguishes from it: in every table of what
    fits and of what continues a run, both have equal rows and equal columns."""
    tables = [rule.accept for rule in (*game.rules, *game.auto)]
    tables += [rule.links for rule in (*game.rules, *game.auto) if rule.links]
    rows = [
        tuple((table[kind], *(mask >> kind & 1 for mask in table)) for table in tables)
        for kind in range(len(game.kinds))
    ]
    first: dict[tuple[tuple[int, ...], ...], int] = {}
    return tuple(first.setdefault(row, kind) for kind, row in enumerate(rows))
