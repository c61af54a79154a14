"""Visibility: which tokens every seat always knows, by where they may ever be.

A points-to analysis without regard to the order of statements: to which zones a zone expression may
refer, from which supplies the tokens of an expression may be, and which of these may come into each
zone. The sets only grow until nothing changes. Whatever is not followed may be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from . import nodes as n
from .claims import MOVES, SUBLIST, TREES, claimed, is_declared, may
from .claims import of as claims_of
from .information_flow import InformationFlow
from .walk import children, walk

ZONE, SUPPLY = "zone", "supply"
Things = frozenset[tuple[str, str]]
"""Zones and supplies: the kind and the name of each."""

NONE: Things = frozenset()


class Visibility:
    """The tokens that are always known, in a game without listeners."""

    def __init__(self, game: n.GameDef) -> None:
        self.game = game
        self.zones = frozenset((ZONE, zone.name) for zone in game.zones)
        self.supplies = frozenset((SUPPLY, supply.name) for supply in game.supplies)
        self.anything = self.zones | self.supplies
        ends = (name for x in game.links for name in (x.zone_a, x.zone_b))
        self.linked = frozenset((ZONE, name) for name in ends)
        self.contents: dict[tuple[str, str], Things] = dict.fromkeys(self.zones, NONE)
        self.names: dict[tuple[str, str], Things] = {}  # by procedure and local name
        self.variables: dict[str, Things] = {}
        self.known = NONE  # supplies whose tokens every seat always knows
        self.unbound = NONE  # what a name denotes that was not come across, so far
        if not game.listeners:
            self._solve()

    def always_known(self, token: n.Expr, procedure: str) -> bool:
        """Whether every seat always knows the tokens that an expression of a procedure denotes."""
        return bool(self.known) and self.denotes(token, procedure) <= self.known

    def denotes(self, expr: n.Expr | None, procedure: str) -> Things:
        """The zones an expression may refer to, and the supplies its tokens may be from."""
        if isinstance(expr, n.Local):
            return self.names.get((procedure, expr.name), self.unbound)
        if expr is None or isinstance(expr, n.Nothing):
            return NONE
        if claimed(expr, SUBLIST) or isinstance(expr, n.Item):
            return self.denotes(expr.items, procedure)  # type: ignore[attr-defined]
        rule = RULES.get(type(expr))
        return rule(self, expr, procedure) if rule else self.anything

    def inside(self, zone: n.Expr, procedure: str) -> Things:
        """The supplies of the tokens that may be in a zone."""
        zones = self.denotes(zone, procedure) & self.zones
        return NONE.union(*(self.contents[name] for name in zones))

    # ---- the fixpoint ----

    def _solve(self) -> None:
        units = [(p.name, list(walk(p))) for p in self.game.procedures]
        nodes = [(unit, x) for unit, found in units for x in found]
        followed = (n.MoveToken, n.Insert, n.MoveTop, n.MoveBlock)
        for _, x in nodes:
            strange = may(x, TREES) or (may(x, MOVES) and not isinstance(x, followed))
            if not is_declared(x) or strange:
                return
        for supply in self.game.supplies:
            if supply.zone:
                self.contents[ZONE, supply.zone] |= {(SUPPLY, supply.name)}
        for variable in self.game.variables:
            if variable.type in ("token", "zone"):
                self.variables[variable.name] = self.denotes(variable.initial, "")
        while any([self._follow(unit, x) for unit, x in nodes]):
            pass
        self.unbound = self.anything  # such names come from elsewhere
        self._find_known(nodes)

    def _find_known(self, nodes: list[tuple[str, n.Node]]) -> None:
        flow = InformationFlow(self.game)
        closed = (z for z in self.zones if not flow.is_open(n.ZoneAt(name=z[1])))
        hidden = NONE.union(*(self.contents[zone] for zone in closed))
        for unit, x in nodes:
            # What is out of play is hidden again; what enters play in a trial is known if its
            # supply has only one kind of token.
            if isinstance(x, n.Destroy):
                hidden |= self.denotes(x.token, unit)
            elif isinstance(x, n.Create) and not _is_uniform(self.game, x.supply):
                hidden |= {(SUPPLY, x.supply)}
        self.known = self.supplies - hidden

    def _follow(self, unit: str, x: n.Node) -> bool:
        """Follow a node; whether something is new."""
        return any([self._add(*fact) for fact in FACTS.get(type(x), _bound)(self, x, unit)])

    def _add(self, where: dict[Any, Things], key: Any, more: Things) -> bool:
        before = where.get(key, NONE)
        where[key] = before | more
        return where[key] != before


Fact = tuple[dict[Any, Things], Any, Things]


def _is_uniform(game: n.GameDef, name: str) -> bool:
    """Whether all tokens of a supply have the same fixed properties."""
    fixed = [i for i, p in enumerate(game.properties) if not p.changing]
    supply = next(s for s in game.supplies if s.name == name)
    return len({tuple(token.values[i] for i in fixed) for token in supply.tokens}) <= 1


def _bound(v: Visibility, x: n.Node, unit: str) -> Iterator[Fact]:
    """What the names that a node binds denote."""
    found = claims_of(type(x))
    items = getattr(x, found.over) if found.over else None
    for field in found.binds:
        # A name that stands for the items of no list may be anything.
        yield v.names, (unit, getattr(x, field)), v.denotes(items, unit) if items else v.anything


def _let(v: Visibility, x: n.Let, unit: str) -> Iterator[Fact]:
    yield v.names, (unit, x.name), v.denotes(x.value, unit)


def _listed(v: Visibility, x: Any, unit: str) -> Iterator[Fact]:
    yield v.names, (unit, x.name), v.denotes(x.items, unit)


def _parameter(v: Visibility, x: n.Parameter, unit: str) -> Iterator[Fact]:
    # The parameters of a procedure have no list: see _call.
    yield v.names, (unit, x.name), v.denotes(x.items, unit)


def _connected(v: Visibility, x: n.Connected, unit: str) -> Iterator[Fact]:
    yield v.names, (unit, x.name), v.linked


def _call(v: Visibility, x: n.Call | n.Later, unit: str) -> Iterator[Fact]:
    called = next((p for p in v.game.procedures if p.name == x.procedure), None)
    for parameter, argument in zip(called.parameters if called else (), x.arguments, strict=False):
        yield v.names, (x.procedure, parameter.name), v.denotes(argument, unit)


def _assigned(v: Visibility, x: n.SetVariable, unit: str) -> Iterator[Fact]:
    yield v.variables, x.name, v.denotes(x.value, unit)


def _created(v: Visibility, x: n.Create, unit: str) -> Iterator[Fact]:
    made = frozenset({(SUPPLY, x.supply)})
    yield v.names, (unit, x.name), made
    yield from _entered(v, made, x.to, unit)


def _moved(v: Visibility, x: n.MoveToken | n.Insert, unit: str) -> Iterator[Fact]:
    yield from _entered(v, v.denotes(x.token, unit) & v.supplies, x.to, unit)


def _carried(v: Visibility, x: n.MoveTop | n.MoveBlock, unit: str) -> Iterator[Fact]:
    yield from _entered(v, v.inside(x.source, unit), x.to, unit)


def _entered(v: Visibility, tokens: Things, to: n.Expr, unit: str) -> Iterator[Fact]:
    for zone in v.denotes(to, unit) & v.zones:
        yield v.contents, zone, tokens


FACTS: dict[type[n.Node], Callable[[Visibility, Any, str], Iterator[Fact]]] = {
    n.Let: _let,
    n.Ask: _listed,
    n.Pick: _listed,
    n.Parameter: _parameter,
    n.Connected: _connected,
    n.Call: _call,
    n.Later: _call,
    n.SetVariable: _assigned,
    n.Create: _created,
    n.MoveToken: _moved,
    n.Insert: _moved,
    n.MoveTop: _carried,
    n.MoveBlock: _carried,
}
"""What follows from a node; from any other, only what the names denote that it binds."""


def _here(v: Visibility, x: Any, unit: str) -> Things:
    return frozenset({(ZONE, x.name)})


def _tokens(v: Visibility, x: Any, unit: str) -> Things:
    return v.inside(x.zone, unit)


def _parts(v: Visibility, x: n.Node, unit: str) -> Things:
    return NONE.union(*(v.denotes(p, unit) for p in children(x) if isinstance(p, n.Expr)))


def _either(v: Visibility, x: n.Conditional, unit: str) -> Things:
    return v.denotes(x.then, unit) | v.denotes(x.otherwise, unit)


def _nothing(v: Visibility, x: n.Node, unit: str) -> Things:
    return NONE


RULES: dict[type[n.Expr], Callable[[Visibility, Any, str], Things]] = {
    n.ZoneAt: _here,
    n.ZonesNamed: _here,
    n.TokensIn: _tokens,
    n.TopOf: _tokens,
    n.BottomOf: _tokens,
    n.TokenAt: _tokens,
    n.Join: _parts,
    n.ListOf: _parts,
    n.Conditional: _either,
    n.Each: lambda v, x, unit: v.denotes(x.value, unit),
    n.Neighbours: lambda v, x, unit: v.linked,
    n.Connected: lambda v, x, unit: v.linked,
    n.Variable: lambda v, x, unit: v.variables.get(x.name, NONE),
    n.Number: _nothing,
    n.Symbol: _nothing,
    n.Truth: _nothing,
    n.Seat: _nothing,
    n.Add: _nothing,
    n.Subtract: _nothing,
    n.Length: _nothing,
    n.Range: _nothing,
}
"""What the kinds of expression denote that are followed; any other may denote anything."""
