"""Information flow: which hidden values an expression reveals.

A *source* is the expression of a zone whose tokens are distinguished, or of a variable that is not
public. The origin of a token matters only once something distinguishes it: the top of the deck is
not a secret, its rank is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import nodes as n
from .call_graph import call_graph, called_by, due_at, reached
from .claims import CLAIMS, PASSES, UNCOVERS, may
from .walk import BINDERS, children, walk

Sources = frozenset[n.Expr]
NONE: Sources = frozenset()


@dataclass(frozen=True)
class Dependence:
    """Where the tokens of a value come from, and what the value itself depends on."""

    origins: Sources = NONE
    secrets: Sources = NONE

    def with_(self, *others: Dependence) -> Dependence:
        """This and others together."""
        every = (self, *others)
        origins = frozenset().union(*(t.origins for t in every))
        return Dependence(origins, frozenset().union(*(t.secrets for t in every)))

    @property
    def apart(self) -> Dependence:
        """The dependence of a value that distinguishes these tokens."""
        return Dependence(NONE, self.secrets | self.origins)


OPEN = Dependence()
Env = Mapping[str, Dependence]
BINDING = tuple(kind for kind, each in CLAIMS.items() if each.binds and not each.scope)
"""Statements and parameters that bind a name."""


class InformationFlow:
    """The information flow in one game."""

    def __init__(self, game: n.GameDef) -> None:
        self.zones = {zone.name: zone for zone in game.zones}
        self.hidden = {v.name for v in game.variables if v.audience != "all"}
        self.tokens = {v.name for v in game.variables if v.type == "token"}
        self.procedures = {p.name: p for p in game.procedures}
        self.due, self.calls = due_at(game), call_graph(game)
        self.choosers = _choosers(game)
        # Once a token may be face down anywhere, no zone guarantees that its tokens are seen.
        turned = any(isinstance(x, n.Turn) and not x.up for x in walk(game))
        self.turned = turned or any(isinstance(x, n.Hide) for x in walk(game))

    def depends_on(self, expr: n.Expr | None, env: Env) -> Dependence:
        """What an expression depends on, given what local names depend on."""
        if expr is None:
            return OPEN
        return RULES.get(type(expr), _parts)(self, expr, env)

    def parts(self, exprs: Iterable[n.Node], env: Env) -> Dependence:
        """What several expressions depend on together."""
        return OPEN.with_(*(self.depends_on(e, env) for e in exprs if isinstance(e, n.Expr)))

    def is_owned(self, source: n.Expr, seat: n.Expr) -> bool:
        """Whether a seat certainly may know a source, because it owns it."""
        zone = self.zones.get(source.name) if isinstance(source, n.ZoneAt) else None
        if zone is not None and isinstance(source, n.ZoneAt):
            # Syntactic: an owner written in another way is not recognised, which errs on the safe
            # side.
            mine = source.owner in (seat, n.TeamOf(seat=seat))
            return mine and zone.owner_sees == "all" and self._is_face_up(zone)
        return isinstance(source, n.Variable) and source.of in (seat, n.TeamOf(seat=seat))

    def is_open(self, source: n.Expr) -> bool:
        """Whether everybody may know a source."""
        zone = self.zones.get(source.name) if isinstance(source, n.ZoneAt) else None
        if zone is None or not self._is_face_up(zone) or zone.others_see != "all":
            return False
        return not (zone.per_seat or zone.per_team) or zone.owner_sees == "all"

    def _is_face_up(self, zone: n.Zone) -> bool:
        """Whether all tokens in a zone are certainly face up."""
        return zone.face == "up" and not self.turned

    def chosen_by(self, depends: Dependence) -> frozenset[n.Expr]:
        """The seats whose secret choices a value depends on."""
        names = (s.name for s in depends.secrets if isinstance(s, n.Local))
        return frozenset(seat for name in names for seat in self.choosers.get(name, ()))

    def is_steady(self, seat: n.Expr, name: str, action: n.Action | None, env: Env) -> bool:
        """Whether an expression certainly denotes the same seat as when a name was bound: it is a
        literal, or nothing has assigned to it since the action that bound the name was chosen."""
        if isinstance(seat, n.Seat):
            return True
        if not isinstance(seat, n.Variable) or seat.of or seat.index or action is None:
            return False
        # Anything the body may run counts, not just what runs before the decision at hand.
        called = reached(self.calls, called_by(self.due, *action.body))
        bodies = (*action.body, *(self.procedures[p] for p in called))
        changes = (x for each in bodies for x in walk(each) if isinstance(x, n.SetVariable))
        if any(x.name == seat.name for x in changes):
            return False
        inside = [x for each in action.body for x in walk(each) if isinstance(x, BINDING)]
        # The body rebinds the name, so it no longer denotes what was chosen then.
        if any(x.name == name for x in inside):
            return False
        own = {p.name for p in action.parameters}
        read = (x for p in action.parameters if p.items for x in walk(p.items))
        names = {x.name for x in read if isinstance(x, n.Local)} - own
        return all(env.get(x, OPEN) == OPEN for x in names)


Rule = Callable[[InformationFlow, Any, Env], Dependence]


def _parts(s: InformationFlow, expr: n.Expr, env: Env) -> Dependence:
    """Names bound inside stand for whatever the other parts depend on."""
    names, inside = BINDERS.get(type(expr), ((), ""))
    body = getattr(expr, inside) if inside else None
    depends = s.parts((part for part in children(expr) if part is not body), env)
    if body is not None:
        depends = depends.with_(
            s.depends_on(body, {**env, **{getattr(expr, name): depends for name in names}})
        )
    return depends if may(expr, PASSES) else Dependence(NONE, depends.secrets)


def _from_zone(s: InformationFlow, expr: Any, env: Env) -> Dependence:
    # Which token it is may be hidden, that there is one is not: an origin, not yet a secret.
    secrets = s.parts(children(expr), env).secrets
    return Dependence(frozenset({expr.zone}), secrets)


def _variable(s: InformationFlow, expr: n.Variable, env: Env) -> Dependence:
    secrets = s.depends_on(expr.of, env).secrets | s.depends_on(expr.index, env).secrets
    # Where the token of a variable came from is unknown here, so its zone stands for it.
    origins = frozenset({n.ZoneOf(token=expr)}) if expr.name in s.tokens else NONE
    return Dependence(origins, secrets | {expr} if expr.name in s.hidden else secrets)


def _compared(s: InformationFlow, expr: n.Expr, env: Env) -> Dependence:
    return s.parts(children(expr), env).apart


def _inside(s: InformationFlow, expr: Any, env: Env) -> tuple[Dependence, Env]:
    items = s.depends_on(expr.items, env)
    return items, {**env, expr.name: items}


def _filter(s: InformationFlow, expr: n.Filter, env: Env) -> Dependence:
    items, inner = _inside(s, expr, env)
    # Which items pass the test, and how many, reveals what the test reads.
    return Dependence(items.origins, items.secrets | s.depends_on(expr.where, inner).secrets)


def _quantified(s: InformationFlow, expr: n.AnyOf | n.AllOf, env: Env) -> Dependence:
    items, inner = _inside(s, expr, env)
    return Dependence(NONE, items.secrets | s.depends_on(expr.where, inner).secrets)


def _each(s: InformationFlow, expr: n.Each, env: Env) -> Dependence:
    items, inner = _inside(s, expr, env)
    # The tokens themselves are gone; only what is computed from them may still carry an origin.
    return Dependence(NONE, items.secrets).with_(s.depends_on(expr.value, inner))


def _subsets(s: InformationFlow, expr: n.Subsets, env: Env) -> Dependence:
    items, inner = _inside(s, expr, env)
    size = s.parts((expr.least, expr.most), env).secrets
    return Dependence(NONE, items.secrets | size | s.depends_on(expr.where, inner).secrets)


def _selected(s: InformationFlow, expr: n.Selected, env: Env) -> Dependence:
    items = s.depends_on(expr.items, env)
    return Dependence(items.origins, items.secrets | s.depends_on(expr.selection, env).secrets)


def _best_partition(s: InformationFlow, expr: n.BestPartition, env: Env) -> Dependence:
    items, inner = _inside(s, expr, env)
    groups = s.depends_on(expr.groups, env)
    return Dependence(
        NONE, items.secrets | groups.secrets | s.depends_on(expr.weight, inner).secrets
    )


def _run(s: InformationFlow, expr: n.RunLength, env: Env) -> Dependence:
    # Both names denote tokens of the zone: their origin turns into a secret where they are
    # compared.
    card = Dependence(frozenset({expr.zone}))
    inner = {**env, expr.lower: card, expr.upper: card}
    return Dependence(
        NONE, s.depends_on(expr.zone, env).secrets | s.depends_on(expr.where, inner).secrets
    )


def _possible(s: InformationFlow, expr: n.Possible, env: Env) -> Dependence:
    """Its outcome may depend on everything read in it. Reads in procedures that it calls, or after
    tokens were moved or turned, are not analysed: they depend on an unknown source, a Hole."""
    secrets = s.parts(_read_in(*expr.body), env).secrets
    called = reached(s.calls, called_by(s.due, *expr.body))
    elsewhere = [x for name in called for x in walk(s.procedures[name])]
    here = [x for statement in expr.body for x in walk(statement)]
    if any(may(x, UNCOVERS) for x in here):
        elsewhere += here
    if any(isinstance(x, n.PropertyOf | n.Variable) for x in elsewhere):
        secrets |= {n.Hole()}
    return Dependence(NONE, secrets)


def _read_in(*nodes: n.Node) -> Iterator[n.Expr]:
    """The expressions of statements and of those nested in them."""
    for node in nodes:
        for child in children(node):
            if isinstance(child, n.Expr):
                yield child
            else:
                yield from _read_in(child)


RULES: dict[type[n.Expr], Rule] = {
    n.Local: lambda s, e, env: env.get(e.name, OPEN),
    n.Variable: _variable,
    n.TopOf: _from_zone,
    n.BottomOf: _from_zone,
    n.TokenAt: _from_zone,
    n.TokensIn: _from_zone,
    n.PropertyOf: _compared,
    n.Equal: _compared,
    n.Contains: _compared,
    n.Filter: _filter,
    n.AnyOf: _quantified,
    n.AllOf: _quantified,
    n.Each: _each,
    n.RunLength: _run,
    n.Possible: _possible,
    n.Subsets: _subsets,
    n.Selected: _selected,
    n.BestPartition: _best_partition,
}


# ---- local names -------------------------------------------------------------------------------

Names = dict[str, dict[str, Dependence]]


def names_of(game: n.GameDef, flow: InformationFlow) -> Names:
    """What the local names of each procedure depend on, as a least fixpoint over all bindings."""
    # Dependences only grow and there are finitely many sources, so the iteration terminates.
    names: Names = {p.name: {} for p in game.procedures}
    parameters = {p.name: [q.name for q in p.parameters] for p in game.procedures}
    before: Names = {}
    while names != before:
        before = {name: dict(env) for name, env in names.items()}
        for procedure in game.procedures:
            env = names[procedure.name]
            for node in walk(procedure):
                for name, depends in _bound(node, flow, env):
                    env[name] = env.get(name, OPEN).with_(depends)
                if isinstance(node, n.Call | n.Later) and node.procedure in names:
                    given = names[node.procedure]
                    arguments = zip(parameters[node.procedure], node.arguments, strict=False)
                    for name, argument in arguments:
                        given[name] = given.get(name, OPEN).with_(flow.depends_on(argument, env))
    return names


def _bound(node: n.Node, s: InformationFlow, env: Env) -> Iterator[tuple[str, Dependence]]:
    """The names that a node binds, and what they depend on."""
    if isinstance(node, n.Let):
        yield node.name, s.depends_on(node.value, env)
    elif isinstance(node, n.ForEach):
        yield node.name, s.depends_on(node.items, env)
    elif isinstance(node, n.Roll):
        yield node.name, _chosen(node.name, OPEN, node.announced)
    elif isinstance(node, n.Ask | n.Pick):
        yield node.name, _chosen(node.name, s.depends_on(node.items, env), node.announced)
    elif isinstance(node, n.Decide | n.TakeFirst):
        announced = isinstance(node, n.TakeFirst) or node.announced
        for parameter in (p for action in node.actions for p in action.parameters):
            depends = s.depends_on(parameter.items, env)
            yield parameter.name, _chosen(parameter.name, depends, announced)


def _choosers(game: n.GameDef) -> dict[str, set[n.Expr]]:
    """The seats that choose each name in a choice that is not announced."""
    found: dict[str, set[n.Expr]] = {}
    for node in walk(game):
        if isinstance(node, n.Ask | n.Pick) and not node.announced:
            found.setdefault(node.name, set()).add(node.seat)
        elif isinstance(node, n.Decide) and not node.announced:
            for parameter in (p for action in node.actions for p in action.parameters):
                found.setdefault(parameter.name, set()).add(node.seat)
    return found


def _chosen(name: str, items: Dependence, announced: bool) -> Dependence:
    """What a choice depends on: if announced, only on the origins of its tokens; if not, the choice
    is itself a secret."""
    # Everybody hears the choice, so what it was chosen from reveals nothing more.
    if announced:
        return Dependence(items.origins)
    return Dependence(items.origins, items.secrets | {n.Local(name=name)})
