"""What single names stand for: variables, options, what an effect stored, the current player."""

from __future__ import annotations

from ....diagnostics import Span, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type
from .. import codes
from .aliases import CONTEXT
from .fractions import REAL, REALS, held, over, ratio
from .functions import name_of
from .symbols import Effect, Environment, Symbols, Typed


def current(world: Symbols, scope: Environment, place: Span) -> Typed:
    """The player whose turn it is."""
    return scope.current or world.current(place)


def variable(
    world: Symbols, scope: Environment, name: str, place: Span, of: Typed | None = None
) -> Typed:
    """The value of a variable or an option."""
    if name in world.options:
        return Typed(n.OptionValue(name=name, span=place), world.options[name])
    info = world.variables[name]
    if info.per_player and (of is None or of.type != "seat"):
        hint = f"write '$.players[current].{name}'"
        return world.hole(codes.FIELD, place, f"each player has a '{name}' of their own", hint)
    if info.per_team and (of is None or of.type != "team"):
        hint = f"write '$.teams[current].{name}'"
        return world.hole(codes.FIELD, place, f"each team has a '{name}' of its own", hint)
    if info.computed is not None:
        return _unfolded(world, scope, name, place, of)
    owner = of.expr if of and (info.per_player or info.per_team) else None
    value = n.Variable(name=name, of=owner, span=place)
    if world.known(info.type) == REAL:
        return ratio(value, n.Variable(name=over(name), of=owner, span=place), place)
    return Typed(value, world.known(info.type))


def _unfolded(
    world: Symbols, scope: Environment, name: str, place: Span, of: Typed | None
) -> Typed:
    info = world.variables[name]
    if name in world.unfolding:
        circle = world.unfolding[world.unfolding.index(name) :]
        if world.circles.isdisjoint(circle):
            chain = " -> ".join([*circle, name])
            world.error(codes.CIRCLE, place, f"'{name}' depends on itself: {chain}")
        world.circles.update(circle)
    if name in world.circles:
        return Typed(n.Hole(span=place), ANY)
    world.unfolded.add(name)
    world.unfolding.append(name)
    inner = Environment(current=scope.current)
    if of is not None:
        inner = inner.bind(**{"team" if of.type == "team" else "player": of})
    value = world.lower(world, inner, info.computed, info.declared) if info.computed else None
    world.unfolding.pop()
    return value or Typed(n.Hole(span=place), ANY)


def reference(world: Symbols, scope: Environment, name: str, place: Span) -> Typed:
    """The value that an earlier action of the same effect stored."""
    effect = scope.effect
    if effect and is_stored(scope, name):
        value = effect.refs[name]
        if name not in effect.sure:
            _maybe(world, effect, value, name, place)
        kind, expr = world.known(value.type), value.expr
        if isinstance(expr, n.Local):
            expr = held(world, expr, kind, place)
        return Typed(expr, kind, value.zones)
    bound = world.bound(scope, name)
    if bound is not None:
        return bound
    known = [*(effect.refs if effect else ()), *scope.bound]
    message = f"nothing was stored as '{name}' before this"
    report = world.unbound if name in world.stored | CONTEXT | world.tested else world.hole
    return report(codes.REF, place, message, did_you_mean(name, known))


def is_stored(scope: Environment, name: str) -> bool:
    """Whether an earlier action of the same effect stored something under a name."""
    return scope.effect is not None and name in scope.effect.refs


def _maybe(world: Symbols, effect: Effect, value: Typed, name: str, place: Span) -> None:
    """What was stored in a branch may be unset: it starts as nothing, if it can be that."""
    kind = world.known(value.type)
    if not world.nullable(kind) and not is_list(kind) and kind != ANY:
        message = f"'{name}' may have no value here: its action is in a branch or may fail"
        world.unbound(codes.REF, place, message, "use a variable")
    effect.early[name_of(value)] = world.plain(kind)
    if kind == REALS:
        effect.early[over(name_of(value))] = world.plain(kind)
    if item_type(kind) in world.ways:
        items = world.ways[item_type(kind)].items
        effect.early[name_of(items)] = world.plain(items.type)
