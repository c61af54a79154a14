"""Lower effects on variables, markers, phases and turns."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import (
    TRUE,
    ZERO,
    and_,
    clamp,
    equals,
    maximum,
    minimum,
    minus,
    not_,
    number,
    or_,
    plus,
    truth,
)
from ..codes import lowering as codes
from ..read.table_data import Lattice
from ..read.tree import effects as e
from ..read.tree import sections
from ..read.tree import values as t
from . import terms
from .effects import EFFECTS, bind
from .places import player, space_number
from .scope import Environment, amount, as_flag, as_text, value, zone
from .symbols import ACTIVE, NEXT
from .terms import NUMBER
from .token_effects import among

OVER = "turn is over"
"""The variable that ends the turn after the current move."""


def _defined(env: Environment, var: t.Name, of_player: bool) -> sections.VarDef | None:
    return (env.symbols.players if of_player else env.symbols.globals).get(var.text)


def _of(env: Environment, who: t.Player | None) -> n.Expr | None:
    return player(env, who) if who is not None else None


def _set_var(env: Environment, effect: e.SetVar) -> n.Block:
    defined = _defined(env, effect.var, effect.player is not None)
    if defined is None:
        return ()
    name, of = env.symbols.variable_name(defined), _of(env, effect.player)
    if defined.type == "boolean":
        flag = as_flag(env, value(env, effect.value), effect.value.at)
        return (n.SetVariable(name=name, of=of, value=flag),)
    return _bounded(env, defined, of, amount(env, effect.value))


def _bounded(env: Environment, var: sections.VarDef, of: n.Expr | None, new: n.Expr) -> n.Block:
    """Assign a number to a variable, clamped to its bounds."""
    name = env.symbols.variable_name(var)
    if isinstance(new, n.Number):
        return (n.SetVariable(name=name, of=of, value=clamp(new, var.least, var.most)),)
    # Evaluated once, as `clamp` repeats its operand.
    local = env.symbols.fresh("new")
    bounded = clamp(n.Local(name=local), var.least, var.most)
    return (n.Let(name=local, value=new), n.SetVariable(name=name, of=of, value=bounded))


def _add_var(env: Environment, effect: e.AddVar) -> n.Block:
    defined = _defined(env, effect.var, effect.player is not None)
    if defined is None:
        return ()
    if defined.type == "boolean":
        env.symbols.error(codes.TYPE_MISMATCH, effect.var.at, "cannot add to a boolean variable")
        return ()
    return add(env, defined, _of(env, effect.player), amount(env, effect.delta))


def add(env: Environment, var: sections.VarDef, of: n.Expr | None, delta: n.Expr) -> n.Block:
    """Add a number to a variable, clamped to its bounds."""
    name = env.symbols.variable_name(var)
    now = n.Variable(name=name, of=of)
    # The general case computes the sum first and clamps it.
    if not isinstance(delta, n.Number):
        return _bounded(env, var, of, plus(now, delta))
    if delta.value == 0:
        return ()
    bound = number(var.most if delta.value > 0 else var.least)
    # Compare before adding: one test, and the sum cannot overflow.
    beyond = minus(bound, delta)
    free = n.AtMost(left=now, right=beyond) if delta.value > 0 else n.AtMost(left=beyond, right=now)
    new = n.Conditional(test=free, then=plus(now, delta), otherwise=bound)
    return (n.SetVariable(name=name, of=of, value=new),)


def _transfer(env: Environment, effect: e.Transfer) -> n.Block:
    source = _defined(env, effect.source.var, effect.source.player is not None)
    target = _defined(env, effect.target.var, effect.target.player is not None)
    if source is None or target is None or "boolean" in (source.type, target.type):
        if source is not None and target is not None:
            env.symbols.error(
                codes.TYPE_MISMATCH, effect.at, "only numeric variables can be transferred"
            )
        return ()
    giver, taker = _of(env, effect.source.player), _of(env, effect.target.player)
    had = n.Variable(name=env.symbols.variable_name(source), of=giver)
    has = n.Variable(name=env.symbols.variable_name(target), of=taker)
    wanted = amount(env, effect.amount)
    if effect.least is not None:
        wanted = maximum(wanted, amount(env, effect.least))
    if effect.most is not None:
        wanted = minimum(wanted, amount(env, effect.most))
    asked = env.symbols.fresh("asked")
    moved = env.symbols.fresh("moved")
    here = n.Local(name=moved)
    block: list[n.Statement] = [
        n.Let(name=asked, value=wanted),
        # Limited by what the source can give and the target can take, and never negative.
        n.Let(name=moved, value=minimum(n.Local(name=asked), minus(had, number(source.least)))),
        n.Let(name=moved, value=minimum(here, minus(number(target.most), has))),
        n.Let(name=moved, value=maximum(here, ZERO)),
        # In sequence: a transfer from a variable to itself leaves it unchanged.
        n.SetVariable(name=had.name, of=giver, value=minus(had, here)),
        n.SetVariable(name=has.name, of=taker, value=plus(has, here)),
    ]
    if effect.actual is not None:
        bound = bind(env, effect.actual, NUMBER)
        block.append(n.Let(name=bound.local, value=here))
    return tuple(block)


# ---- markers -----------------------------------------------------------------------------------


def marker_fits(env: Environment, lattice: Lattice, place: n.Expr, state: n.Expr) -> n.Expr:
    """Whether the rules of a lattice allow a state in a space."""
    tests: list[n.Expr] = []
    for number_of, rule in enumerate(lattice.rules):
        allowed = or_(*(equals(state, env.symbols.text(x)) for x in rule.allowed))
        name = f"{lattice.id.text} rule {number_of}"
        tests.append(or_(not_(among(env, rule.spaces, name, place)), allowed))
    return and_(*tests)


def _set_marker(env: Environment, effect: e.SetMarker) -> n.Block:
    lattice = env.symbols.lattices.get(effect.marker.text)
    if lattice is None:
        return ()
    given = value(env, effect.state)
    state = as_text(env, given, effect.state.at)
    known = or_(*(equals(state, env.symbols.text(x)) for x in lattice.states))
    if isinstance(given.literal, str):
        known = truth(given.literal in lattice.states)
    return (
        *terms.unless(known, "unknown state of the marker"),
        *_marked(env, lattice, effect.space, state),
    )


def _marked(env: Environment, lattice: Lattice, sel: t.ZoneSel, state: n.Expr) -> n.Block:
    """Set the state of a marker, or fail if a rule forbids it."""
    space = space_number(env, sel)
    before: n.Block = ()
    # Evaluate the state once: it is tested against every rule.
    if not isinstance(state, n.Symbol):
        name = env.symbols.fresh("state")
        before, state = (n.Let(name=name, value=state),), n.Local(name=name)
    fits = marker_fits(env, lattice, zone(env, sel), state)
    return (
        *before,
        *terms.unless(fits, "the marker cannot have this state here"),
        n.SetVariable(name=lattice.id.text, index=space, value=state),
    )


def _shift_marker(env: Environment, effect: e.ShiftMarker) -> n.Block:
    symbols, lattice = env.symbols, env.symbols.lattices.get(effect.marker.text)
    if lattice is None:
        return ()
    name = symbols.fresh("step")
    now = n.Variable(name=lattice.id.text, index=space_number(env, effect.space))
    step = plus(n.Lookup(table=lattice_table(env, lattice), key=now), amount(env, effect.delta))
    states = n.ListOf(items=tuple(symbols.text(x) for x in lattice.states), of=terms.TEXTS)
    index = clamp(n.Local(name=name), 0, len(lattice.states) - 1)
    moved = n.Item(items=states, index=index)
    return (n.Let(name=name, value=step), *_marked(env, lattice, effect.space, moved))


def lattice_table(env: Environment, lattice: Lattice) -> str:
    """The table of the position of each state; it is filled in when all texts are known."""
    name = f"states of {lattice.id.text}"
    env.symbols.lattice_tables[name] = lattice
    return name


# ---- phases and turns --------------------------------------------------------------------------


def _goto(env: Environment, effect: e.GotoPhase) -> n.Block:
    return (n.Call(procedure=f"go to {effect.phase.text}"),)


EFFECTS.update(
    {
        e.SetVar: _set_var,
        e.AddVar: _add_var,
        e.Transfer: _transfer,
        e.SetMarker: _set_marker,
        e.ShiftMarker: _shift_marker,
        e.GotoPhase: _goto,
        e.AdvancePhase: lambda env, effect: (n.Call(procedure=NEXT),),
        e.EndTurn: lambda env, effect: (n.SetVariable(name=OVER, value=TRUE),),
        e.SetActive: lambda env, effect: (
            n.SetVariable(name=ACTIVE, value=player(env, effect.player)),
        ),
    }
)
