"""What can be proved about a patience from its rules: which moves need not be looked at.

docs/solver.md has the proofs; here are their conditions. Whatever is not met switches the pruning
off that needs it: the search is slower then, never wrong.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from . import board_words as b
from .patience import Patience, Rule, Test


@dataclass(frozen=True, slots=True)
class Facts:
    """What holds in a game."""

    alike: frozenset[str]  # zones whose piles are interchangeable
    goal: str | None  # the game is won exactly when all cards lie here
    safe: int  # how a move to the goal is proved safe: b.SAFE_*
    slack: bool  # whether cards that the goal takes at once need not lie there yet
    supports: tuple[int, ...]  # for each kind, the kinds that may come to lie on it
    closure: tuple[int, ...]  # for each kind, all that matters if cards come back from the goal
    classes: tuple[int, ...]  # kinds of a class are equally good to build on
    parts: frozenset[int]  # rules that move parts of runs: only worth it to free the card below
    returns: bool  # whether a card only comes back from the goal to have another laid on it
    fills: bool  # whether automatic moves fill empty piles


def facts(game: Patience, copies: Counter[int], start: dict[tuple[str, int], list[int]]) -> Facts:
    """What holds in a game with so many cards of each kind, given the kinds in each pile."""
    goal = _goal(game, start)
    fills = bool(game.auto) and all(_only_fills(rule) and rule.target != goal for rule in game.auto)
    plain = not game.auto and not (game.stock and game.stock.tests)
    chains = goal is not None and _chains(game, goal, copies, start)
    supports = _supports(game, goal)
    linked = all(
        not (link & ~support)
        for rule in game.rules
        if rule.links
        for link, support in zip(rule.links, supports, strict=True)
    )
    returns = any(rule.source == goal for rule in game.rules)
    safe = b.SAFE_NEVER
    if chains and (plain or fills) and _all_harmless(game, goal):
        if not returns:
            safe = b.SAFE_STAYS
        elif plain and linked:
            safe = b.SAFE_RETURNS
    slack = plain and linked
    parts = _parts(game, goal) if chains and plain else frozenset()
    return Facts(
        alike=frozenset(zone for zone in game.zones if _alike(game, zone)),
        goal=goal,
        safe=safe,
        slack=slack,
        supports=supports,
        closure=_closure(game, goal, supports) if safe == b.SAFE_RETURNS else (),
        classes=_classes(game, goal),
        parts=parts,
        returns=bool(returns and chains and plain and _only_to_build(game, goal)),
        fills=fills,
    )


# ---- piles that are interchangeable ------------------------------------------------------------


def _alike(game: Patience, zone: str) -> bool:
    """Whether exchanging two piles of a zone changes nothing but their names.

    Rules name zones, not piles; so it is for tests to name all piles alike, and for what happens
    by itself not to prefer one pile to another.
    """
    count = game.zones[zone]
    if count == 1 or (game.stock and zone in game.stock.deals):
        return False
    tests = [*game.win, *(game.stock.tests if game.stock else ())]
    single = Counter(
        (test.compare, test.number, test.where[0][0][1])
        for test in tests
        if len(test.where) == 1 and len(test.where[0]) == 1 and test.where[0][0][0] == zone
    )
    for compare, number, _ in single:
        if len({single[compare, number, i] for i in range(count)}) > 1:
            return False
    for test in tests:
        for places in test.where:
            named = [index for name, index in places if name == zone]
            if len(places) > 1 and named and sorted(named) != list(range(count)):
                return False
    return all(rule.source != zone and _picks_alike(game, rule, zone) for rule in game.auto)


def _picks_alike(game: Patience, rule: Rule, zone: str) -> bool:
    """Whether it makes no difference to which pile of a zone a card goes by itself."""
    return rule.target != zone or _only_fills(rule)


def _only_fills(rule: Rule) -> bool:
    return not any(rule.accept[:-1])


# ---- the goal ----------------------------------------------------------------------------------


def _goal(game: Patience, start: dict[tuple[str, int], list[int]]) -> str | None:
    """The zone in which all cards must lie for a win, and in which a win is certain then."""
    cards = sum(len(pile) for pile in start.values())
    for zone, count in game.zones.items():
        wanted = {
            (b.Q_CARDS, b.EQUAL, cards // count, (((zone, index),),)) for index in range(count)
        }
        stated = {(test.quantity, test.compare, test.number, test.where) for test in game.win}
        if cards % count == 0 and stated == wanted:
            return zone
    empty = {
        place
        for test in game.win
        if test.quantity == b.Q_CARDS and test.compare == b.EQUAL and test.number == 0
        for place in test.where[0]
    }
    if len(empty) == sum(len(test.where[0]) for test in game.win if test.where):
        left = [zone for zone in game.zones if not any(name == zone for name, _ in empty)]
        whole = all(
            (zone, index) in empty
            for zone, count in game.zones.items()
            if zone not in left
            for index in range(count)
        )
        if len(left) == 1 and whole:
            return left[0]
    return None


def _chains(
    game: Patience, goal: str, copies: Counter[int], start: dict[tuple[str, int], list[int]]
) -> bool:
    """Whether every card has its one place in one chain of the goal, and a pile for each chain."""
    rules = [rule for rule in game.rules if rule.target == goal]
    if not rules or any(
        rule.links or rule.tests or rule.accept != rules[0].accept for rule in rules
    ):
        return False
    kinds = len(game.kinds)
    accept = rules[0].accept
    present = sum(1 << kind for kind in copies)
    if any(copies[kind] != 1 for kind in copies):
        return False
    below = [[t for t in range(kinds + 1) if accept[t] >> k & 1] for k in range(kinds)]
    if any(len(below[kind]) != 1 for kind in copies if below[kind] != [kinds]):
        return False
    if any((accept[t] & present).bit_count() > 1 for t in range(kinds)):
        return False
    if (accept[kinds] & present).bit_count() > game.zones[goal]:
        return False
    for index in range(game.zones[goal]):
        under = kinds
        for kind in start[goal, index]:
            if not accept[under] >> kind & 1:
                return False
            under = kind
    return True


# ---- what may come to lie on what --------------------------------------------------------------


def _supports(game: Patience, goal: str | None) -> tuple[int, ...]:
    found = [0] * len(game.kinds)
    for rule in game.rules:
        if rule.target != goal:
            found = [mask | more for mask, more in zip(found, rule.accept, strict=False)]
    return tuple(found)


def _closure(game: Patience, goal: str | None, supports: tuple[int, ...]) -> tuple[int, ...]:
    """For each kind: it, all below it on the goal, and all that may be laid on any of these."""
    accept = next(rule.accept for rule in game.rules if rule.target == goal)
    needs = list(supports)
    for kind in range(len(game.kinds)):
        for below in range(len(game.kinds)):
            if accept[below] >> kind & 1:
                needs[kind] |= 1 << below
    return tuple(_reached(kind, needs) for kind in range(len(game.kinds)))


def _reached(kind: int, needs: list[int]) -> int:
    found, new = 0, 1 << kind
    while new:
        found |= new
        more = 0
        for each in range(len(needs)):
            if new >> each & 1:
                more |= needs[each]
        new = more & ~found
    return found


def _all_harmless(game: Patience, goal: str | None) -> bool:
    """Whether no test can fail because fewer cards lie on piles that are no goals, and every run
    may also move as the single card that is left of it."""
    if any(not _harmless(test, bool(rule.links)) for rule in game.rules for test in rule.tests):
        return False
    return all(
        any(_as_free(single, rule) for single in game.rules if not single.links)
        for rule in game.rules
        if rule.links
    )


def _harmless(test: Test, runs: bool) -> bool:
    if test.quantity in (b.Q_LEFT, b.Q_OVER_CAPACITY):
        return test.quantity == b.Q_LEFT or test.compare == b.AT_MOST
    if test.quantity == b.Q_FROM_SIZE and not runs:
        return True  # for one card, that is how many are left
    return test.quantity in (b.Q_MOVED, b.Q_TO_SIZE, b.Q_FROM_SIZE) and test.compare in (
        b.LESS,
        b.AT_MOST,
    )


def _as_free(single: Rule, run: Rule) -> bool:
    if (single.source, single.target) != (run.source, run.target):
        return False
    if any(more & ~less for less, more in zip(single.accept, run.accept, strict=True)):
        return False
    return {_for_one(test) for test in single.tests} <= {_for_one(test) for test in run.tests}


def _for_one(test: Test) -> tuple[int, int, int]:
    """A test with the size of the source pile told by what is left there."""
    if test.quantity == b.Q_FROM_SIZE:
        return b.Q_LEFT, test.compare, test.number - 1
    return test.quantity, test.compare, test.number


# ---- parts of runs, and cards that come back ---------------------------------------------------


def _parts(game: Patience, goal: str | None) -> frozenset[int]:
    """The rules of a zone in which any part of a run moves anywhere that its lowest card may go."""
    if game.stock and not game.stock.waste:
        return frozenset()
    found = []
    for zone in game.zones:
        leaving = [rule for rule in game.rules if rule.source == zone]
        within = [rule for rule in leaving if rule.target == zone]
        runs = [rule for rule in within if rule.links]
        if (
            len(within) != 2
            or len(runs) != 1
            or any(rule.target not in (zone, goal) for rule in leaving)
            or any(rule.tests for rule in game.rules if zone in (rule.source, rule.target))
            or within[0].accept != within[1].accept
            or runs[0].links != runs[0].accept[:-1]
        ):
            continue
        found += [i for i, rule in enumerate(game.rules) if rule.source == rule.target == zone]
    return frozenset(found)


def _only_to_build(game: Patience, goal: str | None) -> bool:
    """Whether cards of the goal only come back to zones of which parts of runs move freely."""
    parts = _parts(game, goal)
    zones = {game.rules[i].source for i in parts}
    back = [rule for rule in game.rules if rule.source == goal]
    return all(rule.target in zones and not rule.tests and not rule.links for rule in back)


def _classes(game: Patience, goal: str | None) -> tuple[int, ...]:
    """Kinds on which, anywhere but on the goal, the same cards may be laid."""
    rules = [rule for rule in game.rules if rule.target != goal]
    rows = [
        tuple(rule.accept[kind] for rule in rules)
        + tuple(rule.links[kind] for rule in rules if rule.links)
        for kind in range(len(game.kinds))
    ]
    return tuple(rows.index(row) for row in rows)
