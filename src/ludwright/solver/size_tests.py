"""Read the conditions of a solitaire that compare sizes of piles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..gamedef import nodes as n
from ..gamedef.build import ONE, ZERO
from .board import words as b
from .card_tables import Env
from .pile_game import NotAPileGame, Pile, Test


class SizeTests:
    """Translates conditions to tests; raises NotAPileGame for any other kind of condition."""

    def __init__(self, game: n.GameDef) -> None:
        self.counts = {zone.name: zone.count for zone in game.zones}
        self.cards = sum(len(supply.tokens) for supply in game.supplies)

    def tests(self, condition: n.Expr, known: Env) -> Iterator[Test]:
        """The tests of a conjunction. `known` maps expressions about the move at hand (cards moved,
        sizes of source and target) to their quantities."""
        for part in conjuncts(condition):
            yield self._test(part, known)

    def _test(self, test: n.Expr, known: Env) -> Test:
        negated = isinstance(test, n.Not)
        inner = test.item if isinstance(test, n.Not) else test
        if not isinstance(inner, n.Equal | n.Less | n.AtMost) or (
            negated and not isinstance(inner, n.Equal)
        ):
            raise NotAPileGame("a condition is not a comparison")
        compare = {n.Equal: b.EQUAL, n.Less: b.LESS, n.AtMost: b.AT_MOST}[type(inner)]
        left, right = inner.left, inner.right
        if compare == b.AT_MOST and known.get(left) == b.Q_MOVED:
            capacity = self._capacity(right)
            if capacity:
                return Test(b.Q_OVER_CAPACITY, b.AT_MOST, 0, capacity)
        if isinstance(left, n.Number) and not isinstance(right, n.Number):
            left, right = right, left
            compare = {b.LESS: b.MORE, b.AT_MOST: b.AT_LEAST}.get(compare, compare)
        if negated:
            compare = b.UNEQUAL
        if known.get(left) == b.Q_MOVED and known.get(right) == b.Q_FROM_SIZE:
            return Test(b.Q_LEFT, _MIRRORED[compare], 0)
        if not isinstance(right, n.Number):
            raise NotAPileGame("a condition does not compare a size with a number")
        if left in known:
            return Test(known[left], compare, right.value)
        empty = [self._empty_piles(part) for part in _summands(left)]
        if all(each is not None for each in empty):
            return Test(b.Q_EMPTY, compare, right.value, (tuple(p for e in empty if e for p in e),))
        piles = tuple(self._pile(part) for part in _summands(left))
        return Test(b.Q_CARDS, compare, right.value, (piles,))

    def _capacity(self, most: n.Expr) -> tuple[tuple[Pile, ...], ...] | None:
        """The cells and columns of `(empty cells + 1) * 2^(empty columns except the target)`.

        Lowering writes the power as an item of a list of constants, capped at the number of cards.
        """
        if not isinstance(most, n.Multiply) or not isinstance(most.right, n.Item):
            return None
        powers = most.right.items
        cells = list(_summands(most.left))
        if not isinstance(powers, n.ListOf) or cells.pop() != ONE:
            return None
        wanted = (n.Number(value=min(2**i, self.cards)) for i in range(len(powers.items)))
        free = [self._empty_piles(part) for part in cells]
        columns = [self._empty_piles(part, but=True) for part in _summands(most.right.index)]
        if powers.items != tuple(wanted) or None in free or None in columns:
            return None
        return tuple(tuple(p for e in group if e for p in e) for group in (free, columns))

    def _empty_piles(self, count: n.Expr, but: bool = False) -> tuple[Pile, ...] | None:
        """The piles over which an expression counts empty ones, `but` for the target of the move;
        None if it counts something else."""
        found = count.items if isinstance(count, n.Length) else None
        if not isinstance(found, n.Filter) or not isinstance(found.items, n.ZonesNamed):
            return None
        pile = n.Local(name=found.name)
        where: n.Expr = n.Equal(left=n.SizeOf(zone=pile), right=ZERO)
        if but:
            elsewhere = n.Not(item=n.Equal(left=pile, right=n.Local(name="target")))
            where = n.And(items=(elsewhere, where))
        if found.where != where:
            return None
        name = found.items.name
        return tuple((name, index) for index in range(self.counts[name]))

    def _pile(self, size: n.Expr) -> Pile:
        zone = size.zone if isinstance(size, n.SizeOf) else None
        if not isinstance(zone, n.ZoneAt) or zone.owner is not None:
            raise NotAPileGame("a condition does not compare sizes of piles")
        if zone.index is None:
            return zone.name, 0
        if not isinstance(zone.index, n.Number):
            raise NotAPileGame("a condition computes the index of a pile")
        return zone.name, zone.index.value


# `moved <op> size of the source` as a comparison of `size - moved`, the cards left, with 0.
_MIRRORED = {
    b.EQUAL: b.EQUAL,
    b.UNEQUAL: b.UNEQUAL,
    b.LESS: b.MORE,
    b.AT_MOST: b.AT_LEAST,
    b.MORE: b.LESS,
    b.AT_LEAST: b.AT_MOST,
}


def conjuncts(test: n.Expr | None) -> Iterator[n.Expr]:
    """The parts of a conjunction, however nested, without those that are always true."""
    if isinstance(test, n.And):
        for item in test.items:
            yield from conjuncts(item)
    elif test is not None and test != n.Truth(value=True):
        yield test


def _summands(expr: n.Expr) -> Iterable[n.Expr]:
    if isinstance(expr, n.Add):
        yield from _summands(expr.left)
        yield from _summands(expr.right)
    else:
        yield expr
