"""What can be proved about a patience from its rules: which moves need not be looked at.

docs/solver.md has the proofs; here are their conditions. Whatever is not met switches the pruning
off that needs it: the search is slower then, never wrong.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from .board import words as b
from .pile_game import Patience, PileMove, Test


@dataclass(frozen=True, slots=True)
class PileFacts:
    """What holds in a game."""

    alike: frozenset[str]  # zones whose piles are interchangeable
    kept: dict[str, int]  # what of a zone's piles belongs to a key: b.WHOLE, TOP, TOP_AND_SIZE
    looks: tuple[int, ...]  # for each kind, the first one that no rule tells from it
    losses: frozenset[tuple[str, int]]  # piles whose cards keep from a win, for guessing how far
    goal: str | None  # the game is won exactly when all cards lie here
    safe: int  # how a move to the goal is proved safe: b.SAFE_*
    unsafe: frozenset[str]  # zones from which none is
    slack: bool  # whether cards that the goal takes at once need not lie there yet
    supports: tuple[int, ...]  # for each kind, the kinds that may come to lie on it
    closure: tuple[int, ...]  # for each kind, all that matters if cards come back from the goal
    classes: tuple[int, ...]  # kinds of a class are equally good to build on
    parts: frozenset[int]  # rules that move parts of runs: only worth it to free the card below
    returns: bool  # whether a card only comes back from the goal to have another laid on it
    bears: tuple[int, ...]  # for each kind, and for none, those that may lie on it on the goal
    fills: bool  # whether automatic moves fill empty piles
    steps: tuple[int, ...]  # how early each kind goes to the goal, for guessing how far a win is
    bonds: tuple[int, ...]  # for each kind, the kinds that form a run with it, for the same


def facts(
    game: Patience, copies: Counter[int], start: dict[tuple[str, int], list[int]]
) -> PileFacts:
    """What holds in a game with so many cards of each kind, given the kinds in each pile."""
    goal = goal_of(game, copies.total())
    freely = not (game.stock and game.stock.tests)
    fills = freely and bool(game.auto) and all(_fills_all(game, goal, rule) for rule in game.auto)
    plain = freely and not game.auto
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
    return PileFacts(
        alike=frozenset(zone for zone in game.zones if _alike(game, zone)),
        kept={zone: _kept(game, zone) for zone in game.zones},
        looks=_looks(game),
        losses=_losses(game, goal),
        goal=goal,
        safe=safe,
        unsafe=_unsafe(game),
        slack=slack,
        supports=supports,
        closure=_closure(game, goal, supports) if safe == b.SAFE_RETURNS else (),
        classes=_classes(game, goal),
        parts=parts,
        returns=returns and bool(chains) and plain and _only_to_build(game, goal),
        bears=() if chains else _bears(game, goal),
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


def _only_fills(rule: PileMove) -> bool:
    return not any(rule.accept[:-1])


# ---- what keys need not tell -------------------------------------------------------------------


def _kept(game: Patience, zone: str) -> int:
    """What of a pile can still matter: of one that nothing ever leaves its top card, and how many
    cards there are if a test asks for that."""
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
    reached = any(
        test.quantity == b.Q_TO_SIZE
        for rule in moving
        if rule.target == zone
        for test in rule.tests
    )
    return b.TOP_AND_SIZE if counted or reached else b.TOP


def _looks(game: Patience) -> tuple[int, ...]:
    """Kinds look alike if they fit on the same kinds, and the same kinds fit on them, by every
    rule and in every run."""
    tables = [rule.accept for rule in (*game.rules, *game.auto)]
    tables += [rule.links for rule in (*game.rules, *game.auto) if rule.links]
    rows = [
        tuple((table[kind], *(mask >> kind & 1 for mask in table)) for table in tables)
        for kind in range(len(game.kinds))
    ]
    first: dict[tuple[tuple[int, ...], ...], int] = {}
    return tuple(first.setdefault(row, kind) for kind, row in enumerate(rows))


# ---- the goal ----------------------------------------------------------------------------------


def goal_of(game: Patience, cards: int) -> str | None:
    """The zone in which all cards must lie for a win, and in which a win is certain then."""
    found = _goal_of(game, cards)
    return None if game.stock and found in (game.stock.zone, game.stock.waste) else found


def _losses(game: Patience, goal: str | None) -> frozenset[tuple[str, int]]:
    """The piles that must be empty for a win; without a test that says so, all but the goal."""
    empty = {
        place
        for test in game.win
        if test.quantity == b.Q_CARDS and test.compare == b.EQUAL and test.number == 0
        for place in test.where[0]
    }
    piles = ((zone, index) for zone, count in game.zones.items() for index in range(count))
    return frozenset(empty if empty and goal is None else (p for p in piles if p[0] != goal))


def _goal_of(game: Patience, cards: int) -> str | None:
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
            # Where empty piles are filled, only moves count as safe that empty none: see _unsafe.
            if not (fills and _some_left(test)) and not _harmless(test, bool(rule.links)):
                return False
    return all(
        any(_as_free(single, rule) for single in game.rules if not single.links)
        for rule in game.rules
        if rule.links
    )


def _some_left(test: Test) -> bool:
    return test.quantity == b.Q_CARDS and (test.compare, test.number) == (b.MORE, 0)


def _fills_all(game: Patience, goal: str | None, rule: PileMove) -> bool:
    """Whether an automatic rule fills whatever is empty as long as it can, with any card of a zone
    that gets no more: then a pile that stays empty is never filled by itself again."""
    every = (1 << len(game.kinds)) - 1
    gets = {each.target for each in (*game.rules, *game.auto)}
    gets |= {game.stock.waste or "", *game.stock.deals} if game.stock else set()
    return (
        _only_fills(rule)
        and rule.accept[-1] == every
        and rule.links is None
        and not rule.tests
        and rule.source not in gets
        and rule.target != goal
    )


def _unsafe(game: Patience) -> frozenset[str]:
    """The zones whose cards might have to fill a pile for a test that asks for cards there."""
    asked = {
        zone
        for rule in game.rules
        for test in rule.tests
        if _some_left(test)
        for zone, _ in test.where[0]
    }
    found: set[str] = set()
    while True:
        more = {
            rule.source
            for rule in game.rules
            if (rule.target in asked and rule.accept[-1]) or rule.target in found
        }
        if more <= found:
            return frozenset(found)
        found |= more


def _harmless(test: Test, runs: bool) -> bool:
    if test.quantity in (b.Q_LEFT, b.Q_OVER_CAPACITY):
        return test.quantity == b.Q_LEFT or test.compare == b.AT_MOST
    if test.quantity == b.Q_FROM_SIZE and not runs:
        return True  # for one card, that is how many are left
    return test.quantity in (b.Q_MOVED, b.Q_TO_SIZE, b.Q_FROM_SIZE) and test.compare in (
        b.LESS,
        b.AT_MOST,
    )


def _as_free(single: PileMove, run: PileMove) -> bool:
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


# ---- cards that never get to the goal ----------------------------------------------------------


def _bears(game: Patience, goal: str | None) -> tuple[int, ...]:
    """For each kind, and for an empty pile, all that can come to lie on it on the goal, if nothing
    leaves the goal and cards get there by rules only; else nothing."""
    moving = (*game.rules, *game.auto)
    dealt = game.stock.deals if game.stock else ()
    if goal is None or goal in dealt or any(rule.source == goal for rule in moving):
        return ()
    if len(set(_looks(game))) == len(game.kinds):
        return ()  # it would hold, but too seldom for what it costs
    found = [0] * (len(game.kinds) + 1)
    for rule in moving:
        for table in (rule.accept, rule.links or ()) if rule.target == goal else ():
            for kind, mask in enumerate(table):
                found[kind] |= mask
    return tuple(found)


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
