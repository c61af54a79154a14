"""What can be proved about a solitaire of piles from its rules: which moves a search may skip.

docs/solver.md has the proofs; here are their conditions. A condition that is not met switches off
the prunings that need it: the search is slower then, never wrong.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from .board import words as b
from .pile_game import Pile, PileGame, PileMove, Test
from .pile_symmetry import interchangeable_piles, key_part, looks, only_fills


@dataclass(frozen=True, slots=True)
class PileFacts:
    """What is proved about a game; masks have a bit for each kind of card."""

    interchangeable: frozenset[str]  # zones whose piles are interchangeable
    key_parts: dict[str, int]  # what of a zone's piles belongs to a key: WHOLE, TOP, TOP_AND_SIZE
    looks: tuple[int, ...]  # for each kind, the first kind that no rule distinguishes from it
    losses: frozenset[Pile]  # piles that must lose their cards for a win: for the heuristic
    goal: str | None  # the zone that holds all cards exactly when the game is won
    safe: int  # which proof shows that a move to the goal is safe: b.SAFE_*
    unsafe: frozenset[str]  # zones from which no move is safe
    slack: bool  # whether a card counts as on the goal if the goal accepts it now
    supports: tuple[int, ...]  # for each kind, the kinds that may be put on it outside the goal
    closure: tuple[int, ...]  # for each kind, all that must be done if cards can leave the goal
    classes: tuple[int, ...]  # kinds of one class are equally good to build on
    parts: frozenset[int]  # rules that move part of a run only to free the card below it
    returns: bool  # whether a card leaves the goal only to have another put on it
    bears: tuple[int, ...]  # for each kind, and for an empty pile, the kinds it can bear there
    fills: bool  # whether automatic moves do nothing but fill empty piles
    steps: tuple[int, ...]  # how early each kind goes to the goal: for the heuristic
    bonds: tuple[int, ...]  # for each kind, the kinds that are well placed on it: likewise


def pile_facts(game: PileGame, copies: Counter[int], start: dict[Pile, list[int]]) -> PileFacts:
    """Prove what holds in a game, given the number of cards of each kind and the kinds in each pile
    at the start."""
    goal = goal_of(game, copies.total())
    freely = not (game.stock and game.stock.tests)
    fills = freely and bool(game.auto) and all(_fills_all(game, goal, rule) for rule in game.auto)
    plain = freely and not game.auto
    chains = _chains(game, goal, copies, start) if goal else []
    supports = _supports(game, goal)
    # Every card of a run must support the next one: then what is above a card of a supported set
    # belongs to the set, too, and single cards may follow one another wherever the run went.
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
    parts = _parts(game, goal) if chains and plain else frozenset()
    return PileFacts(
        interchangeable=frozenset(zone for zone in game.zones if interchangeable_piles(game, zone)),
        key_parts={zone: key_part(game, zone) for zone in game.zones},
        looks=looks(game),
        losses=_losses(game, goal),
        goal=goal,
        safe=safe,
        unsafe=_unsafe(game),
        slack=plain and linked,
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


# ---- the goal ----------------------------------------------------------------------------------


def goal_of(game: PileGame, cards: int) -> str | None:
    """The zone that holds all cards exactly when the game is won, if there is one."""
    found = _goal_of(game, cards)
    return None if game.stock and found in (game.stock.zone, game.stock.waste) else found


def _losses(game: PileGame, goal: str | None) -> frozenset[tuple[str, int]]:
    """The piles that must be empty for a win: those that a test names if there is no goal, else all
    outside the goal."""
    empty = _tested_empty(game)
    piles = ((zone, index) for zone, count in game.zones.items() for index in range(count))
    return frozenset(empty if empty and goal is None else (p for p in piles if p[0] != goal))


def _tested_empty(game: PileGame) -> set[Pile]:
    """The piles that the test for winning requires to be empty."""
    return {
        pile
        for test in game.win
        if test.quantity == b.Q_CARDS and test.compare == b.EQUAL and test.number == 0
        for pile in test.where[0]
    }


def _goal_of(game: PileGame, cards: int) -> str | None:
    """Either every pile of the zone must hold its share of the cards, or all other piles must be
    empty: both say that all cards are there."""
    for zone, count in game.zones.items():
        wanted = {
            (b.Q_CARDS, b.EQUAL, cards // count, (((zone, index),),)) for index in range(count)
        }
        stated = {(test.quantity, test.compare, test.number, test.where) for test in game.win}
        if cards % count == 0 and stated == wanted:
            return zone
    empty = _tested_empty(game)
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
    game: PileGame, goal: str, copies: Counter[int], start: dict[Pile, list[int]]
) -> list[list[int]]:
    """The kinds in the order in which they go to the goal, a chain for each pile; nothing unless
    every card has exactly one position in one chain, and the cards already there agree."""
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


def _steps(game: PileGame, chains: list[list[int]]) -> tuple[int, ...]:
    place = {kind: step for chain in chains for step, kind in enumerate(chain)}
    return tuple(place.get(kind, 0) for kind in range(len(game.kinds)))


def _chain(kind: int, accept: tuple[int, ...], copies: Counter[int]) -> list[int]:
    """The kinds that go on top of a kind, one after another; nothing if there is ever a choice.
    That the first kind fits on the last (ranks that wrap) is harmless: it is at the bottom."""
    chain = [kind]
    while True:
        more = [k for k in copies if accept[chain[-1]] >> k & 1 and k != kind]
        if len(more) != 1:
            return chain if not more else []
        if more[0] in chain:
            return []
        chain += more


# ---- which cards support which ------------------------------------------------------------------


def _supports(game: PileGame, goal: str | None) -> tuple[int, ...]:
    """For each kind, the kinds that some rule lets be put on it, anywhere but on the goal."""
    found = [0] * len(game.kinds)
    for rule in game.rules:
        if rule.target != goal:
            found = [mask | more for mask, more in zip(found, rule.accept, strict=False)]
    return tuple(found)


def _closure(game: PileGame, goal: str | None, supports: tuple[int, ...]) -> tuple[int, ...]:
    """For each kind, the smallest set that contains it and, with each member, the kinds below it on
    the goal and the kinds it supports."""
    accept = next(rule.accept for rule in game.rules if rule.target == goal)
    needs = list(supports)
    for kind in range(len(game.kinds)):
        for below in range(len(game.kinds)):
            if accept[below] >> kind & 1:
                needs[kind] |= 1 << below
    return tuple(_reached(kind, needs) for kind in range(len(game.kinds)))


def _reached(kind: int, needs: list[int]) -> int:
    """All kinds reachable from a kind: a breadth-first search on masks."""
    found, new = 0, 1 << kind
    while new:
        found |= new
        more = 0
        for each in range(len(needs)):
            if new >> each & 1:
                more |= needs[each]
        new = more & ~found
    return found


def _all_harmless(game: PileGame, fills: bool) -> bool:
    """Whether no test can fail because fewer cards are outside the goal, and a single card may move
    wherever a run may: it may be all that is left of the run."""
    for rule in game.rules:
        for test in rule.tests:
            # Where automatic moves fill empty piles, a safe move never empties one: see _unsafe.
            if not (fills and _some_left(test)) and not _harmless(test, bool(rule.links)):
                return False
    return all(
        any(_as_free(single, rule) for single in game.rules if not single.links)
        for rule in game.rules
        if rule.links
    )


def _some_left(test: Test) -> bool:
    return test.quantity == b.Q_CARDS and (test.compare, test.number) == (b.MORE, 0)


def _fills_all(game: PileGame, goal: str | None, rule: PileMove) -> bool:
    """Whether an automatic rule fills empty piles unconditionally, with any card of a zone that
    gets no more cards: then a pile that stays empty is never filled automatically again."""
    every = (1 << len(game.kinds)) - 1
    gets = {each.target for each in (*game.rules, *game.auto)}
    gets |= {game.stock.waste or "", *game.stock.deals} if game.stock else set()
    return (
        only_fills(rule)
        and rule.accept[-1] == every
        and rule.links is None
        and not rule.tests
        and rule.source not in gets
        and rule.target != goal
    )


def _unsafe(game: PileGame) -> frozenset[str]:
    """The zones whose cards may be needed to fill a pile because a test requires cards there: those
    from which rules lead, directly or not, to such a pile."""
    required = {
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
            if (rule.target in required and rule.accept[-1]) or rule.target in found
        }
        if more <= found:
            return frozenset(found)
        found |= more


def _harmless(test: Test, runs: bool) -> bool:
    """Whether a test that holds still holds with fewer cards in the piles it counts."""
    if test.quantity in (b.Q_LEFT, b.Q_OVER_CAPACITY):
        return test.quantity == b.Q_LEFT or test.compare == b.AT_MOST
    if test.quantity == b.Q_FROM_SIZE and not runs:
        return True  # for a single card the same as a test of what it leaves
    return test.quantity in (b.Q_MOVED, b.Q_TO_SIZE, b.Q_FROM_SIZE) and test.compare in (
        b.LESS,
        b.AT_MOST,
    )


def _as_free(single: PileMove, run: PileMove) -> bool:
    """Whether a rule for single cards allows whatever a rule for runs does."""
    if (single.source, single.target) != (run.source, run.target):
        return False
    if any(more & ~less for less, more in zip(single.accept, run.accept, strict=True)):
        return False
    return {_for_one(test) for test in single.tests} <= {_for_one(test) for test in run.tests}


def _for_one(test: Test) -> Test:
    """A test with the size of the source expressed by what a single card leaves there."""
    if test.quantity == b.Q_FROM_SIZE:
        return Test(b.Q_LEFT, test.compare, test.number - 1)
    return test


# ---- cards that never get to the goal ----------------------------------------------------------


def _bears(game: PileGame, goal: str | None) -> tuple[int, ...]:
    """For each kind, and for an empty pile, the kinds that can be put on it on the goal; nothing if
    cards can leave the goal or get there other than by rules."""
    moving = (*game.rules, *game.auto)
    dealt = game.stock.deals if game.stock else ()
    if goal is None or goal in dealt or any(rule.source == goal for rule in moving):
        return ()
    if len(set(looks(game))) == len(game.kinds):
        return ()  # sound, but it succeeds too rarely to pay for itself
    found = [0] * (len(game.kinds) + 1)
    for rule in moving:
        for table in (rule.accept, rule.links or ()) if rule.target == goal else ():
            for kind, mask in enumerate(table):
                found[kind] |= mask
    return tuple(found)


# ---- parts of runs, and cards that come back ---------------------------------------------------


def _parts(game: PileGame, goal: str | None) -> frozenset[int]:
    """The rules of zones in which any part of a run may move wherever its lowest card may go."""
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


def _only_to_build(game: PileGame, goal: str | None) -> bool:
    """Whether cards leave the goal only for zones in which parts of runs move freely."""
    parts = _parts(game, goal)
    zones = {game.rules[i].source for i in parts}
    back = [rule for rule in game.rules if rule.source == goal]
    return all(rule.target in zones and not rule.tests and not rule.links for rule in back)


def _classes(game: PileGame, goal: str | None) -> tuple[int, ...]:
    """For each kind, the first kind that takes the same cards everywhere but on the goal."""
    rules = [rule for rule in game.rules if rule.target != goal]
    rows = [
        tuple(rule.accept[kind] for rule in rules)
        + tuple(rule.links[kind] for rule in rules if rule.links)
        for kind in range(len(game.kinds))
    ]
    return tuple(rows.index(row) for row in rows)
