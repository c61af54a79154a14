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
    steps: tuple[int, ...]  # how early each kind goes to the goal, for guessing how far a win is
    bonds: tuple[int, ...]  # for each kind, the kinds that form a run with it, for the same


def facts(game: Patience, copies: Counter[int], start: dict[tuple[str, int], list[int]]) -> Facts:
    """What holds in a game with so many cards of each kind, given the kinds in each pile."""
    goal = goal_of(game, copies.total())
    fills = bool(game.auto) and all(_only_fills(rule) and rule.target != goal for rule in game.auto)
    plain = not game.auto and not (game.stock and game.stock.tests)
    chains = _chains(game, goal, copies, start) if goal else []
    supports = _supports(game, goal)
    linked = all(
        not (link & ~support)
        for rule in game.rules
        if rule.links
        for link, support in zip(rule.links, supports, strict=True)
    )
    returns = any(rule.source == goal for rule in game.rules)
    safe = b.SAFE_NEVER
    if chains and (plain or fills) and _all_harmless(game, fills):
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
        returns=returns and bool(chains) and plain and _only_to_build(game, goal),
        fills=fills,
        steps=_steps(game, chains),
        bonds=next((rule.links for rule in game.rules if rule.links and linked), supports),
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
    lists = [game.win, *(rule.tests for rule in (*game.rules, *game.auto))]
    lists += [game.stock.tests] if game.stock else []
    return all(_named_alike(tests, zone, count) for tests in lists) and all(
        rule.source != zone and (rule.target != zone or _only_fills(rule)) for rule in game.auto
    )


def _named_alike(tests: tuple[Test, ...], zone: str, count: int) -> bool:
    """Whether the tests of a list, all of which must hold, speak of all piles of a zone alike."""
    alone: Counter[tuple[int, int, int]] = Counter()
    for test in tests:
        for places in test.where:
            named = [index for name, index in places if name == zone]
            if len(places) == 1 and named:
                alone[test.compare, test.number, named[0]] += 1
            elif named and sorted(named) != list(range(count)):
                return False
    return all(
        len({alone[compare, number, index] for index in range(count)}) == 1
        for compare, number, _ in alone
    )


def _only_fills(rule: Rule) -> bool:
    return not any(rule.accept[:-1])


# ---- the goal ----------------------------------------------------------------------------------


def goal_of(game: Patience, cards: int) -> str | None:
    """The zone in which all cards must lie for a win, and in which a win is certain then."""
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
) -> list[list[int]]:
    """The kinds in the order in which they go to the goal, if every card has its one place in one
    such chain and there is a pile for each."""
    rules = [rule for rule in game.rules if rule.target == goal]
    if not rules or any(
        rule.links or rule.tests or rule.accept != rules[0].accept for rule in rules
    ):
        return []
    kinds = len(game.kinds)
    accept = rules[0].accept
    laid = [start[goal, index] for index in range(game.zones[goal])]
    first = {kind for kind in copies if accept[kinds] >> kind & 1} | {p[0] for p in laid if p}
    chains = [_chain(kind, accept, copies) for kind in first]
    if any(copies[kind] != 1 for kind in copies) or len(chains) > len(laid):
        return []
    if sorted(kind for chain in chains for kind in chain) != sorted(copies):
        return []
    return chains if all(any(c[: len(pile)] == pile for c in chains) for pile in laid) else []


def _steps(game: Patience, chains: list[list[int]]) -> tuple[int, ...]:
    place = {kind: step for chain in chains for step, kind in enumerate(chain)}
    return tuple(place.get(kind, 0) for kind in range(len(game.kinds)))


def _chain(kind: int, accept: tuple[int, ...], copies: Counter[int]) -> list[int]:
    """What comes to lie on a kind, one after another; nothing if there is a choice. That the first
    kind would fit on the last again is no matter: it lies below."""
    chain = [kind]
    while True:
        more = [k for k in copies if accept[chain[-1]] >> k & 1 and k != kind]
        if len(more) != 1:
            return chain if not more else []
        if more[0] in chain:
            return []
        chain += more


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


def _all_harmless(game: Patience, fills: bool) -> bool:
    """Whether no test can fail because fewer cards lie on piles that are no goals, and every run
    may also move as the single card that is left of it."""
    for rule in game.rules:
        for test in rule.tests:
            # Where empty piles are filled, only moves count as safe that empty none.
            stays = (
                fills and test.quantity == b.Q_CARDS and (test.compare, test.number) == (b.MORE, 0)
            )
            if not stays and not _harmless(test, bool(rule.links)):
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


def _for_one(test: Test) -> Test:
    """A test with the size of the source pile told by what is left there."""
    if test.quantity == b.Q_FROM_SIZE:
        return Test(b.Q_LEFT, test.compare, test.number - 1)
    return test


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
