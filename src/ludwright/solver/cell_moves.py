"""Parse what a drag between cells does: the movements that a solitaire of piles can have.

A cell is a zone with the branches below it. Blocks are compared with the form that lowering gives
them, statement by statement; anything else raises NotAPileGame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..gamedef import nodes as n
from ..gamedef.build import ONE, ZERO
from .pile_game import NotAPileGame

MOVER, TARGET = n.Local(name="mover"), n.Local(name="target")
RECEIVER, CELL, DONOR = n.Local(name="receiver"), n.Local(name="cell"), n.Local(name="donor")
TO, SOURCE, CARD, PEAK = (n.Local(name=name) for name in ("to", "source", "card", "peak"))
WHOLE, ALL = -1, -2  # instead of a number of cards: a zone with all below it; a pile reversed


@dataclass(frozen=True, slots=True)
class Drag:
    """What a drag does: how many cards it takes, the direction in which they are attached (-1: laid
    on a pile), the face they get (None: as before), whether the next card is turned up, and all
    directions that it follows."""

    count: int
    way: int = -1
    face: bool | None = None
    uncovers: bool = False
    ways: frozenset[int] = frozenset()


def is_fixed(token: n.Expr, fixed: str) -> n.Expr:
    """Whether a card never moves."""
    return n.PropertyOf(token=token, property=fixed)


def total(zone: n.Expr) -> n.Expr:
    """The number of cards in a zone and below it."""
    sizes = n.Each(
        items=n.TreeOf(zone=zone), name="below", value=n.SizeOf(zone=n.Local(name="below"))
    )
    return n.Sum(items=sizes)


def _loose(zone: n.Expr, fixed: str) -> n.Expr:
    each = n.Local(name="each")
    test = n.Not(item=is_fixed(each, fixed))
    return n.Filter(items=n.TokensIn(zone=zone), name=each.name, where=test)


def read_drag(block: n.Block, game: n.GameDef, fixed: str) -> Drag:
    """The movement that a block makes."""
    return _Parser(block, game, fixed).drag()


class _Parser:
    """Reads the statements of a movement one after another."""

    def __init__(self, block: n.Block, game: n.GameDef, fixed: str) -> None:
        self.left = list(block)
        self.fixed = fixed
        self.procedures = {procedure.name: procedure for procedure in game.procedures}
        self.ways: set[int] = set()

    def drag(self) -> Drag:
        deep = self._takes(n.Let(name="receiver", value=n.DeepestOf(zone=TARGET)))
        goal: n.Expr = TARGET
        if deep:
            self._needs(n.Let(name="cell", value=n.RootOf(zone=RECEIVER)))
            goal = RECEIVER
        tall = self._takes(n.Let(name="donor", value=n.RootOf(zone=MOVER)))
        way = self._arrival(goal)
        if not self._takes(n.Let(name="source", value=n.DeepestOf(zone=MOVER))):
            self._needs(n.Let(name="source", value=MOVER))
        count, face = self._taken()
        ends = tuple(end for end, there in ((DONOR, tall), (CELL, deep)) if there)
        pruned = self._pruned(ends)
        uncovers = tall and self._uncovers()
        pruned = self._pruned(ends) if self.left else pruned
        if self.left or not pruned:
            raise NotAPileGame("a move does more than move cards")
        return Drag(count, way, face, uncovers, frozenset({*self.ways, way} - {-1}))

    def _takes(self, statement: n.Statement) -> bool:
        """Whether a statement comes next; if so, it is read."""
        there = bool(self.left) and self.left[0] == statement
        if there:
            del self.left[0]
        return there

    def _needs(self, statement: n.Statement) -> None:
        if not self._takes(statement):
            raise NotAPileGame("a move has an unknown form")

    def _next(self) -> n.Statement:
        if not self.left:
            raise NotAPileGame("a move has an unknown form")
        return self.left.pop(0)

    def _arrival(self, goal: n.Expr) -> int:
        """The direction in which a new zone is attached for the cards; -1 if there is none."""
        arrival = self._next()
        if arrival == n.Let(name="to", value=goal):
            return -1
        way = arrival.direction if isinstance(arrival, n.Grow) else None
        if not isinstance(way, n.Number) or arrival != n.Grow(name="to", zone=goal, direction=way):
            raise NotAPileGame("cards arrive in an unknown way")
        return way.value

    def _taken(self) -> tuple[int, bool | None]:
        """How many cards are taken, and the face that they get."""
        taken = self._next()
        if isinstance(taken, n.Call) and taken.arguments == (SOURCE, TO):
            known = [*self._whole(taken.procedure)]
            if self.procedures[taken.procedure] not in known:
                raise NotAPileGame("a procedure does not take a whole branch")
            self.ways.add(known.index(self.procedures[taken.procedure]))
            return WHOLE, None
        if isinstance(taken, n.ForEach):
            for face in (None, True, False):
                if taken == n.ForEach(name="card", items=self._cards(), body=_moved(face)):
                    return ALL, face
                for number in _numbers(taken):
                    if taken == self._some(number, face):
                        return number, face
        raise NotAPileGame("cards are taken in an unknown way")

    def _cards(self) -> n.Expr:
        return _loose(SOURCE, self.fixed)

    def _some(self, number: int, face: bool | None) -> n.Statement:
        """Take a number of cards from the top, or as many as there are."""
        there, most = n.Length(items=self._cards()), n.Number(value=number)
        least = n.Conditional(test=n.Less(left=there, right=most), then=there, otherwise=most)
        return n.ForEach(
            name="position",
            items=n.Range(low=ZERO, high=n.Subtract(left=least, right=ONE)),
            body=(
                n.Let(name="card", value=n.Item(items=self._cards(), index=ZERO)),
                *_moved(face),
            ),
        )

    def _whole(self, name: str) -> Iterator[n.Procedure]:
        """The procedures that take a zone with all below it, in one direction each."""
        below = n.Local(name="below")
        for way in range(len(n.DIRECTIONS)):
            child = n.ChildAt(zone=SOURCE, direction=n.Number(value=way))
            deeper = n.If(
                test=n.Exists(item=child),
                then=(
                    n.Grow(name="below", zone=TO, direction=n.Number(value=way)),
                    n.Call(procedure=name, arguments=(child, below)),
                ),
            )
            own = n.ForEach(name="card", items=n.Reversed(items=self._cards()), body=_moved(None))
            zones = tuple(n.Parameter(name=each, type="zone") for each in ("source", "to"))
            yield n.Procedure(name=name, parameters=zones, body=(own, deeper))

    def _pruned(self, ends: tuple[n.Local, ...]) -> bool:
        """Whether the empty leaves of all trees concerned are pruned next."""
        calls = [n.Call(procedure="prune", arguments=(end, NOTHING_SPARED)) for end in ends]
        there = all(self._takes(call) for call in calls)
        if there and ends and self.procedures.get("prune") != PRUNE:
            raise NotAPileGame("a procedure does not prune empty leaves")
        return there

    def _uncovers(self) -> bool:
        """Whether the last card of the cell that cards have left is turned up next."""
        if not self._takes(n.Let(name="peak", value=DONOR)):
            return False
        walk, turn = self._next(), self._next()
        top = n.TopOf(zone=PEAK)
        loose = n.And(items=(n.Exists(item=top), n.Not(item=is_fixed(top, self.fixed))))
        walks = [_walk(way) for way in range(len(n.DIRECTIONS))]
        if walk not in walks or turn != n.If(test=loose, then=(n.Turn(token=top, up=True),)):
            raise NotAPileGame("a card is turned up in an unknown way")
        self.ways.add(walks.index(walk))
        return True


def _walk(way: int) -> n.Statement:
    """Follow a direction as far as possible."""
    child = n.ChildAt(zone=PEAK, direction=n.Number(value=way))
    return n.While(test=n.Exists(item=child), body=(n.Let(name="peak", value=child),))


def _moved(face: bool | None) -> n.Block:
    move = n.MoveToken(token=CARD, to=TO)
    return (move,) if face is None else (move, n.Turn(token=CARD, up=face))


def _numbers(loop: n.ForEach) -> list[int]:
    """The literal number of cards in a loop that takes some."""
    high = loop.items.high if isinstance(loop.items, n.Range) else None
    most = high.left if isinstance(high, n.Subtract) else None
    number = most.otherwise if isinstance(most, n.Conditional) else None
    return [number.value] if isinstance(number, n.Number) else []


NOTHING_SPARED = n.ListOf(items=(), of="zone")
_EACH, _START = n.Local(name="each_node"), n.Local(name="start")
PRUNE = n.Procedure(
    name="prune",
    parameters=(
        n.Parameter(name="start", type="zone"),
        n.Parameter(name="spared", type="[zone]"),
    ),
    body=(
        n.ForEach(
            name="each_node",
            items=n.Reversed(items=n.TreeOf(zone=_START)),
            body=(
                n.If(
                    test=n.And(
                        items=(
                            n.Equal(left=n.SizeOf(zone=_EACH), right=ZERO),
                            n.Exists(item=n.ParentOf(zone=_EACH)),
                            n.Equal(left=n.Length(items=n.TreeOf(zone=_EACH)), right=ONE),
                            n.Not(item=n.Contains(items=n.Local(name="spared"), value=_EACH)),
                        )
                    ),
                    then=(n.Prune(zone=_EACH),),
                ),
            ),
        ),
    ),
)
"""The procedure that prunes empty leaves, children before their parents."""
