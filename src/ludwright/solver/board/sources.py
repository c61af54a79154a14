"""Where the piles of a board are in a state, and how its moves are written for a table."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from itertools import pairwise

from ...gamedef import nodes as n
from ...machine import state as m
from ...machine.program import Array, Program
from ...play.inspect_state import tokens_in
from ..cell_recognizer import CellGame, Kind
from ..pile_game import NotAPileGame, Pile, PileGame, PileMove

Entry = tuple[int, ...]


@dataclass(frozen=True)
class Source:
    """The piles of a game in the states of a program."""

    program: Program
    game: PileGame

    @abstractmethod
    def tokens(self, state: Array, pile: Pile) -> list[int]:
        """The tokens of a pile, from the bottom up."""

    @abstractmethod
    def move(self, state: Array, rule: PileMove, ends: tuple[Pile, Pile], count: int) -> Entry:
        """A move of cards from pile to pile, as in a table's log."""

    @abstractmethod
    def draw(self, state: Array) -> Entry:
        """A draw from the stock, or turning the waste over, as in a table's log."""


class ZonePiles(Source):
    """Piles that are zones."""

    def number(self, pile: Pile) -> int:
        """The number of a zone."""
        return self.program.zone_number(pile[0], None, pile[1])

    def tokens(self, state: Array, pile: Pile) -> list[int]:
        """The tokens of a pile, from the bottom up."""
        return tokens_in(self.program, state, self.number(pile))

    def move(self, state: Array, rule: PileMove, ends: tuple[Pile, Pile], count: int) -> Entry:
        """A move: source, target and depth, if there is one."""
        depth = (count - 1,) if rule.depth else ()
        return (rule.action + 1, *map(self.number, ends), *depth)

    def draw(self, state: Array) -> Entry:
        """A draw: an action without operands."""
        assert self.game.stock
        return (self.game.stock.action + 1,)


@dataclass(frozen=True)
class CellPiles(Source):
    """Piles that are cells: zones with a chain of branches, without the cards that never move."""

    cells: CellGame
    fixed: frozenset[int]  # the tokens that never move

    def root(self, pile: Pile) -> int:
        """The number of the zone at the root of a cell."""
        return self.program.zone_number(self.cells.cells[pile[0]][pile[1]])

    def tokens(self, state: Array, pile: Pile) -> list[int]:
        """The tokens of a pile, from the bottom up."""
        zones = chain(self.program, state, self.root(pile))
        every = (token for zone in zones for token in tokens_in(self.program, state, zone))
        return [token for token in every if token not in self.fixed]

    def move(self, state: Array, rule: PileMove, ends: tuple[Pile, Pile], count: int) -> Entry:
        """A drag: the zone of the lowest card that moves, and the cell where it ends."""
        lowest = self.tokens(state, ends[0])[-count]
        node = int(state[self.program.columns.zone + lowest])
        return (rule.action + 1, node, self.root(ends[1]))

    def draw(self, state: Array) -> Entry:
        """A drag from the stock to the waste, or back."""
        stock = self.game.stock
        assert stock and stock.waste
        ends = (self.root((stock.zone, 0)), self.root((stock.waste, 0)))
        if self.tokens(state, (stock.zone, 0)):
            return (stock.action + 1, *ends)
        return (self.cells.redeal + 1, *ends[::-1])

    def check(self, state: Array, piles: dict[Pile, list[int]]) -> None:
        """Raise NotAPileGame unless the cells are piles in a state, given the kinds of their cards:
        see `cell_recognizer.py`."""
        for pile, kinds in piles.items():
            self._check_shape(state, pile)
            up = [bool(state[self.program.columns.face + t]) for t in self.tokens(state, pile)]
            if self.game.stock and pile[0] == self.game.stock.zone:
                continue
            if up != sorted(up) or (pile[0] in self.cells.open and not all(up)):
                raise NotAPileGame("a face-down card lies where it would not be turned up")
            shown = kinds[len(kinds) - sum(up) :]
            for rule in self.game.rules:
                if rule.links and pile[0] == rule.source:
                    pairs = pairwise(shown)
                    if not all(rule.links[lower] >> upper & 1 for lower, upper in pairs):
                        raise NotAPileGame("the cards of a pile do not follow each other")

    def _check_shape(self, state: Array, pile: Pile) -> None:
        """Raise NotAPileGame unless a cell is flat, or a chain with one card in each branch."""
        size = self.program.columns.size
        root, *nodes = chain(self.program, state, self.root(pile))
        if pile[0] not in self.cells.chains:
            if nodes:
                raise NotAPileGame("a flat cell has branches")
            return
        loose = [t for t in tokens_in(self.program, state, root) if t not in self.fixed]
        if loose or any(state[size + node] != 1 for node in nodes):
            raise NotAPileGame("a branch does not hold one card")


def chain(program: Program, state: Array, root: int) -> list[int]:
    """A zone and the zones that hang below it, one from the other."""
    trees, zones = int(program.code[m.P_TREES]), [root]
    if not trees:
        return zones
    children = int(program.code[trees]) + 2 * len(program.zones)
    while True:
        words = (children + d * len(program.zones) + zones[-1] for d in range(m.DIRECTIONS))
        below = [int(state[word]) for word in words if state[word]]
        if len(below) > 1:
            raise NotAPileGame("a branch forks")
        if not below:
            return zones
        zones += below


def anchors(game: n.GameDef, program: Program, state: Array) -> dict[str, tuple[Kind, ...]]:
    """The cards that never move, by cell and from the bottom up; they must lie below all others."""
    fixed = fixed_tokens(game)
    values = [(), *(token.values for supply in game.supplies for token in supply.tokens)]
    found: dict[str, tuple[Kind, ...]] = {}
    for zone in game.zones:
        every = tokens_in(program, state, program.zone_number(zone.name))
        held = [token for token in every if token in fixed]
        if every[: len(held)] != held:
            raise NotAPileGame("a card that never moves lies on others")
        found[zone.name] = tuple(values[token] for token in held)
    if sum(map(len, found.values())) != len(fixed):
        raise NotAPileGame("a card that never moves is in a branch")
    return found


def fixed_tokens(game: n.GameDef) -> frozenset[int]:
    """The numbers of the cards that never move."""
    names = [each.name for each in game.properties]
    anchor = game.look.anchor if game.look else ""
    if anchor not in names:
        raise NotAPileGame("no property marks cards that never move")
    at = names.index(anchor)
    tokens = [token for supply in game.supplies for token in supply.tokens]
    return frozenset(i for i, token in enumerate(tokens, start=1) if token.values[at])
