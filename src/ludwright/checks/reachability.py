"""What play can reach: the procedures that are called, and the zones that tokens move between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..gamedef import nodes as n
from ..gamedef.call_graph import reached
from ..gamedef.claims import FINDS, may
from ..gamedef.claims import of as claims_of
from ..gamedef.intervals import Intervals
from ..gamedef.walk import walk

Zones = frozenset[str] | None
"""The names that a zone may have; None for any name."""


def is_own(node: n.Node, game: n.GameDef) -> bool:
    """Whether a part of a game is in its own file: neither in a library file, which declares more
    than any one game uses, nor (then it has no location) declared by the language itself."""
    return not game.span or (node.span is not None and node.span.file == game.span.file)


def played(game: n.GameDef) -> list[n.Procedure | n.Listener]:
    """The procedures that play can reach, and the listeners."""
    intervals = Intervals(game)
    graph = {p.name: _called(p, intervals) for p in game.procedures}
    heard = [name for listener in game.listeners for name in _called(listener, intervals)]
    names = reached(graph, ["main", *heard])
    return [*(p for p in game.procedures if p.name in names), *game.listeners]


def _called(node: n.Node, intervals: Intervals) -> list[str]:
    return [x.procedure for x in intervals.reachable(node) if isinstance(x, n.Call | n.Later)]


@dataclass(frozen=True)
class Movement:
    """A movement in a game: the zones it may start from and lead to."""

    sources: Zones
    targets: Zones
    quiet: bool


@dataclass
class Movements:
    """All movements that play can reach."""

    game: n.GameDef
    bound: dict[str, list[n.Expr | None]] = field(default_factory=dict)
    found: list[Movement] = field(default_factory=list)
    kept: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        # Zones in variables are not tracked: any of them may be any zone.
        self.kept = frozenset(v.name for v in self.game.variables if v.type == "zone")
        intervals = Intervals(self.game)
        nodes = [x for part in played(self.game) for x in intervals.reachable(part)]
        parameters = {p.name: [q.name for q in p.parameters] for p in self.game.procedures}
        for node in nodes:
            for name, value in _bindings(node, parameters):
                self.bound.setdefault(name, []).append(value)
        self.found = [m for node in nodes for m in self._moves(node)]

    def _moves(self, node: n.Node) -> Iterator[Movement]:
        if isinstance(node, n.MoveTop | n.MoveBlock):
            yield Movement(self.zones(node.source), self.zones(node.to), node.quiet)
        elif isinstance(node, n.MoveToken | n.Insert):
            yield Movement(self._lies(node.token), self.zones(node.to), node.quiet)
        elif isinstance(node, n.Create):
            yield Movement(frozenset(), self.zones(node.to), True)
        # The tokens of a whole tree move along, so its zones are not known by name.
        elif isinstance(node, n.MoveTree):
            yield Movement(None, None, True)

    def _lies(self, token: n.Expr) -> Zones:
        """Where a token may be: known only if it is read from a zone by the movement itself."""
        if isinstance(token, n.TopOf | n.BottomOf | n.TokenAt):
            return self.zones(token.zone)
        return None

    def zones(self, expr: n.Expr) -> Zones:
        """The names that the value of an expression may have.

        Flow-insensitive: a local name may be anything that any statement binds it to."""
        names: set[str] = set()
        seen: set[str] = set()
        waiting = [expr]
        while waiting:
            for node in walk(waiting.pop()):
                if isinstance(node, n.ZoneAt | n.ZonesNamed):
                    names.add(node.name)
                elif isinstance(node, n.Local) and node.name not in seen:
                    seen.add(node.name)
                    values = self.bound.get(node.name, [None])
                    if None in values:
                        return None
                    waiting.extend(value for value in values if value is not None)
                elif may(node, FINDS) or self._is_kept(node):
                    return None
        return frozenset(names)

    def _is_kept(self, node: n.Node) -> bool:
        """Whether a node reads a variable that holds a zone."""
        return isinstance(node, n.Variable) and node.name in self.kept


def _bindings(
    node: n.Node, parameters: dict[str, list[str]]
) -> Iterator[tuple[str, n.Expr | None]]:
    """The names that a node binds, and to what; None if that is unknown."""
    if isinstance(node, n.Let):
        yield node.name, node.value
    elif isinstance(node, n.Together):
        yield node.name, node.seats
    elif isinstance(node, n.Roll):
        yield node.name, node.low
    elif isinstance(node, n.Action):
        yield from ((p.name, p.items) for p in node.parameters)
    elif isinstance(node, n.Call | n.Later):
        yield from zip(parameters.get(node.procedure, ()), node.arguments, strict=False)
    elif isinstance(node, n.Listener):
        yield from ((name, None) for name in (node.token, node.source, node.target))
    elif not isinstance(node, n.Parameter):  # which the action or the call has bound
        # A name stands for an item of `items`, or for a list of them.
        items = getattr(node, "items", None)
        yield from ((getattr(node, field), items) for field in claims_of(type(node)).binds)
