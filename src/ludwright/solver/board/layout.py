"""Encode a solitaire of piles as arrays: its rules once, and a position for each deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...machine.program import Array
from ...play.inspect_state import value_of
from ..dominance import PileFacts, pile_facts
from ..kernels import entry_point
from ..pile_game import NotAPileGame, Pile, PileGame, PileMove, Test
from . import words as b
from .sources import Source

MOST = 250  # of anything that has to fit into a byte
MOST_MOVES = 1 << 15
GOLDEN = 0x9E3779B97F4A7C15
M64 = 2**64 - 1

Piles = dict[Pile, list[int]]


@dataclass(frozen=True, slots=True)
class Rules:
    """What does not change in a search: the numbers `R` and the masks `M` (see words.py)."""

    game: PileGame
    facts: PileFacts
    numbers: Any
    masks: Any
    piles: tuple[Pile, ...]  # the zone and index of every pile; the stock is last


@dataclass(frozen=True, slots=True)
class Position:
    """A board: the numbers `B` and the hashes `H`."""

    numbers: Any
    hashes: Any


def kinds_by_pile(source: Source, state: Array, kind_of: list[int]) -> Piles:
    """The kinds of the cards in each pile, from the bottom up."""
    return {
        (zone, index): [kind_of[token] for token in source.tokens(state, (zone, index))]
        for zone, count in source.game.zones.items()
        for index in range(count)
    }


# ---- rules -------------------------------------------------------------------------------------


def build_rules(game: PileGame, start: Piles, options: int, exact: bool = False) -> Rules:
    """Encode the rules of a game, given its piles; `exact` distinguishes all piles and cards."""
    copies = Counter(kind for pile in start.values() for kind in pile)
    found = pile_facts(game, copies, start)
    if exact:
        kinds = tuple(range(len(game.kinds)))
        whole = dict.fromkeys(found.key_parts, b.WHOLE)
        found = replace(found, interchangeable=frozenset(), key_parts=whole, looks=kinds)
    return _Layout(game, found, sum(copies.values())).rules(options)


class _Layout:
    """Appends one part after another to the arrays; the header of R records where each starts."""

    def __init__(self, game: PileGame, found: PileFacts, cards: int) -> None:
        self.game, self.facts = game, found
        self.numbers = [0] * b.R_HEAD
        self.masks: list[int] = []
        self.random = _random_words()
        hidden = {game.stock.zone, game.stock.waste} if game.stock else set()
        self.groups = [zone for zone in game.zones if zone not in hidden]
        self.piles = [(zone, index) for zone in self.groups for index in range(game.zones[zone])]
        if game.stock:
            self.piles.append((game.stock.zone, 0))
        self.room = cards
        redeals = (game.stock.redeals or 0) if game.stock else 0
        if max(len(self.piles), cards, len(game.rules), len(game.auto), redeals) > MOST:
            raise NotAPileGame("too many piles, cards, rules or redeals")
        if self._most_moves() > MOST_MOVES:
            raise NotAPileGame("too many moves")

    def _most_moves(self) -> int:
        """An upper bound on the moves of a position: every movable card to every target."""
        hidden = {self.game.stock.waste} if self.game.stock else set()
        cards = (
            self.room if rule.links or rule.source in hidden else self.game.zones[rule.source]
            for rule in self.game.rules
        )
        targets = (self.game.zones[rule.target] for rule in self.game.rules)
        return 1 + sum(a * c for a, c in zip(cards, targets, strict=True))

    def rules(self, options: int) -> Rules:
        head, game = self.numbers, self.game
        head[b.R_PILES : b.R_KINDS + 1] = len(self.piles), self.room, len(game.kinds)
        self._stock()
        head[b.R_GOAL] = -1
        if self.facts.goal:
            head[b.R_GOAL] = self.groups.index(self.facts.goal)
            first = self.piles.index((self.facts.goal, 0))
            head[b.R_GOAL_PILE : b.R_GOAL_PILE + 2] = first, first + game.zones[self.facts.goal]
        head[b.R_SAFE], head[b.R_SLACK] = self.facts.safe, self.facts.slack
        head[b.R_FILLS] = self.facts.fills
        head[b.R_OPTIONS] = options if self.facts.returns else options & ~b.PRUNE_RETURNS
        head[b.R_OPTIONS] &= ~0 if self.facts.bears else ~b.PRUNE_LOST
        head[b.R_MOST_MOVES] = self._most_moves()
        head[b.R_MOST_DONE] = 1 + len(self.piles) + b.MOST_AUTOMATIC * self.room
        head[b.R_KEY_PARTS] = len(head)
        head += [self.facts.key_parts[zone] for zone, _ in self.piles]
        head[b.R_LOSS] = len(head)
        head += [place in self.facts.losses for place in self.piles]
        head[b.R_GROUPS] = len(head)
        for zone in self.groups:
            head += [
                self.piles.index((zone, 0)),
                game.zones[zone],
                zone in self.facts.interchangeable,
            ]
        self._tests_at(b.R_WIN, game.win)
        self._rules_at(b.R_RULES, game.rules)
        self._rules_at(b.R_AUTO, game.auto)
        goal = next((rule for rule in game.rules if rule.target == self.facts.goal), None)
        head[b.R_GOAL_ACCEPT] = self._masks(goal.accept if goal else ())
        head[b.R_SUPPORTS] = self._masks(self.facts.supports)
        head[b.R_BONDS] = self._masks(self.facts.bonds)
        head[b.R_CLOSURE] = self._masks(self.facts.closure)
        head[b.R_CLASSES] = len(head)
        head += self.facts.classes
        self._looks()
        head[b.R_STEPS] = len(head)
        head += self.facts.steps
        head[b.R_NODE] = b.B_SIZES + len(self.piles) + self.room
        head[b.R_SALTS] = self._masks(self._salts())
        head[b.R_ZOBRIST] = self._masks(self._zobrist())
        return Rules(
            game,
            self.facts,
            np.array(self.numbers, np.int32),
            np.array(self.masks, np.uint64),
            tuple(self.piles),
        )

    def _looks(self) -> None:
        """Number the looks; encode which ones each of them, and last an empty pile, bears."""
        head, facts = self.numbers, self.facts
        looks = list(dict.fromkeys(facts.looks))
        number = [looks.index(look) for look in facts.looks]
        head[b.R_LOOKS], head[b.R_LOOKS + 1] = len(head), len(looks)
        head += number
        masks = [
            sum({1 << number[kind] for kind in range(len(number)) if mask >> kind & 1})
            for mask in facts.bears
        ]
        head[b.R_BEARS] = self._masks(tuple(masks[each] for each in (*looks, -1)) if masks else ())
        head[b.R_SCRATCH] = b.B_SIZES + len(self.piles) * (1 + self.room)

    def _stock(self) -> None:
        head, stock = self.numbers, self.game.stock
        head[b.R_STOCK] = len(self.piles) - 1 if stock else -1
        if stock is None:
            return
        head[b.R_PER_DRAW] = stock.per_draw
        head[b.R_DRAW_ACTION] = stock.action
        apart = not stock.tests and all(rule.source != stock.waste for rule in self.game.auto)
        if stock.redeals is None:
            # Draws become part of the move that follows: nothing may happen in between.
            if not apart:
                raise NotAPileGame("unlimited redeals with conditions on drawing")
            head[b.R_MOST_REDEALS] = b.UNLIMITED
        else:
            head[b.R_MOST_REDEALS] = stock.redeals
        self._tests_at(b.R_DRAW_TESTS, stock.tests)
        piles = [
            self.piles.index((zone, index))
            for zone in stock.deals
            for index in range(self.game.zones[zone])
        ]
        head[b.R_DEALS], head[b.R_DEALS + 1] = len(head), len(piles)
        head += piles

    def _masks(self, masks: tuple[int, ...]) -> int:
        self.masks += masks
        return len(self.masks) - len(masks)

    def _zobrist(self) -> tuple[int, ...]:
        """Two random words for every height, kind and face, equal for kinds of one look."""
        words: list[int] = []
        for _ in range(self.room):
            row = [[next(self.random) for _ in range(4)] for _ in self.game.kinds]
            words += [word for kind in self.facts.looks for word in row[kind]]
        return tuple(words)

    def _salts(self) -> tuple[int, ...]:
        """Two random words for every pile, equal for interchangeable piles."""
        salts: list[int] = []
        for zone, index in self.piles:
            if index and zone in self.facts.interchangeable:
                salts += salts[-2:]
            else:
                salts += [next(self.random), next(self.random)]
        return tuple(salts)

    def _rules_at(self, where: int, rules: tuple[PileMove, ...]) -> None:
        rows = [
            self._rule(rule, where == b.R_RULES and number in self.facts.parts)
            for number, rule in enumerate(rules)
        ]
        self.numbers[where], self.numbers[where + 1] = len(self.numbers), len(rows)
        for row in rows:
            self.numbers += row

    def _rule(self, rule: PileMove, parts: bool) -> list[int]:
        links = rule.links
        if parts and not links:
            twin = (r.links for r in self.game.rules if r.source == r.target == rule.source)
            links = next(each for each in twin if each)
        stock = self.game.stock
        from_stock = stock is not None and rule.source == stock.waste
        if from_stock and rule.links:
            raise NotAPileGame("a rule moves runs from the waste")
        if from_stock and any(test.quantity in (b.Q_FROM_SIZE, b.Q_LEFT) for test in rule.tests):
            raise NotAPileGame("a condition counts the waste without the stock")
        if (stock and rule.target in (stock.zone, stock.waste)) or (
            stock and rule.source == stock.zone
        ):
            raise NotAPileGame("a rule moves cards to the waste, or to or from the stock")
        tests, count = self._tests(rule.tests)
        safe = rule.target == self.facts.goal and rule.links is None
        safe = safe and rule.source not in {each.source for each in self.game.auto}
        safe = safe and rule.source not in self.facts.unsafe
        safe = safe and not (from_stock and stock is not None and stock.per_draw > 1)
        return [
            b.STOCK_GROUP if from_stock else self.groups.index(rule.source),
            self.groups.index(rule.target),
            rule.links is not None,
            self._masks(rule.accept),
            self._masks(links) if links else 0,
            tests,
            count,
            parts,
            safe,
        ]

    def _tests_at(self, where: int, tests: tuple[Test, ...]) -> None:
        self.numbers[where], self.numbers[where + 1] = self._tests(tests)

    def _tests(self, tests: tuple[Test, ...]) -> tuple[int, int]:
        rows = []
        for test in tests:
            where = len(self.numbers)
            for places in test.where:
                piles = [self._pile(place) for place in places]
                whole = list(dict.fromkeys(piles))
                drawn = self._draw_pile() & set(places)
                if drawn and (drawn != self._draw_pile() or test.quantity != b.Q_CARDS):
                    raise NotAPileGame("a condition counts part of the draw pile")
                if len(places) != len(whole) + max(0, len(drawn) - 1):
                    raise NotAPileGame("a condition counts a pile twice")
                self.numbers += [len(whole), *whole]
            rows.append([test.quantity, where if test.where else 0, test.compare, test.number])
        start = len(self.numbers)
        for row in rows:
            self.numbers += row
        return start, len(rows)

    def _draw_pile(self) -> set[Pile]:
        stock = self.game.stock
        return {(name, 0) for name in (stock.zone, stock.waste) if name} if stock else set()

    def _pile(self, place: Pile) -> int:
        stock = self.game.stock
        if stock and place[0] in (stock.zone, stock.waste):
            return len(self.piles) - 1
        return self.piles.index(place)


def _random_words() -> Iterator[int]:
    """A fixed sequence of pseudo-random words (splitmix64)."""
    state = 0
    while True:
        state = (state + GOLDEN) & M64
        x = state
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & M64
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & M64
        yield x ^ (x >> 31)


# ---- positions ---------------------------------------------------------------------------------


def build_position(source: Source, state: Array, rules: Rules, kind_of: list[int]) -> Position:
    """Encode a state as a position on a board."""
    from . import make, steps

    game = rules.game
    R, M = rules.numbers, rules.masks
    room = int(R[b.R_ROOM])
    B = np.zeros(R[b.R_SCRATCH] + R[b.R_LOOKS + 1], np.int32)
    H = np.zeros(b.H_PILES + 2 * len(rules.piles), np.uint64)
    stock = game.stock
    program = source.program
    for number, (zone, index) in enumerate(rules.piles):
        tokens = source.tokens(state, (zone, index))
        cards = [kind_of[t] * 2 for t in tokens]
        if stock and zone == stock.zone:
            if stock.waste:
                waste = source.tokens(state, (stock.waste, 0))
                B[b.DRAWN] = len(waste)
                cards = [kind_of[t] * 2 for t in waste] + cards[::-1]
                cards = [card | home << b.S_HOME for home, card in enumerate(cards)]
        else:
            faces = [bool(state[program.columns.face + token]) for token in tokens]
            if faces and not faces[-1]:
                raise NotAPileGame("the top card of a pile is face down")
            cards = [card + (not up) for card, up in zip(cards, faces, strict=True)]
        B[b.B_SIZES + number] = len(cards)
        start = b.B_SIZES + len(rules.piles) + number * room
        B[start : start + len(cards)] = cards
    if stock and stock.counter:
        B[b.REDEALS] = int(value_of(program, state, stock.counter, None) or 0)
    entry_point(make.hash_board)(R, M, B, H)
    if entry_point(steps.has_automatic_move)(R, M, B):
        B[b.PENDING] = b.FRESH
    return Position(B, H)
