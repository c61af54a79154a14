"""Resolving single names: variables, options, stored values, the current player."""

from __future__ import annotations

from ....diagnostics import Span, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type
from ...names import refers
from .. import codes
from .aliases import CONTEXT
from .fractions import REAL, REALS, held, over, ratio
from .functions import name_of
from .symbols import Effect, Environment, Symbols, Typed

STORED = "stored value"


def current(symbols: Symbols, env: Environment, span: Span) -> Typed:
    """The player whose turn it is."""
    return env.current or symbols.current(span)


def variable(
    symbols: Symbols, env: Environment, name: str, span: Span, of: Typed | None = None
) -> Typed:
    """The value of a variable or an option."""
    if name in symbols.options:
        refers("option", name, span)
        return Typed(n.OptionValue(name=name, span=span), symbols.options[name])
    info = symbols.variables[name]
    refers("variable", name, span)
    if info.per_player and (of is None or of.type != "seat"):
        hint = f"write '$.players[current].{name}'"
        return symbols.hole(
            codes.FIELD,
            span,
            f"'{name}' is a per-player variable: the path must name a player",
            hint,
        )
    if info.per_team and (of is None or of.type != "team"):
        hint = f"write '$.teams[current].{name}'"
        return symbols.hole(
            codes.FIELD, span, f"'{name}' is a per-team variable: the path must name a team", hint
        )
    if info.computed is not None:
        return _expanded(symbols, env, name, span, of)
    owner = of.expr if of and (info.per_player or info.per_team) else None
    value = n.Variable(name=name, of=owner, span=span)
    if symbols.known(info.type) == REAL:
        return ratio(value, n.Variable(name=over(name), of=owner, span=span), span)
    return Typed(value, symbols.known(info.type))


def _expanded(symbols: Symbols, env: Environment, name: str, span: Span, of: Typed | None) -> Typed:
    info = symbols.variables[name]
    if name in symbols.expansion_stack:
        cycle = symbols.expansion_stack[symbols.expansion_stack.index(name) :]
        # Each cycle is reported once, wherever it is entered.
        if symbols.cyclic.isdisjoint(cycle):
            chain = " -> ".join([*cycle, name])
            symbols.error(codes.CYCLE, span, f"'{name}' depends on itself: {chain}")
        symbols.cyclic.update(cycle)
    if name in symbols.cyclic:
        return Typed(n.Hole(span=span), ANY)
    symbols.expanded.add(name)
    symbols.expansion_stack.append(name)
    # Lexical scope: the names bound where the variable is read are not visible in it.
    inner = Environment(current=env.current)
    if of is not None:
        inner = inner.bind(**{"team" if of.type == "team" else "player": of})
    value = symbols.lower(symbols, inner, info.computed, info.declared) if info.computed else None
    symbols.expansion_stack.pop()
    return value or Typed(n.Hole(span=span), ANY)


def reference(symbols: Symbols, env: Environment, name: str, span: Span) -> Typed:
    """The value that an earlier action of the same effect stored."""
    effect = env.effect
    if effect and is_stored(env, name):
        refers(STORED, name, span, effect.rule)
        value = effect.refs[name]
        if name not in effect.sure:
            _declare_early(symbols, effect, value, name, span)
        kind, expr = symbols.known(value.type), value.expr
        if isinstance(expr, n.Local):
            expr = held(symbols, expr, kind, span)
        return Typed(expr, kind, value.zones)
    bound = symbols.bound(env, name, span)
    if bound is not None:
        return bound
    known = [*(effect.refs if effect else ()), *env.bound]
    refers(STORED, name, span, effect.rule if effect else "", known)
    message = f"unknown ref '{name}': no earlier action of this effect stores it"
    report = symbols.unbound if name in symbols.stored | CONTEXT | symbols.tested else symbols.hole
    return report(codes.REF, span, message, did_you_mean(name, known))


def is_stored(env: Environment, name: str) -> bool:
    """Whether an earlier action of the same effect stored a value under a name."""
    return env.effect is not None and name in env.effect.refs


def _declare_early(symbols: Symbols, effect: Effect, value: Typed, name: str, span: Span) -> None:
    """Let a value that was stored in a branch start as nothing, if its type allows that."""
    kind = symbols.known(value.type)
    if not symbols.nullable(kind) and not is_list(kind) and kind != ANY:
        message = (
            f"'{name}' may be unset here: the action that stores it is in a branch or may fail"
        )
        symbols.unbound(codes.REF, span, message, "use a variable")
    # The rule binds these to nothing before its first action.
    effect.early[name_of(value)] = symbols.plain(kind)
    if kind == REALS:
        effect.early[over(name_of(value))] = symbols.plain(kind)
    if item_type(kind) in symbols.combinations:
        items = symbols.combinations[item_type(kind)].items
        effect.early[name_of(items)] = symbols.plain(items.type)
